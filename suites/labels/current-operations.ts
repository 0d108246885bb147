import { deprecationOf, labelSources, searched } from '../../checks/documents/labels.ts'
import { cite } from '../../checks/source.ts'
import { isDeprecationLog, isOpenApi, openApi, text } from '../../checks/twists/documents.ts'
import { fault, instead } from '../../checks/twists/twist.ts'
import { type Evidence, holds, Missing, violated } from '../../contracts/finding.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'

const requirement: Requirement = {
  id: 'labels/current-operations',
  level: 'must',
  statement: 'No current operation is labelled deprecated.',
  since: earliestDate,
  source: cite('state-deprecated'),
  covers: ['tags-path', 'tag-path', 'operations-exist'],
  needs: ['reference', 'deprecation-log'],
  how: 'Each operation that the document names as current is looked up in the published reference and in the rows of the deprecation log.',
  fix: 'Take the label off the operation, or off the row of the log that names it.',
  cases: lifecycle.operations.map(({ id }) => ({
    name: id,
    check: async probe => {
      const sources = await labelSources(probe)
      if (!sources.reference && !sources.log) throw new Missing('need-reference')
      const label = deprecationOf(sources, id)
      if (label)
        return violated('current-labelled-deprecated', { operation: id, where: `the ${label.document}` }, label)
      return holds(...(searched(sources) as [Evidence]))
    },
  })),
  faults: {
    'in-reference': fault(
      'labels a current operation in the reference',
      'current-labelled-deprecated',
      instead(
        isOpenApi,
        openApi(document => {
          for (const item of Object.values(document.paths))
            for (const operation of Object.values(item))
              if (operation?.operationId === 'CheckRepository') operation.deprecated = true
        }),
      ),
      { 'replacements/head-repository': 'replacement-deprecated' },
    ),
    'in-log': fault(
      'gives a current operation a row in the log',
      'current-labelled-deprecated',
      instead(
        isDeprecationLog,
        text(source =>
          source.replace(
            /(\| Removed {4}\|)/,
            '| Deprecated | `GET /v2/namespaces/{namespace}/repositories/{repository}/tags` | 2025-10-01 |\n$1',
          ),
        ),
      ),
      {
        'replacements/name-tags': 'replacement-deprecated',
        'replacements/namespace-name-tags': 'replacement-deprecated',
      },
    ),
  },
}

export default requirement
