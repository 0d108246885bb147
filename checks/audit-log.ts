import type { Answered } from '../contracts/exchange.ts'
import type { Probe } from '../contracts/requirement.ts'
import { type Finding, holds, unclear } from '../contracts/results/finding.ts'
import { declaredValues } from './answers/declared-lists.ts'
import { itemsOf } from './answers/plain-form.ts'
import { declaredFor, hasTag } from './documents/published-documents.ts'
import { readList } from './paging/list.ts'
import type { ListEnd } from './paging/pages.ts'
import { fill, normalTemplate } from './path-template.ts'
import { isSuccess } from './reading/exchanges.ts'
import { isObject } from './reading/json.ts'
import { mentions, ownTextsOf } from './reading/things.ts'
import { scalarsIn } from './round-trip.ts'

/** Pages asked for by number where the log names no next one. */
export const numberedPages = 50

/** What was seen of an audit log. */
export interface AuditLog {
  readonly first: Answered
  /** The last page that was asked for by number and brought something; 1 where none was. */
  readonly lastPage: number
  /** Whether everything was read; false where there was more than is read by number. */
  readonly whole: boolean
  readonly end: ListEnd
  /** Every entry, with the page that it stands on. */
  readonly entries: ReadonlyMap<string, { readonly entry: unknown; readonly page: Answered }>
}

interface LogQuery {
  /** What was read before is not read again in between: a log grows at one of its ends. */
  readonly before?: AuditLog | undefined
  readonly query?: Readonly<Record<string, string>>
  /** The first page, where it was read already. */
  readonly first?: Answered
  /** Whether a page has what is looked for: nothing is read after the first page that does. */
  readonly isEnough?: (items: readonly unknown[]) => boolean
}

/**
 * Reads an audit log: the pages that it links to, and, since the published log names no next page, further ones by number as long as they
 * bring something new. Undefined where it answers without success or with no list.
 */
export const readLog = async (
  probe: Probe,
  org: string,
  { before, query = {}, isEnough = () => false, ...given }: LogQuery = {},
): Promise<AuditLog | undefined> => {
  const first = given.first ?? (await probe.call('audit.events', { org, namespace: org }, { query, anyStatus: true }))
  const shown = itemsOf(first)
  if (shown === undefined) return undefined
  const entries = new Map<string, { readonly entry: unknown; readonly page: Answered }>()
  const add = (items: readonly unknown[], page: Answered): number => {
    const size = entries.size
    for (const entry of items)
      if (!entries.has(JSON.stringify(entry))) entries.set(JSON.stringify(entry), { entry, page })
    return entries.size - size
  }
  if (isEnough(shown)) {
    add(shown, first)
    return { first, entries, lastPage: 1, end: 'shown', whole: false }
  }
  const linked = await readList(probe, first)
  for (const { items, exchange } of linked.pages) add(items, exchange)
  const { end } = linked
  if (linked.pages.length > 1) return { first, entries, lastPage: 1, end, whole: !linked.goesOn }
  const grown = [...entries.keys()].some(key => !before?.entries.has(key))
  let lastPage = 1
  for (let number = grown ? 2 : Math.max(2, before?.lastPage ?? 1); number <= numberedPages; number++) {
    const page = await probe.call(
      'audit.events',
      { org, namespace: org },
      { query: { ...query, page: String(number) }, anyStatus: true },
    )
    if (add(itemsOf(page) ?? [], page) === 0)
      return { first, entries, lastPage, end, whole: lastPage > 1 || !linked.goesOn }
    lastPage = number
  }
  return { first, entries, lastPage, end: 'shown', whole: false }
}

/** Whether an entry names one of these, as a value, as a part of one, or inside a sentence. */
export const namesAny = (entry: unknown, marks: readonly string[]): boolean =>
  marks.some(mark => mentions(entry, mark) || scalarsIn(entry).some(text => mark.length > 8 && text.includes(mark)))

/** Values of declared query parameters that are sent, each in a request of its own. */
const mostValues = 12

/** Parameters that choose a part of the same entries, or their order: what they leave out is shown without them. */
const ofPart = /page|limit|size|offset|cursor|after|before|start|from|until|since|to$|end|sort|order|direction|format/i

/** Whether a query asks for entries about tokens, or for all. */
const speaksOfAll = (query: object): boolean => /token|oats?$|^(?:all|any|\*)$/i.test(Object.values(query).join())

interface DeclaredQueries {
  readonly queries: readonly Readonly<Record<string, string>>[]
  /** Whether what the log shows for none of them is nowhere in it. */
  readonly isWhole: boolean
}

