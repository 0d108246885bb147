import { isDenial } from '../../checks/answers/existence.ts'
import { itemsOf, sharesItem } from '../../checks/answers/plain-form.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { published } from '../../checks/source.ts'
import { missingAs } from '../../checks/twists/shapes.ts'
import { fault, instead, to, variant } from '../../checks/twists/twist.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/results/finding.ts'

const operation = 'audit.events'
const route = to('/v2/auditlogs/{account}', 'GET')

const judge = async (probe: Probe): Promise<Finding> => {
  const nowhere = probe.nonce('missing')
  const found = await probe.call(operation, { org: nowhere, namespace: nowhere }, { anyStatus: true })
  const logs = probe.received(operation).flatMap(({ answer, values }) => (values.org === nowhere ? [] : [answer]))
  const known = logs.find(log => itemsOf(log)?.length)
  if (!known) return exempt('not-seen', { what: 'an audit log with entries' }, found)
  const isNamed = new URL(found.request.url).pathname !== new URL(known.request.url).pathname
  if (!isNamed) return exempt('not-seen', { what: 'the organization in the path of the audit log' }, found)
  if (!isSuccess(found) || isDenial(found)) return holds(found, known)
  return sharesItem(found, logs)
    ? violated('missing-like-existing', { operation, status: found.response.status }, found, known)
    : holds(found, known)
}

export default {
  id: 'audit-logs/log-scope',
  level: 'should',
  statement: 'The audit log of an organization that does not exist shows no entry of another one.',
  since: '2025-03-18',
  source: published('tag audit-logs', 'The path names the account whose audit log is read.'),
  covers: ['area-audit-logs', 'resource-audit-log-entry'],
  needs: ['credentials', 'account'],
  how: 'The log of an organization that does not exist is read. Any status is accepted, with any body that has none of the entries that the run was shown in another log. It does not apply if the path does not name the organization, or if no log showed an entry.',
  fix: 'Read the entries of the organization in the path, after it was seen to exist and to be one that the credentials may read.',
  cases: [{ name: 'an organization that does not exist', last: true, check: judge }],
  faults: {
    every: fault(
      'shows the same log for every organization',
      'missing-like-existing',
      instead(route, (request, next) =>
        next(new Request(request.url.replace(/(?<=\/auditlogs\/)[^/?]+/, 'conformance-org'), request)),
      ),
    ),
  },
  tolerates: {
    empty: variant('an empty log for an organization that does not exist', missingAs(route, 200, { logs: [] })),
    forbidden: variant('403 for an organization that does not exist', missingAs(route, 403)),
  },
} satisfies Requirement
