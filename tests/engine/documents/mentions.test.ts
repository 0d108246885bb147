import { describe, expect, test } from 'vitest'
import type { EndpointMention } from '../../../contracts/documents.ts'
import {
  endpointsOf,
  isChoice,
  isOfOld,
  methodsAlone,
  methodsOfSame,
  namesOf,
  operationIdsOf,
  operationNamed,
  operationsNamed,
  placedMentions,
  uniqueEndpoints,
} from '../../../engine/documents/mentions.ts'
import { codeEnd, codeStart, type Run } from '../../../engine/documents/pages/text.ts'

/** A run of Markdown: code in backticks, and links. */
const run = (markdown: string): Run => {
  const links: { start: number; end: number; url: string }[] = []
  let text = ''
  for (const part of markdown
    .replaceAll(/`([^`]*)`/g, `${codeStart}$1${codeEnd}`)
    .split(/(\[\w[\w ]*\]\([^)]*\)|\[\]\([^)]*\))/)) {
    const [, name, url] = /^\[(.*)\]\((.*)\)$/.exec(part) ?? []
    if (name !== undefined && url !== undefined) links.push({ start: text.length, end: text.length + name.length, url })
    text += name ?? part
  }
  return { text, links }
}
const named = ({ method, path }: EndpointMention) => (method === undefined ? path : `${method} ${path}`)

describe('endpoints', () => {
  test.each<readonly [string, readonly string[]]>([
    // Paths
    ['GET / and GET /a', ['GET /a']],
    ['/v2/a?!', ['/v2/a']],
    ['GET requests to /v2/a, POST to `/v2/b`, GET a box from /v2/c', ['GET /v2/a', 'POST /v2/b', '/v2/c']],
    ['/v2/a... and /v2/b?x=1', ['/v2/a', '/v2/b']],
    ['GET $HUB_URL/v2/a, GET {base_url}/v2/b', ['GET /v2/a', 'GET /v2/b']],
    [
      'GET {{ base }}/v2/a, `POST {{site.hub}}/v2/b`, <api>/v2/c, HEAD %HUB%/v2/d',
      ['GET /v2/a', 'POST /v2/b', '/v2/c', 'HEAD /v2/d'],
    ],
    ['GET hub.example.com/v2/a, `POST hub.example.com:8080/v2/b/{c}`', ['GET /v2/a', 'POST /v2/b/{c}']],
    ['docs.example.com/v2/a', []],
    ['/v2/$name/x, /v2/{{name}}/z, /v2/{{ name }}/y', ['/v2/{name}/x', '/v2/{name}/z', '/v2/{name}/y']],
    ['/v2/#{name}/x', ['/v2/{name}/x']],
    ['/v2/<a name>/x, /v2/[name]/y', ['/v2/{a name}/x', '/v2/{name}/y']],
    ['/v2/<string:name>/x, /v2/(str:name)/y, /v2/(name)', ['/v2/{name}/x', '/v2/{name}/y', '/v2/{name}']],
    ['/v2/a(name)', ['/v2/a']],
    ['/v2/:n/x, /v2/$na_2-b/y', ['/v2/{n}/x', '/v2/{na_2-b}/y']],
    ['/v2/NAMESPACE/x/REPO_NAME, /v2/A, /v2/Ab', ['/v2/{NAMESPACE}/x/{REPO_NAME}', '/v2/A', '/v2/Ab']],
    ['/v2/a[/{name}]', ['/v2/a', '/v2/a/{name}']],
    ['/v2/a [/{name}]', ['/v2/a', '/{name}']],
    ['https://hub.example/v2/{name} and https://hub.example/about', ['/v2/{name}']],
    ['https://hub.example/v1/repositories/… and https://hub.example/v1/repositories/...', ['/v1/repositories/']],
    // What is an endpoint without a method
    ['/api, /api/a, /apis, /x/v2/y', ['/api', '/api/a']],
    ['/x/{name}, /x/y, `/x/y`, `/x`, `/x/`', ['/x/{name}', '/x/y']],
    ['`code` /x/y', []],
    [`\`/boxes/x\` ${'a '.repeat(300)}`, ['/boxes/x']],
    ['/v2/<name >/x', ['/v2/{name}/x']],
    ['and/or, 1/2', []],
    // Methods in front of a path
    ['GET and HEAD /a, POST/PUT: /b', ['GET /a', 'HEAD /a', 'POST /b', 'PUT /b']],
    ['GET, GET /a', ['GET /a']],
    ['`GET` `/a` und `DELETE` /b', ['GET /a', 'DELETE /b']],
    ['GET und HEAD /a', ['GET /a', 'HEAD /a']],
    // Methods behind a path
    ['/a (POST), /b [GET, HEAD], /c (only PUT requests)', ['POST /a', 'GET /b', 'HEAD /b', 'PUT /c']],
    ['/a: POST', ['POST /a']],
    ['/a via an HTTP POST.', ['POST /a']],
    // Methods of the path in front
    ['GET /a, also as `HEAD`.', ['GET /a', 'HEAD /a']],
    ['for `GET /a/{b}` call getB, and for a `HEAD` on the same path checkB', ['GET /a/{b}', 'HEAD /a/{b}']],
    ['GET /a, and HEAD or POST requests to that route', ['GET /a', 'HEAD /a', 'POST /a']],
    ['GET /a, also HEAD /b', ['GET /a', 'HEAD /b']],
    ['HEAD on the same path as GET /a', ['GET /a']],
    ['GET /a and `HEAD` of the same (old)', ['GET /a', 'HEAD /a']],
    ['GET /a, and HEAD on that very same path', ['GET /a', 'HEAD /a']],
    ['GET /a and HEAD of the same sort', ['GET /a']],
    ['GET /a. Use HEAD to check.', ['GET /a']],
    ['GET /a (not to be confused with the POST on that path)', ['GET /a']],
    ['/a via GET /b', ['GET /b']],
    ['/v2/a, via POST requests', ['POST /v2/a']],
    [`/v2/a${' '.repeat(200)}(POST)`, ['/v2/a']],
    ['POST (x) /v2/a', ['/v2/a']],
    ['GET /v2/a, POST on the same path and GET /v2/b', ['GET /v2/a', 'POST /v2/a', 'GET /v2/b']],
    ['Not GET /v2/a. PUT /v2/b and POST on the same path', ['GET /v2/a', 'PUT /v2/b', 'POST /v2/b']],
    ['See `code` and /terms.', []],
  ])('%s', (text, expected) => {
    expect(endpointsOf([run(text)]).map(named)).toEqual(expected)
  })

  test('where only endpoints stand, each path is one', () => {
    expect(endpointsOf([run('/x'), run('/x/y')], true).map(named)).toEqual(['/x', '/x/y'])
    expect(placedMentions(run('a GET /x. b'))).toEqual([{ method: 'GET', path: '/x', start: 2, end: 8 }])
    expect(placedMentions(run('GET /x, POST on the same path')).at(-1)).toEqual({
      method: 'POST',
      path: '/x',
      start: 8,
      end: 29,
    })
    expect(placedMentions(run('/terms'))).toEqual([])
  })

  test('each once', () => {
    const get = { method: 'GET', path: '/a' }
    expect(uniqueEndpoints([get, { path: '/a' }, { ...get }, { path: '/a' }])).toStrictEqual([get, { path: '/a' }])
  })
})