/** What the target declares that its log can be asked for: it may show some entries only for a value that nobody sends by default. */
export const declaredQueries = async (probe: Probe): Promise<DeclaredQueries> => {
  const { method, path, query = {} } = probe.bind('audit.events')
  if (!(await probe.hasFixture('reference'))) return { queries: [], isWhole: true }
  const { parameters = [] } = declaredFor(await probe.fixture('reference'), { method, path }) ?? {}
  // What says whose log it is chooses nothing in it.
  const isOfOwner = (name: string): boolean => /^\{(?:org|namespace)\}$/.test(query[name] ?? '')
  const filters = parameters.filter(
    ({ name, in: place }) => place === 'query' && !ofPart.test(name) && !isOfOwner(name),
  )
  const queries = filters
    .flatMap(filter => declaredValues(filter).map(value => ({ [filter.name]: String(value) })))
    .sort((one, other) => Number(speaksOfAll(other)) - Number(speaksOfAll(one)))
  const required = filters.filter(filter => filter.required)
  return {
    queries: queries.slice(0, mostValues),
    // Of two that have to be sent, only some pairs are.
    isWhole:
      queries.length <= mostValues &&
      required.length <= 1 &&
      required.every(filter => declaredValues(filter).length > 0),
  }
}

/** How many entries the log of an account has; undefined where what it answers cannot be read as a list. */
export const entriesOf = async (probe: Probe, org: string): Promise<number | undefined> => {
  const { queries } = await declaredQueries(probe)
  let count: number | undefined
  for (const query of [{}, ...queries]) {
    const answer = await probe.call('audit.events', { org, namespace: org }, { query, anyStatus: true })
    count = itemsOf(answer)?.length ?? count
    if (count !== 0) return count
  }
  return count
}

/** Whether something was done that a log must have an entry of. */
export const addsEntry = async (probe: Probe, org: string): Promise<boolean> =>
  (await probe.hasFixture('oat')) && (await probe.fixture('oat')).org === org

/**
 * What remains of a finding on the bound operation where the area has further ones that read: where the reference gives no ids, which of them
 * is the log is a guess, and which its actions. One that names a token of the run is the log; what another success is cannot be told.
 */
export const unlessOther = async (
  probe: Probe,
  operation: 'audit.events' | 'audit.actions',
  org: string,
  finding: Finding,
): Promise<Finding> => {
  const isLog = operation === 'audit.events'
  const isGuessed = probe.bind(operation).from === (isLog ? 'reference' : 'default')
  if (finding.kind === 'holds' || !isGuessed || !(await probe.hasFixture('reference'))) return finding
  const bound = (['audit.events', 'audit.actions'] as const).map(name => normalTemplate(probe.bind(name).path))
  const { operations } = await probe.fixture('reference')
  const token = isLog && (await addsEntry(probe, org)) ? await probe.fixture('oat') : undefined
  let left = finding
  for (const { method, path, tags } of operations) {
    const filled = fill(path, ['org'], { org })
    if (method !== 'GET' || !hasTag(tags, 'audit-logs') || filled.includes('{')) continue
    if (/\{[^{}]*id\}\/?$/i.test(path) || bound.includes(normalTemplate(path))) continue
    const answer = await probe.send({ method, path: filled, anyStatus: true })
    if (token && itemsOf(answer)?.some(entry => namesAny(entry, [token.label, token.id])))
      return holds(token.created, answer)
    if (left.kind !== 'violated') continue
    const seen = [...left.seen, answer] as const
    left = isSuccess(answer)
      ? unclear(isLog ? 'other-log' : 'other-operation', { ...left.values, operation, path }, ...seen)
      : { ...left, seen: [answer, ...left.seen] }
  }
  return left
}

/** Texts of an entry, with its names of members: `access_token.create` is one word as well as three. */
const textsOf = (entry: unknown, accounts: readonly string[] = []): readonly string[] =>
  scalarsIn(entry).filter(text => !accounts.includes(text))

const token = /token|(?:^|[^a-z])oats?(?:$|[^a-z])/i

/** Where a token is the means and not the matter, or is of another kind. */
const otherwise =
  /personal|(?:^|[^a-z])pats?(?:$|[^a-z])|log(?:ged|s)?[ _.-]?(?:in|on)(?:$|[^a-z])|sign(?:ed|s)?[ _.-]?(?:in|on)(?:$|[^a-z])|bearer|authenticat|session|refresh|scim|csrf|(?:with|using|via|by means of|through) (?:an? |the |its |their )?(?:[a-z]+ ){0,2}token/i

