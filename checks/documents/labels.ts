import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import type {
  ChangeEntry,
  EndpointMention,
  LogRow,
  Passage,
  PublishedChangelog,
  PublishedDate,
  PublishedLog,
  PublishedReference,
  ReferenceOperation,
  Subjects,
} from '../../contracts/documents.ts'
import { type Excerpt, type Finding, Missing, unclear, violated } from '../../contracts/finding.ts'
import { type ChangeFact, type DocumentedOperation, lifecycle } from '../../contracts/lifecycle.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { type Assertion, isOfPart, surest } from './assertions.ts'
import {
  claimsAbout,
  contradicted,
  contradiction,
  entryClaim,
  isOldMention,
  namesV1,
  openStatement,
  possibleRow,
  statedOtherwise,
  unreadMention,
  unreadPart,
} from './claims.ts'
import { ends, isSaidOf, nameOf, read, readText, type Said, type Thing } from './clauses.ts'
import { isWhole } from './entry-fit.ts'
import { isOldWord, isWordOf } from './lexicon.ts'
import { areBefore, datesIn, isAfter, isDay } from './published-dates.ts'
import {
  beginsLabelled,
  type Endpoint,
  hasTag,
  isEnded,
  isLabelled,
  isMentionOf,
  isToCome,
  operationsAt,
  ownSentences,
  passageExcerpt,
  publishedAs,
  referenceExcerpt,
  rowExcerpt,
  rowsOf,
  sameName,
  unreadOperations,
  wholeDocument,
} from './published-documents.ts'
import { replacingsIn } from './replacing.ts'
import { sentencesOf } from './sentences.ts'
import { isAboutPart, kindOf, kindOfSentence, mentionsState, namesLegacy } from './vocabulary.ts'

/** The published documents in which labels stand; either alone may be there. */
export interface LabelSources {
  readonly reference: PublishedReference | undefined
  readonly log: PublishedLog | undefined
}

export const labelSources = async (probe: Probe): Promise<LabelSources> => ({
  reference: (await probe.hasFixture('reference')) ? await probe.fixture('reference') : undefined,
  log: (await probe.hasFixture('deprecation-log')) ? await probe.fixture('deprecation-log') : undefined,
})

const over = (row: LogRow): boolean => row.states.length > 0 && !row.states.includes('active')

/** Whether the reference publishes an old operation with nothing that may be a label: of itself, of its tags, or in what is said of its path. */
const isPlain = (reference: PublishedReference, operation: ReferenceOperation): boolean => {
  const { summary = '', description = '', notes = [], tags, operationId = '', replacements = [] } = operation
  const own = [summary, description, ...notes, ...tags, operationId].join('\n')
  return (
    unreadOperations(reference).length === 0 &&
    !lifecycle.operations.some(({ id }) => sameName(operationId, id)) &&
    replacements.length === 0 &&
    saidOfOwn(operation).says === 'no' &&
    !mentionsState(own) &&
    !namesLegacy(own) &&
    !reference.prose?.passages.some(
      ({ heading, endpoints }) => !heading && endpoints.some(one => isMentionOf(one, operation)),
    ) &&
    !labelOfPath(reference, operation)
  )
}

/**
 * Where an endpoint is labelled deprecated (or already removed); a finding that leaves it open where a document was not read or not
 * understood; undefined where it is labelled nowhere. Throws {@link Missing} where a document that could bear the label is not there.
 */
