import type { Answered } from '../contracts/exchange.ts'
import { earliestDate, type IsoDate } from '../contracts/lifecycle.ts'
import type { Binding, OperationName } from '../contracts/operations.ts'
import type {
  CallOptions,
  CreateOptions,
  FixtureName,
  Probe,
  TokenFamily,
  TokenFixture,
} from '../contracts/requirement.ts'
import {
  type Exempt,
  exempt,
  type Finding,
  Missing,
  type ReasonValues,
  unclear,
  violated,
} from '../contracts/results/finding.ts'
import { anyRun, isRunName } from '../contracts/run/run-name.ts'
import { activityIn, saysOff } from './answers/activity.ts'
import { plainForm } from './answers/plain-form.ts'
import { wholeThingOf } from './answers/tokens.ts'
import { saysInOwnBody } from './own-body.ts'
import { type ReadList, readList } from './paging/list.ts'
import { pages } from './paging/pages.ts'
import { isSuccess, sentIn } from './reading/exchanges.ts'
import { has, isObject, type JsonObject, jsonOfSuccess } from './reading/json.ts'
import { mentions, ownIdsOf, representation } from './reading/things.ts'
import { lastFew, oncePer } from './remembered.ts'
import { type Field, isCalled, placeFor, placesOf, requestForm, shownAt, typesOf } from './request-form.ts'
import { ifPossible, refused, until } from './round-trip.ts'
import { shortened } from './source.ts'

export interface TokenFacts {
  readonly family: TokenFamily
  readonly suite: 'access-tokens' | 'org-access-tokens'
  readonly noun: string
  readonly collection: string
  readonly item: string
  /** The member that holds the label in the published reference. */
  readonly label: 'token_label' | 'label'
  readonly since: IsoDate
  readonly covers: readonly string[]
  readonly needs: readonly FixtureName[]
}

export const tokenFamilies: readonly TokenFacts[] = [
  {
    family: 'pat',
    suite: 'access-tokens',
    noun: 'personal access token',
    collection: '/v2/access-tokens',
    item: '/v2/access-tokens/{uuid}',
    label: 'token_label',
    since: earliestDate,
    covers: ['area-access-tokens', 'resource-pat'],
    needs: ['credentials', 'writes'],
  },
  {
    family: 'oat',
    suite: 'org-access-tokens',
    noun: 'organization access token',
    collection: '/v2/orgs/{org_name}/access-tokens',
    item: '/v2/orgs/{org_name}/access-tokens/{access_token_id}',
    label: 'label',
    since: '2025-03-25',
    covers: ['area-org-access-tokens', 'history-new-oat'],
    needs: ['credentials', 'writes', 'org'],
  },
]

/** The noun with its article. */
export const aToken = ({ family, noun }: TokenFacts): string => `${family === 'pat' ? 'a' : 'an'} ${noun}`

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** One answer is searched for many labels. */
const lowerCase = lastFew(4, text => text.toLowerCase())

/** Whether an answer contains a label or a text that begins with it, in any case. */
export const holdsLabel = ({ response }: Answered, label: string): boolean =>
  lowerCase(response.body).includes(label.toLowerCase())

/** Whether the JSON of an answer contains a label. The body contains it as text, unless it has escapes. */
export const names = (answer: Answered, label: string): boolean => {
  if (!holdsLabel(answer, label) && !answer.response.body.includes('\\')) return false
  return mentions(jsonOfSuccess(answer), label.toLowerCase(), text => text.toLowerCase())
}

/** The representation of a token in an answer. */
export const tokenShownIn = (answer: Answered, token: Pick<TokenFixture, 'id' | 'label'>): JsonObject | undefined => {
  const body = plainForm(jsonOfSuccess(answer))
  const shown = representation(body, [token.id, token.label])
  return shown && wholeThingOf(body, shown)
}

/** The members of an object and of nested objects, by path. */
export const membersByPath = oncePer((object: JsonObject): JsonObject => {
  const members: (readonly [path: string, value: unknown])[] = []
  const add = (part: JsonObject, path: string): void => {
    for (const key of Object.keys(part)) {
      const value = part[key]
      if (isObject(value)) add(value, `${path}${key}.`)
      else members.push([path + key, value])
    }
  }
  add(object, '')
  return Object.fromEntries(members)
})

/** A value for a sentence. */
export const brief = (value: unknown): string => shortened(JSON.stringify(value), 80)

