import { describe, expect, it } from 'vitest'
import type { Thing } from '../../../../checks/documents/clauses.ts'
import { isForeign, isOldWord, isUnfinished, isWordOf } from '../../../../checks/documents/lexicon.ts'
import { nameOf, namesIn, thingsIn, wordsIn } from '../../../../checks/documents/prose/names.ts'
import { firstOf } from '../../../../checks/documents/prose/order.ts'
import {
  asPlans,
  deniesDeprecation,
  isAboutPart,
  isArea,
  isHedgedState,
  isKind,
  isLimited,
  isPartial,
  isStateWord,
  isStillThere,
  isUnaffected,
  kindInWords,
  kindOf,
  kindOfSentence,
  mentionsState,
  namesLegacy,
  outcomeOf,
  statesIn,
  takesBack,
} from '../../../../checks/documents/vocabulary.ts'

const short = (things: readonly Thing[]): readonly string[] =>
  things.map(thing => (thing.is === 'operation' ? thing.id : thing.is === 'endpoint' ? thing.path : thing.is))

describe('names', () => {
  it.each<[string, readonly string[]]>([
    ['The v1 API (removed)', ['v1']],
    ['v1', ['v1']],
    ['v1, v2', ['v1', 'v2']],
    ['v1 deprecated', []],
    ['v1, v2 was removed', []],
    ['Removed v1', []],
    ['v1, v2 of the CLI', []],
    ['v1 was removed', []],
    ['v1 of the CLI', []],
    ['', []],
  ])('%j is the name of %j', (text, things) => {
    expect(short(nameOf(text))).toEqual(things)
  })

  it.each<[string, readonly string[]]>([
    ['v1 was removed.', ['v1']],
    ['v1 of the CLI was removed.', []],
    ['The CLI, version 1', []],
    ['The CLI, the v1 API', ['v1']],
    ['GetRepository, version 1', ['GetRepository', 'v1']],
    ['The client sends, v1', ['v1']],
    ['Hidden since the removal of v1', ['v1']],
    ['Call GetRepository for v2', ['GetRepository', 'v2']],
    ['Use the v2 API', ['v2']],
    ['removed v1 endpoints', ['v1']],
    ['Use the CLI, v1', ['v1']],
    ['Go back to v1', ['v1']],
    ['Removed in favour of v1', ['v1']],
    ['The CLI instead of v1', ['v1']],
    ['The CLI if v1', ['v1']],
    ['The CLI which v1', ['v1']],
    ['The v1 calls of the CLI', []],
    ['The CLI calls v1', ['v1']],
    ['GetRepository updated', ['GetRepository']],
    ['The endpoints', []],
  ])('%j names %j, in whatever clause', (text, things) => {
    expect(short(namesIn(text))).toEqual(things)
  })

  it('a text names what stands in it', () => {
    expect(short(thingsIn('v1 of the CLI calls GetRepository'))).toEqual(['v1', 'GetRepository'])
  })

  it.each<[string, string, boolean]>([
    ['We label it', 'author', true],
    ['Clients label it', 'author', false],
    ['GetRepository', 'name', true],
    ['nothing', 'name', false],
    ['It was removed', 'end', true],
    ['It was removed', 'deprecate', false],
  ])('%j has a word for %j: %j', (text, word, has) => {
    expect(wordsIn(text).has(word as 'name')).toBe(has)
  })
})

it.each([
  ['removed', 'participle', true],
  ['removed', 'noun', false],
  ['calls', 'verb', true],
  ['quux', 'verb', false],
] as const)('%j is a %s: %j', (word, tag, is) => {
  expect(isWordOf(word, tag)).toBe(is)
})

it('a line that ends in the middle of a phrase is not finished', () => {
  expect(isUnfinished('It was replaced by')).toBe(true)
  expect(isUnfinished('It was replaced')).toBe(false)
})

