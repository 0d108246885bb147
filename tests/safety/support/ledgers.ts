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
  'the id of another token, and a place to read it where everything is ours': foreign => ({
    entries: [token([foreign])],
    bindings: [at('pat.get', 'GET', `/echo/${name}/{id}`), at('pat.list', 'GET', `/echo/${name}/all`)],
  }),
  'a repository for a token': () => ({
    entries: [token(['sample'])],
    bindings: [
      at('pat.get', 'GET', `/echo/${name}/{id}`),
      at('pat.list', 'GET', `/echo/${name}/all`),
      at('pat.delete', 'DELETE', '/v2/repositories/conformance-org/{id}'),
    ],
  }),
  'a list that is asked for with POST': () => ({
    entries: [token()],
    bindings: [at('pat.list', 'POST', '/v2/access-tokens')],
  }),
  'a list that is asked for with DELETE': () => ({
    entries: [repository],
    bindings: [at('listNamespaceRepositories', 'DELETE', '/v2/namespaces/{namespace}/repositories')],
  }),
  'a deletion of the whole namespace': () => ({
    entries: [repository],
    bindings: [at('DeleteRepository', 'DELETE', '/v2/namespaces/{namespace}')],
  }),
  'a deletion that climbs out of what is ours': () => ({
    entries: [repository],
    bindings: [at('DeleteRepository', 'DELETE', '/v2/repositories/{namespace}/{repository}/../sample')],
  }),
  'a deletion that climbs out of what is ours, encoded': () => ({
    entries: [repository],
    bindings: [at('DeleteRepository', 'DELETE', '/v2/repositories/{namespace}/{repository}%252f%252e%252e%252fsample')],
  }),
  'a deletion of another repository that names ours in the query': () => ({
    entries: [repository],
    bindings: [at('DeleteRepository', 'DELETE', '/v2/repositories/{namespace}/sample?of={repository}')],
  }),
  'a login where passwords would be kept': () => ({
    entries: [token()],
    bindings: [at('login', 'POST', '/v2/namespaces/conformance-org/repositories')],
  }),
}

/** Ledgers that are refused as a whole. */
export const brokenLedgers: Readonly<Record<string, Json>> = {
  'an id that climbs': { entries: [token(['../namespaces'])] },
  'an id that climbs, encoded': { entries: [token(['%2e%2e%2fnamespaces'])] },
  'an id that is no text': { entries: [{ ...token(), ids: [1] }] },
  'a namespace that climbs': { entries: [{ ...repository, values: { namespace: '..' } }] },
  'an id among the places': { entries: [{ ...token(), values: { id: name } }] },
  'a flag that is none': { entries: [{ ...token(), made: 'yes' }] },
  'a name without the prefix': { entries: [{ ...repository, name: 'production' }] },
  'a name that goes on after ours': { entries: [{ ...repository, name: `${name}/../sample` }] },
  'a prefix of nobody’s': { prefix: 'h' },
  'a path to another host': { bindings: [at('pat.delete', 'DELETE', '//evil.example/x')] },
  'a path with a line break': { bindings: [at('pat.delete', 'DELETE', '/v2/x\r\nHost: evil.example')] },
  'a header that carries credentials': {
    bindings: [{ ...at('pat.delete', 'DELETE', '/v2/x'), headers: { Authorization: 'Bearer a' } }],
  },
  'a header that names the host by a key of its own': {
    bindings: [{ ...at('pat.delete', 'DELETE', '/v2/x'), headers: { Host: '{uuid}' } }],
  },
  'a header of the session that is none': { csrfHeader: 'X-A: b' },
  'a header of the session that names the method': { csrfHeader: 'X-HTTP-Method-Override' },
  'an operation of its own': { bindings: [at('nuke', 'DELETE', '/v2')] },
  'a target with a password': { target: 'https://a:b@hub.example.com' },
  'a target that is a file': { target: 'file:///etc/passwd' },
  'no entries': { entries: null },
}
