import { isObject, parseJson } from '../../checks/reading/json.ts'
import { isIn, repositoryPlaceOf } from '../../checks/repository-place.ts'
import { lookupOf, operationOf, type Recorded } from '../../contracts/causes/evidence.ts'
import { grouped } from '../../contracts/causes/grouped.ts'
import { atPlaces, formAdvice, noSuchPlace } from '../../contracts/causes/refused.ts'
import { defined } from '../../contracts/defined.ts'
import { operationWords } from '../../contracts/operations.ts'
import type {
  Advice,
  Leftover,
  Report,
  ReportedFixture,
  ReportedReason,
  ReportedRequirement,
} from '../../contracts/results/report.ts'
import { levels } from '../../contracts/results/verdict.ts'
import { generationIn, sameStatus } from '../../contracts/same-answer.ts'
import { beginning, belowIn, idsOf, lateStages, type Members, requirementsOf, type Step, stepsOf } from './steps.ts'

/** The most pieces of advice in a report, besides a count of the rest. */
const most = 5

/** The one step for a target that answers every request with one status. */
const urlStep = (status: number, { target }: Recorded, undone: Members): Step => {
  return {
    kind: 'fix',
    message:
      status === 404
        ? `Check the URL of the target: it answers ${status} to every request. ${belowIn(target)} If the hub is new, begin with ${beginning}.`
        : `Check the URL of the target, and answer 404 to paths that do not exist: it answers ${status} to every request.`,
    requirements: idsOf(undone),
  }
}

/** The one step for a target whose URL has the generation of the API in it. */
const baseStep = (generation: string, undone: Members): Step => ({
  kind: 'run',
  message: `Remove ${generation} from the end of the target URL: the paths of the lifecycle document already begin with it.`,
  requirements: idsOf(undone),
})

/** A repository that the run created, where the answer to its creation names another namespace than the one asked for. */
const misplaced = ({ fixtures, exchanges }: Recorded): { readonly name: string; readonly fix: string } | undefined => {
  const value = fixtures.find(({ need }) => need === 'own-repository')?.value
  const { namespace, repository: name, created } = (value ?? {}) as Readonly<Record<string, unknown>>
  const answer = isObject(created) ? lookupOf({ exchanges })(String(created.exchange)) : undefined
  const parsed = answer?.response ? parseJson({ ...answer, response: answer.response }) : undefined
  const place = parsed?.ok ? repositoryPlaceOf(parsed.value) : undefined
  if (typeof namespace !== 'string' || typeof name !== 'string' || !place || isIn(place, namespace)) return undefined
  return {
    name,
    fix: `Create ${name} in ${namespace}, the namespace in the path: the answer to its creation says that it is in ${place.namespace}.`,
  }
}

/** About what is looked for in the organization, or in a namespace that is found without it. */
const isWithin = ({ code, values: { parameter } }: ReportedReason): boolean =>
  code === 'group-elsewhere' || ['repository', 'tag', 'group'].includes(String(parameter))

const isOfOrganization = ({ code, values }: ReportedReason): boolean =>
  code === 'need-org' || values.parameter === 'org'

/** Compares steps: what hides other causes comes first, then what decides or fixes most, MUST before the other levels. */
const inOrder = (report: Recorded, steps: readonly Step[]): ((a: Step, b: Step) => number) => {
  const { requirements, exchanges } = report
  const levelOf = new Map(requirements.map(({ id, level }) => [id, level]))
  const isCreationOpen = requirements.some(
    ({ verdict, known, reason }) =>
      verdict === 'inconclusive' &&
      known === undefined &&
      /^CreateRepository$|\.create$/.test(String(reason?.values.operation)),
  )
  const lacksReference = steps.some(({ isReference }) => isReference)
  const lacksOrganization = steps.some(({ reason }) => reason && isOfOrganization(reason))
  const isServed = exchanges.some(exchange => {
    const operation = operationOf(exchange, report)
    const status = exchange.response?.status
    return operation !== undefined && operation !== 'login' && status !== undefined && !noSuchPlace.has(status)
  })
  const rankOf = ({ first, failed, elsewhere }: Step): number => {
    if (first === 'wrong') return 3
    if (failed && !(elsewhere && lacksReference)) return 2
    // They show nothing where nothing is served, or known where.
    return first === 'missing' && (isServed || !lacksReference) ? 1 : 0
  }
  const stageOf = ({ kind, undecided, late, isReference, ofRun, reason }: Step): number => {
    if (isReference) return 4
    if (ofRun !== undefined && isCreationOpen) return -1
    if (lacksOrganization && reason && isWithin(reason)) return 1
    if (!isServed && noSuchPlace.has(Number(reason?.values.status))) return 3
    if (!isServed && reason?.code === 'need-writes') return -1
    if (undecided && kind === 'fix') return 0
    // An error of the server may be why something else is not there.
    if (reason?.code === 'server-error') return 3
    return late === undefined ? 2 : lateStages[late]
  }
  const weigh = (step: Step): readonly number[] => {
    const counts = levels.map(level => step.requirements.filter(id => levelOf.get(id) === level).length)
    return [rankOf(step), -counts.findIndex(count => count > 0), stageOf(step), ...counts]
  }
  return (a, b) => {
    const [left, right] = [weigh(a), weigh(b)]
    const at = left.findIndex((weight, index) => weight !== right[index])
    return at < 0 ? 0 : (right[at] ?? 0) - (left[at] ?? 0)
  }
}