export const labelOf = (
  { reference, log }: LabelSources,
  endpoint: Endpoint,
  since: string,
): Excerpt | Finding | undefined => {
  const name = `${endpoint.method} ${endpoint.path}`
  const feature = `a label of ${name}`
  const published = reference ? operationsAt(reference, endpoint) : []
  const inReference = published.find(isLabelled)
  const denied = published.find(({ deprecated, unclearLabel: denial }) => deprecated && denial !== undefined)
  if (reference && denied) return unclearLabel(reference, denied, feature)
  if (reference && inReference) return referenceExcerpt(reference, inReference)
  const doubtful = published.find(operation => operation.unclearLabel !== undefined)
  if (reference && doubtful) return unclearLabel(reference, doubtful, feature)
  const rows = log ? rowsOf(log, endpoint) : []
  const row = rows.find(over)
  // The label stands in the reference: the log alone is enough of what the reference does not publish.
  const [bare] = published
  if (reference && bare && !bare.responses.some(({ status }) => status === '410')) {
    const seen = [referenceExcerpt(reference, bare), ...(log && row ? [rowExcerpt(log, row)] : [])] as const
    if (isPlain(reference, bare)) return violated('not-labelled', { endpoint: name, where: 'the reference' }, ...seen)
    if (row) return unclear('label-in-log-alone', { endpoint: name }, ...seen)
  }
  if (log && row) return rowExcerpt(log, row)
  const unsure = rows.find(({ states }) => states.length > 0)
  if (log && unsure) return openStatement(feature, rowExcerpt(log, unsure))
  if (!reference) throw new Missing('need-reference')
  if (!log) throw new Missing('need-deprecation-log')
  return (
    possibleRow(log, { state: 'deprecated', date: since }, feature, passage =>
      passage.endpoints.some(mention => isMentionOf(mention, endpoint)),
    ) ??
    unreadMention(log, endpoint, feature) ??
    unreadPart('reference', { from: reference.from, unread: unreadOperations(reference) }, feature)
  )
}

/** All documents that were searched, as evidence that something does not stand in them. */
export const searched = ({ reference, log }: LabelSources): readonly Excerpt[] => [
  ...(reference ? [wholeDocument('reference', reference)] : []),
  ...(log ? [wholeDocument('deprecation-log', log)] : []),
]

/** How a text names a current operation: by its id, or by its method and path. */
interface Name {
  readonly isOf: (thing: Thing) => boolean
  /** What stands in every text that names it, in small letters. */
  readonly parts: readonly string[]
}

const nameIn = (id: string, endpoint?: Endpoint): Name => ({
  isOf: thing =>
    thing.is === 'operation'
      ? sameName(thing.id, id)
      : thing.is === 'endpoint' && thing.method !== undefined && endpoint !== undefined && isMentionOf(thing, endpoint),
  parts: [id, ...(endpoint ? [endpoint.path.split('{')[0] ?? ''] : [])].map(part => part.toLowerCase()),
})

/** What a text says in a sentence about a current operation: that it is deprecated or removed, or something that may mean it. */
const saidOf = (text: string, { isOf, parts }: Name): Assertion => {
  const plain = text.toLowerCase()
  if (!parts.some(part => plain.includes(part))) return 'no'
  const said = readText(text)
  const replaced = replacingsIn(said).filter(({ olds, news }) => news.length > 0 && olds.some(isOf) && !news.some(isOf))
  return surest([
    ...said.flatMap(one => (one.of.some(isOf) ? ends(one) : [])),
    ...replaced.map(({ sure }): Assertion => (sure ? 'yes' : 'open')),
  ])
}

/** Whether something names an endpoint that is old by the document: what it names besides may be the replacement. */
const namesOld = ({ endpoints }: Subjects): boolean => endpoints.some(isOldMention)

const endpointWords =
  /(?:\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b(?:[\s,;/&+]|\b(?:and|or)\b){1,9}){0,9}\/[\w{}<>:/.-]*[\w}>]/g

/** The endpoints of a text, list by list: `GET /a, POST /b and GET /c` is one, and nothing but such words stands between its endpoints. */
const listsIn = (text: string): readonly (readonly EndpointMention[])[] => {
  const lists: EndpointMention[][] = []
  let end = 0
  for (const match of text.matchAll(endpointWords)) {
    const path = /\/.*$/s.exec(match[0])?.[0] ?? ''
    const mentions = (match[0].match(/\b[A-Z]{3,6}\b(?=[^/]*\/)/g) ?? []).map(method => ({ method, path }))
    const between = text.slice(end, match.index)
    const joins =
      /^[\s,;&+`()]*(?:\b(?:and|or|as well as)\b)?[\s,;`()]*$/.test(between) && /[,;&+]|\b(?:and|or|as)\b/.test(between)
    if (joins) lists.at(-1)?.push(...mentions)
    if (!joins || lists.length === 0) lists.push([...mentions])
    end = match.index + match[0].length
  }
  return lists
}

