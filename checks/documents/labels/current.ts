import { dockerHub } from '../../../contracts/bindings/docker-hub.ts'
import type {
  LogRow,
  Passage,
  PublishedChangelog,
  PublishedLog,
  PublishedReference,
  ReferenceOperation,
  Subjects,
} from '../../../contracts/documents.ts'
import { type DocumentedOperation, lifecycle } from '../../../contracts/lifecycle.ts'
import type { Excerpt, Finding } from '../../../contracts/results/finding.ts'
import { type Assertion, isOfPart, isPlain, surest } from '../assertions.ts'
import { entryClaim, namesV1, openStatement } from '../claims.ts'
import { ends, read, readText, type Said, type Thing } from '../clauses.ts'
import { isWhole } from '../history/entry-fit.ts'
import { isWordOf } from '../lexicon.ts'
import {
  type Endpoint,
  isEnded,
  isLabelled,
  isMentionOf,
  passageExcerpt,
  publishedAs,
  referenceExcerpt,
  rowExcerpt,
  sameName,
} from '../published-documents.ts'
import { replacingsIn } from '../replacing.ts'
import { asPlans, isAboutPart, kindOf, kindOfSentence, namesLegacy, withoutDoubts } from '../vocabulary.ts'
import { isListedWithOld, isNameOf, isNameOfCurrent, namesOld } from './names.ts'
import { endExcerpt, labelOfPath, saidOfOwn, unclearLabel } from './own-words.ts'
import { isOlder, type LabelSources, over, unsureRow } from './sources.ts'

/** How a text names a current operation: by its id, or by its method and path. */
interface Name {
  readonly isOf: (thing: Thing) => boolean
  /** Whether it is below a path that no old endpoint is below. */
  readonly isBelow: (path: string) => boolean
  /** What stands in every text that names it, in small letters. */
  readonly parts: readonly string[]
}

/** Where an operation is: as published, else where Docker Hub has it. */
const endpointOf = (id: DocumentedOperation, operation: ReferenceOperation | undefined): Endpoint =>
  operation ?? (dockerHub.find(binding => binding.operation === id) as Endpoint)

const nameIn = (id: string, endpoint: Endpoint): Name => ({
  isOf: thing =>
    thing.is === 'operation'
      ? sameName(thing.id, id)
      : thing.is === 'endpoint' && thing.method !== undefined && isMentionOf(thing, endpoint),
  isBelow: path =>
    endpoint.path.startsWith(`${path}/`) && !lifecycle.legacyEndpoints.some(legacy => legacy.path.startsWith(path)),
  parts: [id, endpoint.path.split('{')[0] ?? ''].map(part => part.toLowerCase()),
})

const allBelow =
  /^(?:(?:all|every|any|the|of) )*(?:endpoint|operation|route|call|path)s? (?:under|below|beneath|within) \/\S+$/

/** Whether a clause is about all that is below a path: `The endpoints under /v2/namespaces are deprecated.` */
const isOfPlace = ({ subject, names: [place, more] }: Said, { isBelow }: Name): boolean =>
  allBelow.test(subject) && more === undefined && place?.is === 'endpoint' && isBelow(place.path)

/** Whether a clause says of an operation that it may or will be deprecated or removed one day, and not what it removes itself. */
const isToEnd = ({ act, denied, mood, verb, subject, of }: Said, { isOf, parts }: Name): boolean =>
  (act === 'deprecate' || act === 'end') &&
  !denied &&
  (mood === 'planned' || mood === 'possible') &&
  of.some(isOf) &&
  (isWordOf(verb, 'participle') || !parts.some(part => subject.toLowerCase().includes(part)))

/** Lines that were joined, of which a state may begin the next one: `GET /x -> GetX Deprecated 2025-06-27 GET /y`. */
const joined = /[\w})]\s(?:Deprecated|Removed) \d{4}-\d\d-\d\d [^.;]*\/v\d/

/** What a text says in a sentence about a current operation: that it is deprecated or removed, or something that may mean it. */
const saidOf = (text: string, name: Name): Assertion => {
  const said = statedOf(text, name)
  return said === 'yes' && joined.test(text) ? 'open' : said
}

const statedOf = (text: string, name: Name): Assertion => {
  const { isOf, parts } = name
  // A path may stand without the slash that the name of what is below it has.
  const plain = text.toLowerCase().replaceAll(/\/v2\/[a-z-]{1,40}(?![\w/-])/g, '$&/')
  if (!parts.some(part => plain.includes(part))) return 'no'
  const planned = asPlans(text)
  const said = readText(planned)
  const isDoubted = [...said, ...readText(withoutDoubts(planned))].some(
    one => isToEnd(one, name) || (one.of.some(isOf) && ends(one) !== 'no'),
  )
  const replaced = replacingsIn(said).filter(({ olds, news }) => news.length > 0 && olds.some(isOf) && !news.some(isOf))
  return surest([
    ...said.flatMap(one => (one.of.some(isOf) ? ends(one) : [])),
    ...said.filter(one => isOfPlace(one, name)).map(ends),
    ...replaced.map(({ sure }): Assertion => (sure ? 'yes' : 'open')),
    isDoubted ? 'open' : 'no',
  ])
}

/**
 * Where a current operation is labelled deprecated, if anywhere: by its id, its name, its path, the target of a link, or a section that a row
 * links to; a finding that leaves it open where something may be such a label.
 */
