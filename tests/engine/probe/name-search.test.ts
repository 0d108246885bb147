import { describe, expect, it } from 'vitest'
import type { PublishedReference } from '../../../contracts/documents.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import type { Ask } from '../../../contracts/requirement.ts'
import { Missing } from '../../../contracts/results/finding.ts'
import {
  distinctSuccess,
  type FoundName,
  hasRepositories,
  isNamespace,
  itemsOf,
  keysOf,
  listedOwners,
  listedResources,
  nameOf,
  ownNames,
  referenceOf,
  throwIfRefused,
  throwUnlessFound,
  usernames,
} from '../../../engine/probe/name-search.ts'
import { answered, probeOf } from '../../checks/answers/answered.ts'

const namesIn = (body: unknown, keys?: readonly string[]) =>
  listedResources(answered(body), keys).map(({ names }) => names)

describe('the names of things in a list', () => {
  it.each([
    'slug',
    'name',
    'repository',
    'repo_name',
    'tag',
    'tag_name',
    'label',
    'full_name',
    'path',
    'path_with_namespace',
    'ref',
  ])('have the usual member %s', member => expect(namesIn([{ [member]: 'a', x: 'y' }])).toEqual([['a']]))

  it.each(['repoName', 'image_name', 'tag-label', 'repositorySlug', 'Repo_Name'])(
    'have a member named like %s',
    member => {
      expect(namesIn([{ [member]: 'a', x: 'y' }])).toEqual([['a']])
      expect(namesIn([{ [`x${member}`]: 'a', id: 1 }])).toEqual([[]])
      expect(namesIn([{ [`${member}x`]: 'a', id: 1 }])).toEqual([[]])
      expect(namesIn([{ [member]: 'a', x: 'y' }], ['x'])).toEqual([['y']])
    },
  )

  it('are in the rows of a table', () =>
    expect(namesIn({ columns: ['id', 'name'], rows: [[7, 'a']] })).toEqual([['a']]))

  it.each<[unknown, readonly string[]]>([
    [{ name: 'a/b' }, ['b']],
    [{ name: 'a/x:b:cd' }, ['x:b:cd', 'cd']],
    [{ name: 'x', slug: 'y' }, ['y', 'x']],
    [{ name: 'x', label: 'x' }, ['x']],
    [{ id: 1, attributes: { name: 'x' } }, ['x']],
    ['a/b', ['b']],
    ['b:c', ['b:c', 'c']],
    [{ name: 'a/..', id: 1 }, []],
    [{ name: 7, id: 1 }, []],
  ])('of %j are %j', (item, names) => {
    expect(namesIn([item])).toEqual([names])
  })

  it('and their ids are candidates, and things without any are left out', () => {
    const list = answered([{ id: 7, name: 'a' }, { id: 'x/y' }, { id: {} }, { colour: 1 }, null])
    expect(listedResources(list)).toEqual([
      { names: ['a'], candidates: ['a', '7'] },
      { names: [], candidates: ['y'] },
    ])
    expect(nameOf({ id: 7, label: 'l' })).toBe('l')
    expect(nameOf({ id: 7, label: 'l' }, ['x'])).toBe('7')
    expect(nameOf({ colour: 1 })).toBeUndefined()
  })

  it('are the keys of a list that an item holds', () => {
    expect(namesIn({ a: { code: 'a', x: 1 }, b: { code: 'b', x: 1 } })).toEqual([['a'], ['b']])
    expect(namesIn({ 1: { id: 1, x: 1 }, 2: { id: 2, x: 1 } })).toEqual([['1'], ['2']])
  })

  it('are not read of a refusal, or of what is no JSON', () => {
    for (const answer of [answered(['a'], { status: 404 }), answered('<html>')]) expect(itemsOf(answer)).toEqual([])
    expect(itemsOf(answered(['a']))).toEqual(['a'])
  })

  it('stand in the members where a known one does', () => {
    expect(keysOf([{ a: 'x', b: 'known' }, { b: 'other' }, 'text', null], 'known')).toEqual(['b'])
    expect(keysOf([{ a: 'n/known', name: 'known' }], 'known')).toEqual(['name', 'a'])
    expect(keysOf([{ attributes: { code: 'known' } }], 'known')).toEqual(['code'])
    expect(keysOf([{ a: 'x' }], 'known')).toBeUndefined()
  })
})

