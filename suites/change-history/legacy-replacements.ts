import { endpointText, judgePage } from '../../checks/documents/replacement-claims.ts'
import { cite } from '../../checks/source.ts'
import { changelogForms } from '../../checks/twists/changelog.ts'
import { withChangelog } from '../../checks/twists/documents.ts'
import { fault } from '../../checks/twists/twist.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'

export default {
  id: 'change-history/legacy-replacements',
  level: 'must',
  statement:
    'A replacement that the change history names for a legacy endpoint is the operation that the document names.',
  since: '2025-06-27',
  source: cite('transition-deprecated'),
  covers: lifecycle.legacyEndpoints.map(({ sentence }) => sentence),
  needs: ['changelog'],
  how: 'Where the page says that a legacy endpoint is replaced by one of the documented operations, by its id or its path, it must be the correct one. A page that names no replacement is not judged.',
  fix: 'Correct the replacement in the entry that names the endpoint.',
  cases: lifecycle.legacyEndpoints.map(legacy => ({
    name: endpointText(legacy),
    check: probe => judgePage(probe, legacy, 'changelog'),
  })),
  faults: {
    other: fault(
      'names another operation',
      'contradicting-statements',
      withChangelog(
        source =>
          `${source}\n## 2021-01-01\n\n### Notes\n\n- \`GET /v2/repositories/{namespace}\` will be replaced by GetRepository.\n`,
      ),
    ),
  },
  tolerates: changelogForms,
} satisfies Requirement