it.each([
  ['Replaced by GetRepository, ', true],
  ['Replaced by GetRepository,', true],
  ['GetRepository, replaced', false],
  ['The place of ', true],
  ['Migrate to', true],
  ['Prefer GetRepository over', true],
  ['Use the', true],
  ['It is', true],
  ['GetRepository and', true],
  ['Please use', true],
  ['GetRepository (2)', false],
])('whether a line goes on: %j %j', (line, goesOn) => {
  expect(isUnfinished(line)).toBe(goesOn)
})

it.each([
  ['Die Route wurde entfernt', true],
  ['API version entfernt', true],
  ['API entfernt', false],
  ['删除', true],
  ['On deprecating things', false],
  ['No functional change', false],
  ['The GetRepository operation', false],
  ['Added GetRepository, CheckRepository', false],
  ['Label GetRepository, CheckRepository', false],
  ['GET /v2/users/{name}/is', false],
  ['', false],
])('%j is in words that are not read: %j', (text, is) => {
  expect(isForeign(text)).toBe(is)
})

it('a word for what is old', () => {
  expect(['legacy', '(Deprecated)', 'What is: deprecated'].map(isOldWord)).toEqual([true, true, true])
  expect(['GetRepository', 'removed', ''].map(isOldWord)).toEqual([false, false, false])
})

describe('order of label and removal', () => {
  it.each([
    ['The label comes before the removal.', 'label'],
    ['The label comes first, then the removal.', 'label'],
    ['The label comes first.', 'label'],
    ['First the label, then the removal.', 'label'],
    ['After the label, the removal.', 'label'],
    ['The removal comes after the label.', 'label'],
    ['Before the removal, the label.', 'label'],
    ['Labelled, later removed.', 'label'],
    ['No removal without a label.', 'label'],
    ['The removal is followed by the label.', 'removal'],
    ['The label is preceded by the removal.', 'removal'],
    ['The removal comes first, then the label.', 'removal'],
    ['The removal comes before the label.', 'removal'],
    ['The label does not come before the removal.', undefined],
    ['The removal is not before the label.', 'label'],
    ['The label comes before the label.', undefined],
    ['It comes first.', undefined],
    ['It is labelled first.', undefined],
    ['Sometimes the label comes before the removal.', undefined],
    ['The label was before the removal.', undefined],
    ['The label of GetRepository comes before the removal.', undefined],
    ['The label comes before the removal on 2025-01-01.', undefined],
    ['The label comes before the removal (quux).', undefined],
    ['The label comes before the removal?', undefined],
    ['Removed endpoints come before deprecated ones.', undefined],
    ['The label is not always followed by removal.', undefined],
    ['The label, the removal.', undefined],
    ['The label comes before removeTag.', undefined],
    ['Removed endpoints come after the label.', 'label'],
    ['We deprecate before we remove.', 'label'],
    ['The removal must come after the label.', 'label'],
    ['The label will come before the removal.', 'label'],
    ['It has been labelled before it is removed.', 'label'],
    ['The removal takes effect after the label.', 'label'],
    ['The label in our docs comes before the removal.', 'label'],
    ['It is labelled for some time before it is removed.', 'label'],
    ['No endpoint is removed that was never labelled.', 'label'],
    ['The label comes before the removal, as always, in general.', 'label'],
    ['The removal comes first, the label follows.', 'removal'],
    ['No endpoint is removed without a label first.', 'label'],
    ['An endpoint that is removed is labelled deprecated first.', 'label'],
    ['An endpoint that is removed is labelled deprecated “first”.', 'label'],
    ['An endpoint that is removed is labelled deprecated first, as always.', undefined],
    ['An endpoint that is removed is labelled deprecated.', undefined],
    ['An endpoint that must be removed isn’t labelled deprecated first.', undefined],
    ['It was never removed: an endpoint that is removed is labelled deprecated first.', undefined],
    ['The removal comes first.', undefined],
    ['The label comes before the removal later.', 'label'],
    ['An endpoint that is removed is labelled deprecated first; console users see it there.', 'label'],
    ['An endpoint that is removed is first labelled deprecated, but that can’t be for every endpoint.', undefined],
    ['The label comes before the later removal.', 'label'],
    ['After the label, then the removal.', 'label'],
    ['The label comes before an undeleted one.', undefined],
    ['We have the label before the removal.', 'label'],
    ['Labelled, removed, no removal without a label.', undefined],
    ['No removal without a label after the removal.', undefined],
    ['The label comes first, after the removal.', undefined],
    ['The label follows, first the removal.', undefined],
    ['The removal comes first, later the label.', 'removal'],
    ['It is not first labelled, then removed.', undefined],
    ['The label comes before the removal of removed, retired, deleted removals, deleted.', undefined],
    ['The label comes before deleted removed retired.', 'label'],
    ['The label and the removal come together.', 'removal'],
    ['The removal and the label come together.', 'removal'],
    ['The label the removal together.', 'removal'],
    ['The removal the label together.', 'removal'],
    ['The label comes together, the removal.', 'removal'],
    ['The label comes on the same day the removal comes.', 'removal'],
    ['The removal comes together, the label.', 'removal'],
    ['The removal comes on the same day the label comes.', 'removal'],
    ['No label and removal together.', undefined],
    ['The label and the removal together first.', undefined],
    ['First the label comes together, the removal.', undefined],
    ['The label comes together, the removal first.', undefined],
    [`The label comes before the removal${' of it'.repeat(80)}.`, undefined],
    [`The label comes before the removal${' again'.repeat(80)}.`, undefined],
  ])('%j: first the %s', (sentence, first) => {
    expect(firstOf(sentence)).toBe(first)
  })
})

