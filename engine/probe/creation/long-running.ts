import { header, isSuccess } from '../../../checks/reading/exchanges.ts'
import { has, isObject, jsonIn } from '../../../checks/reading/json.ts'
import { idKeysOf, linkIn, objectsIn, scalar } from '../../../checks/reading/things.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import type { Creation, Probe } from '../../../contracts/requirement.ts'
import { Missing } from '../../../contracts/results/finding.ts'
import { climbs } from '../../http/request-guard.ts'
import { followRedirects, linkRequest, send } from '../calls/send.ts'
import type { ProbeScope } from '../session.ts'
import { learnSecrets } from './answer.ts'
import { isUnshown } from './first-token.ts'
import { type CreationRequest, createOperations } from './forms.ts'

/** States of a long-running operation, in lower case without separators: `in_progress` is `inprogress`. */
const states = {
  running:
    /^(?:pending|queued|(?:in)?progress|inprogress|running|processing|accepted|submitted|scheduled|(?:not)?started|waiting|creating|provisioning)$/,
  done: /^(?:done|completed?|succeeded|success(?:ful)?|finished|created)$/,
  failed: /^(?:fail(?:ed|ure)?|error(?:ed)?|cancell?ed|aborted|rejected)$/,
} as const

type State = keyof typeof states

const objectsOf = (answer: Answered): ReturnType<typeof objectsIn> => objectsIn(jsonIn(answer))

/** The state of an operation, from the outermost object that has one. */
const stateOf = (answer: Answered): State | undefined => {
  for (const object of objectsOf(answer)) {
    if (has(object, 'done') && typeof object.done === 'boolean')
      return object.done ? (object.error == null ? 'done' : 'failed') : 'running'
    for (const key of ['status', 'state', 'phase']) {
      const word = has(object, key) && typeof object[key] === 'string' ? object[key] : ''
      const letters = word.toLowerCase().replace(/[^a-z]/g, '')
      const found = (Object.keys(states) as State[]).find(state => states[state].test(letters))
      if (found) return found
    }
  }
  return undefined
}

const linkSuffix = '(?:_?(?:url|uri|link|href|location|path))?$'
const operationMember = new RegExp(
  `^(?:operation|job|task|status|poll(?:ing)?|monitor|self|href|url|uri)${linkSuffix}`,
  'i',
)
const resultMember = new RegExp(`^(?:result|resource|target|response|output)(?:_?id)?${linkSuffix}`, 'i')

const valuesOf = (answer: Answered, member: RegExp): readonly unknown[] =>
  objectsOf(answer).flatMap(object => Object.keys(object).flatMap(key => (member.test(key) ? [object[key]] : [])))

const linkOf = (answer: Answered, member: RegExp): string | undefined =>
  header(answer, 'operation-location') ??
  header(answer, 'location') ??
  valuesOf(answer, member)
    .map(value => linkIn(value))
    .find(link => link !== undefined)

/** The id of the created resource in the last answer. */
const resultIdOf = (answer: Answered): string | undefined =>
  valuesOf(answer, resultMember)
    .flatMap(value => (isObject(value) ? idKeysOf(value).map(key => value[key]) : [value]))
    .flatMap(id => scalar(id) ?? [])
    .find(id => id !== '')

/** Follows a link of an answer; undefined if it leaves the base path of the target. */
const readLink = async (scope: ProbeScope, from: Answered, link: string): Promise<Answered | undefined> => {
  const { origin, basePath } = scope.session
  const url = URL.canParse(link, from.request.url) ? new URL(link, from.request.url) : undefined
  if (url?.origin !== origin || !url.pathname.startsWith(`${basePath}/`) || climbs(url.pathname)) return undefined
  const request = { ...linkRequest(scope.session, from, link), anyStatus: true }
  return followRedirects(scope, request, await send(scope, request))
}

/** The answer that shows the created resource: the last one, else the one at its link or id. */
const resultOf = async (scope: ProbeScope, probe: Probe, { kind, name, values }: CreationRequest, last: Answered) => {
  const isNamed = (answer: Answered): boolean =>
    isSuccess(answer) && answer.response.body.toLowerCase().includes(name.toLowerCase())
  if (isNamed(last)) return last
  const link = linkOf(last, resultMember)
  const linkedAnswer = link === undefined ? undefined : await readLink(scope, last, link)
  if (linkedAnswer) learnSecrets(scope.session.redactor, linkedAnswer, name)
  if (linkedAnswer && isNamed(linkedAnswer)) return linkedAnswer
  const id = resultIdOf(last)
  if (id === undefined || kind === 'repository') return last
  const read = await probe.call(`${kind}.get`, { ...values, id }, { anyStatus: true })
  learnSecrets(scope.session.redactor, read, name)
  return isNamed(read) ? read : last
}

/** Polls the operation that a creation started (RFC 9110, section 15.3.3) until it ends or patience runs out. */
export const awaitOperation = async (
  scope: ProbeScope,
  probe: Probe,
  wanted: CreationRequest,
  first: Answered,
): Promise<Pick<Creation, 'result' | 'unfinished'>> => {
  const { kind, name } = wanted
  const isShown = first.response.body.includes(name) && stateOf(first) !== 'running'
  const link = first.response.status === 202 && !isShown ? linkOf(first, operationMember) : undefined
  if (link === undefined) return {}
  let last: Answered | undefined
  const ended = await probe.eventually(
    async () => {
      const answer = await readLink(scope, first, link)
      // A link without an answer or a state is not an operation.
      if (last === undefined && (!answer || (!isSuccess(answer) && answer.response.status !== 303))) return 'none'
      if (answer) {
        last = answer
        learnSecrets(scope.session.redactor, answer, name)
      }
      if (last?.response.status === 303) return 'done'
      const state = last && isSuccess(last) ? stateOf(last) : 'running'
      return state === 'running' ? undefined : (state ?? 'none')
    },
    () => isUnshown(scope, kind),
  )
  if (ended === 'none' || last === undefined) return {}
  if (ended === 'done') return { result: await resultOf(scope, probe, wanted, last) }
  const values = {
    kind: kind === 'repository' ? kind : kind.toUpperCase(),
    operation: createOperations[kind],
    state: ended ?? 'running',
  }
  return { unfinished: new Missing('creation-unfinished', values, [first, last]) }
}
