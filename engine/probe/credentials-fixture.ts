import { fill } from '../../checks/path-template.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { operationNames, operationRoles } from '../../contracts/bindings/roles.ts'
import type { PublishedDocuments } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { OperationName, Role, RoleValues } from '../../contracts/operations.ts'
import type { Fixtures, Probe } from '../../contracts/requirement.ts'
import { Missing, NoAnswer } from '../../contracts/results/finding.ts'
import { codes } from '../../contracts/results/reasons.ts'
import type { Credentials } from '../credentials/credentials.ts'
import { bearerForm } from '../credentials/form.ts'
import { alternativesAt } from '../credentials/forms.ts'
import type { Loaded } from '../documents/loading/kinds.ts'
import { isSendable } from '../http/request-guard.ts'
import type { FixturesInput } from '../options.ts'

/** What is needed to try the credentials of a run. */
export interface CredentialSources {
  readonly fixtures: FixturesInput
  readonly username: string | undefined
  readonly credentials: Pick<Credentials, 'available' | 'sent' | 'form' | 'use'>
  /** Called with a declared form that is refused while the usual one is accepted. */
  readonly refuse?: (form: string) => void
  /** Called with a form for which a login gets another token, since the given one was refused in it. */
  readonly logIn?: (form: string) => void
  /** Called with the form to use at a path that refused another one; undefined if none is better. */
  readonly choose?: (endpoint: { readonly method: string; readonly path: string }, form: string | undefined) => void
  /** Forms to try the credentials in; see {@link formsToTry}. */
  readonly forms?: readonly string[]
  /** What is known of the documents once this one has been looked for. */
  look(kind: keyof PublishedDocuments): Promise<Pick<Loaded, 'documents' | 'unavailable' | 'unfit'>>
}

/** A call that credentials are tried on. */
type Trial = readonly [operation: OperationName, values: RoleValues]

/** Calls that credentials can be tried on at the start. */
const trialsFor = ({ namespace, repository, org }: FixturesInput, username: string | undefined): readonly Trial[] => {
  const owner = namespace ?? username
  return [
    ['pat.list', {}],
    ...(owner === undefined ? [] : [['listNamespaceRepositories', { namespace: owner }] as const]),
    ...(org === undefined ? [] : [['oat.list', { org }] as const]),
    ...(owner === undefined || repository === undefined
      ? []
      : [['GetRepository', { namespace: owner, repository }] as const]),
  ]
}

/** Whether an answer can mean that the credentials are known. */
const mayBeAccepted = (answer: Answered): boolean => isSuccess(answer) || answer.response.status === 403

/** There are no credentials to send. */
const noCredentials = codes('login-failed', 'login-token-unknown', 'login-not-found', 'token-unavailable')

/** What the answers show about the credentials: nothing if both members are missing. */
interface Standing {
  readonly accepted?: true
  readonly refused?: Missing
  /** Made-up credentials were answered the same. */
  readonly alike?: true
}

/**
 * Whether an operation answers the credentials differently from made-up ones; else the first refusal. Without an earlier refusal,
 * the first success counts as such an answer, unless proof is required; so accepted credentials take one request.
 */
const standingOf = async (
  probe: Probe,
  trials: readonly Trial[],
  { credentials, look, forms = [] }: CredentialSources,
): Promise<Standing> => {
  const { documents } = await look('reference')
  const declared = documents.reference?.credentialForms ?? []
  // A token was given, but only user name and password is declared.
  const isWrongScheme =
    credentials.sent.source !== undefined && declared.length > 0 && declared.every(form => form.includes('{basic}'))
  // When verdicts are recomputed, only the report says which forms were tried.
  const inForms = forms.length > 0 ? { forms: forms.join(', ') } : {}
  let refused: Missing | undefined
  let alike = false
  for (const [operation, values] of trials) {
    try {
      const answer = await probe.call(operation, values, { anyStatus: true })
      const { status } = answer.response
      if (status === 401) {
        const tries = {
          ...inForms,
          ...(declared.length > 0 && { declared: declared.join(' or ') }),
          ...(isWrongScheme && { scheme: 'Basic' }),
        }
        refused ??= new Missing('credentials-refused', { ...credentials.sent, ...tries, operation, status }, [answer])
      } else if (mayBeAccepted(answer)) {
        if (refused === undefined && forms.length === 0) return { accepted: true }
        const malformed = await probe.call(operation, values, { anyStatus: true, as: 'malformed' })
        if (malformed.response.status !== status) return { accepted: true }
        alike = true
      }
    } catch (error) {
      if (error instanceof Missing && noCredentials.has(error.code))
        return { refused: new Missing(error.code, { ...error.values, ...inForms }, error.seen) }
      // An operation without an answer, or that cannot be called, shows nothing about the credentials.
      if (!(error instanceof NoAnswer || error instanceof Missing)) throw error
    }
  }
  return { ...(refused && { refused }), ...(alike && { alike }) }
}

