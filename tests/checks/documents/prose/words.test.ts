import { describe, expect, it } from 'vitest'
import { ends, read, type Thing } from '../../../../checks/documents/clauses.ts'
import { isOldWord, isUnfinished, isWordOf } from '../../../../checks/documents/lexicon.ts'
import { nameOf, namesIn, thingsIn, wordsIn } from '../../../../checks/documents/prose/names.ts'
import { firstOf } from '../../../../checks/documents/prose/order.ts'
import {
  isAboutPart,
  isArea,
  isKind,
  isStateWord,
  kindOf,
  kindOfSentence,
  outcomeOf,
  statesIn,
} from '../../../../checks/documents/vocabulary.ts'

const short = (things: readonly Thing[]): readonly string[] =>
  things.map(thing => (thing.is === 'operation' ? thing.id : thing.is === 'endpoint' ? thing.path : thing.is))

describe('names', () => {
  it.each<[string, readonly string[]]>([
    ['The v1 API (removed)', ['v1']],
    ['v1', ['v1']],
    ['v1, v2', ['v1', 'v2']],
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
    ['GetRepository, version 1', ['GetRepository', 'v1']],
    ['The client sends, v1', ['v1']],
    ['Hidden since the removal of v1', ['v1']],
    ['Call GetRepository for v2', ['GetRepository', 'v2']],
    ['Use the v2 API', ['v2']],
    ['removed v1 endpoints', ['v1']],
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
  ['quux', 'verb', false],
] as const)('%j is a %s: %j', (word, tag, is) => {
  expect(isWordOf(word, tag)).toBe(is)
})

it('a line that ends in the middle of a phrase is not finished', () => {
  expect(isUnfinished('It was replaced by')).toBe(true)
  expect(isUnfinished('It was replaced')).toBe(false)
})

it('a word for what is old', () => {
  expect(['legacy', 'GetRepository', ''].map(isOldWord)).toEqual([true, false, false])
})

it.each([
  ['The v1 API is deprecated.', 'yes'],
  ['The v1 API was removed.', 'yes'],
  ['The v1 API is not deprecated.', 'no'],
  ['The v1 API may be removed.', 'no'],
  ['The v1 API will be removed.', 'no'],
  ['The v1 API no longer works.', 'yes'],
  ['The v1 API works.', 'no'],
  ['Do not use the v1 API.', 'yes'],
  ['Do not use the v1 API to push.', 'no'],
  ['Do not use the v1 API instead of v2.', 'no'],
  ['You must not use the v1 API.', 'yes'],
  ['You do not need to use the v1 API.', 'no'],
  ['You do not have to use the v1 API.', 'no'],
  ['If you do not use the v1 API, stop.', 'no'],
  ['The v1 API is deprecated for robots.', 'open'],
  ['The v1 API was disabled for a day.', 'no'],
  ['The v1 API is not served at night.', 'no'],
  ['Use the v1 API.', 'no'],
  ['Deprecate the v1 API.', 'yes'],
  ['The v1 API is deprecated quux.', 'open'],
])('%j says that it is over: %s', (sentence, expected) => {
  const [said] = read(sentence)
  expect(said && ends(said)).toBe(expected)
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
    ['Deprecated and removed', ['deprecated', 'removed']],
    ['Active and removed', ['active', 'deprecated', 'removed']],
    ['Perhaps deprecated', ['active', 'deprecated', 'removed']],
    ['Deprecated; do not use it', ['deprecated']],
    ['Not deprecated', ['active']],
    ['Not deprecated, deprecated', ['active', 'deprecated', 'removed']],
  ])('%j can mean %j', (text, states) => {
    expect(statesIn(text)).toEqual(states)
  })

  it.each([
    ['Deprecated endpoints', true],
    ['Removed (since)', true],
    ['Endpoints', false],
    ['Deprecated tags', false],
  ])('%j is a state and little else: %j', (text, is) => {
    expect(isStateWord(text)).toBe(is)
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
    ['Endpoints', undefined],
    ['', undefined],
    ['Updates (mises à jour)', 'Update'],
    ['Updates (removed)', undefined],
    ['(New)', 'New'],
  ])('the heading %j is of kind %j', (text, kind) => {
    expect(kindOf(text)).toBe(kind)
  })

  it.each([
    ['Add GetRepository', 'New'],
    ['Features of GetRepository', undefined],
    ['Feat of GetRepository', undefined],
    ['Nothing is removed', undefined],
    ['New nothing', undefined],
    ['GetRepository is removed', 'Removal'],
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
    ['GetRepository will be added.', 'open'],
    ['Added GetRepository (postponed).', 'open'],
    ['The addition of GetRepository was postponed.', 'open'],
    ['GetRepository is planned.', 'open'],
    ['GetRepository is not there yet.', 'open'],
    ['`expires_at` is still missing.', 'open'],
    ['`expires_at` is not correct.', 'open'],
    ['GetRepository planned', 'open'],
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
])('%j is the name of an area: %j', (text, is) => {
  expect(isArea(text)).toBe(is)
})

it.each([
  ['The parameter page_size of GetRepository', 'yes'],
  ['GetRepository', 'no'],
  ['GetRepository with all its parameters in it', 'open'],
  ['Parameters', 'open'],
  [`The parameter of ${'GetRepository '.repeat(15)}`, 'no'],
])('%j is about a part: %s', (text, is) => {
  expect(isAboutPart(text)).toBe(is)
})
