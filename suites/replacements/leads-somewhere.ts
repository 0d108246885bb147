import { deprecationOf } from '../../checks/documents/labels/current.ts'
import { labelSources } from '../../checks/documents/labels/sources.ts'
import { documentedPresence } from '../../checks/presence/documented.ts'
import { cite } from '../../checks/source.ts'
import { withOpenApi } from '../../checks/twists/documents.ts'
import { fault, instead, to, unrouted } from '../../checks/twists/twist.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { type DocumentedOperation, type IsoDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { Fault, Probe, Requirement } from '../../contracts/requirement.ts'
import { type Finding, violated } from '../../contracts/results/finding.ts'

interface Replaced {
  readonly slug: string
  readonly name: string
  readonly by: DocumentedOperation
  readonly since: IsoDate
  readonly sentence: string
}

const replaced: readonly Replaced[] = [
  ...lifecycle.legacyEndpoints.map(({ slug, method, path, replacedBy, deprecated, sentence }) => ({
    slug,
    name: `${method} ${path}`,
    by: replacedBy,
    since: deprecated,
    sentence,
  })),
  ...lifecycle.v1Routes.flatMap(({ slug, path, replacedBy, removed, sentence }) =>
    replacedBy === null ? [] : [{ slug, name: path, by: replacedBy, since: removed, sentence }],
  ),
]

const judge = async (probe: Probe, operation: DocumentedOperation): Promise<Finding> => {
  const label = deprecationOf(await labelSources(probe), operation)
  if (label && 'kind' in label) return label
  if (label) return violated('replacement-deprecated', { operation, where: `the ${label.document}` }, label)
  const presence = await documentedPresence(probe, operation)
  // What is served and does something else is not absent.
  if (presence.kind !== 'violated' || presence.values.status === undefined) return presence
  return violated('replacement-absent', { operation, status: presence.values.status }, ...presence.seen)
}

/** Other endpoints of the document that the same operation replaces, and the requirement that the operation is there. */
const shared = (
  operation: DocumentedOperation,
  own: string,
  code: 'replacement-absent' | 'replacement-deprecated',
): NonNullable<Fault['also']> =>
  Object.fromEntries(
    replaced
      .filter(({ by, slug }) => by === operation && slug !== own)
      .map(({ slug }) => [`replacements/${slug}`, code]),
  )

export default replaced.map(({ slug, name, by, since, sentence }): Requirement => {
  const shipped = dockerHub.find(binding => binding.operation === by)
  const fact = lifecycle.operations.find(({ id }) => id === by)
  if (!shipped || !fact) throw new Error(`nothing known of ${by}`)
  return {
    id: `replacements/${slug}`,
    level: 'must',
    statement: `${by}, the replacement of ${name}, exists and is neither deprecated nor removed.`,
    since,
    source: cite(sentence),
    covers: ['transition-deprecated'],
    needs: [],
    how: 'The replacement is called as in the presence suite, and looked up in the published reference and the deprecation log if these are available.',
    fix: `Serve ${by} and do not label it deprecated: clients of ${name} need it.`,
    cases: [{ name: by, check: probe => judge(probe, by) }],
    faults: {
      absent: fault(`does not serve ${by}`, 'replacement-absent', instead(to(shipped.path, shipped.method), unrouted), {
        [`presence/${fact.slug}`]: 'absent',
        ...shared(by, slug, 'replacement-absent'),
      }),
      deprecated: fault(
        `labels ${by} deprecated`,
        'replacement-deprecated',
        withOpenApi(document => {
          for (const item of Object.values(document.paths))
            for (const operation of Object.values(item)) if (operation?.operationId === by) operation.deprecated = true
        }),
        {
          'labels/current-operations': 'current-labelled-deprecated',
          'labels/logged': 'label-not-logged',
          ...shared(by, slug, 'replacement-deprecated'),
        },
      ),
    },
  }
})