/** The members that a request sent, by path. */
export const sentMembers = (changed: Answered): JsonObject => {
  const sent = sentIn(changed)
  return isObject(sent) ? membersByPath(sent) : {}
}

/** A violation: an update changed another member. A PUT sends the members that are to stay, so its value is compared. */
export const changedOtherwise = (
  operation: OperationName,
  member: string,
  [before, changed, after]: readonly [Answered, Answered, Answered],
  shown: JsonObject,
): Finding => {
  const sent = sentMembers(changed)
  if (!has(sent, member)) return violated('changed-unasked', { operation, member }, after, changed, before)
  const values = { operation, member, sent: brief(sent[member]), got: brief(membersByPath(shown)[member]) }
  return violated('not-as-sent', values, after, changed, before)
}

/** The key at the end of a path. */
export const lastOf = (path: string): string => path.split('.').at(-1) ?? path

/** Whether each switch of an object and of nested objects is on: booleans and states, by path. */
export const switchesOf = (object: JsonObject): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(membersByPath(object)).flatMap(([path, value]) => {
      const isOn = activityIn(lastOf(path), value)
      return isOn === undefined ? [] : [[path, isOn]]
    }),
  )

/** Keys of members whose numbers may say whether a token is on: which of two means what is open. */
const statusName = /^(?:\w+[-_])?stat(?:e|us)$|[a-z]Stat(?:e|us)$/

/** The numbers that an object shows as a status, by path. */
const statusNumbers = (object: JsonObject): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(membersByPath(object)).flatMap(([path, value]) =>
      statusName.test(lastOf(path)) && typeof value === 'number' ? [[path, value]] : [],
    ),
  )

/** Whether anything that may say whether a token is on differs between two readings. */
export const isStateChanged = (before: JsonObject, after: JsonObject): boolean => {
  const [then, now] = [before, after].map(object =>
    Object.entries(membersByPath(object))
      .filter(([path, value]) => statusName.test(lastOf(path)) || activityIn(lastOf(path), value) !== undefined)
      .map(member => JSON.stringify(member))
      .sort()
      .join('\n'),
  )
  return then !== now
}

/**
 * Whether a switch that was on is off or absent. A server may omit members that are false, but if it omits most members, this is another
 * representation. If no switch was shown before, one that is shown as off counts: some servers show it for inactive tokens alone. Where a
 * status is the switch, it alone counts, by its path.
 */
export const isSwitchedOff = (before: JsonObject, after: JsonObject, status?: string): boolean => {
  if (status !== undefined) {
    const [was, is] = [before, after].map(object => statusNumbers(object)[status])
    return is !== undefined && is !== was
  }
  const [then, now] = [switchesOf(before), switchesOf(after)]
  if (Object.keys(then).length === 0) return Object.values(now).includes(false)
  const keys = Object.keys(membersByPath(before))
  const gone = keys.filter(key => !has(membersByPath(after), key))
  const isSameForm = gone.length * 2 <= keys.length
  return Object.keys(then).some(key => then[key] === true && (gone.includes(key) ? isSameForm : now[key] !== true))
}

/** Exempts a refused expiry if a token without one is accepted. Throws the reason why none can be created. */
export const expiryRefused = async (probe: Probe, refused: Answered): Promise<Exempt> => {
  await probe.fixture('pat')
  return exempt('request-refused', { operation: 'pat.create', status: refused.response.status }, refused)
}

/** Judges a token with an expiry. A refused expiry exempts if another token is accepted. */
export const judgeExpiring = async <T>(
  probe: Probe,
  family: TokenFamily,
  expiresAt: string | null,
  judge: (token: TokenFixture) => Promise<T>,
): Promise<T | Exempt> => {
  let token: TokenFixture
  try {
    token = await probe.ownToken(family, { expiresAt })
  } catch (error) {
    if (error instanceof Missing && error.code === 'creation-failed' && (await probe.hasFixture(family)))
      return exempt('request-refused', error.values, ...error.seen)
    throw error
  }
  return judge(token)
}

/** Judges a token with an expiry, or one without if the target refuses it: other members matter too. */
export const judgeUsual = async (
  probe: Probe,
  { family }: TokenFacts,
  judge: (token: TokenFixture) => Promise<Finding>,
): Promise<Finding> => {
  const judged = await judgeExpiring(probe, family, probe.daysFromNow(30), judge)
  return judged.kind === 'exempt' ? judge(await probe.ownToken(family)) : judged
}

