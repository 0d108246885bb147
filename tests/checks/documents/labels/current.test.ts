import { expect, test } from 'vitest'
import { deprecationOf } from '../../../../checks/documents/labels/current.ts'
import type { PublishedLog, PublishedReference } from '../../../../contracts/documents.ts'
import type { DocumentedOperation } from '../../../../contracts/lifecycle.ts'
import { at, log, reference, row, told } from './sources.ts'

const own = 'GET /v2/namespaces/{namespace}/repositories/{repository}'
const old = 'GET /v2/repositories/{namespace}/{repository}'
const published = (operation: object, info: object = {}) =>
  reference(at(own, { operationId: 'GetRepository', ...operation }), info)

type Sources = { readonly reference?: PublishedReference; readonly log?: PublishedLog }
const none = { reference: undefined, log: undefined }
const labelled = (sources: Sources, id: DocumentedOperation): string => told(deprecationOf({ ...none, ...sources }, id))

const cases: readonly (readonly [string, DocumentedOperation, Sources])[] = [
  ['none', 'GetRepository', {}],
  // All that is below a path, where nothing old is.
  [
    'label: deprecation-log: The endpoints under /v2/namespaces/ are deprecated, too.',
    'GetRepository',
    { log: log('The endpoints under /v2/namespaces/ are deprecated, too.') },
  ],
  [
    'label: deprecation-log: All operations below /v2/namespaces are removed.',
    'GetRepository',
    { log: log('All operations below /v2/namespaces are removed.') },
  ],
  ['none', 'GetRepository', { log: log('The endpoints under /v2/namespaces/ are current.') }],
  ['none', 'GetRepository', { log: log('All operations below /v2/names are deprecated.') }],
  ['none', 'CreateRepositoryGroup', { log: log('The endpoints under /v2/repositories are deprecated.') }],
  ['none', 'GetRepository', { reference: published({}) }],
  [
    'label: reference: GET /v2/namespaces/{namespace}/repositories/{repository} (GetRepository), deprecated []',
    'GetRepository',
    { reference: published({ deprecated: true }) },
  ],
  ['none', 'CheckRepository', { reference: published({ deprecated: true }) }],
  // The state begins the next line.
  [
    'unclear: statement-unclear: HEAD /v2/x -> CheckRepository Deprecated 2025-06-27 Legacy GET /v2/repositories/{namespace}',
    'CheckRepository',
    { log: log('HEAD /v2/x\n    -> CheckRepository\nDeprecated 2025-06-27 Legacy GET /v2/repositories/{namespace}') },
  ],
  [
    'none',
    'GetRepository',
    {
      log: log(
        'GetRepository is there. HEAD /v2/x\n    -> CheckRepository\nDeprecated 2025-06-27 Legacy GET /v2/repositories/{namespace}',
      ),
    },
  ],
  [
    'unclear: statement-unclear: If you know the name, use GET /v3/x instead of GET /v2/namespaces/{namespace}/repositories/{repository} or GET /v2/z.',
    'GetRepository',
    {
      log: row(
        '[Old things](#old)',
        'Deprecated',
        '2026-01-01',
        `## Old\n\nIf you know the name, use \`GET /v3/x\` instead of \`${own}\` or \`GET /v2/z\`.`,
      ),
    },
  ],
  [
    'label: reference: GET /v2/namespaces/{namespace}/repositories/{repository} (GetRepository) [], answers: 410; ',
    'GetRepository',
    { reference: published({ responses: { 410: { description: 'Gone.' } } }) },
  ],
  [
    'label: reference: GET /v2/namespaces/{namespace}/repositories/{repository} (GetRepository), "Do not use this endpoint." []',
    'GetRepository',
    { reference: published({ description: 'Do not use this endpoint.' }) },
  ],
  [
    'unclear: statement-unclear: GET /v2/namespaces/{namespace}/repositories/{repository} (GetRepository) []',
    'GetRepository',
    { reference: published({ 'x-deprecated': true }) },
  ],
  [
    'unclear: statement-unclear: GET /v2/namespaces/{namespace}/repositories/{repository} (GetRepository) []',
    'GetRepository',
    { reference: published({ description: 'Use GET /v3/tags instead.' }) },
  ],
  [
    'unclear: statement-unclear: GET /v2/namespaces/{namespace}/repositories/{repository} (GetRepository) []',
    'GetRepository',
    { reference: published({ description: 'This operation has been superseded by ListRepositoryTags.' }) },
  ],
  [
    'unclear: statement-unclear: GET /v2/namespaces/{namespace}/repositories/{repository} (GetRepository) []',
    'GetRepository',
    { reference: published({ description: 'Legacy endpoint.' }) },
  ],
  ['none', 'GetRepository', { reference: published({ description: 'It has since replaced the legacy endpoint.' }) }],
  [
    'label: deprecation-log: Deprecated | GetRepository | 2026-01-01',
    'GetRepository',
    { reference: published({ description: 'Use GET /v3/tags instead.' }), log: row('GetRepository') },
  ],
  [
    'label: reference: Deprecated since 2026-01-01.',
    'GetRepository',
    {
      reference: reference({
        [own.slice(4)]: {
          description: 'Deprecated since 2026-01-01.',
          get: { operationId: 'GetRepository', responses: {} },
        },
      }),
    },
  ],
  [
    'label: reference: GetRepository is deprecated.',
    'GetRepository',
    { reference: published({}, { description: 'GetRepository is deprecated.' }) },
  ],
  ['none', 'GetRepository', { reference: published({}, { description: 'CheckRepository is deprecated.' }) }],
  ['label: deprecation-log: Deprecated | GetRepository | 2026-01-01', 'GetRepository', { log: row('GetRepository') }],
  ['none', 'GetRepository', { log: row('GetRepository', 'Active') }],
  ['none', 'GetRepository', { log: row('GetRepository', '') }],
  ['none', 'GetRepository', { log: row('CheckRepository') }],
  ['label: deprecation-log: Deprecated | get_repository | 2026-01-01', 'GetRepository', { log: row('get_repository') }],
  [
    'label: deprecation-log: Deprecated | GET /v2/namespaces/{namespace}/repositories/{repository} | 2026-01-01',
    'GetRepository',
    { log: row(`\`${own}\``) },
  ],
  ['none', 'GetRepository', { log: row(`\`HEAD ${own.slice(4)}\``) }],
  [
    'label: deprecation-log: Deprecated | GET /v2/namespaces/{namespace}/repositories/{repository}, GET /v2/repositories/{namespace}/{repository} | 2026-01-01',
    'GetRepository',
    { log: row(`\`${own}\`, \`${old}\``) },
  ],
  [
    'label: deprecation-log: Deprecated | GET /v2/namespaces/{namespace}/repositories/{repository}, GET /v2/x | 2026-01-01',
    'GetRepository',
    { log: row(`\`${own}\`, \`GET /v2/x\``) },
  ],
  ['none', 'GetRepository', { log: row(`\`${old}\`: use \`${own}\``) }],
  ['none', 'GetRepository', { log: row(`\`${old}\``) }],
  ['none', 'GetRepository', { log: row(`Parameter page of \`${own}\``) }],
  ['none', 'GetRepository', { log: row('Parameter page of GetRepository') }],
  [
    'unclear: statement-unclear: Deprecated | GetRepository with all parameters | 2026-01-01',
    'GetRepository',
    { log: row('GetRepository with all parameters') },
  ],
  [
    'unclear: statement-unclear: Deprecated | Parameters: GetRepository, and of others | 2026-01-01',
    'GetRepository',
    { log: row('Parameters: GetRepository, and of others') },
  ],
  ['none', 'GetRepository', { log: row('Empty descriptions in GetRepository') }],
  ['none', 'GetRepository', { log: row('GetRepository without a body') }],
  ['none', 'GetRepository', { log: row(`\`${own}\` when it is empty`) }],
  ['label: deprecation-log: Deprecated | Get repository | 2026-01-01', 'GetRepository', { log: row('Get repository') }],
  ['none', 'GetRepository', { log: row('Get repository', 'Removed') }],
  ['none', 'GetRepository', { log: row('Get repository', 'Deprecated', '2025-09-19') }],
  [
    'label: deprecation-log: Deprecated | Assign repository group | 2026-01-01',
    'CreateRepositoryGroup',
    { log: row('Assign repository group') },
  ],
  [
    'label: deprecation-log: Removed | Assign repository group | 2026-01-01',
    'CreateRepositoryGroup',
    { log: row('Assign repository group', 'Removed') },
  ],
  ['none', 'CreateRepositoryGroup', { log: row('Assign repository group (`GET /v2/x`)') }],
  ['none', 'GetRepository', { log: row('Get repository (`GET /v2/x`)') }],
  [
    'label: deprecation-log: Deprecated | Old things | 2026-01-01',
    'GetRepository',
    {
      log: row('[Old things](#old)', 'Deprecated', '2026-01-01', `## Old\n\n\`${own}\` is replaced by \`GET /v3/x\`.`),
    },
  ],
  [
    'unclear: statement-unclear: Deprecated | Old things | 2026-01-01',
    'GetRepository',
    { log: row('[Old things](#old)', 'Deprecated', '2026-01-01', `## Old\n\n\`${own}\`, as it is.`) },
  ],
  [
    'label: deprecation-log: Deprecated | Old things | 2026-01-01',
    'GetRepository',
    { log: row('[Old things](#old)', 'Deprecated', '2026-01-01', '## Old\n\n- GetRepository') },
  ],
  [
    'none',
    'GetRepository',
    {
      log: row(
        'Webhook `a.b`',
        'Deprecated',
        '2026-01-01',
        '## Webhook a.b\n\nUse `a.c`. GetRepository is not affected.',
      ),
    },
  ],
  [
    'none',
    'GetRepository',
    { log: row('[v1 things](#old)', 'Deprecated', '2026-01-01', `## Old\n\n\`${own}\`, as it is.`) },
  ],
  [
    'none',
    'GetRepository',
    { log: row('[Old things](#old)', 'Deprecated', '2026-01-01', `## Old\n\n\`${own}\` and \`GET /v2/x\`, as it is.`) },
  ],
  [
    'unclear: statement-unclear: Deprecated | Old things | 2026-01-01',
    'GetRepository',
    { log: row('[Old things](#old)', 'Deprecated', '2026-01-01', '## Old\n\nGetRepository, as it is.') },
  ],
  [
    'none',
    'GetRepository',
    { log: row('[`GET /v2/y`](#old)', 'Deprecated', '2026-01-01', `## Old\n\n\`${own}\`, as it is.`) },
  ],
  [
    'label: deprecation-log: GetRepository is deprecated.',
    'GetRepository',
    { log: log('GetRepository is deprecated.') },
  ],
  [
    'label: deprecation-log: GET /v2/namespaces/{namespace}/repositories/{repository} is deprecated.',
    'GetRepository',
    { log: log(`\`${own}\` is deprecated.`) },
  ],
  [
    'label: deprecation-log: /v2/namespaces/{namespace}/repositories/{repository} is deprecated.',
    'GetRepository',
    { log: log(`\`${own.slice(4)}\` is deprecated.`) },
  ],
  ['none', 'GetRepository', { log: log(`\`HEAD ${own.slice(4)}\` is deprecated.`) }],
  ['none', 'GetRepository', { log: log('CheckRepository is deprecated.') }],
  ['none', 'GetRepository', { log: log('GetRepository is not deprecated.') }],
  [
    'unclear: statement-unclear: GetRepository is deprecated in some countries.',
    'GetRepository',
    { log: log('GetRepository is deprecated in some countries.') },
  ],
  [
    'label: deprecation-log: GetRepository is deprecated.',
    'GetRepository',
    { log: log('GetRepository is deprecated in some countries.\n\nGetRepository is deprecated.') },
  ],
  [
    'label: deprecation-log: GetRepository is replaced by ListRepositoryTags.',
    'GetRepository',
    { log: log('GetRepository is replaced by ListRepositoryTags.') },
  ],
  [
    'label: deprecation-log: GetRepository gives way to ListRepositoryTags.',
    'GetRepository',
    { log: log('GetRepository gives way to ListRepositoryTags.') },
  ],
  ['none', 'GetRepository', { log: log('GetRepository and ListRepositoryTags are replaced by GetRepository.') }],
  ['none', 'GetRepository', { log: log('ListRepositoryTags is replaced by GetRepository.') }],
  ['none', 'GetRepository', { log: log(`\`${old}\` is replaced by \`${own}\`.`) }],
  ['none', 'GetRepository', { log: log(`| Old | New |\n|---|---|\n| \`${old}\` is deprecated | \`${own}\` |`) }],
  [
    'label: deprecation-log: GET /v2/repositories/{namespace}/{repository} | GetRepository is deprecated',
    'GetRepository',
    { log: log(`| Old | New |\n|---|---|\n| \`${old}\` | GetRepository is deprecated |`) },
  ],
  [
    'label: deprecation-log: GetRepository | is deprecated',
    'GetRepository',
    { log: log(`| Thing | Use |\n|---|---|\n| GetRepository | is deprecated |`) },
  ],
  [
    'label: deprecation-log: GET /v2/mine is deprecated.',
    'GetRepository',
    {
      reference: reference(at('GET /v2/mine', { operationId: 'GetRepository' })),
      log: log('`GET /v2/mine` is deprecated.'),
    },
  ],
  [
    'label: deprecation-log: Deprecated | GET /v2/mine | 2026-01-01',
    'GetRepository',
    { reference: reference(at('GET /v2/mine', { operationId: 'GetRepository' })), log: row('`GET /v2/mine`') },
  ],
  [
    'none',
    'GetRepository',
    { reference: reference(at('GET /v2/mine', { operationId: 'GetRepository' })), log: row(`\`${own}\``) },
  ],
  ['none', 'GetRepository', { log: log('`GET /v2/mine` is deprecated.') }],
  ['none', 'GetRepository', { log: row('GetRepository: the field of a body') }],
  ['none', 'GetRepository', { log: row('Empty descriptions in getrepository') }],
  [
    'none',
    'CreateRepositoryGroup',
    { log: row('[Assign repository group](#old)', 'Deprecated', '2026-01-01', '## Old\n\n`GET /v2/x`, as it is.') },
  ],
  [
    'none',
    'GetRepository',
    { log: row('[Get repository](#old)', 'Deprecated', '2026-01-01', '## Old\n\n`GET /v2/x`, as it is.') },
  ],
  [
    'label: deprecation-log: Deprecated | Old things | 2026-01-01',
    'GetRepository',
    {
      log: row(
        '[Old things](#old)',
        'Deprecated',
        '2026-01-01',
        `## Old\n\n| Old | New |\n|---|---|\n| \`${own}\` | \`GET /v3/x\` |\n| \`GET /v2/y\` | \`GET /v3/y\` |`,
      ),
    },
  ],
  [
    'label: deprecation-log: Deprecated | GET /v2/repositories/{namespace}/{repository} | 2026-01-01',
    'GetRepository',
    { reference: reference(at(old, { operationId: 'GetRepository' })), log: row(`\`${old}\``) },
  ],
  ['none', 'GetRepository', { log: log('GetRepository is replaced.') }],
  ['none', 'GetRepository', { log: log('Nothing replaces GetRepository.') }],
  ['none', 'GetRepository', { log: row('Parameters of getrepository') }],
  ['none', 'GetRepository', { log: row(`\`${old}\`, see also \`${own}\``) }],
  ['none', 'GetRepository', { log: row(`\`${own}\`, which replaces \`${old}\``) }],
  [
    'label: deprecation-log: Deprecated | GET /v2/namespaces/{namespace}/repositories/{repository}, GET /v2/repositories/{namespace}/{repository} (all of GET /v2/x) | 2026-01-01',
    'GetRepository',
    { log: row(`\`${own}\`, \`${old}\` (all of \`GET /v2/x\`)`) },
  ],
  [
    'label: deprecation-log: GetRepository and CheckRepository are replaced by ListRepositoryTags.',
    'GetRepository',
    { log: log('GetRepository and CheckRepository are replaced by ListRepositoryTags.') },
  ],
  ['none', 'GetRepository', { log: log('CheckRepository is replaced by ListRepositoryTags. GetRepository is there.') }],
  ['none', 'GetRepository', { log: log('GetRepository is replaced by GetRepository and ListRepositoryTags.') }],
  [
    'label: deprecation-log: GetRepository and CheckRepository are deprecated.',
    'GetRepository',
    { log: log('GetRepository and CheckRepository are deprecated.') },
  ],
  ['none', 'GetRepository', { log: log('This endpoint is deprecated. GetRepository is there.') }],
  ['none', 'GetRepository', { log: log('Parts of GetRepository may be replaced by ListRepositoryTags.') }],
  [
    'unclear: statement-unclear: GetRepository is replaced by ListRepositoryTags, quux.',
    'GetRepository',
    { log: log('GetRepository is replaced by ListRepositoryTags, quux.') },
  ],
  [
    'label: reference: GET /v2/namespaces/{namespace}/repositories/{repository} (GetRepository) [], answers: 200; This endpoint does not work any more.',
    'GetRepository',
    { reference: published({ description: 'This endpoint does not work any more.' }) },
  ],
  [
    'label: reference: GET /v2/namespaces/{namespace}/repositories/{repository} (GetRepository) [], answers: 200; This endpoint no longer works.',
    'GetRepository',
    { reference: published({ description: 'This endpoint no longer works.' }) },
  ],
  ...['Deprecated?', 'Deprecated, maybe.', 'Maybe deprecated.', 'Soon deprecated.', 'Outdated.', '[Outdated]'].map(
    description =>
      [
        'unclear: statement-unclear: GET /v2/namespaces/{namespace}/repositories/{repository} (GetRepository) []',
        'GetRepository',
        { reference: published({ description }) },
      ] as const,
  ),
]
test.each(cases)('a label of a current operation, %#: %s: %s', (expected, id, sources) => {
  expect(labelled(sources, id)).toBe(expected)
})

