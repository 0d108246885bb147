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
const actionWords: Readonly<Record<string, RegExp>> = {
  create: /create|new|add|issue|generate|mint/i,
  list: /list|search|query|find|filter/i,
  get: /get|show|read|fetch|describe|detail/i,
  update: /update|edit|modify|change|rename/i,
  delete: /delete|revoke|remove|destroy/i,
  events: /event|entr|log|list|search|query|find|filter|export/i,
}

/** Whether the id or the end of the path of an operation says that it does that. */
export const saysAction = ({ operationId = '', path }: ReferenceOperation, action: string): boolean =>
  actionWords[action]?.test(`${operationId} ${path.split('/').slice(-2).join(' ')}`) === true

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

/** An operation that the target publishes in the same area and that may be this one: a list that is asked for by POST, for example. */
export const publishedInArea = async (probe: Probe, operation: OperationName): Promise<string | undefined> => {
  if (probe.bind(operation).from !== 'default' || !(await probe.hasFixture('reference'))) return undefined
  const [family = '', action = ''] = operation.split('.')
  const tag = tagOf(operation)
  if (tag === undefined) return undefined
  const bound = dockerHub
    .filter(binding => binding.operation.startsWith(`${family}.`))
    .map(binding => probe.bind(binding.operation))
    .map(({ method, path }) => `${method} ${normalTemplate(path)}`)
  const found = (await probe.fixture('reference')).operations.find(
    one => hasTag(one.tags, tag) && !bound.includes(`${one.method} ${normalTemplate(one.path)}`) && mayDo(one, action),
  )
  return found && `${found.method} ${found.path}`
}

/**
 * Whether the path an operation is bound to is known to be its own, so that absence there is absence: the document, the user or the target's
 * reference states it, or that reference was read whole and has it nowhere. That other operations are at Docker Hub's paths shows nothing of it.
 */
export const pathKnown = async (probe: Probe, operation: OperationName): Promise<boolean> => {
  if (probe.bind(operation).from !== 'default') return true
  if (!(await probe.hasFixture('reference'))) return false
  const reference = await probe.fixture('reference')
  const tag = tagOf(operation)
  // Where the area of a family is not published at all, nothing says where it is; that it should be published is another requirement.
  const isPublished = tag === undefined || reference.operations.some(({ tags }) => hasTag(tags, tag))
  if (reference.operations.length === 0 || !isPublished || unreadOperations(reference).length > 0) return false
  return (await publishedInArea(probe, operation)) === undefined
}
