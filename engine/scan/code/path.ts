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
    form.lastIndex = at
    const found = form.exec(text)
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

/** A variable, a member or a call, without its operators. */
const operandAt = (text: string, at: number): number | undefined => {
  const chain = /[$@]?[A-Za-z_][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_]\w*)*[!?]?/y
  chain.lastIndex = at
  if (!chain.test(text)) return text[at] === '(' ? closed(text, at, '(', ')') : undefined
  let to = chain.lastIndex
  for (;;) {
    const bracket = text[to]
    const behind =
      bracket === '(' ? closed(text, to, '(', ')') : bracket === '[' ? closed(text, to, '[', ']') : undefined
    if (behind !== undefined) to = behind
    else {
      const more = /(?:\.|::|->|\?\.)[A-Za-z_]\w*/y
      more.lastIndex = to
      if (!more.test(text)) return to
      to = more.lastIndex
    }
  }
}

/** Words between which a comma is a slash: `urljoin(base, "v2/repositories", ns)`. */
const joins = /\b(?:url_?join|path\.join|posixpath\.join|path\.Join|JoinPath|joinPath|joinpath|path_join)\s*\($/

interface Building {
  literal: string
  params: Param[]
  slash: number
  to: number
  inLiteral: boolean
}

export interface ReadOptions {
  /** Where the literal begins that the path is in. */
  readonly literalFrom?: number
  /** Whether the path goes on inside a literal, as it does unless told otherwise; else an operator may follow. */
  readonly inLiteral?: boolean
  /** Whether a slash stands before, in the variable that the path begins with. */
  readonly behindSlash?: boolean
}

/**
 * Reads what follows `repositories` in a path, or what is put behind a variable that holds a path.
 *
 * @param at - behind what is known of the path
 */
export const readPath = (text: string, at: number, options: ReadOptions = {}): WrittenPath => {
  const { literalFrom: from = at, inLiteral = true, behindSlash = false } = options
  const segments: Building[] = []
  let current: Building | undefined = behindSlash
    ? { literal: '', params: [], slash: at, to: at, inLiteral: true }
    : undefined
  let trailing: number | undefined
  let open = false
  let join: string | undefined
  let literal = inLiteral
  let index = at
  let end = at
  const extend = (to: number, more: { readonly text?: string; readonly param?: Param }): void => {
    if (current === undefined) {
      // Something stands directly behind what is known: `repositories${path}` may hold anything.
      if (segments.length === 0) open = true
      return
    }
    if (!segments.includes(current)) segments.push(current)
    trailing = undefined
    current.literal += more.text ?? ''
    if (more.param) current.params.push(more.param)
    current.to = to
    current.inLiteral = literal
    end = to
  }
  const slash = (place: number, to: number): void => {
    current = { literal: '', params: [], slash: place, to, inLiteral: true }
    trailing = place
    end = to
  }
  const most = Math.min(text.length, at + 2_000)
  while (index < most) {
    if (!literal) {
      operators.lastIndex = index
      adjacent.lastIndex = index
      const operator = operators.exec(text) ?? adjacent.exec(text)
      if (operator === null) break
      const operand = index + operator[0].length
      opening.lastIndex = operand
      const quote = opening.exec(text)
      if (quote) {
        join = `${operator[0]}${quote[1]}`
        index = opening.lastIndex
        literal = true
        continue
      }
      const to = operandAt(text, operand)
      if (to === undefined) {
        open = true
        break
      }
      extend(to, { param: { name: text.slice(operand, to) } })
      index = to
      continue
    }
    if (text.startsWith('\\/', index)) {
      slash(index, index + 2)
      index += 2
      continue
    }
    const character = text[index] as string
    if (character === '/') {
      slash(index, index + 1)
      index += 1
      continue
    }
    if (text.startsWith('...', index) || character === '…') {
      open = true
      break
    }
    const found = placeholderAt(text, index)
    if (found) {
      extend(found.to, { param: { name: found.name === '' || /^\d+$/.test(found.name) ? undefined : found.name } })
      index = found.to
      continue
    }
    if (current !== undefined && current.literal === '' && current.params.length === 0) {
      ofSegment.lastIndex = index
      const named = ofSegment.exec(text)
      if (named) {
        extend(ofSegment.lastIndex, { param: { name: named[1] ?? named[2] ?? '' } })
        index = ofSegment.lastIndex
        continue
      }
      if (character === '*') {
        extend(index + 1, { param: { name: '*' } })
        while (text[index] === '*') index += 1
        continue
      }
    }
    if (/[\w.~%@!-]/.test(character)) {
      extend(index + 1, { text: character })
      index += 1
      continue
    }
    if (character === '"' || character === "'" || character === '`') {
      // A quote that opens: `repositories/"$1"/tags`.
      if (/[$\w/]/.test(text[index + 1] ?? '') && /[\w/$]/.test(text[index - 1] ?? '') && text[index + 1] !== '\\') {
        index += 1
        continue
      }
      if (/["'`]/.test(text[index + 1] ?? '') && text[index + 1] !== character) {
        index += 1
        continue
      }
      index += 1
      literal = false
      join ??= ` + ${character}`
      // `url_join(base, "v2/repositories", ns)`: each argument is a segment.
      if (joins.test(text.slice(Math.max(0, from - 120), from).replace(/[^(]*$/, ''))) {
        const comma = /\s*,\s*/y
        comma.lastIndex = index
        while (comma.test(text)) {
          const start = comma.lastIndex
          opening.lastIndex = start
          const quoted = opening.exec(text)
          const to = quoted ? text.indexOf(quoted[1] as string, opening.lastIndex) + 1 : operandAt(text, start)
          if (to === undefined || to === 0) break
          slash(start, start)
          if (quoted) extend(to, { text: text.slice(opening.lastIndex, to - 1) })
          else extend(to, { param: { name: text.slice(start, to) } })
          comma.lastIndex = to
          index = to
        }
        break
      }
      continue
    }
    if (character === '?' || character === '#') {
      index += 1
      while (index < most && !/[\s"'`]/.test(text[index] as string)) index += 1
      break
    }
    break
  }
  // A point at the end of a sentence is none of the path.
  const last = segments.at(-1)
  if (last?.inLiteral && last.params.length === 0 && last.literal.endsWith('.') && end === last.to) {
    const kept = last.literal.replace(/\.+$/, '')
    last.to -= last.literal.length - kept.length
    end = last.to
    last.literal = kept
  }
  return { segments, trailing, end, behind: Math.max(index, end), open, join }
}
