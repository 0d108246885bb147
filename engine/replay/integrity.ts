import { parametersIn } from '../../checks/path-template.ts'
import type { Binding } from '../../contracts/operations.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { reasonCodes, reasonSentence } from '../../contracts/results/reasons.ts'
import type { Report, ReportedReason } from '../../contracts/results/report.ts'
import { offersAll, resultOf, summarise } from '../conclude.ts'
import { publishedAt } from '../credentials/forms.ts'
import { findOperation } from '../documents/reference/find-operation.ts'
import { suiteOf } from '../plan.ts'
import { resolveBindings } from '../probe/bindings.ts'
import { digestOf } from '../reports/digest.ts'
import { fixOf } from '../reports/fix.ts'
import { same } from './same-request.ts'

/** Something of a report that does not agree with the rest of it. */
export interface Disagreement {
  /** A requirement, a fixture or a member of the report. */
  readonly place: string
  readonly says: string
}

const unless = (agrees: boolean, place: string, says: string): readonly Disagreement[] =>
  agrees ? [] : [{ place, says }]

const sentences = (place: string, reason: ReportedReason | null): readonly Disagreement[] => {
  if (reason === null) return []
  const { code, values, settings, message } = reason
  return reasonCodes.includes(code)
    ? unless(
        message === reasonSentence(code, values, settings),
        place,
        `the message of the reason ${code} is not the sentence of its values`,
      )
    : [{ place, says: `the reason code ${code} is not known` }]
}

const repeated = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, at) => values.indexOf(value) !== at)),
]

/** Exchanges that are named before they are only counted. */
const fewExchanges = 3

/** Much of a kind is one line: a case that was taken out leaves all its exchanges behind. */
const strays = (ids: readonly string[]): readonly Disagreement[] => {
  const [first] = ids
  if (first === undefined) return []
  if (ids.length === 1) return [{ place: first, says: 'no case and no fixture has this exchange' }]
  const named = ids.slice(0, fewExchanges).join(', ')
  const more = ids.length > fewExchanges ? ` and ${ids.length - fewExchanges} more` : ''
  return [{ place: `${named}${more}`, says: `no case and no fixture has these ${ids.length} exchanges` }]
}

/** What points nowhere, and what nothing points to: an exchange was taken out, or put in. */
export const checkReferences = (report: Report): readonly Disagreement[] => {
  const cited = new Set<string>()
  const found: Disagreement[] = []
  const known = new Set(report.exchanges.map(({ id }) => id))
  const cite = (place: string, ids: readonly string[]): void => {
    for (const id of ids) {
      if (!known.has(id) && !cited.has(id)) found.push({ place, says: `the exchange ${id} is not in the report` })
      cited.add(id)
    }
  }
  for (const { need, exchanges, value } of report.fixtures) {
    cite(`fixture ${need}`, exchanges)
    for (const inner of Object.values(value ?? {}))
      if (inner !== null && typeof inner === 'object' && 'exchange' in inner && typeof inner.exchange === 'string')
        cite(`fixture ${need}`, [inner.exchange])
  }
  for (const { id, cases } of report.requirements)
    for (const kase of cases) cite(`${id}, ${kase.name}`, [...kase.exchanges, ...kase.evidence])
  found.push(...strays([...known].filter(id => !cited.has(id))))
  for (const id of repeated(report.exchanges.map(({ id }) => id)))
    found.push({ place: id, says: 'two exchanges have this id' })
  return found
}

const conclusions = (report: Report): readonly Disagreement[] => {
  const summary = summarise(report.requirements)
  const result = resultOf(summary, offersAll(report.requirements))
  return [
    ...unless(same(report.summary, summary), 'summary', 'the numbers are not those of the requirements'),
    ...unless(report.result === result, 'result', `report says ${report.result}, its requirements say ${result}`),
  ]
}

/** What a report repeats of the catalogue must be what stands there. */
const claims = (report: Report, catalogue: ReadonlyMap<string, Requirement>): readonly Disagreement[] =>
  report.requirements.flatMap(reported => {
    const requirement = catalogue.get(reported.id)
    if (!requirement) return []
    const { id, level, statement, since, until, source } = requirement
    const expected = {
      suite: suiteOf(id),
      level,
      title: statement,
      since,
      until: until ?? null,
      source,
      // A report of the first version has none.
      ...(reported.fix === ''
        ? {}
        : { fix: fixOf(requirement, reported, report.bindings, report.documents.reference) }),
    }
    return (Object.keys(expected) as (keyof typeof expected)[])
      .filter(key => !same(reported[key], expected[key]))
      .map(key => ({ place: id, says: `its ${key} is not that of the catalogue` }))
  })

const bindings = (report: Report): readonly Disagreement[] => {
  const { reference } = report.documents
  const listed = report.bindings.find(({ operation }) => operation === 'pat.list')
  const declared = reference && findOperation(reference, 'pat.list')
  // The name of the account, which may stand in the path.
  const [owner] = Object.values((listed && declared && parametersIn(declared.path, listed.path)) ?? {})
  // Which of the declared forms of credentials was used depends on what was given.
  const formAt = (binding: Binding): string | undefined => {
    const form = report.bindings.find(({ operation }) => operation === binding.operation)?.credentialForm
    const declared = reference && publishedAt(reference, binding)?.credentialForms
    return declared?.find(one => one === form)
  }
  const expected = resolveBindings(undefined, reference, report.asOf, owner, formAt)
  return report.bindings
    .filter(binding => binding.from !== 'file' && !same(binding, expected.get(binding.operation)))
    .map(({ operation, from }) => ({
      place: `binding ${operation}`,
      says: `it is not what ${from === 'reference' ? 'the reference' : 'the suite'} says`,
    }))
}

/** The digest is looked at last: where anything else disagrees, that says more. */
const seal = (report: Report): readonly Disagreement[] =>
  report.digest === undefined
    ? [{ place: 'digest', says: 'it is missing, so an edit that changes no verdict cannot be seen' }]
    : unless(report.digest === digestOf(report), 'digest', 'it is not that of the report: something was edited')

/** What can be seen of a report without asking any check again, beside {@link checkReferences}. */
export const checkIntegrity = (
  report: Report,
  catalogue: ReadonlyMap<string, Requirement>,
): readonly Disagreement[] => [
  ...repeated(report.requirements.map(({ id }) => id)).map(place => ({ place, says: 'it is in the report twice' })),
  ...claims(report, catalogue),
  ...report.fixtures.flatMap(({ need, reason }) => sentences(`fixture ${need}`, reason)),
  ...report.requirements.flatMap(({ id, reason, cases }) => [
    ...sentences(id, reason),
    ...cases.flatMap(kase => sentences(`${id}, ${kase.name}`, kase.reason)),
  ]),
  ...bindings(report),
  ...conclusions(report),
  ...seal(report),
]
