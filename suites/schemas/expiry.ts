import { instantOf, isDateTime, isFullDate } from '../../checks/date-time.ts'
import { isCarriedOut, isSuccess, sentIn } from '../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject } from '../../checks/reading/json.ts'
import { identifiers } from '../../checks/reading/things.ts'
import { ifPossible, scalarsIn } from '../../checks/round-trip.ts'
import { type Called, judgeReturned } from '../../checks/schemas/judging.ts'
import { isAsDeclared, ownShapeOf } from '../../checks/schemas/own.ts'
import { published } from '../../checks/source.ts'
import { expiryRefused, judgeExpiring, names, updateSomehow } from '../../checks/token-calls.ts'
import { tokensIn } from '../../checks/tokens-shown.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered, onEachThing, pageOf, tableOf } from '../../checks/twists/shapes.ts'
import {
  anyOf,
  faultsFor,
  onObject,
  to,
  variants,
  type When,
  withJson,
  withObject,
  withSent,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { Probe, Requirement, TokenFixture, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const since = '2025-11-21'
const collection = '/v2/access-tokens'
const item = '/v2/access-tokens/{uuid}'

/** Gives every token that these requests are answered with another expiry. */
const withExpiry = (when: When, change: (value: unknown) => unknown): Twist =>
  withJson(
    when,
    onEachThing(
      onObject(value => (has(value, expiryField) ? { ...value, [expiryField]: change(value[expiryField]) } : value)),
    ),
  )

/** Tokens as JSON:API has them. */
const resources: Twist = withJson(anyOf(to(collection), to(item)), body => {
  const one = onObject(value =>
    has(value, 'uuid') ? { type: 'token', id: value.uuid, attributes: { ...value, uuid: undefined } } : value,
  )
  const page = pageOf(body)
  return { data: page ? page.results.map(one) : one(body), links: { next: page?.next } }
})

const withText = (when: When, change: (text: string) => string): Twist =>
  withExpiry(when, value => (typeof value === 'string' ? change(value) : value))

/** Has every schema that declares the field allow anything. */
const declareOpen = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  if ('properties' in value && isObject(value.properties) && has(value.properties, expiryField))
    value.properties = { ...value.properties, [expiryField]: {} }
  for (const inner of Object.values(value)) declareOpen(inner)
}

const toSeconds = (value: unknown): unknown =>
  typeof value === 'string' ? Math.floor(Date.parse(value) / 1000) : value

/** Declares, takes and shows expiries as seconds since the epoch. */
const inSeconds: Twist = layered(
  withOpenApi(({ components }) => {
    for (const name of ['createAccessTokenRequest', 'accessToken']) {
      const schema: { properties?: JsonObject } = components?.schemas[name] ?? {}
      schema.properties = { ...schema.properties, [expiryField]: { type: ['integer', 'null'] } }
    }
  }),
  withExpiry(anyOf(to(collection), to(item)), toSeconds),
  withSent(to(collection, 'POST'), sent => {
    const value = sent[expiryField]
    return typeof value === 'number' ? { ...sent, [expiryField]: new Date(value * 1000).toISOString() } : sent
  }),
)

/** Declares, takes and shows expiries as days without a time. */
const inDays: Twist = layered(
  withOpenApi(({ components }) => {
    for (const name of ['createAccessTokenRequest', 'accessToken']) {
      const schema: { properties?: JsonObject } = components?.schemas[name] ?? {}
      schema.properties = { ...schema.properties, [expiryField]: { type: ['string', 'null'], format: 'date' } }
    }
  }),
  withText(anyOf(to(collection), to(item)), text => text.slice(0, 10)),
  withSent(to(collection, 'POST'), sent => {
    const value = sent[expiryField]
    return typeof value === 'string' ? { ...sent, [expiryField]: `${value}T00:00:00Z` } : sent
  }),
)

const judgeFormat = (probe: Probe, called: Called, marks: readonly string[] | 'list'): Promise<Finding> =>
  judgeReturned(probe, called, async () => {
    const { operation, answer } = called
    const tokens = tokensIn(answer, marks)
    if (marks === 'list' && tokens.length === 0) return unclear('no-items', { operation }, answer)
    const shown = tokens.filter(token => has(token, expiryField)).map(token => token[expiryField])
    // That the field is there at all is a requirement of its own.
    if (shown.length === 0) return unclear('no-field', { operation, field: expiryField }, answer)
    const others = shown.filter(value => value !== null && !(typeof value === 'string' && isDateTime(value)))
    if (others.length === 0) return holds(answer)
    const own = await ownShapeOf(probe, operation, answer)
    const declared = others.map(value => own && isAsDeclared(own, expiryField, value))
    const wrong = others.find((_, at) => declared[at] !== true)
    if (own && declared.includes('open') && !declared.includes(false))
      return unclear('shape-unknown', { operation, shape: own.name }, answer, own.excerpt)
    return own && wrong === undefined
      ? holds(answer, own.excerpt)
      : violated('not-date-time', { operation, field: expiryField, value: JSON.stringify(wrong) }, answer)
  })

/** What each operation shows of one token; the list may show it late, and shows others besides. */
const judgeEverywhere = async (probe: Probe, token: TokenFixture): Promise<Finding> => {
  const { id, label, created, result = created } = token
  const looks: readonly (readonly [
    Called['operation'],
    Called['values'],
    () => Promise<readonly [Answered, readonly string[] | 'list'] | undefined>,
  ])[] = [
    ['pat.create', {}, async () => [result, [label]]],
    ['pat.list', {}, async () => [await probe.call('pat.list', {}), 'list']],
    ['pat.get', { id }, async () => [token.reads.at(-1) ?? (await probe.call('pat.get', { id })), [label, id]]],
    [
      'pat.update',
      { id },
      () =>
        ifPossible(async () => {
          const { label: now, changed } = await updateSomehow(probe, 'pat', token)
          return [changed, [now, label, id]]
        }),
    ],
  ]
  const findings: Finding[] = []
  for (const [operation, values, look] of looks) {
    const shown = await look()
    if (!shown) continue
    const [answer, marks] = shown
    const finding = await judgeFormat(probe, { operation, values, answer }, marks)
    if (finding.kind === 'violated') return finding
    findings.push(finding)
  }
  const open = findings.find(({ kind }) => kind === 'unclear')
  const held = findings.filter(finding => finding.kind === 'holds')
  const [first, ...rest] = held.flatMap(({ seen }) => seen)
  return open ?? (first ? holds(first, ...rest) : (findings[0] as Finding))
}

const dateTime: Requirement = {
  id: 'schemas/pat-expires-at-date-time',
  level: 'should',
  statement: 'The expires_at of a personal access token is null or an RFC 3339 date-time.',
  since,
  source: published(
    'components/schemas/accessToken',
    'expires_at is a string of the format date-time, which is that of RFC 3339; a token without an expiry has none.',
  ),
  needs: ['credentials', 'writes'],
  how: "A token with an expiry is created, listed, read and updated; the value in each answer must be null or follow the grammar and the calendar of RFC 3339, section 5.6: a letter T between date and time, an offset with a colon, or Z. Lower case letters, fractions and leap seconds are accepted. If the target's own OpenAPI document declares another type or form, that one applies.",
  fix: 'Write expires_at as 2031-01-02T03:04:05Z, or null.',
  cases: [
    {
      name: 'created, listed, read and updated',
      check: async probe => {
        await probe.fixture('credentials')
        return (await probe.hasFixture('writes'))
          ? judgeExpiring(probe, 'pat', probe.daysFromNow(30), token => judgeEverywhere(probe, token))
          : judgeFormat(probe, { operation: 'pat.list', values: {}, answer: await probe.call('pat.list', {}) }, 'list')
      },
    },
  ],
  faults: faultsFor('not-date-time', {
    'unix-time': ['lists seconds since the epoch', withExpiry(to(collection, 'GET'), toSeconds)],
    'space-separator': [
      'separates date and time by a space when read',
      withText(to(item, 'GET'), text => text.replace('T', ' ')),
    ],
    'no-offset': ['leaves the offset out when updated', withText(to(item, 'PATCH'), text => text.replace('Z', ''))],
    'offset-without-colon': [
      'writes +0000 when created',
      withText(to(collection, 'POST'), text => text.replace('Z', '+0000')),
    ],
    'short-offset': ['writes +00 when created', withText(to(collection, 'POST'), text => text.replace('Z', '+00'))],
    'day-only': ['shows only the day in the list', withText(to(collection, 'GET'), text => text.slice(0, 10))],
    'empty-text': [
      'writes "never" as an empty string in the list',
      withExpiry(to(collection, 'GET'), value => value ?? ''),
    ],
  }),
  tolerates: variants({
    resources: ['tokens as resources with attributes', resources],
    table: [
      'the list as a table',
      withJson(to(collection, 'GET'), body => {
        const page = pageOf(body)
        return page ? { next: page.next, ...(tableOf(page.results) as object) } : body
      }),
    ],
    'declared-open': [
      'declares no type for it, and returns an object',
      layered(
        withOpenApi(document => declareOpen(document)),
        withExpiry(to(item, 'GET'), value => ({ at: value })),
      ),
    ],
    'lower-case': ['lower case t and z', withText(to(item), text => text.toLowerCase())],
    microseconds: ['microseconds', withText(to(item), text => text.replace('Z', '.000000Z'))],
    offset: ['an offset of zero', withText(to(item), text => text.replace('Z', '+00:00'))],
  }),
}

/** The same instant in other spellings than UTC. */
const expirySpellings: readonly { readonly name: string; readonly spell: (utc: string) => string }[] = [
  {
    name: 'with an offset',
    spell: utc => `${new Date(Date.parse(utc) + 19_800_000).toISOString().slice(0, 19)}+05:30`,
  },
  { name: 'with a fraction', spell: utc => utc.replace('Z', '.250Z') },
]

const notAsked = (creation: Answered): Finding =>
  exempt('not-seen', { what: 'a request that can carry an expiry' }, creation)

/** What an answer shows as the expiry of one token. */
const shownIn = (answer: Answered, marks: readonly string[]): unknown => {
  return tokensIn(answer, marks).find(token => has(token, expiryField))?.[expiryField]
}

const near = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined && b !== undefined && Math.abs(a - b) < 1000

/** Whether a value is a day without a time, and the one on which an instant is, as it is written or in UTC. */
const isDayOf = (value: unknown, instant: string): boolean =>
  value === instant.slice(0, 10) || value === new Date(instantOf(instant) ?? 0).toISOString().slice(0, 10)

const instantIn = (value: unknown): number | undefined => (typeof value === 'string' ? instantOf(value) : undefined)

/** Whether a number is an instant in seconds or in milliseconds since the epoch. Any other number may count something else. */
const isCountTo = (value: unknown, instant: string): boolean =>
  typeof value === 'number' && [value * 1000, value].some(milliseconds => near(milliseconds, instantOf(instant)))

/** Whether the creation asked for it: a body in the form that the target declares may count to it, name its day, or have no place for an expiry. */
const asked = (creation: Answered, requested: string): boolean =>
  scalarsIn(sentIn(creation)).some(
    text => text === requested || isDayOf(text, requested) || isCountTo(Number(text), requested),
  )

/**
 * Whether what is shown is the instant that was asked for, to the second: fractions may be dropped, and the time of day as a whole. What another answer shows as well
 * is what the hub has stored: it may round an expiry or limit it, since the document shows no bounds.
 */
const judgeEcho = (
  probe: Probe,
  called: Called,
  marks: readonly string[],
  requested: string,
  elsewhere: () => Promise<Answered | undefined>,
): Promise<Finding> =>
  judgeReturned(probe, called, async () => {
    const { operation, answer } = called
    const value = shownIn(answer, marks)
    const shown = instantIn(value)
    // What is missing or in another form is judged elsewhere.
    if (value === undefined) return unclear('no-field', { operation, field: expiryField }, answer)
    const isDayAlone = typeof value === 'string' && isFullDate(value)
    if (near(shown, instantOf(requested)) || isDayOf(value, requested) || isCountTo(value, requested))
      return holds(answer)
    if (value !== null && shown === undefined && !isDayAlone)
      return unclear('no-field', { operation, field: `${expiryField} as a date-time` }, answer)
    const values = { operation, requested, value: JSON.stringify(value) }
    const asUtc = instantOf(requested.replace(/[+-]\d\d:\d\d$/, 'Z'))
    if (value === null || near(shown, asUtc)) return violated('expiry-not-echoed', values, answer)
    const other = await elsewhere()
    if (!other || !isSuccess(other)) return unclear('expiry-adjusted', values, answer, ...(other ? [other] : []))
    const stored = shownIn(other, marks)
    return near(shown, instantIn(stored)) || (isDayAlone && value === stored)
      ? unclear('expiry-adjusted', values, answer, other)
      : violated('expiry-not-echoed', values, answer)
  })

/** The token of a creation, read. */
const readAgain = async (probe: Probe, creation: Answered, label: string): Promise<Answered | undefined> => {
  const [id] = identifiers(creation, [label])
  return id === undefined ? undefined : probe.call('pat.get', { id })
}

/** Instants up to this one, in milliseconds, stand for no date: 0 of Unix, and the first day of the year 1 of Go and .NET. */
const zeroTime = 0

/** What a token that was created without an expiry shows as one: it is valid indefinitely, as far as the target does not limit it, but it has not ended. */
const judgeUnasked = async (probe: Probe): Promise<Finding> => {
  const { id, label, created, result = created, reads } = await probe.fixture('pat')
  const looks = [
    ['pat.create', result],
    ['pat.get', reads.at(-1) ?? (await probe.call('pat.get', { id }))],
  ] as const
  const sent = scalarsIn(sentIn(created)).some(text => (instantOf(text) ?? 0) > Date.parse(probe.daysFromNow(0)))
  if (sent) return exempt('not-seen', { what: 'a token that is created without an expiry' }, created)
  for (const [operation, answer] of looks) {
    const value = isSuccess(answer) ? shownIn(answer, [label, id]) : undefined
    const ends = instantIn(value)
    if (ends === undefined || ends <= zeroTime) continue
    const values = { operation, requested: 'none', value: JSON.stringify(value) }
    return ends < Date.parse(probe.daysFromNow(0))
      ? violated('expiry-not-echoed', values, answer, created)
      : unclear('expiry-adjusted', values, answer, created)
  }
  // It shows nothing of an expiry that is requested.
  return exempt('not-seen', { what: 'an expiry that was not requested' }, created)
}

const echoed: Requirement = {
  id: 'schemas/pat-expires-at-echoed',
  level: 'should',
  statement: 'A personal access token returns the requested expiry as expires_at.',
  since,
  source: published(
    'POST /v2/access-tokens',
    'The request may carry an expiration date for the token, expires_at, and the representation shows the member of the same name.',
  ),
  needs: ['credentials', 'writes'],
  how: 'Tokens are created with the same instant written in UTC, with an offset and with a fraction of a second, and one of them is read, updated and, if the first page shows it, listed. The returned value is compared as an instant, to the second, or as a date if it has no time of day. Refusing one of these forms does not fail. Seconds or milliseconds since the epoch are compared as well. If creating and reading return the same other instant, or the token cannot be read, the hub may round or limit expiries; this is inconclusive. A token created without an expiry must not show one that has passed; 1970-01-01 and the year 1 stand for none.',
  fix: 'Store and return the requested instant, with any offset and precision.',
  cases: [
    ...expirySpellings.map(({ name, spell }) => ({
      name: `created ${name}`,
      check: async (probe: Probe): Promise<Finding> => {
        const requested = spell(probe.daysFromNow(30))
        const {
          name: label,
          exchange,
          result: answer = exchange,
        } = await probe.create('pat', {}, { expiresAt: requested })
        if (!isCarriedOut(exchange)) return expiryRefused(probe, exchange)
        if (!asked(exchange, requested)) return notAsked(exchange)
        return judgeEcho(probe, { operation: 'pat.create', values: {}, answer }, [label], requested, () =>
          readAgain(probe, answer, label),
        )
      },
    })),
    {
      name: 'created in UTC, read, listed and updated',
      check: async probe => {
        const requested = probe.daysFromNow(30)
        return judgeExpiring(probe, 'pat', requested, async token => {
          const { id, label, created, result = created } = token
          if (!asked(created, requested)) return notAsked(created)
          const judge = (operation: OperationName, answer: Answered, marks: readonly string[]): Promise<Finding> =>
            judgeEcho(probe, { operation, values: { id }, answer }, marks, requested, async () => result)
          const read = token.reads.at(-1) ?? (await probe.call('pat.get', { id }))
          const made = await judgeEcho(
            probe,
            { operation: 'pat.create', values: {}, answer: result },
            [label],
            requested,
            async () => read,
          )
          if (made.kind === 'violated') return made
          const shown = await judge('pat.get', read, [label, id])
          // On a page that does not show it, it is not compared.
          const list = await probe.call('pat.list', {})
          const updated = await ifPossible(() => updateSomehow(probe, 'pat', token))
          const others = [
            shown,
            ...(isSuccess(list) && names(list, label) ? [await judge('pat.list', list, [label])] : []),
            ...(updated && isSuccess(updated.changed)
              ? [await judge('pat.update', updated.changed, [updated.label, id])]
              : []),
          ]
          // What lists and updates show of the token at all is judged elsewhere.
          return others.find(({ kind }) => kind === 'violated') ?? (made.kind === 'holds' ? shown : made)
        })
      },
    },
    { name: 'created without an expiry', check: judgeUnasked },
  ],
  faults: faultsFor('expiry-not-echoed', {
    'day-shifted': [
      'takes and shows days, and shows the day before when read',
      layered(
        withText(to(item, 'GET'), text => new Date(Date.parse(text) - 86_400_000).toISOString().slice(0, 10)),
        inDays,
      ),
    ],
    'seconds-dropped': [
      'counts expiries in seconds, and creates all tokens without one',
      layered(
        inSeconds,
        withSent(to(collection, 'POST'), ({ [expiryField]: _, ...sent }) => sent),
      ),
    ],
    ended: [
      'shows tokens without an expiry as ones that ended in 2020',
      withExpiry(to(item, 'GET'), value => value ?? '2020-01-01T00:00:00Z'),
    ],
    'in-spec': [
      'has all but the id of a token in one object, and shows there that it never expires',
      withObject(to(item, 'GET'), ({ uuid, ...spec }) => ({ id: uuid, spec: { ...spec, [expiryField]: null } })),
    ],
    never: ['shows that a new token never expires', withExpiry(to(collection, 'POST'), () => null)],
    'day-late': [
      'shows another day when read',
      withText(to(item, 'GET'), text => new Date(Date.parse(text) + 86_400_000).toISOString()),
      { 'access-tokens/update-keeps-rest': 'listed-otherwise' },
    ],
    'day-early': [
      'shows the day before, without a time, when read',
      withText(to(item, 'GET'), text => new Date(Date.parse(text) - 86_400_000).toISOString().slice(0, 10)),
      { 'schemas/pat-expires-at-date-time': 'not-date-time' },
    ],
    listed: [
      'lists every token as one that never expires',
      withExpiry(to(collection, 'GET'), () => null),
      { 'access-tokens/update-keeps-rest': 'listed-otherwise' },
    ],
    updated: ['shows that an updated token never expires', withExpiry(to(item, 'PATCH'), () => null)],
    midnight: [
      'returns the expiry without the time of day',
      withText(to(collection, 'POST'), text => `${text.slice(0, 10)}T00:00:00Z`),
    ],
    'offset-dropped': [
      'treats local time as UTC',
      withText(to(collection, 'POST'), text => text.replace(/[+-]\d\d:\d\d$/, 'Z')),
    ],
  }),
  tolerates: variants({
    'zero-time': [
      'the zero time of Go for tokens without an expiry',
      withExpiry(anyOf(to(collection), to(item)), value => value ?? '0001-01-01T00:00:00Z'),
    ],
    resources: ['tokens as resources with attributes', resources],
    utc: [
      'always the instant in UTC, without fractions',
      withText(to(collection, 'POST'), text => `${new Date(Date.parse(text)).toISOString().slice(0, 19)}Z`),
    ],
    epoch: [
      'seconds since the epoch in answers, of which its reference declares no type',
      layered(
        withOpenApi(document => declareOpen(document)),
        withExpiry(anyOf(to(collection), to(item)), toSeconds),
      ),
    ],
    seconds: ['seconds since the epoch in requests and answers, as its reference declares', inSeconds],
    days: ['days in requests and answers, as its reference declares', inDays],
    fractions: ['nanoseconds', withText(to(item, 'GET'), text => text.replace('Z', '.000000000Z'))],
  }),
}

export default [dateTime, echoed]
