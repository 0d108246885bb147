import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/finding.ts'
import type { Case, Probe, Received, TokenFamily } from '../../contracts/requirement.ts'
import { isRunName } from '../../contracts/run-name.ts'
import { judgeExpiry } from '../expiry.ts'
import { sentIn } from '../reading/exchanges.ts'
import { json, parseJson } from '../reading/json.ts'
import { identifiers, objectsIn } from '../reading/things.ts'
import { ifPossible } from '../round-trip.ts'
import { hasId, membersByPath, names, tokenShownIn } from '../token-calls.ts'
import { plainForm } from './plain-form.ts'
import { declaredTokenLists, holdsNoToken, judgeTokenList, marksOf } from './token-list.ts'
import { candidatesIn, certain, type Marks, objectsWithPlaces, profileIn } from './tokens.ts'

type Single = 'pat.get' | 'pat.update' | 'pat.delete'
type Shown = 'pat.create' | 'pat.list' | Single

/** A token that the run made, and by what it is told. */
interface Made {
  readonly created: Answered
  readonly labels: readonly string[]
  readonly ids: readonly string[]
}

/** Names of the run in the body of a request. */
const labelsSent = (answer: Answered): readonly string[] =>
  objectsIn(sentIn(answer)).flatMap(object => Object.values(object).filter(isRunName))

const madeIn = (probe: Probe, family: TokenFamily = 'pat'): readonly Made[] =>
  probe.received(`${family}.create`).flatMap(({ answer }) => {
    const labels = labelsSent(answer)
    return labels.length > 0 && parseJson(answer).ok
      ? [{ created: answer, labels, ids: identifiers(answer, labels) }]
      : []
  })

/** Whether an answer shows half of the members that the creation of the token showed: what was deleted may leave a remainder. */
const resembles = (answer: Answered, marks: Marks, { created, labels }: Made): boolean => {
  const known = [...profileIn(created, { labels, ids: [] })]
  const shown = profileIn(answer, marks)
  const shared = known.filter(name => shown.has(name)).length
  return shared > 0 && shared * 2 >= known.length
}

const judgeSingles = (probe: Probe, operation: Single, made: readonly Made[]): readonly Finding[] => {
  const updates = probe.received('pat.update')
  return probe.received(operation).flatMap(({ answer, values: { id = '' } }) => {
    const token = made.find(({ ids }) => ids.includes(id))
    if (!token || !parseJson(answer).ok) return []
    const renamed = updates.filter(({ values }) => values.id === id).flatMap(update => labelsSent(update.answer))
    const marks = { labels: [...renamed, ...token.labels], ids: [id] }
    const finding = judgeExpiry(operation, answer, marks, token.created)
    return finding.kind === 'violated' && !resembles(answer, marks, token) ? [] : [finding]
  })
}

/** A list that shows a token of the run with the field: all others of that list are told by its members. */
const exampleIn = (
  lists: readonly Answered[],
  made: readonly Marks[],
): { readonly answer: Answered; readonly marks: Marks } | undefined => {
  for (const answer of lists)
    for (const marks of made) {
      if (!marks.labels.some(label => answer.response.body.includes(label))) continue
      const { places } = objectsWithPlaces(plainForm(json(answer)))
      const [first] = candidatesIn(places, marks)
      if (first && first.standing === 'own' && first.weight >= certain.always) return { answer, marks }
    }
  return undefined
}

const judgeLists = (answers: readonly Answered[], made: readonly Marks[]): readonly Finding[] => {
  const lists = answers.filter(answer => parseJson(answer).ok)
  const example = exampleIn(lists, made)
  if (!example) return []
  return lists.flatMap(exchange => {
    const finding = judgeTokenList('pat.list', [{ exchange, items: [] }], 'shown', [], example)
    return finding === undefined || holdsNoToken(finding, exchange) ? [] : finding
  })
}

const findingsOf = (probe: Probe, operation: Shown): readonly Finding[] => {
  const made = madeIn(probe)
  if (operation === 'pat.list')
    return judgeLists(
      probe.received(operation).map(({ answer }) => answer),
      made,
    )
  if (operation !== 'pat.create') return judgeSingles(probe, operation, made)
  return made.map(({ created, labels }) => judgeExpiry(operation, created, { labels, ids: [] }))
}

const together = (findings: readonly Finding[], operation: Shown): Finding =>
  findings.find(({ kind }) => kind === 'violated') ??
  findings.find(({ kind }) => kind === 'holds') ??
  exempt('not-seen', { what: `an answer of ${operation}` })

/** The lists with declared parameters, asked for when tokens of all states were made. */
export const declaredTokens: Case = {
  name: 'declared parameters',
  last: true,
  check: async probe => {
    const own = await probe.fixture('pat')
    return together(judgeLists(await declaredTokenLists(probe), [marksOf(own)]), 'pat.list')
  },
}

/** Judges the tokens in whatever else the run received of an operation; what cannot be told there is judged by the other cases. */
export const receivedTokens = (operation: Shown): Case => ({
  name: 'other answers of the run',
  last: true,
  check: async probe => together(findingsOf(probe, operation), operation),
})

/** The member in which an answer shows a token of that id with a label. */
const memberWith = (answer: Answered, id: string, label: string): string | undefined => {
  const shown = tokenShownIn(answer, { id, label })
  const members = shown && hasId(shown, id) ? Object.entries(membersByPath(shown)) : []
  return members.find(([, value]) => value === label)?.[0]
}

/** Whether a token of the run, by its id, shows a label that an update gave to another one: no update of its own sent that. */
const judgeLabels = (probe: Probe, family: TokenFamily): Finding => {
  const made = madeIn(probe, family)
  const updates = probe.received(`${family}.update`)
  const isTo = (id: string, { values }: Received): boolean => values.id === id
  let held: Finding | undefined
  for (const {
    answer,
    values: { id = '' },
  } of probe.received(`${family}.get`)) {
    const token = made.find(
      ({ created, ids, labels }) => ids.includes(id) && labels.some(label => names(created, label)),
    )
    if (!token) continue
    const own = [...token.labels, ...updates.filter(one => isTo(id, one)).flatMap(one => labelsSent(one.answer))]
    for (const update of updates.filter(one => !isTo(id, one))) {
      held ??= holds(update.answer, answer)
      const [label] = labelsSent(update.answer).filter(text => !own.includes(text))
      const member = label === undefined ? undefined : memberWith(answer, id, label)
      if (member !== undefined)
        return violated('changed-unasked', { operation: `${family}.get`, member }, answer, update.answer, token.created)
    }
  }
  return held ?? exempt('not-seen', { what: 'a token that was read, next to one that was updated' })
}

/** The same where nothing else of the run read another token: then one is created. */
export const judgeUntouched = async (probe: Probe, family: TokenFamily): Promise<Finding> => {
  const found = judgeLabels(probe, family)
  if (found.kind !== 'exempt') return found
  await ifPossible(() => probe.fixture(family))
  return judgeLabels(probe, family)
}
