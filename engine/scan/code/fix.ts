import type { WrittenPath } from './path.ts'

/** A piece of a text, and what it becomes. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** A slash that is a literal of its own, as in `+ "/"`, goes with its quotes. */
const withoutSlash = (text: string, at: number, length: number): Edit => {
  const before = /\s*(?:\+|\.\.?|<>)\s*(["'`])$/.exec(text.slice(Math.max(0, at - 20), at))
  return before !== null && text[at + length] === before[1]
    ? { from: at - before[0].length, to: at + length + 1, text: '' }
    : { from: at, to: at + length, text: '' }
}

/**
 * What makes the current path of a deprecated one: `repositories/{namespace}` becomes `namespaces/{namespace}/repositories`.
 *
 * @param word - where `repositories` stands
 */
export const rewritten = (text: string, word: number, path: WrittenPath): readonly Edit[] => {
  const [namespace, repository] = path.segments
  if (namespace === undefined) return []
  const slash = text.startsWith('\\/', namespace.slash) ? '\\/' : '/'
  const first = { from: word, to: word + 'repositories'.length, text: 'namespaces' }
  const added = `${slash}repositories`
  // The published paths have no slash at their end.
  const end = path.trailing === undefined ? [] : [withoutSlash(text, path.trailing, slash.length)]
  if (repository !== undefined) return [first, { from: repository.slash, to: repository.slash, text: added }, ...end]
  if (path.trailing !== undefined)
    return [first, { from: path.trailing, to: path.trailing + slash.length, text: added }]
  if (namespace.inLiteral) return [first, { from: namespace.to, to: namespace.to, text: added }]
  if (path.join === undefined) return []
  const quote = path.join.slice(-1)
  return [first, { from: namespace.to, to: namespace.to, text: `${path.join}${added}${quote}` }]
}

/** A text with its edits; where two concern one place, once. */
export const withEdits = (text: string, edits: readonly Edit[]): string => {
  const distinct = [...new Map(edits.map(edit => [`${edit.from} ${edit.to}`, edit])).values()]
  return distinct
    .sort((a, b) => b.from - a.from || b.to - a.to)
    .reduce((done, { from, to, text: by }) => done.slice(0, from) + by + done.slice(to), text)
}
