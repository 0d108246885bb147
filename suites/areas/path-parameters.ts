import { unreadPart } from '../../checks/documents/absence.ts'
import {
  operationsAt,
  publishedAs,
  referenceExcerpt,
  unreadOperations,
  wholeDocument,
  withoutOperations,
} from '../../checks/documents/published-documents.ts'
import { parametersOf } from '../../checks/path-template.ts'
import { cite } from '../../checks/source.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { faultsFor, variants } from '../../checks/twists/twist.ts'
import type { PublishedReference, ReferenceOperation, ReferenceParameter } from '../../contracts/documents.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement, Twist } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/results/finding.ts'

/** The path parameters of the document, by its own names. */
const stated = new Set(['namespace', 'repository', 'tag'])

interface Documented {
  readonly name: string
  readonly operation: ReferenceOperation
  /** The parameters of its path that are those of the document. */
  readonly parameters: readonly string[]
}

/**
 * The published operations that the document names. Where it states the path its parameters are those in their places, whatever they are
 * called; elsewhere those of its names, since a path that is not shown may have others.
 */
const documentedIn = (reference: PublishedReference): readonly Documented[] => [
  ...lifecycle.operations.flatMap(({ id, path }) => {
    const operation = publishedAs(reference, id)
    if (!operation) return []
    const names = parametersOf(operation.path)
    const parameters = path === null ? names.filter(name => stated.has(name)) : names.slice(-parametersOf(path).length)
    return [{ name: id, operation, parameters }]
  }),
  ...lifecycle.legacyEndpoints.flatMap(endpoint =>
    operationsAt(reference, endpoint).map(operation => ({
      name: `${endpoint.method} ${endpoint.path}`,
      operation,
      parameters: parametersOf(operation.path).filter(name => stated.has(name)),
    })),
  ),
]

/** A parameter of the document that an operation declares as something else than a string in the path. */
const otherSegment = ({
  operation: { parameters: declared = [] },
  parameters,
}: Documented): ReferenceParameter | undefined =>
  declared.find(
    ({ name, in: place, type }) =>
      parameters.includes(name) &&
      (place === 'path'
        ? /^(?:integer|number|boolean|array|object)$/.test(type ?? '')
        : !declared.some(other => other.name === name && other.in === 'path')),
  )

/** Whether an operation declares nothing of a parameter, as far as it was read. */
const isUndeclared = ({ operation, parameters }: Documented): boolean =>
  parameters.some(
    parameter => !operation.parameters?.some(({ name, type }) => name === parameter && type !== undefined),
  )

const judge = (reference: PublishedReference): Finding => {
  const { from, unread } = reference
  const documented = documentedIn(reference)
  const whole = wholeDocument('reference', reference)
  const openWhere = (isPart: (part: PublishedReference['unread'][number]) => boolean): Finding | undefined =>
    unreadPart('reference', { from, unread: unread.filter(isPart) }, 'a parameter')
  for (const one of documented) {
    const other = otherSegment(one)
    if (!other) continue
    const values = { operation: one.name, parameter: other.name, declared: `${other.type ?? 'a value'} in ${other.in}` }
    // What is read of an operation where the text breaks the rules of its format may be a part of another one.
    return (
      openWhere(({ line }) => line !== undefined) ??
      violated('wrong-parameter', values, referenceExcerpt(reference, one.operation))
    )
  }
  const nothing = withoutOperations(reference)
  if (nothing) return nothing
  const inParameters = documented.some(isUndeclared)
    ? openWhere(({ at }) => at !== undefined && /\/parameters\//.test(at))
    : undefined
  const inWhole = unreadPart('reference', { from, unread: unreadOperations(reference) }, 'a parameter')
  const judged =
    documented.length > 0 ? holds(whole) : exempt('not-published', { what: 'an operation of the document' }, whole)
  return inParameters ?? inWhole ?? judged
}

/** Declares a parameter of one operation in another way. */
const declaring = (id: string, parameter: string, members: Readonly<Record<string, unknown>>): Twist =>
  withOpenApi(({ paths }) => {
    for (const item of Object.values(paths))
      for (const [method, operation] of Object.entries(item)) {
        if (operation?.operationId !== id) continue
        const around: Record<string, unknown>[] = (item as { parameters?: Record<string, unknown>[] }).parameters ?? []
        const own: Record<string, unknown>[] = operation.parameters ?? []
        const before = [...own, ...around].find(({ name }) => name === parameter)
        const others = own.filter(({ name }) => name !== parameter)
        item[method] = { ...operation, parameters: [...others, { ...before, ...members }] }
      }
  })

const typed = (type: unknown) => ({ in: 'path', schema: { type } })

export default {
  id: 'areas/path-parameters',
  level: 'must',
  statement: 'The published operations have {namespace}, {repository} and {tag} as strings in the path.',
  since: earliestDate,
  source: cite('path-parameters'),
  covers: ['resource-repository', 'resource-tag'],
  needs: ['reference'],
  how: 'The operations that the document names, the deprecated ones included, are looked up in the published OpenAPI reference. Where the document states their path, the parameters in it are compared, otherwise those with these names. A schema of another type alone contradicts it; a format, no schema and alternatives with a string do not.',
  fix: 'Declare the parameters {namespace}, {repository} and {tag} in the path, with a schema of type string.',
  cases: [{ name: 'every operation of the document', check: async probe => judge(await probe.fixture('reference')) }],
  faults: faultsFor('wrong-parameter', {
    number: ['declares a tag as a number', declaring('GetRepositoryTag', 'tag', typed('integer'))],
    query: [
      'declares the namespace of a list of tags in the query',
      declaring('ListRepositoryTags', 'namespace', { in: 'query' }),
    ],
    'of-one-operation': [
      'declares the repository of one operation as a number',
      declaring('VerifyRepositoryImmutableTags', 'repository', typed('integer')),
    ],
    nullable: [
      'declares the repository of one operation as a number or null',
      declaring('GetRepository', 'repository', typed(['number', 'null'])),
    ],
    list: [
      'declares the namespace of one operation as a list',
      declaring('CreateRepository', 'namespace', typed('array')),
    ],
  }),
  tolerates: variants({
    format: [
      'declares a format',
      declaring('GetRepository', 'repository', { schema: { type: 'string', format: 'slug' } }),
    ],
    'no-schema': ['declares no schema', declaring('GetRepository', 'repository', { schema: undefined })],
    alternatives: [
      'declares a number as an alternative',
      declaring('GetRepositoryTag', 'tag', { schema: { anyOf: [{ type: 'string' }, { type: 'number' }] } }),
    ],
    types: ['declares several types', declaring('GetRepositoryTag', 'tag', typed(['integer', 'string']))],
    'other-operation': [
      'declares a repository as a number in an operation of its own',
      withOpenApi(({ paths }) => {
        const parameters = [{ name: 'repository', required: true, ...typed('integer') }]
        paths['/v2/statistics/{repository}'] = { get: { parameters, responses: { 200: { description: 'numbers' } } } }
      }),
    ],
  }),
} satisfies Requirement
