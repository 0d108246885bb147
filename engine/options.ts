import type { IsoDate } from '../contracts/lifecycle.ts'
import type { FixtureName } from '../contracts/requirement.ts'
import type { Report, Subject } from '../contracts/results/report.ts'
import type { Level, Verdict } from '../contracts/results/verdict.ts'
import { runDefaults, type Setting, type SettingNames } from '../contracts/run/settings.ts'
import type { LedgerStore } from './cleanup/ledger.ts'

/** A server that needs no socket. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/**
 * Where the requests go: a base URL, or a handler that answers under one ({@link handlerBase} by default). `own`: the URL is of a server in
 * this process.
 */
export type TargetInput =
  | { readonly url: string; readonly own?: true }
  | { readonly handler: FetchHandler; readonly url?: string }

/** The base URL of a handler that has no address. */
export const handlerBase = 'http://hub.invalid'

/** A published document that the caller has read, or the URL to fetch it from. URLs get no credentials unless they are the target's own origin. */
export type DocumentInput =
  | {
      readonly from: string
      readonly text: string
      /** Reads a file in the same directory or below, to which an OpenAPI document refers; undefined where there is none. */
      readonly sibling?: (name: string) => Promise<string | undefined>
    }
  | { readonly url: string }

export interface CredentialsInput {
  /** How it travels: `NAME: VALUE` with `{token}` in the value, or `{basic}` for user name and password; default `Authorization: Bearer {token}`. */
  readonly header?: string
  /** Sent with each request that is to be let in. */
  readonly token?: string
  /** Where the token is from, in the caller's words, such as a variable of the environment. */
  readonly tokenSource?: string
  /** Gets a token, also where the one before is refused or runs out. What it throws says why there is none, and no secret. */
  readonly tokenFrom?: () => Promise<string>
  /** Exchanged for a token at the bound login operation. */
  readonly username?: string
  readonly password?: string
  /** The header that carries the token of a session with the credentials; the one that the target declares by default. */
  readonly csrfHeader?: string
  /** The value of that header, if no login returns one. */
  readonly csrfToken?: string
}

export interface FixturesInput {
  readonly namespace?: string
  readonly repository?: string
  readonly tag?: string
  readonly org?: string
  readonly groupId?: string
}

/** What a function of a setup module is told. */
export interface SetupContext {
  /** Base URL of the target. */
  readonly target: string
  /** Of the run: what is made is best named with it. */
  readonly prefix: string
  readonly namespace?: string
  readonly repository?: string
  readonly org?: string
}

/** What a function made, by the names of the fixtures (`org`, `groupId`, …), and how it is undone after the run. */
export type SetupResult = { readonly teardown?: () => unknown } & { readonly [member: string]: unknown }

export type SetupName = 'namespace' | 'repository' | 'tag' | 'organization' | 'group' | 'token'

/** Functions of the user's, called when the run needs what it can neither find nor make. */
export type SetupFunctions = {
  readonly [Name in SetupName]?: (context: SetupContext) => SetupResult | Promise<SetupResult>
}

export interface DocumentsInput {
  readonly reference?: DocumentInput
  readonly deprecationLog?: DocumentInput
  readonly changelog?: DocumentInput
}

/** What to run. Names that match nothing are a {@link UsageError}, and so is a selection that leaves nothing. */
export interface SelectionInput {
  readonly suites?: readonly string[]
  /** Requirement ids, or patterns with `*`. */
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly levels?: readonly Level[]
  /** Suites that the target leaves out on purpose, and why: nothing of them is asked, and the run is partial at best. */
  readonly notOffered?: Readonly<Record<string, string>>
}

/** What holds where a run is told nothing else. The seed is fixed, so that a gate says tomorrow what it says today. */
export const defaults = {
  concurrency: 8,
  timeoutMs: 10_000,
  deadlineMs: 15 * 60_000,
  retries: 3,
  ...runDefaults,
} as const

/** The least and the most that a number of a run may be, times in milliseconds: the same in every place where it can be set. */
export const limits = {
  concurrency: [1, 256],
  retries: [0, 100],
  seed: [0, Number.MAX_SAFE_INTEGER],
  cases: [runDefaults.cases, 1_000_000],
  timeoutMs: [1, 3_600_000],
  patienceMs: [1, 3_600_000],
  deadlineMs: [1000, 86_400_000],
} as const

