import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

// Each is close to a page that says something else.
test.each<[string, ...string[]]>([
  [
    '## 2024-05-01\n\n### Update\n\nThese fields were added:\n\n- `expires_at`',
    '1 2024-05-01',
    '7 2024-05-01 | Update | expires_at',
  ],
  ['| Status | Date | What |\n|-|-|-|\n| Deprecated? | 2024-05-01 | GET /v2/lids |'],
  ['## 1 May 2024 (2024-05-01)\n\n- New: `listLids`', '1 2024-05-01', '3 2024-05-01 | New | listLids | listLids'],
  [
    '2024-05-02\n\nNew: `listLids`\n\n---\n\n2024-05-01\n\nDeprecation: GET /v2/lids',
    '1 2024-05-02',
    '7 2024-05-01',
    '3 2024-05-02 | New | listLids | listLids',
    '9 2024-05-01 | Deprecation | GET /v2/lids | GET /v2/lids',
  ],
  [
    '## 2024-05-01\n\nSome words. New: `listLids`. Deprecation: GET /v2/lids',
    '1 2024-05-01',
    '3 2024-05-01 |  | Some words.',
    '3 2024-05-01 | New | listLids. | listLids',
    '3 2024-05-01 | Deprecation | GET /v2/lids | GET /v2/lids',
  ],
  [
    '2024-05-01\n\nIn this release:\n\n**New**\n\n- `listLids`',
    '1 2024-05-01',
    '3 2024-05-01 |  | In this release:',
    '7 2024-05-01 | New | listLids | listLids',
  ],
  [
    '## 2024-05-01\n\n- Instead of the old ones, `listLids` was added.',
    '1 2024-05-01',
    '3 2024-05-01 |  | Instead of the old ones, listLids was added. | listLids',
  ],
  [
    '## 2024-05-02\n\n- Update on 2024-05-01\n  - `listLids`',
    '1 2024-05-02',
    '3 2024-05-02 |  | Update on 2024-05-01 listLids | listLids',
  ],
  [
    '## May 2024\n\n- Update: `listLids`\n\n## 2024-04-01\n\n- New: `listLids`',
    '1 May 2024',
    '5 2024-04-01',
    '3 May 2024 | Update | listLids | listLids',
    '7 2024-04-01 | New | listLids | listLids',
  ],
  [
    '# X\n\n## Fixed\n\n### 2024-05-01 Added\n\n#### Lids\n\n- `listLids`',
    '5 2024-05-01, below line 3',
    '9 2024-05-01 | Lids | listLids | listLids',
  ],
])('%j', (page, ...lines) => {
  expect(linesOf(page)).toEqual(lines)
})
