import { labelContradiction, labelOf } from '../../checks/documents/labels/legacy.ts'
import { labelSources, searched } from '../../checks/documents/labels/sources.ts'
import { isRemarkOn, openRemark } from '../../checks/documents/remarks.ts'
import { normalTemplate } from '../../checks/path-template.ts'
import { cite } from '../../checks/source.ts'
import {
  isDeprecationLog,
  isOpenApi,
  type OpenApiDocument,
  openApi,
  withDescription,
  withLog,
  withOpenApi,
  withoutDeprecation,
  withoutPathOf,
} from '../../checks/twists/documents.ts'
import { withFields } from '../../checks/twists/http-fields.ts'
import { fault, faultsFor, rewritten, to, variant } from '../../checks/twists/twist.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { type Evidence, holds, violated } from '../../contracts/results/finding.ts'

/** Takes one endpoint out of the reference. */
const withoutOperation =
  ({ method, path }: (typeof lifecycle.legacyEndpoints)[number]) =>
  (document: OpenApiDocument): void => {
    for (const [template, item] of Object.entries(document.paths))
      if (normalTemplate(template) === normalTemplate(path)) delete item[method.toLowerCase()]
  }

/** Gives one endpoint of the reference further members. */
const having =
  ({ method, path }: (typeof lifecycle.legacyEndpoints)[number], members: Readonly<Record<string, unknown>>) =>
  (document: OpenApiDocument): void => {
    for (const [template, item] of Object.entries(document.paths))
      if (normalTemplate(template) === normalTemplate(path)) Object.assign(item[method.toLowerCase()] ?? {}, members)
  }

/** Gives one endpoint of the reference a summary in the place of its label. */
const summarized =
  (endpoint: (typeof lifecycle.legacyEndpoints)[number], summary: string) =>
  (document: OpenApiDocument): void => {
    withoutDeprecation(endpoint)(document)
    having(endpoint, { summary })(document)
  }

/** Has the replacement of each endpoint in its description, and no label of this one. */
const replacedAlone =
  (endpoint: (typeof lifecycle.legacyEndpoints)[number]) =>
  (document: OpenApiDocument): void => {
    for (const other of lifecycle.legacyEndpoints)
      having(other, { description: `Use \`${other.replacedBy}\` instead.` })(document)
    withoutDeprecation(endpoint)(document)
  }

