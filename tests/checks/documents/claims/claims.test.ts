import { expect, test } from 'vitest'
import {
  furtherPassage,
  namesPath,
  passageOf,
  possibleRow,
  unreadMention,
  unreadPart,
} from '../../../../checks/documents/absence.ts'
import {
  type Claim,
  claimsAbout,
  contradicted,
  contradiction,
  entryClaim,
  isOldMention,
  namesV1,
  namesV1Api,
  namesV1Only,
  openClaim,
  openStatement,
  statedOtherwise,
  together,
  v1Claims,
  weigh,
} from '../../../../checks/documents/claims.ts'
import { judgeClaims } from '../../../../checks/documents/log/row-claims.ts'
import { datesIn } from '../../../../checks/documents/published-dates.ts'
import { isMentionOf } from '../../../../checks/documents/published-documents.ts'
import type { Subjects } from '../../../../contracts/documents.ts'
import { type LogFact, lifecycle } from '../../../../contracts/lifecycle.ts'
import type { Finding } from '../../../../contracts/results/finding.ts'
import { readDeprecationLog } from '../../../../engine/documents/published.ts'

const log = (text: string) => readDeprecationLog(`# Log\n\n${text}\n`, 'log.md')
const table = (...rows: readonly string[]) =>
  ['| Status | Feature | Date |', '|---|---|---|', ...rows.map(row => `| ${row} |`)].join('\n')
const path = '/v2/repositories/{namespace}'
const endpoint = { method: 'GET', path }
const old = `GET ${path}`
const day = '2025-06-27'
const told = (finding: Finding | undefined): string =>
  finding
    ? finding.seen.map(seen => ('text' in seen ? `${seen.text} (${'line' in seen ? seen.line : ''})` : '')).join()
    : 'none'
const excerpt = { document: 'deprecation-log', from: 'log.md', line: 7, text: 'It is so.' } as const

type State = Claim['states'][number]
const claim = (states: readonly State[], date: string, more: Partial<Claim> = {}): Claim => ({
  about: { endpoints: [], operationIds: [], tags: [] },
  states,
  dates: datesIn(date),
  status: 'Deprecated',
  date,
  text: '',
  sure: true,
  partly: false,
  excerpt,
  ...more,
})
const weighed: readonly [string, readonly State[], string, Partial<Claim>?][] = [
  ['open, contradicts status', ['deprecated'], '2025-02-30'],
  ['contradicts date, contradicts status', ['deprecated'], `${day} T 2025-06-28`],
  ['contradicts date, contradicts status', ['deprecated'], `2025-06-28 T ${day}`],
  ['nothing, nothing', [], day],
  ['agrees, nothing', ['deprecated'], day],
  ['contradicts date, contradicts status', ['deprecated'], '2025-06-28'],
  ['open, open', ['deprecated'], '2025-06-28', { partly: true }],
  ['agrees, nothing', ['deprecated'], day, { partly: true }],
  ['contradicts date, nothing', ['deprecated'], ''],
  ['contradicts date, nothing', ['deprecated'], '–'],
  ['open, nothing', ['deprecated'], 'soon'],
  ['open, nothing', ['deprecated'], 'Q3 25'],
  ['open, contradicts status', ['deprecated'], 'June 2025'],
  ['contradicts date, nothing', ['deprecated'], 'May 2025'],
  ['agrees, nothing', ['deprecated'], `${day}, ${day}`],
  ['contradicts date, contradicts status', ['deprecated'], `${day}, 2025-06-28`],
  ['open, contradicts status', ['deprecated'], `${day} and 2025-06-28`],
  ['open, contradicts status', ['deprecated'], `${day} (June 2025)`],
  ['open, contradicts status', ['deprecated'], `${day}, June 2025`],
  ['contradicts date, contradicts status', ['deprecated'], '2025-06-28, May 2025'],
  ['open, contradicts status', ['deprecated'], '2025-06-28, June 2025'],
  ['contradicts date, contradicts status', ['deprecated'], '2025-06-28 and 2025-07-28'],
  ['contradicts status, contradicts date', ['removed'], 'May 2025'],
  ['contradicts status, agrees', ['removed'], day],
  ['open, contradicts date', ['removed'], '2025-07-27'],
  ['agrees, contradicts date', ['removed'], '2025-12-27'],
  ['open, contradicts date', ['removed'], '2025-07-27, 2025-12-27'],
  ['agrees, contradicts date', ['removed'], '2025-12-26, 2025-12-27'],
  ['contradicts status, contradicts date', ['removed'], '2025-06-01, 2025-12-27'],
  ['contradicts status, contradicts date', ['removed'], '2025-06-01'],
  ['nothing, nothing', ['active'], '2025-06-01'],
  ['open, open', ['active', 'deprecated', 'removed'], '2025-06-01'],
  ['open, contradicts date', ['removed'], ''],
  ['contradicts status, open', ['removed'], '7'],
  ['open, open', ['removed'], 'June 2025'],
  ['open, open', ['deprecated', 'removed'], '2025-12-27'],
  ['open, open', ['deprecated', 'removed'], day],
  ['open, open', ['deprecated', 'removed'], ''],
  ['contradicts status, contradicts status', ['active'], ''],
  ['nothing, nothing', ['active'], '2025-06-01'],
  ['contradicts status, contradicts status', ['active'], '2025-06-28'],
  ['contradicts status, contradicts status', ['active'], day],
  ['open, contradicts status', ['active', 'deprecated'], '2025-06-28'],
  ['open, open', ['active', 'deprecated', 'removed'], day],
]
test.each(weighed)('%s: %j since %j %j', (expected, states, date, more) => {
  const one = claim(states, date, more)
  const says = (state: 'deprecated' | 'removed') => {
    const weight = weigh(one, { state, date: day })
    return 'what' in weight ? `${weight.says} ${weight.what}` : weight.says
  }
  expect(`${says('deprecated')}, ${says('removed')}`).toBe(expected)
})

