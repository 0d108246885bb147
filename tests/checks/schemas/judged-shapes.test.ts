import { describe, expect, it } from 'vitest'
import { type Called, judgeListShape, judgeShape } from '../../../checks/schemas/judging.ts'
import { isAsDeclared, ownMismatchOf, ownShapeOf, ownSpeaksOf, typeMismatchOf } from '../../../checks/schemas/own.ts'
import type { JsonSchema, ReferenceResponse } from '../../../contracts/documents.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import type { OperationName } from '../../../contracts/operations.ts'
import type { Probe } from '../../../contracts/requirement.ts'
import { type Finding, Missing } from '../../../contracts/results/finding.ts'
import { answered, probeOf } from '../answers/answered.ts'

const json = (status: string, schema?: JsonSchema, mediaType = 'application/json'): ReferenceResponse => ({
  status,
  mediaType,
  ...(schema && { schema }),
})

/** A probe of a target whose document declares these answers of an operation; without any it has no document. */
const declaring = (
  operation: OperationName,
  responses: readonly ReferenceResponse[] | undefined,
  answers: Readonly<Record<string, Answered>> = {},
  version = '3.0.3',
): Probe =>
  probeOf(
    { [`control ${operation}`]: answered({ message: 'not found' }, { status: 404 }), ...answers },
    {
      hasFixture: async need => need === 'reference' && responses !== undefined,
      fixture: (async (need: string) => {
        expect(need).toBe('reference')
        if (responses === undefined) throw new Missing('document-unfit', {})
        const methods = ['GET', 'POST'].map(method => ({ method, path: `/v2/${operation}`, tags: [], responses }))
        return { version, from: 'openapi.json', operations: methods }
      }) as never,
    },
  ).probe

const shown = (finding: Finding): string => [finding.kind, 'code' in finding ? finding.code : ''].join(' ').trim()

const text = { type: 'string' }
const tagOf = (properties: object, ...required: readonly string[]) => ({ type: 'object', properties, required })

const lines = 'application/x-ndjson'
const ofLines = (body: string): Answered => answered(body, { headers: [['content-type', lines]] })
const inLines = (schema: JsonSchema): ReferenceResponse => ({ ...json('200', schema), mediaType: lines })

