import type { ListItem, Paragraph } from 'mdast'
import { isPlain } from '../../checks/documents/assertions.ts'
import { isOldMention, namesV1 } from '../../checks/documents/claims.ts'
import { sentenceSpans } from '../../checks/documents/sentences.ts'
import { isUnaffected } from '../../checks/documents/vocabulary.ts'
import { oncePer } from '../../checks/remembered.ts'
import type { EndpointMention, PublishedReplacement, Subjects } from '../../contracts/documents.ts'
import { endpointsOf, isChoice, placedMentions, uniqueEndpoints } from './mentions.ts'
import { type Block, outwards, type Section } from './pages/sections.ts'
import { lineOf, masked, type Run, readable, runOf, says, slice } from './pages/text.ts'
import { newlines } from './pages/written.ts'
import { replacementLabel } from './replacement-label.ts'
import { deniesSuccessor, paired, replacementsIn, successorsIn } from './replacements.ts'
import { joinedSubjects, subjectsOf } from './subjects.ts'
import { cellOf, cellsOf, type ReadTable, type Row, readTable } from './tables.ts'

/** Every endpoint that the blocks of a section name, in order, its heading first. */
export const endpointsOfSection = oncePer((section: Section): EndpointMention[] => {
  const heading = section.heading === undefined ? [] : endpointsOf([section.heading])
  return uniqueEndpoints([...heading, ...section.blocks.flatMap(endpointsOfBlock)])
})

const endpointsOfBlock = (block: Block): EndpointMention[] => {
  if (block.type !== 'table') return endpointsOf([runOf(block)])
  const table = readTable(block)
  return table.rows.flatMap(row => endpointsOfRow(table, row))
}

/** What a section is about, without what it names as replacements. */
export const subjectsOfSection = (section: Section): Subjects =>
  joinedSubjects([
    ...(section.heading === undefined ? [] : [subjectsOf(section.heading)]),
    ...section.blocks.map(subjectsOfBlock),
  ])

const subjectsOfBlock = (block: Block): Subjects => {
  // `X is not affected` is about something else.
  if (block.type !== 'table') return subjectsOf(withoutSentences(runOf(block), isUnaffected))
  const table = readTable(block)
  return joinedSubjects(table.rows.map(row => subjectsOfRow(table, row)))
}

/** What a table row is about: a column of replacements is not part of it, and a column of methods belongs to the paths beside it. */
export const subjectsOfRow = (table: ReadTable, row: Row): Subjects =>
  joinedSubjects(
    row.cells.flatMap((cell, column) => {
      const role = table.roles[column]
      if (role === 'new' || role === 'example') return []
      const own = withoutUses(cell, readable(cellOf(table, row, 'feature')))
      const subjects = subjectsOf(own, role === 'old' || role === 'feature')
      return [{ ...subjects, endpoints: withMethods(subjects.endpoints, methodsOf(table, row)) }]
    }),
  )

/** A note without what it says of the feature by its name, which calls what it is not: `CLI 5.x calls GET /x`. */
const withoutUses = (note: Run, feature: string): Run => {
  const name = feature.toLowerCase()
  if (name.length < 3 || namesV1(feature)) return note
  // A path may have the same word in it.
  const isUse = (text: string): boolean =>
    text
      .toLowerCase()
      .replaceAll(/(?<!\S)\S*\/\S*/g, ' ')
      .includes(name) && endpointsOf([{ text, links: [] }]).length > 0
  return withoutSentences(note, isUse)
}

/** A run with blanks for some of its sentences. */
const withoutSentences = (run: Run, isOther: (sentence: string) => boolean): Run => ({
  ...run,
  text: masked(
    run.text,
    sentenceSpans(run.text).filter(({ start, end }) => isOther(run.text.slice(start, end))),
  ),
})

/** The endpoints of a table row; a column of methods belongs to the paths beside it. */
export const endpointsOfRow = (table: ReadTable, row: Row): EndpointMention[] =>
  uniqueEndpoints(
    row.cells.flatMap((cell, column) => {
      const role = table.roles[column]
      const mentions = endpointsOf([cell], role === 'old' || role === 'new' || role === 'feature')
      return role === 'new' ? mentions : withMethods(mentions, methodsOf(table, row))
    }),
  )

