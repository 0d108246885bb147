import { describe, expect, it } from 'vitest'
import { listTags, memberList } from '../../checks/tags.ts'
import type { TagFixture } from '../../contracts/requirement.ts'
import { answered, probeOf } from './answers/answered.ts'

const fixture = { namespace: 'n', repository: 'r', tag: 'v1' } as TagFixture

const tags = (body: unknown, status = 200) => {
  const { probe, calls, values } = probeOf({ ListRepositoryTags: answered(body, { status }) })
  return { calls, values, listed: listTags(probe, fixture) }
}

describe('the names of tags', () => {
  it.each<[string, unknown, readonly string[]]>([
    [
      'in the member where the known one stands',
      [
        { label: 'v1', name: 'x' },
        { label: 'v2', name: 'y' },
      ],
      ['v1', 'v2'],
    ],
    ['after the path of their repository', [{ ref: 'n/r/v1' }, { ref: 'n/r/v2' }], ['v1', 'v2']],
    ['after a colon', [{ ref: 'n/r:v1' }, { ref: 'n/r:v2' }], ['v1', 'v2']],
    [
      'in a usual name, as nothing else is a text',
      [
        { name: 'a', tag: 1 },
        { name: 'b', tag: 1 },
      ],
      ['a', 'b'],
    ],
    ['as texts', ['v1', 'v2', 'v1'], ['v1', 'v2']],
    ['in a usual member, where none is known', [{ tag_name: 'a' }, { tag_name: 'b' }], ['a', 'b']],
    ['in the first usual member that all have', [{ name: 'a', tag: 'x' }, { tag: 'y' }], ['x', 'y']],
    ['in a name before a label', [{ label: 'l', name: 'a' }], ['a']],
    ['in groups', [{ tags: [{ name: 'v1' }] }, { tags: [{ name: 'v2' }] }], ['v1', 'v2']],
    ['of texts in groups', [{ tags: ['v1'] }, { tags: ['v2'] }], ['v1', 'v2']],
    ['in what an item wraps', { data: [{ attributes: { name: 'v1' } }, { attributes: { name: 'v2' } }] }, ['v1', 'v2']],
    ['nowhere', [], []],
    ['among texts and objects', [{ name: 'v1' }, 'n/v2'], ['v1', 'n/v2']],
    ['among texts and objects, after a path', [{ name: 'n/v1' }, 'n/v2'], ['v1', 'v2']],
  ])('stand %s', async (_, body, names) => {
    const { names: found, nameOf, first } = await tags(body).listed
    expect(found).toEqual(names)
    expect(first.response.body).toBe(JSON.stringify(body))
    expect(nameOf('other')).toBe('other')
  })

  it.each(['name', 'tag', 'tag_name', 'tagName', 'Name', 'label', 'ref'])('may be called %s', async name => {
    expect((await tags([{ [name]: 'a', x: 1 }]).listed).names).toEqual(['a'])
  })

  it('are not told where members have other names, or are no texts', async () => {
    const values = {
      operation: 'ListRepositoryTags',
      count: 2,
      members: 'colour, size',
      what: 'v1',
      isWhole: false,
      isRepeated: false,
    }
    await expect(tags([{ colour: 'a' }, { size: 1 }]).listed).rejects.toMatchObject({ code: 'names-unknown', values })
    const whole = { isWhole: true, isRepeated: false, read: expect.any(String) }
    const page = { count: 1, next: null, results: [{ colour: 'a' }] }
    await expect(tags(page).listed).rejects.toMatchObject({ values: whole, seen: [expect.anything()] })
    await expect(tags([{ name: 'v1' }, { size: 1 }]).listed).rejects.toMatchObject({ code: 'names-unknown' })
    await expect(tags([{ name: 7 }]).listed).rejects.toMatchObject({ code: 'names-unknown' })
    for (const other of [null, { name: 7 }])
      await expect(tags([other, { name: 'n/v1' }]).listed).rejects.toMatchObject({ code: 'names-unknown' })
  })

  it('are not read of what is no list, or refused', async () => {
    const operation = 'ListRepositoryTags'
    await expect(tags({ a: 1 }).listed).rejects.toMatchObject({
      code: 'no-list',
      values: { operation },
      seen: [expect.anything()],
    })
    const refused = { code: 'request-refused', values: { operation, status: 404 }, seen: [expect.anything()] }
    await expect(tags([], 404).listed).rejects.toMatchObject(refused)
  })

  it('are none where a list may be empty, and its answer holds nothing', async () => {
    const { probe } = probeOf({ ListRepositoryTags: answered({ count: 0 }) })
    const empty = { names: [], pages: [], end: 'shown', whole: true, closed: true }
    const found = await listTags(probe, fixture, { mayBeEmpty: true })
    expect(found).toMatchObject(empty)
    expect(found.nameOf('x')).toBe('x')
    await expect(listTags(probe, fixture)).rejects.toMatchObject({ code: 'no-list' })
    const listed = probeOf({ ListRepositoryTags: answered(['v1']) })
    expect(await listTags(listed.probe, fixture, { mayBeEmpty: true })).toMatchObject({ names: ['v1'] })
  })

  it('are asked for once, as their repository says', async () => {
    const { calls, values, listed } = tags(['v1'])
    await listed
    expect(values).toEqual([{ namespace: 'n', repository: 'r' }])
    expect(calls).toEqual([['ListRepositoryTags', {}]])
  })
})

it('members of items are named, up to ten', () => {
  expect(memberList([{ a: 1, b: 1 }, 'x', { b: 1, c: 1 }])).toBe('a, b, c')
  expect(memberList(['x'])).toBe('none')
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`m${at}`, 1]))
  expect(memberList([many])).toBe('m0, m1, m2, m3, m4, m5, m6, m7, m8, m9')
})
