import { describe, expect, test } from 'vitest'
import { policySentences } from '../../../checks/documents/policy.ts'
import { DocumentError } from '../../../engine/documents/problems.ts'
import { readChangelog, readDeprecationLog } from '../../../engine/documents/published.ts'
import { readReference } from '../../../engine/documents/reference/reference.ts'

/** Refused as a document, or read; any other error fails the test. */
const attempt = (text: string): void => {
  try {
    readReference(text, 'x')
  } catch (error) {
    expect(error).toBeInstanceOf(DocumentError)
  }
}

describe('size is bounded', () => {
  const MiB = 1024 * 1024
  const fill = (piece: string) => piece.repeat(Math.ceil(MiB / piece.length)).slice(0, MiB)
  test.each([
    ['quotes', fill('>')],
    ['brackets', fill('[')],
    ['emphasis', fill('*a_')],
    ['code', fill('`a``')],
    ['columns', fill('|a')],
    ['bytes that are no UTF-8', fill('\uFFFD')],
    ['braces', fill('/{a')],
    ['white space after a method', `GET${' '.repeat(MiB / 4)}x`],
    ['white space before a bar', `a|b\n${' '.repeat(MiB / 4)}x|`],
    ['one heading', `# {#${'a'.repeat(MiB / 4)}`],
    ['words of replacement', fill('use instead of ')],
    ['words without end', fill('replaced ')],
    ['words of a policy', fill('not label before removal then ')],
    ['entries of a feed', `<rss>${fill('<item><title>a</title></item>\n')}</rss>`],
    ['entries of a feed without ends', `<rss>${fill('<item>')}`],
    ['tags of a feed without ends', `<rss><item>x</item>${fill('<item ')}`],
    ['texts of a feed without ends', `<rss><item><title>${fill('<![CDATA[<')}</title></item></rss>`],
    ['nested lists', Array.from({ length: 1_400 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
  ])('a mebibyte of %s', (_, text) => {
    const log = readDeprecationLog(text, 'x')
    const changelog = readChangelog(text, 'x')
    attempt(text)
    for (const passage of log.passages) policySentences(passage)
    expect(JSON.stringify([log, changelog]).length).toBeLessThan(MiB)
    expect(log.problems.length).toBeLessThanOrEqual(101)
  })

  test('many rows that link to one long section', () => {
    const rows = '| Deprecated | [GET /v1/a](#long) | 2024-01-01 |\n'.repeat(3_000)
    const long = Array.from({ length: 2_000 }, (_, at) => `- \`GET /v1/${at}\` replaced by \`/v2/${at}\``).join('\n')
    const log = readDeprecationLog(`| Status | Endpoint | Date |\n|-|-|-|\n${rows}\n# Long\n\n${long}`, 'x')
    expect(log.rows).toHaveLength(1_000)
    expect(log.rows[0]?.text.length).toBeLessThanOrEqual(5_000)
    expect(log.rows[0]?.endpoints).toHaveLength(200)
    expect(log.replacements).toHaveLength(2_000)
  })
})