export interface NetworkInput {
  /** Requests under way at once; default 8. */
  readonly concurrency?: number
  /** Milliseconds for one request, first byte sent to last byte received; default 10,000. */
  readonly timeoutMs?: number
  /** How often a 429, or a 503 that names a time to wait, is asked again; default 3. */
  readonly retries?: number
  /** Requests per minute; no limit by default. */
  readonly ratePerMinute?: number
  /** Sent with every request to the target. */
  readonly headers?: readonly (readonly [string, string])[]
  /** PEM text of additional certificate authorities. */
  readonly ca?: string
  /** Do not verify certificates. Loud in every report. */
  readonly insecure?: boolean
  /** URL of an HTTP proxy. */
  readonly proxy?: string
}

/** What a run is doing, for a progress line. */
export type ProgressEvent =
  | { readonly type: 'plan'; readonly requirements: number; readonly cases: number }
  /** Something that was not named was found; `from` says where. */
  | { readonly type: 'found'; readonly need: FixtureName; readonly name: string; readonly from: string }
  /** A request was answered, or was not; `of` is the case or the fixture that was asked about last. */
  | { readonly type: 'request'; readonly of: string; readonly status?: number }
  | { readonly type: 'case'; readonly requirement: string; readonly name: string; readonly verdict: Verdict }
  | { readonly type: 'requirement'; readonly requirement: string; readonly verdict: Verdict }
  | { readonly type: 'cleanup'; readonly left: number }

/** Time as the run sees it; tests give their own. */
export interface Clock {
  now(): number
  pause(ms: number): Promise<void>
}

export interface RunInput {
  readonly target: TargetInput
  /** What is judged, in the words of the report. */
  readonly subject?: Partial<Subject>
  readonly credentials?: CredentialsInput
  readonly fixtures?: FixturesInput
  readonly setup?: SetupFunctions
  readonly documents?: DocumentsInput
  /** Content of a binding file, parsed: `{ operations: { GetRepository: { method, path, query?, body? } } }`. */
  readonly bindings?: unknown
  /** The day whose requirements are run; the newest by default. */
  readonly asOf?: IsoDate
  readonly select?: SelectionInput
  /** Ids of requirements that are judged before anything of the rest is asked; what is not selected stays so. */
  readonly first?: readonly string[]
  /** Called with a report of these alone, as soon as they are judged. */
  readonly onFirst?: (report: Report) => void
  /** Lets the run create, change and delete things of its own: on this machine (`true`), or on the host that is named. */
  readonly allowWrites?: boolean | string
  /** Ask the removed v1 routes in every combination of three factors rather than of two. */
  readonly thorough?: boolean
  /** Where what is created is kept beyond the process, before it is created. */
  readonly ledger?: LedgerStore
  readonly network?: NetworkInput
  /** Milliseconds to wait for something to appear that the target may show late; default 10,000. */
  readonly patienceMs?: number
  /** Milliseconds for the whole run, cleaning up excluded: what is open then stays inconclusive; default 900,000, and what keeping to a rate adds. */
  readonly deadlineMs?: number
  readonly seed?: number
  /** Requests to removed v1 routes with generated names; default 20. */
  readonly cases?: number
  /** RunOptions options as the report shows them. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Further values that no output may show. */
  readonly secrets?: readonly string[]
  /** The caller's names of the settings, for reasons and errors. */
  readonly settingNames?: SettingNames
  readonly onProgress?: (event: ProgressEvent) => void
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

class SettingError extends Error {
  /** The settings that are wrong or missing, or that may help. */
  readonly settings: readonly Setting[]
  constructor(message: string, ...settings: Setting[]) {
    super(message)
    this.settings = settings
  }
}

/** The caller asked for something that cannot be done; the message says what to do instead. */
export class UsageError extends SettingError {
  override readonly name: string = 'UsageError'
}

/** No request reached the target. */
export class TargetUnreachable extends SettingError {
  override readonly name: string = 'TargetUnreachable'
}

/** A password in a URL is seen wherever the URL is. */
export const hasUserinfo = ({ username, password }: URL): boolean => username !== '' || password !== ''

/** The message of an error, with the caller's names of the settings that it is about. */
export const errorText = ({ message, settings }: SettingError, names: SettingNames): string =>
  settings.length === 0 ? message : `${message} (${settings.map(setting => names[setting]).join(', ')})`
