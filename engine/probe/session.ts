import { randomInt } from 'node:crypto'
import type { Answered, Exchange } from '../../contracts/exchange.ts'
import type { Binding, OperationName } from '../../contracts/operations.ts'
import type { Ask, CreationKind, FixtureName, Fixtures, Received } from '../../contracts/requirement.ts'
import { type Finding, Missing, NoAnswer, Unreadable } from '../../contracts/results/finding.ts'
import type { Ledger } from '../cleanup/ledger.ts'
import type { SentCredentials } from '../credentials/credentials.ts'
import { createForms, type Forms } from '../credentials/forms.ts'
import type { Client } from '../http/client.ts'
import type { Recorder } from '../http/recorder.ts'
import type { Clock } from '../options.ts'
import type { Verifier } from '../pact/verifier.ts'
import type { Redactor } from '../redaction/redaction.ts'
import type { TokenLimit } from './token-limit.ts'

/** What all probes of a run share. */
export interface Session {
  readonly client: Client
  readonly credentials: SentCredentials
  /** The same in the forms that single operations declare. */
  readonly forms: Forms
  /** The form that the target's own document declares for what is published at a path, where it declares several. */
  formAt?(endpoint: Pick<Binding, 'method' | 'path'>): string | undefined
  /** The header fields that it declares as required of what is published at a path. */
  fieldsAt?(endpoint: Pick<Binding, 'method' | 'path'>): Ask['headers']
  readonly bindings: ReadonlyMap<OperationName, Binding>
  readonly clock: Clock
  readonly redactor: Redactor
  readonly ledger: Ledger
  readonly origin: string
  readonly basePath: string
  /** Start of the run, milliseconds since the epoch. */
  readonly startedAt: number
  readonly seed: number
  /** Requests with generated names, all told. */
  readonly cases: number
  /** Six characters that every name of the run carries; see {@link newRun}. */
  readonly run: string
  readonly patienceMs: number
  /** Resolves a fixture; set up once, used by every probe. */
  fixture<N extends FixtureName>(need: N): Promise<Fixtures[N]>
  /** Deletes tokens of finished cases if the target limits their number; absent if nothing is sent. */
  readonly tokenLimit?: TokenLimit
  /** The successes of an operation that were recorded by now, for whatever case. */
  received(operation: OperationName): readonly Received[]
  /** Pact's verifier, in a run of the contract. */
  readonly verifier?: Verifier
  /** Control requests, sent once in a run. */
  readonly controls: Map<string, Promise<readonly Answered[]>>
  /** Results that cases share, with the exchanges they depend on. */
  readonly shared: Map<string, { readonly finding: Promise<Finding>; readonly exchanges: readonly Exchange[] }>
  /** The fields that a change of a token may demand, as the answer to its creation or last change showed them, by its kind and id. */
  readonly validators: Map<string, Readonly<Record<string, string>>>
  /** Resources that are changed by one case at a time, with the end of the last work on each. */
  readonly turns: Map<string, Promise<unknown>>
}

/** What a session that sends nothing of its own does without. */
type OptionalMember = 'validators' | 'received' | 'seed' | 'cases'

/** A session in which cases have shared nothing yet. */
export const newSession = (
  options: Omit<Session, 'forms' | 'controls' | 'shared' | 'turns' | OptionalMember> &
    Partial<Pick<Session, OptionalMember>>,
): Session => ({
  validators: new Map(),
  received: () => [],
  seed: 0,
  cases: 0,
  ...options,
  forms: createForms(options.credentials),
  controls: new Map(),
  shared: new Map(),
  turns: new Map(),
})

/** What the parts of one probe share. */
export interface ProbeScope {
  readonly session: Session
  /** Makes the names of the case (or fixture) its own, and the same when repeated. */
  readonly key: string
  /** The case, whichever attempt at it. */
  readonly owner: string
  readonly recorder: Recorder
  /** Kinds of tokens for which the record of this case shows a wait that timed out. */
  readonly waitedFor: Set<CreationKind>
  /** The number of resources that the case has named so far. */
  readonly named: { things: number }
}

/** Whether a fixture is available. Throws only what is a bug. */
export const isAvailable = (fixture: Promise<unknown>): Promise<boolean> =>
  fixture.then(
    () => true,
    error => {
      if (error instanceof Missing || error instanceof Unreadable || error instanceof NoAnswer) return false
      throw error
    },
  )

/** How operations are bound on this target. */
export const bindingOf = ({ bindings }: Session, operation: OperationName): Binding => {
  const binding = bindings.get(operation)
  if (!binding) throw new Error(`no binding for ${operation}`)
  return binding
}

/** Six characters that tell two runs apart, whatever their seed; names that carry them stay below 30 characters. */
export const newRun = (): string =>
  randomInt(36 ** 6)
    .toString(36)
    .padStart(6, '0')

/** The same for a run on documents alone, which creates nothing. */
export const documentsRun = 'documents'

/** An instant of the day of the run, so that what two runs of a day ask for is the same; with minutes and seconds, which a server may drop. */
const timeOfDay = 'T10:20:30Z'

/** An instant this many days after the start of the run. */
export const daysFromNow = ({ startedAt }: Session, days: number): string => {
  const then = new Date(startedAt + days * 86_400_000).toISOString()
  return days > 0 ? then.slice(0, 10) + timeOfDay : `${then.slice(0, 19)}Z`
}
