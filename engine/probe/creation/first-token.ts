import type { CreationKind, TokenFamily, TokenFixture } from '../../../contracts/requirement.ts'
import { Missing } from '../../../contracts/results/finding.ts'
import { comparablePath, isWhereItWasShown } from '../../http/request-guard.ts'
import { bindingOf, type ProbeScope, type Session } from '../session.ts'

/** Why nothing leads to a token that was made. */
const unaddressed: ReadonlySet<string> = new Set([
  'id-foreign',
  'id-shared',
  'id-shows-other',
  'id-unknown',
  'location-of-list',
])

/** Why a token that was made is not known to be shown: it was waited for. */
const unshown: ReadonlySet<string> = new Set([
  ...unaddressed,
  'id-unshown',
  'name-not-shown',
  'name-not-taken',
  'creation-unfinished',
])

const isOneOf = (reasons: ReadonlySet<string>, error: unknown): boolean =>
  error instanceof Missing && reasons.has(error.code)

/** Notes whether a token was waited for in vain. */
export const noteFailedWait = ({ waitedFor }: ProbeScope, family: TokenFamily, error: unknown): void => {
  if (isOneOf(unshown, error)) waitedFor.add(family)
}

/** Whether a token is deleted where the target shows it. */
const isDeletable = (session: Session, family: TokenFamily, shownAt: ReadonlySet<string>): boolean => {
  const operation = `${family}.delete` as const
  const { method, path, from } = bindingOf(session, operation)
  const change = { operation, method, template: path, values: { id: '' }, byUser: from === 'file' }
  return isWhereItWasShown(change, () => shownAt)
}

/**
 * The first token of a kind shows whether others can be deleted: none is made after one that could not be found again, or where the bindings
 * do not say how it is deleted and the target does not show it. Returns the first, where there is one.
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
  // Nothing that the target publishes reads it, or deletes it: what is usual elsewhere does neither.
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

/** Whether the fixtures of a kind of token were waited for in vain. The token that the run deletes is not the first: what is shown under every id may be that one. */
export const isUnshown = async ({ session, owner, waitedFor }: ProbeScope, kind: CreationKind): Promise<boolean> => {
  if (waitedFor.has(kind) || kind === 'repository' || owner.startsWith('fixture ')) return waitedFor.has(kind)
  return session.fixture(`${kind}-deletion`).then(
    () => false,
    (reason: unknown) => isOneOf(unshown, reason),
  )
}
