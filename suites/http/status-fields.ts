import { boundPath } from '../../checks/bound-path.ts'
import { groupValues } from '../../checks/group-names.ts'
import { standard, unlessConstant } from '../../checks/http/controls.ts'
import { allowed, isChallengeList, retryAfterKind } from '../../checks/http/fields.ts'
import { header } from '../../checks/reading/exchanges.ts'
import { hasStatus, withFields } from '../../checks/twists/http-fields.ts'
import { answer, fault, faultsFor, inPlaceOf, instead, to, variant } from '../../checks/twists/twist.ts'
import type { Answered, Identity } from '../../contracts/exchange.ts'
import { earliestDate } from '../../contracts/lifecycle.ts'
import type { Probe, Requirement } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, violated } from '../../contracts/results/finding.ts'

const since = earliestDate
const any = (): boolean => true
const tags = '/v2/namespaces/{namespace}/repositories/{repository}/tags'

const judgeAllow = async (probe: Probe, refused: Answered): Promise<Finding> => {
  const { status } = refused.response
  const { method } = refused.request
  if (status !== 405) return exempt('not-seen', { what: 'answer 405' }, refused)
  const value = header(refused, 'allow')
  const methods = value === undefined ? undefined : allowed(value)
  const finding =
    value === undefined
      ? violated('header-missing', { status, header: 'Allow' }, refused)
      : methods === undefined
        ? violated('header-malformed', { header: 'Allow', value, expected: 'a list of methods' }, refused)
        : methods.includes(method)
          ? violated('allow-contradicts', { method, value }, refused)
          : holds(refused)
  return unlessConstant(probe, refused, finding)
}

const allow: Requirement = {
  id: 'http/allow-on-405',
  level: 'may',
  statement: 'An answer 405 has Allow, the list of the methods that the resource supports.',
  since,
  source: standard(
    'RFC 9110',
    '15.5.6',
    'Who answers 405 must send an Allow field with the methods that the resource supports at present.',
  ),
  needs: [],
  how: 'Paths that are published only for writing are requested with GET, which is safe; with write permission, the tags of a repository that the run created are requested with PUT. If the answer is 405, Allow must be a list of methods without the refused one. It may be empty.',
  fix: 'Send Allow with every 405, with the methods that the router has for the path.',
  cases: [
    {
      name: 'GET of the path that verifies immutable tags',
      check: async probe => {
        const { namespace, repository } = await probe.fixture('repository')
        const path = boundPath(probe, 'VerifyRepositoryImmutableTags', { namespace, repository })
        return judgeAllow(probe, await probe.send({ method: 'GET', path }))
      },
    },
    {
      name: 'GET of the path that assigns groups',
      check: async probe => {
        const { namespace, repository } = await probe.fixture('repository')
        const group = await groupValues(probe, '1')
        const path = boundPath(probe, 'CreateRepositoryGroup', { namespace, repository, ...group })
        return judgeAllow(probe, await probe.send({ method: 'GET', path }))
      },
    },
    {
      name: 'PUT to the tags of a repository that the run created',
      check: async probe => {
        if (!(await probe.hasFixture('own-repository')))
          return exempt('not-seen', { what: 'repository that the run created' })
        const { namespace, repository } = await probe.fixture('own-repository')
        const path = boundPath(probe, 'ListRepositoryTags', { namespace, repository })
        return judgeAllow(probe, await probe.send({ method: 'PUT', path, json: {} }))
      },
    },
  ],
  faults: {
    missing: fault('sends no Allow', 'header-missing', withFields(any, { allow: null }, hasStatus(405))),
    malformed: fault(
      'separates the methods by spaces',
      'header-malformed',
      withFields(any, { allow: 'GET HEAD' }, hasStatus(405)),
    ),
    contradicting: fault(
      'lists the method that it refuses',
      'allow-contradicts',
      withFields(to(tags, 'PUT'), { allow: 'GET, HEAD, PUT' }, hasStatus(405)),
    ),
  },
  tolerates: {
    empty: variant('an empty list', withFields(any, { allow: '' }, hasStatus(405))),
    'no-spaces': variant('no space after the comma', withFields(any, { allow: 'OPTIONS,TRACE' }, hasStatus(405))),
    'not-found': variant('404 instead of 405', inPlaceOf(405, any, answer(404))),
  },
}

const judgeChallenge = async (probe: Probe, as: Identity): Promise<Finding> => {
  const refused = await probe.call('pat.list', {}, { as })
  const { status } = refused.response
  if (status !== 401) return exempt('not-seen', { what: 'answer 401' }, refused)
  const value = header(refused, 'www-authenticate')
  const finding =
    value === undefined
      ? violated('header-missing', { status, header: 'WWW-Authenticate' }, refused)
      : isChallengeList(value)
        ? holds(refused)
        : violated('header-malformed', { header: 'WWW-Authenticate', value, expected: 'a list of challenges' }, refused)
  return unlessConstant(probe, refused, finding)
}

