import { expect, test } from 'vitest'
import type { Successor } from '../../../../engine/documents/replacements.ts'
import {
  deniesSuccessor,
  paired,
  replacementsIn,
  replacementsSaid,
  successorsIn,
  withoutReplacements,
} from '../../../../engine/documents/replacements.ts'
import { named, replaced, run } from './reading.ts'

test.each<readonly [string, boolean]>([
  ['None', true],
  ['(none)', true],
  ['kein', true],
  ['Keiner', true],
  ['ninguno', true],
  ['aucun', true],
  ['nessuno', true],
  ['nessun', true],
  ['nenhum', true],
  ['None yet', false],
  ['Not none', false],
])('a cell %j denies a successor', (cell, expected) => {
  expect(deniesSuccessor(cell)).toStrictEqual(expected)
})

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['GET /v1/a is replaced by GET /v2/a.', [], ['GET /v1/a => GET /v2/a']],
  [
    'Gone: /v1/a (no replacement), /v1/b → /v2/b, /v1/c (no replacement), /v1/d → /v2/d',
    [],
    ['/v1/b => /v2/b', '/v1/d => /v2/d'],
  ],
  ['We had /v1/a, /v1/b (now /v2/b), /v1/c, /v1/d (now /v2/d).', [], ['/v1/b => /v2/b', '/v1/d => /v2/d']],
  [
    'We had /v1/a and /v1/b (now /v2/b), /v1/c (now /v2/c).',
    [],
    ['/v1/a => /v2/b', '/v1/b => /v2/b', '/v1/c => /v2/c'],
  ],
  ['We had /v1/a, /v1/b (now /v2/b).', [], ['/v1/a => /v2/b', '/v1/b => /v2/b']],
  [
    'The legacy create and list endpoints GET /v1/a and GET /v1/b are superseded by GetRepository. The old check call HEAD /v1/c is superseded by CheckRepository.',
    [],
    ['GET /v1/a => GetRepository', 'GET /v1/b => GetRepository', 'HEAD /v1/c => CheckRepository'],
  ],
  ['Deprecated since 2025-09-19. GetRepository is the successor.', ['/v1/a'], ['/v1/a => GetRepository']],
  ['GetRepository was the successor.', ['/v1/a'], []],
  ['GetRepository was replaced.', ['/v1/a'], []],
  ['GET /v1/a (2025-09-19). Prefer GetRepository.', [], ['GET /v1/a => GetRepository']],
  ['GetRepository is preferred.', ['/v1/a'], []],
  ['Deprecated. @deprecated use GetRepository', ['/v1/a'], ['/v1/a => GetRepository']],
  ['GET /v1/a. Now please to use GetRepository.', [], ['GET /v1/a => GetRepository']],
  ['GET /v1/b\n  New: GetRepository', [], ['GET /v1/b => GetRepository']],
  ['Deprecation: GET /v1/b\nNew: GetRepository', [], []],
  ['GET /v1/b\nNew: GetRepository, CheckRepository', [], []],
  ['Use /v2/a instead of /v2/a.', [], []],
  ['/v1/b\n  now: /v2/b\n/v1/c  now: /v2/c', [], ['/v1/b => /v2/b', '/v1/c => /v2/c']],
  ['The call that lists GET /v1/a is replaced by GetRepository.', [], ['GET /v1/a => GET /v1/a GetRepository ?']],
  [
    'It was decided that GET /v1/a is replaced by GetRepository; and that HEAD /v1/a is replaced by CheckRepository.',
    [],
    ['GET /v1/a => GetRepository', 'HEAD /v1/a => CheckRepository'],
  ],
  ['Use /v2/a/{b}. Use /v2/a/{b}/c.', [], []],
  ['Replaced by GetRepository (GET /v2/x) for GET.', ['/v1/a'], ['/v1/a => GET /v2/x GetRepository ?']],
  ['Replaced by GetRepository.', ['/v1/a', '/v1/b'], ['/v1/a => GetRepository', '/v1/b => GetRepository']],
  [
    '/v1/a\n (use GetRepository), /v1/b\n (use CheckRepository)',
    [],
    ['/v1/a => GetRepository', '/v1/b => CheckRepository'],
  ],
  [
    'Old ones (/v1/a, /v1/b) (replaced by GetRepository (GET /v2/a) and CheckRepository (HEAD /v2/b))',
    [],
    ['/v1/a => GET /v2/a GetRepository', '/v1/b => HEAD /v2/b CheckRepository'],
  ],
  ['It has no replacement.', ['/v1/a'], ['/v1/a => none']],
  ['It has no replacement.', ['/v1/a', '/v1/b'], []],
  ['/v1/a is replaced by /v2/a. For the two lids routes there is no replacement.', [], ['/v1/a => /v2/a']],
  ['For the old routes there is no replacement.', ['/v1/a'], ['/v1/a => none']],
  ['/v1/a and /v1/b have no replacement.', ['/v1/c'], ['/v1/a => none', '/v1/b => none']],
  [
    'Use GetRepository or CheckRepository instead.',
    ['/v1/a'],
    ['/v1/a => GetRepository *', '/v1/a => CheckRepository *'],
  ],
  [
    'Use GetRepository or CheckRepository instead.',
    ['/v1/a', '/v1/b'],
    ['/v1/a => GetRepository', '/v1/b => CheckRepository'],
  ],
  [
    'GET /v1/a and HEAD /v1/a (GET is replaced by GetRepository, HEAD by CheckRepository)',
    [],
    ['GET /v1/a => GetRepository', 'HEAD /v1/a => CheckRepository'],
  ],
  // Old names and new ones that take turns are pairs in their order, whatever else their clauses say.
  [
    'Those that read with GET /v1/a move to GetRepository (GET /v2/a), and those that only test whether it is there with HEAD /v1/a migrate to CheckRepository.',
    [],
    ['GET /v1/a => GET /v2/a GetRepository', 'HEAD /v1/a => CheckRepository'],
  ],
  [
    'Migrate POST /v1/a and POST /v1/b to **CreateRepository**.',
    [],
    ['POST /v1/a => CreateRepository', 'POST /v1/b => CreateRepository'],
  ],
  [
    'Those that read with GET /v1/a, or test it with HEAD /v1/a, have to move to GetRepository.',
    [],
    ['GET /v1/a => GetRepository', 'HEAD /v1/a => GetRepository'],
  ],
  [
    'Those that read with GET /v1/a move to GetRepository, and those that test with HEAD /v1/a do not move to CheckRepository.',
    [],
    ['GET /v1/a => GetRepository ?', 'HEAD /v1/a => GetRepository ?'],
  ],
  [
    'GET and HEAD /v1/a: GET: GetRepository, HEAD: CheckRepository',
    [],
    ['GET /v1/a => GetRepository ? *', 'HEAD /v1/a => GetRepository ? *', 'HEAD /v1/a => CheckRepository ? *'],
  ],
  [
    'GET and HEAD /v1/a: replaced by GET: GetRepository, HEAD: CheckRepository',
    [],
    ['GET /v1/a => GetRepository', 'HEAD /v1/a => CheckRepository'],
  ],
  [
    'GET /v1/a (use GetRepository instead), POST /v1/a (use CreateRepository instead)',
    [],
    ['GET /v1/a => GetRepository', 'POST /v1/a => CreateRepository'],
  ],
  [
    'GET /v1/a lives on as GetRepository, and HEAD /v1/a as CheckRepository.',
    [],
    ['GET /v1/a => GetRepository', 'HEAD /v1/a => CheckRepository'],
  ],
  [
    'For GET /v2/repositories/{namespace}/{repository} there is GetRepository, and whoever only wanted to know whether a repository exists, and therefore sent HEAD /v2/repositories/{namespace}/{repository}, will find that CheckRepository does the same.',
    [],
    [
      'GET /v2/repositories/{namespace}/{repository} => GetRepository ? *',
      'HEAD /v2/repositories/{namespace}/{repository} => CheckRepository ? *',
    ],
  ],
  ['(use GetRepository instead) GET /v1/a', [], ['GET /v1/a => GetRepository']],
  ['GET /v1/a is old.\nUse GetRepository\ninstead.', [], ['GET /v1/a => GetRepository']],
  ['GET /v1/a is replaced by\nGetRepository.', [], ['GET /v1/a => GetRepository']],
  [
    'GET /v1/a is replaced by GetRepository\nPOST /v1/a is replaced by CreateRepository',
    [],
    ['GET /v1/a => GetRepository', 'POST /v1/a => CreateRepository'],
  ],
  ['Where you called GET /v1/a, call GetRepository now.', [], []],
  [
    'GET /v2/repositories/{namespace}/{repository} became GetRepository.',
    [],
    ['GET /v2/repositories/{namespace}/{repository} => GetRepository'],
  ],
  [
    'GET /v1/a is old and became GET /v2/namespaces/{namespace}/repositories/{repository}.',
    [],
    ['GET /v1/a => GET /v2/namespaces/{namespace}/repositories/{repository}'],
  ],
  ['GET /v1/a is gone; GetRepository is not affected.', [], []],
  ['GET /v1/a is gone and GET /v2/namespaces/{namespace}/repositories/{repository} is not affected.', [], []],
  [
    'GET /v1/a is gone and GET /v2/namespaces/{namespace}/repositories/{repository} is affected.',
    [],
    ['GET /v1/a => GET /v2/namespaces/{namespace}/repositories/{repository} ? *'],
  ],
  ['GET /v1/a is gone and GET /v2/namespaces/{namespace}/repositories/{repository} was unaffected.', [], []],
  ['GetRepository does not replace GET /v1/a.', [], []],
  ['Do not use GetRepository for GET /v1/a.', [], []],
  [
    'GET /v1/a, GET /v1/b and GET /v1/c are replaced by [GetRepository](#tag/r/operation/CheckRepository).',
    [],
    [
      'GET /v1/a => CheckRepository',
      'GET /v1/a => GetRepository',
      'GET /v1/b => CheckRepository',
      'GET /v1/b => GetRepository',
      'GET /v1/c => CheckRepository',
      'GET /v1/c => GetRepository',
    ],
  ],
  [
    'GET /v1/a and POST /v1/a: use GetRepository for GET and CreateRepository for POST.',
    [],
    ['GET /v1/a => GetRepository', 'POST /v1/a => CreateRepository'],
  ],
  ['This endpoint is replaced by /v2/a or GetRepository.', ['/v1/a'], ['/v1/a => /v2/a GetRepository *']],
  ['A successor of GET /v1/a is GET, HEAD /v2/a.', [], ['GET /v1/a => /v2/a']],
  ['GetRepository exists since 2025-01-01, not GET /v1/a.', [], ['GET /v1/a => GetRepository ? *']],
  ['GET /v1/a is gone. We like tea. Use GetRepository.', [], ['GET /v1/a => GetRepository']],
  ['GET /v1/a is gone since GET /v1/b exists. Use GetRepository.', [], ['GET /v1/a => GetRepository']],
  [
    'GET /v1/a, see GET /v2/namespaces/{namespace}/repositories/{repository} and GetRepository',
    [],
    ['GET /v1/a => GET /v2/namespaces/{namespace}/repositories/{repository} ? *', 'GET /v1/a => GetRepository ? *'],
  ],
  [
    '`GET /v2/repositories/{namespace}`\nlistNamespaceRepositories',
    [],
    ['GET /v2/repositories/{namespace} => listNamespaceRepositories ? *'],
  ],
  [
    '`GET /v2/repositories/{namespace}` `listNamespaceRepositories` replaces it.',
    [],
    ['GET /v2/repositories/{namespace} => listNamespaceRepositories ? *'],
  ],
  [
    '`GET /v2/repositories/{namespace}` is replaced by listNamespaceRepositories. Use CheckRepository instead.',
    [],
    [
      'GET /v2/repositories/{namespace} => listNamespaceRepositories',
      'GET /v2/repositories/{namespace} => CheckRepository',
    ],
  ],
  [
    'CreateRepository replaces both POST endpoints, GetRepository replaces `GET /v2/repositories/{namespace}/{repository}`.',
    [],
    [
      'GET /v2/repositories/{namespace}/{repository} => CreateRepository ?',
      'GET /v2/repositories/{namespace}/{repository} => GetRepository',
    ],
  ],
  [
    'POST /v2/repositories, POST /v2/repositories/{namespace}, GET /v2/repositories/{namespace}/{repository} and HEAD /v2/repositories/{namespace}/{repository} are deprecated. CreateRepository replaces POST, GetRepository GET, CheckRepository HEAD.',
    [],
    [
      'POST /v2/repositories => CreateRepository',
      'POST /v2/repositories/{namespace} => CreateRepository',
      'GET /v2/repositories/{namespace}/{repository} => GetRepository',
      'HEAD /v2/repositories/{namespace}/{repository} => CheckRepository',
    ],
  ],
  ['GET /v1/a is replaced by GetRepository (/x).', [], ['GET /v1/a => GetRepository']],
  [
    'GET /v1/a was removed (use CheckRepository instead of POST /v1/c). Use GetRepository.',
    [],
    ['POST /v1/c => CheckRepository', 'GET /v1/a => GetRepository'],
  ],
  ['There is no replacement for GET /v1/a, GetRepository.', [], ['GET /v1/a => none']],
  [
    'GET /v1/a, GET /v2/namespaces/{namespace}/repositories/{repository}, that is not it',
    [],
    ['GET /v1/a => GET /v2/namespaces/{namespace}/repositories/{repository} ? *'],
  ],
  ['GET /v1/a, see GET /v2/namespaces/{namespace}/repositories/{repository}  is  not it', [], []],
  ['/v1/a: use GET instead.', [], []],
  [
    'GET /v1/old is replaced by GET /v2/new. Use CheckRepository instead.',
    [],
    ['GET /v1/old => GET /v2/new', 'GET /v1/old => CheckRepository'],
  ],
  [
    'GET /v1/b is old, and GET /v1/a is replaced by GET /v2/namespaces/{namespace}/repositories/{repository}.',
    [],
    ['GET /v1/a => GET /v2/namespaces/{namespace}/repositories/{repository}'],
  ],
  [
    'GetRepository is there, and GET /v1/b is old, and GET /v1/a is replaced by CheckRepository.',
    [],
    ['GET /v1/a => CheckRepository', 'GET /v1/b => GetRepository ? *'],
  ],
  ['It replaces GET /v1/a. Use GetRepository instead.', ['/v2/a'], ['/v2/a => GetRepository']],
  ['The list is old and GET /v1/a is deprecated. Use GetRepository instead.', [], ['GET /v1/a => GetRepository']],
  [
    'GET /v1/a (use GetRepository) is replaced by CheckRepository.',
    [],
    ['GET /v1/a => CheckRepository', 'GET /v1/a => GetRepository'],
  ],
  ['GET /v1/a (use GetRepository instead. It is new.)', [], ['GET /v1/a => GetRepository']],
  [
    'GET /v1/a (old; replaced by GetRepository) and HEAD /v1/b (old; replaced by CheckRepository).',
    [],
    ['GET /v1/a => GetRepository', 'HEAD /v1/b => CheckRepository'],
  ],
  ['/v1/a, /v1/b, /v1/c (now /v2/c) and /v1/d (now /v2/d) are gone.', [], ['/v1/c => /v2/c', '/v1/d => /v2/d']],
  ['`/v1/a`, `/v1/b` (now /v2/b) and /v1/c (now /v2/c) are gone.', [], ['/v1/b => /v2/b', '/v1/c => /v2/c']],
  ...['/v1/a, and', '/v1/a with tea,'].map(
    first =>
      [
        `${first} /v1/b (now /v2/b) and /v1/c (now /v2/c) are gone.`,
        [],
        ['/v1/a => /v2/b', '/v1/b => /v2/b', '/v1/c => /v2/c'],
      ] as const,
  ),
  ['GET /v1/a is old (a pity!) Use GetRepository.', [], ['GET /v1/a => GetRepository']],
  [
    'GET and PATCH /v2/repositories/{namespace}/{repository}, HEAD /v2/repositories/{namespace}/{repository} (now CheckRepository), POST /v1/a (gone)',
    [],
    ['HEAD /v2/repositories/{namespace}/{repository} => CheckRepository'],
  ],
  ['/v1/a, /v1/b (now /v2/b) and more (tea) are gone.', [], ['/v1/a => /v2/b', '/v1/b => /v2/b']],
  ['/v1/a (tea, /v1/b) (now /v2/b)', [], ['/v1/a => /v2/b', '/v1/b => /v2/b']],
  ['GET /v1/a (old) and HEAD /v1/b (old) (use CheckRepository).', [], ['HEAD /v1/b => CheckRepository']],
  ['We had tea. /v1/a (no replacement), /v1/b → /v2/b, /v1/c → /v2/c', [], ['/v1/b => /v2/b', '/v1/c => /v2/c']],
  ['GET /v1/a has GetRepository.', [], []],
  ['GET /v1/a moves with GetRepository.', [], []],
  ['We prefer GetRepository over GET /v1/a.', [], ['GET /v1/a => GetRepository ? *']],
  ['With GetRepository you use GET /v1/a.', [], ['GET /v1/a => GetRepository ? *']],
  ['There is no replacement, see GET /v1/b.', [], []],
  ['GET /v1/b is old, and there is no replacement.', [], ['GET /v1/b => none']],
  ['We used GET /v1/a. Use GetRepository instead.', [], ['GET /v1/a => GetRepository']],
  ['Do not call GET /v1/a. Use GetRepository instead.', [], ['GET /v1/a => GetRepository']],
  ['Stop GET /v1/a. Use GetRepository instead.', [], ['GET /v1/a => GetRepository']],
  [
    '/v1/a\n(use GetRepository), /v1/b\n  (use CheckRepository)',
    [],
    ['/v1/a => GetRepository', '/v1/b => CheckRepository'],
  ],
  ['GET /v1/a: others, and GET or PATCH /v2/namespaces/{namespace}/repositories/{repository} is not affected.', [], []],
  [
    'GET /v1/a is replaced by GetRepository, then CheckRepository.',
    [],
    ['GET /v1/a => GetRepository', 'GET /v1/a => CheckRepository'],
  ],
  ['PUT /v2/a is replaced by PATCH /v2/a.', [], ['PUT /v2/a => PATCH /v2/a']],
  ['PUT /v2/a is replaced by /v2/a.', [], []],
  ['This page said that GET /v1/a had no replacement.', [], []],
  [
    'Use GET /v2/b instead of GET /v1/a. It is also replaced by GetRepository.',
    [],
    ['GET /v1/a => GET /v2/b', 'GET /v1/a => GetRepository'],
  ],
  // What an operation is that the API does not have is not known.
  ['GetThings (/v1/b), /v2/b (GET /v1/a).', [], []],
  // Brackets are about what stands between them and those in front of them.
  ['Gone (/v1/b) GET /v1/a (replaced by GetRepository)', [], ['GET /v1/a => GetRepository']],
  ['GET /v2/a is replaced by GET /v2/a.', [], []],
  ['XX → a, XX → b', [], []],
])('%s: what replaces what (about %j)', (text, about, expected) => {
  expect(
    replacementsIn(
      run(text),
      7,
      about.map(path => ({ path })),
    ).map(replaced),
  ).toStrictEqual(expected)
})

