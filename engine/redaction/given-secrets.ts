import type { DocumentInput, RunInput } from '../options.ts'
import { learnFromUrls } from './learn-secrets.ts'
import { createRedactor, type Redactor } from './redaction.ts'

/** A given value that is shorter is not redacted by value: it may be a word such as `test`. */
const shortestGiven = 6

/** Knows what must not be shown from the start: credentials, what was given as a secret, and the values of headers. */
export const redactorFor = ({ secrets = [], network, fixtures, credentials, documents }: RunInput): Redactor => {
  const redactor = createRedactor()
  for (const secret of secrets) redactor.learn(secret, shortestGiven)
  for (const secret of [credentials?.token, credentials?.password, credentials?.csrfToken])
    if (secret !== undefined) redactor.learn(secret)
  for (const [name, value] of network?.headers ?? []) {
    redactor.learnHeader(name)
    redactor.learn(value, shortestGiven)
  }
  for (const name of [...Object.values(fixtures ?? {}), credentials?.username])
    if (name !== undefined) redactor.spare(name)
  for (const document of Object.values(documents ?? {}) as readonly DocumentInput[])
    learnFromUrls(redactor, 'url' in document ? document.url : document.from)
  return redactor
}
