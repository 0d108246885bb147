import type { Answered, HeaderList } from '../../../contracts/exchange.ts'
import type { CallOptions, Probe } from '../../../contracts/requirement.ts'
import { NoAnswer } from '../../../contracts/results/finding.ts'

interface Parts {
  readonly status?: number
  readonly method?: string
  readonly url?: string
  readonly headers?: HeaderList
  readonly encoding?: 'utf8' | 'base64'
  readonly sent?: string | null
}

/** An answer with this body, as JSON unless it is a text. */
export const answered = (body: unknown, parts: Parts = {}): Answered => {
  const { status = 200, method = 'GET', headers = [], encoding = 'utf8', sent = null } = parts
  const { url = 'http://hub/a/b?c=d' } = parts
  return {
    id: 'x1',
    request: { method, url, headers: [], body: sent, as: 'anonymous' },
    response: {
      status,
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      encoding,
      truncated: false,
    },
    ms: 1,
  }
}

/** A probe that answers each operation, and each control path, as told; what fails is no answer where any status is not asked for. */
export const probeOf = (
  answers: Readonly<Record<string, Answered | undefined>>,
  others: Partial<Probe> = {},
): {
  readonly probe: Probe
  readonly calls: readonly (readonly [string, CallOptions | undefined])[]
  /** What each call was about. */
  readonly values: readonly unknown[]
} => {
  const calls: (readonly [string, CallOptions | undefined])[] = []
  const values: unknown[] = []
  const answer = async (name: string, options?: CallOptions, about?: unknown): Promise<Answered> => {
    calls.push([name, options])
    values.push(about)
    const given = answers[name] ?? answered({}, { status: 404 })
    if (options?.anyStatus !== true && given.response.status >= 500) throw new NoAnswer(given)
    return given
  }
  const probe = {
    bind: (operation: string) => ({ operation, method: 'GET', path: `/v2/${operation}` }),
    call: (operation: string, about: unknown, options?: CallOptions) => answer(operation, options, about),
    callControlPath: (operation: string, about: unknown, options?: CallOptions) =>
      answer(`control ${operation}`, options, about),
    control: ({ method, path }: { readonly method: string; readonly path: string }) => answer(path, undefined, method),
    hasFixture: async () => false,
    nonce: (label: string) => label,
    fresh: (label: string) => label,
    ...others,
  }
  return { probe: probe as unknown as Probe, calls, values }
}
