import { formatArguments, literalStart, type Origin, originOf, unnamedIn } from './origin.ts'
import { readPath, type WrittenPath } from './path.ts'
import type { Generation } from './routes.ts'
import { keyword, lineEnd } from './text.ts'
import type { Variable } from './variables.ts'

/** A place where a path below `repositories` is written. */
export interface Anchor {
  readonly generation: Generation
  /** Where the path begins: its generation, or the variable that holds it. */
  readonly at: number
  /** Where `repositories` stands; undefined where a variable holds it. */
  readonly word: number | undefined
  readonly path: WrittenPath
  readonly origin: Origin
}

const writtenPath = /(?:\\?\/)?\bv([12])\\?\/repositories(?![\w-])/g
const behindVariable = /\\?\/repositories(?![\w-])/g

/** So many places of a file are looked at; what has more is data. */
export const mostAnchors = 2_000

/** Whether a text has more places than are looked at. */
export const hasTooMany = (text: string): boolean => {
  let count = 0
  for (const _ of text.matchAll(writtenPath)) if (++count > mostAnchors) return true
  return false
}

/** What is given to the literal that a place is in, by position. */
const argumentsBehind = (text: string, at: number): readonly string[] => {
  const found = /["'`]/.exec(text.slice(at, lineEnd(text, at)))
  return found === null ? [] : formatArguments(text, at + found.index + 1)
}

/** Values that a literal takes by their position get the names of what is given. */
const withNames = (text: string, at: number, path: WrittenPath, args: readonly string[]): WrittenPath => {
  if (args.length === 0) return path
  let position = unnamedIn(text.slice(literalStart(text, at), at))
  const segments = path.segments.map(segment => ({
    ...segment,
    params: segment.params.map(param => (param.name === undefined ? { name: args[position++] } : param)),
  }))
  return { ...path, segments }
}

/** Every place of a text where a path of a deprecated or removed route may begin. */
export const anchorsIn = (
  text: string,
  variables: ReadonlyMap<string, Variable>,
  hosts: readonly string[],
): readonly Anchor[] => {
  const anchors: Anchor[] = []
  const read = (at: number, behind: number, generation: (origin: Origin) => Generation | undefined): void => {
    if (anchors.length >= mostAnchors) return
    const args = argumentsBehind(text, behind)
    const origin = originOf(text, at, args, variables, hosts)
    const found = generation(origin)
    if (found === undefined) return
    const path = withNames(text, at, readPath(text, behind, { literalFrom: literalStart(text, at) }), args)
    anchors.push({ generation: found, at, word: behind - keyword.length, path, origin })
  }
  for (const match of text.matchAll(writtenPath))
    read(match.index, match.index + match[0].length, () => (match[1] === '1' ? 'v1' : 'v2'))
  // `${base}/repositories`, where `base` ends in `/v2`.
  if ([...variables.values()].some(({ path }) => /\/v[12]\/?$/.test(path)))
    for (const match of text.matchAll(behindVariable)) {
      if (/v[12]\\?$/.test(text.slice(Math.max(0, match.index - 3), match.index))) continue
      read(
        match.index,
        match.index + match[0].length,
        ({ variable }) => /\/(v[12])\/?$/.exec(variable?.path ?? '')?.[1] as Generation | undefined,
      )
    }
  return anchors
}
