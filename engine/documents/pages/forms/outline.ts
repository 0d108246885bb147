import { isKind } from '../../../../checks/documents/vocabulary.ts'
import { headOf, kindField, withoutColon, withoutLabel } from '../../history/heads.ts'
import { begins } from '../plain-lines.ts'

/** What runs along the top and the bottom of a manual page: `LIDS(7)   Manual   LIDS(7)`. */
const running = /^\S.{1,120} {3}[\w-]{1,60}\(\d\w?\)$/

// A day, with its kind or a name of the entry, is no sentence.
const longestDay = 100

/** The lines of a text, each with how far it is indented, whether the text below it is indented further, and whether it is the day of that. */
const linesOf = (source: string) => {
  let below = -1
  return source
    .split('\n')
    .reverse()
    .map(whole => {
      const line = running.test(whole) ? '' : whole.trimEnd().replaceAll('\t', ' '.repeat(8))
      const depth = line.search(/\S/)
      const isAbove = depth >= 0 && below > depth + 1
      if (depth >= 0) below = depth
      const text = line.trim().replaceAll(/ {2,}/g, ' ')
      return { line, depth, text, isAbove, isDay: isAbove && text.length <= longestDay && isHead(text) }
    })
    .reverse()
}

const isHead = (text: string): boolean => headOf(withoutLabel(text)) !== undefined

/** Whether a text is plain text in which days, or headings in capitals, stand above what is of them, which is indented. */
export const looksLikeOutline = (text: string): boolean =>
  !/^(?:#+ |```|~~~|\||<|(?:[-*+]|\d+[.)])\s)/m.test(text) &&
  (linesOf(text).filter(({ isDay }) => isDay).length > 1 || hasCapitals(text))

const capitals = /^\p{Lu}[\p{Lu}\p{N} ,.'()/-]{0,60}$/u

const hasCapitals = (text: string): boolean => {
  const lines = linesOf(text).filter(({ depth }) => depth >= 0)
  const headings = lines.filter(({ line }) => capitals.test(line))
  return headings.length > 1 && headings[0] === lines[0] && lines.every(one => one.depth > 1 || capitals.test(one.line))
}

/** Such text as Markdown, line by line: days, kinds and titles are headings, and what is indented further are lists. */
export const markdownOfOutline = (source: string): string => {
  /** How far the day is indented, what is around the items, and each of these that is open. */
  let day = Infinity
  let around = 0
  let items: number[] = []
  const outside = (depth: number, text: string): string => {
    around = depth
    items = []
    return text
  }
  return linesOf(source)
    .map(({ line, depth, text, isAbove, isDay }, at, lines) => {
      const above = lines[at - 1]
      if (text === '') return ''
      if (depth <= day) day = Infinity
      if (isDay) {
        day = depth
        return outside(depth, `## ${text}`)
      }
      const field = kindField(text)
      const kind = isKind(withoutColon(text)) ? text : field?.rest === '' ? field.kind : ''
      if (depth > day && kind !== '' && (isAbove || items.length === 0))
        return outside(isAbove ? depth : day, `### ${kind}`)
      if (depth === 0 && isAbove && !/\p{Ll}/u.test(text)) return outside(lines[at + 1]?.depth ?? 0, `# ${text}`)
      if (day === Infinity && depth <= around) return outside(depth, text)
      items = items.filter(item => item <= depth)
      const isDeeper = depth > (items.at(-1) ?? -1)
      const isNext = isDeeper
        ? items.length === 0 || /^$|:$/.test(above?.text ?? '')
        : /^$|[.:;]$/.test(above?.text ?? '') || begins(line) || (above?.depth ?? 0) > depth
      if (isNext && isDeeper) items.push(depth)
      return '  '.repeat(items.length - 1) + (isNext ? `- ${text.replace(/^[-*•] /, '')}` : `  ${text}`)
    })
    .join('\n')
}
