import type {
  ChangeEntry,
  EndpointMention,
  LogRow,
  PublishedChangelog,
  PublishedDate,
  PublishedLog,
  State,
  Subjects,
} from '../../contracts/documents.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { type Evidence, type Excerpt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'
import { normalTemplate } from '../path-template.ts'
import { shortened } from '../source.ts'
import { read, type Thing } from './clauses.ts'
import { nameOf, namesIn } from './prose/names.ts'
import { areBefore, isAfter, isDay } from './published-dates.ts'
import { type Endpoint, isMentionOf, isOfHubV1, isV1Template, rowExcerpt } from './published-documents.ts'
import { isBelowOther } from './questions.ts'
import { everyState, isAboutPart, isLimited, statesIn } from './vocabulary.ts'

/** As much of a text as a message quotes. */
const quoteOf = (text: string): string => shortened(text, 119)

/** Something that a document states about an endpoint, an operation or an area, and where. */
export interface Claim {
  readonly about: Subjects
  /** The states that it can mean; none where it states none. */
  readonly states: readonly State[]
  readonly dates: readonly PublishedDate[]
  /** As published. */
  readonly status: string
  readonly date: string
  /** All that the row says. */
  readonly text: string
  /** What the page says, where it has no fields for state and date. */
  readonly quote?: string | undefined
  /** Whether it is about the thing for certain: a mention without a method may be about another one. */
  readonly sure: boolean
  /** Whether it may be about a part of the thing, such as a parameter, which has a state of its own. */
  readonly partly: boolean
  readonly excerpt: Excerpt
}

/** What is expected of an endpoint: its state, and since when. */
export interface Expected {
  readonly state: 'deprecated' | 'removed'
  readonly date: string
}

export type Weight =
  | { readonly says: 'agrees' }
  | { readonly says: 'nothing' }
  | { readonly says: 'open' }
  | { readonly says: 'contradicts'; readonly what: 'status' | 'date' }

const weighDates = (claim: Claim, expected: string): Weight => {
  if (claim.dates.length === 0)
    return /[\p{L}\p{N}]/u.test(claim.date) ? { says: 'open' } : { says: 'contradicts', what: 'date' }
  const days = claim.dates.map(date => isDay(date, expected))
  if (days.every(day => day === 'yes')) return { says: 'agrees' }
  if (days.every(day => day === 'no')) return { says: 'contradicts', what: 'date' }
  // Two days for one thing contradict each other; with words between them they may be of two things.
  let words = claim.date
  for (const { text } of claim.dates) words = words.replace(text, '')
  return /\p{L}{2}/u.test(words) || days.includes('open') ? { says: 'open' } : { says: 'contradicts', what: 'date' }
}

/**
 * Whether a statement is true, false or neither where an endpoint has that state since that day. A deprecated endpoint may have been
 * removed since; a removed one was deprecated before.
 */
export const weigh = (claim: Claim, expected: Expected): Weight => {
  const weight = weighWhole(claim, expected)
  return claim.partly && weight.says === 'contradicts' ? { says: 'open' } : weight
}

const weighWhole = (claim: Claim, { state, date }: Expected): Weight => {
  const { states, dates } = claim
  if (states.length === 0) return { says: 'nothing' }
  const [only] = states
  const undated = !/\p{N}/u.test(claim.date)
  if (states.length === 1 && only === state) return weighDates(claim, date)
  if (states.includes('removed')) {
    const later = dates.length > 0 && dates.every(own => isAfter(own, date))
    // Until its last day, the document has it as deprecated.
    if (only === 'removed' && later)
      return { says: dates.every(own => isAfter(own, lifecycle.version)) ? 'agrees' : 'open' }
    if (undated || dates.some(own => isDay(own, date) === 'open')) return { says: 'open' }
  }
  if (only === 'deprecated' && states.length === 1)
    return undated || dates.every(own => own.days.length > 0 && own.days.every(day => day <= date))
      ? { says: 'nothing' }
      : { says: 'contradicts', what: 'status' }
  if (states.length === 1 && only === 'active' && areBefore(dates, date)) return { says: 'nothing' }
  if (!states.includes(state)) return { says: 'contradicts', what: 'status' }
  return { says: 'open' }
}

