import { operationRoles } from '../contracts/bindings/roles.ts'
import type { Answered } from '../contracts/exchange.ts'
import type { Binding } from '../contracts/operations.ts'
import type { CallOptions, Probe, RepositoryFixture } from '../contracts/requirement.ts'
import { type Finding, Missing, unclear } from '../contracts/results/finding.ts'
import { declaredSuccesses } from './documents/declared-schema.ts'
import { operationsAt } from './documents/published-documents.ts'
import { declaredAsk } from './http/legacy-answers.ts'
import { isOneRule, marksIn } from './own-body.ts'
import { fill, normalTemplate } from './path-template.ts'
import { isSuccess, sentIn } from './reading/exchanges.ts'
import { isObject, type JsonObject, json, jsonIn, jsonOfSuccess } from './reading/json.ts'
import { linkIn, objectsIn } from './reading/things.ts'
import { eachItem, isCalled, placeFor, placesOf, requestForm, undeclaredForm } from './request-form.ts'
import { contains, scalarsIn } from './round-trip.ts'
import { membersOf } from './schemas/form-members.ts'
import { lastOf, membersByPath } from './token-calls.ts'

export const updating = 'UpdateRepositoryImmutableTags'
const verifying = 'VerifyRepositoryImmutableTags'

/** The members that the declared form of the settings has no place for, in words. */
const lackingIn = (binding: Binding): string => {
  const parts = [
    ['a switch', { name: 'immutable_tags', value: true }],
    ['a list of rules', { name: 'immutable_tags_rules', value: ['.*'] }],
  ] as const
  const lacking = parts.filter(([, field]) => requestForm(binding, [field]) === undefined)
  return (lacking.length === 0 ? parts : lacking).map(([what]) => what).join(' and ')
}

const rulesForm = (probe: Probe, enabled: boolean, rules: readonly string[]): JsonObject | undefined => {
  const binding = probe.bind(updating)
  if (rules.length > 1 && marksIn(binding.requestBody).some(isOneRule)) return undefined
  const listed = { name: 'immutable_tags_rules', value: rules }
  // A form of rules alone, in whatever object it stands, has no switch: with rules, they hold.
  const said = placesOf(binding.requestSchema).filter(
    ({ path, schema }) => !path.includes(eachItem) && Object.keys(membersOf(schema).properties).length === 0,
  )
  return enabled && said.length === 1
    ? requestForm(binding, [listed])
    : requestForm(binding, [{ name: 'immutable_tags', value: enabled }, listed])
}

/** Reads settings with the switch as a boolean where the target takes two words for it, such as the modes `none` and `matching`. */
export const withSwitch = (probe: Probe): ((settings: JsonObject) => JsonObject) => {
  const [on = {}, off = {}] = [true, false].map(enabled => membersByPath(rulesForm(probe, enabled, ['.*']) ?? {}))
  const word = (value: unknown): string | undefined => (typeof value === 'string' ? value.toLowerCase() : undefined)
  const path = Object.keys(on).find(key => word(on[key]) !== word(off[key]))
  if (path === undefined) return settings => settings
  const name = lastOf(path)
  return settings =>
    [on[path], off[path]].some(value => word(value) !== undefined && word(value) === word(settings[name]))
      ? { ...settings, [name]: word(settings[name]) === word(on[path]) }
      : settings
}

/** The settings in the form that the target takes. */
const settingsForm = (probe: Probe): unknown => probe.bind(updating).requestBody ?? rulesForm(probe, true, ['.*']) ?? {}

const isLink = (value: unknown): boolean => isObject(value) && linkIn(value) !== undefined

/** Whether an answer has a member for rules, as it is usually called or as the target calls it in a request: which members a repository shows is open. */
export const hasPlaceForRules = (probe: Probe, answer: Answered): boolean => {
  const own = objectsIn(settingsForm(probe)).flatMap(object =>
    Object.keys(object).filter(key => Array.isArray(object[key]) || /rules|^\.\*$/.test(String(object[key]))),
  )
  return objectsIn(json(answer)).some(object =>
    // A link to the settings is none.
    Object.keys(object).some(key => (/immut|rule/i.test(key) || own.includes(key)) && !isLink(object[key])),
  )
}

/** Sets the rules, in the form that the target declares. */
export const setRules = async (
  probe: Probe,
  { namespace, repository }: RepositoryFixture,
  enabled: boolean,
  rules: readonly string[],
): Promise<Answered> => {
  const form = rulesForm(probe, enabled, rules)
  if (!form) throw new Missing('form-unknown', { operation: updating, what: lackingIn(probe.bind(updating)) })
  return probe.call(updating, { namespace, repository }, { json: form })
}

