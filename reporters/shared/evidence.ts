import { cited, lookupOf } from '../../contracts/causes/evidence.ts'
import { grouped } from '../../contracts/causes/grouped.ts'
import type { Exchange } from '../../contracts/exchange.ts'
import { jsonOf } from '../../contracts/json.ts'
import type { Excerpt } from '../../contracts/results/finding.ts'
import type { Report, ReportedCase, ReportedReason, ReportedRequirement } from '../../contracts/results/report.ts'
import { cut, line } from './bounds.ts'
import { reproduction } from './command.ts'
import { curlLines } from './curl.ts'
import { answerExcerpts, exchangeLine } from './exchange-line.ts'
import { isInsecure, why } from './facts.ts'
import { isAboutMade, sequenceLines } from './sequence.ts'
import { bodyExcerpt, defuse, visible } from './text.ts'

/** Excerpts of published documents. The message of Pact's verifier is left out: the reason already has it. */
export const publishedExcerpts = ({ excerpts }: Pick<ReportedCase, 'excerpts'>): readonly Excerpt[] =>
  excerpts.filter(({ document }) => document !== 'pact')

/** The item of a listed answer that a finding is about, and its place: `results[3] of 28`. */
interface ShownItem {
  readonly place: string
  readonly text: string
}

type IsAbout = (item: string, at: number) => boolean

/** How the sealed report writes a secret. */
const sealedSecret = /\[secret-\d+\]/g

/** What tells the item from the others; undefined where a finding is about the whole answer. */
const isAboutFor = ({ code, values }: ReportedReason, controls: readonly Exchange[]): IsAbout | undefined => {
  if (code === 'field-missing') return item => !item.includes(`"${values.field}":`)
  if (code === 'secret-shown-again') {
    const secrets = controls.flatMap(({ response }) => response?.body.match(sealedSecret) ?? [])
    return item => secrets.some(secret => item.includes(secret))
  }
  const [, index] = code === 'schema-mismatch' ? (/^\w*\[(\d+)\]/.exec(String(values.where)) ?? []) : []
  return index === undefined ? undefined : (_, at) => at === Number(index)
}

/** An answer of one item shows it whole, and so does one in which the item is not known. */
export const itemShown = (
  reason: ReportedReason | null,
  exchange: Exchange,
  controls: readonly Exchange[],
): ShownItem | undefined => {
  const isAbout = reason === null ? undefined : isAboutFor(reason, controls)
  if (reason === null || isAbout === undefined || !/list/i.test(String(reason.values.operation))) return undefined
  const body = jsonOf(exchange.response?.body ?? '')
  const [name, list] = Array.isArray(body)
    ? ['', body]
    : (Object.entries(typeof body === 'object' && body !== null ? body : {}).find(([, value]) =>
        Array.isArray(value),
      ) ?? [])
  if (!Array.isArray(list) || list.length < 2) return undefined
  const texts = list.map(item => JSON.stringify(item))
  // The place that the finding names, if it is there; else the first.
  const [, named] = /^item (\d+) of page/.exec(String(reason.values.where)) ?? []
  const found = [Number(named) - 1, ...texts.keys()].flatMap(at => {
    const text = texts[at]
    return text !== undefined && isAbout(text, at) ? [{ place: `${name}[${at}] of ${list.length}`, text }] : []
  })
  return found[0]
}

const documents: Readonly<Record<string, string>> = {
  lifecycle: 'lifecycle document',
  'published-reference': 'published reference',
}

/** `lifecycle document, Removed v1 routes`. */
export const sourceName = ({ source }: ReportedRequirement): string =>
  `${documents[source.document] ?? source.document}, ${source.section}`

/** Whether the sentence of a source is a quotation; what other documents say is put in our own words. */
export const isQuoted = ({ source }: ReportedRequirement): boolean => source.document === 'lifecycle'

/** What a requirement is based on: a quotation and where it stands, or a fact and where it is from. */
export const sourceText = (requirement: ReportedRequirement): string => {
  const [sentence, name] = [cut(requirement.source.sentence, 1_000), cut(sourceName(requirement), 300)]
  return isQuoted(requirement) ? `"${sentence}" (${name})` : `${sentence} (source: ${name})`
}

