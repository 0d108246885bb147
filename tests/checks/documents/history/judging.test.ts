import { expect, test } from 'vitest'
import { entry, judged } from './judged.ts'

const list = 'listNamespaceRepositories'
const old = 'GET /v2/repositories/{namespace}'
const cases: readonly (readonly [string, readonly string[], string])[] = [
  ['2025-06-27-new', [entry('2025-06-27', 'New', list)], 'holds: 2025-06-27 | New | listNamespaceRepositories'],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Deprecations', list)],
    'violated: entry-kind (listNamespaceRepositories, 2025-06-27, New): 2025-06-27 | Deprecations | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', `Remove ${list}`)],
    'violated: entry-opposite (listNamespaceRepositories, 2025-06-27): 2025-06-27 | New | Remove listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', `Remove ${list}`), entry('2025-06-27', 'New', list)],
    'violated: entry-opposite (listNamespaceRepositories, 2025-06-27): 2025-06-27 | New | Remove listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', `${list} for an account, not for a namespace`)],
    'violated: entry-opposite (listNamespaceRepositories, 2025-06-27): 2025-06-27 | New | listNamespaceRepositories for an account, not for a namespace',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', `${'x'.repeat(130)}: Remove ${list}`)],
    'holds: 2025-06-27 | New | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: Remove listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'New', list)],
    'violated: entry-date (listNamespaceRepositories, 2025-06-28, 2025-06-27): 2025-06-28 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'Updates', list)],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'New', 'GetRepository')],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', 'GetRepository')],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', 'GetRepository', list)],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', 'A list of the repositories of a namespace')],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-06-27 | New | A list of the repositories of a namespace',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Updates', 'A list of the repositories of a namespace')],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'New', 'A list of the repositories of a namespace')],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('June 2025', 'New', list)],
    'unclear: statement-unclear (listNamespaceRepositories): June 2025 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('June 2025', 'Deprecations', list)],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', '', list)],
    'unclear: entries-without-kind (): 2025-06-27 | (none) | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', '', `Added ${list}`)],
    'holds: 2025-06-27 | (none) | Added listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', '', `Updated ${list}`)],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-06-27 | (none) | Updated listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', '', list), entry('2025-06-01', 'New', 'Others')],
    'unclear: entries-without-kind (): 2025-06-27 | (none) | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', '', 'A list of the repositories of a namespace')],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-06-27 | (none) | A list of the repositories of a namespace',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Notes', list)],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-06-27 | Notes | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', `${list} will be added`)],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-06-27 | New | listNamespaceRepositories will be added',
  ],
  // The same on another day.
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'New', list), entry('2025-06-27', 'New', list)],
    'violated: contradicting-statements (listNamespaceRepositories): 2025-06-27 | New | listNamespaceRepositories; 2025-07-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'Updates', list), entry('2025-06-27', 'New', list)],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'New', `${list} for more`), entry('2025-06-27', 'New', list)],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'New', `${list} for more`), entry('2025-06-27', 'New', `${list} for more`)],
    'violated: contradicting-statements (listNamespaceRepositories): 2025-06-27 | New | listNamespaceRepositories for more; 2025-07-27 | New | listNamespaceRepositories for more',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'New', `The ${list} endpoint for a namespace`), entry('2025-06-27', 'New', list)],
    'violated: contradicting-statements (listNamespaceRepositories): 2025-06-27 | New | listNamespaceRepositories; 2025-07-27 | New | The listNamespaceRepositories endpoint for a namespace',
  ],
  ['2025-06-27-new', [entry('2025-06-27', 'New', list, list)], 'holds: 2025-06-27 | New | listNamespaceRepositories'],
  [
    '2025-06-27-new',
    [entry('July 2025', 'New', list), entry('2025-06-27', 'New', list)],
    'violated: contradicting-statements (listNamespaceRepositories): 2025-06-27 | New | listNamespaceRepositories; July 2025 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-29', 'New', `${list} and UpdateRepositoryImmutableTags`), entry('2025-06-27', 'New', list)],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  // Taken away later.
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'Removed', list), entry('2025-06-27', 'New', list)],
    'violated: contradicting-statements (listNamespaceRepositories): 2025-06-27 | New | listNamespaceRepositories; 2025-07-27 | Removed | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'Removed', 'Lists of repositories'), entry('2025-06-27', 'New', list)],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-01', 'Removed', list), entry('2025-06-27', 'New', list)],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'New', `Remove ${list} for all`), entry('2025-06-27', 'New', list)],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-07-27 | New | Remove listNamespaceRepositories for all',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-01', 'New', `Remove ${list} for all`), entry('2025-06-27', 'New', list)],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'Updates', `${list} renamed to listThem`), entry('2025-06-27', 'New', list)],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-07-27 | Updates | listNamespaceRepositories renamed to listThem',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'Updates', `${list} is now called listThem`), entry('2025-06-27', 'New', list)],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-07-27 | Updates | listNamespaceRepositories is now called listThem',
  ],
  [
    '2025-06-27-new',
    [entry('2025-07-27', 'Updates', `listThem and ${list}: the first is renamed`), entry('2025-06-27', 'New', list)],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [
      entry('2025-07-27', 'Deprecation', `${list}: only its parameter sort, whose new name is order`),
      entry('2025-06-27', 'New', list),
    ],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  // Deprecations.
  [
    '2025-06-27-deprecation',
    [entry('2025-06-27', 'Deprecations', old)],
    'holds: 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-06-27', 'New', old)],
    'violated: entry-kind (GET /v2/repositories/{namespace}, 2025-06-27, Deprecation): 2025-06-27 | New | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-06-28', 'Deprecations', old)],
    'violated: entry-date (GET /v2/repositories/{namespace}, 2025-06-28, 2025-06-27): 2025-06-28 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-06-27', 'Deprecations', `${old} was removed`)],
    'violated: entry-opposite (GET /v2/repositories/{namespace}, 2025-06-27): 2025-06-27 | Deprecations | GET /v2/repositories/{namespace} was removed',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-07-27', 'Updates', `${old} is not deprecated`), entry('2025-06-27', 'Deprecations', old)],
    'unclear: statement-unclear (GET /v2/repositories/{namespace}): 2025-07-27 | Updates | GET /v2/repositories/{namespace} is not deprecated',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-07-27', 'Updates', `${old} is there`), entry('2025-06-27', 'Deprecations', old)],
    'holds: 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-06-27', 'Deprecations', old), '## Remarks', `${old} is not deprecated.`],
    'unclear: statement-unclear (GET /v2/repositories/{namespace}): GET /v2/repositories/{namespace} is not deprecated.',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-06-27', 'Deprecations', old), '## Remarks', `${old} is there.`],
    'holds: 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-06-27', 'Deprecations', old), '## Remarks', '`GET /v2/x` is not deprecated.'],
    'holds: 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', list), '## Remarks', `${list} is not deprecated.`],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-06-27', 'Deprecations', `${old}, effective 2026-01-01`)],
    'unclear: statement-unclear (GET /v2/repositories/{namespace}): 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}, effective 2026-01-01',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-06-27', 'Deprecations', old), entry('2025-05-01', 'Updates', `${old}, effective 2026-01-01`)],
    'holds: 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-10-10', 'Removed', old), entry('2025-06-27', 'Deprecations', old)],
    'violated: contradicting-statements (GET /v2/repositories/{namespace}): 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}; 2025-10-10 | Removed | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-11-21', 'Removed', old), entry('2025-06-27', 'Deprecations', old)],
    'violated: contradicting-statements (GET /v2/repositories/{namespace}): 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}; 2025-11-21 | Removed | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-12-10', 'Removed', old), entry('2025-06-27', 'Deprecations', old)],
    'holds: 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-06-10', 'Removed', old), entry('2025-06-27', 'Deprecations', old)],
    'holds: 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-10-10', 'Removed', `${old} with a body`), entry('2025-06-27', 'Deprecations', old)],
    'holds: 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-10-10', 'Updates', old), entry('2025-06-27', 'Deprecations', old)],
    'holds: 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  [
    '2025-06-27-deprecation',
    [entry('2025-10-10', 'Deprecations', old), entry('2025-06-27', 'Deprecations', old)],
    'violated: contradicting-statements (GET /v2/repositories/{namespace}): 2025-06-27 | Deprecations | GET /v2/repositories/{namespace}; 2025-10-10 | Deprecations | GET /v2/repositories/{namespace}',
  ],
  // Several subjects.
  [
    '2025-07-29-new',
    [entry('2025-07-29', 'New', 'UpdateRepositoryImmutableTags and VerifyRepositoryImmutableTags')],
    'holds: 2025-07-29 | New | UpdateRepositoryImmutableTags and VerifyRepositoryImmutableTags; 2025-07-29 | New | UpdateRepositoryImmutableTags and VerifyRepositoryImmutableTags',
  ],
  [
    '2025-07-29-new',
    [entry('2025-07-29', 'New', 'UpdateRepositoryImmutableTags')],
    'violated: entry-missing (VerifyRepositoryImmutableTags, 2025-07-29): 1 entry on 1 day',
  ],
  [
    '2025-07-29-new',
    [entry('2025-07-29', 'New', 'UpdateRepositoryImmutableTags will be added', 'VerifyRepositoryImmutableTags')],
    'unclear: statement-unclear (UpdateRepositoryImmutableTags): 2025-07-29 | New | UpdateRepositoryImmutableTags will be added',
  ],
  [
    '2025-07-29-new',
    [entry('2025-07-29', 'New', 'UpdateRepositoryImmutableTags', 'VerifyRepositoryImmutableTags will be added')],
    'unclear: statement-unclear (VerifyRepositoryImmutableTags): 2025-07-29 | New | VerifyRepositoryImmutableTags will be added',
  ],
  [
    '2025-07-29-new',
    [
      entry(
        '2025-07-29',
        'New',
        'UpdateRepositoryImmutableTags will be added',
        'VerifyRepositoryImmutableTags will be added',
      ),
    ],
    'unclear: statement-unclear (UpdateRepositoryImmutableTags): 2025-07-29 | New | UpdateRepositoryImmutableTags will be added',
  ],
  // Remarks.
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', list), 'This change was made on another day.'],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', list), 'The additions of this day were taken back.'],
    'holds: 2025-06-27 | New | listNamespaceRepositories',
  ],
  // Absence.
  [
    '2025-06-27-new',
    [''],
    'unclear: document-unread (): changes.md has no dated heading and no table of dated changes.',
  ],
  [
    '2025-06-27-new',
    [`${list}`],
    'unclear: document-unread (): changes.md has no dated heading and no table of dated changes.',
  ],
  [
    '2025-06-27-new',
    ['Since 2025-06-27 there is more.'],
    'unclear: document-unread (): changes.md has no dated heading and no table of dated changes.',
  ],
  [
    '2025-06-27-new',
    [`Since 2025-06-27 there is ${list}.`],
    'unclear: document-unread (): changes.md has no dated heading and no table of dated changes.',
  ],
  [
    '2025-06-27-new',
    ['Since 2025-06-28 there is more.'],
    'unclear: document-unread (): changes.md has no dated heading and no table of dated changes.',
  ],
  [
    '2025-06-27-new',
    ['## June 2025', 'Something'],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'New', 'GetRepository; on 2025-06-27 more')],
    'unclear: statement-unclear (listNamespaceRepositories): Changes',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Neuigkeit', 'Etwas')],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-06-27 | Neuigkeit | Etwas',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Notes', 'Nothing')],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', '', 'Etwas')],
    'unclear: statement-unclear (listNamespaceRepositories): 2025-06-27 | (none) | Etwas',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', '', 'Added GetRepository')],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'Neuigkeit', old)],
    'violated: entry-missing (listNamespaceRepositories, 2025-06-27): 1 entry on 1 day',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-27', 'New', 'GetRepository'), '## More', `\`${list}\` is there.`],
    'unclear: statement-unclear (listNamespaceRepositories): listNamespaceRepositories is there.',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'New', 'GetRepository'), '## More', `\`${list}\` is there.`],
    'unclear: statement-unclear (listNamespaceRepositories): listNamespaceRepositories is there.',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'New', list), '## More', `\`${list}\` is there.`],
    'violated: entry-date (listNamespaceRepositories, 2025-06-28, 2025-06-27): 2025-06-28 | New | listNamespaceRepositories',
  ],
  [
    '2025-06-27-new',
    [entry('2025-06-28', 'New', 'GetRepository'), '## More', '`GET /v2/namespaces/{namespace}/repositories` is there.'],
    'unclear: statement-unclear (listNamespaceRepositories): GET /v2/namespaces/{namespace}/repositories is there.',
  ],
  [
    '2025-11-21-update',
    [entry('2025-11-21', 'Updates', 'Les champs manquants des jetons personnels sont ajoutés.')],
    'unclear: statement-unclear (expires_at of the area access-tokens): 2025-11-21 | Updates | Les champs manquants des jetons personnels sont ajoutés.',
  ],
  [
    '2025-11-21-update',
    [entry('November 2025', '', '個人アクセストークンに有効期限を追加しました。')],
    'unclear: statement-unclear (expires_at of the area access-tokens): November 2025 | (none) | 個人アクセストークンに有効期限を追加しました。',
  ],
  [
    '2025-11-21-update',
    [entry('2025-11-21', 'Updates', 'The limits of webhooks are corrected.')],
    'violated: entry-missing (expires_at of the area access-tokens, 2025-11-21): 1 entry on 1 day',
  ],
]
test.each(cases)('%s: %j: %s', (slug, texts, expected) => {
  expect(judged(slug, ...texts)).toBe(expected)
})
