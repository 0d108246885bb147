import { groupsInstead, isLeftOut, isPermissionMember, showsPermission } from '../../checks/answers/assigned-groups.ts'
import { isDenial } from '../../checks/answers/existence.ts'
import { idValue, mirrored, noNumber, unknownId } from '../../checks/exact-ids.ts'
import {
  groupValues,
  isGroupInPath,
  judgeGroupKept,
  namesGroup,
  otherGroups,
  ownNames,
  type ShownGroups,
  shownGroup,
  shownGroups,
} from '../../checks/group-names.ts'
import { isGivenPermission } from '../../checks/own-body.ts'
import { readList } from '../../checks/paging/list.ts'
import { isSuccess, sentIn } from '../../checks/reading/exchanges.ts'
import { isObject, type JsonObject, json, jsonIn, jsonOfSuccess } from '../../checks/reading/json.ts'
import { objectsIn } from '../../checks/reading/things.ts'
import { declaredValues, placeFor, placesOf, requestForm } from '../../checks/request-form.ts'
import { contains, refused, says, scalarsIn, toldApart, until } from '../../checks/round-trip.ts'
import { ownShapeOf } from '../../checks/schemas/own.ts'
import { published } from '../../checks/source.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered, missingAs, redirected, withStatus } from '../../checks/twists/shapes.ts'
import {
  answer,
  edited,
  fault,
  faultsFor,
  instead,
  onObject,
  sentBy,
  to,
  variant,
  variants,
  withBody,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, Missing, unclear, violated } from '../../contracts/results/finding.ts'
import type { ReasonCode } from '../../contracts/results/reasons.ts'

const operation = 'CreateRepositoryGroup'
const permissions = ['read', 'write', 'admin'] as const
type Permission = (typeof permissions)[number]
const repository = '/v2/repositories/{namespace}/{repository}'
const collection = `${repository}/groups`
const route = to(collection, 'POST')
const repositoryPath = '/v2/namespaces/{namespace}/repositories/{repository}'
const source = published(
  'operation CreateRepositoryGroup',
  'The request names a group by its id and one of the permissions read, write and admin; the answer repeats both.',
)

interface Asked {
  readonly answer: Answered
  readonly group: string
  /** The permission as the target declares it. */
  readonly permission: string
  /** The values that the target declares for a permission. */
  readonly declared: readonly unknown[]
  readonly control: () => Promise<Answered>
}

const alike = (value: unknown, text: string): boolean =>
  typeof value === 'string' && value.toLowerCase() === text.toLowerCase()

/** The permission that a body of the user's own has for every assignment. */
const givenIn = (template: unknown): string | undefined =>
  objectsIn(template)
    .flatMap(object => Object.entries(object))
    .filter(([name, value]) => isGivenPermission(name, value))
    .map(([, value]) => String(value))[0]

/**
 * Assigns a group to the repository that the run created, in the form that the target declares; undefined where that has fewer permissions. One that
 * the user gives for all is asked for in the place of the first published one.
 */
const assign = async (probe: Probe, groupId: string, permission: Permission): Promise<Asked | undefined> => {
  const { namespace, repository } = await probe.fixture('own-repository')
  const binding = probe.bind(operation)
  const given = givenIn(binding.requestBody)
  if (given !== undefined && permission !== permissions[0]) return undefined
  const group = isGroupInPath(probe) ? [] : [{ name: 'group_id', value: idValue(groupId) }]
  const level = { name: 'permission', value: permission }
  const words = declaredValues(binding, level)
  const usual = requestForm(binding, [...group, level])
  // Where the permissions have other names, the first of them is asked for in the place of the first published one.
  const value = usual ? permission : words?.[permissions.indexOf(permission)]
  if (value === undefined && words) return undefined
  // Switches for each permission: those up to the one that is asked for are on.
  const flags = permissions.map((name, at) => ({ name, value: at <= permissions.indexOf(permission) }))
  const json =
    usual ?? requestForm(binding, [...group, { ...level, value }]) ?? requestForm(binding, [...group, ...flags])
  if (!json) {
    const lacking = [...group, { ...level, value }].filter(member => !requestForm(binding, [member]))
    const what = lacking.map(({ name }) => (name === level.name ? 'a permission' : 'a group')).join(' and ')
    throw new Missing('form-unknown', { operation, what: what || 'a group and a permission' })
  }
  const values = { namespace, repository, ...(await groupValues(probe, groupId)) }
  return {
    answer: await probe.call(operation, values, { json }),
    group: groupId,
    permission: given ?? scalarsIn(json).find(one => alike(one, String(value))) ?? permission,
    declared: words ?? [],
    control: () => probe.callControlPath(operation, values, { json }),
  }
}

/** Whether an answer has the permission: as a value, as the name of what holds the group, or switched on without a higher one. */
const grants = (shown: unknown, permission: string, group: string): boolean => {
  const higher = permissions.slice(permissions.indexOf(permission as Permission) + 1)
  return (
    says(shown, permission) ||
    objectsIn(shown).some(
      one =>
        contains(one[permission], group) || (one[permission] === true && higher.every(other => one[other] !== true)),
    )
  )
}

