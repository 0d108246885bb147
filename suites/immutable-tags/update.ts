import { comparable } from '../../checks/answers/token-members.ts'
import {
  awaitSettings,
  hasPlaceForRules,
  placelessLooks,
  readSettings,
  ruleOf,
  type ShownSettings,
  setRules,
  settingRules,
  showsRule,
  switchCall,
  updating,
  whileAlone,
} from '../../checks/immutable-tags.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { has, isObject, json, jsonIn, jsonOfSuccess } from '../../checks/reading/json.ts'
import { mentions, representation } from '../../checks/reading/things.ts'
import { ifPossible, ownAnswerTo, refused } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { changedOtherwise, lastOf, sentMembers } from '../../checks/token-calls.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { joinedRules, rulesAlone, settingsApart, withSettings } from '../../checks/twists/settings.ts'
import { layered, withStatus } from '../../checks/twists/shapes.ts'
import {
  answer,
  fault,
  faultsFor,
  inPlaceOf,
  instead,
  noting,
  sentBy,
  to,
  variant,
  type When,
  withBody,
  withJson,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Fault, Fixtures, Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/results/finding.ts'

const item = '/v2/namespaces/{namespace}/repositories/{repository}'
const patch = to(`${item}/immutabletags`, 'PATCH')
const get = to(item, 'GET')

/** Whether an answer says something, and nothing of the repository or its rules: that a change was taken, an operation that runs on. */
const isAcknowledgement = (probe: Probe, answer: Answered, repository: string): boolean => {
  const said = json(answer)
  return (
    isObject(said) && Object.keys(said).length > 0 && !hasPlaceForRules(probe, answer) && !mentions(said, repository)
  )
}

/** Sets two rules, or one where the settings are declared with one, or two are refused. */
const setBoth = async (
  probe: Probe,
  own: Fixtures['own-repository'],
  label: string,
): Promise<{ readonly rules: readonly [string, ...string[]]; readonly answer: Answered }> => {
  const rules = [ruleOf(probe, `${label}-a`), ruleOf(probe, `${label}-b`)] as const
  const answer = await ifPossible(() => setRules(probe, own, true, rules))
  if (answer && isSuccess(answer)) return { rules, answer }
  const [one] = rules
  return { rules: [one], answer: await setRules(probe, own, true, [one]) }
}

const judgeReturned = async (probe: Probe): Promise<Finding> => {
  const own = await probe.fixture('own-repository')
  const { rules, answer } = await setBoth(probe, own, 'returned')
  if (!isSuccess(answer)) return refused(updating, answer)
  if (answer.response.body.trim() === '')
    return exempt('no-representation', { operation: updating, field: 'rules' }, answer)
  const open = await ownAnswerTo(probe, updating, own, answer)
  if (open) return open
  json(answer)
  const missing = rules.find(rule => !showsRule(answer, rule))
  if (missing === undefined) return holds(answer)
  // What is only taken is not carried out yet (RFC 9110, section 15.3.3).
  return answer.response.status === 202 || isAcknowledgement(probe, answer, own.repository)
    ? exempt('no-representation', { operation: updating, field: 'rules' }, answer)
    : violated('not-echoed', { operation: updating, what: `the rule ${missing}` }, answer)
}

/** Members of a repository that are no settings of tags; `null` and an empty text are alike. */
const others = /^(?:name|namespace|(?:is_?)?private|visibility|(?:(?:full|short|long)_?)?description)$/i

/** A member that has another value than before, as far as it is shown both times: of those above, what the creation sent, and when that was. */
const changedMember = (before: Answered, after: Answered, own: Fixtures['own-repository']): string | undefined => {
  const [then = {}, now = {}] = [before, after].map(answer => representation(json(answer), [own.repository]))
  // What is sent in an object, such as `repository.summary`, may be shown without it.
  const sent = Object.keys(sentMembers(own.created)).map(lastOf)
  const textOf = (key: string, value: unknown): string =>
    comparable(key, value || null) ?? JSON.stringify(value || null)
  return Object.keys(then).find(
    key =>
      (others.test(key) || sent.includes(key) || /^creat/i.test(key)) &&
      has(now, key) &&
      textOf(key, then[key]) !== textOf(key, now[key]),
  )
}

/** Sets rules, and asks the repository after them until it shows them. */
const judgeKept = async (probe: Probe): Promise<Finding> => {
  const own = await probe.fixture('own-repository')
  const reading = 'GetRepository'
  // What is one change behind would show a rule that was set before, in another attempt for example.
  const other = await setRules(probe, own, true, [ruleOf(probe, 'not-kept')])
  if (!isSuccess(other)) return refused(updating, other)
  const { rules, answer: updated } = await setBoth(probe, own, 'kept')
  if (!isSuccess(updated)) return refused(updating, updated)
  const missing = (answer: Answered): string | undefined => rules.find(rule => !showsRule(answer, rule))
  const { operation, answer: last, fits } = await awaitSettings(probe, own, rules[0], one => !missing(one))
  // What was read first was read when the repository was made.
  const reads = probe.received(reading).filter(({ values }) => values.repository === own.repository)
  const first = reads[0]?.answer
  const latest = operation === reading ? last : reads.at(-1)?.answer
  if (first && latest && jsonIn(first) !== undefined && jsonOfSuccess(latest) !== undefined) {
    const member = changedMember(first, latest, own)
    const shown = representation(json(latest), [own.repository]) ?? {}
    if (member !== undefined) return changedOtherwise(reading, member, [first, updated, latest], shown)
  }
  if (fits) return holds(updated, last)
  if (!isSuccess(last)) return refused(reading, last)
  // What has no place for rules may still keep them.
  if (!hasPlaceForRules(probe, last)) return exempt('no-field', { operation, field: 'rules' }, updated, last)
  return violated('not-kept', { operation, what: `the rule ${missing(last)}` }, updated, last)
}

/** Sets a rule, and then the switch alone as a merge patch. */
const judgePatched = async (probe: Probe): Promise<Finding> => {
  const own = await probe.fixture('own-repository')
  const rule = ruleOf(probe, 'patched')
  const merging = switchCall(probe, true)
  if (!merging) return exempt('not-seen', { what: 'a merge patch as the declared form of the update' })
  const set = await setRules(probe, own, true, [rule])
  const changed = isSuccess(set) ? await probe.call(updating, own, merging) : set
  // A form that requires the rules has them named again.
  if (changed !== set && Object.keys(sentMembers(set)).every(path => has(sentMembers(changed), path)))
    return exempt('not-seen', { what: 'a merge patch that may name the switch alone' }, changed)
  if (!isSuccess(changed)) return refused(updating, changed)
  const { operation, answer: after, fits } = await awaitSettings(probe, own, rule, one => showsRule(one, rule))
  if (fits) return holds(set, changed, after)
  if (!isSuccess(after)) return refused('GetRepository', after)
  return hasPlaceForRules(probe, after)
    ? violated('changed-unasked', { operation, member: 'list of rules' }, after, changed, set)
    : exempt('no-field', { operation, field: 'rules' }, after, changed)
}

/** Sets a rule and then another. */
const judgeReplaced = async (probe: Probe): Promise<Finding> => {
  const own = await probe.fixture('own-repository')
  const [first, second] = [ruleOf(probe, 'replaced'), ruleOf(probe, 'replacing')]
  const before = await setRules(probe, own, true, [first])
  if (!isSuccess(before)) return refused(updating, before)
  const answer = await setRules(probe, own, true, [second])
  if (!isSuccess(answer)) return refused(updating, answer)
  const what = `the rule ${first}`
  const returned = showsRule(answer, second) && !(await ownAnswerTo(probe, updating, own, answer))
  if (returned && showsRule(answer, first))
    return violated('not-replaced', { operation: updating, what }, answer, before)
  let last: ShownSettings | undefined
  let looks = 0
  const gone = await probe.eventually(async () => {
    last = await readSettings(probe, own, first)
    if (!isSuccess(last.answer)) return ++looks >= placelessLooks ? false : undefined
    return showsRule(last.answer, first) ? undefined : last.answer
  })
  if (!gone && last && isSuccess(last.answer))
    return violated('not-replaced', { operation: last.operation, what }, last.answer, answer, before)
  // What shows neither rule may have no place for rules at all.
  if (returned || (gone && showsRule(gone, second))) return holds(before, answer, ...(gone ? [gone] : []))
  return exempt('no-field', { operation: updating, field: 'rules' }, answer)
}

const common = {
  level: 'should',
  covers: ['resource-immutable-tags', 'area-repositories', 'history-new-immutable-tags'],
  needs: ['credentials', 'writes', 'namespace'],
  fix: 'Store the switch and the rules as sent, and return them with the repository.',
} as const

const withoutRules = (when: When): Twist => withSettings(when, () => ({ enabled: true, rules: [] }))

const ruleObjects: Twist = layered(
  withOpenApi(({ paths }) => {
    const items = { type: 'object', required: ['regex'], properties: { regex: { type: 'string' } } }
    const properties = { immutable_tags: { type: 'boolean' }, immutable_tags_rules: { type: 'array', items } }
    const { patch } = paths[`${item}/immutabletags`] ?? {}
    if (patch) patch.requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } }
  }),
  instead(patch, async (request, next) => {
    const sent = await sentBy(request)
    const rules = [sent.immutable_tags_rules].flat().map(rule => (isObject(rule) ? rule.regex : undefined))
    return rules.every(rule => typeof rule === 'string')
      ? next(withBody(request, { ...sent, immutable_tags_rules: rules }))
      : answer(422)(request)
  }),
)