test.each<readonly [Sources]>([
  [{ reference: published({ 'x-deprecated': true }) }],
  [{ log: row('GetRepository with all parameters') }],
  [{ log: row('GetRepository', 'Possibly deprecated') }],
  [{ log: log('GetRepository is deprecated in some countries.') }],
])('what is open is a label of the operation', sources => {
  expect(deprecationOf({ ...none, ...sources }, 'GetRepository')).toMatchObject({
    values: { feature: 'a label of GetRepository' },
  })
})

const doubtfulTexts: readonly (readonly [string, DocumentedOperation])[] = [
  ['GetRepository may be deprecated soon.', 'GetRepository'],
  ['Perhaps we deprecate GetRepository.', 'GetRepository'],
  ['GetRepository might be removed next year.', 'GetRepository'],
  ['`CheckRepository` will be deprecated soon.', 'CheckRepository'],
  ['ListRepositoryTags may be retired in a year.', 'ListRepositoryTags'],
  ['We might deprecate `VerifyRepositoryImmutableTags`.', 'VerifyRepositoryImmutableTags'],
  ['Probably we remove CreateRepositoryGroup in the next release.', 'CreateRepositoryGroup'],
  ['CreateRepositoryGroup is likely deprecated.', 'CreateRepositoryGroup'],
  ['We consider deprecating CheckRepository.', 'CheckRepository'],
  ['We are thinking about removing GetRepository.', 'GetRepository'],
  ['We intend to disable ListRepositoryTags.', 'ListRepositoryTags'],
  ['Maybe GetRepository goes away.', 'GetRepository'],
]
test.each(doubtfulTexts)('a log that says "%s" leaves open whether %s is labelled', (text, id) => {
  expect(labelled({ log: row('`GET /v2/x`', 'Deprecated', '2026-01-01', text) }, id)).toBe(
    `unclear: statement-unclear: ${text.replaceAll('`', '')}`,
  )
})

