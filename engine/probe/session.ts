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
  /** The credentials in the forms that single operations declare. */
  readonly forms: Forms
  /** The form of credentials that the target's document declares at a path, if it declares several. */
  formAt?(endpoint: Pick<Binding, 'method' | 'path'>): string | undefined
  /** The required header fields that it declares at a path. */
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
  /** The total number of requests with generated names. */
  readonly cases: number
  /** Six characters that every name of the run carries; see {@link newRun}. */
  readonly run: string
  readonly patienceMs: number
  /** Resolves a fixture; set up once, used by every probe. */
  fixture<N extends FixtureName>(need: N): Promise<Fixtures[N]>
  /** Deletes tokens of finished cases if the target limits their number; absent if nothing is sent. */
  readonly tokenLimit?: TokenLimit
  /** The successes of an operation recorded so far, for any case. */
  received(operation: OperationName): readonly Received[]
  /** Pact's verifier, in a run of the contract. */
  readonly verifier?: Verifier
  /** Control requests, sent once in a run. */
  readonly controls: Map<string, Promise<readonly Answered[]>>
  /** Results that cases share, with the exchanges they depend on. */
  readonly shared: Map<string, { readonly finding: Promise<Finding>; readonly exchanges: readonly Exchange[] }>
  /** Header fields of a conditional update, from the last answer to the creation or update of a token, by kind and id. */
  readonly validators: Map<string, Readonly<Record<string, string>>>
  /** The last exclusive work on each resource, which settles when it ends. */
  readonly turns: Map<string, Promise<unknown>>
}

/** Members that a session without requests of its own does not need. */
type Optional = 'validators' | 'received' | 'seed' | 'cases'

/** A new session. */
export const newSession = (
  given: Omit<Session, 'forms' | 'controls' | 'shared' | 'turns' | Optional> & Partial<Pick<Session, Optional>>,
): Session => ({
  validators: new Map(),
  received: () => [],
  seed: 0,
  cases: 0,
  ...given,
  forms: createForms(given.credentials),
  controls: new Map(),
  shared: new Map(),
  turns: new Map(),
})

/** What the parts of one probe share. */
export interface ProbeScope {
  readonly session: Session
  /** The seed of generated names: unique to the case or fixture, the same when repeated. */
  readonly key: string
  /** The case, without the number of the attempt. */
  readonly owner: string
  readonly recorder: Recorder
  /** Kinds of tokens for which a wait of this case timed out. */
  readonly waitedFor: Set<CreationKind>
  /** The number of resources that the case has named so far. */
  readonly named: { things: number }
}

/** Whether a fixture is available. Throws bugs of the suite only. */
export const isAvailable = (fixture: Promise<unknown>): Promise<boolean> =>
  fixture.then(
    () => true,
    error => {
      if (error instanceof Missing || error instanceof Unreadable || error instanceof NoAnswer) return false
      throw error
    },
  )

/** The binding of an operation. Every operation has one. */
export const bindingOf = ({ bindings }: Session, operation: OperationName): Binding => {
  const binding = bindings.get(operation)
  if (!binding) throw new Error(`no binding for ${operation}`)
  return binding
}

/** Six random characters that identify a run. Names with them stay below 30 characters. */
export const newRun = (): string =>
  randomInt(36 ** 6)
    .toString(36)
    .padStart(6, '0')

/** The name of a run on documents only, which creates nothing. */
export const documentsRun = 'documents'

/** A fixed time of day, so that two runs on a day send the same. With minutes and seconds, which a server may drop. */
const timeOfDay = 'T10:20:30Z'

/** An instant this many days after the start of the run. */
export const daysFromNow = ({ startedAt }: Session, days: number): string => {
  const then = new Date(startedAt + days * 86_400_000).toISOString()
  return days > 0 ? then.slice(0, 10) + timeOfDay : `${then.slice(0, 19)}Z`
}
