import { datesIn } from '../../checks/documents/published-dates.ts'
import { isArea, isKind, kindOf } from '../../checks/documents/vocabulary.ts'
import type { InPieces } from '../../checks/pieces.ts'
import type { ChangeEntry, LogRow, PartOfPage } from '../../contracts/documents.ts'
import { readChanges } from './history/changes.ts'
import { enclosingDate } from './history/headings.ts'
import { readLogRows } from './log/rows.ts'
import { isAroundAll, type Section } from './pages/sections.ts'
import { collectProblems } from './problems.ts'
import { readTable } from './tables.ts'

/** A policy or its examples are no log. */
const ofLog = /^(?!.*\b(?:polic(?:y|ies)|process|rules?|faq|how|what|examples?)\b).*\b(?:deprecat|remov|retir|sunset)/i
const ofHistory =
  /\b(?:change ?log|change history|release notes|what['’]?s new|what (?:has |was )?changed)\b|^\W*(?:(?:the|our|all|api|hub|recent) )*(?:changes|history)\b/i

/** Whether a heading goes on with a part of headings of its depth: that of a day, a kind, an area or a release. */
const goesOn = ({ title }: Section): boolean =>
  !/\p{L}{2}/u.test(title) || datesIn(title).length > 0 || isKind(title) || isArea(title)

/** The part that each section is in by the headings: a page on both has a heading for each. */
const partsByTitle = (sections: readonly Section[]): readonly (PartOfPage | undefined)[] => {
  let part: PartOfPage | undefined
  let depth = Infinity
  const first = sections.find(section => section.depth > 0)
  const titleOfPage = first && isAroundAll(first, sections) ? first : undefined
  return sections.map(section => {
    const { title } = section
    const isLog = ofLog.test(title)
    const isTitled =
      (isLog || ofHistory.test(title)) && datesIn(title).length === 0 && !enclosingDate(section, sections)
    if (section !== titleOfPage && section.depth > 0 && section.depth <= depth && (isTitled || !goesOn(section))) {
      part = isTitled ? (isLog ? 'deprecation-log' : 'changelog') : undefined
      depth = isTitled ? section.depth : Infinity
    }
    return part
  })
}

/** The parts of sections by line. */
const byLine = (sections: readonly Section[], parts: readonly (PartOfPage | undefined)[]) => {
  const all: (PartOfPage | undefined)[] = []
  for (const [at, part] of parts.entries()) {
    const end = sections[at + 1]?.line ?? 0
    for (let line = all.length; line < end; line++) all[line] = part
  }
  return (line: number): PartOfPage | undefined => (line < all.length ? all[line] : parts.at(-1))
}

/** The part that each row of a table is in by its columns: one table has states with days, and another one has kinds of changes with days. */
const partsByTable = (sections: readonly Section[]): ReadonlyMap<number, PartOfPage> =>
  new Map(
    sections
      .flatMap(({ blocks }) => blocks)
      .flatMap(block => {
        if (block.type !== 'table') return []
        const { roles, rows } = readTable(block)
        const part = roles.includes('kind') ? 'changelog' : roles.includes('status') ? 'deprecation-log' : undefined
        return part && roles.includes('date') ? rows.map(({ line }) => [line, part] as const) : []
      }),
  )

const nowhere = (): undefined => undefined

/**
 * Tells of which part of a page a line is, where the page is a deprecation log and a change history in one: one part has states with their
 * days, and the other has what is new as well. What is `known` of it need not be read again.
 */
export const partsOfPage = function* (
  sections: readonly Section[],
  from: string,
  known: { readonly rows?: readonly LogRow[]; readonly entries?: readonly ChangeEntry[] },
): InPieces<(line: number) => PartOfPage | undefined> {
  const hasBoth = (parts: readonly (PartOfPage | undefined)[]): boolean =>
    parts.includes('deprecation-log') && parts.includes('changelog')
  const titled = partsByTitle(sections)
  const tabled = partsByTable(sections)
  const partOf = hasBoth(titled) ? byLine(sections, titled) : (line: number): PartOfPage | undefined => tabled.get(line)
  if (!hasBoth(titled) && !hasBoth([...tabled.values()])) return nowhere
  const rows = known.rows ?? (yield* readLogRows(sections, from, collectProblems()))
  const entries = known.entries ?? (yield* readChanges(sections)).entries
  const hasLog = rows.some(({ line, states, dates }) => {
    return states.length === 1 && dates.length > 0 && partOf(line) === 'deprecation-log'
  })
  const hasHistory = entries.some(({ line, kind }) => {
    const what = kindOf(kind)
    return (what === 'New' || what === 'Update') && partOf(line) === 'changelog'
  })
  return hasLog && hasHistory ? partOf : nowhere
}