/** Takes and declares merge patches; a change without rules leaves those of before, or none. `required` are the members that a change has to name. */
const mergePatches =
  (isMerged: boolean, required: readonly string[] = []) =>
  (): Twist => {
    const type = 'application/merge-patch+json'
    let rules: unknown = []
    return layered(
      withOpenApi(({ paths }) => {
        const body = paths[`${item}/immutabletags`]?.patch.requestBody
        const properties = { immutable_tags: { type: 'boolean' }, immutable_tags_rules: { type: 'array', items: {} } }
        if (body) body.content = { [type]: { schema: { type: 'object', properties, required } } }
      }),
      instead(patch, async (request, next) => {
        const sent = await sentBy(request)
        if (has(sent, 'immutable_tags_rules')) rules = sent.immutable_tags_rules
        else if (!isMerged) rules = []
        return next(withBody(request, { ...sent, immutable_tags_rules: rules }))
      }),
    )
  }

const returned: Requirement = {
  ...common,
  id: 'immutable-tags/update-returned',
  statement: 'Updating the immutable-tags settings of a repository returns the rules that were set.',
  since: '2025-07-29',
  source: published(`operation ${updating}`, 'Returns the repository with its settings: a switch and a list of rules.'),
  how: 'Two unique rules (one, if the declared form takes one) are set on the repository that the run created; the answer must contain them, in any member. An empty answer is not judged.',
  cases: [{ name: 'two rules', check: whileAlone(judgeReturned) }],
  faults: faultsFor('not-echoed', {
    none: ['returns no rules', withoutRules(patch)],
    previous: {
      says: 'returns the settings as they were before the change',
      twist: () => {
        let current: unknown = { enabled: false, rules: [] }
        return withSettings(patch, set => {
          const previous = current
          // Other checks set rules of the same repository; this one is to be answered one change late.
          if (JSON.stringify(set).includes('-returned-')) current = set
          return previous
        })
      },
    },
    'first-only': [
      'returns only the first rule',
      withSettings(patch, ({ enabled, rules }) => ({ enabled, rules: Array.isArray(rules) ? rules.slice(0, 1) : [] })),
    ],
    empty: [
      'returns an empty object',
      withJson(patch, () => ({})),
      { 'schemas/update-repository-immutable-tags': 'schema-mismatch' },
    ],
  }),
  tolerates: {
    'no-content': variant('204 without a body', withStatus(patch, 204)),
    escapes: variant(
      'JSON with escaped letters',
      instead(patch, async (request, next) => {
        const response = await next(request)
        const text = (await response.text()).replaceAll('*', '\\u002a')
        return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
      }),
    ),
    objects: variant('accepts rules only as objects, and declares that', ruleObjects),
    acknowledged: variant(
      'a message that the change was accepted, without the repository',
      inPlaceOf('success', patch, answer(202, { status: 'accepted' })),
    ),
    job: variant(
      '202 with the job that changes the rules, and where it is about',
      inPlaceOf('success', patch, request => {
        const [, , , namespace, , repository] = new URL(request.url).pathname.split('/')
        return answer(202, { job: 'update-immutable-tags', resource: `${namespace}/${repository}` })(request)
      }),
    ),
  },
}

