import { isDenial } from '../../checks/answers/existence.ts'
import { changesOf } from '../../checks/answers/kept-tokens.ts'
import { candidatesIn, listPathOf, placesIn, rootOf } from '../../checks/answers/tokens.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject } from '../../checks/reading/json.ts'
import { until } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import {
  aToken,
  capital,
  judgeUsual,
  listedPage,
  membersByPath,
  names,
  noToken,
  readOf,
  type TokenFacts,
  tokenShownIn,
} from '../../checks/token-calls.ts'
import { layered, missingAs, withItems } from '../../checks/twists/shapes.ts'
import { withoutDeletionAction } from '../../checks/twists/tokens.ts'
import {
  answer,
  edited,
  fault,
  instead,
  noting,
  onObject,
  shownBefore,
  to,
  variant,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement, TokenFixture, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, Missing, violated } from '../../contracts/results/finding.ts'

/** Where a page shows the token, and as what. */
const listedAs = (page: Answered, { label }: TokenFixture): readonly [path: string, token: JsonObject] | undefined => {
  const [first] = candidatesIn(placesIn(page), { labels: [label], ids: [] })
  return first && [listPathOf(first.place), rootOf(first.place).object]
}

/** Whether two pages show a token in the same place, and with the same members as far as both show them. */
const isListedAlike = (before: Answered, after: Answered, token: TokenFixture): boolean => {
  const [then, now] = [listedAs(before, token), listedAs(after, token)]
  if (!then || !now || then[0] !== now[0]) return false
  return Object.keys(then[1]).every(
    key => !has(now[1], key) || JSON.stringify(then[1][key]) === JSON.stringify(now[1][key]),
  )
}

/** Whether a page still shows a member of a token as it was read before its deletion, and not as it is read after. */
const isListedAsBefore = (
  reads: readonly [before: Answered, after: Answered],
  page: Answered,
  token: TokenFixture,
): boolean => {
  const [, item = {}] = listedAs(page, token) ?? []
  const [then = {}, now = {}, listed = {}] = [...reads.map(read => tokenShownIn(read, token) ?? {}), item].map(
    membersByPath,
  )
  const isSame = (key: string, other: JsonObject): boolean => JSON.stringify(then[key]) === JSON.stringify(other[key])
  const changed = Object.keys(then).filter(key => has(listed, key) && !isSame(key, now))
  return changed.length > 0 && changed.every(key => isSame(key, listed))
}

/** Days after which the token expires that is not deleted, and tells whether one is deleted alone. */
const otherDays = 29

/** Another token, made after the one that is deleted: what is not one token, but a part of a list, has it in it. Undefined where the target takes no other. */
const otherToken = async (
  probe: Probe,
  facts: TokenFacts,
): Promise<{ readonly token: TokenFixture; readonly before: Answered } | undefined> => {
  try {
    const token = await probe.ownToken(facts.family, { expiresAt: probe.daysFromNow(otherDays) })
    const before = await readOf(probe, facts, token)
    return names(before, token.label) ? { token, before } : undefined
  } catch (error) {
    if (error instanceof Missing) return undefined
    throw error
  }
}

/** A token is deleted alone: what was created after it is still read, or listed. */
const judgeAlone = async (probe: Probe, facts: TokenFacts, token: TokenFixture): Promise<Finding> => {
  const { family } = facts
  const other = await otherToken(probe, facts)
  const finding = await judgeDeleted(probe, facts, token)
  if (finding.kind !== 'holds' || !other) return finding
  const { id, label, org } = other.token
  const { answer, fits } = await until(
    probe,
    () => probe.call(`${family}.get`, { org, id }, { anyStatus: true }),
    one => names(one, label),
  )
  if (fits || (isSuccess(answer) && !isDenial(answer)) || (await listedPage(probe, family, org, label))) return finding
  return violated('deleted-too', { operation: `${family}.delete`, what: label }, answer, other.before, ...finding.seen)
}

const judgeDeleted = async (probe: Probe, facts: TokenFacts, token: TokenFixture): Promise<Finding> => {
  const { family } = facts
  const { org, label } = token
  const before = await readOf(probe, facts, token)
  const readable = names(before, label)
  const listing = (): Promise<Answered | undefined> => listedPage(probe, family, org, label)
  const listed = await listing()
  if (!readable && !listed) return noToken(`${family}.get`, before)
  const deleted = await probe.call(`${family}.delete`, token)
  if (!isSuccess(deleted)) return noToken(`${family}.delete`, deleted)
  const read = { operation: `${family}.get`, what: label }
  const { answer: after, fits } = readable
    ? await until(
        probe,
        () => probe.call(`${family}.get`, token),
        one => !names(one, label),
      )
    : { answer: before, fits: true }
  if (!fits) {
    // What is kept for the record and marked as deleted is told from what was never deleted.
    const { isChanged, isMarked } = changesOf(before, after, token)
    const isUnlisted = async (): Promise<boolean> => listed !== undefined && !(await listing())
    if (!isMarked && !(isChanged && (await isUnlisted()))) return violated('still-there', read, after, deleted, before)
    const page = listed && (await listing())
    const stays = { operation: `${family}.list`, what: label }
    return page && isListedAsBefore([before, after], page, token)
      ? violated('still-there', stays, page, deleted, after)
      : exempt('kept-as-deleted', read, deleted, after)
  }
  if (!listed) return holds(before, deleted, after)
  let still: Answered | undefined
  const gone = await probe.eventually(async () => {
    still = await listing()
    return still ? undefined : deleted
  })
  if (gone || !still) return holds(before, deleted, after)
  const values = { operation: `${family}.list`, what: label }
  return isListedAlike(listed, still, token)
    ? violated('still-there', values, still, deleted, listed)
    : exempt('kept-as-deleted', values, deleted, still)
}

