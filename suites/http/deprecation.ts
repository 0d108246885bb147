import { httpDate } from '../../checks/date-time.ts'
import { standard } from '../../checks/http/controls.ts'
import { deprecationDate } from '../../checks/http/fields.ts'
import { dayOtherThan, isAsked, legacyAnswer } from '../../checks/http/legacy-answers.ts'
import { linksOf } from '../../checks/http/links.ts'
import { header } from '../../checks/reading/exchanges.ts'
import { withFields } from '../../checks/twists/http-fields.ts'
import { fault, faultsFor, to, variant, variants, type When } from '../../checks/twists/twist.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { earliestDate, type LegacyEndpoint, lifecycle } from '../../contracts/lifecycle.ts'
import type { Case, Requirement } from '../../contracts/requirement.ts'
import { exempt, type Finding, holds, unclear, violated } from '../../contracts/results/finding.ts'

const asked = lifecycle.legacyEndpoints.filter(isAsked)

const endpointName = ({ method, path }: LegacyEndpoint): string => `${method} ${path}`

/**
 * A case per legacy endpoint that is asked; without the field there is nothing to judge, for no standard demands it, and where a path that does not
 * exist is answered with the field as well, it is not that of the endpoint.
 */
const casesOf = (
  field: string,
  judge: (value: string, answer: Answered, endpoint: LegacyEndpoint) => Finding,
): readonly Case[] =>
  asked.map(endpoint => ({
    name: endpointName(endpoint),
    check: async probe => {
      const operation = endpointName(endpoint)
      const answer = await legacyAnswer(probe, endpoint)
      const value = answer && header(answer, field)
      if (answer === undefined || value === undefined)
        return exempt('not-seen', { what: `${field} on ${operation}` }, ...(answer ? [answer] : []))
      const finding = judge(value, answer, endpoint)
      if (finding.kind !== 'violated') return finding
      const control = await probe.control({ method: 'GET', path: `/v2/${probe.nonce('no-such-path')}`, like: answer })
      return header(control, field) === undefined
        ? finding
        : unclear('label-on-control', { operation, field, value }, answer, control)
    },
  }))

const legacy: When = (request, path) => asked.some(endpoint => to(endpoint.path, endpoint.method)(request, path))
const repositoryPath = '/v2/repositories/{namespace}/{repository}'
const namespacePath = '/v2/repositories/{namespace}'
const repository: When = to(repositoryPath, 'GET', 'HEAD')
const namespace: When = to(namespacePath, 'GET')

const common = { level: 'may', since: earliestDate, needs: ['repository'] } as const

const date: Requirement = {
  ...common,
  id: 'http/deprecation-date',
  statement: 'A Deprecation field of a legacy endpoint is a structured-field Date.',
  source: standard(
    'RFC 9745',
    '2.1',
    'The value of Deprecation is a Date of structured fields: @ and the seconds since the epoch.',
  ),
  how: 'The legacy endpoints are requested (POST with write permission, in a namespace that does not exist). If Deprecation is sent, it must have the form @1758240000; "true" and HTTP-dates are from earlier drafts.',
  fix: 'Send Deprecation: @ followed by the Unix time in seconds.',
  cases: casesOf('Deprecation', (value, answer) =>
    deprecationDate(value) === undefined
      ? violated('header-malformed', { header: 'Deprecation', value, expected: 'a structured-field Date' }, answer)
      : holds(answer),
  ),
  faults: faultsFor('header-malformed', {
    draft: ['sends true, as in an early draft', withFields(legacy, { deprecation: 'true' })],
    'http-date': ['sends an HTTP-date', withFields(repository, { deprecation: 'Fri, 19 Sep 2025 00:00:00 GMT' })],
    integer: ['leaves the @ out', withFields(repository, { deprecation: '1758240000' })],
    fraction: ['sends a fraction', withFields(repository, { deprecation: '@1758240000.5' })],
  }),
  tolerates: variants({
    parameter: ['a Date with a parameter', withFields(repository, { deprecation: '@1758240000;note="replaced"' })],
    none: ['no such field', withFields(legacy, { deprecation: null })],
  }),
}

const agrees: Requirement = {
  ...common,
  id: 'http/deprecation-agrees-with-log',
  since: '2025-09-19',
  statement: 'The Deprecation field of a legacy endpoint names the day that the deprecation log gives it.',
  source: standard(
    'RFC 9745',
    '2.1',
    'The date is that at which the resource was or will be deprecated; for the legacy endpoints the deprecation log names the day.',
  ),
  how: 'The instant of the field must be on the day of the log, in UTC or another time zone. A field that is not a Date is not judged here.',
  fix: 'Send the date of the deprecation log, 2025-06-27 or 2025-09-19, not the date of the release or of the request.',
  cases: casesOf('Deprecation', (value, answer, endpoint) => {
    const instant = deprecationDate(value)
    if (instant === undefined) return exempt('not-seen', { what: 'Deprecation that is a Date' }, answer)
    const date = dayOtherThan(instant, endpoint.deprecated)
    return date === undefined
      ? holds(answer)
      : violated('deprecation-day', { endpoint: endpointName(endpoint), date, expected: endpoint.deprecated }, answer)
  }),
  faults: faultsFor('deprecation-day', {
    'other-row': ['gives the list the date of the other row', withFields(namespace, { deprecation: '@1758240000' })],
    milliseconds: ['counts milliseconds', withFields(repository, { deprecation: '@1758240000000' })],
    today: ['names another day', withFields(legacy, { deprecation: '@1763683200' })],
    creation: [
      'names another day where it refuses to create',
      withFields(to(namespacePath, 'POST'), { deprecation: '@1763683200' }),
    ],
  }),
  tolerates: {
    'local-midnight': variant('midnight of another time zone', withFields(repository, { deprecation: '@1758189600' })),
  },
}