describe('what an operation returned', () => {
  const judge = async (
    answer: Answered,
    responses?: readonly ReferenceResponse[],
    { mayBeEmpty = false, control }: { readonly mayBeEmpty?: boolean; readonly control?: Answered } = {},
  ): Promise<Finding> => {
    const operation = 'GetRepositoryTag'
    const probe = declaring(operation, responses, control && { [`control ${operation}`]: control })
    const called: Called = { operation, values: {}, answer, ...(mayBeEmpty && { mayBeEmpty }) }
    return judgeShape(probe, called, 'tag')
  }

  it.each<[says: string, kind: string, answer: Answered, responses?: readonly ReferenceResponse[]]>([
    ['a refusal', 'unclear request-refused', answered({}, { status: 403 })],
    ['nothing, from what changes something', 'exempt no-representation', answered(' \n', { method: 'POST' })],
    [
      'nothing, where a body is declared',
      'violated schema-mismatch',
      answered('', { method: 'POST' }),
      [json('200', tagOf({ name: text }))],
    ],
    [
      'nothing, where any body is declared',
      'exempt no-representation',
      answered('', { method: 'POST' }),
      [json('200', {})],
    ],
    [
      'nothing, with a status that has no content',
      'exempt no-representation',
      answered('', { method: 'POST', status: 204 }),
      [json('204', tagOf({ name: text }))],
    ],
    [
      'nothing, with such a status where content is declared with another alone',
      'unclear status-undeclared',
      answered('', { method: 'POST', status: 204 }),
      [json('200', tagOf({ name: text }))],
    ],
    [
      'nothing, with such a status that is declared as well',
      'exempt no-representation',
      answered('', { method: 'POST', status: 204 }),
      [json('200', tagOf({ name: text })), { status: '204' }],
    ],
    [
      'a success of which no schema is declared, but one of errors',
      'unclear status-undeclared',
      answered({ name: 'x' }),
      [{ status: '200' }, json('default', tagOf({ error: text }, 'error'))],
    ],
    [
      'nothing, with such a status where errors alone are declared',
      'exempt no-representation',
      answered('', { method: 'POST', status: 204 }),
      [json('default', tagOf({ error: text }, 'error'))],
    ],
    ['what is shown elsewhere', 'exempt no-representation', answered({ name: 7 }, { method: 'POST', status: 303 })],
    ['no lines', 'unclear shape-unknown', ofLines(''), [inLines(tagOf({ sha: text }))]],
    ['nothing', 'violated schema-mismatch', answered('""')],
    ['a tag', 'holds', answered({ name: 'x', full_size: 1 })],
    ['a tag of another type', 'violated schema-mismatch', answered({ name: 7 })],
    ['what names nothing of a tag', 'unclear shape-unknown', answered({ colour: 'blue' })],
    ['a success of what changes something', 'holds', answered({ name: 'x' }, { method: 'POST' })],
    ['lines', 'unclear shape-unknown', answered('{"name":7}', { headers: [['content-type', 'application/x-ndjson']] })],
    ['lines of a declared text', 'holds', ofLines('{"name":7}\n{"name":8}'), [inLines(text)]],
    ['lines of what is declared', 'holds', ofLines('{"sha":"a"}\n{"sha":"b"}'), [inLines(tagOf({ sha: text }))]],
    ['a list of lines', 'holds', ofLines('{"sha":"a"}'), [inLines({ type: 'array', items: tagOf({ sha: text }) })]],
    ['another line', 'unclear shape-unknown', ofLines('{"sha":"a"}\n{"sha":7}'), [inLines(tagOf({ sha: text }))]],
    ['202 and an operation', 'exempt no-representation', answered({ name: 'op', done: false }, { status: 202 })],
    ['202 and a tag', 'holds', answered({ name: 'x', full_size: 1 }, { status: 202 })],
    ['200 and one member', 'holds', answered({ name: 'x' })],
    ['202 and a list', 'violated schema-mismatch', answered(['x'], { status: 202 })],
    [
      '202 and what is declared',
      'holds',
      answered({ name: 'x' }, { status: 202 }),
      [json('202', tagOf({ name: text }))],
    ],
    [
      '202 where only 200 is declared',
      'exempt no-representation',
      answered({ name: 'x' }, { status: 202 }),
      [json('200', tagOf({ name: text }))],
    ],
    [
      '202 and what refers to nothing',
      'exempt no-representation',
      answered({ name: 'op' }, { status: 202 }),
      [json('202', { 'x-hub-conformance-unresolved': { reference: '#/a' } })],
    ],
    ['what is declared', 'holds', answered({ sha: 'x' }), [json('200', tagOf({ sha: text }, 'sha'))]],
    [
      'what lacks a declared member',
      'violated schema-mismatch',
      answered({ name: 'x' }),
      [json('200', tagOf({ sha: text }, 'sha'))],
    ],
    [
      'what names nothing that is declared',
      'unclear shape-unknown',
      answered({ name: 'x' }),
      [json('200', tagOf({ sha: text }))],
    ],
    [
      'what is declared for another status alone',
      'unclear status-undeclared',
      answered({ name: 'x' }, { method: 'POST' }),
      [json('201', tagOf({ name: text }))],
    ],
    [
      'what is declared for another status, where its own is declared without a schema',
      'unclear shape-unknown',
      answered({ name: 'x' }, { method: 'POST' }),
      [json('201', tagOf({ name: text })), { status: '200' }],
    ],
    [
      'what refers to nothing',
      'unclear schema-unresolved',
      answered({ name: 'x' }),
      [json('200', { 'x-hub-conformance-unresolved': { reference: '#/a' } })],
    ],
    ['a list without items', 'unclear shape-unknown', answered([]), [json('200', { type: 'array', items: tagOf({}) })]],
  ])('%s: %s', async (_, kind, answer, responses) => {
    expect(shown(await judge(answer, responses))).toBe(kind)
  })

  it('is no JSON where what only reads returns nothing', async () => {
    await expect(judge(answered(' '))).rejects.toMatchObject({ code: 'not-json' })
  })

  it('may be a list without items where the call allows that', async () => {
    const list = [json('200', { type: 'array', items: tagOf({}) })]
    const empty = { mayBeEmpty: true }
    expect(await judge(answered([]), list, empty)).toMatchObject({
      code: 'no-items',
      values: { operation: 'GetRepositoryTag' },
    })
    expect(shown(await judge(answered([{ a: 1 }]), list, empty))).toBe('unclear shape-unknown')
    expect(shown(await judge(answered({}), [json('200', tagOf({ a: text }))], empty))).toBe('unclear shape-unknown')
    const unresolved = { type: 'array', items: { 'x-hub-conformance-unresolved': { reference: '#/a' } } }
    expect(shown(await judge(answered([]), [json('200', unresolved)], empty))).toBe('unclear schema-unresolved')
  })

  it('is open where the target has a document that was not read whole, and does not fit the published shape', async () => {
    const operation = 'GetRepositoryTag'
    const unread = [{ line: 3, why: 'The YAML is not well-formed.' }]
    const probe = {
      ...declaring(operation, []),
      fixture: async () => ({ from: 'openapi.yaml', operations: [], unread }),
    } as unknown as Probe
    const of = (body: unknown) => judgeShape(probe, { operation, values: {}, answer: answered(body) }, 'tag')
    expect(await of({ name: 7 })).toMatchObject({
      kind: 'unclear',
      code: 'document-unread',
      values: { what: 'a schema of GetRepositoryTag' },
      seen: [{ document: 'reference', from: 'openapi.yaml' }],
    })
    expect(shown(await of({ name: 'x', full_size: 1 }))).toBe('holds')
    const page = { page: 'tag-page', member: 'results', item: 'tag' } as const
    const list = judgeListShape(probe, { operation, values: {}, answer: answered({ results: 'x' }) }, page)
    expect(shown(await list)).toBe('unclear document-unread')
  })

  it('says which statuses are declared in place of its own', async () => {
    const declared = [json('200', tagOf({ name: text })), json('201', tagOf({ name: text }))]
    const values = { operation: 'GetRepositoryTag', declared: '200, 201' }
    expect(await judge(answered('', { method: 'POST', status: 204 }), declared)).toMatchObject({
      code: 'status-undeclared',
      values: { ...values, status: 204 },
    })
    expect(await judge(answered({ name: 'x' }, { status: 206 }), declared)).toMatchObject({
      code: 'status-undeclared',
      values: { ...values, status: 206 },
    })
  })

  it('is compared with a path that does not exist', async () => {
    const answer = answered({ name: 'x' })
    expect(await judge(answer, undefined, { control: answered({ name: 'y' }) })).toMatchObject({
      code: 'catch-all',
      values: { status: 200 },
    })
    expect(await judge(answer)).toMatchObject({ kind: 'holds', seen: [answer, { response: { status: 404 } }] })
  })

  it('is compared with what the target declares, or with what is published', async () => {
    expect(await judge(answered({ name: 7 }))).toMatchObject({
      values: { operation: 'GetRepositoryTag', shape: "Docker Hub's published shape", where: 'name' },
    })
    const own = await judge(answered({ name: 7 }), [json('200', tagOf({ name: text }))])
    expect(own).toMatchObject({
      values: { shape: "the schema of the target's own document (openapi.json)", where: 'name' },
      seen: [{}, { document: 'reference', from: 'openapi.json' }],
    })
    expect(await judge(answered({ a: 1 }))).toMatchObject({
      values: { operation: 'GetRepositoryTag', shape: expect.anything() },
    })
    expect(await judge(answered({}, { status: 403 }))).toMatchObject({
      values: { operation: 'GetRepositoryTag', status: 403 },
    })
    for (const nothing of [
      answered('', { method: 'POST' }),
      answered('', { method: 'POST', status: 303 }),
      answered({ name: 'op', done: false }, { status: 202 }),
    ])
      expect(await judge(nothing)).toMatchObject({ values: { operation: 'GetRepositoryTag', field: 'anything' } })
    expect(await judge(answered('', { method: 'POST' }), [json('200', tagOf({ name: text }))])).toMatchObject({
      values: { operation: 'GetRepositoryTag', where: 'its body', problem: 'is missing' },
    })
    const unresolved = { 'x-hub-conformance-unresolved': { reference: '#/a' } }
    expect(await judge(answered({ a: 1 }), [json('200', unresolved)])).toMatchObject({
      values: { operation: 'GetRepositoryTag', reference: '#/a' },
    })
  })
})

