import { labelSent, marksOfTokens } from '../../checks/answers/tokens-read.ts'
import {
  type AuditLog,
  concernsToken,
  declaredQueries,
  isUnderstood,
  namesAny,
  numberedPages,
  otherKind,
  readLog,
  speaksOfOrganizationTokens,
  speaksOfTokens,
  unlessOther,
} from '../../checks/audit-log.ts'
import { unfinished } from '../../checks/paging/list.ts'
import type { ListEnd } from '../../checks/paging/pages.ts'
import { whyNotCreated } from '../../checks/presence/witnesses.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, json } from '../../checks/reading/json.ts'
import { listItems } from '../../checks/reading/lists.ts'
import { identifiers } from '../../checks/reading/things.ts'
import { ownAnswer, refused } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { answer, edited, fault, faultsFor, instead, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { Fixtures, Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { type Finding, holds, Missing, unclear, violated } from '../../contracts/results/finding.ts'

const operation = 'audit.events'
const route = to('/v2/auditlogs/{account}', 'GET')
const noValues: ReadonlyMap<string, unknown> = new Map()

/** A token of our own, and the values that an entry may name it by; or why there can be none. */
const createToken = async (
  probe: Probe,
  { org, witness }: Fixtures['org'],
  before: AuditLog | undefined,
): Promise<{ readonly created: Answered; readonly label: string; readonly marks: readonly string[] } | Missing> => {
  if (!(await probe.hasFixture('writes'))) return new Missing('need-writes')
  const { name, exchange, result = exchange } = await probe.create('oat', { org })
  if (!isSuccess(exchange)) return whyNotCreated(probe, 'oat', { org }, exchange, witness === null)
  const entries = [...(before?.entries.values() ?? [])]
  // What an older entry names already is no name of the new token.
  const ids = identifiers(result, [name]).filter(id => !entries.some(({ entry }) => namesAny(entry, [id])))
  return { created: exchange, label: name, marks: [name, ...ids] }
}

/** What an entry has in a member that holds the organization in every entry about something else than tokens. */
const otherOwner = (entry: unknown, before: AuditLog | undefined, org: string): string | undefined => {
  const others = [...(before?.entries.values() ?? [])].map(known => known.entry).filter(one => !speaksOfTokens(one))
  if (!isObject(entry) || others.length < 2) return undefined
  return Object.keys(entry)
    .filter(key => others.every(other => isObject(other) && other[key] === org))
    .map(key => entry[key])
    .find((value): value is string => typeof value === 'string' && value !== org)
}

/** `org` is whose log is read: that of the organization of the token, or of a namespace where logs are below namespaces. */
const judgeBound = async (probe: Probe, owner: Fixtures['org'], org: string): Promise<Finding> => {
  const first = await probe.call(operation, { org, namespace: org })
  // Whether the operation is there at all is another requirement's to say.
  if (!isSuccess(first)) return refused(operation, first)
  const open = await ownAnswer(probe, operation, { org, namespace: org }, first)
  if (open) return open
  if (listItems(json(first)) === undefined) return unclear('no-list', { operation }, first)
  const before = await readLog(probe, org, { first })
  const token = await createToken(probe, owner, before)
  const older = [...(before?.entries.values() ?? [])]
  const concerning = async () => {
    const marks = await marksOfTokens(probe, 'oat', owner.org)
    return older.find(({ entry }) => concernsToken(entry, marks))
  }
  if (token instanceof Missing) {
    // Without a token of our own, what the log already holds must do.
    const known = await concerning()
    if (known) return holds(known.page)
    throw token
  }
  const known = before?.entries ?? noValues
  const fresh = new Map<string, unknown>()
  const from = probe.daysFromNow(0)
  let whole = true
  let end: ListEnd = 'shown'
  const declared = await declaredQueries(probe)
  const marks = [...token.marks]
  // What names a personal token of the run is about that one: it may have the same number as one of an organization.
  const personal = (): readonly string[] =>
    probe.received('pat.create').flatMap(({ answer }) => labelSent(answer) ?? [])
  const namesPersonal = (entry: unknown): boolean => namesAny(entry, personal())
  const namesOwn = (entry: unknown): boolean => namesAny(entry, marks) && !namesPersonal(entry)
  let misnamed: { readonly page: Answered; readonly kind: string } | undefined
  let looks = 0
  const found = await probe.eventually(async () => {
    // A log may have the deletion of a token and not its creation.
    if (looks++ === 1 && (await probe.hasFixture('oat-deletion'))) {
      const gone = (await probe.fixture('oat-deletion')).token
      marks.push(gone.label, ...(gone.id.length > 8 ? [gone.id] : []))
    }
    const isFound = (entry: unknown): boolean => namesOwn(entry) && otherKind(entry) === undefined
    for (const query of [{}, { from }, { from, name: org }, ...declared.queries]) {
      const log = await readLog(probe, org, { before, query, isEnough: items => items.some(isFound) })
      whole = log?.whole ?? whole
      end = log?.end ?? end
      for (const [key, { entry, page }] of log?.entries ?? []) {
        const owner = otherOwner(entry, before, org)
        const isNamed = namesOwn(entry)
        const kind = otherKind(entry)
        if (isNamed && kind !== undefined) misnamed = { page, kind }
        if (isNamed && kind === undefined) return { page, owner }
        if (kind !== undefined || known.has(key)) continue
        if (speaksOfOrganizationTokens(entry)) return { page, owner }
        fresh.set(key, entry)
      }
    }
    return undefined
  })
  if (found)
    return found.owner === undefined
      ? holds(token.created, found.page)
      : unclear('entry-elsewhere', { what: org, got: found.owner.slice(0, 80) }, token.created, found.page)
  // What names the token may be on a page that was not read.
  if (!whole && end !== 'shown') return unfinished(operation, { end }, token.created, first)
  const added = [...fresh.values()]
  const unmarked = added.filter(entry => speaksOfTokens(entry) && !namesPersonal(entry))
  if (unmarked.length > 0) return unclear('entries-unmarked', { count: unmarked.length }, token.created, first)
  const opaqueIn = (entries: readonly unknown[]): Finding | undefined => {
    const count = entries.filter(entry => !isUnderstood(entry, [org])).length
    return count > 0 ? unclear('entries-opaque', { count }, token.created, first) : undefined
  }
  const opaque = opaqueIn(added)
  if (opaque) return opaque
  const other = await concerning()
  if (other) return unclear('entry-late', { what: token.label }, token.created, other.page)
  if (!declared.isWhole) return unclear('filters-unread', { operation }, token.created, first)
  if (misnamed)
    return violated('entry-of-other-kind', { what: token.label, got: misnamed.kind }, token.created, misnamed.page)
  const opaqueBefore = opaqueIn(older.map(({ entry }) => entry))
  if (opaqueBefore) return opaqueBefore
  if (!whole) return unclear('list-too-long', { pages: numberedPages }, token.created, first)
  const last = await probe.call(operation, { org, namespace: org })
  const path = `${probe.bind(operation).path} of ${owner.org}`
  if (org !== owner.org) return unclear('other-log', { operation, path }, last, token.created)
  return violated('no-entry', { what: token.label }, last, token.created)
}

const judge = async (probe: Probe): Promise<Finding> => {
  await probe.fixture('credentials')
  const owner = await probe.fixture('org')
  const { org } = await probe.fixture('account')
  return unlessOther(probe, operation, owner.org, await judgeBound(probe, owner, org))
}

const onLogs = (edit: (entry: Readonly<Record<string, unknown>>) => unknown) =>
  edited(body =>
    isObject(body) && Array.isArray(body.logs)
      ? { ...body, logs: body.logs.map(entry => (isObject(entry) ? edit(entry) : entry)).filter(Boolean) }
      : body,
  )
const withLogs = (edit: Parameters<typeof onLogs>[0]): Twist => instead(route, onLogs(edit))

const aboutTokens = (entry: Readonly<Record<string, unknown>>): boolean => String(entry.action).includes('token')

export default {
  id: 'audit-logs/token-entries',
  level: 'must',
  statement: 'The audit log of an organization has entries concerning organization access tokens.',
  // Before this day a hub had no organization access tokens, so its log had no entries about them.
  since: '2025-03-25',
  source: cite('area-audit-logs'),
  covers: ['history-new-audit-logs', 'op-audit-logs', 'resource-audit-log-entry'],
  needs: ['credentials', 'org', 'account'],
  how: 'The log is read, an organization access token is created, and all pages of the log are read again until an entry names the token by label or id, a new entry says that it is about a token of an organization, or the waiting time ends. Entries about the use of a token, about personal tokens, or about other kinds of resources do not count. If the target declares values of query parameters, the log is also read with each value. An entry with the id of a token that is listed concerns it, whatever its words. It fails only if no entry concerns a token of an organization; inconclusive are a late entry, new entries that do not name the token, entries in words that are not known, declared values that were not read, and an entry that names another organization while all others name this one. Without write permission, an existing entry is enough.',
  fix: 'Record an entry when an organization access token is created, changed or deleted, and show it in the log of its organization.',
  cases: [{ name: 'the creation of a token', check: judge }],
  faults: {
    ...faultsFor('no-entry', {
      silent: ['shows no entry that concerns a token', withLogs(entry => (aboutTokens(entry) ? undefined : entry))],
      empty: [
        'shows no entries at all',
        withLogs(() => undefined),
        { 'presence/audit-logs': 'log-empty', 'presence/audit-events': 'log-empty' },
      ],
      means: [
        'records the use of tokens, but not their changes',
        withLogs(entry => ({
          at: entry.timestamp,
          text: aboutTokens(entry) ? 'Logged in with an access token' : 'pushed a tag',
        })),
      ],
      personal: [
        'records only personal tokens',
        withLogs(entry => ({
          at: entry.timestamp,
          text: aboutTokens(entry) ? 'created a personal access token' : 'pushed a tag',
        })),
      ],
    }),
    'other-kind': fault(
      'records every token as a team',
      'entry-of-other-kind',
      withLogs(entry =>
        aboutTokens(entry)
          ? { ...entry, action: 'team.create', action_description: `created the team ${entry.name}` }
          : entry,
      ),
    ),
    'other-kind-of-token': fault(
      'records every token as a personal one',
      'entry-of-other-kind',
      withLogs(entry =>
        aboutTokens(entry) ? { ...entry, action: 'personal_access_token.create', action_description: '' } : entry,
      ),
    ),
    'other-account': fault(
      'shows only entries about repositories, repeatedly',
      'no-entry',
      withLogs(entry => ({
        ...entry,
        action: 'repo.tag.push',
        data: {},
        name: 'other',
        action_description: 'pushed a tag',
      })),
    ),
  },
  tolerates: {
    ids: variant(
      'entries that name only the id',
      withLogs(entry =>
        aboutTokens(entry) && isObject(entry.data)
          ? { kind: 17, at: 1_763_700_000, subject: entry.data.access_token_id }
          : entry,
      ),
    ),
    'declared-filter': variant(
      'entries about tokens only for a declared value of a query parameter',
      layered(
        withOpenApi(document => {
          document.paths['/v2/auditlogs/{account}']?.get.parameters.push({
            name: 'category',
            in: 'query',
            schema: { type: 'string', enum: ['repositories', 'tokens'] },
          })
        }),
        instead(route, (request, next) =>
          onLogs(entry => (aboutTokens(entry) === request.url.includes('category=tokens') ? entry : undefined))(
            request,
            next,
          ),
        ),
      ),
    ),
    deletions: variant(
      'only deletions of tokens',
      withLogs(entry => (aboutTokens(entry) && !String(entry.action).includes('delete') ? undefined : entry)),
    ),
    words: variant(
      'entries in general words',
      withLogs(entry => ({
        text: aboutTokens(entry) ? 'an organization access token was changed' : 'something else',
        at: entry.timestamp,
      })),
    ),
    late: {
      says: 'shows new entries at the tenth request',
      twist: () => {
        let asked = 0
        return instead(route, (request, next) =>
          onLogs(entry =>
            asked < 10 && aboutTokens(entry) && /hub-conformance-/.test(JSON.stringify(entry.data)) ? undefined : entry,
          )(request, async inner => {
            asked++
            return next(inner)
          }),
        )
      },
    },
    'oldest-first': variant(
      'the oldest first, in pages with links',
      instead(route, async (request, next) => {
        const url = new URL(request.url)
        const page = Number(url.searchParams.get('page') ?? '1')
        const all: unknown[] = []
        for (let number = 1; number < 20; number++) {
          const one = new URL(request.url)
          one.searchParams.set('page_size', '100')
          one.searchParams.set('page', String(number))
          const response = await next(new Request(one, request))
          if (!response.ok) return response
          const body: unknown = await response.json()
          if (!isObject(body) || !Array.isArray(body.logs) || body.logs.length === 0) break
          all.push(...body.logs)
        }
        all.reverse()
        const following = all.length > page * 20 ? `?page=${page + 1}` : null
        return answer(200, { entries: all.slice((page - 1) * 20, page * 20), next: following })(request)
      }),
    ),
  },
} satisfies Requirement
