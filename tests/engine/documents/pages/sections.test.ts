import type { Nodes } from 'mdast'
import { describe, expect, it } from 'vitest'
import {
  deadLink,
  isAroundAll,
  isPageTitle,
  isTitle,
  linkedSection,
  outwards,
  readSections,
  titledSection,
  wholeSection,
} from '../../../../engine/documents/pages/sections.ts'
import {
  lineOf,
  masked,
  readable,
  runOf,
  says,
  slice,
  stated,
  statedLines,
} from '../../../../engine/documents/pages/text.ts'
import { collectProblems } from '../../../../engine/documents/problems.ts'

const read = (...lines: readonly string[]) => readSections(lines.join('\n'), 'x', collectProblems())
const outline = (...lines: readonly string[]) =>
  read(...lines).map(({ depth, title, line, parent, blocks }) =>
    [depth, title, line, parent ?? '-', blocks.map(({ type }) => type).join()].join('|'),
  )

describe('the sections of a page', () => {
  it('are its headings, with what stands below each', () => {
    const page = ['text', '', '# A', '- one', '### B', 'two', '', '## C', '# D', '#### E']
    expect(outline(...page)).toEqual([
      '0||1|-|paragraph',
      '1|A|3|-|list',
      '3|B|5|1|paragraph',
      '2|C|8|1|',
      '1|D|9|-|',
      '4|E|10|4|',
    ])
    const sections = read(...page)
    const around = sections.map(section => outwards(section, sections).map(({ title }) => title))
    expect(around).toEqual([[''], ['A'], ['B', 'A'], ['C', 'A'], ['D'], ['E', 'D']])
    const below = (index: number, apart?: ReadonlySet<number>) =>
      wholeSection(sections, index, apart).map(({ title }) => title)
    expect(below(1)).toEqual(['A', 'B', 'C'])
    expect(below(4)).toEqual(['D', 'E'])
    expect(below(2)).toEqual(['B'])
    expect(below(1, new Set([2]))).toEqual(['A', 'C'])
    expect(below(9)).toEqual([])
    expect(sections.map(section => isPageTitle(section, sections))).toEqual(Array(6).fill(false))
    expect(sections.map(section => isAroundAll(section, sections))).toEqual(Array(6).fill(false))
  })

  it('have a title without the id that is given with it', () => {
    expect(outline('# Old {#own}')).toEqual(['0||1|-|', '1|Old|1|-|'])
  })

  it('may be endpoints below the title of a day', () => {
    const titles = ['2025-09-19 · Old ones', 'POST /v2/a', 'GET /v2/a', '2025-06-27 · Another', 'GET /v2/b']
    const read_ = read(...titles.flatMap(title => [`**${title}**`, '', 'text', '']))
    expect(read_.map(({ parent }) => parent)).toEqual([undefined, undefined, 1, 1, undefined, 4])
  })

  it.each<[readonly number[], ...string[]]>([
    [[1, 1], '## 2025-01-01', '## New', 'a', '## Fixed', '## 2025-01-02', 'b', '## New'],
    [[], '## A', '## New', '# 2025-01-01', '## New', 'a', '# New', '# 2025-01-02', 'a', '# New'],
    [[], '## 2025-09-19', '## GET /v2/a', '## 2025-09-20', '**A**', '', 'a', '', '**GET /v2/a**', '', 'b'],
  ])('may be below others of their depth: %j of %s', (expected, ...lines) => {
    const sections = read(...lines)
    const isOfDepth = ({ depth, parent }: (typeof sections)[number]) => depth % 1 !== 0 && parent !== undefined
    expect(sections.filter(isOfDepth).map(({ parent }) => parent)).toEqual(expected)
  })

  it('may have one title around them all', () => {
    const titled = read('**T**', '', 'a', '', '# A', '## B', '## C')
    expect(titled.map(section => isPageTitle(section, titled))).toEqual([false, false, true, false, false])
    expect(titled.map(isTitle)).toEqual([false, true, false, false, false])
    const all = read('## A', '### B', '### C')
    expect(all.map(section => isAroundAll(section, all))).toEqual([false, true, false, false])
  })

  it.each<[string, string, ...string[]]>([
    ['bold', 'Title', '**Title**', '', 'text'],
    ['bold, with a colon', 'Title', '**Title**:', '', 'text'],
    ['bold, with a colon apart', 'Title', '**Title** :', '', 'text'],
    ['bold, with two colons', 'Title: more', '**Title: more**:', '', 'text'],
    ['bold, with a sentence in it', 'Title. More', '**Title. More**', '', 'text'],
    ['bold, of a hundred letters', 'a'.repeat(100), `**${'a'.repeat(100)}**`, '', 'text'],
    ['bold at the end, where it says all', 'v1 API · Removed · 2022-08-23', '**v1 API · Removed · 2022-08-23**'],
    ['what a link of the page leads to', 'Some title', '[Some Title](#title)', '', 'Some title', '', 'text'],
    ['what a link of the page calls a place', 'Some title', '[x](#some-title)', '', 'Some title', '', 'text'],
  ])('may have a title that is no heading: %s', (_, title, ...lines) => {
    expect(
      read(...lines)
        .filter(isTitle)
        .map(section => section.title),
    ).toEqual([title])
  })
  it.each<[string, ...string[]]>([
    ['with more text', '**Title** and', '', 'text'],
    ['in part', '**Title**, and', '', 'text'],
    ['with code', '**Title**`:`', '', 'text'],
    ['at the end', '**Title**'],
    ['at the end, without a day', '**v1 API · Removed**'],
    ['at the end, in one part', '**v1 API since 2022-08-23**'],
    ['above a heading', '**Title**', '', '# A'],
    ['a link', '**[Title](x)**', '', 'text'],
    ['a sentence', '**It is gone.**', '', 'text'],
    ['too long', `**${'a'.repeat(101)}**`, '', 'text'],
    ['without letters', '**1**', '', 'text'],
    ['a day', '**2025-01-01**', '', 'text'],
    ['a state', '**Deprecated**', '', 'text'],
    ['a kind', '**New**', '', 'text'],
    ['of a list', '[x](#some-title)', '', '- Some title', '', 'text'],
    ['linked elsewhere', '[Some title](https://h/x)', '', 'Some title', '', 'text'],
  ])('bold text is no title: %s', (_, ...lines) => {
    expect(read(...lines).filter(isTitle)).toEqual([])
  })

  it('have lists with a table in them as what stands in these', () => {
    expect(outline('- a', '', '  | a | b |', '  |---|---|', '  | 1 | 2 |', '', '- c')).toEqual([
      '0||1|-|paragraph,table,paragraph',
    ])
  })
  it.each<[string, ...string[]]>([
    ['list', '```', 'POST  /v2/repositories', '  ', ' GET /v2/repositories/{namespace} ', '```'],
    ['list', '```', 'GET /v1/repositories/{name}/tags', '```'],
    ['code', '```', 'POST /v2/repositories', 'and', '```'],
    ['code', '```', 'GET /v2/other', '```'],
    ['code', '```', 'and POST /v2/repositories', '```'],
    ['code', '```', 'POST /v2/repositories and', '```'],
    ['code', '```', '', '```'],
  ])('have a %s in %j %j %j', (type, ...lines) => {
    const [block] = read(...lines)[0]?.blocks ?? []
    expect(block?.type).toBe(type)
    if (block?.type === 'list')
      expect(block.children.map(child => [readable(runOf(child)), lineOf(child)])).toEqual(
        lines
          .slice(1, -1)
          .filter(line => line.trim() !== '')
          .map(line => [line.trim().replace('  ', ' '), 1]),
      )
    if (block?.type === 'list')
      expect(block.children).toMatchObject(
        block.children.map(() => ({ type: 'listItem', children: [{ type: 'paragraph' }] })),
      )
  })
})