/** The answer to the read of a token after its creation, else to a new read. */
export const readOf = async (probe: Probe, { family }: TokenFacts, token: TokenFixture): Promise<Answered> =>
  token.reads.at(-1) ?? (await probe.call(`${family}.get`, token))

/** The body of a change in the declared form; undefined if that has no place for it. */
const changeForm = (
  { requestBody, ...binding }: Binding,
  change: Field,
  current: JsonObject | undefined,
): JsonObject | undefined =>
  requestBody === undefined
    ? requestForm(binding, [change], current)
    : saysInOwnBody(requestBody, change.name)
      ? { [change.name]: change.value }
      : undefined

const whyNotTaken = (binding: Binding, { name, value }: Field, current: JsonObject | undefined): Missing => {
  const { operation, requestBody, requestSchema } = binding
  const place = requestBody === undefined ? placeFor(placesOf(requestSchema), name, value, current) : undefined
  if (!isObject(place?.schema)) return new Missing('form-unknown', { operation, what: name })
  const limits = JSON.stringify(place.schema, ['type', 'const', 'enum', 'minLength', 'maxLength', 'pattern'])
  return new Missing('value-not-taken', { operation, member: place.path.join('.'), what: brief(value), limits })
}

export const updateToken = async (
  probe: Probe,
  family: TokenFamily,
  token: TokenFixture,
  change: Field,
  current: JsonObject | undefined,
): Promise<Answered> => {
  const operation = `${family}.update` as const
  const json = changeForm(probe.bind(operation), change, current)
  if (!json) throw whyNotTaken(probe.bind(operation), change, current)
  return probe.call(operation, token, { json })
}

const usualSwitch = 'is_active'

/**
 * Names to try for the switch of a token, and whether the name is known: declared by the target, or shown under the published name. Another
 * shown name is tried first.
 */
export const switchIn = (
  binding: Binding,
  shown: JsonObject,
): { readonly switches: readonly [string, ...string[]]; readonly isKnown: boolean } => {
  const isDeclared = binding.requestBody !== undefined || (binding.requestSchema !== undefined && !binding.isGuessed)
  const booleans = Object.entries(membersByPath(shown)).filter(([, value]) => typeof value === 'boolean')
  const names = booleans.map(([path]) => lastOf(path))
  if (isDeclared || names.includes(usualSwitch))
    return { switches: [ownSwitch(binding, shown) ?? usualSwitch], isKnown: true }
  const [alias] = names.filter(name => isCalled(name, usualSwitch) || saysOff(name))
  return { switches: alias === undefined ? [usualSwitch] : [alias, usualSwitch], isKnown: false }
}

/** The only member that an update takes as a boolean and that a new token shows as true, where none has a usual name. */
const ownSwitch = (binding: Binding, shown: JsonObject = {}): string | undefined => {
  if (changeForm(binding, { name: usualSwitch, value: false }, shown)) return undefined
  const [only, ...others] = placesOf(binding.requestSchema).filter(
    ({ path, schema }) => typesOf(schema).includes('boolean') && shownAt(shown, path) === true,
  )
  return others.length === 0 ? only?.path.at(-1) : undefined
}

interface Status extends Field {
  /** Where the token shows it. */
  readonly path: string
}

/** The other one of two numbers that an update takes as a status, where the token shows one of them. */
const otherStatus = ({ requestSchema }: Binding, current: JsonObject = {}): Status | undefined => {
  const shown = Object.entries(statusNumbers(current))
  const found = placesOf(requestSchema).flatMap(({ path, schema }): readonly Status[] => {
    const values: readonly unknown[] = isObject(schema) && Array.isArray(schema.enum) ? schema.enum : []
    const [key = '', now] = shown.find(([key]) => lastOf(key) === path.at(-1)) ?? []
    const others = values.filter(value => value !== now)
    return values.length === 2 && others.length === 1 ? [{ name: lastOf(key), value: others[0], path: key }] : []
  })
  return found.length === 1 ? found[0] : undefined
}

/** The status by which an update switches a token, as it is shown and with the other number; undefined where the update takes the usual change. */
export const statusOf = (
  binding: Binding,
  current: JsonObject | undefined,
  usual: Field = { name: usualSwitch, value: false },
): Status | undefined => (changeForm(binding, usual, current) ? undefined : otherStatus(binding, current))

