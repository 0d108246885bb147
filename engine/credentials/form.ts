import { credentialPlace, type HeaderList } from '../../contracts/exchange.ts'
import { checkHeaders } from '../http/request-guard.ts'
import { type CredentialsInput, UsageError } from '../options.ts'

/** A field of a request that carries a credential. */
export type CredentialField = readonly [name: string, value: string]

/** How a credential is sent; the document shows neither scheme nor placement. */
interface CredentialForm {
  /** As it was written. */
  readonly text: string
  readonly name: string
  /** The field, or the cookie in it, in words. */
  readonly place: string
  /** Whether user name and password are sent with each request, and not exchanged for a token first. */
  readonly basic: boolean
  /** The field with a token in its place. */
  carry(token: string): CredentialField
}

/** Whether a token can stand in a header; a server may answer anything. */
export const isSendableToken = (token: string): boolean => /^[\x21-\x7e]{1,16384}$/.test(token)

/** The usual form (RFC 6750, section 2.1). */
export const bearerForm = 'Authorization: Bearer {token}'

/** User name and password (RFC 7617). */
export const basicForm = 'Authorization: Basic {basic}'

/**
 * Reads `NAME: VALUE` with one `{token}` in the value, or one `{basic}` for user name and password in the form of RFC 7617. Throws
 * {@link UsageError} for anything else.
 */
export const credentialForm = (text: string): CredentialForm => {
  const [, name = '', value = ''] = /^([^:\s]+):[ \t]*(.*)$/s.exec(text) ?? []
  const marks = value.match(/\{(?:token|basic)\}/g) ?? []
  if (name === '' || marks.length !== 1)
    throw new UsageError(
      "the form of the credentials must be a header with one {token} or {basic} in it, such as 'X-Api-Key: {token}'",
    )
  checkHeaders([[name, value]])
  const [mark = ''] = marks
  return {
    text,
    name: name.toLowerCase(),
    place: credentialPlace(name.toLowerCase(), value),
    basic: mark === '{basic}',
    carry: token => [name.toLowerCase(), value.replace(mark, () => token)],
  }
}

/** The names of the cookies in a field (RFC 6265, section 4.2.1). */
export const cookieNames = (value: string): readonly string[] =>
  value.split(/;\s*/).map(cookie => cookie.replace(/=.*/s, '').trim())

/** Whether a field that the user gives carries what a form would. */
const isGivenIn = (form: string, [field, value]: HeaderList[number]): boolean => {
  const { name, carry } = credentialForm(form)
  if (field.toLowerCase() !== name) return false
  const given = cookieNames(value)
  return name !== 'cookie' || cookieNames(carry('')[1]).some(cookie => given.includes(cookie))
}

/** Declared forms that are tried. */
const mostForms = 4

/** Headers that every request has for another purpose. */
const reserved = new Set(['accept', 'content-type', 'host', 'user-agent'])

/** Whether credentials can be sent in a form: a document may name a header that is not for them. */
const isUsable = (text: string): boolean => {
  try {
    return !reserved.has(credentialForm(text).name)
  } catch {
    return false
  }
}

/** Whether the token of a session can be sent in a header: a document may name one that decides what a request does, or where it goes. */
export const isUsableHeader = (name: string): boolean =>
  name.toLowerCase() !== 'cookie' && !/:/.test(name) && isUsable(`${name}: {token}`)

/**
 * The forms to try with the credentials that were given: those that the target declares and that fit, then the default. None where only the
 * default is left, or where the user names the form.
 */
export const formsToTry = (
  declared: readonly string[],
  { header, token, tokenFrom, username, password }: CredentialsInput,
  headers: HeaderList = [],
): readonly string[] => {
  const hasBoth = username !== undefined && password !== undefined
  const fits = (form: string): boolean =>
    form.includes('{basic}') ? hasBoth : token !== undefined || tokenFrom !== undefined || hasBoth
  const isGiven = (form: string): boolean => headers.some(field => isGivenIn(form, field))
  const fitting = declared.filter(form => isUsable(form) && fits(form) && !isGiven(form)).slice(0, mostForms)
  return header !== undefined || fitting.every(form => form === bearerForm)
    ? []
    : [...new Set([...fitting, bearerForm])]
}