test('operations take turns with the endpoints that they are called in the place of', () => {
  const about = [
    { method: 'POST', path: '/v1/a' },
    { method: 'POST', path: '/v1/b' },
    { method: 'GET', path: '/v1/a' },
  ]
  const text = 'Call CreateRepository where you sent POST, GetRepository where you sent GET.'
  expect(replacementsIn(run(text), 7, about).map(replaced)).toStrictEqual([
    'POST /v1/a => CreateRepository ? *',
    'POST /v1/b => CreateRepository ? *',
    'GET /v1/a => GetRepository ? *',
  ])
})

test('operations take turns with the methods they are for', () => {
  const about = ['GET', 'HEAD'].map(method => ({ method, path: '/v1/a' }))
  expect(replacementsIn(run('GetRepository for GET, CheckRepository for HEAD.'), 7, about).map(replaced)).toStrictEqual(
    ['GET /v1/a => GetRepository ? *', 'HEAD /v1/a => CheckRepository ? *'],
  )
})

test.each<readonly [string, readonly unknown[]]>([
  [
    'Old: GET /v1/a is replaced by GetRepository (GET /x) for GET, and that is it.',
    [['GET /v1/a', 'GetRepository (GET /x) for GET', false, 'GetRepository (GET /x) for GET, and that is it']],
  ],
  [
    'GET: GetRepository replaces GET /v1/a.',
    [['GET /v1/a', 'GET: GetRepository ', true, 'GET: GetRepository replaces ']],
  ],
  [
    'Instead of POST /v1/a use POST, PUT: CreateRepository.',
    [['POST /v1/a', 'POST, PUT: CreateRepository', true, 'POST, PUT: CreateRepository']],
  ],
  ['In v2.1 GET /v1/a is replaced by GetRepository', [['GET /v1/a', 'GetRepository', false, 'GetRepository']]],
  [
    'GET /v1/a is replaced by GetRepository, and old. More.',
    [['GET /v1/a', 'GetRepository', true, 'GetRepository, and old']],
  ],
  ['Use GetRepository.', []],
  ['There is no replacement for GET /v1/a.', [['GET /v1/a', undefined, true, 'There is no replacement for ']]],
  ['Superseded by: nothing', []],
  ['Use GET,  CheckRepository instead of /v1/a.', [['/v1/a', 'CheckRepository ', true, 'CheckRepository instead of ']]],
  [
    'GET /x → GET /y, GET /z → GET /w',
    [
      ['GET /x', 'GET /y', true, 'GET /y, '],
      ['GET /z', 'GET /w', true, 'GET /w'],
    ],
  ],
  [
    'GET /v1/a → GetRepository, /v1/b → /v2/b.',
    [
      ['GET /v1/a', 'GetRepository', true, 'GetRepository,'],
      ['/v1/b', '/v2/b', true, '/v2/b'],
    ],
  ],
  [
    'GET /v1/a → GetRepository,  /v1/b → /v2/b.',
    [
      ['GET /v1/a', 'GetRepository', true, 'GetRepository,  '],
      ['/v1/b', '/v2/b', true, '/v2/b'],
    ],
  ],
  [
    'GET /v1/a → GetRepository, and /v1/b → /v2/b.',
    [
      ['GET /v1/a', 'GetRepository', true, 'GetRepository, and'],
      ['/v1/b', '/v2/b', true, '/v2/b'],
    ],
  ],
  [
    'GET /v1/a (/v1/b too) gives way to /v2/b (GetRepository too).',
    [['GET /v1/a', '/v2/b (GetRepository too)', true, '/v2/b (GetRepository too)']],
  ],
  [
    'GET /v1/a (GetRepository replaces it), and more.',
    [['GET /v1/a', 'GetRepository ', true, 'GetRepository replaces it']],
  ],
  [
    'GET /v1/a (replaced by GetRepository and CreateRepository)',
    [
      ['GET /v1/a', 'GetRepository and CreateRepository', true, 'GetRepository and CreateRepository'],
      ['GET /v1/a', 'GetRepository and CreateRepository', true, 'GetRepository and CreateRepository'],
    ],
  ],
  ['/v1/a is replaced by /v2/a. For the two lids routes there is no replacement.', [['/v1/a', '/v2/a', true, '/v2/a']]],
  [
    'For the lids routes GET /v2/b is no replacement.',
    [['', undefined, false, 'For the lids routes GET /v2/b is no replacement']],
  ],
])('what a text says of replacements, and where: %s', (text, expected) => {
  const source = run(text)
  expect(
    replacementsSaid(source).map(({ olds, news, sure, start, end }) => [
      olds.map(named).join(),
      news?.text,
      sure,
      source.text.slice(start, end),
    ]),
  ).toStrictEqual(expected)
})

