import { ofTheRun } from '../../contracts/causes/actions.ts'
import { type Failure, failuresOf } from '../../contracts/causes/causes.ts'
import { areaOf, cited, operationOf, type Recorded } from '../../contracts/causes/evidence.ts'
import { worstCases } from '../../contracts/causes/grounds.ts'
import { grouped } from '../../contracts/causes/grouped.ts'
import { isFoundByRun, type OpenGroup, openApart, openGroups } from '../../contracts/causes/open.ts'
import { acceptanceAdvice, noSuchPlace } from '../../contracts/causes/refused.ts'
import { snippetFor } from '../../contracts/causes/snippet.ts'
import { listed, oneFix } from '../../contracts/causes/wording.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { codes, isFixtureMissing } from '../../contracts/results/reasons.ts'
import type { Advice, ReportedReason, ReportedRequirement } from '../../contracts/results/report.ts'
import { isRunName } from '../../contracts/run/run-name.ts'
import { isFormRefused } from '../../contracts/run/settings.ts'
import { limitMessage } from './limit.ts'

/** Answers that say nothing, since a made-up path is answered alike. */
const likeAnyPath = codes(
  'catch-all',
  'redirects-everything',
  'indistinguishable',
  'refused-like-any-path',
  'refused-before-routing',
)

/** Documents that were not found. */
const needsDocument = codes('need-reference', 'need-deprecation-log', 'need-changelog')

/** Reasons for which a run has no credentials that work. */
const aboutCredentials = codes('credentials-refused', 'login-not-found', 'login-failed', 'login-token-unknown')

/** What comes after a value that is wrong, the later the smaller. */
export const lateStages = { optional: 0.5, shape: 1 } as const

export interface Step extends Advice {
  /** A cause that hides others comes before all that it hides: what is wrong before what was not given. */
  readonly first?: 'wrong' | 'missing'
  /** A MUST that failed. */
  readonly failed?: true
  /** Failed because an operation is not where it was looked for: where the reference is missing, it may be elsewhere. */
  readonly elsewhere?: true
  /** What is wrong or missing comes before what could not be decided. */
  readonly undecided?: true
  /** The name of what the run created, where it is about that: it comes after what is wrong with its creation. */
  readonly ofRun?: string | undefined
  /** An operation that a hub need not offer, and the shape of a whole answer, come after a value that is wrong. */
  readonly late?: keyof typeof lateStages
  /** Why it is open. */
  readonly reason?: ReportedReason | null
  /** The document that says where operations are comes before them. */
  readonly isReference?: boolean
}

export type Members = readonly ReportedRequirement[]

export const idsOf = (members: Members): readonly string[] => members.map(({ id }) => id)

export const requirementsOf = (steps: readonly Step[]): readonly string[] => [
  ...new Set(steps.flatMap(({ requirements }) => requirements)),
]

/** Steps without those that have another one as their cause: that one decides what they would. */
const absorbed = (steps: readonly Step[], cause: Step, isConsequence: (step: Step) => boolean): readonly Step[] => {
  const requirements = requirementsOf([cause, ...steps.filter(isConsequence)])
  return steps.flatMap(step => (step === cause ? { ...cause, requirements } : isConsequence(step) ? [] : step))
}

/** Words of the target and names of operations stay as they are. */
const capital = (text: string): string =>
  text.replace(/^[a-z]+(?=[ ,:])/, word => word.replace(/^./, first => first.toUpperCase()))

/** Open because a document is not there or cannot be read. */
const ofDocument = codes('document-unfit', 'document-refused', 'document-unread', 'unreadable-document')

/** Open because an operation is not there, or not where it was looked for. */
const unserved = codes('creation-failed', 'layout-unknown', 'binding-unusable')

/** Failed because an operation is not where it was looked for. */
const notThere = codes('absent', 'family-absent', 'replacement-absent')

const isRedirected = ({ reason }: { readonly reason?: ReportedReason | null }): boolean =>
  reason?.code === 'redirects-everything'

