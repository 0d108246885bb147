import { execFile } from 'node:child_process'
import { request as send } from 'node:http'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { layered } from '../../../checks/twists/shapes.ts'
import { cited } from '../../../contracts/causes/evidence.ts'
import type { Exchange } from '../../../contracts/exchange.ts'
import type { Twist } from '../../../contracts/requirement.ts'
import type { Report } from '../../../contracts/results/report.ts'
import { runConformance } from '../../../engine/run.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { serveHub } from '../../../reference-impl/serve.ts'
import { repeatLines } from '../../../reporters/shared/evidence.ts'
import { catalogue, variants } from '../../../suites/catalogue.ts'
import { cli } from '../../bin/harness.ts'
import { requestOf, wordsOf } from '../../support/curl.ts'

const faultOf = (id: string, name: string) => {
  const fault = catalogue.find(requirement => requirement.id === id)?.faults[name]
  if (!fault) throw new Error(`no fault ${id}/${name}`)
  return fault
}

/** A hub with a fault on a port, and what the run of one requirement says of it. */
const judged = async (id: string, name: string, shape?: Twist) => {
  const hub = createHub()
  const fault = faultOf(id, name).twist()
  const twist = shape ? layered(fault, shape) : fault
  const served = await serveHub(request => twist(request, async inner => hub.handler(inner)))
  const { namespace, repository, tag, org, groupId } = hub.fixtures
  const { token } = hub.credentials
  const report = await runConformance({
    target: { url: served.url },
    credentials: { token },
    fixtures: { namespace, repository, tag, org, groupId: String(groupId) },
    allowWrites: true,
    select: { only: [id] },
  })
  return { report, token, close: served.close }
}

/** The exchange that decides a failure, and the command that repeats it. */
const failureOf = (report: Report, id: string): { readonly decisive: Exchange; readonly command: string } => {
  const kase = report.requirements.find(each => each.id === id)?.cases.find(({ verdict }) => verdict === 'fail')
  const [decisive] = kase ? cited(kase, report) : []
  if (!decisive) throw new Error(`${id} did not fail`)
  return { decisive, command: repeatLines(report, decisive, id, 100).join('\n') }
}

/** Sends what curl would send. */
const repeat = (command: string, token: string): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve, reject) => {
    const { method, url, headers, body } = requestOf(command, token)
    const { hostname, port, origin } = new URL(url)
    const fields = Object.fromEntries(
      headers.filter(field => field.includes(': ')).map(field => field.split(/: (.*)/s).slice(0, 2)),
    )
    const outgoing = send({ hostname, port, path: url.slice(origin.length), method, headers: fields }, answer => {
      const parts: Buffer[] = []
      answer.on('data', part => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }))
    })
    outgoing.on('error', reject)
    outgoing.end(body ?? undefined)
  })

describe('what a report tells to paste shows the same again', () => {
  test.each([
    ['v1-removed/name-tags', 'ok'],
    ['presence/get-repository', 'method-not-allowed'],
    ['labels/answers-get-repository', 'deprecation'],
    ['presence/list-repository-tags', 'not-found'],
    ['http/allow-on-405', 'missing'],
  ])('a request: %s, %s', async (id, name) => {
    const { report, token, close } = await judged(id, name)
    try {
      const { decisive, command } = failureOf(report, id)
      const again = await repeat(command, token)
      expect(again.status).toBe(decisive.response?.status)
      if (decisive.request.method !== 'HEAD') expect(again.body).toBe(decisive.response?.body)
    } finally {
      await close()
    }
  })

  /** Each answer that curl prints: the last line of its status, and its body. */
  const answersIn = (text: string): readonly (readonly [status: number, body: string])[] =>
    text
      .replaceAll('\r', '')
      .split(/^HTTP\/1\.1 /m)
      .slice(1)
      .map(answer => [Number(answer.slice(0, 3)), answer.slice(answer.indexOf('\n\n') + 2).trim()])

  test.each([
    ['access-tokens/get-expires-at', 'missing', 2],
    ['access-tokens/create-expires-at', 'missing', 2],
    ['access-tokens/update-expires-at', 'missing', 2],
    ['repositories/created-get', 'other', 3],
  ])('what the run made and deleted is created, asked for and deleted: %s, %s', async (id, name, requests) => {
    const { report, token, close } = await judged(id, name)
    try {
      const { decisive, command } = failureOf(report, id)
      expect(command).not.toContain(token)
      const { stdout, stderr } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], {
        env: { ...process.env, HUB_CONFORMANCE_TOKEN: token, NO_PROXY: '*' },
      })
      const answers = answersIn(stdout)
      expect([answers.length, stderr]).toEqual([requests, expect.any(String)])
      const shown = answers.map(([status, body]) => [status, Object.keys(JSON.parse(body || '{}')).join()])
      expect(shown).toContainEqual([
        decisive.response?.status,
        Object.keys(JSON.parse(decisive.response?.body ?? '')).join(),
      ])
      expect(answers.at(-1)?.[0]).toBeLessThan(300)
    } finally {
      await close()
    }
  })

  test('an id that stands in the host as well is put into the path alone', async () => {
    const id = 'access-tokens/get-expires-at'
    const { report, close } = await judged(id, 'missing', variants['numeric-ids']?.twist())
    await close()
    const [own = ''] = failureOf(report, id).decisive.request.url.split('/').slice(-1)
    expect(own).toMatch(/^\d+$/)
    const { command } = failureOf(JSON.parse(JSON.stringify(report).replaceAll(own, '127')), id)
    expect(command).toContain(`${report.target}/v2/access-tokens/"\${id:?}"`)
    expect(command).not.toMatch(/\$\{id:\?\}"\./)
  })

  test('what is no id the next time does not reach the shell', async () => {
    const id = 'access-tokens/get-expires-at'
    const { report, close } = await judged(id, 'missing')
    await close()
    const { command } = failureOf(report, id)
    const stub = `curl() { echo "asked $*" >&2; echo '{"uuid":"x --output /tmp/x"}'; }\n`
    const ended = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', stub + command], {
      env: { ...process.env, HUB_CONFORMANCE_TOKEN: 'token' },
    })
    const { stderr } = await ended.catch((error: { stderr: string }) => error)
    expect(stderr.match(/^asked /gm)).toHaveLength(1)
    expect(stderr).toContain('id: ')
    await expect(ended).rejects.toThrow()
  })

  test('a requirement, where more happened to it than that', async () => {
    const id = 'access-tokens/update-keeps-rest'
    const { report, token, close } = await judged(id, 'expiry')
    try {
      const { command } = failureOf(report, id)
      const [program, ...argv] = wordsOf(command.replaceAll(' \\\n', ' '), token)
      expect(program).toBe('hub-conformance')
      const again = await cli(argv, { env: { HUB_CONFORMANCE_TOKEN: token } })
      expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('plan: ')])
      const failed = report.requirements.find(each => each.id === id)
      expect(again.stdout.replace(/\s+/g, ' ')).toContain(failed?.reason?.message)
    } finally {
      await close()
    }
  })
})
