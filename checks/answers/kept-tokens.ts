import type { Answered } from '../../contracts/exchange.ts'
import type { TokenFixture } from '../../contracts/requirement.ts'
import { membersByPath, tokenShownIn } from '../token-calls.ts'
import { comparable } from './token-members.ts'

/** Compares a token that is kept after its deletion with the last read before: whether it changed, and whether the change marks it as deleted. */
export const changesOf = (
  before: Answered,
  after: Answered,
  token: Pick<TokenFixture, 'id' | 'label'>,
): { readonly isChanged: boolean; readonly isMarked: boolean } => {
  const then = membersByPath(tokenShownIn(before, token) ?? {})
  const now = membersByPath(tokenShownIn(after, token) ?? {})
  const changed = [...new Set([...Object.keys(then), ...Object.keys(now)])].filter(
    key => JSON.stringify(then[key]) !== JSON.stringify(now[key]),
  )
  const isMarked = changed.some(
    key => (then[key] ?? null) === null || comparable(key, then[key]) !== comparable(key, now[key]),
  )
  return { isChanged: changed.length > 0, isMarked }
}