/** Whether a text names an endpoint in one list with an old one: what is said of that one is said of both. */
const isListedWithOld = (text: string, endpoint: Endpoint | undefined): boolean =>
  endpoint !== undefined &&
  listsIn(text).some(
    mentions =>
      mentions.some(mention => isMentionOf(mention, endpoint)) &&
      namesOld({ endpoints: mentions, operationIds: [], tags: [] }),
  )

const isV2 = ({ is }: Thing): boolean => is === 'v2'

/** What joins two names: what stands behind the first in another way, such as an arrow or a cell, may be its replacement. */
const joint = /^[\s,/&+]*$|^[^.:;|→>\d]*\b(?:and|or)\b[^.:;|→>\d]*$/

/** Whether a text is the name of the current generation as a whole. */
const generation = (text: string): boolean => {
  const sentence = sentencesOf(text)[0] ?? ''
  const named = nameOf(sentence)
  const isJoined = ({ at }: Thing, index: number): boolean =>
    index === 0 || joint.test(sentence.slice(named[index - 1]?.at?.end, at?.start))
  return named.some(isV2) && named.every(({ is }) => is === 'v1' || is === 'v2') && named.every(isJoined)
}

/** Whether a text says of the current generation that it is deprecated, over or replaced, or that another one is the current one. */
const endsGeneration = (text: string): boolean =>
  /v\s?\d|version \d/i.test(text) &&
  // Behind a name without a verb, what follows may be of that one: `v1 API. Removed 2022-08-23 v2`
  !sentencesOf(text).some(sentence => namesV1(sentence) && read(sentence).length === 0) &&
  readText(text).some(said => {
    const isSure = !said.denied && !said.limited && said.unread.length === 0 && ['stated', 'past'].includes(said.mood)
    const later = ({ is }: Thing): boolean => is === 'later'
    if (said.of.some(isV2)) return ends(said) === 'yes' || (isSure && said.act === 'replace' && said.by.some(later))
    return (
      (isSure || (said.act === 'use' && said.mood === 'ordered' && !said.denied && !said.limited)) &&
      said.of.some(later) &&
      (said.act === 'prefer' ||
        (said.act === 'use' && said.mood === 'ordered') ||
        (said.act === 'replace' && said.others.some(isV2)))
    )
  })

/** Whether an entry of a change history deprecates or removes what it names. */
const endsThings = (kind: string, text: string): boolean =>
  ['Deprecation', 'Removal'].includes(kindOf(kind) ?? kindOfSentence(text) ?? '')

/** Where the current generation is labelled deprecated or removed as a whole, or is said to be another one. */
export const generationEnd = (
  { log, reference }: LabelSources,
  changelog: PublishedChangelog | undefined,
): Excerpt | undefined => {
  for (const page of [log, reference?.prose]) {
    const row = page?.rows.find(candidate => over(candidate) && generation(candidate.feature))
    if (page && row) return rowExcerpt(page, row)
    // A cell of a table says nothing of its neighbour: `v1 API | the v2 API | Removed`
    const passage = page?.passages.find(({ text }) => text.split(' | ').some(endsGeneration))
    if (page && passage) return passageExcerpt(page, passage)
  }
  const entry = changelog?.entries.find(
    ({ kind, text }) => (endsThings(kind, text) && generation(text)) || endsGeneration(text),
  )
  return changelog && entry && entryClaim(changelog, entry)
}

