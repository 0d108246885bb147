import type { Exchange } from '../exchange.ts'
import { isObject } from '../json.ts'
import { type Binding, operationWords } from '../operations.ts'
import { isRunName } from '../run/run-name.ts'
import { fixtureIn, type Recorded } from './evidence.ts'
import { grouped } from './grouped.ts'
import { type Complaint, complaintsIn, membersIn } from './said.ts'
import { listed } from './wording.ts'

/** What to do about members of a request body that the target refuses. */

/** Keywords that say which values a member takes. */
const saysValues = ['example', 'examples', 'default', 'enum', 'const']

const longestValue = 60

/** The members of a request body that its schema declares, and those that it requires. */
const formIn = ({ requestSchema }: Binding) => {
  const declared = new Map<string, object>()
  const required = new Set<string>()
  JSON.stringify(requestSchema, (key, value: unknown) => {
    if (key === 'properties' && isObject(value))
      for (const [name, property] of Object.entries(value)) if (isObject(property)) declared.set(name, property)
    if (key === 'required' && Array.isArray(value)) for (const name of value) required.add(String(name))
    return value
  })
  return { declared, required }
}

/** What a refusal says of the members of a request: of those that were sent, and those that are declared. */
export const complaintsAbout = ({ request, response }: Exchange, binding: Binding): readonly Complaint[] => {
  const known = [...membersIn(request.body).map(([name]) => name), ...formIn(binding).declared.keys()]
  return complaintsIn(response?.body ?? '', [...new Set(known)])
}

const declaresValues = (property: object): boolean => saysValues.some(key => key in property)

/** The members of a refused body for which nothing declares a value, with what was sent. */
export const chosenByRun = ({ request }: Exchange, binding: Binding): string | undefined => {
  const { declared } = formIn(binding)
  const isOpen = ([name, json]: readonly [string, string]): boolean => {
    const property = declared.get(name)
    return property !== undefined && !declaresValues(property) && !isRunName(JSON.parse(json))
  }
  const told = membersIn(request.body)
    .filter(isOpen)
    .slice(0, 3)
    .map(([name, json]) => `${name} (${json.slice(0, longestValue)})`)
  return told.length === 0 ? undefined : listed([...new Set(told)])
}

/** Whether a target had returned this value of a member before an update sent it. */
const isReturned = ({ id, request }: Exchange, { exchanges }: Recorded, member: string, json: string): boolean => {
  const earlier = exchanges.slice(
    0,
    exchanges.findIndex(exchange => exchange.id === id),
  )
  return (
    /^P(?:UT|ATCH)$/.test(request.method) &&
    earlier.some(
      ({ response }) =>
        response !== null &&
        response.status < 300 &&
        response.body.includes(member) &&
        membersIn(response.body).some(([other, value]) => other === member && value === json),
    )
  )
}

/** Words for what must not be sent. */
const member = '(?:field|key|member|propert|input|attribute|param)'
const unwanted = new RegExp(
  String.raw`\b(?:extra|additional|unknown|unexpected|unrecogni[sz]ed) (?:\w+ )?${member}|${member}\w* (?:is |are )?(?:unknown|not (?:permitted|allowed|known|recogni[sz]ed))|read[- ]?only|immutable|(?:cannot|can't|may not|must not) be (?:changed|modified|set|sent)`,
  'i',
)

const isUnwanted = ({ says = '' }: Complaint): boolean => unwanted.test(says)

/** What to do about members that were refused alike, by why they were. */
const asks = {
  undeclared: (names: string, body: string) => `Declare ${names} in ${body}, as required, with an example`,
  optional: (names: string, body: string) =>
    `Declare ${names} as required, with the type and the values that are accepted, in ${body}`,
  example: (names: string, body: string) => `Declare an accepted example of ${names} in ${body}`,
  unwanted: (names: string, body: string) => `Accept ${names}, or remove it from ${body}, or mark it readOnly there`,
  group: (names: string) => `Name a group that exists, instead of ${names}`,
  returned: (names: string) => `Accept ${names}, as the target returns it, or return a value that is accepted`,
  declared: (names: string, body: string) => `Accept ${names}, or correct the values that ${body} declares`,
  chosen: (names: string, body: string) =>
    `Accept ${names}, or declare the values that are accepted (enum, pattern or example) in ${body}`,
} as const

/** What to do about members that an answer names; of a body that is not declared, only about those that it returned itself. Undefined for none. */
export const asksAbout = (
  complaints: readonly Complaint[],
  exchange: Exchange,
  binding: Binding,
  report: Recorded,
): string | undefined => {
  const { declared, required } = formIn(binding)
  const sent = new Map(membersIn(exchange.request.body))
  const isOfGroup = binding.operation === 'CreateRepositoryGroup'
  const group = fixtureIn(report, 'group')
  const whyRefused = (complaint: Complaint, json: string | undefined): keyof typeof asks => {
    const { name } = complaint
    const property = declared.get(name)
    if (json === undefined) return property === undefined ? 'undeclared' : required.has(name) ? 'example' : 'optional'
    if (isOfGroup && group.isGiven && json === JSON.stringify(group.value.groupId)) return 'group'
    if (isUnwanted(complaint)) return 'unwanted'
    if (isReturned(exchange, report, name, json)) return 'returned'
    return property !== undefined && declaresValues(property) ? 'declared' : 'chosen'
  }
  const all = complaints.flatMap(complaint => {
    const json = sent.get(complaint.name)
    const why = whyRefused(complaint, json)
    if (binding.requestSchema === undefined && why !== 'returned') return []
    const value = json === undefined || json.length > longestValue || why === 'unwanted' ? '' : ` ${json}`
    return [{ why, told: why === 'group' ? String(group.value.groupId) : `${complaint.path}${value}` }]
  })
  const body = `the request body of ${operationWords(binding.operation)} in the OpenAPI document`
  const sentences = [...grouped(all, ({ why }) => why)].map(
    ([why, same]) => `${asks[why](listed(same.map(({ told }) => told)), body)}.`,
  )
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

/** Words for a limit on how many things there are, and not on how long a value is. */
const quota = /\b(?:quota|too many|limit|maximum number)\b(?!.*\b(?:characters?|length|long|bytes)\b)/i

/** What to do about a refusal that names no member and is about how many things there are. */
export const asksAboutLimit = (says: string | undefined): string | undefined =>
  says !== undefined && quota.test(says) ? 'Delete some of what counts towards this limit, or raise it.' : undefined

/** A body that was refused, without the members that are not wanted, and with a mark for those that are missing or have another value. */
export const corrected = (body: unknown, complaints: readonly Complaint[]): unknown => {
  if (!isObject(body)) return body
  const corrections = complaints
    .filter(({ path, name }) => path === name)
    .map(complaint => [complaint.name, isUnwanted(complaint) ? undefined : '…'] as const)
    .filter(([name, value]) => value === undefined || !isRunName(body[name]))
  return { ...body, ...Object.fromEntries(corrections) }
}