export const deprecationOf = (
  { reference, log }: LabelSources,
  id: DocumentedOperation,
): Excerpt | Finding | undefined => {
  const operation = reference && publishedAs(reference, id)
  if (reference && operation && isLabelled(operation)) return referenceExcerpt(reference, operation)
  const said = operation && saidOfOwn(operation)
  if (reference && operation && (isEnded(operation) || said?.says === 'yes')) return endExcerpt(reference, operation)
  const ofPath = reference && operation && labelOfPath(reference, operation)
  if (ofPath) return ofPath
  return (
    labelInLog(log, id, operation) ??
    labelInLog(reference?.prose, id, operation) ??
    (reference && operation && (operation.unclearLabel !== undefined || said?.says === 'open')
      ? unclearLabel(reference, operation, `a label of ${id}`)
      : undefined)
  )
}

const labelInLog = (
  log: PublishedLog | undefined,
  id: DocumentedOperation,
  operation: ReferenceOperation | undefined,
): Excerpt | Finding | undefined => {
  if (!log) return undefined
  const endpoint = endpointOf(id, operation)
  const names = ({ endpoints, operationIds }: Subjects): boolean =>
    operationIds.some(own => sameName(own, id)) || endpoints.some(mention => isMentionOf(mention, endpoint))
  // A section that names old endpoints may mention other operations, in words that cannot be read reliably.
  const isNamedItself = (candidate: LogRow): boolean =>
    (names(candidate.itself) && !namesOld(candidate.itself)) ||
    isListedWithOld(candidate.feature, endpoint) ||
    (candidate.endpoints.length === 0 &&
      (isNameOf(candidate.feature, id) ||
        (candidate.states.join() === 'deprecated' && isNameOfCurrent(candidate.feature, id, candidate.dates)))) ||
    candidate.replacements.some(({ old, unsure }) => unsure !== true && isMentionOf(old, endpoint))
  const isNamed = (candidate: LogRow): boolean =>
    isAboutPart(candidate.feature) !== 'yes' &&
    !isOfPart(candidate.feature, new RegExp(`\\b${id}\\b|(?:/[\\w{}]+)+`)) &&
    (isNamedItself(candidate) ||
      (!namesV1(candidate.feature) &&
        candidate.endpoints.every(mention => isMentionOf(mention, endpoint)) &&
        names(candidate)))
  const name = nameIn(id, endpoint)
  // A sentence of the section that a row leads to may mention what the row is not of.
  const isTold = (candidate: LogRow): boolean =>
    isNamedItself(candidate) ||
    candidate.text.split('\n').some(line => name.parts.some(part => line.toLowerCase().includes(part)) && isPlain(line))
  const named = log.rows.filter(candidate => over(candidate) && isNamed(candidate))
  const row = named.find(candidate => isAboutPart(candidate.feature) === 'no' && isTold(candidate))
  if (row) return rowExcerpt(log, row)
  const [partly] = named
  if (partly) return openStatement(`a label of ${id}`, rowExcerpt(log, partly))
  // The state in a row is that of the old endpoint in it; what a cell says for itself stands.
  const partsOf = (passage: Passage): readonly string[] =>
    namesOld(passage) ? passage.text.split(' | ') : [passage.text]
  const said = log.passages.map(passage => ({
    passage,
    says: surest(partsOf(passage).map(text => saidOf(text, name))),
  }))
  const certain = said.find(({ says }) => says === 'yes')
  if (certain) return passageExcerpt(log, certain.passage)
  const unsure = said.find(({ says }) => says === 'open')
  return unsure
    ? openStatement(`a label of ${id}`, passageExcerpt(log, unsure.passage))
    : unsureRow({ log, reference: undefined }, `a label of ${id}`, isNamed)
}

/** The entry of a change history that deprecates or removes a current operation as a whole, if there is one. */
export const endInHistory = (
  changelog: PublishedChangelog,
  id: DocumentedOperation,
  reference: PublishedReference | undefined,
): Excerpt | undefined => {
  const endpoint = endpointOf(id, reference && publishedAs(reference, id))
  const name = nameIn(id, endpoint)
  const entry = changelog.entries.find(candidate => {
    if (isOlder(candidate, ({ operations }) => operations.includes(id))) return false
    if (!namesOld(candidate) && !namesLegacy(candidate.text) && saidOf(candidate.text, name) === 'yes') return true
    const kind = kindOf(candidate.kind) ?? kindOfSentence(candidate.text)
    if (kind !== 'Deprecation' && kind !== 'Removal') return false
    if (isListedWithOld(candidate.text, endpoint)) return true
    // `Deprecated CreateRepository in favor of another one.`
    const isEnded = ({ act, denied, limited, subject, of }: Said): boolean =>
      (act === 'deprecate' || act === 'end') && !denied && !limited && subject === '' && of.some(name.isOf)
    if (!namesOld(candidate) && read(candidate.text).some(isEnded)) return true
    if (kind === 'Deprecation' && isNameOfCurrent(candidate.text, id, candidate.dates)) return true
    return (
      isWhole(candidate) &&
      !namesOld(candidate) &&
      !namesLegacy(candidate.text) &&
      (candidate.operationIds.some(own => sameName(own, id)) ||
        candidate.endpoints.some(mention => mention.method !== undefined && isMentionOf(mention, endpoint)))
    )
  })
  return entry && entryClaim(changelog, entry)
}
