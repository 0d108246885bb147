import { kindOf } from '../../checks/documents/vocabulary.ts'
import { flatMapInPieces, type InPieces, whole } from '../../checks/pieces.ts'
import { keepFew } from '../../checks/remembered.ts'
import { defined } from '../../contracts/defined.ts'
import type { LogRow, PartOfPage, Passage, PublishedChangelog, PublishedLog } from '../../contracts/documents.ts'
import { readChanges } from './history/changes.ts'
import { readLogRows } from './log/rows.ts'
import { methodsAlone, methodsOfSame, mostOfAMethod, uniqueEndpoints } from './mentions.ts'
import { type Block, readSections, type Section } from './pages/sections.ts'
import { lineOf, type Run, readable, runOf } from './pages/text.ts'
import { lineAt } from './pages/written.ts'
import { partsOfPage } from './parts-of-page.ts'
import { collectProblems, type Problems, unreadLines } from './problems.ts'
import { endpointsOfSection, replacementsOfSection, subjectsOfRow } from './statements.ts'
import { subjectsOf } from './subjects.ts'
import { readTable } from './tables.ts'

const mostPassages = 5_000
const mostText = 2_000

// A number alone says what it is in the header above it.
const withHeader = (cell: string, header: string): string => (/^\d{3}$/.test(cell) ? `${header} ${cell}` : cell)

/** `HEAD on that same path`: of the paths that the passage before names. */
const ofSamePath = (passage: Passage, before: Passage | undefined): Passage => {
  if (passage.endpoints.length > 0) return passage
  const endpoints = before?.endpoints ?? []
  const named = methodsOfSame(passage.text).flatMap(method => endpoints.map(({ path }) => ({ method, path })))
  return { ...passage, endpoints: uniqueEndpoints(named) }
}

/** A passage whose methods may be those of any path that it names: `GET /path works for HEAD as well`. What it may state is not absent. */
const withMethods = (passage: Passage): Passage => {
  if (passage.endpoints.length > mostOfAMethod) return passage
  const methods = methodsAlone(passage.text)
  const named = passage.endpoints.flatMap(({ path }) => methods.map(method => ({ method, path })))
  return { ...passage, endpoints: uniqueEndpoints([...passage.endpoints, ...named]) }
}

/** Lines of a cell that begin with an endpoint, as statements of their own: `GET /x: use X<br>HEAD /x: use Y`. */
const apart = ({ text, links }: Run): Run => ({
  text: text.replaceAll(/(?<=[\w)\uE000-\uE004])\n(?=[\uE000-\uE004]*(?:[A-Z]{3,7} )?\/\w)/g, '; '),
  links,
})

const passagesOfBlock = (block: Block): readonly Passage[] => {
  if (block.type === 'table') {
    const table = readTable(block)
    return table.rows.map(row => ({
      text: row.cells
        .map((cell, column) => withHeader(readable(apart(cell)), table.headers[column] ?? ''))
        .filter(Boolean)
        .join(' | ')
        .slice(0, mostText),
      line: row.line,
      ...subjectsOfRow(table, row),
    }))
  }
  if (block.type === 'code')
    return block.value.split('\n').map((line, at) => {
      // The first line of a request is the name of an endpoint.
      const run = { text: line.replace(/ HTTP\/[\d.]+\s*$/, ''), links: [] }
      return { text: readable(run).slice(0, mostText), line: lineOf(block) + at, ...subjectsOf(run) }
    })
  const parts = block.type === 'list' ? block.children : [block]
  return parts.flatMap((part): readonly Passage[] => {
    // What an item lists below itself is no sentence with it.
    const lists = part.type === 'listItem' ? part.children.filter(child => child.type === 'list') : []
    const run = runOf(part, { withoutLists: lists.length > 0 })
    const below = lists.flatMap(passagesOfBlock)
    const introduced = below.length > 0 ? { introduces: below.length } : {}
    return [{ text: readable(run).slice(0, mostText), line: lineOf(part), ...subjectsOf(run), ...introduced }, ...below]
  })
}

const lists = new Set(['list', 'table', 'code'])

/** Everything that a page says, piece by piece: what a reader of rows or entries did not understand stands here too. */
const passagesOf = function* (sections: readonly Section[]): InPieces<Passage[]> {
  const passages = yield* flatMapInPieces(sections, (section): readonly Passage[] => {
    const pieces = section.blocks.map(block => passagesOfBlock(block).filter(({ text }) => text !== ''))
    // A heading introduces what stands directly below it, and a sentence what it announces.
    const introduced = (at: number): Pick<Passage, 'introduces'> =>
      lists.has(section.blocks[at]?.type ?? '') ? { introduces: pieces[at]?.length ?? 0 } : {}
    const heading =
      section.title === ''
        ? []
        : [
            {
              text: section.title.slice(0, mostText),
              line: section.line,
              ...subjectsOf(section.heading as Run),
              heading: true as const,
              ...introduced(0),
            },
          ]
    return [
      ...heading,
      ...pieces.flatMap((passages, at) =>
        section.blocks[at]?.type === 'paragraph'
          ? passages.map(passage =>
              /:\W*$|\b(?:following|below)\b/i.test(passage.text) ? { ...passage, ...introduced(at + 1) } : passage,
            )
          : passages,
      ),
    ]
  })
  return passages.slice(0, mostPassages).map((passage, at) => withMethods(ofSamePath(passage, passages[at - 1])))
}