describe('a list that was returned', () => {
  const item = { name: 'v1', full_size: 1 }
  const next = 'http://hub/a?page=2'
  const judge = (
    body: unknown,
    {
      operation = 'ListRepositoryTags' as OperationName,
      own,
      later,
      type = 'application/json',
    }: {
      readonly operation?: OperationName
      readonly own?: JsonSchema
      readonly later?: unknown
      readonly type?: string
    } = {},
  ): Promise<Finding> => {
    const probe = {
      ...declaring(operation, own && [json('200', own)]),
      follow: async () => answered(later ?? { results: [] }, { url: next }),
    } as Probe
    const shape = { page: 'tag-page', member: 'results', item: 'tag' } as const
    const answer = answered(body, { headers: [['content-type', type]] })
    return judgeListShape(probe, { operation, values: {}, answer }, shape)
  }

  it.each<[says: string, kind: string, body: unknown, parts?: Parameters<typeof judge>[1]]>([
    ['items', 'holds', { results: [item] }],
    ['items, one of them of something else', 'holds', { results: [item, { colour: 'blue' }] }],
    ['an item of another type', 'violated schema-mismatch', { results: [item, { name: 7 }] }],
    ['items of something else', 'unclear shape-unknown', { results: [{ colour: 'blue' }] }],
    ['no items', 'unclear no-items', { results: [] }],
    ['items that are no list', 'violated schema-mismatch', { results: 'x' }],
    ['lines', 'unclear shape-unknown', '{"results":[7]}', { type: 'application/x-ndjson' }],
    [
      'a later page that is null, as is declared',
      'holds',
      { next, results: [item] },
      { own: { type: ['object', 'null'], properties: { results: {} } }, later: 'null' },
    ],
    ['null, which is declared', 'unclear no-items', null, { own: { type: ['array', 'null'] } }],
    ['what has no items where they are published', 'unclear shape-unknown', { tags: [item] }],
    ['an item twice', 'violated listed-twice', { results: [item, { name: 'v2' }, item] }],
    ['an item with an id twice', 'violated listed-twice', { results: [{ id: 1 }, { id: 1 }] }],
    ['items without a name twice', 'holds', { results: [{ full_size: 1 }, { full_size: 1 }] }],
    ['too small a count', 'violated count-too-small', { count: 0, results: [item] }],
    ['a count that is not a number', 'holds', { count: '0', results: [item] }, { own: tagOf({ results: {} }) }],
    ['a count below nothing', 'holds', { count: -1, results: [item] }],
    ['a list without a count', 'holds', [item], { own: { type: 'array', items: tagOf({ name: text }) } }],
    ['a count of more', 'holds', { count: 2, results: [item] }],
    ['the count of its items', 'holds', { count: 1, results: [item] }],
    [
      'a total of each page alone',
      'violated count-too-small',
      { next, total: 1, results: [item] },
      { later: { total: 1, results: [{ name: 'v2' }] } },
    ],
    [
      'a total that has grown',
      'holds',
      { next, total: 1, results: [item] },
      { later: { total: 2, results: [{ name: 'v2' }] } },
    ],
    [
      'a total that has become smaller',
      'holds',
      { next, total: 2, results: [item] },
      { later: { total: 1, results: [{ name: 'v2' }] } },
    ],
    [
      'a total of the first page that no other page states',
      'holds',
      { next, total: 1, results: [item] },
      { later: { results: [{ name: 'v2' }] } },
    ],
    [
      'a total next to a page that is shown again',
      'holds',
      { next, total: 1, results: [item] },
      { later: { total: 1, results: [item] } },
    ],
    [
      'a count of each page',
      'holds',
      { next, count: 1, results: [item] },
      { later: { count: 1, results: [{ name: 'v2' }] } },
    ],
    [
      'entries of a log that are alike',
      'unclear shape-unknown',
      { results: [{ name: 'a' }, { name: 'a' }] },
      { operation: 'audit.events', own: { type: 'object', properties: { logs: {} } } },
    ],
    [
      'a later page of another type',
      'violated schema-mismatch',
      { next, results: [item] },
      { later: { results: [{ name: 7 }] } },
    ],
    ['a later page', 'holds', { next, results: [item] }, { later: { results: [{ name: 'v2' }] } }],
    ['what is declared', 'holds', { tags: [item] }, { own: tagOf({ tags: { type: 'array' } }, 'tags') }],
    [
      'what is declared, without an item',
      'unclear no-items',
      { tags: [] },
      { own: tagOf({ tags: { type: 'array' } }, 'tags') },
    ],
    [
      'what lacks a declared member',
      'violated schema-mismatch',
      { results: [item] },
      { own: tagOf({ tags: {} }, 'tags') },
    ],
    ['what names nothing that is declared', 'unclear shape-unknown', { results: [item] }, { own: tagOf({ tags: {} }) }],
  ])('%s: %s', async (_, kind, body, parts) => {
    expect(shown(await judge(body, parts))).toBe(kind)
  })

  it('is looked at up to its tenth page', async () => {
    let page = 1
    const follow = async () =>
      answered({ next: `/a?page=${++page + 1}`, results: [{ name: `v${page}` }] }, { url: `http://hub/a?page=${page}` })
    const probe = { ...declaring('ListRepositoryTags', undefined), follow } as Probe
    const called = { operation: 'ListRepositoryTags', values: {}, answer: answered({ next, results: [item] }) } as const
    await judgeListShape(probe, called, { page: 'tag-page', member: 'results', item: 'tag' })
    expect(page).toBe(10)
  })

  it('says what is wrong, and on which page', async () => {
    expect(await judge({ results: [item, { name: 7 }] })).toMatchObject({ values: { where: 'results[1].name' } })
    expect(await judge({ next, results: [item] }, { later: { results: [{ name: 7 }] } })).toMatchObject({
      values: { where: 'results[0].name of page 2' },
    })
    expect(await judge({ results: [item, item] })).toMatchObject({
      values: { operation: 'ListRepositoryTags', what: JSON.stringify(item) },
    })
    expect(await judge({ count: 0, results: [item] })).toMatchObject({
      values: { operation: 'ListRepositoryTags', items: 1, count: 0 },
    })
    expect(await judge({ results: [] })).toMatchObject({ values: { operation: 'ListRepositoryTags' } })
    expect(await judge({ results: [{ name: 7 }] })).toMatchObject({
      values: { operation: 'ListRepositoryTags', shape: "Docker Hub's published shape" },
    })
    const long = { name: 'v'.repeat(200) }
    expect(await judge({ results: [long, long] })).toMatchObject({
      values: { what: JSON.stringify(long).slice(0, 120) },
    })
  })
})

