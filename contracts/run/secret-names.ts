// The names that secrets go by. What must not be shown and what a check looks for are decided here and nowhere else.

/** Header fields whose values are credentials (RFC 9110, RFC 6265), in lower case. */
export const credentialFields: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
])

const ending = '(?:token|secret|passw(?:or)?d|jwt|credential|api[_-]?key|session[_-]?(?:id|key))'

/**
 * A member of JSON whose value is a secret, by its name, and the value; cursors of lists are called tokens as well. The name is looked at
 * before the value, which may be long.
 */
export const secretMember = new RegExp(
  `"(?!next|page|prev|continuation|cursor)[a-z_-]{1,60}"(?<=${ending}")\\s*:\\s*"((?:[^"\\\\]|\\\\.){8,8192})"`,
  'gi',
)

/** Names of header fields whose values are secrets. */
export const secretField = new RegExp(`(?:^|-)(?:${ending}|session|authorization)$`, 'i')

/** A parameter of a URL that signs it or lets someone in, and its value. */
export const secretParameter = new RegExp(
  `[?&;](?:[\\w-]*(?:${ending}|signature)|sig)=([^&#"'\\s<>;\\\\]{8,4096})`,
  'gi',
)

/** Whether a name is that of a token that proves where a request comes from, and lets nobody in. */
export const isCsrfName = (name: string): boolean => /csrf|xsrf/i.test(name)

/** Names of header fields that may carry credentials: nobody may put one into a file, and no target may ask for one. */
export const mayBeCredential = /key|token|secret|passw|credential|cookie|auth|session/i

/** Names that the secret of a token goes by in an answer on tokens, surest first: `key` may as well be a public handle. */
export const tokenSecretNames: readonly RegExp[] = [/secret|passw(?:or)?d|credential/i, /token$/i, /^key$/i]

export const isTokenSecret = (name: string): boolean => tokenSecretNames.some(one => one.test(name))
