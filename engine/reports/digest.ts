import { createHash } from 'node:crypto'
import stableStringify from 'safe-stable-stringify'
import { oncePerShared } from '../../checks/shared.ts'
import { lifecycle, sentences } from '../../contracts/lifecycle.ts'
import type { Report } from '../../contracts/results/report.ts'
import { hideRun } from '../../contracts/run/run-name.ts'

/** Canonical JSON (RFC 8785): the order of an object's members makes no difference. */
export const canonical = (value: unknown): string => stableStringify(value) ?? 'null'

const pieceOf = oncePerShared(canonical)

/** Canonical JSON in pieces, members of members each: evidence of hundreds of megabytes is never one string. */
function* piecesOf(value: unknown, depth = 2): Generator<string> {
  if (typeof value !== 'object' || value === null || depth === 0) {
    yield pieceOf(value)
    return
  }
  const isList = Array.isArray(value)
  const members = isList
    ? value.map(item => ['', item])
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => [`${JSON.stringify(name)}:`, member])
  yield isList ? '[' : '{'
  for (const [at, [name, member]] of members.entries()) {
    yield (at === 0 ? '' : ',') + name
    yield* piecesOf(member, depth - 1)
  }
  yield isList ? ']' : '}'
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