it('pages that state too small a total are all shown, unless they are of a log', async () => {
  const url = 'http://hub/a?page=2'
  const judge = (operation: OperationName, member: string) => {
    const pageOf = (name: string, next?: string) => ({ total: 1, [member]: [{ name }], ...(next && { next }) })
    const [first, second] = [answered(pageOf('a', url)), answered(pageOf('b'), { url })]
    const own = [json('200', tagOf({ [member]: { type: 'array', items: tagOf({ name: text }) } }))]
    const probe = { ...declaring(operation, own), follow: async () => second } as Probe
    const shape = { page: 'tag-page', member, item: 'tag' } as const
    return judgeListShape(probe, { operation, values: {}, answer: first }, shape)
  }
  expect(await judge('ListRepositoryTags', 'results')).toMatchObject({
    code: 'count-too-small',
    values: { operation: 'ListRepositoryTags', items: 2, count: 1 },
    seen: [{ request: { url: 'http://hub/a/b?c=d' } }, { request: { url } }],
  })
  expect((await judge('audit.events', 'logs')).kind).toBe('holds')
})

describe('the media type of an answer', () => {
  const as = (type?: string) => answered('x', { headers: type === undefined ? [] : [['Content-Type', type]] })
  it.each<[type: string | undefined, types: readonly string[]]>([
    ['text/plain', ['application/json', 'text/plain']],
    ['Text/Plain ; charset=utf-8', ['text/plain']],
    ['text/plain', ['TEXT/PLAIN;\ncharset=utf-8']],
    ['text/plain', ['text/*']],
    ['text/plain', ['*/*']],
    ['text/plain', []],
    ['application/problem+JSON', ['text/plain']],
    [undefined, ['text/plain']],
  ])('%s is one of %j', (type, types) => {
    expect(typeMismatchOf({ types }, as(type))).toBeUndefined()
  })
  it.each<[type: string, types: readonly string[], problem: string]>([
    ['text/html', ['text/plain'], 'is text/html, and must be text/plain'],
    ['text/html; charset=x', ['a/b', 'A/b; c', 'c/*'], 'is text/html, and must be a/b or c/*'],
  ])('%s is none of %j', (type, types, problem) => {
    expect(typeMismatchOf({ types }, as(type))).toEqual({ where: 'its Content-Type', problem })
  })
})

