import type { SentRequest } from '../../contracts/exchange.ts'
import { isCsrfName } from '../../contracts/run/secret-names.ts'
import { tool } from '../../contracts/version.ts'
import { hex, invisible, isJson, jsonEscape } from './text.ts'

/** curl sets them itself, as the connection needs them. */
const leftToCurl = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'])

const unquotedWord = /^[\w@%+=:,./-]+$/

/** The bytes of a character in hexadecimal digits, each behind a mark. */
const bytesOf = (character: string, mark: string): string =>
  [...Buffer.from(character)].map(byte => `${mark}${hex(byte, 2)}`).join('')

/** Text with what is not seen, as the quotes of bash, ksh and zsh that know escapes: a terminal gets none of it. */
const escaped = (text: string): string => {
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replace(invisible, character => bytesOf(character, '\\x'))
    .replace(/##(?=\w*\[)/g, '#\\x23')
  return `$'${inner}'`
}

const unseen = (text: string): readonly string[] =>
  (text.match(invisible) ?? []).filter(character => character !== '\n')

/** A shell word. Its quotes are closed and opened again inside what a build server would take for a command of its own. */
export const quote = (text: string): string => {
  if (unquotedWord.test(text)) return text
  if (unseen(text).length > 0) return escaped(text)
  const inner = text
    .replaceAll("'", "'\\''")
    .replace(/##(?=\w*\[)/g, "#''#")
    .replace(/(\n\s*):(?=:)/g, "$1:''")
  return `'${inner}'`
}

/** A body as a shell word. In JSON what is not seen is written as JSON's own escapes, which every shell leaves alone. */
const quoteBody = (body: string): string => {
  const strange = unseen(body)
  if (strange.length === 0 || strange.some(character => character < ' ') || !isJson(body)) return quote(body)
  return quote(body.replace(invisible, character => (character === '\n' ? character : jsonEscape(character))))
}

/** A URL as it goes over the wire: what is not seen is percent-encoded there. */
const quoteUrl = (url: string): string => quote(url.replace(invisible, character => bytesOf(character, '%')))

const methodArguments = ({ method, body }: SentRequest): readonly string[] => {
  // HEAD by -X would wait for a body, --head takes none to send.
  if (method === 'HEAD' && body === null) return ['--head']
  return method === 'GET' && body === null ? ['-i'] : ['-i', `-X ${quote(method)}`]
}

/** The placeholder of a credential; the name of a cookie stays. */
const hidden = /\[secret-\d+\]|(?<==)\[redacted\]/

/** The texts around the credentials in a field; that of a bearer token if it was not recorded. */
const around = (value: string): readonly string[] =>
  (hidden.test(value) ? value.split(hidden) : ['Bearer ', '']).map(text => text.replace(/[^\w=;:,./ -]/g, ''))

const csrfVariable = '$HUB_CONFORMANCE_CSRF_TOKEN'

/** The field of the credentials, with a variable of the environment in the place of what is not shown. */
const ownCredential = (name: string, value: string): string => {
  if (/^Basic /i.test(value)) return '-u "$HUB_CONFORMANCE_USERNAME:$HUB_CONFORMANCE_PASSWORD"'
  // What is not known as a secret of the run, next to one that is, is a cookie that nobody has.
  const own = /\[secret-\d+\]/.test(value) ? value.replaceAll(/(?<==)\[redacted\]/g, 'not-a-valid-credential') : value
  const [before = '', after = '', ...others] = around(own)
  const shown = name.toLowerCase() === 'authorization' ? 'Authorization' : name
  // Another cookie of the session has the token that a header has as well.
  return `-H "${shown}: ${[`${before}$HUB_CONFORMANCE_TOKEN${after}`, ...others].join(csrfVariable)}"`
}

/** A credential that nobody has, in the scheme of one that is not shown. */
const otherCredential = (scheme = 'Bearer '): string =>
  `${scheme}${/^basic /i.test(scheme) ? 'bm9ib2R5Om5vdC1hLXBhc3N3b3Jk' : 'not-a-valid-credential'}`

const headerArguments = ({ headers, body, as }: SentRequest): readonly string[] => {
  const sent = headers.filter(
    ([name, value]) =>
      !leftToCurl.has(name.toLowerCase()) && !(/^user-agent$/i.test(name) && value.startsWith(tool.name)),
  )
  const names = new Set(sent.map(([name]) => name.toLowerCase()))
  const [credential] = sent.filter(([name, value]) => name.toLowerCase() === 'authorization' || hidden.test(value))
  return [
    ...sent.map(([name, value]) => {
      const isCredential = name === credential?.[0]
      // The credentials of whoever repeats it: the recorded ones are redacted and of no use.
      if (isCredential && as === 'valid') return ownCredential(name, value)
      if (as === 'valid' && isCsrfName(name) && /^\[(?:secret-\d+|redacted)\]$/.test(value))
        return `-H "${name}: ${csrfVariable}"`
      // Any invalid one is as good as the redacted one.
      const shown = isCredential
        ? value.replace(/^(\w+ |[^\s=;]+=)?\[redacted\]$/, (_, scheme) => otherCredential(scheme))
        : value
      // With nothing after a colon curl would leave the header out.
      return `-H ${quote(shown === '' ? `${name};` : `${name}: ${shown}`)}`
    }),
    // What curl would add of its own.
    ...(names.has('accept') ? [] : ["-H 'Accept:'"]),
    ...(headers.some(([name]) => /^user-agent$/i.test(name)) ? [] : ["-H 'User-Agent:'"]),
    ...(body === null || names.has('content-type') ? [] : ["-H 'Content-Type:'"]),
  ]
}

/** The parts of a curl command that repeats the request, each an option with its value. */
const curlArguments = (request: SentRequest, insecure: boolean): readonly string[] => [
  'curl',
  // The path as it was sent: no sense is made of dots, brackets and braces.
  '--path-as-is',
  '--globoff',
  ...(insecure ? ['--insecure'] : []),
  ...methodArguments(request),
  ...headerArguments(request),
  ...(request.body === null ? [] : [`--data-raw ${quoteBody(request.body)}`]),
  quoteUrl(request.url),
]

/** A curl command that repeats the request, broken between its options where it is wider than `width`. */
export const curlLines = (request: SentRequest, width: number, insecure = false): readonly string[] => {
  const [first = '', ...others] = curlArguments(request, insecure)
  const lines: string[] = []
  let line = first
  for (const argument of others) {
    // Room for the backslash that goes on to the next line.
    if (line.length + 1 + argument.length + 2 <= width) line += ` ${argument}`
    else {
      lines.push(`${line} \\`)
      line = argument
    }
  }
  return [...lines, line]
}
