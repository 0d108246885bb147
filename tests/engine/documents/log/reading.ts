import type {
  EndpointMention,
  LogRow,
  PublishedDate,
  PublishedReplacement,
  Subjects,
} from '../../../../contracts/documents.ts'
import { readSections, type Section } from '../../../../engine/documents/pages/sections.ts'
import { codeEnd, codeStart, type Run } from '../../../../engine/documents/pages/text.ts'
import { collectProblems } from '../../../../engine/documents/problems.ts'

export const sectionsOf = (page: string): readonly Section[] => readSections(page, 'x', collectProblems())

/** A run of Markdown: code in backticks, and links. */
export const run = (markdown: string): Run => {
  const links: { start: number; end: number; url: string }[] = []
  let text = ''
  for (const part of markdown
    .replaceAll(/`([^`]*)`/g, `${codeStart}$1${codeEnd}`)
    .split(/(\[[\w/][\w/ ]*\]\([^)]*\))/)) {
    const [, name, url] = /^\[(.*)\]\((.*)\)$/.exec(part) ?? []
    if (name !== undefined && url !== undefined) links.push({ start: text.length, end: text.length + name.length, url })
    text += name ?? part
  }
  return { text, links }
}

export const named = ({ method, path }: EndpointMention): string => (method === undefined ? path : `${method} ${path}`)

/** The days that a date can mean, the first and the last of many. */
export const days = (dates: readonly PublishedDate[]): string =>
  dates
    .map(({ days: all, elsewhere }) => {
      const few = all.length > 2 ? `${all[0]}..${all.at(-1)}` : all.join('|')
      return elsewhere ? `(${few})` : few
    })
    .join(' ')

export const subjects = ({ endpoints, operationIds, tags }: Subjects): string =>
  [...endpoints.map(named), ...operationIds, ...tags.map(tag => `#${tag}`)].join(', ')

/** A replacement: `GET /v1/a => GET /v2/a`, a `?` where it is not certain, a `*` where it is one of several. */
export const replaced = ({ old, path, method, operationId, none, unsure, choice }: PublishedReplacement): string =>
  [
    named(old),
    '=>',
    none ? 'none' : [method, path, operationId].filter(Boolean).join(' '),
    ...(unsure ? ['?'] : []),
    ...(choice ? ['*'] : []),
  ].join(' ')

/** A row in words: its states and days, what they are of, and what replaces it. */
export const shown = (row: LogRow): string => {
  const { status, states, date, dates, feature, itself, mixed, replacements } = row
  const [state, day] = [states.length === 3 ? 'any' : states.join('/'), days(dates)]
  return [
    state === status.toLowerCase() ? state : `${state} '${status}'`,
    date === day ? day : `${day} '${date}'`,
    feature,
    subjects(row),
    ...(subjects(itself) === subjects(row) ? [] : [`itself ${subjects(itself)}`]),
    ...(mixed ? ['mixed'] : []),
    ...(replacements.length > 0 ? [replacements.map(replaced).join(', ')] : []),
  ].join(' | ')
}
