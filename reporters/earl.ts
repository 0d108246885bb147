import type { Report, ReportedRequirement } from '../contracts/results/report.ts'
import type { Verdict } from '../contracts/results/verdict.ts'
import type { Reporter } from './reporter.ts'
import { cut, share } from './shared/bounds.ts'
import { toJson, uri, urn } from './shared/encode.ts'
import { sourceText } from './shared/evidence.ts'
import { conclusion, startInstant, why } from './shared/facts.ts'
import { placedNote } from './shared/gate.ts'

/**
 * EARL 1.0 (W3C, w3.org/TR/EARL10-Schema) as JSON-LD 1.1. The context is inline: nobody has to fetch anything to read it. `untested` is
 * what nobody asked; `cantTell` is what was asked and left open, and what we got wrong ourselves.
 */

const context = {
  earl: 'http://www.w3.org/ns/earl#',
  dct: 'http://purl.org/dc/terms/',
  doap: 'http://usefulinc.com/ns/doap#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  Assertion: 'earl:Assertion',
  Software: 'earl:Software',
  TestSubject: 'earl:TestSubject',
  TestRequirement: 'earl:TestRequirement',
  TestResult: 'earl:TestResult',
  assertedBy: { '@id': 'earl:assertedBy', '@type': '@id' },
  subject: { '@id': 'earl:subject', '@type': '@id' },
  test: { '@id': 'earl:test', '@type': '@id' },
  mode: { '@id': 'earl:mode', '@type': '@id' },
  outcome: { '@id': 'earl:outcome', '@type': '@id' },
  result: 'earl:result',
  info: 'earl:info',
  title: 'dct:title',
  description: 'dct:description',
  source: 'dct:source',
  date: { '@id': 'dct:date', '@type': 'xsd:dateTime' },
  isPartOf: { '@id': 'dct:isPartOf', '@type': '@id' },
  revision: 'doap:revision',
} as const

const outcomes: Readonly<Record<Verdict, string>> = {
  pass: 'earl:passed',
  fail: 'earl:failed',
  inconclusive: 'earl:cantTell',
  error: 'earl:cantTell',
  untestable: 'earl:untested',
  'not-applicable': 'earl:inapplicable',
  'not-selected': 'earl:untested',
}

const testIri = (id: string): string => urn('requirement', cut(id, 300))

const requirementNode = (requirement: ReportedRequirement) => ({
  '@id': testIri(requirement.id),
  '@type': 'TestRequirement',
  title: cut(requirement.id, 300),
  description: `${requirement.level.toUpperCase()}: ${cut(requirement.title, 500)}`,
  source: sourceText(requirement),
  isPartOf: urn('suite', cut(requirement.suite, 200)),
})

/** The verdict as the suite calls it, its reason, the note of the baseline, and every case with that verdict while there is room. */
const infoOf = ({ verdict, reason, cases, known }: ReportedRequirement, room: number): string => {
  const own = cases.filter(kase => kase.verdict === verdict && kase.reason !== null)
  const lines = own.slice(0, 20).map(kase => `${cut(kase.name, 200)}: ${cut(why(kase.reason), 500)}`)
  const more = own.length > lines.length ? [`${own.length - lines.length} more cases left out`] : []
  return cut(
    [
      reason === null ? verdict : `${verdict}: ${cut(reason.message, 1_000)}`,
      ...(known === undefined ? [] : [`known: ${placedNote(known)}`]),
      ...lines,
      ...more,
    ].join('\n'),
    room,
  )
}

const render = (report: Report): string => {
  const { tool, target } = report
  const room = share(8_000_000, report.requirements.length, { min: 300, max: 4_000 })
  const assertor = urn('tool', `${cut(tool.name, 100)}@${cut(tool.version, 100)}`)
  const subject = target === null ? urn('target', 'documents') : uri(cut(target, 2_000))
  const date = startInstant(report)
  const document = {
    '@context': context,
    '@graph': [
      { '@id': assertor, '@type': 'Software', title: cut(tool.name, 100), revision: cut(tool.version, 100) },
      {
        '@id': subject,
        '@type': 'TestSubject',
        title: target === null ? 'documents alone' : cut(target, 2_000),
        description: conclusion(report),
      },
      ...report.requirements.map(requirementNode),
      ...report.requirements.map(requirement => ({
        '@type': 'Assertion',
        assertedBy: assertor,
        subject,
        test: testIri(requirement.id),
        mode: 'earl:automatic',
        result: {
          '@type': 'TestResult',
          outcome: outcomes[requirement.verdict],
          date,
          info: infoOf(requirement, room),
        },
      })),
    ],
  }
  return toJson(document)
}

export const earlReporter: Reporter = { describe: 'W3C EARL 1.0 as JSON-LD: one assertion per requirement', render }
