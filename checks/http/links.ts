import { members } from './fields.ts'

/** One link of a `Link` field (RFC 8288, section 3). */
export interface Link {
  readonly target: string
  /** Relation types, in lower case. */
  readonly relations: readonly string[]
  /** What the link is about where that is not what was requested. */
  readonly anchor?: string
}

const parameter =
  /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*(?:=\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\]|\\.)*"))?\s*(?:;|$)/

const linkOf = (member: string): Link | undefined => {
  // Characters that a URI reference cannot hold (RFC 3986) show that the brackets do not enclose one.
  const found = /^<([^\s<>"{}|\\^`]*)>\s*(;.*)?$/.exec(member)
  if (!found) return undefined
  let rest = (found[2] ?? '').slice(1).trim()
  let relation: string | undefined
  let anchor: string | undefined
  while (rest !== '') {
    const next = parameter.exec(rest)
    if (!next) return undefined
    const [whole, name = '', value] = next
    // Of several `rel` the first counts (section 3.3).
    if (name.toLowerCase() === 'rel') relation ??= value?.replace(/^"(.*)"$/, '$1')
    if (name.toLowerCase() === 'anchor') anchor ??= value?.replace(/^"(.*)"$/, '$1')
    rest = rest.slice(whole.length).trim()
  }
  const relations = relation?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  return relations.length > 0
    ? { target: found[1] ?? '', relations, ...(anchor === undefined ? {} : { anchor }) }
    : undefined
}

/** A comma that stands in a target separates nothing. */
const joined = (parts: readonly string[]): readonly string[] => {
  const whole: string[] = []
  for (const part of parts) {
    const last = whole.at(-1)
    if (last?.startsWith('<') && !last.includes('>')) whole[whole.length - 1] = `${last},${part}`
    else whole.push(part)
  }
  return whole
}

/** The links of a `Link` field; undefined where it is malformed. */
export const linksOf = (value: string): readonly Link[] | undefined => {
  const links = joined(members(value)).map(linkOf)
  return links.length > 0 && links.every(link => link !== undefined) ? links : undefined
}
