import { labelSent, tokensRead } from '../../checks/answers/tokens-read.ts'
import { isDateTime } from '../../checks/date-time.ts'
import { pages } from '../../checks/paging/pages.ts'
import { familyPresence } from '../../checks/presence/families.ts'
import { distinct } from '../../checks/presence/judging.ts'
import { isAnswered, isSuccess } from '../../checks/reading/exchanges.ts'
import { isObject, type JsonObject, jsonIn, jsonOfSuccess } from '../../checks/reading/json.ts'
import { identifiers, mentions, objectsIn } from '../../checks/reading/things.ts'
import { ifPossible, scalarsIn } from '../../checks/round-trip.ts'
import { pagesLookedAt } from '../../checks/schemas/judging.ts'
import { ownShapeOf } from '../../checks/schemas/own.ts'
import { published } from '../../checks/source.ts'
import { secretOf, showsSecret } from '../../checks/tokens-shown.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered, onEachThing, withEachItem } from '../../checks/twists/shapes.ts'
import { edited, fault, matches, to, variant, withJson, withMembers, withObject } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { Fault, Probe, Requirement, TokenFamily, TokenFixture, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'
import { isTokenSecret } from '../../contracts/run/secret-names.ts'

const secretPlaces = {
  pat: { noun: 'personal access token', tag: 'access-tokens', collection: '/v2/access-tokens', id: 'uuid' },
  oat: {
    noun: 'organization access token',
    tag: 'org-access-tokens',
    collection: '/v2/orgs/{org_name}/access-tokens',
    id: 'id',
  },
} as const

/** Shorter texts are no secrets, unless their member is called so. */
const shortestSecret = 16

/** Judges a creation that shows no secret: it may be under another name, in a header field, or what the target declares has none. */
const judgeWithout = async (
  probe: Probe,
  family: TokenFamily,
  { created, label }: TokenFixture,
  read: Answered,
): Promise<Finding> => {
  const own = await ownShapeOf(probe, `${family}.create`, created)
  const isDeclared = own === undefined || objectsIn(own.schema).some(object => Object.keys(object).some(isTokenSecret))
  const body = jsonIn(created)
  const { headers, status } = created.response
  const isElsewhere = (text: string): boolean => read.response.body.includes(text)
  const mayBe = (text: string): boolean =>
    text.length >= shortestSecret && !text.includes(label) && !isDateTime(text) && !isElsewhere(text)
  const isNamed = ([name, value]: readonly [string, unknown]): boolean =>
    isTokenSecret(name) && typeof value === 'string' && /^(?!.*\.\.)[\w.~+/=-]+$/.test(value) && !isElsewhere(value)
  return isDeclared &&
    status !== 202 &&
    isSuccess(read) &&
    mentions(body, label) &&
    !scalarsIn(body).some(mayBe) &&
    !objectsIn(body).some(object => Object.entries(object).some(isNamed)) &&
    !headers.some(([name]) => isTokenSecret(name))
    ? violated('secret-withheld', {}, created, read)
    : exempt('no-secret-shown', {}, created)
}

/** The first page of the log that has an entry of the creation; undefined where there is none to ask for. */
const logOf = async (probe: Probe, family: TokenFamily, org: string): Promise<Answered | undefined> => {
  if (family === 'pat') return undefined
  return ifPossible(() => probe.call('audit.events', { org, namespace: org }, { anyStatus: true }))
}

const judge = async (probe: Probe, family: TokenFamily): Promise<Finding> => {
  const token = await probe.fixture(family)
  const { org, id, created } = token
  const secret = secretOf(token)
  const read = token.reads.at(-1) ?? (await probe.call(`${family}.get`, { org, id }, { anyStatus: true }))
  if (secret === undefined) return judgeWithout(probe, family, token, read)
  // It asks for an update of that token.
  const update = await ifPossible(() => familyPresence(probe, `${family}.update`))
  const first = await probe.call(`${family}.list`, { org }, { anyStatus: true })
  const listed: Answered[] = [first]
  if (jsonOfSuccess(first) !== undefined)
    for await (const page of pages(probe, first)) {
      if (!listed.includes(page.exchange)) listed.push(page.exchange)
      // A secret would stand with its token.
      if (listed.length === pagesLookedAt || mentions(page.items, id)) break
    }
  const log = await logOf(probe, family, org)
  const later = [
    { operation: `${family}.get`, answer: read },
    // Where an update is missing, the creation is evidence of that.
    ...(update?.seen ?? []).flatMap(seen =>
      isAnswered(seen) && seen.id !== created.id ? { operation: `${family}.update`, answer: seen } : [],
    ),
    ...listed.map(answer => ({ operation: `${family}.list`, answer })),
    ...(log ? [{ operation: 'audit.events', answer: log }] : []),
  ].filter(({ answer }) => isSuccess(answer))
  const [one, ...others] = later
  if (!one) return unclear('request-refused', { operation: `${family}.get`, status: read.response.status }, read, first)
  const control = await probe.callControlPath(`${family}.list`, { org })
  if (!distinct(first, control) && !distinct(read, control))
    return unclear('catch-all', { status: first.response.status }, first, control)
  const shown = later.find(({ answer }) => showsSecret(answer, secret))
  return shown
    ? violated('secret-shown-again', { operation: shown.operation }, shown.answer, created)
    : holds(created, one.answer, ...others.map(({ answer }) => answer), control)
}

/** The secrets of all tokens that the run made. */
const secretsMade = (
  probe: Probe,
  family: TokenFamily,
): readonly { readonly created: Answered; readonly secret: string }[] => {
  const read = tokensRead(probe, family)
  return probe.received(`${family}.create`).flatMap(({ answer: created }) => {
    const label = labelSent(created)
    if (label === undefined) return []
    const id = read.find(one => one.label === label)?.id
    const secret = secretOf({ created, label, id: id ?? '' })
    const isId = id === undefined && identifiers(created, [label]).includes(secret ?? '')
    return secret === undefined || isId ? [] : [{ created, secret }]
  })
}

/** The secrets of all tokens of the run, in whatever it received of the operations that show them or what was done with them. */
const judgeReceived = (probe: Probe, family: TokenFamily): Finding => {
  const made = secretsMade(probe, family)
  const inLog = family === 'oat' ? (['audit.events'] as const) : []
  for (const operation of [`${family}.list`, `${family}.get`, `${family}.update`, ...inLog] as const)
    for (const { answer } of probe.received(operation)) {
      const shown = made.find(({ secret }) => showsSecret(answer, secret))
      if (shown) return violated('secret-shown-again', { operation }, answer, shown.created)
    }
  return exempt('not-seen', { what: 'a secret in another answer' })
}

const withoutSecret = (body: unknown): JsonObject => {
  const { token: _, ...rest } = isObject(body) ? body : {}
  return rest
}

/** A server that keeps the secrets that it gave out and shows them where they should not be. */
const keeping = (family: TokenFamily, where: (request: Request, path: string) => boolean): Twist => {
  const { collection, id } = secretPlaces[family]
  const kept = new Map<unknown, unknown>()
  const reveal = (value: unknown): unknown => {
    if (isObject(value) && isObject(value.data) && kept.has(value.data.access_token_id))
      return { ...value, data: { ...value.data, token: kept.get(value.data.access_token_id) } }
    return isObject(value) && kept.has(value[id]) ? { ...value, token: kept.get(value[id]) } : value
  }
  return async (request, next) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && matches(collection, pathname))
      return edited(body => {
        if (isObject(body)) kept.set(body[id], body.token)
        return body
      })(request, next)
    if (!where(request, pathname)) return next(request)
    return edited(body =>
      isObject(body) && Array.isArray(body.logs) ? { ...body, logs: body.logs.map(reveal) } : onEachThing(reveal)(body),
    )(request, next)
  }
}

