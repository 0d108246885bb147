import { defined } from '../../contracts/defined.ts'
import type { Usage } from '../../contracts/usage.ts'
import { UsageError } from '../../engine/options.ts'
import type { RenderOptions } from '../../reporters/reporter.ts'
import { usageConsole } from '../../reporters/usage/console.ts'
import { usageJson } from '../../reporters/usage/json.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { readTextFile } from '../files.ts'
import { colorsOn, columnsOf, type Sink } from '../io.ts'
import { oneLine } from '../one-line.ts'
import { type OptionSpec, optionsOf, optionTable, variableOf } from '../options/table.ts'
import * as parse from '../options/values.ts'
import { portTrouble } from '../port.ts'
import { readNetwork } from '../run/input.ts'
import { planReports, writeReport } from '../run/reports.ts'
import type { Command, Invocation } from './command.ts'

/** A recorded session holds bodies and images; beyond this it does not fit into one string of the engine when parsed. */
const largestHar = 256 * 1024 * 1024

const formats = {
  console: usageConsole,
  json: usageJson,
} as const satisfies Record<string, (usage: Usage, options?: RenderOptions) => string>

export const scanFormats = Object.keys(formats) as readonly (keyof typeof formats)[]

export const scanStates = ['removed', 'deprecated'] as const

const port = (value: string): number => {
  if (!parse.looksLikeUrl(value)) return parse.integer([0, 65_535])(value)
  throw new UsageError(`is the port to listen on; to set an HTTP proxy for scan, use ${variableOf('proxy')}`)
}

/** What these options mean here. Their variables keep the meaning that they have in a run, and are not read for them. */
const meanings = {
  target: { ...optionTable.target, describe: 'base URL of the hub that --proxy forwards to' },
  proxy: {
    ...optionTable.proxy,
    group: optionTable.target.group,
    value: 'PORT',
    parse: port,
    describe: 'listen on this local port and forward to --target, 0 for a free one',
    argvOnly: true,
  },
  'fail-on': {
    ...optionTable['fail-on'],
    value: 'STATE',
    parse: parse.choice(scanStates),
    choices: scanStates,
    describe: 'exit with 1 if such a route is used: removed, or deprecated too (default: removed)',
    argvOnly: true,
  },
} as const satisfies Record<string, OptionSpec>

interface Own {
  readonly proxy?: number
  readonly 'fail-on'?: (typeof scanStates)[number]
}

const ownValues = ({ values }: Invocation): Own => values as unknown as Own

const scanFile = async (file: string, { io, deps }: Invocation): Promise<Usage> => {
  const text = await readTextFile(file, 'scan', io, largestHar)
  const { scanHar } = await deps.scan()
  return scanHar(text, file)
}

/** Forwards until the user has seen enough. */
const scanTraffic = async (listenOn: number, invocation: Invocation, sink: Sink): Promise<Usage> => {
  const { values, io, deps } = invocation
  const { target } = values
  if (target === undefined || target === 'reference')
    throw new UsageError('--proxy needs --target URL, the hub to forward to')
  // The variable, unlike the option, is the proxy on the way to the hub.
  const upstream = io.env[variableOf('proxy')]?.trim()
  const { proxy: _own, ...others } = values
  const via = upstream === undefined || upstream === '' ? {} : { proxy: parse.httpUrl(upstream) }
  const network = await readNetwork({ ...invocation, values: { ...others, ...via } })
  const say = (line: string): unknown => io.stderr.write(`hub-conformance: ${oneLine(line)}\n`)
  const { forward } = await deps.forward()
  const forwarding = await forward({
    target: target.href,
    port: listenOn,
    network,
    ...defined({ clock: io.clock }),
    onRoute: ({ method, path, state: now, since }) =>
      say(`${now} since ${since}: ${method === '*' ? '' : `${method} `}${path}`),
    onNoAnswer: why => say(`no answer from ${target.origin} (${why}); the client gets a 502`),
  }).catch((error: unknown) => {
    throw portTrouble(error, listenOn, '--proxy')
  })
  const interrupted = new Promise<void>(resolve => {
    const stop = io.onInterrupt(() => {
      stop()
      resolve()
    })
  })
  sink.write(
    `Forwarding ${forwarding.url} to ${target.href.replace(/\/$/, '')}; press Ctrl-C to stop and print the result.\n`,
  )
  await interrupted
  return forwarding.close()
}

const exitCodeOf = ({ result }: Usage, failOn: (typeof scanStates)[number]): ExitCode => {
  // Who recorded nothing has not shown that nothing is used.
  if (result === 'nothing-seen') return exitCodes.incomplete
  const counts = result === 'removed' || (result === 'deprecated' && failOn === 'deprecated')
  return counts ? exitCodes.nonConformant : exitCodes.conformant
}

/** Says which deprecated and removed routes a client uses. As after a run, a report that takes standard output sends the console's to standard error. */
const scan = async (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, values, source, io } = invocation
  const { file } = positionals
  const { proxy, 'fail-on': failOn = 'removed' } = ownValues(invocation)
  const reports = planReports(invocation, scanFormats)
  if (file === undefined && proxy === undefined)
    throw new UsageError('scan needs a HAR file, or --proxy PORT and --target URL for live traffic')
  if (file !== undefined && proxy !== undefined) throw new UsageError('scan takes a HAR file or --proxy PORT, not both')
  if (file !== undefined && values.target !== undefined && source('target') === '--target')
    throw new UsageError('--target needs --proxy; a HAR file is scanned for requests to every host')
  const sink = reports.some(({ path, format }) => path === undefined && format !== 'console') ? io.stderr : io.stdout
  const usage = await (file === undefined ? scanTraffic(proxy ?? 0, invocation, sink) : scanFile(file, invocation))
  const verbosity = values.quiet ? 'quiet' : 'normal'
  const colors = colorsOn(sink, io, values['no-color'])
  sink.write(usageConsole(usage, { verbosity, colors, columns: columnsOf(sink) }))
  let complete = true
  for (const { format, path } of reports) {
    const text = (): string => formats[format](usage, { verbosity, columns: 80 })
    if (path !== undefined) complete = (await writeReport(path, text(), io)) && complete
    else if (format !== 'console') io.stdout.write(text())
  }
  return complete ? exitCodeOf(usage, failOn) : exitCodes.ownError
}

export const scanCommand: Command = {
  name: 'scan',
  describe: 'List the deprecated and removed routes that a client uses.',
  optionalPositionals: ['file'],
  options: optionsOf('scan'),
  meanings,
  examples: [
    ['hub-conformance scan session.har', 'scan a session recorded by a browser or a proxy'],
    [
      'hub-conformance scan --proxy 9000 --target https://hub.example.com',
      'forward port 9000 to a hub and scan the traffic',
    ],
    ['hub-conformance scan session.har --report json', 'print the result as JSON'],
  ],
  run: scan,
}
