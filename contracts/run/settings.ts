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

const each = (settings: readonly Setting[], ...all: readonly ReasonCode[]) =>
  Object.fromEntries(all.map(code => [code, settings]))

/** The settings that can change a verdict with this reason. */
const settingsOf: { readonly [Code in ReasonCode]?: readonly Setting[] } = {
  'redirects-everything': ['target'],
  'rate-limited': ['rate'],
  'cut-short': ['timeout'],
  ...each(['deadline'], 'out-of-time', 'not-reached', 'case-out-of-time'),
  ...each(['binding'], 'binding-unsafe', 'binding-unusable', 'binding-unknown', 'deletion-unknown', 'name-not-shown'),
  ...each(['binding', 'reference'], 'layout-unknown', 'owner-unnamed', 'other-log', 'other-operation'),
  ...each(['reference', 'binding'], 'form-unknown', 'form-undeclared', 'members-undeclared', 'name-not-taken'),
  ...each(['reference', 'binding'], 'body-unsendable', 'value-not-taken'),
  ...each(['credentials'], 'need-credentials', 'token-unavailable', 'not-served'),
  ...each(['credentials'], 'login-failed', 'login-token-unknown'),
  'credentials-refused': ['credentials', 'credentials-header'],
  'login-not-found': ['credentials-header', 'binding', 'reference', 'credentials'],
  'need-writes': ['writes'],
  'need-namespace': ['namespace'],
  ...each(['repository', 'tag'], 'need-tag', 'names-unknown'),
  'need-org': ['org'],
  'need-group': ['group'],
  'group-elsewhere': ['namespace', 'group'],
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

/** Whether a refusal may be one of a plan that does not include what was asked for: by its status, or as organization access tokens are. */
export const isOfPlan = ({ status, operation }: Readonly<Record<string, unknown>>): boolean =>
  status === 402 || (status === 403 && /^oat\.|organization access token/.test(String(operation)))

/** The settings that can change the verdict of a reason; where it is about one parameter, that one. */
export const settingsFor = (
  code: ReasonCode,
  values: Readonly<Record<string, unknown>>,
): readonly Setting[] | undefined => {
  const { name, org, parameter, status, scheme, means, operation } = values
  const also = (isSo: boolean, ...settings: readonly Setting[]): readonly Setting[] => (isSo ? settings : [])
  if (isRunName(name)) return undefined
  if (code === 'need-group' && org !== undefined) return ['org', 'group']
  if (typeof parameter === 'string') return [parameter as Setting, ...also(status === 403, 'credentials', 'headers')]
  if (code === 'no-answer' && values.failure === 'timeout') return ['timeout']
  if (code === 'need-repository')
    return [
      'repository',
      ...also(/credentials/.test(String(means)), 'credentials'),
      ...also(/write permission/.test(String(means)), 'writes'),
    ]
  if (code === 'names-unknown' && operation === 'ListGroups') return ['group']
  if (code === 'login-failed' && scheme !== undefined) return ['credentials', 'credentials-header']
  if (code === 'login-failed' && status !== 401) return ['credentials', 'headers', 'csrf']
  if (code === 'credentials-refused' && scheme !== undefined) return ['password']
  if (isFormRefused(code, values))
    return [...also(operation === 'CreateRepositoryGroup', 'group'), 'reference', 'binding', 'headers']
  if (isRefused(code) && [401, 402, 403].includes(Number(status)))
    return [
      'credentials',
      ...also(status !== 402, 'headers'),
      ...also(status === 403, 'csrf'),
      ...also(isOfPlan(values), 'not-offered'),
    ]
  return settingsOf[code]
}

/** What a run takes where it is told nothing else, as far as a report carries it. */
export const runDefaults = { patienceMs: 10_000, seed: 1, cases: 15 } as const
