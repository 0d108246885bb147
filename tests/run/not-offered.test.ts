import { describe, expect, test } from 'vitest'
import { UsageError } from '../../engine/options.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { runConformance } from '../../engine/run.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { reporters } from '../../reporters/index.ts'
import { cli } from '../bin/harness.ts'

const why = 'there are no audit logs on this plan'

const run = (notOffered: Readonly<Record<string, string>>, more: object = {}) => {
  const asked: string[] = []
  const { handler, credentials, fixtures } = createHub({ seed: 1 })
  const { namespace, repository, tag, org } = fixtures
  const started = runConformance({
    target: {
      handler: request => {
        asked.push(new URL(request.url).pathname)
        return handler(request)
      },
    },
    credentials: { token: credentials.token },
    fixtures: { namespace, repository, tag, org },
    select: { suites: ['v1-removed', 'audit-logs'], notOffered },
    patienceMs: 1,
    ...more,
  })
  return { started, asked }
}

describe('a suite that the target leaves out on purpose', () => {
  test('is not asked, is never passed, and leaves the result partial', async () => {
    const { started, asked } = run({ 'audit-logs': why })
    const report = await started
    const left = report.requirements.filter(({ suite }) => suite === 'audit-logs')
    expect(left.length).toBeGreaterThan(0)
    for (const { verdict, reason } of left) {
      expect(verdict).toBe('not-selected')
      expect(reason?.message).toBe(`not offered on purpose: ${why}`)
    }
    expect(asked.filter(path => path.includes('/auditlogs'))).toEqual([])
    expect(report.result).toBe('partial')
    expect((await verifyReport(report)).disagreements).toEqual([])
  })

  test('keeps a run from being conformant where only lower levels are left out', async () => {
    const { handler, credentials, fixtures } = createHub({ seed: 1 })
    const report = await runConformance({
      target: { handler },
      credentials: { token: credentials.token },
      fixtures: { ...fixtures, groupId: String(fixtures.groupId) },
      allowWrites: true,
      select: { notOffered: { schemas: why } },
    })
    expect(report.requirements.filter(({ suite }) => suite === 'schemas').every(({ level }) => level !== 'must')).toBe(
      true,
    )
    expect(report.summary.must.counts.pass).toBe(report.summary.must.inForce)
    expect(report.result).toBe('partial')
    expect((await verifyReport(report)).disagreements).toEqual([])
    for (const format of ['html', 'markdown', 'junit', 'sarif', 'console'] as const) {
      const text = reporters[format].render(report, { columns: 200 })
      expect(text, format).toContain(why)
      expect(text.slice(0, 1), format).not.toBe('')
    }
    // In what is read first.
    expect(reporters.markdown.render(report).slice(0, 400)).toContain(`schemas (${why})`)
  })

  test('that fails elsewhere fails all the same', async () => {
    const gone = async (request: Request) =>
      new URL(request.url).pathname.startsWith('/v1/') ? new Response('{}') : createHub({ seed: 1 }).handler(request)
    const report = await run({ 'audit-logs': why }, { target: { handler: gone } }).started
    expect(report.result).toBe('non-conformant')
  })

  test('has a name, and something is left', async () => {
    await expect(run({ 'audit-log': why }).started).rejects.toThrow(UsageError)
    await expect(run({ 'audit-log': why }).started).rejects.toThrow('did you mean "audit-logs"?')
    await expect(run({ 'audit-logs': why, 'v1-removed': why }).started).rejects.toThrow(
      'no requirement matches the selection',
    )
  })
})

test('the command names it with the result, and ends with 0', async () => {
  const argv = ['--target', 'reference', '--suite', 'v1-removed,audit-logs', '--not-offered', `audit-logs=${why}`]
  const { code, stdout } = await cli(argv)
  expect(stdout).toMatch(/^PARTIAL/m)
  expect(stdout.replace(/\s+/g, ' ')).toContain(`Left not offered on purpose: audit-logs (${why})`)
  expect(code).toBe(0)
  const { stderr } = await cli([...argv.slice(0, 4), '--not-offered', 'audit-logs'])
  expect(stderr).toContain("--not-offered must be SUITE=REASON, such as 'repository-groups=there are no groups")
})
