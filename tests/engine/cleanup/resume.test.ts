import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Binding } from '../../../contracts/operations.ts'
import { keptBindings, type LedgerRecord, type StoredEntry } from '../../../engine/cleanup/ledger.ts'
import { type ResumeInput, readLedger, resumeCleanup } from '../../../engine/cleanup/resume.ts'
import { UsageError } from '../../../engine/options.ts'
import { type ServedHub, serveHub } from '../../../reference-impl/serve.ts'
import { virtualClock } from '../../support/run.ts'

type Json = Record<string, unknown>

const prefix = 'hub-conformance-abc123-'
const name = `${prefix}0a1b2c`
const repository: StoredEntry = { kind: 'repository', name, values: { namespace: 'ns' }, ids: [] }
const deletion = { operation: 'DeleteRepository', method: 'DELETE', path: '/used/{namespace}/{repository}' } as const

const whole: LedgerRecord = {
  schemaVersion: '1',
  prefix,
  target: 'http://127.0.0.1:1',
  startedAt: '2026-01-01T00:00:00.000Z',
  bindings: [
    { ...deletion, from: 'document', query: { force: 'yes' }, credentialForm: 'X-Key: {token}' },
    { operation: 'pat.list', method: 'GET', path: '/v2/tokens', from: 'reference', requestType: 'application/json' },
    {
      operation: 'pat.get',
      method: 'GET',
      path: '/v2/tokens/{id}',
      from: 'reference',
      headers: { 'x-api-version': '2' },
    },
    { operation: 'login', method: 'POST', path: '/in', from: 'reference', requestType: 'text/x; charset=utf-8' },
    { operation: 'oat.list', method: 'GET', path: '/', from: 'default' },
  ],
  credentialForm: 'Authorization: Bearer {token}',
  csrfHeader: 'x-csrf-token',
  entries: [
    repository,
    { kind: 'pat', name, values: {}, ids: ['1', 'a-b'], made: true },
    { kind: 'oat', name, values: { org: 'o' }, ids: [], renamed: true },
    { ...repository, elsewhere: 'other' },
    { kind: 'oat', name, values: { namespace: '', org: '' }, ids: [] },
  ],
}

