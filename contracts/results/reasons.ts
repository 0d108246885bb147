import { operationWords } from '../operations.ts'

/**
 * Every reason a finding can give, as a sentence over its values. Checks and the engine speak in codes; this is where prose is made.
 * A code is stable for ever: baselines and fault matrices name it.
 */
const sentences = {
  // v1 routes
  'not-gone': 'expected status {expected} from a removed v1 route, got {status}',
  'not-gone-generated':
    'expected status {expected} from a removed v1 route, got {status}; the smallest of {runs} generated requests (seed {seed})',
  'status-changed': 'expected status {expected} each time, got {first}, then {second}',
  'catch-all': 'answered {status}, like every other path, which proves nothing about this route',
  'refused-before-routing':
    'answered {status}, like a path that does not exist: such a request is refused before routing',
  'answered-before-routing':
    'answered {status} to {method}, like a control path: the method is answered before routing, for every path',
  'no-repository-to-ask-for': 'no repository is known to exist on v2',

  // presence
  absent: '{operation} answered {status} for an existing resource: the operation does not exist',
  gone: '{operation} answered 410, but is a current operation',
  redirected:
    '{operation} answered {status}, a redirect that was not followed: only reads are, and only on the target itself',
  'redirects-everything':
    'answered {status}, like a path that does not exist: every path redirects (is this the right target?)',
  indistinguishable: '{operation} answered {status}, like a path that does not exist',
  'refused-like-any-path': '{operation} answered {status}, like a path that does not exist',
  'layout-unknown':
    "{operation} answered {status} at Docker Hub's path, but the document shows no path and this target publishes none",
  'fixture-unproven': '{operation} answered {status}; it is not known whether the requested resource exists',
  'not-served': '{operation} answered {status} at {path}; no answer shows that the credentials may see it',
  'parameter-unproven':
    '{operation} answered {status}; it is not known whether the {parameter} in the request exists and the credentials may see it',
  'group-elsewhere':
    '{operation} answered {status}; {group} is a group of {org}, and nothing shows that {namespace} belongs to {org}',
  'not-like-control':
    '{operation} answered {status}, unlike a control path, so the route may exist and lack something that the request needs',
  'no-success': '{operation} answered {status}; only a success shows that it exists',
  'typed-as-page': '{operation} answered {status}; {content}, but Content-Type is {type}',
  'says-nothing': '{operation} answered {status} with null or an HTML page, which proves nothing',
  'answers-anything': '{operation} answered {status}, also for a resource that does not exist',
  'not-shown': '{operation} answered {status}, but neither this answer nor a later one shows what was requested',
  'entries-unmarked':
    'the log has {count} new entries about tokens; none names the token or says that it belongs to an organization',
  'entry-elsewhere':
    'the log of {what} has an entry about a new token, but the entry names {got} as the organization of the token',
  'log-empty': '{operation} returned no entries, even after an organization access token was created',
  'family-absent': 'no operation of {family} found: each answers like a control path, or without the expected content',

  // access tokens
  'field-missing': '{field} is missing in the answer of {operation} ({where})',
  'wrong-type': '{operation} returned {type} where an object was expected',
  'no-representation': '{operation} returned no representation that could contain {field}',
  'count-too-small': '{operation} returned {items} items with a count of {count}',
  'listed-twice': '{operation} lists the same item twice on a page: {what}',
  'no-list': '{operation} returned nothing that can be read as a list',
  'names-unknown':
    '{operation} lists {count} items on {read}, but the name of {what} is in none of their members: {members}',
  'no-items': '{operation} returned a list without items',
  'own-not-listed': '{operation} did not list what was just created, so the list may be incomplete',
  'token-unclear': 'the answer of {operation} does not show whether the token itself has {field} ({where})',
  'list-unfinished': 'the list of {operation} has no recognisable end, or ends before the total that it states',
  'total-not-shown': 'the list of {operation} states a total of {total}, but shows {shown} on {pages}',
  'page-overlaps': '{operation} shows {what} on the first page of one item, and on the second',
  'page-repeated':
    'a later page of the list of {operation} shows again what the pages before it show, and nothing else',
  'list-too-long': 'the list has more than {pages} pages; only these were read',
  'not-asked': '{operation} cannot be sent safely for a token of this run',
  'request-refused': '{operation} answered {status}; only a success can be judged',
  'not-found-again': '{operation} answered {status} for a resource that was just created',

  // round trips
  'created-not-found': '{operation} answers {status} for {what}, which was created, but finds others',
  'other-thing': '{operation} was called for {what}, but its answer does not name it',
  'not-listed': '{operation} does not list {what} ({pages})',
  'another-kind': '{operation} lists {what}, a token of another kind',
  'listed-unreadable': '{operation} answers {status} for {what}, which is listed',
  'missing-like-existing': '{operation} answers with success (status {status}) for a resource that does not exist',
  'not-echoed': '{operation} was sent {what}, but its answer does not contain it',
  'not-kept': '{operation} does not show {what} after the change',
  'changed-unasked': '{operation} shows another {member} after an update that did not name it',
  'other-relabelled': '{operation} shows {got}, the new label of an updated token, for another token',
  'other-changed': '{operation} shows another {member} of {what} after an update that did not name it',
  'pattern-stored': '{operation} shows the verified pattern as a rule of {repository}',
  'changed-by-verifying': '{operation} shows another {member} of {repository} after a pattern was verified for it',
  'id-changed': '{operation} answered {status} for {id} after an update that answered with another id, {got}',
  'gone-after-update': '{operation} answered {status} for a token that an update had switched off',
  'not-replaced': '{operation} still shows {what}, which a later update replaced',
  'created-elsewhere': '{operation} was called for the namespace {what}, but created {got}',
  'other-repository': '{operation} was called for {what}, but returned {got}, another repository',
  'switch-ignored': '{operation} does not show {what} switched on and off as the updates sent it',
  'not-as-sent': '{operation} shows {got} as {member} after an update that sent {sent}',
  'listed-otherwise': '{operation} shows {got} as {member} of what shows {alone} when it is read alone',
  'not-as-created': '{operation} shows {got} as {member} of what was created with {sent}',
  'rules-not-shown': '{operation} does not show the rule that was set, so it is not known which settings it shows',
  'no-switch': '{operation} returned nothing that could be a switch',
  'wrong-matches': '{operation} returned {got} for the pattern {pattern}, expected {expected}',
  'filter-ignored': '{operation} was asked for {member}={value}, but shows {got}, and the same page as without it',
  'bad-pattern-accepted':
    '{operation} accepted the pattern {pattern}, which is not a valid regular expression (status {status})',
  'nothing-to-match': 'no pattern is known that matches some tags and not others',
  globs: '{operation} takes {pattern} as a glob, and not as a regular expression',
  'form-undeclared': '{operation} is published without a request body, so it is not known how to send {what}',
  'members-undeclared':
    'the request body of {operation} is declared as {type} without the members that it may change, so it is not known how to send {what}',
  'value-undeclared': '{operation} declares other values than {what}; this is allowed',
  'body-unsendable':
    'the request body of {operation} is declared only as {type}, in which the suite cannot send {what}',
  'value-not-taken':
    'the declared request body of {operation} does not accept {what} as {member}, which is declared as {limits}',
  'form-unknown': 'the declared request body of {operation} has no member for {what}',
  'still-there': '{operation} still shows {what} after its deletion',
  'deleted-too': '{operation} of another token deleted {what} as well, which is no longer shown',
  'kept-as-deleted': '{operation} still shows {what} after its deletion, but changed',
  'only-one': '{operation} needs a second resource for comparison; none is known',
  'no-entry': 'the audit log has no entry about an organization access token, not even about {what}',
  'entry-of-other-kind':
    'the audit log names {what} only in an entry about something other than an organization access token: {got}',
  'filters-unread':
    'no entry about a token was shown, but {operation} declares more combinations of query parameters than were read',
  'entry-late': 'the audit log has entries about access tokens, but none yet about {what}',
  'entries-opaque': 'the audit log has {count} entries that do not say what they are about',
  'actions-opaque': '{operation} lists actions that do not say what they are about',
  'other-log': '{operation} has no entry about a token, but {path} is published in the same area and may be the log',
  'other-operation':
    '{operation} answered {status}, but {path} is published in the same area and may be that operation',
  'deletion-not-logged': 'the audit log has an entry about {what}, but none of its deletion ({action})',
  'action-missing': '{operation} lists no action on access tokens',

  // published documents
  'not-labelled': '{endpoint} is not labelled deprecated in {where}',
  'label-date': 'the reference has {endpoint} deprecated since {date}, not since {expected}',
  'current-labelled-deprecated': '{operation} is current, but {where} labels it deprecated or removed',
  'answer-labelled': '{operation} is current, but its answers label it deprecated ({field}: {value})',
  'label-unreadable': '{operation} answers with {field}: {value}, which cannot be read as a label',
  'label-on-control': '{operation} answers with {field}: {value}, but so does a control path',
  'label-of-legacy': '{operation} has the path of {endpoint}, a legacy endpoint, so {field} may label that endpoint',
  'sunset-of-resource':
    '{operation} answers with {field}: {value}, which may announce the end of the resource, not of the operation',
  'replacement-absent': '{operation}, the replacement, does not exist: it answered {status}',
  'replacement-deprecated': '{operation}, the replacement, is itself labelled deprecated in {where}',
  'other-namespace': '{operation} was called for {what}, but lists {got}, which names another namespace',
  'owner-unnamed':
    'the request of {operation} names no {owner}, so its answer may be about another {owner} than the requested one',
  'other-resource': '{endpoint} returns another resource than {operation}',
  'legacy-inactive': 'no success of {endpoint} any more (status {status}), which is allowed',
  'label-in-log-alone':
    'the deprecation log labels {endpoint} deprecated, but the reference publishes it without a label',
  'label-not-logged': '{document} has no entry for {endpoint}, which the reference labels deprecated',
  'v1-status': '{document} says that removed v1 routes answer {status}, the document says {expected}',
  'operation-unpublished': 'the reference has no operation with the id {operation}',
  'ids-unpublished': 'the reference gives no operation an id; {operation} may be any of them',
  'area-unpublished': 'the reference has no operation with the tag {tag}',
  'area-in-words': 'the reference has operations with the tag "{own}", which can mean {tag}, and none with that tag',
  'wrong-tag': '{operation} is published under {tags}, not under {tag}',
  'scope-undeclared': '{operation} takes nothing that can name a repository, the document has it for {scope}',
  'wrong-path': '{operation} is published at {path}, the document says {expected}',
  'wrong-parameter': '{operation} declares {parameter} as {declared}, the document says a string path segment',
  'path-outside-v2': 'current operations are published {problem}: {paths}',
  'v1-current': '{endpoint} is published as a current operation',
  'field-undeclared': 'the response schema of {operation} does not declare {field}',
  'schema-open': 'the response schema of {operation} does not say whether {field} is present',
  'schema-unresolved': 'the response schema of {operation} contains the reference {reference}, which {why}',
  'row-missing': 'the deprecation log has no row for {feature}',
  'row-date': 'the deprecation log gives {feature} the date {date}, not {expected}',
  'row-undated': 'the deprecation log gives {feature} no date, the document says {expected}',
  'row-status': 'the deprecation log gives {feature} the status "{status}", not "{expected}"',
  'policy-missing': 'neither the deprecation log nor the reference states a deprecation policy',
  'policy-contradicted': 'the page states another policy: "{text}"',
  'routes-missing': 'the deprecation log names v1 routes, but not {path}',
  'contradicting-replacement': 'the published replacement of {old} is {published}, the document says {expected}',
  'not-published': 'not published, which is allowed: {what}',
  'entry-missing': 'the change history has no entry of {date} ({kind}) for {about}',
  'entry-kind': 'the change history lists {about} on {date} as "{kind}", not as {expected}',
  'entry-date': 'the change history lists {about} on {date}, not on {expected}',
  'not-newest-first': 'the change history lists {first} before {second}: not newest first',
  'not-iso-date': 'the change history has the date "{date}", which is not an ISO 8601 date',
  'contradicting-statements':
    'two statements about {feature} cannot both be true: "{first}" ({place}) and "{second}" ({other})',
  'stated-otherwise': '{document} says "{text}" of {feature}, which contradicts the lifecycle document',
  'statement-unclear': '{document} says "{text}" ({place}), which can mean {feature} or something else',
  'status-unclear':
    '{document} gives {feature} the status "{status}" ({place}), which is not one of the known words for a state, such as Deprecated or Removed',
  'entries-without-kind': 'entries of the change history ({from}) have no kind, so it is not known what they announce',
  'document-unread': '{document} was not read completely; {what} may be in the unread part ({place}: {why})',
  'entry-opposite': 'the entry of {date} for {about} says the opposite of the documented change: "{text}"',
  'unreadable-document': '{document} has nothing that can be read as {what}',

  // shapes of the published reference
  'schema-mismatch': 'the answer of {operation} does not match {shape}: {where} {problem}',
  'shape-unknown': 'the answer of {operation} has none of the members that {shape} names',
  'status-undeclared': '{operation} answered {status}; the OpenAPI document declares {declared} for its success',
  'no-field': '{operation} returned no {field} to judge',
  'not-date-time': '{field} in the answer of {operation} is {value}, neither null nor an RFC 3339 date-time',
  'expiry-adjusted':
    'requested the expiry {requested}, but {operation} and another operation returned {value}: the hub may round or limit expiries',
  'expiry-not-echoed': 'requested the expiry {requested}, but {operation} returned {value}',
  'secret-shown-again': '{operation} returned the secret, which only the creation of the token may return',
  'no-secret-shown': 'the creation of the token returned no secret',
  'secret-withheld':
    'the creation of the token returned nothing that could be its secret: no other answer can return it later',

  // standards of HTTP
  'header-missing': 'answered {status} without {header}',
  'header-malformed': '{header} is "{value}", which is not {expected}',
  'allow-contradicts': 'answered 405 to {method}, but Allow ("{value}") lists it',
  'head-status': 'HEAD was answered with {head}, GET with {get}',
  'head-header': 'HEAD was answered with {header} "{head}", GET with "{get}"',
  'head-content': 'HEAD was answered with content after the header block, and must have none',
  'sunset-before-deprecation': 'Sunset ({sunset}) is earlier than Deprecation ({deprecation})',
  'deprecation-day': 'Deprecation of {endpoint} is {date}, the deprecation log says {expected}',
  'link-target': 'the link with the relation {relation} leads to "{target}", which is not an http URL',
  'problem-malformed': 'problem details: {member} is {value}, not {expected}',
  'retry-after-timestamp': 'Retry-After is {value}: a Unix timestamp, not a number of seconds',
  'not-seen': 'not judged, because no answer had it: {what}',

  // the contract
  'pact-mismatch': "Pact's verifier says: {words}",
  'pact-stricter': "Pact's verifier says: {words}; the document does not require this",
  'pact-disagrees': "Pact's verifier says: {words}; the answer itself contradicts this",

  // the wire
  'no-body': 'answered {status}, a status without a body',
  'not-json': 'answered {status} with a body that is not JSON',
  'no-answer': 'no answer: {failure}',
  'server-error': 'answered {status}',
  'rate-limited': 'answered 429 until the waiting time ended',
  'out-of-time': 'the time limit of the run ended before the answer',
  'not-reached': 'not reached within the time limit of the run',
  'case-out-of-time': 'the requests of this case alone took a third of the time limit of the run',
  'target-gone': 'not requested: the target had stopped answering',
  'cut-short': 'no answer within {seconds} s, the reduced time limit after many time-outs',
  'evidence-full': 'answered, but the size limit of the evidence is reached',
  flaky: 'failed once ({first}), but not when repeated',

  // what is missing
  'need-credentials': 'needs credentials',
  'need-writes': 'needs write permission',
  'need-namespace': 'needs a namespace',
  'need-repository': 'needs a repository that exists, or {means} to create one',
  'need-tag': 'needs a repository with a tag',
  'need-org': 'needs an organization',
  'need-group': 'needs a group of the organization',
  'need-reference': 'needs the published OpenAPI reference',
  'need-deprecation-log': 'needs the published deprecation log',
  'need-changelog': 'needs the published change history',
  'document-refused': '{path} answered {status}, unlike a path that does not exist, so {document} may be there',
  'document-unfit': 'found {document} at {path}, but {why}',
  'credentials-refused': 'the target refused the credentials, {kind} in the {place}: {operation} answered {status}',
  'setup-failed': 'the setup function {name} failed: {why}',
  'token-unavailable': 'no token available: {why}',
  'login-not-found': 'found no way to log in with user name and password: {operation} answered {status}',
  'login-token-unknown':
    '{operation} answered {status}, and no token was found in its answer, nor a cookie (members: {members})',
  'login-failed': 'could not log in: {operation} answered {status}',
  'creation-failed': 'no {kind} could be created for the check: {operation} answered {status}',
  'creation-unfinished':
    'no {kind} could be created for the check: {operation} started an operation, and its state is {state}',
  'id-foreign': 'the answer to creating the {kind} names {id}, but {id} was listed before, so it cannot be the new one',
  'id-shared': 'the answer to creating the {kind} names {id}, which shows {other}, another one that the run created',
  'id-unknown': 'the answer to creating the {kind} contains no id or link that leads to it',
  'id-shows-other':
    '{operation} shows {other} for {id}, the id in the answer to its creation, and not what was created',
  'location-of-list':
    'the answer to creating the {kind} contains no id, and its Location is that of the list ({location})',
  'id-unshown': '{operation} answered {status} for {id}, the id in the answer to its creation',
  'name-not-taken':
    'the request body of {operation} has no member for a name chosen by the run, so what it creates could not be distinguished from existing resources',
  'name-not-shown': '{operation} shows what was created without the name that its creation was sent as {member}',
  'binding-unusable': '{path}, the path of {operation}, cannot be filled in: it takes {takes}',
  'binding-unsendable': '{operation} is bound to {method} {path}, which is not a valid request line',
  'binding-bodiless': '{operation} is bound to {method} {path}, which takes no body, and needs one',
  'binding-unsafe':
    '{operation} is bound to {method} {path}, which could change data that the run did not create; it was not sent',
  'binding-unknown':
    'the path of {operation} is not known: {method} {path} was not sent, since the target does not publish it, nor show there what the run created',
  'deletion-unknown':
    'no further {kind} was created: the path of {operation} is not known (the target does not publish {path}, nor show there what the run created)',
  'not-in-force': 'not in force on {asOf}: in force from {since}',
  'no-longer-in-force': 'no longer in force on {asOf}: in force until {until}',
  'not-selected': 'not selected',
  'not-offered': 'not offered on purpose: {reason}',

  // ourselves
  'suite-error': 'error in the suite: {message}',
  'nothing-judged': 'the check judged nothing',
} as const

