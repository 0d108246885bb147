import {
  contradiction,
  couldState,
  entryClaim,
  openStatement,
  passageOf,
  unreadPart,
} from '../../checks/documents/claims.ts'
import { readText } from '../../checks/documents/clauses.ts'
import { fitOf, isWhole } from '../../checks/documents/entry-fit.ts'
import { type Act, lexicon, type Tag } from '../../checks/documents/lexicon.ts'
import { type Named, withAreas } from '../../checks/documents/named-areas.ts'
import { datesIn, isAfter, isDay, isOnlyDate } from '../../checks/documents/published-dates.ts'
import {
  type Endpoint,
  endpointOf,
  hasTag,
  isMentionOf,
  wholeDocument,
} from '../../checks/documents/published-documents.ts'
import { openRemark, type Remark } from '../../checks/documents/remarks.ts'
import { deniesDeprecation, isKind, kindOf, kindOfSentence } from '../../checks/documents/vocabulary.ts'
import { cite } from '../../checks/source.ts'
import { changelogForms } from '../../checks/twists/changelog.ts'
import { inChangelog, withChangelog, withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { fault, variant } from '../../checks/twists/twist.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import type { ChangeEntry, PublishedChangelog } from '../../contracts/documents.ts'
import { type Excerpt, type Finding, holds, unclear, violated } from '../../contracts/finding.ts'
import { type ChangeFact, type DocumentedOperation, lifecycle } from '../../contracts/lifecycle.ts'
import { entryHeadings } from '../../contracts/reasons.ts'
import type { Requirement } from '../../contracts/requirement.ts'

/** What people call the operations that the document names by id. */
const spoken: Readonly<Record<DocumentedOperation, RegExp>> = {
  CreateRepository: /\bcreat\w*\s+(?:a\s+)?(?:new\s+)?repositor(?:y|ies)\b(?!\s+(?:group|tag))/i,
  GetRepository: /\bget\w*\s+(?:a\s+)?repositor(?:y|ies)\b(?!\s+(?:group|tag))/i,
  CheckRepository: /\bcheck\w*\s+(?:a\s+)?repositor(?:y|ies)\b(?!\s+(?:group|tag))/i,
  listNamespaceRepositories: /\blist\w*\s+(?:\w+\s+)?repositories\b/i,
  CreateRepositoryGroup: /\bassign\w*\b.*\bgroup\b/i,
  UpdateRepositoryImmutableTags: /\bupdat\w*\b.*\bimmutable[\s-]tags?\b/i,
  VerifyRepositoryImmutableTags: /\bverif\w*\b.*\bimmutable[\s-]tags?\b/i,
  ListRepositoryTags: /\blist\w*\b.*\btags\b/i,
  GetRepositoryTag: /\bget\w*\b.*\btag\b/i,
}

/** Words that a sentence about the operation has, in any order; a sentence that has them may be about something else. */
const stems: Readonly<Record<DocumentedOperation, readonly RegExp[]>> = {
  CreateRepository: [/\bcreat/i, /\brepositor/i],
  GetRepository: [/\b(?:get|read|retriev|fetch|show)/i, /\brepositor/i],
  CheckRepository: [/\b(?:check|exist)/i, /\brepositor/i],
  listNamespaceRepositories: [/\blist/i, /\brepositor/i],
  CreateRepositoryGroup: [/\b(?:assign|creat)/i, /\bgroup/i],
  UpdateRepositoryImmutableTags: [/\b(?:updat|chang|edit|set|configur)/i, /\bimmutab/i],
  VerifyRepositoryImmutableTags: [/\b(?:verif|validat|check|test)/i, /\bimmutab/i],
  ListRepositoryTags: [/\blist/i, /\btags\b/i],
  GetRepositoryTag: [/\bget/i, /\btag\b/i],
}

const organization = /\b(?:OATs?|organi[sz]ations?|orgs?)\b/i

const tokens = /\baccess[\s-]tokens?\b|\btokens?\b/i

/** The words of an area, in any order. */
const areas: Readonly<Record<string, (text: string) => boolean>> = {
  'access-tokens': text => /\bPATs?\b/.test(text) || (/\bpersonal\b/i.test(text) && tokens.test(text)),
  'org-access-tokens': text => /\bOATs?\b/.test(text) || (organization.test(text) && tokens.test(text)),
  'audit-logs': text =>
    /\bauditlogs?\b/i.test(text) ||
    (/\baudit(?:ing|ed)?\b/i.test(text) && /\blogs?\b|\blogging\b|\bevents?\b|\btrails?\b/i.test(text)),
}

type Speaks = 'yes' | 'no' | 'maybe'

/** A single thing that a change of the document is about. */
interface Subject {
  readonly name: string
  readonly speaks: (entry: Named) => Speaks
}

const all = (...parts: readonly Speaks[]): Speaks =>
  parts.includes('no') ? 'no' : parts.includes('maybe') ? 'maybe' : 'yes'

/** Whether an entry names an area: by a link to its tag, by an operation of it, by the tag itself, or in words. */
const namesArea = (tag: string, { tags, areas: named = [], text: told }: Named): boolean =>
  hasTag([...tags, ...named], tag) ||
  new RegExp(`(?<![\\w-])${tag}(?![\\w-])`).test(told) ||
  areas[tag]?.(told) === true

/** What a sentence says of an area: audit logs for personal access tokens are not those for organizations. */
const ofArea = (tag: string, sentence: string, entry: Named): Speaks => {
  const named = namesArea(tag, entry)
  if (!named) return 'no'
  const personal = namesArea('access-tokens', entry)
  const organizations = namesArea('org-access-tokens', entry)
  if (sentence !== 'history-new-audit-logs') {
    // A token of another sort, or a change to its audit log, is not the area itself.
    if (tag !== 'access-tokens' && areas['audit-logs']?.(entry.text)) return 'no'
    // A link to one area may have the words of the other: `[personal access tokens](#tag/org-access-tokens)`.
    const isWorded = (of: string): boolean => areas[of]?.(entry.text) === true
    const other = tag === 'access-tokens' ? 'org-access-tokens' : 'access-tokens'
    return isWorded(other) && !isWorded(tag) ? 'maybe' : 'yes'
  }
  if (organizations) return 'yes'
  if (personal) return 'no'
  // What operations of the area give access to includes entries about tokens of organizations.
  return hasTag(entry.areas ?? [], tag) ? 'yes' : 'maybe'
}

const documented = new Set(lifecycle.operations.map(({ id }) => id.toLowerCase()))

type PathOf = (operation: DocumentedOperation) => Endpoint | undefined

const shipped: PathOf = operation => dockerHub.find(binding => binding.operation === operation)

const subjects = (fact: ChangeFact, pathOf: PathOf): readonly Subject[] => [
  ...fact.about.operations.map(
    (operation): Subject => ({
      name: operation,
      speaks: entry => {
        const path = pathOf(operation)
        const legacy = /\b(?:legacy|undocumented)\b/i.test(entry.text)
        if (entry.operationIds.some(id => id.toLowerCase() === operation.toLowerCase())) return 'yes'
        if (path && entry.endpoints.some(mention => mention.method !== undefined && isMentionOf(mention, path)))
          return 'yes'
        if (legacy) return 'no'
        // `Get repositories (GetRepositories)` may be another operation.
        const isOther = entry.operationIds.some(
          id => !documented.has(id.toLowerCase()) && spoken[operation].test(id.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')),
        )
        if (spoken[operation].test(entry.text)) return isOther ? 'maybe' : 'yes'
        return stems[operation].every(stem => stem.test(entry.text)) ? 'maybe' : 'no'
      },
    }),
  ),
  ...fact.about.endpoints.map(
    (endpoint): Subject => ({
      name: endpoint,
      speaks: entry => (entry.endpoints.some(mention => isMentionOf(mention, endpointOf(endpoint))) ? 'yes' : 'no'),
    }),
  ),
  ...fact.about.tags.map(
    (tag): Subject => ({
      name: [...fact.names, `the area ${tag}`].join(' of '),
      speaks: entry =>
        all(
          // A field is known by its name, whose it is not.
          fact.names.length > 0 && !Object.keys(areas).some(area => namesArea(area, entry))
            ? 'maybe'
            : ofArea(tag, fact.sentence, entry),
          fact.names.every(name => new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'i').test(entry.text)) ? 'yes' : 'no',
        ),
    }),
  ),
]

/** Whether two entries say the same, letter by letter: one change is not made on two days. */
const isSame = (a: ChangeEntry, b: ChangeEntry): boolean => a.text.trim() === b.text.trim()

const judge = (changelog: PublishedChangelog, fact: ChangeFact, pathOf: PathOf): Finding => {
  const seen: Excerpt[] = []
  let left: Finding | undefined
  for (const subject of subjects(fact, pathOf)) {
    const finding = judgeSubject(changelog, fact, subject)
    if (finding.kind === 'violated') return finding
    if (finding.kind === 'holds') seen.push(...(finding.seen as readonly Excerpt[]))
    else left ??= finding
  }
  const [first, ...rest] = seen
  if (left || !first) return left ?? absent(changelog, fact, 'the change', () => 'no')
  return openRemark({ changelog }, 'the change', 'history', isBelow(fact.date)) ?? holds(first, ...rest)
}

/** Whether a sentence stands below a day. */
const isBelow =
  (day: string) =>
  ({ days }: Remark): boolean =>
    days.some(date => isDay(date, day) !== 'no')

const fillers = /^(?:new|personal|access|tokens?|endpoints?|apis?|operations?|fields?)$/

const joints: readonly Tag[] = ['article', 'preposition', 'of', 'to', 'and', 'be', 'been', 'have', 'again', 'adverb']

const changes: readonly (Act | undefined)[] = ['add', 'deprecate', 'end', 'defer']

/** Whether a word says nothing of what a change is about: a joint of a sentence, or what became of it. */
const isFiller = (word: string): boolean =>
  fillers.test(word) ||
  lexicon.get(word)?.some(({ tag, act }) => joints.includes(tag) || changes.includes(act)) === true

const changeWords = (words: string): readonly string[] =>
  words
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(word => word !== '')

/** Whether a text names what a change is about in the words of the document, and nothing else: then it is about the whole of it. */
const isAllOf = (fact: ChangeFact, words: string): boolean => {
  const own = new Set(changeWords(changeOf(fact)).map(word => word.replace(/s$/, '')))
  return changeWords(words).every(word => isFiller(word) || own.has(word.replace(/s$/, '')))
}

/** Whether a later entry takes a change back: it removes what the change added. */
const endsLater = (entry: ChangeEntry, fact: ChangeFact): boolean =>
  (kindOf(entry.kind) === 'Removal' ||
    readText(entry.text).some(
      ({ act, denied, mood }) =>
        (act === 'end' || act === 'defer') && !denied && (mood === 'stated' || mood === 'past'),
    )) &&
  (entry.dates.length > 0 || entry.date === '') &&
  entry.dates.every(date => isAfter(date, fact.date)) &&
  isAllOf(fact, entry.text)

/** Whether an entry has its deprecation take effect on another day: `GET /x, effective 2026-01-01`. */
const isEffective = ({ text: told }: ChangeEntry, { date }: ChangeFact): boolean =>
  !/\b(?:remov|retire|retiring|sunset|disabl|shut)\w*/i.test(told) &&
  datesIn(told).some(
    found =>
      isDay(found, date) === 'no' &&
      /\b(?:effective|in force|takes effect)(?: (?:from|on|since|as of))?\W*$/i.test(told.slice(0, found.start)),
  )

const renamed = /\b(?:renamed|(?:is|are) (?:now )?(?:called|named|known as)|new name)\b/i

const scopeDenied =
  /\bnot (?:for|of|in|on|per|to) (?:(?:an?|the|any|one|each|single|given|individual|particular|certain) )*(namespace|repository)\b/gi

/** Whether an entry denies the scope that the document has for its operations: `for a namespace, not for a single repository`. */
const deniesScope = ({ text: told }: ChangeEntry, { about, kind }: ChangeFact): boolean =>
  kind === 'New' &&
  [...told.matchAll(scopeDenied)].some(([, scope = '']) =>
    lifecycle.operations.some(
      ({ id, scope: stated }) => about.operations.includes(id) && stated.includes(scope.toLowerCase()),
    ),
  )

/** Whether no entry of a history has a kind: then that is what is missing, whatever each is about. */
const hasNoKinds = ({ entries }: PublishedChangelog): boolean => entries.every(({ kind }) => kind === '')

const judgeSubject = (changelog: PublishedChangelog, fact: ChangeFact, { name, speaks }: Subject): Finding => {
  const about = changelog.entries
    .map(entry => ({ entry, speaks: speaks(entry) }))
    .filter(found => found.speaks !== 'no')
    .map(found => ({ ...found, day: dayOf(found.entry, fact.date), fit: fitOf(found.entry, fact.kind) }))
  const sure = about.filter(found => found.speaks === 'yes')
  const onDay = sure.filter(({ day }) => day === 'yes')
  const right = onDay.find(({ fit }) => fit === 'fits')
  const opposite = onDay.find(({ fit, entry }) => fit === 'opposite' || deniesScope(entry, fact))
  // An operation of an area may come later than the area.
  const isOfWhole = (entry: ChangeEntry): boolean => speaks({ ...entry, areas: [] }) === 'yes'
  if (opposite)
    return violated(
      'entry-opposite',
      { about: name, date: fact.date, text: opposite.entry.text.slice(0, 120) },
      entryClaim(changelog, opposite.entry),
    )
  if (right) {
    const again = sure.find(
      ({ entry, day, fit }) =>
        day === 'no' &&
        fit === 'fits' &&
        ((isWhole(entry) && isOfWhole(entry)) || isSame(entry, right.entry) || isAllOf(fact, entry.text)) &&
        !isExpected(entry, fact.kind),
    )
    const takenAway = fact.kind !== 'Deprecation' && about.find(({ entry }) => endsLater(entry, fact))
    if (takenAway && takenAway.speaks === 'maybe') return unclearEntry(changelog, takenAway.entry, name)
    const withdrawn = sure.find(
      ({ entry, day, fit }) =>
        !again &&
        !takenAway &&
        day !== 'yes' &&
        (fact.kind === 'Deprecation'
          ? deniesDeprecation(entry.text)
          : fit === 'opposite' && entry.dates.length > 0 && entry.dates.every(date => isAfter(date, fact.date))),
    )
    if (withdrawn) return unclearEntry(changelog, withdrawn.entry, name)
    const lines = new Set(changelog.entries.map(({ line }) => line))
    const denied =
      fact.kind === 'Deprecation' &&
      changelog.passages.find(
        passage => speaks(passage) === 'yes' && deniesDeprecation(passage.text) && !lines.has(passage.line),
      )
    if (denied)
      return openStatement(name, { document: 'changelog', from: changelog.from, line: denied.line, text: denied.text })
    const laterOn = fact.kind === 'Deprecation' && onDay.find(({ entry }) => isEffective(entry, fact))
    if (laterOn) return unclearEntry(changelog, laterOn.entry, name)
    // On its last day, the document has it as deprecated.
    const early =
      fact.kind === 'Deprecation' &&
      sure.find(
        ({ entry }) =>
          isWhole(entry) &&
          kindOf(entry.kind) === 'Removal' &&
          entry.dates.length > 0 &&
          entry.dates.every(date => isAfter(date, fact.date) && !isAfter(date, lifecycle.version)),
      )
    const called = sure.find(
      ({ entry: { operationIds, text: told } }) => operationIds[0] === name && renamed.test(told),
    )
    const other = again || takenAway || early
    if (called && !other) return unclearEntry(changelog, called.entry, name)
    return other
      ? contradiction(name, entryClaim(changelog, right.entry), entryClaim(changelog, other.entry))
      : holds(entryClaim(changelog, right.entry))
  }
  const unsure = [
    ...onDay.filter(({ fit }) => fit === 'open'),
    ...about.filter(
      ({ day, fit, speaks: said }) =>
        (day === 'open' || said === 'maybe') && day !== 'no' && (fit === 'fits' || fit === 'open'),
    ),
  ][0]
  if (unsure)
    return hasNoKinds(changelog) && unsure.speaks === 'yes' && kindOfSentence(unsure.entry.text) === undefined
      ? unclear('entries-without-kind', { from: changelog.from }, entryClaim(changelog, unsure.entry))
      : unclearEntry(changelog, unsure.entry, name)
  const [wrongKind] = onDay
  if (wrongKind)
    return violated(
      'entry-kind',
      { about: name, date: fact.date, kind: wrongKind.entry.kind, expected: fact.kind },
      entryClaim(changelog, wrongKind.entry),
    )
  const otherDay = sure.find(({ entry, fit }) => fit === 'fits' && !isExpected(entry, fact.kind))
  const gone = absent(changelog, fact, name, speaks)
  return otherDay && gone.kind === 'violated'
    ? violated(
        'entry-date',
        { about: name, date: otherDay.entry.date, expected: fact.date },
        entryClaim(changelog, otherDay.entry),
      )
    : gone
}

const dayOf = (entry: ChangeEntry, day: string): 'yes' | 'no' | 'open' => {
  const days = entry.dates.map(date => isDay(date, day))
  if (days.length === 0) return 'open'
  return days.every(found => found === 'yes') ? 'yes' : days.every(found => found === 'no') ? 'no' : 'open'
}

const unclearEntry = (changelog: PublishedChangelog, entry: ChangeEntry, about: string): Finding =>
  openStatement(about, entryClaim(changelog, entry))

/** An entry of the day in words that are not read: it may be the one that is looked for. */
const foreignEntry = (changelog: PublishedChangelog, fact: ChangeFact, name: string): Finding | undefined => {
  const entry = changelog.entries.find(
    candidate =>
      dayOf(candidate, fact.date) === 'yes' &&
      (/\p{L}/u.test(candidate.kind)
        ? kindOf(candidate.kind) === undefined && !isKind(candidate.kind)
        : kindOfSentence(candidate.text) === undefined) &&
      // It may name what another change is about, which is of another day.
      !lifecycle.changeHistory.some(
        other => other.date === fact.date && subjects(other, shipped).some(({ speaks }) => speaks(candidate) === 'yes'),
      ),
  )
  return entry && unclearEntry(changelog, entry, name)
}

/** Absence: only where the page was read whole, and holds nothing that could be the entry. */
const absent = (changelog: PublishedChangelog, fact: ChangeFact, name: string, speaks: Subject['speaks']): Finding => {
  // What states other days than that of its entry may hold further entries.
  const several = changelog.entries.filter(({ dates, text }) =>
    datesIn(text).some(({ days }) => days.some(day => !dates.some(own => own.days.includes(day)))),
  )
  const lines = new Set(changelog.entries.filter(entry => !several.includes(entry)).map(({ line }) => line))
  // A heading of a month divides the page: what has no day below it is an entry of that month.
  const own = changelog.passages.filter(({ heading, text }) => !heading || !isOnlyDate(text))
  const hasDay = changelog.dates.some(date => isDay(date, fact.date) !== 'no')
  return (
    unreadPart('changelog', changelog, name) ??
    passageOf(
      'changelog',
      { from: changelog.from, passages: [...own, ...several] },
      name,
      passage => !lines.has(passage.line) && (!hasDay || speaks(passage) !== 'no') && couldState(passage, fact.date),
    ) ??
    foreignEntry(changelog, fact, name) ??
    // What names it, and is no entry: the page is in a form that was not understood.
    passageOf(
      'changelog',
      changelog,
      name,
      passage =>
        passage.endpoints.length + passage.operationIds.length > 0 &&
        speaks(passage) === 'yes' &&
        // An entry of another day shows that the form was.
        !changelog.entries.some(entry => speaks(entry) === 'yes'),
    ) ??
    violated('entry-missing', { date: fact.date, kind: fact.kind, about: name }, wholeDocument('changelog', changelog))
  )
}

/** Whether the document has a change that this entry is, so that it is no misplaced one. */
const isExpected = (entry: ChangeEntry, kind: ChangeFact['kind']): boolean =>
  lifecycle.changeHistory.some(
    fact =>
      (fact.kind === kind || fitOf(entry, fact.kind) === 'fits') &&
      dayOf(entry, fact.date) === 'yes' &&
      subjects(fact, shipped).some(({ speaks }) => speaks(entry) === 'yes'),
  )

/** What the row of the document says that changed. */
const changeOf = ({ sentence }: ChangeFact): string => cite(sentence).sentence.split(' | ').at(-1) ?? ''

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
          const changelog = withAreas(await probe.fixture('changelog'), reference?.operations)
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
          'takes it back later',
          'contradicting-statements',
          later('`expires_at` was dropped again from the PAT management endpoints.'),
        ),
      }),
      ...(fact.kind === 'Deprecation' &&
        fact.date === '2025-06-27' && {
          'removed-early': fault(
            'removes what the document has as deprecated',
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
          'words it so that it only sounds like the opposite',
          inWords(fact, wordings[fact.slug]?.alike ?? ''),
        ),
        'other-field': variant(
          'takes other things away later, and ends with a sentence on the page',
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
