import { operationWords } from './operations.ts'

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
  'catch-all': 'answered {status}, but so does every other path, so the answer proves nothing about this route',
  'refused-before-routing':
    'answered {status}, as a path that does not exist does: something in front refuses this request',
  'answered-before-routing':
    'answered {status} to {method}, as a control path does: something in front answers it for every path',
  'no-credentials-to-ask-with': 'not requested with valid credentials, since none were given',
  'no-repository-to-ask-for': 'no repository is known to exist on v2',

  // presence
  absent: '{operation} answered {status} for something that exists; the operation is not there',
  gone: '{operation} answered 410: a current operation is gone',
  redirected: '{operation} answered {status}, a redirect; redirects are not followed',
  'redirects-everything':
    'answered {status}, as a path that does not exist does: everything is redirected (is this the right target?)',
  indistinguishable: '{operation} answered {status}, and so does a path that does not exist',
  'refused-like-any-path': '{operation} answered {status}, and so does a path that does not exist',
  'layout-unknown':
    '{operation} answered {status} at the path of the published reference, but the document shows no path for it and nothing states its path in this target',
  'fixture-unproven': '{operation} answered {status}, and nothing shows that what was asked for exists',
  'parameter-unproven':
    '{operation} answered {status}, and nothing shows that the {parameter} in the request exists and that the credentials may see it',
  'not-like-control':
    '{operation} answered {status} otherwise than a control path does, so its route may be there; permission, a plan or something that the request names may be missing',
  'no-success': '{operation} answered {status} to our request, and only a success shows that it is there',
  'says-nothing': '{operation} answered {status} with null or a page for people, which shows nothing',
  'answers-anything': '{operation} answered {status}, and does so as well where nothing is there',
  'entries-unmarked':
    'the log has {count} new entries about tokens, and none says which token or that it is of an organization',
  'log-empty': '{operation} has no entries, not even after an organization access token was created',
  'family-absent': 'no operation of {family} found: each answers like a control path, or not with what it is for',

  // access tokens
  'field-missing': '{field} is not present on what {operation} returned ({where})',
  'wrong-type': '{operation} returned {type} where an object was expected',
  'no-representation': '{operation} returned no representation, so there is nothing that could carry {field}',
  'no-list': '{operation} returned no list that can be told as one',
  'no-items': '{operation} returned a list without items',
  'own-not-listed': '{operation} did not show what was created, so it is not known to show everything',
  'token-unclear':
    '{operation} returned something that cannot be read as a token with or without {field} of its own ({where})',
  'list-unfinished': 'the list of {operation} does not show its end, or ends short of what it says there is',
  'list-too-long': 'the list has more than {pages} pages, and no more were looked at',
  'not-asked': '{operation} cannot be sent safely for a token of this run',
  'request-refused': '{operation} answered {status} to our request, whose form is not shown in the document',
  'not-found-again': '{operation} answered {status} for what was just created',

  // round trips
  'created-not-found': '{operation} answers {status} for {what}, which was created, but knows others',
  'other-thing': '{operation} was asked for {what} and answered with something that does not name it',
  'not-listed': '{operation} lists others, but never {what}',
  'listed-unreadable': '{operation} answers {status} for {what}, which is listed',
  'missing-like-existing': '{operation} answers {status} for what does not exist, just as for what does',
  'not-echoed': '{operation} answered without {what}, which it was asked to set',
  'not-kept': '{operation} does not show {what} after the change',
  'changed-unasked': '{operation} shows another {member} after a change that did not name it',
  'not-replaced': '{operation} still shows {what}, which a later change replaced',
  'other-repository': '{operation} was asked for {what} and answered with {got}, another repository',
  'switch-ignored': '{operation} shows no difference between {what} switched on and off',
  'no-switch': '{operation} showed nothing that could be a switch',
  'wrong-matches': '{operation} answered {got} for the pattern {pattern}, expected {expected}',
  'bad-pattern-accepted':
    '{operation} accepted the pattern {pattern}, which is not a valid regular expression (status {status})',
  'nothing-to-match': 'no two tags are known that a pattern tells apart',
  'form-unknown': 'the declared request body of {operation} has no place for {what}',
  'still-there': '{operation} still shows {what} after its deletion',
  'kept-as-deleted': '{operation} still shows {what} after its deletion, but no longer as it was',
  'only-one': 'nothing else is known that {operation} could be asked for',
  'no-entry': 'the audit log has no entry that concerns an organization access token, not even of {what}',
  'entry-late': 'the audit log has entries that concern access tokens, but none yet of {what}',
  'entries-opaque': 'the audit log has {count} new entries, which do not say what they are about',
  'other-log':
    '{operation} has no entry that concerns a token, but {path} is published in the same area and may be the log',
  'action-missing': '{operation} lists no action that concerns access tokens',

  // published documents
  'not-labelled': '{endpoint} is not labelled deprecated in {where}',
  'current-labelled-deprecated': '{operation} is current, but {where} labels it deprecated',
  'answer-labelled': '{operation} is current, but its answers label it deprecated ({field}: {value})',
  'label-unreadable':
    '{operation} answers with {field}: {value}, which cannot be read as the field that labels an operation',
  'label-on-control': '{operation} answers with {field}: {value}, but so does a control path',
  'label-of-legacy': '{operation} is called as {endpoint}, a legacy endpoint, so {field} may be about that one',
  'sunset-of-resource':
    '{operation} answers with {field}: {value}, which may be the end of what was asked for and not of the operation',
  'replacement-absent': '{operation}, the replacement, is not there: it answered {status}',
  'replacement-deprecated': '{operation}, the replacement, is itself labelled deprecated in {where}',
  'other-namespace': '{operation} was asked for {what} and lists {got}, which gives itself another namespace',
  'other-resource': '{endpoint} answers, but what it describes is not what {operation} describes',
  'legacy-inactive': '{endpoint} no longer answers with success (status {status}), which it may',
  'label-in-log-alone': 'the deprecation log labels {endpoint}, but the reference publishes it without a label',
  'label-not-logged': 'the reference labels {endpoint} deprecated, but {document} has no entry for it',
  'v1-status': 'the deprecation log says that removed v1 routes answer {status}, the document says {expected}',
  'operation-unpublished': 'the reference has no operation with the id {operation}',
  'area-unpublished': 'the reference has no operation with the tag {tag}',
  'wrong-tag': '{operation} is published under {tags}, not under {tag}',
  'wrong-path': '{operation} is published at {path}, the document says {expected}',
  'path-outside-v2': '{operation} is published at {path}, which does not start with /v2/',
  'v1-current': '{endpoint} is published as a current operation',
  'field-undeclared': 'the response schema of {operation} does not declare {field}',
  'schema-open': 'the response schema of {operation} leaves open whether there is {field}',
  'no-schema': 'the reference declares no JSON schema for what {operation} returns',
  'row-missing': 'the deprecation log has no row for {feature}',
  'row-date': 'the deprecation log dates {feature} {date}, not {expected}',
  'row-status': 'the deprecation log gives {feature} the status "{status}", not "{expected}"',
  'policy-contradicted': 'the page states another policy: "{text}"',
  'routes-missing': 'the deprecation log names v1 routes, but not {path}',
  'contradicting-replacement': 'the published replacement of {old} is {published}, the document says {expected}',
  'not-published': '{what} is not published, which is left open',
  'entry-missing': 'the change history has no entry of {date} ({kind}) for {about}',
  'entry-kind': 'the change history lists {about} on {date} as "{kind}", not as {expected}',
  'entry-date': 'the change history lists {about} on {date}, not on {expected}',
  'not-newest-first': 'the change history lists {first} before {second}: not newest first',
  'not-iso-date': 'the change history has the date "{date}", which is not an ISO 8601 date',
  'contradicting-statements':
    'two statements about {feature} cannot both be true: "{first}" ({place}) and "{second}" ({other})',
  'statement-unclear': '{document} says "{text}" ({place}), which can mean {feature} or something else',
  'document-unread': '{document} was not read completely, so {what} may be in the part that was not ({place}: {why})',
  'entry-opposite': 'the entry of {date} for {about} says the opposite of the documented change: "{text}"',
  'unreadable-document': '{document} has nothing that can be read as {what}',

  // shapes of the published reference
  'schema-mismatch': 'what {operation} returned does not fit {shape}: {where} {problem}',
  'shape-unknown': '{operation} returned nothing that {shape} names, so there is nothing to compare',
  'no-field': '{operation} returned no {field}, so there is nothing to judge',
  'not-date-time': '{field} of what {operation} returned is {value}: neither null nor an RFC 3339 date-time',
  'expiry-adjusted':
    'asked for a token that expires at {requested}, but {operation} returned {value}, and so does another operation: the hub may round or limit what is asked for',
  'expiry-not-echoed': 'asked for a token that expires at {requested}, but {operation} returned {value}',
  'secret-shown-again': '{operation} shows the secret that only the answer to its creation may show',
  'no-secret-shown': 'the answer to the creation showed no secret',

  // standards of HTTP
  'header-missing': 'answered {status} without {header}',
  'header-malformed': '{header} is "{value}", which is not {expected}',
  'allow-contradicts': 'answered 405 to {method}, but Allow ("{value}") lists it',
  'head-status': 'HEAD was answered with {head}, GET with {get}',
  'head-header': 'HEAD was answered with {header} "{head}", GET with "{get}"',
  'head-content': 'HEAD was answered with {bytes} bytes after the header block; it has no content',
  'sunset-before-deprecation': 'Sunset ({sunset}) is earlier than Deprecation ({deprecation})',
  'deprecation-day': 'Deprecation of {endpoint} is {date}, the deprecation log says {expected}',
  'link-target': 'the link with the relation {relation} leads to "{target}", which resolves to no http URL',
  'problem-malformed': 'problem details: {member} is {value}, not {expected}',
  'retry-after-timestamp': 'Retry-After is {value}: as seconds half a century, so it must be a Unix time stamp',
  'not-seen': 'not seen, so not judged: {what}',

  // the contract
  'pact-mismatch': "Pact's verifier says: {words}",
  'pact-stricter': "Pact's verifier says: {words}; the document leaves that open",
  'pact-disagrees': "Pact's verifier says: {words}; the answer itself says otherwise",

  // the wire
  'not-json': 'answered {status} with a body that is not JSON',
  'no-answer': 'no answer: {failure}',
  'server-error': 'answered {status}',
  'rate-limited': 'answered 429 until the time for waiting was used up',
  'out-of-time': 'the time for the run was used up before this was answered',
  'not-reached': 'not reached in the time for the run',
  'case-out-of-time': 'the requests of this case alone took a third of the time for the run',
  'target-gone': 'not asked: the target had stopped answering',
  'cut-short': 'no answer within {seconds} s, and after many time-outs no longer was waited for any',
  'evidence-full': 'answered, but the run keeps no more answers as evidence',
  flaky: 'failed once ({first}) and held when asked again',

  // what is missing
  'need-credentials': 'needs credentials',
  'need-writes': 'needs write permission',
  'need-namespace': 'needs a namespace',
  'need-repository': 'needs a repository that exists, or write permission to create one',
  'need-tag': 'needs a repository with a tag',
  'need-account': 'needs a namespace or an organization',
  'need-org': 'needs an organization',
  'need-group': 'needs a group of the organization',
  'need-reference': 'needs the published OpenAPI reference',
  'need-deprecation-log': 'needs the published deprecation log',
  'need-changelog': 'needs the published change history',
  'document-unfit': 'found {document} at {path}, but {why}',
  'credentials-refused':
    'the target refused the credentials, {kind} in the header {header}: {operation} answered {status}',
  'setup-failed': 'the setup function {name} failed: {why}',
  'token-unavailable': 'no token could be had: {why}',
  'login-not-found': 'found no way to log in with user name and password: {operation} answered {status}',
  'login-failed': 'could not log in: {operation} answered {status}',
  'creation-failed': 'no {kind} could be made to ask about: {operation} answered {status}',
  'id-foreign':
    'the answer to creating the {kind} names {id}, but {id} was shown in a list before, so it is not taken for what was created',
  'id-unknown': 'nothing in the answer to creating the {kind} addresses it',
  'binding-unusable': '{operation} is bound to {path}, whose parameters cannot be told',
  'binding-unsendable': '{operation} is bound to {method} {path}, which no request line can carry',
  'binding-unsafe':
    '{operation} is bound to {method} {path}, which could change what the run did not make; it was not sent',
  'not-in-force': 'not in force on {asOf}: in force from {since}',
  'no-longer-in-force': 'no longer in force on {asOf}: in force until {until}',
  'not-selected': 'not selected',
  'not-offered': 'not offered on purpose: {reason}',

  // ourselves
  'suite-error': 'the suite made a mistake: {message}',
  'nothing-judged': 'the check judged nothing',
} as const

export type ReasonCode = keyof typeof sentences

export const reasonCodes = Object.keys(sentences) as readonly ReasonCode[]

/**
 * The sentence of a reason, with the names of the settings that can change the verdict in parentheses. A value that is missing stays visible
 * as its name in braces.
 */
export const reasonSentence = (
  code: ReasonCode,
  values: Readonly<Record<string, unknown>>,
  settings: readonly string[] = [],
): string => {
  const sentence = sentences[code].replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole
    const value = String(values[name])
    return name === 'operation' ? operationWords(value) : value
  })
  return settings.length === 0 ? sentence : `${sentence} (${settings.join(', ')})`
}
