/** Whether a text is TOML: its name says so, or lists of tables in its own marks with values below them. */
export const looksLikeToml = (text: string, from: string): boolean =>
  /\.toml$/i.test(from) || (/^\[\[[\w.-]+\]\]\s*$/m.test(text) && /^[\w-]+ = \S/m.test(text))

const token =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|(?<=^|\n)[^\S\n]*\[\[?[\w .-]+\]\]?[^\S\n]*(?=#|\n|$)|[\w.-]+(?=[^\S\n]*=)|[\s\S]/g

interface Table {
  readonly name: string
  readonly isList: boolean
}

/** A string of several lines in one, and the ends of its lines behind it: what follows stays on its line. */
const folded = (string: string): string =>
  JSON.stringify(string.slice(3, -3).replace(/^\n/, '')) + '\n'.repeat(string.split('\n').length - 1)

/** TOML as YAML in brackets, line by line: `[[entry]]` begins an object of a list, `[meaning]` one of its own. */
export const yamlOfToml = (source: string): string => {
  const open: Table[] = []
  let depth = 0
  /** Whether something stands in front of the next member. */
  let isFirst = true
  const closed = (to: number): string => {
    let ends = ''
    while (open.length > to) ends += open.pop()?.isList ? '}]' : '}'
    return ends
  }
  const opened = (header: string): string => {
    const isList = header.startsWith('[[')
    const names = header.replaceAll(/[[\]\s]/g, '').split('.')
    const same = open.findIndex(({ name }, at) => name !== names[at])
    const shared = same < 0 ? open.length : same
    const before = isFirst ? '' : ','
    isFirst = true
    // The next object of a list that is open.
    if (isList && shared >= names.length) return `${closed(names.length)}}, {`
    const ends = closed(Math.min(shared, names.length - 1))
    return `${ends}${ends === '' ? before : ','}${names
      .slice(open.length)
      .map((name, at, rest) => {
        const table = { name, isList: isList && at === rest.length - 1 }
        open.push(table)
        return `${JSON.stringify(name)}: ${table.isList ? '[{' : '{'}`
      })
      .join('')}`
  }
  const written = source.replaceAll(token, (found: string) => {
    const text = found.trim()
    if (text === '' && found !== '\n') return found
    if (text.startsWith('#')) return ''
    if (depth === 0 && text.startsWith('[') && text.length > 1) return opened(text)
    if (found === '\n') {
      const ends = depth === 0 && !isFirst
      if (ends) isFirst = true
      return ends ? ',\n' : '\n'
    }
    isFirst = false
    if (/^(?:"""|''')/.test(text)) return folded(text)
    if (text.startsWith("'")) return JSON.stringify(text.slice(1, -1))
    if (/^[[{]$/.test(text)) depth += 1
    if (/^[\]}]$/.test(text)) depth -= 1
    if (text === '=') return ': '
    return /^[\w.-]{2,}$/.test(text) ? JSON.stringify(text) : text
  })
  return `{${written}${closed(0)}}`
}
