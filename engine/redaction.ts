import type { Exchange, HeaderList, ReceivedResponse } from '../contracts/exchange.ts'
import { anySpelling, formsOf, readingsOf } from './secret-forms.ts'

/** Shorter values are not redacted by value: they stand in ordinary text by chance. */
const shortest = 4

/** The same for what a server shows and what a user puts into a header, which need not be a secret at all. */
export const shortestFound = 8

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'])

/** Keeps what may not be shown, and takes it out of what is. A secret has the same placeholder wherever it stands. */
export interface Redactor {
  learn(secret: string, atLeast?: number): void
  /** From now on no value of this header is shown. */
  learnHeader(name: string): void
  text(text: string): string
  /** Every text of a value, keys included. */
  value<T>(value: T): T
  seal(exchange: Exchange): Exchange<'sealed'>
}

/** Cookies keep their names and attributes, without values that nobody needs to see. */
const withoutValues = (value: string): string => value.replace(/=[^;]*/g, '=[redacted]')

export const createRedactor = (): Redactor => {
  const placeholders = new Map<string, string>()
  const hiddenHeaders = new Set(secretHeaders)
  let forms = new Map<string, string>()
  let plain: RegExp | undefined
  const spellings = new Map<string, RegExp>()

  const compile = (): RegExp => {
    forms = new Map()
    for (const [secret, placeholder] of placeholders)
      for (const form of formsOf(secret)) if (!forms.has(form)) forms.set(form, placeholder)
    // The longest first: a form may be the beginning of another.
    const sources = [...forms.keys()]
      .sort((a, b) => b.length - a.length)
      .map(form => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    return new RegExp(sources.join('|'), 'g')
  }

  const spellingOf = (form: string): RegExp => {
    const known = spellings.get(form) ?? anySpelling(form)
    spellings.set(form, known)
    return known
  }

  const text = (input: string): string => {
    if (placeholders.size === 0 || input.length < shortest) return input
    plain ??= compile()
    let output = input.replace(plain, form => forms.get(form) ?? '[redacted]')
    for (const reading of readingsOf(output)) {
      const hidden = new Set(reading.match(plain))
      for (const form of hidden) output = output.replace(spellingOf(form), forms.get(form) ?? '[redacted]')
    }
    const left = readingsOf(output).some(reading => reading.search(plain as RegExp) >= 0)
    // In a spelling that cannot be told from what stands around it: rather nothing than a secret.
    return left ? '[redacted: holds a secret]' : output
  }

  const headers = (list: HeaderList): HeaderList =>
    list.map(([name, value]) => {
      const shownName = text(name)
      if (!hiddenHeaders.has(name.toLowerCase())) return [shownName, text(value)]
      const redacted = text(value)
      // A scheme may stay.
      if (/^([\w-]+ )?\[secret-\d+\]$/.test(redacted)) return [shownName, redacted]
      return [shownName, /^set-cookie$|^cookie$/i.test(name) ? withoutValues(redacted) : '[redacted]']
    })

  const response = (received: ReceivedResponse): ReceivedResponse => {
    const { status, encoding, truncated, body } = received
    const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : undefined
    // Bytes that are no UTF-8 may be text all the same.
    const hides = bytes && [bytes.toString('latin1'), bytes.toString('utf8')].some(read => text(read) !== read)
    const shown = hides ? Buffer.from('[redacted: holds a secret]').toString('base64') : text(body)
    return { status, headers: headers(received.headers), body: shown, encoding, truncated }
  }

  const value = (input: unknown): unknown => {
    if (typeof input === 'string') return text(input)
    if (Array.isArray(input)) return input.map(value)
    if (input === null || typeof input !== 'object') return input
    return Object.fromEntries(Object.entries(input).map(([key, inner]) => [text(key), value(inner)]))
  }

  return {
    learn: (secret, atLeast = shortest) => {
      if (secret.length < atLeast || placeholders.has(secret)) return
      placeholders.set(secret, `[secret-${placeholders.size + 1}]`)
      plain = undefined
    },
    learnHeader: name => {
      hiddenHeaders.add(name.toLowerCase())
    },
    text,
    value: value as Redactor['value'],
    seal: exchange => {
      const { request } = exchange
      return {
        id: exchange.id,
        request: {
          method: request.method,
          url: text(request.url),
          headers: headers(request.headers),
          body: request.body === null ? null : text(request.body),
          as: request.as,
        },
        response: exchange.response && response(exchange.response),
        ...(exchange.failure === undefined ? {} : { failure: exchange.failure }),
        ...(exchange.repeated === undefined ? {} : { repeated: exchange.repeated }),
        ms: exchange.ms,
      }
    },
  }
}
