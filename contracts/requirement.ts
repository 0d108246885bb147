import type { PublishedChangelog, PublishedLog, PublishedReference } from './documents.ts'
import type { Answered, Identity } from './exchange.ts'
import type { IsoDate } from './lifecycle.ts'
import type { Binding, OperationName, RoleValues } from './operations.ts'
import type { Verified } from './pact.ts'
import type { Finding, Missing } from './results/finding.ts'
import type { ReasonCode } from './results/reasons.ts'
import type { Level } from './results/verdict.ts'

/** Where a claim is written. */
export interface SourceRef {
  readonly document: 'lifecycle' | 'published-reference' | `RFC ${number}`
  readonly section: string
  readonly sentence: string
}

/** A repository that is known to exist. */
export interface RepositoryFixture {
  readonly namespace: string
  readonly repository: string
}

/** A tag that is known to exist. */
export interface TagFixture extends RepositoryFixture {
  readonly tag: string
}

/** An organization, or a namespace in its place. */
export interface Organization {
  readonly org: string
  /** An exchange that shows that it exists; null where nothing shows it. */
  readonly witness: Answered | null
  /** Whether the exchange also shows that the credentials may manage it. */
  readonly isManaged: boolean
}

/** A token that this run created. */
export interface TokenFixture {
  /** As the target wrote it, as a path segment. */
  readonly id: string
  readonly label: string
  readonly org: string
  /** The exchange that created it. */
  readonly created: Answered
  /** The result of the operation that its creation started; undefined if the answer is not an operation. */
  readonly result?: Answered
  /** The answer that showed it when it was read by its id after its creation. */
  readonly reads: readonly Answered[]
}

/** A token that this run created and asked to be deleted. */
export interface DeletionFixture {
  readonly token: TokenFixture
  readonly exchange: Answered
  readonly control: Answered
}

/** What a check may need beyond the target itself. */
export interface Fixtures {
  /**
   * The form in which they are sent, where the target declares others than the default; `refused` are those that were not accepted,
   * `unproven` those in which anything is, and `also` others in which they are sent to operations that declare or accept them. With a
   * token, user name and password may be given as well (`isBoth`), for operations that refuse the token.
   */
  readonly credentials:
    | true
    | {
        readonly form: string
        readonly from: 'reference' | 'default'
        readonly refused?: string
        readonly unproven?: string
        readonly also?: string
        readonly isBoth?: true
      }
  readonly writes: true
  readonly namespace: { readonly namespace: string }
  /** Any repository that exists. */
  readonly repository: RepositoryFixture & { readonly witness: Answered | null }
  /** The outcome of creating the repository of this run, whether or not it succeeded. */
  readonly 'repository-creation': RepositoryFixture & Pick<Creation, 'exchange' | 'unfinished'>
  /** A repository that this run created and may change; without a witness if nothing shows it, so that it may not have been stored. */
  readonly 'own-repository': RepositoryFixture & { readonly created: Answered; readonly witness: Answered | null }
  /** Any existing tag, and whether the text is known to be its name rather than another member. */
  readonly tag: TagFixture & { readonly isNamed: boolean }
  /**
   * Some of what the hub lists, in the namespace and in that of the user, without what runs have made; and whether the member that holds the
   * names is known.
   */
  readonly listed: {
    readonly listed: readonly (RepositoryFixture & { readonly isPrivate: boolean; readonly tags: readonly string[] })[]
    readonly isNamed: boolean
  }
  readonly org: Organization
  /** A namespace that audit logs are kept for: the organization, else the namespace. */
  readonly account: Organization
  readonly group: { readonly groupId: string }
  readonly pat: TokenFixture
  readonly oat: TokenFixture
  /** The outcome of deleting a token of this run, and of the same request to a path that does not exist. */
  readonly 'pat-deletion': DeletionFixture
  readonly 'oat-deletion': DeletionFixture
  readonly reference: PublishedReference
  readonly 'deprecation-log': PublishedLog
  readonly changelog: PublishedChangelog
}

export type FixtureName = keyof Fixtures

/** Another form of valid credentials. */
export interface Sending {
  /**
   * A field with a place for a token, or for name and password: `Cookie: session={token}`, `Authorization: Basic {basic}`. Without one they
   * are sent as the target takes tokens.
   */
  readonly form?: string
  /** Another token of the same account than the one of the run, such as one that it created. */
  readonly token?: string
}

