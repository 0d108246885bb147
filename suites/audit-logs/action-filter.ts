import { judgeFilter, valueIn } from '../../checks/answers/filtered-lists.ts'
import { published } from '../../checks/source.ts'
import { fault, instead, to } from '../../checks/twists/twist.ts'
import type { Requirement } from '../../contracts/requirement.ts'

const operation = 'audit.events'
const route = to('/v2/auditlogs/{account}', 'GET')

export default {
  id: 'audit-logs/action-filter',
  level: 'should',
  statement: 'The audit log shows only entries of the action that is asked for.',
  since: '2025-03-18',
  source: published('GET /v2/auditlogs/{account}', 'The parameter action filters by the action of the entries.'),
  covers: ['area-audit-logs', 'resource-audit-log-entry'],
  needs: ['credentials', 'account', 'reference'],
  how: 'The log is read, and read again with the action of one of its entries in the parameter that the reference of the target declares for it. It fails if it shows the same page as without it, with entries of other actions, and so does an action that none has. Without such a parameter it does not apply.',
  fix: 'Apply the filter before paging, or do not publish it.',
  cases: [
    {
      name: 'the action of an entry',
      last: true,
      check: async probe => {
        await probe.fixture('credentials')
        const { org } = await probe.fixture('account')
        const names = ['action', 'type', 'eventtype']
        return judgeFilter(probe, operation, { org, namespace: org }, names, (items, name) =>
          items.flatMap(item => valueIn(item, name) ?? []),
        )
      },
    },
  ],
  faults: {
    ignored: fault(
      'ignores the action',
      'filter-ignored',
      instead(route, (request, next) => {
        const url = new URL(request.url)
        url.searchParams.delete('action')
        return next(new Request(url, request))
      }),
    ),
  },
} satisfies Requirement