export const rowClaim = (log: PublishedLog, row: LogRow, sure = false): Claim => ({
  about: row,
  states: row.states,
  dates: row.dates,
  status: row.status,
  date: row.date,
  text: row.text,
  quote: row.quote,
  sure,
  partly: isAboutPart(row.feature) !== 'no',
  excerpt: rowExcerpt(log, row),
})

const names = (subjects: Subjects, endpoint: Endpoint): boolean =>
  subjects.endpoints.some(mention => isMentionOf(mention, endpoint))

const namesExactly = (subjects: Subjects, endpoint: Endpoint): boolean =>
  subjects.endpoints.some(mention => mention.method !== undefined && isMentionOf(mention, endpoint))

/** Endpoints of the document that share a path with this one and changed on another day: a mention without a method may be of either. */
const isAmbiguous = (endpoint: Endpoint): boolean =>
  new Set(lifecycle.legacyEndpoints.filter(({ path }) => path === endpoint.path).map(({ deprecated }) => deprecated))
    .size > 1

/** Whether a mention is of an endpoint that is old by the document. */
export const isOldMention = (mention: EndpointMention): boolean =>
  isV1Template(mention.path) || lifecycle.legacyEndpoints.some(endpoint => isMentionOf(mention, endpoint))

/** What a log states about an endpoint. A row's own words are surer than those of a section that it links to. */
export const claimsAbout = (log: PublishedLog, endpoint: Endpoint): readonly Claim[] => {
  const ambiguous = isAmbiguous(endpoint)
  const rows = log.rows.filter(row => names(row, endpoint))
  return rows.flatMap(row => {
    const own = names(row.itself, endpoint)
    // A sentence with several days for one path has them for several methods of it.
    const hasOther = rows.some(
      other =>
        other.line === row.line &&
        other.date !== row.date &&
        other.quote !== undefined &&
        names(other.itself, endpoint),
    )
    const exact = namesExactly(row.itself, endpoint) || (own && !ambiguous && !hasOther)
    // A row without a method is about the methods that its section names.
    const narrowed =
      own &&
      !exact &&
      row.endpoints.some(
        ({ method, path }) => method !== undefined && normalTemplate(path) === normalTemplate(endpoint.path),
      )
    if (narrowed && !namesExactly(row, endpoint)) return []
    const claim = rowClaim(
      log,
      row,
      exact || (!own && rows.every(({ feature }) => feature === row.feature)) || (narrowed && rows.length === 1),
    )
    return [!own && row.mixed ? { ...claim, partly: true } : claim]
  })
}

/** `v1.34` is a release, and `/v1/` the path of all of it. */
const v1Words =
  /(?<![\p{L}\p{N}/]|\b(?:its|their|whose) )(?:(?:v|version )1(?:\.0)?|1st generation|first generation)(?![\p{L}\p{N}]|\.\p{N})|(?<![\p{L}\p{N}./])\/v1(?:\/\*{0,2})?(?![\p{L}\p{N}/{<:*])/iu

/** Whether a text is about the v1 generation and not about what replaces it. */
export const namesV1 = (text: string): boolean =>
  v1Words.test(text.replaceAll(/\b(?:replac(?:es|ing)|instead of|successors? (?:of|to))\b[^.;]*/gi, ''))

const isV1 = ({ is }: Thing): boolean => is === 'v1'

/** `In v1 a repository …`: a sentence about something else. */
const inVersion = /^\W*in v1,? (?:an?|the)\b/i

/** Whether it is the v1 API that a text names, and not something else that has a v1: `v1 webhooks`, `CLI, version 1`. */
export const namesV1Api = (text: string): boolean => namesV1(text) && !inVersion.test(text) && namesIn(text).some(isV1)

/** Whether a row names the v1 API and nothing else next to it: `Webhooks API v1` may be the API of another service. */
export const namesV1Only = ({ feature }: Pick<LogRow, 'feature'>): boolean => {
  const name = nameOf(feature)
  const named = name.length > 0 ? name : read(feature).flatMap(({ of }) => of)
  return named.some(isV1) && named.every(isV1)
}

/** What a log states about the v1 API as a whole or about its routes. */
export const v1Claims = (log: PublishedLog, routes: readonly string[]): readonly Claim[] => {
  const isNamed = log.rows.some(namesV1Only)
  return log.rows.flatMap(row => {
    const whole = namesV1(row.feature) && !/\/v1\//.test(row.feature)
    const listed = row.itself.endpoints.some(
      ({ path }) =>
        (isNamed ? /^\/v1\/(?:\*|\{[^}]*\})?$/ : /\/v1\/(?:\*|\{[^}]*\})?$/).test(path) ||
        routes.some(route => normalTemplate(path).endsWith(normalTemplate(route))),
    )
    const sure =
      !isBelowOther(
        log.passages,
        log.passages.findIndex(({ line }) => line === row.line),
      ) &&
      (listed || (whole && (isNamed ? namesV1Only(row) : namesV1Api(row.feature))))
    const isUnread = [...row.endpoints, ...row.operationIds].length === 0 && namesV1Api(row.text)
    if (!whole && !row.endpoints.some(({ path }) => isV1Template(path)))
      return isUnread ? [rowClaim(log, { ...row, states: everyState })] : []
    // `v1 API (routes of tags only)`: nothing is said of the others. `/v1/scans` may be a route of another service.
    const isOther = whole
      ? isLimited(row.feature)
      : !listed && !namesV1(row.feature) && !row.endpoints.some(({ path }) => isOfHubV1(path))
    return [rowClaim(log, isOther ? { ...row, states: everyState } : row, sure)]
  })
}