const openStep = (group: OpenGroup, report: Recorded, durationMs: number): Step => {
  const { members, action } = group
  const [message] = group.messages
  const requirements = idsOf(members)
  const found = members.flatMap(({ reason }) => reason?.code ?? [])
  // What a run finds with credentials is in the group of those that were refused, and may come first in it.
  const refusal = members.find(member => member.reason !== null && aboutCredentials.has(member.reason.code))
  const shown = refusal ?? members.find(isRedirected) ?? members[0]
  const { reason } = shown
  const [code = 'nothing-judged'] = found
  if (found.includes('rate-limited'))
    return { kind: 'run', message: limitMessage(members, report, durationMs), requirements }
  const then = action === undefined ? '' : `. ${action}`
  const told = `${capital(message)}${then}`
  // A reference that was asked for and did not come is missing, whatever answered in its place.
  const { exchanges: asked = [] } = report.fixtures.find(({ need, value }) => need === 'reference' && !value) ?? {}
  const isReference =
    code === 'need-reference' ||
    (ofDocument.has(code) && /reference$/.test(String(reason?.values.document))) ||
    cited(worstCases(shown)[0], report).some(({ id }) => asked.includes(id))
  const about = { requirements, reason, ...(isReference && { isReference }) }
  if (refusal !== undefined || (action !== undefined && action === acceptanceAdvice(report)))
    return { kind: 'give', first: 'wrong', message: told, ...about }
  if (code === 'need-credentials')
    return { kind: 'give', first: 'missing', message: `This run ${message}${then}`, ...about }
  if (isFixtureMissing(code)) return { kind: 'give', message: `This run ${message}${then}`, ...about }
  if (ofDocument.has(code)) return { kind: 'fix', message: told, ...about }
  if (ofTheRun.has(code))
    return { kind: 'run', message: action === undefined ? `Run again: ${message}` : told, ...about }
  if (isFormRefused(code, reason?.values)) return { kind: 'give', message: told, ...about }
  if (isRunName(reason?.values.name)) return { kind: 'fix', message: told, ...about, ofRun: reason?.values.name }
  if (reason?.values.parameter !== undefined) return { kind: 'give', message: told, ...about, undecided: true }
  return { kind: 'fix', message: told, ...about, ...(unserved.has(code) ? {} : { undecided: true }) }
}

/** A step with the lines of the file that it asks for. */
const withSnippet = (step: Step, group: OpenGroup, report: Recorded): Step => {
  const snippet = snippetFor(group, report)
  if (snippet === undefined) return step
  return { ...step, snippet, message: `${step.message} The lines below are an example to adapt.` }
}

/** Members of answers of another shape that are named in one step. */
const mostMembers = 3

/** A fix with what is wrong in answers of another shape, once for each member: its place and its value. */
const withWrong = (message: string, failures: readonly Failure[]): string => {
  const wrong = failures.flatMap(({ requirement: { reason } }) => {
    const { where, problem } = reason?.code === 'schema-mismatch' ? reason.values : {}
    if (where === undefined) return []
    const member = String(where).replace(/^.*\./, '')
    return [{ what: `${member} ${String(problem).replace(/, but is .*/, '')}`, told: `${where} ${problem}` }]
  })
  const each = [...grouped(wrong, ({ what }) => what).values()].map(([{ told }]) => told)
  return each.length === 0 ? message : `${message.replace(/\.$/, '')}: ${listed(each, mostMembers)}.`
}

/** How failures are fixed: those of one suite and reason in one step, where what is to be done differs in names only. */
const fixSteps = (failures: readonly Failure[]): readonly Step[] =>
  [...grouped(failures, ({ requirement: { suite, reason } }) => `${suite} ${reason?.code}`).values()].flatMap(each => {
    const stepOf = (message: string, members: readonly Failure[]): Step => {
      const failed = members.flatMap(({ shares }) => shares.map(({ requirement }) => requirement))
      const all = [...failed, ...members.flatMap(({ blocked }) => blocked)]
      const names = failed.flatMap(({ reason }) => (isRunName(reason?.values.what) ? reason.values.what : []))
      return {
        kind: 'fix',
        message,
        requirements: [...new Set(idsOf(all))],
        ...(failed.every(({ level, reason }) => level !== 'must' && reason?.code === 'absent') && { late: 'optional' }),
        ...(failed.every(({ reason }) => reason?.code === 'schema-mismatch') && { late: 'shape' }),
        ofRun: names.length === failed.length ? names[0] : undefined,
        ...(failed.some(({ level }) => level === 'must') && { failed: true }),
        ...(failed.every(({ reason }) => reason !== null && notThere.has(reason.code)) && { elsewhere: true }),
      }
    }
    const one = oneFix(each.flatMap(({ shares }) => shares.map(({ requirement }) => requirement.fix)))
    if (one !== undefined && each.length > 1) return [stepOf(withWrong(one, each), each)]
    const told = (failure: Failure): string => withWrong(failure.step, [failure])
    const messages = each.map(told).sort((a, b) => b.length - a.length)
    /** The step that ends with the same words, if one says more: `Name the member expires_at, not expiresAt. Include …`. */
    const saysMore = (failure: Failure): string =>
      messages.find(other => other.endsWith(told(failure))) ?? told(failure)
    return [...grouped(each, saysMore)].map(([message, members]) => stepOf(message, members))
  })

