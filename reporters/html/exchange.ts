import type { Exchange, HeaderList, ReceivedResponse } from '../../contracts/exchange.ts'
import type { Report } from '../../contracts/results/report.ts'
import { shorten } from '../shared/bounds.ts'
import { repeatLines } from '../shared/evidence.ts'
import { address, senderWords } from '../shared/exchange-line.ts'
import { clip, isJson, plural } from '../shared/text.ts'
import { anchor, breakable, type Html, html, type MarkupChild, marked } from './markup.ts'

/** The largest body that is laid out before it is shortened. */
const layoutBound = 65_536

/** A string of JSON or a piece between strings. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/**
 * JSON broken into lines. Its tokens stay as they were sent: parsing and printing would round numbers, drop the first of two equal keys
 * and undo escapes, and a reader would not see the evidence that the verdict is based on.
 */
const laidOut = (json: string): string => {
  const tokens = json.match(token) ?? []
  let depth = 0
  let out = ''
  const newLine = (): void => {
    out += `\n${'  '.repeat(Math.min(depth, 40))}`
  }
  for (const [at, piece] of tokens.entries()) {
    if (piece === '}' || piece === ']') {
      depth -= 1
      if (tokens[at - 1] !== '{' && tokens[at - 1] !== '[') newLine()
      out += piece
    } else if (piece === '{' || piece === '[') {
      depth += 1
      out += piece
      if (tokens[at + 1] !== '}' && tokens[at + 1] !== ']') newLine()
    } else if (piece === ',') {
      out += piece
      newLine()
    } else out += piece === ':' ? ': ' : piece
  }
  return out
}

/** A body in a form to be read: JSON in lines, anything else as it is. */
export const readableBody = (body: string): string => {
  if (body.length > layoutBound || !/^\s*[[{]/.test(body)) return body
  return isJson(body) ? laidOut(body) : body
}

/** Characters of a body that are shown: whole up to this, else its beginning and its end. */
const bodyBound = 2_048
const headerBound = 600
const headersBound = 60
interface ExchangeOptions {
  readonly report: Report
  /** A requirement that the exchange is evidence of. */
  readonly requirement: string
  /** Whether it decides a failure, or is what the deciding one was compared with. */
  readonly role: 'decides' | 'control' | undefined
}

export const exchangeId = (id: string): string => anchor(`exchange-${id}`)

/** What came back, in a word: `404`, `no answer (timeout)`. */
export const outcome = ({ response, failure }: Exchange): string =>
  response === null ? `no answer (${failure ?? 'unknown'})` : String(response.status)

const headerLines = (headers: HeaderList): MarkupChild => [
  headers.slice(0, headersBound).map(
    ([name, value]) => html`<span class="name">${marked(clip(name, 200))}</span>: ${marked(clip(value, headerBound))}
`,
  ),
  headers.length > headersBound && `(${plural(headers.length - headersBound, 'more header')})\n`,
]

const bodyLines = (body: string, truncated: boolean): MarkupChild => {
  if (body === '') return null
  const text = readableBody(body)
  const half = bodyBound / 2
  const start = shorten(text, text.length <= bodyBound ? bodyBound : half).text
  const end = text.length <= bodyBound ? '' : text.slice(-half).replace(/^[\udc00-\udfff]/, '')
  const left = text.length - start.length - end.length
  return [
    '\n',
    marked(start),
    left > 0 && html`<span class="note">… ${left.toLocaleString('en-US')} characters left out …</span>`,
    marked(end),
    truncated && html`<span class="note">the recording ends here, the body went on</span>`,
  ]
}

const received = (response: ReceivedResponse): MarkupChild => {
  const isBytes = response.encoding === 'base64'
  return [
    html`<b>${response.status}</b>
`,
    headerLines(response.headers),
    isBytes && html`<span class="note">binary, as base64:</span>`,
    isBytes
      ? bodyLines(response.body.slice(0, bodyBound / 4), response.body.length > bodyBound / 4)
      : bodyLines(response.body, response.truncated),
    response.body === '' && html`<span class="note">no body</span>`,
  ]
}

const command = (exchange: Exchange<'sealed'>, { report, requirement }: ExchangeOptions): MarkupChild => {
  const lines = repeatLines(report, exchange, requirement, 96)
  if (lines.length === 0) return null
  return html`<p class="label">Repeat it</p>
<pre class="curl" tabindex="0" aria-label="Command that repeats the request">${marked(lines.join('\n'))}</pre>`
}

/** An exchange on one line. */
const exchangeTitle = (exchange: Exchange, { report: { target } }: ExchangeOptions): Html => {
  const { request, response } = exchange
  const kind = response === null ? 'none' : `${String(response.status).slice(0, 1)}xx`
  return html`<b>${marked(clip(request.method, 40))}</b> <span class="path">${breakable(clip(address(request.url, target), 300))}</span> <span class="arrow">→</span> <b class="status is-${anchor(kind)}">${outcome(exchange)}</b>`
}

const milliseconds = (ms: number): string => `${Number.isFinite(ms) ? Math.round(ms) : '?'} ms`

/** An exchange with all there is to see of it. */
export const exchangeBlock = (exchange: Exchange<'sealed'>, options: ExchangeOptions): Html => {
  const { id, request, response } = exchange
  const { role } = options
  return html`<details class="exchange" id="${exchangeId(id)}"${role === 'decides' && html` open`}>
<summary><span class="number">${id}</span> <span class="line">${exchangeTitle(exchange, options)}</span> <span class="aside">${role === 'control' && 'control · '}${senderWords(request)} · ${milliseconds(exchange.ms)}</span></summary>
<div class="panes">
<div><p class="label">Request</p>
<pre tabindex="0" aria-label="Request ${id}"><b>${marked(clip(request.method, 40))} ${breakable(shorten(request.url, bodyBound).text)}</b>
${headerLines(request.headers)}${bodyLines(request.body ?? '', false)}</pre></div>
<div><p class="label">Response</p>
<pre tabindex="0" aria-label="Response ${id}">${response === null ? `${outcome(exchange)}\n` : received(response)}</pre></div>
</div>
${command(exchange, options)}</details>
`
}

/** The same as a row, where the report has more exchanges than anyone opens. */
export const exchangeRow = (exchange: Exchange, target: string | null): Html => {
  const { id, request } = exchange
  return html`<tr id="${exchangeId(id)}"><td>${id}</td><td>${clip(request.method, 16)}</td><td>${clip(address(request.url, target), 110)}</td><td>${outcome(exchange)}</td></tr>
`
}
