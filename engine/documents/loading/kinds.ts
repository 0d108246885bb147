import { isSuccess } from '../../../checks/reading/exchanges.ts'
import { share } from '../../../checks/shared.ts'
import type { PublishedDocuments } from '../../../contracts/documents.ts'
import type { Answered, Exchange } from '../../../contracts/exchange.ts'
import type { Missing } from '../../../contracts/results/finding.ts'
import { givingWay } from '../../giving-way.ts'
import { DocumentError } from '../problems.ts'
import type { readReferenceWith } from '../reference/reference.ts'
import type { OpenSibling, Sibling } from '../reference/siblings.ts'

/** A page, which may stand in the descriptions of an OpenAPI document: a table of its paths would be read as one that lacks everything. */
const pageOf =
  <Page>(what: string, read: (text: string, from: string) => Page) =>
  async (text: string, from: string): Promise<Page> => {
    if (!/^\uFEFF?\s*(?:#[^\n]*\n\s*)*(?:\{\s*"(?:openapi|swagger)"|(?:openapi|swagger)\s*:)/.test(text))
      return read(text, from)
    const page = (await import('../reference/prose.ts')).pageIn(text, from)
    if (page === undefined)
      throw new DocumentError(`${from} is an OpenAPI document, not a ${what}; give the page with the ${what}.`)
    return read(page, `${from}, descriptions`)
  }

/** What reads them is loaded where there is a text to read: it is a fourth of all that a run loads. */
const readers = {
  reference: async (...given: Parameters<typeof readReferenceWith>) =>
    (await import('../reference/reference.ts')).readReferenceWith(...given),
  deprecationLog: pageOf('deprecation log', async (text, from) =>
    givingWay((await import('../published.ts')).logInPieces(text, from)),
  ),
  changelog: pageOf('change history', async (text, from) =>
    givingWay((await import('../published.ts')).changelogInPieces(text, from)),
  ),
} as const

export type Kind = keyof typeof readers

export const kinds = Object.keys(readers) as readonly Kind[]

export type Read<K extends Kind> = Awaited<ReturnType<(typeof readers)[K]>>

/** Reads a text as a document of that kind. Throws {@link DocumentError} for what is none. */
export const readDocument = async <K extends Kind>(
  kind: K,
  text: string,
  from: string,
  basePath: string | undefined,
  open: OpenSibling,
): Promise<Read<K>> => {
  const reader = readers[kind] as (...given: Parameters<typeof readReferenceWith>) => Promise<Read<K>>
  // The last ones are remembered, and stand in the reports of several runs.
  return share(await reader(text, from, basePath, open))
}

/** What the answer to a request for a file gives of it. */
export const siblingIn = (answer: Answered): Sibling => {
  if (!isSuccess(answer)) return { answered: answer.response.status }
  return answer.response.encoding === 'utf8' ? answer.response.body : undefined
}

/** Documents of a run, and what was asked for them. */
export interface Loaded {
  readonly documents: PublishedDocuments
  readonly exchanges: { readonly [K in Kind]?: readonly Exchange[] }
  /** The answer that left it open what a document says, or whether the target publishes it. */
  readonly unavailable: { readonly [K in Kind]?: Answered }
  /** What the target has in the place of a document, and why it is none. */
  readonly unfit: { readonly [K in Kind]?: Missing }
  /** How credentials are sent, as the target says in a reference that is not of this API. */
  readonly credentialForms?: readonly string[]
}