const endExcerpt = (reference: PublishedReference, operation: ReferenceOperation): Excerpt => {
  const { description, responses } = operation
  const answers = responses.map(({ status }) => status).join(', ')
  const excerpt = referenceExcerpt(reference, operation)
  return { ...excerpt, text: `${excerpt.text}, answers: ${answers || 'none'}; ${(description ?? '').slice(0, 100)}` }
}

const isOwn = (of: readonly Thing[], endpoint: Endpoint): boolean =>
  of.some(thing => thing.is === 'this' || (thing.is === 'endpoint' && isMentionOf(thing, endpoint)))

/**
 * Whether a clause says that its subject is not deprecated, or may be used again. `open` where its words on the state are not understood.
 */
export const keeps = (said: Said): Assertion => {
  const { act, denied, mood, limited, nominal, unread } = said
  if (mood === 'supposed') return 'no'
  const sure = unread.length > 0 ? 'open' : 'yes'
  const isDone = mood === 'stated' || mood === 'past'
  if (nominal === 'deprecate')
    return !denied && isDone && (act === 'defer' || act === 'end') ? sure : act === undefined ? 'open' : 'no'
  if (denied && act === 'deprecate') return limited ? 'no' : isDone ? sure : mood === 'planned' ? 'open' : 'no'
  if (denied && act === 'end') return mood === 'planned' && !limited && sure === 'yes' ? 'open' : 'no'
  // `cannot be understood as deprecated`
  if (act === undefined) {
    const speaks =
      (['deprecate', 'restore', 'prefer'] as const).some(one => said.words.has(one)) ||
      said.how.has('again') ||
      (mood === 'possible' && said.words.has('use'))
    return speaks && sure === 'open' && !(denied && mood === 'possible') ? 'open' : 'no'
  }
  // `has left its deprecated state`
  if (act === 'change' && !denied && !limited && said.words.has('deprecate')) return 'open'
  if (denied) return 'no'
  if (act === 'prefer') return mood === 'stated' ? sure : 'no'
  return act === 'use' && !limited && ['possible', 'due', 'ordered'].includes(mood) ? 'open' : 'no'
}

/** What the reference states about a legacy endpoint that its label and its day cannot both be true with: another day, or that it is not deprecated. */
export const labelContradiction = (
  { reference }: LabelSources,
  endpoint: Endpoint,
  since: string,
): Finding | undefined => {
  const name = `${endpoint.method} ${endpoint.path}`
  for (const operation of reference ? operationsAt(reference, endpoint) : []) {
    if (!reference) break
    const { summary = '', description = '', notes = [], deprecatedSince = [] } = operation
    const said = [summary, description, ...notes]
      .flatMap(sentencesOf)
      .flatMap(sentence => [sentence, ...(/\(([^()]*)\)/.exec(sentence)?.slice(1) ?? [])])
      .flatMap(text => read(text).map(one => ({ text, said: one })))
      .filter(
        ({ said: { of, mood, limited, nominal } }) =>
          (isOwn(of, endpoint) || (of.length === 0 && nominal === 'deprecate')) && mood !== 'supposed' && !limited,
      )
    const labels = said.filter(({ said: { act, denied } }) => act === 'deprecate' && !denied)
    // Until its last day the document has it as deprecated, and not as removed.
    const ended = said.filter(one => one.said.act === 'end' && ends(one.said) === 'yes' && one.said.dates.length === 1)
    const removed = ended.find(one => one.said.dates.some(date => isDay(date, since) === 'yes'))
    const wrong = [
      ...deprecatedSince.map(({ key, value }) => ({ text: `${key}: ${value}`, date: datesIn(value)[0] })),
      ...labels.map(({ text, said: { dates } }) => ({ text, date: dates.length === 1 ? dates[0] : undefined })),
    ].find(({ date }) => date && isDay(date, since) === 'no')
    const quoted = (text: string): Excerpt => ({
      ...referenceExcerpt(reference, operation),
      text: `${name}: ${text.slice(0, 200)}`,
    })
    if (wrong?.date)
      return violated('label-date', { endpoint: name, date: wrong.date.text, expected: since }, quoted(wrong.text))
    const kept = said.map(one => ({ ...one, says: isLabelled(operation) ? keeps(one.said) : ('no' as const) }))
    const denial = removed ?? kept.find(({ says }) => says === 'yes')
    if (denial) return contradiction(name, referenceExcerpt(reference, operation), quoted(denial.text))
    const unsure = kept.find(({ says }) => says === 'open')
    if (unsure) return openStatement(name, quoted(unsure.text))
  }
  const { prose } = reference ?? {}
  const told = prose && contradicted(claimsAbout(prose, endpoint), { state: 'deprecated', date: since })
  return told && statedOtherwise(name, told.excerpt)
}

