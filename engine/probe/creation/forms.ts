import { defined } from '../../../contracts/defined.ts'
import type { OperationName, RoleValues } from '../../../contracts/operations.ts'
import type { CreateOptions, CreationKind } from '../../../contracts/requirement.ts'
import { description, requestBody } from '../request-bodies.ts'
import { bindingOf, daysFromNow, type Session } from '../session.ts'

/** The operation that makes each kind of thing. */
export const creating: Readonly<Record<CreationKind, OperationName>> = {
  repository: 'CreateRepository',
  pat: 'pat.create',
  oat: 'oat.create',
}

/** What is asked for. */
export interface Wanted {
  readonly kind: CreationKind
  readonly name: string
  /** Where it is made. */
  readonly values: RoleValues
}

/** What a creation is asked for, in the published reference's form. */
const publishedBody = ({ kind, name, values }: Wanted, options: CreateOptions): Record<string, unknown> => {
  const expiry = options.expiresAt === undefined ? {} : { expires_at: options.expiresAt }
  switch (kind) {
    case 'repository':
      return {
        name,
        namespace: values.namespace,
        description,
        registry: 'docker.io',
        is_private: false,
      }
    case 'pat':
      return { token_label: name, scopes: options.scopes ?? ['repo:read'], ...expiry }
    case 'oat':
      return {
        label: name,
        description,
        resources: [{ type: 'TYPE_REPO', path: `${values.org}/*`, scopes: ['repo-pull'] }],
        ...expiry,
      }
  }
}

/** The same in the target's own form. */
export const creationBody = (session: Session, wanted: Wanted, asked: CreateOptions): unknown => {
  const { kind, name, values } = wanted
  return requestBody(bindingOf(session, creating[kind]), {
    name,
    later: daysFromNow(session, 30),
    now: daysFromNow(session, 0),
    published: publishedBody(wanted, asked),
    ...(kind === 'repository' && values.namespace !== undefined ? { namespace: values.namespace } : {}),
    ...defined({ expiresAt: asked.expiresAt }),
  })
}
