import { pages } from '../../checks/paging.ts'
import { distinct } from '../../checks/presence.ts'
import { isObject, isSuccess, mentions, parseJson } from '../../checks/reading.ts'
import { pagesLookedAt } from '../../checks/schemas/judging.ts'
import { published } from '../../checks/source.ts'
import { secretOf, showsSecret } from '../../checks/tokens-shown.ts'
import { onEachItem, onEachThing } from '../../checks/twists/shapes.ts'
import { edited, instead, matches, to, variant } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/finding.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { Fault, Probe, Requirement, Twist } from '../../contracts/requirement.ts'

type Family = 'pat' | 'oat'

const places = {
  pat: { noun: 'personal access token', tag: 'access-tokens', collection: '/v2/access-tokens', id: 'uuid' },
  oat: {
    noun: 'organization access token',
    tag: 'org-access-tokens',
    collection: '/v2/orgs/{org_name}/access-tokens',
    id: 'id',
  },
} as const

const judge = async (probe: Probe, family: Family): Promise<Finding> => {
  const token = await probe.ownToken(family)
  const { org, id, label, created } = token
  const secret = secretOf(token)
  if (secret === undefined) return exempt('no-secret-shown', {}, created)
  const json = family === 'pat' ? { token_label: `${label}-kept` } : { label: `${label}-kept` }
  const read = await probe.call(`${family}.get`, { org, id }, { anyStatus: true })
  const updated = await probe.call(`${family}.update`, { org, id }, { json, anyStatus: true })
  const first = await probe.call(`${family}.list`, { org }, { anyStatus: true })
  const listed: Answered[] = [first]
  if (isSuccess(first) && parseJson(first).ok)
    for await (const page of pages(probe, first)) {
      if (!listed.includes(page.exchange)) listed.push(page.exchange)
      // A secret would stand with its token.
      if (listed.length === pagesLookedAt || mentions(page.items, id)) break
    }
  const later = [
    ...[read].map(answer => ({ operation: `${family}.get`, answer })),
    ...[updated].map(answer => ({ operation: `${family}.update`, answer })),
    ...listed.map(answer => ({ operation: `${family}.list`, answer })),
  ].filter(({ answer }) => isSuccess(answer))
  const [one, ...others] = later
  if (!one) return unclear('request-refused', { operation: `${family}.get`, status: read.response.status }, read, first)
  const stranger = await probe.callControlPath(`${family}.list`, { org })
  if (!distinct(first, stranger) && !distinct(read, stranger))
    return unclear('catch-all', { status: first.response.status }, first, stranger)
  const shown = later.find(({ answer }) => showsSecret(answer, secret))
  return shown
    ? violated('secret-shown-again', { operation: shown.operation }, shown.answer, created)
    : holds(created, one.answer, ...others.map(({ answer }) => answer), stranger)
}

/** A server that keeps the secrets that it gave out and shows them where they should not be. */
const keeping = (family: Family, where: (request: Request, path: string) => boolean): Twist => {
  const { collection, id } = places[family]
  const kept = new Map<unknown, unknown>()
  const reveal = (value: unknown): unknown =>
    isObject(value) && kept.has(value[id]) ? { ...value, token: kept.get(value[id]) } : value
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && matches(collection, pathname))
      return edited(body => {
        if (isObject(body)) kept.set(body[id], body.token)
        return body
      })(request, next)
    if (!where(request, pathname)) return next(request)
    return edited(onEachThing(reveal))(request, next)
  }
}

const requirementOf = (family: Family): Requirement => {
  const { noun, tag, collection } = places[family]
  const single = `${collection}/{id}`
  const keeps = (says: string, where: (request: Request, path: string) => boolean): Fault => ({
    says,
    code: 'secret-shown-again',
    twist: () => keeping(family, where),
  })
  return {
    id: `schemas/${family}-secret-shown-once`,
    level: 'should',
    statement: `The secret of an ${noun} is returned only by its creation.`.replace('an personal', 'a personal'),
    since: lifecycle.families.find(fact => fact.tag === tag)?.since ?? earliestDate,
    source: published(
      `POST ${collection}`,
      'The token itself is shown by the creation; reading and listing show an empty text in its place, or nothing.',
    ),
    needs: ['credentials', 'writes', ...(family === 'oat' ? (['org'] as const) : [])],
    how: 'A token is created, and the secret is taken from the answer: the text under a name such as secret or token. The token is then read, updated and listed; none of these answers may contain the secret.',
    fix: 'Store only a hash of the secret, so that no later answer can contain it.',
    cases: [{ name: 'read, updated and listed', check: probe => judge(probe, family) }],
    faults: {
      read: keeps('shows it when the token is read', to(single, 'GET')),
      listed: keeps('shows it in the list', to(collection, 'GET')),
      updated: keeps('shows it when the token is changed', to(single, 'PATCH')),
    },
    tolerates: {
      masked: variant(
        'its first characters, then asterisks',
        instead(
          to(single, 'GET'),
          edited(body => (isObject(body) ? { ...body, token: `dckr_${family}_****` } : body)),
        ),
      ),
      null: variant(
        'null instead of it',
        instead(to(collection, 'GET'), edited(onEachItem(value => ({ ...(value as object), secret: null })))),
      ),
    },
  }
}

export default (['pat', 'oat'] as const).map(requirementOf)
