import type { Twist } from '../../contracts/requirement.ts'
import { has, isObject } from '../reading.ts'
import { withOpenApi } from './documents.ts'
import { layered } from './shapes.ts'
import { edited, instead, sentBy, to, withBody } from './twist.ts'

/** The switch of a token as another member, in what is shown of one and in the declared form of an update, which takes nothing else. */
export const switchAs = (item: string, label: string, name: string, on: unknown, off: unknown): Twist => {
  const member = typeof on === 'string' ? { type: 'string', enum: [on, off] } : { type: typeof on }
  const form = { [label]: { type: 'string' }, [name]: member }
  return layered(
    withOpenApi(document => {
      const content = document.paths[item]?.patch.requestBody.content
      content['application/json'].schema = { type: 'object', properties: form, additionalProperties: false }
    }),
    instead(to(item), async (request, next) => {
      const shown = edited(body => {
        if (!isObject(body) || !has(body, 'is_active')) return body
        const { is_active, ...rest } = body
        return { ...rest, [name]: is_active === false ? off : on }
      })
      if (request.method !== 'PATCH') return shown(request, next)
      const { [name]: state, [label]: text } = await sentBy(request)
      return shown(withBody(request, { [label]: text, is_active: state === undefined ? state : state === on }), next)
    }),
  )
}
