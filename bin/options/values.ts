import { httpToken } from '../../contracts/exchange.ts'
import type { IsoDate } from '../../contracts/lifecycle.ts'
import { type Subject, subjectFields } from '../../contracts/results/report.ts'
import { type Level, levels } from '../../contracts/results/verdict.ts'
import { credentialForm as readForm } from '../../engine/credentials/form.ts'
import { hasUserinfo, limits, UsageError } from '../../engine/options.ts'
import { suggestion } from '../../engine/suggestion.ts'
import { clip, visible } from '../../reporters/shared/text.ts'

/** Parsers of option values. Each throws a {@link UsageError} whose message continues after the option's name: `is not …`. */
const refuse = (message: string): never => {
  throw new UsageError(message)
}

/** The result of a parser; the message of its {@link UsageError} then begins with where the text is from. */
export const located = <T>(where: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${where} ${error.message}`) : error
  }
}

/** A value as a message may show it: one line, bounded. */
export const shown = (value: string): string => `"${clip(visible(value), 60)}"`

export const text = (value: string): string => value

export const looksLikeUrl = (value: string): boolean => /^https?:\/\//i.test(value)

const refuseUserinfo = (url: URL): URL =>
  hasUserinfo(url)
    ? refuse(
        'must not contain a user name or password; set HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD instead',
      )
    : url

export const httpUrl = (value: string): URL => {
  if (!URL.canParse(value) || !looksLikeUrl(value)) {
    const better = `http://${value}`
    // A host with a port parses as a URL of a scheme of its own; what holds an "@" may hold a password and is not repeated.
    if (value.includes('@')) return refuse('is not a valid http or https URL')
    const hint = /^[\w.-]+(:\d+)?(\/|$)/.test(value) && URL.canParse(better) ? `; did you mean ${better}?` : ''
    return refuse(`is ${shown(value)}, which is not a valid http or https URL${hint}`)
  }
  return refuseUserinfo(new URL(value))
}

/** `reference`, or the base URL of a hub. */
export const target = (value: string): URL | 'reference' => {
  if (value === 'reference') return value
  const url = httpUrl(value)
  if (url.search !== '' || url.hash !== '') return refuse('must be a base URL, without a query or a fragment')
  return url
}

/** A file, or a URL without secrets in it. */
export const fileOrUrl = (value: string): string => (looksLikeUrl(value) ? httpUrl(value) && value : value)

/** A file or a URL as it may be shown: a query may contain a signature. */
export const withoutQuery = (value: string): string =>
  looksLikeUrl(value) ? value.replace(/[?#].*$/s, '?(not shown)') : value

/** A date that exists in the calendar. */
export const calendarDay = (value: string): IsoDate => {
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : new Date(Number.NaN)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value) {
    return refuse(`is ${shown(value)}, which is not a valid date; use YYYY-MM-DD, such as 2025-11-21`)
  }
  return value as IsoDate
}

/** One of a closed set of values. */
export const choice =
  <Choice extends string>(choices: readonly Choice[]) =>
  (value: string): Choice =>
    choices.find(known => known === value) ??
    refuse(`is ${shown(value)}; use one of ${choices.join(', ')}${suggestion(value, choices)}`)

export const level: (value: string) => Level = choice(levels)

export const dialects = ['jenkins', 'gitlab'] as const

export const junitDialect = choice(dialects)

export const knownKinds = ['skip', 'fail'] as const

export const junitKnown = choice(knownKinds)

export const integer =
  ([from, to]: readonly [from: number, to: number]) =>
  (value: string): number => {
    const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
    return number >= from && number <= to
      ? number
      : refuse(`is ${shown(value)}; use a whole number from ${from} to ${to}`)
  }

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of a time such as `10s`; a plain number is seconds. */
const time =
  (units: string, [from, to]: readonly [from: number, to: number], allowed: string) =>
  (value: string): number => {
    const [, amount, unit = 's'] = new RegExp(`^(\\d+(?:\\.\\d+)?)(${units})?$`).exec(value) ?? []
    const ms = Math.round(Number(amount) * (unitMs[unit] ?? Number.NaN))
    return ms >= from && ms <= to
      ? ms
      : refuse(`is ${shown(value)}; use ${allowed} (a number without a unit is seconds)`)
  }

export const duration = time('ms|s|m', limits.timeoutMs, 'a time from 1ms to 60m, such as 10s or 500ms')

export const longDuration = time('ms|s|m|h', limits.deadlineMs, 'a time from 1s to 24h, such as 15m or 2h')

const perMinute: Readonly<Record<string, number>> = { s: 60, m: 1, h: 1 / 60 }

/** Requests per minute of `180/m`, `3/s`. */
export const rate = (value: string): number => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\/([smh])$/.exec(value) ?? []
  const requests = Number(amount) * (perMinute[unit] ?? Number.NaN)
  return requests > 0 ? requests : refuse(`is ${shown(value)}; use a rate such as 180/m or 3/s`)
}