describe('names that the target knows', () => {
  const reference = (...paths: readonly string[]): PublishedReference =>
    ({
      operations: paths.map(path => ({ method: 'GET', path, parameters: [], statuses: ['200'], tags: [] })),
    }) as unknown as PublishedReference

  const all = async (found: AsyncGenerator<FoundName>): Promise<readonly FoundName[]> => {
    const names: FoundName[] = []
    for await (const one of found) names.push(one)
    return names
  }

  const asking = (answers: Readonly<Record<string, Answered>>) => {
    const asked: Ask[] = []
    const followed: string[] = []
    const { probe } = probeOf({}, {
      send: async (ask: Ask) => {
        asked.push(ask)
        return answers[ask.path] ?? answered({}, { status: 404 })
      },
      follow: async (_from: Answered, link: string) => {
        followed.push(link)
        return answers[link] ?? answered({}, { status: 404 })
      },
    } as never)
    return { probe, asked, followed }
  }

  it.each(['/v2/orgs', '/v2/organizations/', '/organisations', '/v2/Namespaces'])('are listed at %s', async path => {
    const { probe, asked } = asking({ [path]: answered([{ orgname: 'o', id: 1 }, { slug: 's' }]) })
    const from = `GET ${path}`
    expect(await all(listedOwners(probe, reference(path)))).toEqual([
      { name: 'o', from },
      { name: '1', from },
      { name: 's', from },
    ])
    expect(asked).toEqual([{ method: 'GET', path, as: 'valid', anyStatus: true }])
  })

  it.each(['namespace', 'orgname', 'org_name', 'organization', 'slug', 'login', 'key', 'path', 'name'])(
    'are listed as %s',
    async member => {
      const { probe } = asking({ '/orgs': answered([{ [member]: 'o' }]) })
      expect((await all(listedOwners(probe, reference('/orgs')))).map(({ name }) => name)).toEqual(['o'])
    },
  )

  it.each(['/v2/orgs/{org}', '/v2/xorgs', '/v2/orgs/members', '/v2/{x}/orgs'])('are not listed at %s', async path => {
    const { probe, asked } = asking({})
    expect(await all(listedOwners(probe, reference(path)))).toEqual([])
    expect(asked).toEqual([])
  })

  it('are asked for twice at most, and eight are taken', async () => {
    const many = answered(Array.from({ length: 12 }, (_, at) => ({ name: `n${at}` })))
    const { probe, asked } = asking({ '/a/orgs': many })
    expect(await all(listedOwners(probe, reference('/a/orgs', '/b/orgs', '/c/orgs')))).toHaveLength(8)
    expect(asked.map(({ path }) => path)).toEqual(['/a/orgs', '/b/orgs'])
    const posts = { operations: [{ ...reference('/orgs').operations[0], method: 'POST' }] } as never
    expect(await all(listedOwners(asking({ '/orgs': many }).probe, posts))).toEqual([])
    expect(await all(listedOwners(probe, undefined))).toEqual([])
  })

  it.each(['/user', '/v2/users/me/', '/me', '/whoami', '/account', '/profile'])(
    'are those of who asks, at %s',
    async path => {
      const given = { name: 'g', from: 'given' }
      const { probe } = asking({ [path]: answered({ username: 'u', id: 3 }) })
      const from = `GET ${path}`
      expect(await all(ownNames(probe, reference(path), [given]))).toEqual([
        given,
        { name: 'u', from },
        { name: '3', from },
      ])
    },
  )

  it.each(['username', 'login', 'namespace', 'slug', 'name'])('are those of who asks, as %s', async member => {
    const { probe } = asking({ '/user': answered({ [member]: 'u' }) })
    expect((await all(ownNames(probe, reference('/user'), []))).map(({ name }) => name)).toEqual(['u'])
  })

  it.each(['/users', '/v2/users/you', '/v2/me/keys', '/username', '/accounts'])('are not at %s', async path => {
    const { probe, asked } = asking({})
    await all(ownNames(probe, reference(path), []))
    expect(asked).toEqual([])
  })

  it('are where a redirect to the same place leads', async () => {
    const redirect = answered('', { status: 301, url: 'http://hub/user', headers: [['location', '/user/']] })
    const { probe, followed } = asking({ '/user': redirect, '/user/': answered({ login: 'u' }) })
    expect((await all(ownNames(probe, reference('/user'), []))).map(({ name }) => name)).toEqual(['u'])
    expect(followed).toEqual(['/user/'])
  })

  it('are asked for with the parameters that are required', async () => {
    const [operation] = reference('/user').operations
    const parameters = [
      { name: 'v', in: 'query', required: true, example: '1 2' },
      { name: 'x-v', in: 'header', required: true, example: '3' },
    ]
    const { probe, asked } = asking({})
    await all(ownNames(probe, { operations: [{ ...operation, parameters }] } as never, []))
    expect(asked).toEqual([
      { method: 'GET', path: '/user?v=1+2', as: 'valid', anyStatus: true, headers: { 'x-v': '3' } },
    ])
  })
})