/** The forms that were refused. */
const refusedForms = (forms: readonly string[]): Partial<Exclude<Fixtures['credentials'], true>> =>
  forms.length === 0 ? {} : { refused: forms.join(', ') }

/** How a form was chosen. */
const sourceOf = (form: string): 'default' | 'reference' => (form === bearerForm ? 'default' : 'reference')

/**
 * Tries each form that operations declare on these; undefined where all are refused. The usual form is the first that is not, and what declares
 * one that is, is sent in that. A form without a login stays: each operation that declares it says so. A token that is refused in one form, and
 * not in another, may be for that one alone: a login gets one for the first, where it can.
 */
const tryDeclaredForms = async (
  probe: Probe,
  trials: readonly Trial[],
  declared: readonly string[],
  sources: CredentialSources,
): Promise<Fixtures['credentials'] | undefined> => {
  const refused: string[] = []
  const { sent } = sources.credentials
  const unavailable = new Map<string, Missing>()
  const standingIn = (form: string): Promise<Standing> => {
    const formTrials = trials.filter(([operation]) => probe.bind(operation).credentialForm === form)
    return standingOf(probe, formTrials, sources)
  }
  for (const form of declared) {
    const { accepted, refused: why } = await standingIn(form)
    if (accepted || why === undefined) continue
    if (why.code === 'credentials-refused') refused.push(form)
    else unavailable.set(form, why)
  }
  const usable = declared.filter(one => !refused.includes(one) && !unavailable.has(one))
  const loggedIn: string[] = []
  for (const form of usable.length > 0 && sent.isBoth ? [...refused] : []) {
    if (form.includes('{basic}')) continue
    sources.logIn?.(form)
    const { refused: why } = await standingIn(form)
    if (why?.code === 'credentials-refused') continue
    refused.splice(refused.indexOf(form), 1)
    if (why === undefined) loggedIn.push(form)
    else unavailable.set(form, why)
  }
  for (const form of refused) sources.refuse?.(form)
  const [why] = unavailable.values()
  if (usable.length === 0 && why) throw why
  const [form, ...also] = [...usable, ...loggedIn, ...unavailable.keys()]
  if (form === undefined) return undefined
  sources.credentials.use(form)
  return {
    form,
    from: sourceOf(form),
    ...refusedForms(refused),
    ...(also.length > 0 && { also: also.join(', ') }),
    ...(sent.isBoth && { isBoth: true }),
  }
}

/** Whether a request may be refused for the form of its credentials. */
const isUnauthorized = ({ response: { status } }: Answered): boolean => status === 401 || status === 403

/** Where credentials can be sent, parent paths first: the paths of operations and of legacy endpoints. */
const credentialPaths = (probe: Probe): readonly (readonly [path: string, roles: readonly Role[]])[] => {
  const legacy = [...new Set(lifecycle.endpoints.map(({ path }) => path))]
  const all = [
    ...new Map([
      ...operationNames
        .filter(operation => operation !== 'login')
        .map(operation => [probe.bind(operation).path, operationRoles[operation]] as const),
      ...legacy.map(path => [path, ['namespace', 'repository']] as const),
    ]),
  ]
  return all.sort(([a], [b]) => a.length - b.length)
}

/**
 * Has credentials sent in another of the declared alternatives to what refuses the usual one. Reading tells it, whatever is there.
 *
 * @returns the forms that were tried
 */
