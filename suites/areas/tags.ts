import { unreadPart } from '../../checks/documents/absence.ts'
import { areas } from '../../checks/documents/history/subjects.ts'
import {
  generatedAs,
  hasTag,
  publishedAs,
  referenceExcerpt,
  unreadOperations,
  wholeDocument,
  withoutOperations,
} from '../../checks/documents/published-documents.ts'
import { isNameOf, normalTemplate, parametersOf } from '../../checks/path-template.ts'
import { isCalled, placesOf } from '../../checks/request-form.ts'
import { cite } from '../../checks/source.ts'
import { type OpenApiDocument, withOpenApi } from '../../checks/twists/documents.ts'
import { fault, variant } from '../../checks/twists/twist.ts'
import { defined } from '../../contracts/defined.ts'
import type { PublishedReference, ReferenceOperation } from '../../contracts/documents.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { Case, Requirement } from '../../contracts/requirement.ts'
import { type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

type Operation = OpenApiDocument['paths'][string]

const hasId =
  (id: string) =>
  ({ operationId }: Operation): boolean =>
    operationId === id

/** Edits every operation of a reference that fits. */
const editing = (fits: (operation: Operation) => boolean, edit: (operation: Operation) => void) =>
  withOpenApi(({ paths }) => {
    for (const operation of Object.values(paths).flatMap(item => Object.values(item)))
      if (operation?.tags !== undefined && fits(operation)) edit(operation)
  })

/** Retags every operation that fits. */
const retag = (tags: readonly string[], fits: (operation: Operation) => boolean) =>
  editing(fits, operation => {
    operation.tags = tags
  })

/** Why something that a reference does not show may be published all the same. */
const unpublished = (reference: PublishedReference, what: string): Finding | undefined =>
  withoutOperations(reference) ??
  unreadPart('reference', { from: reference.from, unread: unreadOperations(reference) }, what)

/** What is read of an operation where the text breaks the rules of its format may be a part of it, or that of another one. */
const misread = ({ from, unread }: PublishedReference, what: string): Finding | undefined =>
  unreadPart('reference', { from, unread: unread.filter(({ line }) => line !== undefined) }, what)

/** OpenAPI asks for no ids (3.1, section 4.8.10): where a reference has none at all, each operation may be the one. */
const withoutIds = (reference: PublishedReference, operation: string): Finding | undefined =>
  reference.operations.every(({ operationId }) => operationId === undefined)
    ? unclear('ids-unpublished', { operation }, wholeDocument('reference', reference))
    : undefined

/** The words of each area; a tag that has them and more may be that of the area: `Access tokens (personal)`. */
const inWords: Readonly<Record<string, (text: string) => boolean>> = {
  ...areas,
  repositories: text => /\brepositories\b/i.test(text),
}

/** What leaves open whether an operation is in an area: its tag has the words of the area's, and is another one. */
const taggedInWords = (
  reference: PublishedReference,
  operation: ReferenceOperation,
  tag: string,
): Finding | undefined => {
  const own = operation.tags.find(one => inWords[tag]?.(one.replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]/g, ' ')))
  return own === undefined ? undefined : unclear('area-in-words', { tag, own }, referenceExcerpt(reference, operation))
}

/** Whether the document has an operation for a repository, and leaves open how one is named. */
const isOfRepository = ({ path, scope }: Pick<(typeof lifecycle.operations)[number], 'path' | 'scope'>): boolean =>
  path === null && /\brepository\b/.test(scope)

/** What the requests of the operations on a repository say besides. */
const knownMembers = ['immutable_tags', 'immutable_tags_rules', 'regex', 'tag']

/** Whether all that an operation takes is known, and none of it can name a repository. */
const hasNoRepository = ({ path, parameters = [], requestBody }: ReferenceOperation): boolean => {
  const isNamespace = (name: string): boolean => isNameOf('namespace', name) && !isNameOf('repository', name)
  const members = placesOf(requestBody?.schema)
  const isRead = requestBody === undefined || members.length > 0
  return (
    isRead &&
    [...parametersOf(path), ...parameters.map(({ name }) => name)].every(isNamespace) &&
    members.every(({ path: names }) => knownMembers.some(known => isCalled(names.at(-1) ?? '', known)))
  )
}

