import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hideRun, isNonce, nonceOf, prefixOf, showRun } from '../../contracts/run/run-name.ts'
import type { RunInput } from '../../engine/options.ts'
import { withoutVolatile } from '../../engine/redaction/volatile-headers.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { digestOf } from '../../engine/reports/digest.ts'
import { readReport } from '../../engine/reports/read.ts'
import { runConformance } from '../../engine/run.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { serveHub } from '../../reference-impl/serve.ts'
import { reporters } from '../../reporters/index.ts'

/** A hub that marks each answer, as hubs do, and shows the same in other respects. */
const marking = (handler: (request: Request) => Promise<Response>) => async (request: Request) => {
  const answer = await handler(request)
  const headers = new Headers(answer.headers)
  headers.set('date', new Date(Date.now() + Math.floor(Math.random() * 1e9)).toUTCString())
  headers.set('x-request-id', randomUUID())
  headers.append('set-cookie', `session=${randomUUID()}; Path=/; Max-Age=${Math.floor(Math.random() * 1e4)}`)
  return new Response(answer.body, { status: answer.status, headers })
}

const written = async (input: Pick<RunInput, 'allowWrites' | 'network' | 'select'>): Promise<string> => {
  const hub = createHub()
  const { url, close } = await serveHub(marking(hub.handler), { port: 0 })
  try {
    const { namespace, repository, tag, org, groupId } = hub.fixtures
    const report = await runConformance({
      target: { url },
      credentials: { username: hub.credentials.username, password: hub.credentials.password },
      fixtures: { namespace, repository, tag, org, groupId: String(groupId) },
      ...input,
    })
    return reporters.json.render(report).replaceAll(new URL(url).host, 'hub.test')
  } finally {
    await close()
  }
}

/** Without what a report says of its own run, and without what the reference implementation makes anew: ids and instants. */
const withoutOwn = (text: string): string =>
  text
    .replace(/^ {2}"(?:startedAt|durationMs|run|digest)": .*$/gm, '')
    .replace(/^ {4}"\w+Ms": .*$/gm, '')
    .replace(/^ {6}"ms": .*$/gm, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'UUID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'INSTANT')
    .replace(/INSTANT|(?<=from=)[^"&]+/g, 'INSTANT')

describe('stable output', () => {
  // What lists show of the run's own things depends on what is under way beside them.
  it.each([
    ['read only', {}],
    [
      'with writes, one request at a time',
      { allowWrites: true, network: { concurrency: 1 }, select: { skip: ['v1-removed/*', 'schemas/*'] } },
    ],
  ])('%s: two reports of one server differ only where the server does', async (_, input) => {
    const [one, two] = [await written(input), await written(input)]
    expect(withoutOwn(two)).toBe(withoutOwn(one))
    expect(one).toContain('hub-conformance-no-such-path-{run}')
  })

  it('what was written can be verified, names and all', async () => {
    const report = readReport(await written({ allowWrites: true }), 'report.json')
    expect(report.result).toBe('conformant')
    expect(JSON.stringify(report)).not.toContain('{run}')
    const { disagreements, equal, total } = await verifyReport({ ...report, digest: digestOf(report) })
    expect(disagreements).toEqual([])
    expect(equal).toBe(total)
  })

  it.each([
    ['Date', 'Sat, 21 Nov 2026 00:00:00 GMT', '[date]'],
    ['X-Request-ID', 'a', '[request-id]'],
    ['x-amzn-trace-id', 'a', '[request-id]'],
    ['CF-Ray', 'a', '[request-id]'],
    ['Age', '3', '[time]'],
    ['deprecation', '@1', '@1'],
    ['Sunset', 'Sat, 21 Nov 2026 00:00:00 GMT', 'Sat, 21 Nov 2026 00:00:00 GMT'],
    ['Retry-After', '3', '3'],
    ['Link', '</v2>; rel="next"', '</v2>; rel="next"'],
    ['x-organization-id', '7', '7'],
  ])('%s: %s is shown as %s', (name, value, shown) => {
    expect(withoutVolatile(name, value)).toBe(shown)
  })

  it('the name of a run can be told again from what is written', () => {
    const run = 'a1b2c3'
    const own = [`${prefixOf(run)}7fab62`, nonceOf(run, 'no-such-path'), nonceOf(run, 'no-tag').replaceAll('-', '')]
    for (const name of own) {
      expect(hideRun(name, run)).not.toContain(run)
      expect(showRun(hideRun(name, run), run)).toBe(name)
    }
    expect(hideRun(run, run)).toBe(run)
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...own, run, 'hub-conformance-'), fc.string())), parts => {
        const text = parts.join('')
        expect(showRun(hideRun(text, run), run)).toBe(text)
      }),
    )
  })

  it('only names of this run are its own', () => {
    expect(isNonce('a1b2c3', nonceOf('a1b2c3', 'missing'))).toBe(true)
    expect(isNonce('a1b2c3', nonceOf('a1b2c4', 'missing'))).toBe(false)
    expect(isNonce('a1b2c3', 'missing-a1b2c3')).toBe(false)
  })
})
