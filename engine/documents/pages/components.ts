import { isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { sameName } from '../../../checks/documents/published-documents.ts'
import { isKind, isStateWord } from '../../../checks/documents/vocabulary.ts'
import { lifecycle } from '../../../contracts/lifecycle.ts'

/** A text with lines of its own for what a source has in one, and the line of the source for each. */
interface Divided {
  readonly text: string
  readonly lines: readonly number[]
}

const attribute = /\s+([\w:-]+)(?:=("[^"\n]*"|'[^'\n]*'|\{(?:[^{}\n]|\{[^{}\n]*\})*\}))?/g
const component = new RegExp(`^<([A-Z]\\w{0,30})((?:${attribute.source}){0,30})\\s*(/?)>`)
/** A block of code, up to its end or that of the page. */
const fenced =
  /^[ \t>]*(?<fence>`{3,}(?!`|[^\n]*`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^[ \t>]*\k<fence>[`~]*[ \t]*$|(?![\s\S]))/
const componentOrCode = new RegExp(`${fenced.source}|(?<!\`)${component.source.slice(1)}`, 'gm')
/** A block of Hugo, Jekyll or GitBook: `{{% alert title="Deprecation" %}}`, `{% hint style="warning" %}`. */
const shortcode =
  /^\{\{?[%<]\s*(hint|alert|update|callout|note|warning|admonition|tabs?|steps?|stepper|columns?|details|card|kind|badge|label|tag|status|[a-z][\w-]{0,30}(?=[^{}]{0,200}\b(?:title|label|date|feature|old)="))\b((?:[^{}"\n]|"[^"\n]{0,300}"){0,300}?)(\/?)[%>]\}\}?/

/** What arranges others, and says nothing itself: `<Steps>`, `<CardGroup cols={2}>`. */
const arranging =
  /^(?:\s+(?:\w+(?:=\{[^}\n]{0,60}\})?|(?:id|class|className|groupId|icon|color|variant|style|type)="[^"\n]{0,60}"|[\w-]+)){0,5}\s*$/
const ofTitle = /^(?:title|label|feature)$/
const ofStyle = /^(?:id|class|className|groupId|icon|color|variant|style|href|src|img|alt)$/

interface Attribute {
  readonly name: string
  readonly texts: readonly string[]
}

const attributesOf = (attributes: string): readonly Attribute[] =>
  [...attributes.matchAll(attribute)].map(([, name = '', value = '']) => ({
    name,
    texts: [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? ''),
  }))

/** The texts of those attributes that are called so. */
const textsOf = (all: readonly Attribute[], isOne: (name: string) => boolean): readonly string[] =>
  all.filter(({ name }) => isOne(name)).flatMap(({ texts }) => texts)

const ofMethod = /^(?:http)?(?:method|verb)$/i
/** A name for what is there instead of an endpoint next to it. */
export const ofNew =
  /^(?:to|new|now|use|(?:use)?instead|replacements?|(?:is)?(?:replaced|superseded)(?:by|with)|successors?|migrateto)$/i
const isEndpoint = (text: string): boolean => /(?:^|\s)\/v\d+\//.test(text)
const isDocumented = (text: string): boolean => lifecycle.operations.some(({ id }) => sameName(id, text))
const isId = (text: string): boolean => /^(?=.*[a-z][A-Z])\w+$/.test(text)

/** The endpoints among attributes, and what else of them names an operation: the new one, by the name of its attribute, or one of which that is open. */
const namedBy = (all: readonly Attribute[]): Readonly<Record<'endpoints' | 'news' | 'ids', readonly string[]>> => {
  const [method = ''] = textsOf(all, name => ofMethod.test(name))
  const others = textsOf(all, name => !ofMethod.test(name) && !ofNew.test(name) && !ofStyle.test(name))
  return {
    endpoints: others
      .filter(isEndpoint)
      .map(text => (text.startsWith('/') ? `${method.toUpperCase()} ${text}`.trim() : text)),
    news: textsOf(all, name => ofNew.test(name)).filter(text => isEndpoint(text) || isId(text) || /\w \w/.test(text)),
    ids: others.filter(isDocumented),
  }
}

/**
 * What a component says by its attributes: `<Replacement from="GET /v2/x" to="GetX"/>`, or the operation that it stands for, if it has nothing
 * in it: `<Op id="GetX"/>`. What a link leads to is no replacement of what it is called.
 */
const saidIn = (name: string, attributes: string, isEmpty: boolean): string | undefined => {
  const all = attributesOf(attributes)
  const { endpoints, news } = namedBy(all)
  const [only] = all.length === 1 ? (all[0]?.texts.filter(isDocumented) ?? []) : []
  if (isEmpty && only !== undefined) return only
  const words = all.flatMap(({ texts }) => texts)
  const [word, ...others] = words.filter(text => isStateWord(text) || isKind(text))
  // `<Badge type="tip" text="Update" />`
  const isAlone = others.length === 0 && words.every(text => text === word || /^[a-z-]*$/.test(text))
  if (isEmpty && word !== undefined && isAlone) return `**${word}**`
  return endpoints.length === 0 || news.length === 0 || name.endsWith('Link')
    ? undefined
    : `${endpoints.join(', ')} is replaced by ${news.join(', ')}.`
}

/** Text with what components say in their place, and each other tag in one line. The lines stay as many, and code as it is. */
const withSaid = (source: string): string =>
  source.replaceAll(componentOrCode, (tag, fence: string | undefined, name: string, attributes: string) => {
    if (fence !== undefined) return tag
    const lines = tag.split('\n')
    const said = saidIn(name, attributes, tag.endsWith('/>')) ?? lines.map(line => line.trim()).join(' ')
    return said + '\n'.repeat(lines.length - 1)
  })

/** What the attributes of a component state: its title, else its endpoints, and what else of them is a day, a state, a kind or a tag. */
const titleOf = (attributes: string): string => {
  const all = attributesOf(attributes)
  const stated = textsOf(all, name => ofTitle.test(name))
  const { endpoints } = namedBy(all)
  const isNamed = stated.length + endpoints.length > 0
  // What has more than a day says more than a heading.
  const isDay = all.every(({ name }) => /^(?:date|tags?|kind|product)$/.test(name) || ofStyle.test(name))
  const titles = isNamed ? (stated.length > 0 ? stated : endpoints) : isDay ? textsOf(all, name => name === 'date') : []
  const isStated = (text: string): boolean => isOnlyDate(text) || isStateWord(text) || isKind(text)
  const others = all
    .filter(({ name }) => !ofTitle.test(name) && !ofStyle.test(name))
    .flatMap(({ name, texts }) => (isNamed && /^(?:tags?|description)$/.test(name) ? texts : texts.filter(isStated)))
    .filter(text => !titles.includes(text))
  return titles.length === 0 ? '' : [...titles, ...others].filter(Boolean).join(' · ')
}

/** The lines of a component in one line: its title, and what stands in it and behind it. Undefined for one that stands in running text. */
const divided = (text: string): readonly string[] | undefined => {
  const [tag, name = '', attributes = '', ...groups] = component.exec(text) ?? shortcode.exec(text) ?? []
  if (tag === undefined) return undefined
  const isCode = tag.startsWith('{')
  const replacement = isCode ? saidIn(name, attributes, false) : undefined
  if (replacement) return ['', replacement, '', ...linesOf(text.slice(tag.length).trim())]
  const { endpoints, ids } = namedBy(attributesOf(attributes))
  if (endpoints.length > 0 && ids.length > 0)
    return ['', [...endpoints, ...ids].join(' | '), '', ...linesOf(text.slice(tag.length).trim())]
  const [positional] = isCode && !/=/.test(attributes) ? (/"([^"]*)"/.exec(attributes)?.slice(1) ?? []) : []
  const named = positional ?? titleOf(attributes)
  // `{{< removed date="2022-08-23" >}}`
  const title = isCode && named !== '' && isStateWord(name) ? `${name} · ${named}` : named
  const heading = title === '' ? [] : ['', `**${title.replaceAll(/[[\]]/g, '')}**`, '']
  const rest = text.slice(tag.length).trim()
  if (groups.at(-1) === '/') return title === '' ? undefined : rest === '' ? heading : [`**${title}** ${rest}`]
  if (rest === '') return title !== '' ? heading : isCode || arranging.test(attributes) ? [''] : undefined
  const close = new RegExp(isCode ? `\\{\\{?[%<]\\s*(?:/|end)${name}\\s*[%>]\\}\\}?` : `</${name}>`).exec(rest)
  const inner = (close ? rest.slice(0, close.index) : rest).trim()
  const after = close ? rest.slice(close.index + close[0].length).trim() : ''
  const goesOn = after !== '' && !/^[<{]/.test(after)
  if (title === '' && !isCode && (goesOn || !close || !/\s/.test(inner))) return undefined
  if (goesOn) return [`${title === '' ? '' : `**${title}** `}${inner} ${after}`]
  return [...heading, '', ...linesOf(inner), '', ...linesOf(after)]
}

const closing = /^(?:<\/[A-Z]\w*>|\{\{?[%<]\s*(?:\/|end)[\w-]+\s*[%>]\}\}?)$/
const closingBehind = new RegExp(closing.source.slice(1))

const linesOf = (text: string): readonly string[] =>
  closing.test(text) ? [''] : (divided(text) ?? [/^[<{]/.test(text) ? text : text.replace(closingBehind, '')])

/** The fence of the block of code that is open behind a line; empty where none is. */
export const fenceAfter = (fence: string, line: string): string => {
  const mark = /^[ \t>]*(`{3,}(?!.*`)|~{3,})/.exec(line)?.[1]
  if (mark === undefined) return fence
  return fence === '' ? mark : mark.startsWith(fence) ? '' : fence
}

/** A picture of Markdoc within a text: `{% icon name="pen" /%}`. */
const picture = /\{%\s*(?:icon|emoji)\b[^{}\n]{0,200}%\}/g
/** A table of ReadMe, with the rows and cells of HTML. */
const tableTag = /<(\/?)Table\b[^<>\n]{0,200}>/g
/** A link of Hugo: `[text]({{< ref "/api#tag/x" >}})`. */
const reference = /\(\{\{[%<]\s*(?:rel)?ref\s+"([^"\s]{1,300})"\s*[%>]\}\}\)/g
/** An old endpoint and a new one in a shortcode: `{{< route "/v1/a" "/v2/a" >}}`. */
const pair =
  /\{\{[%<]\s*[a-z][\w-]{0,30}\s+"((?:[A-Z]{3,7} )?\/v\d\/[^"\n]{1,200})"\s+"((?:[A-Z]{3,7} )?\/v\d\/[^"\n]{1,200}|\w{0,60}[a-z][A-Z]\w{0,60})"\s*\/?[%>]\}\}/g
/** A label of Hugo within a text: `{{< label "New" >}}`. One in a line of its own stands above what is below it. */
const mark = /(?<!^[ \t]*)\{\{[%<]\s*(?:label|badge|tag|status|kind)\s+"([^"\n]{1,60})"\s*[%>]\}\}/gm

const tableOfItems = /^\{%\s*(\/?)table\b[^{}\n]*%\}$/

/** The lines of each table of Markdoc whose cells are items, by the line that opens it. A table of bars has the same marks around it. */
const tablesOfItems = (all: readonly string[]): ReadonlyMap<number, readonly string[]> => {
  const tables = new Map<number, readonly string[]>()
  let start: number | undefined
  for (const [at, line] of all.entries()) {
    const [isMark, isEnd] = tableOfItems.exec(line.trim()) ?? []
    if (isMark && !isEnd) start = at
    if (!isEnd || start === undefined) continue
    const own = all.slice(start + 1, at)
    if (own.some(one => /^\s*[*-]\s/.test(one)) && !own.some(one => /^\s*\|/.test(one))) tables.set(start, own)
    start = undefined
  }
  return tables
}

/** The lines of a table of Markdoc as rows between bars: its cells are items, with a rule between two rows. */
const rowsOfItems = (lines: readonly string[], first: number): readonly (readonly [text: string, line: number])[] => {
  const rows: { readonly line: number; readonly cells: string[] }[] = []
  let isNew = true
  for (const [at, line] of lines.entries()) {
    const isItem = /^[*-](?:\s|$)/.test(line)
    const text = line
      .trim()
      .replace(/\{%[^{}]{0,300}%\}$/, '')
      .trimEnd()
      .replaceAll('|', '\\|')
    const cell = text.replace(/^[*-](?:\s+|$)/, '')
    const last = rows.at(-1)?.cells
    if (/^-{3,}$/.test(text)) isNew = true
    else if (isItem && isNew) rows.push({ line: first + at, cells: [cell] })
    else if (isItem) last?.push(cell)
    else if (cell !== '') last?.push(`${last.pop()}<br>${cell}`)
    isNew = isNew && !isItem
  }
  const written = rows.map(({ line, cells }) => [`| ${cells.join(' | ')} |`, line] as const)
  const [head, ...rest] = written
  return head ? [['', first], head, [`|${'-|'.repeat(rows[0]?.cells.length ?? 0)}`, head[1]], ...rest, ['', first]] : []
}

/** A label of Markdoc around its text: `{% badge %}New{% /badge %}`. */
const markAround = /\{%\s*(label|badge|tag|status|kind)\b[^{}\n]{0,200}%\}([^{}\n]{1,60})\{%\s*\/\1\s*%\}/g

/** Text without the components and shortcodes around its blocks and the indentation that these give it; in MDX, that makes no code. */
export const withoutComponents = (published: string): Divided => {
  const source = published
    .replaceAll(picture, '')
    .replaceAll(tableTag, '<$1table>')
    .replaceAll(reference, '($1)')
    .replaceAll(mark, '**$1**')
    .replaceAll(markAround, '**$2**')
    .replaceAll(pair, '- `$1` is replaced by `$2`.')
  const indents: (number | undefined)[] = [0]
  const written: string[] = []
  const lines: number[] = []
  let fence = ''
  const all = withSaid(source).split('\n')
  const tables = tablesOfItems(all)
  let endOfTable = -1
  for (const [at, line] of all.entries()) {
    const mark = line.trim()
    const table = fence === '' ? tables.get(at) : undefined
    if (table) {
      for (const [text, own] of rowsOfItems(table, at + 2)) {
        written.push(text)
        lines.push(own)
      }
      endOfTable = at + table.length + 1
    }
    if (at <= endOfTable) continue
    const isEnd = /^<\/[A-Z]\w*>$/.test(mark)
    if (isEnd && indents.length > 1) indents.pop()
    const own = line.length - line.trimStart().length
    if (mark !== '' && !isEnd) indents[indents.length - 1] ??= own
    const stripped = isEnd ? '' : line.slice(Math.min(own, indents.at(-1) ?? 0))
    fence = fenceAfter(fence, mark)
    const inCode = fence !== ''
    const name = inCode ? undefined : /^<([A-Z]\w*)(?:\s[^>]*)?(?<!\/)>/.exec(mark)?.[1]
    if (name !== undefined && !mark.includes(`</${name}>`)) indents.push(undefined)
    const parts = inCode ? [stripped] : (divided(mark) ?? [closing.test(mark) ? '' : stripped])
    written.push(...parts)
    lines.push(...parts.map(() => at + 1))
  }
  return { text: written.join('\n'), lines }
}
