import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '../../suites/catalogue.ts'
import { withVerdict } from '../support/run.ts'
import { runContract, startMemory, twisted } from './support/run.ts'

let verifier: Awaited<ReturnType<typeof startMemory>>

beforeAll(async () => {
  verifier = await startMemory()
})

afterAll(() => verifier.close())

/**
 * Hubs whose single answers do not tell what a token is, or which names they take without declaring it: a run compares several. A POST that
 * checks a repository by its name is sent for one that the run made, which a contract has none of.
 */
const toldByOthers: readonly string[] = ['operations', 'spec', 'short-names', 'checked-by-name']

/** Hubs that have no operation to read one token, which only their reference tells. */
const withoutRead: readonly string[] = ['tokens-not-read', 'validators-of-changes']

/** What a hub fails whose own document declares another form than the contract does. */
const otherForms: Readonly<Record<string, readonly string[]>> = {
  'expiry-days': ['create', 'get', 'list', 'update'].map(verb => `pact/pat-${verb}-expires-at-form`),
}

describe('conforming hubs of other shapes', () => {
  test.each(Object.entries(variants))('%s fails nothing, and hides nothing that is a must', async (name, shape) => {
    const report = await runContract(verifier, twisted(shape.twist()), {}, shape.basePath, shape.credentials)
    expect(Object.keys(withVerdict(report, 'fail')).sort()).toEqual(otherForms[name] ?? [])
    expect(withVerdict(report, 'error')).toEqual({})
    const open = report.requirements
      .filter(({ level, verdict }) => level === 'must' && (verdict === 'inconclusive' || verdict === 'untestable'))
      // The contract is about one answer: a token may stand on a later page.
      .filter(({ id, reason }) => id !== 'pact/pat-list-expires-at' || reason?.code !== 'own-not-listed')
      .filter(({ id }) => id !== 'pact/pat-get-expires-at' || !withoutRead.includes(name))
    if (shape.complete !== false && !toldByOthers.includes(name))
      expect(open.map(({ id, reason }) => [id, reason?.message])).toEqual([])
  })
})

describe('a server that always answers', () => {
  test.each([
    ['200, with the field', 200, { expires_at: null, results: [{ expires_at: null }] }],
    ['200 with nothing', 200, {}],
    ['204', 204, undefined],
    ['400', 400, {}],
    ['401', 401, {}],
    ['404', 404, {}],
    ['410', 410, {}],
    ['422', 422, {}],
    ['429', 429, {}],
    ['500', 500, {}],
    ['null', 200, null],
  ] as const)('%s passes nothing', async (_name, status, body) => {
    const constant = () => async (): Promise<Response> =>
      body === undefined ? new Response(null, { status }) : Response.json(body, { status })
    const report = await runContract(verifier, constant, { patienceMs: 200, network: { timeoutMs: 500, retries: 1 } })
    expect(withVerdict(report, 'pass')).toEqual({})
    expect(withVerdict(report, 'error')).toEqual({})
    expect(report.result).not.toBe('conformant')
  })
})