/** Whether a member for the permission holds another sort of value than the words that are known, such as a number. */
const isCoded = (shown: unknown): boolean =>
  objectsIn(shown).some(one =>
    Object.keys(one).some(key => isPermissionMember(key) && (typeof one[key] === 'number' || isCodes(one[key]))),
  )

const isCodes = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).length > 0 && !permissions.some(permission => permission in value)

/** Whether an answer that does not grant the permission has another declared value, or other switches, where the request has it. */
const grantsOther = (shown: unknown, { answer, permission, declared }: Asked): boolean => {
  const names = objectsIn(sentIn(answer)).flatMap(one =>
    Object.keys(one).filter(key => isPermissionMember(key) && String(one[key]) === permission),
  )
  const isOther = (value: unknown): boolean => declared.includes(value) && String(value) !== permission
  const isFlags = (one: JsonObject): boolean => permissions.every(name => typeof one[name] === 'boolean')
  const wasFlags = objectsIn(sentIn(answer)).some(isFlags)
  return objectsIn(shown).some(one => (wasFlags && isFlags(one)) || names.some(name => isOther(one[name])))
}

/** Whether one text has the group and the permission: `developers:read`. */
const inOneText = (shown: unknown, { group, permission }: Asked): boolean =>
  scalarsIn(shown).some(text => {
    const parts = text.toLowerCase().split(group.toLowerCase())
    return parts.length > 1 && parts.some(part => part.split(/[^a-z]+/).includes(permission.toLowerCase()))
  })

/** What an assignment answers. */
const judgeAnswer = async (probe: Probe, groupId: string, asked: Asked): Promise<Finding> => {
  const { answer: assigned, permission, control } = asked
  const { status, body } = assigned.response
  if (!isSuccess(assigned)) return refused(operation, assigned)
  const other = await control()
  if (!toldApart(assigned, other)) return unclear('catch-all', { operation, status }, assigned, other)
  if (body.trim() === '') return exempt('no-representation', { operation, field: 'group and permission' }, assigned)
  const shown = json(assigned)
  if (inOneText(shown, asked) && !grantsOther(shown, asked)) return holds(assigned, other)
  // What is only taken is not carried out yet (RFC 9110, section 15.3.3).
  if (status === 202 && !contains(shown, permission) && !contains(shown, groupId))
    return exempt('no-representation', { operation, field: 'group and permission' }, assigned)
  const places = placesOf((await ownShapeOf(probe, operation, assigned))?.schema)
  /** What is not shown is missing where the target's own document has a place for it, or none for anything. */
  const missing = (field: string, name: string, value: unknown): Finding =>
    places.length > 0 && !placeFor(places, name, value)
      ? exempt('no-representation', { operation, field }, assigned)
      : violated('not-echoed', { operation, what: `the ${field} ${value}` }, assigned)
  const isGranted = grants(shown, permission, groupId)
  if (!isGranted && grantsOther(shown, asked))
    return violated('not-echoed', { operation, what: `the permission ${permission}` }, assigned)
  if (!isGranted && isCoded(shown)) return exempt('no-representation', { operation, field: 'permission' }, assigned)
  if (!isGranted) return missing('permission', 'permission', permission)
  if (!contains(shown, groupId) && !(await namesGroup(probe, operation, assigned, groupId)))
    return missing('group', 'group_id', groupId)
  return holds(assigned, other)
}

const judge = async (probe: Probe, wanted: Permission): Promise<Finding> => {
  const { groupId } = await probe.fixture('group')
  const asked = await assign(probe, groupId, wanted)
  if (!asked) return exempt('value-undeclared', { operation, what: wanted })
  const judged = await judgeAnswer(probe, groupId, asked)
  const isOver = judged.kind === 'holds' || (judged.kind === 'exempt' && asked.answer.response.status !== 202)
  return (isOver ? await judgeGroupKept(probe, asked.answer) : undefined) ?? judged
}

/** Whether the group that was assigned shows another permission where it is read by itself; undefined where it does not. */
const judgeOne = async (probe: Probe, asked: Asked): Promise<Finding | undefined> => {
  const { answer: assigned, group, permission, declared } = asked
  const shown = await shownGroup(probe, await probe.fixture('own-repository'), group)
  if (!shown) return undefined
  const assignment = { sent: sentIn(assigned), group, permission, declared }
  const { operation, read } = shown
  const { answer, fits } = await until(probe, read, one => showsPermission(assignment, jsonOfSuccess(one)) !== false)
  return fits ? undefined : violated('not-kept', { operation, what: `the permission ${permission}` }, answer, assigned)
}

