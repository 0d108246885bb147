/** Base64 of bytes at the three offsets at which they may stand inside longer ones, without the characters that depend on their neighbours. */
const base64Forms = (bytes: Buffer): string[] =>
  [0, 1, 2].flatMap(offset => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
    // Three bytes are four characters.
    const core = whole.toString('base64').slice(Math.ceil((offset * 4) / 3), Math.floor((whole.length * 4) / 3))
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })

/** Shorter ones stand in ordinary text by chance. */
const shortestEncoded = 6

/** As text of other normal forms, and as it is read where line breaks are left out. */
const spelt = (secret: string): readonly string[] => [
  ...new Set([
    secret,
    secret.normalize('NFC'),
    secret.normalize('NFD'),
    secret.normalize('NFKC'),
    secret.normalize('NFKD'),
    secret.replace(/\r?\n[ \t]*/g, ''),
  ]),
]

/** What a secret looks like in text as it is, in base64 at any alignment, in hexadecimal digits, and as the usual encoders write it. */
export const formsOf = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret)
  const escaped = JSON.stringify(secret).slice(1, -1)
  const encoded =
    secret.length < shortestEncoded
      ? []
      : [
          ...base64Forms(bytes),
          // Once more, as a secret in a manifest is.
          ...base64Forms(Buffer.from(bytes.toString('base64'))),
          ...base64Forms(Buffer.from(escaped)),
          ...base64Forms(Buffer.from(secret, 'latin1')),
          ...base64Forms(Buffer.from(secret, 'utf16le')),
          bytes.toString('hex'),
          bytes.toString('hex').toUpperCase(),
        ]
  const plain = spelt(secret).flatMap(one => [
    one,
    JSON.stringify(one).slice(1, -1),
    encodeURIComponent(Buffer.from(one).toString()),
    new URLSearchParams([['', one]]).toString().slice(1),
  ])
  return [...new Set([...plain.filter(form => form !== ''), ...encoded])]
}

/** Whether a secret is so short, or so much like a word, that it stands in ordinary text by chance: it is looked for as a whole word only. */
export const isWordLike = (secret: string): boolean =>
  secret.length < 6 || (secret.length <= 12 && /^(?:[a-z]+|\d+)$/i.test(secret))

/** What such a secret looks like: itself, escaped, and whole in base64. */
export const wordForms = (secret: string): readonly string[] => {
  const base64 = Buffer.from(secret).toString('base64')
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(Buffer.from(secret).toString()),
      base64,
      base64.replaceAll('=', ''),
    ]),
  ]
}

const control = { '\n': 'n', '\r': 'r', '\t': 't' } as const

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

const percentDecoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, run => {
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex')
    return bytes.toString('utf8').includes('\uFFFD') ? bytes.toString('latin1') : bytes.toString('utf8')
  })

/** What undoes one layer of the escapes of URLs, of JSON and of XML, wherever they stand: one by one, since a secret may hold what another would undo. */
const decoders: readonly ((text: string) => string)[] = [
  percentDecoded,
  text => (/%[0-9a-f]{2}/i.test(text) ? percentDecoded(text.replaceAll('+', ' ')) : text),
  text =>
    text.replace(
      /\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|\\+(["'/\\])|\\([nrt])/gi,
      (_, four, any, two, plain, letter) =>
        letter !== undefined
          ? (Object.keys(control).find(key => control[key as keyof typeof control] === letter) ?? letter)
          : plain === undefined
            ? character(Number.parseInt(four ?? any ?? two, 16))
            : (plain as string),
    ),
  text =>
    text.replace(/&#x0*([0-9a-f]{1,6});|&#0*(\d{1,7});|&(amp|lt|gt|quot|apos);/gi, (_, hex, digits, name) =>
      name === undefined
        ? character(hex === undefined ? Number(digits) : Number.parseInt(hex, 16))
        : (named[(name as string).toLowerCase()] as string),
    ),
]

/** Layers of escapes that are undone, such as an escaped URL inside escaped JSON inside an attribute, and readings that are made in all. */
const bounds = { layers: 4, readings: 40 } as const

/** Whether a text could hold something behind escapes, zero bytes or line breaks. */
const mayHide = (text: string): boolean => /[%\\&\0\n]/.test(text)

/** What a text may say without escapes, zero bytes and line breaks. */
export const readingsOf = (text: string): readonly string[] => {
  if (!mayHide(text)) return []
  const readings = new Set([text, text.replaceAll('\0', '')])
  // MIME breaks base64 at 76 columns; a log breaks whatever it likes.
  for (const reading of [...readings]) readings.add(reading.replace(/(?:\r?\n|\\r\\n|\\n)[ \t]*/g, ''))
  let frontier = [...readings]
  for (let layer = 0; layer < bounds.layers; layer++) {
    const next: string[] = []
    for (const reading of frontier)
      for (const decode of decoders) {
        const decoded = decode(reading)
        if (readings.has(decoded) || readings.size >= bounds.readings) continue
        readings.add(decoded)
        next.push(decoded)
      }
    frontier = next
  }
  readings.delete(text)
  return [...readings]
}

/** An expression for a text as it is. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const caseless = (hex: string): string => hex.replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`)

/** A character in any spelling that {@link readingsOf} reads. */
const percentSpellings = (one: string): string => {
  const code = one.codePointAt(0) as number
  const percent = (bytes: Buffer): string =>
    [...bytes].map(byte => `%(?:25)*${caseless(byte.toString(16).padStart(2, '0'))}`).join('')
  const units = [...Array(one.length).keys()].map(at => one.charCodeAt(at).toString(16).padStart(4, '0'))
  return [
    `\\\\*${literal(one)}`,
    percent(Buffer.from(one)),
    ...(code < 256 ? [percent(Buffer.from(one, 'latin1'))] : []),
    ...(one === ' ' ? ['\\+'] : []),
    ...(one in control ? [`\\\\+${control[one as keyof typeof control]}`] : []),
    units.map(unit => `\\\\+u${caseless(unit)}`).join(''),
    `\\\\+x${caseless(code.toString(16).padStart(2, '0'))}`,
    `&(?:amp;)*#0*${code};`,
    `&(?:amp;)*#[xX]0*${caseless(code.toString(16))};`,
    ...Object.keys(named).flatMap(name => (named[name] === one ? `&(?:amp;)*${caseless(name)};` : [])),
  ].join('|')
}

/** Matches a secret whatever mixture of escapes its characters are in, also across zero bytes and line breaks. */
export const anySpelling = (secret: string): RegExp =>
  new RegExp(
    [...secret].map(one => `(?:${percentSpellings(one)})`).join('\\0*(?:(?:\\r?\\n|\\\\r\\\\n|\\\\n)[ \\t]*)?'),
    'g',
  )
