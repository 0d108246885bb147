import { expect, it } from 'vitest'
import { inChangelog, withOpenApi } from '../../checks/twists/documents.ts'
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