const sunset: Requirement = {
  ...common,
  id: 'http/sunset-date',
  statement: 'A Sunset field of a legacy endpoint is an HTTP-date.',
  source: standard('RFC 8594', '3', 'The value of Sunset is an HTTP-date.'),
  how: 'The legacy endpoints are requested (POST with write permission, in a namespace that does not exist). If Sunset is sent, it must have the form Sun, 06 Nov 1994 08:49:37 GMT, the only form of RFC 9110, section 5.6.7, that may be sent.',
  fix: 'Send Sunset as an HTTP-date in GMT.',
  cases: casesOf('Sunset', (value, answer) =>
    httpDate(value) === undefined
      ? violated('header-malformed', { header: 'Sunset', value, expected: 'an HTTP-date' }, answer)
      : holds(answer),
  ),
  faults: faultsFor('header-malformed', {
    'iso-date': ['sends ISO 8601', withFields(legacy, { sunset: '2027-01-01T00:00:00Z' })],
    structured: ['sends it in the form of Deprecation', withFields(legacy, { sunset: '@1798761600' })],
    zone: ['names another time zone', withFields(repository, { sunset: 'Fri, 01 Jan 2027 00:00:00 UTC' })],
    weekday: ['names the wrong day of the week', withFields(namespace, { sunset: 'Mon, 01 Jan 2027 00:00:00 GMT' })],
  }),
  tolerates: { sent: variant('a date in the future', withFields(legacy, { sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' })) },
}

const after: Requirement = {
  ...common,
  id: 'http/sunset-after-deprecation',
  statement: 'The Sunset of a legacy endpoint is not earlier than its Deprecation.',
  source: standard('RFC 9745', '4', 'Where both are sent, Sunset must not be earlier than Deprecation.'),
  how: 'If both fields are sent and well-formed, they are compared as instants; equal ones pass.',
  fix: 'Send the instant of removal as Sunset and that of the announcement as Deprecation.',
  cases: casesOf('Sunset', (value, answer) => {
    const end = httpDate(value)
    const start = deprecationDate(header(answer, 'deprecation') ?? '')
    if (end === undefined || start === undefined)
      return exempt('not-seen', { what: 'well-formed Sunset with a Deprecation' }, answer)
    return end >= start
      ? holds(answer)
      : violated(
          'sunset-before-deprecation',
          { sunset: value, deprecation: header(answer, 'deprecation') ?? '' },
          answer,
        )
  }),
  faults: faultsFor('sunset-before-deprecation', {
    earlier: ['ends before it is deprecated', withFields(legacy, { sunset: 'Wed, 01 Jan 2025 00:00:00 GMT' })],
    second: [
      'Sunset one second before Deprecation',
      withFields(repository, { sunset: 'Thu, 18 Sep 2025 23:59:59 GMT' }),
    ],
  }),
  tolerates: {
    equal: variant('both at the same instant', withFields(repository, { sunset: 'Fri, 19 Sep 2025 00:00:00 GMT' })),
    alone: variant('only Sunset', withFields(legacy, { sunset: 'Wed, 01 Jan 2025 00:00:00 GMT', deprecation: null })),
  },
}

const relations = ['successor-version', 'deprecation', 'sunset']

const links: Requirement = {
  ...common,
  id: 'http/deprecation-links',
  statement:
    'A Link field of a legacy endpoint is well-formed, and its relations successor-version, deprecation and sunset lead to http URLs.',
  source: standard(
    'RFC 8288',
    '3',
    'A link is a URI reference in angle brackets with parameters, one of them rel; it is resolved against the URL of the request. The relations are those of RFC 5829, RFC 9745 and RFC 8594.',
  ),
  how: 'The legacy endpoints are requested (POST with write permission, in a namespace that does not exist). If Link is sent, it must follow the grammar, and the targets of the three relations must resolve to http or https URLs.',
  fix: 'Send Link: </v2/namespaces/…>; rel="successor-version", with the target in angle brackets.',
  cases: casesOf('Link', (value, answer) => {
    const found = linksOf(value)
    if (!found) return violated('header-malformed', { header: 'Link', value, expected: 'a list of links' }, answer)
    for (const { target, relations: of } of found) {
      const relation = of.find(name => relations.includes(name))
      const url = URL.canParse(target, answer.request.url) ? new URL(target, answer.request.url) : undefined
      if (relation !== undefined && !/^https?:$/.test(url?.protocol ?? ''))
        return violated('link-target', { relation, target }, answer)
    }
    return holds(answer)
  }),
  faults: {
    ...faultsFor('header-malformed', {
      bare: [
        'leaves the angle brackets out',
        withFields(legacy, { link: '/v2/namespaces/x/repositories; rel="successor-version"' }),
      ],
      'no-relation': ['names no relation', withFields(repository, { link: '</v2/namespaces/x/repositories>' })],
      open: ['does not close a quoted string', withFields(legacy, { link: '</x>; rel="successor-version' })],
      template: [
        'sends a path template',
        withFields(legacy, { link: '</v2/namespaces/{namespace}/repositories>; rel="successor-version"' }),
      ],
    }),
    target: fault(
      'names the operation in place of its URL',
      'link-target',
      withFields(repository, { link: '<urn:operation:GetRepository>; rel="successor-version"' }),
    ),
  },
  tolerates: variants({
    several: [
      'several relations, a comma in a title and an empty member',
      withFields(legacy, {
        link: '<https://hub.example.com/a,b>; title="old, new"; rel="deprecation sunset", , <../x>;rel=successor-version;anchor="#a"',
      }),
    ],
    none: ['no links', withFields(legacy, { link: null })],
  }),
}

export default [date, agrees, sunset, after, links]
