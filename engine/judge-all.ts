import pLimit from 'p-limit'
import type { Case, Requirement } from '../contracts/requirement.ts'
import type { Judged } from './conclude.ts'
import { attemptsOf, caseKey, type JudgedCase, judgeCase, judgeRequirement } from './judge.ts'
import { defaults, type RunInput } from './options.ts'
import type { Planned } from './plan.ts'
import type { ProbeOf } from './probe/fixtures.ts'
import type { TokenLimit } from './probe/token-limit.ts'

/** What is judged before the rest, and who is told. */
interface First {
  readonly ids: readonly string[]
  readonly done: (judged: readonly Judged[]) => void
}

/**
 * How many requirements are judged at a time: few, so that an interrupted run has decided what it began, but more than requests at a time,
 * since some requirements wait for others.
 */
const underWay = (concurrency: number): number => Math.max(16, 2 * concurrency)

/** A requirement that is skipped, or that is not judged yet. */
const unjudged = ({ requirement, skip }: Planned): Judged => ({
  requirement,
  ...(skip ?? { verdict: 'not-selected', reason: { code: 'not-selected', values: {} } }),
  cases: [],
})

/** Runs what is planned. Each case costs only its own verdict. */
export const judgeAll = async (
  planned: readonly Planned[],
  probeOf: ProbeOf,
  onProgress: RunInput['onProgress'],
  concurrency: number = defaults.concurrency,
  first: First = { ids: [], done: () => undefined },
  limit?: TokenLimit,
): Promise<readonly Judged[]> => {
  const asked = planned.filter(({ skip }) => skip === null)
  onProgress?.({
    type: 'plan',
    requirements: asked.length,
    cases: asked.reduce((sum, { requirement }) => sum + requirement.cases.length, 0),
  })
  let begun = 0
  const judgeOne = async (requirement: Requirement, kase: Case): Promise<JudgedCase> => {
    const key = caseKey(requirement, kase)
    limit?.begin(key)
    const attempt = attemptsOf(requirement, kase, probeOf, begun++)
    const judged = await judgeCase(kase, attempt, async () => limit?.again(key)).finally(() => limit?.end(key))
    onProgress?.({ type: 'case', requirement: requirement.id, name: kase.name, verdict: judged.verdict })
    return judged
  }
  const judged = new Map<Planned, Judged>()
  /** What came of the cases that are not judged last, until these are. */
  const before = new Map<Requirement, readonly (JudgedCase | undefined)[]>()
  const judgeEntry = async (entry: Planned): Promise<void> => {
    const { requirement, skip } = entry
    if (skip) {
      judged.set(entry, unjudged(entry))
      return
    }
    const earlier = before.get(requirement)
    const cases = await Promise.all(
      requirement.cases.map(
        async (kase, at) => earlier?.[at] ?? (kase.last && !earlier ? undefined : await judgeOne(requirement, kase)),
      ),
    )
    if (!cases.every(kase => kase !== undefined)) {
      before.set(requirement, cases)
      return
    }
    const whole = judgeRequirement(cases)
    onProgress?.({ type: 'requirement', requirement: requirement.id, verdict: whole.verdict })
    judged.set(entry, { requirement, ...whole })
  }
  const atOnce = pLimit(underWay(concurrency))
  const judgeOpen = async (group: readonly Planned[]): Promise<void> => {
    const open = group.filter(entry => !judged.has(entry))
    const outcomes = await Promise.allSettled(open.map(entry => atOnce(() => judgeEntry(entry))))
    // Thrown when nothing is under way any more: what comes next cleans up.
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }
  const isFirst = ({ requirement, skip }: Planned): boolean => skip === null && first.ids.includes(requirement.id)
  await judgeOpen(planned.filter(isFirst))
  if (judged.size > 0 && judged.size < planned.length)
    first.done(planned.map(entry => judged.get(entry) ?? unjudged(entry)))
  await judgeOpen(planned.filter(entry => !isFirst(entry)))
  await judgeOpen(planned)
  return planned.map(entry => judged.get(entry) as Judged)
}
