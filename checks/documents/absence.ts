import { grouped } from '../../contracts/causes/grouped.ts'
import type {
  EndpointMention,
  LogRow,
  Passage,
  PublishedChangelog,
  PublishedLog,
  Unread,
} from '../../contracts/documents.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { type Finding, unclear } from '../../contracts/results/finding.ts'
import {
  type Claim,
  type DocumentName,
  type Expected,
  namesV1,
  namesV1Api,
  nouns,
  openStatement,
  rowClaim,
  weigh,
} from './claims.ts'
import type { Thing } from './clauses.ts'
import { thingsIn } from './prose/names.ts'
import { datesIn, isDay } from './published-dates.ts'
import { type Endpoint, isMentionOf, isRemovedRoute, passageExcerpt, sameName } from './published-documents.ts'
import { codesIn } from './stated-status.ts'
import { isUnaffected } from './vocabulary.ts'

const placeOf = (from: string, { line, at, why }: Unread): Readonly<Record<string, string>> => ({
  place: line === undefined ? `${from}${at ?? ''}` : `${from}, line ${line}`,
  why: why.replace(/\.$/, ''),
})

/** Undefined where a document was read whole; the finding that leaves its absence open where it was not. */
export const unreadPart = (
  document: DocumentName,
  published: { readonly from: string; readonly unread: readonly Unread[] },
  what: string,
): Finding | undefined => {
  const [part] = published.unread
  if (!part) return undefined
  return unclear(
    'document-unread',
    { document: nouns[document], what, ...placeOf(published.from, part) },
    { document, from: published.from, ...(part.line === undefined ? {} : { line: part.line }), text: part.why },
  )
}

const shortest = 60

/** A passage with the short ones next to it: a layout that is not understood has each cell of a row on its own. */
const withNeighbours = (passages: readonly Passage[], at: number): Passage => {
  const passage = passages[at] as Passage
  const short = ({ text }: Passage): boolean => text.length < shortest
  if (!short(passage)) return passage
  const behind = passages.slice(at + 1, at + 3)
  // What ends with a colon is of what stands behind it.
  const end = behind.findIndex(({ text }) => text.endsWith(':'))
  const near = [...passages.slice(Math.max(0, at - 2), at + 1), ...behind.slice(0, end < 0 ? undefined : end)].filter(
    short,
  )
  return { ...passage, text: near.map(({ text }) => text).join(' | ') }
}

/** What a page says, without the part that is the other document. */
export const ownPassages = (
  document: 'deprecation-log' | 'changelog',
  { passages }: { readonly passages: readonly Passage[] },
): readonly Passage[] => passages.filter(({ part }) => part === undefined || part === document)

/** A passage that could be the statement and was not understood as one. */
export const passageOf = (
  document: 'deprecation-log' | 'changelog',
  published: { readonly from: string; readonly passages: readonly Passage[] },
  what: string,
  fits: (passage: Passage) => boolean,
): Finding | undefined => {
  const { passages } = published
  const passage = passages.find((candidate, at) => fits(candidate) || fits(withNeighbours(passages, at)))
  return passage && openStatement(what, passageExcerpt({ from: published.from, document }, passage))
}

/** A row that names nothing that is known, and could be the one that is looked for. */
const unnamedRow = (log: PublishedLog, expected: Expected): Claim | undefined =>
  log.rows
    .filter(row => row.endpoints.length === 0 && row.operationIds.length === 0 && !namesV1(row.feature))
    .map(row => rowClaim(log, row))
    .find(claim => ['agrees', 'open'].includes(weigh(claim, expected).says))

/** Whether a passage of a page names an endpoint and a day that could be the expected one, or a state without a day it could not be. */
export const couldState = (passage: Passage, day: string): boolean =>
  datesIn(passage.text).some(date => isDay(date, day) !== 'no')

/**
 * What leaves open whether a log has a row: one that names nothing known, a part that was not read, or a passage that was not understood.
 * Undefined where the page was read whole and has nothing of the kind.
 */
export const possibleRow = (
  log: PublishedLog,
  expected: Expected,
  feature: string,
  names: (passage: Passage) => boolean,
): Finding | undefined => {
  const row = unnamedRow(log, expected)
  if (row) return openStatement(feature, row.excerpt)
  return unreadPart('deprecation-log', log, feature) ?? furtherPassage(log, expected, feature, names)
}

/** A passage next to the rows that could be the statement: it names the thing, and has the day or stands in a section that has it. */
export const furtherPassage = (
  log: PublishedLog,
  { date }: Expected,
  feature: string,
  names: (passage: Passage) => boolean,
): Finding | undefined => {
  const byLine = grouped(log.rows, ({ line }) => line)
  // An item may begin with its day on the line above that of the row.
  const rowsOf = ({ line, text }: Passage): readonly LogRow[] => [
    ...(byLine.get(line) ?? []),
    ...(byLine.get(line + 1) ?? []).filter(row => text.endsWith(row.text)),
  ]
  const could = (passage: Passage): boolean => rowsOf(passage).length === 0 && couldState(passage, date)
  const passages = ownPassages('deprecation-log', log)
  const dated = new Set(
    sectionsOf(passages)
      .filter(section => section.some(could))
      .flat()
      .map(({ line }) => line),
  )
  // A paragraph may have rows of some of the things that it names, and none of the others.
  const isStated = (passage: Passage): boolean => rowsOf(passage).some(row => names(row))
  return passageOf(
    'deprecation-log',
    { from: log.from, passages },
    feature,
    passage => !isStated(passage) && names(passage) && (dated.has(passage.line) || couldState(passage, date)),
  )
}

