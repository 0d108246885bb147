import { normalTemplate, parametersOf } from '../../checks/path-template.ts'
import type { PublishedReference } from '../../contracts/documents.ts'
import { collectProblems } from '../documents/problems.ts'
import { asMapping, type Mapping, own } from '../documents/reference/local-reference.ts'
import { dereference } from '../documents/reference/parts.ts'
import { type Resolution, resolution } from '../documents/reference/schema.ts'
import { mountOf, serverPath } from '../documents/reference/servers.ts'
import {
  labels,
  type Overlay,
  type OverlayAction,
  type OverlayOperation,
  type OverlayPathItem,
  overlayOf,
  overlayPaths,
  parameter,
  pathItem,
} from './content.ts'

/** The overlay as one document needs it, and the document made ready for it. */
export interface Fitted {
  /** A copy as far as the overlay reaches; the rest is shared with what was given. */
  readonly document: Mapping
  readonly overlay: Overlay
  /** `METHOD path` of operations that the document does not have. */
  readonly added: readonly string[]
  /** `METHOD path` of those that it has: they get labels only. */
  readonly labelled: readonly string[]
}

/** A path of the document. */
interface PathInDocument {
  readonly key: string
  /** Below the address of the host: the path of the servers, then the key. */
  readonly path: string
  readonly item: Mapping
}

const placesOf = (paths: Mapping, root: Mapping, read: Resolution, from: string): readonly PathInDocument[] =>
  Object.keys(paths).flatMap(key => {
    const item = key.startsWith('/') ? dereference(paths[key], read, `#/paths/${key}`) : undefined
    if (item === undefined) return []
    return [{ key, path: serverPath([own(item, 'servers'), own(root, 'servers')], from, read.problems) + key, item }]
  })

/** The parameters of a path item itself; its operations need not declare them again. */
const declaredIn = (item: Mapping | undefined, read: Resolution): readonly unknown[] => {
  const declared = own(item, 'parameters')
  return Array.isArray(declared) ? declared.map(parameter => own(dereference(parameter, read, '#/paths'), 'name')) : []
}

/** An operation for a path item that is there, whose parameters may have other names; those that the item declares are not declared again. */
const under = (operation: OverlayOperation, key: string, declared: readonly unknown[]): Mapping => {
  const left = parametersOf(key).filter(name => !declared.includes(name))
  return left.length === 0 ? operation : { ...operation, parameters: left.map(parameter) }
}

/** What an operation gets that is there already: its labels, and where every request is answered with one status, that status. */
const labelsFor = (operation: OverlayOperation, existing: Mapping): Mapping => {
  const put = Object.fromEntries(labels.flatMap(name => (name in operation ? [[name, operation[name]]] : [])))
  const responses = asMapping(operation.responses) ?? {}
  const declared = asMapping(own(existing, 'responses')) ?? {}
  const gone = Object.keys(responses).filter(status => status !== 'default' && !Object.hasOwn(declared, status))
  return gone.length === 0
    ? put
    : { ...put, responses: Object.fromEntries(gone.map(status => [status, responses[status]])) }
}

/** A server variable without the path that its default may contain. */
const hostOnly = (variable: unknown): unknown => {
  const value = own(variable, 'default')
  return typeof value === 'string' && value.includes('/')
    ? { ...asMapping(variable), default: value.slice(0, value.indexOf('/')) }
    : variable
}

