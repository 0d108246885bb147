import { carries } from '../../checks/documents/declared-schema.ts'
import { referenceExcerpt, wholeOf } from '../../checks/documents/published-documents.ts'
import { expiryField } from '../../checks/expiry.ts'
import { cite } from '../../checks/source.ts'
import { isOpenApi, type OpenApiDocument, openApi } from '../../checks/twists/documents.ts'
import { fault, instead, variant } from '../../checks/twists/twist.ts'
import { type Evidence, exempt, type Finding, holds, violated } from '../../contracts/finding.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'

const judge = async (probe: Probe): Promise<Finding> => {
  const reference = await probe.fixture('reference')
  const operations = reference.operations.filter(
    ({ tags, method }) => tags.includes('access-tokens') && method !== 'DELETE' && method !== 'HEAD',
  )
  const seen: Evidence[] = []
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`
    const described = operation.responses.filter(({ status, schema }) => /^2/.test(status) && schema !== undefined)
    // A success without content returns nothing that could carry the field.
    for (const { schema } of described)
      if (schema && Object.keys(schema).length > 0 && !carries(schema, expiryField))
        return violated(
          'field-undeclared',
          { operation: name, field: expiryField },
          referenceExcerpt(reference, operation),
        )
    if (described.length > 0) seen.push(referenceExcerpt(reference, operation))
  }
  const [first, ...rest] = seen
  return first
    ? holds(first, ...rest)
    : exempt('not-published', { what: 'a response schema of personal access tokens' }, wholeOf('reference', reference))
}

/** Every schema that mentions the field, edited. */
const dropField = (document: OpenApiDocument, keep: (path: string) => boolean): void => {
  const visit = (value: unknown, path: string): void => {
    if (value === null || typeof value !== 'object') return
    if ('properties' in value && value.properties !== null && typeof value.properties === 'object' && !keep(path))
      delete (value.properties as Record<string, unknown>)[expiryField]
    for (const [key, inner] of Object.entries(value)) visit(inner, `${path}/${key}`)
  }
  visit(document, '')
}

const requirement: Requirement = {
  id: 'access-tokens/declared-expires-at',
  level: 'must',
  statement: 'The published response schemas of the PAT management operations declare expires_at.',
  since: '2025-11-21',
  source: cite('history-expires-at'),
  covers: ['resource-pat'],
  needs: ['reference'],
  how: 'The schema of every success of every operation with the tag access-tokens is searched for the property, through $ref, allOf, oneOf, anyOf, lists and envelopes.',
  fix: `Declare "${expiryField}" in the schema of the token that the operations share.`,
  cases: [{ name: 'every success of the area access-tokens', check: judge }],
  faults: {
    undeclared: fault(
      'declares it nowhere',
      'field-undeclared',
      instead(
        isOpenApi,
        openApi(document => dropField(document, path => /org/i.test(path))),
      ),
    ),
  },
  tolerates: {
    inline: variant(
      'declares it in place and not behind a reference',
      instead(
        isOpenApi,
        openApi(document => {
          const item = document.paths['/v2/access-tokens/{uuid}']?.get
          for (const [status, response] of Object.entries(item?.responses ?? {}))
            if (status.startsWith('2'))
              (response as Record<string, unknown>).content = {
                'application/json': { schema: { type: 'object', properties: { [expiryField]: {} } } },
              }
        }),
      ),
    ),
  },
}

export default requirement
