import { describe, expect, test, vi } from 'vitest'
import type { Io } from '../../../bin/io.ts'
import { progressText, startProgress } from '../../../bin/run/progress.ts'

const io = (isTTY: boolean, env: Io['env'], written: string[], columns = 80): Io => ({
  stdout: { write: text => written.push(text) },
  stderr: { write: text => written.push(text), isTTY, columns },
  stdin: (async function* () {})(),
  env,
  cwd: '/',
  onInterrupt: () => () => {},
})

describe('the progress line', () => {
  test('says what is asked, how far it is and what failed', () => {
    const text = progressText()
    expect(text({ type: 'plan', requirements: 2, cases: 3 })).toBe('2 requirements, 3 cases')
    expect(text({ type: 'found', need: 'org', name: 'acme', from: 'GET /orgs' })).toBe(
      'found the organization acme (GET /orgs)',
    )
    expect(
      text({ type: 'found', need: 'credentials', name: 'Cookie: sid={token}', from: 'the OpenAPI document' }),
    ).toBe('sends credentials as Cookie: sid={token} (the OpenAPI document)')
    expect(text({ type: 'request', of: 'a/b one 1' })).toBe('0/3 cases, 1 request  a/b one')
    expect(text({ type: 'case', requirement: 'a/b', name: 'one', verdict: 'pass' })).toBe(
      '1/3 cases, 1 request  a/b one',
    )
    expect(text({ type: 'request', of: 'a/c two 1' })).toBe('1/3 cases, 2 requests  a/c two')
    text({ type: 'request', of: 'a/c two 2' })
    expect(text({ type: 'case', requirement: 'a/c', name: 'two', verdict: 'fail' })).toBe(
      '2/3 cases, 3 requests, 1 failed  a/c two, again',
    )
    expect(text({ type: 'requirement', requirement: 'a/c', verdict: 'fail' })).toBe(
      '2/3 cases, 3 requests, 1 failed  a/c two, again',
    )
    expect(text({ type: 'cleanup', left: 2 })).toBe('3 requests, cleaning up, 2 left')
  })

  test('says how many requests a limit refused, for which a run waits', () => {
    const text = progressText()
    text({ type: 'request', of: 'a/b one 1', status: 200 })
    expect(text({ type: 'request', of: 'a/b one 1', status: 429 })).toBe(
      '0/0 cases, 2 requests, 1 answered 429  a/b one',
    )
    expect(text({ type: 'cleanup', left: 1 })).toBe('2 requests, 1 answered 429, cleaning up, 1 left')
  })

  test.each([
    ['nobody is watching', false, {}, false],
    ['a build server is watching', true, { CI: 'true' }, false],
    ['the terminal cannot move its cursor', true, { TERM: 'dumb' }, false],
    ['it is not wanted', true, {}, true],
    ['the terminal does not know its width', true, {}, false, 0],
  ])('is silent where %s', async (_name, isTTY, env, quiet, columns = 80) => {
    const written: string[] = []
    const progress = await startProgress(io(isTTY, env, written, columns), quiet)
    progress.show({ type: 'plan', requirements: 1, cases: 1 })
    progress.stop()
    expect(written).toEqual([])
  })

  test('where nobody can watch, a long run says every ten seconds that it goes on', async () => {
    vi.useFakeTimers()
    try {
      const written: string[] = []
      const progress = await startProgress({ ...io(false, {}, written), saysEveryMs: 10_000 }, false)
      progress.show({ type: 'plan', requirements: 2, cases: 3 })
      progress.show({ type: 'request', of: 'a/b one 1' })
      vi.advanceTimersByTime(9_000)
      expect(written).toEqual([])
      vi.advanceTimersByTime(11_000)
      expect(written).toEqual([
        'hub-conformance: 10 s, 0/3 cases, 1 request  a/b one\n',
        'hub-conformance: 20 s, 0/3 cases, 1 request  a/b one\n',
      ])
      progress.stop()
      vi.advanceTimersByTime(60_000)
      expect(written).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })
})
