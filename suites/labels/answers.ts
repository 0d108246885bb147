import { httpDate } from '../../checks/date-time.ts'
import { declaredFor, isLabelled, isMentionOf, saysLabelled } from '../../checks/documents/published-documents.ts'
import { groupValues } from '../../checks/group-names.ts'
import { deprecationDate } from '../../checks/http/fields.ts'
import { pages } from '../../checks/paging/pages.ts'
import { documentedPresence, presenceNeeds } from '../../checks/presence/documented.ts'
import { familyPresence } from '../../checks/presence/families.ts'
import { header, isAnswered, isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, jsonIn, jsonOfSuccess } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import { refused, scalarsIn } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import { withFields } from '../../checks/twists/http-fields.ts'
import { key, ownTokens } from '../../checks/twists/own-tokens.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { type FaultRow, faultsFor, to, variant } from '../../checks/twists/twist.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { operationRoles } from '../../contracts/bindings/roles.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { FamilyOperation, OperationName } from '../../contracts/operations.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, Missing, unclear, violated } from '../../contracts/results/finding.ts'

const lists = new Set<OperationName>([
  'listNamespaceRepositories',
  'ListRepositoryTags',
  'pat.list',
  'oat.list',
  'audit.events',
])

/** The response fields that announce an end, and how they are read. */
const fields = [
  ['Deprecation', deprecationDate],
  ['Sunset', httpDate],
] as const

type Field = (typeof fields)[number]

/** Fields of no standard, or of one that is over, which say that something is deprecated: of what, they do not say. */
const oddLabel = (answer: Answered): readonly [string, string] | undefined =>
  answer.response.headers.find(
    ([name, value]) =>
      (/^warning$/i.test(name) && /^\s*299\b.*deprecat/i.test(value)) ||
      (/^x-.*deprecat(?:ed|ion)/i.test(name) && !/^\s*(?:false|no|0|none|null)?\s*$/i.test(value)),
  )

/** Names of members that hold what a server says of a request, and not of what was asked for. */
const remark = /^_?(?:warnings?|notices?|messages?|deprecations?|meta|notes?|hints?)$/i

/** What a body says of its own operation: a sentence that it is deprecated. */
const wordsLabel = (answer: Answered): readonly [string, string] | undefined => {
  const body = jsonIn(answer)
  if (!isObject(body)) return undefined
  for (const [name, value] of Object.entries(body).filter(([name]) => remark.test(name))) {
    const text = scalarsIn(value).find(saysLabelled)
    if (text !== undefined) return [name, text]
  }
  return undefined
}

/** Whether what stands around a list says `deprecated: true`; in a repository, a tag or a token that is a field of data. */
const isFlagged = (answer: Answered): boolean => {
  const body = jsonIn(answer)
  return isObject(body) && (body.deprecated ?? body.is_deprecated) === true && listItems(body) !== undefined
}

/** What the bodies of an operation say, as far as that may be a label. */
const bodyLabel = (
  operation: OperationName,
  answers: readonly Answered[],
): readonly [Answered, string, string] | undefined => {
  for (const answer of answers) {
    const said = wordsLabel(answer)
    if (said) return [answer, ...said]
  }
  const [first] = answers
  const isLabel = lists.has(operation) && answers.length > 1 && answers.every(isFlagged)
  return first && isLabel ? [first, 'deprecated', 'true'] : undefined
}

/** The same request for something that does not exist: undefined where the operation is about no single thing. */
const askMissing = async (probe: Probe, operation: OperationName): Promise<Answered | undefined> => {
  const roles = operationRoles[operation]
  const thing = (['tag', 'id', 'repository'] as const).find(role => roles.includes(role))
  if (thing === undefined) return undefined
  const { namespace } = await probe.fixture('namespace')
  const known = {
    namespace,
    ...(thing === 'tag' ? { repository: (await probe.fixture('repository')).repository } : {}),
    ...(roles.includes('group')
      ? await groupValues(probe, probe.nonce('missing'))
      : roles.includes('org')
        ? { org: (await probe.fixture('org')).org }
        : {}),
  }
  const unsafe = !['GET', 'HEAD'].includes(probe.bind(operation).method)
  return probe.call(
    operation,
    { ...known, [thing]: probe.nonce('missing') },
    { anyStatus: true, ...(unsafe ? { json: {} } : {}) },
  )
}

