import type { Exchange } from '../exchange.ts'
import { operationWords } from '../operations.ts'
import { isRunName } from '../run/run-name.ts'
import type { Recorded } from './evidence.ts'
import { grouped } from './grouped.ts'
import { type Complaint, complaintsIn, membersIn } from './said.ts'
import { listed } from './wording.ts'

/** What to do about members of a request body that the target refuses. */

/** Keywords that say which values a member takes. */
const saysValues = ['example', 'examples', 'default', 'enum', 'const']

/** What a request body may have, as its schema declares it. */
interface Form {
  readonly declared: ReadonlyMap<string, object>
  readonly required: ReadonlySet<string>
}

export const formIn = (requestSchema: unknown): Form => {
  const declared = new Map<string, object>()
  const required = new Set<string>()
  JSON.stringify(requestSchema, (key, value: unknown) => {
    if (key === 'properties' && typeof value === 'object' && value !== null)
      for (const [name, property] of Object.entries(value))
        if (typeof property === 'object' && property !== null) declared.set(name, property)
    if (key === 'required' && Array.isArray(value)) for (const name of value) required.add(String(name))
    return value
  })
  return { declared, required }
}

/** What a refusal says of the members of a request: of those that were sent, and those that are declared. */
export const complaintsAbout = (
  { request, response }: Exchange,
  { requestSchema }: Recorded['bindings'][number],
): readonly Complaint[] => {
  const known = [...membersIn(request.body).map(([name]) => name), ...formIn(requestSchema).declared.keys()]
  return complaintsIn(response?.body ?? '', [...new Set(known)])
}

/** The members of a refused body for which nothing declares a value, with what was sent. */
export const chosenByRun = ({ request }: Exchange, { declared }: Form): string | undefined => {
  const isOpen = ([name, json]: readonly [string, string]): boolean => {
    const property = declared.get(name)
    return property !== undefined && !saysValues.some(key => key in property) && !isRunName(JSON.parse(json))
  }
  const told = membersIn(request.body)
    .filter(isOpen)
    .slice(0, 3)
    .map(([name, json]) => `${name} (${json.slice(0, 60)})`)
  return told.length === 0 ? undefined : listed([...new Set(told)])
}

/** Whether a target had returned this value of a member before it was sent. */
const isReturned = ({ id, request }: Exchange, { exchanges }: Recorded, member: string, json: string): boolean => {
  if (request.method !== 'PUT' && request.method !== 'PATCH') return false
  const earlier = exchanges.slice(
    0,
    exchanges.findIndex(exchange => exchange.id === id),
  )
  return earlier.some(
    ({ response }) =>
      response !== null &&
      response.status < 300 &&
      response.body.includes(member) &&
      membersIn(response.body).some(([other, value]) => other === member && value === json),
  )
}

/** Words for what must not be sent. */
const member = '(?:field|key|member|propert|input|attribute|param)'
const unwanted = new RegExp(
  String.raw`\b(?:extra|additional|unknown|unexpected|unrecogni[sz]ed) (?:\w+ )?${member}|${member}\w* (?:is |are )?(?:unknown|not (?:permitted|allowed|known|recogni[sz]ed))|read[- ]?only|immutable|(?:cannot|can't|may not|must not) be (?:changed|modified|set|sent)`,
  'i',
)

/** What to do about members that were refused alike, by why they were. */
const asks = {
  undeclared: (names: string, body: string) => `Declare ${names} in ${body}, as required, with an example`,
  optional: (names: string, body: string) =>
    `Declare ${names} as required, with the type and the values that are accepted, in ${body}`,
  example: (names: string, body: string) => `Declare an accepted example of ${names} in ${body}`,
  unwanted: (names: string, body: string) => `Accept ${names}, or remove it from ${body}, or mark it readOnly there`,
  group: (names: string) => `Name a group that exists, instead of ${names}`,
  listed: (names: string) => `Accept ${names}, which the list of groups shows`,
  returned: (names: string) => `Accept ${names}, as the target returns it, or return a value that is accepted`,
  declared: (names: string, body: string) => `Accept ${names}, or correct the values that ${body} declares`,
  chosen: (names: string, body: string) =>
    `Accept ${names}, or declare the values that are accepted (enum, pattern or example) in ${body}`,
} as const

