import { expect, test } from 'vitest'
import { formats } from '../../reporters/index.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { noRequests } from '../reference-impl/no-requests.ts'
import { expectGenerated } from '../support/pages/generated.ts'
import { badServers } from './support/bad-servers.ts'
import { encoders } from './support/encoders.ts'
import { hostileInputs, type InputKind } from './support/hostile-inputs.ts'
import { brokenLedgers, hostileLedgers } from './support/ledgers.ts'
import { destructive, lies } from './support/lies.ts'
import { limitingHubs } from './support/limits.ts'
import { oddHubs } from './support/odd-hubs.ts'
import { planned } from './support/plans.ts'
import { slowServers } from './support/slow-servers.ts'
import { ceilings, cuts, framings, hungry, killPoints, lookups } from './support/tables.ts'

const endings = {
  unreachable: 'the target counts as unreachable, exit code 4',
  'not conformant': 'a report that is never conformant and contains no error of the suite',
} as const

const behind = {
  open: 'nothing fails: what was not seen is inconclusive, with the reason ("open" below)',
  seen: 'complete answers count, nothing passes: a removed route that answers 200 fails ("seen" below)',
} as const

const limits = {
  conformant: 'the limit is respected, and the hub is conformant',
  open: 'nothing fails; what the limit prevented is inconclusive',
} as const

const slow = {
  conformant: 'conformant: no request is cut off',
  open: 'nothing fails; what was not answered in time is inconclusive, with the reason',
  unreachable: 'unreachable, exit code 4',
} as const

const inputKinds: Readonly<Record<InputKind, string>> = {
  config: 'hostile configuration files',
  binding: 'hostile binding files',
  baseline: 'hostile baselines',
  report: 'hostile reports',
  reference: 'hostile references',
}

const faults = catalogue.reduce((sum, requirement) => sum + Object.keys(requirement.faults).length, 0)

const cutPoints = Object.values(framings).reduce((sum, text) => sum + text.length, 0)

const signals = [...new Set(killPoints.map(({ signal }) => signal))]

