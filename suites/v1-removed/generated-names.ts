import { cite } from '../../checks/source.ts'
import { answer, fault, instead } from '../../checks/twists/twist.ts'
import { judgeGone, namesFor, v1Methods, v1Path, v1RouteOf } from '../../checks/v1-routes.ts'
import type { Identity } from '../../contracts/exchange.ts'
import { exempt, type Finding, violated } from '../../contracts/finding.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'

/** Names that are tried, and requests after which a failure is not made smaller any more. */
const samples = 20
const enough = 120

const letters = 'abcdefghijklmnopqrstuvwxyz'
const characters = `${letters}${letters.toUpperCase()}0123456789`

const escaped = (text: string): string =>
  [...text].map(character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`).join('')

/** Generates shapes, methods, names and credentials from the run's seed; the smallest that fails is what is reported. */
const judge = async (probe: Probe): Promise<Finding> => {
  const fc = await import('fast-check')
  const part = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 12 })
  const name = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), fc.constantFrom('.', '_', '-'), fc.boolean())
    .map(([parts, separator, withEscape]) =>
      (withEscape ? parts.map((text, index) => (index === 0 ? escaped(text) : text)) : parts).join(separator),
    )
  const personas: readonly Identity[] = (await probe.hasFixture('credentials'))
    ? ['anonymous', 'malformed', 'valid']
    : ['anonymous', 'malformed']
  let asked = 0
  let held: Finding | undefined
  let open: Finding | undefined
  let thrown: unknown
  let smallest: Extract<Finding, { kind: 'violated' }> | undefined
  const property = fc.asyncProperty(
    fc.constantFrom(...lifecycle.v1Routes),
    fc.constantFrom(...v1Methods),
    fc.constantFrom(...personas),
    name,
    name,
    name,
    async (route, method, as, namespace, repository, tag) => {
      if (asked++ > enough || thrown !== undefined) return true
      const names = namesFor(probe, method, { namespace, name: repository, tag })
      const finding = await judgeGone(probe, { method, path: v1Path(route, names), as }, names, route.status).catch(
        (error: unknown) => {
          thrown = error
        },
      )
      if (!finding) return true
      if (finding.kind === 'holds') held ??= finding
      else if (finding.kind === 'violated') smallest = finding
      else open ??= finding
      return finding.kind !== 'violated'
    },
  )
  const outcome = await fc.check(property, { seed: probe.seed, numRuns: samples })
  if (smallest && outcome.failed)
    return violated(
      'not-gone-generated',
      { ...smallest.values, runs: outcome.numRuns, seed: probe.seed },
      ...smallest.seen,
    )
  if (thrown !== undefined) throw thrown
  return held ?? open ?? exempt('no-repository-to-ask-for', {})
}

const requirement: Requirement = {
  id: 'v1-removed/generated-names',
  level: 'must',
  statement: 'The removed v1 shapes answer 410 for any names.',
  since: '2022-08-23',
  source: cite('error-410'),
  covers: ['transition-v1'],
  needs: [],
  how: `${samples} requests with generated shapes, methods, names and credentials, each as in the six requirements on single shapes; methods that could change something use names that do not exist. The same --seed generates the same requests; if one fails, smaller ones are tried and the smallest is reported.`,
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