interface SaidOfOwn {
  readonly says: Assertion
  readonly text: string
}

const isTheOne = /^the (?:endpoint|operation|route|method|call)$/

/** What the reference says of its own operation in words that are no label: that it must not be used, or is planned to end. */
const saidOfOwn = ({ summary = '', description = '', operationId }: ReferenceOperation): SaidOfOwn => {
  const bracketed = [summary, description].flatMap(
    text => /^[^\n]{0,100}[([]([^()[\]\n]{1,60})[)\]]\W*$|^\W*\[([^\]]{1,60})\]/.exec(text)?.slice(1) ?? [],
  )
  const isItself = (thing: Thing): boolean =>
    thing.is === 'this' || (thing.is === 'operation' && thing.id === operationId)
  const weigh = (text: string, surest: Assertion): SaidOfOwn => {
    const said = read(text).filter(one => !one.limited && (one.of.some(isItself) || isTheOne.test(one.subject)))
    const isOver = said.some(one => ends(one) === 'yes')
    const isToEnd = (one: Said): boolean => (one.act === 'deprecate' || one.act === 'end') && !one.denied
    const isPlanned = said.some(
      one =>
        ((one.mood === 'planned' || one.mood === 'possible') && isToEnd(one)) ||
        (one.act === 'replace' && !one.denied && isWordOf(one.verb, 'participle')) ||
        (isToEnd(one) && isToCome(one)),
    )
    const isReplaced = read(text).some(
      one =>
        one.act === 'use' &&
        one.mood === 'ordered' &&
        !one.denied &&
        (one.than.some(isItself) || (one.how.has('instead') && !one.limited && one.unread.length === 0)),
    )
    const open = isPlanned || isReplaced || isOldWord(text)
    return { says: open ? 'open' : isOver ? surest : 'no', text }
  }
  const said = [
    ...ownSentences({ summary, description }).map(text => weigh(text, 'yes')),
    ...bracketed.filter(text => text !== undefined).map(text => weigh(text, 'open')),
  ]
  return said.find(({ says }) => says === 'yes') ?? said.find(({ says }) => says === 'open') ?? { says: 'no', text: '' }
}

