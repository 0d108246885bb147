import type { Anchor } from './anchors.ts'
import { type Request, requestAt } from './method.ts'
import { placeholderAt, readPath, type WrittenPath } from './path.ts'
import { assignedName, usesOf } from './variables.ts'

/** An address and what requests it. */
export interface Requested {
  readonly anchor: Anchor
  readonly request: Request | undefined
}

/** What is put behind a variable where it is used: `url + "/tags"`, `"${url}/tags"`. */
const continuation = (text: string, at: number, name: string, behindSlash: boolean): WrittenPath => {
  for (let start = at; start > at - 5 && start >= 0; start--) {
    const found = /[$#{]/.test(text[start] ?? '') ? placeholderAt(text, start) : undefined
    if (found && found.to >= at + name.length) return readPath(text, found.to, { behindSlash })
  }
  return readPath(text, at + name.length, { inLiteral: false, behindSlash })
}

/**
 * What requests an address: the call that it is an argument of, else the calls that take the variable that it is given to. A variable that
 * other addresses begin with is judged by those.
 *
 * @param sibling - the method that stands next to an address in JSON or YAML
 */
export const codeRequestsOf = (
  text: string,
  anchor: Anchor,
  sibling: (at: number) => string | undefined,
): readonly Requested[] => {
  const { origin, path } = anchor
  const given = sibling(anchor.at)
  const own = given === undefined ? requestAt(text, origin.from, path.behind) : { methods: [given] }
  if (own !== undefined && own.methods.length > 0) return [{ anchor, request: own }]
  const name = assignedName(text, origin.from)
  if (name === undefined) return [{ anchor, request: own }]
  const methods = new Set<string>()
  const further: Requested[] = []
  for (const place of usesOf(text, name, path.behind)) {
    const more = continuation(text, place, name, path.trailing !== undefined)
    if (more.segments.length > 0) {
      const whole = { ...more, segments: [...path.segments, ...more.segments] }
      const request = requestAt(text, place, more.behind)
      further.push({ anchor: { ...anchor, at: place, word: undefined, path: whole }, request })
    } else for (const method of requestAt(text, place, place + name.length)?.methods ?? []) methods.add(method)
  }
  const request = methods.size > 0 ? { methods: [...methods] } : own
  return further.length > 0 && methods.size === 0 ? further : [{ anchor, request }, ...further]
}