const challenge: Requirement = {
  id: 'http/challenge-on-401',
  level: 'may',
  statement: 'An answer 401 has WWW-Authenticate with at least one challenge.',
  since,
  source: standard(
    'RFC 9110',
    '15.5.2',
    'Who answers 401 must send a WWW-Authenticate field with at least one challenge that applies to the resource.',
  ),
  needs: [],
  how: 'Personal access tokens are listed without and with malformed credentials. If the answer is 401, WWW-Authenticate must be a list of challenges: a scheme, then parameters or a token68.',
  fix: 'Send WWW-Authenticate with every 401: a challenge for each scheme that the hub accepts, such as Bearer, Basic realm="hub", or a name of your own for a session cookie.',
  cases: [
    { name: 'no credentials', check: probe => judgeChallenge(probe, 'anonymous') },
    { name: 'malformed credentials', check: probe => judgeChallenge(probe, 'malformed') },
  ],
  faults: {
    missing: fault(
      'sends no challenge',
      'header-missing',
      withFields(any, { 'www-authenticate': null }, hasStatus(401)),
    ),
    ...faultsFor('header-malformed', {
      malformed: [
        'sends parameters without a scheme',
        withFields(any, { 'www-authenticate': 'realm="hub"' }, hasStatus(401)),
      ],
      unquoted: [
        'does not close a quoted string',
        withFields(any, { 'www-authenticate': 'Bearer realm="hub' }, hasStatus(401)),
      ],
      empty: ['sends an empty field', withFields(any, { 'www-authenticate': '' }, hasStatus(401))],
    }),
  },
  tolerates: {
    several: variant(
      'two schemes in one field',
      withFields(any, { 'www-authenticate': 'Basic realm="a, b", charset="UTF-8", Bearer' }, hasStatus(401)),
    ),
    forbidden: variant('403 instead of 401', inPlaceOf(401, any, answer(403))),
  },
}

const judgeRetryAfter = (limited: Answered): Finding => {
  const { status } = limited.response
  const value = status === 429 || status === 503 ? header(limited, 'retry-after') : undefined
  if (value === undefined) return exempt('not-seen', { what: 'answer 429 or 503 with Retry-After' }, limited)
  switch (retryAfterKind(value)) {
    case 'delay':
    case 'date':
      return holds(limited)
    case 'timestamp':
      return violated('retry-after-timestamp', { value }, limited)
    case 'malformed':
      return violated(
        'header-malformed',
        { header: 'Retry-After', value, expected: 'seconds or an HTTP-date' },
        limited,
      )
  }
}

const retryAfter: Requirement = {
  id: 'http/retry-after',
  level: 'may',
  statement: 'A Retry-After of an answer 429 or 503 is a number of seconds or an HTTP-date.',
  since,
  source: standard(
    'RFC 9110',
    '10.2.3',
    'Retry-After is a delay in seconds or an HTTP-date; RFC 6585, section 4, lets 429 carry it.',
  ),
  needs: [],
  how: 'The list of personal access tokens is requested once; no limit is provoked. Ten digits are a Unix timestamp, although the grammar allows them as a delay.',
  fix: 'Send the remaining seconds as digits only, such as 30, or an HTTP-date; no unit ("30s"), no Unix timestamp and no ISO 8601 date.',
  cases: [
    {
      name: 'list of tokens',
      check: async probe =>
        judgeRetryAfter(
          await probe.send({ method: 'GET', path: boundPath(probe, 'pat.list', {}), anyStatus: true, once: true }),
        ),
    },
  ],
  faults: {
    timestamp: fault(
      'sends the end of the limit as a Unix timestamp',
      'retry-after-timestamp',
      instead(
        to('/v2/access-tokens', 'GET'),
        answer(429, { detail: 'Rate limit exceeded' }, { 'retry-after': '1999999999' }),
      ),
    ),
    ...faultsFor('header-malformed', {
      unit: ['names the unit', instead(to('/v2/access-tokens', 'GET'), answer(429, {}, { 'retry-after': '30s' }))],
      'iso-date': [
        'writes the date in ISO 8601',
        instead(to('/v2/access-tokens', 'GET'), answer(503, {}, { 'retry-after': '2031-01-01T00:00:00Z' })),
      ],
    }),
  },
  tolerates: {
    date: variant(
      'an HTTP-date',
      instead(to('/v2/access-tokens', 'GET'), answer(429, {}, { 'retry-after': 'Wed, 01 Jan 2031 00:00:00 GMT' })),
    ),
    silent: variant('429 without Retry-After', instead(to('/v2/access-tokens', 'GET'), answer(429))),
  },
}

export default [allow, challenge, retryAfter]
