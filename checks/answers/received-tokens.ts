import type { Answered } from '../../contracts/exchange.ts'
import type { Case, Probe } from '../../contracts/requirement.ts'
import { exempt, type Finding } from '../../contracts/results/finding.ts'
import { isRunName } from '../../contracts/run/run-name.ts'
import { judgeExpiry } from '../expiry.ts'
import { sentIn } from '../reading/exchanges.ts'
import { json, jsonIn } from '../reading/json.ts'
import { identifiers, objectsIn } from '../reading/things.ts'
import { plainForm } from './plain-form.ts'
import { declaredTokenLists, holdsNoToken, judgeTokenList, marksOf } from './token-list.ts'
import { candidatesIn, certain, type Marks, objectsWithPlaces, profileIn } from './tokens.ts'

type TokenOperation = 'pat.get' | 'pat.update' | 'pat.delete'
type PatOperation = 'pat.create' | 'pat.list' | TokenOperation

/** A token that the run created, and the values that identify it. */
interface CreatedToken {
  readonly created: Answered
  readonly labels: readonly string[]
  readonly ids: readonly string[]
}

const labelsSent = (answer: Answered): readonly string[] =>
  objectsIn(sentIn(answer)).flatMap(object => Object.values(object).filter(isRunName))

const createdTokensOf = (probe: Probe): readonly CreatedToken[] =>
  probe.received('pat.create').flatMap(({ answer }) => {
    const labels = labelsSent(answer)
    return labels.length > 0 && jsonIn(answer) !== undefined
      ? [{ created: answer, labels, ids: identifiers(answer, labels) }]
      : []
  })

/** Whether an answer shows half of the members that the creation showed: a deleted token may leave a remainder. */
const resembles = (answer: Answered, marks: Marks, { created, labels }: CreatedToken): boolean => {
  const known = [...profileIn(created, { labels, ids: [] })]
  const shown = profileIn(answer, marks)
  const shared = known.filter(name => shown.has(name)).length
  return shared > 0 && shared * 2 >= known.length
}

const judgeSingles = (probe: Probe, operation: TokenOperation, tokens: readonly CreatedToken[]): readonly Finding[] => {
  const updates = probe.received('pat.update')
  return probe.received(operation).flatMap(({ answer, values: { id = '' } }) => {
    const token = tokens.find(({ ids }) => ids.includes(id))
    if (!token || jsonIn(answer) === undefined) return []
    const renamed = updates.filter(({ values }) => values.id === id).flatMap(update => labelsSent(update.answer))
    const marks = { labels: [...renamed, ...token.labels], ids: [id] }
    const finding = judgeExpiry(operation, answer, marks, token.created)
    return finding.kind === 'violated' && !resembles(answer, marks, token) ? [] : [finding]
  })
}

/** A list with a token of the run that has the field. Its members identify the other tokens of the list. */
const exampleIn = (
  lists: readonly Answered[],
  tokens: readonly Marks[],
): { readonly answer: Answered; readonly marks: Marks } | undefined => {
  for (const answer of lists)
    for (const marks of tokens) {
      if (!marks.labels.some(label => answer.response.body.includes(label))) continue
      const { places } = objectsWithPlaces(plainForm(json(answer)))
      const [first] = candidatesIn(places, marks)
      if (first && first.standing === 'own' && first.weight >= certain.always) return { answer, marks }
    }
  return undefined
}

const judgeLists = (answers: readonly Answered[], tokens: readonly Marks[]): readonly Finding[] => {
  const lists = answers.filter(answer => jsonIn(answer) !== undefined)
  const example = exampleIn(lists, tokens)
  if (!example) return []
  return lists.flatMap(exchange => {
    const finding = judgeTokenList('pat.list', [{ exchange, items: [] }], 'shown', [], example)
    return finding === undefined || holdsNoToken(finding, exchange) ? [] : finding
  })
}

const findingsOf = (probe: Probe, operation: PatOperation): readonly Finding[] => {
  const tokens = createdTokensOf(probe)
  if (operation === 'pat.list')
    return judgeLists(
      probe.received(operation).map(({ answer }) => answer),
      tokens,
    )
  if (operation !== 'pat.create') return judgeSingles(probe, operation, tokens)
  return tokens.map(({ created, labels }) => judgeExpiry(operation, created, { labels, ids: [] }))
}

const combined = (findings: readonly Finding[], operation: PatOperation): Finding =>
  findings.find(({ kind }) => kind === 'violated') ??
  findings.find(({ kind }) => kind === 'holds') ??
  exempt('not-seen', { what: `an answer of ${operation}` })

/** The lists with declared parameters, requested when there are tokens of all states. */
export const declaredTokens: Case = {
  name: 'declared parameters',
  last: true,
  check: async probe => {
    const own = await probe.fixture('pat')
    return combined(judgeLists(await declaredTokenLists(probe), [marksOf(own)]), 'pat.list')
  },
}

/** Judges the tokens in all other answers of an operation; what is unclear there is left to the other cases. */
export const receivedTokens = (operation: PatOperation): Case => ({
  name: 'other answers of the run',
  last: true,
  check: async probe => combined(findingsOf(probe, operation), operation),
})