describe('states', () => {
  it.each([
    ['Deprecated', ['deprecated']],
    ['**Removed**', ['removed']],
    ['active', ['active']],
    ['', []],
    ['-', []],
    ['🔴', ['active', 'deprecated', 'removed']],
    ['quux', ['active', 'deprecated', 'removed']],
    ['Deprecated, will be removed', ['deprecated']],
    ['Active → Deprecated', ['deprecated']],
    ['Deprecated -> Removed', ['removed']],
    ['Deprecated → GetRepository', ['deprecated']],
    ['Deprecated → Removed, says the plan', ['deprecated', 'removed']],
    ['Deprecated and removed', ['deprecated', 'removed']],
    ['Active and removed', ['active', 'deprecated', 'removed']],
    ['Perhaps deprecated', ['active', 'deprecated', 'removed']],
    ['Deprecated; do not use it', ['deprecated']],
    ['Not deprecated', ['active']],
    ['Not deprecated, deprecated', ['active', 'deprecated', 'removed']],
    ['Not removed, not deprecated', ['active']],
    ['Will be removed soon', ['active', 'deprecated']],
    ['Deprecated, will be removed soon', ['active', 'deprecated', 'removed']],
    ['We consider deprecating it', ['active', 'deprecated', 'removed']],
    ['Sunset', ['deprecated', 'removed']],
    ['Deprecated, and its routes taken away', ['deprecated', 'removed']],
    ['Legacy', ['active', 'deprecated']],
    ['Deprecation log', ['active', 'deprecated', 'removed']],
    ['Removed. If you still call it, you get an error.', ['removed']],
    ['Deprecated. Whoever only asks should go to another.', ['deprecated']],
    ['Deprecated. Only some.', ['active', 'deprecated', 'removed']],
    ['Current deprecations', ['deprecated']],
    ['If your client still sends this, it calls what is deprecated.', ['deprecated']],
    ['It is deprecated if your client sends this.', ['active', 'deprecated', 'removed']],
    ['Removed. It does not matter which of them you call.', ['removed']],
    ['Removed. There is no way around v2.', ['removed']],
    ['New', ['active']],
    ['Upcoming deprecations', ['active', 'deprecated', 'removed']],
  ])('%j can mean %j', (text, states) => {
    expect(statesIn(text)).toEqual(states)
  })

  it('reads what is considered as what may be', () => {
    expect(asPlans('We are considering removing GetRepository')).toBe('We may remove GetRepository')
  })

  it.each([
    ['Deprecated endpoints', true],
    ['Removed (since)', true],
    ['Depr. since', true],
    ['Endpoints', false],
    ['Deprecated tags', false],
    ['Removal', true],
    ['Removed/Endpoint', true],
    ['Time it is removed', false],
  ])('%j is a state and little else: %j', (text, is) => {
    expect(isStateWord(text)).toBe(is)
  })

  it.each([
    ['Deprecated?', true],
    ['Maybe deprecated.', true],
    ['Deprecated', false],
    ['Maybe.', false],
  ])('%j is a state that is left open: %j', (text, is) => {
    expect(isHedgedState(text)).toBe(is)
  })

  it.each([
    ['Retire it', true],
    ['Removal', true],
    ['Deprecation', true],
    ['Sunset', true],
    ['REMOVED v1', true],
    ['removed;', true],
    ['It deprecates v1', true],
    ['Deprecation log', false],
    ['Repositories', false],
  ])('%j has a word for a state: %j', (text, has) => {
    expect(mentionsState(text)).toBe(has)
  })

  it.each([
    ['It is not deprecated', true],
    ["It isn't deprecated", true],
    ['It isnt deprecated', true],
    ['No endpoint deprecated', true],
    ['No endpoint is deprecated', true],
    ['It was undeprecated', true],
    ['The deprecation of GetRepository was canceled', true],
    ['The deprecation of GetRepository was cancelled', true],
    ['We reverted the deprecation', true],
    ['We reverted it. The deprecation stays', false],
    ['The deprecation is announced; the removal was withdrawn', false],
    ['It is deprecated', false],
  ])('%j denies a deprecation: %j', (text, denies) => {
    expect(deniesDeprecation(text)).toBe(denies)
  })

  it.each([
    ['v1 API (restored on 2023-01-01)', true],
    ['v1 API (re-enabled)', true],
    ['v1 API (reactivated)', true],
    ['The routes work again', true],
    ['Not deprecated', true],
    ['v1 API', false],
  ])('%j takes back what became of it: %j', (text, takes) => {
    expect(takesBack(text)).toBe(takes)
  })

  it.each([
    ['It can still be reachable', true],
    ['They still answer', true],
    ['It was still available', false],
    ['It is available to customers until 2030', true],
    ['They work for now', true],
    ['It was still available until 2022', false],
    ['It was available until 2022', false],
    ['The docs still name it. It is not available', false],
    ['It is not available. Wait until 2030', false],
  ])('%j can still be used: %j', (text, can) => {
    expect(isStillThere(text)).toBe(can)
  })

  it.each([
    ['v1 API, only the tag-list route', true],
    ['v1, only routes', true],
    ['v1 API endpoints only', false],
    ['Tag routes only', true],
    ['Tag route only', true],
    ['v1 (GET only)', true],
    ['v1 API (all its routes but those of images)', true],
    ['v1 API (all its routes, but late)', false],
    ['v1 (read-only)', false],
    ['v1 (read only)', false],
    ['v1 API', false],
  ])('%j is about some routes alone: %j', (text, is) => {
    expect(isLimited(text)).toBe(is)
  })

  it.each([
    ['v1 API except tags', true],
    ['Part of v1', true],
    ['v1 API', false],
  ])('%j is about a part alone: %j', (text, is) => {
    expect(isPartial(text)).toBe(is)
  })

  it.each([
    ['The legacy CreateRepository', true],
    ['CreateRepository', false],
  ])('%j names what is old: %j', (text, names) => {
    expect(namesLegacy(text)).toBe(names)
  })

  it.each([
    ['GetRepository is not affected', true],
    ['GetRepository is affected', false],
  ])('%j stays as it is: %j', (text, is) => {
    expect(isUnaffected(text)).toBe(is)
  })
})

