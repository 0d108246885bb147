import { describe, expect, it } from 'vitest'
import { mismatchOf, shapeNames, speaksOf } from '../../checks/schemas/validator.ts'

describe('shapes of the published reference', () => {
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

  it('takes both forms in which images are sent', async () => {
    expect(await mismatchOf('tag', { images: { size: 1 }, v2: 'true' })).toBeUndefined()
    expect(await mismatchOf('tag', { images: [{ size: 1 }], v2: true })).toBeUndefined()
    expect(await mismatchOf('tag', { images: [{ size: '1' }] })).toBeDefined()
  })
})
