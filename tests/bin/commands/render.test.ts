import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formats, reporters } from '../../../reporters/index.ts'
import { mixed } from '../../reporters/fixtures/reports.ts'
import { cli } from '../harness.ts'

let cwd = ''

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-render-'))
  await writeFile(join(cwd, 'report.json'), reporters.json.render(mixed))
})

afterAll(() => rm(cwd, { recursive: true }))

const options = {
  verbosity: 'normal',
  failOn: 'must',
  columns: 80,
  junitDialect: 'jenkins',
  junitKnown: 'skip',
} as const

describe('render', () => {
  test('shows the console, whatever the report says', async () => {
    expect(await cli(['render', 'report.json'], { cwd })).toEqual({
      code: 0,
      stdout: reporters.console.render(mixed, { ...options, colors: false }),
      stderr: '',
    })
  })

  test.each(formats)('gives %s alone on standard output', async format => {
    const { code, stdout, stderr } = await cli(['render', 'report.json', '--report', format], { cwd })
    const { render } = reporters[format as keyof typeof reporters]
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(render(JSON.parse(reporters.json.render(mixed)), options))
  })

  test('writes several files and prints nothing', async () => {
    const argv = ['render', 'report.json', '--report', 'json=out/again.json', '--report', 'junit=junit.xml']
    expect(await cli(argv, { cwd })).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await readFile(join(cwd, 'out/again.json'), 'utf8')).toBe(reporters.json.render(mixed))
    expect(await readFile(join(cwd, 'junit.xml'), 'utf8')).toContain('<testsuites')
  })

  test('names a file after what was tested', async () => {
    const of = (subject: object): Promise<void> =>
      writeFile(join(cwd, 'named.json'), reporters.json.render({ ...mixed, subject: { ...mixed.subject, ...subject } }))
    const argv = ['render', 'named.json', '--report', 'badge={subject}.json']
    await of({ product: 'Example Hub', version: '1.4.2' })
    expect(await cli(argv, { cwd })).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await readFile(join(cwd, 'example-hub-1.4.2.json'), 'utf8')).toContain('Example Hub 1.4.2')
    // A product's name cannot lead to another folder.
    await of({ product: '../..', version: '/x' })
    expect((await cli(argv, { cwd })).code).toBe(0)
    expect(await readFile(join(cwd, 'x.json'), 'utf8')).toContain('hub conformance')
    await of({ product: null, version: null })
    expect((await cli(argv, { cwd })).code).toBe(0)
    expect(await readFile(join(cwd, 'not-given.json'), 'utf8')).toContain('hub conformance')
  })

  test('says so where a file cannot be written', async () => {
    const outcome = await cli(['render', 'report.json', '--report', 'json=report.json/x'], { cwd })
    expect(outcome.code).toBe(5)
    expect(outcome.stderr).toContain('cannot write the report report.json/x')
  })
})

describe('a file that is no report', () => {
  const text = reporters.json.render(mixed)
  const files: Readonly<Record<string, readonly [content: string | Uint8Array, says: string]>> = {
    'empty.json': ['', 'is empty'],
    'cut.json': [text.slice(0, text.length >> 1), 'is cut off'],
    'foreign.json': ['{"testResults": []}', 'is not a JSON report of hub-conformance'],
    'newer.json': [text.replace('"schemaVersion": "2.1"', '"schemaVersion": "3.0"'), 'update hub-conformance'],
    'edited.json': [text.replace('"verdict": "fail"', '"verdict": "failed"'), '.verdict must be one of'],
    'bytes.json': [new Uint8Array([0xff, 0xfe]), 'is not UTF-8 text'],
  }

  test.each(Object.entries(files))('%s is refused by every command in one line', async (name, [content, says]) => {
    await writeFile(join(cwd, name), content)
    for (const argv of [
      ['render', name],
      ['verify', name],
      ['compare', name, 'report.json'],
      ['compare', 'report.json', name],
    ]) {
      const { code, stdout, stderr } = await cli(argv, { cwd })
      expect([code, stdout]).toEqual([3, ''])
      expect(stderr).toMatch(/^hub-conformance: [^\n]*\n$/)
      expect(stderr).toContain(name)
      expect(stderr).toContain(says)
    }
  })

  test.each([
    ['.', 'is a directory'],
    ['/dev/null', 'is empty'],
    ['/dev/zero', 'is larger than 256 MiB'],
  ])('%s is refused in one line', async (name, says) => {
    // Both read a file alike, and this one takes seconds.
    for (const command of name === '/dev/zero' ? ['render'] : ['render', 'verify']) {
      const { code, stdout, stderr } = await cli([command, name], { cwd })
      expect([code, stdout]).toEqual([3, ''])
      expect(stderr).toMatch(/^hub-conformance: [^\n]*\n$/)
      expect(stderr).toContain(says)
    }
  })

  test('one that is not there is refused', async () => {
    expect(await cli(['render', 'nowhere.json'], { cwd })).toEqual({
      code: 3,
      stdout: '',
      stderr: 'hub-conformance: the report: nowhere.json cannot be read: no such file\n',
    })
    expect((await cli(['render'], { cwd })).code).toBe(3)
    expect((await cli(['render', 'report.json', '--report', 'pdf'], { cwd })).stderr).toContain(
      'unknown report format "pdf"',
    )
  })
})
