import { describe, expect, test } from 'vitest'
import type { Answered, HeaderList } from '../../../../contracts/exchange.ts'
import { NoAnswer } from '../../../../contracts/results/finding.ts'
import { isOfTheApi, isPageOf, plausible } from '../../../../engine/documents/loading/fit.ts'
import { type Kind, readDocument } from '../../../../engine/documents/loading/kinds.ts'
import { lookFor } from '../../../../engine/documents/loading/look-for.ts'
import { createDocuments } from '../../../../engine/documents/loading/store.ts'
import { createRecorder, type Recorder } from '../../../../engine/http/recorder.ts'
import { answered } from '../../../checks/answers/answered.ts'

const html: HeaderList = [['content-type', 'text/html']]
const json: HeaderList = [['content-type', 'application/json']]
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

describe('what is taken for a document', () => {
  test.each<readonly [Kind, Answered, boolean, boolean]>([
    ['changelog', answered(history), true, false],
    ['changelog', answered(history, { headers: html }), false, true],
    ['changelog', answered('Deprecated', { headers: html }), false, false],
    ['changelog', answered('A tag', { headers: html }), false, false],
    ['changelog', answered('Deprecated'), true, false],
    ['changelog', answered('Nothing'), false, false],
    ['changelog', answered('  [{"date":"2025-09-19"}]'), false, false],
    ['changelog', answered('[{"date":"2025-09-19"}]'), false, false],
    ['changelog', answered(`${history}\n [Log](#log)`), true, false],
    ['changelog', answered(history, { status: 404 }), false, false],
    ['changelog', answered(history, { encoding: 'base64' }), false, false],
    ['reference', answered(openapi('/v2/a')), true, false],
    ['reference', answered(`${openapi('/v2/a')} 2025-09-19`, { headers: html }), false, false],
    ['reference', answered('{"openapi" : "3.0.3"}'), true, false],
    ['reference', answered('openapi:3.0.3'), true, false],
    ['reference', answered('openapi : "3.0.3"'), true, false],
    ['reference', answered("'openapi': 3.0.3"), true, false],
    ['reference', answered('{"swagger" : "2.0"}'), true, false],
    ['reference', answered('swagger:2.0'), true, false],
    ['reference', answered(`${' '.repeat(20_000)}{"openapi":"3.0.3"}`), true, false],
    ['reference', answered(`${' '.repeat(20_000)}{"openapi":  "3.0.3"}`), true, false],
    ['reference', answered('openapi: 3.0.3\n'), true, false],
    ['reference', answered("'openapi' : '3.1.0'\n"), true, false],
    ['reference', answered('swagger: "2.0"\n'), true, false],
    ['reference', answered('swagger: "3.0"\n'), false, false],
    ['reference', answered('openapi: 4.0.0\n'), false, false],
    ['reference', answered(`{"paths":"${' '.repeat(20_000)}","openapi" : "3.0.3"}`, { headers: json }), true, false],
    ['reference', answered(`${' '.repeat(20_000)}openapi: 3.0.3`), false, false],
  ])('%s %#', (kind, answer, isPlausible, isPage) => {
    expect([plausible(kind, answer), isPageOf(kind, answer)]).toEqual([isPlausible, isPage])
  })

  test.each([
    [openapi('/v2/a'), true],
    [openapi('/invoices', { paths: {} }), true],
    [openapi('/invoices', { paths: { '/invoices': { get: { ...operation, operationId: 'list' } } } }), false],
    [openapi('/x', { paths: { '/x': { get: { ...operation, operationId: 'list', tags: ['audit-logs'] } } } }), true],
    [openapi('/x', { paths: { '/x': { get: { ...operation, operationId: 'list', tags: ['groups'] } } } }), true],
    [
      openapi('/x', { paths: { '/v2/a': { get: operation }, '/x': { get: { responses: operation.responses } } } }),
      true,
    ],
    [openapi('/x'), true],
  ])('a reference %# is of the API', async (text, isOwn) => {
    const document = await readDocument('reference', text, 'a', '', async () => undefined)
    expect(isOfTheApi(text, document)).toBe(isOwn)
  })
})

