import type { PublishedDocuments } from '../documents.ts'
import type { Exchange } from '../exchange.ts'
import type { IsoDate } from '../lifecycle.ts'
import type { Binding, OperationName } from '../operations.ts'
import type { FixtureName, SourceRef } from '../requirement.ts'
import type { Excerpt, Reason } from './finding.ts'
import type { Level, Result, Verdict } from './verdict.ts'

/** The version of the report's form; a reader refuses a newer one. */
export const reportSchemaVersion = '2.1'

export interface ReportedReason extends Reason {
  /** The code and its values, as a sentence, with the settings in parentheses. */
  readonly message: string
  /** The names of the settings that can change the verdict, as the caller of the run knows them. */
  readonly settings?: readonly string[]
}

/** An entry of a baseline: what is known to fail or not to be verified, and why that is accepted. */
export interface KnownEntry {
  readonly note: string
  readonly link?: string
  /** The last day on which the entry holds. */
  readonly expires?: IsoDate
  /** The baseline as it was named, and the line of the entry. */
  readonly file: string
  readonly line: number
}

/**
 * `new`: fails and is not listed. `unverified`: is not verified and not listed as such. `stale`: listed, but passes or no longer applies.
 * `changed`: listed with another verdict or reason. `expired`: the last day of the entry is over. `unmatched`: no requirement or case has
 * the name. `duplicate`: listed twice.
 */
export type GateKind = 'new' | 'unverified' | 'stale' | 'changed' | 'expired' | 'unmatched' | 'duplicate'

/** One difference between a report and a baseline. */
export interface GateFinding {
  readonly kind: GateKind
  /** As the baseline has it, which may be the id of no requirement. */
  readonly requirement: string
  readonly case?: string
  /** What differs and what to do, as a clause after the name of the requirement. */
  readonly message: string
  /** Absent for what is not listed. */
  readonly entry?: KnownEntry
}

/** How the report compares with a baseline. The result and the verdicts do not depend on it. */
export interface Gate {
  /** The baseline as it was named. */
  readonly file: string
  /** True where the run ends with 0. */
  readonly passed: boolean
  /** How many entries each list of the baseline has. */
  readonly listed: { readonly failures: number; readonly unverified: number }
  /** What differs from the baseline, what got worse first. */
  readonly findings: readonly GateFinding[]
}

export interface ReportedCase {
  readonly name: string
  readonly verdict: Verdict
  readonly reason: ReportedReason | null
  /** How often the case was asked: a failure is confirmed before it is reported. */
  readonly attempts: number
  /** Every exchange of the case in the order sent; those that the finding depends on are in `evidence`. */
  readonly exchanges: readonly string[]
  readonly evidence: readonly string[]
  readonly excerpts: readonly Excerpt[]
  /** The entry of the baseline that lists this case with this verdict and reason. */
  readonly known?: KnownEntry
}

export interface ReportedRequirement {
  readonly id: string
  readonly suite: string
  readonly level: Level
  readonly title: string
  readonly since: IsoDate
  readonly until: IsoDate | null
  readonly source: SourceRef
  readonly verdict: Verdict
  readonly reason: ReportedReason | null
  /** How an implementer fixes a failure. */
  readonly fix: string
  readonly cases: readonly ReportedCase[]
  /** The entry of the baseline for the verdict; of several, one for each case, the first. */
  readonly known?: KnownEntry
}

/** Something that cases share: found, created or missing. */
export interface ReportedFixture {
  readonly need: FixtureName
  /** Redacted; null where it is not available. */
  readonly value: unknown
  /** Where it was found; absent where an option names it, or where it is not a thing that can be named. */
  readonly from?: string
  readonly reason: ReportedReason | null
  readonly exchanges: readonly string[]
}

export interface LevelSummary {
  readonly counts: Readonly<Record<Verdict, number>>
  /** Shown to hold: those that passed. */
  readonly verified: number
  /** In force on the day and applicable by the target's own documents, selected or not: the denominator of every count. */
  readonly inForce: number
}

