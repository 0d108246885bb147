import type { Twist } from '../../contracts/requirement.ts'
import { has } from '../reading/json.ts'
import type { TokenFacts } from '../token-calls.ts'
import { withOpenApi } from './documents.ts'
import { layered, redirected } from './shapes.ts'
import { answer, edited, instead, onObject, sentBy, to, unrouted, withBody } from './twist.ts'

/** Shows the switch of a token as another member. */
export const switchShownAs = (name: string, on: unknown = true, off: unknown = false) =>
  onObject(body => {
    if (!has(body, 'is_active')) return body
    const { is_active, ...rest } = body
    return { ...rest, [name]: is_active === false ? off : on }
  })

/** Takes it so as well; under its own name it is not known. */
export const switchNamed = (item: string, name: string, on: unknown = true, off: unknown = false): Twist =>
  instead(to(item), async (request, next) => {
    const shown = edited(switchShownAs(name, on, off))
    if (request.method !== 'PATCH') return shown(request, next)
    const { is_active: _, [name]: state, ...sent } = await sentBy(request)
    return shown(withBody(request, { ...sent, is_active: state === undefined ? state : state === on }), next)
  })

/** The switch of a token as another member, in what is shown of one and in the declared form of an update, which takes nothing else. */
export const switchAs = (item: string, label: string, name: string, on: unknown, off: unknown): Twist => {
  const type = typeof on === 'number' ? 'integer' : typeof on
  const member = type === 'boolean' ? { type } : { type, enum: [on, off] }
  const form = { [label]: { type: 'string' }, [name]: member }
  return layered(
    withOpenApi(document => {
      const content = document.paths[item]?.patch.requestBody.content
      content['application/json'].schema = { type: 'object', properties: form, additionalProperties: false }
    }),
    switchNamed(item, name, on, off),
  )
}

/** The switch of a token as actions below it, and no place for one in an update. */
export const byActions = ({ item, label: member }: Pick<TokenFacts, 'item' | 'label'>, isDone = true): Twist => {
  const actions = { disable: false, enable: true }
  return layered(
    withOpenApi(({ paths }) => {
      const content = paths[item]?.patch.requestBody.content
      content['application/json'].schema = { type: 'object', properties: { [member]: { type: 'string' } } }
      const { tags, parameters } = paths[item]?.patch ?? {}
      const responses = { 204: { description: 'done' } }
      for (const action of Object.keys(actions)) paths[`${item}/${action}`] = { post: { tags, parameters, responses } }
    }),
    instead(to(item, 'PATCH'), async (request, next) => {
      const { is_active: _, ...sent } = await sentBy(request)
      return next(withBody(request, sent))
    }),
    ...Object.entries(actions).map(([action, is_active]) =>
      instead(to(`${item}/${action}`, 'POST'), async (request, next) => {
        const url = request.url.replace(/\/[^/]+$/, '')
        const headers = new Headers(request.headers)
        headers.set('content-type', 'application/json')
        const init = isDone ? { method: 'PATCH', body: JSON.stringify({ is_active }) } : { method: 'GET' }
        const response = await next(new Request(url, { headers, ...init }))
        return response.ok ? answer(204)(request) : response
      }),
    ),
  )
}

/** The same, and the label as another action, in the place of the update. */
export const byActionsAlone = (facts: Pick<TokenFacts, 'item' | 'label'>, isDone = true): Twist => {
  const place = `${facts.item}/rename`
  return layered(
    withOpenApi(({ paths }) => {
      const { patch, ...others } = paths[facts.item] ?? {}
      Object.assign(paths, { [facts.item]: others, [place]: { post: patch } })
    }),
    instead(to(facts.item, 'PATCH'), unrouted),
    instead(to(place, 'POST'), (request, next) => {
      const path = new URL(request.url).pathname.replace(/\/rename$/, '')
      return next(new Request(redirected(request, path), { method: 'PATCH' }))
    }),
    byActions(facts, isDone),
  )
}
