import { describe, expect, test } from 'vitest'
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
    expect(text({ type: 'note', text: 'logging in' })).toBe('logging in')
    expect(text({ type: 'case', requirement: 'a/b', name: 'one', verdict: 'pass' })).toBe('1/3 cases  a/b')
    expect(text({ type: 'case', requirement: 'a/c', name: 'two', verdict: 'fail' })).toBe('2/3 cases, 1 failed  a/c')
    expect(text({ type: 'requirement', requirement: 'a/c', verdict: 'fail' })).toBe('2/3 cases, 1 failed  a/c')
    expect(text({ type: 'cleanup', left: 2 })).toBe('cleaning up, 2 left')
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
    progress.show({ type: 'note', text: 'x' })
    progress.stop()
    expect(written).toEqual([])
  })
})
