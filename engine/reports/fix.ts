import { keepsId } from '../../contracts/causes/actions.ts'
import { areaOf } from '../../contracts/causes/evidence.ts'
import { prefixOf } from '../../contracts/causes/grounds.ts'
import { grouped } from '../../contracts/causes/grouped.ts'
import { atPlaces, type Places } from '../../contracts/causes/refused.ts'
import { listed, oneFix } from '../../contracts/causes/wording.ts'
import { defined } from '../../contracts/defined.ts'
import type { PublishedReference } from '../../contracts/documents.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { type Binding, operationWords } from '../../contracts/operations.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { codes, entryHeadings, type ReasonCode } from '../../contracts/results/reasons.ts'
import type { Report, ReportedReason } from '../../contracts/results/report.ts'
import type { Verdict } from '../../contracts/results/verdict.ts'

type Told = Pick<ReportedReason, 'code' | 'values'>

/** What was found of a requirement, as far as its fix depends on it. */
interface Judgement {
  readonly reason: Told | null
  readonly cases: readonly { readonly verdict: Verdict; readonly reason: Told | null }[]
}

/** Where operations were called, and what the target's own reference has. */
interface Published {
  readonly bindings: Report['bindings']
  readonly reference?: PublishedReference
}

/** Reasons that say that an operation is not where it was called. */
const notThere = codes('absent', 'gone')

const quoted = (text: unknown): string => (String(text).startsWith('"') ? String(text) : `"${text}"`)

/** Whether the lifecycle document has one of these endpoints as deprecated. */
const isLegacy = (endpoints: unknown): boolean => {
  const named = String(endpoints).split(/, | and /)
  return lifecycle.legacyEndpoints.some(({ method, path }) => named.includes(`${method} ${path}`))
}

const ofOneToken = (): string => 'Change only the token that an update names by its id.'

const asSent = ({ member, sent }: ReportedReason['values']): string =>
  `Store ${member} as it was sent, and return it: ${sent}.`