/** Nobody copies a longer command. */
const longestCommand = 4_000

const commandLines = (
  report: Report,
  exchange: Exchange<'sealed'>,
  requirement: string,
  width: number,
): readonly string[] => {
  const { url, body, headers } = exchange.request
  const again = reproduction(report, requirement).split('\n')
  // The made-up host of a target without a socket: no request can reach it from outside.
  if (!URL.canParse(url) || new URL(url).hostname.endsWith('.invalid'))
    return report.options.target === undefined ? [] : again
  const insecure = isInsecure(report)
  const sequence = sequenceLines(report, exchange, requirement, width, insecure)
  if (sequence !== undefined) return sequence.join('').length > longestCommand ? again : sequence
  if (isAboutMade(exchange, report)) return again
  const size = headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    url.length + (body ?? '').length,
  )
  return size > longestCommand ? again : curlLines(exchange.request, width, insecure)
}

/**
 * The commands that repeat a request: curl; for something that the run created, also the commands that create and delete it. Where that is
 * not possible, or the server has no address, the command that runs the requirement alone.
 */
export const repeatLines = (
  report: Report,
  exchange: Exchange<'sealed'>,
  requirement: string,
  width: number,
): readonly string[] => {
  const lines = commandLines(report, exchange, requirement, width)
  return lines.map((line, at) => (lines[at - 1]?.endsWith('\\') ? `  ${line.trim()}` : line))
}

const keysOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value).join(', ') : undefined

/** For a missing member: the members that are there, of the answer or of the first item of its list. */
export const membersShown = (
  { reason }: ReportedCase,
  exchange: Exchange,
  controls: readonly Exchange[],
): string | undefined => {
  if (reason?.code !== 'field-missing' || exchange.response === null) return undefined
  if (itemShown(reason, exchange, controls) !== undefined) return undefined
  const body = jsonOf(exchange.response.body)
  const list = Array.isArray(body)
    ? body
    : Object.values(typeof body === 'object' && body !== null ? body : {}).find(Array.isArray)
  const own = keysOf(body)
  const item = list && keysOf(list[0])
  const parts = [own, item && `of the first item: ${item}`].filter(Boolean)
  return parts.length === 0 ? undefined : cut(parts.join('; '), 600)
}

/** More requests than this in one attempt: the check was waiting for a change. */
const fewAttempts = 3

/** For a check that waited: which request was repeated, how often, and for how long. What was repeated reads, and decides by its last answer. */
export const waitedFor = (kase: ReportedCase, report: Report): string | undefined => {
  const lookup = lookupOf(report)
  const sent = kase.exchanges
    .flatMap(id => lookup(id) ?? [])
    .filter(({ repeated, request: { method } }) => repeated === undefined && (method === 'GET' || method === 'HEAD'))
  const [most] = [...grouped(sent, ({ request }) => `${request.method} ${request.url}`).values()].sort(
    (a, b) => b.length - a.length,
  )
  const { patience } = report.options
  if (most === undefined || most.length <= fewAttempts * kase.attempts || typeof patience !== 'number') return undefined
  const last = most.at(-1) ?? most[0]
  if (kase.evidence.length > 0 && !kase.evidence.includes(last.id)) return undefined
  return `${most.length} times ${exchangeLine(last, report.target)}, until ${patience / 1_000} s (--patience) ended`
}

/** The controls of a case, each request with its answer once. */
export const controlsIn = (
  controls: readonly Exchange<'sealed'>[],
  { target }: Report,
): readonly Exchange<'sealed'>[] =>
  [...grouped(controls, control => `${exchangeLine(control, target)} ${control.request.body}`).values()].map(
    ([one]) => one,
  )

/** What came back, as far as the finding is about it: of a list, the item that it is about. */
export const receivedLines = (
  { reason }: ReportedCase,
  decisive: Exchange<'sealed'>,
  controls: readonly Exchange<'sealed'>[],
  length: number,
): readonly string[] => {
  const item = itemShown(reason, decisive, controls)
  return item === undefined
    ? answerExcerpts(decisive, length, why(reason))
    : [`${item.place}: ${bodyExcerpt(item.text, length)}`]
}

