import { wholeDocument } from '../../checks/documents/published-documents.ts'
import { endpointText, judgeReplacements, replacementClaims } from '../../checks/documents/replacement-claims.ts'
import { normalTemplate } from '../../checks/path-template.ts'
import { cite } from '../../checks/source.ts'
import { withDescription, withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { faultsFor, variant } from '../../checks/twists/twist.ts'
import { type LegacyEndpoint, lifecycle } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding } from '../../contracts/results/finding.ts'

const judgeDescription = async (probe: Probe, endpoint: LegacyEndpoint): Promise<Finding> => {
  const claims = await replacementClaims(probe, endpoint, 'reference')
  return (
    (await judgeReplacements(probe, endpoint, claims)) ??
    exempt(
      'not-published',
      { what: `a replacement of ${endpointText(endpoint)} in the reference` },
      wholeDocument('reference', await probe.fixture('reference')),
    )
  )
}

/** Gives the legacy operations of a path other members. */
const having = (
  path: string,
  members: Readonly<Record<string, unknown>>,
  methods: readonly string[] = ['get', 'head'],
): Twist =>
  withOpenApi(document => {
    for (const [template, operations] of Object.entries(document.paths))
      if (normalTemplate(template) === normalTemplate(path))
        for (const method of methods) Object.assign(operations[method] ?? {}, members)
  })

const described = (path: string, description: string): Twist => having(path, { description })

/** Describes a current operation. */
const describing = (id: string, description: string): Twist =>
  withOpenApi(({ paths }) => {
    for (const operation of Object.values(paths).flatMap(item => Object.values(item)))
      if (operation?.operationId === id) operation.description = description
  })

const one = '/v2/repositories/{namespace}/{repository}'
const all = '/v2/repositories/{namespace}'

