import { expect, test } from 'vitest'
import { labelContradiction, labelOf } from '../../../../checks/documents/labels/legacy.ts'
import { Missing } from '../../../../contracts/results/finding.ts'
import { at, log, reference, row, told } from './sources.ts'

const old = 'GET /v2/repositories/{namespace}'
const endpoint = { method: 'GET', path: '/v2/repositories/{namespace}' }
const day = '2025-06-27'
const published = (operation: object, info: object = {}) => reference(at(old, operation), info)
type Sources = Partial<Parameters<typeof labelOf>[0]>
const labelled = (sources: Sources): string => {
  try {
    return told(labelOf({ reference: undefined, log: undefined, ...sources }, endpoint, day))
  } catch (error) {
    return error instanceof Missing ? error.code : String(error)
  }
}
const other = reference(at('GET /v2/x', {}))

const cases: readonly (readonly [string, Sources])[] = [
  ['need-reference', {}],
  [
    'unclear: statement-unclear: GET /v2/repositories/{namespace}, deprecated []',
    { reference: published({ deprecated: true, 'x-lifecycle': 'active' }) },
  ],
  ['label: reference: GET /v2/repositories/{namespace}, deprecated []', { reference: published({ deprecated: true }) }],
  [
    'label: reference: GET /v2/repositories/{namespace}, deprecated []',
    { reference: published({ deprecated: true, 'x-deprecated': false }) },
  ],
  [
    'label: reference: GET /v2/repositories/{namespace}, "Deprecated." []',
    { reference: published({ description: 'Deprecated.' }) },
  ],
  [
    'unclear: statement-unclear: GET /v2/repositories/{namespace} []',
    { reference: published({ 'x-deprecated': true }) },
  ],
  ['violated: not-labelled: GET /v2/repositories/{namespace} []', { reference: published({}) }],
  [
    'violated: not-labelled: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({}), log: row(`\`${old}\``) },
  ],
  [
    'violated: not-labelled: GET /v2/repositories/{namespace} []',
    { reference: published({}), log: row(`\`${old}\``, 'Active') },
  ],
  [
    'violated: not-labelled: GET /v2/repositories/{namespace} []',
    { reference: published({}), log: row(`\`${old}\``, '') },
  ],
  [
    'violated: not-labelled: GET /v2/repositories/{namespace} []',
    { reference: published({}), log: row('`GET /v2/x`') },
  ],
  ['need-deprecation-log', { reference: published({ responses: { 410: { description: 'Gone.' } } }) }],
  [
    'label: deprecation-log: Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ responses: { 410: { description: 'Gone.' } } }), log: row(`\`${old}\``) },
  ],
  ['need-deprecation-log', { reference: published({ summary: 'For older clients' }) }],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ summary: 'For older clients' }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ description: 'Removed fields are gone.' }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    {
      reference: published({
        description: 'Lists.',
        externalDocs: { url: 'https://hub.invalid/x', description: 'How to leave the legacy' },
      }),
      log: row(`\`${old}\``),
    },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} [Legacy]; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ tags: ['Legacy'] }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} (deprecated list) []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ operationId: 'deprecated list' }), log: row(`\`${old}\``) },
  ],
  [
    'violated: not-labelled: GET /v2/repositories/{namespace} (listOld) []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ operationId: 'listOld' }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} (ListNamespaceRepositories) []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ operationId: 'ListNamespaceRepositories' }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ 'x-replaced-by': 'listNamespaceRepositories' }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ description: 'Use GET /v3/tags instead.' }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({}, { description: `See \`${old}\`.` }), log: row(`\`${old}\``) },
  ],
  [
    'violated: not-labelled: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({}, { description: `## \`${old}\`\n\nSee there.` }), log: row(`\`${old}\``) },
  ],
  [
    'violated: not-labelled: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({}, { description: 'See `GET /v2/x`.' }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    {
      reference: reference({ [endpoint.path]: { description: 'Deprecated.', get: { responses: {} } } }),
      log: row(`\`${old}\``),
    },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: reference({ ...at(old, {}), '/v2/y': { $ref: 'https://hub.invalid/y' } }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: document-unread: log.md has no table and no list of deprecated endpoints.',
    {
      reference: reference({ ...at('GET /v2/x', {}), '/v2/y': { $ref: 'https://hub.invalid/y' } }),
      log: log('Nothing.'),
    },
  ],
  ['label: deprecation-log: Deprecated | GET /v2/repositories/{namespace} | 2026-01-01', { log: row(`\`${old}\``) }],
  [
    'unclear: statement-unclear: Active | GET /v2/repositories/{namespace} | 2026-01-01',
    { log: row(`\`${old}\``, 'Active') },
  ],
  [
    'unclear: statement-unclear: Possibly deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { log: row(`\`${old}\``, 'Possibly deprecated') },
  ],
  ['need-deprecation-log', { reference: other }],
  [
    'label: deprecation-log: Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: other, log: row(`\`${old}\``) },
  ],
  [
    'unclear: statement-unclear: Active | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: other, log: row(`\`${old}\``, 'Active') },
  ],
  [
    'unclear: statement-unclear: Possibly deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: other, log: row(`\`${old}\``, 'Possibly deprecated') },
  ],
  ['none', { reference: other, log: row('`GET /v2/x`') }],
  [
    'unclear: statement-unclear: Deprecated | Old things | 2025-06-27',
    { reference: other, log: row('Old things', 'Deprecated', '2025-06-27') },
  ],
  ['none', { reference: other, log: row('Old things', 'Deprecated', '2025-06-28') }],
  ['none', { reference: other, log: row('Old things', 'Active', '2025-06-27') }],
  [
    'unclear: statement-unclear: Since 2025-06-27, GET /v2/repositories/{namespace} is not what it was for those who once had it in their programs.',
    {
      reference: other,
      log: log(`Since 2025-06-27, \`${old}\` is not what it was for those who once had it in their programs.`),
    },
  ],
  [
    'none',
    {
      reference: other,
      log: log('Since 2025-06-27, `GET /v2/x` is not what it was for those who once had it in their programs.'),
    },
  ],
  [
    'unclear: document-unread: log.md has no table and no list of deprecated endpoints.',
    { reference: other, log: log(`\`${old}\` is there.`) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ summary: 'Legacy', description: 'Lists.' }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ summary: 'Hidden', description: 'Lists.' }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ description: 'Superseded by something better.' }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ summary: '[Outdated] Lists' }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} []; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({}, { description: `See \`${old}\`.\n\nOther things.` }), log: row(`\`${old}\``) },
  ],
  [
    'label: reference: GET /v2/repositories/{namespace}, deprecated []',
    { reference: published({ deprecated: true, description: 'Not deprecated.' }) },
  ],
  [
    'label: reference: GET /v2/repositories/{namespace}, deprecated []',
    { reference: published({ deprecated: true, 'x-deprecated': 'no' }) },
  ],
  ['unclear: statement-unclear: Log', { reference: other, log: row(`\`${old}\``, '') }],
  [
    'unclear: statement-unclear: Possibly | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: other, log: row(`\`${old}\``, 'Possibly') },
  ],
  [
    'unclear: statement-unclear: Since 2025-06-27, use listNamespaceRepositories instead of GET /v2/repositories/{namespace}, which was there for everybody.',
    {
      reference: other,
      log: row(
        '`GET /v2/x`',
        'Deprecated',
        '2026-01-01',
        `Since 2025-06-27, use \`listNamespaceRepositories\` instead of \`${old}\`, which was there for everybody.`,
      ),
    },
  ],
  [
    'unclear: label-in-log-alone: GET /v2/repositories/{namespace} [Users, Legacy]; Deprecated | GET /v2/repositories/{namespace} | 2026-01-01',
    { reference: published({ tags: ['Users', 'Legacy'] }), log: row(`\`${old}\``) },
  ],
  [
    'unclear: statement-unclear: Since 2025-06-27, GET /v2/repositories/{namespace} is not what it was for those who once had it in their programs.',
    {
      reference: other,
      log: row(
        '`GET /v2/x`',
        'Deprecated',
        '2026-01-01',
        `Since 2025-06-27, \`${old}\` is not what it was for those who once had it in their programs.`,
      ),
    },
  ],
  [
    'unclear: document-unread: The reference https://hub.invalid/y at #/paths/~1v2~1y leads out of the document, its directory or its origin, and is not fetched.',
    {
      reference: reference({ ...at('GET /v2/x', {}), '/v2/y': { $ref: 'https://hub.invalid/y' } }),
      log: row('`GET /v2/x`'),
    },
  ],
]
test.each(cases)('the label of an old endpoint, %#: %s', (expected, sources) => {
  expect(labelled(sources)).toBe(expected)
})

