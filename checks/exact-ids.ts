/**
 * A member that may be an id, with a number that may not be exact as a JavaScript number. In JSON no text with a quote in it looks like
 * this: that quote has a backslash. Each repetition has a limit: without one, a long text is more than the regular expression engine holds.
 */
const exactId =
  /"([^"\\]{0,200}(?:id|pk|key|identifier|ref(?:erence)?|group|team|token|subject|number|serial))"(\s{0,20}:\s{0,20})(-?\d{16,400})(?=\s{0,20}[,}])/gi

/**
 * JSON with the ids that a JavaScript number cannot hold as texts: the digits that the target wrote are the address, not the nearest number
 * (RFC 8259, section 6). Other numbers stay as they are.
 */
export const withExactIds = (json: string): string =>
  /:\s{0,20}-?\d{16}/.test(json)
    ? json.replaceAll(exactId, (whole, name: string, colon: string, digits: string) =>
        Number.isSafeInteger(Number(digits)) ? whole : `"${name}"${colon}"${digits}"`,
      )
    : json

/** An id that is sent as a number where it is one, with all its digits; a text such as `007` is none. */
export const idValue = (id: string): string | number | bigint => {
  if (!/^(?:0|-?[1-9]\d{0,399})$/.test(id)) return id
  return Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id)
}

const exactMark = '\u0000exact '

/** JSON as it is sent: numbers with all their digits. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? exactMark + one : one)).replaceAll(
    /"\\u0000exact (-?\d+)"/g,
    '$1',
  )

const mirrors = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ']

/** Another id of the same form: each character of its last run of letters and digits is replaced by one of the same kind. Hexadecimal stays hexadecimal. */
export const mirrored = (id: string): string =>
  id.replace(/[\da-z]{1,64}(?=[^\da-z]{0,64}$)/i, end =>
    end.replace(/./g, character => {
      const kind = mirrors.find(characters => characters.includes(character)) ?? character
      return kind.charAt(kind.length - 1 - kind.indexOf(character))
    }),
  )

/** The number that is no id: the largest that 32 bits hold, less one. */
export const noNumber = '2147483646'

/** An id that does not exist, in the form of a known one. Undefined if the known id is short and no number, because a similar one may exist. */
export const unknownId = (known: string): string | undefined => {
  if (/^\d{1,10}$/.test(known)) return noNumber
  return /[\da-z]{6}[^\da-z]*$/i.test(known) ? mirrored(known) : undefined
}
