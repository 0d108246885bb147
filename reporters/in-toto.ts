import { createHash } from 'node:crypto'
import stableStringify from 'safe-stable-stringify'
import type { Report, ReportedRequirement } from '../contracts/results/report.ts'
import { counts, isOpen } from '../contracts/results/verdict.ts'
import type { RenderOptions, Reporter } from './reporter.ts'
import { cut, firstOf } from './shared/bounds.ts'
import { toJson, uri, wellFormed } from './shared/encode.ts'
import { conclusion, isInsecure, leftUnselected, subjectName } from './shared/facts.ts'

/**
 * An in-toto Statement v1 (github.com/in-toto/attestation, spec/v1/statement.md) with a test result v0.1, unsigned: whoever vouches for
 * it signs it. A running service has no digest, so the subject is what was seen of it: the SHA-256 of the canonical JSON (RFC 8785) of
 * `{documents, exchanges, target}` of the JSON report, which anyone who has that report can recompute.
 *
 * The predicate has no "incomplete". A policy reads it to verify "that all tests were in fact run", so such a run is FAILED. A selection
 * that passed is WARNED, and so is a run where something below the level of `--fail-on` failed or was not verified. A baseline changes
 * nothing: what is known to fail failed.
 */

const predicateType = 'https://in-toto.io/attestation/test-result/v0.1'

const mostNames = 50_000

/** Of values as JSON has them, and of text that every reader takes. */
const canonical = (value: unknown): string => stableStringify(JSON.parse(toJson(value))) ?? ''

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What the subject's digest is taken of; RFC 8785 knows no halves of characters, so they count as U+FFFD. */
const evidenceDigest = ({ documents, exchanges, target }: Report): string =>
  sha256(canonical({ documents, exchanges, target }))

const namesOf = (requirements: readonly ReportedRequirement[]): string[] =>
  firstOf(requirements, mostNames).kept.map(({ id }) => cut(id, 300))

const predicateResult = (report: Report, failed: number, warned: number): 'PASSED' | 'WARNED' | 'FAILED' => {
  if (failed > 0) return 'FAILED'
  if (report.result === 'partial') return 'WARNED'
  if (report.result !== 'conformant') return 'FAILED'
  return warned > 0 || isInsecure(report) ? 'WARNED' : 'PASSED'
}

/** In-line where it is small: the specification asks for less than 1 KB. */
const contentOf = (text: string): { readonly content?: string } =>
  Buffer.byteLength(text) < 1_000 ? { content: Buffer.from(text).toString('base64') } : {}

const render = (report: Report, { failOn }: RenderOptions = {}): string => {
  const { requirements, tool, target, options, asOf, lifecycle, seed } = report
  const passed = requirements.filter(({ verdict }) => verdict === 'pass')
  const failed = requirements.filter(({ verdict, level }) => verdict === 'fail' && counts(level, failOn))
  const warned = requirements.filter(
    ({ verdict, level }) => isOpen(verdict) || (verdict === 'fail' && !counts(level, failOn)),
  )
  const configuration = canonical({ asOf, options, seed })
  const leftOut = Math.max(0, ...[passed, failed, warned].map(list => list.length - mostNames))
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      {
        name: cut(subjectName(report) ?? target ?? 'documents', 2_000),
        ...(target === null ? {} : { uri: uri(cut(target, 2_000)) }),
        digest: { sha256: evidenceDigest(report) },
        annotations: {
          digestOf: 'RFC 8785 canonical JSON of {documents, exchanges, target} of the JSON report',
          subject: report.subject,
          conclusion: conclusion(report),
          notSelected: leftUnselected(report),
          ...(leftOut === 0 ? {} : { namesLeftOut: leftOut }),
        },
      },
    ],
    predicateType,
    predicate: {
      result: predicateResult(report, failed.length, warned.length),
      configuration: [
        {
          name: 'options',
          digest: { sha256: sha256(configuration) },
          mediaType: 'application/json',
          ...contentOf(configuration),
        },
        ...(lifecycle
          ? [
              {
                name: `lifecycle document, version ${lifecycle.version}: the SHA-256 of its sentences, one a line`,
                digest: { sha256: lifecycle.digest.slice('sha256:'.length) },
              },
            ]
          : []),
        {
          name: 'tool',
          uri: `pkg:npm/${encodeURIComponent(wellFormed(cut(tool.name, 100)))}@${encodeURIComponent(wellFormed(cut(tool.version, 100)))}`,
        },
      ],
      passedTests: namesOf(passed),
      warnedTests: namesOf(warned),
      failedTests: namesOf(failed),
    },
  }
  return toJson(statement)
}

export const inTotoReporter: Reporter = {
  describe: 'an unsigned in-toto statement with a test result, to be signed',
  render,
}
