import { datesIn, isOnlyDate, withoutWeekday } from '../../../checks/documents/published-dates.ts'
import { isOfHub } from '../../../checks/documents/questions.ts'
import { isKind, kindOf } from '../../../checks/documents/vocabulary.ts'
import { type Run, readable, says, slice, spanOf } from '../pages/text.ts'

/** The day and the kind of a change, as they stand in front of what changed. */
interface Head {
  readonly date: string
  readonly kind: string
}

/** The kind of a change, and what is said of it. */
interface Lead {
  readonly kind: string
  readonly rest: string
}

/** What stands in front of the day in the name of a release: `api-2025-11-21`. */
const ofRelease = /^(?:[a-z]{1,20}[-_/@]){1,4}(?=\d{4}-\d\d-\d\d(?![\w-]))/i

/** The first date of a text as it is published; one as ISO 8601 has it is preferred. */
export const dateIn = (named: string): string | undefined => {
  const text = named.replace(ofRelease, '')
  const dates = datesIn(text)
  // Two days at the head of an entry leave open which one is meant.
  const isOpen = new Set(dates.flatMap(({ days }) => days)).size > 1 && dates.every(({ days }) => days.length === 1)
  if (isOpen && isOnlyDate(text)) return text
  return (dates.find(({ iso }) => iso) ?? dates[0])?.text
}

/** A month or a quarter: above days it only divides the page, and is the date of what stands below it without a day. */
export const isPeriod = (date: string): boolean => (datesIn(date)[0]?.days.length ?? 0) > 2