/** What to do next, the most urgent first. */
const adviceOf = (report: Recorded, durationMs: number): readonly Step[] => {
  const { requirements } = report
  const isUndone = ({ verdict, known }: ReportedRequirement): boolean =>
    ['fail', 'inconclusive', 'untestable'].includes(verdict) && known === undefined
  const undone = requirements.filter(isUndone)
  const same = sameStatus(report)
  if (same !== undefined && undone.length > 0) return [urlStep(same, report, undone)]
  const generation = generationIn(report)
  if (generation !== undefined && undone.length > 0) return [baseStep(generation, undone)]
  const elsewhere = misplaced(report)
  const steps = stepsOf(report, durationMs).map(step =>
    elsewhere !== undefined && step.ofRun === elsewhere.name ? { ...step, message: elsewhere.fix } : step,
  )
  // What no credentials could decide, right ones may.
  const isHidden = steps.some(({ first }) => first)
  const said = steps.filter(({ first, undecided }) => first || !isHidden || !undecided)
  // The same words for two causes are one thing to do.
  return [...grouped(said, ({ message }) => message).values()]
    .map(([one, ...same]) => ({
      ...one,
      requirements: requirementsOf([one, ...same]),
    }))
    .sort(inOrder(report, steps))
}

/** What to say of a form of credentials that the target declares and refuses, or in which it takes anything. */
const credentialAdvice = (fixtures: readonly ReportedFixture[]): readonly Advice[] => {
  const value = fixtures.find(({ need }) => need === 'credentials')?.value
  if (!isObject(value)) return []
  const { form, unproven } = value
  return [
    ...[formAdvice({ fixtures }) ?? []].flat(),
    ...(unproven === undefined
      ? []
      : [
          `Refuse unknown credentials: in the form ${unproven} they were answered like valid ones, but not in the form ${form}, which is used.`,
        ]),
  ].map(message => ({ kind: 'fix', message, requirements: [] }))
}

/** What must change before cleaning up can delete something. */
const wayToDelete = ({ needs, unserved }: Leftover, bindings: Report['bindings']): string => {
  if (unserved !== undefined) {
    const { method, path, from } = bindings.find(({ operation }) => operation === unserved) ?? {}
    return atPlaces({
      name: operationWords(unserved),
      ...(path !== undefined && defined({ from, places: `${method} ${path}` })),
    }).replace(/\.$/, '')
  }
  if (needs === undefined) return 'Correct why it was not deleted (the reason is listed with it)'
  return needs === 'DeleteRepository'
    ? 'Publish how a repository is deleted (DELETE at the path of GetRepository, or as operationId DeleteRepository)'
    : `Publish how to ${operationWords(needs).replaceAll('"', '')}, or give its method and path`
}

/** What to delete, where it is, and what must change before cleaning up can do it. */
const leftoverAdvice = ({ leftovers, bindings }: Pick<Report, 'leftovers' | 'bindings'>): readonly Advice[] => {
  const [first] = leftovers
  if (first === undefined) return []
  const more = leftovers.length > 1 ? ` and ${leftovers.length - 1} more` : ''
  const ways = [...new Set(leftovers.map(each => wayToDelete(each, bindings)))].join('. ')
  const isUncertain = leftovers.every(({ uncertain }) => uncertain)
  const message = `Delete what the run left behind${isUncertain ? ', if it exists' : ''}: ${first.kind} ${first.name}${more}, at ${first.url}. ${ways}; then clean up with the ledger of the run, or delete it by hand.`
  return [{ kind: 'run', message, requirements: [] }]
}

/** What is no longer among what is told: a single step itself, several only counted, those of what failed alone where there are any. */
const untold = (requirements: Members, steps: readonly Step[], told: readonly Step[]): readonly Step[] => {
  const named = new Set(told.flatMap(({ requirements: ids }) => ids))
  const failed = new Set(idsOf(requirements.filter(({ level, verdict }) => level === 'must' && verdict === 'fail')))
  const leftOf = ({ requirements: ids }: Step): readonly string[] => ids.filter(id => failed.has(id) && !named.has(id))
  const left = steps.filter(step => step.failed && leftOf(step).length > 0)
  const open = steps.filter(step => !told.includes(step) && !left.includes(step))
  if (left.length === 0 && open.length > 1)
    return [
      {
        kind: 'run',
        message: `Run again after these steps; the report then shows the next ${open.length}.`,
        requirements: [],
      },
    ]
  if (left.length === 0) return open
  if (left.length < 2) return left
  const ids = [...new Set(left.flatMap(leftOf))]
  const fixes = ids.length === left.length ? 'each with a fix of its own' : `with ${left.length} fixes`
  const count = told.some(step => step.failed) ? `${ids.length} more` : `${ids.length}`
  return [{ kind: 'fix', message: `Fix ${count} failed MUST requirements, ${fixes}.`, requirements: ids }]
}

/** What to do next, for what is not known. */
export const nextOf = (report: Recorded & Pick<Report, 'durationMs' | 'fixtures' | 'leftovers'>): readonly Advice[] => {
  const steps = adviceOf(report, report.durationMs)
  const always = [...credentialAdvice(report.fixtures), ...leftoverAdvice(report)].filter(
    ({ message }) => !steps.some(step => step.message.endsWith(message)),
  )
  const room = most - always.length
  // What keeps most open is told, whatever comes before it.
  const largest = [...steps].sort((a, b) => b.requirements.length - a.requirements.length)[0]
  const isLate = largest !== undefined && steps.indexOf(largest) >= room
  const told = isLate ? [...steps.slice(0, room - 1), largest] : steps.slice(0, room)
  return [...told, ...always, ...untold(report.requirements, steps, told)].map(
    ({ kind, message, snippet, requirements }): Advice => ({ kind, message, ...defined({ snippet }), requirements }),
  )
}