const requirementOf = (family: TokenFamily): Requirement => {
  const { noun, tag, collection } = secretPlaces[family]
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
    how: `A token is created, and the secret is taken from the answer: the text under a name such as secret or token. The token is then read, updated and listed${family === 'oat' ? ', and the audit log is read' : ''}; none of these answers may contain the secret. Other answers of the run that show tokens may contain the secret of none that the run created. A creation that shows its token must also show a secret, unless the target declares none, or the secret may have another name.`,
    fix: 'Return the secret with the creation. Store only a hash of it, so that no later answer can contain it.',
    cases: [
      { name: 'read, updated and listed', check: probe => judge(probe, family) },
      { name: 'other answers of the run', last: true, check: async probe => judgeReceived(probe, family) },
    ],
    faults: {
      read: keeps('shows it when the token is read', to(single, 'GET')),
      listed: keeps('shows it in the list', to(collection, 'GET')),
      updated: keeps('shows it when the token is changed', to(single, 'PATCH')),
      ...(family === 'oat' ? { logged: keeps('shows it in the audit log', to('/v2/auditlogs/{account}', 'GET')) } : {}),
      withheld: fault('shows it nowhere', 'secret-withheld', withJson(to(collection, 'POST'), withoutSecret)),
    },
    tolerates: {
      'another-name': variant(
        'the secret under another name',
        withObject(to(collection, 'POST'), body => ({ ...withoutSecret(body), handout: body.token })),
      ),
      undeclared: variant(
        'no secret, as its own document declares',
        layered(
          withOpenApi(({ paths }) => {
            const schema = {
              type: 'object',
              properties: { [family === 'pat' ? 'token_label' : 'label']: { type: 'string' }, expires_at: {} },
            }
            const post = paths[collection.replace('{org_name}', '{name}')]?.post
            if (post) post.responses = { 201: { description: 'made', content: { 'application/json': { schema } } } }
          }),
          withJson(to(collection, 'POST'), withoutSecret),
        ),
      ),
      masked: variant(
        'its first characters, then asterisks',
        withMembers(to(single, 'GET'), { token: `dckr_${family}_****` }),
      ),
      null: variant(
        'null instead of it',
        withEachItem(to(collection, 'GET'), value => ({ ...(value as object), secret: null })),
      ),
    },
  }
}

export default (['pat', 'oat'] as const).map(requirementOf)
