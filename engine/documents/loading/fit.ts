import { isSuccess } from '../../../checks/reading/exchanges.ts'
import { contentKind } from '../../../checks/reading/json.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import { Missing } from '../../../contracts/results/finding.ts'
import type { Setting } from '../../../contracts/run/settings.ts'
import type { Kind, Read } from './kinds.ts'

/** The document, and what a text must have to be taken for it. */
export const kindWords: Readonly<
  Record<Kind, { readonly parameter: Setting; readonly document: string; readonly lacks: string }>
> = {
  reference: {
    parameter: 'reference',
    document: 'the OpenAPI reference',
    lacks: 'it does not begin like an OpenAPI document of version 3',
  },
  deprecationLog: { parameter: 'deprecation-log', document: 'the deprecation log', lacks: 'it has no row' },
  changelog: { parameter: 'changelog', document: 'the change history', lacks: 'it has no entry with a date' },
}

/** What a text that is no such document lacks. */
export const unfitted = (kind: Kind, path: string, cause?: string): Missing => {
  const { lacks, ...words } = kindWords[kind]
  return new Missing('document-unfit', { ...words, path, why: cause ?? lacks })
}

/** A page for people may be of anything, so that it is read only where it is given. */
export const pageUnread = (kind: Kind, path: string): Missing => {
  const { values } = unfitted(kind, path, 'it is an HTML page, which is read only where its URL is given')
  return new Missing('document-unfit', { ...values, isPage: true })
}

const isUtf8 = (answer: Answered): boolean => isSuccess(answer) && answer.response.encoding === 'utf8'

export const isText = (answer: Answered): boolean => isUtf8(answer) && contentKind(answer) !== 'html'

/** What a log of deprecations and a change history have. */
const saysHistory = /deprecat|\d{4}-\d{2}-\d{2}/i

/** Whether an answer could be the document as a page for people; a reference is none. */
export const isPageOf = (kind: Kind, answer: Answered): boolean =>
  kind !== 'reference' &&
  isUtf8(answer) &&
  contentKind(answer) === 'html' &&
  saysHistory.test(answer.response.body) &&
  ofTheApi.test(answer.response.body)

/** Whether an answer could be that document and not a page for everything. */
export const plausible = (kind: Kind, answer: Answered): boolean => {
  if (!isText(answer)) return false
  const { body } = answer.response
  if (kind === 'reference')
    // Swagger 2 is one too, and says so when it is read.
    return (
      /(?:openapi["']?\s*:\s*["']?3|swagger["']?\s*:\s*["']?2)\./.test(body.slice(0, 20_000)) ||
      /["']openapi["']\s*:\s*["']3\./.test(body)
    )
  return saysHistory.test(body) && !/^\s*[[{]/.test(body)
}

/** Words of the API that the lifecycle document is about. */
const ofTheApi =
  /\/v[12]\b|\bv1\b|repositor|\btags?\b|access[\s_-]?token|\b[PO]ATs?\b|audit|immutab|expires_at|\bgroups?\b/i

/** Whether a document that nobody named says anything of the API: a server may have others, of its console for example. */
export const isOfTheApi = (text: string, document: Read<Kind>): boolean =>
  'operations' in document
    ? document.operations.length === 0 ||
      document.operations.some(({ path, operationId, tags }) => ofTheApi.test([path, operationId, ...tags].join(' ')))
    : ofTheApi.test(text)