/** A repository with these members, and with others after an update. */
const changingTo = (before: object, after: object) => (): Twist => {
  const changed = new Set<string>()
  const shown = (members: object) => (body: unknown) => (isObject(body) ? { ...body, ...members } : body)
  return layered(
    noting(patch, (_request, path) => changed.add(path.replace('/immutabletags', ''))),
    withJson((request, path) => get(request, path) && changed.has(path), shown(after)),
    withJson(get, shown(before)),
  )
}

const changing = (says: string, before: object, after: object): Fault => ({
  says,
  code: 'changed-unasked',
  twist: changingTo(before, after),
})

const kept: Requirement = {
  ...common,
  id: 'immutable-tags/update-kept',
  statement:
    'GetRepository shows the immutable-tags rules that were set last, and the rest of the repository as it was.',
  since: '2025-09-19',
  source: published('operation GetRepository', 'Returns the repository with its immutable-tags settings.'),
  how: 'Two unique rules (one, if the declared form takes one) are set on the repository that the run created, and the repository is read until it shows them or the waiting time ends; if it does not, the settings are read at the path of the update, or at one next to it that is named after them, if a GET is published there. The repository must have the same name, description, privacy and time of creation as when it was made, and what its creation sent. If the update is declared as a merge patch, changing only the switch must keep the rule.',
  cases: [
    { name: 'two rules', check: whileAlone(judgeKept) },
    { name: 'the switch alone, as a merge patch', check: probe => settingRules(probe, () => judgePatched(probe)) },
  ],
  faults: {
    never: fault('shows no rules', 'not-kept', withoutRules(get)),
    'not-merged': {
      says: 'declares merge patches, and drops the rules if only the switch changes',
      code: 'changed-unasked',
      twist: mergePatches(false),
    },
    // Members that no creation sends: what compares a repository with its creation is asked before or after this change.
    private: changing('makes the repository private', { visibility: 'public' }, { visibility: 'private' }),
    recreated: changing(
      'shows another time of creation after an update',
      { created_at: '2031-01-01T00:00:00Z' },
      { created_at: '2032-01-01T00:00:00Z' },
    ),
    ...faultsFor('not-kept', {
      behind: {
        says: 'shows the settings before the last change',
        twist: () => {
          let previous: unknown = { enabled: false, rules: [] }
          let current = previous
          return layered(
            withJson(patch, body => {
              const set = isObject(body) ? body.immutable_tags_settings : undefined
              // Other checks set rules of the same repository; this one is to see its own, one change late.
              if (JSON.stringify(set).includes('-kept-')) [previous, current] = [current, set]
              return body
            }),
            withSettings(get, () => previous),
          )
        },
      },
      'published-apart': [
        'publishes the settings at the path of the update, and stores none',
        settingsApart(() => ({ enabled: false, rules: [] })),
      ],
      'published-next': [
        'publishes the settings at a path next to that of the update, and stores none',
        settingsApart(() => ({ enabled: false, rules: [] }), `${item}/tag-immutability`),
      ],
      'first-stored': [
        'shows the first of the rules that were set',
        withSettings(get, ({ rules, ...own }) => ({ ...own, rules: Array.isArray(rules) ? rules.slice(0, 1) : rules })),
      ],
      'not-stored': [
        'returns the settings that were sent, but stores none',
        withSettings(get, () => ({ enabled: false, rules: [] })),
      ],
      'list-alone': [
        'declares a list of rules alone, and stores none',
        layered(
          rulesAlone,
          withSettings(get, () => ({ enabled: false, rules: [] })),
        ),
      ],
    }),
  },
  tolerates: {
    instants: {
      says: 'writes the time of creation otherwise after an update, and shows one of change',
      twist: changingTo(
        { created_at: '2031-01-01T00:00:00Z', updated_at: '2031-01-01T00:00:00Z' },
        { created_at: '2031-01-01T01:00:00+01:00', updated_at: '2032-01-01T00:00:00Z' },
      ),
    },
    merged: { says: 'declares and takes merge patches', twist: mergePatches(true) },
    'merged-whole': {
      says: 'declares and takes merge patches that name the switch and the rules',
      twist: mergePatches(true, ['immutable_tags', 'immutable_tags_rules']),
    },
    linked: variant(
      'shows a link to the settings alone',
      layered(
        withOpenApi(({ components }) => {
          for (const [name, schema] of Object.entries(components.schemas))
            if (isObject(schema) && Array.isArray(schema.required))
              components.schemas[name] = {
                ...schema,
                required: schema.required.filter(member => member !== 'immutable_tags_settings'),
              }
        }),
        withObject(get, ({ immutable_tags_settings: _settings, ...body }) => ({
          ...body,
          _links: { 'immutable-tags': { href: '/v2/settings' } },
        })),
      ),
    ),
    apart: variant('shows the settings only at the path of the update, and publishes that', settingsApart()),
    verifications: variant(
      'shows no settings, and lists earlier verifications at a path next to that of the update',
      settingsApart(() => [{ rules: ['v.*'] }], `${item}/immutable-tags-verifications`),
    ),
    'tags-next': variant(
      'shows no settings, and lists the immutable tags at a path next to that of the update',
      settingsApart(() => ({ count: 0, tags: [], rules: [] }), `${item}/immutable-tags`, { tags: {}, rules: {} }),
    ),
    next: variant(
      'shows the settings only at a path next to that of the update, and publishes that',
      settingsApart(settings => settings, `${item}/tag-immutability`),
    ),
    joined: variant('accepts all rules in one string, and declares that', joinedRules),
    'list-alone': variant('accepts a list of rules alone, and declares that', rulesAlone),
    late: {
      says: 'shows the change at the third request',
      twist: () => {
        let behind = 0
        return layered(
          noting(patch, () => {
            behind = 2
          }),
          withoutRules((request, path) => get(request, path) && behind-- > 0),
        )
      },
    },
  },
}

