import { removedPath, standard, unlessConstant } from '../../checks/http/controls.ts'
import { cacheControlProblem, isAge, isExpires } from '../../checks/http/fields.ts'
import { header } from '../../checks/reading/exchanges.ts'
import { hasStatus, withFields } from '../../checks/twists/http-fields.ts'
import { faultsFor, variants } from '../../checks/twists/twist.ts'
import { earliestDate } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const judge = async (probe: Probe): Promise<Finding> => {
  const gone = await probe.send({ method: 'GET', path: removedPath })
  const { status } = gone.response
  if (status !== 410) return unclear('not-gone', { expected: 410, status }, gone)
  const [age, expires, control] = ['age', 'expires', 'cache-control'].map(name => header(gone, name))
  const bad = (name: string, value: string, expected: string): Finding =>
    violated('header-malformed', { header: name, value, expected }, gone)
  const problem = control === undefined ? undefined : cacheControlProblem(control)
  const finding =
    age !== undefined && !isAge(age)
      ? bad('Age', age, 'a number of seconds')
      : expires !== undefined && !isExpires(expires)
        ? bad('Expires', expires, 'an HTTP-date')
        : problem !== undefined
          ? bad('Cache-Control', problem, 'a list of directives, those in seconds with digits')
          : age === undefined && expires === undefined && control === undefined
            ? exempt('not-seen', { what: 'Age, Expires or Cache-Control with 410' }, gone)
            : holds(gone)
  return finding.kind === 'exempt' ? finding : unlessConstant(probe, gone, finding)
}

const anywhere = (fields: Record<string, string | null>) => withFields(() => true, fields, hasStatus(410))

export default {
  id: 'http/gone-cache-fields',
  level: 'may',
  statement: 'Age, Expires and Cache-Control of an answer 410 are well-formed, if they are sent.',
  since: earliestDate,
  source: standard(
    'RFC 9110',
    '15.5.11',
    'A 410 may be stored by caches without being asked to; fields that control caching have the form of RFC 9111, sections 5.1 to 5.3.',
  ),
  needs: [],
  how: 'A removed v1 route is read. Age must be a number of seconds, Expires an HTTP-date (or 0, as RFC 9111 allows), Cache-Control a list of directives in which max-age and similar ones have digits.',
  fix: 'Send Cache-Control: no-cache, or max-age with a number of seconds.',
  cases: [{ name: 'a removed route', check: judge }],
  faults: faultsFor('header-malformed', {
    age: ['sends a negative Age', anywhere({ age: '-1' })],
    'age-of-two': ['sends two values of Age', anywhere({ age: '10, 20' })],
    expires: ['sends Expires in ISO 8601', anywhere({ expires: '2031-01-01T00:00:00Z' })],
    'max-age': ['writes max-age in words', anywhere({ 'cache-control': 'max-age=1h' })],
    separator: ['separates directives by semicolons', anywhere({ 'cache-control': 'public; max-age=60' })],
  }),
  tolerates: variants({
    none: ['no cache header fields', anywhere({ 'cache-control': null })],
    zero: ['Expires: 0', anywhere({ expires: '0', age: '0' })],
    quoted: ['a directive with a quoted list', anywhere({ 'cache-control': 'Private="set-cookie, x", MAX-AGE=60' })],
  }),
} satisfies Requirement