/** A request that a check asks for. */
export interface Ask {
  readonly method: string
  /** Below the base URL, sent verbatim: `/v1/repositories/a%2Fb/tags?x=1`. */
  readonly path: string
  readonly as?: Identity
  /** How valid credentials are sent, where not in the usual form. */
  readonly sending?: Sending
  /** The answer that it is a control of: it is sent with the same credentials. */
  readonly like?: Answered
  /** Sent as JSON. */
  readonly json?: unknown
  /** The media type of {@link json}, where that is not `application/json`. */
  readonly jsonType?: string
  /** Sent under the type of JSON as it is, well-formed or not. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Accept 429 and 5xx as answers; otherwise they throw {@link NoAnswer}, since they decide nothing. */
  readonly anyStatus?: boolean
  /** For HEAD: bytes that a server sends after the header block, which an HTTP client never shows, are the body of the answer. */
  readonly raw?: boolean
  /** Accept the first answer, even if it asks to wait. */
  readonly once?: boolean
  /** An answer with this status needs no evidence: its header and body are dropped, and it is not recorded. */
  readonly unrecorded?: number
}

/** One of many requests, and the status that each is expected to answer. */
export interface Swept {
  readonly ask: Ask
  readonly expected: number
}

/** An answer that was not the expected one, and the place of its request. */
export interface Unexpected {
  readonly at: number
  readonly answer: Answered
}

/** Options of a call of an operation. */
export interface CallOptions extends Pick<Ask, 'as' | 'sending' | 'json' | 'headers' | 'anyStatus'> {
  readonly query?: Readonly<Record<string, string>>
  /** Sent once in a run and recorded for every case that sends it; for reads only. */
  readonly control?: true
  /** Sends the named members alone, also by PUT, if the declared body requires no others. */
  readonly partial?: true
  /** An action of the thing at the path that is bound, such as `/disable`: sent by POST to what follows the path of the thing. */
  readonly action?: string
}

/** A success of an operation, and the names in its request. */
export interface Received {
  readonly answer: Answered
  readonly values: RoleValues
}

/** The resource that a call had to create; if its form has no name, `name` is the id that identifies it. */
export interface Creation {
  readonly name: string
  readonly exchange: Answered
  /** The result of the operation that it started, as shown; undefined if the answer is not an operation. */
  readonly result?: Answered
  /** Why that operation has no result yet. */
  readonly unfinished?: Missing
  /** Whether a wait for another resource of its kind has already timed out. */
  isUnshown(): Promise<boolean>
}

export type FollowOptions = Pick<Ask, 'headers' | 'json'>

/**
 * The only way for a check to reach the target: a check has no clock, no console, no fetch.
 * Every request that it sends is recorded as evidence of the case.
 */
export interface Probe {
  /** Sends a request and returns the answer. Throws {@link NoAnswer} if none arrives, {@link Missing} if the run may not send it. */
  send(ask: Ask): Promise<Answered>
  /** How the operation is called on this target. */
  bind(operation: OperationName): Binding
  /** Calls an operation as bound. */
  call(operation: OperationName, values: RoleValues, options?: CallOptions): Promise<Answered>
  /** The same request to a sibling path that does not exist: the control of a differential check. */
  callControlPath(operation: OperationName, values: RoleValues, options?: CallOptions): Promise<Answered>
  /** A control request that many cases share: sent once in a run, whatever the answer. */
  control(ask: Ask): Promise<Answered>
  /**
   * Work that the cases of several requirements depend on: done once in a run, and repeated if it did not return `holds`. Its exchanges are
   * evidence of each case. It must not create anything.
   */
  shared(name: string, work: (probe: Probe) => Promise<Finding>): Promise<Finding>
  /** Runs work exclusively: for cases that change the same resource and read it again. Such work must not wait for other exclusive work. */
  inTurn<T>(what: string, work: () => Promise<T>): Promise<T>
  /**
   * Sends many requests and returns the index of the first answer with an unexpected status, and that answer. Only this answer
   * is recorded, so that the record stays small however many requests are sent.
   */
  sweep(asks: readonly Swept[]): Promise<Unexpected | undefined>
  /**
   * Follows a link of an answer. Only path and query are taken from it: it is sent to the target, whatever host it names. With `json`, the request that
   * was answered is sent once more with that body, if the link has its path.
   */
  follow(from: Answered, link: string, options?: FollowOptions): Promise<Answered>
  /** Creates something that is cleaned up after the run; its name carries the run's prefix. */
  create(kind: CreationKind, values: RoleValues, options?: CreateOptions): Promise<Creation>
  /** A token of the check, which it may change and delete. Throws {@link Missing} if none can be created. */
  ownToken(family: TokenFamily, options?: CreateOptions): Promise<TokenFixture>
  /** Whether a fixture is available. Never throws. */
  hasFixture(need: FixtureName): Promise<boolean>
  /** A fixture. Throws {@link Missing} if it is not available. */
  fixture<N extends FixtureName>(need: N): Promise<Fixtures[N]>
  /**
   * Has Pact's verifier check an interaction of the contract. `params` are the values of the provider state for the names in the file;
   * `ask` sends the requests of the verifier. Throws the errors of `ask`.
   */
  verify(key: string, params: Readonly<Record<string, string>>, ask: () => Promise<Answered>): Promise<Verified>
  /**
   * Repeats the attempt, with growing pauses, until it returns something or the run's patience ends. If an earlier wait for the same has
   * timed out (`before`, called after the first attempt), it tries only once more, after a fifth of that time.
   */
  eventually<T>(
    attempt: () => Promise<T | undefined>,
    before?: boolean | (() => Promise<boolean>),
  ): Promise<T | undefined>
  /**
   * Every success of an operation that the run has received for any case, with the names requested; recorded for this case. It sends
   * nothing. Only a case that is judged last sees all of them.
   */
  received(operation: OperationName): readonly Received[]
  /** The seed of everything that the run generates. */
  readonly seed: number
  /** The total number of requests with generated names. */
  readonly cases: number
  /** A new unique name; the same for the same label throughout a run. */
  nonce(label: string): string
  /** The same for values that a check sets; a repeated attempt gets another name, so that values of both attempts can be distinguished. */
  fresh(label: string): string
  /** An instant this many days after the start of the run, RFC 3339. */
  daysFromNow(days: number): string
}

