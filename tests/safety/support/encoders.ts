/** As Go, PHP and Python write JSON. */
const escaped = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[&<>'+]|[^\x20-\x7e]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')

const xml = (text: string): string =>
  text.replace(/[&<>"'+]/g, one =>
    one === '&' ? '&amp;' : one === '<' ? '&lt;' : `&#x${one.charCodeAt(0).toString(16)};`,
  )

/** Ways in which a server may write back what it was sent. */
export const encoders: readonly ((text: string) => string | Buffer)[] = [
  text => text,
  text => encodeURIComponent(text),
  text =>
    encodeURIComponent(encodeURIComponent(text))
      .toLowerCase()
      .replaceAll(/%[0-9a-f]{2}/g, one => one),
  text => new URLSearchParams([['x', text]]).toString(),
  text => JSON.stringify({ error: `you sent ${text}` }),
  text => `{"error":"you sent ${escaped(text)}"}`,
  text => JSON.stringify({ inner: JSON.stringify({ inner: text }) }),
  text => `<error>${xml(text)}</error>`,
  text => Buffer.from(text).toString('base64'),
  text => Buffer.from(`x${text}`).toString('base64'),
  text => Buffer.from(`xy${text}y`).toString('base64url'),
  text => Buffer.from(`user:${text}`).toString('base64'),
  text =>
    (
      Buffer.from(`user: ${text} `.repeat(3))
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\r\n'),
  text => Buffer.from(text).toString('hex'),
  text => Buffer.from(text).toString('hex').toUpperCase(),
  text => (text.match(/.{1,8}/gsu) ?? []).join('\n    '),
  text =>
    encodeURIComponent(text)
      .replaceAll(/%[0-9A-F]{2}/g, hex => hex.toLowerCase())
      .replaceAll('%20', '+'),
  text => text.replace(/[^A-Za-z0-9 ]/gu, one => `&#${one.codePointAt(0)};`),
  text => text.normalize('NFD'),
  text => text.normalize('NFKC'),
  text => Buffer.from(Buffer.from(text.replace(/^before | after$/g, '')).toString('base64')).toString('base64'),
  text => JSON.stringify({ log: JSON.stringify({ line: JSON.stringify(text) }) }),
  text => `//somebody:${encodeURIComponent(text)}@elsewhere.example/`,
  text =>
    (
      Buffer.from(`authorization: ${text}`)
        .toString('base64')
        .match(/.{1,60}/g) ?? []
    ).join('\\n'),
  text => Buffer.from(text, 'utf16le'),
  text => Buffer.from(`\u00ff${text}`, 'latin1'),
]
