import { cite } from '../../contracts/citing.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/finding.ts'
import { type LegacyEndpoint, lifecycle } from '../../contracts/lifecycle.ts'
import { isSuccess, isObject, listItems, mentions, parseJson } from '../../contracts/reading.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { answer, edited, fault, instead, to, variant } from '../../contracts/twist.ts'

const safe = lifecycle.legacyEndpoints.filter(({ method }) => method === 'GET' || method === 'HEAD')

const fill = (path: string, values: { readonly namespace: string; readonly repository: string }): string =>
  path.replace('{namespace}', encodeURIComponent(values.namespace)).replace('{repository}', encodeURIComponent(values.repository))

/** Whether both answers speak of the same thing: both name the repository, or (a list) share the names of their items. */
const agree = (legacy: Answered, current: Answered, repository: string): boolean => {
  if (legacy.request.method === 'HEAD') return true
  const [a, b] = [parseJson(legacy), parseJson(current)]
  if (!a.ok || !b.ok) return a.ok === b.ok
  const inBoth = mentions(a.value, repository) && mentions(b.value, repository)
  const [x, y] = [listItems(a.value), listItems(b.value)]
  if (inBoth || !x || !y) return inBoth
  const names = new Set(x.filter(isObject).map(item => String(item['name'])))
  return y.some(item => isObject(item) && names.has(String(item['name']))) || x.length === y.length
}

const judge = async (probe: Probe, endpoint: LegacyEndpoint): Promise<Finding> => {
  const { namespace, repository } = await probe.given('repository')
  const name = `${endpoint.method} ${endpoint.path}`
  const legacy = await probe.send({ method: endpoint.method, path: fill(endpoint.path, { namespace, repository }) })
  if (!isSuccess(legacy)) return exempt('legacy-inactive', { endpoint: name, status: legacy.response.status }, legacy)
  const current = await probe.call(endpoint.replacedBy, { namespace, repository })
  const values = { endpoint: name, operation: endpoint.replacedBy }
  if (isSuccess(current) && agree(legacy, current, repository)) return holds(legacy, current)
  return violated('other-resource', values, legacy, current)
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
    mend: `Serve ${name} from the same data as ${endpoint.replacedBy}, or remove it.`,
    cases: [{ name: `${name} beside ${endpoint.replacedBy}`, check: probe => judge(probe, endpoint) }],
    faults:
      endpoint.method === 'HEAD'
        ? {
            always: fault(
              'answers 200 while the replacement says 404',
              'other-resource',
              async (request, next) => {
                const path = new URL(request.url).pathname
                if (to('/v2/namespaces/{namespace}/repositories/{repository}', 'HEAD')(request, path)) return answer(404)(request)
                return next(request)
              },
              { 'presence/check-repository': 'absent', 'replacements/head-repository': 'replacement-absent' },
            ),
          }
        : {
            other: fault(
              'describes something else',
              'other-resource',
              instead(here, edited(body => (isObject(body) && Array.isArray(body['results']) ? { results: [{ name: 'other' }] } : { name: 'other' }))),
            ),
            empty: fault('answers 200 with an empty object', 'other-resource', instead(here, edited(() => ({})))),
          },
    tolerates: {
      gone: variant('410', instead(here, answer(410))),
      'not-found': variant('404', instead(here, answer(404))),
      'method-not-allowed': variant('405', instead(here, answer(405))),
    },
  }
})

export default requirements
