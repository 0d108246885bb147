import { createSecureContext } from 'node:tls'
import { defined } from '../../contracts/defined.ts'
import type { HubVariant, Requirement, Twist } from '../../contracts/requirement.ts'
import { UsageError } from '../../engine/options.ts'
import { suggestion } from '../../engine/suggestion.ts'
import type { HubData } from '../../reference-impl/data.ts'
import type { Hub } from '../../reference-impl/hub.ts'
import type { ServeOptions } from '../../reference-impl/serve.ts'
import { quote } from '../../reporters/shared/curl.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { readStructuredFile, readTextFile } from '../files.ts'
import { oneLine } from '../one-line.ts'
import { shown } from '../options/values.ts'
import { portTrouble } from '../port.ts'
import type { Invocation } from './command.ts'

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
const howTo = (url: string, variables: Readonly<Record<string, string>>, fixtures: object): string => {
  const options = Object.entries(fixtures).map(
    ([name, value]) => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)} ${quote(String(value))}`,
  )
  return [
    ...Object.entries(variables).map(([name, value]) => `export HUB_CONFORMANCE_${name}=${quote(value)}`),
    [`hub-conformance --target ${url} --allow-writes`, ...options].join(' \\\n  '),
  ].join('\n')
}

/** A hub with what the file of `--data` adds to it. */
const hubOf = async ({ values, source, io, deps }: Invocation): Promise<Hub> => {
  const { createHub, HubDataError } = await deps.hub()
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
  const { values, source, io, deps } = invocation
  const wanted = (values.fault?.length ?? 0) + (values.variant?.length ?? 0) > 0
  // Without one the catalogue is not needed, and starting is faster.
  const catalogue = wanted ? await deps.catalogue() : []
  const variants: Readonly<Record<string, HubVariant>> = wanted ? await deps.variants() : {}
  const twists = [
    ...chosen(values.fault ?? [], faultsOf(catalogue), 'fault', source('fault')),
    ...chosen(values.variant ?? [], variantsOf(catalogue, variants), 'variant', source('variant')),
  ]
  const tls = await tlsOf(invocation)
  const [{ handler, credentials, fixtures }, { serveHub }, { underConditions }] = await Promise.all([
    hubOf(invocation),
    deps.server(),
    deps.conditions(),
  ])
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
  const served = await serveHub(conditioned, { port, hostname: '127.0.0.1', ...defined({ tls }) }).catch(
    (error: unknown) => {
      throw portTrouble(error, port, '--port')
    },
  )

  const interrupted = new Promise<void>(resolve => {
    const stop = io.onInterrupt(() => {
      stop()
      resolve()
    })
  })
  const { token, username, password } = credentials
  const url = served.url + (values.variant ?? []).map(name => variants[name]?.basePath ?? '').join('')
  const isSignedIn = (values.variant ?? []).some(name => variants[name]?.credentials === 'password')
  const variables = isSignedIn ? { USERNAME: username, PASSWORD: password } : { TOKEN: token }
  const bent = [...(values.fault ?? []), ...(values.variant ?? [])]
  const said = [
    `Reference hub on ${url}${bent.length === 0 ? '' : `, with ${bent.join(', ')}`}; press Ctrl-C to stop.`,
    `User name: ${username}, password: ${password} (valid for this hub only)`,
    '',
    howTo(url, variables, fixtures),
    '',
  ].join('\n')
  io.stdout.write(values.json ? `${JSON.stringify({ url, credentials, fixtures })}\n` : said)
  await interrupted
  await served.close()
  return exitCodes.conformant
}
