import type { ReferenceOperation } from '../../contracts/documents.ts'
import { httpToken } from '../../contracts/exchange.ts'
import type { Binding } from '../../contracts/operations.ts'
import type { CallOptions } from '../../contracts/requirement.ts'
import { mayBeCredential } from '../../contracts/run/secret-names.ts'
import { httpDate } from '../date-time.ts'

const quoted = '"(?:[^"\\\\\\x00-\\x08\\x0a-\\x1f\\x7f]|\\\\[\\x09\\x20-\\x7e\\x80-\\xff])*"'
const token68 = '[A-Za-z0-9._~+/-]+=*'

const onlyToken = new RegExp(`^${httpToken}$`)

/** Whether a text is a token, as a method or the name of a header field is (RFC 9110, section 5.6.2). */
export const isToken = (text: string): boolean => onlyToken.test(text)

/** The members of a list (RFC 9110, section 5.6.1), empty ones left out; a comma in quotes separates nothing. */
export const members = (value: string): readonly string[] => {
  const found: string[] = []
  let member = ''
  let inQuotes = false
  for (let index = 0; index < value.length; index++) {
    const character = value.charAt(index)
    if (inQuotes && character === '\\') member += character + value.charAt(++index)
    else if (character === ',' && !inQuotes) {
      found.push(member)
      member = ''
    } else {
      if (character === '"') inQuotes = !inQuotes
      member += character
    }
  }
  return [...found, member].map(text => text.trim()).filter(text => text !== '')
}

/**
 * An Accept that prefers a type and refuses none: a target may answer another one where it is left the choice. The range stands first, since
 * Ruby on Rails takes a comma in front of it for a browser's and ignores the rest.
 */
export const preferring = (type: string): string => `*/*;q=0.8, ${type}`

/** Asks for JSON in so many words, as programs do, unless an operation declares it under a name of its own. */
export const jsonAlone = ({ headers }: Pick<Binding, 'headers'>): Pick<CallOptions, 'headers'> =>
  headers?.accept === undefined ? { headers: { accept: 'application/json' } } : {}

/** The methods of an `Allow` field (section 10.2.1); undefined where it is malformed. It may be empty. */
export const allowed = (value: string): readonly string[] | undefined => {
  const methods = members(value)
  return methods.every(isToken) ? methods : undefined
}

/** Whether a `WWW-Authenticate` field is a list of at least one challenge (section 11.6.1). */
export const isChallengeList = (value: string): boolean => {
  const parameter = `${httpToken}[ \\t]*=[ \\t]*(?:${httpToken}|${quoted})`
  const start = new RegExp(`^${httpToken}(?: +(?:${parameter}|${token68}))?$`)
  const more = new RegExp(`^${parameter}$`)
  let challenges = 0
  for (const member of members(value)) {
    // A member is a parameter of the challenge before it, or begins the next challenge: `Basic realm="a", charset="UTF-8", Bearer`.
    if (more.test(member)) {
      if (challenges === 0) return false
    } else if (start.test(member)) challenges++
    else return false
  }
  return challenges > 0
}

/** Milliseconds since the epoch of a `Deprecation` field: a structured-field Date (RFC 9745, section 2.1; RFC 9651, section 3.3.7); undefined where it is none. */
export const deprecationDate = (value: string): number | undefined => {
  const key = '[a-z*][a-z0-9_.*-]*'
  const bare = `(?:-?\\d{1,15}(?:\\.\\d{1,3})?|"(?:[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\["\\\\])*"|[A-Za-z*][!#$%&'*+.^_\`|~0-9A-Za-z:/-]*|:[A-Za-z0-9+/=]*:|\\?[01]|@-?\\d{1,15})`
  const found = new RegExp(`^@(-?\\d{1,15})(?:; *${key}(?:=${bare})?)*$`).exec(value.trim())
  return found ? Number(found[1]) * 1000 : undefined
}

/** Directives whose argument is a number of seconds (RFC 9111, section 5.2; RFC 5861). */
const secondsDirectives = new Set(['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'])

/** The first thing that is wrong with a `Cache-Control` field (RFC 9111, section 5.2); undefined where it is well-formed. */
export const cacheControlProblem = (value: string): string | undefined => {
  const directives = members(value)
  if (directives.length === 0) return value
  for (const directive of directives) {
    const found = new RegExp(`^(${httpToken})(?:=(${httpToken}|${quoted}))?$`).exec(directive)
    if (!found) return directive
    const [, name = '', argument] = found
    if (secondsDirectives.has(name.toLowerCase()) && !/^"?\d+"?$/.test(argument ?? '')) return directive
  }
  return undefined
}

/** Whether an `Age` field is a number of seconds (RFC 9111, section 5.1). */
export const isAge = (value: string): boolean => /^\d+$/.test(value.trim())

/** Whether an `Expires` field is a date (RFC 9111, section 5.3, which knows `0` as a usual way to say "already expired"). */
export const isExpires = (value: string): boolean => value.trim() === '0' || httpDate(value.trim()) !== undefined

/** What a `Retry-After` field says (RFC 9110, section 10.2.3). */
export const retryAfterKind = (value: string): 'delay' | 'date' | 'timestamp' | 'malformed' => {
  const text = value.trim()
  // A number that is a recent instant in Unix time is not a delay of half a century.
  if (/^\d+$/.test(text)) return Number(text) >= 1_000_000_000 ? 'timestamp' : 'delay'
  return httpDate(text) === undefined ? 'malformed' : 'date'
}

/** Headers that belong to the connection, or that make some servers take a safe method for another. */
export const refusedHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
])

/** Whether a target may ask for a field of this name and value: none that the connection, the credentials or the body decide. */
export const isDeclarable = (name: string, value: string): boolean =>
  isToken(name) &&
  name.length <= 100 &&
  /^[\t -~]{1,200}$/.test(value) &&
  !refusedHeaders.has(name.toLowerCase()) &&
  !/^(?:accept|content-type|host|proxy-.*|sec-.*|user-agent)$/i.test(name) &&
  !mayBeCredential.test(name)

/** Stands for a UUID that is made for each request. */
export const ownUuid = '{uuid}'

/** Whether a header carries a key that every request has to have for itself (draft of the IETF, `Idempotency-Key`), or the id of a request. */
const isKeyOfRequest = (name: string): boolean =>
  /^(?:x-)?idempotency-key$|(?:^|-)(?:request|correlation|trace|transaction|invocation)-?(?:id|uuid)$/i.test(name)

/** What a field names that exists already. */
const ofSomebody = /tenant|account|org|user|customer|client|company|workspace|project|team|group|space|owner/i

/** Whether a target may demand a header field with this value. */
export const isDemandable = (name: string, value: string): boolean =>
  (value === ownUuid && isKeyOfRequest(name)) || isDeclarable(name, value)

/**
 * The required header fields of an operation with a value that is the same for everyone, such as a version of the API, or that is each request's own:
 * a UUID of which no value is declared, unless it is that of somebody.
 */
export const requiredHeaders = ({
  parameters = [],
}: Pick<ReferenceOperation, 'parameters'>): Readonly<Record<string, string>> | undefined => {
  const required = parameters
    .filter(parameter => parameter.in === 'header' && parameter.required)
    .map(({ name, example, values, format }) => {
      const isAny = example === undefined && format === 'uuid' && !ofSomebody.test(name)
      return [name, (isKeyOfRequest(name) && !values) || isAny ? ownUuid : String(example ?? '')] as const
    })
    .filter(([name, value]) => isDemandable(name, value))
  return required.length === 0 ? undefined : Object.fromEntries(required)
}