export type ReasonCode = keyof typeof sentences

export const reasonCodes = Object.keys(sentences) as readonly ReasonCode[]

export const codes = (...all: readonly ReasonCode[]): ReadonlySet<ReasonCode> => new Set(all)

/** Whether something is not verified because the run lacks a fixture, and not for an answer of the target. */
export const isFixtureMissing = (code: ReasonCode): boolean => code.startsWith('need-')

/** A sentence with values in place of their names in braces; one that is missing stays visible as its name. */
export const filled = (sentence: string, values: Readonly<Record<string, unknown>>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole
    const value = String(values[name])
    if (name === 'parameter' && value === 'org') return 'organization'
    return name === 'operation' ? operationWords(value) : value
  })

/** The sentence of a reason, with the names of the settings that can change the verdict in parentheses. */
export const reasonSentence = (
  code: ReasonCode,
  values: Readonly<Record<string, unknown>>,
  settings: readonly string[] = [],
): string => {
  const sentence = filled(sentences[code], values)
  return settings.length === 0 ? sentence : `${sentence} (${settings.join(', ')})`
}

/** What stands before the entry or row to be written, in the fix of a document that lacks it. */
export const entryHeadings = {
  'entry-missing': 'Write into the change history (date, kind, what changed):',
  'row-missing':
    'Write into the deprecation log (date, status, feature; the endpoints in the row or in the section that it links to):',
} as const satisfies { readonly [Code in ReasonCode]?: string }
