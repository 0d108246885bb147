import { operationWords } from '../operations.ts'
import type { ReportedReason } from '../results/report.ts'
import { isOfPlan, type Setting } from '../run/settings.ts'

export type Values = ReportedReason['values']

/** What the caller of the run calls a setting of the reason. */
export type NameOf = (setting: Setting) => string | undefined

export const operationNamed = ({ operation }: Values): string =>
  operation === undefined ? 'the operation' : operationWords(String(operation))

/** What the answer says; of several operations, which answer says what. */
export const answerSays = ({ says, said, quotes }: Values): string =>
  quotes !== undefined
    ? ` ${quotes}`
    : said !== undefined
      ? ` The answer ${said}.`
      : says === undefined
        ? ''
        : ` The answer says "${String(says).replace(/\.$/, '')}".`

/** How a refused request is to be sent, by what is known of its form. */
const formOf = (values: Values): string => {
  const says = answerSays(values)
  if (values.asks !== undefined) return `${says.trimStart()} ${values.asks}`.trimStart()
  switch (values.form) {
    case 'file':
      return `Correct the given request body of ${operationNamed(values)}, or give the header field that it requires.${says}`
    case 'reference':
      return `The OpenAPI document declares a request body of ${operationNamed(values)}, so a value, a member or a header field was refused.${says} ${values.operation === 'CreateRepositoryGroup' ? 'Name a group that exists, accept' : 'Accept'} what is declared, or declare ${values.chosen === undefined ? 'the values that each member takes, with an example' : `an accepted example of each member for which the run chose a value: ${values.chosen}`}, or give the body or the required header field.`
    case 'unresolved':
      return `The request body of ${operationNamed(values)} refers to ${values.unresolved}: add that to the OpenAPI document, or correct the $ref.`
    case 'none':
      return `Declare the required parameters of ${operationNamed(values)} in the OpenAPI document, with an example of each.${says}`
    default:
      return `Declare the request body of ${operationNamed(values)} in the OpenAPI document, with its media type, its required members and an example.${says}`
  }
}

/** What to do about a body that was sent as it is declared, and whose media type was refused. */
const typeOf = (values: Values): string =>
  `The body was sent as ${values.type ?? 'it is declared'}.${answerSays(values)} Accept that, or declare ${values.takes ?? 'the media type that is accepted'} under content of the request body of ${operationNamed(values)} in the OpenAPI document.`

/** How what is not at its place comes there, by where the place is from. */
export const atPlaces = (values: Values): string => {
  const { from, places, allow } = values
  if (places !== undefined && from === 'file')
    return `Correct the given method and path of ${operationNamed(values)} (${places}), or serve the operation there.`
  if (places !== undefined && from === 'reference')
    return `Serve ${places}, as published in the OpenAPI document${allow === undefined ? '' : `, or publish ${allow}, which the answer allows`}.${values.isBodiless === true ? ' Declare the request body there as well, if there is one.' : ''}`
  if (places !== undefined && from === 'document')
    return `Serve ${operationNamed(values)} at ${places}: the lifecycle document states this path.`
  const where = places === undefined ? 'for existing resources' : `as ${places}`
  return `Serve ${operationNamed(values)} ${where}, or publish the method and path in the OpenAPI document.`
}

export const lower = (text: string): string => text.replace(/^./, letter => letter.toLowerCase())

/** What else to do where the answer is that of a path that does not exist; first of all where the run found the name that it sent. */
export const orServed = (first: string, values: Values): string =>
  values.isLikeControl !== true
    ? `${first}.`
    : values.isFound === true
      ? `${atPlaces(values)} If that is served: ${lower(first)}.`
      : `${first}, or ${lower(atPlaces(values))}`

/** What to do about a token that was refused, and was sent although user name and password were given as well. */
export const otherToken = ({ source }: Values): string =>
  `Leave out ${source} to use the given user name and password, or give a valid token.`

/** Credentials that were refused in a form that the target declares, where others were accepted in another. */
export const refusedForm = ({ refused, form }: Values): string =>
  `Credentials in the form ${refused} were not accepted; those in the form ${form} were, and are used. Give a token for that form, and for the others user name and password as well; or correct securitySchemes in the reference.`

const orNotOffered = (values: Values): string =>
  isOfPlan(values) ? ' If the target has no such plan, name the suite as not offered.' : ''

/** How the token of a session is sent with it. */
export const csrf = (nameOf: NameOf): string => {
  const name = nameOf('csrf')
  return `If that is a CSRF token, declare its header in the OpenAPI document as an API key next to the session, or give the name of the header${name === undefined ? '' : ` in ${name}`}.`
}

/** What is wrong with a right request that was not carried out, as far as the status says it. */
export const refused = (values: Values, nameOf: NameOf): string => {
  switch (Number(values.status)) {
    case 415:
      return values.form === 'reference' ? typeOf(values) : formOf(values)
    case 400:
    case 422:
      return formOf(values)
    case 401:
    case 403:
      if (values.refused !== undefined) return refusedForm(values)
      if (values.scheme !== undefined)
        return `The answer of ${operationNamed(values)} asks for HTTP ${values.scheme}, but no credentials were sent in this form. ${values.scheme === 'Basic' ? 'Give user name and password, with or in place of the token; if they are given, declare it' : 'Declare it'} under securitySchemes of the OpenAPI document and as security of each operation that takes it.`
      return values.says === undefined
        ? `Give credentials that may call ${operationNamed(values)}, or allow these.${orNotOffered(values)}`
        : `${answerSays(values).trim()} Give credentials that may call ${operationNamed(values)}, or the header field that the answer asks for.${values.isSession === true || /[cx]srf/i.test(String(values.says)) ? ` ${csrf(nameOf)}` : ''}${orNotOffered(values)}`
    case 402:
      return `Give credentials of a plan that includes ${operationNamed(values)}.${orNotOffered(values)}${answerSays(values)}`
    case 404:
    case 405:
    case 501:
      return atPlaces(values)
    case 409:
    case 423:
      return 'Delete what an earlier run left behind, or answer with success; if another request was in progress, send Retry-After: the run then repeats the request.'
    case 412:
    case 428:
      return 'Send an ETag when a resource is read, and accept it in If-Match.'
    case 429:
      return 'Run again with fewer requests per minute.'
    default:
      return Number(values.status) >= 500
        ? 'Check the log of the server for this request.'
        : `Answer a valid request to ${operationNamed(values)} with success (2xx).`
  }
}
