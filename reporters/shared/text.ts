import { jsonOf } from '../../contracts/json.ts'

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A number as hexadecimal digits. */
export const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')

/** What is not seen: controls, format characters (they turn the direction of text), line separators, halves of characters. */
export const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * Text of others with everything that is not seen made visible, so that a target cannot write to the terminal. Build servers execute what
 * looks like their commands: `##[` of GitHub, `##vso[` of Azure, `##teamcity[` lose their second character.
 */
export const visible = (text: string): string =>
  text.replace(/##(?=\w*\[)/g, '#\\x23').replace(invisible, character => {
    const code = character.codePointAt(0) ?? 0
    return escapes[character] ?? (code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`)
  })

/** One line of at most so many characters. */
export const clip = (text: string, length: number): string => {
  if (text.length <= length) return text
  // A character takes two places at most; a body has millions.
  const characters = [...text.slice(0, 2 * length + 1)]
  return characters.length <= length ? text : `${characters.slice(0, Math.max(1, length - 1)).join('')}…`
}

/** What takes two columns of a terminal (Unicode Standard Annex 11, Wide and Fullwidth), and what takes none. */
const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u
const none = /[\p{Mn}\p{Me}]/u

const ascii = /^[\x20-\x7e]*$/

/** Columns of a terminal that a text takes. */
export const columnsOf = (text: string): number => {
  if (ascii.test(text)) return text.length
  let columns = 0
  for (const character of text) columns += none.test(character) ? 0 : wide.test(character) ? 2 : 1
  return columns
}

/** The first characters, as many as fit into so many columns. */
const fitting = (characters: Iterable<string>, columns: number): string[] => {
  const kept: string[] = []
  let room = columns
  for (const character of characters) {
    room -= columnsOf(character)
    if (room < 0) break
    kept.push(character)
  }
  return kept
}

/** One line of at most so many columns. */
export const clipColumns = (text: string, most: number): string =>
  columnsOf(text) <= most ? text : `${fitting(text, Math.max(1, most) - 1).join('')}…`

/** The end of a line, at most so many columns of it. */
const clipStart = (text: string, most: number): string =>
  fitting([...text].reverse(), most)
    .reverse()
    .join('')

/** A body on one line, without what only lays it out; where it is longer, its beginning and its end. */
export const bodyExcerpt = (body: string, length: number): string => {
  const flat = (part: string): string => visible(part.replace(/\s*\n\s*/g, ' ').trim())
  // Cut first: a body may be large, and only its ends are looked at.
  const near = length * 8
  const start = flat(body.slice(0, near))
  if (body.length <= near && columnsOf(start) <= length) return start
  const half = Math.floor(length / 2)
  const beginning = clipColumns(start, Math.max(1, length - half))
  return `${beginning.endsWith('…') ? beginning : `${beginning}…`}${clipStart(flat(body.slice(-near)), half - 1)}`
}

/** Pieces joined to lines of at most `width` columns. A piece that is wider stays whole. */
const linesOf = (pieces: Iterable<string>, separator: string, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  let columns = 0
  for (const piece of pieces) {
    const own = columnsOf(piece)
    const longer = columns + separator.length + own
    const fits = line !== '' && longer <= width
    if (line !== '' && !fits) lines.push(line)
    line = fits ? `${line}${separator}${piece}` : piece
    columns = fits ? longer : own
  }
  return line === '' ? lines : [...lines, line]
}

/** Text broken wherever a line is full. */
export const chunks = (text: string, width: number): readonly string[] => linesOf(text, '', width)

/** Lines of at most `width` columns. A word that is longer stays whole: it may be a URL to copy. */
export const wrap = (text: string, width: number): string[] =>
  linesOf(visible(text.replace(/\s+/g, ' ').trim()).split(' '), ' ', width)

/** GitHub executes a line that starts with `::`; what a target answered must not become one. */
export const defuse = (line: string): string => line.replace(/^(\s*):(?=:)/, '$1\\x3a')

/** `1 case`, `2 cases`. */
export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

/** The same for large numbers: `1,000 cases`. */
export const plural = (number: number, what: string): string =>
  `${number.toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`

/** `900 ms`, `1.2 s`. */
export const seconds = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`)

export const isJson = (text: string): boolean => jsonOf(text) !== undefined

/** A character as an escape of JSON, in UTF-16 units. */
export const jsonEscape = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join('')