describe('a ledger', () => {
  it('is read as it was written', () => {
    expect(readLedger(JSON.parse(JSON.stringify(whole)))).toStrictEqual(whole)
    const { credentialForm: _form, csrfHeader: _header, ...rest } = whole
    expect(readLedger({ ...rest, target: 'https://h/b/', bindings: [], entries: [] })).toStrictEqual({
      ...rest,
      target: 'https://h/b',
      bindings: [],
      entries: [],
    })
  })

  it('has no path of the user: what a file says of itself is no word of theirs', () => {
    const [binding] = readLedger({ ...whole, bindings: [{ ...deletion, from: 'file' }] }).bindings
    expect(binding?.from).toBe('reference')
  })

  const binding = (changes: Json): Json => ({ bindings: [{ ...deletion, from: 'default', ...changes }] })
  const entry = (changes: Json): Json => ({ entries: [{ ...repository, ...changes }] })
  const broken: readonly Json[] = [
    { schemaVersion: '2' },
    ...['', 'x', `x${prefix}`, `${prefix}x`, 'hub-conformance-abc12-', 'hub-conformance-abc1234-', 1].map(value => ({
      prefix: value,
    })),
    ...['x', 'ftp://h', 'xhttp://h', 1].map(target => ({ target })),
    ...['', '2026', '26-01-01T', 'x2026-01-01T00', '2026-1-01T00', '2026-01-1T00', '2026-01-01', 1].map(startedAt => ({
      startedAt,
    })),
    { bindings: {} },
    { bindings: undefined },
    { bindings: [1] },
    { bindings: [null] },
    ...['', 'get', 'GET ', ' GET', 'G1', 1].map(method => binding({ method })),
    ...['', 'x', '//x', '/\\x', '/ ', '/x y', '/\x7f', 'x/', 1].map(path => binding({ path })),
    ...['', 'xfile', 'filex', 'toString', 1].map(from => binding({ from })),
    binding({ operation: 'CreateRepository' }),
    binding({ operation: undefined }),
    binding({ query: 'x' }),
    binding({ query: { x: 1 } }),
    binding({ query: { y: 'y', x: 1 } }),
    binding({ credentialForm: 1 }),
    binding({ requestBody: 'x' }),
    ...['x y', 'x;\n', 1].map(requestType => binding({ requestType })),
    binding({ headers: { authorization: 'x' } }),
    { credentialForm: 1 },
    ...['x y', 'host', 1].map(csrfHeader => ({ csrfHeader })),
    { entries: {} },
    { entries: [1] },
    { entries: [null] },
    ...['', 'xpat', 'patx', 'repositories', 1].map(kind => entry({ kind })),
    ...['', prefix, `x${name}`, `${name}/`, `${prefix}A`, 1].map(value => entry({ name: value })),
    entry({ values: undefined }),
    entry({ values: { namespace: 1 } }),
    entry({ values: { namespace: 'a/../b' } }),
    entry({ values: { org: '..' } }),
    entry({ values: { namespace: 'a', id: 'b' } }),
    entry({ ids: undefined }),
    entry({ ids: 'x' }),
    entry({ ids: ['1', 1] }),
    entry({ ids: [null] }),
    entry({ ids: ['..'] }),
    entry({ elsewhere: '../x' }),
    entry({ elsewhere: 1 }),
    entry({ made: false }),
    entry({ renamed: 'true' }),
  ]

  it.each(broken.map(changes => [JSON.stringify(changes), changes]))('with %s is refused', (_, changes) => {
    const why = 'is not a ledger of hub-conformance, or was changed by hand'
    const refused = expect(() => readLedger({ ...whole, ...(changes as Json) }))
    refused.toThrow(UsageError)
    if (!('target' in (changes as Json)) || (changes as Json).target === 1) refused.toThrow(why)
  })

  it('is an object', () => {
    for (const input of [undefined, null, 'x', [whole]]) expect(() => readLedger(input)).toThrow(UsageError)
    expect(() => readLedger(Object.create(whole))).toThrow(UsageError)
  })
})