describe('a link to a section', () => {
  const page = [
    '# Old `GET /a` {#own}',
    '<a id="Anchor"></a>',
    'text <a name="inner"></a>',
    '## Two words',
    '## Two words',
    '## Grown heading of the page',
    '## Ähm 100%',
    '## …',
  ]
  it.each([
    ['#own', '', 1],
    ['#old-get-a', '', 1],
    ['#Anchor', '', 1],
    ['#inner', '', 1],
    ['page.md#own', '', 1],
    ['#two-words', '', 2],
    ['#two-words-1', '', 3],
    ['#TWO-WORDS-1', '', 3],
    ['#twowords', '', 2],
    ['#Two%20words', '', 2],
    ['other#two_words', '', 2],
    ['#lost', 'Two Words!', 2],
    ['#-', '', undefined],
    ['#grown', '', 4],
    ['#%C3%A4hm-100', '', 5],
    ['#%E0%A4%A', 'Ähm 100', 5],
    ['other#lost', 'Two Words', undefined],
    ['other#grown', '', undefined],
    ['#two', '', undefined],
    ['#lost', '', undefined],
    ['#', 'Two words', undefined],
    ['own', 'Two words', undefined],
  ])('%s, %s', (url, title, index) => {
    expect(linkedSection(read(...page), url, title)).toBe(index)
  })
  it('may be found by its title, where no other one has that', () => {
    const find = (title: string) => titledSection(read('# Some title', '# B', '# b!', '# …'), title)
    expect([find('some: Title'), find('B'), find('C'), find('–')]).toEqual([1, undefined, undefined, undefined])
  })
  it('that leads nowhere is a sentence', () => {
    expect(deadLink('#a', 2, 'x')).toBe('Line 2 of x links to #a, which is not a heading of the page.')
  })
})

