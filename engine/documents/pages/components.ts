import { isOnlyDate } from '../../../checks/documents/published-dates.ts'
import { isKind, isStateWord } from '../../../checks/documents/vocabulary.ts'

/** A text with lines of its own for what a source has in one, and the line of the source for each. */
interface Divided {
  readonly text: string
  readonly lines: readonly number[]
}

const attribute = /\s+([\w:-]+)(?:=("[^"\n]*"|'[^'\n]*'|\{(?:[^{}\n]|\{[^{}\n]*\})*\}))?/g
const component = new RegExp(`^<([A-Z]\\w{0,30})((?:${attribute.source}){0,30})\\s*(/?)>`)
/** A block of Hugo, Jekyll or GitBook: `{{% alert title="Deprecation" %}}`, `{% hint style="warning" %}`. */
const shortcode =
  /^\{\{?[%<]\s*(hint|alert|callout|note|warning|admonition|tabs?|steps?|stepper|columns?|details|card|[a-z][\w-]{0,30}(?=[^{}]{0,200}\b(?:title|label)="))\b([^{}\n]{0,300}?)(\/?)[%>]\}\}?/

/** What arranges others, and says nothing itself: `<Steps>`, `<CardGroup cols={2}>`. */
const arranging =
  /^(?:\s+(?:\w+(?:=\{[^}\n]{0,60}\})?|(?:id|class|className|groupId|icon|color|variant|style|type)="[^"\n]{0,60}"|[\w-]+)){0,5}\s*$/
const ofStyle = /^(?:id|class|className|groupId|icon|color|variant|style|href|src|img|alt)$/

/** What the attributes of a component state: its title, and what else of them is a day, a state, a kind or a tag. */
const titleOf = (attributes: string): string => {
  const all = [...attributes.matchAll(attribute)].map(([, name = '', value = '']) => ({
    name,
    texts: [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? ''),
  }))
  const titles = all.filter(({ name }) => /^(?:title|label)$/.test(name)).flatMap(({ texts }) => texts)
  const others = all.flatMap(({ name, texts }) =>
    /^(?:title|label)$/.test(name) || ofStyle.test(name)
      ? []
      : texts.filter(
          text => /^(?:tags?|description)$/.test(name) || isOnlyDate(text) || isStateWord(text) || isKind(text),
        ),
  )
  return titles.length === 0 ? '' : [...titles, ...others].filter(Boolean).join(' · ')
}

/** The lines of a component in one line: its title, and what stands in it and behind it. Undefined for one that stands in running text. */
const divided = (text: string): readonly string[] | undefined => {
  const [tag, name = '', attributes = '', ...groups] = component.exec(text) ?? shortcode.exec(text) ?? []
  if (tag === undefined) return undefined
  const isCode = tag.startsWith('{')
  const [positional] = isCode && !/=/.test(attributes) ? (/"([^"]*)"/.exec(attributes)?.slice(1) ?? []) : []
  const title = positional ?? titleOf(attributes)
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
const closingBehind = /(?:<\/[A-Z]\w*>|\{\{?[%<]\s*(?:\/|end)[\w-]+\s*[%>]\}\}?)$/

const linesOf = (text: string): readonly string[] =>
  closing.test(text) ? [''] : (divided(text) ?? [/^[<{]/.test(text) ? text : text.replace(closingBehind, '')])

/** Text without the components and shortcodes around its blocks and the indentation that these give it; in MDX, that makes no code. */
export const withoutComponents = (source: string): Divided => {
  const indents: (number | undefined)[] = [0]
  const written: string[] = []
  const lines: number[] = []
  let inCode = false
  for (const [at, line] of source.split('\n').entries()) {
    const mark = line.trim()
    const isEnd = /^<\/[A-Z]\w*>$/.test(mark)
    if (isEnd && indents.length > 1) indents.pop()
    const own = line.length - line.trimStart().length
    if (mark !== '' && !isEnd) indents[indents.length - 1] ??= own
    const stripped = isEnd ? '' : line.slice(Math.min(own, indents.at(-1) ?? 0))
    if (/^(?:```|~~~)/.test(mark)) inCode = !inCode
    const name = inCode ? undefined : /^<([A-Z]\w*)(?:\s[^>]*)?(?<!\/)>/.exec(mark)?.[1]
    if (name !== undefined && !mark.includes(`</${name}>`)) indents.push(undefined)
    const parts = inCode ? [stripped] : (divided(mark) ?? [closing.test(mark) ? '' : stripped])
    written.push(...parts)
    lines.push(...parts.map(() => at + 1))
  }
  return { text: written.join('\n'), lines }
}
