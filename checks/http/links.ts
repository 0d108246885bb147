import { defined } from '../../contracts/defined.ts'
import { httpToken } from '../../contracts/exchange.ts'
import { members } from './fields.ts'

/** One link of a `Link` field (RFC 8288, section 3). */
export interface Link {
  readonly target: string
  /** Relation types, in lower case. */
  readonly relations: readonly string[]
  /** What the link is about where that is not what was requested. */
  readonly anchor?: string
}

const parameter = new RegExp(`\\s*(${httpToken})\\s*(?:=\\s*(${httpToken}|"(?:[^"\\\\]|\\\\.)*"))?\\s*(?:;|$)`, 'gy')

const linkOf = (member: string): Link | undefined => {
  // Characters that a URI reference cannot hold (RFC 3986) show that the brackets do not enclose one.
  const found = /^<([^\s<>"{}|\\^`]*)>\s*;(.*)$/.exec(member)
  if (!found) return undefined
  const [, target = '', rest = ''] = found
  const parameters = [...rest.matchAll(parameter)]
  if (parameters.map(([whole]) => whole).join('') !== rest) return undefined
  // Of several of a name the first counts (section 3.3).
  const firstOf = (name: RegExp): string | undefined =>
    parameters.find(parts => name.test(String(parts[1])))?.[2]?.replaceAll('"', '')
  const relations = firstOf(/^rel$/i)?.toLowerCase().match(/\S+/g)
  return relations ? { target, relations, ...defined({ anchor: firstOf(/^anchor$/i) }) } : undefined
}

/** A comma that stands in a target separates nothing. */
const joined = (parts: readonly string[]): readonly string[] => {
  const whole: string[] = []
  for (const part of parts) whole.push(whole.at(-1)?.includes('>') === false ? `${whole.pop()},${part}` : part)
  return whole
}

/** The links of a `Link` field; undefined where it is malformed. */
export const linksOf = (value: string): readonly Link[] | undefined => {
  const links = joined(members(value)).map(linkOf)
  return links.length > 0 && links.every(link => link !== undefined) ? links : undefined
}
