import { expect, test } from 'vitest'
import { endInHistory } from '../../../../checks/documents/labels/current.ts'
import type { DocumentedOperation } from '../../../../contracts/lifecycle.ts'
import { readChangelog } from '../../../../engine/documents/published.ts'
import { at, reference, told } from './sources.ts'

const own = 'GET /v2/namespaces/{namespace}/repositories/{repository}'
const old = 'GET /v2/repositories/{namespace}/{repository}'
const history = (kind: string, text: string, day = '2026-01-01') =>
  readChangelog(`# Changes\n\n## ${day}\n\n${kind && `### ${kind}`}\n\n- ${text}\n`, 'changes.md')
const mine = reference(at('GET /v2/mine', { operationId: 'GetRepository' }))
const ended = (
  kind: string,
  text: string,
  day = '2026-01-01',
  published = false,
  id: DocumentedOperation = 'GetRepository',
) => told(endInHistory(history(kind, text, day), id, published ? mine : undefined))

const cases: readonly [string, string, string, string?, boolean?, DocumentedOperation?][] = [
  ['label: changelog: 2026-01-01 | Deprecations | GetRepository', 'Deprecations', 'GetRepository'],
  ['label: changelog: 2026-01-01 | Removed | GetRepository', 'Removed', 'GetRepository'],
  ['label: changelog: 2026-01-01 | (none) | Deprecated GetRepository', '', 'Deprecated GetRepository'],
  ['none', 'Updates', 'GetRepository'],
  ['none', 'New', 'GetRepository'],
  ['none', '', 'GetRepository'],
  ['none', 'Deprecations', 'GetRepository', '2025-09-01'],
  ['label: changelog: 2025-09-19 | Deprecations | GetRepository', 'Deprecations', 'GetRepository', '2025-09-19'],
  [
    'label: changelog: 2025-09-01 | Deprecations | CreateRepositoryGroup',
    'Deprecations',
    'CreateRepositoryGroup',
    '2025-09-01',
    false,
    'CreateRepositoryGroup',
  ],
  ['none', 'Deprecations', 'CheckRepository'],
  ['label: changelog: 2026-01-01 | Updates | GetRepository is deprecated', 'Updates', 'GetRepository is deprecated'],
  ['none', 'Updates', 'The legacy GetRepository is deprecated'],
  ['none', 'Updates', `GetRepository is deprecated (\`${old}\`)`],
  ['none', 'Updates', 'GetRepository is deprecated in some countries'],
  [
    'label: changelog: 2026-01-01 | Updates | GetRepository is replaced by ListRepositoryTags',
    'Updates',
    'GetRepository is replaced by ListRepositoryTags',
  ],
  [
    'label: changelog: 2026-01-01 | Deprecations | GET /v2/namespaces/{namespace}/repositories/{repository}',
    'Deprecations',
    `\`${own}\``,
  ],
  ['none', 'Deprecations', `\`${own.slice(4)}\``],
  ['none', 'Deprecations', `\`HEAD ${own.slice(4)}\``],
  [
    'label: changelog: 2026-01-01 | Deprecations | GET /v2/namespaces/{namespace}/repositories/{repository}, GET /v2/repositories/{namespace}/{repository}',
    'Deprecations',
    `\`${own}\`, \`${old}\``,
  ],
  ['none', 'Updates', `\`${own}\`, \`${old}\``],
  ['none', 'Deprecations', `\`${old}\`: use \`${own}\``],
  ['none', 'Deprecations', `\`${old}\` in favor of GetRepository`],
  [
    'label: changelog: 2026-01-01 | Deprecations | Deprecated GetRepository in favor of another one.',
    'Deprecations',
    'Deprecated GetRepository in favor of another one.',
  ],
  ['none', 'Deprecations', 'Removed GetRepository for another one.'],
  ['none', 'Deprecations', 'Deprecated GetRepository for robots only.'],
  ['none', 'Deprecations', 'Deprecated CheckRepository in favor of another one.'],
  [
    'label: changelog: 2026-01-01 | Deprecations | Deprecated GetRepository and ListRepositoryTags in favor of another one.',
    'Deprecations',
    'Deprecated GetRepository and ListRepositoryTags in favor of another one.',
  ],
  [
    'label: changelog: 2026-01-01 | Deprecations | Deprecated GET /v2/namespaces/{namespace}/repositories/{repository} in favor of another one.',
    'Deprecations',
    `Deprecated \`${own}\` in favor of another one.`,
  ],
  ['none', 'Deprecations', 'Not deprecated: GetRepository of another one.'],
  ['none', 'Deprecations', 'It deprecated GetRepository in favor of another one.'],
  [
    'label: changelog: 2026-01-01 | Deprecations | Deprecated GetRepository in favor of GET /v2/repositories/{namespace}/{repository}.',
    'Deprecations',
    `Deprecated GetRepository in favor of \`${old}\`.`,
  ],
  ['none', 'Deprecations', 'Extended GetRepository in favor of another one.'],
  ['label: changelog: 2026-01-01 | Deprecations | Get repository', 'Deprecations', 'Get repository'],
  ['none', 'Removed', 'Get repository'],
  ['none', 'Deprecations', 'Get repository (`GET /v2/x`)'],
  ['none', 'Deprecations', 'Get repository', '2025-09-19'],
  ['none', 'Deprecations', 'Legacy GetRepository'],
  ['none', 'Deprecations', `GetRepository, \`${old}\``],
  ['none', 'Deprecations', 'GetRepository of forks'],
  ['none', 'Deprecations', '`GET /v2/mine`'],
  ['label: changelog: 2026-01-01 | Deprecations | GET /v2/mine', 'Deprecations', '`GET /v2/mine`', '2026-01-01', true],
  ['none', 'Deprecations', `\`${own}\``, '2026-01-01', true],
  ['none', 'Deprecations', '`/v2/mine`', '2026-01-01', true],
  [
    'label: changelog: 2026-01-01 | Updates | GET /v2/mine is deprecated',
    'Updates',
    '`GET /v2/mine` is deprecated',
    '2026-01-01',
    true,
  ],
  [
    'label: changelog: 2026-01-01 | Deprecations | Removed GetRepository in favor of another one.',
    'Deprecations',
    'Removed GetRepository in favor of another one.',
  ],
  ['none', 'Deprecations', 'GetRepository is deprecated quux.'],
  [
    'label: changelog: 2026-01-01 | Deprecations | Deprecated GetRepository and CheckRepository in favor of another one.',
    'Deprecations',
    'Deprecated GetRepository and CheckRepository in favor of another one.',
  ],
  ['none', 'Updates', `\`${own.slice(4)}\` is deprecated`],
]
test.each(cases)('%s: %s: %s %s %s', (expected, ...entry) => {
  expect(ended(...entry)).toBe(expected)
})
