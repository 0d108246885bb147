import { unreadPart } from '../../checks/documents/absence.ts'
import { type DocumentName, nouns } from '../../checks/documents/claims.ts'
import { areaDescription, familyDeprecation } from '../../checks/documents/labels/areas.ts'
import { deprecationOf, endInHistory } from '../../checks/documents/labels/current.ts'
import { generationEnd } from '../../checks/documents/labels/generation.ts'
import { type LabelSources, labelSources, searched } from '../../checks/documents/labels/sources.ts'
import { unreadOperations, withoutOperations } from '../../checks/documents/published-documents.ts'
import { isRemarkOnArea, openRemark } from '../../checks/documents/remarks.ts'
import { cite } from '../../checks/source.ts'
import {
  endOfChangelog,
  endOfLog,
  inChangelog,
  inLog,
  withDescription,
  withLog,
  withOpenApi,
} from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { type FaultRow, faultsFor, variant } from '../../checks/twists/twist.ts'
import type { PublishedChangelog } from '../../contracts/documents.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { Case, Requirement } from '../../contracts/requirement.ts'
import { type Evidence, type Excerpt, type Finding, holds, Missing, violated } from '../../contracts/results/finding.ts'

/** No label was found: that holds where the documents were read whole. */
const unlabelled = (sources: LabelSources, what: string): Finding =>
  (sources.reference && withoutOperations(sources.reference)) ??
  (sources.reference &&
    unreadPart('reference', { from: sources.reference.from, unread: unreadOperations(sources.reference) }, what)) ??
  (sources.log && unreadPart('deprecation-log', sources.log, what)) ??
  holds(...(searched(sources) as [Evidence]))

type Sources = LabelSources & { readonly changelog: PublishedChangelog | undefined }

/** A case about what carries no label; `find` returns the label, or what leaves it open whether there is one. */
const caseOf = (name: string, what: string, find: (sources: Sources) => Excerpt | Finding | undefined): Case => ({
  name,
  check: async probe => {
    const documents = await labelSources(probe)
    const changelog = (await probe.hasFixture('changelog')) ? await probe.fixture('changelog') : undefined
    const sources = { ...documents, changelog }
    const found = find(sources)
    if (found && !('kind' in found)) {
      const where = nouns[found.document as DocumentName]
      return violated('current-labelled-deprecated', { operation: what, where }, found)
    }
    if (!sources.reference && !sources.log) throw new Missing('need-reference')
    return found ?? unlabelled(sources, `a label of ${what}`)
  },
})

/** The day of a deprecation that the document names: rows and entries may name its endpoints as well. */
const day = '2025-09-19'

/** Gives the log of the reference implementation further rows. */
const named = (...features: readonly string[]) =>
  inLog(/(?=\| Removed {4}\|)/, features.map(feature => `| Deprecated | ${feature} | ${day} |\n`).join(''))

/** Gives the change history of the reference implementation a further entry. */
const inHistory = (kind: string, entry: string) =>
  inChangelog(new RegExp(`(?<=^## ${day}\\n\\n)`, 'm'), `### ${kind}\n\n- ${entry}\n\n`)

/** Gives an operation of the reference implementation's reference other members. */
const ofOperation = (id: string, members: Readonly<Record<string, unknown>>) =>
  withOpenApi(document => {
    for (const item of Object.values(document.paths))
      for (const operation of Object.values(item)) if (operation?.operationId === id) Object.assign(operation, members)
  })

/** Describes an area of the reference. */
const describedArea = (name: string, description: string) =>
  withOpenApi(document => {
    document.tags = [
      ...(document.tags ?? []).filter((tag: { name: string }) => tag.name !== name),
      { name, description },
    ]
  })

const replacementsOfTags = {
  'replacements/name-tags': 'replacement-deprecated',
  'replacements/namespace-name-tags': 'replacement-deprecated',
} as const

