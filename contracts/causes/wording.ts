import { operationWords } from '../operations.ts'
import { type ReasonCode, reasonSentence } from '../results/reasons.ts'
import type { ReportedReason } from '../results/report.ts'
import { grouped } from './grouped.ts'

/** One sentence for reasons that differ only in what they are about. */

/** Names before they are only counted, in a sentence about what was found; what is to be done names what has to be typed. */
const mostFound = 3
const mostToDo = 12

export const listed = (names: readonly string[], most = mostToDo): string => {
  if (names.length > most + 1) return `${names.slice(0, most).join(', ')} and ${names.length - most} more`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** What reasons of one cause name and differ in, where that is not the operation. */
const subjects: { readonly [Code in ReasonCode]?: string } = {
  'document-unread': 'what',
  'not-published': 'what',
  'not-seen': 'what',
  'statement-unclear': 'feature',
}

const subjectOf = (code: ReasonCode): string => subjects[code] ?? 'operation'

/** The sentence of a reason about something else; a report of another version may word it otherwise, and its own words stand. */
const about = ({ code, values, message, settings }: ReportedReason, subject: string): string =>
  values[subjectOf(code)] === undefined || reasonSentence(code, values, settings) !== message
    ? message
    : reasonSentence(code, { ...values, [subjectOf(code)]: subject }, settings)

/** The same for reasons that differ at most by what they are about. */
export const shape = (reason: ReportedReason | null): string =>
  reason === null ? '' : `${reason.code} ${about(reason, '')}`

/** One sentence for reasons of one shape. */
export const together = (reasons: readonly ReportedReason[]): string => {
  const [first] = reasons
  if (first === undefined) return 'no reason given'
  const all = [...new Set(reasons.map(({ code, values }) => operationWords(String(values[subjectOf(code)]))))]
  return all.length < 2 ? first.message : about(first, listed(all, mostFound))
}

/** Words of a name: `GET /v2/x`, `personal access tokens`. */
const mostInName = 6

/** How many words texts have in common before the first that differs. */
const shared = ([first = [], ...others]: readonly (readonly string[])[]): number => {
  const at = first.findIndex((word, index) => others.some(other => other[index] !== word))
  return at < 0 ? first.length : at
}

/** Whether a call is one of those that another name has as well: `GET /v2/a` of `GET and POST /v2/a`. */
const isPartOf = (name: string, other: string): boolean =>
  name !== other && / \/\S*$/.test(name) && name.split(' ').every(word => other.split(' ').includes(word))

/** The same words for what differs in the middle only, with what differs listed there. */
const alike = (texts: readonly string[], most?: number): string | undefined => {
  const [only, ...more] = new Set(texts)
  if (more.length === 0) return only
  // The full stop does not belong to the last word, and what stands in backticks or quotes is one word.
  const stop = texts.every(text => text.endsWith('.')) ? '.' : ''
  const words = [...new Set(texts)].map(
    text => text.slice(0, text.length - stop.length).match(/(?:`[^`]*`|"[^"]*"|[^ ])+/g) ?? [],
  )
  const [first = []] = words
  const shortest = Math.min(...words.map(({ length }) => length))
  const before = shared(words)
  // An article belongs to the name behind it.
  const head = /^an?$/.test(first[before - 1] ?? '') ? before - 1 : before
  const tail = Math.min(shared(words.map(text => [...text].reverse())), shortest - head)
  // Too little in common is another thing to do, and too many words are no name.
  if (head + tail < shortest / 2 || head + tail === shortest) return undefined
  if (words.some(text => text.length - head - tail > mostInName)) return undefined
  const middles = words.map(text => text.slice(head, text.length - tail).join(' '))
  // Neither does a mark within the sentence, which stands once, behind all, nor does a bracket that was opened before it.
  const [last = ''] = /[.,;:]$|(?<=^[^(]*)\)$/.exec(middles[0] ?? '') ?? []
  const mark = middles.every(text => text.endsWith(last)) ? last : ''
  const all = middles.map(text => text.slice(0, text.length - mark.length))
  const names = all.filter(name => !all.some(other => isPartOf(name, other)))
  return `${[...first.slice(0, head), `${listed(names, most)}${mark}`, ...first.slice(first.length - tail)].join(' ')}${stop}`
}

/** One fix for several that differ in names only; an entry with a day of its own is another thing to write. */
export const oneFix = (fixes: readonly string[]): string | undefined => {
  const days = fixes.map(fix => fix.match(/\d{4}-\d\d-\d\d/g)?.join())
  return days.every(each => each === days[0]) ? alike(fixes) : undefined
}

/** The first fix with all that differ from it in names only, and those that differ in more. */
export const withFirst = (fixes: readonly string[]): { readonly one: string; readonly alone: readonly string[] } => {
  const [first = '', ...others] = fixes
  const alone = others.filter(other => oneFix([first, other]) === undefined)
  return { one: oneFix([first, ...others.filter(other => !alone.includes(other))]) ?? first, alone }
}

/** What was found, each thing once; what only says the same at greater length is left out. */
export const messagesOf = (reasons: readonly ReportedReason[]): readonly string[] => {
  const all = [...grouped(reasons, ({ code }) => code).values()].flatMap(same => {
    const texts = [...grouped(same, shape).values()].map(together)
    const one = alike(texts, mostFound)
    return one === undefined ? texts : [one]
  })
  return all.filter(message => !all.some(other => other !== message && message.startsWith(other)))
}
