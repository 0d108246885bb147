import { type Call, principalOf, type Reply, type Route } from '../http.ts'
import { pageParameters, paginate } from '../pagination.ts'
import { owns } from '../permissions.ts'

/** The organizations that the credentials can manage. */
const organizations = (call: Call): Reply => {
  const principal = principalOf(call)
  const names = [...call.store.orgs.keys()].filter(name => owns(call.store, principal, name))
  const page = paginate(call, names)
  return { status: 200, body: { ...page, results: page.results.map(orgname => ({ orgname })) } }
}

export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v2/user/orgs',
    tag: 'orgs',
    summary: 'List the organizations of the account',
    auth: 'required',
    query: pageParameters,
    success: { status: 200, schema: 'user_orgs' },
    failures: [400],
    handle: organizations,
  },
]
