import type { Twist } from '../../contracts/requirement.ts'
import type { Endpoint } from '../documents/published-documents.ts'
import { normalTemplate } from '../path-template.ts'
import { edited, instead, rewritten } from './twist.ts'

/** Requests for the reference implementation's own documents. */
export const isOpenApi = (_request: Request, path: string): boolean => path === '/openapi.json'
export const isDeprecationLog = (_request: Request, path: string): boolean => path === '/deprecated.md'
export const isChangelog = (_request: Request, path: string): boolean => path === '/changelog.md'

/** An OpenAPI document that may be changed in place. */
// biome-ignore lint/suspicious/noExplicitAny: a fault rewrites arbitrary corners of a document that it knows
export type OpenApiDocument = { paths: Record<string, Record<string, any>> } & Record<string, any>

/** Edits the reference that the server publishes. */
export const openApi = (edit: (document: OpenApiDocument) => void) =>
  edited(body => {
    const copy = structuredClone(body) as OpenApiDocument
    edit(copy)
    return copy
  })

/** The same as a twist. */
export const withOpenApi = (edit: (document: OpenApiDocument) => void): Twist => instead(isOpenApi, openApi(edit))

/** The reference declares nothing but 200 for reading these. */
export const declaringOnlySuccess = (...items: readonly string[]) =>
  withOpenApi(({ paths }) => {
    for (const item of items) {
      const { get } = paths[item] ?? {}
      if (get) get.responses = { 200: get.responses?.[200] }
    }
  })

/** Edits the Markdown documents that the server publishes. */
export const withLog = (edit: (text: string) => string): Twist => instead(isDeprecationLog, rewritten(edit))
export const withChangelog = (edit: (text: string) => string): Twist => instead(isChangelog, rewritten(edit))

/** Adds a paragraph at their end. */
export const endOfLog = (text: string): Twist => withLog(source => `${source}\n${text}\n`)
export const endOfChangelog = (text: string): Twist => withChangelog(source => `${source}\n${text}\n`)

/** Gives the reference a description. */
export const withDescription = (description: string): Twist =>
  withOpenApi(document => {
    document.info.description = description
  })

type Replacement = string | ((found: string, ...groups: readonly string[]) => string)

/** Puts another text in the place of one in them. */
export const inLog = (from: string | RegExp, to: Replacement): Twist =>
  withLog(source => source.replace(from, to as string))
export const inChangelog = (from: string | RegExp, to: Replacement): Twist =>
  withChangelog(source => source.replace(from, to as string))

/** An operation of the reference, whatever it calls the parameters of its path. */
export const operationAt = (document: OpenApiDocument, endpoint: Endpoint): Record<string, unknown> | undefined => {
  const path = Object.keys(document.paths).find(
    candidate => normalTemplate(candidate) === normalTemplate(endpoint.path),
  )
  return path === undefined ? undefined : document.paths[path]?.[endpoint.method.toLowerCase()]
}

/** Takes the label off one endpoint. */
export const withoutDeprecation =
  (endpoint: Endpoint) =>
  (document: OpenApiDocument): void => {
    const operation = operationAt(document, endpoint)
    if (operation) delete operation.deprecated
  }

/** Takes the lines out that name one endpoint; its siblings stay. */
export const withoutPathOf =
  ({ method, path }: Endpoint) =>
  (source: string): string =>
    source
      .split('\n')
      .filter(line => !line.includes(`\`${method} ${path}\``))
      .join('\n')
