import { describe, expect, it } from 'vitest'
import type { Fault, Requirement, Twist, Variant } from '../../contracts/requirement.ts'
import type { Report, ReportedRequirement } from '../../contracts/results/report.ts'
import { levels, type Verdict } from '../../contracts/results/verdict.ts'
import type { SelectionInput } from '../../engine/options.ts'
import { suiteOf } from '../../engine/plan.ts'
import { fixOf } from '../../engine/reports/fix.ts'
import { readReport } from '../../engine/reports/read.ts'
import { consoleReporter } from '../../reporters/console/index.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { runTwisted, withVerdict } from '../support/run.ts'
import { type Answer, type Change, namesWrong } from './wrongs.ts'

/** Requirements that also judge the answers that others received. */
const judges = new Set(catalogue.filter(({ cases }) => cases.some(({ last }) => last)).map(({ id }) => id))

/** Cases that judge what others received: alone, a suite may receive nothing that they could judge. */
const judgedLast = new Set(
  catalogue.flatMap(({ id, cases }) => cases.filter(({ last }) => last).map(({ name }) => `${id}, ${name}`)),
)

const said = (name: string, verdict: Verdict, code = ''): string =>
  judgedLast.has(name) && ['pass', 'not-applicable'].includes(verdict) ? 'nothing wrong' : `${verdict} ${code}`

/** What a report says of a requirement, case by case. */
const saidOf = ({ id, verdict, reason, cases }: ReportedRequirement): readonly (readonly [string, string])[] => [
  [id, `${verdict} ${reason?.code ?? ''}`],
  ...cases
    .map(kase => [`${id}, ${kase.name}`, kase] as const)
    .map(([name, kase]) => [name, said(name, kase.verdict, kase.reason?.code)] as const),
]

/** What a report says of the requirements of a suite, case by case. */
export const casesOf = ({ requirements }: Report, suite: string): Readonly<Record<string, string>> =>
  Object.fromEntries(requirements.filter(requirement => requirement.suite === suite).flatMap(saidOf))

/** What is asked for these requirements, of a fault or a variant alone, so that those that judge what others received have some. */
export const asked = (ids: readonly string[]): SelectionInput => ({
  only: ids.map(id => (judges.has(id) ? `${suiteOf(id)}/*` : id)),
})

/** What to do about a failing test: the folder of the requirement, what may be missing, and the same by hand. */
export const hintOf = (id: string, name: string): string =>
  `open suites/${suiteOf(id)}/ at the faults of ${id}; a requirement that rightly fails as well belongs in "also" of the fault. By hand: npm run build && npx hub-conformance serve --fault ${id}/${name}`

/** A fault, and what it has changed, in the order of the requests. */
const watched = (twist: Twist): { readonly twist: Twist; readonly changed: readonly Change[] } => {
  const changed: Change[] = []
  const answerOf = async (response: Response): Promise<Answer> => ({
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
  })
  return {
    changed,
    twist: async (request, next) => {
      let sent: Response | undefined
      let honest: Answer | undefined
      const { method, url } = request
      const place = url.slice(new URL(url).origin.length)
      // What changes nothing on the hub is asked once more where its answer was changed: to keep every answer takes longer.
      const canRepeat = ['GET', 'HEAD'].includes(method) || place.startsWith('/v1/')
      const answer = await twist(request, async inner => {
        const response = await next(inner)
        if (inner !== request) return response
        sent = response
        if (!canRepeat) honest = await answerOf(response.clone())
        return response
      })
      if (answer === sent) return answer
      const wrong = await answerOf(answer.clone())
      if (canRepeat) honest = await answerOf(await next(request))
      if (JSON.stringify(wrong) !== JSON.stringify(honest))
        changed.push({ request: `${method} ${place}`, honest, wrong })
      return answer
    },
  }
}

/**
 * Documents of a hub may be of any shape; what is recorded of them is read again by every command that takes a report. What was not selected
 * holds nothing of a hub.
 */
export const expectReadable = (report: Report): void => {
  const requirements = report.requirements.filter(({ verdict }) => verdict !== 'not-selected')
  expect(() => readReport(JSON.stringify({ ...report, requirements, exchanges: [] }), 'report.json')).not.toThrow()
}

/** What the console says of one requirement of a report, without line ends. */
const toldOf = (report: Report, id: string): string => {
  const alone = { ...report, requirements: report.requirements.filter(requirement => requirement.id === id) }
  return consoleReporter.render(alone, { columns: 100_000 })
}

