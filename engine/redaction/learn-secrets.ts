import { safeDecode } from '../../checks/reading/exchanges.ts'
import type { Exchange } from '../../contracts/exchange.ts'
import { jsonOf } from '../../contracts/json.ts'
import { secretField, secretMember, secretParameter } from '../../contracts/run/secret-names.ts'
import { type Redactor, shortestFound } from './redaction.ts'

/** A password before the host of a URL. */
const userinfo = /\/\/[^\s/:@"'<>]{0,200}:([^\s/@"'<>]{4,400})@/g

const unquoted = (text: string): string => (jsonOf(`"${text}"`) as string | undefined) ?? text

/** The group of each match, which takes part in it. */
const groupsOf = (text: string, expression: RegExp): Iterable<readonly [whole: string, group: string]> =>
  text.matchAll(expression) as Iterable<RegExpExecArray & [string, string]>

/** Whether a value could be a secret and not a word such as `string` in an example. */
const secretive = (value: string): boolean =>
  !value.includes('hub-conformance-') && !/\s|:\/\//.test(value) && (value.length >= 24 || /\d|[^\w.-]/.test(value))

const learnFound = (redactor: Pick<Redactor, 'learn'>, value: string): void => {
  if (secretive(value)) redactor.learn(value, shortestFound)
}

/** Learns what signs the URLs in a text. A plus sign is itself: a secret in base64 has it, and none has a space. */
export const learnFromUrls = (redactor: Pick<Redactor, 'learn'>, text: string): void => {
  for (const [, value] of groupsOf(text, secretParameter)) learnFound(redactor, safeDecode(value))
  for (const [, value] of groupsOf(text, userinfo)) redactor.learn(safeDecode(value), shortestFound)
}

/** Learns every secret that an answer shows: members that are named so, cookies, signed URLs. */
export const learnFromExchange = (redactor: Redactor, { request, response }: Exchange): void => {
  learnFromUrls(redactor, request.url)
  if (!response) return
  for (const [name, value] of response.headers) {
    if (/^set-cookie2?$/i.test(name)) {
      const cookie = value.replace(/;.*/, '')
      learnFound(redactor, cookie.slice(cookie.indexOf('=') + 1).replace(/^"|"$/g, ''))
    } else {
      if (secretField.test(name)) learnFound(redactor, value.replace(/^[\w-]+ /, ''))
      learnFromUrls(redactor, value)
    }
  }
  // A published document shows examples, not secrets.
  if (response.encoding === 'base64' || /"?(?:openapi|swagger)"?\s*:/.test(response.body.slice(0, 2_000))) return
  for (const [, value] of groupsOf(response.body, secretMember)) learnFound(redactor, unquoted(value))
  learnFromUrls(redactor, response.body)
}
