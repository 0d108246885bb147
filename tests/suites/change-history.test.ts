import { expect, it } from 'vitest'
import { inChangelog, withChangelog, withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const responses = { 200: { description: 'Done.' } }

/** A hub that publishes more operations in the areas of the document than it has at first. */
const further = withOpenApi(({ paths }) => {
  paths['/v2/orgs/{name}/access-tokens/{id}/rotate'] = {
    post: { operationId: 'rotateOrgPass', tags: ['org-access-tokens'], responses },
  }
  paths['/v2/auditlogs/{account}/export'] = { get: { operationId: 'exportLog2', tags: ['audit-logs'], responses } }
})

it.each([
  ['a later addition', '## 2025-11-21', '## 2025-12-01\n\n### New\n\n- `rotateOrgPass`\n\n## 2025-11-21'],
  [
    'one of each area',
    '## 2025-11-21',
    '## 2025-12-01\n\n### New\n\n- `rotateOrgPass` and `exportLog2`\n\n## 2025-11-21',
  ],
])('%s of an operation does not contradict the entry of its area', async (_, from, to) => {
  const report = await runTwisted(layered(further, inChangelog(from, to)), { select: { suites: ['change-history'] } })
  expect(withVerdict(report, 'fail')).toEqual({})
})

it.each([
  [
    '2025-03-25-new',
    /- Management of \[organization.*/,
    '- Management of [personal access tokens](/openapi.json#tag/org-access-tokens).',
  ],
  [
    '2025-11-21-update',
    /- The \[personal.*/,
    '- The [OAT](/openapi.json#tag/access-tokens) endpoints now show `expires_at`, which was missing.',
  ],
  [
    'legacy-replacements',
    '## 2025-11-21',
    '| Route | See also |\n|---|---|\n| GET /v2/repositories/{namespace} | GetRepository |\n\n## 2025-11-21',
  ],
])('what may be about something else is open: %s', async (id, from, to) => {
  const report = await runTwisted(inChangelog(from, to), { select: { only: [`change-history/${id}`] } })
  expect(withVerdict(report, 'inconclusive')).toEqual({ [`change-history/${id}`]: 'statement-unclear' })
})

/** The page of the reference implementation below a part of another name, which may be the history or not. */
const withPart = (part: string) =>
  withChangelog(
    source => `# Page\n\n## Old things\n\n${part}\n\n## What we did\n\n${source.replaceAll(/^(?=##)/gm, '#')}`,
  )

it.each([
  [
    'in another part, of which nothing says that it is the history',
    withPart('### 2024-01-02\n\n- Added getLids.\n\n### 2024-01-01\n\n- Added getBoxes.'),
    'inconclusive',
  ],
  ['in one part', withPart('### 2024-01-01\n\n- Added getLids.\n\n### 2024-01-02\n\n- Added getBoxes.'), 'fail'],
])('older days %s', async (_, twist, verdict) => {
  const report = await runTwisted(twist, { select: { only: ['change-history/newest-first'] } })
  expect(report.requirements.find(({ id }) => id === 'change-history/newest-first')?.verdict).toBe(verdict)
})

it('days of a part that is the first with a heading are of another list than those above it', async () => {
  const twist = withChangelog(
    source =>
      `${source.replaceAll(/^#+ (?=\D)/gm, '')}\n\n# SDK\n\n## 2026-01-02\n\n- Fixed retries.\n\n## 2026-01-01\n\n- New getLids.`,
  )
  const report = await runTwisted(twist, { select: { only: ['change-history/newest-first'] } })
  expect(withVerdict(report, 'fail')).toEqual({})
})

it.each(['Part 2. History of changes', 'B) Change history', '2. Changelog'])(
  'a part with the title %s is the history',
  async title => {
    const twist = withChangelog(
      source =>
        `# Page\n\n## Old things\n\n### 2024-01-01\n\n- Lids.\n\n## ${title}\n\n${source.replaceAll(/^(?=##)/gm, '#').replace(/^# .*/, '')}`,
    )
    const report = await runTwisted(twist, { select: { suites: ['change-history'] } })
    expect(withVerdict(report, 'fail')).toEqual({})
    expect(withVerdict(report, 'inconclusive')).toEqual({})
  },
)
