import { type Host, hostOfAuthority, hostOfName } from './host.ts'
import { lineEnd, lineStart } from './text.ts'

/** What a variable of a file holds, as far as it is an address. */
export interface Variable {
  readonly name: string
  readonly host: Host
  /** The path behind the host; undefined where it holds the host alone. */
  readonly path: string
  /** Where its value begins. */
  readonly at: number
}

/** `const BASE: string =`, `BASE=`, `base :=`, `"base":`, `$base =`, `base =>`. */
const assignment =
  /(?:^|[\s,{(;"'$@-])([A-Za-z_][\w.]*)["']?\]?\s*(?::\s*[\w<>&' .[\]]{1,40}?\s*)?(?::=|\?=|=>|=(?![=~])|:(?![:/]))[^=]/

/** The name that the value at a place is given to, in its line. */
export const assignedName = (text: string, at: number): string | undefined => {
  const before = text.slice(lineStart(text, at), at)
  const [, name] = assignment.exec(`${before} `) ?? []
  // In `requests.get(url="…")` and `-H key:value` nothing is assigned that is used further on.
  if (name === undefined) return undefined
  const until = before.slice(before.indexOf(name) + name.length)
  return /^[^"'`]*$/.test(until.replace(/["'`]\s*\]?\s*(?::|=)/, '').replace(/["'`][^"'`]*$/, '')) ||
    /[|?,]\s*["'`]?[^"'`]*$|:-[^"'`]*$/.test(until)
    ? name.replace(/^.*\./, '')
    : undefined
}

const address =
  /https?:\\?\/\\?\/([^\s"'`<>()\\/]+)((?:\\?\/[^\s"'`<>(),;}]*)?)|["'`=]\s*((?:hub\.docker\.com|registry\.hub\.docker\.com|index\.docker\.io)(?=["'`\s]|$))|["'`}=]((?:\/?v[12](?:\/repositories\/?)?))(?=["'`\s]|$)/gm

/** The variables of a file that hold an address of a hub, of another host, or the beginning of a path. */
export const variablesOf = (text: string, hosts: readonly string[]): ReadonlyMap<string, Variable> => {
  const found = new Map<string, Variable>()
  for (const match of text.matchAll(address)) {
    const [whole, authority, path = '', bare, prefix] = match
    const name = assignedName(text, match.index)
    if (name === undefined) continue
    const at = match.index
    if (prefix !== undefined) {
      const before = text.slice(lineStart(text, at), at + 1)
      const other = /([A-Za-z_]\w*)\s*\}?["'`]?\s*(?:\+|\.)?\s*["'`}]$/.exec(before)?.[1]
      const known = other === undefined || other === name ? undefined : found.get(other)
      const host = known?.host ?? (other === undefined || other === name ? 'unknown' : hostOfName(other))
      // A variable whose host is known is not overwritten by one of the same name elsewhere.
      if (!found.has(name))
        found.set(name, { name, host, path: `${known?.path ?? ''}/${prefix.replace(/^\//, '')}`, at })
      continue
    }
    const host = bare === undefined ? hostOfAuthority(authority ?? '', hosts) : 'hub'
    const value = path.replaceAll('\\', '')
    const before = found.get(name)
    if (before === undefined || (before.host !== 'hub' && host === 'hub'))
      found.set(name, { name, host, path: value, at })
    if (whole === '') break
  }
  return found
}

/** The variable of an expression such as `this.baseUrl`, `os.environ["HUB"]`, `HUB:-https://…`. */
export const variableOf = (expression: string, variables: ReadonlyMap<string, Variable>): Variable | undefined => {
  for (const word of expression.match(/[A-Za-z_]\w*/g)?.reverse() ?? []) {
    const known = variables.get(word)
    if (known) return known
  }
  return undefined
}

/** So far behind its definition the use of a variable is looked for. */
const farthest = 200_000

/** Every place where a variable is used behind its definition. */
export const usesOf = (text: string, name: string, from: number): readonly number[] => {
  const places: number[] = []
  const word = new RegExp(`(?<![\\w])${name}(?![\\w])`, 'g')
  word.lastIndex = from
  const near = text.slice(0, from + farthest)
  for (let match = word.exec(near); match && places.length < 50; match = word.exec(near)) {
    const rest = text.slice(match.index + name.length, lineEnd(text, match.index))
    // A new value: what comes behind it is about that one. `url = url + "/tags"` uses the old one.
    if (/^["']?\]?\s*(?::=|=(?![=~>]))/.test(rest) && match.index > from) {
      if (!new RegExp(`(?<!\\w)${name}(?!\\w)`).test(rest)) break
      continue
    }
    // A key of the same name holds something else.
    if (!/^["']?:(?:\s|$)/.test(rest)) places.push(match.index)
  }
  return places
}
