import { rolesOf } from '../../checks/path-template.ts'
import { operationRoles } from '../../contracts/bindings/roles.ts'
import type { PublishedReference } from '../../contracts/documents.ts'
import type { Binding } from '../../contracts/operations.ts'
import { Missing, NoAnswer } from '../../contracts/results/finding.ts'
import type { Client } from '../http/client.ts'
import type { Recorder } from '../http/recorder.ts'
import { ownNames, type Requester } from '../probe/name-search.ts'
import type { Credentials } from './credentials.ts'

/** Whether personal tokens are below the name of an account that nothing says. */
export const lacksAccount = (list: Binding | undefined): boolean =>
  list?.from === 'reference' && rolesOf(list.path, operationRoles[list.operation]) === undefined

/**
 * The name of the account that the credentials are of, as an operation of the target's own reference says who is asking; undefined where none does. They are sent
 * in each of the forms until one is not refused, since paths, which the name is for, are known before the form is.
 */
export const ownAccount = async (
  reference: PublishedReference | undefined,
  client: Client,
  credentials: Credentials,
  forms: readonly string[],
  recorder: Recorder,
): Promise<string | undefined> => {
  if (!credentials.available) return undefined
  const asking: Requester = {
    send: async ask =>
      client.send({ ...ask, as: 'valid', authorization: await credentials.authorization(recorder) }, recorder),
    // Nothing else is known of the target yet, so that a redirect is the answer.
    follow: async from => from,
  }
  for (const form of forms.length > 0 ? forms : [undefined]) {
    if (form !== undefined) credentials.use(form)
    try {
      for await (const { name } of ownNames(asking, reference, [])) return name
    } catch (error) {
      if (!(error instanceof NoAnswer || error instanceof Missing)) throw error
    }
  }
  return undefined
}