describe('a namespace', () => {
  const nobodys = 'nobodys-namespace'
  const judged = async (own: Answered, none: Answered) => {
    const lists: unknown[] = []
    const { probe } = probeOf({}, {
      call: async (operation: string, { namespace }: { namespace: string }, options: unknown) => {
        expect(operation).toBe('listNamespaceRepositories')
        lists.push(options)
        return namespace === nobodys ? none : own
      },
    } as never)
    const both = [await hasRepositories(probe, 'n'), await isNamespace(probe, 'n')]
    for (const options of lists) expect(options).toEqual({ anyStatus: true, control: true })
    return both
  }

  it('has something in it, or answers otherwise than that of nobody', async () => {
    const empty = answered([])
    const missing = answered({}, { status: 404 })
    expect(await judged(answered([{ name: 'x' }]), empty)).toEqual([true, true])
    expect(await judged(empty, missing)).toEqual([false, true])
    expect(await judged(empty, empty)).toEqual([false, false])
    expect(await judged(missing, empty)).toEqual([false, false])
    expect(await judged(answered('<html>'), missing)).toEqual([false, false])
  })
})

describe('what is known', () => {
  const sources = (more: object) => more as Parameters<typeof usernames>[0]

  it('of the credentials are the user name and the account of the token', () => {
    expect(usernames(sources({}))).toEqual([])
    expect(usernames(sources({ username: 'u' }))).toEqual([{ name: 'u', from: 'the user name' }])
    expect(usernames(sources({ account: 'a' }))).toEqual([{ name: 'a', from: 'the token' }])
    expect(usernames(sources({ account: 'a', username: 'u' })).map(({ name }) => name)).toEqual(['u', 'a'])
  })

  it('of the target is its reference', async () => {
    const look = async (kind: string) => ({ documents: { reference: kind } })
    expect(await referenceOf(sources({ look }))).toBe('reference')
  })
})

describe('an answer', () => {
  const [success, missing, refused] = [200, 404, 401].map(status => answered({ x: status }, { status })) as [
    Answered,
    Answered,
    Answered,
  ]

  it('says nothing of what stands below a name that may not exist', async () => {
    const { probe } = probeOf({})
    const judged = (answer: Answered | undefined) =>
      throwUnlessFound(probe, 'GetRepository', { namespace: 'n' }, answer, 'namespace')
    await expect(judged(missing)).rejects.toThrow(Missing)
    for (const answer of [success, undefined]) expect(await judged(answer)).toBeUndefined()
  })

  it('says nothing where the credentials are missing or refused', async () => {
    const { probe } = probeOf({}, {
      fixture: async (need: string) => {
        throw new Missing(`need-${need}` as never)
      },
    } as never)
    await expect(throwIfRefused(probe, refused)).rejects.toMatchObject({ code: 'need-credentials' })
    for (const answer of [success, missing, undefined]) expect(await throwIfRefused(probe, answer)).toBeUndefined()
  })

  it('counts where a path that does not exist is answered otherwise', async () => {
    const judged = async (own: Answered, control: Answered) => {
      const { probe, calls } = probeOf({ SearchRepositories: own, 'control SearchRepositories': control })
      const answer = await distinctSuccess(probe, 'SearchRepositories' as never, {})
      expect(calls[0]).toEqual(['SearchRepositories', { anyStatus: true }])
      return answer
    }
    expect(await judged(success, missing)).toBe(success)
    expect(await judged(success, success)).toBeUndefined()
    expect(await judged(missing, success)).toBeUndefined()
  })

  it('is not there where a search may not be sent, and other failures stay', async () => {
    const judged = (error: unknown) =>
      distinctSuccess(probeOf({}, { call: () => Promise.reject(error) }).probe, 'GetRepository', {})
    expect(await judged(new Missing('need-writes'))).toBeUndefined()
    await expect(judged(new Missing('need-org'))).rejects.toMatchObject({ code: 'need-org' })
    await expect(judged(Object.assign(new TypeError(), { code: 'need-writes' }))).rejects.toThrow(TypeError)
  })
})
