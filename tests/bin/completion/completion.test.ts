import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../../bin/commands/index.ts'
import { optionsOf } from '../../../bin/options/table.ts'
import { formats } from '../../../reporters/index.ts'
import { catalogue, variants } from '../../../suites/catalogue.ts'
import { cli } from '../harness.ts'
import { bundleProgram } from '../program.ts'

let folder = ''
let path = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance completion é '))
  const program = await bundleProgram()
  path = join(folder, 'path')
  await mkdir(path)
  await writeFile(join(path, 'hub-conformance'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  await chmod(join(path, 'hub-conformance'), 0o755)
  await mkdir(join(folder, 'work'))
  await writeFile(join(folder, 'work', 'hub-conformance.config.yaml'), 'targets: { staging: { target: "http://a" } }\n')
  const env = { PATH: `${path}:${process.env.PATH}` }
  await promisify(execFile)('bash', ['-c', 'hub-conformance completion bash > script.bash'], { cwd: folder, env })
})

afterAll(() => rm(folder, { recursive: true }))

/** The script in a real bash, which is asked what it asks at the TAB key; words are split as bash splits them. */
const bash = async (words: readonly string[]): Promise<readonly string[]> => {
  const script = `
    set -u
    source ../script.bash
    complete -p hub-conformance > /dev/null
    COMP_WORDS=(hub-conformance "$@")
    COMP_CWORD=$#
    _hub_conformance hub-conformance "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
    printf '%s\\n' "\${COMPREPLY[@]-}"
  `
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['--norc', '--noprofile', '-c', script, 'bash', ...words],
    {
      cwd: join(folder, 'work'),
      env: { PATH: `${path}:${process.env.PATH}` },
    },
  )
  expect(stderr).toBe('')
  return stdout.split('\n').filter(line => line !== '')
}

test.each<readonly [readonly string[], readonly string[]]>([
  [[''], commands.map(({ name }) => name)],
  [['--report', '=', 'ht'], ['html=']],
  [
    ['--target', ''],
    ['reference', 'staging'],
  ],
  [['--target', 'http', ':', '//localhost'], []],
])('the script for bash, sourced, completes %j with what the command answers', async (words, expected) => {
  expect(await bash(words)).toEqual(expected)
})

const ids = catalogue.map(({ id }) => id)
const suites = [...new Set(ids.map(id => id.split('/')[0] as string))]

describe('the words for bash', () => {
  test.each<readonly [readonly string[], readonly string[]]>([
    [['che'], ['check-docs']],
    [['--rep'], ['--repository', '--report']],
    [['--vers'], ['--version']],
    [
      ['list', '--'],
      ['--suite', '--level', '--no-color', '--json', '--traceability', '--variants', '--help'],
    ],
    [['list', '--suite', ''], suites],
    [['--suite', 'v1-removed,labe'], ['v1-removed,labels']],
    [['explain', ''], ids],
    [
      ['explain', 'v1-removed/name-t'],
      ['v1-removed/name-tags', 'v1-removed/name-tag'],
    ],
    [['explain', 'v1-removed/name-tag', ''], []],
    [['--only', 'v1-removed/name-i'], ['v1-removed/name-images']],
    [['--report', ''], formats.map(format => `${format}=`)],
    [['--report', 'html', '=', 'pa'], []],
    [['compare', '--report', 'm'], ['markdown=']],
    [['--fail-on', 's'], ['should']],
    [
      ['scan', '--fail-on', ''],
      ['removed', 'deprecated'],
    ],
    [
      ['scan', '--report', ''],
      ['console=', 'json=', 'junit=', 'markdown=', 'github=', 'sarif='],
    ],
    [['scan', '--target', ''], []],
    [['pact', '--only', 'pact/v1-name-tags-g'], ['pact/v1-name-tags-get']],
    [['--as-of', '2025-11'], ['2025-11-21']],
    [['--junit-dialect', 'g'], ['gitlab']],
    [['serve', '--variant', 'bare'], Object.keys(variants).filter(name => name.startsWith('bare'))],
    [['serve', '--fault', 'v1-removed/name-tags/not'], ['v1-removed/name-tags/not-found']],
    [['baseline', ''], ['update']],
    [['baseline', 'update', ''], []],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['--baseline', 'ba'], []],
    [['nonsense', ''], []],
  ])('%j', async (words, expected) => {
    const { stdout, stderr } = await cli(['--complete', 'bash', ...words], { cwd: join(folder, 'work') })
    expect(stderr).toBe('')
    expect(stdout.split('\n').filter(line => line !== '')).toEqual(expected)
  })

  test('completes no option that would be refused', async () => {
    for (const { name } of commands) {
      const offered = await cli(['--complete', 'bash', name, '--'])
      const named = offered.stdout.split('\n').filter(line => line !== '' && line !== '--help')
      expect(named, name).toEqual(optionsOf(name).map(option => `--${option}`))
    }
  })
})

describe('what the other shells are told', () => {
  test('zsh: what a word means, with its colons escaped', async () => {
    const { stdout } = await cli(['--complete', 'zsh', '--target', 're'])
    expect(stdout).toBe('reference:the built-in hub\n')
    expect((await cli(['--complete', 'zsh', '--report=js'])).stdout).toBe('--report=json=\n')
  })

  test('fish: what a word means, after a tab', async () => {
    const { stdout } = await cli(['--complete', 'fish', 'ser'])
    expect(stdout).toBe('serve\tStart the reference hub.\n')
  })

  test.each(['bash', 'zsh', 'fish'])('the script for %s asks this command', async shell => {
    const { code, stdout } = await cli(['completion', shell])
    expect(stdout).toContain(`--complete ${shell} `)
    expect(stdout).toContain('hub-conformance completion')
    expect(code).toBe(0)
  })

  test('an unknown shell is refused, and asked for nothing', async () => {
    expect(await cli(['completion', 'fihs'])).toEqual({
      code: 3,
      stdout: '',
      stderr: 'hub-conformance: unknown shell "fihs"; did you mean "fish"? (bash, zsh, fish)\n',
    })
    expect(await cli(['--complete', 'fsh', ''])).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})
