import { parse } from 'shell-quote'
import { lineEnd, lineStart } from './text.ts'

/** Programs of a command line that send requests, and what they are known for. */
const programs =
  /(?:^|[\s"'`([{$|;&@])(curl|wget|https?|xh|httpie|Invoke-RestMethod|Invoke-WebRequest|irm|iwr|hurl|aria2c)(?:\.exe)?(?=[\s"',\\])/gi

/** Where the commands of a line are divided. */
const dividers = /(?<![\\'"])(?:\|\|?|&&|;(?=\s))/

/** The words of a piece of a command line; of one that is no command line as well as can be. */
const commandWords = (text: string): readonly string[] => {
  // `['curl', '-X', 'POST', url]`: the arguments of a process.
  const plain = /["'],\s*["']/.test(text) ? text.replace(/["'],\s*["']?|["'\][()]/g, ' ') : text
  try {
    return parse(plain, name => `$${name}`).flatMap(word =>
      typeof word === 'string' ? [word] : 'pattern' in word ? [word.pattern] : [],
    )
  } catch {
    return plain.split(/\s+/)
  }
}

const value = (words: readonly string[], names: RegExp): string | undefined => {
  for (const [at, word] of words.entries()) {
    const [, attached] = names.exec(word) ?? []
    if (attached === undefined) continue
    return (attached === '' ? words[at + 1] : attached.replace(/^=/, ''))?.toUpperCase()
  }
  return undefined
}

const has = (words: readonly string[], names: RegExp): boolean => words.some(word => names.test(word))

const curl = (words: readonly string[]): string => {
  const given = value(words, /^(?:-\w*?X|--request)(=?\S*)$/)
  if (given) return given
  if (has(words, /^(?:-[a-zA-Z]*I[a-zA-Z]*|--head)$/)) return 'HEAD'
  if (has(words, /^(?:-[a-zA-Z]*T|--upload-file)/)) return 'PUT'
  if (has(words, /^(?:-[a-zA-Z]*G|--get)$/)) return 'GET'
  return has(words, /^(?:-[a-zA-Z]*[dF]\S*|--data(?:-\w+)*|--json|--form(?:-\w+)*)(?:=|$)/) ||
    has(words, /^-[a-zA-Z]*[dF]./)
    ? 'POST'
    : 'GET'
}

const methodOf = (program: string, words: readonly string[]): string | undefined => {
  switch (program.toLowerCase()) {
    case 'curl':
      return curl(words)
    case 'wget':
      return (
        value(words, /^--method(=?\S*)$/) ??
        (has(words, /^--spider$/) ? 'HEAD' : has(words, /^--post-(?:data|file)/) ? 'POST' : 'GET')
      )
    case 'http':
    case 'https':
    case 'xh':
    case 'httpie': {
      const [first = ''] = words.filter(word => !word.startsWith('-'))
      if (/^(?:GET|POST|HEAD|PUT|PATCH|DELETE|OPTIONS)$/i.test(first)) return first.toUpperCase()
      return has(words.slice(1), /^[\w.[\]-]+:?=(?!=)/) ? 'POST' : 'GET'
    }
    case 'hurl':
      return undefined
    default:
      return value(words, /^-(?:Method|CustomMethod)(:?\S*)$/i)?.replace(/^:/, '') ?? 'GET'
  }
}

/** The line of a place, with the lines that it goes on in: behind `\`, or a backtick of PowerShell. */
const logicalLine = (text: string, at: number): readonly [from: number, to: number] => {
  let from = lineStart(text, at)
  let to = lineEnd(text, at)
  for (let line = 0; line < 12 && from > 1 && /[\\`]\s*$/.test(text.slice(lineStart(text, from - 1), from - 1)); line++)
    from = lineStart(text, from - 1)
  for (let line = 0; line < 12 && to < text.length && /[\\`]\s*$/.test(text.slice(lineStart(text, to), to)); line++)
    to = lineEnd(text, to + 1)
  return [from, to]
}

/** The method of the command whose argument stands at a place: of curl, wget, httpie or PowerShell. Undefined where it is none. */
export const commandMethod = (text: string, at: number): string | undefined => {
  const [from, to] = logicalLine(text, at)
  const before = text.slice(from, at)
  const last = [...before.matchAll(programs)].at(-1)
  if (last === undefined) return undefined
  const program = last[1] as string
  const start = last.index + last[0].length
  // What stands between belongs to another command.
  if (dividers.test(before.slice(start).replace(/"[^"]*"|'[^']*'/g, ''))) return undefined
  // `http` is a word like any other where it is not the first of a command.
  if (
    /^https?$/i.test(program) &&
    !/(?:^|[|;&(`]|\brun:)\s*$/.test(before.slice(0, start - program.length).replace(/^\s*[$>#]\s/, ''))
  )
    return undefined
  const rest = text.slice(from + start, to).replace(/[\\`]\s*\n/g, ' ')
  const [own = ''] = rest.split(/(?<![\\])(?:\s\|\|?\s|\s&&\s|;\s|\n|\)\s*(?:$|\|))/)
  return methodOf(program, commandWords(own))
}