/** How the switch is set alone, where the target declares that what a change does not name stays (RFC 7396); undefined elsewhere. */
export const switchCall = (probe: Probe, enabled: boolean): CallOptions | undefined => {
  const binding = probe.bind(updating)
  if (!/^application\/merge-patch\+json\b/i.test(binding.requestType ?? '')) return undefined
  const json = requestForm(binding, [{ name: 'immutable_tags', value: enabled }])
  return json && { json }
}

/** What the target publishes without a body takes what is stored, or a form that nobody knows. */
const isUndeclared = ({ from, method, requestSchema, requestBody }: Binding): boolean =>
  from === 'reference' && method !== 'GET' && requestSchema === undefined && requestBody === undefined

/** What a change did not do shows nothing of the target where it is not known how the change is to be sent. */
export const unlessUndeclared = (probe: Probe, finding: Finding): Finding =>
  finding.kind === 'holds' || finding.code === 'request-refused' || !isUndeclared(probe.bind(updating))
    ? finding
    : unclear(...undeclaredForm(probe.bind(updating), 'the switch and the rules'), ...finding.seen)

/** Does work that sets rules of the run's own repository, and looks at them, alone: another case would set its own in between. */
export const settingRules = <T>(probe: Probe, work: () => Promise<T>): Promise<T> => probe.inTurn('rules', work)

/** A judgement that sets rules: alone, and open where the form of the rules is not declared. */
export const whileAlone =
  (judge: (probe: Probe) => Promise<Finding>) =>
  (probe: Probe): Promise<Finding> =>
    settingRules(probe, async () => unlessUndeclared(probe, await judge(probe)))

/** A rule that nobody else sets, and that matches no tag which anybody has. */
export const ruleOf = (probe: Probe, label: string): string => `${probe.fresh(label)}.*`
/** How a pattern is sent; a target may bind the operation to a method whose requests have no body. */
export const patternCall = (probe: Probe, pattern: string): CallOptions => {
  const binding = probe.bind(verifying)
  if (binding.method === 'GET') {
    const names = Object.keys(binding.query ?? {})
    const name = names.find(one => isCalled(one, 'regex')) ?? names[0]
    // What is published without a parameter takes what is stored.
    return name === undefined && binding.from === 'reference' ? {} : { query: { [name ?? 'regex']: pattern } }
  }
  const form = requestForm(binding, [{ name: 'regex', value: pattern }])
  if (!form) throw new Missing('form-unknown', { operation: verifying, what: 'a pattern' })
  return { json: form }
}

/**
 * How a tag is sent, where the target declares a member for the name of one that it requires, or none for a pattern: without a tag that is known, the
 * one that it declares as an example. Undefined where a pattern is enough.
 */
export const tagCall = (probe: Probe, tag?: string): CallOptions | undefined => {
  const binding = probe.bind(verifying)
  const formOf = (name: string, value: string) => requestForm(binding, [{ name, value }])
  if (binding.method === 'GET') return undefined
  const { path = [], schema } = placeFor(placesOf(binding.requestSchema), 'tag', 'latest') ?? {}
  const isRequired = membersOf(binding.requestSchema).required.includes(path.join())
  if (!isRequired && formOf('regex', 'v.*')) return undefined
  const example = isObject(schema) && typeof schema.example === 'string' ? schema.example : 'latest'
  const json = formOf('tag', tag ?? example)
  return json && { json }
}

/** Whether a request has a pattern as one: what was bound may send another text, or the pattern as the name of a tag. */
const isSentAsPattern = (answer: Answered, pattern: string): boolean => {
  const members = [...new URL(answer.request.url).searchParams, ...objectsIn(sentIn(answer)).flatMap(Object.entries)]
  return members.some(
    ([key, value]) => !isCalled(key, 'tag') && [value].flat().some(one => String(one).includes(pattern)),
  )
}

/** Asks about a repository in the form that the target takes: with a pattern, or with a tag. */
export const verifyAnyhow = async (
  probe: Probe,
  { namespace, repository }: RepositoryFixture,
  pattern: string,
  tag?: string,
): Promise<Answered> => {
  const binding = probe.bind(verifying)
  if (isUndeclared(binding)) throw new Missing(...undeclaredForm(binding, 'a pattern'))
  return probe.call(verifying, { namespace, repository }, tagCall(probe, tag) ?? patternCall(probe, pattern))
}

