import type { ReportedCase, ReportedRequirement } from '../../contracts/report.ts'
import { answerExcerpt, exchangeLine } from '../console/exchange-line.ts'
import { cut, line } from './bounds.ts'
import { curlLines } from './curl.ts'
import { publishedExcerpts } from './excerpts.ts'
import { cited, type Lookup, why } from './facts.ts'
import { bodyExcerpt, defuse } from './text.ts'

const documents: Readonly<Record<string, string>> = {
  lifecycle: 'lifecycle document',
  'published-reference': 'published reference',
}

/** `lifecycle document, Removed v1 routes`. */
export const sourceName = ({ source }: ReportedRequirement): string =>
  `${documents[source.document] ?? source.document}, ${source.section}`

/** Longer than this nobody copies a command. */
const longestCommand = 4_000

const curlOf = (exchange: ReturnType<typeof cited>[number], insecure: boolean): readonly string[] => {
  const { url, body, headers } = exchange.request
  // A host that stands for a handler: nobody can repeat a request to it from outside.
  if (!URL.canParse(url) || new URL(url).hostname.endsWith('.invalid')) return []
  const size = headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    url.length + (body ?? '').length,
  )
  return size > longestCommand
    ? ['(the request is too long for a command)']
    : curlLines(exchange.request, 100, { insecure })
}

export interface EvidenceContext {
  readonly lookup: Lookup
  readonly target: string | null
  readonly insecure: boolean
  /** How much of a body is shown. */
  readonly body: number
}

/** What a case found and what it rests on. */
export const caseLines = (kase: ReportedCase, context: EvidenceContext): readonly string[] => {
  const { lookup, target, insecure, body } = context
  const [decisive, ...others] = cited(kase, lookup)
  const answer = decisive && answerExcerpt(decisive, body)
  return [
    `${line(kase.name, 200)}: ${line(why(kase.reason), 1_000)}`,
    ...publishedExcerpts(kase)
      .slice(0, 3)
      .map(
        ({ from, line: at, text }) =>
          `  ${line(from, 200)}${at === undefined ? '' : `:${at}`} ${bodyExcerpt(text, body)}`,
      ),
    ...(decisive === undefined ? [] : [`  ${exchangeLine(decisive, target)}`]),
    ...(answer === undefined ? [] : [`  | ${answer}`]),
    ...others.slice(0, 2).map(other => `  beside ${exchangeLine(other, target)}`),
    ...(decisive === undefined ? [] : curlOf(decisive, insecure).map(part => `  ${part}`)),
  ].map(defuse)
}

/** Everything there is to say of a failed requirement, as plain text of at most so many characters. */
export const evidenceText = (requirement: ReportedRequirement, context: EvidenceContext, length: number): string => {
  const worst = requirement.cases.filter(({ verdict }) => verdict === requirement.verdict)
  const lines = [
    defuse(line(requirement.title, 500)),
    `${requirement.level.toUpperCase()}, ${line(sourceName(requirement), 300)}: "${line(requirement.source.sentence, 1_000)}"`,
  ]
  if (worst.length === 0) lines.push(defuse(line(why(requirement.reason), 1_000)))
  let room = length - lines.join('\n').length
  for (const [at, kase] of worst.entries()) {
    const more = caseLines(kase, context)
    room -= more.join('\n').length + 1
    if (at > 0 && room < 0) {
      lines.push(`${worst.length - at} more cases with this verdict are left out; the JSON report has them all`)
      break
    }
    lines.push(...more)
  }
  return cut(lines.join('\n'), Math.max(length, 500))
}