/** Redirects that are shown of one answer; more are not followed to it. */
const mostRedirects = 4

/** The redirects of a case that led to an exchange, in order. */
export const redirectsTo = (kase: ReportedCase, report: Report, to: Exchange): readonly Exchange<'sealed'>[] => {
  const lookup = lookupOf(report)
  const sent = kase.exchanges.flatMap(id => lookup(id) ?? [])
  const leads = ({ request: { method, url }, response }: Exchange, there: Exchange): boolean => {
    const location = response?.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? ''
    const isRedirect = response !== null && response.status >= 300 && response.status < 400
    const isOther = method === there.request.method && url !== there.request.url
    return isRedirect && isOther && URL.canParse(location, url) && new URL(location, url).href === there.request.url
  }
  const chain: Exchange<'sealed'>[] = []
  while (chain.length < mostRedirects) {
    const before = sent.findLast(exchange => leads(exchange, chain[0] ?? to))
    if (before === undefined) break
    chain.unshift(before)
  }
  return chain
}

/** What a case found, what it depends on, and how to repeat it; of a body, so many characters. */
export const caseLines = (
  requirement: ReportedRequirement,
  kase: ReportedCase,
  report: Report,
  body = 2_048,
): readonly string[] => {
  const [decisive, ...controls] = cited(kase, report)
  const answer = decisive === undefined ? [] : receivedLines(kase, decisive, controls, body)
  const members = decisive && membersShown(kase, decisive, controls)
  const waited = waitedFor(kase, report)
  return [
    `${line(kase.name, 200)}: ${line(why(kase.reason), 1_000)}`,
    ...publishedExcerpts(kase)
      .slice(0, 3)
      .map(
        ({ from, line: at, text }) =>
          `  ${line(from, 200)}${at === undefined ? '' : `:${at}`} ${bodyExcerpt(text, body)}`,
      ),
    ...(decisive === undefined
      ? []
      : [...redirectsTo(kase, report, decisive), decisive].map(each => `  ${exchangeLine(each, report.target)}`)),
    ...(members === undefined ? [] : [`  members: ${line(members, 600)}`]),
    ...answer.map(text => `  | ${text}`),
    ...(waited === undefined ? [] : [`  asked: ${waited}`]),
    ...controlsIn(controls, report)
      .slice(0, 2)
      .map(control => `  control: ${exchangeLine(control, report.target)}`),
    ...(decisive === undefined
      ? []
      : repeatLines(report, decisive, requirement.id, 100).map(part => `  ${visible(part)}`)),
  ].map(defuse)
}

/** How a failure is fixed; a report of the first version does not say. */
export const fixLines = (fix: string, entries: readonly string[] = []): readonly string[] =>
  fix === '' ? [] : [defuse(`Fix: ${line(fix, 600)}`), ...entries.map(entry => `- ${line(entry, 600)}`)]

/** Everything there is to say of a failed requirement, as plain text of at most so many characters. */
export const evidenceText = (requirement: ReportedRequirement, report: Report, length: number): string => {
  const worst = requirement.cases.filter(({ verdict }) => verdict === requirement.verdict)
  const lines = [
    defuse(line(requirement.title, 500)),
    `${requirement.level.toUpperCase()}: ${line(sourceText(requirement), 1_400)}`,
  ]
  if (requirement.verdict === 'fail') lines.push(...fixLines(requirement.fix))
  if (worst.length === 0) lines.push(defuse(line(why(requirement.reason), 1_000)))
  let room = length - lines.join('\n').length
  for (const [at, kase] of worst.entries()) {
    const more = caseLines(requirement, kase, report)
    room -= more.join('\n').length + 1
    if (at > 0 && room < 0) {
      lines.push(`${worst.length - at} more cases with this verdict are left out; the JSON report has them all`)
      break
    }
    lines.push(...more)
  }
  return cut(lines.join('\n'), Math.max(length, 500))
}
