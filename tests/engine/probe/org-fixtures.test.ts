import { expect, it } from 'vitest'
import type { Probe } from '../../../contracts/requirement.ts'
import { Missing } from '../../../contracts/results/finding.ts'
import { organization } from '../../../engine/probe/org-fixtures.ts'
import { answered } from '../../checks/answers/answered.ts'

it('finds an organization by another operation where its tokens are searched by POST, and nothing may be written', async () => {
  const events = answered({ logs: [] })
  const probe = {
    call: async (operation: string) => {
      if (operation === 'oat.list') throw new Missing('need-writes')
      return operation === 'audit.events' ? events : answered({}, { status: 404 })
    },
    callControlPath: async () => answered({}, { status: 404 }),
  } as unknown as Probe
  expect(await organization(probe, 'acme')).toEqual({ org: 'acme', witness: events, isManaged: false })
})