/** What dresses a page: it has no entries. */
const dressing =
  /^[^\n]{0,40}?["'\s/_-](?:\w+[-_])?(?:feed|buttons?|noindex|head|header|footer|nav|navigation|sidebar|menu|banner|analytics|search|share|styles?|scripts?|meta|seo)(?:[-_]\w+)?(?:\.\w{1,8})?["'\s]/
const includes =
  /\{%-?\s*include|\{\{[<%]\s*(?:include|readfile)|^\.\. include::|^:::?\s*include|!include\b|^include::/gm
const continues =
  /^\W*(?:older|earlier|(?:next|previous)(?= (?:page|entries|changes|releases|years?)\b|\W*$)|full|all(?! (?:products|services|apis|docs|guides|articles|topics|operations)\b)|more(?! (?:about|on|in)\b)|the rest|archive[sd]?(?! (?:an? |the )?(?:repositor|token|tag)))\b.{0,40}$|\b(?:(?:the|our|change ?log|history|log|news|entries|changes) archives?|older (?:entries|changes|releases)|full (?:list|log|history|table))\b/i

/** Parts of a page that stand elsewhere: what is included when it is shown, and what goes on on another page. */
const noteElsewhere = (sections: readonly Section[], text: string, from: string, problems: Problems): void => {
  const included = [...text.matchAll(includes)].find(
    ({ 0: mark, index }) => !dressing.test(text.slice(index + mark.length, index + mark.length + 200)),
  )
  if (included) unreadLines(problems, from, 'includes another file, which is not read.')(lineAt(text, included.index))
  for (const section of sections)
    for (const block of section.blocks) {
      if (block.type !== 'paragraph' && block.type !== 'list') continue
      const run = runOf(block)
      for (const { url, start, end } of run.links)
        if (!url.startsWith('#') && continues.test(run.text.slice(start, end)) && !/operation\/|#\/?tag/.test(url))
          unreadLines(problems, from, 'links to a further page, which is not read.')(lineOf(block))
    }
}

/** Remembers the last documents: `--watch`, several targets and tests read the same ones again and again. */
const remembered = <V>(read: (text: string, from: string) => InPieces<V>) => {
  const last = keepFew<V>(4)
  return function* (text: string, from: string): InPieces<V> {
    const key = `${from}\0${text}`
    const value = last.get(key) ?? (yield* read(text, from))
    last.set(key, value)
    return value
  }
}

/** Reads a page, in whatever form: what every page has, and `own` of its kind. Never throws: what cannot be read is a sentence in `problems`. */
const pageInPieces = <Page>(
  own: (
    sections: readonly Section[],
    from: string,
    problems: Problems,
  ) => InPieces<Own<Page> & { readonly partOf: (line: number) => PartOfPage | undefined }>,
) =>
  remembered(function* (text, from): InPieces<Page> {
    const problems = collectProblems()
    const sections = readSections(text, from, problems)
    yield
    noteElsewhere(sections, text, from, problems)
    const { partOf, ...members } = yield* own(sections, from, problems)
    const passages = yield* passagesOf(sections)
    return {
      from,
      ...members,
      replacements: yield* flatMapInPieces(sections, section => replacementsOfSection(section, sections)),
      passages: passages.map(passage => ({ ...passage, ...defined({ part: partOf(passage.line) }) })),
      problems: problems.list(),
      unread: problems.parts(),
    } as Page
  })

/** What a page of a kind has besides what every page has. */
type Own<Page> = Omit<Page, 'from' | 'replacements' | 'passages' | 'problems' | 'unread'>

export const logInPieces = pageInPieces<PublishedLog>(function* (sections, from, problems) {
  const all = yield* readLogRows(sections, from, problems)
  const partOf = yield* partsOfPage(sections, from, { rows: all })
  const isOfLog = ({ line }: LogRow): boolean => partOf(line) !== 'changelog'
  // A log without a state may leave that to the history: `Removed` stands there alone.
  const stated = new Set(all.filter(isOfLog).flatMap(({ states }) => (states.length === 1 ? states : [])))
  const rows = all.filter(row => isOfLog(row) || !row.states.some(state => stated.has(state)))
  if (rows.length === 0) problems.unread({ line: 1, why: `${from} has no table and no list of deprecated endpoints.` })
  return { partOf, rows, endpoints: uniqueEndpoints(yield* flatMapInPieces(sections, endpointsOfSection)) }
})

export const changelogInPieces = pageInPieces<PublishedChangelog>(function* (sections, from, problems) {
  const all = yield* readChanges(sections)
  const partOf = yield* partsOfPage(sections, from, all)
  const isOwn = ({ line }: { readonly line: number }): boolean => partOf(line) !== 'deprecation-log'
  const dates = all.dates.filter(isOwn)
  const own = all.entries.filter(isOwn)
  const entries = own.some(({ kind }) => kindOf(kind) === 'Deprecation') ? own : all.entries
  if (dates.length > 0 && entries.length === 0)
    problems.unread({ line: dates[0]?.line ?? 1, why: `${from} has dates, but no readable change below them.` })
  if (dates.length === 0)
    problems.unread({ line: 1, why: `${from} has no dated heading and no table of dated changes.` })
  return { partOf, dates, entries }
})

/** The same at once. */
export const readDeprecationLog = (text: string, from: string): PublishedLog => whole(logInPieces(text, from))

export const readChangelog = (text: string, from: string): PublishedChangelog => whole(changelogInPieces(text, from))
