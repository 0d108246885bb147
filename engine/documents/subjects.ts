import { sentenceSpans } from '../../checks/documents/sentences.ts'
import { lastPieces } from '../../checks/remembered.ts'
import type { Subjects } from '../../contracts/documents.ts'
import { fragmentPart, isOfOld, placedIds, placedMentions, uniqueEndpoints } from './mentions.ts'
import { insideOf, type Run, type Span } from './pages/text.ts'
import { replacementsSaid } from './replacements.ts'

/** What stands in front of an operation that a sentence sends its readers to: `Use X for tags`, `Tags are now read with X`. */
const advises =
  /\b(?:(?:use|call|see|try|prefer)(?! of\b)|(?:(?:is|are|be|been)\b[^.;:]{0,60} )(?:with|through|via|by|using))\b[^.;:]*$/i
const forbids = /\b(?:not|never|no longer|stop|avoid)\b|n['’]t\b/i

/** How much of a sentence is looked at around an operation. */
const mostAround = 200

/** Whether a place stands in a sentence behind the first one which only sends its readers there: `v1 API. Use X for tags.` */
const advisedIn = ({ text }: Run): ((at: number) => boolean) => {
  const [first, ...others] = sentenceSpans(text)
  return at => {
    const own = first && others.find(({ start, end }) => start <= at && at < end)
    if (!own) return false
    const start = Math.max(own.start, at - mostAround)
    return advises.test(text.slice(start, at)) && !forbids.test(text.slice(start, Math.min(own.end, at + mostAround)))
  }
}

/**
 * What a run is about: the endpoints, operations and tags that it names, without what it names as a replacement.
 * A `legacy CreateRepository` is not the operation of that name.
 */
export const subjectsOf = lastPieces(4_000, (run: Run, lenient: boolean = false): Subjects => {
  const isNew = insideOf(replacementsSaid(run), run)
  const own = <T extends Span>(places: readonly T[]): readonly T[] => places.filter(({ start }) => !isNew(start))
  const isAdvised = advisedIn(run)
  const ids = own(placedIds(run)).filter(({ start }) => !isOfOld(run, start) && !isAdvised(start))
  const tags = own(run.links).flatMap(({ url }) => fragmentPart(url, /#\/?tags?\/([^/?#&]+)/) ?? [])
  return {
    endpoints: uniqueEndpoints(own(placedMentions(run, lenient))),
    operationIds: [...new Set(ids.map(({ id }) => id))],
    tags: [...new Set(tags)],
  }
})

/** Whether neither an endpoint nor an operation is named; an area may be. */
export const isUnnamed = ({ endpoints, operationIds }: Subjects): boolean =>
  endpoints.length + operationIds.length === 0

export const isEmpty = (subjects: Subjects): boolean => isUnnamed(subjects) && subjects.tags.length === 0

export const joinedSubjects = (all: readonly Subjects[]): Subjects => ({
  endpoints: uniqueEndpoints(all.flatMap(({ endpoints }) => endpoints)),
  operationIds: [...new Set(all.flatMap(({ operationIds }) => operationIds))],
  tags: [...new Set(all.flatMap(({ tags }) => tags))],
})
