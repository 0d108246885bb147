import type { Subject } from '../contracts/results/report.ts'
import type { Level } from '../contracts/results/verdict.ts'
import type { CredentialsInput, FixturesInput, NetworkInput, ProgressEvent, SetupFunctions } from '../engine/options.ts'
import type { reporters } from '../reporters/index.ts'
import type { Target } from './target.ts'

/** A published document: its URL, or its text and what to call it in the report. */
export type DocumentOption = string | URL | { readonly from: string; readonly text: string }

/** The published documents of a hub. */
export interface DocumentOptions {
  readonly reference?: DocumentOption
  readonly deprecationLog?: DocumentOption
  readonly changelog?: DocumentOption
}

/** The requirements to test. A string is a list of one. Names that match nothing are a {@link UsageError}. */
export interface SelectOptions {
  readonly suites?: string | readonly string[]
  /** Requirement ids, or patterns with `*`. */
  readonly only?: string | readonly string[]
  readonly skip?: string | readonly string[]
  readonly levels?: Level | readonly Level[]
  /** Suites that the target leaves out on purpose, and why. The result is `partial` at best. */
  readonly notOffered?: Readonly<Record<string, string>>
}

/** Headers in any of their usual forms. */
export type HeadersOption = Headers | Readonly<Record<string, string>> | readonly (readonly [string, string])[]

/** How requests are sent. */
export interface NetworkOptions extends Omit<NetworkInput, 'headers'> {
  /** Sent with every request to the target. */
  readonly headers?: HeadersOption
}

/** Credentials; a variable of the environment that is not set is refused, not taken for none. */
export type CredentialsOptions = {
  readonly [Name in keyof Omit<CredentialsInput, 'tokenFrom' | 'tokenSource'>]?: string | undefined
} & {
  /** Gets a token, also where the one before is refused or runs out. */
  readonly tokenFrom?: CredentialsInput['tokenFrom']
}

/** What both kinds of judging take. */
interface CommonOptions {
  /** Published documents; those that are not given are searched for on the target. */
  readonly documents?: DocumentOptions
  /** The date whose requirements are tested, such as `2025-11-21`; the newest by default. */
  readonly asOf?: string
  /** The requirements to test; all by default. */
  readonly select?: SelectOptions
}

/** How a hub is judged. Everything but the target may be left out. */
export interface ConformanceOptions extends CommonOptions {
  readonly target: Target
  /** What is judged, for the report: product, version, organization, URL, contact. */
  readonly subject?: { readonly [Field in keyof Subject]?: string }
  readonly credentials?: CredentialsOptions
  /** Names of things that exist on the target. */
  readonly fixtures?: FixturesInput
  /** Functions that create what the run can neither find nor create. */
  readonly setup?: SetupFunctions
  /** Content of a binding file: methods and paths of operations, if they differ from the published ones. */
  readonly bindings?: unknown
  /**
   * Lets the run create, change and delete things of its own. `true` is enough for a server of this process and for loopback; any other
   * target must be named by its host.
   */
  readonly allowWrites?: boolean | string
  readonly network?: NetworkOptions
  /** Milliseconds to wait for changes to become visible; default 10,000. */
  readonly patienceMs?: number
  /** Milliseconds for the run without cleanup: unfinished checks are inconclusive; default 900,000. */
  readonly deadlineMs?: number
  /** Seed of the generated names; default 1, so that two runs send the same requests. */
  readonly seed?: number
  /** Requests to removed v1 routes with generated names; default 18. Of more than that only unexpected answers are recorded. */
  readonly cases?: number
  /** Further values that the report must not show. */
  readonly secrets?: string | readonly string[]
  /** Called with the progress of the run. */
  readonly onProgress?: (event: ProgressEvent) => void
  /** Ends the run early; what it created is deleted all the same. */
  readonly signal?: AbortSignal
}

/** How published documents are judged, without a hub. */
export interface DocumentsOptions extends CommonOptions {
  readonly documents: DocumentOptions
}

/** How the requirements become tests. */
export interface TestOptions {
  /** The weakest level whose failures fail a test; failures below it are skipped tests that say so. `must` by default. */
  readonly failOn?: Level
  /** Lets the run pass although something that counts was not verified. */
  readonly allowIncomplete?: boolean
  /** Milliseconds for the whole run; default ten minutes. */
  readonly runTimeoutMs?: number
  /** What the group of tests is called. */
  readonly title?: string
  /** The selection, if a function returns the options: tests are registered before it is called. */
  readonly select?: SelectOptions
  /** Files to write reports to after the run, by format, also where tests fail: `{ junit: 'junit.xml' }`. */
  readonly reports?: { readonly [Format in keyof typeof reporters]?: string }
}