/** What a reason itself says is to be done, more closely than the fix of its requirement. */
const closer: { readonly [Code in ReasonCode]?: (values: ReportedReason['values'], fix: string) => string } = {
  'label-date': ({ endpoint, expected }) =>
    `Give ${expected} as the date since which ${endpoint} is deprecated, where the reference states it.`,
  'deprecation-day': ({ endpoint, expected }) =>
    `Send \`Deprecation: @${Date.parse(String(expected)) / 1000}\`, which is ${expected}, with ${endpoint}, or do not send the field.`,
  'not-labelled': ({ endpoint, where }, fix) =>
    where === 'the reference' ? `Label ${endpoint} \`deprecated: true\` in the OpenAPI reference.` : fix,
  'label-not-logged': ({ endpoint, document }) =>
    `Add an entry for ${endpoint} to ${document}${isLegacy(endpoint) ? '' : '; or, if it is not deprecated, remove its label'}.`,
  // Where two statements contradict each other, the first is what the lifecycle document states.
  'contradicting-statements': ({ first, place, second, other }) =>
    `Correct or remove ${quoted(second)} (${other}): as the lifecycle document states, it is ${quoted(first)} (${place}).`,
  'contradicting-replacement': ({ old, published, expected }) =>
    `Name ${expected === 'none' ? 'no replacement' : expected} for ${old}, and not ${published}.`,
  'not-echoed': ({ operation, what }, fix) =>
    operation === 'CreateRepositoryGroup' ? `Return ${what} as it was sent, in the new assignment.` : fix,
  'another-kind': ({ operation, what }) =>
    `List no token of another kind in ${operationWords(String(operation))}, such as ${what}.`,
  'path-outside-v2': ({ paths }) => `Serve and publish below /v2/, all at the same base path: ${paths}.`,
  'wrong-parameter': ({ operation, parameter }) =>
    `Declare the parameter ${parameter} of ${operation} as a string in the path.`,
  'not-as-created': asSent,
  'not-as-sent': asSent,
  'id-changed': () => keepsId,
  'missing-like-existing': ({ operation }, fix) =>
    operation === 'CreateRepositoryGroup'
      ? fix
      : `Answer ${operationWords(String(operation))} with 404 or another error status if the resource does not exist.`,
  'switch-ignored': ({ member, got }, fix) => {
    if (got !== undefined) return `Store ${member} as it was sent, and return it: true where true was sent, not ${got}.`
    return member === undefined ? fix : `Store ${member} as an update sends it, and show it when the token is read.`
  },
  'not-listed': ({ gone, operation, what }, fix) =>
    operation === 'listNamespaceRepositories'
      ? `List every repository of the namespace, such as ${what}, on a page that is linked from the first one.`
      : gone === undefined
        ? `List ${what} in ${operationWords(String(operation))}, on the first page or on one that is linked from it.`
        : `Delete only the token with the id in the path: reading another one answered ${gone} after a deletion. ${fix}`,
  'secret-shown-again': () => 'Store only a hash of the secret, so that no later answer can contain it.',
  'created-elsewhere': ({ what, got }) =>
    `Create a repository in the namespace of the path, ${what}: it was created as ${got}.`,
  'other-thing': ({ operation, what }) =>
    `Return in the answer of ${operationWords(String(operation))} what it is called for, with its name: ${what}.`,
  'created-not-found': ({ operation, what }) =>
    `Answer ${operationWords(String(operation))} with success for ${what} as well, which was created.`,
  'still-there': ({ operation }, fix) =>
    /list$/.test(String(operation)) ? `Do not list deleted tokens in ${operationWords(String(operation))}.` : fix,
  'not-kept': ({ operation, what }) =>
    `Store the change, and show ${what} in the answer of ${operationWords(String(operation))}.`,
  'header-malformed': ({ header, value, expected }, fix) => {
    const [blank] = header === 'Link' ? (/\{[^{}]*\}/.exec(String(value)) ?? []) : []
    if (blank !== undefined) return `Fill in ${blank} in the target of Link: a link is a URI, and not a template.`
    return fix.includes(String(header)) ? fix : `Send ${header} as ${expected}, or leave it out.`
  },
  'changed-unasked': ({ member }) => `Change only what an update names: keep ${member} as it was.`,
  'other-relabelled': ofOneToken,
  'other-changed': ofOneToken,
  'listed-otherwise': ({ operation, member, alone, got }) =>
    `List the token as ${operationWords(String(operation).replace(/list$/, 'get'))} shows it: ${member} is ${alone}, not ${got}.`,
  'row-date': ({ feature, date, expected }) =>
    `Change the date of ${feature} in the deprecation log from ${date} to ${expected}.`,
  'row-status': ({ feature, status, expected }, fix) =>
    expected === '' ? fix : `Change the status of ${feature} in the deprecation log from ${status} to ${expected}.`,
  'row-missing': ({ feature }, fix) =>
    // The endpoints before the first that is missing are there.
    `${fix.slice(0, -1)},`.includes(`, ${feature},`)
      ? `Name ${feature} in the row of the deprecation log as well: ${fix.slice(entryHeadings['row-missing'].length + 1)}`
      : fix,
  'not-newest-first': ({ first, second }) =>
    `Move what is below ${first} in the change history behind what is below ${second}: the newest comes first.`,
  'entry-kind': ({ about, date, kind, expected }) =>
    `List ${about} on ${date} in the change history as ${expected}, not as ${kind}.`,
  'entry-date': ({ about, date, expected }) => `Move the entry about ${about} from ${date} to ${expected}.`,
  'current-labelled-deprecated': ({ operation, where }) => `Remove the label of ${operation} from ${where}.`,
  'log-empty': () =>
    'Record an entry when an organization access token is created, changed or deleted, and show it in the log of its organization.',
  'schema-mismatch': ({ operation, shape }) =>
    String(shape).startsWith('the schema of')
      ? `Correct the answer of ${operationWords(String(operation))}, or its schema in the OpenAPI document.`
      : `Declare the schema of the answer of ${operationWords(String(operation))} in the OpenAPI document, or return the published shape.`,
  'operation-unpublished': ({ operation, similar }, fix) =>
    similar === undefined ? fix : fix.replace(`: ${operation}\``, written => `${written} (now \`${similar}\`)`),
  'field-missing': ({ field, similar }, fix) =>
    similar === undefined ? fix : `Name the member ${field}, not ${similar}. ${fix}`,
}

/** The operations that show a family, where the target's own reference or the user says where they are. */
const ofFamily = (family: unknown, bindings: Report['bindings']): Places | undefined => {
  const prefix = prefixOf(family)
  const bound = bindings.filter(
    ({ operation, from }) =>
      [`${prefix}list`, `${prefix}create`, `${prefix}events`].includes(operation) && from !== 'default',
  )
  const [first] = bound
  if (first === undefined) return undefined
  const byPath = [...grouped(bound, ({ path }) => path)]
  const places = byPath.map(([path, each]) => `${listed(each.map(({ method }) => method))} ${path}`)
  return {
    name: listed(bound.map(each => operationWords(each.operation))),
    from: bound.every(({ from }) => from === first.from) ? first.from : 'reference',
    places: listed(places),
  }
}