export default (facts: TokenFacts): Requirement => {
  const { suite, collection, item, since, covers, needs } = facts
  const get = to(item, 'GET')
  const removal = to(item, 'DELETE')
  const list = to(collection, 'GET')
  /** What was deleted stays, with further members, and is listed with others. */
  const keptWith =
    (members: JsonObject, inList: JsonObject = members) =>
    (): Twist => {
      const gone = new Set<string>()
      const isGone = (one: JsonObject): boolean => [...gone].some(path => path.endsWith(`/${one.uuid ?? one.id}`))
      const kept = instead(to(item), async (request, next) => {
        const { pathname } = new URL(request.url)
        if (request.method === 'DELETE') gone.add(pathname)
        if (request.method === 'DELETE') return answer(204)(request)
        if (!gone.has(pathname)) return next(request)
        return edited(onObject(body => ({ ...body, ...members })))(request, next)
      })
      const asListed = (one: unknown): unknown => (isObject(one) && isGone(one) ? { ...one, ...inList } : one)
      return layered(
        kept,
        withItems(list, items => items.map(asListed)),
        withoutDeletionAction,
      )
    }

  return {
    id: `${suite}/deleted`,
    level: 'should',
    since,
    covers,
    needs,
    statement: `${capital(aToken(facts))} is no longer shown after its deletion, and another one still is.`,
    source: published(
      `tag ${suite}`,
      'Deleting a token cannot be undone; one that does not exist is answered with 404.',
    ),
    how: 'A token that the run created, with an expiry if the target accepts one, is read, listed and deleted, then read and listed until its label is no longer shown, or the waiting time ends. Any status is accepted. A token that is kept but shown differently is not judged, unless the list shows it as before. Another token, created in between, must still be shown.',
    fix: 'Delete the token that the path names, and no other. Do not return deleted tokens when reading and listing.',
    cases: [
      {
        name: 'read after the deletion',
        check: probe => judgeUsual(probe, facts, token => judgeAlone(probe, facts, token)),
      },
    ],
    faults: {
      kept: fault('answers 204 and deletes nothing', 'still-there', instead(removal, answer(204))),
      expiring: fault(
        'answers 204 and does not delete tokens that expire',
        'still-there',
        instead(removal, async (request, next) => {
          const shown = await shownBefore(request, next)
          return shown[expiryField] ? answer(204)(request) : next(request)
        }),
      ),
      read: {
        says: 'no longer lists it, and still reads it unchanged',
        code: 'still-there',
        twist: () => {
          const gone = new Set<string>()
          return layered(
            noting(removal, (_request, path) => gone.add(path.split('/').at(-1) as string)),
            instead(removal, answer(204)),
            withItems(list, items => items.filter(one => !(isObject(one) && gone.has(String(one.uuid ?? one.id))))),
          )
        },
      },
      listed: {
        says: 'still lists deleted tokens',
        code: 'still-there',
        // The total stays that of the list.
        ...(facts.family === 'oat' && { also: { 'schemas/oat-list': 'count-too-small' } as const }),
        twist: () => {
          const gone: unknown[] = []
          return layered(
            instead(removal, async (request, next) => {
              gone.push(await shownBefore(request, next))
              return next(request)
            }),
            withItems(list, items => [...gone, ...items]),
          )
        },
      },
      'listed-active': {
        says: 'keeps it as inactive, and still lists it as active',
        code: 'still-there',
        twist: keptWith({ is_active: false }, {}),
      },
      others: {
        says: 'deletes with it what expires a day earlier',
        code: 'deleted-too',
        twist: () => {
          const made = new Map<string, number>()
          const gone = new Set<string>()
          const idOf = (token: JsonObject): string => String(token.uuid ?? token.id)
          const isGone = (one: unknown): boolean => isObject(one) && gone.has(idOf(one))
          const ends = (token: JsonObject): number => Date.parse(String(token[expiryField]))
          return layered(
            withObject(to(collection, 'POST'), token => {
              made.set(idOf(token), ends(token))
              return token
            }),
            instead(removal, async (request, next) => {
              const day = ends(await shownBefore(request, next)) - 86_400_000
              for (const [id, end] of made) if (end === day) gone.add(id)
              return next(request)
            }),
            instead(to(item), (request, next) =>
              gone.has(new URL(request.url).pathname.split('/').at(-1) ?? '') ? answer(404)(request) : next(request),
            ),
            withItems(list, items => items.filter(one => !isGone(one))),
          )
        },
      },
    },
    tolerates: {
      marked: { says: 'keeps it as inactive', twist: keptWith({ is_active: false }) },
      dated: {
        says: 'keeps it with the time of its deletion',
        twist: keptWith({ deleted_at: '2031-01-01T00:00:00Z' }),
      },
      gone: variant('410 for deleted tokens', missingAs(get, 410)),
    },
  }
}
