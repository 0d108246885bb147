import { familyPresence, unpublishedActions } from '../../checks/presence/families.ts'
import { isObject } from '../../checks/reading/json.ts'
import { cite, published } from '../../checks/source.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { answer, fault, instead, reading, to, unrouted, variant, type When } from '../../checks/twists/twist.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'
import { type FamilyOperation, operationWords } from '../../contracts/operations.ts'
import type { Fault, Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { type Evidence, type Finding, Missing, violated } from '../../contracts/results/finding.ts'

const members: Readonly<Record<string, readonly FamilyOperation[]>> = {
  'pat-management': ['pat.list', 'pat.create', 'pat.get', 'pat.update', 'pat.delete'],
  'oat-management': ['oat.list', 'oat.create', 'oat.get', 'oat.update', 'oat.delete'],
  'audit-logs': ['audit.events', 'audit.actions'],
}

/** Operations that show their family; access to a log is access to its entries. */
const showing = (slug: string): readonly FamilyOperation[] =>
  slug === 'audit-logs' ? ['audit.events'] : (members[slug] ?? [])

/** One operation that is there shows the family; only where none is, and at least one was seen absent, is the family missing. */
const anyOf =
  (family: string, operations: readonly FamilyOperation[]) =>
  async (probe: Probe): Promise<Finding> => {
    const absent: Evidence[] = []
    let open: Finding | undefined
    let empty: Finding | undefined
    let missing: Missing | undefined
    for (const operation of operations) {
      try {
        const finding = await familyPresence(probe, operation)
        if (finding.kind === 'holds') return finding
        if (finding.kind === 'violated' && finding.code === 'log-empty') empty = finding
        else if (finding.kind === 'violated') absent.push(...finding.seen)
        else open ??= finding
      } catch (error) {
        if (!(error instanceof Missing)) throw error
        missing ??= error
      }
    }
    if (open) return open
    // A log that is there and stays empty is another thing to mend than one that is not there.
    if (empty) return empty
    const [first, ...rest] = absent
    if (first) return violated('family-absent', { family }, first, ...rest)
    throw missing ?? new Error(`the family ${family} has no operations`)
  }

/** Publishes another log than the one that is there, which comes first, and no actions. */
const publishesOther: Twist = withOpenApi(document => {
  const { '/v2/auditlogs/{account}/actions': _, '/v2/auditlogs/{account}': log, ...paths } = document.paths
  document.paths = { '/v2/auditlog': { get: { ...log?.get, operationId: 'oldLog', parameters: [] } }, ...paths }
  if (log) document.paths['/v2/auditlogs/{account}'] = log
})

const withoutActions: Twist = withOpenApi(document => {
  const { '/v2/auditlogs/{account}/actions': _, ...paths } = document.paths
  document.paths = paths
})

const whole: readonly Requirement[] = lifecycle.families.map(fact => {
  const operations = members[fact.slug] ?? []
  const paths = dockerHub.filter(({ operation }) => operations.some(member => member === operation))
  // Without a token none of the operations on one token can be asked; those on the collection can.
  const also = Object.fromEntries(
    operations
      .filter(operation => !/get|update|delete/.test(operation))
      .map(operation => [`presence/${operation.replace('.', '-')}`, 'absent'] as const),
  )
  const here = (request: Request, path: string): boolean => paths.some(binding => to(binding.path)(request, path))
  return {
    id: `presence/${fact.slug}`,
    level: 'must',
    statement: `There are ${fact.id === 'Audit logs' ? 'audit log' : fact.id} operations (area ${fact.tag}).`,
    since: fact.since ?? earliestDate,
    source: cite(fact.sentence),
    covers: ['resource-audit-log-entry'],
    needs:
      fact.slug === 'pat-management'
        ? ['credentials']
        : ['credentials', fact.slug === 'audit-logs' ? 'account' : 'org'],
    how: 'The operations of the family are called one after the other until one succeeds where a control path does not; a log must also have entries. The document names the family as a whole, so one operation is enough.',
    fix: `Serve the operations of ${fact.id}, such as ${paths
      .slice(0, 2)
      .map(({ method, path }) => `${method} ${path}`)
      .join(' and ')}; where they have other paths, publish them in the OpenAPI reference with the tag ${fact.tag}.`,
    cases: [{ name: 'any operation of the family', check: anyOf(fact.id, showing(fact.slug)) }],
    faults: {
      'not-found': fault('has none of the routes', 'family-absent', instead(here, unrouted), also),
      'method-not-allowed': fault('allows no method on the routes', 'family-absent', instead(here, answer(405)), also),
      ...(fact.slug === 'audit-logs'
        ? {
            'two-published': fault(
              'publishes two logs, and serves neither',
              'family-absent',
              (request, next) => publishesOther(request, inner => instead(here, unrouted)(inner, next)),
              { 'presence/audit-events': 'absent' },
            ),
          }
        : {}),
    },
    ...(fact.slug === 'audit-logs'
      ? {
          tolerates: {
            'two-published': variant('publishes a log that does not exist before the one that exists', publishesOther),
          },
        }
      : {}),
  }
})

const singlePresence = async (probe: Probe, operation: FamilyOperation): Promise<Finding> =>
  (operation === 'audit.actions' ? await unpublishedActions(probe) : undefined) ?? familyPresence(probe, operation)

/** Shows what was deleted as it was, with the time of its deletion. */
const keptAsDeleted = (removal: When) => (): Twist => {
  const kept = new Map<string, unknown>()
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (removal(request, pathname)) {
      const shown = await next(reading(request))
      const response = await next(request)
      if (shown.ok && response.ok) kept.set(pathname, await shown.json())
      return response
    }
    const token = request.method === 'GET' ? kept.get(pathname) : undefined
    return isObject(token) ? answer(200, { ...token, deleted_at: '2026-11-01T00:00:00Z' })(request) : next(request)
  }
}