/** Whether an update may accept a switch: it has a place for one, or its members are not declared. */
export const offersSwitch = (binding: Binding, current?: JsonObject): boolean =>
  binding.isGuessed === true ||
  changeForm(binding, { name: usualSwitch, value: false }, undefined) !== undefined ||
  otherStatus(binding, current) !== undefined ||
  ownSwitch(binding, current) !== undefined

/** Switches a token on or off. Throws {@link Missing} if the declared form has no such member. */
export const switchToken = (
  probe: Probe,
  family: TokenFamily,
  token: TokenFixture,
  isOn: boolean,
  current: JsonObject | undefined,
  name: string = switchIn(probe.bind(`${family}.update`), current ?? {}).switches[0],
): Promise<Answered> => {
  const usual = { name, value: saysOff(name) !== isOn }
  const change = statusOf(probe.bind(`${family}.update`), current, usual) ?? usual
  return updateToken(probe, family, token, change, current)
}

/** Whether a deactivated personal access token is shown as inactive, by the answer to the update or by a read before the waiting time ends. */
export const isSeenOff = async (probe: Probe, token: TokenFixture, updated: Answered): Promise<boolean> => {
  const [read = token.created] = token.reads.slice(-1)
  const shown = tokenShownIn(read, token)
  if (!shown || !isSuccess(updated)) return false
  const status = statusOf(probe.bind('pat.update'), shown)?.path
  const isOff = (answer: Answered): boolean => isSwitchedOff(shown, tokenShownIn(answer, token) ?? {}, status)
  return isOff(updated) || (await until(probe, () => probe.call('pat.get', token), isOff)).fits
}

/** An update of a token, and its new label. */
interface Updated {
  readonly label: string
  readonly changed: Answered
  /** Whether the label is also the id. */
  readonly isId: boolean
}

const labelField = { pat: 'token_label', oat: 'label' } as const satisfies Record<TokenFamily, string>

/** Suffixes of a new label. Its start must stay, since cleanup finds the token by it. */
const endings = ['-renamed', '-r', 'r', '2']

/** Suffixes for a target that only accepts short names. */
const shortEndings = ['r', '2']

/** New labels to try, or descriptions if the id is the label. */
const newLabels = (
  probe: Probe,
  family: TokenFamily,
  { id, label }: TokenFixture,
  current: JsonObject | undefined,
): readonly Field[] => {
  const described = 'description'
  const places = placesOf(probe.bind(`${family}.update`).requestSchema)
  const isDescribed = places.some(({ path }) => path.at(-1) === described && typeof shownAt(current, path) === 'string')
  const name = isDescribed && isRunName(id) && label.startsWith(id) ? described : labelField[family]
  return (label.startsWith(anyRun) ? endings : shortEndings).map(ending => ({ name, value: label + ending }))
}

/** A target may refuse a new label that is the id; such an update is not judged. */
export const unlessId = (finding: Finding, { changed, isId }: Pick<Updated, 'changed' | 'isId'>): Finding =>
  isId && finding.kind !== 'holds'
    ? exempt('not-seen', { what: 'a label that is not the id of its token' }, changed)
    : finding

const takenByForm = (probe: Probe, family: TokenFamily, current: JsonObject | undefined) => {
  const binding = probe.bind(`${family}.update`)
  return (change: Field): boolean => changeForm(binding, change, current) !== undefined
}

/** Gives a token another label that the declared form accepts. Throws {@link Missing} if it accepts none. */
export const rename = async (
  probe: Probe,
  family: TokenFamily,
  token: TokenFixture,
  read: Answered,
): Promise<Updated> => {
  const current = tokenShownIn(read, token)
  const labels = newLabels(probe, family, token, current)
  const change = labels.find(takenByForm(probe, family, current)) ?? (labels[0] as Field)
  const { requestBody, requestSchema } = probe.bind(`${family}.update`)
  const place =
    requestBody === undefined ? placeFor(placesOf(requestSchema), change.name, change.value, current) : undefined
  const shown = place && shownAt(current, place.path)
  // A member with another text than the label is not the id.
  const isOther = typeof shown === 'string' && !shown.toLowerCase().includes(token.label.toLowerCase())
  const isId = token.id === token.label && change.name === labelField[family] && !isOther
  return { label: String(change.value), changed: await updateToken(probe, family, token, change, current), isId }
}

