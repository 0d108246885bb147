import { readingOperations } from '../bindings/roles.ts'
import { noSchema } from '../documents.ts'
import { type Exchange, headerValue } from '../exchange.ts'
import { isObject, jsonOf } from '../json.ts'
import { lifecycle } from '../lifecycle.ts'
import { type OperationName, operationWords } from '../operations.ts'
import { codes, filled, type ReasonCode } from '../results/reasons.ts'
import type { ReportedReason } from '../results/report.ts'
import { isRunName } from '../run/run-name.ts'
import { settingsFor } from '../run/settings.ts'
import { bindingNamed, fixtureIn, lookupOf, operationOf, type Recorded, requestLineOf, urlLineOf } from './evidence.ts'
import {
  atPlaces,
  csrf,
  inSetting,
  lower,
  noSuchPlace,
  operationNamed,
  orServed,
  placeIn,
  refused,
  type Seen,
  saysOf,
  searchedFor,
  type Told,
  type Values,
} from './refused.ts'
import { withFirst } from './wording.ts'

type Action = string | ((values: Values, seen: Seen) => Told)

const knownMembers: readonly (readonly [what: RegExp, names: string])[] = [
  [/label$/, 'label, name, title or nick'],
  [/^is_active$/, 'is_active, active or enabled'],
  [/group/, 'group or team'],
  [/permission/, 'permission, role, access or level'],
  [/switch/, 'immutable_tags, immutable, locked or enabled'],
  [/rules/, 'rules or patterns'],
  [/pattern|regex/, 'regex, pattern or rule'],
]

/** What an update does with the id of what it changes. */
export const keepsId =
  'Keep the id of what an update changes: return it in the answer to the update, and find it by that id.'

/** What is done where the name of a thing is in no item of its list. */
const namedIn = ({ operation, what, isWhole, isRepeated }: Values): string => {
  if (operation === 'listNamespaceRepositories')
    return 'Return the name of a repository in a member called name, or give the name of one that has a tag.'
  if (operation === 'ListGroups')
    return 'Return the id or the name of each group in a member called id or name, or give what one is assigned by.'
  if (what === 'a tag') return 'Name the tag in a member called name, or name a tag that is listed.'
  const instead = `name a tag that is listed in place of ${what}`
  if (isRepeated === true) return `Link each page to the one after it, and the last to none, or ${instead}.`
  return isWhole === true
    ? `List ${what}, in a member called name, or ${instead}.`
    : `Link the page that lists ${what} (next, or Link with rel="next"), or ${instead}; if it is on a page that was read, return its name in a member called name.`
}

/** An option of a command takes its value next to it. */
const sendBasic = ({ nameOf }: Seen): string => {
  const form = 'Authorization: Basic {basic}'
  const name = nameOf('credentials-header')
  if (name === undefined) return `give "${form}" as the form of the credentials`
  return name.startsWith('-') ? `give ${name} '${form}'` : `give ${name} as "${form}"`
}

/** How an operation of a family is published so that it is found: those of tokens by method and path, the actions of the log by name. */
const publishedAs: Readonly<Record<string, string>> = {
  audit: 'with an operationId that contains "actions", or at a path that ends in actions, kinds or types',
  create: 'as POST of the collection',
  list: 'as GET of the collection',
  get: 'as GET of the collection and one parameter',
  update: 'as PATCH or PUT of the collection and one parameter',
  delete: 'as DELETE of the collection and one parameter',
}

const logFor = ({ exchange, report }: Seen): string =>
  `Check the log of the server${exchange === undefined ? '' : ` for ${requestLineOf(exchange, report)}`}`

const notFoundOtherwise = 'Answer 404 to paths that do not exist.'

const fields: Readonly<Record<string, string>> = {
  Deprecation: 'Write the time in the form of RFC 9745 (Deprecation: @1758240000).',
  Sunset: 'Write the time in the form of RFC 8594 (Sunset: Fri, 19 Sep 2025 00:00:00 GMT).',
  Warning: 'Leave it out of answers of what is not deprecated.',
}

const foundBy =
  'It is found where a user name is given, or where the OpenAPI document publishes an operation that shows the account or its organizations, such as GET /v2/user or GET /v2/orgs.'