/** What was found, without what is known of the requirement whatever was found: its title, its sentence, its fix and what follows. */
const foundOf = (told: string): string =>
  (told.split('\nNON-CONFORMANT')[0] ?? '')
    .split('\n')
    .filter(line => /^ {2}(?:Problem|Redirect|Exchange|Control|Sent|Received|Members|Published| {4}) /.test(line))
    .join('\n')

export const expectFails = (report: Report, expected: Readonly<Record<string, string>>, hint: string): void => {
  expect(withVerdict(report, 'error')).toEqual({})
  expect(withVerdict(report, 'fail'), hint).toEqual(expected)
}

/** A run against a fault. */
const runOf = async (fault: Fault, select: SelectionInput) => {
  const { twist, changed } = watched(fault.twist())
  return { changed, report: await runTwisted(twist, { select }) }
}

/** A run that asks for what the fault names, or for whole suites where it shows only in what others receive. */
const runOfOwn = async ({ id }: Requirement, fault: Fault) => {
  const named = [id, ...Object.keys(fault.also ?? {})]
  const alone = await runOf(fault, { only: named })
  const found = withVerdict(alone.report, 'fail')
  if (!judges.has(id) || named.every(name => name in found)) return alone
  return runOf(fault, { suites: [...new Set(named.map(suiteOf))] })
}

/** A run against a fault: the console must name a request that the fault changed, or the place in a document, and how to fix it. */
const expectTold = async (requirement: Requirement, name: string, fault: Fault): Promise<void> => {
  const { changed, report } = await runOfOwn(requirement, fault)
  expectFails(report, { [requirement.id]: fault.code, ...fault.also }, hintOf(requirement.id, name))
  const told = toldOf(report, requirement.id)
  const { reason = null, cases = [] } = report.requirements.find(each => each.id === requirement.id) ?? {}
  expect(told).toContain(fixOf(requirement, { reason, cases }, report.bindings))
  // The console cuts long paths.
  const named = changed.filter(({ request }) => told.includes(request.slice(0, 100)))
  const isPublished = /^ +Published/m.test(told)
  expect(named.length > 0 || isPublished, `names no request that the fault changes:\n${told}`).toBe(true)
  const found = foundOf(told)
  const isNamed = (isPublished ? changed : named).some(change => namesWrong(found, change))
  expect(isNamed, `names nothing that is wrong: ${fault.says}\n${told}`).toBe(true)
}

/**
 * Registers a test per fault of the requirements, of a run that asks what the fault names: the suite must fail exactly that, for the reason
 * it names, and say so.
 */
export const killMatrix = (requirements: readonly Requirement[]): void => {
  for (const requirement of requirements)
    describe(requirement.id, () => {
      for (const [name, fault] of Object.entries(requirement.faults))
        it(`is failed by a server that ${fault.says} (${name})`, () => expectTold(requirement, name, fault))
    })
}

/** What no variant of a requirement may fail: what the document leaves open, the published reference may still fix, at a lower level. */
export const bindingFails = (report: Report, { level }: Requirement): Readonly<Record<string, string>> => {
  const binding = report.requirements.filter(other => levels.indexOf(other.level) <= levels.indexOf(level))
  return withVerdict({ ...report, requirements: binding }, 'fail')
}

/** Whether what a variant is about is judged, and holds. */
export const isHeld = ({ requirements }: Report, { id }: Requirement): boolean =>
  ['pass', 'not-applicable'].includes(requirements.find(judged => judged.id === id)?.verdict ?? '')

/** Nothing of the level of a variant or above may fail, and what the variant is about must still pass. */
export const expectTolerated = async (
  requirement: Requirement,
  variant: Variant,
  select: SelectionInput,
): Promise<void> => {
  const report = await runTwisted(variant.twist(), { select })
  expect(withVerdict(report, 'error')).toEqual({})
  expect(bindingFails(report, requirement)).toEqual({})
  expect(isHeld(report, requirement)).toBe(true)
}

/** Registers a test per variant of the requirements, of a run that asks the requirement that it is about. */
export const latitudeMatrix = (requirements: readonly Requirement[]): void => {
  for (const requirement of requirements.filter(({ tolerates }) => tolerates))
    describe(requirement.id, () => {
      for (const [name, variant] of Object.entries(requirement.tolerates ?? {}))
        it(`tolerates a server that ${variant.says} (${name})`, () =>
          expectTolerated(requirement, variant, { only: [requirement.id] }))
    })
}