describe('looking for a document', () => {
  const base = 'https://hub.example/hub'
  interface Hub {
    readonly places?: Readonly<Record<string, Answered | Error>>
    /** What every other path is answered with. */
    readonly others?: Answered | Error
    readonly later?: Readonly<Record<string, Answered>>
  }
  const look = async <K extends Kind>(kind: K, { places = {}, others = status(404), later = {} }: Hub) => {
    const asked: string[] = []
    const answerFrom =
      (answers: Readonly<Record<string, Answered | Error>>) =>
      async (path: string, recorder: Recorder): Promise<Answered> => {
        asked.push(path)
        const answer = answers[path] ?? others
        if (answer instanceof Error) throw answer
        const own = { ...answer, request: { ...answer.request, url: base + path } }
        recorder.record(own)
        return own
      }
    const publisher = { get: answerFrom(places), again: answerFrom({ ...places, ...later }), controlPath: '/control' }
    return { asked, found: await lookFor(kind, publisher, base, '', createRecorder()) }
  }
  const reference = answered(openapi('/v2/a'), { headers: json })

  test('the first place is asked alone', async () => {
    const { asked, found } = await look('reference', { places: { '/openapi.json': reference } })
    expect(asked).toEqual(['/openapi.json'])
    expect(found.document?.from).toBe(`${base}/openapi.json`)
  })

  const shown = (text: string) => answered(`<html>${text}</html>`, { headers: html })
  const link = (value: string) => ({ '/': answered('', { headers: [['link', value]] }) })
  const catalog = (value: unknown) => ({ '/.well-known/api-catalog': answered(value) })
  test.each<readonly [string, Readonly<Record<string, Answered>>, readonly string[]]>([
    ['a link', link('</hub/a.json>; rel="service-desc"'), ['/a.json']],
    ['a link of another sort', link('</hub/a.json>; rel="service-doc"'), []],
    ['a link elsewhere', link('<https://other.example/hub/a.json>; rel="service-desc"'), []],
    ['a link above the hub', link('</a.json>; rel="service-desc"'), []],
    ['a link that is none', link('<https://[>; rel="service-desc"'), []],
    ['a failing root', { '/': status(500, [['link', '</hub/a.json>; rel="service-desc"']]) }, []],
    ['a catalog', catalog({ linkset: [{ 'service-desc': [{ href: 'a.json' }, 'x', { href: 1 }] }] }), ['/a.json']],
    ['a catalog that is no JSON', catalog('{'), []],
    ['each address once', catalog([{ 'service-desc': [{ href: 'a.json' }, { href: './a.json' }] }]), ['/a.json']],
    [
      'a few of many',
      catalog([{ 'service-desc': [1, 2, 3, 4, 5, 6].map(at => ({ href: `${at}.json` })) }]),
      ['/1.json', '/2.json', '/3.json', '/4.json', '/5.json'],
    ],
    ['a page', { '/docs': shown("url: 'a.json'") }, ['/a.json']],
    ['a page in a folder', { '/swagger-ui/': shown('spec-url="a.json"') }, ['/swagger-ui/a.json']],
    ['a root that is a page', { '/': shown('apiDescriptionUrl="a.json"') }, ['/a.json']],
    [
      'the script of a page',
      {
        '/docs': shown('<script src="./docs/swagger-ui-init.js">'),
        '/docs/swagger-ui-init.js': answered('"url": "a.json"'),
      },
      ['/docs/swagger-ui-init.js', '/a.json'],
    ],
    [
      'a page whose script names none',
      { '/docs': shown('<script src="./docs/swagger-initializer.js">') },
      ['/docs/swagger-initializer.js', '/docs-json', '/docs/json'],
    ],
    [
      'a page in a folder whose script names none',
      { '/swagger-ui/': shown('<script src="swagger-initializer.js">') },
      ['/swagger-ui/swagger-initializer.js', '/swagger-ui-json', '/swagger-ui/json'],
    ],
    [
      'a script that names it far down',
      {
        '/docs': shown('<script src="./docs/swagger-ui-init.js">'),
        '/docs/swagger-ui-init.js': answered(`${' '.repeat(200_000)}"url": "a.json"`),
      },
      ['/docs/swagger-ui-init.js', '/docs-json', '/docs/json'],
    ],
    ['a script elsewhere', { '/docs': shown('<script src="https://other.example/swagger-ui-init.js">') }, []],
    ['code that is no page', { '/docs': answered("url: 'a.json'") }, []],
    ['a name far down', { '/docs': shown(`${' '.repeat(200_000)}url: 'a.json'`) }, []],
  ])('by %s', async (_, places, named) => {
    const places404 = (await look('reference', {})).asked
    const { asked } = await look('reference', { places })
    expect(asked.filter(path => !places404.includes(path))).toEqual(named)
  })

  test('at an address that the target names', async () => {
    const places = { ...link('</hub/a.json>; rel="service-desc"'), '/a.json': reference }
    expect((await look('reference', { places })).found.document?.from).toBe(`${base}/a.json`)
    const { asked } = await look('changelog', { places: link('</hub/a.md>; rel="service-desc"') })
    expect(asked).toEqual(['/changelog.md', '/docs/changelog.md', '/CHANGELOG.md', '/changelog', '/docs/changelog'])
  })

  test('files next to it are asked for below the base URL', async () => {
    const paths = { '/v2/b': { $ref: 'paths.json' }, '/v2/c': { $ref: 'https://hub.example/c.json' } }
    const places = {
      '/docs/openapi.json': answered(openapi('/', { paths }), { headers: json }),
      '/docs/paths.json': answered({ get: operation }),
    }
    const { asked, found } = await look('reference', { places })
    expect(found.document?.operations.map(({ path }) => path)).toEqual(['/v2/b'])
    const usual = (await look('reference', {})).asked
    expect(asked.filter(path => !usual.includes(path))).toEqual(['/docs/paths.json'])
    const gone = { '/docs/openapi.json': places['/docs/openapi.json'], '/docs/paths.json': new NoAnswer(status(500)) }
    expect((await look('reference', { places: gone })).found.document?.operations).toEqual([])
  })

  const refused = { failure: 'refused', response: null } as const
  const unsent = new NoAnswer({ ...status(200), ...refused })
  test.each<readonly [string, Hub, object]>([
    ['nothing anywhere', {}, {}],
    ['nothing sent', { others: unsent }, {}],
    ['a limit at one place', { places: { '/changelog': status(429) } }, { unavailable: 429 }],
    [
      'a limit that another answer announced',
      { places: { '/changelog': new NoAnswer(status(429)) } },
      { unavailable: 429 },
    ],
    [
      'a limit that ends, and an empty page',
      {
        places: { '/changelog': status(429), '/CHANGELOG.md': answered('# Changes') },
        later: { '/changelog': status(404) },
      },
      { unfit: 'document-unfit' },
    ],
    ['a limit that ends', { places: { '/changelog': status(429) }, later: { '/changelog': status(404) } }, {}],
    [
      'a limit in front of it',
      { places: { '/changelog': status(429) }, later: { '/changelog': answered(history) } },
      { document: '/changelog' },
    ],
    ['a 500 at one place', { places: { '/changelog': status(500) } }, { unavailable: 500 }],
    ['a 500 everywhere', { others: status(500) }, {}],
    [
      'a 500 everywhere, and a 503',
      { others: status(500), places: { '/changelog': status(503) } },
      { unavailable: 503 },
    ],
    ['a login at one place', { places: { '/changelog': status(401) } }, { unfit: 'document-refused' }],
    ['no permission at one place', { places: { '/changelog': status(403) } }, { unfit: 'document-refused' }],
    ['a login everywhere', { others: status(401) }, {}],
    ['an empty page', { places: { '/changelog': answered('# Changes') } }, { unfit: 'document-unfit' }],
    ['text everywhere', { others: answered('ok') }, {}],
    [
      'text at one place, and a login everywhere',
      { others: status(401), places: { '/changelog': answered('ok') } },
      { unfit: 'document-unfit' },
    ],
    [
      'a page of the documentation',
      { places: { '/changelog': answered(history, { headers: html }) } },
      { unfit: 'document-unfit' },
    ],
    ['a page of something else', { places: { '/changelog': answered('Welcome', { headers: html }) } }, {}],
    ['another history', { places: { '/changelog': answered('2025-01-01: Dark mode') } }, { unfit: 'document-unfit' }],
    [
      'a history below another one',
      { places: { '/changelog.md': answered('2025-01-01: Dark mode'), '/docs/changelog': answered(history) } },
      { document: '/docs/changelog' },
    ],
  ])('%s', async (_, hub, expected) => {
    const { document, unavailable, unfit } = (await look('changelog', hub)).found
    expect({
      ...(document && { document: document.from.slice(base.length) }),
      ...(unavailable && { unavailable: unavailable.response.status }),
      ...(unfit && { unfit: unfit.code }),
    }).toEqual(expected)
  })

  test('only what was kept back is asked for again', async () => {
    const { asked } = await look('changelog', { places: { '/changelog': status(429) } })
    expect(asked.slice(5)).toEqual(['/changelog'])
  })

  test('why it is no document', async () => {
    const values = async (answer: Answered) =>
      (await look('changelog', { places: { '/changelog': answer } })).found.unfit?.values
    const own = { parameter: 'changelog', document: 'the change history', path: '/changelog' }
    expect(await values(status(401))).toEqual({ ...own, status: 401 })
    expect(await values(answered('# Changes'))).toEqual({ ...own, why: 'it has no entry with a date' })
    const why = 'it is an HTML page, which is read only where its URL is given'
    expect(await values(answered(history, { headers: html }))).toEqual({ ...own, why, isPage: true })
  })

  test('a reference of something else says how credentials are sent', async () => {
    const text = openapi('/invoices', {
      paths: { '/invoices': { get: { ...operation, operationId: 'list' } } },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      security: [{ key: [] }],
    })
    const { found } = await look('reference', { places: { '/openapi.yaml': answered(text, { headers: json }) } })
    expect(found.unfit?.values.why).toBe('it does not mention the operations and routes of this API')
    expect(found.credentialForms).toEqual(['X-Key: {token}'])
    const broken = { '/openapi.json': answered('swagger: "2.1"\npaths: {}\n') }
    expect((await look('reference', { places: broken })).found.unfit?.values.why).toMatch(/^it cannot be read: /)
  })

  test('an error of the suite is not hidden', async () => {
    await expect(look('reference', { others: new RangeError('broken') })).rejects.toThrow(RangeError)
    await expect(look('reference', { places: { '/': new RangeError('broken') } })).rejects.toThrow(RangeError)
  })
})

