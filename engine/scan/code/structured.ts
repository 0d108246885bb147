import { isMap, isScalar, isSeq, type Node, type Pair, visit, type YAMLMap } from 'yaml'
import { yamlDocuments } from '../../documents/yaml.ts'
import { keyword, type Source } from './text.ts'

/** Larger files are generated data; their text is looked at all the same. */
const largest = 256 * 1024

/** A path of an OpenAPI document, with a method that it has. */
export interface PathItem {
  readonly path: string
  readonly method: string
  /** Where the path stands. */
  readonly at: number
  /** Where its method stands. */
  readonly methodAt: number
}

export interface Structure {
  /** The method that stands next to the value at a place, or next to what holds it. */
  methodAt(at: number): string | undefined
  /** The paths of an OpenAPI document that are not labelled deprecated; undefined for any other text. */
  readonly items: readonly PathItem[] | undefined
  /** The addresses of its servers. */
  readonly servers: readonly string[]
}

const methods = ['get', 'post', 'head', 'put', 'patch', 'delete', 'options', 'trace']

const startOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? -1

const textOf = (node: unknown): string | undefined =>
  isScalar(node) && typeof node.value === 'string' ? node.value : undefined

const methodIn = (map: YAMLMap): string | undefined => {
  for (const { key, value } of map.items)
    if (/^(?:method|http_?method|verb)$/i.test(textOf(key) ?? '')) return textOf(value)?.toUpperCase()
  return undefined
}

const serversOf = (root: YAMLMap): readonly string[] => {
  const servers = root.get('servers')
  const urls = isSeq(servers)
    ? servers.items.flatMap(item => (isMap(item) ? (textOf(item.get('url', true)) ?? []) : []))
    : []
  const host = textOf(root.get('host', true))
  const base = textOf(root.get('basePath', true)) ?? ''
  return host === undefined ? (base === '' ? urls : [base]) : [`https://${host}${base}`]
}

const itemsOf = (root: YAMLMap): readonly PathItem[] | undefined => {
  const paths = root.get('paths')
  if (!(root.has('openapi') || root.has('swagger')) || !isMap(paths)) return undefined
  return paths.items.flatMap(({ key, value }: Pair): PathItem[] => {
    const path = textOf(key)
    if (path === undefined || !path.includes(keyword) || !isMap(value)) return []
    return value.items.flatMap(({ key: name, value: operation }: Pair): PathItem[] => {
      const method = textOf(name)?.toLowerCase() ?? ''
      if (!methods.includes(method) || (isMap(operation) && operation.get('deprecated') === true)) return []
      return [{ path, method: method.toUpperCase(), at: startOf(key), methodAt: startOf(name) }]
    })
  })
}

/** JSON or YAML as a structure; undefined for what is neither, or cannot be read. */
export const structureOf = ({ kind, text }: Source): Structure | undefined => {
  if (!/^(?:json|jsonc|json5|ya?ml|har|postman_collection)$/.test(kind) || text.length > largest) return undefined
  try {
    const [document] = yamlDocuments(text, { uniqueKeys: false, strict: false, logLevel: 'silent' })
    if (!document) return undefined
    const places: { readonly from: number; readonly to: number; readonly method: string }[] = []
    visit(document, {
      Map: (_, map) => {
        const method = methodIn(map)
        const range = map.range
        if (method !== undefined && range) places.push({ from: range[0], to: range[1], method })
      },
    })
    const root = document.contents
    return {
      // The innermost of those that hold it.
      methodAt: at => places.filter(({ from, to }) => from <= at && at < to).sort((a, b) => b.from - a.from)[0]?.method,
      items: isMap(root) ? itemsOf(root) : undefined,
      servers: isMap(root) ? serversOf(root) : [],
    }
  } catch {
    // An alias bomb, or nesting that is too deep: the text is still looked at.
    return undefined
  }
}