/** Asks which tags of a repository a pattern matches. */
export const verify = async (probe: Probe, own: RepositoryFixture, pattern: string): Promise<Answered> => {
  const asked = tagCall(probe) ? undefined : await verifyAnyhow(probe, own, pattern)
  if (!asked || !isSentAsPattern(asked, pattern))
    throw new Missing('form-unknown', { operation: verifying, what: 'a pattern' })
  return asked
}

/** Whether an answer shows a rule anywhere, alone or among others in one text. */
export const showsRule = (answer: Answered, rule: string): boolean => {
  if (answer.response.body.includes(rule)) return true
  // JSON may write any of its letters as an escape.
  const body = jsonIn(answer)
  return contains(body, rule) || scalarsIn(body).some(text => text.includes(rule))
}

/** The object that holds a rule in a member of its own, in a list, a text or a map, and with it the settings. */
export const settingsIn = (answer: Answered, rule: string): JsonObject | undefined => {
  const holds = (value: unknown): boolean =>
    value === rule || (Array.isArray(value) && value.some(item => item === rule || (isObject(item) && holdsAny(item))))
  const holdsAny = (object: JsonObject): boolean => Object.keys(object).some(key => holds(object[key]))
  const objects = objectsIn(jsonIn(answer))
  const holding = (isPlace: (value: unknown) => boolean): JsonObject | undefined =>
    objects.find(object => Object.keys(object).some(key => isPlace(object[key])))
  const isMap = (value: unknown): boolean =>
    isObject(value) &&
    Object.keys(value).length > 0 &&
    (Object.hasOwn(value, rule) || Object.values(value).every(one => one === rule))
  return holding(value => Array.isArray(value) && holds(value)) ?? holding(isMap) ?? holding(value => value === rule)
}

/** Patterns with the tags that they match, whether or not they are taken as anchored. */
export interface KnownPattern {
  readonly pattern: string
  readonly matches: readonly string[]
  /** What the same text matches as a glob, in which a dot is a dot, if that differs. */
  readonly asGlob?: readonly string[]
}

/** A whole tag that no other tag contains, so that anchored or not, and in any case, it matches that one alone. */
export const literalPattern = (tags: readonly string[]): KnownPattern | undefined => {
  const alone = (tag: string): boolean =>
    tags.every(other => other === tag || !other.toLowerCase().includes(tag.toLowerCase()))
  // Letters and digits mean themselves in every syntax; only a dot must be escaped, as globs understand it, too.
  const tag =
    tags.find(name => /^[a-z0-9]+$/.test(name) && alone(name)) ??
    tags.find(name => /^[\w.-]+$/.test(name) && alone(name))
  return tag === undefined ? undefined : { pattern: tag.replaceAll('.', '[.]'), matches: [tag] }
}

/** The first letters of some tags, which occur in no other tag; with `.*` behind them they match as a prefix anywhere. */
export const prefixPattern = (tags: readonly string[]): KnownPattern | undefined => {
  let best: KnownPattern | undefined
  for (const tag of tags)
    for (const length of [1, 2, 3]) {
      const prefix = tag.slice(0, length)
      if (!/^[a-z0-9]+$/.test(prefix)) continue
      const matches = tags.filter(other => other.startsWith(prefix))
      const anywhere = tags.filter(other => other.toLowerCase().includes(prefix))
      if (anywhere.length !== matches.length || matches.length === tags.length) continue
      if (!best || matches.length > best.matches.length)
        best = { pattern: `${prefix}.*`, matches, asGlob: tags.filter(other => other.startsWith(`${prefix}.`)) }
    }
  return best
}

/** What shows the settings of a repository, as it is called. */
export interface ShownSettings {
  readonly operation: string
  readonly answer: Answered
}

/** A segment that is called after the settings, and after nothing that is made of them, such as a history. */
const settingsSegment =
  /^[/:](?=.*immutab)(?:immutab(?:le|ility)|tags?|settings?|polic(?:y|ies)|rules?|config(?:uration)?|get|[-_.])+\/?$/i

/** Whether an answer is declared with a switch and rules: a list of tags has neither, or rules alone. */
const declaresSettings = (operation: Parameters<typeof declaredSuccesses>[0]): boolean => {
  const schemas = declaredSuccesses(operation).flatMap(({ schema }) => objectsIn(schema))
  const names = schemas.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []))
  return ['immutable_tags', 'immutable_tags_rules'].every(published => names.some(name => isCalled(name, published)))
}

/**
 * The path at which the target publishes that settings are read: that of their change, else the only one next to it that is named after them and
 * declares them.
 */