/** What to name; where the run looked for it, first what it asked. */
const orSearched = (need: string, name: string, seen: Seen, hint = ''): string => {
  const searched = searchedFor(need, seen)
  return searched === ''
    ? `${name} ${hint}`.trimEnd()
    : `The run asked ${searched}. Correct the answer that is wrong, if one is; else ${lower(name)}`
}

/** What to do about a list that is not read to its end: correct the link to another page that answered with an error, if there is one. */
const orDeadLink = ({ exchange, report }: Seen, todo: string): string => {
  const { request, response } = exchange ?? {}
  const said = response ? `${response.headers.join('\n')}\n${response.body}` : ''
  const words = said.split(/[<>"\s]+/)
  const dead = report.exchanges.find(other => {
    const { pathname, search } = new URL(other.request.url)
    const isLinked = (): boolean => words.some(word => word.endsWith(pathname + search))
    return (other.response?.status ?? 0) >= 400 && said.includes(pathname + search) && isLinked()
  })
  if (request === undefined || dead === undefined) return todo
  const [{ pathname: list }, { pathname, search }] = [new URL(request.url), new URL(dead.request.url)]
  const lacks = list !== pathname && list.endsWith(pathname) ? `: it lacks ${list.slice(0, -pathname.length)}` : ''
  return `Correct the link to the next page, ${pathname}${search}, which answered ${dead.response?.status}${lacks}.`
}

/** What a reference publishes, by the names that have to be in it. */
const everyOperation = `${lifecycle.operations.map(({ id }) => id).join(', ')} (tag ${lifecycle.operations[0]?.tag}); ${lifecycle.families.map(({ id, tag }) => `those of ${id} (tag ${tag})`).join(', ')}`

const contents: Readonly<Record<string, string>> = {
  operations: `Publish every operation in it under paths, with its method, operationId, tag, security and schemas: ${everyOperation}.`,
  dates: 'Give each entry its date, such as 2025-11-21.',
}

const published: Readonly<Record<string, string>> = {
  'the OpenAPI reference': `It is an OpenAPI document, 3.0 or newer (Swagger 2.0 is read as well), with every operation under paths: ${everyOperation}; and how a repository and a token are deleted, the groups of an organization are listed (operationId ListGroups), and user name and password are exchanged for a token or a cookie, where the hub has that. Each has its method, path, operationId, tag and security, the schema of its request body, and the schema of its answer.`,
  'the deprecation log':
    'It is a table with a row for each deprecated or removed feature: status, feature (method and path of each endpoint), date; and it states the deprecation policy.',
  'the change history':
    'It has a heading for each date, such as 2025-11-21, the newest first, and below it the kind of change and what changed (operation ids, or methods and paths).',
}

/** What to give in place of credentials that were refused. */
const credentialsFor = ({ isBoth, scheme, declared, source }: Values): string => {
  if (isBoth === true) return `Leave out ${source} to use the given user name and password, or give a valid token.`
  if (scheme === 'Basic')
    return 'The OpenAPI document declares http basic alone: give user name and password in place of the token.'
  if (declared === undefined)
    return 'Give credentials that the target accepts. If these are valid, declare how to send credentials under securitySchemes of the OpenAPI document: http basic, http bearer, or apiKey in a header or cookie; a key in the query is not sent, since URLs are logged.'
  const has = (mark: string): boolean => String(declared).includes(mark)
  const basic = has('{basic}') ? ' {basic} stands for user name and password.' : ''
  const token = has('{token}') ? ' {token} stands for a token: give one, or user name and password for a login.' : ''
  return `Give credentials that the target accepts, for a form that the OpenAPI document declares: ${declared}.${basic}${token}`
}

/** What the hub or the user does next where a verdict is open for a reason; where nothing can be done, why. */
const actions: { readonly [Code in ReasonCode]?: Action } = {
  'catch-all': notFoundOtherwise,
  indistinguishable: notFoundOtherwise,
  'redirects-everything': (_, { exchange }) => {
    const place = headerValue(exchange?.response?.headers ?? [], 'location') ?? ''
    return exchange?.request.as === 'valid' && /log-?in|sign-?in|auth|sso/i.test(place)
      ? `Give credentials that the target accepts, and answer 401 to others: it redirects to ${place}.`
      : 'Use the URL that it redirects to as the target.'
  },
  'refused-before-routing':
    'Answer 410 on the removed v1 routes before credentials are checked and bodies are parsed. If a proxy refuses these requests, let it forward them.',
  'answered-before-routing': 'No action is needed: a server may answer OPTIONS for every path.',
  'refused-like-any-path': values =>
    [401, 403].includes(Number(values.status))
      ? 'Give credentials that the target accepts, or answer 404 to paths that do not exist.'
      : notFoundOtherwise,
  'layout-unknown': 'Publish the operation in the OpenAPI document, or give its method and path.',
  'fixture-unproven':
    'Answer reads of existing resources with success, or name a resource that the credentials may see.',
  'not-served': 'Serve {method} {path}, as it is published, or give credentials that may call it.',
  'parameter-unproven': (values, seen) => {
    const { parameter, status, name: used } = values
    if (isRunName(used)) return `Keep ${used}, which the run created, and show it wherever it is read.`
    const what = parameter === 'org' ? 'an organization' : `a ${parameter}`
    const { namespace } = fixtureIn(seen.report, 'namespace').value
    const isWithin = (parameter === 'repository' || parameter === 'tag') && namespace !== undefined
    const where = isWithin ? ` in ${namespace}` : ''
    const { isGiven, from } = fixtureIn(seen.report, parameter)
    const guess = isGiven ? '' : from === undefined ? ' (a guess of the run)' : ` (from ${from})`
    const instead = used === undefined ? '' : `, instead of ${used}${guess}`
    const name = `Name ${what} that exists${where} and that the credentials may see${instead}`
    if (status === 403)
      return { says: saysOf(seen), todo: `${name}, or give credentials that may call ${operationNamed(values)} there.` }
    const whose = parameter === 'group' ? ' (it must be of the organization that the namespace belongs to)' : ''
    return orServed(`${name}${whose}`, parameter, values, seen)
  },
  'group-elsewhere': (values, seen) => {
    const { namespace, org, isLikeControl } = values
    const name = `Name a namespace of ${org} instead of ${namespace}, or a group of the organization that ${namespace} belongs to`
    return { says: isLikeControl === true ? undefined : saysOf(seen), todo: orServed(name, 'group', values, seen) }
  },
  'not-like-control': (values, seen) => {
    const { value, isGiven } = fixtureIn(seen.report, 'group')
    const isListed = values.operation === 'CreateRepositoryGroup' && value.groupId !== undefined && !isGiven
    const look = isListed ? `look up a group by what its list shows, such as ${value.groupId}, or ` : ''
    return {
      says: saysOf(seen),
      todo: `If the operation exists, ${look}provide what the answer says is missing. If not: ${lower(atPlaces(placeIn(values, seen)))}`,
    }
  },
  'no-success': refused,
  'request-refused': refused,
  'creation-failed': refused,
  'not-found-again': refused,
  'replacement-absent': refused,
  'listed-unreadable': (values, seen) =>
    [404, 410].includes(Number(values.status))
      ? `Answer ${operationNamed(values)} with ${values.what}, or leave that out of the list.`
      : refused(values, seen),
  'typed-as-page': 'Send Content-Type: application/json.',
  'says-nothing': ({ operation }) =>
    /delete$/i.test(String(operation))
      ? 'Answer 204 without content, or JSON.'
      : 'Answer with the representation, as JSON.',
  'answers-anything': (values, seen) => {
    const { exchange, report } = seen
    const isElsewhere = exchange !== undefined && operationOf(exchange, report) !== values.operation
    const elsewhere = isElsewhere ? `: it led to ${urlLineOf(exchange, report)}` : ''
    return `Answer ${placeIn(values, seen).places ?? operationNamed(values)} with 404 if the path names nothing that exists${elsewhere}.`
  },
  'not-shown': 'Return the requested resource in the answer of {operation}, and when it is read.',
  'missing-like-existing': 'Answer 404 for what does not exist.',
  'not-gone': 'Answer 410 on the removed v1 routes.',
  'other-repository': 'Return the requested repository, with its name.',
  'owner-unnamed': values =>
    `Declare the parameter of ${operationNamed(values)} that takes the ${values.owner} as required, or give it as "query" of the operation, such as { ${values.owner === 'namespace' ? 'owner: "{namespace}"' : 'org: "{org}"'} }.`,
  'other-namespace': 'List only repositories of the requested namespace, and name it in each.',
  'entries-unmarked': 'Write the label or the id of the token into its entries.',
  'entries-opaque':
    'Write the label or the id of the token into its entries, or an action such as access_token.create.',
  'actions-opaque': 'Name or describe an action that is about access tokens, such as access_token.create.',
  'policy-missing':
    'State on the page of the log that an endpoint is first labelled deprecated in the reference, and may be removed some time later.',
  'filters-unread': 'Show entries about tokens without a query, or declare at most 12 values for the query parameters.',
  'id-changed': keepsId,
  'gone-after-update': 'Keep a deactivated token, and return it when it is read.',
  'entry-elsewhere': 'Name the organization of the token in its entries.',
  'entry-late': 'Show a new entry within seconds, or run again with a longer waiting time.',
  'other-log':
    'If {path} is the log, publish it at a path that ends in a word such as events, logs or history, or give its method and path.',
  'other-operation': values => {
    const [family = '', action = ''] = String(values.operation).split('.')
    const how = family === 'audit' ? publishedAs[family] : publishedAs[action]
    const publish = how === undefined ? '' : ` publish it ${how}, or`
    return `If ${values.path} is ${operationNamed(values)},${publish} give its method and path.`
  },
  'still-there': 'Do not return deleted resources when reading and listing.',
  'no-representation': ({ field }) =>
    field === undefined
      ? 'Answer with the representation, as JSON.'
      : `Answer with the representation, as a JSON object that contains ${field}.`,
  'no-list': 'Answer with a list: an array, or an object with one array as a member, such as results.',
  'names-unknown': namedIn,
  'not-kept': 'Store the update before the answer, or soon after.',
  'no-items': ({ operation }, { exchange }) => {
    const total = Number(headerValue(exchange?.response?.headers ?? [], 'x-total-count'))
    if (total > 0) return `List the ${total} that X-Total-Count states, from the first page on.`
    if (operation === 'audit.actions') return 'List the actions under which organization access tokens are recorded.'
    return operation === 'audit.events'
      ? 'Record each change of an organization access token in the log, and list its entries.'
      : 'List existing items; if there are none, create one and run again.'
  },
  'own-not-listed': (_, seen) =>
    orDeadLink(seen, 'List newly created items, on the first page or on a page that is linked from it.'),
  'token-unclear': ({ field = 'expires_at' }) =>
    `Return the token as one object that has its label, its id and ${field} as members.`,
  'list-unfinished': (_, seen) =>
    orDeadLink(seen, 'Link each page except the last to the next one (next, or Link with rel="next").'),
  'total-not-shown': ({ pages }, seen) =>
    orDeadLink(
      seen,
      pages === '1 page'
        ? 'Link each page except the last to the next one (next, or Link with rel="next"), or correct the total.'
        : 'Begin each page with the item that follows the last one of the page before it, until the total is shown, or correct the total.',
    ),
  'page-repeated':
    'Show on each page the items that follow those of the page before it, and link the last page to none.',
  'list-too-long': 'Use an account with fewer items, or allow larger pages with page_size.',
  'rules-not-shown': 'Return the rules as they were set, next to the switch.',
  'no-switch': ({ operation }) =>
    operation === 'UpdateRepositoryImmutableTags'
      ? 'Return in the settings whether immutable tags are on: a boolean, true where they were switched on.'
      : 'Return in the token whether it is active: a boolean, true for a new token.',
  'no-field': 'Return {field} in the answer.',
  'expiry-adjusted': ({ requested, value }) => {
    // A run asks for no full hour: what is whole hours away was not rounded.
    const hours = (Date.parse(String(value).replaceAll('"', '')) - Date.parse(String(requested))) / 3_600_000
    return Number.isInteger(hours) && Math.abs(hours) < 24
      ? `Read the offset of the requested instant, and write that of the returned one: they are ${Math.abs(hours)} h apart.`
      : 'Store the requested instant. If the hub rounds or limits expiries on purpose, no action is needed.'
  },
  'only-one': 'Create a second repository in the namespace.',
  'nothing-to-match':
    'Push a tag of letters and digits to a repository in the namespace, so that a pattern can match it.',
  'form-unknown': values => {
    const { what } = values
    const known = knownMembers.flatMap(([member, names]) => (member.test(String(what)) ? [names] : []))
    const under = known.length === 0 ? '' : `, under a name such as ${known.join(', and ')}`
    return `Declare a member for ${what} in the request body of ${operationNamed(values)}${under}, or give that body in a binding.`
  },
  'body-unsendable':
    'Declare the request body of {operation} as application/json as well, or without objects as members, or give that body in a binding, which is sent as JSON.',
  'value-not-taken':
    'Accept labels of up to 37 letters, digits and hyphens as {member} in the request body of {operation}, and declare that.',
  'form-undeclared':
    'Declare the request body of {operation} in the OpenAPI document, with a member for {what}, or give that body in a binding.',
  'members-undeclared':
    'List in the request body of {operation} the paths that an operation may name, one of them for {what}, as an enum in the OpenAPI document, or give that body in a binding.',
  'label-unreadable': ({ field }) => fields[String(field)] ?? 'Write the field as its standard does.',
  'label-on-control': 'Send {field} only with the answers of deprecated operations.',
  'label-of-legacy': 'Give the operation a path of its own, or leave the field out of its answers.',
  'sunset-of-resource': 'If the operation itself does not end, leave Sunset out of its answers.',
  'label-in-log-alone': 'Set deprecated: true for {endpoint} in the OpenAPI document.',
  'area-in-words': 'Give the operations in the OpenAPI document the tag of their area as the document has it.',
  'ids-unpublished': 'Give the operations in the OpenAPI document their operationId.',
  'schema-open': ({ field = 'expires_at' }) =>
    `Declare ${field} as a property of the response schema, and list it under required.`,
  'schema-unresolved': 'Add what {reference} names to the OpenAPI document, or correct the $ref.',
  'shape-unknown': ({ shape }) =>
    /^Docker Hub/.test(String(shape))
      ? 'Declare a JSON schema for the response in the OpenAPI document, and follow it.'
      : 'Declare the returned members under properties of that schema; an empty answer cannot be compared.',
  'status-undeclared': values =>
    values.declared === noSchema
      ? `Declare the schema of the answer of ${operationNamed(values)} in the OpenAPI document.`
      : `Answer with a declared status, or declare ${values.status}${values.status === 204 ? '' : ' and the schema of that answer'}.`,
  'no-body': 'Answer 200 with a representation as JSON, where there is something to show.',
  'not-json': 'Answer with JSON, and Content-Type: application/json.',
  'document-unread': ({ document }) =>
    `Correct this place in ${document}. ${published[String(document)] ?? ''}`.trimEnd(),
  'document-refused': 'Serve {path} without credentials, or give the document as a file.',
  'document-unfit': ({ document, path, isPage }) =>
    isPage === true
      ? `Give the URL of the page at ${path}, or publish ${document} as Markdown.`
      : (published[String(document)] ?? `Publish ${document} there.`),
  'status-unclear': 'Give the row one of these words as its status.',
  'entries-without-kind':
    'Give each entry its kind, as a heading, a column or a word before it: New, Update or Deprecation.',
  'statement-unclear':
    'State in one row or entry the endpoint (method and path, or operation id), its state (deprecated, removed, new) and the date.',
  'unreadable-document': ({ what }) => contents[String(what)] ?? `Publish ${what} in it.`,
  'need-reference': `Publish it at /openapi.json or /openapi.yaml. ${published['the OpenAPI reference']}`,
  'need-deprecation-log': `Publish it as Markdown at /deprecated.md, or give the page that has it (Markdown, AsciiDoc, reStructuredText or HTML). ${published['the deprecation log']}`,
  'need-changelog': `Publish it as Markdown at /changelog.md, or give the page that has it (Markdown, AsciiDoc, reStructuredText or HTML). ${published['the change history']}`,
  'need-credentials':
    'With credentials, a run finds a namespace, an organization and other fixtures that the hub lists; name the others.',
  'need-namespace': (_, seen) =>
    orSearched('namespace', 'Name a namespace whose repositories these credentials may list.', seen, foundBy),
  'need-org': (_, seen) =>
    orSearched('org', 'Name an organization whose tokens and groups these credentials may manage.', seen),
  'need-group': ({ org, status }, seen) => {
    const { exchanges: [asked = ''] = [] } = seen.report.fixtures.find(({ need }) => need === 'group') ?? {}
    const answer = lookupOf(seen.report)(asked)
    const body = jsonOf(answer?.response?.body ?? '')
    if (org !== undefined && answer && isObject(body) && !Object.values(body).some(Array.isArray))
      return `Return the groups of ${org} as an array, or as an object with one array as a member: ${urlLineOf(answer, seen.report)} answered with neither.`
    if (org !== undefined) return `Create a group in ${org}, which lists none, or name an organization that has one.`
    const serve = noSuchPlace.has(status) ? lower(atPlaces(placeIn({ operation: 'ListGroups' }, seen))) : undefined
    const list =
      status === undefined
        ? 'publish the operation that lists groups as operationId ListGroups.'
        : (serve ?? `let these credentials list groups: ListGroups answered ${status}.`)
    return `Name a group of the organization by its id, or by its name if the hub assigns groups by name, or ${list}`
  },
  'need-tag': (_, seen) =>
    orSearched('tag', 'Push an image to a repository in the namespace, or name one that has a tag.', seen),
  'creation-unfinished': 'Let the operation end in time, and return the id of the created resource or a link to it.',
  'id-foreign': 'Return the unique id of the new {kind} in the answer to its creation.',
  'id-shared': 'Give each {kind} an id of its own.',
  'id-shows-other': 'Return from {operation} the resource with the id in the path.',
  'location-of-list': 'Name the new {kind} in the Location of the answer to its creation, or return its id there.',
  'id-unshown': (values, seen) =>
    [404, 410].includes(Number(values.status))
      ? `Store what was created, and return it at ${placeIn(values, seen).places ?? 'the path of its id'} and in its list.`
      : refused(values, seen),
  'id-unknown': 'Return the id of the {kind}, or its Location, in the answer to its creation.',
  'name-not-taken': values =>
    `Declare the name or label in the request body of ${operationNamed(values)} as a string without enum, const or format, whose pattern and maxLength take names of the run, which are like hub-conformance-1a2b3c-4d5e6f or hc1a2b3c4d5e6f, or give a body with "{name}" as its value.`,
  'name-not-shown': values => {
    const creation = operationWords(String(values.operation).replace(/get$/, 'create'))
    return `Show ${values.member} as it was sent in the answer of ${operationNamed(values)}, or give a body of ${creation} with "{name}" as the value of the name or label.`
  },
  'credentials-refused': (values, seen) => ({ says: saysOf(seen), todo: credentialsFor(values) }),
  'login-not-found': ({ scheme, operation }, seen) => {
    const from = bindingNamed(seen.report, 'login')?.from
    if (from === 'file') return 'Correct the method, the path or the body of the given login.'
    if (from === 'reference') return `Serve ${operation}, as published in the OpenAPI document.`
    const basic = `${sendBasic(seen)}, or declare http basic under securitySchemes of the OpenAPI document.`
    if (scheme === 'Basic') return `The answer asks for HTTP Basic: ${basic}`
    const isBasic = String(fixtureIn(seen.report, 'credentials').value.form).includes('{basic}')
    return `${isBasic ? '' : `If the target takes HTTP Basic, ${basic} `}If it has a login, declare it in the OpenAPI document: a POST at a path such as /v2/session whose body has the members username and password; or give its method, path and body${inSetting('binding', seen)}.`
  },
  'login-token-unknown': ({ cookie }) =>
    cookie === undefined
      ? 'Return the token of the login in a member such as access_token or token, or give a token in place of user name and password.'
      : `Set the cookie ${cookie} in its answer (Set-Cookie), as declared under securitySchemes of the OpenAPI document.`,
  'login-failed': ({ scheme, status }, seen) =>
    scheme === 'Basic'
      ? `Check the credentials. If they are right: the answer asks for HTTP Basic, so ${sendBasic(seen)}.`
      : status === 401
        ? 'Check the credentials.'
        : `Check the credentials, and the body of the login. If they are right, log in yourself, and give the token or the session cookie of that login as the token, with the header field that the target asks for. ${csrf(seen)}`,
  'binding-unsafe': ({ operation }) =>
    operation === 'VerifyRepositoryImmutableTags'
      ? 'Publish it at a path whose last segment shows that it only checks, such as verify, or give its method and path.'
      : readingOperations.has(operation as OperationName)
        ? 'Publish it with GET, or with POST at a path whose last segment shows that it only reads, such as search; or give its method and path.'
        : 'Publish the method and path of the operation itself, with the id or name of the changed resource in the path, or give them.',
  'deletion-unknown':
    'Publish {operation} in the OpenAPI document, with the tag of its area, at the path of a single resource; or give its method and path.',
  'binding-unknown':
    'Publish it in the OpenAPI document with the tag of its area, at the path of a single resource with PATCH, PUT or DELETE, or with POST and a last segment such as update or delete; or give its method and path.',
  'binding-unusable': ({ bound }) =>
    bound === undefined
      ? 'Give or publish a path with a separate parameter for each of these, as in /v2/{namespace}/{repository}, or with both in one segment, as in /v2/{namespace}%2F{repository}.'
      : `Give the path with a value for the other parameter, such as ${bound}.`,
  'binding-unsendable': 'Correct the method and the path.',
  'binding-bodiless':
    'Publish the operation with a method that takes a body, such as POST, or give its method and path.',
  'server-error': (_, seen) => `${logFor(seen)}.`,
  'target-gone': (_, { report }) => {
    const first = report.exchanges.find(({ failure }) => failure !== undefined)
    return first === undefined
      ? 'Run again.'
      : `The first request without an answer is ${urlLineOf(first, report)} (${first.failure}): check the log of the server for it, start the server again, and run again.`
  },
  'no-answer': ({ failure }, seen) =>
    failure === 'aborted'
      ? 'The run was interrupted before the answer: run again.'
      : `${logFor(seen)}, and run again${failure === 'timeout' ? ' with a longer time limit' : ''}.`,
  'pact-stricter': 'No action is needed: the document does not require this.',
  'pact-disagrees': 'No action is needed: the answer itself is correct.',
  'setup-failed': 'Correct the setup function.',
  flaky: 'Give the same answer to the same request each time, and run again.',
}

/**
 * What to do next about what is open for reasons of one kind, each with the exchange that shows it: what the first asks for, and others that ask for the same of something else.
 * Undefined where the reason is of the run and running again is all.
 */
export const actionOf = (
  all: readonly { readonly reason: ReportedReason; readonly exchange?: Exchange | undefined }[],
  report: Recorded = { requirements: [], bindings: [], target: null, exchanges: [], fixtures: [] },
): string | undefined => {
  const told = all.flatMap(({ reason: { code, values, settings = [] }, exchange }) => {
    const action = actions[code]
    if (action === undefined) return []
    const nameOf: Seen['nameOf'] = setting => settings[(settingsFor(code, values) ?? []).indexOf(setting)]
    const one = typeof action === 'string' ? filled(action, values) : action(values, { exchange, report, nameOf })
    const { says, todo } = typeof one === 'string' ? { says: undefined, todo: one } : one
    return [{ operation: operationNamed(values), says, sentences: todo.split(/(?<=\.) (?=[A-Z])/) }]
  })
  if (told.length === 0) return undefined
  const { alone } = withFirst(told.map(({ sentences }) => sentences[0] ?? ''))
  const same = told.filter(({ sentences: [first = ''] }) => !alone.includes(first))
  const isOne = new Set(same.map(({ says }) => says)).size === 1
  const quotes = same.flatMap(({ says, operation }) =>
    says === undefined ? [] : [`The answer${isOne ? '' : ` of ${operation}`} ${says}.`],
  )
  const longest = Math.max(...same.map(({ sentences }) => sentences.length))
  const todo = Array.from(
    { length: longest },
    (_, at) => withFirst(same.flatMap(({ sentences }) => sentences[at] ?? [])).one,
  )
  return [...new Set(quotes), ...todo].join(' ')
}

/** Left open by the run or the network, and not by what the target is. */
export const ofTheRun = codes(
  'out-of-time',
  'not-reached',
  'case-out-of-time',
  'target-gone',
  'cut-short',
  'evidence-full',
  'rate-limited',
  'no-answer',
  'server-error',
  'flaky',
)
