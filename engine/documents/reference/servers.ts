import { type Problems, quoted } from '../problems.ts'
import { asMapping, own } from './local-reference.ts'

/**
 * Path of the first of the nearest `servers`, without its last slash; empty where there is none.
 * A relative url is resolved against the address of the document (OpenAPI 3.x, Server Object).
 */
export const serverPath = (nearestFirst: readonly unknown[], from: string, problems: Problems): string => {
  // An empty list means the default, `/`, just like no list at all.
  const servers = nearestFirst.find(list => Array.isArray(list) && list.length > 0)
  const server = asMapping(own(servers, '0'))
  if (server === undefined) return ''
  const url = own(server, 'url')
  if (typeof url !== 'string') {
    problems.add('A server has no url; its paths are read without a prefix.')
    return ''
  }
  const path = pathOf(withDefaults(url, own(server, 'variables'), problems), from)
  if (path === undefined)
    problems.add(`The server url ${quoted(url)} is not a URL; its paths are read without a prefix.`)
  return path ?? ''
}

/** The path below a base path; unchanged where it does not lie below it. */
export const belowBasePath = (path: string, basePath: string): string => {
  const base = basePath.replace(/\/+$/, '')
  if (path === base) return '/'
  return path.startsWith(`${base}/`) ? path.slice(base.length) : path
}

/** Where a hub is mounted: what stands before `/v2/` in most of its paths. Undefined where no path has a generation. */
export const mountOf = (paths: readonly string[]): string | undefined => {
  const counts = new Map<string, number>()
  for (const path of paths)
    for (const [, mount] of path.matchAll(/^((?:\/[^/{}]+)*?)\/v[12](?:\/|$)/g))
      counts.set(mount as string, (counts.get(mount as string) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0]
}

const withDefaults = (url: string, variables: unknown, problems: Problems): string => {
  return url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = own(own(variables, name), 'default')
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    problems.add(`The server url ${quoted(url)} has no default for its variable ${quoted(name)}.`)
    return whole
  })
}

const pathOf = (url: string, from: string): string | undefined => {
  // A placeholder for the host or for the whole base URL, without a default, must not spoil the path behind it.
  const address = url.replace(/^(?:(?:[^/?#]*:)?\/\/|\{)[^/?#]*/, 'http://document.invalid')
  const base = /^https?:\/\//i.test(from) && URL.canParse(from) ? from : 'http://document.invalid/'
  if (!URL.canParse(address, base)) return undefined
  const { pathname } = new URL(address, base)
  return pathname.replaceAll(/%7b/gi, '{').replaceAll(/%7d/gi, '}').replace(/\/+$/, '')
}
