import type { LedgerRecord } from '../../../engine/cleanup/ledger.ts'

const prefix = 'hub-conformance-abc123-'
const name = `${prefix}0a1b2c`

type Json = Record<string, unknown>

const at = (operation: string, method: string, path: string, from = 'file'): Json => ({ operation, method, path, from })

const token = (ids: readonly string[] = []): Json => ({ kind: 'pat', name, values: {}, ids, made: true })

const repository: Json = { kind: 'repository', name, values: { namespace: 'conformance-org' }, ids: [], made: true }

/** A ledger of a run of ours, changed by somebody who means harm. */
export const ledgerOf = (changes: Json): Record<Exclude<keyof LedgerRecord, 'csrfHeader'>, unknown> => ({
  schemaVersion: '1',
  prefix,
  target: 'http://127.0.0.1:1',
  startedAt: '2026-01-01T00:00:00.000Z',
  bindings: [],
  credentialForm: 'Authorization: Bearer {token}',
  entries: [],
  ...changes,
})

/** What such a ledger may hold so that cleaning up would destroy what is somebody else's. The page on reliability is generated from this table. */
export const hostileLedgers: Readonly<Record<string, (foreign: string) => Json>> = {
  'the id of another token': foreign => ({ entries: [token([foreign])] }),
  'the id of another token, and a path that shows everything as the run’s own': foreign => ({
    entries: [token([foreign])],
    bindings: [at('pat.get', 'GET', `/echo/${name}/{id}`), at('pat.list', 'GET', `/echo/${name}/all`)],
  }),
  'a repository in the place of a token': () => ({
    entries: [token(['sample'])],
    bindings: [
      at('pat.get', 'GET', `/echo/${name}/{id}`),
      at('pat.list', 'GET', `/echo/${name}/all`),
      at('pat.delete', 'DELETE', '/v2/repositories/conformance-org/{id}'),
    ],
  }),
  'a list that is requested with POST': () => ({
    entries: [token()],
    bindings: [at('pat.list', 'POST', '/v2/access-tokens')],
  }),
  'a list that is requested with DELETE': () => ({
    entries: [repository],
    bindings: [at('listNamespaceRepositories', 'DELETE', '/v2/namespaces/{namespace}/repositories')],
  }),
  'a deletion of the whole namespace': () => ({
    entries: [repository],
    bindings: [at('DeleteRepository', 'DELETE', '/v2/namespaces/{namespace}')],
  }),
  'a deletion that leaves the run’s own path with ..': () => ({
    entries: [repository],
    bindings: [at('DeleteRepository', 'DELETE', '/v2/repositories/{namespace}/{repository}/../sample')],
  }),
  'a deletion that leaves the run’s own path with .., encoded': () => ({
    entries: [repository],
    bindings: [at('DeleteRepository', 'DELETE', '/v2/repositories/{namespace}/{repository}%252f%252e%252e%252fsample')],
  }),
  'a deletion of another repository that names the run’s own in the query': () => ({
    entries: [repository],
    bindings: [at('DeleteRepository', 'DELETE', '/v2/repositories/{namespace}/sample?of={repository}')],
  }),
  'a login at a path that would store the password': () => ({
    entries: [token()],
    bindings: [at('login', 'POST', '/v2/namespaces/conformance-org/repositories')],
  }),
}

/** Ledgers that are refused as a whole. */
export const brokenLedgers: Readonly<Record<string, Json>> = {
  'an id with ..': { entries: [token(['../namespaces'])] },
  'an id with .., encoded': { entries: [token(['%2e%2e%2fnamespaces'])] },
  'an id that is not a string': { entries: [{ ...token(), ids: [1] }] },
  'a namespace with ..': { entries: [{ ...repository, values: { namespace: '..' } }] },
  'an id among the places': { entries: [{ ...token(), values: { id: name } }] },
  'an invalid flag': { entries: [{ ...token(), made: 'yes' }] },
  'a name without the prefix': { entries: [{ ...repository, name: 'production' }] },
  'a name of the run with a suffix': { entries: [{ ...repository, name: `${name}/../sample` }] },
  'a prefix of one letter': { prefix: 'h' },
  'a path to another host': { bindings: [at('pat.delete', 'DELETE', '//evil.example/x')] },
  'a path with a line break': { bindings: [at('pat.delete', 'DELETE', '/v2/x\r\nHost: evil.example')] },
  'a header that carries credentials': {
    bindings: [{ ...at('pat.delete', 'DELETE', '/v2/x'), headers: { Authorization: 'Bearer a' } }],
  },
  'a header that sets the host': {
    bindings: [{ ...at('pat.delete', 'DELETE', '/v2/x'), headers: { Host: '{uuid}' } }],
  },
  'an invalid header of the session': { csrfHeader: 'X-A: b' },
  'a header of the session that names the method': { csrfHeader: 'X-HTTP-Method-Override' },
  'an unknown operation': { bindings: [at('nuke', 'DELETE', '/v2')] },
  'a target with a password': { target: 'https://a:b@hub.example.com' },
  'a target that is a file': { target: 'file:///etc/passwd' },
  'no entries': { entries: null },
}
