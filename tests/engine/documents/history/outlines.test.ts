import { expect, test } from 'vitest'
import { readSections } from '../../../../engine/documents/pages/sections.ts'
import { collectProblems } from '../../../../engine/documents/problems.ts'
import { linesOf } from './lines.ts'

const joined = (...lines: readonly string[]): string => lines.join('\n')

// Days with a label or a number in front of them, or with what is of them in further paragraphs and in indented lines.
test.each<[string, ...string[]]>([
  [
    '- 2024\n  - May\n    - 2024-05-01\n      - New\n        - lids\n- Notes\n  - 2024-04-01: Update of boxes',
    '3 2024-05-01',
    '7 2024-04-01',
    '5 2024-05-01 | New | lids',
    '7 2024-04-01 | Notes | 2024-04-01: Update of boxes',
  ],
  [
    '**May 2** (2024-05-02)\n\n- *Update* · lids\n\n**May 1** (2024-05-01)\n\n- *New* · boxes',
    '1 2024-05-02',
    '5 2024-05-01',
    '3 2024-05-02 | Update | lids',
    '7 2024-05-01 | New | boxes',
  ],
  [
    '| When | What | Sort of change |\n|-|-|-|\n| 2024-05-02 | lids | Update (fix) |\n| 2024-05-01 | boxes | New |',
    '3 2024-05-02',
    '4 2024-05-01',
    '3 2024-05-02 | Update (fix) | lids',
    '4 2024-05-01 | New | boxes',
  ],
  [
    '**D.1** On 2024-05-02 (Update), the lids were mended.\n\n§ 2 On 2024-05-01 (New), boxes.\n\nNews from 2024-04-01 (update):\n\n- straps',
    '1 2024-05-02',
    '3 2024-05-01',
    '5 2024-04-01',
    '1 2024-05-02 | Update | the lids were mended.',
    '3 2024-05-01 | New | boxes.',
    '7 2024-04-01 | update | straps',
  ],
  [
    '## May 2024\n\nThere was one change. On 2024-05-02 lids were mended (update).\n\nOn 2024-05-01 boxes came (new), as promised on 2024-04-01.\n\n## April 2024\n\nLids from 2024-04-02 and 2024-04-03.',
    '3 2024-05-02',
    '5 2024-05-01',
    '3 2024-05-02 | update | There was one change. On 2024-05-02 lids were mended',
    '5 2024-05-01 |  | On 2024-05-01 boxes came (new), as promised on 2024-04-01.',
    '9 April 2024 |  | Lids from 2024-04-02 and 2024-04-03.',
  ],
  [
    '## Winter\n\n### 2024-02-01\n\nNew\n\n- APIs for OATs\n\n## Summer\n\n### 2024-05-01\n\nNew\n\n- GetRepository',
    '3 2024-02-01',
    '11 2024-05-01',
    '7 2024-02-01 | New | APIs for OATs',
    '15 2024-05-01 | New | GetRepository | GetRepository',
  ],
  [
    '```\n2024-05-02  Update       lids\n2024-05-01  Deprecation  GET /v2/x\n```\n\n```\n2024-04-02 10:00 GET /v2/x 200\n2024-04-01 lids\n```',
    '2 2024-05-02',
    '3 2024-05-01',
    '2 2024-05-02 | Update | lids',
    '3 2024-05-01 | Deprecation | GET /v2/x | GET /v2/x',
  ],
  [
    '**What’s fixed on 2024-05-02?**\nLids.\n\n**Note of 2024-05-01, a Deprecation.** GET /v2/x',
    '1 2024-05-02',
    '4 2024-05-01',
    '1 2024-05-02 | What’s fixed | Lids.',
    '4 2024-05-01 | a Deprecation | GET /v2/x | GET /v2/x',
  ],
  [
    '## 2024-05-01\n\n<span class="badge">New</span> Lids are fixed.\n\n- ![New](new.svg) Boxes are fixed.\n- <Badge>New</Badge> Straps are fixed.',
    '1 2024-05-01',
    '3 2024-05-01 | New | Lids are fixed.',
    '5 2024-05-01 | New | Boxes are fixed.',
    '6 2024-05-01 | New | Straps are fixed.',
  ],
  [
    '## 2024-05-01\n\n*An update.* Lids.\n\n*Something new.* Boxes.\n\nThis day brings a deprecation of two calls:\n\n- GET /v2/x\n- GET /v2/y',
    '1 2024-05-01',
    '3 2024-05-01 | An update | Lids.',
    '5 2024-05-01 | Something new | Boxes.',
    '9 2024-05-01 | Deprecation | GET /v2/x | GET /v2/x',
    '10 2024-05-01 | Deprecation | GET /v2/y | GET /v2/y',
  ],
  [
    '<p><b>Date:</b> 2024-05-02 <b>Type:</b> New<br>\nLids.</p><p>LID-12. On 2024-05-01 boxes were mended. Kind of change: Update.</p><p>May 1, 2024: New straps</p>',
    '1 2024-05-02',
    '2 2024-05-01',
    '2 May 1, 2024',
    '1 2024-05-02 | New | Lids.',
    '2 2024-05-01 | Update | On 2024-05-01 boxes were mended.',
    '2 May 1, 2024 |  | May 1, 2024: New straps',
  ],
  [
    '## 2024-05-02\n\n- Removal of 2 lids\n\nUpdate of 2024-05-01\n\n- Change 3: boxes',
    '1 2024-05-02',
    '5 2024-05-01',
    '3 2024-05-02 |  | Removal of 2 lids',
    '7 2024-05-01 | Update | Change 3: boxes',
  ],
  [
    '2024-05-02: **New.** Lids.\n\nDeprecation:\n\n- GET /v2/x\n\n2024-05-01: **New.** Boxes.\n\nThese are deprecated:\n\n- GET /v2/y',
    '1 2024-05-02',
    '7 2024-05-01',
    '1 2024-05-02 | New. | Lids.',
    '5 2024-05-02 | Deprecation | GET /v2/x | GET /v2/x',
    '7 2024-05-01 | New. | Boxes.',
    '11 2024-05-01 | Deprecation | GET /v2/y | GET /v2/y',
  ],
  [
    '## 2024-05-01\n\n**Hub, deprecation.** For them we have deprecated\n\n- GET /v2/x\n\nLids are updated\n\n- a',
    '1 2024-05-01',
    '3 2024-05-01 | deprecation | For them we have deprecated',
    '5 2024-05-01 | deprecation | GET /v2/x | GET /v2/x',
    '7 2024-05-01 |  | Lids are updated',
    '9 2024-05-01 | Update | a',
  ],
  [
    '--- 2024-05-02 ---\nNEW. Lids.\n\nDEPRECATION. GET /v2/x\n\nWe wish you well.\n\nNEW. Nothing of it.\n\n--- 2024-05-01 ---\nNEW. Boxes.\n\n***\n\nNEW. Straps.',
    '1 2024-05-02',
    '10 2024-05-01',
    '1 2024-05-02 | NEW | Lids.',
    '4 2024-05-02 | DEPRECATION | GET /v2/x | GET /v2/x',
    '10 2024-05-01 | NEW | Boxes.',
    '15  |  | NEW. Straps.',
  ],
  [
    '<p>2024-05-02: <b>New.</b> Lids.</p><p><b>Update.</b> Boxes.</p><p>2024-05-01: Straps.</p>',
    '1 2024-05-02',
    '1 2024-05-01',
    '1 2024-05-02 | New. | Lids.',
    '1 2024-05-02 | Update. | Boxes.',
    '1 2024-05-01 |  | 2024-05-01: Straps.',
  ],
  [
    joined(
      'Meeting of 2024-05-02',
      '  Item 1, new.   Lids',
      '                 of wood',
      '',
      'Meeting of 2024-05-01',
      '  Item 2, update. Boxes',
    ),
    '1 2024-05-02',
    '5 2024-05-01',
    '2 2024-05-02 | new | Lids of wood',
    '6 2024-05-01 | update | Boxes',
  ],
  [
    joined(
      'LIDS(7)    Manual    LIDS(7)',
      '',
      'CHANGES',
      '   2024-05-02',
      '       Update',
      '              Boxes and',
      '              lids',
      '',
      '       Deprecation',
      '              GET /v2/x',
      '              GET /v2/y',
      '',
      '   2024-05-01',
      '       New',
      '              Straps',
      '',
      'Lids 2     LIDS(7)',
    ),
    '4 2024-05-02, below line 3',
    '13 2024-05-01, below line 3',
    '6 2024-05-02 | Update | Boxes and lids',
    '10 2024-05-02 | Deprecation | GET /v2/x | GET /v2/x',
    '11 2024-05-02 | Deprecation | GET /v2/y | GET /v2/y',
    '15 2024-05-01 | New | Straps',
  ],
  [
    joined(
      'Our boxes',
      '',
      'Entry of 2024-05-02',
      '  Category: Update',
      '  Text:     Boxes',
      '',
      '2024-05-01',
      '    Deprecation:  GET  /v2/x',
      '                  GET  /v2/y',
      '    New:',
      '        Lids',
      '        of wood.',
      '        * Straps',
      '',
      'Ask us.',
    ),
    '3 2024-05-02',
    '7 2024-05-01',
    '5 2024-05-02 | Update | Text: Boxes',
    '8 2024-05-01 | Deprecation | GET /v2/x GET /v2/y | GET /v2/x, GET /v2/y',
    '11 2024-05-01 | New: | Lids of wood.',
    '13 2024-05-01 | New: | Straps',
    '15  |  | Ask us.',
  ],
])('%j', (page, ...lines) => {
  expect(linesOf(page)).toEqual(lines)
})

test('text around days is paragraphs, and what is indented below it lists', () => {
  const page = joined(
    'PLAN',
    '    Two calls:',
    '',
    '        /v2/x',
    '            and more',
    '        /v2/y',
    '          inner:',
    '            a',
    '',
    '2024-05-02',
    '    a',
    '2024-05-01',
    '    b',
    '',
    'The end',
    '    of it',
  )
  const sections = readSections(page, 'page.txt', collectProblems())
  expect(sections.map(({ title, blocks }) => `${title}: ${blocks.map(({ type }) => type).join(' ')}`)).toEqual([
    ': ',
    'PLAN: paragraph list',
    '2024-05-02: list',
    '2024-05-01: list paragraph list',
  ])
})

test.each(['# Boxes', '- a', '1. a', '| a |', '```'])('a page with %j is no such text', mark => {
  const page = joined(mark, '', 'Sitting of 2024-05-02', '  a', '', 'Sitting of 2024-05-01', '  b')
  expect(readSections(page, 'page.txt', collectProblems()).map(({ title }) => title)).not.toContain(
    'Sitting of 2024-05-02',
  )
})