const about: readonly [string, string, string?][] = [
  ['deprecated sure wholly', table(`Deprecated | \`${old}\` | ${day}`)],
  ['deprecated unsure wholly', table(`Deprecated | \`${path}\` | ${day}`)],
  ['deprecated sure wholly', table(`Deprecated | \`GET /v2/x\`, \`${old}\` | ${day}`)],
  ['deprecated sure wholly', table(`Deprecated | \`${path}/{repository}\` | ${day}`), `${path}/{repository}`],
  [
    'deprecated unsure wholly',
    `${table(`Deprecated | [\`${path}\`](#old) | ${day}`)}\n\n## Old\n\n\`GET /v2/x\` is old.`,
  ],
  ['', table(`Deprecated | \`POST ${path}\` | ${day}`)],
  ['deprecated sure partly', table(`Deprecated | Parameter page of \`${old}\` | ${day}`)],
  ['', table(`Deprecated | \`${path}\` | ${day}`), '/v2/x'],
  ['deprecated sure wholly', table('Deprecated | `/v2/x` | 2025-06-27'), '/v2/x'],
  ['deprecated sure wholly', `${table(`Deprecated | [\`${path}\`](#old) | ${day}`)}\n\n## Old\n\n\`${old}\` is old.`],
  ['', `${table(`Deprecated | [\`${path}\`](#old) | ${day}`)}\n\n## Old\n\n\`POST ${path}\` is old.`],
  [
    'deprecated unsure wholly; active unsure wholly',
    `${table(`Deprecated | [\`${path}\`](#old) | ${day}`, `Active | [\`${path}\`](#old) | ${day}`)}\n\n## Old\n\n\`${old}\` is old.`,
  ],
  ['deprecated sure wholly', `${table(`Deprecated | [Old](#old) | ${day}`)}\n\n## Old\n\n\`${old}\` is old.`],
  [
    'deprecated sure wholly',
    `${table(`Deprecated | [Old](#old) | ${day}`)}\n\n## Old\n\n\`${path}\` and \`POST ${path}\` are old.`,
  ],
  [
    'deprecated unsure wholly; active unsure wholly',
    `${table(`Deprecated | [Old](#old) | ${day}`, `Active | [Older](#old) | ${day}`)}\n\n## Old\n\n\`${old}\` is old.`,
  ],
  [
    'deprecated unsure wholly; deprecated unsure wholly',
    `\`/v2/x\` is deprecated since ${day} for GET and was deprecated on 2025-09-19 for HEAD.`,
    '/v2/x',
  ],
  [
    'deprecated unsure wholly; deprecated sure wholly',
    `\`/v2/x\` is deprecated since ${day}; \`GET /v2/x\` is deprecated since 2025-09-19.`,
    '/v2/x',
  ],
  [
    'deprecated sure wholly; deprecated sure wholly',
    `\`/v2/x\` is deprecated since ${day}.\n\n\`/v2/x\` was deprecated on 2025-09-19.`,
    '/v2/x',
  ],
  [
    'deprecated sure wholly; removed sure wholly',
    `\`/v2/x\` is deprecated since ${day} and was removed on ${day}.`,
    '/v2/x',
  ],
  [
    'deprecated sure wholly; removed sure wholly',
    `| Feature | Deprecated | Removed |\n|---|---|---|\n| \`/v2/x\` | ${day} | 2025-09-19 |`,
    '/v2/x',
  ],
  [
    'deprecated sure partly',
    `${table(`Deprecated | [Old](#old) | ${day}`, `Deprecated | Notes | ${day}`)}\n\n## Old\n\n\`${old}\` is old.`,
  ],
  [
    'deprecated sure wholly',
    `${table(`Deprecated | [\`${old}\`](#old) | ${day}`, `Deprecated | Notes | ${day}`)}\n\n## Old\n\nIt is old.`,
  ],
]
test.each(about)('what a log states about an endpoint, %s: %j', (expected, text, of = path) => {
  const claims = claimsAbout(log(text), { method: 'GET', path: of })
  const words = claims.map(
    ({ states, sure, partly }) => `${states} ${sure ? 'sure' : 'unsure'} ${partly ? 'partly' : 'wholly'}`,
  )
  expect(words.join('; ')).toBe(expected)
})

const ofV1: readonly (readonly [string, string])[] = [
  ['removed sure; active sure', table('Removed | v1 API | 2022-08-23', 'Active | `/v1/*` | 2022-08-23')],
  ['removed sure; active sure', table('Removed | v1 API | 2022-08-23', 'Active | `/v1/` | 2022-08-23')],
  ['removed sure; active sure', table('Removed | v1 API | 2022-08-23', 'Active | `/v1/{path}` | 2022-08-23')],
  ['removed sure; active unsure', table('Removed | v1 API | 2022-08-23', 'Active | `/v1/{path}/x` | 2022-08-23')],
  ['removed sure', table('Removed | `/hub/v1/{path}` | 2022-08-23')],
  ['removed sure', table('Removed | `/hub/v1/repositories/{a}/{b}/tags` | 2022-08-23')],
  ['', table('Removed | `GET /v2/x` | 2022-08-23')],
  ['removed sure', table('Removed | v1 API | 2022-08-23')],
  ['removed sure', table('Removed | Version 1 | 2022-08-23')],
  ['removed sure', table('Removed | `/v1/` | 2022-08-23')],
  ['removed sure', table('Removed | `/v1/*` | 2022-08-23')],
  ['removed sure', table('Removed | `/hub/v1/*` | 2022-08-23')],
  ['removed sure; active unsure', table('Removed | v1 API | 2022-08-23', 'Active | `/hub/v1/*` | 2022-08-23')],
  ['active,deprecated,removed unsure', table('Removed | `/v1/things` | 2022-08-23')],
  ['removed unsure', table('Removed | `/v1/repositories/x` | 2022-08-23')],
  ['removed sure', table('Removed | `/v1/repositories/{namespace}/{repository}/tags` | 2022-08-23')],
  ['active,deprecated,removed sure', table('Removed | v1 API (routes of tags only) | 2022-08-23')],
  ['removed unsure', table('Removed | v1 webhooks | 2022-08-23')],
  ['removed unsure', table('Removed | `/v1/repositories/x`, `/v1/things` | 2022-08-23')],
  ['removed sure; active unsure', table('Removed | v1 API | 2022-08-23', 'Active | Webhooks API v1 | 2022-08-23')],
  ['removed unsure', table('Removed | v1 routes such as `/v1/things` | 2022-08-23')],
  ['removed sure', table('Removed | v1 routes such as `GET /v2/things` | 2022-08-23')],
  ['', table('Removed | Replaces v1 | 2022-08-23')],
  ['', table('Removed | Other things | 2022-08-23')],
  [
    'active,deprecated,removed unsure',
    `${table('Removed | [Other things](#old) | 2022-08-23')}\n\n## Old\n\nThe v1 API is old.`,
  ],
  [
    'active,deprecated,removed unsure',
    `${table('Removed | [Other things](#old) | 2022-08-23')}\n\n## Old\n\n\`/v1/things\` is old.`,
  ],
  ['', `${table('Removed | [Other things](#old) | 2022-08-23')}\n\n## Old\n\nThe v1 API is old, and \`GET /v2/x\`.`],
  ['removed unsure', `The Hub API is here.\n\n## The Build API\n\n${table('Removed | v1 API | 2022-08-23')}`],
]
test.each(ofV1)('what a log states about v1, %s: %j', (expected, text) => {
  const claims = v1Claims(log(text), ['/v1/things/{x}', '/v1/repositories/{namespace}/{repository}/tags'])
  expect(claims.map(({ states, sure }) => `${states} ${sure ? 'sure' : 'unsure'}`).join('; ')).toBe(expected)
})

test.each([
  ['v1 API', true, true, true],
  ['The first generation', true, true, true],
  ['its v1', false, false, false],
  ['v1beta', false, false, false],
  ['v1.0', true, true, true],
  ['Since v1.34', false, false, false],
  ['Version 1.34', false, false, false],
  ['It is of v1.', true, true, false],
  ['/v1/x', false, false, false],
  ['v2, which replaces v1', false, false, false],
  ['In v1 a repository was there', true, false, false],
  ['v1 webhooks', true, false, false],
  ['v1 and v2', true, true, false],
  ['The v1 API was removed', true, true, true],
  ['The v1 API was replaced by v2', true, true, true],
  ['v2, the successor of v1', false, false, false],
  ['v2, the successors to v1', false, false, false],
  ['v2, a replacement of v1', true, true, false],
  ['CLI', false, false, false],
])('%s names v1: %s, its API: %s, and nothing else: %s', (text, v1, api, only) => {
  expect([namesV1(text), namesV1Api(text), namesV1Only({ feature: text })]).toEqual([v1, api, only])
})

test.each([
  ['/v1/x', true],
  [path, true],
  ['/v2/x', false],
])('%s is old: %s', (of, expected) => {
  expect(isOldMention({ path: of })).toBe(expected)
})

const long = 'It is written here at length, so that a reader takes it for a paragraph of its own:'
const rows = table('Deprecated | `GET /v2/x` | 2025-01-01')
const possible: readonly (readonly [string, string])[] = [
  ['none, none, none', rows],
  ['log.md has no table and no list of deprecated endpoints. (1), none, none', 'Nothing.'],
  ['Deprecated | Old things | 2025-06-27 (5), none, none', table(`Deprecated | Old things | ${day}`)],
  ['none, none, none', table(`Active | Old things | ${day}`)],
  ['none, none, none', table(`Deprecated | v1 things | ${day}`)],
  ['none, none, none', table(`Deprecated | GetRepository | ${day}`)],
  ['Deprecated | Old things | June 2025 (5), none, none', table('Deprecated | Old things | June 2025')],
  ['none, none, none', table('Deprecated | Old things | 2025-06-28')],
  ['none, none, none', table(` | Old things | ${day}`)],
  [
    'It is written here at length, so that a reader takes it for a paragraph of its own: since 2025-06-27, GET /v2/repositories/{namespace} is not what it was. (7), It is written here at length, so that a reader takes it for a paragraph of its own: since 2025-06-27, GET /v2/repositories/{namespace} is not what it was. (7), It is written here at length, so that a reader takes it for a paragraph of its own: since 2025-06-27, GET /v2/repositories/{namespace} is not what it was. (7)',
    `${rows}\n\n${long} since ${day}, \`${old}\` is not what it was.`,
  ],
  [
    'none, none, It is written here at length, so that a reader takes it for a paragraph of its own: since 2025-06-28, GET /v2/repositories/{namespace} is not what it was. (7)',
    `${rows}\n\n${long} since 2025-06-28, \`${old}\` is not what it was.`,
  ],
  ['none, none, none', `${rows}\n\n${long} since ${day}, \`GET /v2/x\` is not what it was.`],
  [
    'It is written here at length, so that a reader takes it for a paragraph of its own: GET /v2/repositories/{namespace} is not what it was. (9), It is written here at length, so that a reader takes it for a paragraph of its own: GET /v2/repositories/{namespace} is not what it was. (9), It is written here at length, so that a reader takes it for a paragraph of its own: GET /v2/repositories/{namespace} is not what it was. (9)',
    `${rows}\n\n## Since ${day}\n\n${long} \`${old}\` is not what it was.`,
  ],
  [
    'none, none, It is written here at length, so that a reader takes it for a paragraph of its own: GET /v2/repositories/{namespace} is not what it was. (13)',
    `${rows}\n\n## Since ${day}\n\nMore.\n\n## Others\n\n${long} \`${old}\` is not what it was.`,
  ],
  [
    'It is written here at length, so that a reader takes it for a paragraph of its own: GET /v2/repositories/{namespace} is not what it was. (11), It is written here at length, so that a reader takes it for a paragraph of its own: GET /v2/repositories/{namespace} is not what it was. (11), It is written here at length, so that a reader takes it for a paragraph of its own: GET /v2/repositories/{namespace} is not what it was. (11)',
    `${rows}\n\n## Since ${day}\n\n### Others\n\n${long} \`${old}\` is not what it was.`,
  ],
  [
    'none, none, It is written here at length, so that a reader takes it for a paragraph of its own: GET /v2/repositories/{namespace} is not what it was. (7)',
    `${table('Deprecated | `GET /v2/x` | 2025-06-27')}\n\n${long} \`${old}\` is not what it was.`,
  ],
  [
    'GET /v2/repositories/{namespace} (3), GET /v2/repositories/{namespace} (3), Log (1)',
    `\`${old}\`\n\n${table('Deprecated | GetRepository | 2025-06-27')}`,
  ],
  [
    'GET /v2/repositories/{namespace} (3), GET /v2/repositories/{namespace} (3), Log (1)',
    `\`${old}\`\n\n${day}\n\n${rows}`,
  ],
  ['none, none, none', `${rows}\n\n${long} \`GET /v2/y\` is deprecated since ${day}, and so is ${old}.`],
  ['none, none, none', `${rows}\n\n${long} \`${old}\` is deprecated since 2025-06-28.`],
  [
    'Since 2025-06-27, GET /v2/repositories/{namespace} is not what it was. (7), Since 2025-06-27, GET /v2/repositories/{namespace} is not what it was. (7), Log (1)',
    `${table(`Deprecated | \`${old}\` | 2025-01-01`)}\n\nSince ${day}, \`${old}\` is not what it was.`,
  ],
  ['none, none, Log (1)', table(`Deprecated | \`${old}\` | ${day}`)],
]
test.each(possible)('what may be the row, %s: %j', (expected, text) => {
  const names = ({ endpoints }: Pick<Subjects, 'endpoints'>) => endpoints.some(one => isMentionOf(one, endpoint))
  const expectedState = { state: 'deprecated', date: day } as const
  const found = [
    possibleRow(log(text), expectedState, 'it', names),
    furtherPassage(log(text), expectedState, 'it', names),
    unreadMention(log(text), endpoint, 'it'),
  ]
  expect(found.map(told).join(', ')).toBe(expected)
  for (const one of found) if (one) expect(one).toMatchObject({ values: { document: 'the deprecation log' } })
})

test('what stands before the first heading is a section', () => {
  const page = readDeprecationLog(
    `${long} from ${day} on.\n\n${long} \`${old}\` is there.\n\n## More\n\n${rows}`,
    'log.md',
  )
  const found = furtherPassage(page, { state: 'deprecated', date: day }, 'it', ({ endpoints }) => endpoints.length > 0)
  expect(told(found)).toBe(`${long} ${old} is there. (3)`)
})

test.each([
  [old, true],
  [`\`${old}\``, true],
  [`${old}/tags`, false],
  [`${old}/tags and ${old}`, true],
  [path, false],
])('%s has the path: %s', (text, expected) => {
  expect(namesPath(text, endpoint)).toBe(expected)
})

const mentions: readonly (readonly [string, string])[] = [
  ['Log (1)', table(`Deprecated | \`${old}\` | ${day}`)],
  [
    'It is written here at length, so that a reader takes it for a paragraph of its own: GET /v2/repositories/{namespace} is there. (7)',
    `${rows}\n\n${long} \`${old}\` is there.`,
  ],
  [
    'It is written here at length, so that a reader takes it for a paragraph of its own: GET /v2/repositories/{namespace} is there. (7)',
    `${rows}\n\n${long} ${old} is there.`,
  ],
  ['none', `${rows}\n\n${long} ${old}/x is there.`],
  ['none', `${rows}\n\n${long} \`GET /v2/y\` is there.`],
  ['none', `${rows}\n\n${long} \`${old}\` is replaced by GetRepository.`],
  ['none', `${rows}\n\n${long} \`${old}\` may be replaced by GetRepository.`],
  [
    'It is written here at length, so that a reader takes it for a paragraph of its own: GET /v2/repositories/{namespace} is there. (9)',
    `${rows}\n\n\`${old}\` is replaced by GetRepository.\n\n${long} \`${old}\` is there.`,
  ],
  [
    'It is written here at length, so that a reader takes it for a paragraph of its own: GetRepository is replaced by GET /v2/repositories/{namespace}. (7)',
    `${rows}\n\n${long} GetRepository is replaced by \`${old}\`.`,
  ],
]
test.each(mentions)('a mention that is no statement, %s: %j', (expected, text) => {
  expect(told(unreadMention(log(text), endpoint, 'it'))).toBe(expected)
})

const quoted = { ...excerpt, text: 'x'.repeat(300) }
test.each<readonly [string, () => Finding | undefined, object]>([
  [
    'stated-otherwise',
    () => statedOtherwise('it', quoted),
    { document: 'the deprecation log', feature: 'it', text: `${'x'.repeat(119)}…` },
  ],
  [
    'statement-unclear',
    () => openStatement('it', excerpt),
    { document: 'the deprecation log', feature: 'it', place: 'log.md, line 7', text: 'It is so.' },
  ],
  [
    'statement-unclear',
    () => openStatement('it', { document: 'reference', from: 'x', text: 'y' }),
    { document: 'the reference', place: 'x', text: 'y' },
  ],
  ['statement-unclear', () => openStatement('it', excerpt, 'there', 'words'), { place: 'there', text: 'words' }],
  ['statement-unclear', () => openClaim('it', claim([], '')), { feature: 'it' }],
  ['statement-unclear', () => openClaim('it', claim([], '', { status: '' })), { feature: 'it' }],
  [
    'status-unclear',
    () => openClaim('it', claim([], '', { status: 'Quux' })),
    { document: 'the deprecation log', feature: 'it', status: 'Quux', place: 'log.md, line 7' },
  ],
  [
    'contradicting-statements',
    () => contradiction('it', excerpt, { ...excerpt, line: 8, text: 'No.' }),
    { feature: 'it', first: 'It is so.', place: 'log.md, line 7', second: 'No.', other: 'log.md, line 8' },
  ],
  [
    'document-unread',
    () => unreadPart('changelog', { from: 'x', unread: [{ line: 3, why: 'A table.' }] }, 'it'),
    { document: 'the change history', what: 'it', place: 'x, line 3', why: 'A table' },
  ],
  [
    'document-unread',
    () => unreadPart('reference', { from: 'x', unread: [{ at: '#/paths', why: 'No. Way' }] }, 'it'),
    { place: 'x#/paths', why: 'No. Way' },
  ],
  ['document-unread', () => unreadPart('reference', { from: 'x', unread: [{ why: 'No' }] }, 'it'), { place: 'x' }],
])('%s: its values', (code, finding, values) => {
  expect(finding()).toMatchObject({ code, values })
})

test('what was read whole leaves nothing open', () => {
  expect(unreadPart('changelog', { from: 'x', unread: [] }, 'it')).toBeUndefined()
  expect(unreadPart('changelog', { from: 'x', unread: [{ line: 3, why: 'A.' }] }, 'it')?.seen).toEqual([
    { document: 'changelog', from: 'x', line: 3, text: 'A.' },
  ])
  expect(unreadPart('changelog', { from: 'x', unread: [{ why: 'A.' }] }, 'it')?.seen).toStrictEqual([
    { document: 'changelog', from: 'x', text: 'A.' },
  ])
})

test.each([
  [claim(['deprecated'], '2025-06-28'), true],
  [claim(['deprecated'], '2025-06-28', { sure: false }), false],
  [claim(['deprecated'], ''), false],
  [claim(['active'], ''), true],
  [claim(['deprecated'], day), false],
])('%#: a certain statement contradicts: %s', (one, expected) => {
  expect(contradicted([one], { state: 'deprecated', date: day }) !== undefined).toBe(expected)
})

test.each([
  ['', undefined],
  ['holds', 'holds of 1'],
  ['holds holds', 'holds of 2'],
  ['holds unclear exempt', 'unclear of 1'],
  ['unclear violated', 'violated of 1'],
])('parts of which it is found %j are together %s', (kinds, expected) => {
  const found = together(kinds.split(' ').filter(Boolean), kind => ({ kind, seen: [excerpt] }) as unknown as Finding)
  expect(found && `${found.kind} of ${found.seen.length}`).toBe(expected)
})

test('a statement without a day is no row without one where another one may have it', () => {
  const fact = lifecycle.deprecationLog.find(({ status }) => status === 'Removed') as LogFact
  const judged = (...claims: readonly Claim[]) => {
    const finding = judgeClaims(log(''), claims, fact, 'v1')
    return finding && 'code' in finding ? `${finding.kind} ${finding.code}` : 'none'
  }
  const open = claim(['active', 'deprecated', 'removed'], fact.date)
  expect(judged(claim(['removed'], ''))).toBe('violated row-undated')
  expect(judged(claim(['removed'], ''), open)).toBe('unclear statement-unclear')
  expect(judged(claim(['removed'], day), open)).toBe('violated row-date')
})

test('a passage is read with the short ones around it', () => {
  const passage = (text: string, line: number) => ({ text, line, endpoints: [], operationIds: [], tags: [] })
  const passages = ['a', 'b', 'c', 'd', 'e', 'f', 'x'.repeat(250), 'y'.repeat(60)].map(passage)
  const found = (fits: (text: string) => boolean) =>
    told(passageOf('deprecation-log', { from: 'log.md', passages }, 'it', ({ text }) => fits(text)))
  expect(found(text => text === 'd')).toBe('d (3)')
  expect(found(text => text === 'a | b | c | d | e')).toBe('c (2)')
  expect(found(text => text === 'a | b | c')).toBe('a (0)')
  expect(found(text => text === 'd | e | f')).toBe('f (5)')
  expect(found(text => text.startsWith('x'))).toBe(`${'x'.repeat(200)} (6)`)
  expect(found(text => text === `f | ${'y'.repeat(60)}`)).toBe('none')
  expect(passageOf('changelog', { from: 'a.md', passages }, 'it', () => true)?.seen).toEqual([
    { document: 'changelog', from: 'a.md', line: 0, text: 'a' },
  ])
  expect(found(text => text === 'z')).toBe('none')
})

test('the quotation of an entry', () => {
  const entry = {
    date: day,
    dates: [],
    kind: '',
    text: 'x'.repeat(250),
    line: 3,
    endpoints: [],
    operationIds: [],
    tags: [],
  }
  const page = { from: 'x', dates: [], entries: [], replacements: [], passages: [], problems: [], unread: [] }
  expect(entryClaim(page, entry)).toEqual({
    document: 'changelog',
    from: 'x',
    line: 3,
    text: `${day} | (none) | ${'x'.repeat(200)}`,
  })
  expect(entryClaim(page, { ...entry, kind: 'New' }).text).toMatch(/ \| New \| /)
})