test.each<readonly [string, string]>([
  ['GET /v1/a is replaced by GetRepository, and old.', 'GET /v1/a is replaced by                       .'],
])('%s: without its replacements', (text, expected) => {
  expect(withoutReplacements(run(text)).text).toStrictEqual(expected)
})

test.each<readonly [string, boolean, readonly unknown[]]>([
  ['GET /v2/a', false, [{ path: '/v2/a', method: 'GET' }]],
  ['/v2/a and /v2/b', false, [{ path: '/v2/a' }, { path: '/v2/b' }]],
  ['GetRepository', false, [{ operationId: 'GetRepository' }]],
  [
    'GetRepository, CheckRepository: /v2/a',
    false,
    [
      { path: '/v2/a', operationId: 'GetRepository' },
      { path: '/v2/a', operationId: 'CheckRepository' },
    ],
  ],
  ['Get repository', false, [{ operationId: 'GetRepository' }]],
  [
    'GetRepository for GET, CheckRepository for HEAD',
    false,
    [
      { methods: ['GET'], operationId: 'GetRepository' },
      { methods: ['HEAD'], operationId: 'CheckRepository' },
    ],
  ],
  ['GetRepository GET /x for GET', false, [{ path: '/x', method: 'GET', operationId: 'GetRepository' }]],
  ['call for GET now, [this](#operation/GetRepository) and so on', false, [{ operationId: 'GetRepository' }]],
  [
    'GET /v2/a, HEAD /v2/b',
    false,
    [
      { path: '/v2/a', method: 'GET' },
      { path: '/v2/b', method: 'HEAD' },
    ],
  ],
])('the successors in %s (only names: %s)', (text, lenient, expected) => {
  expect(successorsIn(run(text), lenient)).toStrictEqual(expected)
})

