import pLimit from 'p-limit'
import { unnamedOwner } from '../checks/bound-path.ts'
import { operationRoles } from '../contracts/bindings/roles.ts'
import { documentFixtures } from '../contracts/documents.ts'
import type { Exchange } from '../contracts/exchange.ts'
import type { OperationName } from '../contracts/operations.ts'
import type { Case, Probe, Requirement } from '../contracts/requirement.ts'
import {
  type Evidence,
  type Excerpt,
  type Finding,
  Missing,
  NoAnswer,
  type Reason,
  Unreadable,
  unclear,
} from '../contracts/results/finding.ts'
import { type ReasonCode, reasonSentence } from '../contracts/results/reasons.ts'
import { type Verdict, worst } from '../contracts/results/verdict.ts'
import { noAnswerReason } from './http/client.ts'
import { createRecorder } from './http/recorder.ts'
import { defaults, type RunInput } from './options.ts'
import type { Planned } from './plan.ts'
import type { ProbeOf } from './probe/fixtures.ts'
import type { TokenLimit } from './probe/token-limit.ts'

/** A case with its outcome. */
export interface JudgedCase {
  readonly name: string
  readonly verdict: Verdict
  readonly reason: Reason | null
  readonly attempts: number
  readonly exchanges: readonly Exchange[]
  readonly evidence: readonly Exchange[]
  readonly excerpts: readonly Excerpt[]
  /** Something in front of the service answered. */
  readonly masked: boolean
}

/** A requirement with its verdict, before it is redacted. */
export interface Judged {
  readonly requirement: Requirement
  readonly verdict: Verdict
  readonly reason: Reason | null
  readonly cases: readonly JudgedCase[]
}

/** A probe for one attempt at a case, and its exchanges; `confirms` if an earlier attempt failed. */
export type Attempt = (
  attempt: number,
  confirms: boolean,
) => { readonly probe: Probe; readonly exchanges: readonly Exchange[] }

/** The key of a case within a run. */
export const caseKey = ({ id }: Requirement, { name }: Case): string => `${id} ${name}`

/** Attempts at a case, each with its own probe. `order` is the position of their requests in the queue. */
export const attemptsOf =
  (requirement: Requirement, kase: Case, probeOf: ProbeOf, order?: number): Attempt =>
  (attempt, confirms) => {
    const recorder = createRecorder(order, confirms)
    return { probe: probeOf(`${caseKey(requirement, kase)} ${attempt}`, recorder), exchanges: recorder.exchanges }
  }

type CaseOutcome =
  | { readonly finding: Finding }
  | {
      readonly verdict: 'untestable' | 'inconclusive' | 'error'
      readonly reason: Reason
      readonly seen: readonly Evidence[]
    }

const isExcerpt = (evidence: Evidence): evidence is Excerpt => 'document' in evidence

/** A check only sees that a document is missing. The fixture knows why, for example because of a 429. */
const whyMissing = async (error: unknown, probe: Probe): Promise<unknown> => {
  const { code } = error instanceof Missing ? error : {}
  const need = Object.values(documentFixtures).find(document => code === `need-${document}`)
  if (need === undefined) return error
  try {
    await probe.fixture(need)
    return error
  } catch (why) {
    return why
  }
}

/** Findings that an answer is about another resource, with the operation if the finding does not name it. */
const comparisons: { readonly [Code in ReasonCode]?: readonly OperationName[] } = {
  'other-namespace': [],
  'other-repository': [],
  'other-resource': [],
  'other-thing': [],
  'created-not-found': [],
  'missing-like-existing': [],
  'not-listed': [],
  'listed-unreadable': ['listNamespaceRepositories'],
  'still-there': [],
  'no-entry': ['audit.events'],
  'entry-of-other-kind': ['audit.events'],
}

/** Such a finding is unclear if the request did not name the owner: then the target cannot know it. */
const unlessOwnerUnnamed = (finding: Finding, probe: Probe): Finding => {
  if (finding.kind !== 'violated' && finding.kind !== 'unclear') return finding
  const others = comparisons[finding.code]
  if (others === undefined) return finding
  const operations = [finding.values.operation, ...others].filter(isOperation)
  const [unnamed] = operations.flatMap(operation => {
    const owner = unnamedOwner(probe.bind(operation))
    return owner === undefined ? [] : [{ operation, owner }]
  })
  return unnamed ? unclear('owner-unnamed', unnamed, ...finding.seen) : finding
}

