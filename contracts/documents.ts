/** What a hub publishes about itself, read into plain data. Every value here can be written to a report and read back. */

/** In a resolved schema, in the place of what a `$ref` does not lead to: the reference and why. No published document has such a key by chance. */
export const unresolvedKey = 'x-hub-conformance-unresolved'

/** What stands below {@link unresolvedKey}. */
export interface Unresolved {
  readonly reference: string
  readonly why: string
}

/** What a document declares of an answer where it declares its status alone. */
export const noSchema = 'no schema'

/** A JSON Schema with every `$ref` resolved in place; a cycle is cut at `{}` and unreadable corners become `{}`. */
export type JsonSchema = { readonly [key: string]: unknown }

/** A part of a document that was not read, or not understood: it may hold anything. */
export interface Unread {
  /** 1-based line of a page. */
  readonly line?: number
  /** Place in an OpenAPI document: `#/paths/~1v2~1x/get`. */
  readonly at?: string
  /** One sentence. */
  readonly why: string
}

/** What may have become of an endpoint. */
export type State = 'active' | 'deprecated' | 'removed'

/** What a change history calls a change. */
export type ChangeKind = 'New' | 'Update' | 'Deprecation' | 'Removal' | 'Issue'

/** A date as a page has it, and the days that it can mean: one, or several where it leaves that open. */
export interface PublishedDate {
  readonly text: string
  /** ISO 8601 days; every day of the month where only the month is named. */
  readonly days: readonly string[]
  /** Whether it is written as ISO 8601 has it. */
  readonly iso: boolean
  /** Whether it stands next to what it is taken for the day of: it may be that of something else. */
  readonly elsewhere?: true
}

/** What a statement is about, as far as it names it. What it names as a replacement is not part of it. */
export interface Subjects {
  readonly endpoints: readonly EndpointMention[]
  /** Operation ids that links or words name (`#tag/repositories/operation/CreateRepository`). */
  readonly operationIds: readonly string[]
  /** Tags that links name (`#tag/access-tokens`). */
  readonly tags: readonly string[]
}

/** One operation of a published OpenAPI reference. */
export interface ReferenceOperation {
  /** Upper case: `GET`. */
  readonly method: string
  /** Template below the target's base URL: the path of the reference's own `servers` entry, then the path item's key. */
  readonly path: string
  readonly operationId?: string
  readonly tags: readonly string[]
  /** How it has credentials sent, each an alternative, where the document has several forms; as in {@link PublishedReference.credentialForms}. */
  readonly credentialForms?: readonly string[]
  readonly summary?: string
  readonly description?: string
  /** Further texts about the operation: of its external documentation, and of extensions on its deprecation. */
  readonly notes?: readonly string[]
  /** What its texts and extensions such as `x-replaced-by` state as a replacement, where it is one that the document has as old. */
  readonly replacements?: readonly PublishedReplacement[]
  /** What extensions such as `x-deprecated-since` state as the day of its deprecation. */
  readonly deprecatedSince?: readonly { readonly key: string; readonly value: string }[]
  readonly deprecated: boolean
  /** What may be a label and is not OpenAPI's, as published: `x-deprecated: true`, or a `deprecated` that is no boolean. */
  readonly unclearLabel?: string
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
  /** The type that its schema names, where it names one alone, or next to `null`. */
  readonly type?: string
  /** The format that its schema names, such as `date-time`. */
  readonly format?: string
  /** An example, default or first enumerated value, where one is declared. */
  readonly example?: unknown
  /** The values that its schema, or that of its items, enumerates. */
  readonly values?: readonly (string | number | boolean)[]
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
  /** What it says in words outside of its operations: of itself, its areas and its paths. */
  readonly prose?: PublishedLog
  /** How its security schemes have credentials sent, as `NAME: VALUE` with `{token}` or `{basic}`; what most operations accept first. */
  readonly credentialForms?: readonly string[]
  /** The header in which a token of the session goes with the credentials, against requests of other sites. */
  readonly csrfHeader?: string
  /** Corners that could not be read, one sentence each. They cost nothing but themselves. */
  readonly problems: readonly string[]
  /** Those of them that may hold operations or what is declared of one. */
  readonly unread: readonly Unread[]
}

/** An endpoint named in running text: `GET /v2/repositories/{namespace}`; the method is often left out. */
export interface EndpointMention {
  readonly method?: string
  readonly path: string
}

