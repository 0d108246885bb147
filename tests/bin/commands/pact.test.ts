import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { pactParties } from '../../../checks/pact/interactions.ts'
import type { Report } from '../../../contracts/results/report.ts'
import { tool } from '../../../contracts/version.ts'
import { conformant } from '../../reporters/fixtures/reports.ts'
import { cli } from '../harness.ts'

const reference = ['pact', '--target', 'reference']

describe('on the built-in hub', () => {
  test('is conformant, with everything verified', async () => {
    const { code, stdout, stderr } = await cli(reference)
    expect(stdout).toMatch(
      /^CONFORMANT {2}58 passed, 0 failed, 0 not verified, of 58 MUST\nAlso {4}12 passed, 0 failed, 0 not verified, of 12 SHOULD/,
    )
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })

  test('asks what is selected, and its ids are those of explain and of a baseline', async () => {
    const one = await cli([...reference, '--only', 'pact/v1-name-tags-*', '--report', 'json'])
    const report = JSON.parse(one.stdout) as Report
    expect(report.summary.must).toMatchObject({ verified: 6, inForce: 58 })
    expect(one.code).toBe(0)
    expect(await cli(['explain', 'pact/get-repository'])).toMatchObject({ code: 0, stderr: '' })
    expect(await cli([...reference, '--only', 'presence/get-repository'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('"presence/get-repository" matches no requirement'),
    })
  })

  test('says what it would do', async () => {
    const { code, stdout } = await cli(['pact', '--target', 'http://127.0.0.1:1', '--dry-run'])
    expect(stdout).toContain('70 requirements, 70 cases')
    expect(stdout).toContain(
      'removed v1 routes are requested with GET 12, HEAD 12, POST 12, PUT 12, PATCH 12, DELETE 12',
    )
    expect(code).toBe(0)
  })
})

test('a target that is not there is one line and exit code 4', async () => {
  expect(await cli(['pact', '--target', 'http://127.0.0.1:1'])).toEqual({
    code: 4,
    stdout: '',
    stderr:
      'hub-conformance: cannot reach http://127.0.0.1:1 (refused): nothing listens there; is the server running?\n',
  })
})

test.each([
  [['--suite', 'pact'], 'unknown option --suite for this command; see --help'],
  [['--provider-version', '1'], '--provider-version needs --pact-broker-url URL'],
  [['--pact-broker-url', 'http://localhost:1'], '--pact-broker-url needs --provider-version VERSION'],
  [
    ['--pact-broker-url', 'http://localhost:1', '--provider-version', '1', '--only', 'pact/*'],
    '--only verifies only a part of the contract, but --pact-broker-url publishes results for all of it; remove one',
  ],
  [
    ['--pact-broker-url', 'http://me:hunter2@localhost:1', '--provider-version', '1'],
    '--pact-broker-url must not contain a user name or password; set HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD instead',
  ],
])('%j is refused', async (argv, message) => {
  expect(await cli([...reference, ...argv])).toEqual({
    code: 3,
    stdout: '',
    stderr: `hub-conformance: ${message}\n`,
  })
})

interface Received {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: unknown
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? null : JSON.parse(text)
}

let closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing) close()
  closing = []
})

/**
 * A Pact Broker as its documentation describes it (docs.pact.io/pact_broker/api): pacts by provider, consumer and version, with the link that
 * takes results; branches; and nobody gets in without credentials.
 */
