import { missingAsExisting, readsWhatIsMissing } from '../../checks/answers/existence.ts'
import { instantOf } from '../../checks/date-time.ts'
import { notListed, type Page, type ReadList, unfinished } from '../../checks/paging.ts'
import { parametersOf } from '../../checks/path-template.ts'
import {
  has,
  identifiers,
  idKeys,
  isObject,
  isSuccess,
  type JsonObject,
  json,
  listItems,
  objectsIn,
  parseJson,
  sentIn,
} from '../../checks/reading.ts'
import { declaredItems, isCalled } from '../../checks/request-form.ts'
import { ifPossible, isLost, ownAnswer, scalarsIn } from '../../checks/round-trip.ts'
import { published } from '../../checks/source.ts'
import {
  aToken,
  brief,
  capital,
  hasId,
  holdsLabel,
  membersByPath,
  names,
  noToken,
  pageNaming,
  switchesOf,
  type TokenFacts,
  type TokenFamily,
  tokenFamilies,
  tokenShownIn,
  wholeList,
} from '../../checks/token-calls.ts'
import { declaringOnlySuccess, withOpenApi } from '../../checks/twists/documents.ts'
import {
  layered,
  missingAs,
  onEachThing,
  onItems,
  pageOf,
  redirected,
  withEachItem,
  withItems,
} from '../../checks/twists/shapes.ts'
import {
  answer,
  edited,
  fault,
  inPlaceOf,
  instead,
  onObject,
  to,
  variant,
  withJson,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { exempt, type Finding, holds, Missing, unclear, violated } from '../../contracts/finding.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement, TokenFixture, Twist } from '../../contracts/requirement.ts'
import { isRunName } from '../../contracts/run-name.ts'

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Whether an answer shows a label as the target keeps it: shortened, or with other separators. */
const isAltered = (answer: Answered, name: string): boolean => {
  const parsed = parseJson(answer)
  return (
    !names(answer, name) &&
    parsed.ok &&
    scalarsIn(parsed.value).some(text => plain(text).length >= 8 && plain(name).startsWith(plain(text)))
  )
}

/** Creates a token and reads it by what its creation returned, until its label is shown or patience ends. */
const readBack = async (probe: Probe, family: TokenFamily, org: string): Promise<Finding> => {
  const operation = `${family}.get` as const
  const { name, exchange, isUnshown } = await probe.create(family, { org })
  if (!isSuccess(exchange)) return noToken(`${family}.create`, exchange)
  const ids = identifiers(exchange, [name], parametersOf(probe.bind(operation).path).at(-1)).filter(
    id => id !== '.' && id !== '..',
  )
  if (ids.length === 0) throw new Missing('id-unknown', { kind: family.toUpperCase() }, [exchange])
  let last: Answered | undefined
  const own = await probe.eventually(async () => {
    let success: Answered | undefined
    for (const id of ids) {
      const read = await probe.call(operation, { org, id })
      last ??= read
      if (names(read, name)) return read
      if (isSuccess(read)) success ??= read
    }
    last = success ?? last
    return undefined
  }, isUnshown)
  const read = own ?? last ?? exchange
  // Whether the operation is there at all is another requirement's to say.
  if (!isSuccess(read)) return noToken(operation, read)
  if (read.response.body.trim() === '') return exempt('no-representation', { operation, field: 'label' }, read)
  const open = await ownAnswer(probe, operation, { org, id: ids[0] ?? '' }, read)
  if (open) return open
  json(read)
  if (own) return holds(exchange, own)
  return isAltered(exchange, name)
    ? exempt('no-representation', { operation, field: 'label' }, read, exchange)
    : violated('other-thing', { operation, what: name }, read, exchange)
}

const orgOf = async (probe: Probe, family: TokenFamily): Promise<string> =>
  family === 'oat' ? (await probe.fixture('org')).org : ''

const judgeGet = async (probe: Probe, { family }: TokenFacts): Promise<Finding> => {
  const org = await orgOf(probe, family)
  const first = await readBack(probe, family, org)
  if (first.kind !== 'holds') return first
  // A second one, or a server that always shows the newest would pass.
  const second = await readBack(probe, family, org)
  return second.kind === 'holds' ? { ...second, seen: [...first.seen, ...second.seen] } : second
}

/** Scopes of Docker Hub, as far as the target declares none of its own. */
const publishedScopes = ['repo:admin', 'repo:write', 'repo:read', 'repo:public_read']

/** Values that a member of a creation may have in its items, as the target declares or Docker Hub publishes them. */
const itemsDeclared = (probe: Probe, family: TokenFamily, member: string): readonly unknown[] =>
  declaredItems(probe.bind(`${family}.create`), member) ?? publishedScopes

/**
 * Whether a value is another one than was sent: nothing for something, another of the values that are declared, or a later expiry. A target may
 * write a value in its own way, add to it, and let a token expire earlier.
 */
const isOther = (sent: unknown, shown: unknown, declared: readonly unknown[]): boolean => {
  if (Array.isArray(sent) && Array.isArray(shown))
    return shown.length === 0
      ? sent.length > 0
      : [...sent, ...shown].every(item => declared.includes(item)) && !sent.some(item => shown.includes(item))
  const end = typeof sent === 'string' ? instantOf(sent) : undefined
  const got = typeof shown === 'string' ? instantOf(shown) : undefined
  return isLost(sent, shown) || (end !== undefined && got !== undefined && got > end + 86_400_000)
}

/** Members of a creation that say what a token is for and how long; the expiry of a personal one is judged with all its notations elsewhere. */
const sentMembers = {
  pat: ['scopes', 'description'],
  oat: ['scopes', 'resources', 'description', expiryField],
} as const

/** The one value under a name, or what a target calls it, wherever it stands. */
const onlyValue = (object: JsonObject, name: string): { readonly value: unknown } | undefined => {
  const [first, ...others] = Object.entries(membersByPath(object)).filter(([key]) =>
    isCalled(key.split('.').at(-1) ?? '', name),
  )
  return first && others.length === 0 ? { value: first[1] } : undefined
}

/** The label that a creation shows, where reading the token shows the one that was sent, if it is neither that nor a part of it. */
const otherLabel = (
  created: Answered,
  read: Answered,
  token: Pick<TokenFixture, 'id' | 'label'>,
): string | undefined => {
  const [then, now] = [created, read].map(answer => membersByPath(tokenShownIn(answer, token) ?? {}))
  const member = Object.keys(now ?? {}).find(name => now?.[name] === token.label)
  const shown = member === undefined ? undefined : then?.[member]
  if (typeof shown !== 'string' || plain(shown) === '') return undefined
  const [own, other] = [plain(token.label), plain(shown)]
  return own.startsWith(other) || other.includes(own) ? undefined : shown
}

/** What the run sent to create tokens, compared with the answers and with the first read of each. */
const judgeAsSent = async (probe: Probe, { family }: TokenFacts): Promise<Finding> => {
  const reads = probe.received(`${family}.get`)
  const seen = new Set<Answered>()
  for (const { answer: created } of probe.received(`${family}.create`)) {
    const body = sentIn(created)
    const label = isObject(body) ? Object.values(membersByPath(body)).find(isRunName) : undefined
    if (!isObject(body) || label === undefined) continue
    const { answer: read, values: { id = label } = {} } = reads.find(({ answer }) => names(answer, label)) ?? {}
    const got = read && otherLabel(created, read, { id, label })
    if (read && got !== undefined) {
      const values = { operation: `${family}.create`, member: 'label', sent: brief(label), got: brief(got) } as const
      return violated('not-as-created', values, created, read)
    }
    for (const answer of read ? [created, read] : [created])
      for (const member of sentMembers[family]) {
        const sent = onlyValue(body, member)
        const shown = onlyValue(tokenShownIn(answer, { id: label, label }) ?? {}, member)
        if (!sent || !shown) continue
        const operation = `${family}.${answer === created ? 'create' : 'get'}` as const
        const values = { operation, member, sent: brief(sent.value), got: brief(shown.value) }
        if (isOther(sent.value, shown.value, itemsDeclared(probe, family, member)))
          return violated('not-as-created', values, answer, created)
        seen.add(answer)
      }
  }
  const [first, ...others] = seen
  return first ? holds(first, ...others) : exempt('not-seen', { what: sentMembers[family].join(', ') })
}

/** Tokens that are looked up by themselves, if a list does not show them: the last ones, since the first may have been deleted early. */
const mostLookedUp = 2

interface Made {
  readonly id: string
  readonly label: string
  readonly isChanged: boolean
}

/** Tokens of the run that were read by themselves, and that no check has deleted. */
const madeAndRead = (probe: Probe, family: TokenFamily): readonly Made[] => {
  const idsOf = (action: 'update' | 'delete') =>
    new Set(probe.received(`${family}.${action}`).map(({ values }) => values.id))
  const [changed, deleted] = [idsOf('update'), idsOf('delete')]
  const labels = probe
    .received(`${family}.create`)
    .flatMap(({ answer }) => scalarsIn(sentIn(answer)).filter(text => isRunName(text)))
  const read = probe.received(`${family}.get`).flatMap(({ answer, values: { id } }) => {
    const label = labels.find(name => names(answer, name))
    return id === undefined || label === undefined || deleted.has(id) ? [] : [{ id, label, isChanged: changed.has(id) }]
  })
  return [...new Map(read.map(one => [one.label, one])).values()]
}

/** Whether a token that was changed is not known to be on: a list need not show one that was switched off. */
const mayBeOff = (answer: Answered, token: Made): boolean => {
  const switches = Object.values(switchesOf(tokenShownIn(answer, token) ?? {}))
  return token.isChanged && (switches.length === 0 || switches.includes(false))
}

/** Whether a page shows a token by its label or its id. */
const shows = ({ exchange, items }: Page, { id, label }: Pick<Made, 'id' | 'label'>): boolean =>
  holdsLabel(exchange, label) || items.some(item => hasId(item, id))

/** Every other token of the run that is there is met in the list as well: what stands between two pages may be left out. */
const judgeOthers = async (
  probe: Probe,
  family: TokenFamily,
  org: string,
  read: ReadList,
): Promise<Finding | undefined> => {
  const operation = `${family}.list` as const
  const unseenIn = (pages: readonly Page[], tokens: readonly Made[]): readonly Made[] =>
    tokens.filter(token => !pages.some(page => shows(page, token)))
  const reading = async (token: Made): Promise<Answered | undefined> => {
    const now = await probe.call(`${family}.get`, { org, id: token.id }, { anyStatus: true })
    return isSuccess(now) && holdsLabel(now, token.label) && !mayBeOff(now, token) ? now : undefined
  }
  let last = read
  let left: readonly Made[] = []
  for (const token of unseenIn(read.pages, madeAndRead(probe, family)).slice(-mostLookedUp))
    if (await reading(token)) left = [...left, token]
  if (left.length === 0) return undefined
  await probe.eventually(async () => {
    const now = await wholeList(probe, family, org)
    if (now.pages.length === 0) return undefined
    last = now
    left = unseenIn(last.pages, left)
    return left.length === 0 ? true : undefined
  })
  for (const token of left) {
    const now = await reading(token)
    const page = last.pages.at(-1)?.exchange
    if (!now || !page) continue
    return notListed(operation, token.label, last, now, page)
  }
  return undefined
}

/** A token of the other kind; undefined where there is none, or where one list is declared to be that of both. */
const ofOtherKind = async (probe: Probe, family: TokenFamily): Promise<TokenFixture | undefined> => {
  const [own, others] = tokenFamilies.map(kind => probe.bind(`${kind.family}.list`).path)
  return own === others ? undefined : ifPossible(() => probe.fixture(family === 'pat' ? 'oat' : 'pat'))
}

/** Whether an item of a list gives itself the id and the label of a token. */
const isItemOf = (item: unknown, { id, label }: TokenFixture): boolean =>
  hasId(item, id) && scalarsIn(item).includes(label)

/** Tokens that were created and cannot be read: where none of them is listed, none was kept. */
const judgeForgotten = async (probe: Probe, family: TokenFamily): Promise<Finding | undefined> => {
  const operation = `${family}.list` as const
  const made = probe.received(`${family}.create`).flatMap(({ answer, values: { org = '' } }) => {
    const label = scalarsIn(sentIn(answer)).find(isRunName)
    return isSuccess(answer) && label !== undefined ? [{ created: answer, org, label }] : []
  })
  const [first] = made
  if (!first) return undefined
  const list = await wholeList(probe, family, first.org)
  const page = list.pages.at(-1)?.exchange
  const isShown = made.some(({ created, label }) =>
    identifiers(created, [label]).some(id => pageNaming(list, { label, id })),
  )
  if (!page || !list.closed || isShown || (await ownAnswer(probe, operation, first, page))) return undefined
  return notListed(operation, first.label, list, first.created, page)
}

const judgeList = async (probe: Probe, { family }: TokenFacts): Promise<Finding> => {
  const operation = `${family}.list` as const
  const found = await ifPossible(() => probe.fixture(family))
  const forgotten = found ? undefined : await judgeForgotten(probe, family)
  if (forgotten) return forgotten
  const token = found ?? (await probe.fixture(family))
  const other = await ofOtherKind(probe, family)
  const list = await probe.call(operation, token)
  if (!isSuccess(list)) return noToken(operation, list)
  const open = await ownAnswer(probe, operation, token, list)
  if (open) return open
  let first: Answered | undefined = list
  let last: ReadList | undefined
  const shown = await probe.eventually(async () => {
    const now = await wholeList(probe, family, token.org, first)
    first = undefined
    if (now.pages.length > 0) last = now
    return pageNaming(now, token)
  })
  const mixed = other && last?.pages.find(({ items }) => items.some(item => isItemOf(item, other)))
  if (other && mixed) return violated('another-kind', { operation, what: other.label }, mixed.exchange, other.created)
  if (shown && last) return (await judgeOthers(probe, family, token.org, last)) ?? holds(token.created, shown)
  if (!parseJson(list).ok || listItems(json(list)) === undefined) return unclear('no-list', { operation }, list)
  return last
    ? notListed(operation, token.label, last, token.created, last.pages.at(-1)?.exchange ?? list)
    : unfinished(operation, { end: 'short' }, list)
}

const judgeMissing = async (probe: Probe, { family }: TokenFacts): Promise<Finding> => {
  const operation = `${family}.get` as const
  const token = await probe.fixture(family)
  const own = token.reads.at(-1) ?? (await probe.call(operation, token))
  if (!isSuccess(own)) return noToken(operation, own)
  const open = await ownAnswer(probe, operation, token, own)
  if (open) return open
  const missingId = probe.nonce('missing')
  const missing = await probe.call(operation, { ...token, id: missingId })
  const marks = [token.label, token.id]
  return (await readsWhatIsMissing(probe, operation, own, missing, [missingId], marks))
    ? missingAsExisting(probe, operation, token, own, missing, marks)
    : holds(own, missing)
}

/** Whether an answer shows a token with another id than was asked for: an object with most members of a token that was read. */
const showsAnother = (answer: Answered, id: string, known: JsonObject): boolean => {
  const parsed = isSuccess(answer) ? parseJson(answer) : undefined
  const keys = Object.keys(known)
  return (
    parsed?.ok === true &&
    objectsIn(parsed.value).some(
      object =>
        idKeys.some(key => has(known, key) && has(object, key) && String(object[key]) !== id) &&
        keys.filter(key => has(object, key)).length * 2 > keys.length,
    )
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
    const { status } = found.response
    // Where the path does not name the organization, this is another request.
    if (isSuccess(found) && found.request.url.includes(org) && names(found, token.label))
      return violated('missing-like-existing', { operation, status }, found, token.created)
    seen.push(found)
  }
  return holds(token.created, ...seen)
}

/** Three items per page; `parameter` has the number of the page, `form` gives the page and the number of the next one its form. */
const threePerPage =
  (parameter: string, form: (body: JsonObject, next: string | undefined) => unknown) =>
  (request: Request, next: (request: Request) => Promise<Response>): Promise<Response> => {
    const url = new URL(request.url)
    const page = url.searchParams.get(parameter)
    if (page !== null) url.searchParams.set('page', page)
    url.searchParams.set('page_size', '3')
    return edited(body => {
      if (!isObject(body)) return body
      return form(body, typeof body.next === 'string' ? String(Number(page ?? 1) + 1) : undefined)
    })(new Request(url, request), next)
  }

/** What is in no organization of a request is looked up in the one of the reference implementation. */
const inEveryOrganization: Twist = async (request, next) => {
  const response = await next(request)
  const { pathname } = new URL(request.url)
  return response.ok ? response : next(redirected(request, pathname.replace(/\/orgs\/[^/]+/, '/orgs/conformance-org')))
}

/** Organization access tokens that have their expiry in a member of another name, edited in what is shown. */
const calledExpiresAt = (collection: string, item: string, edit: (expiry: unknown) => unknown): Twist => {
  const own = 'expiresAt'
  const shown = (value: unknown): unknown => {
    if (!isObject(value) || !has(value, expiryField)) return value
    const { [expiryField]: expiry, ...rest } = value
    return { ...rest, [own]: edit(expiry) }
  }
  return layered(
    withOpenApi(({ components }) => {
      for (const name of Object.keys(components.schemas))
        if (/org/i.test(name))
          components.schemas[name] = JSON.parse(JSON.stringify(components.schemas[name]).replaceAll(expiryField, own))
    }),
    instead(to(collection), async (request, next) => {
      const sent = request.method === 'POST' ? (await request.clone().text()).replaceAll(own, expiryField) : undefined
      const inner = sent === undefined ? request : new Request(request, { body: sent })
      return edited(onEachThing(shown))(inner, next)
    }),
    withJson(to(item), shown),
  )
}

const requirementsOf = (facts: TokenFacts): readonly Requirement[] => {
  const { suite, noun, collection, item, label: member, since, covers, needs } = facts
  const common = {
    level: 'should',
    since,
    covers,
    needs,
    fix: `Return created ${noun}s in every operation, each by its own id, in the list on a page that is linked from the one before it.`,
  } as const
  const section = `tag ${suite}`
  const here = to(item, 'GET')
  const listing = to(collection, 'GET')
  const creation = to(collection, 'POST')
  const isOurs = (value: unknown): boolean => isObject(value) && String(value[member]).startsWith('hub-conformance-')
  const onLabel = (edit: (label: string) => string) =>
    onObject(body => (typeof body[member] === 'string' ? { ...body, [member]: edit(body[member]) } : body))
  const onMember = (members: JsonObject) => onObject(body => ({ ...body, ...members }))
  /** Edits the items of the list, with the tokens of the other kind that were created. */
  const withOthers =
    (edit: (items: readonly unknown[], others: readonly JsonObject[]) => readonly unknown[]) => (): Twist => {
      const others: JsonObject[] = []
      return async (request, next) => {
        const path = new URL(request.url).pathname
        if (listing(request, path)) return edited(onItems(items => edit(items, others)))(request, next)
        const response = await next(request)
        if (tokenFamilies.some(kind => kind.suite !== suite && to(kind.collection, 'POST')(request, path))) {
          const { uuid, id, token_label, label } = (await response.clone().json()) as JsonObject
          others.push({ id: uuid ?? id, label: token_label ?? label })
        }
        return response
      }
    }
  const described = withOpenApi(({ paths }) => {
    const post = paths[collection]?.post as { requestBody: { content: Record<string, { schema: unknown }> } }
    for (const content of Object.values(post.requestBody.content)) {
      const description = { type: 'string', example: 'what it is for' }
      content.schema = { allOf: [content.schema, { properties: { description } }] }
    }
  })
  const get: Requirement = {
    ...common,
    id: `${suite}/created-get`,
    statement: `${capital(aToken(facts))} is returned with its label when it is read by its id, and with what was sent to create it.`,
    source: published(section, 'Reading one token returns that token, with id and label.'),
    how: `Two tokens that the run created are read; each answer must contain the label of its own token, in any member, and the answer to its creation no other label. Where the answers to creating and reading tokens show ${sentMembers[facts.family].join(', ')}, it may be written in another way, extended or expire earlier, but not be empty or another declared value.`,
    cases: [
      { name: 'two tokens, each by its id', check: probe => judgeGet(probe, facts) },
      { name: 'as they were sent', last: true, check: probe => judgeAsSent(probe, facts) },
    ],
    faults: {
      other: {
        says: 'always returns the token that was read first',
        code: 'other-thing',
        twist: () => {
          let label: unknown
          return withJson(here, body => {
            if (!isObject(body)) return body
            label ??= body[member]
            return { ...body, [member]: label }
          })
        },
      },
      unnamed: fault(
        'leaves the label out',
        'other-thing',
        withJson(
          here,
          onLabel(() => ''),
        ),
      ),
      access: fault(
        facts.family === 'pat' ? 'gives every token all rights' : 'gives no token any resources',
        'not-as-created',
        withJson(here, onMember(facts.family === 'pat' ? { scopes: ['repo:admin'] } : { resources: [] })),
      ),
      label: fault(
        'answers creations with a label of its own',
        'not-as-created',
        withJson(
          creation,
          onLabel(() => 'New token'),
        ),
      ),
      description: fault(
        'loses the description',
        'not-as-created',
        layered(described, withJson(creation, onMember({ description: '' }))),
      ),
      ...(facts.family === 'oat'
        ? {
            endless: fault('loses the expiry', 'not-as-created', withJson(creation, onMember({ [expiryField]: null }))),
            'own-endless': fault(
              'loses the expiry, which it calls expiresAt',
              'not-as-created',
              calledExpiresAt(collection, item, () => null),
            ),
          }
        : {}),
    },
    tolerates: {
      described: variant(
        'other words in a description',
        layered(described, withJson(creation, onMember({ description: 'What it is for.' }))),
      ),
      'title-case': variant(
        'creations that show the label in other letters, with the name of its owner',
        withJson(
          creation,
          onLabel(label => `conformance/${label.toUpperCase()}`),
        ),
      ),
      ...(facts.family === 'oat'
        ? {
            'own-expiry': variant(
              'calls the expiry expiresAt',
              calledExpiresAt(collection, item, expiry => expiry),
            ),
          }
        : {}),
      'own-words': variant(
        'scopes in other words, resources with further members, and an earlier expiry',
        withObject(creation, body => ({
          ...body,
          ...(has(body, 'scopes') ? { scopes: ['repository.pull'] } : {}),
          ...(Array.isArray(body.resources) ? { resources: body.resources.map(one => ({ ...one, id: 7 })) } : {}),
          ...(facts.family === 'oat' && typeof body[expiryField] === 'string'
            ? { [expiryField]: body[expiryField].replace(/^\d{4}/, year => String(Number(year) - 1)) }
            : {}),
        })),
      ),
      shortened: variant(
        'labels of at most 24 characters',
        layered(
          withJson(
            here,
            onLabel(label => label.slice(0, 24)),
          ),
          withJson(
            creation,
            onLabel(label => label.slice(0, 24)),
          ),
        ),
      ),
      envelope: variant(
        'the representation in an envelope, the label under another name',
        withObject(here, body => ({
          data: {
            key: body.uuid ?? body.id,
            title: body[member],
            active: body.is_active,
            expires_at: body.expires_at,
          },
        })),
      ),
    },
  }

  const list: Requirement = {
    ...common,
    id: `${suite}/created-list`,
    statement: `The list of ${noun}s includes a newly created one, and no token of another kind.`,
    source: published(section, 'The list is of the tokens, with their labels.'),
    how: 'All pages of the list are read, repeatedly, until one contains the label of the token that the run created or an item with its id, or the waiting time ends. At the end of the run, the same holds for all its tokens that were read by themselves, can still be read and are not switched off. No item may have the id and the label of a token of the other kind that the run created, unless both kinds have one path. If the list may have more than was read, the result is inconclusive.',
    cases: [{ name: 'every page of the list', last: true, check: probe => judgeList(probe, facts) }],
    faults: {
      between: fault(
        'leaves out a token between a page and the next',
        'not-listed',
        instead(listing, async (request, next) => {
          const url = new URL(request.url)
          const start = Number(url.searchParams.get('cursor') ?? 0)
          url.search = '?page_size=100'
          const items = pageOf(await (await next(new Request(url, request))).json())?.results ?? []
          const cursor = start + 3 < items.length ? start + 3 : null
          return answer(200, { data: items.slice(start, start + 2), page: { cursor } })(request)
        }),
      ),
      never: fault(
        'leaves out the created one',
        'not-listed',
        withItems(listing, items => items.filter(one => !isOurs(one))),
      ),
      'of-another-kind': {
        says: 'lists tokens of both kinds',
        code: 'another-kind',
        twist: withOthers((items, others) => [
          ...items,
          ...others.map(({ id, label }) => ({ ...(items[0] as object), uuid: id, id, [member]: label })),
        ]),
      },
      forgotten: fault(
        'neither lists nor reads what it creates',
        'not-listed',
        layered(
          instead(here, async (request, next) => {
            const response = await next(request)
            const isForgotten = response.ok && isOurs(await response.clone().json())
            return isForgotten ? answer(404)(request) : response
          }),
          withItems(listing, items => items.filter(one => !isOurs(one))),
        ),
      ),
      empty: fault(
        'lists nothing',
        'not-listed',
        withItems(listing, () => []),
      ),
      unnamed: fault(
        'leaves out the new one, in a list without labels',
        'not-listed',
        withItems(listing, items => items.filter(one => !isOurs(one)).map(onLabel(() => 'token'))),
      ),
    },
    tolerates: {
      'names-another-kind': {
        says: 'each token names one of another kind',
        twist: withOthers((items, others) => items.map(item => ({ ...(item as object), replaces: others[0] }))),
      },
      unlabelled: variant(
        'ids and no labels',
        withEachItem(
          listing,
          onLabel(() => 'token'),
        ),
      ),
      continued: variant(
        'three tokens per page, the rest behind metadata.continue',
        instead(
          listing,
          threePerPage('continue', (body, page) => ({ metadata: { continue: page ?? '' }, items: body.results })),
        ),
      ),
      relations: variant(
        'three tokens per page, the rest behind a link with several relations',
        instead(
          listing,
          threePerPage('page', (body, page) => ({
            entities: body.results,
            links: page === undefined ? [] : [{ rel: ['next', 'item'], href: `?page=${page}` }],
          })),
        ),
      ),
      'page-two': variant(
        'three tokens per page',
        instead(listing, (request, next) => {
          const url = new URL(request.url)
          url.searchParams.set('page_size', '3')
          return next(new Request(url, request))
        }),
      ),
      groups: variant(
        'groups of tokens',
        withObject(listing, body =>
          Array.isArray(body.results)
            ? { next: body.next, groups: body.results.map((one, month) => ({ month, tokens: [one] })) }
            : body,
        ),
      ),
    },
  }

  const missing: Requirement = {
    ...common,
    id: `${suite}/missing-get`,
    statement: `Reading ${aToken(facts)} that does not exist shows none.`,
    source: published(section, 'A token that does not exist is answered with 404.'),
    how: `A token that the run created is read, then an id that does not exist${facts.family === 'oat' ? '; the token is also looked for in an organization that does not exist' : ''}. Any status except a success is accepted, with any body. An update by PATCH of that id must not show another token. A success is accepted only if the target's own document declares nothing else for the operation, and if it shows nothing; the verdict is open if a path that does not exist is denied with success, too.`,
    fix: 'Answer 404 for an id that no token has.',
    cases: [
      { name: 'existing and missing', check: probe => judgeMissing(probe, facts) },
      { name: 'an update of a missing one', check: probe => judgeMissingUpdate(probe, facts) },
      ...(facts.family === 'oat' ? [{ name: 'an organization that does not exist', check: judgeElsewhere }] : []),
    ],
    faults: {
      any: fault(
        'shows a token for any id',
        'missing-like-existing',
        inPlaceOf(404, here, request => {
          const id = new URL(request.url).pathname.split('/').at(-1)
          return answer(200, { uuid: id, id, [member]: 'a token', is_active: true, expires_at: null })(request)
        }),
      ),
      'any-update': {
        says: 'answers the update of a missing token with another token',
        code: 'missing-like-existing',
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
      null: fault('answers 200 with null for missing tokens', 'missing-like-existing', missingAs(here, 200, null)),
      'no-content': fault('answers 204 for missing tokens', 'missing-like-existing', missingAs(here, 204)),
      ...(facts.family === 'oat'
        ? {
            'any-organization': fault(
              'shows a token in every organization',
              'missing-like-existing',
              instead(here, inEveryOrganization),
            ),
            'every-list': fault(
              'lists the tokens of one organization for every one',
              'missing-like-existing',
              instead(listing, inEveryOrganization),
            ),
          }
        : {}),
    },
    tolerates: {
      'in-the-body': variant(
        '200, and a body that says that nothing was found, as its own document declares',
        layered(declaringOnlySuccess(item), missingAs(here, 200, { found: false })),
      ),
      forbidden: variant('403 for missing resources', missingAs(here, 403, {})),
      'bad-request': variant('400 for missing resources', missingAs(here, 400, {})),
    },
  }
  return [get, list, missing]
}

export default tokenFamilies.flatMap(requirementsOf)
