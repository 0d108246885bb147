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

/** What a trial of the credentials needs. */
export interface CredentialSources {
  readonly fixtures: FixturesInput
  readonly username: string | undefined
  readonly credentials: Pick<Credentials, 'available' | 'sent' | 'form' | 'use'>
  /** Called with a declared form that is refused although the usual one is accepted. */
  readonly refuse?: (form: string) => void
  /** Called with a form that refused the given token, so that a login gets another one for it. */
  readonly logIn?: (form: string) => void
  /** Called with the form to use at a path that refused another one, or undefined if no form is better. */
  readonly choose?: (endpoint: { readonly method: string; readonly path: string }, form: string | undefined) => void
  /** Forms to try the credentials in; see {@link formsToTry}. */
  readonly forms?: readonly string[]
  /** Loads one document; returns all that is loaded by then. */
  look(kind: keyof PublishedDocuments): Promise<Pick<Loaded, 'documents' | 'unavailable' | 'unfit'>>
}

/** A call that tries the credentials. */
type Trial = readonly [operation: OperationName, values: RoleValues]

/** Calls that can try the credentials before other fixtures are known. */
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

/** Whether an answer can mean that the credentials are valid. */
const mayBeAccepted = (answer: Answered): boolean => isSuccess(answer) || answer.response.status === 403

/** Reasons why there are no credentials to send. */
const noCredentials = codes('login-failed', 'login-token-unknown', 'login-not-found', 'token-unavailable')

/** What the answers show about the credentials; empty if they show nothing. */
interface Standing {
  readonly accepted?: true
  readonly refused?: Missing
  /** Made-up credentials were answered the same. */
  readonly alike?: true
}

/**
 * Checks whether an operation answers valid and made-up credentials differently, else returns the first refusal. The first success is
 * accepted without this comparison, unless a refusal came before it or several forms are tried: so valid credentials cost one request.
 */
const standingOf = async (
  probe: Probe,
  trials: readonly Trial[],
  { credentials, look, forms = [] }: CredentialSources,
): Promise<Standing> => {
  const { documents } = await look('reference')
  const declared = documents.reference?.credentialForms ?? []
  // The user gave a token, but the target only declares user name and password.
  const isWrongScheme =
    credentials.sent.source !== undefined && declared.length > 0 && declared.every(form => form.includes('{basic}'))
  // When verdicts are recomputed, the tried forms are only known from the report.
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
      // An operation that does not answer or cannot be called shows nothing about the credentials.
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
 * Tries each declared form on the operations that declare it. The first that is not refused becomes the default; operations with another
 * accepted form use their own. A form without a login is kept, and each operation that declares it reports why. If a token is refused in
 * one form only, a login gets another token for that form, if possible. Undefined if all forms are refused.
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

/** Whether a request may have been refused because of the form of its credentials. */
const isUnauthorized = ({ response: { status } }: Answered): boolean => status === 401 || status === 403

/** Paths that can be requested with credentials, shortest first: those of operations and of legacy endpoints. */
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
 * Finds paths that refuse the default form, and chooses another declared form for them. A read shows this whether or not the resource
 * exists.
 *
 * @returns the tried forms
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

/**
 * The form in which the target accepts the credentials. `onFound` is called if operations declare several. Throws {@link Missing} if all are refused.
 */
const acceptedForm = async (
  probe: Probe,
  sources: CredentialSources,
  onFound: (need: 'credentials', name: string, from: string) => void,
): Promise<Fixtures['credentials']> => {
  if (!sources.credentials.available) throw new Missing('need-credentials')
  // The reference declares how operations are called and in which forms credentials are sent.
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
  // If no form was proven, the declared one is used.
  const [form] = forms
  if (form !== undefined) credentials.use(form)
  first ??= await standingOf(probe, trials, sources)
  if (first.refused) throw first.refused
  return form === undefined ? true : { form, from: sourceOf(form) }
}

/** The accepted form, and other forms that single operations accept. */
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