/** What may be wrong with the path of a URL below which nothing is found. */
export const belowIn = (target: string | null): string => {
  const url = URL.canParse(target ?? '/', 'http://localhost') ? new URL(target ?? '/', 'http://localhost') : undefined
  const path = url?.pathname.replace(/\/$/, '') ?? ''
  return path === ''
    ? 'If the API is below a path, such as /api, the URL ends with it.'
    : `If the API is not below ${path}, leave it out.`
}

/** What a new hub serves first. */
export const beginning = `status 410 on the removed v1 routes (${listed(lifecycle.v1Routes.map(({ path }) => path))})`

/**
 * Where there is no reference, or nothing in it, a login that nobody declared is missing because of that, unless the target itself says what it
 * takes; and a reference that breaks off has nothing in it because of that. Where there is one that could not be read, what was called as
 * another hub publishes it was not found because of that.
 */
const withConsequences = (steps: readonly Step[], { bindings }: Recorded): readonly Step[] => {
  const ofReference = steps.filter(({ isReference }) => isReference)
  const unread = ofReference.find(({ reason }) => reason?.code === 'document-unread')
  const none = ofReference.find(({ reason }) => reason?.code !== 'document-unread')
  const lacking = none ?? unread
  if (lacking === undefined) return steps
  const broken = none?.reason?.code === 'unreadable-document' ? unread : undefined
  const causes: readonly [Step, Step] = [broken ?? lacking, lacking]
  const login = steps.find(({ reason }) => reason?.code === 'login-not-found')?.reason?.values
  const isElsewhere = ({ reason }: Step): boolean =>
    lacking.reason?.code !== 'need-reference' &&
    noSuchPlace.has(Number(reason?.values.status)) &&
    bindings.some(({ operation, from }) => operation === reason?.values.operation && from === 'default')
  const elsewhere = steps.filter(isElsewhere)
  const cause: Step = { ...causes[0], requirements: requirementsOf([...causes, ...elsewhere]) }
  const consequence = `${none ? 'Because of this, no login was found' : 'No login is in what was read'}: ${login?.operation} answered ${login?.status}.`
  return [
    login === undefined || login.scheme !== undefined
      ? cause
      : { ...cause, first: 'wrong', message: `${cause.message} ${consequence}` },
    ...steps.filter(step => !causes.includes(step) && !elsewhere.includes(step)),
  ]
}

/** Operations that say together that nothing is where it is published. */
const enoughOperations = 3

/** Where nothing is served at the places that the reference publishes, those are what is wrong, with whatever names they were called. */
const withPlaces = (steps: readonly Step[], report: Recorded): readonly Step[] => {
  const { bindings, exchanges } = report
  const published = bindings.filter(({ from }) => from === 'reference')
  const called = exchanges.flatMap(exchange => {
    const operation = exchange.request.as === 'valid' ? operationOf(exchange, report) : undefined
    const binding = published.find(each => each.operation === operation)
    return binding === undefined || exchange.response === null ? [] : [{ binding, status: exchange.response.status }]
  })
  const operations = new Set(called.map(({ binding }) => binding.operation))
  if (operations.size < enoughOperations || called.some(({ status }) => !noSuchPlace.has(status))) return steps
  const isOfPlaces = ({ reason }: Step): boolean => noSuchPlace.has(Number(reason?.values.status))
  const [{ binding } = {}] = called
  const requirements = requirementsOf(steps.filter(isOfPlaces))
  if (requirements.length === 0) return steps
  const message = `Nothing is served at the paths that the OpenAPI document publishes, such as ${binding?.method} ${binding?.path}: serve them, or correct its paths, the path of its servers or the URL of the target.`
  return [{ kind: 'fix', first: 'wrong', message, requirements }, ...steps.filter(step => !isOfPlaces(step))]
}

/** Where credentials are missing or refused, or every path redirects, what a run finds with them is missing because of that. */
const withFound = (steps: readonly Step[], report: Recorded): readonly Step[] => {
  const cause = steps.find(step => isRedirected(step) || (step.first !== undefined && step.kind === 'give'))
  const isAccepted =
    !(cause && isRedirected(cause)) &&
    report.fixtures.some(({ need, value }) => need === 'credentials' && value) &&
    acceptanceAdvice(report) === undefined
  if (cause === undefined || isAccepted) return steps
  return absorbed(steps, cause, isFoundByRun)
}

/** Where a name is missing, what was tried in its place is not to be named as well; what is missing may itself depend on another name. */
const withNames = (steps: readonly Step[]): readonly Step[] => {
  const rootOf = (step: Step, others: readonly Step[]): Step => {
    const left = others.filter(other => other !== step)
    const need = left.find(({ reason }) => reason?.code === `need-${step.reason?.values.parameter}`)
    return need === undefined ? step : rootOf(need, left)
  }
  const roots = new Map(steps.map(step => [step, rootOf(step, steps)]))
  return steps
    .filter(step => roots.get(step) === step)
    .map(step => {
      const instead = steps.filter(other => other !== step && roots.get(other) === step)
      return { ...step, requirements: requirementsOf([step, ...instead]) }
    })
}

