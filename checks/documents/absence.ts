import type { Passage, PublishedChangelog, PublishedLog } from '../../contracts/documents.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Finding } from '../../contracts/results/finding.ts'
import { isRow, namesV1Api, openStatement, unreadPart } from './claims.ts'
import type { Thing } from './clauses.ts'
import { thingsIn } from './prose/names.ts'
import { type Endpoint, isMentionOf, isRemovedRoute, passageExcerpt, sameName } from './published-documents.ts'
import { codesIn } from './stated-status.ts'
import { isUnaffected } from './vocabulary.ts'

/** What can be the replacement of an old endpoint: an operation of the document, or its path. */
const isCurrent = (thing: Thing): boolean =>
  thing.is === 'operation'
    ? lifecycle.operations.some(({ id }) => sameName(thing.id, id))
    : thing.is === 'endpoint' && lifecycle.operations.some(({ published }) => isMentionOf(thing, published))

/** The passage with what its heading names, where it names no endpoint itself: a field is of what stands above it. */
const withHeadings = (passages: readonly Passage[]): readonly { passage: Passage; about: Passage }[] => {
  let heading: Passage | undefined
  return passages.map(passage => {
    if (passage.heading) heading = passage
    return { passage, about: passage.endpoints.length === 0 && heading ? heading : passage }
  })
}

/**
 * What leaves open whether a page names the replacement of an endpoint, where no statement on it was understood: a part that was not
 * read, or a row or a field that names something current next to it. Sentences are read where replacements are, and an entry of a
 * change history names what is new next to what is old.
 */
export const possibleReplacement = (
  document: 'deprecation-log' | 'changelog',
  page: PublishedLog | PublishedChangelog,
  endpoint: Pick<Endpoint, 'path'> & Partial<Endpoint>,
  feature: string,
): Finding | undefined => {
  const isIt = ({ endpoints }: Passage): boolean =>
    endpoints.some(({ path, method }) =>
      isMentionOf({ path, ...(endpoint.method && method && { method }) }, { method: '', ...endpoint }),
    )
  const lines = new Set([...page.replacements, ...('entries' in page ? page.entries : [])].map(({ line }) => line))
  const found = withHeadings(page.passages).find(
    ({ passage, about }) =>
      !passage.heading &&
      (about !== passage || isRow(passage.text)) &&
      isIt(about) &&
      !lines.has(passage.line) &&
      !isUnaffected(passage.text) &&
      thingsIn(passage.text).some(isCurrent),
  )
  return found
    ? openStatement(feature, { ...passageExcerpt(page, found.passage), document })
    : unreadPart(document, page, feature)
}

/** What leaves open whether a page states that removed v1 routes answer something else: a number next to them that may be a status. */
export const possibleStatus = (log: PublishedLog, feature: string): Finding | undefined => {
  const isOfV1 = ({ text, endpoints }: Passage): boolean =>
    endpoints.some(({ path }) => isRemovedRoute(path)) || namesV1Api(text)
  const found = withHeadings(log.passages).find(
    ({ passage, about }) =>
      !passage.heading && codesIn(passage.text).some(status => status !== '410') && (isOfV1(passage) || isOfV1(about)),
  )
  return found
    ? openStatement(feature, passageExcerpt(log, found.passage))
    : unreadPart('deprecation-log', log, feature)
}
