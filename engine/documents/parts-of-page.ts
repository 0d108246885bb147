import { datesIn } from '../../checks/documents/published-dates.ts'
import { isArea, isKind, kindOf } from '../../checks/documents/vocabulary.ts'
import type { InPieces } from '../../checks/pieces.ts'
import type { PartOfPage } from '../../contracts/documents.ts'
import { readChanges } from './history/changes.ts'
import { enclosingDate } from './history/headings.ts'
import { readLogRows } from './log/rows.ts'
import { isAroundAll, type Section } from './pages/sections.ts'
import { collectProblems } from './problems.ts'

const ofLog = /\b(?:deprecat|remov|retir|sunset)/i
const ofHistory =
  /\b(?:change ?log|change history|release notes|what['’]?s new|what (?:has |was )?changed)\b|^\W*(?:(?:the|our|all|api|hub|recent) )*(?:changes|history)\b/i

/** Whether a heading goes on with a part of headings of its depth: that of a day, a kind, an area or a release. */
const goesOn = ({ title }: Section): boolean =>
  !/\p{L}{2}/u.test(title) || datesIn(title).length > 0 || isKind(title) || isArea(title)

/** The part that each section is in by the headings: a page on both has a heading for each. */
const partsByTitle = (sections: readonly Section[]): readonly (PartOfPage | undefined)[] => {
  let part: PartOfPage | undefined
  let depth = Infinity
  return sections.map(section => {
    const { title } = section
    const isLog = ofLog.test(title)
    const isTitled =
      (isLog || ofHistory.test(title)) && datesIn(title).length === 0 && !enclosingDate(section, sections)
    if (
      section.depth <= depth &&
      section.depth > 0 &&
      (isTitled || !goesOn(section)) &&
      !isAroundAll(section, sections)
    ) {
      part = isTitled ? (isLog ? 'deprecation-log' : 'changelog') : undefined
      depth = isTitled ? section.depth : Infinity
    }
    return part
  })
}

const nowhere = (): undefined => undefined

/**
 * Tells of which part of a page a line is, where the page is a deprecation log and a change history in one: one part has states with their
 * days, and the other has what is new as well.
 */
export const partsOfPage = function* (
  sections: readonly Section[],
  from: string,
): InPieces<(line: number) => PartOfPage | undefined> {
  const parts = partsByTitle(sections)
  if (!parts.includes('deprecation-log') || !parts.includes('changelog')) return nowhere
  const partOf = (line: number): PartOfPage | undefined => parts[sections.findLastIndex(one => one.line <= line)]
  const rows = yield* readLogRows(sections, from, collectProblems())
  const { entries } = yield* readChanges(sections)
  const hasLog = rows.some(({ line, states, dates }) => {
    return states.length === 1 && dates.length > 0 && partOf(line) === 'deprecation-log'
  })
  const hasHistory = entries.some(({ line, kind }) => {
    const what = kindOf(kind)
    return (what === 'New' || what === 'Update') && partOf(line) === 'changelog'
  })
  return hasLog && hasHistory ? partOf : nowhere
}
