import data from './lifecycle.json' with { type: 'json' }
import sentenceData from './sentences.json' with { type: 'json' }

/** A calendar day, `2025-11-21`. */
export type IsoDate = `${number}-${number}-${number}`

/** An endpoint that is not to be used any more, as the published data file has it. */
export interface EndpointFact {
  readonly slug: string
  /** Upper case; `*` for every method. */
  readonly method: string
  readonly path: string
  readonly state: 'deprecated' | 'removed'
  readonly since: IsoDate
  /** What every request must be answered with; null where the document leaves it open. */
  readonly status: number | null
  readonly replacedBy: DocumentedOperation | null
  readonly sentence: string
  readonly section: string
}

/** One of the five endpoints that are labelled deprecated (section "Endpoints with a path shown"). */
export interface LegacyEndpoint extends Pick<EndpointFact, 'slug' | 'method' | 'path' | 'sentence'> {
  readonly deprecated: IsoDate
  readonly replacedBy: DocumentedOperation
}

/** One of the six v1 shapes that answer 410 (section "Removed v1 routes"). */
export interface V1Route extends Pick<EndpointFact, 'slug' | 'path' | 'replacedBy' | 'sentence'> {
  readonly removed: IsoDate
  readonly status: number
}

/** Ids of the operations that the document names one by one. */
export type DocumentedOperation =
  | 'ListRepositoryTags'
  | 'GetRepositoryTag'
  | 'CreateRepository'
  | 'GetRepository'
  | 'CheckRepository'
  | 'listNamespaceRepositories'
  | 'CreateRepositoryGroup'
  | 'UpdateRepositoryImmutableTags'
  | 'VerifyRepositoryImmutableTags'

/** A family of operations that the document names only as a whole. */
interface FamilyFact {
  readonly id: string
  readonly slug: string
  readonly tag: string
  readonly since: IsoDate | null
  readonly sentence: string
}

/** An operation the document names; `path` is null where it is "not shown". */
interface OperationFact extends FamilyFact {
  readonly id: DocumentedOperation
  readonly path: string | null
  /** For what the document has it, in its words. */
  readonly scope: string
  /** Where Docker Hub's published reference has it. */
  readonly published: { readonly method: string; readonly path: string }
}

/** A row of the document's deprecation log (section "Versioning"). */
export interface LogFact {
  readonly slug: string
  readonly status: 'Deprecated' | 'Removed' | null
  readonly date: IsoDate
  readonly endpoints: readonly string[]
  readonly sentence: string
}

/** A row of the document's change history (section "Versioning"). */
export interface ChangeFact {
  readonly slug: string
  readonly date: IsoDate
  readonly kind: 'New' | 'Update' | 'Deprecation'
  readonly names: readonly string[]
  readonly about: {
    readonly operations: readonly DocumentedOperation[]
    readonly endpoints: readonly string[]
    readonly tags: readonly string[]
  }
  readonly sentence: string
}

/** The lifecycle document as data, each fact with its section; the form of the published file. */
interface LifecycleData {
  /** Semantic version of the form. */
  readonly schemaVersion: string
  readonly version: IsoDate
  readonly document: string
  readonly areas: readonly { readonly tag: string; readonly section: string }[]
  readonly endpoints: readonly EndpointFact[]
  readonly operations: readonly OperationFact[]
  readonly families: readonly FamilyFact[]
  readonly deprecationLog: readonly LogFact[]
  readonly changeHistory: readonly ChangeFact[]
  /** What the document leaves open, and what no `must` may demand. */
  readonly notShown: readonly { readonly what: string; readonly section: string }[]
}

/** The published data, with the endpoints by their state. */
export interface Lifecycle extends LifecycleData {
  readonly legacyEndpoints: readonly LegacyEndpoint[]
  readonly v1Routes: readonly V1Route[]
}

/** A sentence or table row of the lifecycle document. */
export interface Sentence {
  readonly key: string
  readonly section: string
  readonly text: string
  /** First 16 hex digits of the SHA-256 of `text`. */
  readonly digest: string
  /** Why no requirement cites it. */
  readonly excluded?: string
}

const published = data as unknown as LifecycleData

const legacyEndpoints = published.endpoints.flatMap(
  ({ slug, method, path, state, since, replacedBy, sentence }): readonly LegacyEndpoint[] =>
    state === 'deprecated' && replacedBy !== null
      ? [{ slug, method, path, deprecated: since, replacedBy, sentence }]
      : [],
)

const v1Routes = published.endpoints.flatMap(
  ({ slug, path, state, since, status, replacedBy, sentence }): readonly V1Route[] =>
    state === 'removed' && status !== null ? [{ slug, path, removed: since, status, replacedBy, sentence }] : [],
)

export const lifecycle: Lifecycle = { ...published, legacyEndpoints, v1Routes }

export const sentences: readonly Sentence[] = sentenceData

const earliest = (facts: readonly { readonly date: IsoDate }[]): IsoDate =>
  facts.map(({ date }) => date).reduce((a, b) => (a < b ? a : b))

/** The day of the first entry of the change history: before it there is no history to publish. */
export const firstChange = earliest(lifecycle.changeHistory)

/** The earliest day in the document; what it states without a date holds from here on. */
export const earliestDate = earliest([...lifecycle.changeHistory, ...lifecycle.deprecationLog])

/** The sentence of that key. A key that no sentence has is a mistake of ours, found when the catalogue loads. */
export const sentence = (key: string): Sentence => {
  const found = sentences.find(candidate => candidate.key === key)
  if (!found) throw new Error(`no sentence of the lifecycle document has the key "${key}"`)
  return found
}

/** The one field of a resource that the document shows (section "Resources and their fields"). */
export const expiryField = 'expires_at'
