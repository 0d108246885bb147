import { distinct } from '../../checks/presence.ts'
import { isObject, isSuccess, listItems, mentions, parseJson } from '../../checks/reading.ts'
import { cite } from '../../checks/source.ts'
import { answer, edited, fault, instead, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/finding.ts'
import { type LegacyEndpoint, lifecycle } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'

const safe = lifecycle.legacyEndpoints.filter(({ method }) => method === 'GET' || method === 'HEAD')

const fill = (path: string, values: { readonly namespace: string; readonly repository: string }): string =>
  path
    .replace('{namespace}', encodeURIComponent(values.namespace))
    .replace('{repository}', encodeURIComponent(values.repository))

/** Whether both answers speak of the same thing: both name the repository, or (a list) share the names of their items. */
const agree = (legacy: Answered, current: Answered, repository: string): boolean => {
  const [a, b] = [parseJson(legacy), parseJson(current)]
  if (!a.ok || !b.ok) return a.ok === b.ok
  const inBoth = mentions(a.value, repository) && mentions(b.value, repository)
  const [x, y] = [listItems(a.value), listItems(b.value)]
  if (inBoth || !x || !y) return inBoth
  const names = new Set(x.filter(isObject).map(item => String(item.name)))
  return y.some(item => isObject(item) && names.has(String(item.name))) || x.length === y.length
}

const judge = async (probe: Probe, endpoint: LegacyEndpoint): Promise<Finding> => {
  const { namespace, repository } = await probe.fixture('repository')
  const name = `${endpoint.method} ${endpoint.path}`
  const legacy = await probe.send({ method: endpoint.method, path: fill(endpoint.path, { namespace, repository }) })
  if (!isSuccess(legacy)) return exempt('legacy-inactive', { endpoint: name, status: legacy.response.status }, legacy)
  const current = await probe.call(endpoint.replacedBy, { namespace, repository })
  const values = { endpoint: name, operation: endpoint.replacedBy, status: current.response.status }
  if (!isSuccess(current)) return unclear('replacement-absent', values, legacy, current)
  const stranger = await probe.callControlPath(endpoint.replacedBy, { namespace, repository })
  if (!distinct(current, stranger)) return unclear('catch-all', { status: current.response.status }, current, stranger)
  if (endpoint.method === 'HEAD') return judgeMissing(probe, endpoint, namespace, [legacy, current])
  return agree(legacy, current, repository)
    ? holds(legacy, current)
    : violated('other-resource', values, legacy, current)
}

/** Without content all that can be compared is whether both tell what is there from what is not. */
const judgeMissing = async (
  probe: Probe,
  endpoint: LegacyEndpoint,
  namespace: string,
  existing: readonly [Answered, Answered],
): Promise<Finding> => {
  const repository = probe.nonce('missing')
  const legacy = await probe.send({ method: 'HEAD', path: fill(endpoint.path, { namespace, repository }) })
  const current = await probe.call(endpoint.replacedBy, { namespace, repository })
  if (isSuccess(legacy) === isSuccess(current)) return holds(...existing, legacy, current)
  return violated(
    'other-resource',
    { endpoint: `HEAD ${endpoint.path}`, operation: endpoint.replacedBy },
    legacy,
    current,
  )
}

const requirements: readonly Requirement[] = safe.map(endpoint => {
  const name = `${endpoint.method} ${endpoint.path}`
  const here = to(endpoint.path, endpoint.method)
  return {
    id: `replacements/${endpoint.slug}-same-resource`,
    level: 'should',
    statement: `Where ${name} still answers, it describes what ${endpoint.replacedBy} describes.`,
    since: endpoint.deprecated,
    source: cite(endpoint.sentence),
    needs: ['repository'],
    how: 'Both are asked for the same repository or namespace. The document lets a deprecated endpoint change or go, so an answer without success is no failure.',
    fix: `Serve ${name} from the same data as ${endpoint.replacedBy}, or remove it.`,
    cases: [{ name: `${name} beside ${endpoint.replacedBy}`, check: probe => judge(probe, endpoint) }],
    faults:
      endpoint.method === 'HEAD'
        ? {
            always: fault(
              'answers 200 for a repository that does not exist',
              'other-resource',
              instead(here, answer(200)),
            ),
          }
        : {
            other: fault(
              'describes something else',
              'other-resource',
              instead(
                here,
                edited(body =>
                  isObject(body) && Array.isArray(body.results) ? { results: [{ name: 'other' }] } : { name: 'other' },
                ),
              ),
            ),
            empty: fault(
              'answers 200 with an empty object',
              'other-resource',
              instead(
                here,
                edited(() => ({})),
              ),
            ),
          },
    tolerates: {
      gone: variant('410', instead(here, answer(410))),
      'not-found': variant('404', instead(here, answer(404))),
      'method-not-allowed': variant('405', instead(here, answer(405))),
    },
  }
})

export default requirements
