import { onlyOne } from '../../checks/answers/only-one.ts'
import {
  changedSetting,
  hasPlaceForRules,
  readSettings,
  setRules,
  settingRules,
  showsRule,
  unlessUndeclared,
  verify,
} from '../../checks/immutable-tags.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { refused } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import { withSettings } from '../../checks/twists/settings.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { faultsFor, instead, noting, sentBy, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Probe, RepositoryFixture, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/results/finding.ts'
import { isRunName } from '../../contracts/run/run-name.ts'

const updating = 'UpdateRepositoryImmutableTags'
const verifying = 'VerifyRepositoryImmutableTags'
const item = '/v2/namespaces/{namespace}/repositories/{repository}'
const get = to(item, 'GET')

/** Reads a repository whose settings must not show a rule, after something was done with it, and are as they were `before`. */
const judgeUntouched = async (
  probe: Probe,
  operation: typeof updating | typeof verifying,
  untouched: RepositoryFixture,
  acted: Answered,
  rule: string,
  before?: Answered,
): Promise<Finding> => {
  if (!isSuccess(acted)) return refused(operation, acted)
  let shown = await readSettings(probe, untouched, rule)
  const changed = (): string | undefined => before && changedSetting(probe, before, shown)
  // What was read may be behind: only what stays changed was.
  if (changed() !== undefined)
    await probe.eventually(async () => {
      shown = await readSettings(probe, untouched, rule)
      return changed() === undefined ? shown : undefined
    })
  const { operation: reading, answer: after } = shown
  if (!isSuccess(after)) return refused('GetRepository', after)
  const { repository } = untouched
  if (showsRule(after, rule))
    return operation === verifying
      ? violated('pattern-stored', { operation: reading, repository }, after, acted)
      : violated('changed-unasked', { operation: reading, member: `rule of ${repository}` }, after, acted)
  const member = changed()
  if (before && member !== undefined)
    return violated('changed-by-verifying', { operation: reading, member, repository }, after, acted, before)
  // What has no place for rules may still keep them.
  return hasPlaceForRules(probe, after)
    ? holds(acted, after)
    : exempt('no-field', { operation: reading, field: 'rules' }, after)
}

const judgeOther = async (probe: Probe): Promise<Finding> => {
  const own = await probe.fixture('own-repository')
  const other = await probe.fixture('repository')
  const rule = `${probe.nonce('scope')}.*`
  return settingRules(probe, async () => {
    const acted = await setRules(probe, own, true, [rule])
    if (other.repository === own.repository) return onlyOne(probe, updating, own, acted)
    const finding = await judgeUntouched(probe, updating, other, acted, rule)
    return finding.kind === 'exempt' ? unlessUndeclared(probe, finding) : finding
  })
}

const judgeVerified = async (probe: Probe): Promise<Finding> => {
  // Other checks change the settings of the run's own repository, and none those of this one; they have verified their patterns by now.
  const known = await probe.fixture('repository')
  await probe.fixture('writes')
  // Once in a run: what is judged again is compared with what was shown before the first verification.
  const first = await probe.shared(`settings of ${known.repository}`, async own =>
    holds((await readSettings(own, known, probe.nonce('scope-before'), { anyStatus: true })).answer),
  )
  let before = first.seen[0] as Answered
  // Those of the run's own repository are changed by other checks.
  const kept = isRunName(known.repository) ? undefined : before
  for (let round = 0; ; round++) {
    const pattern = probe.nonce(`scope${round}`).replaceAll('-', '')
    const acted = await verify(probe, known, pattern)
    const finding = await judgeUntouched(probe, verifying, known, acted, pattern, kept)
    const after = finding.seen.at(-1) as Answered
    // Other checks verify meanwhile: where what is shown changes, a pattern of theirs may stand in the place of this one.
    const isChanged =
      (finding.kind === 'holds' || finding.kind === 'exempt') && after.response.body !== before.response.body
    if (!isChanged || round >= mostRounds) return finding
    before = after
  }
}

/** Verifications while other checks change what is shown. */
const mostRounds = 5

const common = {
  level: 'should',
  since: '2025-09-19',
  covers: ['resource-immutable-tags', 'area-repositories', 'history-new-immutable-tags'],
} as const

/** Whether a path is of a repository that a run created. */
const isOurs = (path: string): boolean => path.includes('hub-conformance-')

/** Shows the last rules that these requests sent with the repositories that were there before. */
const spreading = (path: string, method: string) => (): Twist => {
  const acting = to(path, method)
  let sent: readonly unknown[] = []
  return layered(
    noting(acting, async request => {
      const { immutable_tags_rules, regex } = await sentBy(request)
      const rules = [immutable_tags_rules ?? regex].flat()
      if (JSON.stringify(rules).includes('scope')) sent = rules
    }),
    withSettings(
      (request, path) => get(request, path) && !isOurs(path),
      own => ({ ...own, rules: [...(own.rules as unknown[]), ...sent] }),
    ),
  )
}

/** Has a rule of its own for every repository, next to those that were set. */
const withOwnRule = withSettings(get, own => ({ ...own, rules: ['release-.*', ...(own.rules as unknown[])] }))

const other: Requirement = {
  ...common,
  id: 'immutable-tags/update-scope',
  statement: 'Updating the immutable-tags settings of one repository does not change those of another.',
  source: cite('op-update-repository-immutable-tags'),
  needs: ['credentials', 'writes', 'namespace', 'repository'],
  how: 'A unique rule is set on the repository that the run created; GetRepository of another one must not show it.',
  fix: 'Store the settings of the repository in the path only.',
  cases: [{ name: 'another repository', check: judgeOther }],
  faults: faultsFor('changed-unasked', {
    namespace: {
      says: 'changes every repository',
      twist: spreading(`${item}/immutabletags`, 'PATCH'),
    },
  }),
  tolerates: { 'own-rule': variant('has its own rule for every repository', withOwnRule) },
}

const verified: Requirement = {
  ...common,
  id: 'immutable-tags/verify-keeps',
  statement: 'Verifying a pattern leaves the immutable-tags settings of the repository as they are.',
  source: cite('op-verify-repository-immutable-tags'),
  needs: ['credentials', 'writes', 'repository'],
  how: 'A unique pattern is verified for a repository whose settings the run does not change; GetRepository must not show it afterwards, and the same switch and rules as before.',
  fix: 'Verifying must change nothing: do not store the pattern.',
  cases: [{ name: 'a unique pattern', last: true, check: judgeVerified }],
  faults: {
    counted: {
      says: 'adds a rule that is not the pattern with each verification',
      code: 'changed-by-verifying',
      twist: () => {
        const rules: string[] = []
        return layered(
          noting(to(`${item}/immutabletags/verify`, 'POST'), () => rules.push(`probed-${rules.length}`)),
          withSettings(
            (request, path) => get(request, path) && !isOurs(path),
            own => ({ ...own, rules: [...(own.rules as unknown[]), ...rules] }),
          ),
        )
      },
    },
    ...faultsFor('pattern-stored', {
      stored: {
        says: 'stores the pattern as a rule',
        twist: spreading(`${item}/immutabletags/verify`, 'POST'),
      },
      replaced: {
        says: 'replaces all rules with the last verified pattern',
        twist: () => {
          const kept = new Map<string, unknown>()
          return layered(
            noting(to(`${item}/immutabletags/verify`, 'POST'), async (request, path) => {
              if (!isOurs(path)) kept.set(path.replace('/immutabletags/verify', ''), (await sentBy(request)).regex)
            }),
            instead(
              (request, path) => get(request, path) && kept.has(path),
              (request, next) => {
                const rules = [kept.get(new URL(request.url).pathname)]
                return withSettings(get, () => ({ enabled: true, rules }))(request, next)
              },
            ),
          )
        },
      },
    }),
  },
  tolerates: {
    'own-rule': variant('has its own rule for every repository', withOwnRule),
    counters: {
      says: 'counts verifications and shows the last one in the settings, and lists rules in another order each time',
      twist: () => {
        let count = 0
        return layered(
          noting(to(`${item}/immutabletags/verify`, 'POST'), () => count++),
          withSettings(
            (request, path) => get(request, path) && !isOurs(path),
            own => {
              const rules = ['release-.*', 'v.*']
              const verified_at = new Date(count * 1000).toISOString()
              return { ...own, rules: count % 2 === 0 ? rules : rules.toReversed(), verified_at, verifications: count }
            },
          ),
        )
      },
    },
  },
}

export default [other, verified]
