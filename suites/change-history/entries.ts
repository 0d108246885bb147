import { endpointOf, entryExcerpt, isMentionOf, wholeOf } from '../../checks/documents/published-documents.ts'
import { cite } from '../../checks/source.ts'
import { isChangelog, text } from '../../checks/twists/documents.ts'
import { fault, instead, variant } from '../../checks/twists/twist.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import type { ChangeEntry, PublishedChangelog } from '../../contracts/documents.ts'
import { type Finding, holds, unclear, violated } from '../../contracts/finding.ts'
import { type ChangeFact, type DocumentedOperation, lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'

/** The words by which the kinds of change go. */
const kinds: Readonly<Record<ChangeFact['kind'], RegExp>> = {
  New: /\b(?:new|add(?:ed|itions?)?|introduc\w*|features?)\b/i,
  Update: /\b(?:updat\w*|chang\w*|fix\w*|improve\w*|bug\w*)\b/i,
  Deprecation: /\b(?:deprecat\w*|remov\w*)\b/i,
}

const allKinds = Object.values(kinds)

/** What people call the operations that the document names by id. */
const spoken: Readonly<Record<DocumentedOperation, RegExp>> = {
  CreateRepository: /\bcreat\w*\s+(?:a\s+)?(?:new\s+)?repositor(?:y|ies)\b/i,
  GetRepository: /\bget\w*\s+(?:a\s+)?repositor(?:y|ies)\b/i,
  CheckRepository: /\bcheck\w*\s+(?:a\s+)?repositor(?:y|ies)\b/i,
  listNamespaceRepositories: /\blist\w*\s+(?:\w+\s+)?repositories\b/i,
  CreateRepositoryGroup: /\bassign\w*\b.*\bgroup\b/i,
  UpdateRepositoryImmutableTags: /\bupdat\w*\b.*\bimmutable[\s-]tags?\b/i,
  VerifyRepositoryImmutableTags: /\bverif\w*\b.*\bimmutable[\s-]tags?\b/i,
  ListRepositoryTags: /\blist\w*\b.*\btags\b/i,
  GetRepositoryTag: /\bget\w*\b.*\btag\b/i,
}

const areas: Readonly<Record<string, RegExp>> = {
  'access-tokens': /\bPATs?\b|personal access tokens?/i,
  'org-access-tokens': /\bOATs?\b|organi[sz]ation access tokens?|org access tokens?/i,
  'audit-logs': /\baudit[\s-]?logs?\b/i,
}

/** The single things that a change of the document is about, each with the test that an entry speaks of it. */
const subjects = (fact: ChangeFact): readonly { readonly name: string; speaks(entry: ChangeEntry): boolean }[] => [
  ...fact.about.operations.map(operation => ({
    name: operation,
    speaks: (entry: ChangeEntry): boolean => {
      const shipped = dockerHub.find(binding => binding.operation === operation)
      return (
        entry.operationIds.some(id => id.toLowerCase() === operation.toLowerCase()) ||
        spoken[operation].test(entry.text) ||
        (shipped !== undefined &&
          entry.endpoints.some(mention => mention.method !== undefined && isMentionOf(mention, shipped)))
      )
    },
  })),
  ...fact.about.endpoints.map(endpoint => ({
    name: endpoint,
    speaks: (entry: ChangeEntry): boolean =>
      entry.endpoints.some(mention => isMentionOf(mention, endpointOf(endpoint))),
  })),
  ...fact.about.tags.map(tag => ({
    name: [...fact.names, `the area ${tag}`].join(' of '),
    speaks: (entry: ChangeEntry): boolean =>
      (entry.tags.includes(tag) || areas[tag]?.test(entry.text) === true) &&
      fact.names.every(name => entry.text.includes(name)),
  })),
]

const judge = (changelog: PublishedChangelog, fact: ChangeFact): Finding => {
  const whole = wholeOf('changelog', changelog)
  if (changelog.entries.length === 0)
    return unclear('unreadable-document', { document: 'the change history', what: 'dated entries' }, whole)
  const seen = []
  for (const { name, speaks } of subjects(fact)) {
    const about = changelog.entries.filter(speaks)
    const onDay = about.filter(({ date }) => date === fact.date)
    // A page without kinds, or with words of its own for them, contradicts nothing.
    const ofKind = onDay.find(({ kind }) => kinds[fact.kind].test(kind) || !allKinds.some(words => words.test(kind)))
    if (ofKind) {
      seen.push(entryExcerpt(changelog, ofKind))
      continue
    }
    const [wrongKind] = onDay
    if (wrongKind)
      return violated(
        'entry-kind',
        { about: name, date: fact.date, kind: wrongKind.kind, expected: fact.kind },
        entryExcerpt(changelog, wrongKind),
      )
    const otherDay = about.find(entry => kinds[fact.kind].test(entry.kind) && !isExpected(entry))
    return otherDay
      ? violated(
          'entry-date',
          { about: name, date: otherDay.date, expected: fact.date },
          entryExcerpt(changelog, otherDay),
        )
      : violated('entry-missing', { date: fact.date, kind: fact.kind, about: name }, whole)
  }
  const [first, ...rest] = seen
  return first
    ? holds(first, ...rest)
    : unclear('unreadable-document', { document: 'the change history', what: 'dated entries' }, whole)
}

/** Whether the document has a change that this entry is, so that it is no misplaced one. */
const isExpected = (entry: ChangeEntry): boolean =>
  lifecycle.changeHistory.some(fact => fact.date === entry.date && subjects(fact).some(({ speaks }) => speaks(entry)))

const headings: Readonly<Record<ChangeFact['kind'], string>> = {
  New: 'New',
  Update: 'Updates',
  Deprecation: 'Deprecations',
}

/** The part of the reference implementation's page that is about one change. */
const sectionOf = (fact: ChangeFact): RegExp =>
  new RegExp(`(## ${fact.date}\\n(?:(?!\\n## )[\\s\\S])*?### )${headings[fact.kind]}(\\n\\n(?:- .*\\n?)+)`)

const entries: readonly Requirement[] = lifecycle.changeHistory.map(fact => ({
  id: `change-history/${fact.slug}`,
  level: 'must',
  statement: `The change history has the ${fact.kind === 'New' ? 'addition' : fact.kind.toLowerCase()} of ${fact.date}: ${subjects(
    fact,
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
  how: 'The published page is read with a Markdown parser: dates, kinds and entries. An entry speaks of an operation by its id, its link, its path or the words that people use for it.',
  fix: `Give the page an entry below ${fact.date} and "${headings[fact.kind]}" that names what changed.`,
  cases: [{ name: `${fact.date}, ${fact.kind}`, check: async probe => judge(await probe.fixture('changelog'), fact) }],
  faults: {
    missing: fault(
      'has no such entry',
      'entry-missing',
      instead(
        isChangelog,
        text(source => source.replace(sectionOf(fact), '$1Notes\n\n- Nothing.\n')),
      ),
    ),
    kind: fault(
      'lists it under another kind',
      'entry-kind',
      instead(
        isChangelog,
        text(source => source.replace(sectionOf(fact), `$1${fact.kind === 'New' ? 'Deprecations' : 'New'}$2`)),
      ),
    ),
    date: fault(
      'dates it otherwise',
      'entry-date',
      instead(
        isChangelog,
        text(source => {
          const list = sectionOf(fact).exec(source)?.[2] ?? ''
          const rest = source.replace(sectionOf(fact), '$1Notes\n\n- Nothing.\n')
          return `${rest.trimEnd()}\n\n## 2024-01-01\n\n### ${headings[fact.kind]}${list}`
        }),
      ),
    ),
  },
}))

