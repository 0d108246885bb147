import { expect, test } from 'vitest'
import { formats } from '../../reporters/index.ts'
import { badServers } from './support/bad-servers.ts'
import { encoders } from './support/encoders.ts'
import { destructive, lies } from './support/lies.ts'
import { killPoints } from './support/tables.ts'

const endings = {
  unreachable: 'the target counts as unreachable, exit code 4',
  'not conformant': 'a report that is never conformant and has no mistake of the suite’s own',
} as const

const signals = [...new Set(killPoints.map(({ signal }) => signal))]

/** The page says what the tests of this folder do, from the tables that they run. */
const page = (): string =>
  `${[
    '# Reliability',
    '',
    'Generated from the tables that the tests in `tests/safety/` run. `npx vitest run -u tests/safety/reliability.test.ts` writes it anew.',
    '',
    '| tried | how many | what each ends in |',
    '|---|---|---|',
    ...Object.entries(endings).map(([ending, says]) => {
      const count = badServers.filter(({ ends }) => ends === ending).length
      return `| bad servers, over sockets | ${count} | ${says} |`
    }),
    `| servers that lie about whose token is whose | ${Object.keys(lies).length} | nothing that was there before the run is changed or deleted |`,
    `| operations that a hostile reference binds to something destructive | ${Object.keys(destructive).length} | the request is not sent |`,
    `| kill points | ${killPoints.length} | after ${signals.filter(signal => signal !== 'SIGKILL').join(' and ')} nothing is left on the server; after SIGKILL the ledger names what is left, and \`hub-conformance cleanup\` deletes it |`,
    `| encodings of a secret | ${encoders.length} | none stands in any byte of ${formats.length} report formats, of standard output and error with \`--verbose\`, or of the ledger |`,
    '',
    '## Bad servers',
    '',
    'A server that …',
    '',
    '| does | ends in |',
    '|---|---|',
    ...badServers.map(({ does, ends }) => `| ${does} | ${ends} |`),
    '',
    '## Servers that lie',
    '',
    ...Object.keys(lies).map(lie => `- ${lie}`),
    '',
    '## Kill points',
    '',
    ...signals.map(signal => {
      const points = killPoints.filter(point => point.signal === signal)
      return `- ${signal} ${points.map(({ when, what, count }) => `${when} ${what} ${count}`).join(', ')}`
    }),
    '',
    '## Connections, limits, credentials',
    '',
    '- The whole suite stays conformant behind a proxy that drops kept-alive connections at random.',
    '- Where one operation hangs or fails among good ones, only what is about it stays open.',
    '- A certificate that is expired, self-signed or for another name is refused; only `--insecure` lets it pass.',
    '- A limit is obeyed across all connections; waiting is bounded for the whole run, and what is left open by it is `inconclusive`, never a failure.',
    '- Credentials go to no other origin: not by redirects, `Location`, `Link`, `next` or `Alt-Svc`.',
  ].join('\n')}\n`

test('the page on reliability is current', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/reliability.md')
})

test('the tables name each thing once', () => {
  expect(new Set(badServers.map(({ does }) => does)).size).toBe(badServers.length)
})
