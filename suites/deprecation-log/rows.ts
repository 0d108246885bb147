import { normalTemplate } from '../../checks/path-template.ts'
import {
  endpointOf,
  isMentionOf,
  isV1Template,
  rowExcerpt,
  rowsOf,
  statusOf,
  wholeOf,
} from '../../checks/published-documents.ts'
import { cite } from '../../checks/source.ts'
import { isDeprecationLog, text } from '../../checks/twists/documents.ts'
import { fault, instead, variant } from '../../checks/twists/twist.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import type { LogRow, PublishedLog, PublishedReplacement } from '../../contracts/documents.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/finding.ts'
import { type DocumentedOperation, type LogFact, lifecycle } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'

const namesV1 = (row: LogRow): boolean =>
  /\bv1\b/i.test(row.feature) || row.endpoints.some(({ path }) => isV1Template(path))

/** Rows that speak of what a row of the document speaks of. */
const candidates = (log: PublishedLog, fact: LogFact): readonly LogRow[] =>
  fact.slug === 'v1-api'
    ? log.rows.filter(namesV1)
    : log.rows.filter(row => fact.endpoints.some(endpoint => rowsOf(log, endpointOf(endpoint)).includes(row)))

/** Whether rows that name these endpoints together say what the document's row says: a log may give each endpoint a row of its own. */
const judge = (log: PublishedLog, fact: LogFact, feature: string): Finding => {
  const whole = wholeOf('deprecation-log', log)
  if (log.rows.length === 0)
    return unclear(
      'unreadable-document',
      { document: 'the deprecation log', what: 'a table of status, feature and date' },
      whole,
    )
  const rows = candidates(log, fact)
  const [first] = rows
  if (!first) return violated('row-missing', { feature }, whole)
  const expected = fact.status ?? ''
  for (const endpoint of fact.slug === 'v1-api' ? ['/v1/'] : fact.endpoints) {
    const own =
      fact.slug === 'v1-api'
        ? rows
        : rows.filter(row => row.endpoints.some(mention => isMentionOf(mention, endpointOf(endpoint))))
    const [named] = own
    if (!named) return violated('row-missing', { feature: endpoint }, whole)
    // A deprecated endpoint may have been removed since; its deprecation keeps its row or gives way to that of the removal.
    const right = own.find(row => statusOf(row) === fact.status && row.date.includes(fact.date))
    if (right) continue
    const removed = fact.status === 'Deprecated' && own.find(row => statusOf(row) === 'Removed' && row.date > fact.date)
    if (removed) continue
    const sameStatus = own.find(row => statusOf(row) === fact.status)
    return sameStatus
      ? violated(
          'row-date',
          { feature: endpoint, date: sameStatus.date || '(none)', expected: fact.date },
          rowExcerpt(log, sameStatus),
        )
      : violated('row-status', { feature: endpoint, status: named.status, expected }, rowExcerpt(log, named))
  }
  return holds(rowExcerpt(log, first), ...rows.slice(1).map(row => rowExcerpt(log, row)))
}

const features: Readonly<Record<string, string>> = {
  'legacy-create-get-repository': 'the legacy create and get repository endpoints',
  'legacy-list': 'GET /v2/repositories/{namespace}',
  'v1-api': 'the v1 API',
}

const rows: readonly Requirement[] = lifecycle.deprecationLog
  .filter(fact => fact.status !== null)
  .map(fact => {
    const feature = features[fact.slug] ?? fact.slug
    const line = new RegExp(`^\\| ${fact.status}\\b.*${fact.date}.*$`, 'm')
    return {
      id: `deprecation-log/${fact.slug}`,
      level: 'must',
      statement: `The deprecation log lists ${feature} as ${fact.status} since ${fact.date}.`,
      since: fact.date,
      source: cite(fact.sentence),
      covers: ['publishes', 'transition-deprecated'],
      needs: ['deprecation-log'],
      how: 'The table of the published log is read with a Markdown parser; a row names its endpoints itself or in the section that it links to. One row for all endpoints or one for each is the same.',
      fix: `Give the log a row with the status ${fact.status}, the date ${fact.date} and the endpoints, in the row or in the section that it links to.`,
      cases: [{ name: feature, check: async probe => judge(await probe.fixture('deprecation-log'), fact, feature) }],
      faults: {
        missing: fault(
          'has no such row',
          'row-missing',
          instead(
            isDeprecationLog,
            text(source => source.replace(line, '').replace(/\|\n\n\|/g, '|\n|')),
          ),
        ),
        date: fault(
          'has another date',
          'row-date',
          instead(
            isDeprecationLog,
            text(source => source.replace(line, found => found.replace(fact.date, '2024-01-01'))),
          ),
        ),
        status: fault(
          'has another status',
          'row-status',
          instead(
            isDeprecationLog,
            text(source => source.replace(line, found => found.replace(fact.status ?? '', 'Planned'))),
          ),
        ),
      },
      tolerates: {
        removed:
          fact.status === 'Deprecated'
            ? variant(
                'has removed the endpoints since',
                instead(
                  isDeprecationLog,
                  text(source =>
                    source.replace(line, found =>
                      found.replace('Deprecated', 'Removed').replace(fact.date, '2026-02-01'),
                    ),
                  ),
                ),
              )
            : variant(
                'words the status otherwise',
                instead(
                  isDeprecationLog,
                  text(source => source.replace(line, found => found.replace('Removed', '**Removed** (gone)'))),
                ),
              ),
      },
    }
  })

