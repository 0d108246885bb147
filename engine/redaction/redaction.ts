import { oncePer, oncePerText } from '../../checks/remembered.ts'
import { isShared } from '../../checks/shared.ts'
import type { Exchange, HeaderList, ReceivedResponse } from '../../contracts/exchange.ts'
import { credentialFields } from '../../contracts/run/secret-names.ts'
import { createFinder } from './find-forms.ts'
import { anySpelling, formsOf, isWordLike, literal, readingsOf, wordForms } from './secret-forms.ts'
import { withoutVolatile } from './volatile-headers.ts'

/** Shorter values are not redacted by value: they stand in ordinary text by chance. */
const shortest = 3

/** The same for what a server shows and what a user puts into a header, which need not be a secret at all. */
export const shortestFound = 8

/** Characters of a body that are always shown. */
const largeBody = 16 * 1024

/** Texts that are kept with what is shown of them: a hostile server must not fill the memory with texts that never come again. */
const mostKnown = 50_000

/** Characters of bodies, as JSON writes them, that a report holds; beyond it large ones are cut, or no report could be written. */
const reportBudget = 32 * 1024 * 1024

/** Keeps what may not be shown, and takes it out of what is. A secret has the same placeholder wherever it stands. */
export interface Redactor {
  learn(secret: string, atLeast?: number): void
  /** A name that stands everywhere, such as the namespace: where a secret that is like a word equals it, it is hidden only where secrets stand. */
  spare(name: string): void
  /** From now on no value of this header is shown. */
  learnHeader(name: string): void
  text(text: string): string
  /** Every text of a value, keys included. */
  value<T>(value: T): T
  seal(exchange: Exchange): Exchange<'sealed'>
}

/** Schemes of credentials that are no secrets, whatever follows (RFC 7617, 6750, 7616). */
const knownScheme = /^(?:Basic|Bearer|Digest|Token) (?=\S)/i

/** Cookies keep their names and attributes, without values that nobody needs to see. */
const withoutValues = (value: string): string => value.replace(/=[^;]*/g, '=[redacted]')

const wholeWords = (forms: readonly string[]): RegExp => {
  const letter = '[\\w\\u00c0-\\uffff-]'
  return new RegExp(`(?<!${letter})(?:${forms.map(literal).join('|')})(?!${letter})`, 'g')
}

/** Members of a request by which credentials are sent. */
const credentialMember = /("(?:password|secret)"\s*:\s*)"((?:[^"\\]|\\.)*)"/g

/** Every text of a value, keys included, once. */
const textsIn = oncePer((value: object): readonly string[] => {
  const texts = new Set<string>()
  const collect = (inner: unknown): void => {
    if (typeof inner === 'string') texts.add(inner)
    if (typeof inner !== 'object' || inner === null) return
    if (!Array.isArray(inner)) for (const key of Object.keys(inner)) texts.add(key)
    for (const member of Object.values(inner)) collect(member)
  }
  collect(value)
  return [...texts]
})

export const createRedactor = (): Redactor => {
  const secrets = new Set<string>()
  let numbered = 0
  /** Numbered in the order in which they are first shown, since the order in which they were learnt is chance. */
  const placeholderOf = oncePerText((_secret: string) => `[secret-${++numbered}]`)
  const spellingOf = oncePerText(anySpelling)
  const hiddenHeaders = new Set(credentialFields)
  const spared = new Set<string>()
  const { add, foundIn } = createFinder()
  /** Secrets that are like words: they are looked for as whole words. Undefined once more is known. */
  let words: readonly (readonly [form: RegExp, secret: string])[] | undefined
  let shownBodies = 0

  const forget = (): void => {
    words = undefined
    shownOf = oncePerText(replaced, mostKnown)
  }

  const replaced = (input: string): string => {
    words ??= [...secrets]
      .filter(secret => isWordLike(secret) && !spared.has(secret))
      .map(secret => [wholeWords(wordForms(secret)), secret])
    return words.reduce((text, [form, secret]) => text.replace(form, () => placeholderOf(secret)), withoutForms(input))
  }

  const withoutForms = (input: string): string => {
    const found = new Map(foundIn(input))
    // In one pass: a placeholder may itself hold a word that is a secret.
    const output =
      found.size === 0
        ? input
        : input.replace(new RegExp([...found.keys()].map(literal).join('|'), 'g'), form =>
            placeholderOf(found.get(form) as string),
          )
    const hidden = readingsOf(output).flatMap(foundIn)
    if (hidden.length === 0) return output
    let shown = output
    for (const [form, secret] of hidden) shown = shown.replace(spellingOf(form), () => placeholderOf(secret))
    // In a spelling that cannot be told from what stands around it: rather nothing than a secret.
    return readingsOf(shown).some(reading => foundIn(reading).length > 0) ? '[redacted: holds a secret]' : shown
  }

  /** Texts come again and again: names and values of headers, URLs, bodies of a server that says the same to everything. */
  let shownOf = oncePerText(replaced, mostKnown)

  const text = (input: string): string => (secrets.size === 0 ? input : shownOf(input))

  const headers = (list: HeaderList): HeaderList =>
    list.map(([name, value]) => {
      const shownName = text(name)
      if (!hiddenHeaders.has(name.toLowerCase())) return [shownName, text(value)]
      const redacted = text(value)
      // A scheme may stay.
      if (/^([\w-]+ )?\[secret-\d+\]$/.test(redacted)) return [shownName, redacted]
      if (/^set-cookie$|^cookie$/i.test(name)) return [shownName, withoutValues(redacted)]
      const [scheme = ''] = knownScheme.exec(redacted) ?? []
      return [shownName, `${scheme}[redacted]`]
    })

  /** Characters that a body takes in JSON, where some take six. */
  const sizeOf = oncePerText((body: string) => JSON.stringify(body).length, mostKnown)

  const response = (received: ReceivedResponse): ReceivedResponse => {
    const { status, encoding, truncated, body } = received
    const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : undefined
    // Bytes that are no UTF-8 may be text all the same.
    const hides = bytes && [bytes.toString('latin1'), bytes.toString('utf8')].some(read => text(read) !== read)
    const whole = hides ? Buffer.from('[redacted: holds a secret]').toString('base64') : text(body)
    const size = sizeOf(whole)
    const tooMuch = whole.length > largeBody && shownBodies + size > reportBudget
    const shown = tooMuch ? whole.slice(0, largeBody) : whole
    shownBodies += tooMuch ? largeBody : size
    return {
      status,
      headers: headers(received.headers).map(([name, value]) => [name, withoutVolatile(name, value)]),
      body: shown,
      encoding,
      truncated: truncated || tooMuch,
    }
  }

  const value = (input: unknown): unknown => {
    if (typeof input === 'string') return text(input)
    if (Array.isArray(input)) return input.map(value)
    if (input === null || typeof input !== 'object') return input
    if (isShared(input) && textsIn(input).every(one => text(one) === one)) return input
    return Object.fromEntries(Object.entries(input).map(([key, inner]) => [text(key), value(inner)]))
  }

  return {
    learn: (secret, atLeast = shortest) => {
      if (secret.length < atLeast || secrets.has(secret)) return
      secrets.add(secret)
      if (!isWordLike(secret)) for (const form of formsOf(secret)) add(form, secret)
      forget()
    },
    spare: name => {
      spared.add(name)
      forget()
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
          body:
            request.body === null
              ? null
              : text(request.body).replace(credentialMember, (whole, name: string, value: string) =>
                  /^\[secret-\d+\]$/.test(value) ? whole : `${name}"[redacted]"`,
                ),
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
