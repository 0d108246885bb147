import type { ChangeEntry, PublishedChangelog, ReferenceOperation } from '../../contracts/documents.ts'
import { oncePer } from '../remembered.ts'
import { isMentionOf } from './published-documents.ts'

/** What a part of the change history names, and the areas of the operations among that. */
export type Named = Pick<ChangeEntry, 'text' | 'endpoints' | 'operationIds' | 'tags'> & {
  readonly areas?: readonly string[]
}

/** An id that is no word of a sentence: `listKeys`, `list_keys`, `keys-2`. */
const isNoWord = (id: string): boolean => /[a-z][A-Z]|[_-]|\d/.test(id)

/** Whether a text names a published operation: by its method and path, its path or its id. */
const namesOperation = ({ endpoints, operationIds, text }: Named): ((operation: ReferenceOperation) => boolean) => {
  const lower = (ids: readonly string[]): ReadonlySet<string> => new Set(ids.map(id => id.toLowerCase()))
  const ids = lower(operationIds)
  const words = lower(text.split(/[^\p{L}\p{N}_-]+/u))
  return operation => {
    if (endpoints.some(mention => isMentionOf(mention, operation))) return true
    const id = operation.operationId?.toLowerCase() ?? ''
    return ids.has(id) || (isNoWord(operation.operationId ?? '') && words.has(id))
  }
}

const none: readonly ReferenceOperation[] = []

const withAreasBy = oncePer((changelog: PublishedChangelog) =>
  oncePer((operations: readonly ReferenceOperation[]): PublishedChangelog => {
    const inAreas = <T extends Named>(named: T): T => ({
      ...named,
      areas: [...new Set(operations.filter(namesOperation(named)).flatMap(({ tags }) => tags))],
    })
    return { ...changelog, entries: changelog.entries.map(inAreas), passages: changelog.passages.map(inAreas) }
  }),
)

/** The change history with the areas whose operations it names, as the target's own reference publishes them. */
export const withAreas = (changelog: PublishedChangelog, operations = none): PublishedChangelog =>
  withAreasBy(changelog)(operations)
