import type { ChangeEntry, PublishedChangelog, ReferenceOperation } from '../../contracts/documents.ts'
import { oncePer } from '../remembered.ts'
import { isMentionOf } from './published-documents.ts'

/** What a part of the change history names, and the areas of the operations among that. */
export type Named = Pick<ChangeEntry, 'text' | 'endpoints' | 'operationIds' | 'tags'> & {
  /** Absent where no reference was read. */
  readonly areas?: readonly string[]
}

/** An id that is no word of a sentence: `listKeys`, `list_keys`, `keys-2`. */
const isNoWord = (id: string): boolean => /[a-z][A-Z]|[_-]|\d/.test(id)

/** Whether a text names a published operation by its id. */
const namesId = ({ operationIds, text }: Named): ((operation: ReferenceOperation) => boolean) => {
  const lower = (ids: readonly string[]): ReadonlySet<string> => new Set(ids.map(id => id.toLowerCase()))
  const ids = lower(operationIds)
  const words = lower(text.split(/[^\p{L}\p{N}_-]+/u))
  return operation => {
    const id = operation.operationId?.toLowerCase() ?? ''
    return ids.has(id) || (isNoWord(operation.operationId ?? '') && words.has(id))
  }
}

const withAreasBy = oncePer((changelog: PublishedChangelog) =>
  oncePer((operations: readonly ReferenceOperation[]): PublishedChangelog => {
    const inAreas = <T extends Named>(named: T): T => {
      // Where an operation is known by its path, its own id is another name of that.
      const byId = operations.filter(namesId(named)).map(({ method, path }) => ({ method, path }))
      const endpoints = [...named.endpoints, ...byId]
      const isNamed = (operation: ReferenceOperation): boolean =>
        endpoints.some(mention => isMentionOf(mention, operation))
      return { ...named, endpoints, areas: [...new Set(operations.filter(isNamed).flatMap(({ tags }) => tags))] }
    }
    return { ...changelog, entries: changelog.entries.map(inAreas), passages: changelog.passages.map(inAreas) }
  }),
)

/** The change history with the paths of the operations that it names by their ids, and the areas of all that it names, as the target's own reference publishes them. */
export const withAreas = (
  changelog: PublishedChangelog,
  operations: readonly ReferenceOperation[],
): PublishedChangelog => withAreasBy(changelog)(operations)