const isOperation = (name: unknown): name is OperationName => Object.hasOwn(operationRoles, String(name))

/** The only place where an error thrown by a check becomes an outcome. */
const outcomeOf = async (kase: Case, probe: Probe): Promise<CaseOutcome> => {
  try {
    return { finding: unlessOwnerUnnamed(await kase.check(probe), probe) }
  } catch (thrown) {
    const error = await whyMissing(thrown, probe)
    if (error instanceof Missing)
      return { verdict: 'untestable', reason: { code: error.code, values: error.values }, seen: error.seen }
    if (error instanceof NoAnswer)
      return { verdict: 'inconclusive', reason: noAnswerReason(error.exchange), seen: [error.exchange] }
    if (error instanceof Unreadable)
      return { verdict: 'inconclusive', reason: { code: error.code, values: error.values }, seen: error.seen }
    const message = error instanceof Error ? error.message : String(error)
    return { verdict: 'error', reason: { code: 'suite-error', values: { message } }, seen: [] }
  }
}

const verdicts: Readonly<Record<Finding['kind'], Verdict>> = {
  holds: 'pass',
  violated: 'fail',
  exempt: 'not-applicable',
  masked: 'inconclusive',
  unclear: 'inconclusive',
}

/** Maximum number of attempts at a case that waited for others; the outcome of the last one counts. */
const mostAttempts = 4

/** Whether a token was refused because other cases hold tokens. */
const gaveWay = (exchanges: readonly Exchange[]): boolean => exchanges.some(({ repeated }) => repeated === 'turn')

/** Whether a repetition was conclusive: it failed again, or it holds. */
const isConclusive = (outcome: CaseOutcome): boolean =>
  !('finding' in outcome) || outcome.finding.kind === 'violated' || outcome.finding.kind === 'holds'

/**
 * Runs a case, and repeats it before a failure is reported: a case that fails once and then holds is `flaky`, which is inconclusive. An inconclusive
 * repetition is followed by another one, which waits as long as the first attempt. A case that gave way to others runs again when `turn` resolves.
 */
export const judgeCase = async (kase: Case, attempt: Attempt, turn?: () => Promise<void>): Promise<JudgedCase> => {
  const exchanges: Exchange[] = []
  let attempts = 0
  const ask = async (confirms: boolean): Promise<CaseOutcome> => {
    for (;;) {
      const current = attempt(++attempts, confirms)
      const outcome = await outcomeOf(kase, current.probe)
      exchanges.push(...current.exchanges.filter(exchange => !exchanges.includes(exchange)))
      if (!gaveWay(current.exchanges) || attempts >= mostAttempts) return outcome
      await turn?.()
    }
  }
  let outcome = await ask(false)
  if ('finding' in outcome && outcome.finding.kind === 'violated' && exchanges.length > 0) {
    const repeated = await ask(true)
    const again = isConclusive(repeated) ? repeated : await ask(false)
    if (!('finding' in again)) outcome = again
    else if (again.finding.kind !== 'violated') {
      const { code, values, seen } = outcome.finding
      outcome = {
        verdict: 'inconclusive',
        reason: { code: 'flaky', values: { first: reasonSentence(code, values) } },
        seen: [...seen, ...again.finding.seen],
      }
    }
  }
  const { verdict, reason, seen } =
    'finding' in outcome
      ? {
          verdict: verdicts[outcome.finding.kind],
          reason:
            outcome.finding.kind === 'holds' ? null : { code: outcome.finding.code, values: outcome.finding.values },
          seen: outcome.finding.seen as readonly Evidence[],
        }
      : outcome
  const evidence = seen.filter((item): item is Exchange => !isExcerpt(item))
  return {
    name: kase.name,
    verdict,
    reason,
    attempts,
    exchanges: [...exchanges, ...evidence.filter(exchange => !exchanges.includes(exchange))],
    evidence,
    excerpts: seen.filter(isExcerpt),
    masked: 'finding' in outcome && outcome.finding.kind === 'masked',
  }
}

