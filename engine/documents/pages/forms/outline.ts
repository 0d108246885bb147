import { isKind } from '../../../../checks/documents/vocabulary.ts'
import { headOf, kindField, withoutColon, withoutLabel } from '../../history/heads.ts'
import { begins } from '../plain-lines.ts'

const depthOf = (line: string): number => line.search(/\S/)

/** Whether the next line with text is indented further than a line. */
const isAbove = (lines: readonly string[], at: number): boolean =>
  depthOf(lines.slice(at + 1).find(line => line.trim() !== '') ?? '') > depthOf(lines[at] as string) + 1

const isDay = (lines: readonly string[], at: number): boolean =>
  headOf(withoutLabel((lines[at] as string).trim())) !== undefined && isAbove(lines, at)

/** What runs along the top and the bottom of a manual page: `LIDS(7)   Manual   LIDS(7)`. */
const running = /^\S.* {3,}[\w-]+\(\d\w*\)$/

/** Whether a text is plain text in which days stand above what is of them, which is indented. */
export const looksLikeOutline = (text: string): boolean => {
  const lines = text.split(/\r?\n/)
  return (
    !/^(?:#+ |```|~~~|\||<|(?:[-*+]|\d+[.)])\s)/m.test(text) && lines.filter((_, at) => isDay(lines, at)).length > 1
  )
}

/** Such text as Markdown, line by line: days, kinds and titles are headings, and what is indented further are lists. */
export const markdownOfOutline = (source: string): string => {
  const lines = source.split(/\r?\n/).map(line => (running.test(line) ? '' : line.trimEnd()))
  /** How far the day is indented, what is around the items, and each of these that is open. */
  let day = Infinity
  let around = 0
  let items: number[] = []
  const outside = (depth: number, text: string): string => {
    around = depth
    items = []
    return text
  }
  return lines
    .map((line, at) => {
      const depth = depthOf(line)
      const text = line.trim().replaceAll(/ {2,}/g, ' ')
      const above = lines[at - 1] ?? ''
      if (text === '') return ''
      if (depth <= day) day = Infinity
      if (isDay(lines, at)) {
        day = depth
        return outside(depth, `## ${text}`)
      }
      const field = kindField(text)
      const kind = isKind(withoutColon(text)) ? text : field?.rest === '' ? field.kind : ''
      if (depth > day && kind !== '' && (isAbove(lines, at) || items.length === 0))
        return outside(isAbove(lines, at) ? depth : day, `### ${kind}`)
      if (depth === 0 && !/\p{Ll}/u.test(text) && isAbove(lines, at))
        return outside(depthOf(lines[at + 1] ?? ''), `# ${text}`)
      if (day === Infinity && depth <= around) return outside(depth, text)
      items = items.filter(item => item <= depth)
      const isDeeper = depth > (items.at(-1) ?? -1)
      const isNext = isDeeper
        ? items.length === 0 || /^$|:$/.test(above)
        : /^$|[.:;]$/.test(above) || begins(line) || depthOf(above) > depth
      if (isNext && isDeeper) items.push(depth)
      return '  '.repeat(items.length - 1) + (isNext ? `- ${text.replace(/^[-*•] /, '')}` : `  ${text}`)
    })
    .join('\n')
}