/** Whether a list of the groups of a repository shows what was assigned, at the latest when patience ends; undefined where it does. */
const judgeListed = async (probe: Probe, shown: ShownGroups, asked: Asked): Promise<Finding | undefined> => {
  const { answer: assigned, group, permission, declared } = asked
  const assignment = { sent: sentIn(assigned), group, permission, declared }
  const own = await ownNames(probe, group)
  const names = (await otherGroups(probe, group)).flatMap(one => one.names)
  const isWord = (name: string): boolean => [...permissions, ...declared].some(word => alike(word, name))
  // What a path names has no member in which it was sent.
  const insteadIn = (body: unknown): readonly string[] =>
    isGroupInPath(probe)
      ? own.some(name => contains(body, name))
        ? []
        : names.filter(name => !isWord(name) && contains(body, name))
      : groupsInstead(assignment, body)
  const isOther = (one: Answered): boolean => {
    const body = jsonOfSuccess(one)
    const isShown = showsPermission(assignment, body)
    if (body === undefined || isShown !== undefined) return isShown === false
    return isLeftOut(assignment, body) || insteadIn(body).length > 0
  }
  const { answer, fits } = await until(probe, shown.read, one => !isOther(one))
  if (fits) return showsPermission(assignment, jsonOfSuccess(answer)) ? undefined : judgeOne(probe, asked)
  const { operation } = shown
  const notKept = (what: string): Finding => violated('not-kept', { operation, what }, answer, assigned)
  if (showsPermission(assignment, jsonOfSuccess(answer)) === false) return notKept(`the permission ${permission}`)
  if (isLeftOut(assignment, jsonOfSuccess(answer))) return notKept(`the group ${group}`)
  const list = await readList(probe, answer)
  const pages = list.pages.map(({ exchange }) => jsonOfSuccess(exchange))
  if (pages.some(page => own.some(name => contains(page, name)))) return undefined
  const areOthers = pages.flatMap(insteadIn).every(value => names.includes(value))
  return list.closed && areOthers ? notKept(`the group ${group}`) : undefined
}

/**
 * Assigns the lowest permission and then the highest, and looks at the lists of the groups of this repository and of another one. Of a group that
 * is added again, a list may show the highest permission that it ever had; of one that is set by PUT it shows the last. Then another group of the
 * organization is assigned, which the list shows as well, or instead.
 */
const judgeShown = async (probe: Probe): Promise<Finding> => {
  const what = 'a list of the groups of a repository'
  const own = await probe.fixture('own-repository')
  const { groupId } = await probe.fixture('group')
  const shown = await shownGroups(probe, own)
  if (!shown) return exempt('not-seen', { what })
  const known = (await probe.hasFixture('repository')) ? await probe.fixture('repository') : own
  const other = known.repository === own.repository ? undefined : await shownGroups(probe, known)
  const seen: Answered[] = []
  /** Whether the other repository shows each permission once it was assigned to this one, and whether it did not before. */
  const elsewhere: { readonly isShown: boolean; readonly isNew: boolean }[] = []
  let before = await other?.read()
  for (const permission of [permissions[0], permissions[2]]) {
    const asked = await assign(probe, groupId, permission)
    if (!asked) return exempt('value-undeclared', { operation, what: permission })
    if (!isSuccess(asked.answer)) return refused(operation, asked.answer)
    if (asked.answer.response.status === 202)
      return exempt('not-seen', { what: 'an assignment that is carried out at once' }, asked.answer)
    const isSet = permission === permissions[2] || probe.bind(operation).method === 'PUT'
    const finding = isSet ? await judgeListed(probe, shown, asked) : undefined
    if (finding) return finding
    const { group, declared } = asked
    const assignment = { sent: sentIn(asked.answer), group, permission: asked.permission, declared }
    const answer = await other?.read()
    const [was, is] = [before, answer].map(one => one && showsPermission(assignment, jsonOfSuccess(one)))
    elsewhere.push({ isShown: is === true, isNew: was !== true })
    before = answer
    seen.push(asked.answer, ...(answer ? [answer] : []))
  }
  const [another] = (await otherGroups(probe, groupId)).flatMap(({ id }) => id ?? [])
  const asked = another === undefined ? undefined : await assign(probe, another, permissions[2])
  if (asked && isSuccess(asked.answer) && asked.answer.response.status !== 202) {
    const finding = await judgeListed(probe, shown, asked)
    if (finding) return finding
    seen.push(asked.answer)
  }
  const [first, ...others] = seen as [Answered, ...Answered[]]
  // What follows both assignments is of the repository that they were not about.
  return other && elsewhere.every(({ isShown }) => isShown) && elsewhere.some(({ isNew }) => isNew)
    ? violated(
        'changed-unasked',
        { operation: other.operation, member: `permission of ${groupId}` },
        ...[first, ...others],
      )
    : holds(first, ...others)
}

/** An id that no group has, in a form that the declared body accepts. */
const unknownGroup = (probe: Probe, known: string): string => {
  const id = unknownId(known) ?? noNumber
  const form = requestForm(probe.bind(operation), [{ name: 'group_id', value: idValue(id) }])
  return isGroupInPath(probe) || form !== undefined ? id : mirrored(known)
}

/** Whether an answer for the unknown group has nothing that the one for a known group does not have: values and members may be missing, such as a name. */
const saysNoMore = (shown: unknown, known: unknown, unknownId: string, knownId: string): boolean => {
  if (shown === null) return true
  // An empty list, such as one of warnings, says nothing.
  if (Array.isArray(shown))
    return shown.every(item => Array.isArray(known) && known.some(one => saysNoMore(item, one, unknownId, knownId)))
  if (typeof shown === 'boolean') return shown === known
  if (!isObject(shown)) return typeof known === 'string' || typeof known === 'number'
  return (
    isObject(known) &&
    Object.keys(shown).every(key =>
      saysNoMore(shown[key], known[key === unknownId ? knownId : key], unknownId, knownId),
    )
  )
}