const tryAlternatives = async (
  probe: Probe,
  { fixtures, username, forms = [], look, choose }: CredentialSources,
): Promise<readonly string[]> => {
  const { reference } = (await look('reference')).documents
  const nonexistent = probe.nonce('no-such-thing')
  const { namespace = username ?? nonexistent, repository = nonexistent, org = nonexistent } = fixtures
  const values: RoleValues = { namespace, repository, org, tag: nonexistent, id: nonexistent, group: nonexistent }
  const tried = new Set<string>()
  for (const [template, roles] of credentialPaths(probe)) {
    const alternatives = alternativesAt(reference, { method: 'GET', path: template }).filter(form =>
      forms.includes(form),
    )
    const request = { method: 'GET', path: fill(template, roles, values), anyStatus: true } as const
    if (alternatives.length < 2 || request.path.includes('{') || !isSendable(request)) continue
    let isAccepted = false
    try {
      const first = await probe.send(request)
      isAccepted = !isUnauthorized(first)
      for (const form of alternatives) {
        if (isAccepted) break
        tried.add(form)
        choose?.(request, form)
        isAccepted = !isUnauthorized(await probe.send(request))
      }
    } catch (error) {
      if (!(error instanceof NoAnswer || error instanceof Missing)) throw error
    }
    if (!isAccepted) choose?.(request, undefined)
  }
  return [...tried]
}

/** The form in which the target accepts the credentials; `found` is told where operations declare several. Throws {@link Missing} where all are refused. */
const acceptedForm = async (
  probe: Probe,
  sources: CredentialSources,
  onFound: (need: 'credentials', name: string, from: string) => void,
): Promise<Fixtures['credentials']> => {
  if (!sources.credentials.available) throw new Missing('need-credentials')
  // It says how operations are called, and in which forms credentials are sent.
  await sources.look('reference')
  const { credentials, forms = [] } = sources
  const trials = trialsFor(sources.fixtures, sources.username)
  const declared = forms.filter(form => operationNames.some(operation => probe.bind(operation).credentialForm === form))
  const declaredForms = declared.length > 0 ? await tryDeclaredForms(probe, trials, declared, sources) : undefined
  if (declaredForms !== undefined && declaredForms !== true) {
    const { form, also } = declaredForms
    onFound('credentials', [form, ...(also === undefined ? [] : [also])].join(', '), 'as each operation declares')
    return declaredForms
  }
  let first: Standing | undefined
  const attempts: { readonly form: string; readonly standing: Standing }[] = []
  const formsOf = (unproven: boolean): readonly string[] =>
    attempts
      .filter(({ standing: { refused, alike } }) => (alike === true && refused === undefined) === unproven)
      .map(({ form }) => form)
  for (const form of forms) {
    credentials.use(form)
    const standing = await standingOf(probe, trials, sources)
    if (standing.accepted) {
      const unproven = formsOf(true).join(', ')
      return { form, from: sourceOf(form), ...refusedForms(formsOf(false)), ...(unproven && { unproven }) }
    }
    attempts.push({ form, standing })
    first ??= standing
  }
  // If no form was shown to be accepted, the declared one is used.
  const [form] = forms
  if (form !== undefined) credentials.use(form)
  first ??= await standingOf(probe, trials, sources)
  if (first.refused) throw first.refused
  return form === undefined ? true : { form, from: sourceOf(form) }
}

/** The same, with the alternatives that single operations accept in its place. */
export const credentialsFixture = async (
  probe: Probe,
  sources: CredentialSources,
  onFound: (need: 'credentials', name: string, from: string) => void,
): Promise<Fixtures['credentials']> => {
  const accepted = await acceptedForm(probe, sources, onFound)
  if (accepted === true) return accepted
  const tried = await tryAlternatives(probe, sources)
  if (tried.length === 0) return accepted
  const also = [...new Set([...(accepted.also?.split(', ') ?? []), ...tried])].filter(form => form !== accepted.form)
  if (also.length === 0) return accepted
  onFound('credentials', [accepted.form, ...also].join(', '), 'as each operation accepts')
  return { ...accepted, also: also.join(', ') }
}
