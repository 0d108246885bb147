import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { editBaseline } from '../../../bin/baseline/edit.ts'
import { parseBaseline } from '../../../bin/baseline/file.ts'
import type { BaselineEntry, BaselineSubject } from '../../../engine/reports/baseline.ts'
import { entry } from '../../support/baseline.ts'

interface Given {
  /** Ids of entries that go. */
  readonly drop?: readonly string[]
  readonly add?: readonly BaselineEntry[]
  /** What is now so of an entry, by its id. */
  readonly set?: Readonly<Record<string, Pick<BaselineSubject, 'verdict' | 'code'>>>
}

const edit = async (content: string, { drop = [], add = [], set = {} }: Given): Promise<string> => {
  const file = await parseBaseline(content, 'b.yaml')
  const entries = [...file.failures, ...file.unverified]
  return editBaseline(file, content, {
    drop: entries.filter(({ id }) => drop.includes(id)),
    add,
    set: entries.flatMap(entry => {
      const to = set[entry.id]
      return to === undefined ? [] : [{ entry, to: { id: entry.id, level: 'must', ...to } }]
    }),
  })
}

const fails = (code: string) => ({ verdict: 'fail', code }) as const
const open = entry('o/new', { verdict: 'untestable', code: 'need-org', reason: 'r' })
const added = entry('f/new', { code: 'not-gone', reason: 'r' })
const addedLines = '  - id: f/new\n    verdict: fail\n    code: not-gone\n    reason: r\n'
const openLines = '  - id: o/new\n    verdict: untestable\n    code: need-org\n    reason: r\n'

/** A list in a layout that the parser would not write. */
const own = 'unverified:\n     -  {id: u/own,verdict: untestable,   reason: "r"}\n'

describe('an edit changes nothing else of the text:', () => {
  it.each<readonly [string, string, Given, string]>([
    [
      'an entry in an empty list',
      `failures:  [] # none\n${own}`,
      { add: [added] },
      `failures: # none\n${addedLines}${own}`,
    ],
    ['an entry in a list that says nothing', `failures:\n${own}`, { add: [added] }, `failures:\n${addedLines}${own}`],
    ['a list that is not there', `${own}# tail\n`, { add: [added] }, `${own}# tail\nfailures:\n${addedLines}`],
    [
      'two lists that are not there',
      '# ours\n',
      { add: [open, added] },
      `# ours\nfailures:\n${addedLines}unverified:\n${openLines}`,
    ],
    ['a list behind a last line without a break', own.trimEnd(), { add: [added] }, `${own}failures:\n${addedLines}`],
    [
      'an entry behind a last line without a break',
      own.trimEnd(),
      { add: [open] },
      `${own}${openLines.replaceAll(/^ {2}/gm, '     ')}`,
    ],
    [
      'values that are quoted, where they stay',
      `${own}failures:\n  - {id:   f/a, verdict: 'fail', code: "x", reason: r}\n`,
      { set: { 'f/a': fails('y') } },
      `${own}failures:\n  - {id:   f/a, verdict: 'fail', code: y, reason: r}\n`,
    ],
    [
      'each entry to what is so of it',
      `${own}failures:\n-   {id: f/a, verdict: fail, code: x, reason: r}\n-   {id: f/b, verdict: fail, code: x, reason: r}\n-   {id: f/c, verdict: fail, code: x, reason: r}`,
      { set: { 'f/a': fails('one'), 'f/c': fails('three') } },
      `${own}failures:\n-   {id: f/a, verdict: fail, code: one, reason: r}\n-   {id: f/b, verdict: fail, code: x, reason: r}\n-   {id: f/c, verdict: fail, code: three, reason: r}`,
    ],
    [
      'an entry without a code stays one for any reason',
      own,
      { set: { 'u/own': { verdict: 'inconclusive', code: 'timeout' } } },
      own.replace('untestable', 'inconclusive'),
    ],
    [
      'an empty list that is not concerned',
      `failures:  []\n${own}`,
      { set: { 'u/own': { verdict: 'inconclusive', code: null } } },
      `failures:  []\n${own.replace('untestable', 'inconclusive')}`,
    ],
    [
      'a code stays where there is no other',
      own.replace('reason', 'code: need-org, reason'),
      { set: { 'u/own': { verdict: 'inconclusive', code: null } } },
      own.replace('reason', 'code: need-org, reason').replace('untestable', 'inconclusive'),
    ],
    [
      'an entry that goes takes its comments with it, and a word about the next one stays',
      `failures:\n  # all\n  - {id: f/a, verdict: fail, code: x, reason: 'a # b'}\n  # b\n\t# more\n  - {id: f/b, verdict: fail, code: x, reason: r}\n\n  # c\n  - {id: f/c,  verdict: fail, code: x, reason: r}\n`,
      { drop: ['f/b'] },
      `failures:\n  # all\n  - {id: f/a, verdict: fail, code: x, reason: 'a # b'}\n\n  # c\n  - {id: f/c,  verdict: fail, code: x, reason: r}\n`,
    ],
    [
      'the first that goes leaves what may be said of all',
      `failures:\n  # all\n  - {id: f/a, verdict: fail, code: x, reason: r}\n  - {id:  f/b, verdict: fail, code: x, reason: r}\n`,
      { drop: ['f/a'] },
      `failures:\n  # all\n  - {id:  f/b, verdict: fail, code: x, reason: r}\n`,
    ],
    [
      'the last that goes, and one that comes',
      `failures:\n    - {id:  f/a, verdict: fail, code: x, reason: r}\n    - {id: f/b, verdict: fail, code: x, reason: r}`,
      { drop: ['f/b'], add: [added] },
      `failures:\n    - {id:  f/a, verdict: fail, code: x, reason: r}\n${addedLines.replaceAll(/^ {2}/gm, '    ')}`,
    ],
    [
      'an entry moves from one list to the other',
      `failures:\n  - {id: f/a, verdict: fail, code: x, reason: r} # a\n${own}`,
      { drop: ['f/a'], add: [open] },
      `failures: []\n${own}${openLines.replaceAll(/^ {2}/gm, '     ')}`,
    ],
    [
      'a long reason that comes stands on one line',
      `${own}failures: []\n`,
      { add: [{ ...added, reason: 'long '.repeat(40).trim() }] },
      `${own}failures:\n${addedLines.replace('reason: r', `reason: ${'long '.repeat(40).trim()}`)}`,
    ],
  ])('%s', async (_name, before, given, after) => {
    for (const lineBreak of ['\n', '\r\n']) {
      const written = (text: string): string => text.replaceAll('\n', lineBreak)
      expect(await edit(written(before), given)).toBe(written(after))
    }
  })
})

