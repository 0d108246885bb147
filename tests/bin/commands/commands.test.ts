import { describe, expect, test } from 'vitest'
import { commands } from '../../../bin/commands/index.ts'
import { optionNames, optionsOf, optionTable } from '../../../bin/options/table.ts'
import { tool } from '../../../contracts/version.ts'
import { suiteOf } from '../../../engine/plan.ts'
import { catalogue } from '../../../suites/catalogue.ts'
import { cli } from '../harness.ts'

describe('help', () => {
  test.each([[], ...commands.map(({ name }) => [name])])('of %j fits 80 columns and ends well', async (...argv) => {
    const { code, stdout, stderr } = await cli([...argv, '--help'], { env: { LANG: 'de_DE.UTF-8' } })
    expect(code).toBe(0)
    expect(stderr).toBe('')
    expect(stdout).toContain('hub-conformance')
    expect(stdout).toContain('Examples:')
    expect(stdout.split('\n').filter(line => line.length > 80)).toEqual([])
  })

  test('names every command, and each its options', async () => {
    const { stdout } = await cli(['--help'])
    for (const { name, describe: says, examples } of commands) {
      expect(stdout).toContain(`\n  ${name}`)
      expect(stdout.replace(/\s+/g, ' ')).toContain(says)
      const own = await cli([name, '--help'])
      for (const option of optionsOf(name)) expect(own.stdout).toContain(`--${option}`)
      // Each on a line of its own, to be copied.
      for (const [line] of examples) expect(own.stdout).toContain(`\n  ${line}\n`)
    }
  })

  test('every option is an option of some command', () => {
    const used = new Set(commands.flatMap(({ name }) => optionsOf(name)))
    expect(optionNames.filter(name => !used.has(name))).toEqual([])
    for (const name of optionNames) expect(optionTable[name].describe, name).toMatch(/[^.]$/)
  })

  test('every example is a command line that can be read', async () => {
    for (const [line] of commands.flatMap(({ examples }) => examples)) {
      const { stderr, code } = await cli([...line.split(' ').slice(1), '--help'])
      expect([stderr, code], line).toEqual(['', 0])
    }
  })

  test('--version', async () => {
    expect(await cli(['--version'])).toEqual({ code: 0, stdout: `${tool.version}\n`, stderr: '' })
  })
})

describe('list', () => {
  test('--json is the catalogue', async () => {
    const { code, stdout } = await cli(['list', '--json'])
    const listed = JSON.parse(stdout) as Record<string, unknown>[]
    expect(code).toBe(0)
    expect(listed.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id))
    for (const [at, entry] of listed.entries()) {
      expect(Object.keys(entry).filter(key => key !== 'until')).toEqual([
        'id',
        'suite',
        'level',
        'statement',
        'since',
        'source',
        'needs',
        'faults',
        'tolerates',
      ])
      expect(entry.faults).toEqual(Object.keys(catalogue[at]?.faults ?? {}))
      expect(entry.id).toMatch(new RegExp(`^${entry.suite}/`))
    }
  })

  test('--suite and --level choose', async () => {
    const { stdout } = await cli(['list', '--json', '--suite', 'v1-removed', '--level', 'must'])
    const listed = JSON.parse(stdout) as { suite: string; level: string }[]
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.every(({ suite, level }) => suite === 'v1-removed' && level === 'must')).toBe(true)
  })

  test('the table names every requirement below its suite and keeps to the width', async () => {
    const { stdout } = await cli(['list'])
    const headings = stdout.split('\n').filter(line => /^[a-z][\w-]*$/.test(line))
    expect(headings).toEqual([...new Set(catalogue.map(({ id }) => suiteOf(id)))])
    for (const { id } of catalogue) expect(stdout).toContain(` ${id}\n`)
    expect(stdout).toContain(`${catalogue.length} requirements in `)
    expect(stdout.split('\n').filter(line => line.length > 80)).toEqual([])
  })

  test('a selection that leaves nothing is refused', async () => {
    const empty = await cli(['list', '--suite', 'v1-removed', '--level', 'may'])
    expect(empty).toEqual({
      code: 3,
      stdout: '',
      stderr: 'hub-conformance: no requirement matches; change --suite or --level\n',
    })
  })
})

