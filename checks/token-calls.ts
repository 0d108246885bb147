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
import { type Field, isCalled, placeFor, placesOf, requestForm, shownAt } from './request-form.ts'
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

/** Many labels are looked for in one answer. */
const lowerCase = lastFew(4, text => text.toLowerCase())

/** Whether an answer holds a label, alone or with what a new label has after it; a target may show labels in capitals. */
export const holdsLabel = ({ response }: Answered, label: string): boolean =>
  lowerCase(response.body).includes(label.toLowerCase())

/** Whether an answer's JSON names this label, wherever it stands. Only an escape can keep it from standing in the body. */
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

/** The members of an object and of the objects in it, by their path. */
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

/** A value in a sentence. */
export const brief = (value: unknown): string => shortened(JSON.stringify(value), 80)

/** The members that a request sent, by their path. */
export const sentMembers = (changed: Answered): JsonObject => {
  const sent = sentIn(changed)
  return isObject(sent) ? membersByPath(sent) : {}
}

/** A member that an update changed, and was to leave: an update that replaces names all that is to stay. */
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

/** The name of a member without the objects around it. */
export const lastOf = (path: string): string => path.split('.').at(-1) ?? path

/** Switches of an object and of the objects in it, and whether they are on: booleans, and states that are called so. */
export const switchesOf = (object: JsonObject): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(membersByPath(object)).flatMap(([path, value]) => {
      const isOn = activityIn(lastOf(path), value)
      return isOn === undefined ? [] : [[path, isOn]]
    }),
  )

/**
 * Whether a switch that was on is off, or left out: what writes no member that is false shows it so, and a switch that is true when it is off
 * then alone. Where most of the rest is left out as well, it is another representation.
 */
export const isSwitchedOff = (before: JsonObject, after: JsonObject): boolean => {
  const [switchesBefore, switchesAfter] = [switchesOf(before), switchesOf(after)]
  if (Object.keys(switchesBefore).length === 0) return Object.values(switchesAfter).includes(false)
  const keys = Object.keys(membersByPath(before))
  const gone = keys.filter(key => !has(membersByPath(after), key))
  const isSameForm = gone.length * 2 <= keys.length
  return Object.keys(switchesBefore).some(
    key => switchesBefore[key] === true && (gone.includes(key) ? isSameForm : switchesAfter[key] !== true),
  )
}

/** A target need not take every expiry, where it takes a token without one. Throws what kept that from being made. */
export const expiryRefused = async (probe: Probe, refused: Answered): Promise<Exempt> => {
  await probe.fixture('pat')
  return exempt('request-refused', { operation: 'pat.create', status: refused.response.status }, refused)
}

/** Judges a token that was asked to expire so. A target need not take every expiry: one that it refuses exempts, where it takes another token. */
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

/** Judges a token with an expiry; where the target takes none, one without: there is more to a token than its expiry. */
export const judgeUsual = async (
  probe: Probe,
  { family }: TokenFacts,
  judge: (token: TokenFixture) => Promise<Finding>,
): Promise<Finding> => {
  const judged = await judgeExpiring(probe, family, probe.daysFromNow(30), judge)
  return judged.kind === 'exempt' ? judge(await probe.ownToken(family)) : judged
}

/** The token as it was read when it was made, or is read now. */
export const readOf = async (probe: Probe, { family }: TokenFacts, token: TokenFixture): Promise<Answered> =>
  token.reads.at(-1) ?? (await probe.call(`${family}.get`, token))

/** A change of a token in the form that the target declares; undefined where that does not take it. */
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

/** Updates a token in the form that the target declares. */
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
 * The names that the switch of a token may have in an update, and whether the target says so: where it declares no form, by showing the published name.
 * Where it shows another name, that one is tried first.
 */
export const switchIn = (
  binding: Binding,
  shown: JsonObject,
): { readonly switches: readonly [string, ...string[]]; readonly isKnown: boolean } => {
  const isDeclared = binding.requestBody !== undefined || (binding.requestSchema !== undefined && !binding.isGuessed)
  const booleans = Object.entries(membersByPath(shown)).filter(([, value]) => typeof value === 'boolean')
  const names = booleans.map(([path]) => lastOf(path))
  if (isDeclared || names.includes(usualSwitch)) return { switches: [usualSwitch], isKnown: true }
  const [alias] = names.filter(name => isCalled(name, usualSwitch) || saysOff(name))
  return { switches: alias === undefined ? [usualSwitch] : [alias, usualSwitch], isKnown: false }
}

/** Whether an update may take a switch: it has a place for one, or nobody declares what it takes. */
export const offersSwitch = (binding: Binding): boolean =>
  binding.isGuessed === true || changeForm(binding, { name: usualSwitch, value: false }, undefined) !== undefined

/** Switches a token on or off with the member of this name. Throws {@link Missing} where the declared form takes none. */
export const switchToken = (
  probe: Probe,
  family: TokenFamily,
  token: TokenFixture,
  isOn: boolean,
  current: JsonObject | undefined,
  name: string = switchIn(probe.bind(`${family}.update`), current ?? {}).switches[0],
): Promise<Answered> => updateToken(probe, family, token, { name, value: saysOff(name) !== isOn }, current)

