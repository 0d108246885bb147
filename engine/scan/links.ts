import { jsonOf } from '../../contracts/json.ts'
import type { Usage } from '../../contracts/run/usage.ts'
import { uncoded, WireError } from '../http/transport.ts'
import { matchRequest } from './match.ts'

/** Members that name another page; HAL has the address in their `href`. */
const pages = /("(?:next|previous|prev|first|last)"\s*:\s*(?:\{\s*"href"\s*:\s*)?)("(?:[^"\\]|\\.)*")/g

/**
 * Rewrites the addresses that a client goes on with, so that it stays on the proxy.
 *
 * @param origin - of the target, with its base path
 * @param own - the address of the proxy
 */
export const createLinks = (origin: string, basePath: string, own: () => string) => {
  let rewritten = 0
  let unread = 0
  const outside = new Set<string>()

  const address = (text: string): string => {
    const [, start = '', rest = ''] = /^(https?:\/\/[^/?#]+)(.*)$/is.exec(text) ?? []
    if (start === '' || !URL.canParse(start)) return text
    const from = new URL(start).origin
    const path = rest === '' ? '/' : rest
    if (from === own()) return text
    if (from === origin && path.startsWith(basePath) && /^[/?#]/.test(path.slice(basePath.length) || '/')) {
      rewritten += 1
      return own() + path.slice(basePath.length)
    }
    if (matchRequest('GET', text) !== undefined) outside.add(from)
    return text
  }

  const member = (token: string): string => {
    const text = jsonOf(token)
    const now = typeof text === 'string' ? address(text) : text
    return now === text ? token : JSON.stringify(now)
  }

  return {
    /** A header field with its addresses rewritten. */
    field: (name: string, value: string): string => {
      switch (name.toLowerCase()) {
        case 'location':
          return address(value)
        case 'link':
          return value.replace(/<([^>]*)>/g, (_, target: string) => `<${address(target)}>`)
        default:
          return value
      }
    },
    /** A JSON body with its addresses rewritten; undefined where nothing changes. */
    body: (bytes: Buffer, encoding: string): Buffer | undefined => {
      let text: string
      try {
        text = Buffer.from(uncoded(bytes, [encoding])).toString('utf8')
      } catch (error) {
        if (!(error instanceof WireError)) throw error
        // Broken, or much larger than it came: it is sent on as it is.
        unread += 1
        return undefined
      }
      const before = rewritten
      const now = text.replace(pages, (_, start: string, token: string) => start + member(token))
      return rewritten === before ? undefined : Buffer.from(now)
    },
    unread: (): void => {
      unread += 1
    },
    counts: (): NonNullable<Usage['links']> => ({ rewritten, outside: [...outside], unread }),
  }
}

export type Links = ReturnType<typeof createLinks>
