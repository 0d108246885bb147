import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { mismatchOf, shapeNames, speaksOf } from '../../checks/schemas/validator.ts'

describe('shapes of the published reference', () => {
  it('all are schemas, which a run does not look at', () => {
    const ajv = new Ajv()
    for (const name of shapeNames) {
      const shape: object = JSON.parse(readFileSync(`contracts/schemas/${name}.json`, 'utf8'))
      expect(ajv.validateSchema(shape), name).toBe(true)
    }
  })

  it('all compile, refuse what is no object, and welcome further members', async () => {
    expect(shapeNames.length).toBe(15)
    for (const shape of shapeNames) {
      for (const value of [null, [], 7, 'text']) expect(await mismatchOf(shape, value)).toBeDefined()
      expect(speaksOf(shape, { colour: 'blue' })).toBe(false)
      const mismatch = await mismatchOf(shape, { colour: 'blue' })
      // Only where the reference requires members may an object without any be refused.
      expect(mismatch === undefined || /required/.test(mismatch.problem)).toBe(true)
    }
  })

  it('says where a value does not fit', async () => {
    expect(await mismatchOf('tag-page', { results: [{ id: 1 }, { id: 'two' }] })).toEqual({
      where: 'results[1].id',
      problem: 'must be integer, but is "two"',
    })
    expect(await mismatchOf('repository-entry', { last_updated: '2023-12-01 10:30:00Z' })).toEqual({
      where: 'last_updated',
      problem: 'must match format "date-time", but is "2023-12-01 10:30:00Z"',
    })
  })

  it('says what a value is instead, in a few words', async () => {
    const told = async (name: unknown) => (await mismatchOf('tag', { name }))?.problem
    expect(await told([1])).toBe('must be string, but is an array')
    expect(await told({ a: 1 })).toBe('must be string, but is an object')
    expect(await told(7)).toBe('must be string, but is 7')
    expect(await mismatchOf('tag', 'x'.repeat(58))).toMatchObject({
      where: 'the body',
      problem: expect.stringMatching(/x"$/),
    })
    expect(await mismatchOf('tag', 'x'.repeat(59))).toMatchObject({ problem: expect.stringMatching(/x…$/) })
    expect([speaksOf('tag', { colour: 1, name: 'x' }), speaksOf('tag', ['name'])]).toEqual([true, false])
    // Its members are those of a schema that it refers to.
    expect(speaksOf('organization-token-details', { label: 'ci' })).toBe(true)
  })

  it('takes both forms in which images are sent', async () => {
    expect(await mismatchOf('tag', { images: { size: 1 }, v2: 'true' })).toBeUndefined()
    expect(await mismatchOf('tag', { images: [{ size: 1 }], v2: true })).toBeUndefined()
    expect(await mismatchOf('tag', { images: [{ size: '1' }] })).toBeDefined()
  })
})
