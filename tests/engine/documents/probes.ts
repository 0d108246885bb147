import type { Sample } from './corpus.ts'

/** Pages around one form of writing each: those that keep to the document, and the same with one mistake. */

const first =
  'POST /v2/repositories, POST /v2/repositories/{namespace}, GET /v2/repositories/{namespace}/{repository} and HEAD /v2/repositories/{namespace}/{repository}'

/** A log of sentences; what stands in the place of the first four endpoints is said by the given one. */
const saidOfReplacements = (said: string): Sample => ({
  name: said,
  kind: 'deprecationLog',
  text: `# Endings

We label an endpoint deprecated before we remove it.

- The endpoints ${first} have been deprecated since 2025-09-19. ${said}
- GET /v2/repositories/{namespace} has been deprecated since 2025-06-27. listNamespaceRepositories replaces it.
- The v1 API was removed on 2022-08-23.
`,
})

const exchanged = (text: string): string =>
  text.replaceAll(/(Get|Check)(?=Repository)/g, name => (name === 'Get' ? 'Check' : 'Get'))

/** Clauses of which those behind the first one have no verb. */
const understood = [
  'CreateRepository replaces the two POST endpoints, GetRepository the GET and CheckRepository the HEAD.',
  'CreateRepository replaces the POSTs, GetRepository the GET, and CheckRepository the HEAD.',
  'CreateRepository replaces both POST endpoints, GetRepository the GET endpoint, CheckRepository the HEAD endpoint.',
  'Use CreateRepository instead of the POSTs, GetRepository instead of the GET and CheckRepository instead of the HEAD.',
  'The POST endpoints were replaced by CreateRepository, the GET by GetRepository, the HEAD by CheckRepository.',
  'The POST endpoints move to CreateRepository, the GET to GetRepository, and the HEAD to CheckRepository.',
  'CreateRepository is the successor of the POST endpoints, GetRepository of the GET endpoint, and CheckRepository of the HEAD endpoint.',
  'The replacement of the POSTs is CreateRepository, of the GET GetRepository and of the HEAD CheckRepository.',
  'The GET is replaced by GetRepository and the HEAD by CheckRepository, the POSTs by CreateRepository.',
]
const unread = [
  'CreateRepository supersedes the POST endpoints; GetRepository the GET; CheckRepository the HEAD.',
  'CreateRepository takes over from the two POSTs, GetRepository from the GET and CheckRepository from the HEAD.',
  'CreateRepository succeeds POST, GetRepository GET and CheckRepository HEAD.',
  'CreateRepository replaces POST, GetRepository GET, CheckRepository HEAD.',
  'Use CreateRepository for the POSTs, GetRepository for the GET and CheckRepository for the HEAD.',
  'CreateRepository stands in for the POSTs, GetRepository for the GET, CheckRepository for the HEAD.',
  'The POST endpoints became CreateRepository, the GET GetRepository and the HEAD CheckRepository.',
  'CreateRepository is the successor of the POST endpoints, GetRepository that of the GET and CheckRepository that of the HEAD.',
  'Successors: CreateRepository for the POSTs, GetRepository for the GET, CheckRepository for the HEAD.',
]

export const conforming: readonly Sample[] = [...understood, ...unread].map(saidOfReplacements)
export const broken: readonly Sample[] = understood.map(exchanged).map(saidOfReplacements)