/** The worst verdict of the cases. A case that something in front of the service answered only counts if no case passed. */
export const judgeRequirement = (judged: readonly JudgedCase[]): Omit<Judged, 'requirement'> => {
  const shown = judged.some(({ verdict }) => verdict === 'pass')
  const cases = judged.map(kase => (kase.masked && shown ? { ...kase, verdict: 'not-applicable' as const } : kase))
  const verdict = worst(cases.map(kase => kase.verdict))
  if (cases.length === 0) return { verdict, reason: { code: 'nothing-judged', values: {} }, cases }
  return {
    verdict,
    reason: verdict === 'pass' ? null : (cases.find(kase => kase.verdict === verdict)?.reason ?? null),
    cases,
  }
}

/** Requirements to judge first, and the callback for their result. */
interface Early {
  readonly ids: readonly string[]
  readonly done: (judged: readonly Judged[]) => void
}

/**
 * How many requirements are judged at a time: few, so that an interrupted run has finished most of what it started; but more than requests
 * at a time, since some requirements wait for others.
 */
const parallelRequirements = (concurrency: number): number => Math.max(16, 2 * concurrency)

/** A requirement without cases, since it is skipped or not yet judged. */
const unjudged = ({ requirement, skip }: Planned): Judged => ({
  requirement,
  ...(skip ?? { verdict: 'not-selected', reason: { code: 'not-selected', values: {} } }),
  cases: [],
})

/** Judges the planned requirements. An error in a case only affects its own verdict. */
export const judgeAll = async (
  planned: readonly Planned[],
  probeOf: ProbeOf,
  onProgress: RunInput['onProgress'],
  concurrency: number = defaults.concurrency,
  early: Early = { ids: [], done: () => undefined },
  limit?: TokenLimit,
): Promise<readonly Judged[]> => {
  const selected = planned.filter(({ skip }) => skip === null)
  onProgress?.({
    type: 'plan',
    requirements: selected.length,
    cases: selected.reduce((sum, { requirement }) => sum + requirement.cases.length, 0),
  })
  let started = 0
  const judgeOne = async (requirement: Requirement, kase: Case): Promise<JudgedCase> => {
    const key = caseKey(requirement, kase)
    limit?.begin(key)
    const attempt = attemptsOf(requirement, kase, probeOf, started++)
    const judged = await judgeCase(kase, attempt, async () => limit?.retry(key)).finally(() => limit?.end(key))
    onProgress?.({ type: 'case', requirement: requirement.id, name: kase.name, verdict: judged.verdict })
    return judged
  }
  const judged = new Map<Planned, Judged>()
  /** Cases judged so far of requirements with a case that is judged last. */
  const unfinished = new Map<Requirement, readonly (JudgedCase | undefined)[]>()
  const judgeEntry = async (entry: Planned): Promise<void> => {
    const { requirement, skip } = entry
    if (skip) {
      judged.set(entry, unjudged(entry))
      return
    }
    const earlier = unfinished.get(requirement)
    const cases = await Promise.all(
      requirement.cases.map(
        async (kase, at) => earlier?.[at] ?? (kase.last && !earlier ? undefined : await judgeOne(requirement, kase)),
      ),
    )
    if (!cases.every(kase => kase !== undefined)) {
      unfinished.set(requirement, cases)
      return
    }
    const judgement = judgeRequirement(cases)
    onProgress?.({ type: 'requirement', requirement: requirement.id, verdict: judgement.verdict })
    judged.set(entry, { requirement, ...judgement })
  }
  const limitParallel = pLimit(parallelRequirements(concurrency))
  const judgeOpen = async (group: readonly Planned[]): Promise<void> => {
    const open = group.filter(entry => !judged.has(entry))
    const outcomes = await Promise.allSettled(open.map(entry => limitParallel(() => judgeEntry(entry))))
    // Thrown after all have ended, since cleanup comes next.
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }
  const isFirst = ({ requirement, skip }: Planned): boolean => skip === null && early.ids.includes(requirement.id)
  await judgeOpen(planned.filter(isFirst))
  if (judged.size > 0 && judged.size < planned.length)
    early.done(planned.map(entry => judged.get(entry) ?? unjudged(entry)))
  await judgeOpen(planned.filter(entry => !isFirst(entry)))
  await judgeOpen(planned)
  return planned.map(entry => judged.get(entry) as Judged)
}
