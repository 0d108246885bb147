import { isMap, isScalar, isSeq, LineCounter, type Node, YAMLMap } from 'yaml'
import { isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { yamlDocuments } from '../yaml.ts'
import { escaped, on } from './written.ts'

const deepest = 40

/** `replacedBy`, `replaced_by` and `replaced-by` are the words "replaced by". */
const words = (key: string): string =>
  /^[\w-]+$/.test(key) && !/^\d/.test(key)
    ? key.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ')
    : key

/** Whether a text is data: JSON, or YAML by its name. */
export const looksLikeData = (text: string, from: string): boolean =>
  /^\s*(?:\{|\[(?![^\]"\n]*\]\())/.test(text) ? /\.json$/i.test(from) || isJson(text) : /\.ya?ml$/i.test(from)

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text.trim())
    return true
  } catch {
    return false
  }
}

/** JSON or YAML as HTML: lists of objects are tables, members are headings. Throws on what is neither. */
export const htmlOfData = (source: string): string => {
  const lines = new LineCounter()
  const [document] = yamlDocuments(source, { uniqueKeys: false, strict: false }, lines)
  if (!document || document.errors.length > 0) throw new SyntaxError()
  const lineOf = (node: unknown): number => {
    const [start] = (node as Node | undefined)?.range ?? []
    return start === undefined ? 1 : lines.linePos(start).line
  }
  const onLineOf = (node: unknown): string => on(lineOf(node))
  const keyOf = (key: unknown): string => (isScalar(key) ? String(key.value) : '')
  const isNamed = (key: unknown, names: readonly string[]): boolean => names.includes(keyOf(key).toLowerCase())
  const isValue = (node: unknown): boolean => !isSeq(node) && !isMap(node)
  const text = (node: unknown): string => {
    if (isScalar(node))
      return node.value === null
        ? ''
        : node.value === true
          ? 'yes'
          : node.value === false
            ? 'no'
            : isPath(String(node.value))
    if (isSeq(node)) {
      // A member that an object lacks is empty: what the next object has in it is not about this one.
      const keys = new Set(node.items.filter(isMap).flatMap(({ items }) => items.map(({ key }) => keyOf(key))))
      return node.items
        .map(item => {
          if (!isMap(item)) return text(item)
          const missing = [...keys].filter(name => !item.items.some(({ key }) => keyOf(key) === name))
          return [text(item), ...missing.map(name => `${escaped(words(name))}: `)].join(';<br>')
        })
        .join(keys.size > 0 ? ';<br>' : '<br>')
    }
    if (isMap(node)) {
      const member = (...names: readonly string[]) => node.items.find(({ key }) => isNamed(key, names))
      const method = member('method', 'verb')
      const path = member('path', 'route', 'url', 'endpoint')
      const named = method && path ? [method, path] : []
      const others = node.items
        .filter(item => !named.includes(item))
        .map(({ key, value }) => `${escaped(words(keyOf(key)))}: ${text(value)}`)
      const endpoint = method && path ? [isPath(`${keyOf(method.value)} ${keyOf(path.value)}`)] : []
      // A status is said of the endpoint next to it.
      return [...endpoint, ...others].join(';<br>').replaceAll(/;<br>(?=[^;]{1,30}: [1-5]\d\d(?:;|$))/g, ', ')
    }
    return ''
  }
  const isPath = (value: string): string =>
    /^(?:[A-Z]+ )?\/\S*$/.test(value) ? `<code>${escaped(value)}</code>` : escaped(value)
  const heading = (level: number, key: unknown, title: string): string => {
    const name = `h${Math.min(6, level)}`
    return `<${name}${onLineOf(key)}>${title}</${name}>`
  }
  /** A member of an object: a field, or what stands below its name. */
  const written = (key: unknown, value: unknown, level: number): string => {
    const title = escaped(words(keyOf(key)))
    return isValue(value)
      ? `<p${onLineOf(key)}>${title}: ${text(value)}</p>`
      : heading(level, key, title) + write(value, level)
  }
  const write = (node: unknown, depth: number): string => {
    if (depth > deepest) throw new RangeError()
    if (isSeq(node)) {
      const objects = node.items.filter(isMap).map(flat)
      if (objects.length !== node.items.length)
        return `<ul${onLineOf(node)}>${node.items.map(item => `<li${onLineOf(item)}>${isScalar(item) ? text(item) : write(item, depth + 1)}</li>`).join('')}</ul>`
      // Records within records are read as sections of their own.
      const nested = objects.some(object =>
        object.items.some(({ value }) => isSeq(value) && value.items.some(item => isMap(item) && !hasPath(item))),
      )
      const dated = objects.some(object =>
        object.items.some(
          ({ value }) =>
            (isMap(value) && !hasPath(value)) ||
            (isSeq(value) &&
              value.items.some(isScalar) &&
              !object.items.some(({ key }) =>
                /status|state|feature|endpoint|kind|type|tag|categor|label/i.test(keyOf(key)),
              )),
        ),
      )
      if (nested || dated) return objects.map(object => record(object, depth)).join('')
      const keys = [...new Set(objects.flatMap(object => object.items.map(({ key }) => keyOf(key))))].slice(0, 50)
      const head = `<tr>${keys.map(key => `<th>${escaped(words(key))}</th>`).join('')}</tr>`
      const rows = objects.map(
        object =>
          `<tr${onLineOf(object)}>${keys.map(key => `<td>${text(object.items.find(item => keyOf(item.key) === key)?.value)}</td>`).join('')}</tr>`,
      )
      return `<table${onLineOf(node)}>${head}${rows.join('')}</table>`
    }
    if (isMap(node)) return node.items.map(({ key, value }) => written(key, value, depth + 1)).join('')
    return `<p${onLineOf(node)}>${text(node)}</p>`
  }
  /** An object with the members of the plain objects in it as its own, where their names are free. */
  const flat = (object: YAMLMap): YAMLMap => {
    const names = object.items.map(({ key }) => keyOf(key))
    const items = object.items.flatMap(item => {
      const { value } = item
      const plain =
        isMap(value) &&
        !hasPath(value) &&
        value.items.every(inner => isScalar(inner.value) && !names.includes(keyOf(inner.key)))
      return plain ? value.items : [item]
    })
    const copy = new YAMLMap()
    copy.items = items
    copy.range = object.range ?? null
    return copy
  }
  /** Whether a member lists what its object is about: its name is no heading. */
  const namesThings = (key: unknown, value: unknown): boolean =>
    isNamed(key, ['endpoint', 'endpoints', 'operation', 'operations', 'route', 'routes', 'path', 'paths']) &&
    isSeq(value) &&
    value.items.every(isScalar)
  const hasPath = (node: unknown): boolean =>
    isMap(node) && node.items.some(({ key }) => isNamed(key, ['path', 'route', 'url']))
  /** An object of a list, headed by what names it: its date or its title. */
  const record = (object: YAMLMap, depth: number): string => {
    const title =
      object.items.find(({ key }) =>
        isNamed(key, ['date', 'day', 'release', 'released', 'title', 'name', 'version']),
      ) ?? object.items.find(({ value }) => isOnlyDate(keyOf(value)))
    return [
      title ? heading(depth + 1, title.key, text(title.value)) : '',
      ...object.items
        .filter(item => item !== title)
        .map(({ key, value }) =>
          namesThings(key, value) ? `<p${onLineOf(key)}>${text(value)}</p>` : written(key, value, depth + 2),
        ),
    ].join('')
  }
  return write(document.contents, 0)
}
