import { createSecureContext } from 'node:tls'
import { defined } from '../../contracts/defined.ts'
import type { HubVariant, Requirement, Twist } from '../../contracts/requirement.ts'
import { UsageError } from '../../engine/options.ts'
import { suggestion } from '../../engine/suggestion.ts'
import { underConditions } from '../../reference-impl/conditions.ts'
import type { HubData } from '../../reference-impl/data.ts'
import { createHub, type Hub, HubDataError } from '../../reference-impl/hub.ts'
import { type ServeOptions, serveHub } from '../../reference-impl/serve.ts'
import { quote } from '../../reporters/shared/curl.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { readStructuredFile, readTextFile } from '../files.ts'
import { oneLine, runnerOf, untilInterrupt } from '../io.ts'
import { shown } from '../options/values.ts'
import { portTrouble } from '../port.ts'
import type { Invocation } from './command.ts'

const defaultPort = 8080

type NamedTwists = readonly (readonly [id: string, twist: () => Twist])[]

const faultsOf = (catalogue: readonly Requirement[]): NamedTwists =>
  catalogue.flatMap(({ id, faults }) =>
    Object.entries(faults).map(([name, fault]) => [`${id}/${name}`, () => fault.twist()] as const),
  )

const variantsOf = (catalogue: readonly Requirement[], variants: Readonly<Record<string, HubVariant>>): NamedTwists => [
  ...Object.entries(variants).map(([name, variant]) => [name, () => variant.twist()] as const),
  ...catalogue.flatMap(({ id, tolerates = {} }) =>
    Object.entries(tolerates).map(([name, variant]) => [`${id}/${name}`, () => variant.twist()] as const),
  ),
]

const chosen = (ids: readonly string[], known: NamedTwists, what: string, source: string): readonly Twist[] =>
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

interface Twisting {
  readonly twists: readonly Twist[]
  /** What the variants put before every path. */
  readonly basePath: string
  /** Whether a token alone does not do. */
  readonly needsPassword: boolean
}

/** What --fault and --variant do to the hub. Without them the catalogue is not loaded, and starting is faster. */
const twistingOf = async ({ values: { fault = [], variant = [] }, source }: Invocation): Promise<Twisting> => {
  if (fault.length + variant.length === 0) return { twists: [], basePath: '', needsPassword: false }
  const { catalogue, variants } = await import('../../suites/catalogue.ts')
  return {
    twists: [
      ...chosen(fault, faultsOf(catalogue), 'fault', source('fault')),
      ...chosen(variant, variantsOf(catalogue, variants), 'variant', source('variant')),
    ],
    basePath: variant.map(name => variants[name]?.basePath ?? '').join(''),
    needsPassword: variant.some(name => variants[name]?.credentials === 'password'),
  }
}

/** How to run against the hub that is served, as lines to paste. */
const howTo = (runner: string, url: string, variables: Readonly<Record<string, string>>, fixtures: object): string => {
  const options = Object.entries(fixtures).map(
    ([name, value]) => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)} ${quote(String(value))}`,
  )
  return [
    ...Object.entries(variables).map(([name, value]) => `export HUB_CONFORMANCE_${name}=${quote(value)}`),
    [`${runner}hub-conformance --target ${url} --allow-writes`, ...options].join(' \\\n  '),
  ].join('\n')
}

/** A hub with what the file of `--data` adds to it. */
const hubOf = async ({ values, source, io }: Invocation): Promise<Hub> => {
  if (values.data === undefined) return createHub()
  const data = await readStructuredFile(values.data, source('data'), io)
  try {
    // The hub itself checks what it is given.
    return createHub({ data: data as HubData })
  } catch (error) {
    if (error instanceof HubDataError) throw new UsageError(`${source('data')}: ${values.data}: ${error.message}`)
    throw error
  }
}

const tlsOf = async ({ values, source, io }: Invocation): Promise<ServeOptions['tls']> => {
  const { 'tls-cert': cert, 'tls-key': key } = values
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined) throw new UsageError(`${source('tls-key')} needs --tls-cert`)
  if (key === undefined) throw new UsageError(`${source('tls-cert')} needs --tls-key`)
  const tls = {
    cert: await readTextFile(cert, source('tls-cert'), io),
    key: await readTextFile(key, source('tls-key'), io),
  }
  try {
    createSecureContext(tls)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${cert} and ${key} are not a certificate and its private key in PEM: ${reason}`)
  }
  return tls
}

export const serve = async (invocation: Invocation): Promise<ExitCode> => {
  const { values, io } = invocation
  const { twists, basePath, needsPassword } = await twistingOf(invocation)
  const tls = await tlsOf(invocation)
  const { handler, credentials, fixtures } = await hubOf(invocation)
  const twisted = twists.reduce<Hub['handler']>((next, twist) => request => twist(request, next), handler)
  const conditioned = underConditions(twisted, {
    ...defined({ latencyMs: values.latency, requestsPerMinute: values['rate-limit'] }),
    ...(values.log === true && {
      onAnswer: ({ method, path, status, ms }) =>
        io.stderr.write(`${oneLine(`${method} ${path} ${status} ${Math.round(ms)}ms`)}\n`),
    }),
  })
  const port = values.port ?? defaultPort
  const served = await serveHub(conditioned, { port, hostname: '127.0.0.1', ...defined({ tls }) }).catch(
    (error: unknown) => {
      throw portTrouble(error, port, '--port')
    },
  )

  const interrupted = untilInterrupt(io)
  const { token, username, password } = credentials
  const url = served.url + basePath
  const variables = needsPassword ? { USERNAME: username, PASSWORD: password } : { TOKEN: token }
  const changes = [...(values.fault ?? []), ...(values.variant ?? [])]
  const text = [
    `Reference hub on ${url}${changes.length === 0 ? '' : `, with ${changes.join(', ')}`}; press Ctrl-C to stop.`,
    `User name: ${username}, password: ${password} (valid for this hub only)`,
    '',
    howTo(runnerOf(io), url, variables, fixtures),
    '',
  ].join('\n')
  io.stdout.write(values.json ? `${JSON.stringify({ url, credentials, fixtures })}\n` : text)
  await interrupted
  await served.close()
  return exitCodes.conformant
}
