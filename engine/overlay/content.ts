import { parametersOf } from '../../checks/path-template.ts'
import { v1Methods } from '../../checks/v1-routes.ts'
import { type EndpointFact, lifecycle } from '../../contracts/lifecycle.ts'

/** An operation as the overlay puts it into a reference that lacks it. */
export interface OverlayOperation {
  readonly deprecated: true
  readonly 'x-deprecated-since'?: string
  readonly 'x-removed-since'?: string
  /** The `operationId` of what is to be used instead. */
  readonly 'x-replaced-by'?: string
  readonly [member: string]: unknown
}

/** Members that are put upon an operation that a reference has already. */
export const labels = ['deprecated', 'x-deprecated-since', 'x-removed-since', 'x-replaced-by'] as const

/** A parameter of a path. */
export interface OverlayParameter {
  readonly name: string
  readonly in: 'path'
  readonly required: true
  readonly schema: { readonly type: 'string' }
}

/** A path item that the overlay adds. */
export interface OverlayPathItem {
  readonly parameters: readonly OverlayParameter[]
  /** By lower-case method. */
  readonly operations: Readonly<Record<string, OverlayOperation>>
}

/** An action of an OpenAPI Overlay that merges something into what its target selects. */
export interface OverlayAction {
  readonly target: '$.paths'
  readonly description: string
  readonly update: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** An OpenAPI Overlay 1.0. */
export interface Overlay {
  readonly overlay: '1.0.0'
  readonly info: { readonly title: string; readonly version: string }
  readonly actions: readonly OverlayAction[]
}

const areaOf = (endpoint: EndpointFact): string =>
  // Where nothing replaces a route, it belongs where its siblings do.
  lifecycle.operations.find(({ id }) => id === endpoint.replacedBy)?.tag ?? 'repositories'

const insteadOf = ({ replacedBy }: EndpointFact): string =>
  replacedBy === null ? 'No replacement is named.' : `Use ${replacedBy}.`

const operationOf = (endpoint: EndpointFact): OverlayOperation => {
  const { state, since, replacedBy } = endpoint
  const removed = state === 'removed'
  return {
    tags: [areaOf(endpoint)],
    summary: removed ? 'Removed' : `Legacy: ${replacedBy}`,
    description: `${removed ? 'Removed' : 'Deprecated'} since ${since}. ${insteadOf(endpoint)}`,
    deprecated: true,
    [removed ? 'x-removed-since' : 'x-deprecated-since']: since,
    ...(replacedBy === null ? {} : { 'x-replaced-by': replacedBy }),
    responses: removed
      ? { [String(endpoint.status)]: { description: 'Gone' } }
      : { default: { description: `As ${replacedBy} answers, or that it is gone` } },
  }
}

const methodsOf = ({ method }: EndpointFact): readonly string[] => (method === '*' ? v1Methods : [method])

export const parameter = (name: string): OverlayParameter => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
})

/** What the overlay adds, by path template. */
export const overlayPaths: ReadonlyMap<string, OverlayPathItem> = lifecycle.endpoints.reduce((paths, endpoint) => {
  const { path } = endpoint
  const added = methodsOf(endpoint).map(method => [method.toLowerCase(), operationOf(endpoint)] as const)
  const operations = { ...paths.get(path)?.operations, ...Object.fromEntries(added) }
  return paths.set(path, { parameters: parametersOf(path).map(parameter), operations })
}, new Map<string, OverlayPathItem>())

/** A path item for a document that has none there. */
export const pathItem = ({ parameters, operations }: OverlayPathItem): Readonly<Record<string, unknown>> => ({
  ...(parameters.length === 0 ? {} : { parameters }),
  ...operations,
})

const describe = (path: string): string => {
  const states = lifecycle.endpoints
    .filter(endpoint => endpoint.path === path)
    .map(({ method, state, since }) => `${method === '*' ? '' : `${method} `}${state} since ${since}`)
  return `${path}: ${states.join(', ')}`
}

/** An overlay with those paths: all of them, or as one document needs them. */
export const overlayOf = (
  paths: Iterable<readonly [template: string, update: OverlayAction['update']]> = [...overlayPaths].map(
    ([template, item]) => [template, { [template]: pathItem(item) }] as const,
  ),
): Overlay => ({
  overlay: '1.0.0',
  info: {
    title: 'Deprecated and removed endpoints of the repository hub API',
    version: lifecycle.version,
  },
  actions: [...paths].map(([template, update]) => ({
    target: '$.paths',
    description: describe(template),
    update,
  })),
})
