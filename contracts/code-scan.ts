import type { EndpointFact } from './lifecycle.ts'
import type { GateFinding, KnownEntry } from './results/report.ts'
import type { RouteUse } from './run/usage.ts'

/** The version of the form in which a scan of source code is written as JSON. */
export const codeScanSchemaVersion = '1.0'

/** How sure it is that a text uses a route: nothing is open, one thing is, or more. */
export const certainties = ['certain', 'likely', 'possible'] as const

export type Certainty = (typeof certainties)[number]

/** What a text leaves open. */
export type Doubt =
  /** Which method the request has. */
  | 'method'
  /** Which host it goes to. */
  | 'host'
  /** Which host it goes to, in a file that names Docker Hub. */
  | 'host-in-file'
  /** Which host it goes to, in a file that does not mention Docker. */
  | 'other-api'
  /** Which of several routes: one variable may hold a namespace, a repository or both. */
  | 'route'
  /** Where the path ends. */
  | 'end'
  /** Whether it is used at all: it is in a comment or in prose. */
  | 'comment'
  /** Whether it is requested: it is where a server or a mock defines its routes. */
  | 'serves'

/** A place in source code that uses a deprecated or removed route. */
export interface CodeUse extends Pick<EndpointFact, 'slug' | 'path' | 'state' | 'since'> {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  readonly endColumn: number
  /** The method of the request; `*` where every method is concerned. */
  readonly method: string
  /** The path as it is written, from the generation on. */
  readonly text: string
  readonly certainty: Certainty
  readonly doubts: readonly Doubt[]
  readonly replacement: RouteUse['replacement']
  /** The text with the current path; null where more than the path changes, or where it cannot be told. */
  readonly fix: string | null
  /** The entry of the baseline that lists it. */
  readonly known?: KnownEntry
}

/** Whether a use counts: it is more than possible, and no baseline lists it. */
export const isCounted = ({ certainty, known }: Pick<CodeUse, 'certainty' | 'known'>): boolean =>
  certainty !== 'possible' && known === undefined

/** Whether a use makes the scan fail; `failOn` is the weakest state that does. */
export const isFailing = (use: CodeUse, failOn: CodeUse['state'] = 'removed'): boolean =>
  isCounted(use) && (use.state === 'removed' || failOn === 'deprecated')

export interface SkippedFile {
  readonly file: string
  /** `report`: the report of a scan, whose findings would be found again. `many`: only the first 2,000 places were looked at. */
  readonly reason: 'binary' | 'large' | 'unreadable' | 'report' | 'many'
}

/** Which deprecated and removed routes source code uses. */
export interface CodeScan {
  /** `removed`: one is used. `deprecated`: one is used, and no removed one. What is only possible does not count. */
  readonly result: 'removed' | 'deprecated' | 'none'
  /** What was read. */
  readonly files: number
  readonly lines: number
  readonly skipped: readonly SkippedFile[]
  /** What differs from the baseline, where one is given. */
  readonly differences?: readonly GateFinding[]
  /** In the order of files and lines. */
  readonly uses: readonly CodeUse[]
}