const brokerStub = async (
  authorization: string,
  { path: mount = '', linkHost = '' }: { readonly path?: string; readonly linkHost?: string } = {},
): Promise<{ readonly url: string; readonly received: Received[] }> => {
  const received: Received[] = []
  const pacts = new Map<string, unknown>()
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const body = await bodyOf(request)
    received.push({ method, path, authorization: headers.authorization, body })
    const reply = (status: number, json: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(json))
    }
    if (headers.authorization !== authorization) return reply(401, { error: 'no' })
    if (!path.startsWith(mount)) return reply(404, {})
    const own = path.slice(mount.length)
    if (/^\/pacts\/provider\/[^/]+\/consumer\/[^/]+\/version\/[^/]+$/.test(own)) {
      const known = pacts.has(own)
      if (method === 'PUT') pacts.set(own, body)
      else if (method !== 'GET' || !known) return reply(404, { error: 'not found' })
      const base = linkHost || `http://${headers.host}`
      const href = `${base}${mount}${own.replace(/\/version\/.*/, '')}/pact-version/0a1b2c/verification-results`
      return reply(method === 'PUT' && !known ? 201 : 200, {
        ...(pacts.get(own) as object),
        _links: { 'pb:publish-verification-results': { href } },
      })
    }
    if (method === 'PUT' && /^\/pacticipants\/[^/]+\/branches\/[^/]+\/versions\/[^/]+$/.test(own)) return reply(201, {})
    if (method === 'POST' && own.endsWith('/verification-results')) {
      const { success, providerApplicationVersion } = body as Record<string, unknown>
      const isResult = typeof success === 'boolean' && typeof providerApplicationVersion === 'string'
      return reply(isResult ? 201 : 400, {})
    }
    return reply(404, {})
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount}`, received }
}

const verdictOf = (report: Report, verdict: 'fail' | 'untestable'): Report => ({
  ...report,
  result: verdict === 'fail' ? 'non-conformant' : 'incomplete',
  requirements: report.requirements.map((requirement, at) =>
    at === 0
      ? {
          ...requirement,
          level: 'must',
          verdict,
          reason: { code: 'need-writes', values: {}, message: 'needs write permission' },
        }
      : requirement,
  ),
})

const ran = (report: Report) => ({
  pact: async () => ({ runPact: async () => report, rehearsePact: async () => report }),
})

const publishing = (url: string): string[] => [
  ...reference,
  '--quiet',
  '--pact-broker-url',
  url,
  '--provider-name',
  'acme hub',
  '--provider-version',
  '1.4.2+7',
]

describe('a broker', () => {
  const contract = `/pacts/provider/acme%20hub/consumer/${pactParties.consumer}/version/${tool.version}`
  const results = `/pacts/provider/acme%20hub/consumer/${pactParties.consumer}/pact-version/0a1b2c/verification-results`
  const env = { PACT_BROKER_TOKEN: 'br0ker-t0ken' }

  test('gets the contract, the branch and the results of a real run; the second time it has the contract', async () => {
    const { url, received } = await brokerStub('Bearer br0ker-t0ken')
    const first = await cli([...publishing(url), '--provider-branch', 'feature/x'], { env })
    expect(first.stderr).toBe(`hub-conformance: published to ${url}/: acme hub 1.4.2+7, success\n`)
    expect(first.code).toBe(0)
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET ${contract}`,
      `PUT ${contract}`,
      'PUT /pacticipants/acme%20hub/branches/feature%2Fx/versions/1.4.2%2B7',
      `POST ${results}`,
    ])
    expect(received[1]?.body).toMatchObject({
      consumer: { name: 'hub-conformance' },
      provider: { name: 'acme hub' },
      metadata: { pactSpecification: { version: '4.0' } },
    })
    const { testResults, ...rest } = (received[3]?.body ?? {}) as Record<string, unknown>
    expect(rest).toEqual({
      success: true,
      providerApplicationVersion: '1.4.2+7',
      verifiedBy: { implementation: tool.name, version: tool.version },
    })
    expect(testResults).toHaveLength(70)
    expect(testResults).toContainEqual({
      interactionDescription: 'GetRepository',
      requirement: 'pact/get-repository',
      success: true,
      verdict: 'pass',
    })
    received.length = 0
    await cli(publishing(url), { env, deps: ran(conformant) })
    expect(received.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  test('gets a failure, which stays one where a baseline excuses it', async () => {
    const basic = `Basic ${Buffer.from('me:hunter2').toString('base64')}`
    const { url, received } = await brokerStub(basic, { path: '/broker' })
    const cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-broker-'))
    closing.push(() => rmSync(cwd, { recursive: true }))
    const failed = verdictOf(conformant, 'fail')
    const id = failed.requirements[0]?.id
    await writeFile(
      join(cwd, 'known.yaml'),
      `failures:\n  - { id: ${id}, verdict: fail, code: need-writes, reason: known }\nunverified: []\n`,
    )
    const surroundings = {
      cwd,
      env: { PACT_BROKER_USERNAME: 'me', PACT_BROKER_PASSWORD: 'hunter2' },
      deps: ran(failed),
    }
    for (const [more, code] of [
      [[], 1],
      [['--baseline', 'known.yaml'], 0],
    ] as const) {
      const outcome = await cli([...publishing(url), ...more], surroundings)
      expect([outcome.code, outcome.stdout]).toEqual([code, expect.any(String)])
      expect(outcome.stderr).toContain('acme hub 1.4.2+7, failure')
      expect(received.at(-1)).toMatchObject({ path: `/broker${results}`, body: { success: false } })
      received.length = 0
    }
  })

  test('gets nothing where not everything was verified', async () => {
    const { url, received } = await brokerStub('Bearer br0ker-t0ken')
    const outcome = await cli(publishing(url), { env, deps: ran(verdictOf(conformant, 'untestable')) })
    expect(received).toEqual([])
    expect(outcome).toMatchObject({
      code: 2,
      stderr: 'hub-conformance: results were not published: not everything was verified\n',
    })
  })

  test.each([
    ['refuses the credentials', {}, 'the contract could not be read: the broker answered 401; set PACT_BROKER_TOKEN'],
    [
      'wants the results elsewhere',
      { linkHost: 'http://127.0.0.2:9' },
      'the broker requests the results at http://127.0.0.2:9, which is another host',
    ],
  ])('that %s costs exit code 5, one line, and no secret', async (_what, options, message) => {
    const { url } = await brokerStub('linkHost' in options ? 'Bearer br0ker-t0ken' : 'Bearer another', options)
    const { code, stdout, stderr } = await cli(publishing(url), { env, deps: ran(conformant) })
    expect(stderr).toContain(`hub-conformance: ${message}`)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(5)
    expect(stdout + stderr).not.toContain('br0ker-t0ken')
  })

  test('that is not there costs exit code 5, and the verdict is shown all the same', async () => {
    const outcome = await cli(publishing('http://127.0.0.1:1'), { env, deps: ran(conformant) })
    expect(outcome.stdout).toContain('CONFORMANT')
    expect(outcome).toMatchObject({
      code: 5,
      stderr: 'hub-conformance: the contract could not be read: http://127.0.0.1:1 cannot be reached (refused)\n',
    })
  })

  test('has secrets that no report shows', async () => {
    const { url } = await brokerStub('Bearer br0ker-t0ken')
    // A namespace of that name stands in every report, and in many URLs.
    const argv = [...publishing(url), '--report', 'json', '--namespace', 'br0ker-t0ken']
    const { stdout } = await cli(argv, { env })
    expect(JSON.parse(stdout).options.namespace).toBe('[secret-1]')
    expect(stdout).not.toContain('br0ker-t0ken')
  })
})
