import { namesV1 } from '../../../checks/documents/claims.ts'
import { sentenceSpans } from '../../../checks/documents/sentences.ts'
import { mentionsState } from '../../../checks/documents/vocabulary.ts'
import { withoutDates } from '../days.ts'
import { placedMentions } from '../mentions.ts'
import { insideOf, type Run, readable, slice } from '../pages/text.ts'
import { replacementsSaid } from '../replacements.ts'
import { subjectsOf } from '../subjects.ts'
import { type Context, statedDays, withoutPaths } from './said.ts'
export const sentencesIn = (run: Run): readonly Run[] =>
  sentenceSpans(run.text).map(({ start, end }) => slice(run, start, end))

/** Whether a part of a sentence has an endpoint and its day alone: `, GET /x (since 2025-01-01)` has the state of what it follows. */
export const goesOn = (run: Run): boolean =>
  !/\p{L}/u.test(
    withoutDates(withoutPaths(readable(run))).replaceAll(
      /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|and|or|since|on|as of|from|in|the|legacy|API|v1)\b/g,
      '',
    ),
  )

/** The parts of a text of several days: each sentence that names something, with those behind it that name nothing. */
export const statementsOf = (run: Run, around: Context): readonly (readonly Run[])[] => {
  if (new Set(statedDays(run.text, around).map(({ days }) => days.join())).size < 2) return [[run]]
  const starts: number[] = []
  let at = 0
  for (const sentence of sentencesIn(run)) {
    if (subjectsOf(sentence).endpoints.length > 0 || namesV1(readable(sentence))) starts.push(at)
    at += sentence.text.length
  }
  // A day or a state on lines of their own, above the first name, is that of what stands below it.
  const lead = run.text.slice(0, starts[0]).trim()
  const isHead = (line: string): boolean => line.length < 40 && !/[.!?]$/.test(line)
  if (lead !== '' && lead.split('\n').every(isHead)) return [byDays(run)]
  return cutAt(run, starts.slice(1)).map(byDays)
}

const cutAt = (run: Run, starts: readonly number[]): readonly Run[] =>
  [0, ...starts].map((start, index, all) => slice(run, start, all[index + 1] ?? run.text.length))

/** Where a text names things and days by turns, and where each of its statements but the first begins. */
export const turnsOf = (
  run: Run,
): { readonly endpoints: number; readonly days: number; readonly starts: readonly number[] } => {
  const isNew = insideOf(replacementsSaid(run), run)
  const v1 = [...run.text.matchAll(/(?<![\p{L}\p{N}/.])v1(?![\p{L}\p{N}/]|\.\p{N})/giu)]
  const marks = [
    ...placedMentions(run).map(({ start, end }) => ({ start, end, isDay: false })),
    ...v1.map(({ index }) => ({ start: index, end: index + 2, isDay: false })),
    ...statedDays(run.text).map(({ start, end }) => ({ start, end, isDay: true })),
  ]
    .filter(({ start }) => !isNew(start))
    .sort((a, b) => a.start - b.start)
  const turns = marks.filter(({ isDay }, at) => isDay !== marks[at - 1]?.isDay)
  const dayFirst = turns[0]?.isDay === true
  // A state may stand in front of what comes first, or behind what comes last.
  const before = dayFirst && mentionsState(run.text.slice(0, turns[0]?.start))
  const after = !dayFirst && mentionsState(run.text.slice(marks.at(-1)?.end))
  return {
    endpoints: turns.filter(({ isDay }) => !isDay).length,
    days: turns.filter(({ isDay }) => isDay).length,
    starts: turns.slice(1).flatMap(({ start, isDay }) => {
      if (isDay !== dayFirst) return []
      const end = marks.findLast(mark => mark.end <= start)?.end ?? start
      return [(dayFirst ? before : !after) ? end : start]
    }),
  }
}

/** The parts of a sentence that has a day for each of its endpoints: `A since 2025-01-01 and B since 2025-02-02`. */
const byDays = (run: Run): readonly Run[] => {
  const { endpoints, days, starts } = turnsOf(run)
  return endpoints !== days ? [run] : cutAt(run, starts)
}