/** The address of a server with another path, for paths that lie outside the document's own. */
const serversAt = (root: Mapping, mount: string): { readonly servers: readonly Mapping[] } => {
  const server = asMapping(own(own(root, 'servers'), '0')) ?? {}
  const variables = own(server, 'variables')
  const [host = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i.exec(String(own(server, 'url') ?? '')) ?? []
  const names = parametersOf(host)
  const kept = Object.fromEntries(names.map(name => [name, hostOnly(own(variables, name))]))
  return { servers: [{ url: host + mount || '/', ...(names.length === 0 ? {} : { variables: kept }) }] }
}

const methodIn = (item: Mapping, method: string): string | undefined =>
  Object.keys(item).find(name => name.toLowerCase() === method && asMapping(item[name]) !== undefined)

/** What one path of the overlay becomes in a document. */
interface Update {
  readonly update: OverlayAction['update']
  readonly added: readonly string[]
  readonly labelled: readonly string[]
}

/** For path items that are there: labels for the operations that they have, and what they lack in the first of them. */
const merged = (
  { operations }: OverlayPathItem,
  found: readonly [PathInDocument, ...PathInDocument[]],
  read: Resolution,
): Update => {
  const [first] = found
  const declared = declaredIn(first.item, read)
  const updates = new Map(found.map(({ key }): [string, Record<string, unknown>] => [key, {}]))
  const added: string[] = []
  const labelled: string[] = []
  for (const [method, operation] of Object.entries(operations)) {
    const holders = found.filter(({ item }) => methodIn(item, method) !== undefined)
    for (const { key, item } of holders) {
      const name = methodIn(item, method) ?? method
      updates.set(key, { ...updates.get(key), [name]: labelsFor(operation, asMapping(item[name]) ?? {}) })
      labelled.push(`${method.toUpperCase()} ${key}`)
    }
    if (holders.length > 0) continue
    updates.set(first.key, { ...updates.get(first.key), [method]: under(operation, first.key, declared) })
    added.push(`${method.toUpperCase()} ${first.key}`)
  }
  return { update: Object.fromEntries(updates), added, labelled }
}

/**
 * Fits the overlay to a document: to where the hub is mounted, to the names of the parameters, and to what the document has already.
 *
 * @param reference - the same document as the reader understood it: its version is taken from it
 */
export const fitOverlay = (root: Mapping, { from, version }: PublishedReference): Fitted => {
  const read = resolution(root, version.startsWith('3.0'), collectProblems())
  const given = asMapping(own(root, 'paths')) ?? {}
  const places = placesOf(given, root, read, from)
  const prefix = serverPath([own(root, 'servers')], from, read.problems)
  // A server may end with the generation itself.
  const mount = mountOf(places.map(({ path }) => path)) ?? prefix.replace(/\/v[12]$/, '')
  const foundAt = (template: string): readonly PathInDocument[] =>
    places.filter(({ path }) => normalTemplate(path) === normalTemplate(mount + template))

  const adapt = (template: string, item: OverlayPathItem): Update => {
    const [first, ...others] = foundAt(template)
    if (first !== undefined) return merged(item, [first, ...others], read)
    const wanted = mount + template
    const inside = wanted.startsWith(`${prefix}/`)
    const key = inside ? wanted.slice(prefix.length) : template
    const added = Object.keys(item.operations).map(method => `${method.toUpperCase()} ${key}`)
    return { update: { [key]: { ...(inside ? {} : serversAt(root, mount)), ...pathItem(item) } }, added, labelled: [] }
  }

  const fitted = [...overlayPaths].map(([template, item]) => ({ template, ...adapt(template, item) }))
  const touched = [...overlayPaths.keys()].flatMap(foundAt).map(({ key, item }) => [key, copyOf(item)] as const)
  return {
    document: { ...root, paths: { ...given, ...Object.fromEntries(touched) } },
    overlay: overlayOf(fitted.map(({ template, update }) => [template, update])),
    added: fitted.flatMap(({ added }) => added),
    labelled: fitted.flatMap(({ labelled }) => labelled),
  }
}

/** A path item whose operations can be changed without changing what shares them: an alias, a component that others refer to. */
const copyOf = (item: Mapping): Mapping =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => {
      const operation = asMapping(value)
      if (operation === undefined) return [name, value]
      const responses = asMapping(own(operation, 'responses'))
      return [name, { ...operation, ...(responses === undefined ? {} : { responses: { ...responses } }) }]
    }),
  )
