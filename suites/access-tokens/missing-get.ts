import { isDenial, missingAsExisting, readsWhatIsMissing } from '../../checks/answers/existence.ts'
import { sharesItem } from '../../checks/answers/plain-form.ts'
import { unknownId } from '../../checks/exact-ids.ts'
import { normalTemplate } from '../../checks/path-template.ts'
import { pathKnown } from '../../checks/presence/published.ts'
import { isAnswered, isSuccess, sentIn } from '../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject, jsonOfSuccess } from '../../checks/reading/json.ts'
import { idKeysOf, objectsIn } from '../../checks/reading/things.ts'
import { ifPossible, ownAnswer, scalarsIn } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import { aToken, names, noToken, type TokenFacts, tokenShownIn } from '../../checks/token-calls.ts'
import { declaringOnlySuccess } from '../../checks/twists/documents.ts'
import { layered, missingAs, onItems, redirected, withEachItem } from '../../checks/twists/shapes.ts'
import {
  answer,
  edited,
  faultsFor,
  inPlaceOf,
  instead,
  onObject,
  reading,
  to,
  variant,
  withJson,
} from '../../checks/twists/twist.ts'
import type { Answered, Exchange } from '../../contracts/exchange.ts'
import type { Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, Missing, violated } from '../../contracts/results/finding.ts'
import { isRunName } from '../../contracts/run/run-name.ts'

/** No id leads to the token that the run created: violated if one that does not exist does, and a path that does not exist does not. */
const leadsFromAnywhere = async (
  probe: Probe,
  { family }: TokenFacts,
  created: Exchange | undefined,
): Promise<Finding | undefined> => {
  const operation = `${family}.get` as const
  const label = created && isAnswered(created) ? scalarsIn(sentIn(created)).find(isRunName) : undefined
  if (!created || label === undefined || !(await pathKnown(probe, operation))) return undefined
  const values = { org: family === 'oat' ? (await probe.fixture('org')).org : '', id: probe.nonce('missing') }
  const missing = await probe.call(operation, values)
  if (!isSuccess(missing) || !names(missing, label)) return undefined
  const control = await probe.callControlPath(operation, values)
  const { status } = missing.response
  return names(control, label) ? undefined : violated('missing-like-existing', { operation, status }, missing, created)
}

const judgeMissing = async (probe: Probe, facts: TokenFacts): Promise<Finding> => {
  const { family } = facts
  const operation = `${family}.get` as const
  const token = await probe.fixture(family).catch(async error => {
    const isLost = error instanceof Missing && error.code === 'id-unknown'
    const finding = isLost ? await leadsFromAnywhere(probe, facts, error.seen[0]) : undefined
    if (finding === undefined) throw error
    return finding
  })
  if ('kind' in token) return token
  const own = token.reads.at(-1) ?? (await probe.call(operation, token))
  if (!isSuccess(own)) return noToken(operation, own)
  const open = await ownAnswer(probe, operation, token, own)
  if (open) return open
  // Others may be refused for their form.
  const missingId = unknownId(token.id) ?? probe.nonce('missing')
  const missing = await probe.call(operation, { ...token, id: missingId })
  const marks = [token.label, token.id]
  return (await readsWhatIsMissing(probe, operation, own, missing, [missingId], marks))
    ? missingAsExisting(probe, operation, token, own, missing, marks)
    : holds(own, missing)
}

/** Whether an answer shows a token with another id than was asked for: an object with most members of a token that was read. */
const showsAnother = (answer: Answered, id: string, known: JsonObject): boolean => {
  const keys = Object.keys(known)
  return objectsIn(jsonOfSuccess(answer)).some(
    object =>
      idKeysOf(known).some(key => has(object, key) && String(object[key]) !== id) &&
      keys.filter(key => has(object, key)).length * 2 > keys.length,
  )
}

