/** Why an expression is refused. */
export class RegexError extends Error {}

const maxLength = 255
const maxNodes = 2000
const maxRepeat = 255

type Test = (character: string) => boolean
type Node =
  | { readonly kind: 'test'; readonly test: Test }
  | { readonly kind: 'edge'; readonly end: boolean }
  | { readonly kind: 'all'; readonly parts: readonly Node[] }
  | { readonly kind: 'any'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly min: number; readonly max: number }

const isDigit: Test = character => character >= '0' && character <= '9'
const isWord: Test = character => /^\w$/.test(character)
const isSpace: Test = character => /^\s$/.test(character)
const not =
  (test: Test): Test =>
  character =>
    !test(character)
const is =
  (wanted: string): Test =>
  character =>
    character === wanted

const classes: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
}

/** Recursive descent over the subset that RE2 and JavaScript share; what needs backtracking is refused. */
const parse = (source: string): Node => {
  let at = 0
  const peek = () => source[at]
  const take = () => source[at++]
  const eat = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false
    at += text.length
    return true
  }

  const escaped = (): { readonly test: Test; readonly literal?: string } => {
    const character = take()
    if (character === undefined) throw new RegexError('Ends in a backslash.')
    const test = Object.hasOwn(classes, character) ? classes[character] : undefined
    if (test) return { test }
    if (/[0-9A-Za-z]/.test(character)) throw new RegexError(`The escape \\${character} is not supported.`)
    return { test: is(character), literal: character }
  }

  const set = (): Node => {
    const negated = eat('^')
    const tests: Test[] = []
    for (let first = true; first || peek() !== ']'; first = false) {
      const character = take()
      if (character === undefined) throw new RegexError('A character class is not closed.')
      const low = character === '\\' ? escaped() : { test: is(character), literal: character }
      if (low.literal === undefined || peek() !== '-' || source[at + 1] === ']') {
        tests.push(low.test)
        continue
      }
      take()
      const end = take()
      const high = end === '\\' ? escaped().literal : end
      if (high === undefined || low.literal > high)
        throw new RegexError('A range of a character class is out of order.')
      const from = low.literal
      tests.push(one => one >= from && one <= high)
    }
    take()
    const inside: Test = character => tests.some(test => test(character))
    return { kind: 'test', test: negated ? not(inside) : inside }
  }

  const group = (): Node => {
    if (peek() === '?' && !eat('?:')) throw new RegexError('Look-around, flags and named groups are not supported.')
    const inner = alternatives()
    if (!eat(')')) throw new RegexError('A group is not closed.')
    return inner
  }

  const atom = (): Node => {
    const character = take()
    if (character === '(') return group()
    if (character === '[') return set()
    if (character === '\\') return { kind: 'test', test: escaped().test }
    if (character === '.') return { kind: 'test', test: one => one !== '\n' }
    if (character === '^' || character === '$') return { kind: 'edge', end: character === '$' }
    if (character === undefined || '*+?{'.includes(character)) throw new RegexError('Nothing to repeat.')
    return { kind: 'test', test: is(character) }
  }

  const bounds = (): readonly [number, number] | undefined => {
    if (eat('*')) return [0, Infinity]
    if (eat('+')) return [1, Infinity]
    if (eat('?')) return [0, 1]
    if (peek() !== '{') return undefined
    const found = /^\{(\d{1,4})(?:(,)(\d{0,4}))?\}/.exec(source.slice(at))
    if (!found) throw new RegexError('A repetition is malformed.')
    at += found[0].length
    const min = Number(found[1])
    const max = found[2] === undefined ? min : found[3] ? Number(found[3]) : Infinity
    if (min > max || min > maxRepeat || (max > maxRepeat && max !== Infinity)) {
      throw new RegexError(`A repetition must be in order and at most ${maxRepeat}.`)
    }
    return [min, max]
  }

  const sequence = (): Node => {
    const parts: Node[] = []
    while (at < source.length && peek() !== '|' && peek() !== ')') {
      const part = atom()
      const found = bounds()
      if (!found) {
        parts.push(part)
        continue
      }
      eat('?') // Lazy or greedy: the same tags match.
      const next = peek()
      if (next !== undefined && '*+?{'.includes(next)) throw new RegexError('A repetition follows a repetition.')
      parts.push({ kind: 'repeat', part, min: found[0], max: found[1] })
    }
    return { kind: 'all', parts }
  }

  const alternatives = (): Node => {
    const parts = [sequence()]
    while (eat('|')) parts.push(sequence())
    return parts.length === 1 ? (parts[0] as Node) : { kind: 'any', parts }
  }

  const node = alternatives()
  if (at < source.length) throw new RegexError('A group is closed that was not opened.')
  return node
}

interface State {
  readonly test?: Test
  readonly edge?: boolean
  readonly next: State[]
}

/** Thompson's construction: the states of `node`, followed by `after`. */
const build = (node: Node, after: State, count: { nodes: number }): State => {
  // Nodes and not states are counted: `(((){255}){255}){255}` has no state at all and would still never end.
  count.nodes += 1
  if (count.nodes > maxNodes) throw new RegexError('The expression is too large.')
  const state = (fields: Omit<State, 'next'>, next: State[]): State => ({ ...fields, next })
  switch (node.kind) {
    case 'test':
      return state({ test: node.test }, [after])
    case 'edge':
      return state({ edge: node.end }, [after])
    case 'all':
      return node.parts.reduceRight((next, part) => build(part, next, count), after)
    case 'any':
      return state(
        {},
        node.parts.map(part => build(part, after, count)),
      )
    case 'repeat': {
      let entry = after
      if (node.max === Infinity) {
        entry = state({}, [after])
        entry.next.push(build(node.part, entry, count))
      } else {
        for (let extra = node.min; extra < node.max; extra++) {
          entry = state({}, [after, build(node.part, entry, count)])
        }
      }
      for (let times = 0; times < node.min; times++) entry = build(node.part, entry, count)
      return entry
    }
  }
}

/**
 * Compiles an immutable-tags rule to a matcher of whole tags.
 * The built-in RegExp backtracks: `(a+)+b`, or merely `.*.*.*.*b`, would stop the process on a tag of 128 characters,
 * and no rule about nested quantifiers catches them all. Here all states advance together, so the time is bounded
 * by states × characters whatever the expression is.
 */
export const compile = (source: string): ((text: string) => boolean) => {
  if (source.length > maxLength) throw new RegexError(`Must have at most ${maxLength} characters.`)
  const accept: State = { next: [] }
  const start = build(parse(source), accept, { nodes: 0 })
  return text => {
    const reach = (states: Iterable<State>, position: number): Set<State> => {
      const seen = new Set<State>()
      const open = [...states]
      for (let state = open.pop(); state; state = open.pop()) {
        if (seen.has(state)) continue
        seen.add(state)
        if (state.test) continue
        if (state.edge !== undefined && position !== (state.edge ? text.length : 0)) continue
        open.push(...state.next)
      }
      return seen
    }
    let current = reach([start], 0)
    for (let position = 0; position < text.length && current.size > 0; position++) {
      const character = text.charAt(position)
      const next: State[] = []
      for (const state of current) if (state.test?.(character)) next.push(...state.next)
      current = reach(next, position + 1)
    }
    return current.has(accept)
  }
}