/** Whether a success for the unknown group confirms the assignment as that of a known one is confirmed. What is only taken is not carried out yet. */
const confirms = (unknown: Asked, known: Asked): boolean => {
  const { answer, permission, group } = unknown
  const [shown, other] = [jsonOfSuccess(answer), jsonIn(known.answer)]
  if (answer.response.status === 202 || other === undefined) return false
  return contains(shown, group) && grants(shown, permission, group) && saysNoMore(shown, other, group, known.group)
}

/** Whether the answer for the known group has its id, and the one for the unknown group has neither: its list of what was assigned is empty. */
const repeatsKnown = (known: Asked, unknown: Asked): boolean => {
  const other = jsonIn(unknown.answer)
  return (
    other !== undefined &&
    contains(jsonIn(known.answer), known.group) &&
    ![known, unknown].some(({ group }) => contains(other, group))
  )
}

/** Members that say in a word or a number what became of a request. */
const outcomes = /^(?:status|state|result|outcome|code)$/i

/** What an answer says in such members that became of a group. */
const outcomesIn = ({ answer, group }: Asked): string => {
  const members = objectsIn(jsonIn(answer)).flatMap(object => Object.entries(object))
  const said = members.filter(([key, value]) => outcomes.test(key) && !isObject(value) && String(value) !== group)
  return said.map(([key, value]) => `${key} ${value}`).join('\n')
}

const judgeUnknown = async (probe: Probe): Promise<Finding> => {
  const { groupId } = await probe.fixture('group')
  const existing = await assign(probe, groupId, 'read')
  const missing = await assign(probe, unknownGroup(probe, groupId), 'read')
  if (!existing || !missing) return exempt('value-undeclared', { operation, what: 'read' })
  const [known, unknown] = [existing.answer, missing.answer]
  const { status } = unknown.response
  if (!isSuccess(known)) return refused(operation, known)
  const isDenied = (isDenial(unknown) && !isDenial(known)) || outcomesIn(missing) !== outcomesIn(existing)
  return !isDenied && ((!toldApart(known, unknown) && !repeatsKnown(existing, missing)) || confirms(missing, existing))
    ? violated('missing-like-existing', { operation, status }, unknown, known)
    : holds(known, unknown)
}

/** Edits the answers to requests for this permission, or for any. */
const answering = (edit: (body: JsonObject) => unknown, permission?: string): Twist =>
  instead(route, async (request, next) => {
    if (permission !== undefined && (await sentBy(request)).permission !== permission) return next(request)
    return edited(onObject(edit))(request, next)
  })

/** Answers the assignment of an unknown group with a success made of what was sent. */
const unknownAs = (body: (sent: JsonObject) => unknown, status = 200): Twist =>
  instead(route, async (request, next) => {
    const sent = await sentBy(request)
    const response = await next(request)
    return response.status === 404 ? answer(status, body(sent))(request) : response
  })

/** Answers every assignment with 200; the body says whether the group was found. */
const alwaysOk = (body: (sent: JsonObject, isFound: boolean) => unknown): Twist =>
  instead(route, async (request, next) => {
    const sent = await sentBy(request)
    const { status } = await next(request)
    return answer(200, body(sent, status !== 404))(request)
  })

const common = {
  level: 'should',
  since: '2025-09-25',
  source,
  covers: ['history-group-fixed', 'resource-group-assignment', 'area-repositories'],
  needs: ['credentials', 'writes', 'namespace', 'group'],
} as const

const others = (
  own: string,
  chosen: (permission: string) => boolean = () => true,
  code: ReasonCode = 'not-echoed',
): Record<string, ReasonCode> =>
  Object.fromEntries(
    permissions
      .filter(permission => permission !== own && chosen(permission))
      .map(permission => [`repository-groups/assign-${permission}`, code] as const),
  )

/** Both groups of the organization. */
const everyGroup = (group: JsonObject): readonly JsonObject[] => [
  group,
  { ...group, group_id: 1003, name: 'reviewers' },
]

/** Publishes a list of the groups of a repository, at the path at which they are assigned, and shows these. */
const assignments = (shown: (group: JsonObject) => readonly JsonObject[], path = collection, map?: JsonObject): Twist =>
  layered(
    withOpenApi(({ paths }) => {
      const { post } = paths[collection] ?? {}
      paths[collection] = {}
      paths[path] = { post, get: { tags: post.tags, parameters: post.parameters, responses: {} } }
    }),
    instead(to(path, 'POST'), (request, next) =>
      next(redirected(request, new URL(request.url).pathname.replace(/[^/]+$/, 'groups'))),
    ),
    instead(to(path, 'GET'), answer(200, map ?? { groups: shown({ group_id: 1002, name: 'developers' }) })),
  )

/** Publishes a list of the groups of a repository; `shown` makes it of what was assigned to that, or to any. */
const listedAs =
  (shown: (own: readonly JsonObject[], all: readonly JsonObject[]) => readonly JsonObject[]) => (): Twist => {
    const given: { readonly path: string; readonly sent: JsonObject }[] = []
    return layered(
      instead(to(collection, 'GET'), request => {
        const { pathname } = new URL(request.url)
        const own = given.filter(({ path }) => path === pathname)
        const groups = shown(
          ...([own, given].map(some => some.map(({ sent }) => sent)) as [JsonObject[], JsonObject[]]),
        )
        return answer(200, { groups })(request)
      }),
      instead(route, async (request, next) => {
        const sent = await sentBy(request)
        const response = await next(request)
        if (response.ok) given.push({ path: new URL(request.url).pathname, sent })
        return response
      }),
      assignments(() => []),
    )
  }