const newer = 'GET /v2/repositories/{namespace}/{repository}'
const beside = (own: object, other: object) => reference({ ...at(old, own), ...at(newer, other) })
test.each<readonly [string, object, object]>([
  ['violated', { summary: 'List (legacy)' }, { summary: 'Get (legacy)', deprecated: true }],
  ['violated', { summary: 'Legacy' }, { summary: 'Get (LEGACY)', deprecated: true }],
  ['violated', { description: 'An outdated list.' }, { description: 'An outdated call.', deprecated: true }],
  [
    'violated',
    { description: 'Use `listNamespaceRepositories` instead.' },
    { description: 'Use `GetRepository` instead.', deprecated: true },
  ],
  [
    'violated',
    { description: 'Legacy route. Use [List repositories](#operation/listNamespaceRepositories).' },
    { description: 'Legacy route. Use [Get repository](#operation/GetRepository).', deprecated: true },
  ],
  [
    'unclear',
    { description: 'Use `listNamespaceRepositories` instead.' },
    { description: 'Use `GetRepository` instead.' },
  ],
  [
    'unclear',
    { description: 'Superseded by `listNamespaceRepositories`.' },
    { description: 'Gets one.', deprecated: true },
  ],
  [
    'unclear',
    { description: 'Deprecation: 2026-01-01.' },
    { description: 'Deprecation: 2025-09-19.', deprecated: true },
  ],
  ['unclear', { summary: 'List (legacy)' }, { summary: 'Get (legacy)' }],
  [
    'violated',
    { description: 'Replaced by **listNamespaceRepositories** on 2025-06-27.' },
    { description: 'Replaced by **GetRepository** on 2025-09-19.', deprecated: true },
  ],
  [
    'violated',
    { 'x-replaced-by': 'listNamespaceRepositories' },
    { 'x-replaced-by': 'GetRepository', deprecated: true },
  ],
  ['unclear', { 'x-replaced-by': 'listNamespaceRepositories' }, { deprecated: true }],
  ['unclear', { summary: 'List (legacy)' }, { summary: 'Get', description: 'Legacy.', deprecated: true }],
  ['unclear', { summary: 'List (legacy)' }, { summary: 'Get (old)', deprecated: true }],
  ['unclear', { summary: 'List (legacy, superseded by another)' }, { summary: 'Get legacyData', deprecated: true }],
  ['unclear', { summary: 'List (legacy, deprecated)' }, { summary: 'Get (legacy)', deprecated: true }],
])('%s: a word that stands next to a label elsewhere is none: %j, %j', (verdict, own, other) => {
  expect(labelled({ reference: beside(own, other), log: row(`\`${old}\``) }).split(':')[0]).toBe(verdict)
})