/** A statement of a published deprecation log: a row, an entry of a list or a sentence, with what the section it links to says. */
export interface LogRow extends Subjects {
  /** As published, trimmed; empty where the cell is empty. */
  readonly status: string
  /** The states that the status can mean: none where none is stated, several where that is not understood. */
  readonly states: readonly State[]
  readonly feature: string
  readonly date: string
  readonly dates: readonly PublishedDate[]
  /** What the page says, where the status and the date are not fields of their own. */
  readonly quote?: string
  /** 1-based line of the row. */
  readonly line: number
  /** Text of the row and of the section that it links to. */
  readonly text: string
  /** What the row itself names, without the section that it links to. */
  readonly itself: Subjects
  /** Whether a part of the section may be that of another row: of one that names nothing and leads nowhere. */
  readonly mixed?: true
  /** Statements "old endpoint is replaced by …" of that section. */
  readonly replacements: readonly PublishedReplacement[]
}

/** "OLD is replaced by NEW", from a table or a sentence. */
export interface PublishedReplacement {
  readonly old: EndpointMention
  /** Path of the replacement where one is named. */
  readonly path?: string
  /** Its method, where one is named. */
  readonly method?: string
  /** Operation id of the replacement where a link or the text names one. */
  readonly operationId?: string
  /** Where the page says that there is no replacement. */
  readonly none?: true
  /** Where the sentence may be about a part of the endpoint, a condition or what was so once. */
  readonly unsure?: true
  /** Where one statement names several for one old endpoint, to choose from or to use together. */
  readonly choice?: true
  /** Where an extension of the operation states it, which is of that one alone. */
  readonly extension?: true
  readonly line: number
  /** Tells statements of one line apart; what one statement names for several endpoints has the same number. */
  readonly statement?: number
}

/** A sentence, a cell or an item of a page: what can hold a statement. */
export interface Passage extends Subjects {
  readonly text: string
  readonly line: number
  /** Whether it is a heading. */
  readonly heading?: true
  /** How many of the passages that follow are the list or the table that it introduces. */
  readonly introduces?: number
  /** Where the page is a deprecation log and a change history: the one that it is in. */
  readonly part?: PartOfPage
}

export type PartOfPage = 'deprecation-log' | 'changelog'

/** A published deprecation log. */
export interface PublishedLog {
  readonly from: string
  /** Where it is the prose of a reference. */
  readonly document?: 'reference'
  /** Of such prose, which description each line belongs to, by the first line of each. */
  readonly parts?: readonly { readonly line: number; readonly name: string }[]
  readonly rows: readonly LogRow[]
  /** Every mapping from an old endpoint to a new one, wherever on the page it stands, in page order. */
  readonly replacements: readonly PublishedReplacement[]
  /** Every endpoint the page names anywhere, in page order, once each. */
  readonly endpoints: readonly EndpointMention[]
  /** Everything that the page says, in page order. */
  readonly passages: readonly Passage[]
  readonly problems: readonly string[]
  readonly unread: readonly Unread[]
}

/** One change of a published change history. */
export interface ChangeEntry extends Subjects {
  /** As published, trimmed: `2025-11-21`. */
  readonly date: string
  readonly dates: readonly PublishedDate[]
  /** Heading or cell above the change, as published: `Updates`, `New`, `Deprecations`; empty where there is none. */
  readonly kind: string
  readonly text: string
  readonly line: number
}

/** A published change history. */
export interface PublishedChangelog {
  readonly from: string
  /**
   * The date headings (or cells, whatever stands in them) in page order, also those without an entry below them: each once, or once below each heading of a kind
   * of change, whose line is their `group`. `part` is the line of the heading of a part of the page that has several of them.
   */
  readonly dates: readonly (PublishedDate & {
    readonly date: string
    readonly line: number
    readonly group?: number
    readonly part?: number
  })[]
  readonly entries: readonly ChangeEntry[]
  /** Every mapping from an old endpoint to a new one, in page order. */
  readonly replacements: readonly PublishedReplacement[]
  /** Everything that the page says, in page order. */
  readonly passages: readonly Passage[]
  readonly problems: readonly string[]
  readonly unread: readonly Unread[]
}

/** The fixture that each document is. */
export const documentFixtures = {
  reference: 'reference',
  deprecationLog: 'deprecation-log',
  changelog: 'changelog',
} as const

/** What was found of a hub's published documents; a missing one is a missing need, never a failure. */
export interface PublishedDocuments {
  readonly reference?: PublishedReference
  readonly deprecationLog?: PublishedLog
  readonly changelog?: PublishedChangelog
}
