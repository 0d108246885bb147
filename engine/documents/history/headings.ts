import { areas } from '../../../checks/documents/history/subjects.ts'
import { datesIn } from '../../../checks/documents/published-dates.ts'
import { isArea, isKind, kindOf } from '../../../checks/documents/vocabulary.ts'
import type { ChangeEntry, PublishedChangelog } from '../../../contracts/documents.ts'
import { withoutDates } from '../days.ts'
import { isAroundAll, isOnlySuch, isTitle, outwards, type Section } from '../pages/sections.ts'
import { isEmpty } from '../subjects.ts'
import type { Reading } from './entries.ts'
import { dateIn, isPeriod, kindAmong, leadingKind, trailingKind } from './heads.ts'

/** The day of the nearest heading that has one, and its section. */
export const enclosingDate = (section: Section, sections: readonly Section[]) => {
  const dated = outwards(section, sections).flatMap(one => {
    const date = dateIn(one.title)
    return date === undefined ? [] : [{ date, section: one }]
  })
  return dated[0]
}

/** Line of the nearest heading of a kind or an area: a page may have a list for each. */
export const groupOf = (headings: readonly Section[]): number | undefined =>
  headings.find(({ title }) => isKind(title) || isArea(title))?.line

/** Days with the outermost heading that has several of them and is not around all of the page. */
export const withParts = <Day extends { readonly line: number }>(
  days: readonly Day[],
  sections: readonly Section[],
): readonly (Day & { readonly part?: number })[] => {
  const title = sections.find(({ depth }) => depth > 0)
  const isAround = title && isAroundAll(title, sections) && days.every(({ line }) => line > title.line)
  const aroundAll = isAround ? title : undefined
  const placed = days.map(day => {
    const own = sections.findLast(({ line }) => line <= day.line) ?? (sections[0] as Section)
    const part = outwards(own, sections).findLast(one => one.heading && one !== aroundAll)
    return { day, line: part?.line }
  })
  const counts = new Map<number | undefined, number>()
  for (const { line } of placed) counts.set(line, (counts.get(line) ?? 0) + 1)
  return placed.map(({ day, line }) =>
    line !== undefined && (counts.get(line) ?? 0) > 1 ? { ...day, part: line } : day,
  )
}

/** The nearest heading that sounds like a kind of change. One below the date that does not may still be one. */
export const kindAbove = (section: Section, sections: readonly Section[], dated: Section | undefined): string => {
  const kinds = outwards(section, sections).flatMap(one => {
    if (one === dated && section !== dated) return section.title
    if (one === dated) return kindAmong(withoutDates(one.title)) ?? []
    // `Expiry of tokens · Update`, `[Update] Expiry of tokens`, `Expiry of tokens (Update)`
    const lead = leadingKind(one.title) ?? trailingKind(one.title)
    const kind = / · ([^·]{1,30})$/.exec(one.title)?.[1] ?? lead?.kind ?? one.title
    return isKind(kind) && !(one.depth === 1 && isOnlySuch(one, sections, isKind)) ? kind : []
  })
  return kinds[0] ?? (isTitle(section) && section !== dated ? section.title : '')
}

const historyTitle =
  /^\W*(?:(?:part|section|chapter|annex|appendix)\W+)?(?:(?:\d{1,2}|[a-h]|[ivx]{1,4})[.):–—-]\W*)?(?:(?:the|our|api|hub|public|full)\W+)*(?:change[ -]?logs?|change history|history of (?:the )?(?:changes|api)|release notes)\W*$/i
const logTitle = /\b(?:deprecation|sunset|removal|lifecycle)s?\b/i
/** What is dated below it changed the page, and not the API: `Corrections of this page`. */
const ofPage =
  /^\W*(?:corrections?|errata|erratum|corrigenda)\b|\b(?:changes|edits|updates|corrections) (?:of|to|on) this page\b/i
const plans = /^\W*(?:roadmap|upcoming|planned|coming (?:soon|next)|unreleased|future)\b/i

/** What tells whether a line of a page belongs to its change history: other parts, such as a deprecation log, may have dates in other forms. */
export const linesOfHistory = (
  sections: readonly Section[],
  entries: readonly ChangeEntry[],
): ((line: number) => boolean) => {
  const isElse = ({ title }: Section): boolean => plans.test(title) || ofPage.test(title)
  const others = new Set(sections.filter(one => isElse(one) || isAboutElse(one, sections, entries)))
  const first = sections.find(({ title }) => historyTitle.test(title))
  let isHistory = first === undefined
  const ofHistory = sections.map(({ title, depth }) => {
    if (historyTitle.test(title)) isHistory = true
    else if (first && logTitle.test(title) && depth <= first.depth) isHistory = false
    return isHistory
  })
  return line => {
    const at = sections.findLastIndex(section => section.line <= line)
    return ofHistory[at] === true && !outwards(sections[at] as Section, sections).some(one => others.has(one))
  }
}

/** Whether an entry names a thing of the API, or an area of it in words. */
const namesThing = (entry: ChangeEntry): boolean =>
  !isEmpty(entry) || Object.values(areas).some(isNamed => isNamed(entry.text))

/** Whether a heading is none of a change history, and nothing that is dated below it names a thing of the API: `About this page`. */
const isAboutElse = (section: Section, sections: readonly Section[], entries: readonly ChangeEntry[]): boolean => {
  const { title } = section
  const isOfChanges =
    !/\p{L}/u.test(title) || datesIn(title).length > 0 || isKind(title) || isArea(title) || historyTitle.test(title)
  if (isOfChanges || isAroundAll(section, sections)) return false
  const end = sections.find(({ line, depth }) => line > section.line && depth <= section.depth)?.line ?? Infinity
  return !entries.some(entry => entry.line >= section.line && entry.line < end && namesThing(entry))
}

/** Whether a month or a quarter stands above days, or announces nothing on a page of days: what has no day there is a remark. */
export const divides = ({ date, days }: PublishedChangelog['dates'][number], { dates, entries }: Reading): boolean => {
  const isNoted = [...dates.values()].some(one => days.includes(one.days.join()))
  // A note that names nothing may stand below a month.
  const announces = (entry: ChangeEntry): boolean => kindOf(entry.kind) !== undefined || namesThing(entry)
  return isPeriod(date) && (isNoted || !entries.some(entry => entry.date === date && announces(entry)))
}