/** The methods that a row has in a column of their own. */
const methodsOf = (table: ReadTable, row: Row): readonly string[] =>
  cellOf(table, row, 'method').text.match(/[A-Z]{3,10}/g) ?? []

/** Statements "old is replaced by new" of a section, from its tables, its list items and its sentences, all about what is `around` it. */
export const replacementsOfSection = (
  section: Section,
  sections: readonly Section[],
  around: readonly EndpointMention[] = [],
): PublishedReplacement[] => {
  const named = subjectOf(section, sections)
  const about = around.length > 0 ? around : named
  const below = section.blocks.flatMap((block, at) => {
    const above = section.blocks[at - 1]
    const isNamed = above?.type === 'paragraph' && replacementLabel.test(readable(runOf(above)))
    return isNamed && (block.type === 'code' || block.type === 'paragraph')
      ? labelled(block, about)
      : replacementsOfBlock(block, about)
  })
  return [...answered(section), ...below]
}

const asks = /\b(?:replaces|replacements? (?:for|of)|successors? (?:of|to)|(?:use|call) instead of)\b/i

/** A heading that asks what replaces an endpoint, and an answer below it that is a name and no more. */
const answered = ({ heading, title, blocks: [first] }: Section): PublishedReplacement[] => {
  if (!heading || !asks.test(title) || first?.type !== 'paragraph') return []
  const answer = runOf(first)
  return isPlain(readable(answer)) ? paired(endpointsOf([heading]), successorsIn(answer), lineOf(first)) : []
}

const field = /^\W*\p{Lu}[\p{L} ]{1,30}:\s/u

/** The lines of a paragraph of fields: `Date: Fri, 19 Sep 2025 00:00:00 GMT` is no part of a sentence on what follows. */
const fieldsOf = (block: Paragraph): readonly Run[] => {
  const lines = linesOf(runOf(block, { withBreaks: true }))
  return lines.every(line => field.test(readable(line))) ? lines : []
}

/** The lines of a run that have something. */
const linesOf = (run: Run): readonly Run[] => {
  let at = 0
  return run.text.split('\n').flatMap(text => {
    const line = slice(run, at, at + text.length)
    at += text.length + 1
    return text.trim() === '' ? [] : [line]
  })
}

const replacementsOfBlock = (block: Block, about: readonly EndpointMention[]): PublishedReplacement[] => {
  switch (block.type) {
    case 'table':
      return replacementsOfTable(readTable(block), about)
    case 'list':
      return block.children.flatMap(item => replacementsOfItem(item, about))
    case 'listItem':
      return replacementsOfItem(block, about)
    case 'paragraph': {
      const byField = fieldsOf(block).flatMap(run => replacementsIn(run, lineOf(block), about))
      // `Was: OLD` and `Now: NEW` say something together only.
      return byField.length > 0 ? byField : replacementsIn(runOf(block), lineOf(block), about)
    }
    case 'code':
      return replacementsOfCode(block.value, lineOf(block))
    default:
      return []
  }
}

/** `OLD -> NEW` in the lines of a block, where an arrow may begin the next line. */
const replacementsOfCode = (code: string, line: number): PublishedReplacement[] => {
  if (!code.includes('/')) return []
  return code
    .split(/\n(?!\s*(?:->|=>|[→⇒➔➜]))/)
    .filter(text => /->|=>|[→⇒➔➜]/.test(text))
    .flatMap(text => {
      const above = newlines(code.slice(0, code.indexOf(text)))
      return replacementsIn({ text: text.replaceAll('\n', ' '), links: [] }, line + above, [])
    })
}

/** Whether a run is the name of an endpoint or an operation, and no more. */
const isName = (run: Run): boolean => /^\W*\S+\W*$|^[A-Z]+ \S+$/.test(readable(run))

/** What stands below `Replaced by`, where one endpoint is what all of it is about. */
const labelled = (item: ListItem | Block, about: readonly EndpointMention[]): PublishedReplacement[] => {
  const value = runOf(item)
  const line = lineOf(item)
  if (about.length !== 1) return []
  return deniesSuccessor(readable(value))
    ? about.map(old => ({ old, none: true as const, line }))
    : paired(about, successorsIn(value), line)
}