/** Whether an entry says that it is about a token, and not a personal one, nor what was done with one. */
export const speaksOfTokens = (value: unknown): boolean => {
  const texts = textsOf(value)
  return texts.some(text => token.test(text)) && !texts.some(text => otherwise.test(text))
}

/** Whether an entry says that it is about a token of an organization. */
export const speaksOfOrganizationTokens = (value: unknown): boolean =>
  speaksOfTokens(value) &&
  textsOf(value).some(text =>
    /org(?:ani[sz]ation)?s?[ _.-]*(?:access[ _.-]*)?token|(?:^|[^a-z])oats?(?:$|[^a-z])/i.test(text),
  )

/** Members that say who did something, or with what. */
const actorName =
  /^(?:actor|user|author|initiator|principal|performer|auth|credentials?|client|session|(?:[a-z]+_)?by)(?:_?(?:id|uuid|name|label|type))?$/i

/** An entry without who did it: an entry about a repository that a token pushed to is not about the token. */
const matterOf = (entry: unknown): unknown =>
  JSON.parse(JSON.stringify(entry, (key, value: unknown) => (actorName.test(key) ? undefined : value)))

/** Whether an entry is about a token of an organization: it says so, or names one by one of the marks, whatever its words are. */
export const concernsToken = (entry: unknown, marks: readonly string[]): boolean => {
  if (otherKind(entry) !== undefined) return false
  const isMeans = textsOf(entry).some(text => otherwise.test(text))
  return speaksOfOrganizationTokens(entry) || (!isMeans && namesAny(matterOf(entry), marks))
}

/** What logs have entries of besides tokens, as far as their words are known. */
const knownMatters =
  /repo|(?:^|[^a-z])tags?(?:$|[^a-z])|push|pull|image|team|group|member|user|invit|role|permission|webhook|build|billing|plan|setting|domain|policy|rule|namespace|profile|email|password/i

/** Members that say what kind of thing an entry is about, or what was done. */
const kindKeys =
  /^(?:action|verb|activity|operation|kind|category|type|event|(?:event|action|resource|target|object|entity|subject)_?(?:name|type|kind))$/i

/** Words of kinds that are of no token: of things, of those who own them, and of what was done. */
const otherThings =
  /^(?:repos?|repositor(?:y|ies)|teams?|groups?|members?|images?|tags?|invit(?:es?|ations?)|webhooks?|builds?)$/
const commonWords =
  /^(?:orgs?|organi[sz]ations?|hub|log|event|creat(?:e|es|ed|ing|ion)|add(?:s|ed)?|new|delete[sd]?|remove[sd]?|update[sd]?|change[sd]?|make|made)$/

const wordsOfName = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

const kindsOf = (entry: unknown): readonly string[] => ownTextsOf(entry, kindKeys)

/** The kind that an entry gives itself, where that is the one of another thing than a token of an organization. What is in it as an id does not tell. */
export const otherKind = (entry: unknown): string | undefined => {
  const texts = textsOf(entry).filter(text => !/^\S*\d\S*$/.test(text))
  if (!isObject(entry) || speaksOfOrganizationTokens(texts)) return undefined
  const kinds = kindsOf(entry)
  const words = kinds.flatMap(wordsOfName)
  const isPersonal = words.includes('personal') || words.includes('pat')
  const isOther = words.some(word => otherThings.test(word))
  const isRead = words.every(word => otherThings.test(word) || commonWords.test(word))
  return isPersonal || (isOther && isRead && !texts.some(text => token.test(text)))
    ? kinds.join(', ').slice(0, 80)
    : undefined
}

/** Whether a kind is of an organization itself and of nothing in it: `org.create`. */
const isOfOrganization = (kind: string): boolean => {
  const words = wordsOfName(kind)
  return words.length > 1 && words.some(word => /^org/.test(word)) && words.every(word => commonWords.test(word))
}

/** Whether it can be told what an entry is about; its accounts, actors and instants do not tell. What is in other words cannot be told. */
export const isUnderstood = (entry: unknown, accounts: readonly string[]): boolean => {
  const texts = textsOf(matterOf(entry), accounts).filter(text => Number.isNaN(Date.parse(text)))
  const isKnown = texts.some(text => token.test(text) || otherwise.test(text) || knownMatters.test(text))
  return isKnown || kindsOf(entry).some(isOfOrganization)
}