export default {
  id: 'replacements/described',
  level: 'must',
  statement: 'A replacement that the reference names for a legacy endpoint is the operation that the document names.',
  since: '2025-06-27',
  source: cite('transition-deprecated'),
  covers: lifecycle.legacyEndpoints.map(({ sentence }) => sentence),
  needs: ['reference'],
  how: 'The summary, the description and the external documentation of each legacy endpoint are searched for sentences such as "use X instead" and "replaced by X" that name a documented operation by its id or path, or a removed v1 route; extensions such as x-replaced-by count as well, and other extensions and the descriptions of successful answers may name one. Descriptions of other operations are searched for what they replace. Each must name the correct operation; a sentence that may be about a part of the endpoint, or that names several operations, is inconclusive.',
  fix: 'Where the description of a legacy endpoint names a replacement, name the operation that the lifecycle document names for it.',
  cases: lifecycle.legacyEndpoints.map(endpoint => ({
    name: endpointText(endpoint),
    check: probe => judgeDescription(probe, endpoint),
  })),
  faults: faultsFor('contradicting-statements', {
    instead: [
      'says to use another operation instead',
      described(all, 'Lists repositories.\n\n**Deprecated.** Use `GetRepository` instead.'),
    ],
    'in-its-place': [
      'says to call another operation in its place',
      described(all, 'Deprecated. Call `GetRepository` in its place.'),
    ],
    path: [
      'names the path of another operation',
      described(one, 'Replaced by `GET /v2/namespaces/{namespace}/repositories/{repository}/tags`.'),
    ],
    switch: [
      'says to switch to another operation',
      described(all, 'Deprecated in favor of namespaces; clients should switch to `GetRepository`.'),
    ],
    leading: [
      'says to call another operation instead of this one',
      described(all, 'Instead of this endpoint, call GetRepository.'),
    ],
    removed: ['names a removed v1 route', described(all, 'Replaced by `/v1/repositories/{name}/tags`.')],
    denied: [
      'says that there is no replacement',
      described(all, 'Deprecated. This endpoint goes away without a replacement.'),
    ],
    extension: ['names another operation in an extension', having(all, { 'x-replaced-by': 'GetRepository' })],
    'extension-of-head': [
      'names for HEAD, in an extension, the operation that replaces GET',
      having(one, { 'x-replaced-by': 'GetRepository' }),
    ],
    'link-elsewhere': [
      'names one operation and links to another one',
      described(all, 'Migrate to [listNamespaceRepositories](#operation/GetRepository).'),
    ],
    'extension-object': [
      'names the path of another operation within an extension',
      having(one, {
        'x-deprecation': { replacement: '#/paths/~1v2~1namespaces~1{namespace}~1repositories~1{repository}~1tags/get' },
      }),
    ],
    'extension-nested': [
      'names another operation in an object of an extension',
      having(all, { 'x-deprecation': { since: '2025-06-27', replacement: { operationId: 'ListRepositoryTags' } } }),
    ],
    'external-docs': [
      'names another operation in its external documentation',
      having(all, { externalDocs: { description: 'Use GetRepository instead', url: 'https://docs.example.com' } }),
    ],
    'head-alone': [
      'names for HEAD the operation that replaces GET',
      withOpenApi(document => {
        for (const [template, operations] of Object.entries(document.paths))
          if (normalTemplate(template) === normalTemplate(one))
            Object.assign(operations.head ?? {}, { description: 'Use GetRepository instead.' })
      }),
    ],
    'head-of-its-own': [
      'names the operation that replaces GET for HEAD too, with the same words below another summary',
      layered(
        described(one, 'Use GetRepository instead.'),
        having(one, { summary: 'Check for a repository' }, ['head']),
      ),
    ],
    'in-description': [
      'names another operation in the description of the reference',
      withDescription(`\`GET ${all}\` is replaced by GetRepository.`),
    ],
    also: [
      'names another operation in a sentence behind the correct one',
      described(all, 'Replaced by listNamespaceRepositories. It is also replaced by GetRepository.'),
    ],
    'from-current': [
      'says of another operation that it replaces the endpoint',
      describing('GetRepository', `Returns a repository. This operation replaces \`GET ${all}\`.`),
    ],
    deprecated: [
      'names another operation next to the label',
      described(one, 'Deprecated: please use listNamespaceRepositories.'),
    ],
  }),
  tolerates: {
    right: variant(
      'names the correct operation, and another one for a part',
      described(
        all,
        'Deprecated, use listNamespaceRepositories instead. For one repository, use GetRepository instead. To create one, use CreateRepository instead. POST is replaced by CreateRepository.',
      ),
    ),
    'one-text': variant(
      'says the same of GET and HEAD',
      having(one, { summary: 'One repository (legacy)', description: 'Use GetRepository instead.' }),
    ),
    path: variant(
      'names the path of the correct operation, with other parameter names',
      having(one, {
        summary: 'One repository (legacy)',
        description: 'This endpoint is superseded by `GET /v2/namespaces/{ns}/repositories/{repo}`.',
      }),
    ),
    extensions: variant(
      'names the correct operation in extensions, and other operations in unrelated extensions',
      having(all, {
        'x-replaced-by': ['listNamespaceRepositories'],
        'x-deprecated': { since: '2025-06-27', replacement: { operationId: 'listNamespaceRepositories' } },
        'x-replaces': 'GetRepository',
        externalDocs: { description: 'See also GetRepository', url: 'https://docs.example.com/GetRepository' },
      }),
    ),
    'like-v1': variant(
      'compares itself with a removed route',
      described(all, 'Deprecated like `/v1/repositories/{name}/tags`, so use another operation.'),
    ),
    'from-current': variant(
      'says of operations what they replace, and of which parts',
      layered(
        describing('GetRepository', `Replaces \`GET ${one}\`, and \`GET ${all}\` for a single repository.`),
        describing('listNamespaceRepositories', `It replaces \`GET ${all}\`.`),
      ),
    ),
    usage: variant(
      'mentions other operations without replacing anything',
      described(one, 'Returns a repository. Use ListRepositoryTags to see its tags. Deprecated since 2025-09-19.'),
    ),
  },
} satisfies Requirement
