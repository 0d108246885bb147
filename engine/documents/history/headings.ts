import { datesIn } from '../../../checks/documents/published-dates.ts'
import { isArea, isKind } from '../../../checks/documents/vocabulary.ts'
import type { ChangeEntry, PublishedChangelog } from '../../../contracts/documents.ts'
import { isAroundAll, isPageTitle, outwards, type Section } from '../pages/sections.ts'
import { isEmpty } from '../subjects.ts'
import type { Reading } from './entries.ts'
import { dateIn, isPeriod, kindAmong } from './heads.ts'

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

/** The nearest heading that sounds like a kind of change, or else the nearest one below the date. */
export const kindAbove = (section: Section, sections: readonly Section[], dated: Section | undefined): string => {
  let nearest = ''
  for (const current of outwards(section, sections)) {
    if (current === dated) {
      const own = kindAmong(current.title.replace(dateIn(current.title) ?? '', ' '))
      if (nearest === '' && own) return own
      if (nearest !== '') return nearest
    } else if (isKind(current.title) && !isPageTitle(current, sections)) return current.title
    else if (nearest === '' && current.depth > (dated?.depth ?? 6)) nearest = current.title
  }
  return nearest
}

const historyTitle =
  /^\W*(?:(?:the|our|api|hub|public|full)\W+)*(?:change[ -]?logs?|change history|history of changes|release notes)\W*$/i
const logTitle = /\b(?:deprecation|sunset|removal|lifecycle)s?\b/i
/** What is dated below it changed the page, and not the API: `Corrections of this page`. */
const ofPage =
  /^\W*(?:corrections?|errata|erratum|corrigenda)\b|\b(?:changes|edits|updates|corrections) (?:of|to|on) this page\b/i
const plans = /^\W*(?:roadmap|upcoming|planned|coming (?:soon|next)|unreleased|future)\b/i

/** Whether a line of a page belongs to its change history: other parts, such as a deprecation log, may have dates in other forms. */
export const isOfHistory = (line: number, sections: readonly Section[], entries: readonly ChangeEntry[]): boolean => {
  const at = sections.findLastIndex(section => section.line <= line)
  const isElse = (section: Section): boolean =>
    plans.test(section.title) || ofPage.test(section.title) || isAboutElse(section, sections, entries)
  if (outwards(sections[at] as Section, sections).some(isElse)) return false
  const start = sections.findIndex(({ title }) => historyTitle.test(title))
  const end = sections.findIndex(
    ({ title, depth }, index) => index > start && depth <= (sections[start]?.depth ?? 0) && logTitle.test(title),
  )
  return at >= start && (end < 0 || at < end)
}

/** Whether a heading is none of a change history, and nothing that is dated below it names a thing of the API: `About this page`. */
const isAboutElse = (section: Section, sections: readonly Section[], entries: readonly ChangeEntry[]): boolean => {
  const { title } = section
  const isOfChanges =
    !/\p{L}/u.test(title) || datesIn(title).length > 0 || isKind(title) || isArea(title) || historyTitle.test(title)
  if (isOfChanges || isAroundAll(section, sections)) return false
  const start = section.line
  const end = sections.find(({ line, depth }) => line > start && depth <= section.depth)?.line ?? Infinity
  return !entries.some(entry => entry.line >= start && entry.line < end && !isEmpty(entry))
}

/** Whether a month or a quarter stands above days, or announces nothing on a page of days: what has no day there is a remark. */
export const divides = ({ date, days }: PublishedChangelog['dates'][number], { dates, entries }: Reading): boolean => {
  const noted = [...dates.values()].flatMap(one => (one.days.length === 1 ? one.days : []))
  const announces = (entry: ChangeEntry): boolean => isKind(entry.kind) || !isEmpty(entry)
  return (
    isPeriod(date) &&
    (noted.some(day => days.includes(day)) || !entries.some(entry => entry.date === date && announces(entry)))
  )
}
