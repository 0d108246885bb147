import type { CreationKind, TokenFamily, TokenFixture } from '../../../contracts/requirement.ts'
import { Missing } from '../../../contracts/results/finding.ts'
import { comparablePath, isWhereItWasShown } from '../../http/request-guard.ts'
import { bindingOf, type ProbeScope, type Session } from '../session.ts'

/** Reasons why a new token cannot be found again. */
const unaddressed: ReadonlySet<string> = new Set([
  'id-foreign',
  'id-shared',
  'id-shows-other',
  'id-unknown',
  'location-of-list',
])

/** Reasons why a new token is not shown, found after a wait. */
const unshown: ReadonlySet<string> = new Set([
  ...unaddressed,
  'answers-anything',
  'id-unshown',
  'name-not-shown',
  'name-not-taken',
  'creation-unfinished',
])

const isOneOf = (reasons: ReadonlySet<string>, error: unknown): boolean =>
  error instanceof Missing && reasons.has(error.code)

/** Notes that a wait for a token timed out. */
export const noteFailedWait = ({ waitedFor }: ProbeScope, family: TokenFamily, error: unknown): void => {
  if (isOneOf(unshown, error)) waitedFor.add(family)
}

/** Whether a token is deleted at a path where the target shows it. */
const isDeletable = (session: Session, family: TokenFamily, shownAt: ReadonlySet<string>): boolean => {
  const operation = `${family}.delete` as const
  const { method, path, from } = bindingOf(session, operation)
  const change = { operation, method, template: path, values: { id: '' }, byUser: from === 'file' }
  return isWhereItWasShown(change, () => shownAt)
}

/**
 * The first token of a kind shows whether tokens can be deleted. No other is created if the first cannot be found again, or if the bindings
 * do not determine how it is deleted and the target does not show it there. Returns the first token, if any.
 */
export const throwUnlessDeletable = async (
  scope: ProbeScope,
  family: TokenFamily,
): Promise<TokenFixture | undefined> => {
  const { session, owner } = scope
  if (owner === `fixture ${family}`) return undefined
  const first = await session.fixture(family).catch((error: unknown) => ({ error }))
  const error = 'error' in first ? first.error : undefined
  if (isOneOf(unaddressed, error)) throw error
  const [creation, removal] = [bindingOf(session, `${family}.create`), bindingOf(session, `${family}.delete`)]
  // The target publishes no operation that reads or deletes it, and the default ones do not work.
  if (
    error instanceof Missing &&
    error.code === 'id-unshown' &&
    removal.from === 'default' &&
    creation.from !== 'default'
  )
    throw error
  noteFailedWait(scope, family, error)
  const [get, list] = [bindingOf(session, `${family}.get`), bindingOf(session, `${family}.list`)]
  const places = [`${comparablePath(list.path)}/{}`, ...(get.from === list.from ? [comparablePath(get.path)] : [])]
  if (isDeletable(session, family, new Set(places))) return 'error' in first ? undefined : first
  if ('error' in first) throw error
  if (isDeletable(session, family, session.ledger.shownAt(first.id))) return first
  const { operation, path } = removal
  throw new Missing('deletion-unknown', { kind: family.toUpperCase(), operation, path })
}

/**
 * Whether a wait for this kind of resource has timed out. Uses the token that the run deletes, and not the first: a server that shows one
 * token under every id may show the first.
 */
export const isUnshown = async ({ session, owner, waitedFor }: ProbeScope, kind: CreationKind): Promise<boolean> => {
  if (waitedFor.has(kind) || kind === 'repository' || owner.startsWith('fixture ')) return waitedFor.has(kind)
  return session.fixture(`${kind}-deletion`).then(
    () => false,
    (reason: unknown) => isOneOf(unshown, reason),
  )
}