/** Lists the ids of groups, and shows one of what was assigned to a group where that is read by itself. */
const readAlone = (shown: (own: readonly JsonObject[]) => JsonObject | undefined) => (): Twist => {
  const given: { readonly path: string; readonly sent: JsonObject }[] = []
  const pathOf = ({ url }: Request): string => new URL(url).pathname
  const idsAt = (path: string) => given.filter(one => one.path === path).map(({ sent }) => sent.group_id)
  return layered(
    withOpenApi(({ paths }) => {
      const { post } = paths[collection] ?? {}
      const group = { name: 'group', in: 'path', required: true, schema: { type: 'string' } }
      const get = { tags: post.tags, parameters: post.parameters, responses: {} }
      paths[collection] = { post, get }
      paths[`${collection}/{group}`] = { get: { ...get, parameters: [...(post.parameters ?? []), group] } }
    }),
    instead(to(collection, 'GET'), request => answer(200, [...new Set(idsAt(pathOf(request)))])(request)),
    instead(to(`${collection}/{group}`, 'GET'), request => {
      const [path, group] = pathOf(request).split(/\/(?=[^/]+$)/)
      const own = given.filter(one => one.path === path && String(one.sent.group_id) === group)
      const one = shown(own.map(({ sent }) => sent))
      return (one ? answer(200, one) : answer(404))(request)
    }),
    instead(route, async (request, next) => {
      const sent = await sentBy(request)
      const response = await next(request)
      if (response.ok) given.push({ path: pathOf(request), sent })
      return response
    }),
  )
}

/** Takes the group in the path of a PUT, lists what was assigned there, and publishes both; `stored` is the group that it stores. */
const groupAtPath = (stored: (group: number) => number) => (): Twist => {
  const place = `${collection}/{group}`
  const given = new Map<string, JsonObject[]>()
  const pathOf = ({ url }: Request): string => new URL(url).pathname
  return layered(
    withOpenApi(({ paths }) => {
      const { post } = paths[collection] ?? {}
      const schema = { type: 'object', properties: { permission: { type: 'string', enum: [...permissions] } } }
      const group = { name: 'group', in: 'path', required: true, schema: { type: 'string' } }
      const put = { ...post, requestBody: { content: { 'application/json': { schema } } }, responses: {} }
      paths[place] = { put: { ...put, parameters: [...(post.parameters ?? []), group] } }
      paths[collection] = { get: { tags: post.tags, parameters: post.parameters, responses: {} } }
    }),
    instead(to(collection, 'GET'), request => answer(200, given.get(pathOf(request)) ?? [])(request)),
    instead(to(place, 'PUT'), async (request, next) => {
      const [path = '', group] = pathOf(request).split(/\/(?=[^/]+$)/)
      const { permission } = await sentBy(request)
      const inner = withBody(redirected(request, path), { group_id: Number(group), permission })
      const response = await next(new Request(inner, { method: 'POST' }))
      if (!response.ok) return response
      const others = (given.get(path) ?? []).filter(one => one.id !== stored(Number(group)))
      given.set(path, [...others, { id: stored(Number(group)), permission }])
      return new Response(null, { status: 204 })
    }),
  )
}

/** The last assignment of each group. */
const lastOfEach = (assigned: readonly JsonObject[]): readonly JsonObject[] => [
  ...new Map(assigned.map(one => [one.group_id, one])).values(),
]

/** Two readings behind. */
const late = (): ((own: readonly JsonObject[]) => readonly JsonObject[]) => {
  const shown: (readonly JsonObject[])[] = []
  return own => {
    shown.push(lastOfEach(own))
    return shown.at(-3) ?? shown[0] ?? []
  }
}

const highest = (assigned: readonly JsonObject[]): readonly JsonObject[] =>
  lastOfEach(permissions.flatMap(permission => assigned.filter(one => one.permission === permission)))

/** Shows repositories with their groups, and declares that. */
const groupsShown = (shown: (group: JsonObject) => readonly JsonObject[]): Twist =>
  layered(
    withOpenApi(({ paths }) => {
      const { get } = paths[repositoryPath] ?? {}
      const groups = { type: 'array', items: { type: 'object' } }
      for (const one of Object.values<{ schema: unknown }>(get?.responses[200].content ?? {}))
        one.schema = { allOf: [one.schema, { type: 'object', properties: { groups } }] }
    }),
    withObject(to(repositoryPath, 'GET'), body => ({ ...body, groups: shown({ group_id: 1002, name: 'developers' }) })),
  )

/** Takes a map from groups to their permissions, and declares that. */
const mapped: Twist = layered(
  withOpenApi(({ paths }) => {
    const { post } = paths[collection] ?? {}
    const schema = { type: 'object', additionalProperties: { type: 'string', enum: [...permissions] } }
    const content = { 'application/json': { schema } }
    if (post) Object.assign(post, { requestBody: { content }, responses: { 200: { description: 'all', content } } })
  }),
  instead(route, async (request, next) => {
    const sent = await sentBy(request)
    const [[group = '', permission] = [], ...others] = Object.entries(sent)
    if (others.length > 0 || !/^\d+$/.test(group)) return answer(422)(request)
    return edited(() => sent)(withBody(request, { group_id: Number(group), permission }), next)
  }),
)