describe("the schema of the target's own document", () => {
  const schemaOf = async (status: number, responses: readonly ReferenceResponse[], body: unknown = { a: 'x' }) =>
    (await ownShapeOf(declaring('GetRepository', responses), 'GetRepository', answered(body, { status })))?.schema
  const [a, b] = [tagOf({ a: text }), tagOf({ b: text })]

  it.each<[says: string, schema: unknown, status: number, responses: readonly ReferenceResponse[], body?: unknown]>([
    ['is that of the status', a, 200, [json('201', b), json('200', a)]],
    ['is that of every success', a, 201, [json('2XX', a)]],
    ['is that of 200 where a proxy made a 203 of it', a, 203, [json('200', a)]],
    ['is unknown where another success has one', {}, 202, [json('200', a)]],
    ['is none where no success has one', undefined, 200, [json('404', a), json('429', a), json('200')]],
    ['is none where it is of something else', undefined, 200, [json('200', a, 'text/html')]],
    ['may be of any type', a, 200, [json('200', a, '*/*')]],
    ['is none of a type that only ends so', undefined, 200, [json('200', a, 'x*/*')]],
    ['is none of a type that only begins so', undefined, 200, [json('200', a, '*/*x')]],
    ['is that for every status where the answer fits it', a, 200, [json('default', a)]],
    ['is unknown where the answer does not fit that for every status', {}, 200, [json('default', a)], { a: 7 }],
    ['is unknown where the answer is no JSON', {}, 200, [json('default', a)], 'text'],
    ['is not that for every status where a success has one', {}, 200, [json('201', b), json('default', a)]],
  ])('%s', async (_, schema, status, responses, body) => {
    expect(await schemaOf(status, responses, body)).toEqual(schema)
  })

  it('has the types of its status, and the statuses that are declared in place of it', async () => {
    const shapeOf = async (status: number, responses: readonly ReferenceResponse[], version?: string) => {
      const probe = declaring('GetRepository', responses, {}, version)
      const { types, instead } = (await ownShapeOf(probe, 'GetRepository', answered({ a: 'x' }, { status }))) ?? {}
      return { types, instead }
    }
    const all = [json('200', a), json('200', b, 'text/plain'), json('201', a), json('404', a, 'a/b'), { status: '200' }]
    const types = ['application/json', 'text/plain']
    for (const version of [undefined, '3.0.2'])
      expect(await shapeOf(200, all, version)).toEqual({ types, instead: undefined })
    expect(await shapeOf(200, all, '2.0')).toEqual({ types: [], instead: undefined })
    expect(await shapeOf(202, all)).toEqual({ types: [], instead: '200, 201' })
    expect(await shapeOf(200, [json('default', a)])).toEqual({ types: [], instead: undefined })
  })

  it('leaves to others the member that requirements of its own judge', async () => {
    const apart = async (operation: OperationName) =>
      (await ownShapeOf(declaring(operation, [json('200', a)]), operation, answered({})))?.apart
    expect([await apart('pat.get'), await apart('oat.get')]).toEqual(['expires_at', undefined])
  })

  it('is none without a document; what got no answer is not hidden', async () => {
    expect(await ownShapeOf(declaring('GetRepository', undefined), 'GetRepository', answered({}))).toBeUndefined()
    const other = declaring('CheckRepository', [json('200', a)])
    expect(await ownShapeOf(other, 'GetRepository', answered({}))).toBeUndefined()
    const failing = { ...declaring('GetRepository', []), fixture: () => Promise.reject(new Error('closed')) } as Probe
    await expect(ownShapeOf(failing, 'GetRepository', answered({}))).rejects.toThrow('closed')
  })
})