/** A kind that stands before the change itself, in bold, in brackets or before a colon, and the rest of the text. */
export const leadingKind = (text: string, bold = ''): Lead | undefined => {
  if (text.startsWith(bold)) {
    const name = withoutColon(bold)
    const behind = text.slice(bold.length)
    const rest = withoutMark(behind)
    if (isKind(name)) return { kind: name, rest }
    // `**Hub, update.** …`
    const [, product = '', kind = ''] = /^([^,]{1,40}), ([^,]{1,40}?)\.?$/.exec(name) ?? []
    if (isKind(kind)) return { kind, rest: isOfHub(product) ? rest : `${product}: ${rest}` }
    // `**Hub API** – Update: …`: other products have changes of their own.
    const own = /^\s*[:–—-]\s/.test(behind) && isOfHub(name) ? leadingKind(rest) : undefined
    if (own) return { ...own, rest: `${name}: ${own.rest}` }
  }
  return (
    kindField(text) ??
    leadIn(text, /^[[(]([^\])]{1,60})[\])]/) ??
    leadIn(text, /^([\p{L}’' ]{1,60})(?:[:.]|\s[—–·|])(?=\s)/u)
  )
}

const nameOfKind = '\\b(?:kind|type|category|labels?|tags?)(?: of change)? ?: ?'

/** A field with the kind, alone or in front of the change: `Type: Update`, `Kind: New. CreateRepository …`, `Kind: New Change: …`. */
export const kindField = (text: string): Lead | undefined =>
  leadIn(text, new RegExp(`^${nameOfKind}(\\p{L}[\\p{L} ]{1,30}?)(?:[.;]\\s|\\s(?=\\p{L}{3,20} ?:\\s)|\\W*$)`, 'iu'))

/** A kind in brackets or in a field at the end of a change: `GET /x was deprecated. (Deprecation)` */
export const trailingKind = (text: string): Lead | undefined =>
  leadIn(text, /\s[([](\p{L}[\p{L} ]{1,30})[)\]]\W*$/u) ??
  leadIn(text, new RegExp(`\\s${nameOfKind}(\\p{L}[\\p{L} ]{1,30})\\W*$`, 'iu'))

/** The kind that a text has in a form, and the text without it. */
const leadIn = (text: string, form: RegExp): Lead | undefined => {
  const [, kind = ''] = form.exec(text) ?? []
  return isKind(kind) ? { kind: kind.trim(), rest: withoutMark(text.replace(form, '')) } : undefined
}

const withoutMark = (text: string): string => text.replace(/^[\s:,·•|–—-]+/, '')

export const withoutColon = (text: string): string => text.replace(/[\s:]+$/, '')

/** The kind that one of the parts of a title is: `Expiry of tokens (update)`, `New: immutable tags`. */
export const kindAmong = (title: string): string | undefined => {
  const kinds = title.split(/[^\p{L}\s'’&-]|\s-\s/u).filter(isKind)
  return new Set(kinds.map(kindOf)).size === 1 ? kinds[0]?.trim() : undefined
}

const person = '@?[\\w.-]{1,60}'
/** What stands behind the day of a release: who made it, and from what. */
const byline = new RegExp(
  `(?:(?:\\s*[·•|]\\s*|\\s+)(?:by ${person}|@[\\w.-]{1,60}|(?:${person} )?(?:released|published|tagged|posted) (?:this|it)|latest|pre-?release|commit [0-9a-f]{7,40}))+\\W*$`,
  'i',
)

/** What stands in front of a change: who made it, or its number. */
const credit = /^(?:@[\w-]{1,60}:|(?:\p{L}{1,12}[- ]|#)\d{1,6}[.,:)])\s+/u

/** The number of a clause in front of a day: `D.1 On`, `§ 3`, `(2)`. */
const clauseNumber = /^(?:§ ?|\()?(?:\p{Lu}\.)?\d{1,3}(?:\.\d{1,3}){0,4}[.):]?\s+(?=(?:on )?$)/iu

/** `Released: 2025-11-21`, `Entry of 2025-11-21` and `2025-11-21 · @ola released this` are days. */
export const withoutLabel = (text: string): string => withoutCredit(text).replace(byline, '')

/** A text that may begin with its day as it does so: `CC-12. On 2025-11-21`, `Date: 2025-11-21`, `Sitting of 2025-11-21`. */
export const withoutCredit = (text: string): string => {
  const start = datesIn(text)[0]?.start ?? 0
  const [, noun, joint] = /^(\p{L}{1,12}) (of|from|for|on) $/u.exec(text.slice(0, start)) ?? []
  // `News from 2025-11-21`, and not `Tokens from 2025-11-21 are kept`
  const isLabel = noun !== undefined && !isKind(noun) && (joint === 'of' || headOf(text.slice(start)) !== undefined)
  if (isLabel) return text.slice(start)
  const [number = ''] = clauseNumber.exec(text.slice(0, start)) ?? []
  if (number !== '') return text.slice(number.length)
  // In `May 3, 2025` the 3 is a day, not the number of a change.
  const own = start === 0 && datesIn(text).length > 0 ? text : text.replace(credit, '')
  return withoutWeekday(own.replace(/^(?:released|published|posted|date)(?: on)?\b/i, ''))
}

/** What stands next to a day and its kinds: `v2.1`, `A.1.`, `T10:00:00Z`. `v1` may be what changed. */
const besides = / · |(?<!\S)(?=\S*[.:]\d)[^\s\p{L}/]*\p{L}?[^\s\p{L}/]*Z?(?!\S)/u

/** A day, with kinds or without and the number of a release, and no more: `2025-11-21 · v2.1 · Update`, `Update on 2025-11-21`. */
export const headOf = (text: string): Head | undefined => {
  if (isOnlyDate(text)) return { date: dateIn(text) ?? '', kind: '' }
  const [day] = datesIn(text)
  if (!day) return undefined
  const parts = withoutJoint(withoutWeekday(text).replace(day.text, ''))
    .replace(new RegExp(nameOfKind, 'i'), '')
    .split(besides)
  const kinds = parts.flatMap(part => /\p{L}(?:.*\p{L})?/u.exec(part)?.[0] ?? [])
  // What has several kinds says of which each is.
  return kinds.every(isKind) ? { date: day.text, kind: kinds.length > 1 ? '' : kinds.join() } : undefined
}

/** The day and the kind among fields, one a line: `Type: Update`, `Area: tokens`, `Date: 2025-11-21`. */
export const headOfFields = (lines: readonly string[]): Head | undefined => {
  const day = lines.map(withoutLabel).find(isOnlyDate)
  const [kind] = lines.flatMap(line => kindField(line)?.kind ?? [])
  return day !== undefined && kind !== undefined && lines.every(line => /^\p{L}[\p{L} ]{0,30}: ?\S/u.test(line))
    ? { date: dateIn(day) ?? '', kind }
    : undefined
}

const withoutJoint = (text: string): string => text.replaceAll(/\b(?:on|of|from|in) /gi, '')

/** A day at the beginning of a text, or behind a kind there. */
export const leadingDate = (text: string): string => {
  const date = dateIn(text) ?? ''
  const before = textBefore(date, text)
  return !says(before) || isKind(before) ? date : ''
}

export const kindBeforeDate = (text: string, date: string): Lead | undefined => {
  const kind = textBefore(date, text).replace(/[\s:·•|]+$/, '')
  return isKind(kind) ? { kind, rest: withoutMark(text.slice(text.indexOf(date) + date.length)) } : undefined
}

const textBefore = (date: string, text: string): string => withoutJoint(text.slice(0, text.indexOf(date)))

/** Kinds before a colon in a text, in a sentence of their own or in capitals: `New. listX. Deprecation. GET /x`, `DEPRECATION GET /x`. */
export const kindLabels = ({ text }: Run) =>
  [
    ...text.matchAll(
      /(?<![\p{L}-] ?)(?:(?!\p{Lu}{3,20} [^:]*\p{Ll})\p{Lu}[\p{L}’' ]{1,40}:|\p{Lu}{3,20}|(?<=(?:^|\d|\.\uE001?)\s{0,3})\p{Lu}\p{Ll}{2,20}\.)(?=\s)/gu,
    ),
  ]
    .filter(([label]) => isKind(label))
    .map(match => ({ ...spanOf(match), kind: match[0].replace(/[:.]/, '') }))

/** Whether a text says nothing, or only a day. */
const isNoText = (text: string): boolean => !says(text) || isOnlyDate(text)

/** Kinds that begin lines, which Markdown and badges have without a colon: `✨ New listX\n⚠️ Deprecation GET /x`. */
const kindsOfLines = ({ text }: Run): ReturnType<typeof kindLabels> => {
  const labels = [
    ...text.matchAll(
      /(?<=^|\n)[^\p{L}\p{N}\n]{0,10}(?:(?:[Kk]ind|[Tt]ype|[Cc]ategory): )?(\p{Lu}\p{Ll}{2,20})(?=[\s\uE000])/gu,
    ),
  ]
    .map(match => ({ ...spanOf(match), kind: match[1] ?? '' }))
    .filter(({ kind }) => kindOf(kind) !== undefined)
  return labels.length > 1 && isNoText(text.slice(0, labels[0]?.start)) ? labels : []
}

/** Signs that begin lines, one of which the page explains: `✨ listX\n🪦 GET /x`. What the others mean is not known. */
const signsOfLines = ({ text }: Run, legend: ReadonlyMap<string, string>): ReturnType<typeof kindLabels> => {
  const signs = [...text.matchAll(/(?<=^|\n)[^\S\n]*(\p{So}\p{M}*)\uFE0F?(?=\s)/gu)].map(match => ({
    ...spanOf(match),
    kind: legend.get(match[1] ?? '') ?? '',
  }))
  return signs.some(({ kind }) => kind !== '') ? signs : []
}

/** The changes of a text that has several kinds, or one behind its date: `2025-09-19 New: … Deprecation: …`. */
export const labelledParts = (
  run: Run,
  legend: ReadonlyMap<string, string>,
): readonly { readonly kind: string | undefined; readonly part: Run }[] => {
  const labels = [kindsOfLines(run), signsOfLines(run, legend), kindLabels(run)].find(found => found.length > 0) ?? []
  const [first] = labels
  if (!first) return []
  const lead = slice(run, 0, first.start)
  if (labels.length < 2 && !isOnlyDate(lead.text)) return []
  return [
    ...(isNoText(lead.text) ? [] : [{ kind: undefined, part: lead }]),
    ...labels.map(({ end, kind }, index) => ({
      kind,
      part: slice(run, end, labels[index + 1]?.start ?? run.text.length),
    })),
  ]
}

/** Lines of which the first has the day and the kind of what the others say; undefined where one of them has a kind of its own. */
export const headedLines = (run: Run): (Head & { readonly rest: Run }) | undefined => {
  const end = run.text.indexOf('\n')
  const head = end < 0 ? undefined : headOf(withoutLabel(readable(slice(run, 0, end))))
  const rest = slice(run, end, run.text.length)
  const [first = '', ...others] = rest.text.trim().split(/\s*\n\s*/)
  // `Kind: Update` in a line of its own
  const field = kindField(first)
  const kind = field?.rest === '' ? field.kind : head?.kind
  const isMixed =
    kindLabels(rest).length > 0 || isKind(first) || others.some(line => isKind(line) || kindField(line) !== undefined)
  return head && kind && !isMixed ? { date: head.date, kind, rest } : undefined
}
