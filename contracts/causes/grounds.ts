import { type Exchange, isSuccessStatus } from '../exchange.ts'
import { lifecycle } from '../lifecycle.ts'
import { codes } from '../results/reasons.ts'
import type { ReportedCase, ReportedReason, ReportedRequirement } from '../results/report.ts'
import { isOpen } from '../results/verdict.ts'
import { areaOf, callOf, cited, operationOf, type Recorded } from './evidence.ts'
import { grouped } from './grouped.ts'

/** What the verdict of a case depends on: cases that depend on the same thing have one cause. */

/** Whether a reason is about the answer as such: none came, a limit refused it, or its status is not the expected one. */
export const isOfAnswer = ({ code, values }: ReportedReason, { response }: Exchange): boolean => {
  if (response === null || response.status === 429 || code === 'gone') return true
  const isSuccess = isSuccessStatus(response.status) && values.expected === undefined
  return !isSuccess && String(values.status) === String(response.status) && code !== 'header-missing'
}

/** How the names of the operations of a family begin. */
export const prefixOf = (family: unknown): string =>
  `${lifecycle.families.find(({ id }) => id === family)?.slug.replace(/-.*/, '')}.`

const lacksItem = codes('not-listed', 'own-not-listed', 'no-items')

/** Reasons about what a document has nowhere; one that is of something else has none of it. */
export const lacksEntry = codes('entry-missing', 'row-missing', 'operation-unpublished', 'area-unpublished')

/** Reasons about one label of the reference: taking it off, where it is wrong, is all that there is to do. */
const aboutLabel = codes('current-labelled-deprecated', 'replacement-deprecated', 'label-not-logged')
const lacksMember = codes('field-missing', 'no-field')
const likeMissing = codes('missing-like-existing', 'answers-anything')

/** What is open because an operation was called as another hub publishes it: the target's own reference does not name it. */
const calledByDefault = ({ verdict, reason }: ReportedCase, { bindings }: Recorded): readonly string[] => {
  if (reason === null || !isOpen(verdict)) return []
  const isRefused = /^4(?!29)/.test(String(reason.values.status))
  const called = reason.code === 'only-one' ? 'CreateRepository' : isRefused ? reason.values.operation : undefined
  const isDefault = bindings.some(({ operation, from }) => operation === called && from === 'default')
  const prefix = areaOf(called)
  return isDefault ? [`unpublished ${called}`, ...(prefix === undefined ? [] : [`unpublished area ${prefix}`])] : []
}

/** What the reference lacks: an operation, or all of a family. */
const unpublishedIn = ({ reason }: ReportedCase): readonly string[] => {
  if (reason?.code === 'operation-unpublished') return [`unpublished ${reason.values.operation}`]
  const families = lifecycle.families.filter(
    ({ tag }) => reason?.code === 'area-unpublished' && tag === reason.values.tag,
  )
  return families.map(({ id }) => `unpublished area ${prefixOf(id)}`)
}

/** What a case depends on, and the lack of an operation in the reference where that may be why. */
export const groundsOf = (kase: ReportedCase, report: Recorded): readonly string[] => [
  ...ownGrounds(kase, report),
  ...calledByDefault(kase, report),
  ...unpublishedIn(kase),
]

/**
 * What a case depends on: the failing exchange, as the call and its answer; what a well-formed answer lacks or has wrong; or what was found
 * in documents. Cases that share one of these have one cause.
 */
const ownGrounds = (kase: ReportedCase, report: Recorded): readonly string[] => {
  const { reason } = kase
  if (reason === null) return ['']
  const [decisive, ...others] = kase.evidence.length === 0 ? [] : cited(kase, report)
  if (decisive === undefined) {
    const [excerpt] = kase.excerpts
    if (excerpt?.document === 'reference' && aboutLabel.has(reason.code)) return [`label of ${excerpt.text}`]
    return [excerpt !== undefined && lacksEntry.has(reason.code) ? `${reason.code} in ${excerpt.from}` : reason.message]
  }
  if (reason.code === 'family-absent')
    return [decisive, ...others]
      .filter(exchange => operationOf(exchange, report)?.startsWith(prefixOf(reason.values.family)))
      .map(exchange => callOf(exchange, report))
  if (isOfAnswer(reason, decisive)) return [callOf(decisive, report)]
  if (likeMissing.has(reason.code)) return [`${reason.values.operation} answers what does not exist`]
  if (lacksMember.has(reason.code)) return [`${callOf(decisive, report)} without ${reason.values.field}`]
  if (lacksItem.has(reason.code)) return [`${callOf(decisive, report)} without an item`]
  return [reason.message]
}

/** Joins what shares a key with another, directly or through others, in the order in which they came. */
export const joined = <T>(
  items: readonly T[],
  keysOf: (item: T) => readonly string[],
): readonly (readonly [T, ...T[]])[] => {
  const first = new Map<string, string>()
  const rootOf = (key: string): string => {
    const next = first.get(key)
    return next === undefined || next === key ? key : rootOf(next)
  }
  const keyOf = new Map(
    items.map((item, at) => {
      const [key = `${at}`, ...more] = keysOf(item)
      for (const other of more) first.set(rootOf(other), rootOf(key))
      return [item, key]
    }),
  )
  return [...grouped(items, item => rootOf(keyOf.get(item) ?? '')).values()]
}

/** The cases that give a requirement its verdict, without those that a baseline lists. A requirement without any is none of the engine's; it is shown all the same. */
export const worstCases = (requirement: ReportedRequirement): readonly [ReportedCase, ...ReportedCase[]] => {
  const { id, verdict, reason, cases } = requirement
  const [first, ...others] = cases.filter(kase => kase.verdict === verdict && kase.known === undefined)
  if (first !== undefined) return [first, ...others]
  return [{ name: id, verdict, reason, attempts: 1, exchanges: [], evidence: [], excerpts: [] }]
}

/** The size of a request beyond its path: the smaller it is, the sooner a reader sees what is wrong. */
export const requestSize = (kase: ReportedCase, report: Recorded): number => {
  const [decisive] = cited(kase, report)
  if (decisive === undefined) return 0
  const { method, headers, url, body } = decisive.request
  return headers.length + (method === 'GET' ? 0 : 2) + (/[?%]/.test(url) ? 1 : 0) + (body === null ? 0 : 1)
}

/** Cases in the order in which a reader sees soonest what is wrong. */
export const simplestFirst = (cases: readonly ReportedCase[], report: Recorded): readonly ReportedCase[] =>
  [...cases].sort((a, b) => requestSize(a, report) - requestSize(b, report))
