import { cite } from '../../checks/source.ts'
import { answer, fault, instead } from '../../checks/twists/twist.ts'
import { judgeGone, judgeGoneAnswer, namesFor, v1Methods, v1Path, v1RouteOf } from '../../checks/v1-routes.ts'
import type { Answered, Identity } from '../../contracts/exchange.ts'
import { lifecycle, type V1Route } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { type Finding, type Violated, violated } from '../../contracts/results/finding.ts'
import { runDefaults } from '../../contracts/run/settings.ts'

/** The most requests that are sent to make a failure smaller. */
const enough = 120

/** Requests that are sent at a time where there are more than are recorded. */
const batch = 200

const letters = 'abcdefghijklmnopqrstuvwxyz'
const characters = `${letters}${letters.toUpperCase()}0123456789`

const escaped = (text: string): string =>
  [...text].map(character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`).join('')

interface Name {
  readonly parts: readonly string[]
  readonly separator: string
  /** Whether the first part is percent-encoded. */
  readonly isEscaped: boolean
}

interface Generated {
  readonly route: V1Route
  readonly method: string
  readonly as: Identity
  readonly namespace: Name
  readonly name: Name
  readonly tag: Name
}

/** Numbers below a bound, the same for the same seed. */
const numbersOf = (seed: number) => {
  // Seeds next to each other start far from each other.
  let state = Math.imul(seed, 0x9e3779b1)
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Generates one request after another. */
const requestsOf = (seed: number, identities: readonly Identity[]) => {
  const below = numbersOf(seed)
  const one = <T>(list: ArrayLike<T>): T => list[below(list.length)] as T
  const part = (): string => Array.from({ length: 1 + below(12) }, () => one(characters)).join('')
  const name = (): Name => ({
    parts: Array.from({ length: 1 + below(3) }, part),
    separator: one('._-'),
    isEscaped: below(2) === 1,
  })
  return (): Generated => ({
    route: one(lifecycle.v1Routes),
    method: one(v1Methods),
    as: one(identities),
    namespace: name(),
    name: name(),
    tag: name(),
  })
}

const textOf = ({ parts, separator, isEscaped }: Name): string =>
  parts.map((text, index) => (isEscaped && index === 0 ? escaped(text) : text)).join(separator)

const smallerNames = (name: Name): readonly Name[] => {
  const { parts, isEscaped } = name
  const [text = ''] = parts
  const half = text.length >> 1
  const shorter = [
    text.slice(0, half),
    text.slice(half),
    ...[...text].map((_, at) => text.slice(0, at) + text.slice(at + 1)),
  ]
  return [
    { ...name, parts: ['a'], isEscaped: false },
    ...(isEscaped ? [{ ...name, isEscaped: false }] : []),
    ...(parts.length > 1 ? parts : text.length > 1 ? shorter : []).map(only => ({ ...name, parts: [only] })),
  ]
}

/** Requests that are the same but for one thing, which is smaller. */
const smallerThan = (request: Generated): readonly Generated[] =>
  [
    { ...request, route: lifecycle.v1Routes[0] as V1Route },
    { ...request, method: v1Methods[0] as string },
    { ...request, as: 'anonymous' as const },
    ...(['namespace', 'name', 'tag'] as const).flatMap(key =>
      smallerNames(request[key]).map(name => ({ ...request, [key]: name })),
    ),
  ].filter(smaller => JSON.stringify(smaller) !== JSON.stringify(request))

const askOf = (probe: Probe, { route, method, as, namespace, name, tag }: Generated) => {
  const names = namesFor(probe, method, { namespace: textOf(namespace), name: textOf(name), tag: textOf(tag) })
  return { names, ask: { method, path: v1Path(route, names), as }, expected: route.status }
}

/** Judges one generated request, by its answer where it was sent before. */
const judgeOne = (probe: Probe, request: Generated, answer?: Answered): Promise<Finding> => {
  const { ask, names, expected } = askOf(probe, request)
  return answer ? judgeGoneAnswer(probe, ask, names, expected, answer, 1) : judgeGone(probe, ask, names, expected)
}

/** Makes a request that fails smaller as long as it still fails. */
const smallest = async (probe: Probe, request: Generated, first: Violated, runs: number): Promise<Finding> => {
  let found = first
  let candidates = smallerThan(request)
  for (let asked = 0; asked < enough; asked++) {
    const [candidate, ...others] = candidates
    // What is found stays found, whatever becomes of a smaller one.
    const finding = candidate && (await judgeOne(probe, candidate).catch(() => undefined))
    if (!finding) break
    candidates = finding.kind === 'violated' ? smallerThan(candidate) : others
    if (finding.kind === 'violated') found = finding
  }
  return violated('not-gone-generated', { ...found.values, runs, seed: probe.seed }, ...found.seen)
}

/** Generates shapes, methods, names and credentials from the run's seed; the smallest that fails is what is reported. */
const judge = async (probe: Probe): Promise<Finding> => {
  const identities: readonly Identity[] = (await probe.hasFixture('credentials'))
    ? ['anonymous', 'malformed', 'valid']
    : ['anonymous', 'malformed']
  const next = requestsOf(probe.seed, identities)
  const findings: Finding[] = []
  while (findings.length < runDefaults.cases) {
    const request = next()
    const finding = await judgeOne(probe, request)
    findings.push(finding)
    if (finding.kind === 'violated') return smallest(probe, request, finding, findings.length)
  }
  let finding = findings.find(({ kind }) => kind === 'holds') ?? (findings[0] as Finding)
  for (let sent = runDefaults.cases; sent < probe.cases; sent += batch) {
    const generated = Array.from({ length: Math.min(batch, probe.cases - sent) }, next)
    const unexpected = await probe.sweep(generated.map(request => askOf(probe, request)))
    if (!unexpected) continue
    const { at, answer } = unexpected
    const request = generated[at] as Generated
    finding = await judgeOne(probe, request, answer)
    if (finding.kind === 'violated') return smallest(probe, request, finding, sent + at + 1)
  }
  return finding
}

export default {
  id: 'v1-removed/generated-names',
  level: 'must',
  statement: 'The removed v1 shapes answer 410 whatever the names.',
  since: '2022-08-23',
  source: cite('error-410'),
  covers: ['transition-v1'],
  needs: [],
  how: `${runDefaults.cases} requests, or the configured number, with generated shapes, methods, names and credentials, judged as in the requirements on single shapes; methods that could change something use names that do not exist. The same seed generates the same requests; if one fails, smaller ones are tried and the smallest is reported. If more are configured, only unexpected answers are recorded.`,
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
} satisfies Requirement