const requirements: readonly Requirement[] = permissions.map(permission => ({
  ...common,
  id: `repository-groups/assign-${permission}`,
  statement: `Assigning a group to a repository with the permission ${permission} returns that group and that permission.`,
  how: "A group is assigned to the repository that the run created; the answer must contain the group's id and the permission, as values in any member or as names of members; if the target's own document declares a string instead of the id, it may be the group's name. An empty answer is not judged. If that document has a list of the groups of a repository, or shows them in the repository, that must not stay empty, must show the permission that was assigned last, and must not change for another repository; after a 202 this is not judged.",
  fix: 'Return the new assignment: the id of the group and its permission.',
  cases: [
    { name: permission, check: probe => judge(probe, permission) },
    ...(permission === permissions[2]
      ? [{ name: 'assigned again, in the list', last: true as const, check: judgeShown }]
      : []),
  ],
  faults: {
    ...faultsFor('not-echoed', {
      'no-permission': [
        'leaves the permission out',
        answering(({ permission: _dropped, ...rest }) => rest, permission),
      ],
      'other-permission': [
        `always answers ${permission === 'read' ? 'write' : 'read'}`,
        answering(body => ({ ...body, permission: permission === 'read' ? 'write' : 'read' })),
        others(permission, other => other !== (permission === 'read' ? 'write' : 'read')),
      ],
      'other-group': ['answers with another group', answering(body => ({ ...body, group_id: 1 }), permission)],
      'no-group': ['leaves the group out', answering(({ group_id: _dropped, ...rest }) => rest), others(permission)],
      empty: ['answers with an empty object', answering(() => ({}), permission)],
    }),
    ...(permission === permissions[2]
      ? {
          'first-listed': {
            says: 'lists the permission that a group had first',
            code: 'not-kept',
            twist: listedAs(own => own.slice(0, 1)),
          },
          'first-group': {
            says: 'lists the group that was assigned first, whichever is assigned',
            code: 'not-kept',
            twist: listedAs(own => own.slice(-1).map(one => ({ ...one, group_id: own[0]?.group_id }))),
          },
          'read-alone': {
            says: 'lists the ids of groups, and shows the permission that one had first where it is read by itself',
            code: 'not-kept',
            twist: readAlone(own => own[0]),
          },
          'path-ignored': {
            says: 'assigns the same group whichever the path names',
            code: 'not-kept',
            twist: groupAtPath(() => 1002),
          },
          'other-listed': {
            says: 'lists another group than was assigned',
            code: 'not-kept',
            twist: listedAs(own => own.slice(-1).map(one => ({ ...one, group_id: 1003 }))),
          },
          everywhere: {
            says: 'lists what was assigned to one repository for all of them',
            code: 'changed-unasked',
            twist: listedAs((_own, all) => lastOfEach(all)),
          },
        }
      : {}),
    unassigned: {
      ...fault(
        'shows repositories with their groups, of which they have none',
        'not-kept',
        groupsShown(() => []),
      ),
      also: others(permission, () => true, 'not-kept'),
    },
    elsewhere: {
      ...fault(
        'shows no assignment in its list of them',
        'not-kept',
        assignments(() => []),
      ),
      also: others(permission, () => true, 'not-kept'),
    },
    'at-path': {
      ...fault(
        'assigns groups at a path of another name, and shows no assignment there',
        'not-kept',
        assignments(() => [], `${repository}/members`),
      ),
      also: others(permission, () => true, 'not-kept'),
    },
  },
  tolerates: {
    'groups-shown': variant('repositories that are shown with their groups', groupsShown(everyGroup)),
    'one-text': variant(
      'the groups of the repository with their permissions, as texts',
      layered(
        withOpenApi(({ paths }) => {
          const schema = { type: 'array', items: { type: 'string' } }
          const responses = { 200: { content: { 'application/json': { schema } } } }
          Object.assign(paths[collection]?.post ?? {}, { responses })
        }),
        withObject(route, ({ group_id, permission }) => ['1001:admin', `${group_id}:${permission}`]),
      ),
    ),
    listed: variant('a list of the groups of a repository', assignments(everyGroup)),
    'last-listed': { says: 'lists the permission that was assigned last', twist: listedAs(lastOfEach) },
    'one-listed': { says: 'lists the group that was assigned last', twist: listedAs(own => own.slice(-1)) },
    'read-alone': { says: 'lists the ids of groups, which are read one by one', twist: readAlone(own => own.at(-1)) },
    'at-its-path': { says: 'assigns the group that the path names, by PUT', twist: groupAtPath(group => group) },
    'late-listed': { says: 'lists what was assigned some readings later', twist: () => listedAs(late())() },
    'highest-listed': { says: 'lists the highest permission that a group had', twist: listedAs(highest) },
    'otherwise-listed': {
      says: 'lists groups under names and words of its own',
      twist: listedAs(own => own.slice(-1).map(() => ({ group: 'developers', may: 'pull' }))),
    },
    'twice-listed': {
      says: 'lists a group of another repository twice, as one of the repository and one of its namespace',
      twist: listedAs(own =>
        own.length > 0 ? lastOfEach(own) : permissions.map(permission => ({ group_id: 1002, permission })),
      ),
    },
    'under-parent': {
      says: 'lists groups with the ids of their parents',
      twist: listedAs(own => own.slice(-1).map(({ permission }) => ({ id: 1002, group_id: 1003, level: permission }))),
    },
    'listed-later': {
      says: '202, and lists an assignment when the next one is made',
      twist: () => layered(withStatus(route, 202), listedAs(own => own.slice(-2).slice(0, 1))()),
    },
    'listed-at-path': variant(
      'a list of assignments at a path of another name',
      assignments(everyGroup, `${repository}/members`),
    ),
    map: variant('a map from groups to their permissions', mapped),
    'map-listed': {
      says: 'takes a map from groups to their permissions, and lists them by name',
      twist: () =>
        layered(
          mapped,
          assignments(() => [], undefined, { developers: permissions[2] }),
        ),
    },
    'map-as-list': {
      says: 'takes a map from groups to their permissions, and lists them one by one',
      twist: () =>
        layered(
          mapped,
          assignments(group => [{ ...group, permission: permissions[2] }]),
        ),
    },
    'map-inside': variant(
      'a map from groups to their permissions inside the body',
      layered(
        withOpenApi(({ paths }) => {
          const { post } = paths[collection] ?? {}
          const values = { type: 'object', additionalProperties: { type: 'string', enum: [...permissions] } }
          const properties = { data: { type: 'object', properties: { permissions: values } } }
          const content = { 'application/json': { schema: { type: 'object', properties } } }
          if (post)
            Object.assign(post, { requestBody: { content }, responses: { 200: { description: 'all', content } } })
        }),
        instead(route, async (request, next) => {
          const { data } = await sentBy(request)
          const [[group = '', permission] = []] = Object.entries((isObject(data) && data.permissions) || {})
          if (!/^\d+$/.test(group)) return answer(422)(request)
          return edited(() => ({ data }))(withBody(request, { group_id: Number(group), permission }), next)
        }),
      ),
    ),
    'role-objects': variant(
      'permissions as objects with a number',
      layered(
        withOpenApi(({ paths }) => {
          const { post } = paths[collection] ?? {}
          const role = { type: 'object', properties: { id: { type: 'integer', enum: [1, 2, 3] } } }
          const properties = { group_id: { type: 'integer' }, role }
          const content = { 'application/json': { schema: { type: 'object', required: ['role'], properties } } }
          if (post)
            Object.assign(post, { requestBody: { content }, responses: { 200: { description: 'one', content } } })
        }),
        instead(route, async (request, next) => {
          const { role, group_id } = await sentBy(request)
          const permission = isObject(role) ? permissions[Number(role.id) - 1] : undefined
          if (permission === undefined) return answer(422)(request)
          return edited(onObject(shown => ({ group_id: shown.group_id, role })))(
            withBody(request, { group_id, permission }),
            next,
          )
        }),
      ),
    ),
    created: variant('201', withStatus(route, 201)),
    'no-content': variant('204 without a body', withStatus(route, 204)),
    'own-permissions': variant(
      'declares other permissions, and accepts no others',
      layered(
        withOpenApi(({ paths }) => {
          const { post } = paths[collection] ?? {}
          const properties = {
            group_id: { type: 'integer' },
            permission: { type: 'string', enum: ['pull', 'push', 'manage'] },
          }
          const schema = { type: 'object', required: Object.keys(properties), properties }
          const response = {
            description: 'the assignment',
            content: { 'application/json': { schema: { properties } } },
          }
          if (post)
            Object.assign(post, {
              requestBody: { content: { 'application/json': { schema } } },
              responses: { 200: response },
            })
        }),
        instead(route, async (request, next) => {
          const sent = await sentBy(request)
          const own = { pull: 'read', push: 'write', manage: 'admin' }[String(sent.permission)]
          if (own === undefined) return answer(422)(request)
          return edited(onObject(shown => ({ ...shown, permission: sent.permission })))(
            withBody(request, { ...sent, permission: own }),
            next,
          )
        }),
      ),
    ),
    linked: variant(
      'a link to the group in the place of its id',
      withObject(route, ({ group_id, ...body }) => ({
        ...body,
        _links: { group: { href: `/v2/groups/${group_id}` } },
      })),
    ),
    unmentioned: variant(
      'the group alone, as it declares',
      layered(
        withOpenApi(({ paths }) => {
          const schema = { type: 'object', properties: { group_id: { type: 'integer' } } }
          const { post } = paths[collection] ?? {}
          if (post)
            Object.assign(post, {
              responses: { 200: { description: 'the group', content: { 'application/json': { schema } } } },
            })
        }),
        withObject(route, ({ group_id }) => ({ group_id })),
      ),
    ),
    switches: variant(
      'the permission as switches',
      withObject(route, body => {
        const { permission, ...rest } = body
        const at = permissions.indexOf(permission as Permission)
        return { ...rest, permissions: Object.fromEntries(permissions.map((name, index) => [name, index <= at])) }
      }),
    ),
    several: variant(
      'takes a list of groups with their permissions, and declares it',
      layered(
        withOpenApi(({ paths }) => {
          const properties = { id: { type: 'integer' }, permission: { type: 'string', enum: [...permissions] } }
          const items = { type: 'object', required: ['id', 'permission'], properties }
          const schema = { type: 'object', required: ['groups'], properties: { groups: { type: 'array', items } } }
          const { post } = paths[collection] ?? {}
          if (post) post.requestBody = { content: { 'application/json': { schema } } }
        }),
        instead(route, async (request, next) => {
          const { groups } = await sentBy(request)
          const [group] = Array.isArray(groups) ? groups : []
          if (!isObject(group)) return answer(400)(request)
          return next(withBody(request, { group_id: group.id, permission: group.permission }))
        }),
      ),
    ),
    'by-name': variant(
      'names the group in the answer, and declares that',
      layered(
        withOpenApi(({ paths }) => {
          const properties = { group: { type: 'string' }, permission: { type: 'string' } }
          const responses = { 200: { content: { 'application/json': { schema: { type: 'object', properties } } } } }
          const { post } = paths[collection] ?? {}
          if (post) Object.assign(post, { responses })
        }),
        withObject(route, body => ({ group: body.group_name, permission: body.permission })),
      ),
    ),
    'by-group': variant(
      'the permission in a member named after the id of the group',
      withObject(route, body => ({ data: { [String(body.group_id)]: body.permission } })),
    ),
    'by-permission': variant(
      'the group in a list named after the permission',
      withObject(route, body => ({ [String(body.permission)]: [body.group_id] })),
    ),
    nested: variant(
      'the group as an object, its id as a string',
      withObject(route, body => ({
        data: { group: { id: String(body.group_id), name: body.group_name }, role: body.permission },
      })),
    ),
  },
}))

