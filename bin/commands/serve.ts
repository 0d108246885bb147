import { defined } from '../../contracts/defined.ts'
import type { HubVariant, Requirement, Twist } from '../../contracts/requirement.ts'
import { UsageError } from '../../engine/options.ts'
import { suggestion } from '../../engine/suggestion.ts'
import { quote } from '../../reporters/shared/curl.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { oneLine } from '../one-line.ts'
import { optionsOf } from '../options/table.ts'
import { shown } from '../options/values.ts'
import { portTrouble } from '../port.ts'
import type { Command, Invocation } from './command.ts'

const defaultPort = 8080

type Named = readonly (readonly [id: string, twist: () => Twist])[]

const faultsOf = (catalogue: readonly Requirement[]): Named =>
  catalogue.flatMap(({ id, faults }) =>
    Object.entries(faults).map(([name, fault]) => [`${id}/${name}`, () => fault.twist()] as const),
  )

const variantsOf = (catalogue: readonly Requirement[], variants: Readonly<Record<string, HubVariant>>): Named => [
  ...Object.entries(variants).map(([name, variant]) => [name, () => variant.twist()] as const),
  ...catalogue.flatMap(({ id, tolerates = {} }) =>
    Object.entries(tolerates).map(([name, variant]) => [`${id}/${name}`, () => variant.twist()] as const),
  ),
]

const chosen = (ids: readonly string[], known: Named, what: string, source: string): readonly Twist[] =>
  ids.map(id => {
    const found = known.find(([name]) => name === id)
    if (found !== undefined) return found[1]()
    const near = suggestion(
      id,
      known.map(([name]) => name),
    )
    throw new UsageError(
      `${source} ${shown(id)} is not a ${what}${near || `; see hub-conformance ${what === 'variant' ? 'list --variants' : 'explain ID'}`}`,
    )
  })

/** How to run against the hub that is served, as lines to paste. */
const howTo = (url: string, token: string, fixtures: object): string => {
  const options = Object.entries(fixtures).map(
    ([name, value]) => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)} ${quote(String(value))}`,
  )
  return [
    `export HUB_CONFORMANCE_TOKEN=${quote(token)}`,
    [`hub-conformance --target ${url} --allow-writes`, ...options].join(' \\\n  '),
  ].join('\n')
}

const serve = async ({ values, source, io, deps }: Invocation): Promise<ExitCode> => {
  const wanted = (values.fault?.length ?? 0) + (values.variant?.length ?? 0) > 0
  // Without one the catalogue is not needed, and starting is faster.
  const catalogue = wanted ? await deps.catalogue() : []
  const variants: Readonly<Record<string, HubVariant>> = wanted ? await deps.variants() : {}
  const twists = [
    ...chosen(values.fault ?? [], faultsOf(catalogue), 'fault', source('fault')),
    ...chosen(values.variant ?? [], variantsOf(catalogue, variants), 'variant', source('variant')),
  ]
  const [{ createHub }, { serveHub }, { underConditions }] = await Promise.all([
    deps.hub(),
    deps.server(),
    deps.conditions(),
  ])
  const { handler, credentials, fixtures } = createHub()
  const twisted = twists.reduce(
    (next: (request: Request) => Promise<Response>, twist) => request => twist(request, next),
    handler,
  )
  const port = values.port ?? defaultPort
  const conditioned = underConditions(twisted, {
    ...defined({ latencyMs: values.latency, requestsPerMinute: values['rate-limit'] }),
    ...(values.log === true && {
      onAnswer: ({ method, path, status, ms }) =>
        io.stderr.write(`${oneLine(`${method} ${path} ${status} ${Math.round(ms)}ms`)}\n`),
    }),
  })
  const served = await serveHub(conditioned, { port, hostname: '127.0.0.1' }).catch((error: unknown) => {
    throw portTrouble(error, port, '--port')
  })

  const interrupted = new Promise<void>(resolve => {
    const stop = io.onInterrupt(() => {
      stop()
      resolve()
    })
  })
  const { token, username, password } = credentials
  const url = served.url + (values.variant ?? []).map(name => variants[name]?.basePath ?? '').join('')
  const bent = [...(values.fault ?? []), ...(values.variant ?? [])]
  const said = [
    `Reference hub on ${url}${bent.length === 0 ? '' : `, with ${bent.join(', ')}`}; press Ctrl-C to stop.`,
    `User name: ${username}, password: ${password} (valid for this hub only)`,
    '',
    howTo(url, token, fixtures),
    '',
  ].join('\n')
  io.stdout.write(values.json ? `${JSON.stringify({ url, credentials, fixtures })}\n` : said)
  await interrupted
  await served.close()
  return exitCodes.conformant
}

export const serveCommand: Command = {
  name: 'serve',
  describe: 'Start the reference hub.',
  options: optionsOf('serve'),
  examples: [
    ['hub-conformance serve', 'listen on port 8080'],
    [
      'hub-conformance serve --port 0 --json',
      'listen on a free port, and print URL and credentials as one line of JSON',
    ],
    [
      'hub-conformance serve --rate-limit 60/m --latency 200ms --log',
      'see how a client copes with 429 and slow answers',
    ],
  ],
  run: serve,
}
