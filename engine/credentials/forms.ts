import { declaredFor } from '../../checks/documents/published-documents.ts'
import { isV1Path } from '../../checks/path-template.ts'
import type { PublishedReference } from '../../contracts/documents.ts'
import type { HeaderList } from '../../contracts/exchange.ts'
import type { CredentialsInput } from '../options.ts'
import type { SentCredentials } from './credentials.ts'
import { credentialForm, formsToTry } from './form.ts'

/** Credentials in every form that operations declare. */
export interface Forms {
  /** In this form; in the usual one where none is named, or where this one was refused. */
  in(form: string | undefined): SentCredentials
  /** The form, if not the usual one, in which a request carries them. */
  carriedBy(headers: HeaderList): string | undefined
  /** Has them sent in the usual form in place of one that was refused. */
  refuse(form: string): void
}

const isCarried = (form: string, headers: HeaderList): boolean => {
  const [name, mark] = credentialForm(form).carry('\n')
  const [before = '', after = ''] = mark.split('\n')
  return headers.some(
    ([field, value]) => field.toLowerCase() === name && value.startsWith(before) && value.endsWith(after),
  )
}

export const createForms = (usual: SentCredentials): Forms => {
  const own = new Map<string, SentCredentials>()
  const refused = new Set<string>()
  return {
    in: form => {
      if (form === undefined || refused.has(form)) return usual
      const known = own.get(form) ?? usual.inForm(form)
      own.set(form, known)
      return known
    },
    carriedBy: headers => {
      const [form] = [...own.keys(), usual.form]
        .filter(one => isCarried(one, headers))
        .sort((a, b) => b.length - a.length)
      return form !== undefined && own.has(form) ? form : undefined
    },
    refuse: form => {
      refused.add(form)
    },
  }
}

/** An operation as it is called, or as a document publishes it. */
type Endpoint = Pick<PublishedReference['operations'][number], 'method' | 'path'>

/** What a reference publishes at a path; with another method where it does not publish this one. */
export const publishedAt = (
  reference: PublishedReference,
  { method, path }: Endpoint,
): PublishedReference['operations'][number] | undefined => {
  for (const one of [method, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const operation = declaredFor(reference, { method: one, path })
    if (operation) return operation
  }
  return undefined
}

/**
 * The form in which the target's own document has credentials sent to an operation; undefined wherever it has them sent in one form alone, to
 * what it does not publish, and where the user says how.
 */
export const formsOfOperations = (
  reference: PublishedReference | undefined,
  input: CredentialsInput,
  headers: HeaderList = [],
): ((endpoint: Endpoint) => string | undefined) => {
  const forms = formsToTry(reference?.credentialForms ?? [], input, headers)
  // Of alternatives the one that most operations take, so that there are as few forms as can be.
  const chosen = (declared: readonly string[] = []): string | undefined => forms.find(form => declared.includes(form))
  // A form whose header the user gives is one more, and what declares that alone needs no other.
  const given = (declared: readonly string[] = []): string | undefined =>
    declared.find(form => headers.some(([name]) => form.toLowerCase().startsWith(`${name.toLowerCase()}:`)))
  const operations = input.header === undefined ? (reference?.operations ?? []) : []
  const used = new Set(
    operations.flatMap(({ credentialForms }) => chosen(credentialForms) ?? given(credentialForms) ?? []),
  )
  if (reference === undefined || used.size < 2) return () => undefined
  return endpoint => (isV1Path(endpoint.path) ? undefined : chosen(publishedAt(reference, endpoint)?.credentialForms))
}
