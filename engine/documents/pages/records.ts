import { datesIn, isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isStateWord } from '../../../checks/documents/vocabulary.ts'
import { operationNamed } from '../mentions.ts'
import { replacementLabel } from '../replacement-label.ts'
import { ofNew } from './components.ts'
import { markdownOfMagicBlocks } from './forms/magic-blocks.ts'
import { htmlOfRichText, isRichText } from './forms/rich-text.ts'
import { htmlOfMarkdown } from './markdown.ts'
import {
  type Data,
  entriesOf,
  type Field,
  fieldsOf,
  isList,
  isObject,
  isValue,
  itemsOf,
  published,
} from './structured.ts'
import { escaped, headingTag, lineAttribute, on, tableRow } from './written.ts'

const beginsOn = ({ line, begins = line }: Data): string => on(begins)

const isNamed = (name: string, names: readonly string[]): boolean => names.includes(name.toLowerCase())
const isTitle = ([name]: Field): boolean => isNamed(name, ['title', 'name'])
const isRoute = (text: string): boolean => /^(?:[A-Z]+ )?\/\S*$/.test(text)
const isStatus = (data: Data): boolean => /^[1-5]\d\d$/.test(published(data))
/** Text that is Markdown of its own: the body of a release, or of a post with a line in bold. */
const isMarkdown = (text: string): boolean => /^(?:(?:#+|[-*+]) \S|\*\*[^*\n]+\*\*$)/m.test(text) && text.includes('\n')
/** Text that is HTML of its own: the body of an article. */
const isHtml = (text: string): boolean => /<\/(?:h[1-6]|table|[ou]l|dl)>/i.test(text)
const isPage = (data: Data): boolean => isMarkdown(published(data)) || isHtml(published(data)) || isRichText(data)
/** A member that is such text; an example of code may have comments that look like headings. */
const isText = ([name, data]: Field): boolean =>
  isPage(data) && !/(?:^|[ _-])(?:code|commands?|curl|examples?|samples?|snippets?)$/i.test(name)
const hasDay = (data: Data): boolean => datesIn(published(data)).some(({ days }) => days.length === 1)

const ofRoute = ['endpoint', 'call', 'request', 'old', 'from', 'deprecated', 'removed']
/** The member that names the endpoint of an object. */
const pathIn = (fields: readonly Field[]): Field | undefined =>
  fields.find(
    ([name, data]) => isNamed(name, ['path', 'route', 'url']) || (isNamed(name, ofRoute) && isRoute(published(data))),
  )
const hasPath = (data: Data): boolean => pathIn(fieldsOf(data)) !== undefined

/** Whether a member lists what its object is about: its name is no heading. */
const namesThings = ([name, data]: Field): boolean => {
  const items = itemsOf(data)
  return (
    isNamed(name, ['endpoint', 'endpoints', 'operation', 'operations', 'route', 'routes', 'path', 'paths']) &&
    items.length > 0 &&
    (items.every(isValue) || items.every(hasPath))
  )
}

/** `replacedBy`, `replaced_by` and `replaced-by` are the words "replaced by". */
const words = (key: string): string =>
  /^[\w-]+$/.test(key) && !/^\d/.test(key)
    ? key
        .replaceAll(/([a-z\d])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
        .replaceAll(/[_-]+/g, ' ')
    : key

const label = (name: string): string => escaped(words(name))
/** `now` next to a route names what replaces it. */
const labelOf = (name: string, hasRoute: boolean): string =>
  hasRoute && ofNew.test(name) ? 'replaced by' : label(name)

/** An endpoint as code; an operation with its endpoint next to it is one thing. */
const withCode = (text: string): string =>
  isRoute(text)
    ? `<code>${escaped(text)}</code>`
    : escaped(text).replace(/^([A-Za-z][a-z]+[A-Z]\w*) ([A-Z]+ \/\S*)$/, '$1 (<code>$2</code>)')

const textOf = (data: Data | undefined): string => {
  if (!data) return ''
  if (isList(data)) return textOfItems(itemsOf(data))
  if (isObject(data)) return textOfFields(fieldsOf(data))
  return typeof data.value === 'boolean' ? (data.value ? 'yes' : 'no') : withCode(published(data))
}

const textOfItems = (items: readonly Data[]): string => {
  // A member that an object lacks is empty: what the next object has in it is not about this one.
  const names = [...new Set(items.flatMap(fieldsOf).map(([name]) => name))]
  return items
    .map(item => {
      const own = fieldsOf(item).map(([name]) => name)
      const missing = isObject(item) ? names.filter(name => !own.includes(name)) : []
      return [textOf(item), ...missing.map(name => `${labelOf(name, hasPath(item))}: `)].join(';<br>')
    })
    .join(names.length > 0 ? ';<br>' : '<br>')
}

const textOfFields = (fields: readonly Field[]): string => {
  const methods = fields.filter(([name]) => isNamed(name, ['method', 'verb']))
  const path = pathIn(fields)
  const named = path && (methods.length > 0 || isRoute(published(path[1]))) ? [...methods, path] : []
  const others = fields
    .filter(one => !named.includes(one))
    .map(([name, data]) => `${labelOf(name, named.length > 0)}: ${textOf(data)}`)
  const endpoint = withCode(named.map(([, data]) => published(data)).join(' '))
  // A status is said of the endpoint next to it.
  return [endpoint, ...others]
    .filter(Boolean)
    .join(';<br>')
    .replaceAll(/;<br>(?=[^;]{1,30}: [1-5]\d\d(?:;|$))/g, ', ')
}

/** Markdown or HTML in a value, on the line of the value and with its headings below those around it. */
const ownText = (data: Data, level: number): string => {
  if (isRichText(data)) return htmlOfRichText(data, level - 1)
  const text = published(data).replaceAll('\r', '')
  // Markdown may have HTML in it.
  return (text.trimStart().startsWith('<') && isHtml(text) ? text : htmlOfMarkdown(markdownOfMagicBlocks(text)))
    .replaceAll(new RegExp(` ${lineAttribute}="\\d+"|<!--line \\d+-->`, 'g'), '')
    .replaceAll(/<(\/?)h([1-6])(?=[\s>])/g, (_, end, depth) => `<${end}h${Math.min(6, Number(depth) + level - 1)}`)
    .replaceAll(/<(?:h\d|p|li|tr|[ou]l|table|pre|summary)(?=[\s>])/g, tag => `${tag}${beginsOn(data)}`)
}

/** A member of an object: a field, or what stands below its name. */
const member = (field: Field, level: number): string => {
  const [name, data] = field
  if (isText(field)) return ownText(data, level)
  return isValue(data)
    ? `<p${on(data.line)}>${label(name)}: ${textOf(data)}</p>`
    : headingTag(level, data.line, label(name)) + written(data, level)
}

/** Members of an object, one below the other. A status next to a list of routes introduces it: it is theirs. */
const members = (fields: readonly Field[], level: number): string => {
  const routes = fields.find(namesThings)
  const status = routes && fields.find(([, data]) => isStatus(data))
  return fields
    .map(field => {
      if (field === status) return ''
      if (field !== routes || !status) return member(field, level)
      const [name, data] = status
      return `<p${on(data.line)}>${label(name)}: ${textOf(data)}:</p>${written(field[1], level)}`
    })
    .join('')
}

/** What stands below a route: another route, or an operation of the document, is what replaces it. */
const nextToRoute = (route: string, [name, data]: Field): Field => {
  const text = published(data)
  const isNew = (isRoute(text) && text !== route) || operationNamed(text) !== undefined
  return [isNew && isNamed(name, ['path', 'route', 'endpoint', 'operation']) ? 'replaced by' : name, data]
}

/** A list of pairs as members of these names: `[['/old', '/new']]`. */
const pairsIn = (data: Data): readonly Field[] | undefined => {
  const pairs = itemsOf(data).map(itemsOf)
  return pairs.length > 0 && pairs.every(pair => pair.length === 2 && pair.every(isValue))
    ? pairs.map(([first, second]) => [published(first), second as Data])
    : undefined
}

/** An object most of whose members have routes for names, as the list of these: `{ '/old': '/new' }`. `name` is that of what stands there alone. */
const byRoute = (data: Data, name: string): Data => {
  const routes = pairsIn(data) ?? fieldsOf(data)
  // `GetRepositoryTag: ListRepositoryTags`
  const isOperation = ([name, own]: Field): boolean =>
    [name, published(own)].every(one => operationNamed(one) !== undefined)
  if (routes.filter(one => isRoute(one[0]) || isOperation(one)).length <= routes.length / 2) return data
  const isOfNew = routes.every(([, own]) => isValue(own) && /^(?:none)?$|\/|^\S*[a-z][A-Z]\S*$/.test(published(own)))
  const said = isOfNew || replacementLabel.test(words(name)) ? 'replaced by' : name
  const items = routes.map(([route, own], at): [number, Data] => {
    const inner = isObject(own) ? fieldsOf(own).map(field => nextToRoute(route, field)) : [[said, own] as const]
    return [at, { line: own.line, value: new Map([['endpoint', { line: own.line, value: route }], ...inner]) }]
  })
  return { ...data, value: new Map(items) }
}

/** A member that is such an object, under the name of what it lists, or under its day. */
const listing = ([name, data]: Field): Field => {
  const list = byRoute(data, name)
  return list === data || isOnlyDate(name) ? [name, list] : ['endpoints', list]
}

/** An object of a list with the members of the plain objects in it as its own, where their names are free. */
const flat = (object: Data): readonly Field[] => {
  const names = fieldsOf(object).map(([name]) => name)
  return fieldsOf(object)
    .map(listing)
    .flatMap((field): readonly Field[] => {
      const [name, data] = field
      const inner = fieldsOf(data)
      if (inner.length > 0 && replacementLabel.test(words(name)))
        return [[name, { line: data.line, value: inner.map(([, one]) => published(one)).join(' ') }]]
      // What a content system keeps of an entry next to its id.
      if (/^(?:fields|attributes)$/.test(name) && isObject(data)) return inner.filter(([one]) => !names.includes(one))
      const isPlain =
        isObject(data) && !hasPath(data) && inner.every(([name, one]) => isValue(one) && !names.includes(name))
      return isPlain ? inner : [field]
    })
}

/** `date`, `published_at`, `releaseDate`, `date_published`, `createdAt` */
const nameOfDay =
  /^(?:date|day|when|effective|release|released|publish|published|posted|created)(?: (?:date|on|at|published|released))?$/i

/** An object of a list, headed by what names it: its date or its title. With a state, its date is that of the state, and its title what it is about. */
const record = (fields: readonly Field[], depth: number): string => {
  const hasState = fields.some(
    ([name, data]) => isNamed(name, ['status', 'state', 'stage']) && isStateWord(published(data)),
  )
  const named = fields.filter(
    ([name]) => isNamed(name, ['title', 'heading', 'name', 'version']) || nameOfDay.test(words(name)),
  )
  const title =
    (hasState ? named.find(isTitle) : undefined) ??
    named.find(([, data]) => hasDay(data)) ??
    named[0] ??
    fields.find(([, data]) => isOnlyDate(published(data)))
  // What a forge says of a release next to its text is no part of that.
  const isOfForge = fields.some(([name]) => isNamed(name, ['html_url', '_links']))
  const below = fields.filter(
    field => field !== title && (!isOfForge || isText(field) || isNamed(field[0], ['body', 'description'])),
  )
  const head = title ? headingTag(depth + 1, title[1].line, textOf(title[1])) : ''
  if (below.some(([, data]) => isStatus(data))) return head + members(below, depth + 2)
  const parts = below.map(field => {
    const [, data] = field
    return namesThings(field) && itemsOf(data).every(isValue)
      ? `<p${on(data.line)}>${textOf(data)}</p>`
      : member(field, depth + 2)
  })
  return head + parts.join('')
}

/** Whether objects of a list are sections of their own: with records or Markdown in them, or with things that no field names. */
const areSections = (objects: readonly (readonly Field[])[]): boolean =>
  objects.some(fields => {
    const hasName = fields.some(([name]) => /status|state|feature|endpoint|kind|type|tag|categor|label/i.test(name))
    return fields.some(field => {
      const [, data] = field
      return (
        itemsOf(data).some(item => isObject(item) && !hasPath(item)) ||
        (isObject(data) && !hasPath(data)) ||
        (!hasName && itemsOf(data).some(isValue)) ||
        isText(field)
      )
    })
  })

const list = (data: Data, depth: number): string => {
  const items = itemsOf(data)
  if (!items.every(isObject)) {
    const inner = items.map(
      item => `<li${on(item.line)}>${isValue(item) ? textOf(item) : written(item, depth + 1)}</li>`,
    )
    return `<ul${beginsOn(data)}>${inner.join('')}</ul>`
  }
  const objects = items.map(flat)
  if (areSections(objects)) return objects.map(fields => record(fields, depth)).join('')
  const all = objects.flat()
  const names = [...new Set(all.map(([name]) => name))].slice(0, 50)
  const isOfValues = (name: string): boolean => all.every(([own, value]) => own !== name || isValue(value))
  // A status stands in front of lists: behind one, it would be that of the last thing in it.
  const columns = all.some(([, value]) => isStatus(value))
    ? [...names.filter(isOfValues), ...names.filter(name => !isOfValues(name))]
    : names
  const rows = objects.map((fields, at) => {
    const cells = columns.map(name => textOf(fields.find(([own]) => own === name)?.[1]))
    return tableRow(cells, (items[at] as Data).line)
  })
  const head = columns.map(name => `<th>${label(name)}</th>`).join('')
  return `<table${beginsOn(data)}><tr>${head}</tr>${rows.join('')}</table>`
}

/** An object with a table in it, its columns and its rows, as the list of what stands in these: `{ columns: [Status], rows: [[Removed]] }`. */
const byColumn = (data: Data): Data => {
  const listOf = (names: readonly string[], is: (item: Data) => boolean): Field | undefined =>
    fieldsOf(data).find(([name, own]) => isNamed(name, names) && isList(own) && itemsOf(own).every(is))
  const columns = listOf(['columns', 'headers', 'header', 'head'], isValue)
  const rows = listOf(['rows', 'body', 'data'], row => isList(row) && itemsOf(row).every(isValue))
  if (!columns || !rows) return data
  const names = itemsOf(columns[1]).map(published)
  const items = itemsOf(rows[1]).map((row, at): [number, Data] => {
    const cells = itemsOf(row).map((cell, column) => [names[column] ?? '', cell] as const)
    return [at, { line: row.line, value: new Map(cells) }]
  })
  const list: Data = { ...rows[1], value: new Map(items) }
  const others = fieldsOf(data).filter(field => field !== columns && field !== rows)
  return others.length === 0 ? list : { ...data, value: new Map([...others, [rows[0], list]]) }
}

const written = (published: Data, depth: number): string => {
  const data = byRoute(byColumn(published), 'status')
  if (isList(data)) return list(data, depth)
  if (isObject(data)) return members(fieldsOf(data).map(listing), depth + 1)
  return `<p${beginsOn(data)}>${textOf(data)}</p>`
}

/** All that data holds: its objects, and the values below them. */
const partsOf = (data: Data): readonly Data[] => [data, ...entriesOf(data).flatMap(([, inner]) => partsOf(inner))]

/** The page that data is about, where it is an article with a body and what its publisher notes of it: `{ status: 'publish', body: '<table>…' }`. */
const articleIn = (root: Data): string | undefined => {
  const all = partsOf(root)
  const [body, more] = all.filter(isPage)
  if (!body || more) return undefined
  const textIn = (data: Data): string => partsOf(data).map(published).join(' ')
  const own = partsOf(body)
  const around = all.filter(data => partsOf(data).includes(body))
  // One of several records, or the text next to them, is not all that there is.
  const isOneOf = around.some(data => itemsOf(data).length > 1)
  const isRecord = (data: Data): boolean => isObject(data) && partsOf(data).some(hasDay)
  const others = all.filter(data => !own.includes(data) && !around.includes(data))
  // An entry of a history alone has its day next to its text.
  const isEntry = datesIn(textIn(body)).length === 0
  if (isOneOf || isEntry || others.some(data => itemsOf(data).some(isRecord))) return undefined
  if (!isRichText(body) && textIn(body).length < textIn(root).length / 2) return undefined
  const name = around
    .toReversed()
    .flatMap(data => fieldsOf(data).filter(isTitle))
    .flatMap(([, data]) => partsOf(data))
    .find(data => published(data) !== '')
  return (name ? headingTag(1, name.line, textOf(name)) : '') + ownText(body, 1)
}

/** Data as HTML: lists of objects are tables, members are headings. */
export const htmlOfRecords = (value: unknown): string => {
  const root = { line: 1, value }
  return articleIn(root) ?? written(root, 0)
}
