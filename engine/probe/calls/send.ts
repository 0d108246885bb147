import type { Answered } from '../../../contracts/exchange.ts'
import type { Ask } from '../../../contracts/requirement.ts'
import type { Recorder } from '../../http/client.ts'
import type { ProbeScope, Session } from '../session.ts'

/** A request with the form of its credentials: null for the usual one; undefined where its path tells. */
export type Formed = Ask & { readonly form?: string | null }

/** The form of the credentials that a request carried. */
export const carriedBy = ({ forms }: Session, { request }: Answered): string | undefined =>
  forms.carriedBy(request.headers)

export const formOf = (session: Session, { form, like, method, path }: Formed): string | undefined =>
  form !== undefined ? (form ?? undefined) : like ? carriedBy(session, like) : session.formAt?.({ method, path })

export const identityOf = ({ credentials }: Session, { as }: Ask) =>
  as ?? (credentials.available ? 'valid' : 'anonymous')

/** Sends a request with its credentials; once more with new ones where a login repaired them. */
export const sendInto = async (session: Session, request: Formed, into: Recorder): Promise<Answered> => {
  const { client, credentials, forms } = session
  const as = identityOf(session, request)
  if (as === 'anonymous') return client.send({ ...request, as }, into)
  // A 401 to another form says nothing of a token that has run out.
  if (as === 'valid' && request.sending !== undefined)
    return client.send({ ...request, as, authorization: await credentials.authorization(into, request.sending) }, into)
  const own = forms.in(formOf(session, request))
  if (as === 'malformed') return client.send({ ...request, as, authorization: own.malformed }, into)
  const sent = { ...request, as, authorization: await own.authorization(into) }
  const answer = await client.send({ ...sent, renew: () => own.renew(sent.authorization) }, into)
  if (answer.repeated !== 'login') return answer
  const again = await client.send({ ...sent, authorization: await own.authorization(into) }, into)
  if (again.response.status === 401) own.useless()
  return again
}

/** Sends a request in the record of the case. */
export const send = ({ session, recorder }: ProbeScope, request: Formed): Promise<Answered> =>
  sendInto(session, request, recorder)