describe('kinds of change', () => {
  it.each([
    ['New', 'New'],
    ['New:', 'New'],
    ['  Bug   fixes ', 'Update'],
    ['API updates', 'Update'],
    ['New features', 'New'],
    ['feat', 'New'],
    ['What’s new', 'New'],
    ['Added endpoints', 'New'],
    ['Updated, fixed', 'Update'],
    ['New and updated', undefined],
    ['Removed', 'Removal'],
    ['Deprecations', 'Deprecation'],
    ['Known issues', 'Issue'],
    ['Features:', 'New'],
    ['Updated/fixed', 'Update'],
    ['Endpoints', undefined],
    ['Major changes', undefined],
    ['Minor changes', undefined],
    ['Patch changes', undefined],
    ['A change', undefined],
    ['Another change', undefined],
    ['Breaking minor changes', 'Update'],
    ['Major changes fixed', 'Update'],
    ['', undefined],
    ['Updates (mises à jour)', 'Update'],
    ['Mises à jour ( updates )', 'Update'],
    ['Updates (removed)', undefined],
    ['Updates (see removals)', undefined],
    ['Updates (not yet)', undefined],
    ['Updates (beta)', undefined],
    ['New (see fixes)', undefined],
    ['Updates (v2) of it (mises à jour)', undefined],
    ['Updates (v2) and more', undefined],
    ['Added (3 changes).', 'New'],
    ['Added (12 changes)', 'New'],
    ['Added (12)', 'New'],
    ['🚀 (Updates)', 'Update'],
    ['Added (fixes 3)', undefined],
    ['Added (fixes 3 bugs)', undefined],
    ['Deprecated (2 endpoints removed)', undefined],
    ['非推奨 (Deprecated)', 'Deprecation'],
    ['Added (the console)', 'New'],
    ['Added (v2)', 'New'],
    ['(New)', 'New'],
    ['And four deprecations:', 'Deprecation'],
    ['A small update', 'Update'],
    ['Two more fixes', 'Update'],
  ])('the heading %j is of kind %j', (text, kind) => {
    expect(kindOf(text)).toBe(kind)
  })

  it.each([
    ['We fixed the lists.', 'Update'],
    ['The release deprecates GetRepository.', 'Deprecation'],
    ['There are two new calls.', 'New'],
    ['New in the hub are two calls.', 'New'],
    ['In this update two calls came.', 'Update'],
    ['Deprecated: we fixed the lists.', 'Deprecation'],
    ['We like the lists. We fixed them.', 'Update'],
    ['Nothing new.', undefined],
    ['We like the lists.', undefined],
  ])('the sentence %j is of kind %j, whatever says so', (text, kind) => {
    expect(kindInWords(text)).toBe(kind)
  })

  it.each([
    ['Add GetRepository', 'New'],
    ['Features of GetRepository', undefined],
    ['Feat of GetRepository', undefined],
    ['Nothing is removed', undefined],
    ['New nothing', undefined],
    ['New  nothing', undefined],
    ['Fixed', 'Update'],
    ['Bug of GetRepository', undefined],
    ['Bugfix of GetRepository', 'Update'],
    ['Patched GetRepository', 'Update'],
    ['- Nothing is removed', undefined],
    ['GetRepository is removed and nothing else', 'Removal'],
    ['GetRepository is removed', 'Removal'],
    ['GetRepository shows it, CheckRepository is removed', 'Removal'],
    ['Nothing changed, and GetRepository is now removed', 'Removal'],
    ['audit logs: Added one', 'New'],
    ['GetRepository: Added one', undefined],
    ['- Fixed it', 'Update'],
    ['Patch a repository', undefined],
  ])('the sentence %j is of kind %j', (text, kind) => {
    expect(kindOfSentence(text)).toBe(kind)
  })

  it.each([
    ['**New**', true],
    ['Bug fixes:', true],
    ['Breaking changes', true],
    ['Changes (mises à jour)', true],
    ['Mises à jour (updates)', true],
    ['Repositories', false],
    ['And four more deprecations', true],
    ['Four small changes', false],
    [`New ${'changes '.repeat(7)}`, true],
    [`New ${'changes '.repeat(8)}`, false],
  ])('%j stands above a group of changes: %j', (text, is) => {
    expect(isKind(text)).toBe(is)
  })

  it.each([
    ['Added GetRepository.', 'made'],
    ['GetRepository was not added.', 'denied'],
    ['GetRepository has not been made available for a given namespace.', 'denied'],
    ['GetRepository has been made available for a given namespace.', 'made'],
    ['Nothing was added.', 'made'],
    ['GetRepository is added and CheckRepository will be added.', 'made'],
    ['GetRepository was added and CheckRepository will be added.', 'made'],
    ['Add GetRepository, CheckRepository will be added.', 'made'],
    ['Added GetRepository. If a scan is postponed, it shows the old one.', 'made'],
    ['Deprecation: GET /v2/x', 'made'],
    ['GetRepository is deprecated and CheckRepository is planned.', 'made'],
    ['GetRepository is not deprecated.', 'made'],
    ['GetRepository was not fixed.', 'denied'],
    ['GetRepository will be added.', 'open'],
    ['Added GetRepository (postponed).', 'open'],
    ['The addition of GetRepository was postponed.', 'open'],
    ['GetRepository is planned.', 'open'],
    ['GetRepository is not there yet.', 'open'],
    ['`expires_at` is still missing.', 'open'],
    ['Some fields are missing everywhere.', 'open'],
    ['`expires_at` is missing.', 'open'],
    ['`expires_at` was missing.', 'made'],
    ['`expires_at` is not correct.', 'open'],
    ['`expires_at` was not correct.', 'made'],
    ['`expires_at` is now correct.', 'made'],
    ['GetRepository planned', 'open'],
    ['No `expires_at` yet.', 'open'],
    ['The v1 API is missing something.', 'open'],
    ['The fields, missing so far, are present.', 'made'],
    ['Status: none', 'made'],
    ['`GET /v2/x` is not removed yet.', 'made'],
    ['The fields `a` and `b` are quux and missing.', 'open'],
    ['GetRepository, so far', 'made'],
    ['GetRepository', 'made'],
    ['`expires_at` is there.', 'made'],
  ])('%j: the change was %s', (text, outcome) => {
    expect(outcomeOf(text)).toBe(outcome)
  })
})

it.each([
  ['Audit logs', true],
  ['The personal access tokens (PAT)', true],
  ['Logs', false],
  ['Access token', true],
  ['Org access tokens', true],
  ['Organization-access tokens', true],
  ['OATs', true],
  ['Tags', true],
  ['Immutable-tags API', true],
  ['Repository management endpoints', true],
  ['Repository list', false],
])('%j is the name of an area: %j', (text, is) => {
  expect(isArea(text)).toBe(is)
})

it.each([
  ['The parameter page_size of GetRepository', 'yes'],
  ['GetRepository', 'no'],
  ['GetRepository with all its parameters in it', 'open'],
  ['Parameters', 'open'],
  ['ONLY the page parameter', 'yes'],
  ['Members of an organization', 'yes'],
  [`The parameter of ${'GetRepository '.repeat(15)}`, 'no'],
  [`The parameter of ${'x'.repeat(183)}`, 'yes'],
])('%j is about a part: %s', (text, is) => {
  expect(isAboutPart(text)).toBe(is)
})

it('is no name where a part of it says something', () => {
  expect(nameOf('The v1 API, since 2022')).toMatchObject([{ is: 'v1' }])
  expect(nameOf('The v1 API, removed')).toEqual([])
})
