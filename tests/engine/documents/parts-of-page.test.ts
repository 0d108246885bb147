import { describe, expect, test } from 'vitest'
import { furtherPassage } from '../../../checks/documents/absence.ts'
import { readChangelog, readDeprecationLog } from '../../../engine/documents/published.ts'

const removed = '## Removed\n\n- 2022-08-23: v1 API\n\n'
const deprecated = '## Deprecated endpoints\n\n- 2025-06-27: `GET /v2/repositories/{namespace}`\n\n'
const added = '### 2025-07-29\n\n**New**\n\n- `VerifyRepositoryImmutableTags`\n\n'
const announced = '### 2025-06-27\n\n**Deprecation**\n\n- `GET /v2/repositories/{namespace}`\n'
const gone = '### 2022-08-23\n\n**Removed**\n\n- v1 API\n'
const old = 'GET /v2/repositories/{namespace}'

const rowsOf = (text: string) => readDeprecationLog(text, 'page.md').rows.map(({ line }) => line)
const entriesOf = (text: string) => readChangelog(text, 'page.md').entries.map(({ line }) => line)
/** Where a page may have what no row of its log states. */
const elsewhere = (text: string) =>
  furtherPassage(readDeprecationLog(text, 'page.md'), { state: 'deprecated', date: '2025-06-27' }, old, ({ text }) =>
    text.includes(old),
  )?.kind

describe('a page with a deprecation log and a change history', () => {
  test.each(['# Lifecycle\n\n', ''])('each of them has what stands below its own headings: %j', title => {
    const page = `${title}${deprecated}${removed}## Change history\n\n${added}${announced}`
    const start = title === '' ? 0 : 2
    expect(rowsOf(page)).toEqual([3 + start, 7 + start])
    expect(entriesOf(page)).toEqual([15 + start, 21 + start])
    const without = page.replace('2025-06-27: `GET', '2025-09-19: `POST')
    expect([rowsOf(without), elsewhere(without)]).toEqual([[3 + start, 7 + start], undefined])
  })

  test('the history may stand first, and its days and kinds may have headings of its depth', () => {
    const history = `## Changes\n\n${(added + announced).replaceAll('###', '##').replaceAll(/\*\*(\w+)\*\*/g, '## $1')}`
    const page = `# Hub\n\n${history}\n## Deprecation log\n\n- 2025-06-27 Deprecated: \`${old}\`\n`
    expect(rowsOf(page)).toEqual([19])
    expect(entriesOf(page)).toEqual([9, 15])
  })
})

test('a page with a table for each', () => {
  const log = `| Status | Feature | Date |\n|---|---|---|\n| Deprecated | \`POST /v2/repositories\` | 2025-09-19 |\n\n`
  const changes = `| 2025-07-29 | New | VerifyRepositoryImmutableTags |\n| 2025-06-27 | Deprecation | \`${old}\` |\n`
  const page = `# Hub\n\n${log}---\n\n| Date | Kind | Change |\n|---|---|---|\n${changes}`
  expect([rowsOf(page), elsewhere(page)]).toEqual([[5], undefined])
  expect(entriesOf(page)).toEqual([11, 12])
})

describe('a part that leaves something to the other', () => {
  test('a removal that only the history has is one of the log, and deprecations that only the log has are in the history', () => {
    const history = `## Change history\n\n${added}${announced}\n${gone}`
    expect(rowsOf(`# Lifecycle\n\n${deprecated}${history}`)).toEqual([5, 25])
    expect(entriesOf(`# Lifecycle\n\n${deprecated}## Change history\n\n${added}`)).toEqual([5, 13])
  })
})

describe('a page of which no part is the other document', () => {
  test('a history by kinds, and one that has deprecations only, are in the log as well', () => {
    expect(rowsOf(`# Changelog\n\n${added}${announced}`)).toContain(13)
    expect(rowsOf(`# Lifecycle\n\n${removed}## Change history\n\n${announced}`)).toContain(13)
    const example = deprecated.replace('endpoints', 'endpoints: the policy').replace('/{namespace}', '')
    expect(rowsOf(`# Lifecycle\n\n${example}## Change history\n\n${added}${announced}`)).toContain(19)
    expect(rowsOf(`# Lifecycle\n\n## Removed\n\nNothing.\n\n## Change history\n\n${added}${announced}`)).toContain(19)
  })
})
