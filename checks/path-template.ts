import type { Role, RoleValues } from '../contracts/operations.ts'
import { safeDecode } from './reading/exchanges.ts'
import { lettersAndDigits } from './reading/things.ts'
import { oncePer, oncePerText } from './remembered.ts'

/** Next to one of these, `{id}` is that of something else: `/groups/{id}/access_tokens/{token_id}`. */
const ofTokens = ['token', 'tokenid', 'accesstokenid']

/** Names that path parameters go by, per role, in one of their spellings; each may also be called `name`. */
const aliases: Readonly<Record<Role, readonly string[]>> = {
  namespace: ['namespace', 'ns', 'owner', 'account', 'org', 'organization', 'user'],
  repository: ['repository', 'repo', 'image'],
  tag: ['tag', 'reference', 'version'],
  org: ['org', 'organization', 'account', 'namespace', 'owner'],
  id: ['id', 'uuid', ...ofTokens],
  group: ['group', 'groupid', 'team', 'teamid', 'id'],
}

const bare = (name: string): string => lettersAndDigits(name).replace(/(?<=.)(?:name|slug|login)$/, '')

/** Whether a parameter by its name stands for a role, and for nothing else. */
export const isNameOf = (role: Role, parameter: string): boolean => aliases[role].includes(bare(parameter))

/** Templates of which is kept what was computed: a run compares each of its exchanges with those of all operations. */
const mostTemplates = 1_000

/** The parameters of a template, in order. */
export const parametersOf = oncePerText(
  (template: string): readonly string[] => [...template.matchAll(/\{([^{}/]+)\}/g)].map(match => match[1] as string),
  mostTemplates,
)

/**
 * Which parameter of a template stands for which role. Names of parameters differ from hub to hub, their order hardly: a usual
 * name is taken first, what is left goes by order. Undefined where parameters remain that no role explains.
 */
export const rolesOf = (template: string, roles: readonly Role[]): Readonly<Record<string, Role>> | undefined =>
  rolesIn(roles)(template)

const rolesIn = oncePer((roles: readonly Role[]) =>
  oncePerText((template: string) => explain(template, roles), mostTemplates),
)

const explain = (template: string, roles: readonly Role[]): Readonly<Record<string, Role>> | undefined => {
  const open = [...parametersOf(template)]
  const free = [...roles]
  const found: Record<string, Role> = Object.create(null)
  const namesOf: readonly ((role: Role) => readonly string[])[] = [
    role => (role === 'id' ? ofTokens : [role]),
    role => aliases[role],
    () => ['name'],
  ]
  for (const namesFor of namesOf)
    for (const role of [...free]) {
      const names = namesFor(role)
      const parameter = open.find(name => names.includes(bare(name)))
      if (parameter === undefined) continue
      found[parameter] = role
      open.splice(open.indexOf(parameter), 1)
      free.splice(free.indexOf(role), 1)
    }
  for (const parameter of open) {
    const role = free.shift()
    if (role === undefined) return undefined
    found[parameter] = role
  }
  // What is of an organization and of nobody else is in its namespace.
  const organization = free.includes('namespace') ? Object.keys(found).find(name => found[name] === 'org') : undefined
  if (organization !== undefined) found[organization] = 'namespace'
  return found
}

/** The template of a thing, without an action of it at the end: `/tokens/{id}/rename`. */
export const withoutAction = (template: string): string => template.replace(/(?<=\})[/:][^{}]*$/, '')

/** Fills a template; values are percent-encoded as one path segment each. */
export const fill = (template: string, roles: readonly Role[], values: RoleValues): string => {
  const byParameter = rolesOf(template, roles) ?? {}
  return template.replace(/\{([^{}/]+)\}/g, (whole, parameter: string) => {
    const role = byParameter[parameter]
    const value = role && values[role]
    return value === undefined ? whole : encodeURIComponent(value)
  })
}

/** Names of what takes namespace and repository in one, with a slash between them. */
const fullNames =
  /^(?:(?:repo(?:sitory)?|project|image)[-_]?)?(?:full[-_]?(?:name|path|slug)|path[-_]?with[-_]?namespace)$/i

/** Whether a parameter or member takes namespace and repository in one: by its name, or an example of its value. */
export const isFullName = (name: string, example: unknown): boolean =>
  fullNames.test(name) || /^[^/\s]+(?:\/|%2F)[^/\s]+$/i.test(String(example))