/** The answer without content, with the type that frameworks give what has none. */
const emptyPage: Twist = async (request, next) => {
  const { ok, status } = await next(request)
  return new Response(null, { status: ok ? 204 : status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

const titles: Readonly<Record<FamilyOperation, string>> = {
  'pat.create': 'A personal access token can be created.',
  'pat.list': 'Personal access tokens can be listed.',
  'pat.get': 'One personal access token can be read.',
  'pat.update': 'A personal access token can be updated.',
  'pat.delete': 'A personal access token can be deleted.',
  'oat.create': 'An organization access token can be created.',
  'oat.list': 'Organization access tokens can be listed.',
  'oat.get': 'One organization access token can be read.',
  'oat.update': 'An organization access token can be updated.',
  'oat.delete': 'An organization access token can be deleted.',
  'audit.events': 'Audit log events can be listed.',
  'audit.actions': 'The actions of audit logs can be listed.',
}

const single: readonly Requirement[] = (Object.keys(titles) as FamilyOperation[]).map(operation => {
  const shipped = dockerHub.find(binding => binding.operation === operation)
  if (!shipped) throw new Error(`no shipped binding for ${operation}`)
  const family = lifecycle.families.find(fact => members[fact.slug]?.includes(operation))
  if (!family) throw new Error(`no family for ${operation}`)
  const here = to(shipped.path, shipped.method)
  // The log is the whole of its family.
  const log: Fault['also'] = operation === 'audit.events' ? { 'presence/audit-logs': 'family-absent' } : {}
  const reads = shipped.method === 'GET' && !shipped.path.endsWith('id}')
  return {
    id: `presence/${operation.replace('.', '-')}`,
    level: 'should',
    statement: titles[operation],
    since: family.since ?? earliestDate,
    source: published(
      `tag ${family.tag}`,
      `The published reference has the operation ${shipped.method} ${shipped.path}.`,
    ),
    needs: [
      'credentials',
      ...(reads ? [] : (['writes'] as const)),
      ...(operation.startsWith('pat.') ? [] : ([operation.startsWith('audit.') ? 'account' : 'org'] as const)),
    ],
    how: `The operation is called at its bound path, and compared with a sibling path that does not exist and, if it has an id, with a missing item. An update must find what is read at its path. Only resources that the run created are changed or deleted.${
      operation === 'audit.actions'
        ? ' It does not apply if the reference of the target was read completely and has the area, but no such operation.'
        : ''
    }`,
    fix: `Serve the operation as ${shipped.method} ${shipped.path}, or publish its path under the tag ${family.tag}${operation === 'audit.actions' ? ', with an operationId that contains "actions"' : ''}.`,
    cases: [
      {
        name: `${operationWords(operation).replaceAll('"', '')}, compared with a control path`,
        check: probe => singlePresence(probe, operation),
      },
    ],
    faults: {
      'not-found': fault('has no such route', 'absent', instead(here, unrouted), log),
      'method-not-allowed': fault('does not allow the method', 'absent', instead(here, answer(405)), log),
      ...(operation.endsWith('.update')
        ? { 'never-found': fault('finds no token that it can read', 'absent', instead(here, answer(404))) }
        : {}),
    },
    ...(/delete/.test(operation)
      ? {
          tolerates: {
            kept: { says: 'still shows deleted tokens, marked as deleted', twist: keptAsDeleted(here) },
            'typed-as-page': variant('gives a deletion without content the type of a page', instead(here, emptyPage)),
          },
        }
      : {}),
    ...(operation === 'audit.actions'
      ? {
          tolerates: {
            unpublished: variant('has no list of actions, and publishes none', (request, next) =>
              withoutActions(request, inner => instead(here, unrouted)(inner, next)),
            ),
          },
        }
      : {}),
  }
})

export default [...whole, ...single]
