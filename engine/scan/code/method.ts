import { commandMethod } from './command.ts'
import { lineEnd, lineStart, linesOn } from './text.ts'
import { assignedName } from './variables.ts'

/** What is said of the request that an address is used in. */
export interface Request {
  readonly methods: readonly string[]
  /** What the request is sent with: `client` of `client.get(…)`. */
  readonly receiver?: string
  /** Whether a route is defined and not requested. */
  readonly serves?: true
}

const verbs = 'GET|POST|HEAD|PUT|PATCH|DELETE|OPTIONS'

const spoken = new RegExp(String.raw`(?:^|[^\w$])(${verbs})\s+["'\`]?$`)
const quotedVerb = new RegExp(String.raw`["'\`:](${verbs})(?![\w])`, 'i')
const keyed = new RegExp(
  String.raw`\b(?:method|verb|httpMethod|http_method|request_method)["']?\s*(?::|=>?|\()\s*(?:[\w.]*(?:::|\.))?["'\`:]?(${verbs})\b`,
  'i',
)
const constant = new RegExp(
  String.raw`\b(?:http\.)?(?:Http)?Method(?:::|\.)?(${verbs})\b|\bHttp(Get|Post|Head|Put|Patch|Delete)\b`,
  'i',
)
const builder = new RegExp(
  String.raw`\.(?:(${verbs})\s*\(|(?:method|setRequestMethod|setMethod|withMethod)\s*\(\s*(?:[\w.]*(?:::|\.))?["']?(${verbs})\b|(?:setRequestMethod|requestMethod|method|Method)\s*=\s*(?:[\w.]*\.)?["']?(${verbs})\b)`,
  'i',
)
const suffix =
  /^(get|post|head|put|patch|delete|options)(?:!|mapping|_?(?:json|async|string|text|body|bytes|response|form|raw|stream|forobject|forentity|stringasync|fromjsonasync|asjsonasync|bytearrayasync|streamasync|print|request)\w*)?$/i
const plainGet =
  /^(?:fetch|\$fetch|ofetch|axios|got|ky|urlopen|urlretrieve|file_get_contents|openstream|fopen|curl_init|ajax|getjson|read_json|read_html|fromjson|slurp|getforobject|open-uri|loadjson|load_json|request|http|needle|superagent)$/i
const serving =
  /^(?:app|router|mux|server|fastify|express|blueprint|bp|nock|responses|httpretty|requests_mock|wiremock|scope|sinatra)$/i
const servingCall = /^(?:handlefunc|handle|route|stub_request|register_uri|add_url_rule|\w+mapping)$/i

interface Call {
  readonly callee: string
  /** Behind its opening bracket. */
  readonly from: number
}

