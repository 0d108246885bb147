import type { Twist } from '../../contracts/requirement.ts'
import { isObject, type JsonObject } from '../reading/json.ts'
import { withOpenApi } from './documents.ts'
import { layered, redirected } from './shapes.ts'
import { answer, instead, sentBy, to, type When, withBody, withObject } from './twist.ts'

/** Edits the immutable-tags settings that these requests are answered with. */
export const withSettings = (when: When, edit: (settings: JsonObject) => unknown): Twist =>
  withObject(when, body =>
    isObject(body.immutable_tags_settings)
      ? { ...body, immutable_tags_settings: edit(body.immutable_tags_settings) }
      : body,
  )

const item = '/v2/namespaces/{namespace}/repositories/{repository}'

/** Shows settings at the path of their change alone, or at another one, and publishes that with these members; `edit` changes what is shown there. */
export const settingsApart = (
  edit: (settings: unknown) => unknown = settings => settings,
  path = `${item}/immutabletags`,
  declared: JsonObject = { enabled: { type: 'boolean' }, rules: { type: 'array' } },
): Twist =>
  layered(
    withOpenApi(({ paths, components }) => {
      const { properties, required } = components.schemas.repository_info
      delete properties.immutable_tags_settings
      components.schemas.repository_info.required = required.filter((name: string) => name in properties)
      const operationId = 'GetRepositoryImmutableTags'
      const content = { 'application/json': { schema: { properties: declared } } }
      const responses = { 200: { description: 'the settings', content } }
      const get = { operationId, tags: ['repositories'], responses }
      paths[path] = { ...paths[path], get }
    }),
    withObject(to(item, 'GET'), ({ immutable_tags_settings: _apart, ...rest }) => rest),
    instead(to(path, 'GET'), async (request, next) => {
      const { pathname } = new URL(request.url)
      const response = await next(redirected(request, pathname.replace(/\/[^/]+$/, '')))
      if (!response.ok) return response
      const shown: unknown = await response.json()
      return answer(200, edit(isObject(shown) ? shown.immutable_tags_settings : undefined))(request)
    }),
  )

/** Takes a list of rules alone, and declares it so: there is no switch. */
export const rulesAlone: Twist = layered(
  withOpenApi(({ paths }) => {
    const properties = { patterns: { type: 'array', items: { type: 'string' } } }
    const { patch } = paths[`${item}/immutabletags`] ?? {}
    if (patch) patch.requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } }
  }),
  instead(to(`${item}/immutabletags`, 'PATCH'), async (request, next) => {
    const { patterns } = await sentBy(request)
    return next(withBody(request, { immutable_tags: true, immutable_tags_rules: patterns }))
  }),
)

/** Takes the whole settings in one object, and declares it so; what it shows of them has other names. */
export const settingsInOne: Twist = layered(
  withOpenApi(({ paths }) => {
    const properties = { locked: { type: 'boolean' }, expressions: { type: 'array', items: { type: 'string' } } }
    const spec = { type: 'object', required: Object.keys(properties), properties }
    const schema = { type: 'object', required: ['spec'], properties: { spec } }
    const { patch } = paths[`${item}/immutabletags`] ?? {}
    if (patch) patch.requestBody = { content: { 'application/json': { schema } } }
  }),
  instead(to(`${item}/immutabletags`, 'PATCH'), async (request, next) => {
    const { spec } = await sentBy(request)
    if (!isObject(spec)) return answer(422)(request)
    return next(withBody(request, { immutable_tags: spec.locked, immutable_tags_rules: spec.expressions }))
  }),
)

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

/** Takes and shows one of three modes in the place of the switch, and declares that; `edit` changes what the repository shows. */
export const settingsModes = (edit: (settings: JsonObject) => unknown = settings => settings): Twist => {
  const path = `${item}/immutabletags`
  const inModes = ({ enabled, ...settings }: JsonObject): JsonObject => ({
    ...settings,
    mode: enabled === true ? 'matching' : 'none',
  })
  return layered(
    withOpenApi(({ paths, components }) => {
      const mode = { type: 'string', enum: ['none', 'matching', 'all'] }
      const rules = { type: 'array', items: { type: 'string' } }
      const { patch } = paths[path] ?? {}
      const schema = { type: 'object', properties: { mode, rules } }
      if (patch) patch.requestBody = { content: { 'application/json': { schema } } }
      components.schemas.repository_info.properties.immutable_tags_settings = schema
    }),
    withSettings(to(path, 'PATCH'), inModes),
    withSettings(to(item, 'GET'), settings => edit(inModes(settings))),
    instead(to(path, 'PATCH'), async (request, next) => {
      const { mode, rules } = await sentBy(request)
      return next(withBody(request, { immutable_tags: mode !== 'none', immutable_tags_rules: rules }))
    }),
  )
}
