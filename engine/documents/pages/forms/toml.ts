import { type AST, parseTOML } from 'toml-eslint-parser'
import { htmlOfRecords } from '../records.ts'
import type { Data, Members } from '../structured.ts'

/** Whether a text is TOML: its name says so, or lists of tables in its own marks with values below them. */
export const looksLikeToml = (text: string, from: string): boolean =>
  /\.toml$/i.test(from) || (!text.startsWith('+++') && /^\[\[[\w.-]+\]\]\s*$/m.test(text) && /^[\w-]+ = \S/m.test(text))

/** The members below a path; what is not there yet begins on `line`. */
const membersAt = (root: Members, path: readonly (string | number)[], line: number): Members =>
  path.reduce<Members>((around, key) => {
    const known = around.get(key)?.value
    if (known instanceof Map) return known as Members
    const members: Members = new Map()
    around.set(key, { line, value: members })
    return members
  }, root)

const contentOf = (node: AST.TOMLContentNode): Data['value'] => {
  if (node.type === 'TOMLInlineTable') return withMembers(new Map(), node.body)
  if (node.type === 'TOMLArray')
    return new Map(node.elements.map((item, at) => [at, { line: item.loc.start.line, value: contentOf(item) }]))
  return 'datetime' in node ? node.datetime : node.value
}

const withMembers = (members: Members, nodes: readonly AST.TOMLKeyValue[]): Members => {
  for (const { key, value } of nodes) {
    const { line } = key.loc.start
    const path = key.keys.map(part => (part.type === 'TOMLBare' ? part.name : part.value))
    membersAt(members, path.slice(0, -1), line).set(path.at(-1) ?? '', { line, value: contentOf(value) })
  }
  return members
}

/** TOML as HTML. Throws on what is not TOML 1.0. */
export const htmlOfToml = (source: string): string => {
  const [{ body }] = parseTOML(source).body
  const root: Members = new Map()
  for (const node of body) {
    if (node.type === 'TOMLKeyValue') withMembers(root, [node])
    else withMembers(membersAt(root, node.resolvedKey, node.loc.start.line), node.body)
  }
  return htmlOfRecords(root)
}
