import { tokenReader } from '../../checks/answers/declared-part.ts'
import { receivedTokens } from '../../checks/answers/received-tokens.ts'
import { listLarge, marksOf } from '../../checks/answers/token-list.ts'
import { expiryFix, judgeExpiry, neverOff, refusedUpdate, unlessCatchAll } from '../../checks/expiry.ts'
import { pages } from '../../checks/paging/pages.ts'
import { pathKnown } from '../../checks/presence/published.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject, jsonOfSuccess } from '../../checks/reading/json.ts'
import { until } from '../../checks/round-trip.ts'
import { cite } from '../../checks/source.ts'
import {
  deactivatedToken,
  idChanged,
  isSeenOff,
  judgeExpiring,
  switchesOf,
  updateSomehow,
  withLabel,
} from '../../checks/token-calls.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import {
  faultsOf,
  nothingOf,
  nullAsked,
  toleratesOf,
  whenFar,
  whenInactive,
  whenNull,
  whenSet,
  without,
} from '../../checks/twists/expiry.ts'
import { layered, numericIds, pageOf, redirected } from '../../checks/twists/shapes.ts'
import {
  answer,
  edited,
  fault,
  faultsFor,
  instead,
  onObject,
  sentBy,
  to,
  variants,
  withJson,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement, TokenFixture, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, unclear } from '../../contracts/results/finding.ts'
import { anyRun } from '../../contracts/run/run-name.ts'

const collection = '/v2/access-tokens'
const item = '/v2/access-tokens/{uuid}'

/** A token that expires in more than a year, to the fraction of a second, is read; where a target refuses that, one that expires earlier. */
const judgeFar = async (probe: Probe): Promise<Finding> => {
  const read = (expiresAt: string): Promise<Finding> =>
    judgeExpiring(probe, 'pat', expiresAt, token => judgeRead(probe, token))
  const far = await read(probe.daysFromNow(500).replace('Z', '.500+05:30'))
  return far.kind === 'exempt' && far.code === 'request-refused' ? read(probe.daysFromNow(30)) : far
}

/** Reads a token until it is there; `updated` is the answer to an update that it had before. */
const judgeRead = async (
  probe: Probe,
  token: TokenFixture,
  updated?: Answered,
  ...labels: readonly string[]
): Promise<Finding> => {
  const isUnpublished = probe.bind('pat.get').from === 'default' && (await pathKnown(probe, 'pat.get'))
  const { answer: read, fits } = await until(
    probe,
    () => probe.call('pat.get', { id: token.id }),
    one => isUnpublished || one.response.status !== 404,
  )
  // The document names these operations as a family: that one of them exists is the published reference's to say.
  if (isUnpublished && [404, 405, 501].includes(read.response.status))
    return exempt('not-published', { what: 'an operation that reads one personal access token' }, read, token.created)
  const moved = updated && idChanged('pat.get', token, token.label, updated, read)
  if (moved) return unclear(moved.code, moved.values, read, updated, token.created)
  if (!fits) return unclear('not-found-again', { operation: 'pat.get', status: 404 }, read, token.created)
  const reader = await tokenReader(probe, 'pat.get')
  const finding = judgeExpiry('pat.get', read, marksOf(token, ...labels), token.created, reader)
  // Its first reading may be another than the next.
  const first = token.reads
    .map(answer => judgeExpiry('pat.get', answer, marksOf(token), token.created, reader))
    .find(({ kind }) => kind === 'violated')
  return unlessCatchAll(probe, finding.kind === 'holds' && first ? first : finding, read)
}

/** What a token shows of its state: whether it ends, whether it has ended, and what it switches. */
const tokenState = (probe: Probe, token: JsonObject): string => {
  const { [expiryField]: ends } = token
  const hasEnded = typeof ends === 'string' && Date.parse(ends) < Date.parse(probe.daysFromNow(0))
  return JSON.stringify([ends === null, hasEnded, switchesOf(token)])
}

/** Tokens that were there before the run are read, of as many states as this. */
const mostOlder = 4

/**
 * Tokens that were there before the run, one of each state: the list shows them with the field, and their ids stand where that of the run's
 * own token does.
 */
