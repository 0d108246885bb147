import { describe, expect, test } from 'vitest'
import { reporters } from '../../reporters/index.ts'
import { reproduction } from '../../reporters/shared/command.ts'
import { exchange, kase, reason, report, requirement } from './fixtures/report.ts'

const words = 'Expected status code 404 to be a Successful response (200–299)'

const ofContract = report(
  [
    requirement('pact/get-repository', 'must', [
      kase(
        'GetRepository',
        'fail',
        reason('pact-mismatch', { words }),
        ['x1'],
        [{ document: 'pact', from: 'interaction get-repository', text: words }],
      ),
    ]),
  ],
  { exchanges: [exchange('x1')], options: { target: 'http://localhost:8080/' } },
)

const shown = (format: keyof typeof reporters): string => reporters[format].render(ofContract, { columns: 120 })

describe('a report of the contract', () => {
  test.each(['console', 'html', 'junit', 'markdown', 'sarif', 'tap', 'ctrf', 'github'] as const)(
    'has the words of the verifier in %s',
    format => {
      expect(shown(format).replaceAll('%25', '%')).toContain(words)
    },
  )

  test('does not take the word of the verifier for a place in a document', () => {
    expect(shown('junit')).not.toContain('file="interaction')
    expect(shown('sarif')).not.toContain('interaction')
    expect(shown('console')).not.toContain('Published')
  })

  test('is repeated by the command that made it', () => {
    expect(reproduction(ofContract)).toMatch(/^hub-conformance pact --target http:\/\/localhost:8080\/ /)
  })
})
