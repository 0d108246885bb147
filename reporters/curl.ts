import type { SentRequest } from '../contracts/exchange.ts'
import { hex, invisible } from './text.ts'

/** curl sets them itself, as the connection needs them. */
const leftToCurl = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
])

const plain = /^[\w@%+=:,./-]+$/

/** A shell word. Quotes are closed and opened again inside what a build server would take for a command of its own. */
export const quote = (text: string): string => {
  if (plain.test(text)) return text
  const quoted = text
    .replaceAll("'", "'\\''")
    .replace(/##(?=\w*\[)/g, "#''#")
    .replace(/(^|\n)(\s*):(?=:)/g, "$1$2:''")
  return `'${quoted}'`
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const utf16 = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join('')

/**
 * A body as a shell word. Characters that are not seen are written as escapes: of JSON where it is JSON, which leaves its meaning alone,
 * else of the shell.
 */
const quoteBody = (body: string): string => {
  const unseen = (body.match(invisible) ?? []).filter(character => character !== '\n')
  if (unseen.length === 0) return quote(body)
  if (isJson(body) && !unseen.some(character => character < ' ')) {
    return quote(body.replace(invisible, character => (character === '\n' ? character : utf16(character))))
  }
  const escaped = body
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replace(invisible, character => [...Buffer.from(character)].map(byte => `\\x${hex(byte, 2)}`).join(''))
    .replace(/##(?=\w*\[)/g, '#\\x23')
  return `$'${escaped}'`
}

/** The credentials of the one who repeats the request; the recorded ones are redacted and of no use. */
const token = '"Authorization: Bearer $HUB_CONFORMANCE_TOKEN"'

const headerArguments = ({ headers, body, as }: SentRequest): string[] => {
  const sent = headers.filter(([name]) => !leftToCurl.has(name.toLowerCase()))
  const words = sent.flatMap(([name, value]) => {
    if (name.toLowerCase() === 'authorization' && as === 'valid') return ['-H', token]
    // With nothing after the colon curl would leave the header out.
    return ['-H', quote(value === '' ? `${name};` : `${name}: ${value}`)]
  })
  const names = new Set(sent.map(([name]) => name.toLowerCase()))
  return [
    ...words,
    // What curl would add of its own.
    ...(names.has('accept') ? [] : ['-H', 'Accept:']),
    ...(body === null || names.has('content-type') ? [] : ['-H', 'Content-Type:']),
  ]
}

export interface CurlOptions {
  readonly insecure?: boolean
}

/** The words of a curl command that repeats the request. */
export const curlWords = (request: SentRequest, { insecure = false }: CurlOptions = {}): readonly string[] => [
  'curl',
  // The path as it was sent, without sense made of dots, brackets and braces.
  '--path-as-is',
  '--globoff',
  ...(insecure ? ['--insecure'] : []),
  // HEAD by -X would wait for a body.
  ...(request.method === 'HEAD'
    ? ['--head']
    : request.method === 'GET' && request.body === null
      ? ['-i']
      : ['-i', '-X', quote(request.method)]),
  ...headerArguments(request),
  ...(request.body === null ? [] : ['--data-raw', quoteBody(request.body)]),
  quote(request.url),
]

/** The command, broken between its words where it is wider than `width`. */
export const curlLines = (request: SentRequest, width: number, options: CurlOptions = {}): readonly string[] => {
  const lines: string[] = []
  let line = ''
  const words = curlWords(request, options)
  for (const [at, word] of words.entries()) {
    // An option stays with its value.
    const isValue = /^(-X|-H|--data-raw)$/.test(words[at - 1] ?? '')
    const next = /^(-X|-H|--data-raw)$/.test(word) ? ` ${words[at + 1]}` : ''
    if (line === '') line = word
    else if (isValue || line.length + 1 + word.length + next.length + 2 <= width) line += ` ${word}`
    else {
      lines.push(`${line} \\`)
      line = word
    }
  }
  return [...lines, line]
}
