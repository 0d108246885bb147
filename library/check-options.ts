import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { credentialForm } from '../engine/credentials/form.ts'
import { areCertificates } from '../engine/http/certificates.ts'
import { checkHeaders } from '../engine/http/request-guard.ts'
import { hasUserinfo, UsageError } from '../engine/options.ts'
import { asOfDate } from '../engine/plan.ts'
import { suggestion } from '../engine/suggestion.ts'
import type { OptionSchema } from './option-schema.ts'
import type { ConformanceOptions, HeadersOption } from './options.ts'

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.prototype.toString.call(value) === '[object Object]'

const isHttpUrl = (value: unknown): boolean => {
  const text = value instanceof URL ? value.href : value
  if (typeof text !== 'string' || !URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && !hasUserinfo(url)
}

/** A tree that a file could hold. A ring has no end, and no file is that deep. */
const isJsonValue = (value: unknown, depth = 0): boolean => {
  if (depth > 100) return false
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return Array.from(value).every(item => isJsonValue(item, depth + 1))
  return isPlain(value) && Object.values(value).every(item => isJsonValue(item, depth + 1))
}

/** Headers in any of their forms as a list. */
export const headerList = (headers: HeadersOption): readonly (readonly [string, string])[] =>
  headers instanceof Headers || Array.isArray(headers) ? Array.from(headers) : Object.entries(headers)

const isHeaders = (value: unknown): boolean =>
  (value instanceof Headers || Array.isArray(value) || isPlain(value)) &&
  headerList(value as HeadersOption).every(
    pair => Array.isArray(pair) && pair.length === 2 && Array.from(pair).every(part => typeof part === 'string'),
  )

const passes = (check: () => unknown): boolean => {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof UsageError) return false
    throw error
  }
}

/** What JSON Schema has no word for. */
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isPlain,
  json: value => isJsonValue(value),
  function: value => typeof value === 'function',
  signal: value => value instanceof AbortSignal,
  headers: isHeaders,
  certificates: value => typeof value === 'string' && areCertificates(value),
  'http-url': isHttpUrl,
  document: value =>
    isHttpUrl(value) || (isPlain(value) && typeof value.from === 'string' && typeof value.text === 'string'),
  day: value => typeof value !== 'string' || passes(() => asOfDate(value)),
  'credential-form': value => typeof value !== 'string' || passes(() => credentialForm(value)),
}

const validators = new WeakMap<OptionSchema, ValidateFunction>()

const validatorOf = (schema: OptionSchema): ValidateFunction => {
  const known = validators.get(schema)
  if (known) return known
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, strictTypes: false })
  ajv.addVocabulary(['takes', 'describe', 'unset', 'secret'])
  ajv.addKeyword({ keyword: 'is', validate: (kind: string, value: unknown) => kinds[kind]?.(value) ?? false })
  const validate = ajv.compile(schema)
  validators.set(schema, validate)
  return validate
}

const longest = 60

/** A value as a message may show it. */
const got = (value: unknown, secret: boolean): string => {
  if (value === '') return 'an empty text'
  if (typeof value === 'string')
    // What has an "@" or a query may hold a password.
    return secret || /[@?]/.test(value) ? 'a text that is not shown' : JSON.stringify(value.slice(0, longest))
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return secret && value !== undefined && value !== null ? `a ${typeof value}` : String(value)
}

const pointerSegments = ({ instancePath }: ErrorObject): readonly string[] =>
  instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The member of the schema that a place is in, its name, and whether what is there may be shown. */
const memberAt = (root: OptionSchema, segments: readonly string[]) => {
  let schema = root
  let secret = false
  let depth = 0
  for (const segment of segments) {
    const next = schema.properties?.[segment]
    if (next === undefined) break
    schema = next
    secret ||= next.secret === true
    depth += 1
  }
  return { schema, secret, name: segments.slice(0, depth).join('.') }
}

const valueAt = (value: unknown, segments: readonly string[]): unknown =>
  segments.reduce((at, segment) => (at as Readonly<Record<string, unknown>>)[segment], value)

const optionName = (segments: readonly string[]): string =>
  segments.map((segment, at) => (/^\d+$/.test(segment) ? `[${segment}]` : at === 0 ? segment : `.${segment}`)).join('')

const withoutBackticks = (text: string): string => text.replaceAll('`', '')

const problemOf = (schema: OptionSchema, what: string, options: unknown, error: ErrorObject): string => {
  const segments = pointerSegments(error)
  const member = memberAt(schema, segments)
  const of = member.name === '' ? '' : ` of ${member.name}`
  if (error.keyword === 'additionalProperties') {
    const unknown = String(error.params.additionalProperty)
    const names = Object.keys(member.schema.properties ?? {})
    return `${JSON.stringify(unknown.slice(0, longest))} is not an option${of}${suggestion(unknown, names) || `; ${member.name || what} takes ${names.join(', ')}`}`
  }
  if (error.keyword === 'required') return `${error.params.missingProperty} is missing`
  return `${optionName(segments) || what} is ${got(valueAt(options, segments), member.secret)}; it takes ${withoutBackticks(member.schema.takes)}`
}

/** The places that errors are about, each once, without those that a deeper one explains. */
const deepestErrors = (errors: readonly ErrorObject[]): readonly ErrorObject[] =>
  errors.filter(
    (one, at) =>
      !errors.some(
        (other, index) =>
          (one.instancePath === other.instancePath && index < at && other.keyword !== 'additionalProperties') ||
          (other.instancePath.startsWith(`${one.instancePath}/`) && one.keyword === 'anyOf'),
      ),
  )

/**
 * Checks options once, before anything is done with them. Throws {@link UsageError} that names every member that is wrong, what it is and
 * what it takes.
 *
 * @param what - what the options as a whole are called
 */
export const checkOptions = (schema: OptionSchema, what: string, options: unknown): void => {
  const validate = validatorOf(schema)
  if (validate(options)) return
  const problems = deepestErrors(validate.errors ?? []).map(error => problemOf(schema, what, options, error))
  throw new UsageError([...new Set(problems)].join('; '))
}

/** Throws {@link UsageError} for headers and credentials that are of the right type and cannot be used together. */
export const checkMeaning = ({ credentials, network }: ConformanceOptions): void => {
  if (network?.headers !== undefined)
    try {
      checkHeaders(headerList(network.headers))
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(`network.headers: ${error.message}`) : error
    }
  if (credentials === undefined) return
  const { token, tokenFrom, username, password, header } = credentials
  if ((username === undefined) !== (password === undefined)) {
    const [given, missing] = username === undefined ? ['password', 'username'] : ['username', 'password']
    throw new UsageError(`credentials.${given} is given without credentials.${missing}; it takes both`)
  }
  if (token === undefined && tokenFrom === undefined && username === undefined)
    throw new UsageError(
      'credentials has neither a token nor a username and a password; leave it out if there are none (is an environment variable not set?)',
    )
  if (header !== undefined && credentialForm(header).basic && username === undefined)
    throw new UsageError('credentials.header has {basic}, which takes credentials.username and credentials.password')
}
