import type { Answered } from '../../contracts/exchange.ts'
import type { TokenFixture } from '../../contracts/requirement.ts'
import { membersByPath, tokenShownIn } from '../token-calls.ts'
import { comparable } from './token-members.ts'

/**
 * Compares a token that is kept after its deletion with the last read before: whether it changed, and whether the change marks it as
 * deleted.
 */
export const changesOf = (
  before: Answered,
  after: Answered,
  token: Pick<TokenFixture, 'id' | 'label'>,
): { readonly isChanged: boolean; readonly isMarked: boolean } => {
  const membersBefore = membersByPath(tokenShownIn(before, token) ?? {})
  const membersAfter = membersByPath(tokenShownIn(after, token) ?? {})
  const changed = [...new Set([...Object.keys(membersBefore), ...Object.keys(membersAfter)])].filter(
    key => JSON.stringify(membersBefore[key]) !== JSON.stringify(membersAfter[key]),
  )
  const isMarked = changed.some(
    key =>
      (membersBefore[key] ?? null) === null ||
      comparable(key, membersBefore[key]) !== comparable(key, membersAfter[key]),
  )
  return { isChanged: changed.length > 0, isMarked }
}
