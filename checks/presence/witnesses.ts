import { defined } from '../../contracts/defined.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { CreationKind, Organization, Probe } from '../../contracts/requirement.ts'
import { Missing } from '../../contracts/results/finding.ts'
import type { Setting } from '../../contracts/run/settings.ts'
import { sentIn } from '../reading/exchanges.ts'
import { jsonOfSuccess } from '../reading/json.ts'
import { mentions } from '../reading/things.ts'
import { alike, isOwner } from './judging.ts'

/** The value of a parameter in a request. */
export const givenName = (values: RoleValues, parameter: Setting | undefined): string | undefined =>
  (values as Readonly<Record<string, string | undefined>>)[parameter ?? '']

/** Operations that create, and what a reader calls what they create. */
const creations: Readonly<Record<CreationKind, readonly [operation: OperationName, kind: string, parameter: Setting]>> =
  {
    repository: ['CreateRepository', 'repository', 'namespace'],
    pat: ['pat.create', 'PAT', 'credentials'],
    oat: ['oat.create', 'OAT', 'org'],
  }

/** The reason that a name in a request, which nothing shows to exist, may be what is not there. */
export const unproven = async (
  probe: Probe,
  operation: OperationName,
  values: RoleValues,
  answer: Answered,
  parameter: Setting,
): Promise<Missing | undefined> => {
  const { status } = answer.response
  const isForbidden = status === 403 && isOwner(parameter)
  if (status !== 404 && status !== 410 && !isForbidden) return undefined
  const json = sentIn(answer)
  const control = await probe.callControlPath(operation, values, { ...defined({ json }), anyStatus: true })
  const isLikeControl = alike(answer, control)
  if (isForbidden && isLikeControl) return undefined
  const name = givenName(values, parameter)
  const told = { operation, status, parameter, isLikeControl, ...defined({ name }) }
  return new Missing('parameter-unproven', told, [answer, control])
}

/** Why a creation made nothing: what was answered, or a name in the request that nothing shows to exist. */
export const whyNotCreated = async (
  probe: Probe,
  kind: CreationKind,
  values: RoleValues,
  answer: Answered,
  isUnproven = false,
): Promise<Missing> => {
  const [operation, name, parameter] = creations[kind]
  const { status } = answer.response
  const open = isUnproven ? await unproven(probe, operation, values, answer, parameter) : undefined
  return open ?? new Missing('creation-failed', { kind: name, operation, status }, [answer])
}

/** Something that shows that the namespace exists: a repository in it. */
export const namespaceWitness = async (probe: Probe): Promise<Answered | null> =>
  (await probe.hasFixture('repository')) ? (await probe.fixture('repository')).witness : null

/** Something that only credentials with rights of their own are given. */
export const rightsWitness = async (probe: Probe): Promise<Answered | null> => {
  if (await probe.hasFixture('own-repository')) return (await probe.fixture('own-repository')).created
  return (await probe.hasFixture('org')) ? (await probe.fixture('org')).witness : null
}

/** Something that only who may manage an organization is shown or may do; null where nothing shows that the credentials may. */
export const managingWitness = async (
  probe: Probe,
  { org, witness, isManaged }: Organization,
): Promise<Answered | null> => {
  if (isManaged) return witness
  // What the run created in a namespace shows nothing of organizations, where no organization is known.
  if (!(await probe.hasFixture('org')) || !(await probe.hasFixture('own-repository'))) return null
  const own = await probe.fixture('own-repository')
  return own.namespace === org ? own.created : null
}

/** What shows the known tag: the operation that reads it, not the list. */
export const tagWitness = async (probe: Probe): Promise<Answered | null> => {
  if (!(await probe.hasFixture('tag'))) return null
  const known = await probe.fixture('tag')
  const one = await probe.call('GetRepositoryTag', known, { control: true })
  return mentions(jsonOfSuccess(one), known.tag) ? one : null
}
