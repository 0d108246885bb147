import type { ReasonCode } from '../results/reasons.ts'
import { isRunName } from './run-name.ts'

/** What a user can set. The command, its configuration file and the library each have their own name for it. */
export type Setting =
  | 'target'
  | 'credentials'
  | 'credentials-header'
  | 'password'
  | 'headers'
  | 'csrf'
  | 'writes'
  | 'namespace'
  | 'repository'
  | 'tag'
  | 'org'
  | 'group'
  | 'reference'
  | 'deprecation-log'
  | 'changelog'
  | 'binding'
  | 'suites'
  | 'only'
  | 'skip'
  | 'levels'
  | 'not-offered'
  | 'timeout'
  | 'deadline'
  | 'rate'
  | 'ca'
  | 'insecure'
  | 'proxy'

/** The caller's name of each setting: `--namespace`, `fixtures.namespace`. */
export type SettingNames = Readonly<Record<Setting, string>>

/** The settings that can change a verdict with this reason. */
const settingsOf: { readonly [Code in ReasonCode]?: readonly Setting[] } = {
  'redirects-everything': ['target'],
  'layout-unknown': ['binding', 'reference'],
  'rate-limited': ['rate'],
  'cut-short': ['timeout'],
  'out-of-time': ['deadline'],
  'not-reached': ['deadline'],
  'case-out-of-time': ['deadline'],
  'binding-unsafe': ['binding'],
  'binding-unusable': ['binding'],
  'binding-unknown': ['binding'],
  'deletion-unknown': ['binding'],
  'need-credentials': ['credentials'],
  'credentials-refused': ['credentials', 'credentials-header'],
  'token-unavailable': ['credentials'],
  'login-failed': ['credentials'],
  'login-token-unknown': ['credentials'],
  'login-not-found': ['credentials-header', 'binding', 'reference', 'credentials'],
  'need-writes': ['writes'],
  'need-namespace': ['namespace'],
  'need-tag': ['repository', 'tag'],
  'names-unknown': ['repository', 'tag'],
  'need-org': ['org'],
  'need-group': ['group'],
  'group-elsewhere': ['namespace', 'group'],
  'form-unknown': ['reference', 'binding'],
  'body-unsendable': ['reference', 'binding'],
  'value-not-taken': ['reference', 'binding'],
  'form-undeclared': ['reference', 'binding'],
  'members-undeclared': ['reference', 'binding'],
  'name-not-taken': ['reference', 'binding'],
  'name-not-shown': ['binding'],
  'not-served': ['credentials'],
  'owner-unnamed': ['binding', 'reference'],
  'other-log': ['binding', 'reference'],
  'other-operation': ['binding', 'reference'],
  'need-reference': ['reference'],
  'need-deprecation-log': ['deprecation-log'],
  'need-changelog': ['changelog'],
}

/** Whether a reason says no more than that a request was refused. */
export const isRefused = (code: ReasonCode): boolean =>
  ['request-refused', 'no-success', 'creation-failed'].includes(code)

/** Whether the target did not take a request whose form it has not declared, or not wholly. */
export const isFormRefused = (code: ReasonCode, values: Readonly<Record<string, unknown>> = {}): boolean =>
  isRefused(code) && [400, 415, 422].includes(Number(values.status))

/** What creating a repository may lack. */
const means: readonly (readonly [word: RegExp, setting: Setting])[] = [
  [/credentials/, 'credentials'],
  [/write permission/, 'writes'],
]

/** Whether a refusal may be one of a plan that does not include what was asked for: by its status, or as organization access tokens are. */
export const isOfPlan = ({ status, operation }: Readonly<Record<string, unknown>>): boolean =>
  status === 402 || (status === 403 && /^oat\.|organization access token/.test(String(operation)))

const ofPlan = (values: Readonly<Record<string, unknown>>): readonly Setting[] =>
  isOfPlan(values) ? ['not-offered'] : []

/** The settings that can change the verdict of a reason; where it is about one parameter, that one. */
export const settingsFor = (
  code: ReasonCode,
  values: Readonly<Record<string, unknown>>,
): readonly Setting[] | undefined => {
  if (isRunName(values.name)) return undefined
  if (code === 'need-group' && values.org !== undefined) return ['org', 'group']
  if (typeof values.parameter === 'string')
    return [values.parameter as Setting, ...(values.status === 403 ? (['credentials', 'headers'] as const) : [])]
  if (code === 'no-answer' && values.failure === 'timeout') return ['timeout']
  if (code === 'need-repository')
    return ['repository', ...means.flatMap(([word, setting]) => (word.test(String(values.means)) ? [setting] : []))]
  if (code === 'login-failed' && (values.scheme !== undefined || values.status !== 401))
    return [
      'credentials',
      ...(values.scheme === undefined ? (['headers', 'csrf'] as const) : (['credentials-header'] as const)),
    ]
  if (code === 'credentials-refused' && values.scheme !== undefined) return ['password']
  if (isFormRefused(code, values))
    return [
      ...(values.operation === 'CreateRepositoryGroup' ? (['group'] as const) : []),
      'reference',
      'binding',
      'headers',
    ]
  if (isRefused(code) && [401, 402, 403].includes(Number(values.status)))
    return [
      'credentials',
      ...(Number(values.status) === 402 ? [] : (['headers'] as const)),
      ...(Number(values.status) === 403 ? (['csrf'] as const) : []),
      ...ofPlan(values),
    ]
  return settingsOf[code]
}

/** What a run takes where it is told nothing else, as far as a report carries it. */
export const runDefaults = { patienceMs: 10_000, seed: 1, cases: 15 } as const