export default {
  id: 'labels/current-operations',
  level: 'must',
  statement: 'No current operation is labelled deprecated.',
  since: earliestDate,
  source: cite('state-deprecated'),
  covers: ['tags-path', 'tag-path', 'operations-exist'],
  needs: ['reference', 'deprecation-log', 'changelog'],
  anyOneNeed: true,
  how: 'Each operation that the document names as current is looked up in the published reference and in the rows of the deprecation log, by its id, its path and its name, and in the entries of the change history. A row about a part of it, such as a parameter, does not count; an extension such as x-deprecated is inconclusive.',
  fix: 'Remove the label that the evidence quotes, from the operation, the row of the log, the entry of the change history or the sentence.',
  cases: [
    ...lifecycle.operations.map(({ id }) =>
      caseOf(id, id, sources => {
        const label = deprecationOf(sources, id)
        if (label && !('kind' in label)) return label
        return (sources.changelog && endInHistory(sources.changelog, id, sources.reference)) ?? label
      }),
    ),
    caseOf(
      'the v2 API',
      'the v2 API',
      sources => generationEnd(sources, sources.changelog) ?? openRemark(sources, 'a current operation', 'current'),
    ),
    ...lifecycle.areas.map(({ tag }) =>
      caseOf(tag, `the area ${tag}`, sources => {
        if (!sources.reference && !sources.log) return undefined
        const isFamily = lifecycle.families.some(family => family.tag === tag)
        return (
          areaDescription(sources, tag) ??
          (isFamily ? familyDeprecation(sources, sources.changelog, tag) : undefined) ??
          openRemark(sources, `the area ${tag}`, 'area', isRemarkOnArea(tag))
        )
      }),
    ),
  ],
  faults: faultsFor('current-labelled-deprecated', {
    'in-reference': [
      'labels a current operation in the reference',
      ofOperation('CheckRepository', { deprecated: true }),
      { 'replacements/head-repository': 'replacement-deprecated', 'labels/logged': 'label-not-logged' },
    ],
    gone: [
      'declares 410 as the only answer of a current operation',
      ofOperation('VerifyRepositoryImmutableTags', { responses: { 410: { description: 'Gone' } } }),
    ],
    'removed-in-words': [
      'says of a current operation that it was removed',
      ofOperation('VerifyRepositoryImmutableTags', { description: 'This operation was removed on 2026-01-01.' }),
    ],
    'no-longer-used': [
      'says of a current operation that it must no longer be used',
      ofOperation('VerifyRepositoryImmutableTags', { description: 'This operation must no longer be used.' }),
      { 'labels/logged': 'label-not-logged' },
    ],
    ...Object.fromEntries<FaultRow>(
      [
        ['obsolete', 'This operation is obsolete.'],
        ['do-not-use', 'Verifies rules. Do not use.'],
        ['no-longer-supported', 'No longer supported.'],
        ['by-name', 'VerifyRepositoryImmutableTags is discontinued.'],
      ].map(([name = '', description = '']) => [
        name,
        [
          `says of a current operation: "${description}"`,
          ofOperation('VerifyRepositoryImmutableTags', { description }),
          // What says of itself that it must not be used any more carries the label.
          ['obsolete', 'do-not-use'].includes(name) ? { 'labels/logged': 'label-not-logged' } : {},
        ],
      ]),
    ),
    sentence: [
      'says in a sentence of the log that a current operation is deprecated',
      endOfLog('Since 2026-01-01, VerifyRepositoryImmutableTags is deprecated.'),
    ],
    ...Object.fromEntries<FaultRow>(
      [
        ['must-no-longer', 'VerifyRepositoryImmutableTags must no longer be used.'],
        ['we-deprecated', 'We have deprecated `VerifyRepositoryImmutableTags`.'],
        ['deprecated-colon', 'Deprecated: `VerifyRepositoryImmutableTags`.'],
        ['in-brackets', '`VerifyRepositoryImmutableTags` (deprecated) shows what a rule matches.'],
        ['not-available', '`VerifyRepositoryImmutableTags` is no longer available.'],
        ['stop-using', 'Please stop using `VerifyRepositoryImmutableTags`.'],
        ['v2-alone', 'v2 is deprecated.'],
        ['all-of-v2', 'All v2 endpoints are deprecated; v3 replaces them.'],
      ].map(([name = '', sentence = '']) => [
        `sentence-${name}`,
        [`says in the log: "${sentence}"`, endOfLog(sentence)],
      ]),
    ),
    ...Object.fromEntries<FaultRow>(
      [
        ['verb', 'Updates', 'Deprecate VerifyRepositoryImmutableTags.'],
        ['is-deprecated', 'New', 'VerifyRepositoryImmutableTags is deprecated from now on.'],
        ['was-removed', 'Removed', '`VerifyRepositoryImmutableTags` has been removed.'],
        ['path', 'New', 'Deprecate `POST /v2/namespaces/{namespace}/repositories/{repository}/immutabletags/verify`'],
      ].map(([name = '', kind = '', entry = '']) => [
        `entry-${name}`,
        [
          `has an entry of the change history below "${kind}": "${entry}"`,
          inHistory(kind, entry),
          // What is removed contradicts its own addition.
          kind === 'Removed' ? { 'change-history/2025-07-29-new': 'contradicting-statements' } : {},
        ],
      ]),
    ),
    'in-history': [
      'has an entry of the change history that deprecates a current operation',
      inHistory('Deprecations', 'GetRepositoryTag endpoint for a given namespace.'),
    ],
    'by-id-in-log': [
      'gives a current operation a row in the log by its id',
      inLog(/(\| Removed {4}\|)/, '| Deprecated | VerifyRepositoryImmutableTags | 2025-10-01 |\n$1'),
    ],
    'by-name-in-log': [
      'gives a current operation a row in the log by its name',
      named('Verify repository immutable tags'),
    ],
    'by-words-in-log': [
      'gives a current operation a row in the log by the words of its name in another order',
      named('**Immutable tags** of a repository: updating the settings'),
    ],
    'listed-with-old': [
      'names a current operation in one row with legacy endpoints',
      named('`POST /v2/repositories` and `GET /v2/namespaces/{namespace}/repositories/{repository}/tags`'),
      replacementsOfTags,
    ],
    'listed-in-history': [
      'has an entry of the change history that deprecates a current operation with a legacy endpoint',
      inHistory(
        'Deprecations',
        '`POST /v2/repositories`, `GET /v2/namespaces/{namespace}/repositories/{repository}/tags/{tag}`.',
      ),
      { 'labels/logged': 'not-labelled' },
    ],
    'area-in-reference': [
      'describes an area of the reference as deprecated',
      describedArea('org-access-tokens', 'Deprecated since 2025-10-01. Use access-tokens instead.'),
    ],
    'description-of-reference': [
      'lists a current operation as deprecated in the description of the reference',
      withDescription('## Deprecated\n\n- VerifyRepositoryImmutableTags (2025-10-01)\n'),
    ],
    path: [
      'labels the operations of a path in the summary of the path',
      withOpenApi(document => {
        const path = '/v2/namespaces/{namespace}/repositories/{repository}/immutabletags/verify'
        document.paths[path] = { ...document.paths[path], summary: 'Deprecated: verification of rules' } as never
      }),
    ],
    'area-in-sentence': [
      'says in a sentence of the log that an area is deprecated',
      endOfLog(`The audit-logs area is deprecated.`),
    ],
    'area-in-history': [
      'has an entry of the change history that deprecates an area',
      inHistory('Deprecations', 'The endpoints of the area audit-logs.'),
    ],
    'area-ended-in-history': [
      'has a sentence in the change history that says that an area was deprecated',
      inHistory('Deprecations', 'Deprecated the audit log endpoints.'),
    ],
    'removed-since': [
      'has an entry of another day that says that a current operation and an area have since been removed',
      inHistory('Updates', 'The audit log endpoints have been removed. `ListRepositoryTags` has since been removed.'),
    ],
    'removed-at-the-end': [
      'says at the end of the change history that an area was removed',
      endOfChangelog(`The endpoints for organization access tokens (OATs) have been removed.`),
      { 'change-history/2025-03-25-new': 'contradicting-statements' },
    ],
    'area-removed-in-sentence': [
      'says in a sentence of the log that the operations of an area were removed',
      endOfLog(`Audit log operations have been removed from the API.`),
    ],
    'area-in-words': ['gives an area a row in the log in other words', named('Management of personal access tokens')],
    'generation-in-history': [
      'has an entry of the change history that deprecates the v2 API as a whole',
      inHistory('Deprecations', 'API v2 as a whole; use v3.'),
    ],
    'generation-in-entry': [
      'says in an entry of the change history on something new that the v2 API is deprecated',
      inHistory('New', 'A third generation of the API. The v2 API is deprecated.'),
    ],
    'replaced-generation': [
      'says that the API was replaced by another generation',
      endOfLog(`The v2 API has been replaced by v3.`),
    ],
    'next-generation': [
      'says that another generation is the current one',
      endOfLog(`The current API generation is v3.`),
    ],
    generation: ['gives the whole v2 API a row in the log', named('v2 API')],
    'area-in-log': [
      'gives an area a row in the log',
      inLog(/(\| Removed {4}\|)/, '| Deprecated | Personal access token management | 2025-10-01 |\n$1'),
    ],
    'in-log': [
      'gives a current operation a row in the log',
      inLog(
        /(\| Removed {4}\|)/,
        '| Deprecated | `GET /v2/namespaces/{namespace}/repositories/{repository}/tags` | 2025-10-01 |\n$1',
      ),
      replacementsOfTags,
    ],
  }),
  tolerates: {
    'removed-before': variant(
      'has entries that removed things of the same names before these were added, and other things since',
      layered(
        inHistory('Updates', 'The filters of the audit log endpoints have been removed.'),
        endOfChangelog(`## 2021-01-01\n\n### Removed\n\n- \`GetRepository\`\n- Audit log endpoints`),
      ),
    ),
    areas: variant(
      'describes areas of which parts are deprecated',
      layered(
        describedArea('repositories', 'Deprecated endpoints of this area are `POST /v2/repositories` and others.'),
        describedArea(
          'access-tokens',
          'Deprecated formats of tokens are no longer issued. The area is not deprecated.',
        ),
        inHistory('Deprecations', 'The old format of audit logs.'),
        endOfLog(`The CSV export of audit logs is deprecated. The audit-logs area is not.`),
      ),
    ),
    'next-sentence': variant(
      'says of other things that they are deprecated, in the sentence before one that names a current operation',
      layered(
        withDescription(
          'The v1 API was removed on 2022-08-23. `ListRepositoryTags` lists the tags of a repository.\n\nEndpoints are labeled deprecated before they are removed. `GetRepositoryTag` returns a tag.\n\nSee [deprecated endpoints](/deprecated). Start with [List repositories](#operation/listNamespaceRepositories).\n\n`POST /v2/users/login` is deprecated. `ListRepositoryTags` and `GetRepositoryTag` replace the v1 tag routes.\n\nDeprecated endpoints answer as before. `CreateRepository` and `GetRepository` are their replacements.\n\nv1 is deprecated. GET /v2/namespaces/{namespace}/repositories lists repositories.\n\n`CheckRepository` checks. Deprecated endpoints are listed on a page of their own. "Old routes are removed." `GetRepository` stays.',
        ),
        describedArea(
          'repositories',
          'The legacy endpoints were deprecated on 2025-09-19. `CreateRepository` creates a repository. We deprecated the login endpoint. [Get repository](#operation/GetRepository) needs a token.',
        ),
        ofOperation('CheckRepository', {
          description: 'Deprecated predecessor: `HEAD /v2/repositories/{namespace}/{repository}`. Checks a repository.',
        }),
      ),
    ),
    parts: variant(
      'has rows and entries on parameters and fields of current operations',
      layered(
        named(
          'Query parameter `ordering` of ListRepositoryTags',
          'The field `stars` in answers of `GET /v2/namespaces/{namespace}/repositories/{repository}`',
        ),
        named(
          'The v2 API of the search',
          '`POST /v2/repositories`: `GET /v2/namespaces/{namespace}/repositories/{repository}/tags` is not affected',
        ),
        inHistory(
          'Deprecations',
          'Query parameter `ordering` of ListRepositoryTags.\n- The legacy CreateRepository endpoint.',
        ),
      ),
    ),
    'other-things': variant(
      'has descriptions that begin with deprecated things, and rows on parts of operations',
      layered(
        ofOperation('GetRepository', { description: 'Deprecated repositories are shown, too.' }),
        ofOperation('CheckRepository', { description: 'Deprecated scopes are refused.' }),
        ofOperation('CreateRepository', { description: 'Deprecated name forms, such as upper case, are refused.' }),
        ofOperation('GetRepositoryTag', { description: 'Deprecated tags of a repository can be listed.' }),
        named('Empty descriptions in CreateRepository', 'Calling CheckRepository without a token'),
      ),
    ),
    reported: variant(
      'says that an operation is not deprecated, or quotes others on it',
      layered(
        ofOperation('CheckRepository', {
          description:
            'Prefer this operation to `HEAD /v2/repositories/{namespace}/{repository}`, which is deprecated.',
        }),
        endOfLog(
          `It is a common error to think that \`ListRepositoryTags\` is deprecated.\n\n"GetRepositoryTag is deprecated" is what linters report.\n\nWas \`ListRepositoryTags\` removed as well? No.`,
        ),
      ),
    ),
    'states-of-others': variant(
      'describes states of other things, and says in other words what must not be used',
      layered(
        ofOperation('GetRepository', {
          description:
            'Shows one repository. It is gone once it was deleted. Do not use a token of another user. States:\n\n- Active\n- Removed.\n\nObsolete fields are left out. Use a token instead of a password.',
        }),
        ofOperation('CheckRepository', {
          description:
            'This operation is current and not deprecated. The parameter `sort` is no longer supported. If the repository was removed, use `GET /v2/namespaces/{namespace}/repositories` instead. Do not use this operation in a loop. Do not use it to poll.',
        }),
      ),
    ),
    sections: variant(
      'says below a title on deprecated endpoints what to call and read, and that an operation was disabled for an hour',
      withLog(
        source =>
          `${source.replace(/^# .*/, '# Endpoint deprecations')}\n### The old forms\n\n**Affected**\n\n- \`POST /v2/repositories\`\n\n**What to do** Call \`CreateRepository\`, \`GetRepository\` and \`CheckRepository\`.\n\nSee \`ListRepositoryTags\` in the reference.\n\n**Replacement** \`CreateRepository\`\n\n**New operations**\n\n- \`GetRepository\`\n\n**Timeline** Labeled on ${day}.\n\n> CreateRepository had an outage on 2025-10-02 and was disabled for an hour.\n`,
      ),
    ),
    'not-stated': variant(
      'has sentences that deny a label, state it under a condition, or state it for something else',
      endOfLog(
        `Neither GetRepository nor CheckRepository has been removed. None of GetRepository and CheckRepository is deprecated. No operation such as GetRepository is deprecated. When GetRepository is deprecated, this page will say so. If GetRepository was removed, this page would say so. Once GetRepository is deprecated, it stays for a year. GetRepository shows whether a repository is disabled. In GetRepository, the member \`user\` is deprecated. The parameter \`sort\` of ListRepositoryTags is deprecated. Is GetRepository deprecated? The v2 API is not deprecated. If API v2 is deprecated, this page says so. The current version of the CLI is v3. v2 of the CLI is deprecated. v2 tokens are deprecated. A generation v3 is planned. If the v3 API replaces v2, this page says so. v3 of the SDK is the current generation of its API. The v2 API has not been replaced by v3. ListRepositoryTags no longer returns tags that were removed. CreateRepository rejects names that end with a period. A revoked token cannot be restored.`,
      ),
    ),
    'not-of-it': variant(
      'says that other things must no longer be used, and for what current operations must not be used',
      layered(
        endOfLog(
          `\`GetRepository\` must not be used to poll. We have deprecated \`GET /v2/repositories/{namespace}/{repository}\` in favour of \`GetRepository\`. Deprecate the old path, use \`GetRepository\` instead. Deprecated: the legacy \`GetRepository\` endpoint. The legacy \`GetRepository\` (deprecated) has a replacement. Remove calls to \`GetRepository\` from old scripts. \`GetRepository\` is no longer available to anonymous users. Stop using HEAD /v2/repositories/{namespace}/{repository}; \`CheckRepository\` does the same. Do not use \`GetRepository\` without a token. The parameter \`x\` of \`GetRepository\` must no longer be used. We removed the limit of \`ListRepositoryTags\`. \`GET /v2/repositories/{namespace}\` (use \`GET /v2/namespaces/{namespace}/repositories\`) is deprecated. All v2 endpoints that are deprecated stay for a year.`,
        ),
        inHistory(
          'Updates',
          'Remove the limit of `ListRepositoryTags`.\n- Deprecate the parameter `x` of `ListRepositoryTags`.',
        ),
      ),
    ),
    'gone-too': variant(
      'declares 410 next to other answers, and says what was removed',
      ofOperation('VerifyRepositoryImmutableTags', {
        description:
          'Takes the place of a route that was removed. This operation is disabled when the repository was removed.',
        responses: { 200: { description: 'ok' }, 410: { description: 'The repository was removed.' } },
      }),
    ),
    extension: variant(
      'states in an extension that a current operation is not deprecated',
      withOpenApi(document => {
        for (const item of Object.values(document.paths))
          for (const operation of Object.values(item)) if (operation) operation['x-deprecated'] = false
      }),
    ),
    'name-of-more': variant(
      'has a row on a part of an operation, and one on what an operation replaces',
      named('Dry run of verify repository immutable tags', 'Old tag rules; update repository immutable tags instead'),
    ),
    'as-replacement': variant(
      'names current operations as replacements in a row of the log',
      inLog(
        /(\| Removed {4}\|)/,
        '| Deprecated | `GET /v2/search` (use ListRepositoryTags instead) | 2025-10-01 |\n$1',
      ),
    ),
  },
} satisfies Requirement
