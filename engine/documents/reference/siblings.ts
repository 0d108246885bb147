import { safeDecode } from '../../../checks/reading/exchanges.ts'
import { asMapping, type Mapping, referenceOf, unreadFiles } from './local-reference.ts'
import { readStructuredText } from './structured-text.ts'

/** The text of a file, or how it was answered; undefined where there is none. */
export type Sibling = string | { readonly answered: number } | undefined

/** Reads a file next to a document, or an address of the same origin. */
export type OpenSibling = (address: string) => Promise<Sibling>

// Who keeps one file for each path and each schema has some hundreds.
const mostFiles = 500
const mostCharacters = 16 * 1024 * 1024

/** Where other files are kept in the document; no published document has such a key by chance. */
const kept = 'x-hub-conformance-siblings'

// A file has no address of its own; what leads out of its directory must be seen to do so.
const directory = 'http://files.invalid/directory/'

/** Where a file is kept, or why it is not. */
type Loaded = { readonly name: string } | { readonly why: string }

/** An address without its fragment. */
const fileOf = (address: string): string => address.replace(/#.*/s, '')

const references = (root: unknown): readonly { $ref: string }[] => {
  const seen = new Set<unknown>()
  const found: { $ref: string }[] = []
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (referenceOf(value) !== undefined) found.push(value as { $ref: string })
    for (const inner of Object.values(value)) open.push(inner)
  }
  return found
}

/**
 * The document with what it refers to in other files put into it, so that each reference leads within it. Files are looked for in the
 * document's own directory and below, or at its own origin, and nowhere else; what is not found is left as it is, with the reason.
 */
export const withSiblings = async (root: unknown, from: string, open: OpenSibling): Promise<unknown> => {
  const top = asMapping(root)
  if (top === undefined) return root
  const isUrl = /^https?:\/\//i.test(from)
  const base = isUrl ? from : `${directory}${encodeURIComponent(from.replace(/.*[\\/]/s, ''))}`
  const limit = isUrl ? new URL(base).origin : directory
  const files = new Map<string, Loaded>([[fileOf(new URL(base).href), { name: '#' }]])
  const documents: Record<string, unknown> = {}
  const unread: Record<string, string> = {}
  let characters = 0

  const load = async (url: URL): Promise<Loaded | undefined> => {
    const address = fileOf(url.href)
    const known = files.get(address)
    if (known) return known
    if (!(isUrl ? url.origin === limit : address.startsWith(limit))) return undefined
    if (files.size > mostFiles) return { why: `leads to too many files: at most ${mostFiles} are read` }
    const [file, value] = await read(address)
    files.set(address, file)
    await rewrite(value, address)
    return file
  }

  const read = async (address: string): Promise<readonly [Loaded, value?: unknown]> => {
    const text = await open(isUrl ? address : safeDecode(address.slice(limit.length)))
    if (typeof text !== 'string')
      return [
        { why: `leads to a file that ${text === undefined ? 'cannot be read' : `was answered ${text.answered}`}` },
      ]
    if (characters + text.length > mostCharacters)
      return [{ why: `leads to too much text: at most ${mostCharacters / 1024 / 1024} MiB are read` }]
    characters += text.length
    try {
      const { value, broken } = readStructuredText(text, address)
      if (broken) return [{ why: `leads to a file whose YAML is not well-formed (line ${broken.line})` }]
      const name = `${Object.keys(documents).length}`
      documents[name] = value
      return [{ name: `#/${kept}/${name}` }, value]
    } catch {
      return [{ why: 'leads to a file that is neither JSON nor YAML' }]
    }
  }

  const rewrite = async (value: unknown, address: string): Promise<void> => {
    for (const holder of references(value)) {
      const reference = holder.$ref
      const loaded = URL.canParse(reference, address) ? await load(new URL(reference, address)) : undefined
      // What leads out of the document stays as it is.
      if (loaded === undefined) continue
      if ('why' in loaded) unread[reference] = loaded.why
      else holder.$ref = `${loaded.name}${reference.slice(fileOf(reference).length + 1)}`
    }
  }

  await rewrite(top, base)
  return {
    ...top,
    ...(Object.keys(documents).length > 0 && { [kept]: documents }),
    ...(Object.keys(unread).length > 0 && { [unreadFiles]: unread }),
  } satisfies Mapping
}
