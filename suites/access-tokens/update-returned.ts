import { placesIn, profileIn } from '../../checks/answers/tokens.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { json } from '../../checks/reading/json.ts'
import { ownAnswerTo } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { aToken, names, noToken, readOf, rename, type TokenFacts, unlessId } from '../../checks/token-calls.ts'
import { withStatus } from '../../checks/twists/shapes.ts'
import { oldLabel } from '../../checks/twists/tokens.ts'
import { faultsFor, instead, to, variants, withJson, withMembers } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Probe, Requirement, TokenFixture } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/results/finding.ts'

/** Members that an answer has in common with the token as its creation showed it. */
const shownMembers = (answer: Answered, { created, label, id }: TokenFixture): readonly string[] => {
  const profile = profileIn(created, { labels: [label], ids: [id] })
  return placesIn(answer).flatMap(({ object }) => Object.keys(object).filter(key => profile.has(key)))
}

const judgeReturned = async (probe: Probe, facts: TokenFacts): Promise<Finding> => {
  const { family } = facts
  const token = await probe.ownToken(family)
  const updated = await rename(probe, family, token, await readOf(probe, facts, token))
  const { label, changed } = updated
  if (!isSuccess(changed)) return unlessId(noToken(`${family}.update`, changed), updated)
  if (changed.response.body.trim() === '')
    return exempt('no-representation', { operation: `${family}.update`, field: 'label' }, changed)
  const open = await ownAnswerTo(probe, `${family}.update`, token, changed)
  if (open) return open
  json(changed)
  if (names(changed, label)) return holds(token.created, changed)
  // What only acknowledges the change shows no token, and so no label.
  return shownMembers(changed, token).length === 0
    ? exempt('no-representation', { operation: `${family}.update`, field: 'label' }, changed)
    : unlessId(violated('not-echoed', { operation: `${family}.update`, what: `the label ${label}` }, changed), updated)
}

export default (facts: TokenFacts): Requirement => {
  const { suite, item, label: member, since, covers, needs } = facts
  const patch = to(item, 'PATCH')
  return {
    id: `${suite}/update-returned`,
    level: 'should',
    since,
    covers,
    needs,
    statement: `Updating ${aToken(facts)} returns it with its new label.`,
    source: published(`tag ${suite}`, 'The label can be updated, and the updated token is returned.'),
    how: 'The label of a token that the run created is changed; the answer must contain the new label. An empty answer is not judged.',
    fix: 'Store the update, and return the updated token.',
    cases: [{ name: 'another label', check: probe => judgeReturned(probe, facts) }],
    faults: faultsFor('not-echoed', {
      old: ['returns the old label', instead(patch, oldLabel(member))],
      'other-token': [
        'returns a token with another label and id',
        withMembers(patch, { uuid: 'other', id: 'other', [member]: 'other' }),
      ],
    }),
    tolerates: variants({
      'no-content': ['204 without a body', withStatus(patch, 204)],
      acknowledged: ['a message that it was updated, without the token', withJson(patch, () => ({ updated: true }))],
    }),
  }
}
