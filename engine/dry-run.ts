import { defined } from '../contracts/defined.ts'
import type { Binding } from '../contracts/operations.ts'
import type { CreationKind, Requirement } from '../contracts/requirement.ts'
import { catalogue } from '../suites/catalogue.ts'
import { readDocuments } from './documents/loading/given.ts'
import type { Clock, CredentialsInput, FetchHandler, FixturesInput, RunInput } from './options.ts'
import { asOfDate, isAboutDocuments, plan } from './plan.ts'
import { resolveBindings } from './probe/bindings.ts'
import { runConformance } from './run.ts'

/** How often each method is used. */
export type Methods = Readonly<Record<string, number>>

/** How much a run asks, as told by the catalogue alone. */
export interface Asked {
  readonly requirements: number
  readonly cases: number
  /** Whether all of that is about published documents, so that nothing is created. */
  readonly readsOnly: boolean
}

/** What a run is going to do, counted without sending anything. */
export interface DryRun extends Asked {
  /** Requests by method, to removed v1 routes and to all others. */
  readonly v1: Methods
  readonly current: Methods
  /** Things that are created, and deleted again, by kind. */
  readonly creations: Readonly<Record<CreationKind, number>>
  /** How a repository would be deleted, as far as that can be told beforehand. */
  readonly deletion: Pick<Binding, 'method' | 'path' | 'from'>
}

/** A conforming hub on which a run is rehearsed, and what there is on it. */
export interface PracticeHub {
  readonly handler: FetchHandler
  readonly credentials: Required<Pick<CredentialsInput, 'token' | 'username' | 'password'>>
  readonly fixtures: Required<FixturesInput>
}

/** What is asked in a run, and how one is done. */
export interface Rehearsed {
  readonly catalogue: readonly Requirement[]
  run(input: RunInput): Promise<unknown>
}

/** A clock that waits for nothing. */
const hurriedClock = (): Clock => {
  let now = Date.now()
  return {
    now: () => now,
    pause: async ms => {
      now += ms
    },
  }
}

const credentialsLike = (
  given: CredentialsInput | undefined,
  { credentials }: PracticeHub,
): CredentialsInput | undefined => {
  if (given === undefined) return undefined
  const { token, username, password } = credentials
  return {
    ...(given.token === undefined && given.tokenFrom === undefined ? {} : { token }),
    ...(given.username === undefined ? {} : { username, password }),
  }
}

const fixturesLike = (given: FixturesInput = {}, { fixtures }: PracticeHub): FixturesInput =>
  Object.fromEntries(Object.entries(fixtures).filter(([key]) => given[key as keyof FixturesInput] !== undefined))

const neverFetched = (): never => {
  throw new Error('a rehearsal fetches nothing')
}

const basePathOf = ({ target }: RunInput): string =>
  target.url === undefined ? '' : new URL(target.url).pathname.replace(/\/+$/, '')

/** Where a repository would be deleted, by the files that the user gave; what the target publishes is not asked for. */
const deletionOf = async (input: RunInput): Promise<DryRun['deletion']> => {
  const given = input.documents?.reference
  const loaded =
    given && 'text' in given ? await readDocuments({ reference: given }, neverFetched, basePathOf(input)) : undefined
  const binding = resolveBindings(input.bindings, loaded?.documents.reference).get('DeleteRepository')
  if (!binding) throw new Error('no binding for DeleteRepository')
  const { method, path, from } = binding
  return { method, path, from }
}

/** Counts what a run asks without a rehearsal. */
export const askedIn = (input: RunInput, asked: readonly Requirement[] = catalogue): Asked => {
  const planned = plan(asked, asOfDate(input.asOf), input.select, input.thorough).filter(({ skip }) => skip === null)
  return {
    requirements: planned.length,
    cases: planned.reduce((sum, { requirement }) => sum + requirement.cases.length, 0),
    readsOnly: planned.every(({ requirement }) => isAboutDocuments(requirement)),
  }
}

/**
 * Rehearses a run on a conforming hub in this process: the same requirements, with credentials, write permission and fixtures of the same kinds.
 * What is counted there is what a hub of that shape is sent; a hub that is late, fails or has long lists is asked more.
 */
export const dryRunOf = async (
  input: RunInput,
  hub: PracticeHub,
  rehearsed: Rehearsed = { catalogue, run: runConformance },
): Promise<DryRun> => {
  const v1: Record<string, number> = {}
  const current: Record<string, number> = {}
  const names = new Map<string, CreationKind>()
  const credentials = credentialsLike(input.credentials, hub)
  await rehearsed.run({
    target: {
      handler: request => {
        const methods = new URL(request.url).pathname.startsWith('/v1/') ? v1 : current
        methods[request.method] = (methods[request.method] ?? 0) + 1
        return hub.handler(request)
      },
    },
    fixtures: fixturesLike(input.fixtures, hub),
    clock: hurriedClock(),
    allowWrites: Boolean(input.allowWrites),
    ledger: {
      write: async ({ entries }) => {
        for (const { kind, name } of entries) names.set(name, kind)
      },
    },
    ...defined({
      credentials,
      asOf: input.asOf,
      select: input.select,
      seed: input.seed,
      thorough: input.thorough,
      cases: input.cases,
    }),
  })
  const made = (kind: CreationKind): number => [...names.values()].filter(each => each === kind).length
  return {
    ...askedIn(input, rehearsed.catalogue),
    v1,
    current,
    creations: { repository: made('repository'), pat: made('pat'), oat: made('oat') },
    deletion: await deletionOf(input),
  }
}
