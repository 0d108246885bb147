/** Base64 of bytes at the three offsets at which they may stand inside longer ones, without the characters that depend on their neighbours. */
const base64Forms = (bytes: Buffer): string[] =>
  [0, 1, 2].flatMap(offset => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const start = offset === 0 ? 0 : offset === 1 ? 2 : 3
    const end = (offset + bytes.length) % 3 === 0 ? whole.length : whole.length - 1
    const core = whole.slice(start, end)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })

/** Shorter ones stand in ordinary text by chance. */
const shortestEncoded = 6

/** What a secret looks like in text as it is, in base64 at any alignment, in hexadecimal digits, and as the usual encoders write it. */
export const formsOf = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret)
  const escaped = JSON.stringify(secret).slice(1, -1)
  const encoded =
    secret.length < shortestEncoded
      ? []
      : [
          ...base64Forms(bytes),
          ...(escaped === secret ? [] : base64Forms(Buffer.from(escaped))),
          ...base64Forms(Buffer.from(secret, 'latin1')),
          ...base64Forms(Buffer.from(secret, 'utf16le')),
          bytes.toString('hex'),
          bytes.toString('hex').toUpperCase(),
        ]
  const url = [
    encodeURIComponent(Buffer.from(secret).toString()),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ]
  return [...new Set([secret, escaped, ...url, ...encoded.filter(form => form.length >= shortestEncoded)])]
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

const percentDecoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, run => {
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex')
    return bytes.toString('utf8').includes('\uFFFD') ? bytes.toString('latin1') : bytes.toString('utf8')
  })

/** Undoes one layer of the escapes of URLs, JSON, XML and HTML, wherever they stand. */
const unescaped = (text: string): string =>
  percentDecoded(text)
    .replace(/\\u\{?([0-9a-f]{2,6})\}?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/\\x([0-9a-f]{2})/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/\\+(["'/\\])/g, '$1')
    .replace(/&#x0*([0-9a-f]{1,6});/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#0*(\d{1,7});/g, (_, digits: string) => character(Number(digits)))
    .replace(/&(amp|lt|gt|quot|apos);/gi, (_, name: string) => named[name.toLowerCase()] ?? '')

/** Layers of escapes that are undone: an escaped URL inside escaped JSON inside an attribute. */
const layers = 4

/** Whether a text could hold something behind escapes, zero bytes or line breaks. */
const mayHide = (text: string): boolean => /[%\\&\0\n]/.test(text)

/** What a text says without escapes; several readings, since a plus may be a space and a backslash may be one. */
export const readingsOf = (text: string): readonly string[] => {
  if (!mayHide(text)) return []
  const readings = new Set<string>()
  let current = text.replaceAll('\0', '')
  for (let layer = 0; layer < layers; layer++) {
    readings.add(current)
    const next = unescaped(current)
    if (next === current) break
    current = next
  }
  readings.add(current)
  // MIME breaks base64 at 76 columns; a log breaks whatever it likes.
  readings.add(current.replace(/\r?\n[ \t]*/g, ''))
  readings.delete(text)
  return [...readings]
}

/** An expression for a text as it is. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const caseless = (hex: string): string => hex.replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`)

/** A character in any spelling that {@link readingsOf} reads. */
const spellings = (one: string): string => {
  const code = one.codePointAt(0) as number
  const percent = (bytes: Buffer): string =>
    [...bytes].map(byte => `%(?:25)*${caseless(byte.toString(16).padStart(2, '0'))}`).join('')
  const units = [...Array(one.length).keys()].map(at => one.charCodeAt(at).toString(16).padStart(4, '0'))
  const name = Object.keys(named).find(key => named[key] === one)
  return [
    `\\\\*${literal(one)}`,
    percent(Buffer.from(one)),
    ...(code > 127 && code < 256 ? [percent(Buffer.from(one, 'latin1'))] : []),
    ...(one === ' ' ? ['\\+'] : []),
    units.map(unit => `\\\\+u${caseless(unit)}`).join(''),
    ...(code < 256 ? [`\\\\+x${caseless(code.toString(16).padStart(2, '0'))}`] : []),
    `&(?:amp;)*#0*${code};`,
    `&(?:amp;)*#[xX]0*${caseless(code.toString(16))};`,
    ...(name === undefined ? [] : [`&(?:amp;)*${caseless(name)};`]),
  ].join('|')
}

/** Matches a secret whatever mixture of escapes its characters are in, also across zero bytes and line breaks. */
export const anySpelling = (secret: string): RegExp =>
  new RegExp([...secret].map(one => `(?:${spellings(one)})`).join('\\0*(?:\\r?\\n[ \\t]*)?'), 'g')