/** What one field of an answer says: undefined where the operation does not send it. */
const judgeField = async (
  probe: Probe,
  operation: OperationName,
  [field, read]: Field,
  [answer, ...others]: readonly [Answered, ...Answered[]],
): Promise<Finding | undefined> => {
  const value = header(answer, field)
  if (value === undefined) return undefined
  const values = { operation, field, value: value.slice(0, 80) }
  if (read(value) === undefined) return unclear('label-unreadable', values, answer)
  const { method, path } = probe.bind(operation)
  if (lifecycle.legacyEndpoints.some(endpoint => isMentionOf({ method, path }, endpoint)))
    return unclear('label-of-legacy', { ...values, endpoint: `${method} ${path}` }, answer)
  const control = others.find(({ request }) => request.url.includes(probe.nonce('no-such-path')))
  if (!control || header(control, field) !== undefined)
    return unclear('label-on-control', values, answer, ...(control ? [control] : []))
  if (field === 'Deprecation') return violated('answer-labelled', values, answer, control)
  // RFC 8594 has Sunset for temporary resources too: a repository, tag or token may have an end that its operation does not have.
  if (operation === 'CreateRepository') return unclear('sunset-of-resource', values, answer)
  const missing = await askMissing(probe, operation)
  if (missing && header(missing, field) === undefined) return unclear('sunset-of-resource', values, answer, missing)
  return violated('answer-labelled', values, answer, control, ...(missing ? [missing] : []))
}

/** Pages of a list behind the first that are looked at. */
const furtherPages = 2

/** Undefined unless a further page of a list is labelled: a page is an answer of the operation as well. */
const judgePages = async (
  probe: Probe,
  operation: OperationName,
  first: Answered,
  others: readonly Answered[],
): Promise<Finding | undefined> => {
  if (first.request.method !== 'GET' || jsonOfSuccess(first) === undefined) return undefined
  let number = 0
  for await (const { exchange } of pages(probe, first)) {
    if (exchange.id !== first.id)
      for (const field of fields) {
        const finding = await judgeField(probe, operation, field, [exchange, ...others])
        if (finding) return finding
      }
    if (number++ === furtherPages) break
  }
  return undefined
}

/** Whether the answers of an operation that is there label it. */
const judge = async (probe: Probe, operation: OperationName, presence: Finding): Promise<Finding> => {
  if (presence.kind === 'violated') return unclear(presence.code, presence.values, ...presence.seen)
  if (presence.kind !== 'holds') return presence
  const [first, ...others] = presence.seen.filter(isAnswered)
  if (!first) return unclear('no-success', { operation }, ...presence.seen)
  let left: Finding | undefined
  for (const field of fields) {
    const finding = await judgeField(probe, operation, field, [first, ...others])
    if (finding?.kind === 'violated') return finding
    left ??= finding
  }
  if (!left && lists.has(operation)) left = await judgePages(probe, operation, first, others)
  if (left?.kind === 'violated') return left
  const odd = oddLabel(first)
  if (!left && odd && !others.some(oddLabel))
    left = unclear('label-unreadable', { operation, field: odd[0], value: odd[1].slice(0, 80) }, first)
  return left ?? holds(first)
}

/**
 * What else the run received of an operation, whatever asked for it. What an answer may say of the thing that was asked for is left out: a
 * Sunset may be the end of a tag.
 */
const judgeReceived = async (probe: Probe, operation: OperationName): Promise<Finding> => {
  const [first, ...others] = probe.received(operation).map(({ answer }) => answer)
  if (!first) return exempt('not-seen', { what: `a success of ${operation}` })
  const labelled = [first, ...others].filter(answer => header(answer, 'Deprecation') !== undefined)
  const readable = labelled.find(answer => deprecationDate(header(answer, 'Deprecation') ?? '') !== undefined)
  const shown = readable ?? labelled[0]
  if (!shown) {
    const said = bodyLabel(operation, [first, ...others])
    if (!said) return holds(first)
    const [answer, field, value] = said
    return unclear('label-unreadable', { operation, field, value: value.slice(0, 80) }, answer)
  }
  const control = await probe.control({ method: 'GET', path: `/${probe.nonce('no-such-path')}`, like: shown })
  return (await judgeField(probe, operation, fields[0], [shown, control])) ?? holds(first)
}

/** The name of the case that judges what other cases received. */
const whatever = 'other successes of the run'