test.each<readonly [readonly string[], readonly Successor[], readonly string[]]>([
  [
    ['GET', 'HEAD'],
    [
      { operationId: 'A', methods: ['HEAD'] },
      { operationId: 'B', methods: ['GET'] },
    ],
    ['GET /a => B', 'HEAD /a => A'],
  ],
  [
    ['GET', ''],
    [{ operationId: 'A', methods: ['HEAD'] }, { operationId: 'B' }],
    ['GET /a => B', '/a => A', '/a => B'],
  ],
])('%j with %j', (olds, news, expected) => {
  expect(
    paired(
      olds.map(old => ({ path: '/a', ...(old !== '' && { method: old }) })),
      news,
      3,
    ).map(replaced),
  ).toStrictEqual(expected)
})

const many = (of: (at: number) => string): string => Array.from({ length: 60 }, (_, at) => of(at)).join(', ')

test('a statement is of no more than fifty endpoints', () => {
  const olds = many(at => `/v1/${at}`)
  expect(replacementsIn(run(`/v2/b replaces ${olds}.`), 1, [])).toHaveLength(50)
  expect(replacementsIn(run(`GetRepository and ${olds}`), 1, [])).toHaveLength(50)
  expect(successorsIn(run(many(at => `/v2/${at}`)))).toHaveLength(50)
  expect(successorsIn(run(many(at => `GetThing${at}`)))).toHaveLength(50)
  const about = Array.from({ length: 50 }, (_, at) => ({ path: `/v1/${at}` }))
  expect(replacementsIn(run('Use GetRepository instead.'), 1, about)).toHaveLength(50)
  expect(replacementsIn(run('It has no successor.'), 1, [...about, { path: '/v1/x' }])).toEqual([])
  expect(replacementsIn(run(`${olds.slice(0, olds.indexOf('/v1/50'))}. They have no successor.`), 1, [])).toHaveLength(
    50,
  )
  expect(paired([...about, { path: '/v1/x' }], [{ path: '/v2/a' }], 1)).toHaveLength(50)
})

test('each statement has its line and its place', () => {
  const told = (text: string) => replacementsIn(run(text), 7, []).map(({ line, statement }) => [line, statement])
  expect(told('GET /v1/a is replaced by GetRepository. CheckRepository and GET /v1/b.')).toEqual([
    [7, 25],
    [7, 40],
  ])
  expect(told('GET /v1/a is replaced by [GetRepository](#operation/CheckRepository).')).toEqual([
    [7, 25],
    [7, 26],
  ])
  expect(told('GET /v1/a is replaced by GetRepository and CheckRepository.')).toEqual([
    [7, 25],
    [7, 25],
  ])
  expect(told('GET /v1/a is replaced by GetRepository, then CheckRepository.')).toEqual([
    [7, 25],
    [7, 25],
  ])
  expect(told('GET /v1/a and GET /v1/b are replaced by [GetRepository](#operation/CheckRepository).')).toEqual([
    [7, 40],
    [7, 40],
  ])
})
