import { declaredFor } from '../../checks/documents/published-documents.ts'
import { requiredHeaders } from '../../checks/http/fields.ts'
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
  /** Has the token of a login sent in this form, in place of one that was given. */
  logIn(form: string): void
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
    logIn: form => {
      own.set(form, usual.inForm(form, true))
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

/** The header fields that a reference declares as required of what it publishes at a path. */
export const fieldsOfOperations = (
  reference: PublishedReference | undefined,
): ((endpoint: Endpoint) => Readonly<Record<string, string>> | undefined) => {
  // Asked before each request: a hub that demands none is not searched.
  if (!reference?.operations.some(operation => requiredHeaders(operation))) return () => undefined
  return endpoint => requiredHeaders(publishedAt(reference, endpoint) ?? {})
}

/** The forms in which operations have credentials sent. */
export interface FormsOfOperations {
  /**
   * The form that the target's own document declares for an operation; undefined wherever it has them sent in one form alone, to what it does
   * not publish, and where the user says how.
   */
  at(endpoint: Endpoint): string | undefined
  /** Has them sent in this form to what is published there, which refused another. */
  choose(endpoint: Endpoint, form: string | undefined): void
}

/** The alternatives that a reference declares at a path; what says nothing of security may take any of the document. */
export const alternativesAt = (reference: PublishedReference | undefined, endpoint: Endpoint): readonly string[] => {
  const operation = reference && publishedAt(reference, endpoint)
  return operation === undefined ? [] : (operation.credentialForms ?? reference?.credentialForms ?? [])
}

export const formsOfOperations = (
  reference: PublishedReference | undefined,
  input: CredentialsInput,
  headers: HeaderList = [],
): FormsOfOperations => {
  const forms = formsToTry(reference?.credentialForms ?? [], input, headers)
  // Of alternatives the one that most operations take, so that there are as few forms as can be.
  const declared = (alternatives: readonly string[] = []): string | undefined =>
    forms.find(form => alternatives.includes(form))
  // A form whose header the user gives is one more, and what declares that alone needs no other.
  const given = (alternatives: readonly string[] = []): string | undefined =>
    alternatives.find(form => headers.some(([name]) => form.toLowerCase().startsWith(`${name.toLowerCase()}:`)))
  const operations = input.header === undefined ? (reference?.operations ?? []) : []
  const used = new Set(
    operations.flatMap(({ credentialForms }) => declared(credentialForms) ?? given(credentialForms) ?? []),
  )
  /** By the path as it is published. */
  const chosen = new Map<string, string | undefined>()
  /** What is below a path, and takes the same alternatives, is most likely asked as that is. */
  const chosenAbove = ({ path, credentialForms }: PublishedReference['operations'][number]): string | undefined => {
    const above = [...chosen.keys()].filter(one => path === one || path.startsWith(`${one}/`))
    const form = chosen.get(above.reduce((longest, one) => (one.length > longest.length ? one : longest), ''))
    return form === undefined || credentialForms?.includes(form) === false ? undefined : form
  }
  return {
    at: endpoint => {
      // Asked before each request: a hub with one form for everything is not searched.
      if (!reference || (used.size < 2 && chosen.size === 0) || isV1Path(endpoint.path)) return undefined
      const published = publishedAt(reference, endpoint)
      if (published === undefined) return undefined
      return chosenAbove(published) ?? (used.size < 2 ? undefined : declared(published.credentialForms))
    },
    choose: (endpoint, form) => {
      const published = reference && publishedAt(reference, endpoint)
      if (published) chosen.set(published.path, form)
    },
  }
}