const props = (schema: unknown) => ({ properties: { a: schema } })

it.each<[schema: JsonSchema, fit: readonly unknown[], unfit: readonly unknown[]]>([
  [{ type: 'string' }, ['x'], [7, null]],
  [{ type: ['string', 'null'] }, ['x', null], [7]],
  [{ type: 'colour' }, ['x', 7], []],
  [{ type: 'string', nullable: true }, ['x', null], [7]],
  [{ type: 'string', example: null }, ['x', null], [7]],
  [{ type: 'string', examples: [null] }, ['x', null], [7]],
  [{ type: 'string', examples: null }, ['x'], [null]],
  [{ enum: ['a', 1] }, ['a', 1], ['b']],
  [{ enum: [] }, ['b'], []],
  [{ const: 'a' }, ['a'], ['b']],
  [{ minimum: 1, maximum: 2 }, [1, 2], [0, 3]],
  [{ minimum: 'x' }, [1], []],
  [{ maximum: null }, [1], []],
  [{ minLength: 2, maxLength: 3 }, ['ab', 'abc'], ['a', 'abcd']],
  [{ minItems: 1, maxItems: 2 }, [[1]], [[], [1, 2, 3]]],
  [{ pattern: '^x$', not: {}, additionalProperties: false }, ['y', { a: 1 }], []],
  [{ format: 'date-time' }, ['2026-01-01T00:00:00Z'], ['soon']],
  [{ format: 'email' }, ['x'], []],
  [{ required: ['a', 7] }, [{ a: 1 }], [{}]],
  [{ required: 'a' }, [{}], []],
  [{ required: ['a', 'a'], enum: [{ a: 1 }, { a: 1 }] }, [{ a: 1 }], [{}]],
  [{ required: ['a'], ...props({ writeOnly: true }) }, [{}, { a: 1 }], []],
  [props({ type: 'string' }), [{ a: 'x' }, {}], [{ a: 7 }]],
  [props(true), [{ a: 7 }], []],
  [props(null), [{ a: 7 }], []],
  [{ items: { type: 'string' } }, [['x']], [[7]]],
  [{ items: { type: 'string' }, prefixItems: [] }, [[7]], []],
  [{ additionalProperties: { type: 'string' } }, [{ b: 'x' }], [{ b: 7 }]],
  [{ additionalProperties: { type: 'string' }, patternProperties: {} }, [{ b: 7 }], []],
  [{ allOf: [{ type: 'string' }, { minLength: 2 }] }, ['ab'], ['a', 7]],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, ['a', 7], [true]],
  [{ oneOf: [{ type: 'string' }, { minLength: 2 }] }, ['a', 'ab'], []],
  [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, ['a', 7], [true]],
  [{ required: ['a'], properties: { a: { writeOnly: true }, b: {} } }, [{}], []],
  [{ oneOf: [] }, ['a'], []],
])('of %j is judged what every value that fits it fits', async (schema, fit, unfit) => {
  const fits = async (value: unknown) => (await ownMismatchOf({ schema, apart: undefined }, value)) === undefined
  for (const value of fit) expect(await fits(value), JSON.stringify(value)).toBe(true)
  for (const value of unfit) expect(await fits(value), JSON.stringify(value)).toBe(false)
})