describe('what is left of a run', () => {
  let requests: string[] = []
  let answers: Record<string, () => Response> = {}
  let served: ServedHub

  beforeEach(async () => {
    requests = []
    answers = { '/v2/namespaces/ns/repositories': () => Response.json({ results: [] }) }
    served = await serveHub(async request => {
      const { pathname, search } = new URL(request.url)
      const { headers } = request
      const sent = headers.get('x-key') ?? headers.get('authorization')
      requests.push(`${request.method} ${pathname}${search}${sent === null ? '' : ` ${sent}`}`)
      const respond = answers[pathname]
      if (respond) return respond()
      return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({}, { status: 404 })
    })
  })

  afterEach(() => served.close())

  let kept: (readonly string[])[] = []

  const resumed = (changes: Partial<LedgerRecord>, input: Partial<ResumeInput> = {}) => {
    kept = []
    return resumeCleanup({
      record: { ...whole, target: served.url, bindings: [], entries: [repository], ...changes },
      allowWrites: true,
      credentials: { token: 'secret-token' },
      store: { write: async ({ entries }) => void kept.push(entries.map(each => each.name)) },
      clock: virtualClock(),
      patienceMs: 1_000,
      ...input,
    })
  }

  const deleted = async (...given: Parameters<typeof resumed>): Promise<readonly string[]> => {
    expect(await resumed(...given)).toEqual([])
    return requests.filter(line => line.startsWith('DELETE '))
  }

  /** A reference that names a way to delete a repository. */
  const reference = (path: string, operationId = 'DeleteRepository'): Json => ({
    openapi: '3.0.3',
    info: { title: 'hub', version: '1' },
    paths: {
      [path]: { delete: { operationId, responses: { 204: { description: 'gone' } } } },
    },
  })
  const publishes = (path: string): void => {
    answers['/openapi.json'] = () => Response.json(reference(path))
  }
  const place = `ns/${name}`
  const bearer = 'Bearer secret-token'

  it('is deleted at the published path where nothing else is known', async () => {
    expect(await deleted({})).toEqual([`DELETE /v2/repositories/${place} ${bearer}`])
    expect(kept).toEqual([[name], []])
  })

  it('is deleted where the target publishes by now that it is, if the run only guessed', async () => {
    publishes('/new/{namespace}/{repository}')
    const guessed = { bindings: [{ ...deletion, from: 'default' as const }] }
    expect(await deleted(guessed)).toEqual([`DELETE /new/${place} ${bearer}`])
  })

  it('is deleted where the run deleted it, if it knew', async () => {
    publishes('/new/{namespace}/{repository}')
    for (const from of ['document', 'reference'] as const) {
      requests = []
      expect(await deleted({ bindings: [{ ...deletion, from, query: { a: 'b' } }] })).toEqual([
        `DELETE /used/${place}?a=b ${bearer}`,
      ])
      expect(requests.filter(line => line.includes('openapi'))).toEqual([])
    }
    // What one operation was guessed for is no reason to leave what is known of another.
    const get = { operation: 'GetRepository', method: 'GET', path: '/v2/x/{repository}', from: 'default' } as const
    expect((await deleted({ bindings: [{ ...deletion, from: 'reference' }, get] })).at(-1)).toBe(
      `DELETE /used/${place} ${bearer}`,
    )
    expect(requests.filter(line => line.includes('openapi'))).not.toEqual([])
  })

  it('is deleted where the run guessed, if the target publishes nothing', async () => {
    answers['/openapi.json'] = () => Response.json({}, { status: 401 })
    const bindings = [{ ...deletion, from: 'default' as const }]
    expect(await deleted({ bindings })).toEqual([`DELETE /used/${place} ${bearer}`])
    expect(requests.some(line => line.includes('/hub-conformance-no-such-path-abc123'))).toBe(true)
  })

  it('is deleted where the user says now that it is, in a file or a reference', async () => {
    publishes('/new/{namespace}/{repository}')
    const bindings = { operations: { DeleteRepository: { method: 'DELETE', path: '/own/{repository}' } } }
    expect(await deleted({ bindings: [{ ...deletion, from: 'reference' }] }, { bindings })).toEqual([
      `DELETE /own/${name} ${bearer}`,
    ])
    requests = []
    const text = JSON.stringify(reference('/given/{namespace}/{repository}'))
    for (const from of ['reference', 'default'] as const)
      expect(await deleted({ bindings: [{ ...deletion, from }] }, { reference: { from: 'r.json', text } })).toContain(
        `DELETE /given/${place} ${bearer}`,
      )
    expect(requests.filter(line => line.includes('openapi'))).toEqual([])
  })

  it('is deleted where the run deleted it, if the reference that is given does not say', async () => {
    const text = JSON.stringify(reference('/given/{namespace}/{repository}', 'DeleteImage'))
    const given = { reference: { from: 'r.json', text } }
    expect(await deleted({ bindings: [{ ...deletion, from: 'reference' }] }, given)).toEqual([
      `DELETE /used/${place} ${bearer}`,
    ])
  })

  it('is deleted with the credentials in the form of the operation, else of the run', async () => {
    const own = { ...deletion, from: 'document', credentialForm: 'X-Key: {token}' } as const
    expect(await deleted({ bindings: [own] })).toEqual([`DELETE /used/${place} secret-token`])
    expect(requests.find(line => line.startsWith('GET /v2/namespaces/'))).toContain(bearer)
    requests = []
    expect(await deleted({ credentialForm: 'X-Key: {token}' })).toEqual([
      `DELETE /v2/repositories/${place} secret-token`,
    ])
    requests = []
    const { credentialForm: _form, ...rest } = whole
    const left = await resumeCleanup({
      record: { ...rest, target: served.url, bindings: [own], entries: [repository] },
      allowWrites: true,
      store: { write: async () => undefined },
      clock: virtualClock(),
      network: { headers: [['x-key', 'mine']] },
      credentials: { token: 'secret-token' },
    })
    expect(left).toEqual([])
    // The user's own field stays what it is.
    expect(requests.filter(line => line.startsWith('DELETE '))).toEqual([`DELETE /used/${place} mine`])
  })

  it('is deleted with the login of the run', async () => {
    answers['/login'] = () => Response.json({ access_token: 'logged-in' })
    const login = { operation: 'login', method: 'POST', path: '/login', from: 'reference' } as const
    const credentials = { username: 'me', password: 'pass-word' }
    expect(await deleted({ bindings: [login] }, { credentials })).toEqual([
      `DELETE /v2/repositories/${place} Bearer logged-in`,
    ])
    expect(requests.filter(line => line.startsWith('POST '))).toEqual(['POST /login'])
  })

  it('is deleted with the token of its session in the header of the run', async () => {
    const sent: (string | null)[] = []
    await served.close()
    served = await serveHub(async ({ method, headers }) => {
      if (method === 'DELETE') sent.push(headers.get('x-own-csrf'))
      return new Response(null, { status: method === 'DELETE' ? 204 : 404 })
    })
    const credentials = { token: 'secret-token', csrfToken: 'of-the-session' }
    expect(await resumed({ csrfHeader: 'x-own-csrf' }, { credentials })).toEqual([])
    expect(sent).toEqual(['of-the-session'])
  })

  it('is deleted with what the run sent to log in', async () => {
    let sent = ''
    await served.close()
    served = await serveHub(async request => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      if (!request.url.endsWith('/login'))
        return new Response(null, { status: request.method === 'DELETE' ? 204 : 404 })
      sent = await request.text()
      const isKnown = sent === '{"user":"me","secret":"pass-word"}'
      return Response.json(isKnown ? { access_token: 'logged-in' } : {}, { status: isKnown ? 200 : 401 })
    })
    const binding: Binding = {
      operation: 'login',
      method: 'POST',
      path: '/login',
      from: 'reference',
      requestSchema: {
        type: 'object',
        properties: { user: { type: 'string' }, secret: { type: 'string' } },
        required: ['user', 'secret'],
      },
    }
    const bindings = keptBindings(
      new Map([['login', binding]]),
      () => undefined,
      () => false,
    )
    expect(readLedger({ ...whole, bindings }).bindings).toEqual(bindings)
    const credentials = { username: 'me', password: 'pass-word' }
    expect(await resumed({ bindings }, { credentials })).toEqual([])
    expect(sent).toBe('{"user":"me","secret":"pass-word"}')
    expect(requests.filter(line => line.startsWith('POST '))).toEqual(['POST /login'])
    // A body of the user's own may hold another secret.
    const own = { ...binding, from: 'file', requestBody: { client: 's3cret', user: '{username}' } } as const
    const kept = keptBindings(
      new Map([['login', own]]),
      () => undefined,
      () => false,
    )
    expect(JSON.stringify(kept)).not.toContain('s3cret')
  })

  it('says once what it takes to log in, where that fails', async () => {
    answers['/v2/auth/token'] = () => Response.json({}, { status: 401 })
    answers['/v2/users/login'] = () => Response.json({}, { status: 401 })
    const left = await resumed({}, { credentials: { username: 'me', password: 'pass-word' } })
    expect(left.map(({ needs }) => needs)).toEqual(['login'])
  })

  it('is deleted where the target publishes that to those who have logged in', async () => {
    answers['/login'] = () => Response.json({ access_token: 'logged-in' })
    answers['/openapi.json'] = () =>
      requests.at(-1)?.endsWith('Bearer logged-in')
        ? Response.json(reference('/new/{namespace}/{repository}'))
        : Response.json({}, { status: 401 })
    const login = { operation: 'login', method: 'POST', path: '/login', from: 'reference' } as const
    const bindings = [login, { ...deletion, from: 'default' as const }]
    expect(await deleted({ bindings }, { credentials: { username: 'me', password: 'pass-word' } })).toEqual([
      `DELETE /new/${place} Bearer logged-in`,
    ])
  })

  it('is gone where nothing shows it, after as long as the user waits', async () => {
    const missing = () => Response.json({}, { status: 404 })
    answers[`/v2/repositories/${place}`] = missing
    const clock = virtualClock(0)
    expect(await resumed({}, { clock, patienceMs: 1_000 })).toEqual([])
    expect(clock.now()).toBeLessThan(2_000)
    expect(kept.at(-1)).toEqual([])
  })

  it('is gone where no list shows it any more, although the target had said that it created it', async () => {
    answers['/v2/access-tokens'] = () => Response.json({ results: [] })
    answers['/v2/access-tokens/1'] = () => Response.json({}, { status: 404 })
    expect(await resumed({ entries: [{ kind: 'pat', name, values: {}, ids: ['1'], made: true }] })).toEqual([])
    expect(kept.at(-1)).toEqual([])
  })

  it('is asked for as often at once as the user allows', async () => {
    const ids = ['1', '2', '3', '4']
    const entries = ids.map(id => ({ kind: 'oat', name: name + id, values: { org: 'o' }, ids: [id] }) as const)
    let [underWay, most] = [0, 0]
    await served.close()
    served = await serveHub(async () => {
      most = Math.max(most, ++underWay)
      await new Promise(resolve => setTimeout(resolve, 5))
      underWay--
      return Response.json({}, { status: 404 })
    })
    await resumed({ entries }, { network: { concurrency: 1 } })
    expect(most).toBe(1)
    await resumed({ entries }, { network: {} })
    expect(most).toBeGreaterThan(1)
  })

  it('is waited for as long as the user allows', async () => {
    await served.close()
    served = await serveHub(request =>
      request.method === 'DELETE' ? new Promise(() => undefined) : Promise.resolve(Response.json({ name })),
    )
    const [left] = await resumed({}, { network: { timeoutMs: 500 } })
    expect(left?.why).toBe('no answer to the deletion: timeout')
  })

  it('is searched for on the published reference only where there is something left', async () => {
    expect(await deleted({ entries: [], bindings: [{ ...deletion, from: 'default' }] })).toEqual([])
    expect(requests.filter(line => line.includes('openapi'))).toEqual([])
  })

  it('stays where nothing may be written, and is named', async () => {
    const [left, ...others] = await resumed({}, { allowWrites: false })
    expect(others).toEqual([])
    expect(left).toEqual({
      kind: 'repository',
      name,
      url: `${served.url}/v2/namespaces/ns/repositories/${name}`,
      why: expect.stringContaining('writ'),
    })
    expect(requests.filter(line => line.startsWith('DELETE '))).toEqual([])
    expect(kept).toEqual([[name]])
  })

  it('stays where the path of its deletion does not name it, and no operation is missing', async () => {
    const left = await resumed({ bindings: [{ ...deletion, path: '/used/{namespace}', from: 'reference' }] })
    expect(left).toMatchObject([{ name, why: expect.stringContaining('/used/{namespace}') }])
    expect(left[0]).not.toHaveProperty('needs')
    expect(requests.filter(line => line.startsWith('DELETE '))).toEqual([])
  })

  it('is not deleted where its name is not from the run', async () => {
    const [left] = await resumed({ entries: [{ ...repository, name: 'production' }] })
    expect(left?.why).toBe('its name is not from this run')
    expect(requests.filter(line => line.startsWith('DELETE '))).toEqual([])
  })

  it('is not deleted through a proxy unless the host is named', async () => {
    await expect(resumed({}, { network: { proxy: 'http://127.0.0.1:1' } })).rejects.toThrow('behind a proxy')
  })

  it('is not named with a secret in it', async () => {
    answers[`/secret-token/v2/repositories/${place}`] = () => Response.json({}, { status: 403 })
    const [left] = await resumed({ target: `${served.url}/secret-token` })
    expect(left?.url).toMatch(/^http:[^ ]+\/\[secret-1\]\/v2\/namespaces/)
    answers[`/shown-1234/v2/repositories/${place}`] = () => Response.json({ token: 'shown-1234' }, { status: 403 })
    const [other] = await resumed({ target: `${served.url}/shown-1234` })
    expect(other?.url).toMatch(/\/\[secret-\d\]\/v2\/namespaces/)
  })
})