/** The two kinds of tokens, of which the same is checked. */
export type TokenFamily = 'pat' | 'oat'

export type CreationKind = 'repository' | TokenFamily

export interface CreateOptions {
  /** Requested expiry, RFC 3339. Null explicitly requests a token that never expires. */
  readonly expiresAt?: string | null
  /** The access of a personal token; the minimum if left out. */
  readonly scopes?: readonly unknown[]
  /** A repository that everybody may see: only where a private one is refused. */
  readonly isPublic?: boolean
  readonly headers?: Ask['headers']
}

/** One concrete probe of a requirement. */
export interface Case {
  /** Unique within the requirement: `GET, anonymous, dotted name`. */
  readonly name: string
  /** Only sent in a thorough run. */
  readonly thorough?: boolean
  /** Judged after all others: it depends on what they received, or on no other case changing what it reads. */
  readonly last?: true
  check(probe: Probe): Promise<Finding>
}

/** A server in front of the reference implementation that changes one thing. */
export type Twist = (request: Request, next: (request: Request) => Promise<Response>) => Promise<Response>

/** The broken server, created for each run so that it may keep counts. */
export interface Fault {
  /** What is wrong, in one clause: `answers 404 to HEAD`. */
  readonly says: string
  /** The reason code that this requirement must give. */
  readonly code: ReasonCode
  twist(): Twist
  /** Other requirements that must fail on this server as well, and their reason codes. */
  readonly also?: Readonly<Record<string, ReasonCode>>
}

/** An unusual server that conforms. */
export interface Variant {
  readonly says: string
  twist(): Twist
}

/** A conforming hub that is unusual in one way on all its routes. */
export interface HubVariant extends Variant {
  /** Where it is mounted, if not at the root. */
  readonly basePath?: string
  /** False if it lacks something that requirements need, so that a run is incomplete. */
  readonly complete?: false
  /** Options that a run needs besides a token. */
  readonly credentials?: 'password'
}

/** One statement that can be true or false of a target. */
export interface Requirement {
  /** `suite/slug`, stable for ever. */
  readonly id: string
  readonly level: Level
  /** One sentence, one claim. */
  readonly statement: string
  readonly since: IsoDate
  readonly until?: IsoDate
  readonly source: SourceRef
  /** Keys of further sentences of the lifecycle document that the requirement covers. */
  readonly covers?: readonly string[]
  readonly needs: readonly FixtureName[]
  /** Any one of the needs is enough. */
  readonly anyOneNeed?: true
  /** How it is checked, for a person. */
  readonly how: string
  /** How an implementer fixes a failure. */
  readonly fix: string
  readonly cases: readonly Case[]
  /** Broken servers that it must detect; at least one. */
  readonly faults: Readonly<Record<string, Fault>>
  /** Unusual but conforming servers that must still pass. */
  readonly tolerates?: Readonly<Record<string, Variant>>
}
