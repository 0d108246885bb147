import { describe, expect, test } from 'vitest'
import type { Answered, Exchange, HeaderList } from '../../../../contracts/exchange.ts'
import { Missing, NoAnswer } from '../../../../contracts/results/finding.ts'
import type { Credentials } from '../../../../engine/credentials/credentials.ts'
import { asEvidence, askedAgain, createDocumentClient } from '../../../../engine/documents/loading/document-client.ts'
import { type Fetcher, readDocuments, textOf } from '../../../../engine/documents/loading/given.ts'
import { type Kind, readDocument, siblingIn } from '../../../../engine/documents/loading/kinds.ts'
import type { Client, Outgoing } from '../../../../engine/http/client.ts'
import { createRecorder } from '../../../../engine/http/recorder.ts'
import { UsageError } from '../../../../engine/options.ts'
import { answered } from '../../../checks/answers/answered.ts'
import { virtualClock } from '../../../support/run.ts'

const status = (code: number, headers: HeaderList = []): Answered => answered('', { status: code, headers })
const operation = { operationId: 'GetRepository', responses: { 200: { description: 'ok' } } }
const openapi = (path: string, more: object = {}): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: { [path]: { get: operation } },
    ...more,
  })
const history = '# Changes\n\n## 2025-09-19 New\n\nCreateRepository for a given namespace.\n'

describe('a document that is asked for again', () => {
  test.each<readonly [string, readonly Answered[], number, number]>([
    ['an answer', [status(200)], 1, 0],
    ['a refusal', [status(404)], 1, 0],
    ['failures, each waited for twice as long', [status(503), status(500), status(200)], 3, 1_500],
    ['a limit that says how long', [status(429, [['retry-after', '7']]), status(200)], 2, 7_000],
    ['a minute', [status(429, [['retry-after', '60']]), status(200)], 2, 60_000],
    ['more than a minute', [status(429, [['retry-after', '61']]), status(200)], 1, 0],
    ['failures without end', Array.from({ length: 9 }, () => status(502)), 4, 3_500],
  ])('%s', async (_, answers, times, waited) => {
    const clock = virtualClock(0)
    let asked = 0
    const answer = await askedAgain(async () => answers[asked++] as Answered, clock)
    expect([asked, clock.now()]).toEqual([times, waited])
    expect(answer).toBe(answers[times - 1])
  })
})

test('evidence of a document is its beginning', () => {
  const short = answered('a'.repeat(2_000))
  expect(asEvidence(short)).toBe(short)
  const none: Exchange = { ...short, response: null }
  expect(asEvidence(none)).toBe(none)
  expect(asEvidence(answered('a'.repeat(2_001))).response).toMatchObject({ body: 'a'.repeat(2_000), truncated: true })
  const smile = '\u{1f600}'
  const kept = `${smile}${'a'.repeat(1_997)}`
  expect(asEvidence(answered(`${kept}${smile}b`)).response?.body).toBe(kept)
})