export const nouns = {
  reference: 'the reference',
  'deprecation-log': 'the deprecation log',
  changelog: 'the change history',
} as const

export type DocumentName = keyof typeof nouns

/** The first certain statement that contradicts what is expected; what states no day contradicts no day. */
export const contradicted = (claims: readonly Claim[], expected: Expected): Claim | undefined =>
  claims.find(claim => {
    const weight = weigh(claim, expected)
    return claim.sure && weight.says === 'contradicts' && (weight.what === 'status' || claim.dates.length > 0)
  })

/** A statement in words that contradicts the document. */
export const statedOtherwise = (feature: string, excerpt: Excerpt): Finding =>
  violated(
    'stated-otherwise',
    { document: nouns[excerpt.document as DocumentName], feature, text: quoteOf(excerpt.text) },
    excerpt,
  )

/** What is found of the parts of something says of all of it: what is violated, else what is left open; undefined where there is no part. */
export const together = <Part>(parts: readonly Part[], judge: (part: Part) => Finding): Finding | undefined => {
  const seen: Evidence[] = []
  let left: Finding | undefined
  for (const part of parts) {
    const finding = judge(part)
    if (finding.kind === 'violated') return finding
    if (finding.kind === 'holds') seen.push(...finding.seen)
    else left ??= finding
  }
  const [first, ...rest] = seen
  return left ?? (first && holds(first, ...rest))
}

const placeIn = ({ from, line }: Excerpt): string => (line === undefined ? from : `${from}, line ${line}`)

/** The statement of a row about an endpoint, open where its status is no word for one state. */
export const openClaim = (feature: string, { status, excerpt }: Claim): Finding =>
  status === '' || statesIn(status).length === 1
    ? openStatement(feature, excerpt)
    : unclear(
        'status-unclear',
        {
          document: nouns[excerpt.document as DocumentName],
          feature,
          status: quoteOf(status),
          place: placeIn(excerpt),
        },
        excerpt,
      )

/** A statement that can be read in more than one way. */
export const openStatement = (
  feature: string,
  excerpt: Excerpt,
  place = placeIn(excerpt),
  text = excerpt.text,
): Finding =>
  unclear(
    'statement-unclear',
    { document: nouns[excerpt.document as DocumentName], feature, place, text: quoteOf(text) },
    excerpt,
  )

/** Two statements that cannot both be true, both quoted. */
export const contradiction = (feature: string, first: Excerpt, second: Excerpt): Finding =>
  violated(
    'contradicting-statements',
    {
      feature,
      first: quoteOf(first.text),
      place: placeIn(first),
      second: quoteOf(second.text),
      other: placeIn(second),
    },
    first,
    second,
  )

export const entryClaim = (changelog: PublishedChangelog, entry: ChangeEntry): Excerpt => ({
  document: 'changelog',
  from: changelog.from,
  line: entry.line,
  text: `${entry.date} | ${entry.kind || '(none)'} | ${entry.text.slice(0, 200)}`,
})
