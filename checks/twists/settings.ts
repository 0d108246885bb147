import type { Twist } from '../../contracts/requirement.ts'
import { isObject, type JsonObject } from '../reading.ts'
import { withOpenApi } from './documents.ts'
import { layered } from './shapes.ts'
import { instead, sentBy, to, type When, withBody, withObject } from './twist.ts'

/** Edits the immutable-tags settings that these requests are answered with. */
export const withSettings = (when: When, edit: (settings: JsonObject) => unknown): Twist =>
  withObject(when, body =>
    isObject(body.immutable_tags_settings)
      ? { ...body, immutable_tags_settings: edit(body.immutable_tags_settings) }
      : body,
  )

const item = '/v2/namespaces/{namespace}/repositories/{repository}'

/** Takes all rules in one text, and declares them so, under a name of its own. */
export const joinedRules: Twist = layered(
  withOpenApi(({ paths }) => {
    const properties = { locked: { type: 'boolean' }, expressions: { type: 'string' } }
    const { patch } = paths[`${item}/immutabletags`] ?? {}
    if (patch) patch.requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } }
  }),
  instead(to(`${item}/immutabletags`, 'PATCH'), async (request, next) => {
    const { locked, expressions } = await sentBy(request)
    const rules = String(expressions).split(',')
    return next(withBody(request, { immutable_tags: locked, immutable_tags_rules: rules }))
  }),
)
