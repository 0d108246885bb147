import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import type { IsoDate } from '../../contracts/lifecycle.ts'
import { type OperationName, operationWords } from '../../contracts/operations.ts'
import type { Fault, FixtureName, Probe, Requirement } from '../../contracts/requirement.ts'
import type { Finding } from '../../contracts/results/finding.ts'
import type { ReasonCode } from '../../contracts/results/reasons.ts'
import { jsonAlone } from '../http/fields.ts'
import { isSuccess } from '../reading/exchanges.ts'
import { isObject } from '../reading/json.ts'
import { published } from '../source.ts'
import { withOpenApi } from '../twists/documents.ts'
import { withFields } from '../twists/http-fields.ts'
import { layered, withItems } from '../twists/shapes.ts'
import { answer, edited, fault, inPlaceOf, instead, to, variant, withMembers, withObject } from '../twists/twist.ts'
import { type Called, judgeListShape, judgeShape, type ListShape } from './judging.ts'
import type { ShapeName } from './validator.ts'

/** A member that a wrong server gives another value, or leaves out. */
export interface Bent {
  readonly says: string
  readonly member: string
  /** Left out where undefined. */
  readonly value?: unknown
  /** Made from the value that it had, where that is easier said. */
  readonly change?: (value: unknown) => unknown
  readonly also?: Readonly<Record<string, ReasonCode>>
}

/** What is claimed of the shape of one operation's success. */
export interface ShapeClaim {
  readonly slug: string
  readonly operation: OperationName
  /** What it returns, as a noun: `a tag`. */
  readonly returns: string
  readonly since: IsoDate
  readonly needs: readonly FixtureName[]
  readonly shape: ShapeName | ListShape
  call(probe: Probe): Promise<Omit<Called, 'operation'>>
  readonly bent: Readonly<Record<string, Bent>>
  /** What is found where the answer is no success, unless that leaves it open. */
  refused?(probe: Probe): Promise<Finding | undefined>
  /** Judged at the end: what it returns is there when others have acted. */
  readonly last?: true
}

const bend =
  ({ member, value, change }: Bent) =>
  (target: unknown): unknown => {
    if (!isObject(target)) return target
    const { [member]: before, ...rest } = target
    return { ...rest, [member]: change ? change(before) : value }
  }

/** Asks for JSON alone; other requirements accept anything else as well. What answers 406 is asked like that. */
const forJson = (probe: Probe): Probe => ({
  ...probe,
  call: async (operation, values, options) => {
    const answer = await probe.call(operation, values, { ...options, ...jsonAlone(probe.bind(operation)) })
    return answer.response.status === 406 ? probe.call(operation, values, options) : answer
  },
  create: async (kind, values, options) => {
    const operation = kind === 'repository' ? 'CreateRepository' : (`${kind}.create` as const)
    const creation = await probe.create(kind, values, { ...options, ...jsonAlone(probe.bind(operation)) })
    return creation.exchange.response.status === 406 ? probe.create(kind, values, options) : creation
  },
})

