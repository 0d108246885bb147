import { isWidened } from '../../checks/answers/token-members.ts'
import { instantOf } from '../../checks/date-time.ts'
import { parametersOf } from '../../checks/path-template.ts'
import { pathKnown } from '../../checks/presence/published.ts'
import { isAnswered, isCarriedOut, isSuccess, locationOfList, sentIn } from '../../checks/reading/exchanges.ts'
import { has, isObject, type JsonObject, json, jsonIn } from '../../checks/reading/json.ts'
import { identifiers, lettersAndDigits, mentions } from '../../checks/reading/things.ts'
import { declaredItems, isCalled, placesOf } from '../../checks/request-form.ts'
import { isLost, ownAnswer, scalarsIn, until } from '../../checks/round-trip.ts'
import { ownShapeOf } from '../../checks/schemas/own.ts'
import { published } from '../../checks/source.ts'
import {
  aToken,
  brief,
  capital,
  hasId,
  lastOf,
  membersByPath,
  names,
  noToken,
  type TokenFacts,
  tokenShownIn,
  wholeList,
} from '../../checks/token-calls.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { layered, pageOf, redirected } from '../../checks/twists/shapes.ts'
import { calledExpiresAt, granting, onLabel } from '../../checks/twists/tokens.ts'
import {
  fault,
  faultsFor,
  instead,
  to,
  variants,
  withJson,
  withMembers,
  withObject,
} from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { expiryField } from '../../contracts/lifecycle.ts'
import type { OperationName } from '../../contracts/operations.ts'
import type { Probe, Requirement, TokenFamily, TokenFixture } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, Missing, violated } from '../../contracts/results/finding.ts'
import { isRunName } from '../../contracts/run/run-name.ts'

/** Whether an answer shows a label as the target keeps it: shortened, or with other separators. */
const isAltered = (answer: Answered, name: string): boolean =>
  !names(answer, name) &&
  scalarsIn(jsonIn(answer)).some(
    text => lettersAndDigits(text).length >= 8 && lettersAndDigits(name).startsWith(lettersAndDigits(text)),
  )

/** Whether the target's own document declares that a token is shown without a name and without an id: its path names it. */
const isUnnamed = async (probe: Probe, operation: OperationName, answer: Answered): Promise<boolean> => {
  const places = placesOf((await ownShapeOf(probe, operation, answer))?.schema)
  return places.length > 0 && !places.some(({ path }) => /id$|name|label|title|slug/i.test(path.at(-1) ?? ''))
}

const orgOf = async (probe: Probe, family: TokenFamily): Promise<string> =>
  family === 'oat' ? (await probe.fixture('org')).org : ''

/** A token that was read by its id, and how that is done again. */
interface Kept {
  readonly name: string
  readonly read: () => Promise<Answered>
}

/** Creates a token and reads it by what its creation returned, until its label is shown or patience ends; it is kept next to those before it. */
const readBack = async (probe: Probe, family: TokenFamily, org: string, kept: Kept[]): Promise<Finding> => {
  const isFirst = kept.length === 0
  const operation = `${family}.get` as const
  const { name, exchange, result = exchange, unfinished, isUnshown } = await probe.create(family, { org })
  if (!isCarriedOut(exchange)) return noToken(`${family}.create`, exchange)
  if (unfinished) throw unfinished
  const hint = parametersOf(probe.bind(operation).path).at(-1)
  // What says that an operation is finished need not say what it made.
  const shown = [result, exchange].flatMap(one => identifiers(one, [name], hint))
  const ids = [...new Set(shown)].filter(id => id !== '.' && id !== '..')
  if (ids.length === 0) {
    const kind = family.toUpperCase()
    const location = locationOfList(exchange, [name])
    if (location !== undefined) throw new Missing('location-of-list', { kind, location }, [exchange])
    throw new Missing('id-unknown', { kind }, [exchange])
  }
  let last: Answered | undefined
  const own = await probe.eventually(async () => {
    let success: Answered | undefined
    for (const id of ids) {
      const read = await probe.call(operation, { org, id })
      last ??= read
      if (names(read, name)) {
        kept.push({ name, read: () => probe.call(operation, { org, id }) })
        return read
      }
      if (isSuccess(read)) success ??= read
    }
    last = success ?? last
    return undefined
  }, isUnshown)
  const read = own ?? last ?? exchange
  // Whether the operation is there at all is another requirement's to say.
  if (!isSuccess(read)) return noToken(operation, read)
  if (read.response.body.trim() === '') return exempt('no-representation', { operation, field: 'label' }, read)
  // One control tells of the operation, whichever token it is asked for.
  const open = isFirst ? await ownAnswer(probe, operation, { org, id: ids[0] ?? '' }, read) : undefined
  if (open) return open
  json(read)
  if (own) return holds(exchange, own)
  return isAltered(exchange, name) || (await isUnnamed(probe, operation, read))
    ? exempt('no-representation', { operation, field: 'label' }, read, exchange)
    : violated('other-thing', { operation, what: name }, read, exchange)
}