export default lifecycle.legacyEndpoints.map((endpoint): Requirement => {
  const name = `${endpoint.method} ${endpoint.path}`
  const row = lifecycle.deprecationLog.find(({ endpoints }) => endpoints.includes(name))
  // A row in words that names no endpoint any more may be the label.
  const withoutRow = (source: string): string =>
    row?.endpoints.length === 1
      ? source.replace(new RegExp(`^\\| ${row.status}\\b.*${row.date}.*\\n`, 'm'), '')
      : source
  return {
    id: `labels/${endpoint.slug}`,
    level: 'must',
    statement: `${name} is labelled deprecated.`,
    since: endpoint.deprecated,
    source: cite(endpoint.sentence),
    covers: ['state-deprecated', 'transition-deprecated'],
    needs: ['reference', 'deprecation-log'],
    anyOneNeed: true,
    how: 'The label is looked for in the published reference (`deprecated: true`) and in the deprecation log (a row, or the section it links to, that names the endpoint). Either is enough, but an endpoint that the reference publishes without a label fails; it is inconclusive if a word there may be a label. A removed endpoint needs no label. If the reference gives a date for the label, it must be the date of the document; no sentence there may deny the label. The descriptions of the reference, its areas and its paths must not give the endpoint another state or date. Header fields and members of its answers are not judged: the document does not show them.',
    fix: `Name ${name} in a row of the deprecation log, or label it \`deprecated: true\` where the OpenAPI reference publishes it.`,
    cases: [
      {
        name: 'reference and deprecation log',
        check: async probe => {
          const sources = await labelSources(probe)
          const other = labelContradiction(sources, endpoint, endpoint.deprecated)
          if (other) return other
          const label = labelOf(sources, endpoint, endpoint.deprecated)
          const doubtful = openRemark({ reference: sources.reference }, name, 'legacy', isRemarkOn(endpoint))
          if (label) return 'kind' in label ? label : (doubtful ?? holds(label))
          return violated(
            'not-labelled',
            { endpoint: name, where: 'the reference or the deprecation log' },
            ...(searched(sources) as [Evidence]),
          )
        },
      },
    ],
    faults: {
      since: fault(
        'gives the label another day in the reference',
        'label-date',
        withOpenApi(having(endpoint, { 'x-deprecated-since': '2024-12-31' })),
      ),
      'since-words': fault(
        'gives the label another day in words',
        'label-date',
        withOpenApi(having(endpoint, { description: 'Deprecated since 31 December 2024.' })),
      ),
      'since-elsewhere': fault(
        'gives another day in the description of the reference',
        'stated-otherwise',
        withDescription(`Deprecated endpoints:\n\n- \`${name}\` (2024-12-31)\n`),
      ),
      recommended: fault(
        'recommends it next to the label',
        'contradicting-statements',
        withOpenApi(having(endpoint, { description: 'Recommended for new clients.' })),
      ),
      denied: fault(
        'says next to the label that there is none',
        'contradicting-statements',
        withOpenApi(having(endpoint, { description: 'This endpoint is not deprecated.' })),
      ),
      ...faultsFor('not-labelled', {
        'unlabelled-in-reference': [
          'publishes it in the reference without a label',
          withOpenApi(summarized(endpoint, 'Repositories')),
        ],
        'named-in-reference': [
          'publishes it in the reference with only the word legacy, which other endpoints have next to their label',
          withOpenApi(summarized(endpoint, 'Repositories (legacy)')),
        ],
        'replaced-in-reference': [
          'publishes it in the reference with only its replacement, which other endpoints have next to their label',
          withOpenApi(replacedAlone(endpoint)),
        ],
        unlabelled: [
          'labels it nowhere',
          async (request, next) => {
            const path = new URL(request.url).pathname
            if (isOpenApi(request, path)) return openApi(withoutDeprecation(endpoint))(request, next)
            return isDeprecationLog(request, path)
              ? rewritten(source => withoutRow(withoutPathOf(endpoint)(source)))(request, next)
              : next(request)
          },
          { [`deprecation-log/${row?.slug}`]: 'row-missing' },
        ],
      }),
    },
    tolerates: {
      'in-words': variant(
        'labels it in the reference only in words',
        withOpenApi(summarized(endpoint, 'Repositories (deprecated)')),
      ),
      recommended: variant(
        'names the recommended replacement in its description',
        withOpenApi(
          having(endpoint, {
            description: `The recommended way to do this is ${endpoint.replacedBy}. Not recommended for new clients.`,
          }),
        ),
      ),
      answered: variant(
        'gives another day in its answers, which the document does not show',
        withFields(to(endpoint.path, endpoint.method), { deprecation: '@1700000000' }),
      ),
      since: variant(
        'gives the date of the label and the date of a part',
        withOpenApi(
          having(endpoint, {
            description: `Deprecated since ${endpoint.deprecated}. The parameter \`page\` is deprecated since 2024-12-31; \`page_size\` is not deprecated.`,
            'x-deprecated': { since: endpoint.deprecated, sunset: '2027-01-01' },
          }),
        ),
      ),
      'since-elsewhere': variant(
        'gives the day in the description of the reference, and that of its last change',
        withDescription(`Changed on 2025-12-01. Deprecated endpoints: \`${name}\` (since ${endpoint.deprecated}).`),
      ),
      'log-only': variant(
        'labels it only in the log, and does not publish it in the reference',
        withOpenApi(withoutOperation(endpoint)),
      ),
      'row-of-its-own': variant(
        'a row of the log names the endpoint itself',
        withLog(source =>
          withoutPathOf(endpoint)(source).replace(
            /(\| Removed {4}\|)/,
            `| Deprecated | \`${name}\` | ${endpoint.deprecated} |\n$1`,
          ),
        ),
      ),
    },
  }
})