/** A template with the parameters for namespace and repository in the place of one that takes both: by its name, or its example. */
export const withFullName = (
  template: string,
  roles: readonly Role[],
  exampleOf: (parameter: string) => unknown = () => undefined,
): string => {
  if (!roles.includes('namespace') || !roles.includes('repository')) return template
  const parameter = parametersOf(template).find(name => isFullName(name, exampleOf(name)))
  const isOnly = parametersOf(template).every(name => name === parameter || !isNameOf('repository', name))
  return isOnly ? template.replace(`{${parameter}}`, '{namespace}%2F{repository}') : template
}

/** The segments of a path, those between encoded slashes too where its template has such. */
export const segmentsIn = (template: string, path: string): readonly string[] =>
  path.split(/%2F/i.test(template) ? /\/|%2F/i : '/')

/** A segment of a template: what it says, or what stands around its one parameter. */
type Part = string | readonly [whole: string, before: string, name: string, after: string]

const partsOf = oncePerText(
  (template): readonly Part[] =>
    segmentsIn(template, template).map(part => (/^([^{}]*)\{([^{}]+)\}([^{}]*)$/.exec(part) as Part | null) ?? part),
  mostTemplates,
)

/**
 * What a path, below the base URL, has in the place of a template's parameters; undefined where it does not fit, or where a segment has
 * several parameters. Templates come from targets, so none becomes a regular expression.
 */
export const parametersIn = (template: string, path: string): Readonly<Record<string, string>> | undefined => {
  const parts = partsOf(template)
  const segments = segmentsIn(template, path)
  if (parts.length !== segments.length || template.split('/').length !== path.split('/').length) return undefined
  const values: (readonly [name: string, value: string])[] = []
  for (const [at, part] of parts.entries()) {
    const segment = segments[at] as string
    if (typeof part === 'string') {
      if (part !== segment) return undefined
      continue
    }
    const [, before, name, after] = part
    const value = segment.slice(before.length, segment.length - after.length)
    if (value === '' || before + value + after !== segment) return undefined
    values.push([name, safeDecode(value)])
  }
  return Object.fromEntries(values)
}

/** Names of a parameter that stands for the account that the credentials are of. */
const ownerNames = /^(?:user|account|owner|namespace|login)(?:[-_]?(?:name|login|slug))?$/i

/** The parameter of a template that none of the roles explains, where there is one more than roles: the account's, else the first. */
export const spareParameter = (template: string, roles: readonly Role[]): string | undefined => {
  const parameters = parametersOf(template)
  if (parameters.length <= roles.length) return undefined
  return parameters.find(name => ownerNames.test(name)) ?? parameters[0]
}

/** A template with this value in the place of the parameter that none of the roles explains. */
export const withValue = (template: string, roles: readonly Role[], value: string): string =>
  template.replace(`{${spareParameter(template, roles)}}`, () => encodeURIComponent(value))

/** A template with the name of the account in the place of a parameter that stands for it, and has no role. */
export const withOwner = (template: string, roles: readonly Role[], owner: string): string =>
  ownerNames.test(String(spareParameter(template, roles))) ? withValue(template, roles, owner) : template

/** A template with its last literal segment replaced: a sibling path that does not exist. */
export const controlPathOf = (template: string, nonce: string): string => {
  const segments = template.split('/')
  for (let index = segments.length - 1; index > 0; index--) {
    const segment = segments[index] as string
    // The word before a parameter in brackets names a collection: `tokens({id})`.
    const sibling = segment.includes('{') ? segment.replace(/[\w.-]+(?=\()/, nonce) : segment && nonce
    if (sibling !== segment) {
      segments[index] = sibling
      return segments.join('/')
    }
  }
  return `${template.replace(/\/$/, '')}/${nonce}`
}

/** A template in a form that two hubs' spellings share: parameters without their names and in one form, no trailing slash. */
export const normalTemplate = oncePerText(
  (template: string): string =>
    template
      .replace(/\{[^{}/]*\}|<[^<>/]*>|(?<=\/):[a-z_]\w*/gi, '{}')
      .replace(/\{\}%2F\{\}/gi, '{}')
      .replace(/\/+$/, '') || '/',
  mostTemplates,
)

/** Whether a path, below the base URL, belongs to the v1 generation. */
export const isV1Path = (path: string): boolean => /^\/v1\//.test(path) && !/^[^?]*\/\.\.?(?:[/?]|$)/.test(path)