/** Where nothing leads to what was created: violated, if the list shows the id under which another token is read as that of the new one. */
const leadsToOther = async (
  probe: Probe,
  family: TokenFamily,
  org: string,
  { values, seen: [read, created] }: Missing,
): Promise<Finding | undefined> => {
  const operation = `${family}.get` as const
  const label = created && isAnswered(created) ? scalarsIn(sentIn(created)).find(isRunName) : undefined
  if (!read || !created || label === undefined || !(await pathKnown(probe, operation))) return undefined
  const { pages } = await wholeList(probe, family, org)
  const shows = (item: unknown): boolean => hasId(item, String(values.id)) && mentions(item, label)
  const page = pages.find(({ items }) => items.some(shows))
  return page && violated('other-thing', { operation, what: label }, read, page.exchange, created)
}

const judgeGet = async (probe: Probe, { family }: TokenFacts): Promise<Finding> => {
  const org = await orgOf(probe, family)
  const kept: Kept[] = []
  const first = await readBack(probe, family, org, kept).catch(async error => {
    const isOther = error instanceof Missing && error.code === 'id-shows-other'
    const finding = isOther ? await leadsToOther(probe, family, org, error) : undefined
    if (finding === undefined) throw error
    return finding
  })
  if (first.kind !== 'holds') return first
  // A second one, or a server that always shows the oldest would pass.
  const second = await readBack(probe, family, org, kept)
  const [older] = kept
  if (second.kind !== 'holds' || older === undefined) return second
  // And the first again, or a server that always shows the newest would pass.
  const again = await until(probe, older.read, answer => !isSuccess(answer) || names(answer, older.name))
  return again.fits
    ? holds(...first.seen, ...second.seen, again.answer)
    : violated('other-thing', { operation: `${family}.get`, what: older.name }, again.answer, ...second.seen)
}

/** Scopes of Docker Hub, as far as the target declares none of its own. */
const publishedScopes = ['repo:admin', 'repo:write', 'repo:read', 'repo:public_read']

/** Values that a member of a creation may have in its items, as the target declares or Docker Hub publishes them. */
const itemsDeclared = (probe: Probe, family: TokenFamily, member: string): readonly unknown[] =>
  declaredItems(probe.bind(`${family}.create`), member) ?? publishedScopes

/**
 * Whether a value is another one than was sent: nothing for something, others of the values that are declared, or a later expiry. A target may
 * write a value in its own way, add to it what it includes, and let a token expire earlier.
 */
const isOther = (sent: unknown, shown: unknown, declared: readonly unknown[]): boolean => {
  if (Array.isArray(sent) && Array.isArray(shown))
    return shown.length === 0
      ? sent.length > 0
      : [...sent, ...shown].every(item => declared.includes(item)) &&
          (!sent.some(item => shown.includes(item)) || isWidened(sent, shown))
  const end = typeof sent === 'string' ? instantOf(sent) : undefined
  const got = typeof shown === 'string' ? instantOf(shown) : undefined
  return isLost(sent, shown) || (end !== undefined && got !== undefined && got > end + 86_400_000)
}

/** Members of a creation that say what a token is for and how long; the expiry of a personal one is judged with all its notations elsewhere. */
const sentMembers = {
  pat: ['scopes', 'description'],
  oat: ['scopes', 'resources', 'description', expiryField],
} as const

/** The same, and the lists of declared values that a creation has under other names. */
const comparedIn = (probe: Probe, family: TokenFamily, body: JsonObject): readonly string[] => {
  const binding = probe.bind(`${family}.create`)
  const lists = Object.entries(membersByPath(body)).flatMap(([path, value]) =>
    Array.isArray(value) && declaredItems(binding, lastOf(path)) !== undefined ? [lastOf(path)] : [],
  )
  return [...new Set([...sentMembers[family], ...lists])]
}

