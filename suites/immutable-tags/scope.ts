import { onlyOne } from '../../checks/answers/only-one.ts'
import {
  hasPlaceForRules,
  setRules,
  settingRules,
  showsRule,
  unlessUndeclared,
  verify,
} from '../../checks/immutable-tags.ts'
import { isObject, isSuccess } from '../../checks/reading.ts'
import { refused } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import { edited, sentBy, to, variant, withJson } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/finding.ts'
import type { Probe, RepositoryFixture, Requirement, Twist } from '../../contracts/requirement.ts'

const updating = 'UpdateRepositoryImmutableTags'
const verifying = 'VerifyRepositoryImmutableTags'
const item = '/v2/namespaces/{namespace}/repositories/{repository}'
const get = to(item, 'GET')

/** Reads a repository whose settings must not show a rule, after something was done with it. */
const judgeUntouched = async (
  probe: Probe,
  operation: typeof updating | typeof verifying,
  untouched: RepositoryFixture,
  acted: Answered,
  rule: string,
): Promise<Finding> => {
  const reading = 'GetRepository'
  if (!isSuccess(acted)) return refused(operation, acted)
  const after = await probe.call(reading, untouched)
  if (!isSuccess(after)) return refused(reading, after)
  const member = `rule of ${untouched.repository}`
  if (showsRule(after, rule)) return violated('changed-unasked', { operation: reading, member }, after, acted)
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
  let before = await probe.call('GetRepository', known, { anyStatus: true })
  for (let round = 0; ; round++) {
    const pattern = probe.nonce(`scope${round}`).replaceAll('-', '')
    const acted = await verify(probe, known, pattern)
    const finding = await judgeUntouched(probe, verifying, known, acted, pattern)
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

/** Shows the last rules that these requests sent with the repositories that were there before. */
const spreading = (path: string, method: string) => (): Twist => {
  const acting = to(path, method)
  let sent: readonly unknown[] = []
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (acting(request, pathname)) {
      const { immutable_tags_rules, regex } = await sentBy(request)
      const rules = [immutable_tags_rules ?? regex].flat()
      if (JSON.stringify(rules).includes('scope')) sent = rules
    }
    return get(request, pathname) && !pathname.includes('hub-conformance-')
      ? edited(body =>
          isObject(body) && isObject(body.immutable_tags_settings)
            ? {
                ...body,
                immutable_tags_settings: {
                  ...body.immutable_tags_settings,
                  rules: [...(body.immutable_tags_settings.rules as unknown[]), ...sent],
                },
              }
            : body,
        )(request, next)
      : next(request)
  }
}

/** Has a rule of its own for every repository, next to those that were set. */
const withOwnRule = withJson(get, body =>
  isObject(body) && isObject(body.immutable_tags_settings)
    ? {
        ...body,
        immutable_tags_settings: {
          ...body.immutable_tags_settings,
          rules: ['release-.*', ...(body.immutable_tags_settings.rules as unknown[])],
        },
      }
    : body,
)

const other: Requirement = {
  ...common,
  id: 'immutable-tags/update-scope',
  statement: 'Updating the immutable-tags settings of one repository does not change those of another.',
  source: cite('op-update-repository-immutable-tags'),
  needs: ['credentials', 'writes', 'namespace', 'repository'],
  how: 'A unique rule is set on the repository that the run created; GetRepository of another one must not show it.',
  fix: 'Store the settings with the repository of the path.',
  cases: [{ name: 'another repository', check: judgeOther }],
  faults: {
    namespace: {
      says: 'changes every repository',
      code: 'changed-unasked',
      twist: spreading(`${item}/immutabletags`, 'PATCH'),
    },
  },
  tolerates: { 'own-rule': variant('has a rule of its own for every repository', withOwnRule) },
}

const verified: Requirement = {
  ...common,
  id: 'immutable-tags/verify-keeps',
  statement: 'Verifying a pattern leaves the immutable-tags settings of the repository as they are.',
  source: cite('op-verify-repository-immutable-tags'),
  needs: ['credentials', 'writes', 'repository'],
  how: 'A unique pattern is verified for a repository whose settings the run does not change; GetRepository must not show it afterwards.',
  fix: 'Compare the pattern with the tags, and do not store it.',
  cases: [{ name: 'a unique pattern', last: true, check: judgeVerified }],
  faults: {
    stored: {
      says: 'stores the pattern as a rule',
      code: 'changed-unasked',
      twist: spreading(`${item}/immutabletags/verify`, 'POST'),
    },
    replaced: {
      says: 'stores the last pattern that was verified in the place of all rules',
      code: 'changed-unasked',
      twist: () => {
        const kept = new Map<string, unknown>()
        return async (request, next) => {
          const { pathname } = new URL(request.url)
          const repository = pathname.replace('/immutabletags/verify', '')
          if (to(`${item}/immutabletags/verify`, 'POST')(request, pathname) && !pathname.includes('hub-conformance-'))
            kept.set(repository, (await sentBy(request)).regex)
          return get(request, pathname) && kept.has(pathname)
            ? edited(body =>
                isObject(body)
                  ? { ...body, immutable_tags_settings: { enabled: true, rules: [kept.get(pathname)] } }
                  : body,
              )(request, next)
            : next(request)
        }
      },
    },
  },
  tolerates: { 'own-rule': variant('has a rule of its own for every repository', withOwnRule) },
}

export default [other, verified]
