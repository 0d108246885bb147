import type { JsonSchema } from './documents.ts'
import type { DocumentedOperation } from './lifecycle.ts'

/** What operations do whose ids say it to nobody. */
const words = {
  'pat.create': 'create a personal access token',
  'pat.list': 'list personal access tokens',
  'pat.get': 'get a personal access token',
  'pat.update': 'update a personal access token',
  'pat.delete': 'delete a personal access token',
  'oat.create': 'create an organization access token',
  'oat.list': 'list organization access tokens',
  'oat.get': 'get an organization access token',
  'oat.update': 'update an organization access token',
  'oat.delete': 'delete an organization access token',
  'audit.events': 'list audit log events',
  'audit.actions': 'list audit log actions',
  login: 'log in',
  ListGroups: 'list groups',
} as const

/** Operations of the published reference for which the lifecycle document names only the family. */
export type FamilyOperation = Extract<keyof typeof words, `${string}.${string}`>

/** Also those that no requirement judges: they log in, find fixtures, clean up. */
export type OperationName = DocumentedOperation | keyof typeof words | 'DeleteRepository'

/** The kind of tokens that an operation is about; undefined for any other operation. */
export const familyOf = (operation: string): 'pat' | 'oat' | undefined =>
  (['pat', 'oat'] as const).find(family => operation.startsWith(`${family}.`))

/** An operation as a reader knows it: its id where the document has one, else what it does. */
export const operationWords = (operation: string): string =>
  Object.hasOwn(words, operation) ? `"${words[operation as keyof typeof words]}"` : operation

/** What a path parameter stands for. */
export type Role = 'namespace' | 'repository' | 'tag' | 'org' | 'id' | 'group'

/** The values of a call, by role. */
export type RoleValues = Readonly<Partial<Record<Role, string>>>

/** How an operation is called on the target. */
export interface Binding {
  readonly operation: OperationName
  readonly method: string
  /** Template below the target's base URL. */
  readonly path: string
  /** Where it was found: the user's file, the lifecycle document, the target's reference, the shipped default. */
  readonly from: 'file' | 'document' | 'reference' | 'default'
  /** Query parameters that the operation cannot do without; a value may be a role in braces. */
  readonly query?: Readonly<Record<string, string>>
  /** Header fields that the operation cannot do without, with the value that the target's reference shows. */
  readonly headers?: Readonly<Record<string, string>>
  /** The form in which the target's reference has credentials sent to it, where it has them sent in several. */
  readonly credentialForm?: string
  /** What the target's reference declares of a login: whether it takes HTTP Basic, and the path of the only text in its answer. */
  readonly login?: { readonly isBasic?: true; readonly tokenAt?: readonly string[] }
  /** Schema of the request body, where the target's reference declares one. */
  readonly requestSchema?: JsonSchema
  /** Its media type, where that is not `application/json`. */
  readonly requestType?: string
  /** The member of the body that has the change as operations on members, and what stands next to it (RFC 7644, section 3.5.2). */
  readonly operationsIn?: { readonly member: string; readonly around: Readonly<Record<string, unknown>> }
  /** Whether nobody declared that form: it is how the user says that the same thing is created, and may lack members. */
  readonly isGuessed?: true
  /** A body of the user's own, with roles and `{label}` in braces. */
  readonly requestBody?: unknown
}