/** Whether a text has the method and the path of an endpoint letter by letter, whatever it says of it. */
export const namesPath = (text: string, { method, path }: Endpoint): boolean =>
  text
    .split(`${method} ${path}`)
    .slice(1)
    .some(rest => !/^[\w/{-]/.test(rest))

/**
 * A passage that names an endpoint, and that no reader made a statement of: the page is in a form that was not understood, and what is
 * looked for may be this.
 */
export const unreadMention = (log: PublishedLog, endpoint: Endpoint, feature: string): Finding | undefined => {
  const isNamed = (about: readonly EndpointMention[]): boolean => about.some(mention => isMentionOf(mention, endpoint))
  return passageOf(
    'deprecation-log',
    { from: log.from, passages: ownPassages('deprecation-log', log) },
    feature,
    ({ line, text, endpoints }) =>
      (isNamed(endpoints) || namesPath(text, endpoint)) &&
      !log.rows.some(row => row.line === line && isNamed(row.endpoints)) &&
      !log.replacements.some(one => one.line === line && !one.unsure && isNamed([one.old])),
  )
}

/** Whether a passage is the row of a table. */
export const isRow = (text: string): boolean => text.includes(' | ')

/** The passages of a page, divided where a heading follows what is none. */
const sectionsOf = (passages: readonly Passage[]): readonly (readonly Passage[])[] => {
  const starts = passages.flatMap(({ heading }, at) =>
    (heading && !passages[at - 1]?.heading) || at === 0 ? [at] : [],
  )
  return starts.map((start, index) => passages.slice(start, starts[index + 1]))
}

/** The operations of the document that replace an endpoint; a row or a field may be on its GET and HEAD. */
const replacing = ({ path, method = '' }: Partial<Endpoint>): readonly (string | null)[] => [
  ...lifecycle.v1Routes.filter(route => route.path === path).map(({ replacedBy }) => replacedBy),
  ...lifecycle.legacyEndpoints
    .filter(old => old.path === path && (old.method === method || /(?:GET|HEAD){2}/.test(old.method + method)))
    .map(({ replacedBy }) => replacedBy),
]

/** What can be another replacement of an old endpoint than that of the document: an operation of the document, or its path. */
const isOtherThan =
  (expected: readonly (string | null)[]) =>
  (thing: Thing): boolean =>
    lifecycle.operations.some(
      ({ id, published }) =>
        !expected.includes(id) &&
        (thing.is === 'operation' ? sameName(thing.id, id) : thing.is === 'endpoint' && isMentionOf(thing, published)),
    )

/** The passage with what its heading names, where it names no endpoint itself: a field is of what stands above it. */
const withHeadings = (passages: readonly Passage[]): readonly { passage: Passage; about: Passage }[] => {
  let heading: Passage | undefined
  return passages.map(passage => {
    if (passage.heading) heading = passage
    return { passage, about: passage.endpoints.length === 0 && heading ? heading : passage }
  })
}

/**
 * What leaves open whether a page names the replacement of an endpoint, where no statement on it was understood: a part that was not
 * read, or a row or a field that names something else than its replacement next to it. Sentences are read where replacements are, and an entry of a
 * change history names what is new next to what is old.
 */
export const possibleReplacement = (
  document: 'deprecation-log' | 'changelog',
  page: PublishedLog | PublishedChangelog,
  endpoint: Pick<Endpoint, 'path'> & Partial<Endpoint>,
  feature: string,
): Finding | undefined => {
  const isIt = ({ endpoints }: Passage): boolean =>
    endpoints.some(({ path, method }) =>
      isMentionOf({ path, ...(endpoint.method && method && { method }) }, { method: '', ...endpoint }),
    )
  const isOther = isOtherThan(replacing(endpoint))
  const lines = new Set([...page.replacements, ...('entries' in page ? page.entries : [])].map(({ line }) => line))
  const found = withHeadings(page.passages).find(
    ({ passage, about }) =>
      !passage.heading &&
      (about !== passage || isRow(passage.text)) &&
      isIt(about) &&
      !lines.has(passage.line) &&
      !isUnaffected(passage.text) &&
      thingsIn(passage.text).some(isOther),
  )
  return found
    ? openStatement(feature, { ...passageExcerpt(page, found.passage), document })
    : unreadPart(document, page, feature)
}

/** What leaves open whether a page states that removed v1 routes answer something else: a number next to them that may be a status. */
export const possibleStatus = (log: PublishedLog, feature: string): Finding | undefined => {
  const isOfV1 = ({ text, endpoints }: Passage): boolean =>
    endpoints.some(({ path }) => isRemovedRoute(path)) || namesV1Api(text)
  const found = withHeadings(log.passages).find(
    ({ passage, about }) =>
      !passage.heading && codesIn(passage.text).some(status => status !== '410') && (isOfV1(passage) || isOfV1(about)),
  )
  return found
    ? openStatement(feature, passageExcerpt(log, found.passage))
    : unreadPart('deprecation-log', log, feature)
}
