/** What a hub publishes about itself, read into plain data. Every value here can be written to a report and read back. */

/** A JSON Schema with every `$ref` resolved in place; a cycle is cut at `{}` and unreadable corners become `{}`. */
export type JsonSchema = { readonly [key: string]: unknown }

/** One operation of a published OpenAPI reference. */
export interface ReferenceOperation {
  /** Upper case: `GET`. */
  readonly method: string
  /** Template below the target's base URL: the path of the reference's own `servers` entry, then the path item's key. */
  readonly path: string
  readonly operationId?: string
  readonly tags: readonly string[]
  readonly summary?: string
  readonly deprecated: boolean
  /** Declared parameters, the path item's included. */
  readonly parameters?: readonly ReferenceParameter[]
  readonly requestBody?: { readonly mediaType: string; readonly schema: JsonSchema; readonly example?: unknown }
  /** One per status and media type; `mediaType` and `schema` are absent where no content is declared. */
  readonly responses: readonly ReferenceResponse[]
}

export interface ReferenceParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  /** An example, default or first enumerated value, where one is declared. */
  readonly example?: unknown
}

export interface ReferenceResponse {
  /** As text: `200`, `2XX`, `default`. */
  readonly status: string
  readonly mediaType?: string
  readonly schema?: JsonSchema
}

/** A published OpenAPI document (3.0, 3.1 or 3.2). */
export interface PublishedReference {
  /** The file or URL it was read from. */
  readonly from: string
  readonly version: string
  readonly operations: readonly ReferenceOperation[]
  /** Corners that could not be read, one sentence each. They cost nothing but themselves. */
  readonly problems: readonly string[]
}

/** An endpoint named in running text: `GET /v2/repositories/{namespace}`; the method is often left out. */
export interface EndpointMention {
  readonly method?: string
  readonly path: string
}

/** A row of a published deprecation log, with what the section it links to says. */
export interface LogRow {
  /** As published, trimmed; empty where the cell is empty. */
  readonly status: string
  readonly feature: string
  readonly date: string
  /** 1-based line of the row. */
  readonly line: number
  /** Text of the row and of the section that it links to. */
  readonly text: string
  /** Endpoints named by the row or its section. */
  readonly endpoints: readonly EndpointMention[]
  /** Statements "old endpoint is replaced by …" of that section. */
  readonly replacements: readonly PublishedReplacement[]
}

/** "OLD is replaced by NEW", from a table or a sentence. */
export interface PublishedReplacement {
  readonly old: EndpointMention
  /** Path of the replacement where one is named. */
  readonly path?: string
  /** Operation id of the replacement where a link or the text names one. */
  readonly operationId?: string
  readonly line: number
}

/** A published deprecation log. */
export interface PublishedLog {
  readonly from: string
  readonly rows: readonly LogRow[]
  /** Every mapping from an old endpoint to a new one, wherever on the page it stands, in page order. */
  readonly replacements: readonly PublishedReplacement[]
  /** Every endpoint the page names anywhere, in page order, once each. */
  readonly endpoints: readonly EndpointMention[]
  readonly problems: readonly string[]
}

/** One change of a published change history. */
export interface ChangeEntry {
  /** As published, trimmed: `2025-11-21`. */
  readonly date: string
  /** Heading or cell above the change, as published: `Updates`, `New`, `Deprecations`; empty where there is none. */
  readonly kind: string
  readonly text: string
  readonly line: number
  readonly endpoints: readonly EndpointMention[]
  /** Operation ids that the entry's links or text name (`#tag/repositories/operation/CreateRepository`). */
  readonly operationIds: readonly string[]
  /** Tags that the entry's links name (`#tag/access-tokens`). */
  readonly tags: readonly string[]
}

/** A published change history. */
export interface PublishedChangelog {
  readonly from: string
  /** The date headings (or cells) in page order, each once, also those without an entry below them. */
  readonly dates: readonly { readonly date: string; readonly line: number }[]
  readonly entries: readonly ChangeEntry[]
  readonly problems: readonly string[]
}

/** What was found of a hub's published documents; a missing one is a missing need, never a failure. */
export interface PublishedDocuments {
  readonly reference?: PublishedReference
  readonly deprecationLog?: PublishedLog
  readonly changelog?: PublishedChangelog
}
