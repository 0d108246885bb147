import type { Root, RootContent } from 'mdast'
import type { Unread } from '../../../contracts/documents.ts'
import { looksLikeAsciiDoc } from './asciidoc.ts'
import { lineAt } from './written.ts'

/** What a hub does not publish, with its line ends, where its publisher has a page, and what Swagger UI says again as text: a reader leaves it out on purpose. */
const comments =
  /<!--(?:(?!<!--)[\s\S])*?-->|\{\/\*(?:(?!\{\/\*)[\s\S])*?\*\/\}|(?<=^|\n)(?:aliases|redirect_from|permalink|url|slug)[ \t]*[=:].*(?:\n[ \t]*- .*)*|(?<="\w{1,40}":[ \t]{0,4})"https?:\\?\/\\?\/[^"\s]*"|(?<=<span class="opblock-summary-path[\w-]{0,20}" )data-path="[^"\s]*"/g

/** The beginnings of paths of the API in a text, and how often each stands there. */
const pathsIn = (text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  // Characters as the forms of pages write them in paths.
  const plain = text.replaceAll(/\\(?=[{}_<>[\]|*/])/g, '').replaceAll(/&#0*47;|&#x0*2f;|&sol;/gi, '/')
  for (const [path] of plain.matchAll(/\/v[12]\/[a-z]{1,40}/g)) found.set(path, (found.get(path) ?? 0) + 1)
  return found
}

const textsOf = function* (node: Root | RootContent): Generator<string> {
  if ('value' in node) yield node.value
  if ('url' in node) yield node.url
  if ('alt' in node) yield node.alt ?? ''
  if ('title' in node) yield node.title ?? ''
  if ('children' in node) for (const child of node.children) yield* textsOf(child)
}

/** A path of the API that goes on with a sign that is none of paths: what stands behind it is not read. */
const broken = /\/v[12]\/(?:[\w{}<>:.-]+\/)+(?!#\{)[^\s\w"'‘’“”«»`.,:;!?()[\]{}<>*$|…–—→·~%&=@/\uE000-\uE004-]/u

/** A text without the values that AsciiDoc shows where they are used, if they are: `:old: /v2/repositories`. */
const withoutValues = (source: string, from: string): string =>
  looksLikeAsciiDoc(source, from) ? source.replaceAll(/^:[\w-]{1,60}:[ \t].*$/gm, '') : source

/** A path that a page names more often than what was read of it: something was left out, whatever it is written in. */
export const droppedPath = (source: string, read: Root, from: string): Unread | undefined => {
  const inSource = pathsIn(withoutValues(source, from).replaceAll(comments, ''))
  if (inSource.size === 0) return undefined
  const written = [...textsOf(read)].join('\n')
  const unknown = broken.exec(written)?.[0]
  const lineOf = (path: string): number => lineAt(source, source.indexOf(path))
  if (unknown !== undefined)
    return { line: lineOf(unknown), why: `${from} names ${unknown}…, with a sign that is not known in a path.` }
  const inPage = pathsIn(written)
  for (const [path, count] of inSource) {
    const known = inPage.get(path) ?? 0
    if (known >= count) continue
    const line = lineOf(path)
    const all = `${from} names ${path} ${count} times, and ${known} of these are read.`
    return { line, why: known > 0 ? all : `Line ${line} of ${from} names ${path}, and is not read.` }
  }
  return undefined
}