test('each document is looked for once, unless it was given', async () => {
  const asked: string[] = []
  const get = async (path: string, recorder: Recorder): Promise<Answered> => {
    asked.push(path)
    const answer = path === '/changelog.md' ? answered(history) : status(path === '/deprecated' ? 503 : 404)
    recorder.record(answer)
    return answer
  }
  const none = { documents: {}, exchanges: {}, unavailable: {}, unfit: {} }
  const publisher = { get, again: get, controlPath: '/control' }
  const store = createDocuments(none, publisher, 'https://hub.example', '')
  expect(store.known()).toEqual(none)
  const [one, other] = await Promise.all([store.look('changelog'), store.look('changelog')])
  expect(asked).toEqual(['/changelog.md'])
  expect(one).toEqual(other)
  expect([one.documents.changelog?.entries.length, one.exchanges.changelog?.length]).toEqual([1, 1])
  const { unavailable, documents } = await store.look('deprecationLog')
  expect([Object.keys(unavailable), Object.keys(documents)]).toEqual([['deprecationLog'], ['changelog']])
  const given = { ...none, documents: documents, unavailable }
  const again = createDocuments(given, publisher, 'https://hub.example', '')
  asked.length = 0
  await again.look('deprecationLog')
  expect((await again.look('changelog')).documents).toEqual(documents)
  expect(asked).toEqual([])
})

test('what a target has in the place of a document is known, with what it says of credentials', async () => {
  const text = openapi('/invoices', {
    paths: { '/invoices': { get: { ...operation, operationId: 'list' } } },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    security: [{ key: [] }],
  })
  const get = async (path: string): Promise<Answered> =>
    path === '/openapi.json' ? answered(text, { headers: json }) : status(404)
  const none = { documents: {}, exchanges: {}, unavailable: {}, unfit: {} }
  const publisher = { get, again: get, controlPath: '/control' }
  const known = await createDocuments(none, publisher, 'https://hub.example', '').look('reference')
  expect([known.unfit.reference?.code, known.credentialForms]).toEqual(['document-unfit', ['X-Key: {token}']])
})