describe('operations', () => {
  test.each([
    ['Get repository', 'GetRepository'],
    ['the CheckRepository operation', 'CheckRepository'],
    ['An endpoint: create a repository', 'CreateRepository'],
    ['List repositories', 'listNamespaceRepositories'],
    ['list-namespace-repositories endpoints', 'listNamespaceRepositories'],
    ['Get repository operations', 'GetRepository'],
    ['Get other repository', undefined],
    ['', undefined],
  ])('%s is %s', (text, id) => {
    expect(operationNamed(text)).toBe(id)
  })

  test.each<readonly [string, readonly string[]]>([
    ['Use CreateA, then listB2', ['CreateA', 'listB2']],
    ['CreateA and CreateA', ['CreateA']],
    ['GitHub, camel, Camel, /pathOf, x.CreateA, CreateA.B', []],
    ['[one](/x#operation/GetA) and CreateB', ['GetA', 'CreateB']],
    ['CreateB and [one](operations/Get%20A?x)', ['CreateB', 'Get A']],
    ['[one](#/operation/), [two](/preoperation/GetA)', []],
  ])('ids of %s', (text, expected) => {
    expect(operationIdsOf(run(text))).toEqual(expected)
  })

  test.each<readonly [string, readonly string[]]>([
    ['Get repository', ['GetRepository']],
    ['Get repository or check repository', ['GetRepository', 'CheckRepository']],
    ['Get repository, and also something', []],
    ['[this one](/docs/get-repository)', ['GetRepository']],
    ['[this one](/docs/get-repository#top) or [that](#check-repository)', ['CheckRepository']],
    ['[Get repository](/elsewhere)', ['GetRepository']],
  ])('%s says to use %j', (text, expected) => {
    expect(operationsNamed(run(text))).toEqual(expected)
  })

  test.each([
    ['legacy CreateRepository', true],
    ['v1: a legacy route CreateRepository', true],
    ['the old one. CreateRepository', false],
    ['golden CreateRepository', false],
    [`old ${'x'.repeat(70)} CreateRepository`, false],
    ['CreateRepository is not old', false],
    [`legacy CreateRepository ${'x'.repeat(200)}`, true],
  ])('%s is of something old: %s', (text, expected) => {
    expect(isOfOld(run(text), text.indexOf('Create'))).toBe(expected)
  })

  test.each([
    ['GetA or GetB', true],
    ['GetA, and GetB', true],
    ['/v2/a/GET or use the /v2/b', true],
    ['[one](/x#get-repository) / [two](/x#check-repository)', true],
    ['GetA and then GetB', false],
    ['GetA. GetB', false],
    ['/x or /y', true],
    ['[one](/x#get-repository) [two](/x#check-repository)', true],
    ['Get repository', false],
    ['GetA or GetB. GetC', true],
    ['GetA', false],
    ['Or GetA', false],
    ['[GetA](/x#operation/GetA)', false],
    ['[one or GetB](/x#operation/GetA) and something', false],
    ['Get repository or check repository', true],
  ])('%s is a choice: %s', (text, expected) => {
    expect(isChoice(run(text))).toBe(expected)
  })
})