describe('the client of documents', () => {
  const client = (
    answers: readonly (Answered | Error)[],
    credentials: Partial<Credentials> = {},
    basePath = '/hub',
  ) => {
    const sent: Outgoing[] = []
    const elsewhere: string[] = []
    const send: Client['send'] = async (ask, recorder) => {
      const answer = answers[sent.length] as Answered | Error
      sent.push(ask)
      if (answer instanceof Error) throw answer
      recorder.record(answer)
      return answer
    }
    const documents = createDocumentClient({
      client: { send },
      credentials: {
        available: true,
        authorization: async () => [['authorization', 'x']],
        ...credentials,
      } as Credentials,
      origin: 'https://hub.example',
      basePath,
      elsewhere: async url => {
        elsewhere.push(url)
        return { answer: status(200), exchanges: [] }
      },
      clock: virtualClock(0),
    })
    return { ...documents, sent, elsewhere }
  }
  const get = (documents: ReturnType<typeof client>) => documents.get('/x', createRecorder())

  test.each([
    [200, true, ['anonymous']],
    [404, true, ['anonymous']],
    [401, true, ['anonymous', 'valid']],
    [403, true, ['anonymous', 'valid']],
    [401, false, ['anonymous']],
  ])('asks as nobody, and after %i with credentials (%s)', async (code, available, identities) => {
    const documents = client([status(code), status(200)], { available })
    expect((await get(documents)).response.status).toBe(identities.length === 2 ? 200 : code)
    expect(documents.sent.map(ask => ask.as)).toEqual(identities)
    for (const ask of documents.sent) expect(ask).toMatchObject({ method: 'GET', path: '/x', anyStatus: true })
    expect(documents.sent[1]).toEqual(
      identities.length === 2 ? expect.objectContaining({ authorization: [['authorization', 'x']] }) : undefined,
    )
  })

  test('a login that fails leaves the refusal; another error is not hidden', async () => {
    const failing = (error: Error) => client([status(401)], { authorization: () => Promise.reject(error) })
    expect((await get(failing(new Missing('need-reference')))).response.status).toBe(401)
    await expect(get(failing(new TypeError('broken')))).rejects.toThrow('broken')
  })

  test.each([
    ['https://hub.example/hub/a.json?v=1', '/a.json?v=1'],
    ['https://hub.example/hub', ''],
    ['https://hub.example/hubs/a.json', undefined],
    ['https://other.example/hub/a.json', undefined],
    ['http://hub.example/hub/a.json', undefined],
    ['no address', undefined],
  ])('%s is on the target at %s', async (url, path) => {
    const documents = client([answered('a'.repeat(3_000))])
    const { exchanges } = await documents.fetch(url)
    expect(documents.sent.map(ask => ask.path)).toEqual(path === undefined ? [] : [path])
    expect(documents.elsewhere).toEqual(path === undefined ? [url] : [])
    expect(exchanges.map(({ response }) => response?.body.length)).toEqual(path === undefined ? [] : [2_000])
  })

  test('what comes of a URL on the target', async () => {
    const url = 'https://hub.example/hub/a.json?secret'
    const fetched = (...answers: readonly (Answered | Error)[]) => client(answers).fetch(url)
    expect((await fetched(status(500), status(200))).exchanges).toHaveLength(2)
    const binary = answered('AAAA', { encoding: 'base64' })
    await expect(fetched(binary)).rejects.toThrow(/^https:\/\/hub.example\/hub\/a.json is not UTF-8 text$/)
    const limit = status(429)
    expect((await fetched(new NoAnswer(limit))).answer).toBe(limit)
    const refused = new NoAnswer({ ...status(200), response: null, failure: 'refused' })
    await expect(fetched(refused)).rejects.toThrow(/^https:\/\/hub.example\/hub\/a.json cannot be read: refused$/)
    await expect(fetched(refused)).rejects.toThrow(UsageError)
    const unknown = new NoAnswer({ ...status(200), response: null })
    await expect(fetched(unknown)).rejects.toThrow('cannot be read: no answer')
    await expect(fetched(new TypeError('broken'))).rejects.toThrow(TypeError)
  })
})

