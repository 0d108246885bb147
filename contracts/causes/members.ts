import type { Exchange } from '../exchange.ts'
import { isObject } from '../json.ts'
import { type Binding, operationWords } from '../operations.ts'
import { isRunName } from '../run/run-name.ts'
import { areaOf, fixtureIn, operationOf, type Recorded } from './evidence.ts'
import { grouped } from './grouped.ts'
import { type Complaint, complaintsIn, membersIn, wordsIn } from './said.ts'
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

/** Whether a target had returned this value of a member, in an answer about things of this kind, before an update sent it. */
const isReturned = (update: Exchange, report: Recorded, member: string, json: string): boolean => {
  const { exchanges } = report
  const earlier = exchanges.slice(
    0,
    exchanges.findIndex(exchange => exchange.id === update.id),
  )
  const areaAt = (exchange: Exchange): string | undefined => areaOf(operationOf(exchange, report))
  return (
    /^P(?:UT|ATCH)$/.test(update.request.method) &&
    earlier.some(
      each =>
        each.response !== null &&
        each.response.status < 300 &&
        [undefined, areaAt(update)].includes(areaAt(each)) &&
        each.response.body.includes(member) &&
        // A number is sent as a text where it is declared as one.
        membersIn(each.response.body).some(
          ([other, value]) => other === member && [value, `"${value}"`].includes(json),
        ),
    )
  )
}

/** Whether an update sends a name of the run that its thing has already. */
export const keepsName = (update: Exchange, report: Recorded): boolean =>
  membersIn(update.request.body).some(
    ([member, json]) => isRunName(JSON.parse(json)) && isReturned(update, report, member, json),
  )

/** Words for what must not be sent. */
const member = '(?:field|key|member|propert|input|attribute|param)'
const unwanted = new RegExp(
  String.raw`should not exist|\b(?:extra|additional|unknown|unexpected|unrecogni[sz]ed) (?:\w+ )?${member}|${member}\w* (?:is |are )?(?:unknown|not (?:permitted|allowed|known|recogni[sz]ed))|read[- ]?only|immutable|(?:cannot|can't|may not|must not) be (?:changed|modified|set|sent)`,
  'i',
)

const isUnwanted = ({ says = '' }: Complaint): boolean => unwanted.test(says)

/** The one member that is declared as required and not wanted, and the one that is wanted in its place. */
const renamedIn = (
  complaints: readonly Complaint[],
  binding: Binding,
): readonly [refused: Complaint, wanted: Complaint] | undefined => {
  const { declared, required } = formIn(binding)
  const [refused, ...others] = complaints.filter(isUnwanted)
  const [wanted, ...more] = complaints.filter(each => !isUnwanted(each) && !declared.has(each.name))
  const isOne = refused !== undefined && required.has(refused.name) && others.length + more.length === 0
  return isOne && wanted !== undefined ? [refused, wanted] : undefined
}

/** What to do about members that were refused alike, by why they were. */
const asks = {
  renamed: (names: string, body: string) => `Rename ${names} in ${body}, as the answer asks`,
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
  const [refused, wanted] = renamedIn(complaints, binding) ?? []
  const whyRefused = (complaint: Complaint, json: string | undefined): keyof typeof asks => {
    const { name } = complaint
    const property = declared.get(name)
    if (json === undefined) return property === undefined ? 'undeclared' : required.has(name) ? 'example' : 'optional'
    if (isOfGroup && group.isGiven && json === JSON.stringify(group.value.groupId)) return 'group'
    if (isUnwanted(complaint)) return 'unwanted'
    if (isReturned(exchange, report, name, json)) return 'returned'
    return property !== undefined && declaresValues(property) ? 'declared' : 'chosen'
  }
  const all = complaints.flatMap((complaint): readonly { why: keyof typeof asks; told: string }[] => {
    const json = sent.get(complaint.name)
    const why = whyRefused(complaint, json)
    if (binding.requestSchema === undefined && why !== 'returned') return []
    if (complaint === refused) return [{ why: 'renamed', told: `${refused.path} to ${wanted?.path}` }]
    if (complaint === wanted) return []
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

const ofBodies: ReadonlySet<unknown> = new Set([200, 201, 202, 204, 400, 415, 422])

/** Whether every body was refused in the same words, whichever operation took it. */
const isAnyBody = (refused: Exchange, report: Recorded): boolean => {
  const all = report.exchanges.filter(
    ({ request, response }) => request.as === 'valid' && request.body !== null && ofBodies.has(response?.status),
  )
  const answers = all.flatMap(each => {
    const operation = operationOf(each, report)
    return operation === undefined ? [] : [{ operation, says: wordsIn(each.response) }]
  })
  return (
    new Set(answers.map(({ operation }) => operation)).size > 1 &&
    answers.every(({ says }) => says !== undefined && says === wordsIn(refused.response))
  )
}

/** What to do about the refusal of a declared body that names no member: it is about how many things there are, or about any body. */
export const asksAboutWhole = (refused: Exchange, binding: Binding, report: Recorded): string | undefined => {
  if (quota.test(wordsIn(refused.response) ?? '')) return 'Delete some of what counts towards this limit, or raise it.'
  const isOfHeader = /\bheader\b|[cx]srf/i.test(wordsIn(refused.response) ?? '')
  return binding.requestSchema !== undefined && !isOfHeader && isAnyBody(refused, report)
    ? 'Parse the bodies of requests with Content-Type: application/json: every operation refused its body in these words, whatever was in it.'
    : undefined
}

/** A body that was refused, without the members that are not wanted, and with a mark for those that are missing or have another value. */
export const corrected = (body: unknown, complaints: readonly Complaint[], binding: Binding): unknown => {
  if (!isObject(body)) return body
  const [refused, wanted] = renamedIn(complaints, binding) ?? []
  const corrections = complaints
    .filter(({ path, name }) => path === name)
    .map(each => [each.name, isUnwanted(each) ? undefined : each === wanted ? body[refused?.name ?? ''] : '…'] as const)
    .filter(([name, value]) => value === undefined || !isRunName(body[name]))
  return { ...body, ...Object.fromEntries(corrections) }
}
