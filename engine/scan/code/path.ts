/** A value that a path takes from elsewhere: `${ns}`, `{}`, `%s`, `<namespace>`, or a variable between two literals. */
export interface Param {
  /** What it is called; undefined for `{}` and `%s`. */
  readonly name: string | undefined
}

export interface Segment {
  /** The text between two slashes; of values only what is around them. */
  readonly literal: string
  readonly params: readonly Param[]
  /** Where its slash stands. */
  readonly slash: number
  /** Behind its last character. */
  readonly to: number
  /** Whether its end is inside a literal, so that text can be written behind it. */
  readonly inLiteral: boolean
}

/** The rest of a path, as it is written in source code. */
export interface WrittenPath {
  readonly segments: readonly Segment[]
  /** Where a slash stands that nothing follows. */
  readonly trailing: number | undefined
  /** Behind the last character of the path. */
  readonly end: number
  /** Behind the expression that the path is part of: query, closing quote. */
  readonly behind: number
  /** Whether something follows that could not be read. */
  readonly open: boolean
  /** How literals are joined here: ` + "`. */
  readonly join: string | undefined
}

/** The match of a sticky expression at a place. */
const matchAt = (sticky: RegExp, text: string, at: number): RegExpExecArray | null => {
  sticky.lastIndex = at
  return sticky.exec(text)
}

/** Behind the bracket that closes the one at `at`; undefined where none does nearby. */
const closed = (text: string, at: number, open: string, close: string): number | undefined => {
  let depth = 0
  const most = Math.min(text.length, at + 240)
  for (let index = at; index < most; index++) {
    const character = text[index]
    if (character === '\n') return undefined
    if (character === open) depth += 1
    else if (character === close && --depth === 0) return index + 1
  }
  return undefined
}

const flatPlaceholders = [
  /\$\{\{([^{}\n]*)\}\}/y,
  /\{\{([^{}\n]*)\}\}/y,
  /\$(?:env:|script:|global:)?([A-Za-z_]\w*(?:->\w+|\[[^\]\s]{1,40}\])*)/y,
  /\$([\d@*])/y,
  /%\((\w+)\)[sd]/y,
  /%([A-Z][A-Z_]+)%/y,
  /%(?![0-9A-Fa-f]{2})(?:\d+\$)?[-+#0]*\d*[sdvqiS@]()/y,
  /<([A-Za-z][\w .:-]*)>/y,
  /&lt;([A-Za-z][\w .-]*)&gt;/y,
]

const nested = [
  ['${', '{', '}'],
  ['#{', '{', '}'],
  ['$(', '(', ')'],
  ['\\(', '(', ')'],
  ['{', '{', '}'],
] as const

/** A placeholder of any language at a place inside a literal. */
export const placeholderAt = (text: string, at: number): { readonly name: string; readonly to: number } | undefined => {
  for (const form of flatPlaceholders) {
    const found = matchAt(form, text, at)
    if (found) return { name: (found[1] ?? '').trim(), to: form.lastIndex }
  }
  for (const [start, open, close] of nested) {
    if (!text.startsWith(start, at)) continue
    const from = at + start.length
    const to = closed(text, from - 1, open, close)
    if (to !== undefined) return { name: text.slice(from, to - 1).trim(), to }
  }
  return undefined
}

/** Placeholders that are only meant as such where a segment begins: `:ns`, `[ns]`. */
const ofSegment = /:([A-Za-z_]\w*)|\[([A-Za-z_][\w .-]*)\]/y

