import type * as fastCheck from 'fast-check'
import { cite } from '../../checks/source.ts'
import { answer, fault, instead } from '../../checks/twists/twist.ts'
import { judgeGone, judgeGoneAnswer, namesFor, v1Methods, v1Path, v1RouteOf } from '../../checks/v1-routes.ts'
import type { Answered, Identity } from '../../contracts/exchange.ts'
import { exempt, type Finding, type Violated, violated } from '../../contracts/finding.ts'
import { lifecycle, type V1Route } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { runDefaults } from '../../contracts/settings.ts'

const generatedViolation = (probe: Probe, { values, seen }: Violated, runs: number): Finding =>
  violated('not-gone-generated', { ...values, runs, seed: probe.seed }, ...seen)

/** Requests after which a failure is not made smaller any more. */
const enough = 120

/** Requests that are sent at a time where there are more than are recorded. */
const batch = 200

const letters = 'abcdefghijklmnopqrstuvwxyz'
const characters = `${letters}${letters.toUpperCase()}0123456789`

const escaped = (text: string): string =>
  [...text].map(character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`).join('')

type Generated = readonly [route: V1Route, method: string, as: Identity, namespace: string, name: string, tag: string]

const requestsOf = (fc: typeof fastCheck, personas: readonly Identity[]): fastCheck.Arbitrary<Generated> => {
  const part = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 12 })
  const name = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), fc.constantFrom('.', '_', '-'), fc.boolean())
    .map(([parts, separator, withEscape]) =>
      (withEscape ? parts.map((text, index) => (index === 0 ? escaped(text) : text)) : parts).join(separator),
    )
  return fc.tuple(
    fc.constantFrom(...lifecycle.v1Routes),
    fc.constantFrom(...v1Methods),
    fc.constantFrom(...personas),
    name,
    name,
    name,
  )
}

const askOf = (probe: Probe, [route, method, as, namespace, name, tag]: Generated) => {
  const names = namesFor(probe, method, { namespace, name, tag })
  return { names, ask: { method, path: v1Path(route, names), as }, expected: route.status }
}

/** Judges one generated request, by its answer where it was sent before. */
const judgeOne = (probe: Probe, request: Generated, answer?: Answered): Promise<Finding> => {
  const { ask, names, expected } = askOf(probe, request)
  return answer ? judgeGoneAnswer(probe, ask, names, expected, answer, 1) : judgeGone(probe, ask, names, expected)
}

/** Generates shapes, methods, names and credentials from the run's seed; the smallest that fails is what is reported. */
const judge = async (probe: Probe): Promise<Finding> => {
  const fc = await import('fast-check')
  const personas: readonly Identity[] = (await probe.hasFixture('credentials'))
    ? ['anonymous', 'malformed', 'valid']
    : ['anonymous', 'malformed']
  const requests = requestsOf(fc, personas)

  /** Judges requests one by one, and makes one that fails smaller; `before` of them were sent before. */
  const judgeEach = async (parameters: fastCheck.Parameters<[Generated]>, before: number): Promise<Finding> => {
    let asked = 0
    let held: Finding | undefined
    let open: Finding | undefined
    let thrown: unknown
    let smallest: Violated | undefined
    const property = fc.asyncProperty(requests, async request => {
      if (asked++ > enough || thrown !== undefined) return true
      const finding = await judgeOne(probe, request).catch((error: unknown) => {
        thrown = error
      })
      if (!finding) return true
      if (finding.kind === 'holds') held ??= finding
      else if (finding.kind === 'violated') smallest = finding
      else open ??= finding
      return finding.kind !== 'violated'
    })
    const outcome = await fc.check(property, parameters)
    if (smallest && outcome.failed) return generatedViolation(probe, smallest, before + outcome.numRuns)
    if (thrown !== undefined) throw thrown
    return held ?? open ?? exempt('no-repository-to-ask-for', {})
  }

  let seed = probe.seed
  let finding = await judgeEach({ seed, numRuns: runDefaults.cases }, 0)
  for (let sent = runDefaults.cases; sent < probe.cases && finding.kind !== 'violated'; sent += batch) {
    const generated = fc.sample(requests, { seed: ++seed, numRuns: Math.min(batch, probe.cases - sent) })
    const unexpected = await probe.sweep(generated.map(request => askOf(probe, request)))
    if (!unexpected) continue
    const { at, answer } = unexpected
    const first = await judgeOne(probe, generated[at] as Generated, answer)
    if (first.kind !== 'violated') finding = first
    else {
      const smaller = await judgeEach({ seed, path: String(at), numRuns: 1 }, sent + at)
      finding = smaller.kind === 'violated' ? smaller : generatedViolation(probe, first, sent + at + 1)
    }
  }
  return finding
}

const requirement: Requirement = {
  id: 'v1-removed/generated-names',
  level: 'must',
  statement: 'The removed v1 shapes answer 410 for any names.',
  since: '2022-08-23',
  source: cite('error-410'),
  covers: ['transition-v1'],
  needs: [],
  how: `${runDefaults.cases} requests, or as many as the run is told to send, with generated shapes, methods, names and credentials, each as in the six requirements on single shapes; methods that could change something use names that do not exist. The same seed generates the same requests; if one fails, smaller ones are tried and the smallest is reported. Of more than ${runDefaults.cases}, only an unexpected answer is recorded.`,
  fix: 'Match the v1 shapes on any non-empty path segment, before any rule on names.',
  cases: [{ name: 'generated names', check: judge }],
  faults: {
    capitals: fault(
      'does not route longer names with capitals',
      'not-gone-generated',
      instead((_request, path) => {
        const route = v1RouteOf(path)
        return (
          route !== undefined &&
          path
            .split('/')
            .slice(3)
            .some(segment => /^(?=.*[A-Z])[A-Za-z0-9]{3,}$/.test(segment) && !/^(?:Acme2|Probe2|RC1)$/.test(segment))
        )
      }, answer(404)),
    ),
  },
}

export default requirement
