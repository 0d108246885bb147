/**
 * The same fifty requests with the same four assertions each, asked by the engine and by general tools, beside the bare loop; prints ratios,
 * judges nothing. The tools are installed from npm, at these versions, without their install scripts.
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checks, type Wrong, wrongs } from './checks.ts'
import { type Took, timed } from './measure.ts'
import { median } from './median.ts'

const program = (name: string): string => fileURLToPath(new URL(`./${name}.js`, import.meta.url))

interface Tool {
  readonly name: string
  /** The package to install, with its version. */
  readonly from?: string
  /** The files that it reads, made from the list. */
  readonly input?: (target: string) => Readonly<Record<string, unknown>>
  readonly argv: (installed: string, target: string) => readonly string[]
}

const openapi = (target: string): unknown => ({
  openapi: '3.0.3',
  info: { title: 'Fifty checks', version: '1' },
  servers: [{ url: target }],
  paths: Object.fromEntries(
    checks.map(({ path, status, members }) => [
      path,
      {
        get: {
          responses: {
            [status]: {
              description: 'As listed.',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: Object.keys(members),
                    properties: Object.fromEntries(
                      Object.entries(members).map(([name, value]) => [name, { type: 'string', enum: [value] }]),
                    ),
                  },
                  example: members,
                },
              },
            },
          },
        },
      },
    ]),
  ),
})

const arazzo = (target: string): unknown => ({
  arazzo: '1.0.1',
  info: { title: 'Fifty checks', version: '1' },
  sourceDescriptions: [{ name: 'hub', type: 'openapi', url: 'openapi.yaml' }],
  workflows: [
    {
      workflowId: 'checks',
      steps: checks.map(({ path, status, members }, at) => ({
        stepId: `check-${at + 1}`,
        'x-operation': { url: target + path, method: 'get' },
        successCriteria: [
          { condition: `$statusCode == ${status}` },
          { condition: "$response.header.content-type == 'application/json'" },
          ...Object.entries(members).map(([name, value]) => ({ condition: `$response.body#/${name} == '${value}'` })),
        ],
      })),
    },
  ],
})