describe('a document that is given', () => {
  const fetcherOf = (answers: Readonly<Record<string, Answered>>): Fetcher & { readonly asked: string[] } => {
    const asked: string[] = []
    const fetcher = async (url: string) => {
      asked.push(url)
      const answer = answers[url] ?? status(404)
      return { answer, exchanges: [answer] }
    }
    return Object.assign(fetcher, { asked })
  }
  const to = (location: string): Answered => status(301, [['location', location]])

  test.each([
    ['https://a.example/x', 'https://a.example/y', true],
    ['https://a.example/x', '/y', true],
    ['http://a.example/x', 'https://a.example/y', true],
    ['http://a.example:8080/x', 'http://a.example:8080/y', true],
    ['http://a.example:80/x', 'https://a.example/y', true],
    ['https://a.example/x', 'http://a.example/y', false],
    ['http://a.example:8080/x', 'https://a.example/y', false],
    ['http://a.example/x', 'https://a.example:8443/y', false],
    ['https://a.example/x', 'https://b.example/y', false],
    ['https://a.example/x', 'https://[', false],
  ])('%s leads to %s: %s', async (url, location, isFollowed) => {
    const place = URL.canParse(location, url) ? new URL(location, url).href : ''
    const fetcher = fetcherOf({ [url]: to(location), [place]: answered('text') })
    const read = textOf({ url }, fetcher)
    if (isFollowed) expect(await read).toMatchObject({ text: 'text', from: url, exchanges: [{}, {}] })
    else await expect(read).rejects.toThrow(UsageError)
    expect(fetcher.asked).toHaveLength(isFollowed ? 2 : 1)
  })

  test('what is no document is told without the query of its URL', async () => {
    const url = 'https://a.example/x?signature#part'
    const told = async (answer: Answered) =>
      textOf({ url }, fetcherOf({ [url]: answer })).then(String, ({ message }: Error) => message)
    expect(await told(status(404))).toBe('https://a.example/x answered 404; give a URL or file that can be read')
    expect(await told(status(429))).toBe('https://a.example/x answered 429; try again later, or give a file')
    expect(await told(to('https://b.example/y?token'))).toBe(
      'https://a.example/x answered 301 with a redirect to https://b.example/y; give a URL or file that can be read',
    )
    expect((await told(to(`https://b.example/${'y'.repeat(1_000)}`))).length).toBeLessThan(400)
    expect(await told(status(200, [['location', '/y']]))).toBe('[object Object]')
    expect(await textOf({ from: 'a.md', text: 'own' }, fetcherOf({}))).toMatchObject({ from: 'a.md', text: 'own' })
  })

  test('redirects without end are not followed', async () => {
    const url = 'https://a.example/x'
    const fetcher = fetcherOf({ [url]: to('/x') })
    await expect(textOf({ url }, fetcher)).rejects.toThrow('answered 301 with a redirect to https://a.example/x')
    expect(fetcher.asked).toHaveLength(6)
  })

  const split = JSON.stringify({ ...JSON.parse(openapi('/a')), paths: { '/v2/b': { $ref: 'paths.json' } } })

  test('files next to it are asked for below its URL, and each request is kept', async () => {
    const url = 'https://a.example/openapi.json'
    const fetcher = fetcherOf({
      [url]: answered(split),
      'https://a.example/paths.json': answered({ get: operation }),
    })
    const { documents, exchanges, unfit } = await readDocuments({ reference: { url } }, fetcher, '')
    expect(documents.reference?.operations.map(({ path }) => path)).toEqual(['/v2/b'])
    expect([exchanges.reference?.length, unfit]).toEqual([2, {}])
  })

  test('files next to it that cannot be read, and a file that has none', async () => {
    const reference = { from: 'openapi.json', text: split }
    const failing: Fetcher = async url => {
      if (url.endsWith('openapi.json')) return { answer: answered(split), exchanges: [] }
      throw new UsageError('refused')
    }
    for (const [input, fetcher] of [
      [reference, failing],
      [{ url: 'https://a.example/openapi.json' }, failing],
      [{ ...reference, sibling: async () => undefined }, failing],
    ] as const) {
      const { documents } = await readDocuments({ reference: input }, fetcher, '')
      expect(documents.reference?.operations).toEqual([])
      expect(documents.reference?.unread.length).toBeGreaterThan(0)
    }
    const sibling = async () => JSON.stringify({ get: operation })
    const { documents } = await readDocuments({ reference: { ...reference, sibling } }, failing, '')
    expect(documents.reference?.operations).toHaveLength(1)
    const broken: Fetcher = async url => {
      if (url.endsWith('openapi.json')) return { answer: answered(split), exchanges: [] }
      throw new TypeError('broken')
    }
    await expect(readDocuments({ reference: { url: 'https://a.example/openapi.json' } }, broken, '')).rejects.toThrow(
      TypeError,
    )
  })

  test('what a limit keeps back is left open, and what is none is a mistake', async () => {
    const url = 'https://a.example/x'
    const loaded = await readDocuments(
      { deprecationLog: { url }, changelog: { from: 'a.md', text: history } },
      fetcherOf({ [url]: status(503) }),
      '',
    )
    expect(Object.keys(loaded.documents)).toEqual(['changelog'])
    expect(loaded.exchanges.changelog).toEqual([])
    const nothing = { documents: {}, exchanges: {}, unavailable: {}, unfit: {} }
    expect(await readDocuments({}, fetcherOf({}), '')).toEqual(nothing)
    expect(Object.keys(loaded.unavailable)).toEqual(['deprecationLog'])
    expect(loaded.exchanges.deprecationLog).toHaveLength(1)
    await expect(readDocuments({ reference: { from: 'a', text: '[]' } }, fetcherOf({}), '')).rejects.toThrow(UsageError)
  })
})

test.each<readonly [Kind, string, boolean]>([
  ['changelog', openapi('/a'), false],
  ['deprecationLog', 'openapi: 3.0.0\npaths: {}\n', false],
  ['deprecationLog', '\uFEFF# a comment\n  # and another one\nswagger: "2.0"\n', false],
  ['changelog', '{ "swagger": "2.0" }', false],
  ['changelog', '\n \nopenapi : 3.0.0\n', false],
  ['changelog', 'openapi: 3.0.0\ninfo:\n  description: "## 2025-01-01"\n', true],
  ['changelog', 'The openapi: 3 document has changed.\n', true],
  ['changelog', history, true],
])('a %s that begins with %j is a page: %s', async (kind, text, isPage) => {
  const read = readDocument(kind, text, 'a.md', '', async () => undefined)
  // A page in descriptions is called so.
  if (isPage) expect(await read).toHaveProperty('from', text.startsWith('openapi') ? 'a.md, descriptions' : 'a.md')
  else
    await expect(read).rejects.toThrow(/^a.md is an OpenAPI document, not a (?:change history|deprecation log); give/)
})

test('what a request for a file gives', () => {
  expect(siblingIn(answered('text'))).toBe('text')
  expect(siblingIn(answered('AAAA', { encoding: 'base64' }))).toBeUndefined()
  expect(siblingIn(status(404))).toEqual({ answered: 404 })
})