/** The calls, innermost first, whose brackets are open at a place. */
const openCalls = (text: string, at: number): readonly Call[] => {
  const calls: Call[] = []
  const from = Math.max(0, at - 700)
  let depth = 0
  let blank = 0
  for (let index = at - 1; index >= from && calls.length < 5; index--) {
    const character = text[index]
    if (character === '\n') {
      if (++blank > 14) break
      if (/^\s*\n/.test(text.slice(index + 1, index + 80)) && depth === 0 && calls.length === 0) break
      continue
    }
    if (character === ')' || character === '}' || character === ']') depth += 1
    else if (character === '(' || character === '{' || character === '[') {
      if (depth > 0) depth -= 1
      else if (character === '(') {
        const [, callee = ''] =
          /((?:@|\$|new\s+)?[\w$]+(?:(?:\([^()\n]*\))?(?:\.|::|->|\?\.)\s*[\w$!?]+)*!?)\s*(?:<[\w<>[\], ]*>)?\s*$/.exec(
            text.slice(Math.max(from, index - 120), index),
          ) ?? []
        calls.push({ callee: callee.replace(/\([^()]*\)/g, ''), from: index + 1 })
      } else if (
        character === '{' &&
        /(?:\)|=>|\bdo|\belse|\btry|->)\s*$/.test(text.slice(Math.max(from, index - 20), index))
      )
        // A block: what encloses it is no call that the address is an argument of.
        break
    } else if (character === ';' && depth === 0 && !/[^\n]*;[^\n]*["'`]/.test(text.slice(index, lineEnd(text, index))))
      break
  }
  return calls
}

/** What stands between the brackets of a call. */
const argumentsOf = (text: string, from: number): string => {
  let depth = 1
  const most = Math.min(text.length, from + 900)
  for (let index = from; index < most; index++) {
    const character = text[index]
    if (character === '(') depth += 1
    else if (character === ')' && --depth === 0) return text.slice(from, index)
  }
  return text.slice(from, most)
}

const upper = (found: RegExpExecArray | null): string | undefined =>
  found
    ?.slice(1)
    .find(each => each !== undefined)
    ?.toUpperCase()

/** Receivers whose `get` looks something up. */
const lookup = /^(?:os|env|config|settings|headers|params|args|environ|map|cache|dict)$/i

/** Calls whose arguments are values for a text, and not a method. */
const formatting =
  /^(?:s?printf|format|fmt|str|quote|f|encode\w*|url|uri|parse|create|joinpath|urljoin|json|print\w*|log\w*|echo|info|warn|debug)!?$/i

/** What a call says of the request that its argument at `from` is sent with; undefined where it says nothing. */
const requestOfCall = (text: string, { callee, from: start }: Call, from: number): Request | undefined => {
  const names = callee.replace(/^(?:@|\$|new\s+)/, '').split(/\.|::|->|\?\./)
  const last = (names.at(-1) ?? '').trim()
  const receiver = names.at(-2)?.trim() ?? ''
  const serves = serving.test(receiver) || servingCall.test(last)
  const [, verb] = suffix.exec(last) ?? []
  // `Net::HTTP::Post.new(…)`
  const [, classVerb] = /(?:HTTP::|Request::)(Get|Post|Head|Put|Patch|Delete)\.new$/.exec(callee) ?? []
  const told = lookup.test(receiver) ? undefined : (verb ?? classVerb)?.toUpperCase()
  if (serves) return { methods: told === undefined ? [] : [told], receiver, serves }
  if (told !== undefined) return { methods: [told], receiver }
  const inside = argumentsOf(text, start)
  const before = text.slice(start, from)
  const said =
    upper(keyed.exec(inside)) ??
    upper(constant.exec(inside)) ??
    (formatting.test(last) ? undefined : upper(quotedVerb.exec(before)))
  if (said !== undefined) return { methods: [said], receiver: receiver || last }
  if (plainGet.test(last)) {
    // `request(method, url)`: it is told, but not here.
    if (/^request$/i.test(last) && /^\s*[\w.]+\s*,/.test(before)) return { methods: [], receiver }
    const sends = /^(?:urlopen|request)$/i.test(last) && /\bdata\s*=|\bbody\s*[:=]/.test(inside)
    return { methods: [sends ? 'POST' : 'GET'], receiver }
  }
  const opens = last === 'open' && (receiver === 'URI' || /open-uri/.test(text))
  return opens ? { methods: ['GET'], receiver } : undefined
}

/** `Request.Builder().url("…").post(body)`, `new URL("…").openStream()`, `HttpRequest.newBuilder(uri).GET()` */
const chainedMethod = (text: string, from: number, behind: number): string | undefined => {
  const [rest = ''] = text.slice(behind, linesOn(text, behind, 6)).split(/;\s*\n|\n\s*\n/)
  const opened = /^["'`)\s]*\.openConnection/.test(rest) ? assignedName(text, from) : undefined
  if (opened !== undefined) {
    const setting = String.raw`\b${opened}\.(?:setRequestMethod\(|requestMethod\s*=)\s*["'](${verbs})`
    return upper(new RegExp(setting).exec(text.slice(behind, linesOn(text, behind, 12)))) ?? 'GET'
  }
  const chained = /^["'`)\]\s,a-z]*\./i.test(rest) ? upper(builder.exec(rest)) : undefined
  if (chained !== undefined) return chained
  const isOpened =
    /^["'`)\s]*\.(?:openStream|openConnection|toURL\(\)\.(?:text|getText|openStream)|getText|text\b|readText)/.test(
      rest,
    )
  const isBuilt = /\.url\s*\(\s*["'`]?$/.test(text.slice(Math.max(0, from - 40), from)) && /\.build\s*\(/.test(rest)
  return isOpened || isBuilt ? 'GET' : undefined
}

/** The call that sends what stands at a place. */
const callRequest = (text: string, from: number, behind: number): Request | undefined => {
  for (const call of openCalls(text, from)) {
    const request = requestOfCall(text, call, from)
    if (request !== undefined) return request
  }
  const method = chainedMethod(text, from, behind)
  return method === undefined ? undefined : { methods: [method] }
}

/** The method among the keys that stand next to an address in an object or a mapping. */
const siblingMethod = (text: string, at: number): string | undefined => {
  const line = text.slice(lineStart(text, at), lineEnd(text, at))
  const [, indent = '', key] = /^(\s*(?:-\s+)?)["']?([\w.-]+)["']?\s*[:=]/.exec(line) ?? []
  if (key === undefined) return undefined
  const depth = indent.replace('-', ' ').length
  const around = (step: -1 | 1): string | undefined => {
    let place = step < 0 ? lineStart(text, at) - 1 : lineEnd(text, at) + 1
    for (let lines = 0; lines < 12 && place > 0 && place < text.length; lines++) {
      const other = text.slice(lineStart(text, place), lineEnd(text, place))
      const own = (/^\s*(?:-\s+)?/.exec(other)?.[0] ?? '').length
      if (other.trim() !== '' && own < depth) return undefined
      if (own === depth) {
        const found = /^\s*(?:-\s+)?["']?(?:method|http_?method|verb)["']?\s*[:=]\s*["']?([A-Za-z]+)/i.exec(other)
        if (found) return found[1]?.toUpperCase()
      }
      place = step < 0 ? lineStart(text, place) - 1 : lineEnd(text, place) + 1
    }
    return undefined
  }
  return around(1) ?? around(-1)
}

/**
 * What the text around an address says of its request.
 *
 * @param from - where the address begins
 * @param behind - behind its last character
 */
export const requestAt = (text: string, from: number, behind: number): Request | undefined => {
  const before = text.slice(lineStart(text, from), from)
  const verb = spoken.exec(before)?.[1]
  if (verb !== undefined) return { methods: [verb], ...(/\bHandle(?:Func)?\s*\(/.test(before) ? { serves: true } : {}) }
  const command = commandMethod(text, from)
  if (command !== undefined) return { methods: [command] }
  const call = callRequest(text, from, behind)
  if (call !== undefined) return call
  const sibling = siblingMethod(text, from)
  return sibling === undefined ? undefined : { methods: [sibling] }
}
