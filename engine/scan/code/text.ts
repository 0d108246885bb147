/** The word that every deprecated and removed route has. */
export const keyword = 'repositories'

/** A file as it is looked at. */
export interface Source {
  readonly file: string
  readonly text: string
  /** The ending of its name, in lower case; the name where it has none. */
  readonly kind: string
}

/** No line is longer for a person to read; of a longer one the part around a place is looked at. */
const longestLine = 2_000

export const lineStart = (text: string, at: number): number => {
  const from = Math.max(0, at - longestLine)
  return from + text.slice(from, at).lastIndexOf('\n') + 1
}

export const lineEnd = (text: string, at: number): number => {
  const found = text.slice(at, at + longestLine).indexOf('\n')
  return found === -1 ? Math.min(text.length, at + longestLine) : at + found
}

/** So many lines on from a place. */
export const linesOn = (text: string, at: number, lines: number): number => {
  let end = lineEnd(text, at)
  for (let line = 1; line < lines && end < text.length; line++) end = lineEnd(text, end + 1)
  return Math.min(end, at + 4_000)
}

export const kindOfFile = (file: string): string => {
  const name = file.slice(file.search(/[^/\\]*$/)).toLowerCase()
  if (/^(?:dockerfile|containerfile|makefile|jenkinsfile|rakefile|gemfile|vagrantfile|justfile)/.test(name))
    return name.replace(/[^a-z].*/, '')
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : name
}

const prose = /^(?:md|mdx|markdown|rst|adoc|asciidoc|txt|text|html|htm|readme)$/
const shell = /^(?:sh|bash|zsh|fish|ksh|bats|dockerfile|containerfile|makefile|mk|justfile)$/
const hashed =
  /^(?:sh|bash|zsh|fish|ksh|bats|py|rb|pl|r|yml|yaml|toml|ps1|psm1|tf|hcl|conf|cfg|ini|env|ex|exs|jl|nix|dockerfile|containerfile|makefile|mk|justfile|rakefile|gemfile|vagrantfile|properties)$/
const slashed =
  /^(?:js|mjs|cjs|jsx|ts|mts|cts|tsx|go|rs|java|groovy|gradle|jenkinsfile|kt|kts|swift|c|h|cc|cpp|hpp|cs|php|scala|dart|vue|svelte|jsonc|json5|proto|m|zig)$/
const dashed = /^(?:sql|lua|hs|elm|adb|ads)$/

export const isProse = ({ kind }: Source): boolean => prose.test(kind)

export const isShell = ({ kind, text }: Source): boolean => shell.test(kind) || /^#!.*\b(?:ba|z|k|da)?sh\b/.test(text)

/** Whether a place in a document is between code fences, or indented as code. */
const inFence = (text: string, at: number): boolean =>
  ((text.slice(Math.max(0, at - 100_000), at).match(/^[ \t]*(?:```|~~~)/gm) ?? []).length & 1) === 1

/** Whether a place is in a comment, or in prose. */
export const isComment = (source: Source, at: number): boolean => {
  const { text, kind } = source
  const before = text.slice(lineStart(text, at), at)
  if (isProse(source)) return !inFence(text, at)
  if (/^\s*(?:\/\*|<!--|"""|''')/.test(before)) return true
  const hash = hashed.test(kind) || isShell(source)
  if (hash && !/^#!/.test(before) && /^(?:[^"'`]|"[^"]*"|'[^']*'|`[^`]*`)*?(?:^|\s)#(?!\{)/.test(before)) return true
  if (slashed.test(kind)) {
    if (/^\s*\*(?:\s|$)/.test(before)) return true
    if (/^(?:[^"'`]|"[^"]*"|'[^']*'|`[^`]*`)*?(?:^|[^:])\/\/[/!]?(?:\s|$)/.test(before)) return true
  }
  return dashed.test(kind) && /^\s*--/.test(before)
}