const olderTokens = async (probe: Probe, { id }: TokenFixture): Promise<readonly string[]> => {
  const list = (await listLarge(probe)) ?? (await probe.call('pat.list', {}, { anyStatus: true }))
  if (jsonOfSuccess(list) === undefined) return []
  let key: string | undefined
  const older: JsonObject[] = []
  for await (const page of pages(probe, list)) {
    const items = page.items.filter(isObject)
    key ??= items.flatMap(one => Object.keys(one).find(name => String(one[name]) === id) ?? [])[0]
    older.push(...items.filter(one => has(one, expiryField) && !JSON.stringify(one).toLowerCase().includes(anyRun)))
    if ((key !== undefined && older.length > 0) || older.length > 100) break
  }
  if (key === undefined) return []
  const states = new Map<string, string>()
  for (const one of older) {
    const state = tokenState(probe, one)
    if (has(one, key) && !states.has(state)) states.set(state, String(one[key]))
  }
  return [...states.values()].slice(0, mostOlder)
}

const judgeOlder = async (probe: Probe): Promise<Finding> => {
  const own = await probe.fixture('pat')
  const none = exempt('not-seen', { what: 'a token that existed before the run' })
  let judged: Finding = none
  for (const id of await olderTokens(probe, own)) {
    const read = await probe.call('pat.get', { id }, { anyStatus: true })
    if (!isSuccess(read)) continue
    const finding = judgeExpiry(
      'pat.get',
      read,
      { labels: [], ids: [id] },
      own.created,
      await tokenReader(probe, 'pat.get'),
    )
    if (finding.kind !== 'unclear') judged = await unlessCatchAll(probe, finding, read)
    if (judged.kind === 'violated') break
  }
  return judged
}

/** A hub that has a deactivated token, which stands last in the list and is shown so when it is read. */
const withRetired = (edit: (token: unknown) => unknown): Twist => {
  const id = '00000000-0000-4000-8000-000000000000'
  const retired = (items: readonly unknown[]): object => ({
    ...(items.at(-1) as object),
    ...{ uuid: id, token_label: 'retired', is_active: false, [expiryField]: null },
  })
  return layered(
    withJson(to(collection, 'GET'), body => {
      const page = pageOf(body)
      return page?.next === null && page.results.length > 0
        ? {
            ...page.rest,
            count: Number(page.rest.count) + 1,
            next: null,
            results: [...page.results, retired(page.results)],
          }
        : body
    }),
    instead(
      (request, path) => request.method === 'GET' && path === `${collection}/${id}`,
      (request, next) =>
        edited(body => edit(retired(pageOf(body)?.results ?? [])))(redirected(request, collection), next),
    ),
  )
}

const unpublished = withOpenApi(({ paths }) => {
  delete paths[item]?.get
})