const common = {
  level: 'must',
  source: cite('state-deprecated'),
  how: 'The operation is called as in the presence suite; for a list, two more pages are read. Every other successful answer of the operation in the run is judged at the end. A Deprecation field with a date (RFC 9745), or a Sunset field (RFC 8594) in all of its answers, labels the operation deprecated. The following are inconclusive: a field that a control path also has, an invalid field, Warning, fields such as X-API-Deprecated, and a body that states the deprecation (in a message or a warning, or as deprecated: true around the items of every list).',
  fix: 'Send Deprecation and Sunset for the legacy endpoints only.',
} as const

/** A list, a thing and a change. */
const sunset = new Set<string>(['listNamespaceRepositories', 'GetRepositoryTag', 'UpdateRepositoryImmutableTags'])

/** Requests for a page of a list that is not its first. */
const further =
  (here: ReturnType<typeof to>): ReturnType<typeof to> =>
  (request, path) =>
    here(request, path) && Number(new URL(request.url).searchParams.get('page') ?? 1) > 1

const single: readonly Requirement[] = lifecycle.operations.map(({ id, slug, since, sentence }) => {
  const shipped = dockerHub.find(({ operation }) => operation === id)
  if (!shipped) throw new Error(`no shipped binding for ${id}`)
  const here = to(shipped.path, shipped.method)
  return {
    ...common,
    id: `labels/answers-${slug}`,
    statement: `Answers of ${id} do not label it deprecated.`,
    since: since ?? earliestDate,
    covers: [sentence],
    needs: presenceNeeds(id),
    cases: [
      { name: id, check: async (probe: Probe) => judge(probe, id, await documentedPresence(probe, id)) },
      { name: whatever, last: true, check: (probe: Probe) => judgeReceived(probe, id) },
    ],
    faults: faultsFor('answer-labelled', {
      deprecation: [`labels ${id} deprecated in its answers`, withFields(here, { deprecation: '@1790000000' })],
      ...(id === 'listNamespaceRepositories'
        ? {
            'further-page': ['labels only the second page', withFields(further(here), { deprecation: '@1790000000' })],
          }
        : {}),
      ...(id === 'ListRepositoryTags'
        ? {
            later: {
              says: 'labels all of its answers except the first',
              twist: () => {
                let answered = false
                return withFields(here, { deprecation: '@1790000000' }, () => {
                  const isFirst = !answered
                  answered = true
                  return !isFirst
                })
              },
            },
          }
        : {}),
      ...(sunset.has(id)
        ? {
            sunset: [
              `announces the end of ${id} in all answers`,
              withFields(here, { sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }),
            ],
          }
        : {}),
    }),
    tolerates: {
      ...(id === 'listNamespaceRepositories'
        ? {
            'odd-pages': variant(
              'links to a page on deprecation from further pages',
              withFields(further(here), { link: '</old>; rel="deprecation"' }),
            ),
          }
        : {}),
      'on-errors': variant(
        'labels refused requests, and links to a page on deprecation',
        withFields(
          here,
          { deprecation: '@1758240000', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT', link: '</old>; rel="deprecation"' },
          response => !response.ok,
        ),
      ),
    },
  }
})

/** Operations of a family that are asked. */
const members: Readonly<Record<string, readonly FamilyOperation[]>> = {
  'pat-management': ['pat.list', 'pat.get', 'pat.update', 'pat.create', 'pat.delete'],
  'oat-management': ['oat.list', 'oat.get', 'oat.update', 'oat.create', 'oat.delete'],
  'audit-logs': ['audit.events', 'audit.actions'],
}

/** What shows that an operation is there: of a creation or a deletion, one that was made already. */
const shownBy = async (probe: Probe, operation: FamilyOperation): Promise<Finding> => {
  const [family, action] = operation.split('.')
  if (family === 'audit') return familyPresence(probe, operation)
  const kind = family === 'pat' ? 'pat' : 'oat'
  if (action === 'delete') {
    const { exchange, control } = await probe.fixture(`${kind}-deletion`)
    return isSuccess(exchange) ? holds(exchange, control) : refused(operation, exchange, control)
  }
  if (action !== 'create') return familyPresence(probe, operation)
  const { created } = await probe.fixture(kind)
  const { seen } = await familyPresence(probe, `${kind}.list`)
  return holds(created, ...seen)
}

/**
 * Whether the reference publishes an operation and does not label it. The document names the family as a whole: a target may deprecate one
 * of several, and labels it in its reference then.
 */
const isPublishedUnlabelled = async (probe: Probe, operation: FamilyOperation): Promise<boolean> => {
  if (!(await probe.hasFixture('reference'))) return false
  const found = declaredFor(await probe.fixture('reference'), probe.bind(operation))
  return found !== undefined && !isLabelled(found)
}

const judgeFamily = async (probe: Probe, operations: readonly FamilyOperation[]): Promise<Finding> => {
  let labelled: Finding | undefined
  let held: Finding | undefined
  let left: Finding | undefined
  let missing: Missing | undefined
  for (const operation of operations) {
    try {
      const one = await judge(probe, operation, await shownBy(probe, operation))
      if (one.kind === 'violated' && (await isPublishedUnlabelled(probe, operation))) return one
      if (one.kind === 'violated') labelled ??= one
      // An operation that is not there labels nothing; a field that cannot be read may.
      else if (one.kind === 'holds') held ??= one
      else if (one.kind === 'unclear' && unreadLabels.has(one.code)) left = one
      else left ??= one
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      missing ??= error
    }
  }
  if (left?.kind === 'unclear' && unreadLabels.has(left.code)) return left
  const found = held ?? left ?? labelled
  if (!found || (missing && found === labelled)) throw missing ?? new Error('a family without operations')
  return found
}

/** The same for what else the run received: of an operation that the reference does not label. */
const judgeReceivedOf = async (probe: Probe, operations: readonly FamilyOperation[]): Promise<Finding> => {
  let found: Finding | undefined
  for (const operation of operations) {
    const one = await judgeReceived(probe, operation)
    if (one.kind === 'violated' && !(await isPublishedUnlabelled(probe, operation))) continue
    if (one.kind === 'violated') return one
    if (one.kind === 'unclear' || found === undefined || found.kind === 'exempt') found = one
  }
  return found ?? exempt('not-seen', { what: 'a success' })
}

const unreadLabels = new Set(['label-unreadable', 'label-on-control', 'label-of-legacy', 'sunset-of-resource'])

const families: readonly Requirement[] = lifecycle.families.map(({ id, slug, tag, since, sentence }) => {
  const operations = members[slug] ?? []
  const paths = dockerHub.filter(({ operation }) => operations.some(member => member === operation))
  return {
    ...common,
    id: `labels/answers-${slug}`,
    statement: `Answers of ${id === 'Audit logs' ? 'audit log' : id} operations do not label them deprecated.`,
    since: since ?? earliestDate,
    covers: [sentence],
    needs: slug === 'pat-management' ? ['credentials'] : ['credentials', slug === 'audit-logs' ? 'account' : 'org'],
    cases: [
      { name: tag, check: (probe: Probe) => judgeFamily(probe, operations) },
      { name: whatever, last: true, check: (probe: Probe) => judgeReceivedOf(probe, operations) },
    ],
    faults: faultsFor('answer-labelled', {
      deprecation: [
        'labels all operations of the area deprecated in their answers',
        withFields((request, path) => paths.some(binding => to(binding.path)(request, path)), {
          deprecation: '@1758240000',
        }),
      ],
      ...(slug === 'pat-management'
        ? {
            'own-path': [
              `labels the deletion at ${key} deprecated in its answers`,
              layered(withFields(to(key, 'DELETE'), { deprecation: '@1758240000' }), ownTokens),
            ],
          }
        : {}),
      ...Object.fromEntries<FaultRow>(
        paths.map(({ operation, path, method }) => [
          operation.replace('.', '-'),
          [
            `labels ${method} ${path} deprecated in its answers`,
            withFields(to(path, method), { deprecation: '@1758240000' }),
          ],
        ]),
      ),
    }),
    tolerates: {
      'on-errors': variant(
        'labels refused requests',
        withFields(
          (request, path) => paths.some(binding => to(binding.path)(request, path)),
          { deprecation: '@1758240000', warning: '299 - "Deprecated API"' },
          response => !response.ok,
        ),
      ),
      warnings: variant(
        'warns of other things, and says that it is not deprecated',
        withFields((request, path) => paths.some(binding => to(binding.path)(request, path)), {
          warning: '110 cache "Response is stale"',
          'x-api-deprecated': 'false',
        }),
      ),
    },
  }
})

export default [...single, ...families]
