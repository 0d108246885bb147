import { lookup } from 'node:dns/promises'
import { UsageError } from '../options.ts'

/** Whether a URL names this machine. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  // The URL parser has brought every spelling of an IPv4 address into four decimal parts.
  /^127\.\d+\.\d+\.\d+$/.test(hostname)

const isOwnAddress = (address: string): boolean => /^(?:127\.\d+\.\d+\.\d+|::1)$/.test(address)

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly { readonly address: string }[]>

const resolveBySystem: Resolve = hostname => lookup(hostname, { all: true })

/**
 * Whether a URL names this machine, and leads to it: a hosts file or a name server may have `localhost`, or a name below it, elsewhere. A name
 * without an address leads nowhere at all.
 */
export const leadsHere = async (url: URL, resolve: Resolve = resolveBySystem): Promise<boolean> => {
  if (!isLoopback(url)) return false
  if (!/(?:^|\.)localhost$/.test(url.hostname)) return true
  const addresses = await resolve(url.hostname).catch(() => [])
  return addresses.every(({ address }) => isOwnAddress(address))
}

export interface WriteGuard {
  readonly target: URL
  /** The value of `--allow-writes`: a host, or true where none was given. */
  readonly allowed: string | true | undefined
  /** How the user wrote the option. */
  readonly source: string
  /** Behind a proxy, `localhost` is the proxy's machine. */
  readonly proxied: boolean
  /** What {@link leadsHere} says. */
  readonly here: boolean
}

const names = (host: string, target: URL): boolean => {
  const candidate = `${target.protocol}//${host}`
  if (!/^[^/?#@\\]+$/.test(host) || !URL.canParse(candidate)) return false
  const url = new URL(candidate)
  // A host without a port speaks of the target whatever its port; with one, the port must be the same.
  return /:\d+$/.test(host.replace(/^\[.*\]/, '')) ? url.host === target.host : url.hostname === target.hostname
}

/** Whether the run may write to the target. A host that is not the target's is refused: somebody else's data is at stake. */
export const mayWrite = ({ target, allowed, source, proxied, here }: WriteGuard): boolean => {
  if (allowed === undefined) return false
  if (allowed === true) {
    if (here && !proxied) return true
    const why = proxied ? 'behind a proxy' : 'not on this machine'
    throw new UsageError(`the target is ${why}, so ${source} must name it: --allow-writes ${target.host}`)
  }
  if (names(allowed, target)) return true
  throw new UsageError(
    `${source} names another host than the target; to let the run write there: --allow-writes ${target.host}`,
  )
}
