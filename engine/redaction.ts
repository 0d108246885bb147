import type { Exchange, HeaderList } from '../contracts/exchange.ts'

/** Shorter values are not redacted by value: they stand in ordinary text by chance. */
const shortest = 6

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'])

/** Base64 of a text at the three offsets at which it may stand inside a longer one, without the characters that depend on its neighbours. */
const base64Forms = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap(offset => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const start = offset === 0 ? 0 : offset === 1 ? 2 : 3
    const end = (offset + bytes.length) % 3 === 0 ? whole.length : whole.length - 1
    const core = whole.slice(start, end)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

const xmlEscaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Everything that a secret may look like in text. */
const forms = (secret: string): readonly string[] =>
  [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      new URLSearchParams([['', secret]]).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
      JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      xmlEscaped(secret),
      ...(secret.length >= shortest ? base64Forms(secret) : []),
    ]),
  ].filter(form => form.length >= shortest)

/** Keeps what may not be shown, and takes it out of what is. A secret has the same placeholder wherever it stands. */
export interface Redactor {
  learn(secret: string): void
  text(text: string): string
  seal(exchange: Exchange): Exchange<'sealed'>
}

export const createRedactor = (): Redactor => {
  const placeholders = new Map<string, string>()
  let replacements: (readonly [form: string, placeholder: string])[] = []
  const text = (input: string): string => {
    let output = input
    for (const [form, placeholder] of replacements)
      if (output.includes(form)) output = output.replaceAll(form, placeholder)
    return output
  }
  const headers = (list: HeaderList): HeaderList =>
    list.map(([name, value]) => {
      if (!secretHeaders.has(name.toLowerCase())) return [name, text(value)]
      const redacted = text(value)
      // A scheme may stay; cookies keep their name.
      const known = /^(\S+ )?\[secret-\d+\]$/.test(redacted)
      return [
        name,
        known ? redacted : /^set-cookie$|^cookie$/i.test(name) ? value.replace(/=[^;]*/, '=[redacted]') : '[redacted]',
      ]
    })
  return {
    learn: secret => {
      if (secret.length < shortest || placeholders.has(secret)) return
      const placeholder = `[secret-${placeholders.size + 1}]`
      placeholders.set(secret, placeholder)
      replacements = [...replacements, ...forms(secret).map(form => [form, placeholder] as const)].sort(
        ([a], [b]) => b.length - a.length,
      )
    },
    text,
    seal: exchange => {
      const { request, response } = exchange
      return {
        id: exchange.id,
        request: {
          method: request.method,
          url: text(request.url),
          headers: headers(request.headers),
          body: request.body === null ? null : text(request.body),
          as: request.as,
        },
        response: response && {
          status: response.status,
          headers: headers(response.headers),
          body: text(response.body),
          encoding: response.encoding,
          truncated: response.truncated,
        },
        ...(exchange.failure === undefined ? {} : { failure: exchange.failure }),
        ms: exchange.ms,
      }
    },
  }
}