/** Whether a personal access token that was switched off is shown so: by the answer to that, or when it is read until the waiting time ends. */
export const isSeenOff = async (probe: Probe, token: TokenFixture, updated: Answered): Promise<boolean> => {
  const [read = token.created] = token.reads.slice(-1)
  const shown = tokenShownIn(read, token)
  if (!shown || !isSuccess(updated)) return false
  const isOff = (answer: Answered): boolean => isSwitchedOff(shown, tokenShownIn(answer, token) ?? {})
  return isOff(updated) || (await until(probe, () => probe.call('pat.get', token), isOff)).fits
}

/** An update of a token, and the label that it has then. */
interface Updated {
  readonly label: string
  readonly changed: Answered
  /** Whether that label is to be the id as well. */
  readonly isId: boolean
}

const labelField = { pat: 'token_label', oat: 'label' } as const satisfies Record<TokenFamily, string>

/** What a label gets at its end: how what a run has made is known and cleaned up is its beginning. */
const endings = ['-renamed', '-r', 'r', '2']

/** The same where the target took only a short name: one that hardly makes it longer, without a hyphen. */
const shortEndings = ['r', '2']

/** Another label, or another description where the label is the id: by that the token is known. */
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

/** A target need not take another label where that is the id of a token: what such an update did not do is not judged. */
export const unlessId = (finding: Finding, { changed, isId }: Pick<Updated, 'changed' | 'isId'>): Finding =>
  isId && finding.kind !== 'holds'
    ? exempt('not-seen', { what: 'a label that is not the id of its token' }, changed)
    : finding

const takenByForm = (probe: Probe, family: TokenFamily, current: JsonObject | undefined) => {
  const binding = probe.bind(`${family}.update`)
  return (change: Field): boolean => changeForm(binding, change, current) !== undefined
}

/** Gives a token another label, one that the declared form takes. Throws {@link Missing} where that takes none. */
export const rename = async (
  probe: Probe,
  family: TokenFamily,
  token: TokenFixture,
  read: Answered,
): Promise<Updated> => {
  const current = tokenShownIn(read, token)
  const labels = newLabels(probe, family, token, current)
  const change = labels.find(takenByForm(probe, family, current)) ?? (labels[0] as Field)
  const isId = token.id === token.label && change.name === labelField[family]
  return { label: String(change.value), changed: await updateToken(probe, family, token, change, current), isId }
}

/** Updates a token in whatever the declared form takes: another label, the one that it has, or that it is active. */
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

/** A token after it was given another label, which is its id now where labels are ids. */
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

/** Whether an item of a list gives itself this id. */
export const hasId = (item: unknown, id: string): boolean => ownIdsOf(item).includes(id)

/** The list of tokens, read to its end; without pages where it is refused. `first` is its first page where that was read already. */
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

/** The first page of the list of tokens that names a label; what is behind it is not read. */
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

/** The page of a list that names a label, or has an item with the id. */
export const pageNaming = (
  { pages }: ReadList,
  { label, id }: { readonly label: string; readonly id?: string },
): Answered | undefined =>
  // Wherever it stands on a page: what was not understood as an item may still be one.
  pages.find(
    ({ exchange, items }) => names(exchange, label) || (id !== undefined && items.some(item => hasId(item, id))),
  )?.exchange

/** Why an answer shows no token: it is no success, or one without the label that is looked for. */
export const noToken = (operation: OperationName, answer: Answered, ...seen: readonly Answered[]): Finding =>
  isSuccess(answer)
    ? unclear('no-field', { operation, field: 'label' }, answer, ...seen)
    : refused(operation, answer, ...seen)

/** Says of a token that is gone after an update that the answer to that gave it another id; undefined where it did not. */
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
  // A label may be the id.
  if (isSuccess(after) || key === undefined || token.id === token.label || !has(membersAfter, key)) return undefined
  const got = String(membersAfter[key])
  const { status } = after.response
  return got === token.id ? undefined : { code: 'id-changed', values: { operation, status, id: token.id, got } }
}

/** A personal access token that was deactivated, with the answer to that; undefined where it cannot be asked for. */
export const deactivatedToken = (
  probe: Probe,
  options: CreateOptions = {},
): Promise<{ readonly token: TokenFixture; readonly updated: Answered } | undefined> =>
  ifPossible(async () => {
    const token = await probe.ownToken('pat', options)
    const [read = token.created] = token.reads.slice(-1)
    return { token, updated: await switchToken(probe, 'pat', token, false, tokenShownIn(read, token)) }
  })

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** An id that no token has, in the form of one that has: where ids are UUIDs, anything else is refused for its form. */
export const missingIdLike = (probe: Probe, id: string): string =>
  uuid.test(id)
    ? id.replace(/[\da-f]{12}$/i, node => node.replace(/./g, digit => (15 - Number.parseInt(digit, 16)).toString(16)))
    : probe.nonce('missing')