describe('an edit that only the parser can make says what is meant, with comments and in order:', () => {
  const a = { id: 'f/a', verdict: 'fail', code: 'x', reason: 'long '.repeat(40).trim() }
  const [b, c, d] = ['f/b', 'f/c', 'f/d'].map(id => ({ ...a, id, reason: 'r' }))
  const u = { id: 'u/a', verdict: 'untestable', reason: 'r' }
  const given: Given = {
    drop: ['f/b', 'f/d'],
    add: [added, open],
    set: { 'f/a': fails('y'), 'u/a': { verdict: 'inconclusive', code: 'timeout' } },
  }
  const expected = {
    failures: [{ ...a, code: 'y' }, c, added],
    unverified: [{ ...u, verdict: 'inconclusive' }, open],
  }

  it.each([
    ['JSON', JSON.stringify({ failures: [a, b, c, d], unverified: [u] }, null, 2)],
    ['JSON on one line', JSON.stringify({ failures: [a, b, c, d], unverified: [u] })],
    ['brackets', `# ours\nfailures: ${JSON.stringify([a, b, c, d])}\n# theirs\nunverified: [${JSON.stringify(u)}]\n`],
    [
      'brackets in one list',
      `# ours\nfailures:\n  [${[a, b, c, d].map(one => JSON.stringify(one)).join(',\n  ')}]\n# theirs\nunverified:\n- ${JSON.stringify(u)}\n`,
    ],
  ])('%s', async (_name, text) => {
    const done = await edit(text, given)
    expect(parse(done)).toEqual(expected)
    expect(done.match(/# \w+/g)).toEqual(text.match(/# \w+/g))
    expect(done).toMatch(/long long(?! *\n)/)
    expect(done.includes(a.reason)).toBe(true)
  })

  it('an empty list whose brackets are on other lines', async () => {
    const done = await edit('failures:\n  [\n  ]\n', { add: [added] })
    expect(done).toBe(`failures:\n${addedLines}`)
  })

  it('a list that becomes empty: one that is not there stays so', async () => {
    const text = `failures: [${JSON.stringify(a)}]\n`
    expect(parse(await edit(text, { drop: ['f/a'] }))).toEqual({ failures: [] })
  })

  it('an entry of a list on one line goes, and the other list stays', async () => {
    const text = `failures: [${JSON.stringify(a)}, ${JSON.stringify(b)}]\n${own}`
    expect(parse(await edit(text, { drop: ['f/a'] }))).toEqual({ failures: [b], ...parse(own) })
  })

  it('a list that is not there, next to one on one line', async () => {
    const text = `failures: [${JSON.stringify(a)}, ${JSON.stringify(b)}]\n`
    expect(parse(await edit(text, { drop: ['f/a'], add: [open] }))).toEqual({ failures: [b], unverified: [open] })
  })

  it('comments between the entries stay with them', async () => {
    const text = `failures: [\n  # about a\n  ${JSON.stringify(a)},\n  # about b\n  ${JSON.stringify(b)},\n  # about c\n  ${JSON.stringify(c)}]\n`
    const done = await edit(text, { drop: ['f/b'], add: [added] })
    expect(done.match(/# about \w|f\/\w+/g)).toEqual(['# about a', 'f/a', '# about c', 'f/c', 'f/new'])
  })

  it('an entry in a list without a value', async () => {
    expect(parse(await edit('? failures\n', { add: [added] }))).toEqual({ failures: [added] })
  })

  it('an entry in a list that says nothing', async () => {
    const done = await edit(`unverified:\nfailures: [${JSON.stringify(a)}]\n`, { drop: ['f/a'], add: [open] })
    expect(parse(done)).toEqual({ failures: [], unverified: [open] })
  })
})