test.each([
  'GetRepository replaces the old endpoint, which may be removed.',
  'CreateRepository can remove a description.',
  'Old tags may be removed with GetRepository.',
  'GetRepository will never be removed.',
  'Perhaps you want to use GetRepository.',
  'Maybe GetRepository answers faster.',
  'You may use GetRepository instead of the deprecated endpoint.',
  'GetRepository may return deprecated fields.',
  'Use GetRepository: the old one may be removed soon.',
  'The parameter page of GetRepository may be removed.',
  'Probably all clients use GetRepository by now.',
  'If GetRepository is ever deprecated, it will be listed here.',
  'We discuss GetRepository in the guide.',
  'GetRepository stands in for the two calls that nobody knew of. They have been deprecated since 2025-09-19.',
])('a log that says "%s" has no label of it', text => {
  const sources = { log: row('`GET /v2/x`', 'Deprecated', '2026-01-01', text) }
  for (const id of ['GetRepository', 'CreateRepository'] as const) expect(labelled(sources, id)).toBe('none')
})

test.each([
  ['Possibly deprecated', 'GetRepository', true],
  ['Deprecated?', 'GetRepository', true],
  ['Likely deprecated', 'GetRepository', true],
  ['Partly deprecated', 'GetRepository', true],
  ['Deprecated (tbd)', `\`${own}\``, true],
  ['Not deprecated', 'GetRepository', false],
  ['Improved', 'GetRepository', false],
  ['New', 'GetRepository', false],
  ['Possibly deprecated', 'The parameter `page` of GetRepository', false],
  ['Possibly deprecated', `\`${old}\``, false],
  ['Possibly deprecated', 'CheckRepository', false],
])('a row "%s" on %s leaves open whether GetRepository is labelled: %s', (status, feature, open) => {
  const said = labelled({ reference: published({}), log: row(feature, status) }, 'GetRepository')
  expect(said.startsWith('unclear')).toBe(open)
  expect(said.startsWith('label')).toBe(false)
})