const collection = (target: string): unknown => ({
  info: { name: 'Fifty checks', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: checks.map(({ path, status, members }) => ({
    name: path,
    request: { method: 'GET', url: target + path },
    event: [
      {
        listen: 'test',
        script: {
          type: 'text/javascript',
          exec: [
            `pm.test('status', () => pm.response.to.have.status(${status}))`,
            "pm.test('type', () => pm.expect(pm.response.headers.get('content-type')).to.eql('application/json'))",
            ...Object.entries(members).map(
              ([name, value]) => `pm.test('${name}', () => pm.expect(pm.response.json().${name}).to.eql('${value}'))`,
            ),
          ],
        },
      },
    ],
  })),
})

const workflow = (target: string): unknown => ({
  version: '1.1',
  name: 'Fifty checks',
  tests: {
    checks: {
      steps: checks.map(({ path, status, members }) => ({
        name: path,
        http: {
          url: target + path,
          method: 'GET',
          check: {
            status,
            headers: { 'content-type': 'application/json' },
            jsonpath: Object.fromEntries(Object.entries(members).map(([name, value]) => [`$.${name}`, value])),
          },
        },
      })),
    },
  },
})

const contract = (): unknown => ({
  consumer: { name: 'bench' },
  provider: { name: 'hub' },
  interactions: checks.map(({ path, status, members }) => ({
    description: path,
    request: { method: 'GET', path },
    response: { status, headers: { 'Content-Type': 'application/json' }, body: members },
  })),
  metadata: { pactSpecification: { version: '2.0.0' } },
})

const tools: readonly Tool[] = [
  { name: 'engine', argv: (_installed, target) => [program('engine'), target] },
  {
    name: 'respect',
    from: '@redocly/cli@2.77.0',
    input: target => ({ 'checks.arazzo.yaml': arazzo(target), 'openapi.yaml': openapi(target) }),
    argv: () => ['node_modules/@redocly/cli/bin/cli.js', 'respect', 'checks.arazzo.yaml'],
  },
  {
    name: 'newman',
    from: 'newman@6.2.2',
    input: target => ({ 'collection.json': collection(target) }),
    argv: () => ['node_modules/newman/bin/newman.js', 'run', '--silent', 'collection.json'],
  },
  {
    name: 'dredd',
    from: 'dredd@14.1.0',
    input: target => ({ 'openapi.yaml': openapi(target) }),
    argv: (_installed, target) => ['node_modules/dredd/bin/dredd', 'openapi.yaml', target, '--loglevel=error'],
  },
  {
    name: 'stepci',
    from: 'stepci@2.8.2',
    input: target => ({ 'workflow.yaml': workflow(target) }),
    argv: () => ['node_modules/stepci/dist/index.js', 'run', 'workflow.yaml'],
  },
  {
    name: 'pact',
    from: '@pact-foundation/pact@16.5.0',
    input: () => ({ 'contract.json': contract() }),
    argv: (installed, target) => [program('pact'), installed, join(installed, 'contract.json'), target],
  },
]

/** None of these says home what it did, or looks for a newer version of itself, where it is measured. */
const quiet = {
  CI: 'true',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  STEPCI_DISABLE_ANALYTICS: '1',
  PACT_DO_NOT_TRACK: 'true',
}

const install = async (folder: string, from: string): Promise<void> => {
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{"private": true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', from], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

interface Run {
  readonly took: Took
  readonly requests: number
  readonly isPassed: boolean
  readonly said: string
}

/** Lets a tool ask a new server, which is wrong in one thing or in none. */
const run = async (folder: string, { name, input, argv }: Tool, wrong?: Wrong): Promise<Run> => {
  const server = fork(program('checked-server'), wrong ? [wrong] : [])
  const [target] = (await once(server, 'message')) as [string]
  const installed = join(folder, name)
  for (const [file, content] of Object.entries(input?.(target) ?? {}))
    await writeFile(join(installed, file), JSON.stringify(content))
  const { code, said, ...took } = await timed(installed, argv(installed, target), quiet)
  server.send('requests')
  const [requests] = (await once(server, 'message')) as [number]
  server.disconnect()
  return { took, requests, isPassed: code === 0, said }
}

/** Prints what each tool takes beside the bare loop, how many requests it sends, and which assertions it really makes: those that fail. */
export const benchPeers = async (folder: string, rounds: number): Promise<void> => {
  const list = join(folder, 'list.json')
  await writeFile(list, JSON.stringify(checks.map(({ path }) => ({ method: 'GET', path, headers: {}, body: null }))))
  const floor: Tool = { name: 'floor', argv: (_installed, target) => [program('floor'), target, list] }
  await mkdir(join(folder, floor.name))
  for (const tool of tools) {
    const installed = join(folder, tool.name)
    await (tool.from ? install(installed, tool.from) : mkdir(installed))
    const whole = await run(folder, tool)
    if (!whole.isPassed) process.stdout.write(whole.said)
    const caught: Wrong[] = []
    for (const wrong of wrongs) if (!(await run(folder, tool, wrong)).isPassed) caught.push(wrong)
    await run(folder, floor)
    const all: (readonly [Took, Took])[] = []
    for (let round = 0; round < rounds; round++)
      all.push([(await run(folder, tool)).took, (await run(folder, floor)).took])
    const ratio = (key: keyof Took): string => median(all.map(([of, bare]) => of[key] / bare[key])).toFixed(2)
    process.stdout.write(
      `${(tool.from ?? tool.name).padEnd(34)} time ${ratio('ms')}  CPU ${ratio('cpuMs')}  (${whole.requests} requests, ${whole.isPassed ? 'passes' : 'FAILS'} what is right, asserts ${caught.join(', ') || 'nothing'})\n`,
    )
  }
}