describe('running text', () => {
  const node = (...lines: readonly string[]) => read(...lines)[0]?.blocks[0] as Nodes
  it('has its code and what is struck out marked, and its links', () => {
    const run = runOf(node('a `b` ~~c~~ [d](x) \u2010e\u00ADf\uE000'))
    expect(run).toEqual({ text: 'a \uE000b\uE001 \uE002c\uE003 d -ef ', links: [{ start: 10, end: 11, url: 'x' }] })
    expect(readable(run)).toBe('a b c d -ef')
    expect(stated(run)).toBe('a b d -ef')
    expect(slice(run, 2, 11)).toEqual({ text: run.text.slice(2, 11), links: [{ start: 8, end: 9, url: 'x' }] })
    expect(slice(run, 10, 11).links).toEqual([{ start: 0, end: 1, url: 'x' }])
    expect(slice(run, 11, 14).links).toEqual([])
    expect(slice(run, 0, 10).links).toEqual([])
  })
  it('ends where a part of it ends, and says nothing where it is struck out', () => {
    const run = runOf(node('a [two words](x) b~~long text~~c'))
    expect(slice(run, 0, 5)).toEqual({ text: 'a two', links: [{ start: 2, end: 5, url: 'x' }] })
    expect(stated(run)).toBe('a two words b c')
    expect(runOf({ type: 'thematicBreak' }).text).toBe('')
  })
  it('has a dash for two hyphens between blanks', () => {
    expect(runOf(node('a -- b--c --d e-- f')).text).toBe('a – b--c --d e-- f')
  })
  it('says something with a letter or a digit', () => {
    expect(['a', '1', '–a', '–', ' ', ''].map(says)).toEqual([true, true, true, false, false, false])
  })
  it('has blanks, or another letter, in the place of what is masked', () => {
    const spans = [
      { start: 1, end: 3 },
      { start: 4, end: 5 },
    ]
    expect([masked('abcdef', spans), masked('abcdef', spans, 'X')]).toEqual(['a  d f', 'aXXdXf'])
  })
  it.each(['a\nb', 'a \nb', 'a\n b', 'a \n \n b'])('%j is two lines', text => {
    expect(statedLines({ text, links: [] })).toBe('a\nb')
  })
  it('has its blocks line by line', () => {
    const list = node('- a  ', '  b', '', '  ```', '  c', '  ```', '', '  > d', '- e', '  - f')
    expect(statedLines(runOf(list))).toBe('a b\nc\nd\ne\nf')
    expect(stated(runOf(list))).toBe('a b c d e f')
    const item = (list as Extract<Nodes, { type: 'list' }>).children[1] as Nodes
    expect(readable(runOf(item, { withoutLists: true }))).toBe('e')
    expect(runOf(node('a\\', 'b'), { withBreaks: true }).text).toBe('a\nb')
    expect(runOf(node('a\\', 'b')).text).toBe('a b')
    expect(stated(runOf(node('a ![](x.png) b')))).toBe('a \uE004 b')
    expect(readable(runOf(node('a ![](x.png) b')))).toBe('a b')
    expect(statedLines(runOf(node('|a|b|', '|-|-|', '|c|d|')))).toBe('a\nb\nc\nd')
  })
  it('begins on line 1 where no line is known', () => {
    expect(lineOf({ type: 'text', value: 'x' })).toBe(1)
  })
})
