import type { ReferenceOperation } from '../../contracts/documents.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { IsoDate, LegacyEndpoint } from '../../contracts/lifecycle.ts'
import type { Role, RoleValues } from '../../contracts/operations.ts'
import type { Ask, Probe } from '../../contracts/requirement.ts'
import { declaredFor } from '../documents/published-documents.ts'
import { isNameOf } from '../path-template.ts'

/** Whether a legacy endpoint can be asked: what creates is asked in a namespace that nobody has, so its path must name one. */
export const isAsked = ({ method, path }: LegacyEndpoint): boolean =>
  method === 'GET' || method === 'HEAD' || path.includes('{namespace}')

/**
 * How an endpoint that has no binding is called at a path: with the query parameters that the target declares as required, and those that name one of
 * the values that the path does not have.
 */
export const declaredAsk = async (
  probe: Probe,
  { method, path }: Pick<LegacyEndpoint, 'method' | 'path'>,
  filled: string,
  values: RoleValues = {},
): Promise<Ask> => {
  if (!(await probe.hasFixture('reference'))) return { method, path: filled }
  const declared: Pick<ReferenceOperation, 'parameters'> =
    declaredFor(await probe.fixture('reference'), { method, path }) ?? {}
  const segments = filled.split('/')
  const left = (Object.entries(values) as [Role, string][]).filter(
    ([, value]) => !segments.includes(encodeURIComponent(value)),
  )
  const query = new URLSearchParams(
    (declared.parameters ?? []).flatMap(({ name, in: place, required, example }): [string, string][] => {
      if (place !== 'query') return []
      const value = left.find(([role]) => isNameOf(role, name))?.[1] ?? (required ? example : undefined)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
  return { method, path: query.size === 0 ? filled : `${filled}?${query}` }
}

/** What a legacy endpoint answers; to POST with a body that names nothing, and with write permission alone. Asked once in a run. */
export const legacyAnswer = async (probe: Probe, endpoint: LegacyEndpoint): Promise<Answered | undefined> => {
  const { method, path } = endpoint
  const isUnsafe = method !== 'GET' && method !== 'HEAD'
  if (!isAsked(endpoint)) return undefined
  if (!(await probe.hasFixture('repository')) || (isUnsafe && !(await probe.hasFixture('writes')))) return undefined
  const { namespace, repository } = await probe.fixture('repository')
  const filled = path
    .replace('{namespace}', isUnsafe ? probe.nonce('missing') : encodeURIComponent(namespace))
    .replace('{repository}', encodeURIComponent(repository))
  return probe.control({ ...(await declaredAsk(probe, endpoint, filled)), ...(isUnsafe ? { json: {} } : {}) })
}

const day = 86_400_000

const isoDay = (instant: number): string =>
  Math.abs(instant) <= 8.64e15 ? new Date(instant).toISOString().slice(0, 10) : `@${instant / 1000}`

/** The day of an instant, where that is not this one in any time zone. */
export const dayOtherThan = (instant: number, date: IsoDate): string | undefined => {
  const start = Date.parse(`${date}T00:00:00Z`)
  return instant >= start - day && instant < start + 2 * day ? undefined : isoDay(instant)
}
