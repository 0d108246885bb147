import type {
  EndpointMention,
  LogRow,
  Passage,
  PublishedChangelog,
  PublishedLog,
  PublishedReference,
  ReferenceOperation,
  Unread,
} from '../../contracts/documents.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { type Excerpt, type Finding, unclear } from '../../contracts/results/finding.ts'
import { normalTemplate, parametersIn, parametersOf } from '../path-template.ts'
import { lettersAndDigits } from '../reading/things.ts'
import { ends, read, type Said } from './clauses.ts'
import { isAfter } from './published-dates.ts'
import { sentencesOf } from './sentences.ts'
import { isHedgedState } from './vocabulary.ts'

/** An endpoint of the lifecycle document. */
export interface Endpoint {
  readonly method: string
  readonly path: string
}

export const endpointOf = (text: string): Endpoint => {
  const [method = '', path = ''] = text.split(' ')
  return { method, path }
}

/** Whether a mention in a published text is of that endpoint; a text may leave the method out. */
export const isMentionOf = (mention: EndpointMention, endpoint: Endpoint): boolean =>
  normalTemplate(mention.path) === normalTemplate(endpoint.path) &&
  (mention.method === undefined || mention.method.toUpperCase() === endpoint.method)

const labelIn = (operation: ReferenceOperation): string => {
  const words = operation.deprecated ? undefined : labelWords(operation)
  return words === undefined ? '' : `, "${words.slice(0, 100)}"`
}

export const referenceExcerpt = (reference: PublishedReference, operation: ReferenceOperation): Excerpt => ({
  document: 'reference',
  from: reference.from,
  text: `${operation.method} ${operation.path}${operation.operationId === undefined ? '' : ` (${operation.operationId})`}${operation.deprecated ? ', deprecated' : ''}${labelIn(operation)} [${operation.tags.join(', ')}]`,
})

type Page = Pick<PublishedLog, 'from' | 'parts'> & { readonly document?: Excerpt['document'] }

/** The place of a line; one of a description in a reference is not a line of its file. */
const placed = (page: Page, line: number): Omit<Excerpt, 'text'> => {
  const { from, parts } = page
  const document = page.document ?? 'deprecation-log'
  const part = parts?.findLast(one => one.line <= line)
  return part ? { document, from: `${from}, ${part.name}` } : { document, from, line }
}

export const rowExcerpt = (log: PublishedLog, row: LogRow): Excerpt => ({
  ...placed(log, row.line),
  text: row.quote ?? `${row.status || '(none)'} | ${row.feature} | ${row.date}`,
})

export const passageExcerpt = (page: Page, { line, text }: Passage): Excerpt => ({
  ...placed(page, line),
  text: text.slice(0, 200),
})

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`

/** A document as a whole, as evidence that something does not stand in it. */
export const wholeDocument = (
  document: Excerpt['document'],
  published: PublishedReference | PublishedLog | PublishedChangelog,
): Excerpt => ({
  document,
  from: published.from,
  text:
    'operations' in published
      ? `OpenAPI ${published.version}, ${published.operations.length} operations`
      : 'rows' in published
        ? counted(published.rows.length, 'row', 'rows')
        : `${counted(published.entries.length, 'entry', 'entries')} on ${counted(published.dates.length, 'day', 'days')}`,
})

/** Open, where a reference has nothing that can be read as operations: it shows neither what is published nor what is not. */
export const withoutOperations = (reference: PublishedReference): Finding | undefined =>
  reference.operations.length === 0
    ? unclear(
        'unreadable-document',
        { document: 'the reference', what: 'operations' },
        wholeDocument('reference', reference),
      )
    : undefined

/** Operations of a reference that are that endpoint. */
export const operationsAt = (reference: PublishedReference, endpoint: Endpoint): readonly ReferenceOperation[] =>
  reference.operations.filter(operation => isMentionOf(operation, endpoint))

/** The operation of a reference that is called at a path: declared for the same one, else for one with values in the place of some parameters. */
export const declaredFor = (
  { operations }: PublishedReference,
  { method, path }: Endpoint,
): ReferenceOperation | undefined => {
  const own = operations.filter(operation => operation.method === method)
  const declared = own.find(operation => isMentionOf(operation, { method, path }))
  if (declared) return declared
  const called = path.replace(/\/?(?:\?.*)?$/, '')
  const fitting = own.filter(operation => parametersIn(operation.path.replace(/\/$/, ''), called) !== undefined)
  const fewest = (best: ReferenceOperation, other: ReferenceOperation): ReferenceOperation =>
    parametersOf(other.path).length < parametersOf(best.path).length ? other : best
  return fitting.length === 0 ? undefined : fitting.reduce(fewest)
}

/** Rows of a log that name an endpoint, themselves or in the section that they link to. */
export const rowsOf = (log: PublishedLog, endpoint: Endpoint): readonly LogRow[] =>
  log.rows.filter(row => row.endpoints.some(mention => isMentionOf(mention, endpoint)))

/** What follows `deprecated` where it is what a text says of its operation, and not of something in it: `Deprecated scopes are refused.` */
const ofOperation =
  /^(?:[^\S\n]*(?:$|\n|[^\s\w])|\s+(?:since|on|as|from|in|by|with|and|but|because|due|for|use|please|see|will|is|it|this|the|effective|starting|after|old|legacy|endpoint|operation|route|method|api|request|call|way)\b)/i
const ofThing =
  /^\s+(?:[a-z_-]+\s+){0,3}?(?:(?!(?:get|list|create|return|read|check|show|update|delete|add|set|assign)s\b)[a-z]{2,}[^su\W]s|are|were|can|must|parameter|argument|field|member|property|header|option|flag|filter|attribute|value|format|type)\b/

/** `Deprecated predecessor: HEAD /x` labels what it names. */
const ofNamed = /^\s+[\w-]+\s*:\W{0,5}(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b|\/)/

/** Whether a text begins with the label of its operation. */
export const beginsLabelled = (text: string): boolean => {
  const first = sentencesOf(text)[0] ?? text
  const word = /^\W*deprecated\b/i.exec(first)?.[0]
  if (word === undefined || isHedgedState(first)) return false
  const rest = first.slice(word.length).replaceAll('`', '')
  return !ofNamed.test(rest) && (ofOperation.test(rest) || !ofThing.test(rest))
}