/** The page says what the tests of this folder do, from the tables that they run. */
const page = (): string =>
  `${[
    '# Reliability',
    '',
    'Generated from the tables that the tests in `tests/safety/` run. `npm run renew` updates this page.',
    '',
    '| tested | number | result |',
    '|---|---|---|',
    ...Object.entries(endings).map(([ending, says]) => {
      const count = badServers.filter(({ ends }) => ends === ending).length
      return `| bad servers, over sockets | ${count} | ${says} |`
    }),
    ...Object.entries(behind).map(
      ([ending, says]) =>
        `| the same, but only on the API routes; the root path answers correctly | ${badServers.filter(server => server.behind === ending).length} | ${says} |`,
    ),
    `| points at which an answer is cut off, by ${cuts.join(' and ')} | ${cuts.length * cutPoints} | no answer, after one retry on a separate connection; never a failure |`,
    `| servers that try to exhaust the memory, each with a separate process | ${hungry.length} | the run ends within ${ceilings.heapMb} MB of heap and ${ceilings.residentMb} MB in all |`,
    `| kinds of slow name resolution | ${Object.keys(lookups).length} | conformant if it ends, unreachable if it does not |`,
    ...Object.entries(slow).map(([ending, says]) => {
      const all = slowServers.filter(({ ends }) => ends === ending)
      return `| slow, silent and endless hubs (default options, simulated time) | ${all.length} | ${says}; at most this many minutes: ${Math.max(...all.map(({ withinMinutes }) => withinMinutes))} |`
    }),
    ...Object.entries(limits).map(
      ([ending, says]) =>
        `| hubs with rate limits | ${limitingHubs.filter(({ ends }) => ends === ending).length} | ${says} |`,
    ),
    ...Object.entries(inputKinds).map(([kind, what]) => {
      const all = hostileInputs.filter(input => input.kind === kind)
      const refused = all.filter(({ says }) => says !== undefined).length
      const read = all.length - refused
      return `| ${what} | ${all.length} | ${[refused > 0 ? `${refused} refused in one line, exit code 3` : '', read > 0 ? `${read} read without effect: nothing is fetched, and no request goes to another host` : ''].filter(text => text !== '').join('; ')} |`
    }),
    `| invalid requests to the reference hub | ${noRequests('').length} | refused with 4xx, or the connection is closed; the hub stays up |`,
    `| faults: hubs that are broken in one way | ${faults} | exactly the expected requirements fail, see [the kill matrix](kill-matrix.md) |`,
    `| servers that return tokens of others as tokens of the run | ${Object.keys(lies).length} | nothing that existed before the run is changed or deleted |`,
    `| operations that a hostile reference binds to something destructive | ${Object.keys(destructive).length} | the request is not sent |`,
    `| hubs on which created resources are hard to find again | ${Object.keys(oddHubs).length} | they are deleted, or the report and the ledger name them; on ${Object.values(oddHubs).filter(({ leaves }) => leaves === 'nothing').length} hubs nothing is left |`,
    `| ledgers that were edited | ${Object.keys(hostileLedgers).length + Object.keys(brokenLedgers).length} | ${Object.keys(brokenLedgers).length} are refused; with the others, only resources with the prefix are deleted, and no password is sent |`,
    `| hubs on which the plan is compared with the requests sent | ${planned.variants.length + planned.odd.length} | conforming hubs get within a quarter of the planned number, unusual ones at most twice as many; at most twice as many resources of a kind are created |`,
    `| kill points | ${killPoints.length} | after ${signals.filter(signal => signal !== 'SIGKILL').join(' and ')} nothing is left on the server; after SIGKILL the ledger names what is left, and \`hub-conformance cleanup\` deletes it |`,
    `| encodings of a secret | ${encoders.length} | it appears nowhere in ${formats.length} report formats, in standard output and error with \`--verbose\`, in the plan, \`--print-config\`, \`verify\`, \`compare\`, \`render\`, \`baseline update\`, or in the ledger |`,
    '',
    '## Bad servers',
    '',
    'A server that …',
    '',
    '| does | result | result if only the API routes do this |',
    '|---|---|---|',
    ...badServers.map(server => `| ${server.does} | ${server.ends} | ${server.behind} |`),
    '',
    '## The time of a run',
    '',
    'A request takes at most `--timeout` (10 s), a run at most `--deadline` (15 minutes, plus five for cleanup), and the requests of one case',
    'at most a third of that. After 24 time-outs, the time limit of a request is four times the time of the slowest answer so far, but at',
    'least two seconds; a creation or deletion always has the full time. If eight requests in a row get no answer, and a request that was',
    'answered before gets none either, the target counts as stopped; it is then only checked from time to time. What is not verified because of',
    'this is `inconclusive` with the reason `out-of-time`, `not-reached`, `case-out-of-time`, `cut-short`, `target-gone` or `no-answer`.',
    '',
    'A hub that …',
    '',
    '| does | result | minutes at most |',
    '|---|---|---|',
    ...slowServers.map(({ does, ends, withinMinutes }) => `| ${does} | ${ends} | ${withinMinutes} |`),
    '',
    '## Limits',
    '',
    'These fields delay the requests of all connections, as long as the run has time: `Retry-After` in seconds, as an HTTP-date or a Unix timestamp,',
    '`X-Retry-After`, `X-RateLimit-Reset`, `RateLimit-Reset`. Times are relative to the `Date` of the same answer. A hub that …',
    '',
    '| does | result |',
    '|---|---|',
    ...limitingHubs.map(({ does, ends }) => `| ${does} | ${ends} |`),
    '',
    '## Hostile inputs',
    '',
    '| file | contains |',
    '|---|---|',
    ...hostileInputs.map(({ kind, is }) => `| ${kind} | ${is.replaceAll('_', '\\_')} |`),
    '',
    '## Servers that return resources of others',
    '',
    ...Object.keys(lies).map(lie => `- ${lie}`),
    '',
    '## Hubs on which created resources are hard to find again',
    '',
    'A hub that …',
    '',
    '| does | left by a run | `cleanup` with its ledger |',
    '|---|---|---|',
    ...Object.entries(oddHubs).map(
      ([does, { leaves, mends }]) =>
        `| ${does} | ${leaves} | ${leaves === 'nothing' ? '' : mends ? 'deletes it once the hub behaves normally' : 'lists it again'} |`,
    ),
    '',
    '## Edited ledgers',
    '',
    'Refused as a whole:',
    '',
    ...Object.keys(brokenLedgers).map(ledger => `- ${ledger}`),
    '',
    'Read without effect:',
    '',
    ...Object.keys(hostileLedgers).map(ledger => `- ${ledger}`),
    '',
    '## The plan',
    '',
    'The plan of a run is counted on the built-in hub in the same process; nothing is sent. It is compared with the requests sent to:',
    '',
    ...planned.variants.map(name => `- the conforming hub \`${name}\``),
    ...planned.odd.map(does => `- a hub that ${does}`),
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
    '- If one operation hangs or fails, only the requirements about it are not verified.',
    '- A certificate that is expired, self-signed or for another name is refused; only `--insecure` lets it pass.',
    '- A rate limit applies to all connections. The total waiting time of a run is bounded; what was not verified because of it is `inconclusive`, never a failure.',
    '- A proxy gets http requests directly and tunnels https. If it refuses, requires credentials or cannot be reached, the message names the proxy. If it stops or answers 502, nothing fails.',
    '- A control that was answered by a rate limit or a failing gateway proves nothing. A server that answers everything the same does not pass because of it.',
    '- A request that may change something has a separate connection and is never sent twice.',
    '- Credentials are never sent to another origin: not by redirects, `Location`, `Link`, `next`, `Alt-Svc`, cookies, `WWW-Authenticate` or the `servers` of a reference, and not by `cleanup`.',
    `- All ${formats.length} report formats say so if certificates were not verified.`,
    '- Without write permission, logging in is the only unsafe request outside the removed v1 routes; unsafe methods are sent to these only with names that do not exist, and without a body.',
    '',
    '## Known limits',
    '',
    '- If a hub shows the label of the run under the id of an existing resource of someone else, did not list that resource before, and answers differently for ids that do not exist, the run takes the resource for its own.',
    '- If a hub carries out a creation without answering, and shows neither names nor ids, the created resource cannot be identified. If its lists have grown meanwhile, the report says so.',
    '- A secret that is reversed, compressed, encrypted or split by other text is not recognised. Secrets of one or two characters are recognised only where credentials are sent.',
  ].join('\n')}\n`

test('the page on reliability is current', async () => {
  await expectGenerated(page(), 'docs/reliability.md', 'tests/safety/reliability.test.ts')
})

test('the tables name each thing once', () => {
  expect(new Set(badServers.map(({ does }) => does)).size).toBe(badServers.length)
})
