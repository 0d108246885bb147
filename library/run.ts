import { defined } from '../contracts/defined.ts'
import type { IsoDate } from '../contracts/lifecycle.ts'
import type { Report, Subject } from '../contracts/report.ts'
import {
  type CredentialsInput,
  type DocumentInput,
  errorText,
  type FixturesInput,
  type NetworkInput,
  type ProgressEvent,
  type SelectionInput,
  TargetUnreachable,
  UsageError,
} from '../engine/options.ts'
import * as engine from '../engine/run.ts'
import { suggestion } from '../engine/suggestion.ts'
import { settingNames } from './setting-names.ts'
import { openTarget, type Target } from './target.ts'

/** A published document: its URL, or its text and what to call it in the report. */
export type DocumentOption = string | URL | { readonly from: string; readonly text: string }

/** The published documents of a hub. */
export interface DocumentOptions {
  readonly reference?: DocumentOption
  readonly deprecationLog?: DocumentOption
  readonly changelog?: DocumentOption
}

/** What both kinds of judging take. */
interface CommonOptions {
  /** Published documents; what is not given is looked for on the target. */
  readonly documents?: DocumentOptions
  /** The day whose requirements are asked for, `2025-11-21`; the newest by default. */
  readonly asOf?: string
  /** What is asked; everything by default. */
  readonly select?: SelectionInput
}

/** How a hub is judged. Everything but the target may be left out. */
export interface ConformanceOptions extends CommonOptions {
  readonly target: Target
  /** What is judged, for the report: product, version, organization, URL, contact. */
  readonly subject?: Partial<Subject>
  readonly credentials?: CredentialsInput
  /** Names of things that exist on the target. */
  readonly fixtures?: FixturesInput
  /** Content of a binding file: where operations are that are not where they are published. */
  readonly bindings?: unknown
  /**
   * Lets the run create, change and delete things of its own. `true` is enough for a server of this process and for loopback; any other
   * target must be named by its host.
   */
  readonly allowWrites?: boolean | string
  readonly network?: NetworkInput
  /** Milliseconds to wait for what the target may show late; default 10,000. */
  readonly patienceMs?: number
  /** Milliseconds for the whole run, cleaning up excluded: what is open then stays inconclusive; default 900,000. */
  readonly deadlineMs?: number
  /** Decides which names are made up to ask for; default 1, so that a run says tomorrow what it says today. */
  readonly seed?: number
  /** Further values that the report must not show. */
  readonly secrets?: readonly string[]
  /** Called with what the run is doing. */
  readonly onProgress?: (event: ProgressEvent) => void
  /** Ends the run early; what it created is deleted all the same. */
  readonly signal?: AbortSignal
}

/** How published documents are judged, without a hub. */
export interface DocumentsOptions extends CommonOptions {
  readonly documents: DocumentOptions
}

const documentOf = (document: DocumentOption): DocumentInput =>
  typeof document === 'string' || document instanceof URL ? { url: String(document) } : document

const documentsOf = (documents: DocumentOptions = {}) => ({
  ...(documents.reference && { reference: documentOf(documents.reference) }),
  ...(documents.deprecationLog && { deprecationLog: documentOf(documents.deprecationLog) }),
  ...(documents.changelog && { changelog: documentOf(documents.changelog) }),
})

const known: { readonly [Key in keyof ConformanceOptions]-?: 0 } = {
  target: 0,
  subject: 0,
  credentials: 0,
  fixtures: 0,
  documents: 0,
  bindings: 0,
  asOf: 0,
  select: 0,
  allowWrites: 0,
  network: 0,
  patienceMs: 0,
  deadlineMs: 0,
  seed: 0,
  secrets: 0,
  onProgress: 0,
  signal: 0,
}

/** A misspelt option would weaken the run without a word where no compiler looks. */
const refuseUnknown = (options: object): void => {
  for (const name of Object.keys(options))
    if (!Object.hasOwn(known, name))
      throw new UsageError(`${JSON.stringify(name)} is not an option${suggestion(name, Object.keys(known))}`)
}

/** The error with the library's names of the settings in its message. */
const named = (error: unknown): unknown => {
  if (error instanceof UsageError) return new UsageError(errorText(error, settingNames))
  return error instanceof TargetUnreachable ? new TargetUnreachable(errorText(error, settingNames)) : error
}

/**
 * Judges a hub. The report has the form of the command's JSON report.
 *
 * @throws {@link UsageError} for options that cannot be used, {@link TargetUnreachable} where no request reached the target.
 */
export const runConformance = async (options: ConformanceOptions): Promise<Report> => {
  refuseUnknown(options)
  const { target, documents, asOf, allowWrites = false, ...rest } = options
  const open = await openTarget(target)
  try {
    return await engine.runConformance({
      ...rest,
      target: open.input,
      documents: documentsOf(documents),
      allowWrites,
      settingNames,
      ...defined({ asOf: asOf as IsoDate | undefined }),
    })
  } catch (error) {
    if (!(error instanceof TargetUnreachable)) throw named(error)
    if (options.signal?.aborted) throw options.signal.reason
    const mistake = open.mistake()
    throw mistake === undefined ? named(error) : new UsageError(mistake)
  } finally {
    await open.close()
  }
}

/** Judges published documents alone. Throws {@link UsageError} for documents that cannot be read. */
export const checkDocs = async ({ documents, asOf, select }: DocumentsOptions): Promise<Report> => {
  try {
    return await engine.checkDocs({ documents: documentsOf(documents), settingNames, ...defined({ asOf, select }) })
  } catch (error) {
    throw named(error)
  }
}
