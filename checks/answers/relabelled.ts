import type { Answered } from '../../contracts/exchange.ts'
import type { Case, Fixtures, Probe, TokenFamily, TokenFixture } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/results/finding.ts'
import { isRunName } from '../../contracts/run/run-name.ts'
import { isSuccess, sentIn } from '../reading/exchanges.ts'
import { has, type JsonObject, jsonIn } from '../reading/json.ts'
import { mentions, objectsIn } from '../reading/things.ts'
import { ifPossible, scalarsIn } from '../round-trip.ts'
import { hasId, holdsLabel, membersByPath, type TokenFacts, tokenShownIn } from '../token-calls.ts'
import { changedForGood, changedMember } from './token-members.ts'
import { type TokenRead, tokensRead } from './tokens-read.ts'

/** A label that an update sent for one token. */
interface Relabelling {
  readonly label: string
  readonly id: string
  readonly update: Answered
}

const relabellings = (probe: Probe, family: TokenFamily): readonly Relabelling[] =>
  probe.received(`${family}.update`).flatMap(({ answer: update, values: { id } }) =>
    id === undefined
      ? []
      : scalarsIn(sentIn(update))
          .filter(isRunName)
          .map(label => ({ label, id, update })),
  )

/**
 * Whether an answer shows a label on another token: an object has the label and the id of another token, but not the id of the token that
 * the label was sent for.
 */
const givesLabelTo = (answer: Answered, tokens: readonly TokenRead[], { label, id }: Relabelling): boolean => {
  const isOtherToken = (object: JsonObject): boolean =>
    scalarsIn(object).includes(label) && tokens.some(token => hasId(object, token.id)) && !mentions(object, id)
  return objectsIn(jsonIn(answer)).some(isOtherToken)
}

/** The members of a token as they are read now. */
export const membersRead = async (probe: Probe, family: TokenFamily, token: TokenFixture): Promise<JsonObject> =>
  membersByPath(tokenShownIn(await probe.call(`${family}.get`, token, { anyStatus: true }), token) ?? {})

/** Whether a member of a token is compared: what shows its label may be due to the presence check of updates, which sends it that label. */
const isCompared = ({ label }: TokenFixture, now: JsonObject, key: string): boolean => now[key] !== label

/**
 * Also checks that an update of a token leaves another token, which no case changes, as it was first read. An update that changes all
 * tokens has no further effect when it is repeated. `look` reads the other token while the first one is changed.
 */
export const keepingOthers = async (
  probe: Probe,
  { family }: TokenFacts,
  judge: (look: () => Promise<unknown>) => Promise<Finding>,
): Promise<Finding> => {
  const operation = `${family}.get` as const
  let seen: { readonly other: Fixtures[TokenFamily]; readonly before: Answered; readonly after: Answered } | undefined
  const look = async (): Promise<void> => {
    const other = await ifPossible(() => probe.fixture(family))
    const before = other?.reads[0]
    if (before) seen ??= { other, before, after: await probe.call(operation, other, { anyStatus: true }) }
  }
  const finding = await judge(look)
  if (finding.kind !== 'holds') return finding
  await look()
  if (!seen) return finding
  const { other, before, after } = seen
  const [then = {}, now = {}] = [before, after].map(answer =>
    membersByPath((isSuccess(answer) && tokenShownIn(answer, other)) || {}),
  )
  const member = await changedForGood(
    then,
    now,
    key => isCompared(other, now, key),
    () => membersRead(probe, family, other),
  )
  if (member === undefined) return finding
  const values = { operation, member, what: other.label }
  return violated('other-changed', values, after, ...finding.seen.slice(0, 3), before)
}

/** A token that no case changes and that the answers of one operation show with different values. */
const changedOther = async (probe: Probe, family: TokenFamily): Promise<Finding | undefined> => {
  const other = await ifPossible(() => probe.fixture(family))
  if (!other) return undefined
  const shown = ([`${family}.get`, `${family}.list`] as const).flatMap(operation =>
    probe.received(operation).flatMap(({ answer }) => {
      const token = holdsLabel(answer, other.label) ? tokenShownIn(answer, other) : undefined
      // Other tokens may have got its label.
      return token && hasId(token, other.id) ? [{ operation, answer, members: membersByPath(token) }] : []
    }),
  )
  /** Whether a member differs in all answers: it changes by itself. */
  const isUnsteady = (key: string): boolean => {
    const values = shown.flatMap(({ members }) => (has(members, key) ? [JSON.stringify(members[key])] : []))
    return values.length > 2 && new Set(values).size === values.length
  }
  for (const { operation, answer, members } of shown) {
    const first = shown.find(one => one.operation === operation)
    const among = (key: string): boolean => isCompared(other, members, key) && !isUnsteady(key)
    const member = first && changedMember(first.members, members, among)
    if (first && member !== undefined)
      return violated('other-changed', { operation, member, what: other.label }, answer, first.answer)
  }
  return undefined
}

/** Judges by all answers of the run whether an update changed another token, or gave its label to it. Each label is sent for one token only. */
export const labelOfItsOwn = ({ family }: TokenFacts): Case => ({
  name: 'labels of other tokens',
  last: true,
  check: async probe => {
    const changed = await changedOther(probe, family)
    if (changed) return changed
    const tokens = tokensRead(probe, family)
    // A token may have several ids. If it was read under this one, a token with another label is another token.
    const isRead = (id: string): boolean => tokens.some(token => token.id === id)
    const relabelled = relabellings(probe, family)
    const shown = ([`${family}.get`, `${family}.list`] as const).flatMap(operation =>
      probe.received(operation).map(({ answer }) => ({ operation, answer })),
    )
    let last: Answered | undefined
    for (const { operation, answer } of shown)
      for (const relabelling of relabelled) {
        if (!isSuccess(answer) || !holdsLabel(answer, relabelling.label)) continue
        last = answer
        if (isRead(relabelling.id) && givesLabelTo(answer, tokens, relabelling))
          return violated('other-relabelled', { operation, got: relabelling.label }, answer, relabelling.update)
      }
    return last ? holds(last) : exempt('not-seen', { what: 'a token with another label than it was created with' })
  },
})