/** The id of what the reference publishes at a path that the document states, for reading. */
const idAt = ({ operations: all }: PublishedReference, stated: string | null): string | undefined =>
  all.find(
    ({ path, method }) => stated !== null && method === 'GET' && normalTemplate(path).endsWith(normalTemplate(stated)),
  )?.operationId

/** What of an operation is not as the document has it: its path, its scope or its tags. */
const wrongMember = (
  operation: ReferenceOperation,
  { path, tag, scope }: (typeof lifecycle.operations)[number],
):
  | readonly [code: 'wrong-path' | 'scope-undeclared' | 'wrong-tag', values: Readonly<Record<string, string>>]
  | undefined => {
  if (path !== null && !normalTemplate(operation.path).endsWith(normalTemplate(path)))
    return ['wrong-path', { path: operation.path, expected: path }]
  if (path === null && /\brepository\b/.test(scope) && hasNoRepository(operation))
    return ['scope-undeclared', { scope }]
  return hasTag(operation.tags, tag) ? undefined : ['wrong-tag', { tag, tags: operation.tags.join(', ') || 'no tag' }]
}

/** Publishes an operation at a path without the repository, with what `other` makes of its parameter. */
const withoutRepository = (id: string, other: (parameter: object) => object | undefined) =>
  withOpenApi(({ paths }) => {
    for (const [path, item] of Object.entries(paths)) {
      if (!Object.values(item).some(operation => operation?.operationId === id)) continue
      for (const declared of [item, ...Object.values(item)] as { parameters?: { name?: string }[] }[])
        declared.parameters &&= declared.parameters.flatMap(one =>
          one.name === 'repository' ? (other(one) ?? []) : one,
        )
      paths[path.replace('/repositories/{repository}', '')] = item
      delete paths[path]
    }
  })

const operations: readonly Requirement[] = lifecycle.operations.map(fact => ({
  id: `areas/${fact.slug}`,
  level: 'must',
  statement: `${fact.id} is published as an operation of the area ${fact.tag}.`,
  since: fact.since ?? earliestDate,
  source: cite(fact.sentence),
  covers: ['area-repositories', 'operations-tagged'],
  needs: ['reference'],
  how: 'The operation is looked up in the published OpenAPI reference by its operationId; its tags are compared with the document, and its path if the document states one. An operation on a repository must take something that can name one.',
  fix: `Publish \`operationId: ${fact.id}\`${fact.path === null ? '' : ` at ${fact.path}`} with the tag ${fact.tag}.`,
  cases: [
    {
      name: fact.id,
      check: async probe => {
        const reference = await probe.fixture('reference')
        const operation = publishedAs(reference, fact.id)
        if (!operation)
          return (
            unpublished(reference, fact.id) ??
            withoutIds(reference, fact.id) ??
            violated(
              'operation-unpublished',
              {
                operation: fact.id,
                ...defined({ similar: generatedAs(reference, fact.id) ?? idAt(reference, fact.path) }),
              },
              wholeDocument('reference', reference),
            )
          )
        const wrong = wrongMember(operation, fact)
        const excerpt = referenceExcerpt(reference, operation)
        if (!wrong) return holds(excerpt)
        const [code, values] = wrong
        return (
          (code === 'scope-undeclared' ? unreadPart('reference', reference, `a parameter of ${fact.id}`) : undefined) ??
          misread(reference, `the tags of ${fact.id}`) ??
          (code === 'wrong-tag' ? taggedInWords(reference, operation, fact.tag) : undefined) ??
          violated(code, { operation: fact.id, ...values }, excerpt)
        )
      },
    },
  ],
  faults: {
    'wrong-tag': fault('publishes it under another tag', 'wrong-tag', retag(['miscellaneous'], hasId(fact.id))),
    ...(fact.path === null
      ? {}
      : {
          moved: fault(
            'publishes it at another path',
            'wrong-path',
            withOpenApi(document => {
              for (const [path, item] of Object.entries(document.paths))
                if (item.get?.operationId === fact.id) {
                  document.paths[`${path}/all`] = item
                  delete document.paths[path]
                }
            }),
          ),
        }),
    ...(isOfRepository(fact)
      ? {
          scope: fault(
            'publishes it for a namespace as a whole',
            'scope-undeclared',
            withoutRepository(fact.id, () => undefined),
          ),
        }
      : {}),
    unpublished: fault(
      'publishes it without its id',
      'operation-unpublished',
      editing(hasId(fact.id), operation => {
        delete operation.operationId
      }),
    ),
  },
  tolerates: {
    capitals: variant(
      'writes the id and the tag in other letter case, and the tag as words',
      editing(hasId(fact.id), operation => {
        operation.operationId = `${fact.id.slice(0, 1).toLowerCase()}${fact.id.slice(1)}`
        operation.tags = operation.tags.map(
          (tag: string) => `${tag.slice(0, 1).toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`,
        )
      }),
    ),
    words: variant(
      'writes the words of the id in small letters with lines between them',
      editing(hasId(fact.id), operation => {
        operation.operationId = fact.id.replaceAll(/(?<=[a-z])[A-Z]/g, letter => `_${letter}`).toLowerCase()
      }),
    ),
    'more-tags': variant('also publishes it under other tags', retag(['popular', fact.tag], hasId(fact.id))),
    ...(isOfRepository(fact)
      ? {
          'in-query': variant(
            'publishes it with the repository in the query',
            withoutRepository(fact.id, parameter => ({ ...parameter, in: 'query' })),
          ),
        }
      : {}),
  },
}))

