import type { EndpointFact } from '../lifecycle.ts'

/** The version of the form in which a usage is written as JSON. */
export const usageSchemaVersion = '1.0'

/** Where requests were seen. */
export type UsageSource =
  | { readonly kind: 'har'; readonly file: string }
  | { readonly kind: 'proxy'; readonly target: string }
  | { readonly kind: 'log'; readonly files: readonly string[] }

/** Names with the requests of each, the most first. */
export interface Shares {
  readonly shown: readonly { readonly name: string; readonly requests: number }[]
  /** Requests of those that are not shown. */
  readonly others: number
}

/** Who used a route and when, as access logs have it. An empty name or day is one that the log does not have. */
export interface LoggedUse {
  readonly clients: Shares
  readonly agents: Shares
  /** In their order; days in UTC. */
  readonly days: readonly { readonly day: string; readonly requests: number }[]
}

/** The first request to a route. */
export interface FirstUse {
  /** Which request it was, counted from 1: the entry of the HAR file, or the request that was forwarded. */
  readonly request: number
  /** When, as RFC 3339; null where the HAR file does not say. */
  readonly at: string | null
  readonly method: string
  /** Without user name, password, query and fragment. */
  readonly url: string
}

/** How a deprecated or removed route was used. */
export interface RouteUse extends Pick<EndpointFact, 'slug' | 'method' | 'path' | 'state' | 'since'> {
  readonly requests: number
  /** Requests by method. */
  readonly methods: Readonly<Record<string, number>>
  /** Requests by status; `none` where no answer was seen. */
  readonly statuses: Readonly<Record<string, number>>
  /** What to use instead, and where Docker Hub publishes it; null where the lifecycle document names nothing. */
  readonly replacement: { readonly operation: string; readonly method: string; readonly path: string } | null
  readonly first: FirstUse
  /** Of access logs alone. */
  readonly by?: LoggedUse
}

/** Which deprecated and removed routes a client uses. */
export interface Usage {
  readonly source: UsageSource
  /** `removed`: one is used. `deprecated`: one is used, and no removed one. `nothing-seen`: no request went to the API at all. `not-all-seen`: none is used by what was seen, and answers led past it. */
  readonly result: 'removed' | 'deprecated' | 'none' | 'nothing-seen' | 'not-all-seen'
  readonly requests: {
    /** All that were looked at. */
    readonly seen: number
    /** Those to a path of the API, wherever it is mounted. */
    readonly toApi: number
    /** Entries of a HAR file that are no HTTP request, and lines of a log that are not understood. */
    readonly leftOut: number
  }
  /** Addresses in forwarded answers. */
  readonly links?: {
    /** Those of the target that became those of the proxy. */
    readonly rewritten: number
    /** Other origins that answers name for paths of the API: requests to them are not seen. */
    readonly outside: readonly string[]
    /** Answers whose addresses could not be read. */
    readonly unread: number
  }
  /** Removed ones first. */
  readonly routes: readonly RouteUse[]
}
