import { declaredSuccesses } from '../../checks/documents/declared-schema.ts'
import { isObject } from '../../checks/reading/json.ts'
import { placesOf } from '../../checks/request-form.ts'
import { defined } from '../../contracts/defined.ts'
import type { ReferenceOperation } from '../../contracts/documents.ts'
import type { Binding } from '../../contracts/operations.ts'
import { basicForm } from './form.ts'
import { isOfOtherUse } from './login-token.ts'

/** Whether a schema is that of a text which may be a token: no instant, link or address, and none of several words. */
const mayBeToken = (schema: unknown): boolean =>
  isObject(schema) &&
  [schema.type].flat().includes('string') &&
  schema.enum === undefined &&
  [undefined, 'password', 'byte', 'jwt', 'token', 'uuid'].includes(schema.format as string | undefined)

/** What a reference declares of a login besides its body: HTTP Basic as its own security, and the only text of its answer that may be a token. */
export const declaredLogin = (operation: ReferenceOperation): Pick<Binding, 'login'> => {
  const isBasic = operation.credentialForms?.includes(basicForm) === true
  const texts = declaredSuccesses(operation)
    .flatMap(({ schema }) => placesOf(schema))
    .filter(({ path, schema }) => mayBeToken(schema) && !isOfOtherUse(path.at(-1) ?? ''))
  const [only, ...others] = new Map(texts.map(({ path }) => [path.join('\n'), path])).values()
  const login = { ...(isBasic && { isBasic }), ...defined({ tokenAt: others.length === 0 ? only : undefined }) }
  return Object.keys(login).length === 0 ? {} : { login }
}