/** The one value under a name, or what a target calls it, wherever it stands. */
const onlyValue = (object: JsonObject, name: string): { readonly value: unknown } | undefined => {
  const [first, ...others] = Object.entries(membersByPath(object)).filter(([key]) => isCalled(lastOf(key), name))
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
  if (typeof shown !== 'string' || lettersAndDigits(shown) === '') return undefined
  const [own, other] = [lettersAndDigits(token.label), lettersAndDigits(shown)]
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
      for (const member of comparedIn(probe, family, body)) {
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

/** Answers what asks for one token with one that is older than the run. */
const anOlderOne = async (request: Request, next: (request: Request) => Promise<Response>): Promise<Response> => {
  const response = await next(request)
  if (!response.ok) return response
  const list = await next(redirected(request, new URL(request.url).pathname.replace(/\/[^/]+$/, '')))
  const older = pageOf(await list.json())?.results.find(item => !scalarsIn(item).some(isRunName))
  return older === undefined ? response : Response.json(older)
}

export default (facts: TokenFacts): Requirement => {
  const { suite, noun, collection, item, label: member, since, covers, needs } = facts
  const here = to(item, 'GET')
  const creation = to(collection, 'POST')
  const described = withOpenApi(({ paths }) => {
    const post = paths[collection]?.post as { requestBody: { content: Record<string, { schema: unknown }> } }
    for (const content of Object.values(post.requestBody.content)) {
      const description = { type: 'string', example: 'what it is for' }
      content.schema = { allOf: [content.schema, { properties: { description } }] }
    }
  })
  return {
    id: `${suite}/created-get`,
    level: 'should',
    since,
    covers,
    needs,
    statement: `${capital(aToken(facts))} is returned with its label when it is read by its id, and with what was sent to create it.`,
    source: published(`tag ${suite}`, 'Reading one token returns that token, with id and label.'),
    how: `Two tokens that the run created are read, and the first again. Each answer must contain the label of its own token, in any member; the answer to its creation must contain no other label. If answers to creating and reading tokens show any of ${sentMembers[facts.family].join(', ')} or another list of declared values, the value may be written differently, be extended (but not from reading to writing) or expire earlier, but must not be empty or another declared value.`,
    fix: `Return created ${noun}s in every operation: each by its own id, and in the list, on a page that the page before it links to.`,
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
          return withObject(here, body => {
            label ??= body[member]
            return { ...body, [member]: label }
          })
        },
      },
      newest: {
        says: 'returns the label of the newest token for every id',
        code: 'other-thing',
        also: { [`${suite}/update-kept`]: 'not-kept' },
        twist: () => {
          let label: unknown
          const noted = withObject(creation, body => {
            label = body[member]
            return body
          })
          return layered(
            noted,
            withObject(here, body => ({ ...body, [member]: label ?? body[member] })),
          )
        },
      },
      oldest: fault('returns the same older token for every id', 'other-thing', instead(here, anOlderOne)),
      unnamed: fault(
        'leaves the label out',
        'other-thing',
        withJson(
          here,
          onLabel(member, () => ''),
        ),
      ),
      ...faultsFor('not-as-created', {
        access: [
          facts.family === 'pat' ? 'gives every token all rights' : 'gives no token any resources',
          withMembers(here, facts.family === 'pat' ? { scopes: ['repo:admin'] } : { resources: [] }),
        ],
        label: [
          'answers creations with another label',
          withJson(
            creation,
            onLabel(member, () => 'New token'),
          ),
        ],
        widened: [
          'adds rights that write to those that were sent, in a list with a name of its own',
          granting(facts, () => ['pull', 'push', 'manage']),
        ],
        replaced: [
          'replaces the rights that were sent, in a list with a name of its own',
          granting(facts, () => ['pull-own']),
        ],
        description: ['loses the description', layered(described, withMembers(creation, { description: '' }))],
        ...(facts.family === 'oat'
          ? {
              endless: ['loses the expiry', withMembers(creation, { [expiryField]: null })],
              'own-endless': [
                'loses the expiry, which it calls expiresAt',
                calledExpiresAt(collection, item, () => null),
              ],
            }
          : {}),
      }),
    },
    tolerates: variants({
      described: [
        'other words in a description',
        layered(described, withMembers(creation, { description: 'What it is for.' })),
      ],
      'title-case': [
        'creations that show the label in other letters, with the name of its owner',
        withJson(
          creation,
          onLabel(member, label => `conformance/${label.toUpperCase()}`),
        ),
      ],
      granting: [
        'adds a right that reads to those that were sent, in a list with a name of its own',
        granting(facts, rights => [...rights, 'pull-own']),
      ],
      ...(facts.family === 'oat'
        ? {
            'own-expiry': ['calls the expiry expiresAt', calledExpiresAt(collection, item, expiry => expiry)],
          }
        : {}),
      'own-words': [
        'scopes in other words, resources with further members, and an earlier expiry',
        withObject(creation, body => ({
          ...body,
          ...(has(body, 'scopes') ? { scopes: ['repository.pull'] } : {}),
          ...(Array.isArray(body.resources) ? { resources: body.resources.map(one => ({ ...one, id: 7 })) } : {}),
          ...(facts.family === 'oat' && typeof body[expiryField] === 'string'
            ? { [expiryField]: body[expiryField].replace(/^\d{4}/, year => String(Number(year) - 1)) }
            : {}),
        })),
      ],
      shortened: [
        'labels of at most 24 characters',
        layered(
          withJson(
            here,
            onLabel(member, label => label.slice(0, 24)),
          ),
          withJson(
            creation,
            onLabel(member, label => label.slice(0, 24)),
          ),
        ),
      ],
      envelope: [
        'the representation in an envelope, the label under another name',
        withObject(here, body => ({
          data: {
            key: body.uuid ?? body.id,
            title: body[member],
            active: body.is_active,
            expires_at: body.expires_at,
          },
        })),
      ],
    }),
  }
}