/** The requirement that an operation returns what the published reference shows. */
export const shapeRequirement = (claim: ShapeClaim): Requirement => {
  const { operation, shape, returns } = claim
  const shipped = dockerHub.find(binding => binding.operation === operation)
  if (!shipped) throw new Error(`no shipped binding for ${operation}`)
  const endpoint = `${shipped.method} ${shipped.path}`
  const here = to(shipped.path, shipped.method)
  const isList = typeof shape !== 'string'
  const inPlace = (edit: (target: unknown) => unknown) =>
    edited(body => {
      if (!isList) return edit(body)
      const items = isObject(body) ? body[shape.member] : undefined
      return Array.isArray(items)
        ? {
            ...(body as object),
            [shape.member]: items.map((item, index) => (index === items.length - 1 ? edit(item) : item)),
          }
        : body
    })
  const faults: Record<string, Fault> = Object.fromEntries(
    Object.entries(claim.bent).map(([name, bent]) => [
      name,
      fault(bent.says, 'schema-mismatch', instead(here, inPlace(bend(bent))), bent.also),
    ]),
  )
  if (isList && operation !== 'audit.events')
    Object.assign(faults, {
      'count-zero': fault('counts no items', 'count-too-small', withMembers(here, { count: 0 })),
      twice: fault(
        'lists every item twice',
        'listed-twice',
        withItems(here, items => [...items, ...items]),
      ),
      'total-of-page': fault(
        'states the number of the items of each page as the total',
        'count-too-small',
        layered(
          withObject(here, page => ({ ...page, total: Array.isArray(page.results) ? page.results.length : 0 })),
          instead(here, (request, next) => {
            const url = new URL(request.url)
            url.searchParams.set('page_size', '1')
            return next(new Request(url, request))
          }),
        ),
      ),
    })
  const emptied = inPlaceOf('success', here, () => new Response(null, { status: 201 }))
  // Other requirements judge what else such answers show.
  if (operation === 'CreateRepository')
    faults.bodiless = fault('answers without the declared body', 'schema-mismatch', emptied)
  if (operation === 'GetRepository')
    faults['other-type'] = fault(
      'answers with a media type that it does not declare',
      'schema-mismatch',
      withFields(here, { 'content-type': 'text/plain' }),
      { 'http/head-like-get': 'head-header' },
    )
  const [anyBent] = Object.values(claim.bent)
  const declaredByDefault = withOpenApi(({ paths }) => {
    const own = paths[shipped.path]?.[shipped.method.toLowerCase()]
    const schema = { type: 'object', properties: { colour: { type: 'string' }, results: { type: 'array' } } }
    if (own) own.responses = { default: { description: 'any', content: { 'application/json': { schema } } } }
  })
  return {
    id: `schemas/${claim.slug}`,
    level: 'should',
    statement: `The answer of ${operationWords(operation)} has the shape that the published reference shows for ${returns}.`,
    since: claim.since,
    source: published(
      endpoint,
      `A success of ${endpoint} is JSON with the members, types and nullability that the reference declares for ${returns}.`,
    ),
    needs: claim.needs,
    how: `A success of the operation, requested with Accept: application/json, is validated against the schema that the target's own OpenAPI document declares for it, or, without one, against the required members and types of Docker Hub's reference${isList ? '; of a list, each item of up to ten pages, which must list nothing twice, state a count of at least the items that each shows, and a total of at least those that all show' : ''}. Additional members are accepted, and optional members may be missing. A media type other than JSON must be one that the target's document declares for the status. An answer with none of the members is not judged; an answer without a body is judged only if that document declares a body for its status.`,
    fix: `Return ${returns} as your own reference declares it. If it declares no schema for this answer, add one, or return the published shape.`,
    cases: [
      {
        name: `a success of ${operation}`,
        ...(claim.last && { last: true as const }),
        check: async probe => {
          const called = { operation, ...(await claim.call(forJson(probe))) }
          const other = isSuccess(called.answer) ? undefined : await claim.refused?.(probe)
          if (other) return other
          return typeof shape === 'string' ? judgeShape(probe, called, shape) : judgeListShape(probe, called, shape)
        },
      },
    ],
    faults,
    tolerates: {
      ...(endpoint.startsWith('GET ')
        ? {}
        : {
            running: variant(
              '202 and an operation that is still running',
              inPlaceOf('success', here, answer(202, { status: 'accepted', operation: 'op-1' })),
            ),
          }),
      ...(operation === 'CreateRepository'
        ? {
            bodiless: variant(
              'answers without a body, and declares none',
              layered(
                emptied,
                withOpenApi(({ paths }) => {
                  const own = paths[shipped.path]?.[shipped.method.toLowerCase()]
                  if (own) own.responses = { '2XX': { description: 'done' } }
                }),
              ),
            ),
          }
        : {}),
      ...(operation === 'GetRepository'
        ? {
            'declared-type': variant(
              'answers JSON as text/plain, and declares that as well',
              layered(
                withFields(here, { 'content-type': 'text/plain' }),
                withOpenApi(({ paths }) => {
                  const { content } = paths[shipped.path]?.get?.responses[200] ?? {}
                  if (content) content['text/plain'] = content['application/json']
                }),
              ),
            ),
          }
        : {}),
      ...(anyBent && !isList && endpoint.startsWith('GET ')
        ? {
            default: variant(
              'has another shape, and declares one response for every status',
              layered(
                declaredByDefault,
                instead(
                  here,
                  inPlace(target => ({ ...(bend(anyBent)(target) as object), colour: 'blue' })),
                ),
              ),
            ),
          }
        : {}),
      extra: variant(
        'additional members',
        instead(
          here,
          inPlace(target => (isObject(target) ? { ...target, colour: 'blue', nested: { id: 1 } } : target)),
        ),
      ),
    },
  }
}