const contradicted: readonly [string, object, object?][] = [
  ['none', {}],
  ['none', { deprecated: true }],
  ['none', { deprecated: true, description: 'Deprecated since 2025-06-27.' }],
  [
    'violated: label-date: GET /v2/repositories/{namespace}: Deprecated since 2025-06-28.',
    { deprecated: true, description: 'Deprecated since 2025-06-28.' },
  ],
  [
    'violated: label-date: GET /v2/repositories/{namespace}: Deprecated since 2025-06-28.',
    { description: 'Deprecated since 2025-06-28.' },
  ],
  [
    'violated: label-date: GET /v2/repositories/{namespace}: deprecated since 2025-06-28',
    { deprecated: true, summary: 'Lists (deprecated since 2025-06-28).' },
  ],
  [
    'violated: label-date: GET /v2/repositories/{namespace}: deprecated since 2025-06-28',
    { deprecated: true, summary: 'Lists it (deprecated since 2025-06-28) as before.' },
  ],
  ['none', { deprecated: true, description: 'Deprecated since 2025-06-28 or 2025-06-29.' }],
  ['none', { deprecated: true, description: 'Deprecated since June 2025.' }],
  [
    'none',
    { deprecated: true },
    {
      description: `| Status | Feature | Date |\n|---|---|---|\n| Deprecated and removed | \`${old}\` | 2025-06-27 |`,
    },
  ],
  [
    'violated: contradicting-statements: GET /v2/repositories/{namespace}, deprecated []; GET /v2/repositories/{namespace}: Not deprecated since 2025-06-28.',
    { deprecated: true, description: 'Not deprecated since 2025-06-28.' },
  ],
  ['none', { deprecated: true, description: 'Deprecated for robots since 2025-06-28.' }],
  ['none', { deprecated: true, description: 'Lists.\n\n- `page`: deprecated since 2025-06-28.' }],
  ['none', { deprecated: true, description: 'If it was deprecated since 2025-06-28, stop.' }],
  [
    'violated: label-date: GET /v2/repositories/{namespace}: `GET /v2/repositories/{namespace}` is deprecated since 2025-06-28.',
    { deprecated: true, description: `\`${old}\` is deprecated since 2025-06-28.` },
  ],
  ['none', { deprecated: true, description: '`GET /v2/x` is deprecated since 2025-06-28.' }],
  [
    'unclear: statement-unclear: GET /v2/repositories/{namespace}: The deprecation is of 2025-06-28.',
    { deprecated: true, description: 'The deprecation is of 2025-06-28.' },
  ],
  [
    'violated: label-date: GET /v2/repositories/{namespace}: x-deprecated-since: 2025-06-28',
    { deprecated: true, 'x-deprecated-since': '2025-06-28' },
  ],
  ['none', { deprecated: true, 'x-deprecated-since': '2025-06-27' }],
  ['none', { deprecated: true, 'x-deprecated-since': 'long ago' }],
  [
    'violated: label-date: GET /v2/repositories/{namespace}: Deprecated since 2025-06-28.',
    { deprecated: true, externalDocs: { url: 'https://hub.invalid/x', description: 'Deprecated since 2025-06-28.' } },
  ],
  [
    'violated: contradicting-statements: GET /v2/repositories/{namespace}, deprecated []; GET /v2/repositories/{namespace}: This endpoint was removed on 2025-06-27.',
    { deprecated: true, description: 'This endpoint was removed on 2025-06-27.' },
  ],
  ['none', { deprecated: true, description: 'This endpoint was removed on 2025-06-28.' }],
  ['none', { deprecated: true, description: 'This endpoint was removed.' }],
  ['none', { deprecated: true, description: 'This endpoint was not removed on 2025-06-27.' }],
  ['none', { deprecated: true, description: 'This endpoint was removed on 2025-06-27 or 2025-06-28.' }],
  [
    'violated: contradicting-statements: GET /v2/repositories/{namespace}, deprecated []; GET /v2/repositories/{namespace}: This endpoint is not deprecated.',
    { deprecated: true, description: 'This endpoint is not deprecated.' },
  ],
  ['none', { description: 'This endpoint is not deprecated.' }],
  [
    'unclear: statement-unclear: GET /v2/repositories/{namespace}: This endpoint will not be removed.',
    { deprecated: true, description: 'This endpoint will not be removed.' },
  ],
  [
    'unclear: statement-unclear: GET /v2/repositories/{namespace}: This endpoint will not be removed.',
    { deprecated: true, description: 'This endpoint will not be removed. It is not deprecated.' },
  ],
  ['none', { description: 'This endpoint will not be removed.' }],
  ['none', { deprecated: true, description: `Not deprecated: ${'and so on '.repeat(30)}.` }],
  [
    'violated: stated-otherwise: Deprecated | GET /v2/repositories/{namespace} | 2025-06-28',
    { deprecated: true },
    { description: `| Status | Feature | Date |\n|---|---|---|\n| Deprecated | \`${old}\` | 2025-06-28 |` },
  ],
  [
    'none',
    { deprecated: true },
    { description: `| Status | Feature | Date |\n|---|---|---|\n| Deprecated | \`${old}\` | 2025-06-27 |` },
  ],
  [
    'violated: stated-otherwise: Active | GET /v2/repositories/{namespace} | 2025-07-27',
    { deprecated: true },
    { description: `| Status | Feature | Date |\n|---|---|---|\n| Active | \`${old}\` | 2025-07-27 |` },
  ],
  ['none', { deprecated: true, description: 'GetRepository is not deprecated.' }],
  ['none', { deprecated: true, description: 'This endpoint would be deprecated since 2025-06-28.' }],
  ['none', { deprecated: true, description: 'The deprecation of `GET /v2/x` was withdrawn.' }],
  [
    'violated: contradicting-statements: GET /v2/repositories/{namespace}, deprecated []; GET /v2/repositories/{namespace}: The deprecation was withdrawn.',
    { deprecated: true, description: 'The deprecation was withdrawn.' },
  ],
  ['none', { deprecated: true, description: 'This endpoint (see above) is as it was.' }],
]
test.each(contradicted)('%s: %j, %j', (expected, operation, info = {}) => {
  const sources = { reference: published(operation, info), log: undefined }
  expect(told(labelContradiction(sources, endpoint, day))).toBe(expected)
})

