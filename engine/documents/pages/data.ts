import { isMap, isScalar, isSeq, LineCounter, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { datesIn, isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isStateWord } from '../../../checks/documents/vocabulary.ts'
import { replacementLabel } from '../replacement-label.ts'
import { yamlDocuments } from '../yaml.ts'
import { htmlOfMarkdown } from './markdown.ts'
import { escaped, lineAttribute, on } from './written.ts'

const deepest = 40

/** `replacedBy`, `replaced_by` and `replaced-by` are the words "replaced by". */
const words = (key: string): string =>
  /^[\w-]+$/.test(key) && !/^\d/.test(key)
    ? key
        .replaceAll(/([a-z\d])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
        .replaceAll(/[_-]+/g, ' ')
    : key

/** Whether a text is data: JSON, or YAML by its name or by all that it holds. */
export const looksLikeData = (text: string, from: string): boolean =>
  /^\s*(?:\{|\[(?![^\]"\n]*\]\())/.test(text)
    ? /\.json$/i.test(from) || isJson(text)
    : /\.ya?ml$/i.test(from) || isYaml(text)

/** Whether a text is nothing but records in YAML: a list of them, or members of which one has further ones. */
const isYaml = (text: string): boolean => {
  if (!/^(?:\s*#.*\n)*(?:---\s*\n)?(?:- )?[\w-]+:(?:[ \t]|\n)/.test(text)) return false
  try {
    const [document, more] = yamlDocuments(text, {})
    const root = document?.contents
    if (!document || document.errors.length > 0 || more) return false
    return isSeq(root)
      ? root.items.every(item => isMap(item) && item.items.length > 1)
      : isMap(root) && root.items.some(({ value }) => isMap(value) || (isSeq(value) && value.items.some(isMap)))
  } catch {
    return false
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text.trim())
    return true
  } catch {
    return false
  }
}

/** JSON or YAML as HTML. Throws on what is neither. */
export const htmlOfData = (source: string): string => {
  const lines = new LineCounter()
  const [document] = yamlDocuments(source, { uniqueKeys: false, strict: false }, lines)
  if (!document || document.errors.length > 0) throw new SyntaxError()
  return htmlOfRecords(document.contents, start => lines.linePos(start).line)
}

const isRoute = (text: string): boolean => /^(?:[A-Z]+ )?\/\S*$/.test(text)

/** Text that is Markdown of its own: the body of a release. */
const isMarkdown = (text: string): boolean => /^(?:#+|[-*+]) \S/m.test(text) && text.includes('\n')

/** Data as HTML: lists of objects are tables, members are headings. `linePos` gives the line of an offset of the source. */
export const htmlOfRecords = (root: unknown, lineAt: (offset: number) => number): string => {
  const lineOf = (node: unknown): number => {
    const [start] = (node as Node | undefined)?.range ?? []
    return start === undefined ? 1 : lineAt(start)
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
      const named = path && (method || isRoute(keyOf(path.value))) ? [method, path] : []
      const others = node.items
        .filter(item => !named.includes(item))
        .map(({ key, value }) => `${escaped(words(keyOf(key)))}: ${text(value)}`)
      const endpoint = named.length > 0 ? [isPath(`${keyOf(method?.value)} ${keyOf(path?.value)}`.trim())] : []
      // A status is said of the endpoint next to it.
      return [...endpoint, ...others].join(';<br>').replaceAll(/;<br>(?=[^;]{1,30}: [1-5]\d\d(?:;|$))/g, ', ')
    }
    return ''
  }
  const isPath = (value: string): string => {
    // An operation with its endpoint next to it is one thing.
    const [, id, route] = /^([A-Za-z][a-z]+[A-Z]\w*) ([A-Z]+ \/\S*)$/.exec(value) ?? []
    if (id !== undefined && route !== undefined) return `${id} (<code>${escaped(route)}</code>)`
    return isRoute(value) ? `<code>${escaped(value)}</code>` : escaped(value)
  }
  const heading = (level: number, key: unknown, title: string): string => {
    const name = `h${Math.min(6, level)}`
    return `<${name}${onLineOf(key)}>${title}</${name}>`
  }
  /** Markdown in a value, on the line of the value and with its headings below those around it. */
  const ownText = (value: unknown, level: number): string =>
    htmlOfMarkdown(keyOf(value).replaceAll('\r', ''))
      .replaceAll(new RegExp(` ${lineAttribute}="\\d+"|<!--line \\d+-->`, 'g'), '')
      .replaceAll(/<(\/?)h([1-6])>/g, (_, end, depth) => `<${end}h${Math.min(6, Number(depth) + level - 1)}>`)
      .replaceAll(/<(?:h\d|p|li|tr|ul|table|pre)(?=>)/g, tag => `${tag}${onLineOf(value)}`)
  /** A member of an object: a field, or what stands below its name. */
  const written = (key: unknown, value: unknown, level: number): string => {
    const title = escaped(words(keyOf(key)))
    if (isMarkdown(keyOf(value))) return ownText(value, level)
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
      const isLong = objects.some(object => object.items.some(({ value }) => isMarkdown(keyOf(value))))
      if (nested || dated || isLong) return objects.map(object => record(object, depth)).join('')
      const all = objects.flatMap(({ items }) => items)
      const named = [...new Set(all.map(({ key }) => keyOf(key)))].slice(0, 50)
      const isOfValues = (name: string): boolean => all.every(({ key, value }) => keyOf(key) !== name || isValue(value))
      // A status stands in front of lists: behind one, it would be that of the last thing in it.
      const keys = all.some(({ value }) => isStatus(value))
        ? [...named.filter(isOfValues), ...named.filter(name => !isOfValues(name))]
        : named
      const head = `<tr>${keys.map(key => `<th>${escaped(words(key))}</th>`).join('')}</tr>`
      const rows = objects.map(
        object =>
          `<tr${onLineOf(object)}>${keys.map(key => `<td>${text(object.items.find(item => keyOf(item.key) === key)?.value)}</td>`).join('')}</tr>`,
      )
      return `<table${onLineOf(node)}>${head}${rows.join('')}</table>`
    }
    if (isMap(node)) return members(node.items.map(byRoute), depth + 1)
    return `<p${onLineOf(node)}>${text(node)}</p>`
  }
  const isStatus = (value: unknown): boolean => /^[1-5]\d\d$/.test(keyOf(value))
  /** Members of an object, one below the other. A status next to a list of routes introduces it: it is theirs. */
  const members = (items: YAMLMap['items'], level: number): string => {
    const routes = items.find(({ key, value }) => namesThings(key, value))
    const status = routes && items.find(({ value }) => isStatus(value))
    return items
      .map(item => {
        const { key, value } = item
        if (item === status) return ''
        if (item !== routes || !status) return written(key, value, level)
        return `<p${onLineOf(status.key)}>${escaped(words(keyOf(status.key)))}: ${text(status.value)}:</p>${write(value, level)}`
      })
      .join('')
  }
  /** A member whose own members have routes for names, as the list of these routes: `{ successors: { '/old': '/new' } }`. */
  const byRoute = (member: Pair): Pair => {
    const { key, value } = member
    if (!isMap(value) || value.items.length === 0 || !value.items.every(item => isRoute(keyOf(item.key)))) return member
    const name = replacementLabel.test(words(keyOf(key))) ? 'replaced by' : keyOf(key)
    const list = new YAMLSeq()
    list.items = value.items.map(item => {
      const object = new YAMLMap()
      const inner = isMap(item.value) ? item.value.items : [new Pair(new Scalar(name), item.value)]
      object.items = [new Pair(new Scalar('endpoint'), item.key), ...inner]
      object.range = (item.key as Node).range ?? null
      return object
    })
    list.range = value.range ?? null
    return new Pair(new Scalar('endpoints'), list)
  }
  /** An object with the members of the plain objects in it as its own, where their names are free. */
  const flat = (object: YAMLMap): YAMLMap => {
    const names = object.items.map(({ key }) => keyOf(key))
    const items = object.items.map(byRoute).flatMap(item => {
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
    value.items.length > 0 &&
    (value.items.every(isScalar) || value.items.every(hasPath))
  const hasDay = (value: unknown): boolean => datesIn(keyOf(value)).some(({ days }) => days.length === 1)
  const hasPath = (node: unknown): boolean =>
    isMap(node) &&
    node.items.some(
      ({ key, value }) =>
        isNamed(key, ['path', 'route', 'url']) || (isNamed(key, ['endpoint']) && isRoute(keyOf(value))),
    )
  /** Whether an object has a state: its date is that of the state, and its title what it is about. */
  const hasState = (object: YAMLMap): boolean =>
    object.items.some(({ key, value }) => isNamed(key, ['status', 'state', 'stage']) && isStateWord(keyOf(value)))
  /** An object of a list, headed by what names it: its date or its title. */
  const record = (object: YAMLMap, depth: number): string => {
    const named = object.items.filter(({ key }) =>
      isNamed(key, ['date', 'day', 'release', 'released', 'published_at', 'title', 'name', 'version']),
    )
    const about = hasState(object) ? named.find(({ key }) => isNamed(key, ['title', 'name'])) : undefined
    const title =
      about ??
      named.find(({ value }) => hasDay(value)) ??
      named[0] ??
      object.items.find(({ value }) => isOnlyDate(keyOf(value)))
    const below = object.items.filter(item => item !== title)
    const head = title ? heading(depth + 1, title.key, text(title.value)) : ''
    if (below.some(({ value }) => isStatus(value))) return head + members(below, depth + 2)
    return (
      head +
      below
        .map(({ key, value }) =>
          namesThings(key, value) && isSeq(value) && value.items.every(isScalar)
            ? `<p${onLineOf(key)}>${text(value)}</p>`
            : written(key, value, depth + 2),
        )
        .join('')
    )
  }
  return write(root, 0)
}
