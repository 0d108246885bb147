import { type Host, hostOfAuthority, hostOfName } from './host.ts'
import { lineStart, linesOn } from './text.ts'
import { type Variable, variableOf } from './variables.ts'

/** What stands before a path. */
export interface Origin {
  readonly host: Host
  /** Whether the path belongs to something else: a file, a package, the API of another product. */
  readonly foreign: boolean
  /** Where the whole address begins. */
  readonly from: number
  /** What the variable before it holds. */
  readonly variable?: Variable | undefined
}

const parts = String.raw`(?:\$\{[^}\n]*\}|\$\([^)\n]*\)|#\{[^}\n]*\}|\{\{[^}\n]*\}\}|\{[^}\n]*\}|<[\w .-]+>|\[[\w-]+\]|[^\s"'\`<>(){}|,;])`
const absolute = new RegExp(String.raw`https?:\\?/\\?/(${parts}*)$`, 'i')
const bareHost = /(?:^|[^\w.@/-])((?:[a-z0-9](?:[\w-]*\.)+[a-z]{2,}|localhost)(?::\d+)?)((?:\/[\w.-]+)*)$/i
const placeholder =
  /(?:\$\{\{([^{}]*)\}\}|\{\{([^{}]*)\}\}|\$\{([^{}]*)\}|#\{([^{}]*)\}|\\\(([^()]*)\)|\{([^{}]*)\}|\$\(([^()]*)\)|\$(?:env:|script:)?([A-Za-z_]\w*(?:->\w+)*)|<([\w .-]+)>|%([A-Z_]+)%|(%(?:\d\$)?[sv]))$/
const joined = /((?:[\w$.@:>-]|\[[^\]\n]*\]|\([^()\n]*\))*[\w\])])\s*(?:\+|\.\.?|<>|<<|&)\s*(?:[fFrRbBuU]{0,2})["'`]$/
const argument =
  /\b(?:url_?join|path_?join|joinPath|JoinPath|joinpath|path\.Join|resolve|join)\s*\(\s*([^,()]+(?:\([^()]*\))?)\s*,\s*(?:[fFrRbB]{0,2})["'`]$/
const declared =
  /^\s*(?:import|export\s.*\bfrom|from|package|use|include|#include|@import|@use|source|require|require_relative|namespace|mod)\b/

/** The arguments behind a literal: of `.format(…)`, of `% (…)`, of `printf(…, …)`. */
export const formatArguments = (text: string, behind: number): readonly string[] => {
  const rest = text.slice(behind, linesOn(text, behind, 6))
  const start = /^\s*(?:\.\s*(?:format|formatted)\s*\(|%\s*\(|%\s*(?=[A-Za-z_])|-f\s+|,)\s*/.exec(rest)
  if (start === null) return []
  // Without brackets it is one value, on the same line.
  if (/%\s*$/.test(start[0]))
    return [/^[\w.]+(?:\([^()\n]*\)|\[[^\]\n]*\])?/.exec(rest.slice(start[0].length))?.[0] ?? '']
  const found: string[] = []
  let depth = 0
  let from = start[0].length
  for (let index = from; index <= rest.length; index++) {
    const character = rest[index]
    if (character === '(' || character === '[' || character === '{') depth += 1
    else if ((character === ',' && depth === 0) || character === undefined || /[)\]}]/.test(character)) {
      if (character !== ',' && character !== undefined && depth-- > 0) continue
      const name = rest.slice(from, index).trim()
      if (name !== '') found.push(name.replace(/^\w+\s*=\s*/, ''))
      if (character !== ',') break
      from = index + 1
    } else if (character === ';' && depth === 0) break
  }
  return found
}

/** Unnamed placeholders of a piece of a literal. */
export const unnamedIn = (literal: string): number =>
  (literal.match(/\{\}|%(?![0-9A-Fa-f]{2})(?:\d+\$)?[-+#0]*\d*[sdvq]/g) ?? []).length

/** Where the literal begins that a place is in: behind its quote. */
export const literalStart = (text: string, at: number): number => {
  const from = lineStart(text, at)
  for (let index = at - 1; index >= from; index--)
    if (text[index] === '"' || text[index] === "'" || text[index] === '`') return index + 1
  return from
}

/** What stands before a path, and what it says of the host. */
export const originOf = (
  text: string,
  at: number,
  args: readonly string[],
  variables: ReadonlyMap<string, Variable>,
  hosts: readonly string[],
): Origin => {
  const start = lineStart(text, at)
  const before = text.slice(start, at)
  const named = (expression: string, from: number): Origin => {
    const variable = variableOf(expression, variables)
    const inline = /https?:\/\/([^\s"'`/})]+)/.exec(expression)?.[1]
    const host = inline !== undefined ? hostOfAuthority(inline, hosts) : (variable?.host ?? hostOfName(expression))
    return { host: host === 'unknown' ? hostOfName(expression) : host, foreign: false, from, variable }
  }
  const url = absolute.exec(before)
  if (url) {
    const [authority = '', ...rest] = (url[1] ?? '').split(/\\?\/(?![^{]*\})/)
    const from = start + url.index
    if (/[{$<%[]/.test(authority)) return { ...named(authority, from), from }
    return {
      host: hostOfAuthority(authority, hosts),
      foreign: rest.join('') !== '' && !hosts.includes(authority),
      from,
    }
  }
  const quoted = /["'`]$/.test(before)
  const inCall = argument.exec(before)
  if (inCall) return named(inCall[1] ?? '', start + inCall.index)
  if (quoted) {
    const sum = joined.exec(before)
    if (sum) return named(sum[1] ?? '', start + sum.index)
    return { host: 'unknown', foreign: declared.test(before), from: at }
  }
  const host = bareHost.exec(before)
  if (host && !declared.test(before)) {
    const from = start + host.index + host[0].indexOf(host[1] as string)
    return { host: hostOfAuthority(host[1] ?? '', hosts), foreign: false, from }
  }
  const value = placeholder.exec(before)
  if (value) {
    const name = value.slice(1).find(each => each !== undefined) ?? ''
    if (name === '' || /^\d*$/.test(name) || name.startsWith('%')) {
      const position = unnamedIn(text.slice(literalStart(text, at), start + value.index))
      const given = args[position]
      return given === undefined
        ? { host: 'unknown', foreign: false, from: start + value.index }
        : named(given, start + value.index)
    }
    return named(name, start + value.index)
  }
  // `src/v2/repositories`, `@/v2/repositories`, `/service/rest/v1/repositories`: a file, or another API.
  const foreign = /[\w.@~*)\]}-]\/?$|\/$/.test(before.replace(/^\s+/, '')) || declared.test(before)
  return { host: 'unknown', foreign, from: at }
}
