import type { PublishedReference, ReferenceOperation } from '../../../contracts/documents.ts'
import { lifecycle } from '../../../contracts/lifecycle.ts'
import { type Excerpt, type Finding, Missing, unclear, violated } from '../../../contracts/results/finding.ts'
import { possibleRow, unreadMention, unreadPart } from '../absence.ts'
import type { Assertion } from '../assertions.ts'
import { claimsAbout, contradicted, contradiction, openStatement, statedOtherwise } from '../claims.ts'
import { ends, read, type Said, type Thing } from '../clauses.ts'
import { isDated, isName, plainText, tokensOf } from '../prose/tokens.ts'
import { datesIn, isDay } from '../published-dates.ts'
import {
  type Endpoint,
  isLabelled,
  isMentionOf,
  operationsAt,
  ownSentences,
  referenceExcerpt,
  rowExcerpt,
  rowsOf,
  sameName,
  unreadOperations,
} from '../published-documents.ts'
import { sentencesOf } from '../sentences.ts'
import { mentionsState, namesLegacy } from '../vocabulary.ts'
import { labelOfPath, saidOfOwn, unclearLabel } from './own-words.ts'
import { type LabelSources, over } from './sources.ts'

const oldWords = /\b(?:legacy|undocumented|older?|former|previous|obsolete|outdated)\b/gi

/** A sentence without the things and days that it names. */
const formOf = (sentence: string): string =>
  tokensOf(plainText(sentence))
    .filter(token => !isName(token) && !isDated(token))
    .map(({ text }) => text)
    .join()

/**
 * An operation without what stands next to a label in the same place of another one: there it is none. These are words for what is old,
 * sentences such as `Use X instead.`, and replacements.
 */
const withoutNames = (reference: PublishedReference, operation: ReferenceOperation): ReferenceOperation => {
  const labelled = reference.operations.filter(({ deprecated }) => deprecated)
  const without = (key: 'summary' | 'description'): string => {
    const told = labelled.map(other => other[key] ?? '')
    const forms = new Set(told.flatMap(sentencesOf).map(formOf))
    const names = new Set(told.flatMap(text => text.toLowerCase().match(oldWords) ?? []))
    return sentencesOf(operation[key] ?? '')
      .filter(sentence => mentionsState(sentence) || !forms.has(formOf(sentence)))
      .join(' ')
      .replaceAll(oldWords, word => (names.has(word.toLowerCase()) ? '' : word))
  }
  const replacements = labelled.some(other => (other.replacements ?? []).length > 0) ? [] : operation.replacements
  return {
    ...operation,
    ...(replacements && { replacements }),
    summary: without('summary'),
    description: without('description'),
  }
}

/** Whether the reference publishes an old operation with nothing that may be a label: of itself, of its tags, or in what is said of its path. */
const isPlain = (reference: PublishedReference, published: ReferenceOperation): boolean => {
  const operation = withoutNames(reference, published)
  const { summary, description, notes = [], tags, operationId, replacements = [] } = operation
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
  const rows = log ? rowsOf(log, endpoint) : []
  const row = rows.find(over)
  if (reference) {
    const published = operationsAt(reference, endpoint)
    const denied = published.find(({ deprecated, unclearLabel: denial }) => deprecated && denial !== undefined)
    if (denied) return unclearLabel(reference, denied, feature)
    const labelled = published.find(isLabelled)
    if (labelled) return referenceExcerpt(reference, labelled)
    const doubtful = published.find(operation => operation.unclearLabel !== undefined)
    if (doubtful) return unclearLabel(reference, doubtful, feature)
    // The label stands in the reference: the log alone is enough of what the reference does not publish.
    const [bare] = published
    if (bare && !bare.responses.some(({ status }) => status === '410')) {
      const seen = [referenceExcerpt(reference, bare), ...(log && row ? [rowExcerpt(log, row)] : [])] as const
      if (isPlain(reference, bare)) return violated('not-labelled', { endpoint: name, where: 'the reference' }, ...seen)
      if (row) return unclear('label-in-log-alone', { endpoint: name }, ...seen)
    }
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

const isOwn = (of: readonly Thing[], endpoint: Endpoint): boolean =>
  of.some(thing => thing.is === 'this' || (thing.is === 'endpoint' && isMentionOf(thing, endpoint)))

/** `It was preceded by the deprecation of GET /x.` */
const ofOrder = /^(?:preceded|followed)$/

/**
 * Whether a clause says that its subject is not deprecated, or may be used again. `open` where its words on the state are not understood.
 */
export const keeps = (said: Said): Assertion => {
  const { act, denied, mood, limited, nominal, unread } = said
  if (mood === 'supposed') return 'no'
  const sure = unread.some(word => !ofOrder.test(word)) ? 'open' : 'yes'
  const isDone = mood === 'stated' || mood === 'past'
  if (nominal === 'deprecate')
    return !denied && isDone && (act === 'defer' || act === 'end') ? sure : act === undefined ? 'open' : 'no'
  if (denied && act === 'deprecate') return limited ? 'no' : isDone ? sure : mood === 'planned' ? 'open' : 'no'
  if (denied && act === 'end') return mood === 'planned' && !limited && sure === 'yes' ? 'open' : 'no'
  if (act === undefined) {
    const speaks =
      (['deprecate', 'restore', 'prefer'] as const).some(one => said.words.has(one)) ||
      said.how.has('again') ||
      (mood === 'possible' && said.words.has('use'))
    return speaks && sure === 'open' ? 'open' : 'no'
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
  if (!reference) return undefined
  for (const operation of operationsAt(reference, endpoint)) {
    const { notes = [], deprecatedSince = [] } = operation
    const said = [...ownSentences(operation), ...notes.flatMap(sentencesOf)]
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
  const { prose } = reference
  const told = prose && contradicted(claimsAbout(prose, endpoint), { state: 'deprecated', date: since })
  return told && statedOtherwise(name, told.excerpt)
}