describe('explain', () => {
  test.each(catalogue.map(requirement => [requirement.id, requirement] as const))('%s', async (id, requirement) => {
    const { code, stdout } = await cli(['explain', id])
    const [flat, verbose] = [stdout, (await cli(['explain', id, '--verbose'])).stdout].map(text =>
      text.replace(/\s+/g, ' '),
    )
    expect(code).toBe(0)
    for (const text of [
      requirement.statement,
      requirement.source.sentence,
      requirement.since,
      requirement.how,
      requirement.fix,
    ]) {
      expect(flat).toContain(text.replace(/\s+/g, ' ').trim())
    }
    expect(flat).toContain(Object.keys(requirement.faults).join(', '))
    expect(flat).toContain(Object.keys(requirement.tolerates ?? {}).join(', '))
    for (const [name, { says, code: reason }] of Object.entries(requirement.faults)) {
      expect(verbose).toContain(`${name} ${says} (${reason})`)
    }
    for (const [name, { says }] of Object.entries(requirement.tolerates ?? {}))
      expect(verbose).toContain(`${name} ${says}`)
  })

  test('cases of a thorough run are counted apart', async () => {
    const { cases } = catalogue.find(({ id }) => id === 'v1-removed/name-tags') ?? expect.fail('no such requirement')
    const thorough = cases.filter(kase => kase.thorough).length
    const { stdout } = await cli(['explain', 'v1-removed/name-tags'])
    expect(stdout).toContain(`${cases.length - thorough} cases, and ${thorough} more with --thorough`)
  })
})

describe('serve', () => {
  /** Serves, hands over what it printed, and is interrupted. */
  const served = async (
    argv: readonly string[],
    visit: (printed: string, url: string) => Promise<void>,
    log: (text: string) => void = text => expect.fail(text),
  ) => {
    let printed = ''
    let visited: Promise<void> | undefined
    let interrupt: (signal: string) => void = () => {}
    const { main } = await import('../../../bin/main.ts')
    const code = await main(['serve', '--port', '0', ...argv], {
      stdout: {
        write: text => {
          printed += text
          const url = /http:\/\/[\d.]+:\d+/.exec(text)?.[0] ?? ''
          visited = visit(printed, url).finally(() => interrupt('SIGTERM'))
        },
      },
      stderr: { write: text => log(String(text)) },
      stdin: (async function* () {})(),
      env: {},
      cwd: '/',
      onInterrupt: listener => {
        interrupt = listener
        return () => {}
      },
    })
    await visited
    return code
  }

  test('prints how to run against it, and that works', async () => {
    const code = await served([], async (printed, url) => {
      const [, token = ''] = /^export HUB_CONFORMANCE_TOKEN=(\S+)$/m.exec(printed) ?? []
      const [, line = ''] = /^hub-conformance (--target [\s\S]*)$/m.exec(printed) ?? []
      const argv = line.replaceAll('\\\n', ' ').trim().split(/\s+/)
      expect(argv.slice(0, 3)).toEqual(['--target', url, '--allow-writes'])
      const outcome = await cli([...argv, '--suite', 'v1-removed,presence'], { env: { HUB_CONFORMANCE_TOKEN: token } })
      expect(outcome.stdout).toMatch(/^PARTIAL {2}\d+ of \d+ MUST selected, passed$/m)
      expect(outcome.code).toBe(0)
    })
    expect(code).toBe(0)
  })

  test('a fault breaks it, a variant does not', async () => {
    await served(
      ['--fault', 'v1-removed/name-tags/not-found', '--variant', 'v1-removed/name-images/html'],
      async (_printed, url) => {
        expect((await fetch(`${url}/v1/repositories/a/tags`)).status).toBe(404)
        const page = await fetch(`${url}/v1/repositories/a/images`)
        expect(page.status).toBe(410)
        expect(page.headers.get('content-type')).toContain('html')
      },
    )
  })

  test('says in one line of JSON that it is ready, and where', async () => {
    await served(['--json'], async printed => {
      const { url, credentials, fixtures } = JSON.parse(printed)
      expect(printed).toMatch(/^[^\n]+\n$/)
      expect(Object.keys(credentials)).toEqual(['username', 'password', 'token'])
      const answer = await fetch(`${url}/v2/namespaces/${fixtures.namespace}/repositories`, {
        headers: { authorization: `Bearer ${credentials.token}` },
      })
      expect(answer.status).toBe(200)
    })
  })

  test('limits the rate and logs what it answers, without queries', async () => {
    const logged: string[] = []
    await served(
      ['--rate-limit', '2/m', '--latency', '1ms', '--log'],
      async (_printed, url) => {
        const statuses: number[] = []
        for (let request = 0; request < 3; request++)
          statuses.push((await fetch(`${url}/v1/repositories/a/tags?token=planted`)).status)
        expect(statuses).toEqual([410, 410, 429])
      },
      text => logged.push(text),
    )
    expect(logged.map(line => line.replace(/\d+ms\n$/, ''))).toEqual([
      'GET /v1/repositories/a/tags 410 ',
      'GET /v1/repositories/a/tags 410 ',
      'GET /v1/repositories/a/tags 429 ',
    ])
  })

  test('a port that is taken is a usage error', async () => {
    await served([], async (_printed, url) => {
      const { port } = new URL(url)
      expect(await cli(['serve', '--port', port])).toEqual({
        code: 3,
        stdout: '',
        stderr: `hub-conformance: port ${port} is in use; --port 0 selects a free port\n`,
      })
    })
  })
})