const settingsPath = async (probe: Probe): Promise<string | undefined> => {
  const { path } = probe.bind(updating)
  const reference = await probe.fixture('reference')
  if (operationsAt(reference, { method: 'GET', path }).length > 0) return path
  const repository = path.replace(/[/:][^{}/:]+\/?$/, '')
  const isNext = (place: string): boolean =>
    place.startsWith(repository) && settingsSegment.test(place.slice(repository.length))
  const [only, ...others] = reference.operations.filter(
    ({ method, path: place }) => method === 'GET' && isNext(place) && place !== probe.bind(verifying).path,
  )
  return others.length === 0 && only && declaresSettings(only) ? only.path : undefined
}

/** The settings at the path that the target publishes for them. */
const publishedSettings = async (probe: Probe, own: RepositoryFixture): Promise<ShownSettings | undefined> => {
  const isRepository = normalTemplate(probe.bind(updating).path) === normalTemplate(probe.bind('GetRepository').path)
  if (isRepository || !(await probe.hasFixture('reference'))) return undefined
  const path = await settingsPath(probe)
  const named = { namespace: own.namespace, repository: own.repository }
  const filled = path && fill(path, operationRoles[updating], named)
  if (!path || !filled || filled.includes('{')) return undefined
  const ask = await declaredAsk(probe, { method: 'GET', path }, filled, named)
  return { operation: `GET ${path}`, answer: await probe.send({ ...ask, anyStatus: true }) }
}

/** Reads a repository and, where that does not show the rule, the settings at a path of their own: whichever shows it, or has a place for it. */
export const readSettings = async (
  probe: Probe,
  own: RepositoryFixture,
  rule: string,
  options: CallOptions = {},
): Promise<ShownSettings> => {
  const repository = { operation: 'GetRepository', answer: await probe.call('GetRepository', own, options) }
  const isShown = ({ answer }: ShownSettings): boolean => isSuccess(answer) && showsRule(answer, rule)
  const hasPlace = ({ answer }: ShownSettings): boolean =>
    jsonOfSuccess(answer) !== undefined && hasPlaceForRules(probe, answer)
  if (isShown(repository)) return repository
  const there = await publishedSettings(probe, own)
  return there && (isShown(there) || (hasPlace(there) && !hasPlace(repository))) ? there : repository
}

/** What the switch and the rules are, as text; ids, times and counters in a list of rules are none of them. */
const settingOf = (value: unknown): string | undefined => {
  if (!Array.isArray(value)) return typeof value === 'boolean' || value === null ? String(value ?? '') : undefined
  const texts = value.flatMap(item =>
    isObject(item) ? Object.keys(item).flatMap(key => (isCalled(key, 'regex') ? [item[key]] : [])) : [item],
  )
  return texts.map(String).sort().join('\n')
}

/** A switch or a list of rules that two readings of one repository show with other values, by its path: as the target calls it in a request, or in an object for immutable tags. */
export const changedSetting = (probe: Probe, before: Answered, after: ShownSettings): string | undefined => {
  if (before.request.url !== after.answer.request.url) return undefined
  const own = objectsIn(settingsForm(probe)).flatMap(Object.keys)
  const isSetting = (path: string): boolean => {
    const name = lastOf(path)
    const isUsual = isCalled(name, 'immutable_tags') || isCalled(name, 'immutable_tags_rules')
    return own.includes(name) || (isUsual && (after.operation !== 'GetRepository' || /immut/i.test(path)))
  }
  const [then = {}, now = {}] = [before, after.answer].map(answer => {
    const body = jsonOfSuccess(answer)
    return isObject(body) ? membersByPath(body) : {}
  })
  return Object.keys(then).find(path => {
    const [was, is] = [settingOf(then[path]), settingOf(now[path])]
    return isSetting(path) && was !== undefined && is !== undefined && was !== is
  })
}

/** Looks at a repository that is not shown, or has no place for rules: what it does not show by then, it does not show at all. */
export const placelessLooks = 3

/** Reads settings until they fit or patience ends. */
export const awaitSettings = async (
  probe: Probe,
  own: RepositoryFixture,
  rule: string,
  fits: (answer: Answered) => boolean,
): Promise<ShownSettings & { readonly fits: boolean }> => {
  let last = await readSettings(probe, own, rule)
  let looks = 0
  const found = await probe.eventually(async () => {
    if (looks++ > 0) last = await readSettings(probe, own, rule)
    if (!isSuccess(last.answer)) return undefined
    if (fits(last.answer)) return true
    return looks >= placelessLooks && !hasPlaceForRules(probe, last.answer) ? false : undefined
  })
  return { ...last, fits: found === true }
}
