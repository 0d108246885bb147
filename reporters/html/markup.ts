import { html as hono, raw } from 'hono/html'
import { invisible, visible } from '../shared/text.ts'

/** Markup. Only {@link html} and {@link trusted} make it, so that text can never become it. */
export interface Html {
  readonly isEscaped: true
}

export type MarkupChild = string | number | Html | null | undefined | false | readonly MarkupChild[]

/** Makes invisible characters visible, except line ends and tabs. */
const seen = (text: string): string =>
  text.replace(invisible, character => (character === '\n' || character === '\t' ? character : visible(character)))

// By its class and not by a property: what comes out of a JSON file may have any property.
const isHtml = (child: unknown): child is Html => child instanceof String && 'isEscaped' in child

const safe = (child: MarkupChild): unknown => {
  if (child === null || child === undefined || child === false) return ''
  if (Array.isArray(child)) return child.map(safe)
  return isHtml(child) ? child : seen(String(child))
}

/** A template whose values are escaped, unless they are markup. Attributes must be in double quotes. */
export const html = (strings: TemplateStringsArray, ...values: readonly MarkupChild[]): Html =>
  // Without promises among its values, and there are none, it answers at once.
  hono(strings, ...values.map(safe)) as Html

/** Our own markup, such as a style or a script. Never text of a report. */
export const trusted = (text: string): Html => raw(text)

/** How much room a piece takes in the file. */
export const sizeOf = (piece: Html): number => String(piece).length

const unseen = /((?:(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}])+)/u

/** Text with invisible characters marked, so that they differ from text that only looks like their escapes. */
export const marked = (text: string): MarkupChild =>
  text.split(unseen).map((part, at) => (at % 2 === 0 ? part : html`<span class="unseen">${part}</span>`))

/** A path, which may be broken after a slash. */
export const breakable = (text: string): MarkupChild =>
  text.split(/(?<=[^/]\/)(?=[^/])/).map((part, at) => (at === 0 ? marked(part) : html`<wbr>${marked(part)}`))

/** A message with options of the command line as code, which is not broken. */
export const told = (text: string): MarkupChild =>
  text
    .split(/(?<![\w-])(--[a-z][a-z-]*)/)
    .map((part, at) => (at % 2 === 0 ? breakable(part) : html`<code class="option">${part}</code>`))

/** Text with code between backticks. */
export const prose = (text: string): MarkupChild =>
  text.split('`').map((part, at, { length }) => {
    if (at % 2 === 0) return told(part)
    return at < length - 1 ? html`<code>${breakable(part)}</code>` : `\`${part}`
  })

/** What an id is called in the document and in links to it; ids of requirements stay what they are. */
export const anchor = (id: string): string => id.replace(/[^\w/.-]/g, '_')

export const requirementLink = (id: string): Html => html`<a class="id" href="#${anchor(id)}">${breakable(id)}</a>`
