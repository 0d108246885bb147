import { html as hono, raw } from 'hono/html'
import { invisible, visible } from '../text.ts'

/** Markup. Only the tag {@link html} and {@link trusted} make it, so that text can never become it. */
export interface Html {
  readonly isEscaped: true
}

export type Child = string | number | Html | null | undefined | false | readonly Child[]

/** What reads as text: everything that is not seen is made visible but line ends and tabs, which lay out. */
const laidOut = (text: string): string => text.split(/(\n|\t)/).map(part => (/^[\n\t]$/.test(part) ? part : visible(part))).join('')

// By the class of the object and not by a property of it: what comes out of a JSON file may have any property.
const isHtml = (child: unknown): child is Html => child instanceof String && 'isEscaped' in child

const safe = (child: Child): unknown => {
  if (child === null || child === undefined || child === false) return ''
  if (Array.isArray(child)) return child.map(safe)
  return isHtml(child) ? child : laidOut(String(child))
}

/** A template whose values are escaped, unless they are markup themselves. Attributes stand in double quotes. */
export const html = (strings: TemplateStringsArray, ...values: readonly Child[]): Html =>
  hono(strings, ...values.map(safe)) as Html

/** Text of our own that is markup, a style or a script as it stands. Never for anything of a report. */
export const trusted = (text: string): Html => raw(text)

/** How much room a piece takes in the file. */
export const sizeOf = (piece: Html): number => String(piece).length

/** Text with what is not seen set apart from what is merely written like it. */
export const marked = (text: string): Child =>
  text.split(/([^\n\t\P{Cc}]+|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+)/u).map((part, at) => {
    if (at % 2 === 0) return part
    return html`<span class="unseen">${part.replace(invisible, visible)}</span>`
  })

/** Text with code between backticks. */
export const prose = (text: string): Child =>
  text.split('`').map((part, at, { length }) => {
    const isCode = at % 2 === 1 && at < length - 1
    return isCode ? html`<code>${part}</code>` : at % 2 === 1 ? `\`${part}` : part
  })

/** An id or the part of a link that names it: ids of requirements are left as they are. */
export const anchor = (id: string): string => id.replace(/[^\w/.-]/g, '_')

export const requirementLink = (id: string): Html => html`<a href="#${anchor(id)}">${id}</a>`