export default {
  id: 'access-tokens/get-expires-at',
  level: 'must',
  statement: 'Reading a personal access token returns expires_at.',
  since: '2025-11-21',
  source: cite('history-expires-at'),
  covers: ['resource-pat'],
  needs: ['credentials', 'writes'],
  how: 'Tokens are read by their ids; the representation must have the key. The run creates one that expires in more than a year, written with a fraction and an offset (or in less, if that is refused), one without an expiry, one with null as its expiry, and one that it renames and deactivates. Up to four tokens that existed before are read as well, one of each state: with and without an expiry, expired, deactivated. All other answers of the operation in the run are judged at the end. If the reference was read completely and publishes other operations of the area, but none that reads one token, an answer 404, 405 or 501 is not-applicable.',
  fix: expiryFix,
  cases: [
    {
      name: 'read a token without an expiry',
      check: async probe => judgeRead(probe, await probe.fixture('pat')),
    },
    { name: 'read a token with an expiry', check: judgeFar },
    {
      name: 'read a token with null as its expiry',
      check: async (probe: Probe) => judgeExpiring(probe, 'pat', null, token => judgeRead(probe, token)),
    },
    {
      name: 'read a token that was renamed and deactivated',
      check: async probe => {
        const made = await deactivatedToken(probe)
        if (!made) return neverOff()
        if (!isSuccess(made.updated)) return refusedUpdate(made.updated)
        const isOff = await isSeenOff(probe, made.token, made.updated)
        const { label } = await updateSomehow(probe, 'pat', made.token, { anyStatus: true })
        const judged = await judgeRead(probe, await withLabel(probe, 'pat', made.token, label), made.updated, label)
        return judged.kind === 'holds' && !isOff ? neverOff(made.updated) : judged
      },
    },
    { name: 'read a token that existed before the run', check: judgeOlder },
    receivedTokens('pat.get'),
  ],
  faults: {
    unpublished: fault(
      'leaves it out, and does not publish the operation',
      'field-missing',
      layered(unpublished, withObject(to(item, 'GET'), without)),
    ),
    ...faultsOf(to(item, 'GET'), { 'schemas/pat-get': 'schema-mismatch' }),
    ...nothingOf(to(item, 'GET'), { 'schemas/pat-get': 'schema-mismatch', 'access-tokens/created-get': 'other-thing' }),
    ...faultsFor('field-missing', {
      'when-null': ['leaves it out when null', withJson(to(item, 'GET'), whenNull)],
      'when-far': ['leaves it out of tokens that expire in more than 400 days', withJson(to(item, 'GET'), whenFar)],
      'when-set': ['leaves it out when set', withJson(to(item, 'GET'), whenSet)],
      inactive: ['leaves it out of inactive tokens', withJson(to(item, 'GET'), whenInactive)],
      older: [
        'leaves it out of tokens that existed before the run',
        withObject(to(item, 'GET'), body => (!String(body.token_label).startsWith(anyRun) ? without(body) : body)),
      ],
      'twice-updated': {
        says: 'leaves it out of tokens that were updated twice',
        twist: () => {
          const updates = new Map<string, number>()
          return instead(to(item), (request, next) => {
            const count = updates.get(request.url) ?? 0
            if (request.method === 'PATCH') updates.set(request.url, count + 1)
            return request.method === 'GET' && count > 1 ? edited(without)(request, next) : next(request)
          })
        },
      },
      'older-set': [
        'leaves it out of tokens that existed before the run and expire',
        withObject(to(item, 'GET'), body => (!String(body.token_label).startsWith(anyRun) ? whenSet(body) : body)),
      ],
      'older-with-number': {
        says: 'leaves it out of tokens that existed before the run, whose ids are numbers',
        twist: () =>
          layered(
            numericIds(),
            withObject(to(item, 'GET'), body => (!String(body.token_label).startsWith(anyRun) ? without(body) : body)),
          ),
        // The reference declares ids that are texts.
        also: Object.fromEntries(
          ['pat', 'oat'].flatMap(family =>
            ['create', 'list', 'get', 'update'].map(
              action => [`schemas/${family}-${action}`, 'schema-mismatch'] as const,
            ),
          ),
        ),
      },
      'older-inactive': ['leaves it out of a deactivated token that existed before the run', withRetired(without)],
      fraction: {
        says: 'leaves it out of tokens whose requested expiry has a fraction of a second',
        twist: () => {
          const ids = new Set<unknown>()
          return instead(
            (request, path) => to(collection, 'POST')(request, path) || to(item, 'GET')(request, path),
            async (request, next) => {
              if (request.method === 'GET')
                return edited(onObject(body => (ids.has(body.uuid) ? without(body) : body)))(request, next)
              const { [expiryField]: expiry } = await sentBy(request)
              return edited(body => {
                if (isObject(body) && String(expiry).includes('.')) ids.add(body.uuid)
                return body
              })(request, next)
            },
          )
        },
      },
      'null-asked': nullAsked(item, edit => edit),
      'first-reading': {
        says: 'leaves it out when a token is read for the first time',
        twist: () => {
          const read = new Set<string>()
          return instead(to(item, 'GET'), (request, next) => {
            if (read.has(request.url)) return next(request)
            return edited(body => {
              read.add(request.url)
              return without(body)
            })(request, next)
          })
        },
      },
    }),
  },
  tolerates: variants({
    ...toleratesOf(to(item, 'GET')),
    retired: ['has a deactivated token', withRetired(token => token)],
    older: [
      'refuses reads of tokens that existed before the run',
      instead(to(item, 'GET'), async (request, next) => {
        const response = await next(request)
        const body: unknown = await response.clone().json()
        return isObject(body) && !String(body.token_label).startsWith(anyRun) ? answer(403)(request) : response
      }),
    ],
  }),
} satisfies Requirement
