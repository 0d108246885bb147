import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import type { ReferenceOperation } from '../../contracts/documents.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { Probe } from '../../contracts/requirement.ts'
import { hasTag, unreadOperations } from '../documents/published-documents.ts'
import { normalTemplate } from '../path-template.ts'

/** The tag of the area of an operation of a family. */
const tagOf = (operation: OperationName): string | undefined => {
  const [family, action] = operation.split('.')
  return action === undefined ? undefined : lifecycle.families.find(({ slug }) => slug.startsWith(`${family}-`))?.tag
}

/** How an id or the end of a path says that it is such an operation, in another form than is taken by itself. */
export const actionWords = {
  create: /create|new|add|issue|generate|mint/i,
  list: /list|search|query|find|filter|lookup/i,
  get: /get|show|read|fetch|describe|detail/i,
  update: /update|edit|modify|change|rename/i,
  delete: /delete|revoke|remove|destroy/i,
  events: /event|entr|log|list|search|query|find|filter|lookup|export/i,
} as const

/** Whether the id or the end of the path of an operation says that it does that. */
export const saysAction = ({ operationId = '', path }: ReferenceOperation, action: string): boolean =>
  (actionWords as Readonly<Record<string, RegExp>>)[action]?.test(
    `${operationId} ${path.split('/').slice(-2).join(' ')}`,
  ) === true

/** Methods that an operation of its own form may have. */
const methodsOf: Readonly<Record<string, RegExp>> = {
  create: /^(?:POST|PUT)$/,
  update: /^(?:POST|PUT|PATCH)$/,
  delete: /^(?:POST|DELETE)$/,
}

/** Whether a published operation may do that: it says so, or it says nothing and has such a method. */
const mayDo = (operation: ReferenceOperation, action: string): boolean =>
  saysAction(operation, action) ||
  ((methodsOf[action] ?? /^(?:GET|POST)$/).test(operation.method) &&
    !Object.keys(actionWords).some(other => saysAction(operation, other)))

/** The operations that the target publishes in the same area and that may be this one. */
const candidatesFor = async (probe: Probe, operation: OperationName): Promise<readonly ReferenceOperation[]> => {
  if (probe.bind(operation).from !== 'default' || !(await probe.hasFixture('reference'))) return []
  const [family = '', action = ''] = operation.split('.')
  const tag = tagOf(operation)
  if (tag === undefined) return []
  const bound = dockerHub
    .filter(binding => binding.operation.startsWith(`${family}.`))
    .map(binding => probe.bind(binding.operation))
    .map(({ method, path }) => `${method} ${normalTemplate(path)}`)
  return (await probe.fixture('reference')).operations.filter(
    one => hasTag(one.tags, tag) && !bound.includes(`${one.method} ${normalTemplate(one.path)}`) && mayDo(one, action),
  )
}

/** An operation that the target publishes in the same area and that may be this one: a list that is asked for by POST, for example. */
export const publishedInArea = async (probe: Probe, operation: OperationName): Promise<string | undefined> => {
  const [found] = await candidatesFor(probe, operation)
  return found && `${found.method} ${found.path}`
}

/**
 * Whether the target's own reference was read as a whole, and publishes the area of an operation of a family that it does not have. An operation
 * that is found by its id alone may be there under any other id; that it should be published under its own is another requirement.
 */
const isAreaRead = async (probe: Probe, operation: OperationName): Promise<boolean> => {
  const tag = tagOf(operation)
  if (tag === undefined || !(await probe.hasFixture('reference'))) return false
  const reference = await probe.fixture('reference')
  return reference.operations.some(({ tags }) => hasTag(tags, tag)) && unreadOperations(reference).length === 0
}

/**
 * Whether the path an operation is bound to is known to be its own, so that absence there is absence: the document, the user or the target's
 * reference states it, or that reference was read whole and its area has no such operation. That other operations are at Docker Hub's paths shows nothing of it.
 */
export const pathKnown = async (probe: Probe, operation: OperationName): Promise<boolean> =>
  probe.bind(operation).from !== 'default' ||
  ((await isAreaRead(probe, operation)) && (await publishedInArea(probe, operation)) === undefined)

/**
 * Whether the target publishes no operation that changes a token, but for actions without a body, such as `POST /{id}/disable`: what they return is judged as that of
 * further operations.
 */
export const isUpdateUnpublished = async (probe: Probe): Promise<boolean> =>
  probe.bind('pat.update').from === 'default' &&
  (await isAreaRead(probe, 'pat.update')) &&
  (await candidatesFor(probe, 'pat.update')).every(({ requestBody }) => requestBody === undefined)