test.each([undefined, other])('where the reference does not publish it, nothing contradicts the label', published => {
  expect(labelContradiction({ reference: published, log: undefined }, endpoint, day)).toBeUndefined()
})

test.each<readonly [Sources, object]>([
  [{ reference: published({}) }, { endpoint: old, where: 'the reference' }],
  [{ reference: published({ tags: ['Legacy'] }), log: row(`\`${old}\``) }, { endpoint: old }],
  [{ log: row(`\`${old}\``, 'Active') }, { feature: `a label of ${old}` }],
  [
    {
      reference: reference({ ...at('GET /v2/x', {}), '/v2/y': { $ref: 'https://hub.invalid/y' } }),
      log: row('`GET /v2/x`'),
    },
    { document: 'the reference' },
  ],
])('the values of what is said of a label, %#', (sources, values) => {
  expect(labelOf({ reference: undefined, log: undefined, ...sources }, endpoint, day)).toMatchObject({ values })
})

test('the values of another day, and a long text', () => {
  const operation = { deprecated: true, 'x-deprecated-since': `2025-06-28 ${'and so on '.repeat(25)}` }
  const finding = labelContradiction({ reference: published(operation), log: undefined }, endpoint, day)
  expect(finding).toMatchObject({
    values: { endpoint: old, date: '2025-06-28', expected: day },
    seen: [{ text: `${old}: ${`x-deprecated-since: ${operation['x-deprecated-since']}`.slice(0, 200)}` }],
  })
})