/** What an operation has that may be a label. */
const unclearLabel = (reference: PublishedReference, operation: ReferenceOperation, feature: string): Finding => {
  const { method, path, unclearLabel = saidOfOwn(operation).text } = operation
  const place = `${reference.from}, ${method} ${path}`
  return openStatement(feature, referenceExcerpt(reference, operation), place, unclearLabel)
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

/** Where the description of a path begins with a label of its operations. */
const labelOfPath = ({ prose }: PublishedReference, { path }: ReferenceOperation): Excerpt | undefined => {
  const start = prose?.passages.findIndex(({ heading, endpoints }) => heading && endpoints[0]?.path === path) ?? -1
  const passage = start < 0 ? undefined : prose?.passages[start + 1]
  return prose && passage && !passage.heading && beginsLabelled(passage.text)
    ? passageExcerpt(prose, passage)
    : undefined
}

const labelInLog = (
  log: PublishedLog | undefined,
  id: DocumentedOperation,
  operation: ReferenceOperation | undefined,
): Excerpt | Finding | undefined => {
  if (!log) return undefined
  const shipped = dockerHub.find(binding => binding.operation === id)
  const endpoint: Endpoint | undefined = operation ?? shipped
  const names = ({ endpoints, operationIds }: Subjects): boolean =>
    operationIds.some(own => sameName(own, id)) ||
    (endpoint !== undefined && endpoints.some(mention => isMentionOf(mention, endpoint)))
  // A section that names old endpoints may mention other operations, in words that cannot be read reliably.
  const named = log.rows.filter(
    candidate =>
      over(candidate) &&
      isAboutPart(candidate.feature) !== 'yes' &&
      !isOfPart(candidate.feature, new RegExp(`\\b${id}\\b|(?:/[\\w{}]+)+`, 'i')) &&
      ((names(candidate.itself) && !namesOld(candidate.itself)) ||
        isListedWithOld(candidate.feature, endpoint) ||
        (candidate.endpoints.length === 0 &&
          (isNameOf(candidate.feature, id) ||
            (candidate.states.join() === 'deprecated' && isNameOfCurrent(candidate.feature, id, candidate.dates)))) ||
        (endpoint !== undefined && candidate.replacements.some(({ old }) => isMentionOf(old, endpoint))) ||
        (candidate.itself.endpoints.length === 0 &&
          !namesV1(candidate.feature) &&
          candidate.endpoints.every(mention => endpoint !== undefined && isMentionOf(mention, endpoint)) &&
          names(candidate))),
  )
  const row = named.find(({ feature }) => isAboutPart(feature) === 'no')
  if (row) return rowExcerpt(log, row)
  const [partly] = named
  if (partly) return openStatement(`a label of ${id}`, rowExcerpt(log, partly))
  const name = nameIn(id, endpoint)
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
  return unsure && openStatement(`a label of ${id}`, passageExcerpt(log, unsure.passage))
}

/** Whether an entry is older than what it is about: it ends something that had the name before. */
const isOlder = ({ dates }: ChangeEntry, isNamedIn: (about: ChangeFact['about']) => boolean): boolean =>
  lifecycle.changeHistory.some(({ kind, date, about }) => kind === 'New' && isNamedIn(about) && areBefore(dates, date))

/** The entry of a change history that deprecates or removes a current operation as a whole, if there is one. */
export const endInHistory = (
  changelog: PublishedChangelog,
  id: DocumentedOperation,
  reference: PublishedReference | undefined,
): Excerpt | undefined => {
  const endpoint = (reference && publishedAs(reference, id)) ?? dockerHub.find(binding => binding.operation === id)
  const name = nameIn(id, endpoint)
  const entry = changelog.entries.find(candidate => {
    if (isOlder(candidate, ({ operations }) => operations.includes(id))) return false
    if (!namesOld(candidate) && !namesLegacy(candidate.text) && saidOf(candidate.text, name) === 'yes') return true
    const kind = kindOf(candidate.kind) ?? kindOfSentence(candidate.text)
    if (kind !== 'Deprecation' && kind !== 'Removal') return false
    if (isListedWithOld(candidate.text, endpoint)) return true
    // `Deprecated CreateRepository in favor of another one.`
    const isEnded = ({ act, denied, limited, subject, of }: Said): boolean =>
      (act === 'deprecate' || act === 'end') &&
      !denied &&
      !limited &&
      subject === '' &&
      of.some(thing => thing.is === 'operation' && sameName(thing.id, id))
    if (!namesOld(candidate) && read(candidate.text).some(isEnded)) return true
    if (
      candidate.endpoints.length === 0 &&
      kind === 'Deprecation' &&
      isNameOfCurrent(candidate.text, id, candidate.dates)
    )
      return true
    return (
      isWhole(candidate) &&
      !namesOld(candidate) &&
      !namesLegacy(candidate.text) &&
      (candidate.operationIds.some(own => sameName(own, id)) ||
        (endpoint !== undefined &&
          candidate.endpoints.some(mention => mention.method !== undefined && isMentionOf(mention, endpoint))))
    )
  })
  return entry && entryClaim(changelog, entry)
}

/** Names of current operations that no legacy endpoint and no v1 route has as well. */
const titles: readonly (readonly [DocumentedOperation, string])[] = [
  ['CreateRepositoryGroup', 'assign repository group'],
  ['CreateRepositoryGroup', 'create repository group'],
  ['UpdateRepositoryImmutableTags', 'update repository immutable tags'],
  ['UpdateRepositoryImmutableTags', 'update immutable tags'],
  ['VerifyRepositoryImmutableTags', 'verify repository immutable tags'],
  ['VerifyRepositoryImmutableTags', 'verify immutable tags'],
]

const fillers =
  /^(?:a|an|the|of|for|in|to|and|its|given|namespaces?|settings?|apis?|endpoints?|operations?|deprecat\w*|remov\w*)$/

/** The words of a name, in whatever order and form: `Verification of a repository's immutable tags`. */
const wordsOf = (text: string): string =>
  [
    ...new Set(
      text
        .toLowerCase()
        .replaceAll(/['’]s\b/g, '')
        .split(/[^\p{L}\p{N}]+/u)
        .filter(word => word !== '' && !fillers.test(word))
        .map(word => word.replace(/s$/, '').slice(0, 5)),
    ),
  ]
    .sort()
    .join(' ')

/** Whether a text is the name of the operation and nothing else: with more words it may be about a part of it, or about another one. */
const isNameOf = (text: string, id: DocumentedOperation): boolean =>
  titles.some(([operation, title]) => operation === id && wordsOf(title) === wordsOf(text))

/** Names that a current operation has in common with what it replaces, and the last day on which that was deprecated. */
const sharedTitles: readonly (readonly [DocumentedOperation, string])[] = [
  ['ListRepositoryTags', 'list repository tags'],
  ['GetRepositoryTag', 'get repository tag'],
  ['CreateRepository', 'create repository'],
  ['GetRepository', 'get repository'],
  ['CheckRepository', 'check repository'],
  ['listNamespaceRepositories', 'list repositories'],
]

/** Whether a text is a name that may be of the operation or of what it replaces, and the day is none on which that was deprecated. */
const isNameOfCurrent = (text: string, id: DocumentedOperation, dates: readonly PublishedDate[]): boolean => {
  if (!sharedTitles.some(([operation, title]) => operation === id && namesAlike(title, text))) return false
  const old = lifecycle.legacyEndpoints.filter(({ replacedBy }) => replacedBy === id)
  const removed = lifecycle.deprecationLog.find(({ slug }) => slug === 'v1-api')?.date ?? ''
  return (
    dates.length > 0 &&
    dates.every(date => isAfter(date, removed) && old.every(({ deprecated }) => isDay(date, deprecated) === 'no'))
  )
}

const namesAlike = (title: string, text: string): boolean =>
  title.replaceAll(/\W/g, '') ===
  text.toLowerCase().replaceAll(/\b(?:an?|the|endpoints?|operations?)\b|[^\p{L}\p{N}]/gu, '')

const families: Readonly<Record<string, RegExp>> = {
  'access-tokens':
    /^(?:the )?(?:manag(?:ement of|ing) )?(?:the )?(?:(?:personal access tokens?|PATs?)(?: \(PATs?\))?)(?: management)?(?: (?:apis?|endpoints?|operations?))?$/i,
  'org-access-tokens':
    /^(?:the )?(?:manag(?:ement of|ing) )?(?:the )?(?:(?:org(?:ani[sz]ation)? access tokens?|OATs?)(?: \(OATs?\))?)(?: management)?(?: (?:apis?|endpoints?|operations?))?$/i,
  'audit-logs': /^(?:the )?(?:access to )?(?:the )?audit[ -]?logs?(?: access)?(?: (?:apis?|endpoints?|operations?))?$/i,
}

/** Whether a text is the name of an area that the document names as a whole: `The endpoints of the area audit-logs`. */
const namesFamily = (text: string, tag: string): boolean => {
  const name = text
    .replaceAll(/[`*_.]/g, '')
    .trim()
    .replace(/^(?:(?:the|all|whole|entire|endpoints|operations|apis?|of|in|for|area) )*/i, '')
    .replace(/ area$/i, '')
    .replace(/ (?:via|through|in|with|over) the api$/i, '')
  const family = families[tag]
  return family ? name.toLowerCase() === tag || family.test(name) : /\barea\b/i.test(text) && name.toLowerCase() === tag
}

/** Whether a text is the name of an action, its object first: `PAT delete`, `pat.delete`. */
const namesAction = (text: string, { subject, verb }: Said): boolean =>
  !/(?:ed|s|n)$/.test(verb) && (text.toLowerCase().match(/\w+/g) ?? []).join(' ') === `${subject} ${verb}`

const endsFamily = (text: string, tag: string): boolean =>
  /token|\b[PO]AT|audit|\barea\b/i.test(text) &&
  readText(text).some(
    said => namesFamily(said.subject, tag) && ends({ ...said, unread: [] }) === 'yes' && !namesAction(text, said),
  )

/** Where a page says in a sentence that an area is deprecated. */
const areaSentence = (page: PublishedLog | undefined, tag: string): Excerpt | undefined => {
  const passage = page?.passages.find(({ text }) => endsFamily(text, tag))
  return page && passage && passageExcerpt(page, passage)
}

/** Where the log or the reference describes an area as deprecated. */
export const areaDescription = ({ reference, log }: LabelSources, tag: string): Excerpt | undefined => {
  const { prose } = reference ?? {}
  const named = areaSentence(log, tag) ?? areaSentence(prose, tag)
  const described = reference?.operations.find(
    operation => hasTag(operation.tags, tag) && ownSentences(operation).some(text => endsFamily(text, tag)),
  )
  if (!named && reference && described) return endExcerpt(reference, described)
  if (named || !prose) return named
  const start = prose.passages.findIndex(({ heading, tags }) => heading && hasTag(tags, tag))
  if (start < 0) return undefined
  const below = prose.passages.slice(start + 1)
  const end = below.findIndex(({ heading }) => heading)
  const told = below
    .slice(0, end < 0 ? undefined : end)
    .find(
      ({ text, endpoints }) =>
        endpoints.length === 0 && readText(text).some(said => isSaidOf('this', 'any')(said) && ends(said) === 'yes'),
    )
  return told && passageExcerpt(prose, told)
}

/** Where an area that the document names as a whole is labelled deprecated as a whole, or ended by an entry of the change history. */
export const familyDeprecation = (
  { reference, log }: LabelSources,
  changelog: PublishedChangelog | undefined,
  tag: string,
): Excerpt | undefined => {
  const operations = reference?.operations.filter(({ tags }) => hasTag(tags, tag)) ?? []
  const [first] = operations
  if (reference && first && operations.every(operation => isLabelled(operation) || isEnded(operation)))
    return referenceExcerpt(reference, first)
  const row = log?.rows.find(
    candidate =>
      over(candidate) &&
      candidate.itself.endpoints.length === 0 &&
      (hasTag(candidate.itself.tags, tag) || namesFamily(candidate.feature, tag)),
  )
  if (log && row) return rowExcerpt(log, row)
  // `Deprecated the audit log endpoints.`
  const withoutVerb = (text: string): string => text.replace(/^\W*\p{L}+\s+/u, verb => (kindOf(verb) ? '' : verb))
  const entry = changelog?.entries.find(
    one =>
      !isOlder(one, ({ tags }) => tags.includes(tag)) &&
      ((endsThings(one.kind, one.text) && namesFamily(withoutVerb(one.text), tag)) || endsFamily(one.text, tag)),
  )
  return changelog && entry && entryClaim(changelog, entry)
}
