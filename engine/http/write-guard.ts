import { lookup } from 'node:dns/promises'
import { handlerBase, type TargetInput, UsageError } from '../options.ts'

/** Whether a URL names this machine. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  // The URL parser has brought every spelling of an IPv4 address into four decimal parts, and takes no other host of digits.
  /^127\.[\d.]+$/.test(hostname)

const isOwnAddress = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** All addresses of a name. */
type Resolve = (hostname: string) => Promise<readonly { readonly address: string }[]>

const resolveBySystem: Resolve = hostname => lookup(hostname, { all: true })

/**
 * Whether a URL names this machine and resolves to it: a hosts file or a name server may send `localhost`, or a name below it, elsewhere. A
 * name without an address cannot be reached at all.
 */
export const leadsHere = async (url: URL, resolve: Resolve = resolveBySystem): Promise<boolean> => {
  if (!isLoopback(url)) return false
  if (!url.hostname.endsWith('localhost')) return true
  const addresses = await resolve(url.hostname).catch(() => [])
  return addresses.every(({ address }) => isOwnAddress(address))
}

declare const permitted: unique symbol

/** Permission to send unsafe requests to v2 routes of one origin. {@link permitWrites} is the only function that makes one. */
export interface WritePermission {
  readonly [permitted]: true
  readonly origin: string
}

/** The request for permission. */
interface WriteRequest {
  readonly target: TargetInput
  /** What the user allows: writing to this machine (`true`), or to the host that is named. */
  readonly allowed: boolean | string | undefined
  /** Whether requests go through a proxy: to it, `localhost` is its own machine. */
  readonly proxied: boolean
  readonly resolve?: Resolve
}

/** Writing was allowed, but not to this target. */
export class WriteRefused extends UsageError {
  override readonly name = 'WriteRefused'
  readonly code: 'proxied' | 'remote' | 'other-host'
  /** What would have to be named. */
  readonly host: string
  constructor(code: WriteRefused['code'], host: string) {
    const why = {
      proxied: 'the target is behind a proxy, so its host must be named',
      remote: 'the target is not on this machine, so its host must be named',
      'other-host': 'this names a host other than the target',
    }[code]
    super(`${why}: ${host}`, 'writes')
    this.code = code
    this.host = host
  }
}

const namesTarget = (host: string, target: URL): boolean => {
  const candidate = `${target.protocol}//${host}`
  if (!/^[^/?#@\\]+$/.test(host) || !URL.canParse(candidate)) return false
  const url = new URL(candidate)
  // A host without a port means the target whatever its port; with one, the port must be the same.
  return /:\d+$/.test(host) ? url.host === target.host : url.hostname === target.hostname
}

const permission = (origin: string): WritePermission => ({ origin }) as WritePermission

/**
 * Decides whether a run may write to its target: the one guard of the command, the library, the adapters, `pact` and `cleanup`. Null where
 * the user did not allow it. A handler in this process has no network in between, and needs no host.
 *
 * @throws {@link WriteRefused} where the permission is for another host than the target: somebody else's data is at stake.
 */
export const permitWrites = async ({
  target,
  allowed,
  proxied,
  resolve,
}: WriteRequest): Promise<WritePermission | null> => {
  if (allowed === undefined || allowed === false) return null
  if ('handler' in target) return permission(new URL(target.url ?? handlerBase).origin)
  const url = new URL(target.url)
  if (allowed === true) {
    if (proxied) throw new WriteRefused('proxied', url.host)
    if (!target.own && !(await leadsHere(url, resolve))) throw new WriteRefused('remote', url.host)
  } else if (!namesTarget(allowed, url)) throw new WriteRefused('other-host', url.host)
  return permission(url.origin)
}