/** Keeps every rule that was ever set of a repository, and shows them all. */
const adding = (where: ReturnType<typeof to>) => (): Twist => {
  const kept: unknown[] = []
  return layered(
    noting(patch, async request => {
      const { immutable_tags_rules: rules } = await sentBy(request)
      kept.push(...[rules].flat().filter(rule => String(rule).includes('-replac')))
    }),
    withSettings(where, own => ({ ...own, rules: [...new Set([...(own.rules as unknown[]), ...kept])] })),
  )
}

const replaced: Requirement = {
  ...common,
  id: 'immutable-tags/update-replaces',
  statement: 'Updated rules replace the previous rules.',
  since: '2025-07-29',
  source: published(
    `operation ${updating}`,
    'Updates the immutable tags configuration: the rules are those of the request.',
  ),
  how: 'A unique rule is set on the repository that the run created, then another one. The answer must not show the first rule, and the repository must stop showing it before the waiting time ends.',
  cases: [{ name: 'one rule, then another', check: whileAlone(judgeReplaced) }],
  faults: {
    returned: { says: 'also returns the previous rules', code: 'not-replaced', twist: adding(patch) },
    kept: { says: 'also shows the previous rules', code: 'not-replaced', twist: adding(get) },
  },
  tolerates: {
    'no-content': variant('204 without a body', withStatus(patch, 204)),
  },
}

export default [returned, kept, replaced]
