import { declaredSuccesses, isAcknowledgement, returnsToken } from '../../../checks/documents/declared-schema.ts'
import { hasTag, publishedAs } from '../../../checks/documents/published-documents.ts'
import { isNameOf, normalTemplate, parametersOf } from '../../../checks/path-template.ts'
import { actionWords, saysAction } from '../../../checks/presence/published.ts'
import { oncePer, oncePerText } from '../../../checks/remembered.ts'
import { dockerHub } from '../../../contracts/bindings/docker-hub.ts'
import type { PublishedReference, ReferenceOperation } from '../../../contracts/documents.ts'
import type { OperationName } from '../../../contracts/operations.ts'
import { loginPlaces } from '../../credentials/login-places.ts'

/** Operations that are found by area tag, method and shape of path: the published reference gives them no id. */
const tokenTags: Readonly<Record<string, string>> = { pat: 'access-tokens', oat: 'org-access-tokens' }

/** The end of a path that leads to one thing: a parameter, alone or in a segment with other text: `tokens({id})`, `id:{id}`, `{id}.json`. */
const itemEnd = /^(?<around>.*)\/(?<before>[^/]*)\{\}(?<after>[^\w:/{}]*|\.\w+)$/

/** The collection that holds the one thing that a path leads to, as a normal template; undefined where it leads to no single thing. */
const collectionsOf = (operations: readonly ReferenceOperation[]): ((path: string) => string | undefined) => {
  const paths = new Set(operations.map(({ path }) => normalTemplate(path)))
  return path => {
    const normal = normalTemplate(path)
    const { around, before = '', after } = itemEnd.exec(normal)?.groups ?? {}
    if (around === undefined) return undefined
    // The collection may be the word that stands before the parameter: `tokens({id})`, `tokens;id={id}`.
    const word = /^[\w.-]*\w/.exec(before)?.[0]
    const published = [...(word === undefined ? [] : [`${around}/${word}`]), around, around + after].find(one =>
      paths.has(one),
    )
    return published ?? (paths.has(`${normal}/{}`) ? undefined : around)
  }
}

/** The operation that comes first by the first of these measures in which two differ, greatest first; the shortest path of equal ones. */
const best = <T extends { readonly path: string }>(
  candidates: readonly T[],
  ...measures: readonly ((candidate: T) => number | boolean)[]
): T | undefined => {
  const all = [...measures, ({ path }: T) => -path.split('/').length]
  const differ = (a: T, b: T): number =>
    all.map(measure => Number(measure(b)) - Number(measure(a))).find(difference => difference !== 0) ?? 0
  return [...candidates].sort(differ)[0]
}

/** Whether an operation declares an answer, and it has no member of a token: a list of scopes, a policy. */
const returnsOther = (operation: ReferenceOperation): boolean => {
  const schemas = declaredSuccesses(operation).flatMap(({ schema }) => (schema === undefined ? [] : [schema]))
  return schemas.length > 0 && schemas.every(isAcknowledgement)
}

/** The collection of an area that has most of what a family has: things that are tokens by their schema, then operations on it and its items. */
const collectionWithItems = (
  operations: readonly ReferenceOperation[],
  collectionOf: (path: string) => string | undefined,
): string | undefined => {
  const places = [...new Set(operations.flatMap(({ path }) => collectionOf(path) ?? []))]
  const at = (place: string): readonly ReferenceOperation[] =>
    operations.filter(({ path }) => normalTemplate(path) === place || collectionOf(path) === place)
  return best(
    places.map(path => ({ path, operations: at(path) })),
    place => place.operations.some(operation => returnsToken(operation)),
    place => place.operations.filter(operation => !returnsOther(operation)).length,
  )?.path
}

/** The end of a path by which a thing is changed or deleted without a method of its own: `/{id}/update`, `/{id}:delete`, `/{id}/actions/revoke`. */
const actionPath = ({ source }: RegExp): RegExp =>
  new RegExp(`\\{[^{}]*\\}[)'"]*(?:/_?(?:actions?|operations?|commands?|methods?))?[/:](?:${source})/?$`, 'i')