type Described = Pick<ReferenceOperation, 'summary' | 'description'>

const codeBlock = /^[ \t]*(```+|~~~+)[\s\S]*?(?:^[ \t]*\1|$(?![\s\S]))/gm
/** An item of a list, a row of a table, a heading, or what stands behind the name of something, with the lines that belong to it. */
const ofElse = /^[ \t]*(?:(?:[-*+•:]|\w{1,2}[.)])[ \t]|[|#]|`[^`\n]{1,60}`[^:\n]{0,20}:).*(?:\n[ \t]+\S.*)*/gm

/** What the reference says in sentences of an operation: what stands in a list or a table is of something else. */
export const ownSentences = ({ summary = '', description = '' }: Described): readonly string[] =>
  [summary, description.replaceAll(codeBlock, '').replaceAll(ofElse, '')].flatMap(sentencesOf)

/** Whether what a clause says is so from a day on that is still to come: `Sunset: 2026-12-31`. */
export const isToCome = ({ mood, dates }: Said): boolean =>
  mood !== 'past' && dates.some(date => isAfter(date, lifecycle.version))

/** Whether a clause is about the operation that its text describes. */
const isItself = ({ of }: Said): boolean => of.some(({ is }) => is === 'this')

/** The sentence that says of an operation that it is deprecated. */
const sentenceLabelled = (operation: Described): string | undefined =>
  ownSentences(operation).find(sentence =>
    read(sentence).some(said => isItself(said) && said.act !== 'end' && said.act !== 'serve' && ends(said) === 'yes'),
  )

/** Whether a text says of its operation that it is deprecated. */
export const saysLabelled = (text: string): boolean =>
  beginsLabelled(text) || sentenceLabelled({ description: text }) !== undefined

/** The words by which the reference says of its own operation that it is deprecated. */
const labelWords = (operation: ReferenceOperation): string | undefined =>
  [operation.summary].find(text => text?.match(/[([]\s*deprecated\s*[)\]]/i)) ??
  [operation.summary, operation.description].find(text => text && beginsLabelled(text)) ??
  sentenceLabelled(operation)

/** Whether the reference says of its own operation that it is deprecated. */
export const isLabelled = (operation: ReferenceOperation): boolean =>
  operation.deprecated || labelWords(operation) !== undefined

/** Whether the reference says of its own operation that it was removed: in words, or by 410 as its only answer. */
export const isEnded = ({ responses, ...described }: ReferenceOperation): boolean =>
  (responses.length > 0 && responses.every(({ status }) => status === '410')) ||
  ownSentences(described).some(sentence =>
    read(sentence).some(said => isItself(said) && said.act === 'end' && ends(said) === 'yes' && !isToCome(said)),
  )

/** Parts of a reference that may hold whole operations. */
export const unreadOperations = (reference: PublishedReference): readonly Unread[] =>
  reference.unread.filter(({ at }) => at === undefined || /^#\/paths(?:\/[^/]+){0,2}$/.test(at))

/** Whether two published names are the same: people write `CreateRepository`, `createRepository`, `create_repository` or `create-repository`. */
export const sameName = (a: string | undefined, b: string): boolean =>
  a !== undefined && lettersAndDigits(a) === lettersAndDigits(b)

/** The operation of the reference with that id: as written, else as {@link sameName} compares them. */
export const publishedAs = (reference: PublishedReference, id: string): ReferenceOperation | undefined =>
  reference.operations.find(operation => operation.operationId === id) ??
  reference.operations.find(operation => sameName(operation.operationId, id))

/** The id that a framework gave an operation instead: a class before its name, a method behind it, or the path and the method. */
export const generatedAs = ({ operations }: PublishedReference, id: string): string | undefined =>
  operations.find(
    ({ operationId = '', path, method }) =>
      operationId.split(/\W|_/).some(part => sameName(part, id)) ||
      sameName(operationId, `${id}${path.replaceAll(/\W/g, '')}${method}`),
  )?.operationId

/** Whether a tag is among published ones: `Access Tokens` is how people write `access-tokens`. */
export const hasTag = (tags: readonly string[], tag: string): boolean => tags.some(own => sameName(own, tag))

/** Whether a path is that of a v1 route that the document lists as removed. */
export const isRemovedRoute = (path: string): boolean =>
  lifecycle.v1Routes.some(route => normalTemplate(route.path) === normalTemplate(path))

/** Whether a path can be one of the v1 generation of the hub: that of all of it, or one of its routes, and not `/v1/scans` of another service. */
export const isOfHubV1 = (path: string): boolean => /\/v1\/(?:repositories\b|\*|\{|$)/.test(path)

/** Whether a published path belongs to the v1 generation, wherever the hub is mounted. */
export const isV1Template = (path: string): boolean => /\/v1\//.test(path)
