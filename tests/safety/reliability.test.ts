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
  'not conformant': 'a report that is never conformant and has no mistake of the suite’s own',
} as const

const behind = {
  open: 'nothing fails: what was not seen is open, and says why',
  seen: 'what was seen counts, nothing passes: a removed route that answers 200 fails',
} as const

const limits = {
  conformant: 'obeyed, and the hub is conformant',
  open: 'nothing fails; what the limit left open is inconclusive',
} as const

const slow = {
  conformant: 'conformant: nothing is cut short',
  open: 'nothing fails; what was not answered in time is inconclusive, and says why',
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
    'Generated from the tables that the tests in `tests/safety/` run. `npm run renew` writes it anew.',
    '',
    '| tried | how many | what each ends in |',
    '|---|---|---|',
    ...Object.entries(endings).map(([ending, says]) => {
      const count = badServers.filter(({ ends }) => ends === ending).length
      return `| bad servers, over sockets | ${count} | ${says} |`
    }),
    ...Object.entries(behind).map(
      ([ending, says]) =>
        `| the same, behind a root that answers as it should | ${badServers.filter(server => server.behind === ending).length} | ${says} |`,
    ),
    `| points at which an answer is cut off, by ${cuts.join(' and ')} | ${cuts.length * cutPoints} | no answer, after one more try on a connection of its own; never a failure |`,
    `| servers that try the memory, each against a process of its own | ${hungry.length} | the run ends within ${ceilings.heapMb} MB of heap and ${ceilings.residentMb} MB in all |`,
    `| ways in which looking up a name is slow | ${Object.keys(lookups).length} | conformant where it ends, unreachable where it does not |`,
    ...Object.entries(slow).map(([ending, says]) => {
      const all = slowServers.filter(({ ends }) => ends === ending)
      return `| slow, silent and endless hubs, default options, virtual time | ${all.length} | ${says}; minutes at most: ${Math.max(...all.map(({ withinMinutes }) => withinMinutes))} |`
    }),
    ...Object.entries(limits).map(
      ([ending, says]) =>
        `| hubs that limit | ${limitingHubs.filter(({ ends }) => ends === ending).length} | ${says} |`,
    ),
    ...Object.entries(inputKinds).map(([kind, what]) => {
      const all = hostileInputs.filter(input => input.kind === kind)
      const refused = all.filter(({ says }) => says !== undefined).length
      const read = all.length - refused
      return `| ${what} | ${all.length} | ${[refused > 0 ? `${refused} refused in one line, exit code 3` : '', read > 0 ? `${read} read without harm: nothing is fetched, no request leaves the target` : ''].filter(text => text !== '').join('; ')} |`
    }),
    `| what is no request, to the reference hub | ${noRequests('').length} | refused with 4xx, or the connection is closed; the hub stays up |`,
    `| faults, hubs that are wrong in one thing | ${faults} | each fails exactly what it breaks, see [the kill matrix](kill-matrix.md) |`,
    `| servers that lie about whose token is whose | ${Object.keys(lies).length} | nothing that was there before the run is changed or deleted |`,
    `| operations that a hostile reference binds to something destructive | ${Object.keys(destructive).length} | the request is not sent |`,
    `| hubs on which what was made is hard to find again | ${Object.keys(oddHubs).length} | it is deleted, or the report and the ledger name it; on ${Object.values(oddHubs).filter(({ leaves }) => leaves === 'nothing').length} of them nothing is left |`,
    `| ledgers that somebody has changed | ${Object.keys(hostileLedgers).length + Object.keys(brokenLedgers).length} | ${Object.keys(brokenLedgers).length} are refused; with the others nothing is deleted that does not carry the prefix, and no password is sent |`,
    `| hubs that the plan is compared on with what is sent | ${planned.variants.length + planned.odd.length} | conforming ones are sent within a quarter of it, odd ones at most twice as much; nowhere are more than twice as many things of a kind created |`,
    `| kill points | ${killPoints.length} | after ${signals.filter(signal => signal !== 'SIGKILL').join(' and ')} nothing is left on the server; after SIGKILL the ledger names what is left, and \`hub-conformance cleanup\` deletes it |`,
    `| encodings of a secret | ${encoders.length} | none stands in any byte of ${formats.length} report formats, of standard output and error with \`--verbose\`, of the plan, \`--print-config\`, \`verify\`, \`compare\`, \`render\`, \`baseline update\`, or of the ledger |`,
    '',
    '## Bad servers',
    '',
    'A server that …',
    '',
    '| does | ends in | behind a root that answers |',
    '|---|---|---|',
    ...badServers.map(server => `| ${server.does} | ${server.ends} | ${server.behind} |`),
    '',
    '## The time of a run',
    '',
    'A request takes `--timeout` at most (10 s), a run `--deadline` (15 minutes, cleaning up excluded, for which there are five more), the',
    'requests of one case a third of that. Where 24 requests have timed out, an answer is waited for four times as long as the slowest took',
    'so far, and two seconds at least; a creation or deletion always has the whole time. Where eight requests in a row got no answer and what',
    'was answered before is not answered either, the target stopped, and nothing is asked but now and then whether it is back. What is left',
    'open is `inconclusive` with the reason `out-of-time`, `not-reached`, `case-out-of-time`, `cut-short`, `target-gone` or `no-answer`.',
    '',
    'A hub that …',
    '',
    '| does | ends in | minutes at most |',
    '|---|---|---|',
    ...slowServers.map(({ does, ends, withinMinutes }) => `| ${does} | ${ends} | ${withinMinutes} |`),
    '',
    '## Limits',
    '',
    'Waited for across all connections, as long as the run has time: `Retry-After` in seconds, as an HTTP-date or a Unix time stamp,',
    '`X-Retry-After`, `X-RateLimit-Reset`, `RateLimit-Reset`; instants are read by the `Date` of the same answer. A hub that …',
    '',
    '| does | ends in |',
    '|---|---|',
    ...limitingHubs.map(({ does, ends }) => `| ${does} | ${ends} |`),
    '',
    '## Hostile inputs',
    '',
    '| file | holds |',
    '|---|---|',
    ...hostileInputs.map(({ kind, is }) => `| ${kind} | ${is.replaceAll('_', '\\_')} |`),
    '',
    '## Servers that lie',
    '',
    ...Object.keys(lies).map(lie => `- ${lie}`),
    '',
    '## Hubs on which what was made is hard to find again',
    '',
    'A hub that …',
    '',
    '| does | a run leaves | `cleanup` with its ledger |',
    '|---|---|---|',
    ...Object.entries(oddHubs).map(
      ([does, { leaves, mends }]) =>
        `| ${does} | ${leaves} | ${leaves === 'nothing' ? '' : mends ? 'deletes it once the hub is as others are' : 'names it again'} |`,
    ),
    '',
    '## Ledgers that somebody has changed',
    '',
    'Refused as a whole:',
    '',
    ...Object.keys(brokenLedgers).map(ledger => `- ${ledger}`),
    '',
    'Read, and harmless:',
    '',
    ...Object.keys(hostileLedgers).map(ledger => `- ${ledger}`),
    '',
    '## The plan',
    '',
    'The plan of a run is counted on the built-in hub in the same process, without sending anything. It is compared with what is sent to:',
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
    '- Where one operation hangs or fails among good ones, only what is about it stays open.',
    '- A certificate that is expired, self-signed or for another name is refused; only `--insecure` lets it pass.',
    '- A limit is obeyed across all connections; waiting is bounded for the whole run, and what is left open by it is `inconclusive`, never a failure.',
    '- A proxy is asked for http as it is, and tunnels https; one that refuses, wants credentials or is not there is said to be the proxy; one that dies or answers 502 fails nothing.',
    '- A control that a limit or a failing gateway answered proves nothing; a server that answers the same to everything is not believed for it.',
    '- What may change something has a connection of its own and is never sent twice.',
    '- Credentials go to no other origin: not by redirects, `Location`, `Link`, `next`, `Alt-Svc`, cookies, `WWW-Authenticate` or the `servers` of a reference; nor does what `cleanup` follows.',
    `- All ${formats.length} report formats say so where certificates were not verified.`,
    '- Without write permission, logging in is the only unsafe request outside the removed v1 routes; those are asked with unsafe methods of names that nobody has, and without a body.',
    '',
    '## What cannot be promised',
    '',
    '- A hub that shows our label under the id of somebody else’s thing, that kept this thing out of every list before, and that answers otherwise for an id that nobody has, is believed: nothing else is known of it.',
    '- A hub that takes a creation without an answer and shows neither names nor ids has left nothing to tell what was made; where its lists have grown meanwhile, the report says so.',
    '- Text of a secret that is reversed, compressed, encrypted or cut in two by other text is not recognised; neither are secrets of one or two characters, but where credentials are sent.',
  ].join('\n')}\n`

test('the page on reliability is current', async () => {
  await expectGenerated(page(), 'docs/reliability.md', 'tests/safety/reliability.test.ts')
})

test('the tables name each thing once', () => {
  expect(new Set(badServers.map(({ does }) => does)).size).toBe(badServers.length)
})