/** Headers that the suite or the connection sets. */
const reserved: Readonly<Record<string, string>> = {
  authorization: 'set HUB_CONFORMANCE_TOKEN, and --auth-header for another form',
  'content-length': 'it is set for each request',
  'transfer-encoding': 'it is set for each request',
  connection: 'it is set for each connection',
}

const headerLine = new RegExp(`^(${httpToken}):[ \\t]*(.*)$`, 's')

/** `Name: value`. The value may be a secret and is part of no message. */
export const requestHeader = (value: string): readonly [string, string] => {
  const [, name = '', content = ''] = headerLine.exec(value) ?? []
  if (name === '') return refuse("is not a valid header; use 'Name: value'")
  const why = reserved[name.toLowerCase()]
  if (why !== undefined) return refuse(`cannot set ${name}: ${why}`)
  if (/[^\t -~]/.test(content)) return refuse(`${name} has a character that is not allowed in a header`)
  return [name, content.trimEnd()]
}

/** The name of a header of its own; the credentials have another. */
export const headerName = (value: string): string => {
  const [name] = requestHeader(`${value}:`)
  return name === value ? name : refuse("must be the name of a header, such as 'X-CSRF-Token'")
}

/** A header with a placeholder for the credential. The value may be a secret by mistake and is part of no message. */
export const parseCredentialForm = (value: string): string => {
  try {
    readForm(value)
    return value
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return refuse("must be a header with one {token} or {basic} in its value, such as 'X-Api-Key: {token}'")
  }
}

export interface ReportRequest {
  readonly format: string
  /** Standard output where it is absent. */
  readonly path?: string
}

/** `product=Example Hub`: one fact about what is tested. */
export const subjectField = (value: string): readonly [field: keyof Subject, text: string] => {
  const [, name, content = ''] = /^([a-z]+)=(.+)$/s.exec(value) ?? []
  const field = subjectFields.find(known => known === name)
  return field === undefined || content.trim() === ''
    ? refuse(`must be FIELD=TEXT with one of the fields ${subjectFields.join(', ')}`)
    : [field, content.trim()]
}

/** `SUITE=REASON`; the engine checks the suite. */
export const notOffered = (value: string): readonly [suite: string, reason: string] => {
  const [, suite, reason = ''] = /^([a-z0-9-]+)=(.+)$/s.exec(value) ?? []
  return suite === undefined || reason.trim() === ''
    ? refuse("must be SUITE=REASON, such as 'repository-groups=there are no groups on this plan'")
    : [suite, reason.trim()]
}

/** `FORMAT` or `FORMAT=PATH`; the caller checks the format. */
export const reportRequest = (value: string): ReportRequest => {
  const at = value.indexOf('=')
  if (at === -1) return { format: value }
  const path = value.slice(at + 1)
  if (path === '')
    return refuse(`is ${shown(value)}, which does not name a file; use FORMAT=FILE, such as json=report.json`)
  return path === '-' ? { format: value.slice(0, at) } : { format: value.slice(0, at), path }
}