/** An update of an id that no token has: a PUT of it may create one. */
const judgeMissingUpdate = async (probe: Probe, { family }: TokenFacts): Promise<Finding> => {
  const operation = `${family}.update` as const
  const token = await probe.fixture(family)
  const [read] = token.reads
  const known = read && tokenShownIn(read, token)
  const { method } = probe.bind(operation)
  if (!known || method !== 'PATCH')
    return exempt(
      'not-seen',
      {
        what: known
          ? `an update with PATCH; ${method}, which the target has instead, may create what does not exist`
          : 'a token that was read',
      },
      token.created,
    )
  const id = probe.nonce('missing')
  const updated = await ifPossible(() => probe.call(operation, { ...token, id }, { json: { is_active: true } }))
  if (!updated) return exempt('not-seen', { what: 'an update of a token' }, token.created)
  const { status } = updated.response
  return showsAnother(updated, id, known)
    ? violated('missing-like-existing', { operation, status }, updated, read)
    : holds(token.created, updated)
}

/** The token in an organization that does not exist. */
const judgeElsewhere = async (probe: Probe): Promise<Finding> => {
  const token = await probe.fixture('oat')
  const org = probe.nonce('missing')
  const seen: Answered[] = []
  for (const operation of ['oat.get', 'oat.list'] as const) {
    const found = await probe.call(operation, { ...token, org })
    const shown = probe.received(operation).flatMap(({ answer, values }) => (values.org === org ? [] : [answer]))
    const { status } = found.response
    // Where the path does not name the organization, this is another request.
    const isElsewhere = isSuccess(found) && !isDenial(found) && found.request.url.includes(org)
    if (isElsewhere && (names(found, token.label) || (operation === 'oat.list' && sharesItem(found, shown))))
      return violated('missing-like-existing', { operation, status }, found, token.created)
    seen.push(found)
  }
  return holds(token.created, ...seen)
}

/** A token of an organization, by its id among the personal ones; what has the same number among these has another label. */
const judgeOtherKind = async (probe: Probe): Promise<Finding> => {
  const [own, others] = (['pat.get', 'oat.get'] as const).map(name => normalTemplate(probe.bind(name).path))
  const token = own === others ? undefined : await ifPossible(() => probe.fixture('oat'))
  if (!token) return exempt('not-seen', { what: 'a token of an organization at a path of its own' })
  const found = await probe.call('pat.get', { id: token.id })
  const { status } = found.response
  return names(found, token.label)
    ? violated('missing-like-existing', { operation: 'pat.get', status }, found, token.created)
    : holds(token.created, found)
}

/** What is in no organization of a request is looked up in the one of the reference implementation. */
const inEveryOrganization: Twist = async (request, next) => {
  const response = await next(request)
  const { pathname } = new URL(request.url)
  return response.ok ? response : next(redirected(request, pathname.replace(/\/orgs\/[^/]+/, '/orgs/conformance-org')))
}

/** What is no personal token is looked up in the organization of the reference implementation. */
const ofAnyKind: Twist = async (request, next) => {
  const response = await next(request)
  const { pathname } = new URL(request.url)
  const isOther = response.status === 404 && request.method === 'GET' && pathname.startsWith('/v2/access-tokens/')
  return isOther ? next(redirected(request, pathname.replace('/v2/', '/v2/orgs/conformance-org/'))) : response
}