test('methods of the path before', () => {
  expect(methodsOfSame('GET /a, HEAD or PUT on the same path, and POST /b')).toEqual(['HEAD', 'PUT'])
  expect(methodsOfSame('GET /a, also as HEAD')).toEqual([])
})

test('methods without a path', () => {
  expect(methodsAlone('GET /v2/a works for HEAD, HEAD and PUT')).toEqual(['HEAD', 'PUT'])
  expect(methodsAlone('GET and HEAD /v2/a, PUT/PATCH https://x/v2/b')).toEqual([])
})

describe('names for the reader of clauses', () => {
  const about = [
    { method: 'GET', path: '/v1/a' },
    { method: 'GET', path: '/v1/b' },
    { method: 'PUT', path: '/v1/a' },
    { path: '/v1/c' },
  ]
  const told = (markdown: string) => {
    const { text, links } = run(markdown)
    return namesOf({ text, links }, about).map(({ start, end, things }) => [
      text.slice(start, end),
      ...things.map(thing => ('id' in thing ? thing.id : named(thing as EndpointMention))),
    ])
  }

  test.each<readonly [string, readonly (readonly string[])[]]>([
    [
      'GetA replaces GET /v1/a',
      [
        ['GetA', 'GetA'],
        ['GET /v1/a', 'GET /v1/a'],
      ],
    ],
    ['GET and HEAD /v1/a', [['GET and HEAD /v1/a', 'GET /v1/a', 'HEAD /v1/a']]],
    [
      'the GETs and PUT',
      [
        ['GETs', 'GET /v1/a', 'GET /v1/b'],
        ['PUT', 'PUT /v1/a'],
      ],
    ],
    ['TARGET, POST', []],
    ['/terms', []],
    ['PUT is over. PUT /v1/a', [['PUT /v1/a', 'PUT /v1/a']]],
    [
      'GET /v1/b. GET it is. GET /v1/a',
      [
        ['GET /v1/b', 'GET /v1/b'],
        ['GET', 'GET /v1/b'],
        ['GET /v1/a', 'GET /v1/a'],
      ],
    ],
    ['Not `PUT.` It is PUT /v1/a', [['PUT /v1/a', 'PUT /v1/a']]],
    [
      'PUT is that of PUT /v1/a. More.',
      [
        ['PUT', 'PUT /v1/a'],
        ['PUT /v1/a', 'PUT /v1/a'],
      ],
    ],
    ['use Get repository', [['Get repository', 'GetRepository']]],
    ['use List repositories', [['List repositories', 'listNamespaceRepositories']]],
    ['[one](/x#get-repository)', [['one', 'GetRepository']]],
    ['[one](/x#other)', []],
    ['[](/x#get-repository)', []],
    ['[/v1/a](/x#get-repository)', [['/v1/a', '/v1/a']]],
    ['[GetA](/x#operation/GetB)', [['GetA', 'GetB', 'GetA']]],
    ['[see GetA](/x#operation/GetB)', [['see GetA', 'GetB']]],
  ])('%s', (text, expected) => {
    expect(told(text)).toEqual(expected)
  })
})
