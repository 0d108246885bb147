import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FetchHandler, RunInput, SetupContext, SetupFunctions } from '../../engine/options.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { runConformance } from '../../engine/run.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { cli } from '../bin/harness.ts'

const only = ['presence/get-repository-tag', 'presence/list-namespace-repositories', 'presence/oat-list']

/** A hub that lists nothing by itself: repositories, tags, organizations and groups have to be named. */
const silent =
  (next: FetchHandler): FetchHandler =>
  async request => {
    const { pathname } = new URL(request.url)
    if (pathname === '/v2/user/orgs') return Response.json({ results: [] })
    if (pathname.includes('/namespaces/') && pathname.endsWith('/tags')) {
      const answer = await next(request)
      return answer.status === 200 && !pathname.includes('/sample/') ? Response.json({ count: 0, results: [] }) : answer
    }
    return next(request)
  }

const judge = async (setup: SetupFunctions, more: Partial<RunInput> = {}) => {
  const { handler, credentials } = createHub({ seed: 1 })
  return runConformance({
    target: { handler: silent(handler) },
    credentials: { token: credentials.token },
    setup,
    select: { only },
    patienceMs: 1,
    ...more,
  })
}

const verdictOf = (report: Awaited<ReturnType<typeof judge>>, id: string) =>
  report.requirements.find(each => each.id === id)

describe('a setup function', () => {
  test('makes what is needed, is told what is known, and is undone after the run, the last first', async () => {
    const done: string[] = []
    const told: SetupContext[] = []
    const making = (name: string, values: object) => (context: SetupContext) => {
      done.push(`make ${name}`)
      told.push(context)
      return { ...values, teardown: () => done.push(`undo ${name}`) }
    }
    const report = await judge({
      organization: making('organization', { org: 'conformance-org' }),
      tag: making('tag', { repository: 'sample', tag: 'v1.0.0', namespace: 'conformance-org' }),
      repository: making('repository', { repository: 'never' }),
    })
    for (const id of only) expect(verdictOf(report, id)?.verdict, id).toBe('pass')
    expect(done).toHaveLength(2 * told.length)
    const makes = done.slice(0, told.length)
    expect(done.slice(told.length)).toEqual(makes.map(text => text.replace('make', 'undo')).reverse())
    expect(makes.sort()).toEqual(['make organization'])
    expect(told[0]).toMatchObject({ target: 'http://hub.invalid', prefix: expect.stringMatching(/^hub-conformance-/) })
    expect(report.fixtures.find(({ need }) => need === 'org')?.from).toBe('the setup module')
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('makes a tag where the hub lists none', async () => {
    let undone = 0
    const fixtures = { namespace: 'conformance' }
    const tag = () => ({ namespace: 'conformance-org', repository: 'sample', tag: 'v1.0.0', teardown: () => undone++ })
    const report = await judge({ tag }, { fixtures })
    expect(verdictOf(report, 'presence/get-repository-tag')?.verdict).toBe('pass')
    expect(undone).toBe(1)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('is not called for what an option names', async () => {
    const fail = () => {
      throw new Error('not asked for')
    }
    const { namespace, repository, tag, org } = createHub({ seed: 1 }).fixtures
    const report = await judge(
      { namespace: fail, repository: fail, tag: fail, organization: fail },
      { fixtures: { namespace, repository, tag, org } },
    )
    for (const id of only) expect(verdictOf(report, id)?.verdict, id).toBe('pass')
  })

  test.each<readonly [string, SetupFunctions['organization'], string]>([
    ['that throws', () => Promise.reject(new Error('quota used up')), 'quota used up'],
    ['that returns nothing', () => undefined as never, 'it returned no org'],
    ['that returns another type', () => ({ org: 7 }), 'it returned no org'],
    ['that returns what is no name', () => ({ org: '..' }), 'its org can be no part of a path'],
  ])('%s leaves what needs it untestable, with the message', async (_name, organization, why) => {
    const report = await judge({ organization } as SetupFunctions)
    const requirement = verdictOf(report, 'presence/oat-list')
    expect(requirement?.verdict).toBe('untestable')
    expect(requirement?.reason?.message).toContain(`the setup function organization failed: ${why}`)
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('whose teardown throws is left behind, without the run’s secrets', async () => {
    const { token } = createHub({ seed: 1 }).credentials
    const report = await judge({
      organization: () => ({
        org: 'conformance-org',
        teardown: () => {
          throw new Error(`refused ${token}`)
        },
      }),
    })
    expect(report.leftovers).toEqual([
      expect.objectContaining({
        kind: 'setup',
        name: 'organization',
        why: expect.stringContaining('refused [secret-'),
      }),
    ])
  })

  test('gives a token where no credentials are given', async () => {
    const { handler, credentials } = createHub({ seed: 1 })
    const undone: string[] = []
    const report = await runConformance({
      target: { handler },
      setup: { token: () => ({ token: credentials.token, teardown: () => undone.push('token') }) },
      select: { only },
      patienceMs: 1,
    })
    for (const id of only) expect(verdictOf(report, id)?.verdict, id).toBe('pass')
    expect(JSON.stringify(report)).not.toContain(credentials.token)
    expect(undone).toEqual(['token'])
  })
})

describe('--setup', () => {
  let cwd = ''
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-setup-'))
  })
  afterAll(() => rm(cwd, { recursive: true }))

  test.each([
    ['good.mjs', 'export const tag = () => ({ repository: "a", tag: "b" })', undefined],
    [
      'other.mjs',
      'export const tags = () => ({})',
      'exports "tags", which is not a setup function; did you mean "tag"?',
    ],
    ['value.mjs', 'export const tag = 7', 'exports tag, which is not a function'],
    ['empty.mjs', '', 'exports no setup function (namespace, repository, tag, organization, group, token)'],
    ['broken.mjs', 'export const tag = ', 'cannot be loaded: '],
    ['absent.mjs', undefined, 'cannot be loaded: '],
  ])('%s', async (name, content, message) => {
    if (content !== undefined) await writeFile(join(cwd, name), content)
    const argv = ['--target', 'reference', '--only', 'v1-removed/name-tags', '--setup', name]
    const { code, stderr } = await cli(argv, { cwd })
    expect(code, stderr).toBe(message === undefined ? 0 : 3)
    if (message !== undefined) expect(stderr).toContain(`--setup: ${name} ${message}`)
  })
})
