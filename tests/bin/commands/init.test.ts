import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configurable, optionsOf } from '../../../bin/options/table.ts'
import { cli, fakeEngine, refused } from '../harness.ts'

let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hub-conformance-init-'))
})

afterAll(() => rm(root, { recursive: true }))

const folder = async (name: string): Promise<string> => {
  const path = join(root, name)
  await mkdir(path)
  return path
}

const name = 'hub-conformance.config.yaml'

describe('init', () => {
  test.each(['npm_execpath', 'npm_lifecycle_event'])('names the command as npm started it (%s)', async variable => {
    const { stdout } = await cli(['init'], { cwd: await folder(variable), env: { [variable]: 'x' } })
    expect(stdout).toBe(`${name} written; npx hub-conformance --print-config shows the effective values\n`)
  })

  test('writes a file in which every option is a comment', async () => {
    const cwd = await folder('fresh')
    const { code, stdout, stderr } = await cli(['init'], { cwd })
    expect([code, stdout, stderr]).toEqual([
      0,
      `${name} written; hub-conformance --print-config shows the effective values\n`,
      '',
    ])
    const content = await readFile(join(cwd, name), 'utf8')
    expect(content.split('\n').filter(line => line !== '' && !line.startsWith('#'))).toEqual([])
    for (const option of configurable) expect(content).toContain(`\n# ${option}: `)
    expect(content.split('\n').filter(line => line.length > 120)).toEqual([])
    const engine = fakeEngine()
    expect((await cli(['--target', 'http://localhost:1'], { cwd, deps: engine.deps })).code).toBe(0)
  })

  test.each(configurable)('its example of %s is taken', async option => {
    const cwd = await folder(`example-${option}`)
    await cli(['init'], { cwd })
    const content = await readFile(join(cwd, name), 'utf8')
    await writeFile(join(cwd, name), content.replace(`\n# ${option}: `, `\n${option}: `))
    const command = ['run', 'pact', 'check-docs'].find(command => optionsOf(command).includes(option))
    const target = option === 'target' ? [] : ['--target=http://localhost:1']
    const { code, stderr, stdout } = await refused([command ?? '', ...target, '--print-config'], { cwd })
    const meant = option === 'matrix' ? [3, 'needs several targets'] : [0, '']
    expect([code, stderr.includes('needs several targets') ? 'needs several targets' : stderr]).toEqual(meant)
    if (option !== 'matrix') expect(stdout).toContain(`${option}: `)
  })

  test.each([name, 'hub-conformance.config.yml', 'hub-conformance.config.json'])('never over %s', async existing => {
    const cwd = await folder(`existing-${existing}`)
    await writeFile(join(cwd, existing), 'mine')
    expect(await cli(['init'], { cwd })).toEqual({
      code: 3,
      stdout: '',
      stderr: `hub-conformance: ${existing} already exists; edit or remove it\n`,
    })
    expect(await readFile(join(cwd, existing), 'utf8')).toBe('mine')
  })

  test('below a directory that has one', async () => {
    const above = await folder('above')
    await writeFile(join(above, name), '')
    const cwd = await folder('above/below')
    expect((await cli(['init'], { cwd })).code).toBe(0)
  })

  test('a directory that cannot be written is the suite’s own trouble', async () => {
    const { code, stderr } = await cli(['init'], { cwd: join(root, 'nowhere') })
    expect(code).toBe(5)
    expect(stderr).toBe(`hub-conformance: ${name} could not be written: no such file\n`)
  })
})
