import { removedPath, standard, unlessConstant } from '../../checks/http/controls.ts'
import { header } from '../../checks/reading/exchanges.ts'
import { has, isObject, jsonIn, typeName } from '../../checks/reading/json.ts'
import { faultsFor, variants } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { earliestDate } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/results/finding.ts'

const texts = ['type', 'title', 'detail', 'instance'] as const

/** The first member that is not as it should be. */
const problemOf = (
  { response }: Answered,
  body: unknown,
): { member: string; value: string; expected: string } | undefined => {
  if (!isObject(body)) return { member: 'the body', value: typeName(body), expected: 'an object' }
  const text = texts.find(name => has(body, name) && typeof body[name] !== 'string')
  if (text) return { member: text, value: JSON.stringify(body[text]), expected: 'a string' }
  const uri = (['type', 'instance'] as const).find(name => has(body, name) && !isReference(String(body[name])))
  if (uri) return { member: uri, value: JSON.stringify(body[uri]), expected: 'a URI reference' }
  if (has(body, 'status') && body.status !== response.status)
    return { member: 'status', value: JSON.stringify(body.status), expected: `the number ${response.status}` }
  return undefined
}

const isReference = (text: string): boolean =>
  /^[^\s<>"{}|\\^`]*$/.test(text) && URL.canParse(text, 'http://hub.invalid/')

const judge = async (probe: Probe, answer: Answered): Promise<Finding> => {
  const type = header(answer, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/problem+json') return exempt('not-seen', { what: 'problem details' }, answer)
  const body = jsonIn(answer)
  const problem =
    body === undefined ? { member: 'the body', value: 'no JSON', expected: 'an object' } : problemOf(answer, body)
  return unlessConstant(probe, answer, problem ? violated('problem-malformed', problem, answer) : holds(answer))
}

/** Errors of these statuses as problem details. */
const problems =
  (statuses: readonly number[], body: (status: number) => string): Twist =>
  async (request, next) => {
    const response = await next(request)
    if (!statuses.includes(response.status) || request.method === 'HEAD') return response
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    headers.set('content-type', 'application/problem+json')
    return new Response(body(response.status), { status: response.status, headers })
  }

export default {
  id: 'http/problem-details',
  level: 'may',
  statement: 'Bodies with the type application/problem+json are objects whose members have the types of the standard.',
  since: earliestDate,
  source: standard(
    'RFC 9457',
    '3.1',
    'type and instance are URI references, title and detail are strings, status is the number of the status that was sent; all may be missing.',
  ),
  needs: [],
  how: 'A removed route, a path that does not exist and a list without credentials are read; if the type of an answer is application/problem+json, its body is checked. Other error bodies are not judged.',
  fix: 'Send an object with strings for type, title, detail and instance and the number of the status, or use the type application/json.',
  cases: [
    {
      name: 'a removed route',
      check: async probe => judge(probe, await probe.send({ method: 'GET', path: removedPath })),
    },
    {
      name: 'a path that does not exist',
      check: async probe =>
        judge(probe, await probe.send({ method: 'GET', path: `/v2/${probe.nonce('no-such-path')}` })),
    },
    {
      name: 'a list without credentials',
      check: async probe => judge(probe, await probe.call('pat.list', {}, { as: 'anonymous' })),
    },
  ],
  faults: faultsFor('problem-malformed', {
    'status-as-text': [
      'writes the status as a string',
      problems([410], status => JSON.stringify({ type: 'about:blank', status: String(status) })),
    ],
    'other-status': [
      'names another status',
      problems([404], () => JSON.stringify({ title: 'Not Found', status: 400 })),
    ],
    'title-as-list': [
      'sends a list of titles',
      problems([401], status => JSON.stringify({ title: ['Unauthorized'], status })),
    ],
    'type-with-space': [
      'has a type that is not a URI reference',
      problems([410], () => JSON.stringify({ type: 'not found' })),
    ],
    array: ['sends a list', problems([404], () => '[]')],
    text: ['sends text', problems([410], () => 'Gone')],
  }),
  tolerates: variants({
    details: [
      'problem details for every error',
      problems([400, 401, 403, 404, 405, 409, 410], status =>
        JSON.stringify({
          type: '/errors/x',
          title: 'Error',
          status,
          detail: 'Why.',
          instance: '#1',
          more: { colour: 'blue' },
        }),
      ),
    ],
    empty: ['an empty object', problems([401, 404, 410], () => '{}')],
  }),
} satisfies Requirement