/** The steps of failures, where a row that the log lacks labels its endpoints as well: that is one step. */
const stepsOfFailures = (failures: readonly Failure[]): readonly Step[] => {
  const codeOf = ({ requirement: { reason } }: Failure) => reason?.code
  const rows = failures.filter(failure => codeOf(failure) === 'row-missing')
  const missing = rows.flatMap(({ shares }) => shares.map(({ requirement }) => requirement.id))
  const endpoints = lifecycle.deprecationLog
    .filter(({ slug }) => missing.includes(`deprecation-log/${slug}`))
    .flatMap(row => row.endpoints)
  const isInRow = ({ shares }: Failure): boolean =>
    shares.every(
      ({ requirement: { reason } }) =>
        reason?.code === 'not-labelled' && endpoints.includes(String(reason.values.endpoint)),
    )
  const labels = failures.filter(isInRow)
  const ids = idsOf(labels.flatMap(({ shares }) => shares.map(({ requirement }) => requirement)))
  const steps = fixSteps(failures.filter(failure => !labels.includes(failure)))
  const ofRows = new Set(rows.map(({ requirement }) => requirement.id))
  const first = steps.find(({ requirements }) => requirements.some(id => ofRows.has(id)))
  return steps.map(step => (step === first ? { ...step, requirements: [...step.requirements, ...ids] } : step))
}

/** Reasons about a member that a member in another form gives as well. */
const ofForm = codes('not-as-sent', 'not-as-created', 'no-field')

/**
 * Where a member is shown in another form than it is to have, or with another value than it was created with, that is why it is not as it was
 * sent, why the target does not take it back, and why there is nothing to compare.
 */
const withForms = (steps: readonly Step[], { requirements }: Recorded): readonly Step[] => {
  const wrong = requirements.filter(
    ({ verdict, reason }) => verdict === 'fail' && /^not-(?:date-time|as-created)$/.test(String(reason?.code)),
  )
  return wrong.reduce((left, { id, reason }) => {
    const cause = left.find(step => step.requirements.includes(id))
    const field = String(reason?.values.field ?? reason?.values.member)
    const family = areaOf(reason?.values.operation) ?? ''
    const isOfField = (other: ReportedReason | null): boolean =>
      other !== null &&
      String(other.values.operation).startsWith(family) &&
      ofForm.has(other.code) &&
      String(other.values.member ?? other.values.field).startsWith(field)
    const isConsequence = (step: Step): boolean =>
      step !== cause &&
      ((step.message.split('Accept ')[1]?.startsWith(field) && step.message.includes(', as the target returns it')) ||
        requirements.filter(each => step.requirements.includes(each.id)).every(each => isOfField(each.reason)))
    return cause === undefined ? left : absorbed(left, cause, isConsequence)
  }, steps)
}

/** A step for each cause of what failed or is open. */
export const stepsOf = (report: Recorded, durationMs: number): readonly Step[] => {
  const { requirements } = report
  // What a failure keeps open is decided by fixing that.
  const open = openApart(report).filter(({ verdict }) => verdict !== 'error')
  const isDecided = requirements.some(({ verdict }) => verdict === 'pass' || verdict === 'fail')
  const alike = isDecided ? [] : open.filter(({ reason }) => reason !== null && likeAnyPath.has(reason.code))
  // So are documents that are not there.
  const isDocument = ({ reason }: ReportedRequirement): boolean => reason !== null && needsDocument.has(reason.code)
  const below = alike.length === 0 ? [] : [...alike, ...open.filter(isDocument)]
  const urlOfAll: Step = {
    kind: 'run',
    first: 'wrong',
    message: `Check the URL of the target: it answers all paths the same, even those that do not exist. ${belowIn(report.target)} If the hub is new, begin with ${beginning}, and 404 for all other paths.`,
    requirements: idsOf(below),
  }
  const others = open.filter(each => !below.includes(each))
  const errors = requirements.filter(({ verdict, known }) => verdict === 'error' && known === undefined)
  const steps = [
    ...stepsOfFailures(failuresOf(report)),
    ...(below.length > 0 ? [urlOfAll] : []),
    ...openGroups(others, report).map(group => withSnippet(openStep(group, report, durationMs), group, report)),
    ...errors.map(({ id }): Step => {
      const message = `Report this bug of the suite, with the JSON report: ${id}`
      return { kind: 'report', message, requirements: [id] }
    }),
  ]
  return withForms(withConsequences(withNames(withFound(withPlaces(steps, report), report)), report), report)
}