/** Updates a token with a change that the declared form accepts: another label, the same label, or that it is active. */
export const updateSomehow = async (
  probe: Probe,
  family: TokenFamily,
  token: TokenFixture,
  options: CallOptions = {},
): Promise<Pick<Updated, 'label' | 'changed'>> => {
  const name = labelField[family]
  const [read = token.created] = token.reads.slice(-1)
  const current = tokenShownIn(read, token)
  const labels = newLabels(probe, family, token, current)
  const changes = [...labels, { name, value: token.label }, { name: 'is_active', value: true }]
  const change = changes.find(takenByForm(probe, family, current)) ?? (labels[0] as Field)
  const json = changeForm(probe.bind(`${family}.update`), change, current) ?? { [name]: change.value }
  return {
    label: typeof change.value === 'string' ? change.value : token.label,
    changed: await probe.call(`${family}.update`, token, { ...options, json }),
  }
}

/** A token after it got another label, which is its new id if labels are ids. */
export const withLabel = async (
  probe: Probe,
  family: TokenFamily,
  token: TokenFixture,
  label: string,
): Promise<TokenFixture> => {
  if (token.id !== token.label) return token
  const renamed = { ...token, id: label }
  return isSuccess(await probe.call(`${family}.get`, renamed, { anyStatus: true })) ? renamed : token
}

/** Whether an item of a list has this id. */
export const hasId = (item: unknown, id: string): boolean => ownIdsOf(item).includes(id)

/** The whole list of tokens; without pages if it is refused. `first` is its first page if it was already read. */
export const wholeList = async (
  probe: Probe,
  family: TokenFamily,
  org: string,
  first?: Answered,
): Promise<ReadList> => {
  const list = first ?? (await probe.call(`${family}.list`, { org }))
  return jsonOfSuccess(list) !== undefined
    ? readList(probe, list)
    : { pages: [], end: 'short', whole: false, closed: false, goesOn: true }
}

/** The first page of the list of tokens with a label; later pages are not read. */
export const listedPage = async (
  probe: Probe,
  family: TokenFamily,
  org: string,
  label: string,
): Promise<Answered | undefined> => {
  const list = await probe.call(`${family}.list`, { org })
  if (jsonOfSuccess(list) !== undefined)
    for await (const { exchange } of pages(probe, list)) if (names(exchange, label)) return exchange
  return undefined
}

/** The page of a list with a label, or with an item with the id. */
export const pageNaming = (
  { pages }: ReadList,
  { label, id }: { readonly label: string; readonly id?: string },
): Answered | undefined =>
  // Anywhere on the page: an item may not have been recognized.
  pages.find(
    ({ exchange, items }) => names(exchange, label) || (id !== undefined && items.some(item => hasId(item, id))),
  )?.exchange

/** The finding about an answer without a token: it is no success, or has no label. */
export const noToken = (operation: OperationName, answer: Answered, ...seen: readonly Answered[]): Finding =>
  isSuccess(answer)
    ? unclear('no-field', { operation, field: 'label' }, answer, ...seen)
    : refused(operation, answer, ...seen)

/** The reason if a token is gone since the update gave it another id; undefined if it did not. */
export const idChanged = (
  operation: OperationName,
  token: TokenFixture,
  label: string,
  changed: Answered,
  after: Answered,
): { readonly code: 'id-changed'; readonly values: ReasonValues } | undefined => {
  const [before = token.created] = token.reads.slice(-1)
  const membersBefore = membersByPath(tokenShownIn(before, token) ?? {})
  const membersAfter = membersByPath(tokenShownIn(changed, { ...token, label }) ?? {})
  const key = Object.keys(membersBefore).find(name => String(membersBefore[name]) === token.id)
  if (isSuccess(after) || key === undefined || token.id === token.label || !has(membersAfter, key)) return undefined
  const got = String(membersAfter[key])
  const { status } = after.response
  return got === token.id ? undefined : { code: 'id-changed', values: { operation, status, id: token.id, got } }
}

/** A deactivated personal access token, with the answer to the update; undefined if it cannot be deactivated. */
export const deactivatedToken = (
  probe: Probe,
  options: CreateOptions = {},
): Promise<{ readonly token: TokenFixture; readonly updated: Answered } | undefined> =>
  ifPossible(async () => {
    const token = await probe.ownToken('pat', options)
    const [read = token.created] = token.reads.slice(-1)
    return { token, updated: await switchToken(probe, 'pat', token, false, tokenShownIn(read, token)) }
  })
