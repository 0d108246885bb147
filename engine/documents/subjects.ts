import { lastPieces } from '../../checks/remembered.ts'
import type { Subjects } from '../../contracts/documents.ts'
import { fragmentPart, isOfOld, placedIds, placedMentions, uniqueEndpoints } from './mentions.ts'
import { insideOf, type Run, type Span } from './pages/text.ts'
import { replacementsSaid } from './replacements.ts'

/**
 * What a run is about: the endpoints, operations and tags that it names, without what it names as a replacement.
 * A `legacy CreateRepository` is not the operation of that name.
 */
export const subjectsOf = lastPieces(4_000, (run: Run, lenient: boolean = false): Subjects => {
  const isNew = insideOf(replacementsSaid(run), run)
  const own = <T extends Span>(places: readonly T[]): readonly T[] => places.filter(({ start }) => !isNew(start))
  const ids = own(placedIds(run)).filter(({ start }) => !isOfOld(run, start))
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
