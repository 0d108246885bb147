import { createHash } from 'node:crypto'
import stableStringify from 'safe-stable-stringify'
import type { JsonObject } from '../../checks/reading/json.ts'
import { lifecycle, sentences } from '../../contracts/lifecycle.ts'
import type { Report } from '../../contracts/results/report.ts'
import { hideRun } from '../../contracts/run/run-name.ts'

/** Canonical JSON (RFC 8785): the order of an object's members makes no difference. */
export const canonical = (value: unknown): string => stableStringify(value) ?? 'null'

/** The canonical JSON of a report in pieces: evidence of hundreds of megabytes is never one string. */
function* piecesOf(report: object): Generator<string> {
  let before = '{'
  for (const key of Object.keys(report).sort()) {
    const value = (report as JsonObject)[key]
    if (value === undefined) continue
    yield `${before}${JSON.stringify(key)}:`
    before = ','
    if (!Array.isArray(value)) yield canonical(value)
    else {
      yield '['
      for (const [at, item] of value.entries()) yield (at === 0 ? '' : ',') + canonical(item)
      yield ']'
    }
  }
  yield '}'
}

/** The SHA-256 of a report. It shows that a report was edited, unless the digest was renewed. */
export const digestOf = ({ digest: _digest, ...report }: Report): string => {
  const hash = createHash('sha256')
  for (const piece of piecesOf(report)) hash.update(hideRun(piece, report.run))
  return `sha256:${hash.digest('hex')}`
}

/** The edition of the document on which the verdicts depend: its newest day, and the SHA-256 of its sentences, one a line. */
export const edition = {
  version: lifecycle.version,
  digest: `sha256:${createHash('sha256')
    .update(sentences.map(({ text }) => text).join('\n'))
    .digest('hex')}`,
}