type Why = keyof typeof asks

/** The longest value that is quoted. */
const longestValue = 60

/** Whether the caller of the run named a group, or the run found it. */
const groupIn = ({ fixtures }: Recorded): { readonly id?: unknown; readonly isGiven: boolean } => {
  const { value, from } = fixtures.find(({ need }) => need === 'group') ?? {}
  const { groupId } = (value ?? {}) as { readonly groupId?: unknown }
  return { id: groupId, isGiven: from === undefined }
}

interface Refusal {
  readonly exchange: Exchange
  readonly operation: string
  readonly form: Form
  readonly isDeclared: boolean
  readonly report: Recorded
}

const whyRefused = (
  { names, says = '' }: Complaint,
  json: string | undefined,
  { exchange, operation, form, report }: Refusal,
): Why => {
  const member = names.at(-1) ?? ''
  const property = form.declared.get(member)
  if (json === undefined)
    return property === undefined ? 'undeclared' : form.required.has(member) ? 'example' : 'optional'
  const group = groupIn(report)
  if (operation === 'CreateRepositoryGroup' && group.id !== undefined && JSON.parse(json) === group.id)
    return group.isGiven ? 'group' : 'listed'
  if (unwanted.test(says)) return 'unwanted'
  if (isReturned(exchange, report, member, json)) return 'returned'
  return property !== undefined && saysValues.some(key => key in property) ? 'declared' : 'chosen'
}

/** Words for a limit on how many things there are, and not on how long a value is. */
const quota = /\b(?:quota|too many|limit|maximum number)\b(?!.*\b(?:characters?|length|long|bytes)\b)/i

/** What to do about a refusal that names no member and is about how many things there are. */
export const asksAboutLimit = (says: string | undefined): string | undefined =>
  says !== undefined && quota.test(says) ? 'Delete some of what counts towards this limit, or raise it.' : undefined

/** What to do about members that an answer names; of a body that is not declared, only about those that it returned itself. Undefined for none. */
export const asksAbout = (complaints: readonly Complaint[], refusal: Refusal): string | undefined => {
  const sent = new Map(membersIn(refusal.exchange.request.body))
  const body = `the request body of ${operationWords(refusal.operation)} in the OpenAPI document`
  const all = complaints.flatMap(complaint => {
    const json = sent.get(complaint.names.at(-1) ?? '')
    const why = whyRefused(complaint, json, refusal)
    if (!refusal.isDeclared && why !== 'returned') return []
    const value = json === undefined || json.length > longestValue || why === 'unwanted' ? '' : ` ${json}`
    return [{ why, told: why === 'group' ? String(groupIn(refusal.report).id) : `${complaint.path}${value}` }]
  })
  const sentences = [...grouped(all, ({ why }) => why)].map(([why, same]) =>
    asks[why as Why](listed(same.map(({ told }) => told)), body),
  )
  return sentences.length === 0 ? undefined : `${sentences.join('. ')}.`
}

/** A body that was refused, without the members that are not wanted, and with a mark for those that are missing or have another value. */
export const corrected = (body: unknown, complaints: readonly Complaint[]): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const tops = complaints.filter(({ names }) => names.length === 1)
  const isUnwanted = ({ says = '' }: Complaint): boolean => unwanted.test(says)
  const left = new Set(tops.filter(isUnwanted).map(({ names: [name] }) => name))
  const isNamed = (name: string): boolean => isRunName((body as Readonly<Record<string, unknown>>)[name])
  const marked = tops.flatMap(({ names: [name] }) => (left.has(name) || isNamed(name) ? [] : [[name, '…'] as const]))
  return Object.fromEntries([...Object.entries(body).filter(([name]) => !left.has(name)), ...marked])
}