export const subjectFields = ['product', 'version', 'organization', 'url', 'contact'] as const

/** What was judged, in the words of whoever ran the suite; null where it was not given. */
export type Subject = Readonly<Record<(typeof subjectFields)[number], string | null>>

/** One step that decides or fixes something; the report has them in the order in which they are worth taking. */
export interface Advice {
  /** `fix`: something of the target; `give`: something that the run lacked; `run`: the run itself, again or otherwise; `report`: a mistake of the suite. */
  readonly kind: 'fix' | 'give' | 'run' | 'report'
  readonly message: string
  /** Lines to paste, in YAML: a part of a file of bindings. */
  readonly snippet?: readonly string[]
  /** The requirements that it decides or fixes. */
  readonly requirements: readonly string[]
}

export interface Leftover {
  readonly kind: string
  readonly name: string
  readonly url: string
  readonly why: string
  /** The operation whose method and path have to be given before it can be deleted. */
  readonly needs?: OperationName
  /** The operation that deletes it, where the target has none at its place. */
  readonly unserved?: OperationName
  /** The target does not show it, and it is not known whether it exists. */
  readonly uncertain?: true
}

/**
 * Where the time of a run went. All of it is wall time, and every moment counts for one part only: together the parts are `durationMs`, but
 * for rounding. Requests and waits that run side by side are not added up.
 */
export interface Timing {
  /** Before the first requirement: reaching the target, reading its documents, checking the credentials. */
  readonly documentsMs: number
  /** Judging requirements, without the two waits that follow. */
  readonly requestsMs: number
  /** Of judging, while no request was under way: at least one was held back by a limit, of the target or of the options. */
  readonly limitsMs: number
  /** Of judging, while no request was under way or held back: at least one case waited for something that may appear late. */
  readonly lateEffectsMs: number
  /** Deleting what the run created, with the waits for it. */
  readonly cleanupMs: number
  /** Requests sent to the target, all told: repeated ones, and those that are no evidence and not in `exchanges`. */
  readonly requests: number
  /** Of these, those sent to clean up after the last requirement. */
  readonly cleanupRequests: number
  /** Of all requests, those that were one of many and were answered as expected; absent where there are none. */
  readonly unrecorded?: number
}

/** The one source that every other format is rendered from. */
export interface Report {
  readonly schemaVersion: string
  readonly tool: { readonly name: string; readonly version: string }
  readonly subject: Subject
  /** Base URL, or null where documents alone were judged. */
  readonly target: string | null
  /** The edition of the lifecycle document: its version and the SHA-256 of its sentences, one a line. Absent in reports of earlier versions. */
  readonly lifecycle?: { readonly version: IsoDate; readonly digest: string }
  readonly asOf: IsoDate
  /** RFC 3339. */
  readonly startedAt: string
  readonly durationMs: number
  /** Absent where documents alone were judged, and in reports of earlier versions. */
  readonly timing?: Timing
  /** Six characters that every name carries which the run made up; null where documents alone were judged. */
  readonly run: string | null
  readonly seed: number
  readonly options: Readonly<Record<string, unknown>>
  readonly result: Result
  readonly summary: Readonly<Record<Level, LevelSummary>>
  readonly next: readonly Advice[]
  readonly bindings: readonly Binding[]
  readonly documents: PublishedDocuments
  readonly fixtures: readonly ReportedFixture[]
  readonly requirements: readonly ReportedRequirement[]
  readonly exchanges: readonly Exchange<'sealed'>[]
  readonly leftovers: readonly Leftover[]
  /** Absent where the run had no baseline. */
  readonly gate?: Gate
  /** SHA-256 of the canonical JSON (RFC 8785) of everything else as it is written: finds an edit that changes no verdict. */
  readonly digest?: string
}
