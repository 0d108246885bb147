import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../bin/commands.ts'
import { exitCodes } from '../../bin/exit-code.ts'
import { optionNames, variableOf } from '../../bin/option-table.ts'
import { formats } from '../../reporters/index.ts'

interface Step {
  readonly name?: string
  readonly run?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
}

const action = parse(await readFile('action.yml', 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}
const judge = action.runs.steps.find(({ name }) => name === 'Judge') as Required<Step>

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-ci-'))
})

afterAll(() => rm(folder, { recursive: true }))

let steps = 0
/** Runs the step as a runner does, with a stand-in for the command that keeps what it was given. */
const step = async (inputs: Readonly<Record<string, string>>, exit = 0) => {
  steps += 1
  const cwd = join(folder, String(steps))
  await mkdir(cwd)
  const command = [
    '#!/usr/bin/env bash',
    'printf "%s\\n" "$@" > arguments.txt',
    'env | grep ^HUB_CONFORMANCE > environment.txt',
    'for last; do case "$last" in *=*) echo "of $(cut -d= -f1 <<< "$last")" > "$(cut -d= -f2- <<< "$last")";; esac; done',
    'echo "::error::from the hub"',
    `exit ${exit}`,
    '',
  ].join('\n')
  await writeFile(join(cwd, 'hub-conformance'), command)
  await chmod(join(cwd, 'hub-conformance'), 0o755)
  const given = (name: string): string => inputs[name] ?? action.inputs[name]?.default ?? ''
  const env = Object.fromEntries(
    Object.entries(judge.env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => given(input)),
    ]),
  )
  const runner = { GITHUB_OUTPUT: join(cwd, 'output'), GITHUB_STEP_SUMMARY: join(cwd, 'summary') }
  const { code, stdout } = await promisify(execFile)('bash', ['--noprofile', '--norc', '-c', judge.run], {
    cwd,
    env: { ...env, ...runner, PATH: `${cwd}:${process.env.PATH}` },
  }).then(
    ({ stdout: text }) => ({ code: 0, stdout: text }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  )
  const read = (name: string): Promise<string> => readFile(join(cwd, name), 'utf8')
  return { code, stdout, read }
}

describe('the action', () => {
  test('has no input in a script', () => {
    expect(action.runs.using).toBe('composite')
    const scripts = action.runs.steps.flatMap(({ run }) => run ?? [])
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) expect(script).not.toMatch(/\$\{\{|\beval\b/)
    for (const { run, shell } of action.runs.steps) if (run !== undefined) expect(shell).toBe('bash')
  })

  test('names inputs, variables and formats that there are', () => {
    const text = JSON.stringify(action.runs)
    const used = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name)
    expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort())
    const known = [...optionNames.map(variableOf), ...['TOKEN', 'USERNAME', 'PASSWORD'].map(variableOf)]
    for (const name of Object.keys(judge.env)) if (name.startsWith('HUB_')) expect(known).toContain(name)
    const reports = [...judge.run.matchAll(/--report "(\w+)=/g)].map(([, format]) => format)
    expect(reports).toEqual(expect.arrayContaining(['json', 'junit', 'html', 'github']))
    for (const format of reports) expect(formats).toContain(format)
    for (const { description } of Object.values(action.inputs)) expect(description).not.toBe('')
  })

  test('hands its inputs over, and takes none of the hub’s words for a command', async () => {
    const target = 'http://localhost:8080/$(touch pwned)";touch pwned;#'
    const { code, stdout, read } = await step({ target, token: 's3cret', reports: 'my reports' })
    expect(code).toBe(0)
    expect(await read('environment.txt')).toContain(`HUB_CONFORMANCE_TARGET=${target}\n`)
    expect(await read('environment.txt')).toContain('HUB_CONFORMANCE_TOKEN=s3cret\n')
    expect(await read('arguments.txt')).not.toContain('s3cret')
    await expect(read('pwned')).rejects.toThrow()
    const [, word = ''] = /^::stop-commands::(\S+)\n/.exec(stdout) ?? []
    expect(word).not.toBe('')
    expect(stdout.slice(0, stdout.indexOf(`\n::${word}::\n`))).toContain('::error::from the hub')
    expect(stdout).toMatch(/of github\n$/)
    expect(await read('summary')).toContain('of markdown')
    expect(await read('my reports/junit.xml')).toContain('of junit')
    expect(await read('output')).toBe('exit-code=0\nreports=my reports\n')
  })

  test.each(Object.values(exitCodes))('ends with %i where the command does', async expected => {
    const { code, read } = await step({}, expected)
    expect(code).toBe(expected)
    expect(await read('output')).toContain(`exit-code=${expected}\n`)
  })
})

describe('the pages', () => {
  const fences = async (page: string, language: string): Promise<readonly string[]> =>
    [...(await readFile(page, 'utf8')).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
      ([, text = '']) => text,
    )

  test.each(['docs/ci.md', 'docs/baseline.md', 'docs/configuration.md'])('%s has YAML that can be read', async page => {
    const snippets = await fences(page, 'yaml')
    expect(snippets.length).toBeGreaterThan(0)
    for (const snippet of snippets) expect(parse(snippet)).toBeTypeOf('object')
  })

  test.each(['docs/ci.md', 'docs/baseline.md', 'docs/configuration.md', 'docs/watch.md', 'action.yml', 'Dockerfile'])(
    '%s names options that there are',
    async page => {
      const text = await readFile(page, 'utf8')
      const known = new Set<string>(commands.flatMap(({ options }) => options))
      const lines = text
        .split('\n')
        .filter(
          line =>
            /hub-conformance|--report|--baseline|--allow|--junit/.test(line) && !/npm |docker |COPY|RUN/.test(line),
        )
      const named = lines.flatMap(line =>
        [...line.matchAll(/(?<![\w-])--([a-z][a-z-]+)/g)].map(([, name = '']) => name),
      )
      expect(named.filter(name => !known.has(name) && !['yes', 'help'].includes(name))).toEqual([])
    },
  )

  test('the inputs of the example are inputs of the action', async () => {
    const [snippet = ''] = await fences('docs/ci.md', 'yaml')
    const { jobs } = parse(snippet) as { jobs: { conformance: { steps: { with?: Record<string, unknown> }[] } } }
    const given = jobs.conformance.steps.flatMap(each => Object.keys(each.with ?? {}))
    expect(given.length).toBeGreaterThan(2)
    for (const name of given) expect(Object.keys(action.inputs)).toContain(name)
  })
})