const page = (
  slug: string,
  statement: string,
  check: (changelog: PublishedChangelog) => Finding,
  faults: Requirement['faults'],
): Requirement => ({
  id: `change-history/${slug}`,
  level: 'must',
  statement,
  since: '2022-08-23',
  source: cite('history-heading'),
  covers: ['publishes'],
  needs: ['changelog'],
  how: 'The dates of the published page are read in page order.',
  fix: 'Head every group of changes with its day, such as 2025-11-21, the newest first.',
  cases: [{ name: 'the dates of the page', check: async probe => check(await probe.fixture('changelog')) }],
  faults,
})

const dates = (changelog: PublishedChangelog): Finding | undefined =>
  changelog.dates.length > 0
    ? undefined
    : unclear('unreadable-document', { document: 'the change history', what: 'dates' }, wholeOf('changelog', changelog))

const newestFirst = page(
  'newest-first',
  'The change history lists the newest change first.',
  changelog => {
    const days = changelog.dates.map(({ date }) => date).filter(date => /^\d{4}-\d{2}-\d{2}$/.test(date))
    const wrong = days.findIndex((date, index) => index > 0 && date > (days[index - 1] ?? ''))
    if (wrong > 0)
      return violated(
        'not-newest-first',
        { first: days[wrong - 1] ?? '', second: days[wrong] ?? '' },
        wholeOf('changelog', changelog),
      )
    return dates(changelog) ?? holds(wholeOf('changelog', changelog))
  },
  {
    'oldest-first': fault(
      'lists the oldest change first',
      'not-newest-first',
      instead(
        isChangelog,
        text(source => {
          const [head = '', ...sections] = source.split(/^(?=## )/m)
          return [head, ...sections.reverse()].join('\n')
        }),
      ),
    ),
    'one-misplaced': fault(
      'misplaces one day',
      'not-newest-first',
      instead(
        isChangelog,
        text(source => {
          const [head = '', first = '', ...rest] = source.split(/^(?=## )/m)
          return [head, ...rest, `\n${first}`].join('')
        }),
      ),
    ),
  },
)

const isoDates = page(
  'iso-dates',
  'The dates of the change history are ISO 8601 days.',
  changelog => {
    const wrong = changelog.dates.find(
      ({ date }) => !/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)),
    )
    if (wrong) return violated('not-iso-date', { date: wrong.date }, wholeOf('changelog', changelog))
    return dates(changelog) ?? holds(wholeOf('changelog', changelog))
  },
  {
    spoken: fault(
      'writes a date in words',
      'not-iso-date',
      instead(
        isChangelog,
        text(source => source.replace('## 2025-03-18', '## March 18, 2025')),
      ),
      { 'change-history/2025-03-18-new': 'entry-date' },
    ),
  },
)

export default [...entries, newestFirst, isoDates].map(requirement => ({
  ...requirement,
  tolerates: {
    ...requirement.tolerates,
    older: variant(
      'has older changes too',
      instead(
        isChangelog,
        text(source => `${source}\n## 2021-01-01\n\n### New\n\n- The first page.\n`),
      ),
    ),
  },
}))