/** Takes ids of four digits alone, and declares that. */
const fourDigits: Twist = layered(
  withOpenApi(({ paths }) => {
    const group = { type: 'string', pattern: '^[0-9]{4}$' }
    const properties = { group_id: group, permission: { type: 'string', enum: [...permissions] } }
    const schema = { type: 'object', required: Object.keys(properties), properties }
    Object.assign(paths[collection]?.post ?? {}, { requestBody: { content: { 'application/json': { schema } } } })
  }),
  instead(route, async (request, next) => {
    const { group_id, ...sent } = await sentBy(request)
    return /^\d{4}$/.test(String(group_id))
      ? next(withBody(request, { ...sent, group_id: Number(group_id) }))
      : answer(422)(request)
  }),
)

const unknown: Requirement = {
  ...common,
  id: 'repository-groups/unknown-group',
  statement: 'Assigning a missing group is answered differently from assigning an existing one.',
  source: published('operation CreateRepositoryGroup', 'What does not exist is answered with 404.'),
  how: 'An existing group is assigned, then an id that no group has, in a form that the target declares. A success that confirms that id and its permission fails, even if it does not name the group.',
  fix: 'Look up the group before assigning it, and refuse one that does not exist.',
  cases: [{ name: 'a known group, compared with an unknown one', check: judgeUnknown }],
  faults: faultsFor('missing-like-existing', {
    accepted: [
      'accepts any id',
      unknownAs(({ permission, group_id }) => ({ group_name: 'developers', permission, group_id })),
    ],
    unnamed: [
      'accepts any id, and returns no name for an unknown group',
      unknownAs(({ permission, group_id }) => ({ group_name: null, permission, group_id }), 201),
    ],
    'no-warnings': [
      'accepts any id, and returns neither a name nor warnings',
      unknownAs(({ permission, group_id }) => ({ permission, group_id, warnings: [] })),
    ],
    'of-form': [
      'accepts any id of four digits',
      layered(
        fourDigits,
        unknownAs(({ permission, group_id }) => ({ group_name: 'developers', permission, group_id })),
      ),
    ],
    'by-group': [
      'accepts any id, and answers with a map from groups to permissions',
      instead(route, async (request, next) => {
        const { permission, group_id } = await sentBy(request)
        const response = await next(request)
        const isAnswer = response.ok || response.status === 404
        return isAnswer ? answer(200, { data: { [String(group_id)]: permission } })(request) : response
      }),
    ],
  }),
  tolerates: variants({
    'of-form': ['takes ids of four digits alone', fourDigits],
    'bad-request': ['400 for a group that does not exist', missingAs(route, 400)],
    'as-member': [
      '200 for every group, with a member that says whether it was assigned',
      alwaysOk(({ permission, group_id }, assigned) => ({ group_id, permission, assigned })),
    ],
    'as-state': [
      '200 for every group, with the result in a nested object',
      alwaysOk(({ permission, group_id }, isFound) => ({
        group_id,
        permission,
        outcome: { state: isFound ? 'assigned' : 'skipped' },
      })),
    ],
    'as-list': [
      '200 for every group, with a list of those that were assigned, and of warnings',
      instead(route, async (request, next) => {
        const { group_id } = await sentBy(request)
        const response = await next(request)
        const isKnown = response.status !== 404
        return answer(200, {
          assigned: isKnown ? [await response.json()] : [],
          warnings: isKnown ? [] : [`no group ${group_id}`],
        })(request)
      }),
    ],
    'as-words': [
      '200 for every group, with a result in words',
      alwaysOk(({ permission, group_id }, isFound) => ({
        group_id,
        permission,
        status: isFound ? 'assigned' : 'group not found',
      })),
    ],
  }),
}

export default [...requirements, unknown]