const expectedOf = (replacedBy: string | null): { readonly path: string; readonly operationId: string } | undefined => {
  const binding = dockerHub.find(({ operation }) => operation === replacedBy)
  return binding && replacedBy !== null ? { path: binding.path, operationId: replacedBy } : undefined
}

const replacements: Requirement = {
  id: 'deprecation-log/v1-replacements',
  level: 'must',
  statement: 'A published replacement of a v1 route is the one that the document names.',
  since: '2022-08-23',
  source: cite('v1-namespace-name-tags'),
  covers: ['v1-name-images', 'v1-name-tags', 'v1-name-tag', 'v1-namespace-name-images', 'v1-namespace-name-tag'],
  needs: ['deprecation-log'],
  how: 'Every mapping from an old to a new route on the page is compared with the document. A route that the page maps nowhere is left open.',
  fix: 'Correct the row of the table: tags lead to the list of tags, one tag leads to one tag.',
  cases: lifecycle.v1Routes.map(route => ({
    name: route.path,
    check: async probe => {
      const log = await probe.fixture('deprecation-log')
      const published = log.replacements.filter(({ old }) => normalTemplate(old.path) === normalTemplate(route.path))
      const excerpts = published.map(({ old, path, operationId, line }) => ({
        document: 'deprecation-log' as const,
        from: log.from,
        line,
        text: `${old.path} → ${path ?? operationId ?? '(nothing)'}`,
      }))
      const [first, ...rest] = excerpts
      if (!first)
        return exempt('not-published', { what: `a replacement of ${route.path}` }, wholeOf('deprecation-log', log))
      const expected = expectedOf(route.replacedBy)
      const wrong = published.findIndex(({ path, operationId }) =>
        path !== undefined
          ? expected === undefined || normalTemplate(path) !== normalTemplate(expected.path)
          : operationId !== undefined && operationId !== expected?.operationId,
      )
      if (wrong < 0) return holds(first, ...rest)
      const { path, operationId } = published[wrong] ?? {}
      const excerpt = excerpts[wrong] ?? first
      return violated(
        'contradicting-replacement',
        { old: route.path, published: path ?? operationId ?? '', expected: expected?.path ?? 'none' },
        excerpt,
      )
    },
  })),
  faults: {
    swapped: fault(
      'leads one tag to the list of tags',
      'contradicting-replacement',
      instead(
        isDeprecationLog,
        text(source =>
          source.replace(/(\| `\/v1\/repositories\/\{name\}\/tags\/\{tag_name\}` \| \[`[^`]*\/tags)\/\{tag\}`/, '$1`'),
        ),
      ),
    ),
    doubled: fault(
      'lists a route twice, with different replacements',
      'contradicting-replacement',
      instead(
        isDeprecationLog,
        text(source =>
          source.replace(
            '`/v1/repositories/{namespace}/{name}/tags/{tag_name}` |',
            '`/v1/repositories/{namespace}/{name}/tags` |',
          ),
        ),
      ),
    ),
    'none-named': fault(
      'names a replacement where there is none',
      'contradicting-replacement',
      instead(
        isDeprecationLog,
        text(
          source =>
            `${source.trimEnd()}\n| \`/v1/repositories/{name}/images\` | \`/v2/namespaces/{namespace}/repositories/{repository}/tags\` |\n`,
        ),
      ),
    ),
  },
  tolerates: {
    unpublished: variant(
      'publishes no mapping',
      instead(
        isDeprecationLog,
        text(source => source.slice(0, source.indexOf('| Old'))),
      ),
    ),
    spelling: variant(
      'spells parameters otherwise',
      instead(
        isDeprecationLog,
        text(source => source.replaceAll('{name}', '{repo}').replaceAll('{tag_name}', '{tag}')),
      ),
    ),
  },
}

/** Documented operations that a replacement names, by id or by path; several may share a path. */
const namedBy = (probe: Probe, { operationId, path }: PublishedReplacement): readonly DocumentedOperation[] => {
  const ids = lifecycle.operations.map(({ id }) => id)
  const byId = ids.filter(id => id === operationId)
  if (byId.length > 0 || path === undefined) return byId
  return ids.filter(id => normalTemplate(probe.bind(id).path) === normalTemplate(path))
}

const legacy: Requirement = {
  id: 'deprecation-log/legacy-replacements',
  level: 'must',
  statement: 'A published replacement of a legacy endpoint is the operation that the document names.',
  since: '2025-06-27',
  source: cite('transition-deprecated'),
  covers: lifecycle.legacyEndpoints.map(endpoint => endpoint.sentence),
  needs: ['deprecation-log'],
  how: 'Where the page says that a legacy endpoint is replaced by one of the documented operations, by its id or its path, it must be the right one. A page that names no replacement is left alone, and so is one that names the right one among others.',
  fix: 'Correct the replacement in the section of the log that names the endpoint.',
  cases: lifecycle.legacyEndpoints.map(endpoint => ({
    name: `${endpoint.method} ${endpoint.path}`,
    check: async probe => {
      const log = await probe.fixture('deprecation-log')
      const named = log.replacements
        .filter(({ old }) => old.method !== undefined && isMentionOf(old, endpoint))
        .map(replacement => ({ ...replacement, operations: namedBy(probe, replacement) }))
        .filter(({ operations }) => operations.length > 0)
      const excerpts = named.map(({ operationId, path, line }) => ({
        document: 'deprecation-log' as const,
        from: log.from,
        line,
        text: `${endpoint.method} ${endpoint.path} → ${path ?? operationId}`,
      }))
      const [first, ...rest] = excerpts
      const name = `${endpoint.method} ${endpoint.path}`
      if (!first) return exempt('not-published', { what: `a replacement of ${name}` }, wholeOf('deprecation-log', log))
      if (named.some(({ operations }) => operations.includes(endpoint.replacedBy))) return holds(first, ...rest)
      return violated(
        'contradicting-replacement',
        { old: name, published: named[0]?.path ?? named[0]?.operationId ?? '', expected: endpoint.replacedBy },
        first,
        ...rest,
      )
    },
  })),
  faults: {
    other: fault(
      'names another operation',
      'contradicting-replacement',
      instead(
        isDeprecationLog,
        text(source =>
          source.replace(
            /(`GET \/v2\/repositories\/\{namespace\}` is replaced by ).*/,
            '$1[Get repository](/openapi.json#tag/repositories/operation/GetRepository).',
          ),
        ),
      ),
    ),
    path: fault(
      'names the path of another operation',
      'contradicting-replacement',
      instead(
        isDeprecationLog,
        text(source =>
          source.replace(
            /(`GET \/v2\/repositories\/\{namespace\}` is replaced by ).*/,
            '$1`GET /v2/namespaces/{namespace}/repositories/{repository}/tags`.',
          ),
        ),
      ),
    ),
  },
  tolerates: {
    path: variant(
      'names the path of the operation',
      instead(
        isDeprecationLog,
        text(source =>
          source.replace(
            /(`GET \/v2\/repositories\/\{namespace\}` is replaced by ).*/,
            '$1`GET /v2/namespaces/{namespace}/repositories`.',
          ),
        ),
      ),
    ),
  },
}

const routes: Requirement = {
  id: 'deprecation-log/v1-routes',
  level: 'must',
  statement: 'Where the deprecation log names removed v1 routes, it names all six.',
  since: '2022-08-23',
  source: cite('log-v1'),
  covers: ['generation-v1'],
  needs: ['deprecation-log'],
  how: 'The page is searched for the six shapes; a page that names none of them is left alone.',
  fix: 'Name all six v1 shapes in the section on v1.',
  cases: [
    {
      name: 'six shapes',
      check: async probe => {
        const log = await probe.fixture('deprecation-log')
        const whole = wholeOf('deprecation-log', log)
        const named = new Set(log.endpoints.map(({ path }) => normalTemplate(path)))
        const missing = lifecycle.v1Routes.filter(({ path }) => !named.has(normalTemplate(path)))
        if (missing.length === lifecycle.v1Routes.length)
          return exempt('not-published', { what: 'a list of v1 routes' }, whole)
        const [first] = missing
        return first ? violated('routes-missing', { path: first.path }, whole) : holds(whole)
      },
    },
  ],
  faults: {
    five: fault(
      'leaves one out',
      'routes-missing',
      instead(
        isDeprecationLog,
        text(source => source.replace('- `/v1/repositories/{name}/images`\n', '')),
      ),
    ),
  },
}

export default [...rows, replacements, legacy, routes]