const areaTags = Object.keys(inWords)

/** An operation at a path of an area, with the tag of another one, where most of what is published there and below has that of the area. */
const misplacedIn = ({ operations: all }: PublishedReference, tag: string): ReferenceOperation | undefined =>
  all.find(({ path, tags }) => {
    const other = areaTags.find(one => hasTag(tags, one))
    if (other === undefined || hasTag(tags, tag)) return false
    const place = normalTemplate(path)
    const around = all.filter(one => `${normalTemplate(one.path)}/`.startsWith(`${place}/`))
    const own = around.filter(one => hasTag(one.tags, tag) && !hasTag(one.tags, other))
    const others = around.filter(one => hasTag(one.tags, other))
    return own.some(one => normalTemplate(one.path) === place) && own.length > others.length
  })

const families: readonly Requirement[] = lifecycle.families.map(fact => {
  const kase: Case = {
    name: fact.tag,
    check: async probe => {
      const reference = await probe.fixture('reference')
      const operation = reference.operations.find(({ tags }) => hasTag(tags, fact.tag))
      const misplaced = operation && misplacedIn(reference, fact.tag)
      if (misplaced) {
        const { method, path, tags } = misplaced
        const values = { operation: `${method} ${path}`, tag: fact.tag, tags: tags.join(', ') }
        return (
          misread(reference, `the tags of ${method} ${path}`) ??
          violated('wrong-tag', values, referenceExcerpt(reference, misplaced))
        )
      }
      if (operation) return holds(referenceExcerpt(reference, operation))
      return (
        unpublished(reference, `the area ${fact.tag}`) ??
        reference.operations.map(one => taggedInWords(reference, one, fact.tag)).find(Boolean) ??
        violated('area-unpublished', { tag: fact.tag }, wholeDocument('reference', reference))
      )
    },
  }
  return {
    id: `areas/${fact.tag}`,
    level: 'must',
    statement: `The reference has operations in the area ${fact.tag}.`,
    since: fact.since ?? earliestDate,
    source: cite(`area-${fact.tag}`),
    covers: ['operations-tagged', fact.sentence],
    needs: ['reference'],
    how: 'The published OpenAPI reference is searched for operations with the tag. One at the same path must not have the tag of another area instead, where most operations at that path and below have this one.',
    fix: `Publish in the OpenAPI reference the operations of ${fact.id} (tag ${fact.tag}).`,
    cases: [kase],
    faults: {
      untagged: fault(
        'publishes the family under another tag',
        'area-unpublished',
        retag(['miscellaneous'], ({ tags }) => (tags as string[]).includes(fact.tag)),
      ),
      ...(fact.tag === 'org-access-tokens'
        ? {
            'one-elsewhere': fault(
              'publishes the list of tokens of an organization in the area of personal ones',
              'wrong-tag',
              withOpenApi(({ paths }) => {
                const list = paths['/v2/orgs/{name}/access-tokens']?.get
                if (list) list.tags = ['access-tokens']
              }),
            ),
          }
        : {}),
    },
  }
})

export default [...operations, ...families]