export default (facts: TokenFacts): Requirement => {
  const { suite, collection, item, label: member, since, covers, needs } = facts
  const here = to(item, 'GET')
  const listing = to(collection, 'GET')
  return {
    id: `${suite}/missing-get`,
    level: 'should',
    since,
    covers,
    needs,
    statement: `Reading ${aToken(facts)} that does not exist returns no token.`,
    source: published(`tag ${suite}`, 'A token that does not exist is answered with 404.'),
    how: `A token that the run created is read, then an id in the same form that does not exist${facts.family === 'oat' ? '; the token is also looked for in an organization that does not exist' : '; a token of an organization is also looked for among the personal ones'}. Any status except a success is accepted, with any body. A PATCH of that id must not return another token. A success is accepted only if the target's own document declares no other status for the operation, and if the answer shows nothing; it is inconclusive if a path that does not exist is also answered with such a success. If no id leads to the token that the run created, an id that does not exist must not show it either.`,
    fix: 'Answer 404 for an id that no token has.',
    cases: [
      { name: 'existing and missing', check: probe => judgeMissing(probe, facts) },
      { name: 'an update of a missing one', check: probe => judgeMissingUpdate(probe, facts) },
      facts.family === 'oat'
        ? { name: 'an organization that does not exist', last: true, check: judgeElsewhere }
        : { name: 'a token of an organization', check: judgeOtherKind },
    ],
    faults: faultsFor('missing-like-existing', {
      any: [
        'returns a token for any id',
        inPlaceOf(404, here, request => {
          const id = new URL(request.url).pathname.split('/').at(-1)
          return answer(200, { uuid: id, id, [member]: 'a token', is_active: true, expires_at: null })(request)
        }),
      ],
      'any-uuid': [
        'refuses ids that are not UUIDs, and returns a token for any UUID',
        inPlaceOf(404, here, request => {
          const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
          return /^[\da-f-]{36}$/.test(id)
            ? answer(200, { uuid: id, id, [member]: 'a token', is_active: true, expires_at: null })(request)
            : answer(400)(request)
        }),
      ],
      newest: {
        says: 'numbers tokens, and reads the newest one under any id',
        twist: () => {
          const numbers = new Map<string, number>()
          let newest: unknown
          const numbered = onObject(({ uuid, id = uuid, [member]: label, is_active, expires_at, ...rest }) => {
            if (label === undefined) return rest
            const no = numbers.get(String(id)) ?? numbers.size + 1
            numbers.set(String(id), no)
            return { no, [member]: label, is_active, expires_at }
          })
          return layered(
            withJson(to(collection, 'POST'), body => {
              newest = isObject(body) && has(body, member) ? numbered(body) : newest
              return numbered(body)
            }),
            withEachItem(listing, numbered),
            instead(to(item), async (request, next) => {
              const isRefused = (await next(reading(request))).status === 401
              return isRefused || newest === undefined ? next(request) : answer(200, newest)(request)
            }),
          )
        },
      },
      'any-update': {
        says: 'answers the update of a missing token with another token',
        twist: () => {
          let shown: unknown
          return instead(to(item), async (request, next) => {
            const response = await next(request)
            if (response.ok && request.method === 'GET') shown = await response.clone().json()
            return response.status === 404 && request.method === 'PATCH' && shown !== undefined
              ? answer(200, shown)(request)
              : response
          })
        },
      },
      ...(facts.family === 'pat'
        ? { 'other-kind': ['reads tokens of organizations as well', ofAnyKind] as const }
        : {}),
      null: ['answers 200 with null for missing tokens', missingAs(here, 200, null)],
      'no-content': ['answers 204 for missing tokens', missingAs(here, 204)],
      ...(facts.family === 'oat'
        ? {
            'any-organization': ['shows a token in every organization', instead(here, inEveryOrganization)],
            'every-list': [
              'lists the tokens of one organization for every organization',
              instead(listing, inEveryOrganization),
            ],
            'every-short-list': [
              'lists one token of one organization for every organization, which another run made',
              instead(listing, async (request, next) => {
                const response = await next(request)
                if (response.ok) return response
                return edited(onItems(items => items.slice(0, 1)))(request, async () =>
                  inEveryOrganization(request, next),
                )
              }),
            ],
          }
        : {}),
    }),
    tolerates: {
      'in-the-body': variant(
        '200, and a body that says that nothing was found, as its own document declares',
        layered(declaringOnlySuccess(item), missingAs(here, 200, { found: false })),
      ),
      forbidden: variant('403 for missing resources', missingAs(here, 403, {})),
      'bad-request': variant('400 for missing resources', missingAs(here, 400, {})),
    },
  }
}
