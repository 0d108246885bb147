import { has, isSuccess, objectsIn, parseJson } from '../../checks/reading.ts'
import type { Answered } from '../../contracts/exchange.ts'
import type { OperationName, RoleValues } from '../../contracts/operations.ts'
import type { CreateOptions, CreationKind } from '../../contracts/requirement.ts'
import { isTokenSecret } from '../../contracts/secret-names.ts'
import { type Redactor, shortestFound } from '../redaction/redaction.ts'
import { description } from './request-bodies.ts'

/** The operation that makes each kind of thing. */
export const creating: Readonly<Record<CreationKind, OperationName>> = {
  repository: 'CreateRepository',
  pat: 'pat.create',
  oat: 'oat.create',
}

/** What a creation is asked for, in the published reference's form. */
export const publishedBody = (
  kind: CreationKind,
  name: string,
  values: RoleValues,
  options: CreateOptions,
): Record<string, unknown> => {
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

/** Whether a refusal may mean that there are as many things as there may be. */
export const mayBeFull = (status: number): boolean => [400, 402, 403, 409, 422].includes(status)

/** A creation shows its secret once: from then on no output may. */
export const learnSecrets = (redactor: Redactor, exchange: Answered, name: string): void => {
  if (!isSuccess(exchange)) return
  const parsed = parseJson(exchange)
  if (!parsed.ok) return
  for (const object of objectsIn(parsed.value))
    for (const key of Object.keys(object)) {
      const value = has(object, key) ? object[key] : undefined
      if (typeof value === 'string' && value !== name && isTokenSecret(key)) redactor.learn(value, shortestFound)
    }
}
