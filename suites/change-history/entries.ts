import { changeOf } from '../../checks/documents/history/entry-words.ts'
import { judge } from '../../checks/documents/history/judging.ts'
import { shipped, subjects } from '../../checks/documents/history/subjects.ts'
import { withAreas } from '../../checks/documents/named-areas.ts'
import { cite } from '../../checks/source.ts'
import { changelogForms } from '../../checks/twists/changelog.ts'
import { inChangelog, withChangelog, withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { fault, variant } from '../../checks/twists/twist.ts'
import { type ChangeFact, lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { entryHeadings } from '../../contracts/results/reasons.ts'

const headings: Readonly<Record<ChangeFact['kind'], string>> = {
  New: 'New',
  Update: 'Updates',
  Deprecation: 'Deprecations',
}

/** The part of the reference implementation's page that is about one change. */
const sectionOf = (fact: ChangeFact): RegExp =>
  new RegExp(`(## ${fact.date}\\n(?:(?!\\n## )[\\s\\S])*?### )${headings[fact.kind]}(\\n\\n(?:- .*\\n?)+)`)

/** Words for a change that say the opposite of it, and others that only sound so. */
const wordings: Readonly<Record<string, { readonly opposite: string; readonly alike: string }>> = {
  '2025-11-21-update': {
    opposite: 'The `expires_at` fields are removed from the PAT management endpoints.',
    alike: 'The PAT management endpoints no longer omit `expires_at`; null means that a token never expires.',
  },
  '2025-06-27-deprecation': {
    opposite: '`GET /v2/repositories/{namespace}` was removed.',
    alike: 'Undocumented `GET /v2/repositories/{namespace}`, which is not removed yet.',
  },
  '2025-06-27-new': {
    opposite: 'The listNamespaceRepositories endpoint is removed.',
    alike: 'Use listNamespaceRepositories. It lists repositories without those that were deleted.',
  },
}

/** Gives one change of the page other words. */
const inWords = (fact: ChangeFact, words: string) =>
  inChangelog(sectionOf(fact), `$1${headings[fact.kind]}\n\n- ${words}\n`)

/** Gives the page an update after all others. */
const later = (words: string) =>
  inChangelog('## 2025-11-21', `## 2025-12-01\n\n### Updates\n\n- ${words}\n\n## 2025-11-21`)

/** Names an area by the ids that its operations are given, and by nothing else. */
const byIds = (fact: ChangeFact) =>
  layered(
    withOpenApi(({ paths }) => {
      for (const operation of Object.values(paths).flatMap(item => Object.values(item)))
        if (fact.about.tags.some(tag => operation?.tags?.includes(tag))) operation.operationId = 'listPasses'
    }),
    inWords(fact, fact.names.length > 0 ? `\`${fact.names}\` is added to \`listPasses\`.` : '`listPasses`'),
  )

export default lifecycle.changeHistory.map(
  (fact): Requirement => ({
    id: `change-history/${fact.slug}`,
    level: 'must',
    statement: `The change history has the ${fact.kind === 'New' ? 'addition' : fact.kind.toLowerCase()} of ${fact.date}: ${subjects(
      fact,
      shipped,
    )
      .map(({ name }) => name)
      .join(', ')}.`,
    since: fact.date,
    source: cite(fact.sentence),
    covers: [
      'publishes',
      ...(fact.kind === 'Deprecation' ? ['transition-deprecated'] : []),
      ...(fact.sentence === 'history-group-fixed' ? ['resource-group-assignment'] : []),
      ...(fact.sentence === 'history-new-immutable-tags' ? ['resource-immutable-tags'] : []),
    ],
    needs: ['changelog'],
    how: 'The published page is read with a Markdown parser: dates, kinds and entries. An entry names an operation by its id, its link, its path or its usual name, and an area in words or by its operations.',
    fix: `${entryHeadings['entry-missing']} ${fact.date}, ${fact.kind}: ${changeOf(fact)}`,
    cases: [
      {
        name: `${fact.date}, ${fact.kind}`,
        check: async probe => {
          const reference = (await probe.hasFixture('reference')) ? await probe.fixture('reference') : undefined
          const published = await probe.fixture('changelog')
          const changelog = reference ? withAreas(published, reference.operations) : published
          return judge(changelog, fact, operation => probe.bind(operation))
        },
      },
    ],
    faults: {
      missing: fault(
        'has no such entry',
        'entry-missing',
        inChangelog(sectionOf(fact), '$1Notes\n\n- Nothing.\n'),
        fact.kind === 'Deprecation' ? { 'labels/logged': 'label-not-logged' } : undefined,
      ),
      kind: fault(
        'lists it under another kind',
        'entry-kind',
        inChangelog(sectionOf(fact), `$1${fact.kind === 'New' ? 'Deprecations' : 'New'}$2`),
        ['2025-09-19', '2025-03-25'].includes(fact.date) && fact.kind === 'New'
          ? { 'labels/current-operations': 'current-labelled-deprecated' }
          : undefined,
      ),
      date: fault(
        'gives it another date',
        'entry-date',
        withChangelog(source => {
          const list = sectionOf(fact).exec(source)?.[2] ?? ''
          const rest = source.replace(sectionOf(fact), '$1Notes\n\n- Nothing.\n')
          return `${rest.trimEnd()}\n\n## 2024-01-01\n\n### ${headings[fact.kind]}${list}`
        }),
      ),
      ...(wordings[fact.slug] && {
        opposite: fault(
          'says the opposite of it',
          'entry-opposite',
          inWords(fact, wordings[fact.slug]?.opposite ?? ''),
          // A current operation that is removed is labelled so.
          fact.slug === '2025-06-27-new' ? { 'labels/current-operations': 'current-labelled-deprecated' } : {},
        ),
      }),
      ...(fact.slug === '2025-07-29-new' && {
        scope: fault(
          'denies its scope',
          'entry-opposite',
          inWords(
            fact,
            'UpdateRepositoryImmutableTags and VerifyRepositoryImmutableTags endpoints for a whole namespace, not for a single repository.',
          ),
        ),
      }),
      ...(fact.date === '2025-09-25' && {
        'missing-in-month': fault(
          'has no such entry below a heading of its month',
          'entry-missing',
          inChangelog(/## 2025-09-25\n[\s\S]*?(?=## 2025-09-19)/, '# September 2025\n\n'),
        ),
      }),
      ...(fact.date === '2025-11-21' && {
        'taken-back': fault(
          'withdraws it later',
          'contradicting-statements',
          later('`expires_at` was dropped again from the PAT management endpoints.'),
        ),
      }),
      ...(fact.kind === 'Deprecation' &&
        fact.date === '2025-06-27' && {
          'removed-early': fault(
            'lists endpoints as removed that the document lists as deprecated',
            'contradicting-statements',
            inChangelog(
              '## 2025-09-25',
              '## 2025-10-10\n\n### Removed\n\n- `GET /v2/repositories/{namespace}`\n\n## 2025-09-25',
            ),
          ),
        }),
    },
    tolerates: {
      ...(fact.about.tags.length > 0 && {
        'by-ids': variant('names the area by the ids of its operations', byIds(fact)),
      }),
      ...(wordings[fact.slug] && {
        alike: variant(
          'words the entry so that it only looks like the opposite',
          inWords(fact, wordings[fact.slug]?.alike ?? ''),
        ),
        'other-field': variant(
          'removes other things later, and ends with a sentence on the page',
          layered(
            later('`expires_at` was dropped again from the audit log entries. A limit of `GetRepository` was removed.'),
            withChangelog(
              source => `${source}\nDeprecated endpoints have a log of their own, and may be removed later.\n`,
            ),
          ),
        ),
      }),
      ...changelogForms,
    },
  }),
)