const replacementsOfItem = (item: ListItem, about: readonly EndpointMention[]): PublishedReplacement[] => {
  const own = runOf(item, { withoutLists: true })
  const named = uniqueEndpoints(placedMentions(own))
  const inner = named.length > 0 ? named : about
  const below = item.children.flatMap(child => (child.type === 'list' ? child.children : []))
  if (replacementLabel.test(readable(own))) return below.flatMap(child => labelled(child, about))
  // A definition of the endpoint by the name of something current: `OLD` with `NEW` as all that stands below it.
  const [only, ...others] = below
  if (only && others.length === 0 && named.length === 1 && isName(own)) {
    const news = runOf(only)
    if (isName(news) && !placedMentions(news).some(isOldMention))
      return paired(named, successorsIn(news), lineOf(only)).map(one => ({ ...one, unsure: true }))
  }
  return [...replacementsIn(own, lineOf(item), about), ...below.flatMap(child => replacementsOfItem(child, inner))]
}

/** Properties are those of what stands above them; a table of several rows, or with names of another kind, is about what these are. */
const replacementsOfTable = (table: ReadTable, about: readonly EndpointMention[]): PublishedReplacement[] => {
  const hasNames = table.roles[0] === 'other' && table.rows.some(({ cells: [name] }) => name && says(readable(name)))
  const isOfOne = table.rows.length === 1 && !hasNames
  return table.rows.flatMap(row => replacementsOfRow(table, row, isOfOne ? about : []))
}

/** The statements of one table row: its OLD and NEW cells, or the sentences in its cells, which are about what the row names, else about these. */
export const replacementsOfRow = (
  table: ReadTable,
  row: Row,
  about: readonly EndpointMention[] = [],
): PublishedReplacement[] => {
  const oldRole = table.roles.includes('old') ? 'old' : 'feature'
  const cell = cellOf(table, row, 'new')
  const hasOlds = table.roles.includes(oldRole)
  const olds = hasOlds ? withMethods(endpointsOf(cellsOf(table, row, oldRole), true), methodsOf(table, row)) : about
  const byLine = replacementsByLine(cellsOf(table, row, oldRole), cell, row.line)
  if (byLine) return byLine
  if (deniesSuccessor(readable(cell))) return olds.map(old => ({ old, none: true, line: row.line }))
  const news = olds.length > 0 ? successorsIn(cell, true) : []
  // `see below` names none, and another cell may.
  if (news.length === 0)
    return row.cells.flatMap((own, column) =>
      replacementsIn(own, row.line, table.roles[column] === oldRole ? [] : olds),
    )
  const choice = olds.length === 1 && isChoice(cell)
  return paired(olds, news, row.line).map(one => (choice ? { ...one, choice } : one))
}

/** Cells of as many lines with an endpoint in each of the one: what stands in the same line of the other replaces it. */
const replacementsByLine = (cells: readonly Run[], news: Run, line: number): PublishedReplacement[] | undefined => {
  const [olds, more] = cells.filter(cell => endpointsOf([cell], true).length > 0)
  // A line above them says what they are.
  const named = olds && !more ? linesOf(olds).map(own => endpointsOf([own], true)) : []
  const own = named.filter(({ length }) => length > 0)
  const others = linesOf(news)
  if (own.length < 2 || own.length !== others.length || own.some(({ length }) => length > 1)) return undefined
  return own.flatMap((old, at): PublishedReplacement[] => {
    const other = others[at] as Run
    return deniesSuccessor(readable(other))
      ? old.map(one => ({ old: one, none: true, line }))
      : paired(old, successorsIn(other, true), line).map(one => ({ ...one, statement: at }))
  })
}

const withMethods = (mentions: readonly EndpointMention[], methods: readonly string[]): EndpointMention[] => {
  if (methods.length === 0) return [...mentions]
  return mentions.flatMap(mention =>
    mention.method === undefined ? methods.map(method => ({ method, path: mention.path })) : [mention],
  )
}

/** What a section is about: the endpoints of its heading, or of the nearest heading around it that names any, or else the only one in it. */
const subjectOf = (section: Section, sections: readonly Section[]): EndpointMention[] => {
  const named = outwards(section, sections)
    .map(({ heading }) => (heading ? endpointsOf([heading]) : []))
    .find(({ length }) => length > 0)
  if (named) return named
  const own = section.heading === undefined || namesV1(section.title) ? [] : subjectsOfSection(section).endpoints
  return own.length === 1 ? [...own] : []
}