/** How an operation that was not found is published under another tag, next to others of its family. */
const underOtherTag = (prefix: string, { bindings, reference }: Published): string | undefined => {
  const { tag = '' } = lifecycle.families.find(({ id }) => prefixOf(id) === areaOf(prefix)) ?? {}
  const ofFamily = bindings.filter(({ operation }) => areaOf(operation) === areaOf(prefix))
  // A collection is above its items, and the log above the list of its actions.
  const above = ({ operation, path }: Binding): string =>
    path.replace(operation === 'audit.actions' ? /\/[^/]+$/ : /\/\{[^/]*\}$/, '')
  const paths = ofFamily.flatMap(bound => (bound.from === 'reference' ? [bound.path, above(bound)] : []))
  const lacking = ofFamily.filter(({ operation, from }) => operation.startsWith(prefix) && from === 'default')
  const other = reference?.operations.find(
    ({ method, path, tags }) =>
      !tags.includes(tag) &&
      paths.includes(path) &&
      lacking.some(bound => bound.method === method) &&
      !bindings.some(bound => bound.method === method && bound.path === path),
  )
  if (other === undefined) return undefined
  const { method, path, operationId, tags } = other
  const named = operationId === undefined ? '' : ` (${operationId})`
  return `Give ${method} ${path}${named} the tag ${tag} in the OpenAPI document, as the lifecycle document has it, in place of ${tags.join(', ') || 'none'}.`
}

/** Reasons about one operation of the reference, which is another one where two have its id. */
const ofOneId = codes('wrong-tag', 'wrong-path', 'wrong-parameter', 'scope-undeclared')

/** What to do where several operations have the id of the one that a reason is about. */
const sharedId = ({ code, values }: Told, { reference }: Published): string | undefined => {
  const same = reference?.operations.filter(({ operationId }) => operationId === values.operation) ?? []
  return same.length > 1 && ofOneId.has(code)
    ? `Give each operation in the OpenAPI document an operationId of its own: ${listed(same.map(({ method, path }) => `${method} ${path}`))} have ${values.operation}.`
    : undefined
}

/**
 * What one reason asks for. Where the user gave the path of an operation, that path may be what is wrong; where the target's own reference
 * publishes it, the operation is missing there.
 */
const fixFor = (fix: string, reason: Told | null, published: Published): string => {
  const { bindings } = published
  const { family, operation } = reason?.values ?? {}
  const lacking =
    reason?.code === 'family-absent' ? prefixOf(family) : reason?.code === 'absent' ? operation : undefined
  const tagged = lacking === undefined ? undefined : underOtherTag(String(lacking), published)
  if (tagged !== undefined) return tagged
  const own = reason && (sharedId(reason, published) ?? closer[reason.code]?.(reason.values, fix))
  if (own) return own
  const places = reason?.code === 'family-absent' ? ofFamily(family, bindings) : undefined
  if (places) return atPlaces(places)
  const bound = bindings.find(each => each.operation === operation)
  return bound && reason && notThere.has(reason.code) && (bound.from === 'file' || bound.from === 'reference')
    ? atPlaces({
        name: operationWords(bound.operation),
        from: bound.from,
        places: `${bound.method} ${bound.path}`,
        allow: reason.values.allow,
      })
    : fix
}

/** More fixes than this are too many to follow at once: the first is told. */
const mostFixes = 3

/** How a requirement is fixed: what every failed case asks for, once, where that is little. */
export const fixOf = (
  { fix }: Pick<Requirement, 'fix'>,
  { reason, cases }: Judgement,
  bindings: Report['bindings'],
  reference?: PublishedReference,
): string => {
  const published = { bindings, ...defined({ reference }) }
  const first = fixFor(fix, reason, published)
  const failed = cases.filter(({ verdict }) => verdict === 'fail')
  const all = [...new Set([first, ...failed.map(kase => fixFor(fix, kase.reason, published))])]
  // What only says the end of another says less.
  const fixes = all.filter(each => !all.some(other => other !== each && other.endsWith(each)))
  return fixes.length > mostFixes ? first : (oneFix(fixes) ?? fixes.join(' '))
}