it('names the member that does not fit', async () => {
  const schema = { properties: { 'a/b~c': { type: 'string' } } }
  expect(await ownMismatchOf({ schema, apart: undefined }, { 'a/b~c': 7 })).toMatchObject({ where: 'a/b~c' })
})

it('judges a member apart nowhere', async () => {
  const schema = { ...props({ type: 'string' }), required: ['a'] }
  expect(await ownMismatchOf({ schema, apart: 'a' }, { a: 7 })).toBeUndefined()
  expect(await ownMismatchOf({ schema, apart: 'a' }, {})).toBeUndefined()
  expect(await ownMismatchOf({ schema: { items: schema }, apart: 'a' }, [{ a: 7 }])).toBeUndefined()
})

it.each<[schema: JsonSchema, value: unknown, is: boolean | 'open']>([
  [{}, 'x', 'open'],
  [props({ type: 'string' }), 'x', true],
  [props({ type: 'string' }), 7, false],
  [props({}), 7, true],
  [props(true), 7, true],
  [{ type: 'object' }, 7, false],
  [{ items: props({ type: 'string' }) }, 'x', true],
  [{ additionalProperties: props({ type: 'string' }) }, 'x', true],
  [{ properties: { b: props({ type: 'string' }) } }, 'x', true],
  [{ anyOf: [props({ type: 'string' }), props({ type: 'number' })] }, 7, true],
  [{ oneOf: [props({ type: 'string' })] }, 7, false],
  [{ oneOf: [props({ type: 'string' })] }, 'x', true],
  [{ allOf: [props({ type: 'string' })] }, 'x', true],
])('%j declares of a member a: %j, %j', async (schema, value, is) => {
  const shape = {
    schema,
    apart: undefined,
    excerpt: { document: 'reference', from: 'x', text: '' },
    name: '',
    types: [],
  } as const
  expect(await isAsDeclared(shape, 'a', value)).toBe(is)
})

it.each<[schema: JsonSchema, value: unknown, speaks: boolean]>([
  [{ type: 'string' }, 'x', true],
  [{ type: ['null', 'integer'] }, 7, true],
  [{ type: 'boolean' }, true, true],
  [{ type: 'number' }, null, false],
  [{ type: 'object' }, 'x', false],
  [{}, 'x', false],
  [props(text), { a: 1 }, true],
  [props(text), { b: 1 }, false],
  [{ additionalProperties: props(text) }, { b: { a: 1 } }, true],
  [{ additionalProperties: true }, { b: 1 }, false],
  [{ items: text }, [], true],
  [{ items: props(text) }, [], false],
  [{ items: props(text) }, [{}, { a: 1 }], true],
  [{ items: props(text) }, [{}], false],
  [{ items: true }, ['x'], false],
  [{ type: 'array' }, [], false],
  [{ type: 'array' }, ['x'], false],
])('%j mentions something of %j: %j', (schema, value, speaks) => {
  expect(ownSpeaksOf(schema, value)).toBe(speaks)
})
