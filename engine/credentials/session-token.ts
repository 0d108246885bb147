import { safeDecode } from '../../checks/reading/exchanges.ts'
import { parseJson } from '../../checks/reading/json.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import type { Answered, HeaderList } from '../../contracts/exchange.ts'
import { isCsrfName } from '../../contracts/run/secret-names.ts'
import { isSendableToken } from './form.ts'

/** A cookie that an answer sets. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  /** Scripts cannot read it. */
  readonly hidden: boolean
}

/** The cookies that an answer sets (RFC 6265, section 5.2). */
export const cookiesIn = ({ response }: Pick<Answered, 'response'>): readonly SetCookie[] =>
  response.headers
    .filter(([field]) => field.toLowerCase() === 'set-cookie')
    .flatMap(([, text]) => {
      const [, name = '', value = ''] = /^\s*([^=;\s]+)=\s*([^;\s]*)/.exec(text) ?? []
      return isSendableToken(value) ? [{ name, value, hidden: /;\s*httponly/i.test(text) }] : []
    })

/** What a session is sent with next to its own token, against requests of other sites. */
export interface SessionToken {
  /** The value of the header. */
  readonly value?: string
  /** Cookies that the target compares with the header. */
  readonly cookies: readonly string[]
}

/** Members that are named so and say something about the token. */
const aboutIt = /header|name|param|expir|field/i

const bare = (name: string): string => name.toLowerCase().replace(/^x-|[^a-z\d]/g, '')

/**
 * The token of the session that a login answers with, for this header: in one of the same name; in whatever is called so, where the header is
 * known to carry it.
 */
export const sessionTokenIn = (answer: Answered, header: string | undefined, isKnown = false): SessionToken => {
  if (header === undefined) return { cookies: [] }
  const cookies = cookiesIn(answer).filter(({ name }) => isCsrfName(name))
  const parsed = parseJson(answer)
  const members = (parsed.ok ? objectsIn(parsed.value) : []).flatMap(object => Object.entries(object))
  const said: HeaderList = [
    ...answer.response.headers.filter(([name]) => name.toLowerCase() !== 'set-cookie'),
    ...members.filter(
      (member): member is [string, string] => typeof member[1] === 'string' && !aboutIt.test(member[0]),
    ),
    // A value of a cookie may be encoded, which that of a header is not.
    ...cookies.map(({ name, value }) => [name, safeDecode(value)] as const),
  ].filter(([, value]) => isSendableToken(value))
  const [, value] =
    said.find(([name]) => bare(name) === bare(header)) ??
    said.find(([name]) => (isKnown || isCsrfName(header)) && isCsrfName(name)) ??
    []
  return { cookies: cookies.map(({ name, value }) => `${name}=${value}`), ...(value !== undefined && { value }) }
}
