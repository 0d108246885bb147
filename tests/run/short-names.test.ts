import { expect, it } from 'vitest'
import { isOpenApi, openApi } from '../../checks/twists/documents.ts'
import { hideRun, isRunName } from '../../contracts/run-name.ts'
import type { LedgerRecord } from '../../engine/cleanup/ledger.ts'
import { readLedger } from '../../engine/cleanup/resume.ts'
import { verifyReport } from '../../engine/replay/replay.ts'
import { variants } from '../../suites/catalogue.ts'
import { runVariant, whatWrites, withVerdict } from '../support/run.ts'

/** Hubs that take short names alone. */

const shape = variants['short-names']
if (shape === undefined) throw new Error('there is no such variant')

type Schemas = Readonly<Record<string, { readonly properties?: Record<string, unknown> }>>

/** Declares the limit for the form of each creation. */
const declared = openApi(({ components }) => {
  const limit = { type: 'string', maxLength: 16, pattern: '^[a-zA-Z0-9]+$' }
  for (const { properties = {} } of Object.values(components.schemas as Schemas))
    for (const name of ['name', 'token_label', 'label']) if (name in properties) properties[name] = limit
})

it.each([
  ['declared nowhere', false],
  ['declared', true],
])('a limit of names that is %s is kept to, and what was created is deleted', async (_says, isDeclared) => {
  const twist = shape.twist()
  const refused: string[] = []
  let last: LedgerRecord | undefined
  let full: LedgerRecord | undefined
  const report = await runVariant(
    {
      ...shape,
      twist: () => async (request, next) => {
        if (isDeclared && isOpenApi(request, new URL(request.url).pathname)) return declared(request, next)
        const response = await twist(request, next)
        if (response.status === 422) refused.push(new URL(request.url).pathname)
        return response
      },
    },
    {
      select: whatWrites,
      ledger: {
        write: async record => {
          last = record
          if (record.entries.length > (full?.entries.length ?? 0)) full = record
        },
      },
    },
  )
  expect(withVerdict(report, 'fail')).toEqual({})
  expect(withVerdict(report, 'untestable')).toEqual({})
  expect(Object.keys(withVerdict(report, 'pass'))).toEqual(
    expect.arrayContaining(['presence/create-repository', 'presence/pat-create', 'presence/oat-create']),
  )
  expect(withVerdict(report, 'inconclusive')).toEqual({})
  expect(report.leftovers).toEqual([])
  expect(last?.entries).toEqual([])
  const names = full?.entries.map(({ name }) => name) ?? []
  expect(names.some(name => /^hc[a-z0-9]{12}$/.test(name))).toBe(true)
  expect(names.every(isRunName)).toBe(true)
  expect(readLedger(JSON.parse(JSON.stringify(full))).entries).toHaveLength(names.length)
  if (isDeclared) expect(refused).not.toContain('/v2/namespaces/conformance/repositories')
  expect((await verifyReport(report)).disagreements).toEqual([])
})

it('hides the run in a short name as in a long one', () => {
  expect(hideRun('hub-conformance-abc123-4d5e6f hcabc1234d5e6f', 'abc123')).toBe(
    'hub-conformance-{run}-4d5e6f hc{run}4d5e6f',
  )
})