/** How languages join texts. */
const operators = /\s*(\+(?![+=])|\.\.(?!\.)|<>|<<|&(?!&))\s*|[ \t]*(\.)(?=[ \t]*["'$]|[ \t]+[A-Za-z_$])[ \t]*/y

/** Literals on lines of their own, as Python and C join them. */
const adjacent = /[ \t]*\n\s*(?=[fFrRbB]{0,2}["'])/y

const opening = /(?:[fFrRbBuU]{0,2}|\$|@)(["'`])/y

const chain = /[$@]?[A-Za-z_][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_]\w*)*[!?]?/y
const member = /(?:\.|::|->|\?\.)[A-Za-z_]\w*/y

/** Behind a variable, a member or a call; undefined for anything else. */
const operandAt = (text: string, at: number): number | undefined => {
  const start = matchAt(chain, text, at)
  if (start === null) return text[at] === '(' ? closed(text, at, '(', ')') : undefined
  let to = at + start[0].length
  for (;;) {
    const bracket = text[to]
    const behind =
      bracket === '(' ? closed(text, to, '(', ')') : bracket === '[' ? closed(text, to, '[', ']') : undefined
    if (behind === undefined && matchAt(member, text, to) === null) return to
    to = behind ?? member.lastIndex
  }
}

/** Words between which a comma is a slash: `urljoin(base, "v2/repositories", ns)`. */
const joins = /\b(?:url_?join|path\.join|posixpath\.join|path\.Join|JoinPath|joinPath|joinpath|path_join)\s*\($/

type Building = { -readonly [Member in keyof Segment]: Segment[Member] } & { readonly params: Param[] }

export interface PathOptions {
  /** Where the literal begins that the path is in. */
  readonly literalFrom?: number
  /** Whether the path goes on inside a literal, as it does unless told otherwise; else an operator may follow. */
  readonly inLiteral?: boolean
  /** Whether a slash stands before, in the variable that the path begins with. */
  readonly behindSlash?: boolean
}

/** A path that is being read. */
interface Reading {
  readonly text: string
  readonly literalFrom: number
  /** Nothing is read from here on. */
  readonly most: number
  readonly segments: Building[]
  /** The segment that comes next; it counts once something of it is read. */
  current: Building | undefined
  inLiteral: boolean
  /** What is read next. */
  index: number
  end: number
  trailing: number | undefined
  open: boolean
  join: string | undefined
}

const segmentAt = (slash: number, to: number): Building => ({ literal: '', params: [], slash, to, inLiteral: true })

const addSlash = (reading: Reading, at: number, to: number): void => {
  reading.current = segmentAt(at, to)
  reading.trailing = at
  reading.end = to
  reading.index = to
}

/** Adds text or a value to the current segment. */
const add = (reading: Reading, to: number, more: { readonly text?: string; readonly param?: Param }): void => {
  const { current, segments } = reading
  reading.index = to
  if (current === undefined) {
    // Something stands directly behind what is known: `repositories${path}` may hold anything.
    if (segments.length === 0) reading.open = true
    return
  }
  if (!segments.includes(current)) segments.push(current)
  reading.trailing = undefined
  current.literal += more.text ?? ''
  if (more.param) current.params.push(more.param)
  current.to = to
  current.inLiteral = reading.inLiteral
  reading.end = to
}

/** Reads an operator and what it joins to the path. Returns whether the path goes on. */
const readOperator = (reading: Reading): boolean => {
  const { text, index } = reading
  const operator = matchAt(operators, text, index) ?? matchAt(adjacent, text, index)
  if (operator === null) return false
  const operand = index + operator[0].length
  const quote = matchAt(opening, text, operand)
  if (quote) {
    reading.join = `${operator[0]}${quote[1]}`
    reading.index = opening.lastIndex
    reading.inLiteral = true
    return true
  }
  const to = operandAt(text, operand)
  if (to === undefined) {
    reading.open = true
    return false
  }
  add(reading, to, { param: { name: text.slice(operand, to) } })
  return true
}

/** Reads the arguments of `url_join(base, "v2/repositories", ns)`: each is a segment. */
const readArguments = (reading: Reading): void => {
  const { text } = reading
  for (let comma = matchAt(separator, text, reading.index); comma; comma = matchAt(separator, text, reading.index)) {
    const start = separator.lastIndex
    const quoted = matchAt(opening, text, start)
    const from = opening.lastIndex
    const to = quoted ? text.indexOf(quoted[1] as string, from) + 1 : operandAt(text, start)
    if (to === undefined || to === 0) return
    addSlash(reading, start, start)
    add(reading, to, quoted ? { text: text.slice(from, to - 1) } : { param: { name: text.slice(start, to) } })
  }
}

const separator = /\s*,\s*/y

/** Reads a quote, which ends the literal unless another one begins there. Returns whether the path goes on. */
const readQuote = (reading: Reading, quote: string): boolean => {
  const { text, index, literalFrom } = reading
  const [before, next] = [text[index - 1] ?? '', text[index + 1] ?? '']
  reading.index += 1
  // A quote that opens: `repositories/"$1"/tags`.
  if (/[$\w/]/.test(next) && /[\w/$]/.test(before)) return true
  if (/["'`]/.test(next) && next !== quote) return true
  reading.inLiteral = false
  reading.join ??= ` + ${quote}`
  if (!joins.test(text.slice(Math.max(0, literalFrom - 120), literalFrom).replace(/[^(]*$/, ''))) return true
  readArguments(reading)
  return false
}

/** Reads what stands at a place inside a literal. Returns whether the path goes on. */
const readLiteral = (reading: Reading): boolean => {
  const { text, index, current } = reading
  const character = text[index] as string
  const slash = text.startsWith('\\/', index) ? 2 : character === '/' ? 1 : 0
  if (slash > 0) {
    addSlash(reading, index, index + slash)
    return true
  }
  if (text.startsWith('...', index) || character === '…') {
    reading.open = true
    return false
  }
  const found = placeholderAt(text, index)
  if (found) {
    add(reading, found.to, { param: { name: found.name === '' || /^\d+$/.test(found.name) ? undefined : found.name } })
    return true
  }
  if (current !== undefined && current.literal === '' && current.params.length === 0) {
    const named = matchAt(ofSegment, text, index)
    if (named) {
      add(reading, ofSegment.lastIndex, { param: { name: named[1] ?? named[2] ?? '' } })
      return true
    }
    if (character === '*') {
      add(reading, index + 1, { param: { name: '*' } })
      while (text[reading.index] === '*') reading.index += 1
      return true
    }
  }
  if (/[\w.~%@!-]/.test(character)) {
    add(reading, index + 1, { text: character })
    return true
  }
  if (/["'`]/.test(character)) return readQuote(reading, character)
  if (character === '?' || character === '#')
    do reading.index += 1
    while (reading.index < reading.most && !/[\s"'`]/.test(text[reading.index] as string))
  return false
}

/** A point at the end of a sentence is not part of the path. */
const dropPoint = (reading: Reading): void => {
  const last = reading.segments.at(-1)
  if (!last?.inLiteral || last.params.length > 0 || reading.end !== last.to) return
  const kept = last.literal.replace(/\.+$/, '')
  last.to -= last.literal.length - kept.length
  last.literal = kept
  reading.end = last.to
}

/**
 * Reads what follows `repositories` in a path, or what is put behind a variable that holds a path.
 *
 * @param at - behind what is known of the path
 */
export const readPath = (text: string, at: number, options: PathOptions = {}): WrittenPath => {
  const { literalFrom = at, inLiteral = true, behindSlash = false } = options
  const reading: Reading = {
    text,
    literalFrom,
    most: Math.min(text.length, at + 2_000),
    segments: [],
    current: behindSlash ? segmentAt(at, at) : undefined,
    inLiteral,
    index: at,
    end: at,
    trailing: undefined,
    open: false,
    join: undefined,
  }
  while (reading.index < reading.most && (reading.inLiteral ? readLiteral(reading) : readOperator(reading)));
  dropPoint(reading)
  const { segments, trailing, end, index, open, join } = reading
  return { segments, trailing, end, behind: Math.max(index, end), open, join }
}
