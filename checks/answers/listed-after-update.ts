import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Probe, TokenFixture } from '../../contracts/requirement.ts'
import { type Finding, unclear, violated } from '../../contracts/results/finding.ts'
import { instantOf } from '../date-time.ts'
import type { Page } from '../paging/envelope.ts'
import { readList } from '../paging/list.ts'
import { has, type JsonObject, jsonOfSuccess } from '../reading/json.ts'
import { isCalled } from '../request-form.ts'
import { scalarsIn } from '../round-trip.ts'
import {
  brief,
  hasId,
  holdsLabel,
  lastOf,
  membersByPath,
  statusOf,
  type TokenFacts,
  tokenShownIn,
} from '../token-calls.ts'
import { activityIn } from './activity.ts'
import { candidatesIn, placesIn, rootOf } from './tokens.ts'

/** The last read of a token, and its earlier labels. */
export interface Renamed {
  readonly token: TokenFixture
  readonly read: Answered
  readonly before: readonly string[]
}

/** Whether an instant is the beginning or end of a day. */
const isWholeDay = (value: unknown): boolean => /T(?:00:00|23:59)/i.test(String(value))

/** Whether a list shows another label, switch or expiry than a read, apart from notation. */
const isListedOtherwise = (key: string, alone: unknown, listed: unknown, { token, before }: Renamed): boolean => {
  const name = lastOf(key)
  if (isCalled(name, expiryField)) {
    const [then, now] = [alone, listed].map(value => (typeof value === 'string' ? instantOf(value) : undefined))
    if (then === undefined || now === undefined) return (alone === null) !== (listed === null)
    return Math.abs(then - now) > ([alone, listed].some(isWholeDay) ? 86_400_000 : 60_000)
  }
  const isOn = activityIn(name, alone)
  if (isOn !== undefined) return activityIn(name, listed) === !isOn
  return alone === token.label && before.includes(String(listed))
}

/** The token in a page of a list, identified by its id and the start of its label. */
const itemOfPage = (page: Answered, { token: { id }, before }: Renamed): JsonObject | undefined =>
  candidatesIn(placesIn(page), { labels: [], ids: [id] })
    .map(({ place }) => rootOf(place).object)
    .find(object => scalarsIn(object).some(text => before.some(label => text.startsWith(label))))

/** Whether a page shows a token, with or without its label. */
const showsToken = ({ exchange, items }: Page, { token: { id }, before: [label = id] }: Renamed): boolean =>
  holdsLabel(exchange, label) || items.some(item => hasId(item, id))

/**
 * Judges what the list shows of a changed token; undefined if it agrees with a read, or if the token is not identified. A list may be
 * behind, or only show active tokens: if it does not show the token, `restore` activates and reads it again.
 */
export const judgeListed = async (
  probe: Probe,
  { family }: TokenFacts,
  first: Renamed,
  restore: () => Promise<Renamed | undefined>,
): Promise<Finding | undefined> => {
  const operation = `${family}.list` as const
  let renamed = first
  let isRestored = false
  const judgePage = (page: Answered, item: JsonObject): Finding | undefined => {
    const { token, read } = renamed
    const shown = tokenShownIn(read, token) ?? {}
    const alone = membersByPath(shown)
    // A list may have codes of its own.
    const status = statusOf(probe.bind(`${family}.update`), shown)
    const listed = membersByPath(item)
    const member = Object.keys(alone).find(
      key =>
        has(listed, key) &&
        ((key === status?.path && listed[key] === status.value) ||
          isListedOtherwise(key, alone[key], listed[key], renamed)),
    )
    if (member === undefined) return undefined
    const values = { operation, member, alone: brief(alone[member]), got: brief(listed[member]) }
    return violated('listed-otherwise', values, page, read)
  }
  let finding: Finding | undefined
  await probe.eventually(async () => {
    finding = undefined
    const list = await probe.call(operation, renamed.token, { anyStatus: true })
    if (jsonOfSuccess(list) === undefined) return true
    const isThere = (page: Answered): boolean => itemOfPage(page, renamed) !== undefined
    const pages = isThere(list) ? [{ exchange: list, items: [] }] : (await readList(probe, list)).pages
    const page = pages.find(({ exchange }) => isThere(exchange))?.exchange
    const item = page && itemOfPage(page, renamed)
    finding = item && judgePage(page, item)
    if (!item && !pages.some(page => showsToken(page, renamed))) {
      if (!isRestored) renamed = (await restore()) ?? renamed
      isRestored = true
      finding = unclear('own-not-listed', { operation }, list, renamed.read)
    }
    return finding ? undefined : true
  })
  return finding
}