const actionPaths: Readonly<Record<string, RegExp>> = {
  update: actionPath(actionWords.update),
  delete: actionPath(actionWords.delete),
}

/** What a summary says that an operation is about: what stands after its verb, whatever the number. */
const objectOf = ({ summary = '' }: ReferenceOperation): string =>
  summary
    .toLowerCase()
    .replace(/^\W*\w+/, '')
    .replace(/\b(?:an?|the|one|all)\b|[^a-z\s]/g, '')
    .replace(/s\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const searchPath = new RegExp(`[/:]_?(?:${actionWords.list.source})/?$`, 'i')

/** Whether an operation asks by POST for what there is: `POST /keys/search`, `POST /keys:query`. */
const isSearchByPost = ({ method, path }: ReferenceOperation): boolean => method === 'POST' && searchPath.test(path)

/** The same for tokens in a collection. */
const isSearchOf = (operation: ReferenceOperation, collection: string): boolean =>
  isSearchByPost(operation) && normalTemplate(operation.path).startsWith(collection) && !returnsOther(operation)

/** Whether an operation is about one thing that its query names: `GET /keys/key?key_id=…`. */
const isByQuery = ({ parameters = [] }: ReferenceOperation): boolean =>
  parameters.some(({ in: place, name, required }) => place === 'query' && required && isNameOf('id', name))

/** Whether a PUT at the path of one thing makes it as well: it answers 201, or says so. */
const isCreationByName = (operation: ReferenceOperation): boolean =>
  operation.method === 'PUT' &&
  operation.path.endsWith('}') &&
  (operation.responses.some(({ status }) => status === '201') ||
    saysAction(operation, 'create') ||
    /\bcreate/i.test(operation.summary ?? ''))

const familyOperation = (operations: readonly ReferenceOperation[], action: string): ReferenceOperation | undefined => {
  const collectionOf = collectionsOf(operations)
  const collection = collectionWithItems(operations, collectionOf) ?? ''
  const items = operations.filter(operation => isByQuery(operation) || collectionOf(operation.path) === collection)
  const around = [`${collection}/{}/`, ...items.map(({ path }) => `${normalTemplate(path)}/`)]
  const isBelowItem = (path: string): boolean => around.some(one => normalTemplate(path).startsWith(one))
  const onItem = (...methods: readonly string[]): ReferenceOperation | undefined =>
    best(
      items.filter(({ method }) => methods.includes(method)),
      ({ method }) => -methods.indexOf(method),
    )
  // What creates or lists may stand elsewhere than what it makes or lists: `/keys/new`, `/all-keys`.
  const onCollection = (...methods: readonly string[]): ReferenceOperation | undefined =>
    best(
      operations.filter(operation => {
        const { method, path } = operation
        if (!methods.includes(method) || isByQuery(operation) || collectionOf(path) !== undefined) return false
        return normalTemplate(path) === collection || !(isBelowItem(path) || returnsOther(operation))
      }),
      ({ path }) => normalTemplate(path) === collection,
      ({ method }) => -methods.indexOf(method),
      operation => returnsToken(operation),
      ({ path }) => normalTemplate(path).startsWith(`${collection}/`),
      operation => saysAction(operation, action),
    )
  if (action === 'create') {
    const made = onCollection('POST', 'PUT')
    // Who creates a thing may choose its name: `PUT /keys/{name}`.
    const named = made && normalTemplate(made.path) === collection ? undefined : items.find(isCreationByName)
    return named ?? made
  }
  if (action === 'list') return onCollection('GET') ?? operations.find(operation => isSearchOf(operation, collection))
  if (action === 'get') return onItem('GET')
  const changing = operations.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
  // What changes another part of it is about that: `Update the scopes of a token`.
  const reads = operations.filter(({ method }) => method === 'GET')
  const objects = new Set(reads.map(objectOf).filter(Boolean))
  return (
    (action === 'update' ? onItem('PATCH', 'PUT', 'POST') : onItem('DELETE')) ??
    changing.find(({ path }) => actionPaths[action]?.test(path)) ??
    changing.find(
      operation =>
        isBelowItem(operation.path) &&
        objects.has(objectOf(operation)) &&
        saysAction({ ...operation, operationId: operation.summary ?? '' }, action),
    )
  )
}

/** Words that a path of a log ends in, alone or put together. */
const logWords = /^(?:audit|events?|logs?|entries|activit(?:y|ies)|trails?|history|records?|[-_.])+$/i

const auditOperation = (operations: readonly ReferenceOperation[], action: string): ReferenceOperation | undefined => {
  const literal = ({ path }: ReferenceOperation): string => path.split('/').findLast(one => !one.includes('{')) ?? ''
  const isActions = (operation: ReferenceOperation): boolean =>
    /(?:actions?|kinds?|types?|codes?|reasons?|categor(?:y|ies))$/i.test(operation.path.split('/').at(-1) ?? '') ||
    /actions/i.test(operation.operationId ?? '')
  const reads = operations.filter(operation => operation.method === 'GET')
  const actions = best(reads.filter(isActions))
  if (action === 'actions') return actions
  return (
    best(
      reads.filter(operation => !isActions(operation)),
      operation => logWords.test(literal(operation)),
      ({ path }) => actions?.path.startsWith(`${path.replace(/\/$/, '')}/`) === true,
    ) ?? operations.find(operation => isSearchByPost(operation) && !isActions(operation))
  )
}

/** One of the last two segments says that it is about logging in. */
export const loginPath = /(?:auth|log-?in|token|session|sign-?in)[^/?]*(?:\/[^/?]*)?\/?$/i

/** The only operation that takes a user name and a password at a path that is about logging in. */
const loginIn = ({ operations }: PublishedReference): ReferenceOperation | undefined => {
  const found = operations.filter(
    ({ method, path, tags, requestBody }) =>
      method === 'POST' &&
      loginPath.test(path) &&
      !path.includes('{') &&
      !Object.values(tokenTags).some(tag => hasTag(tags, tag)) &&
      loginPlaces(requestBody?.schema, false) !== undefined,
  )
  return found.length === 1 ? found[0] : undefined
}

/** Whether a path is that of the groups of an organization, and of nothing else. */
const isOfGroups = (path: string): boolean => {
  const [, above = '', organization = ''] = /\/([\w-]+)\/\{([^{}]+)\}\/(?:groups|teams)\/?$/.exec(path) ?? []
  const isOfOrganization = /^(?:orgs?|organi[sz]ations?|compan(?:y|ies))$/i.test(above) || isNameOf('org', organization)
  return isOfOrganization && parametersOf(path).length === 1
}

const findIn = (reference: PublishedReference, name: OperationName): ReferenceOperation | undefined => {
  const { operations } = reference
  const [family = '', action = ''] = name.split('.')
  const ofArea = (area: string): readonly ReferenceOperation[] => operations.filter(({ tags }) => hasTag(tags, area))
  const tokenTag = tokenTags[family]
  if (tokenTag !== undefined) return familyOperation(ofArea(tokenTag), action)
  if (family === 'audit') return auditOperation(ofArea('audit-logs'), action)
  const published = publishedAs(reference, name)
  if (name === 'login') return publishedAs(reference, 'AuthCreateAccessToken') ?? published ?? loginIn(reference)
  if (name === 'DeleteRepository') {
    const shipped = dockerHub.find(({ operation }) => operation === 'GetRepository')
    const item = normalTemplate((publishedAs(reference, 'GetRepository') ?? shipped)?.path ?? '')
    return published ?? operations.find(({ method, path }) => method === 'DELETE' && normalTemplate(path) === item)
  }
  if (name === 'ListGroups')
    return published ?? operations.find(({ method, path }) => method === 'GET' && isOfGroups(path))
  return published
}

const foundIn = oncePer((reference: PublishedReference) =>
  oncePerText((name: OperationName) => findIn(reference, name)),
)

/** The operation of a published reference that stands for one of ours. */
export const findOperation = (reference: PublishedReference, name: OperationName): ReferenceOperation | undefined =>
  foundIn(reference)(name)
