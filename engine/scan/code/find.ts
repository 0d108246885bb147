import type { CodeUse } from '../../../contracts/code-scan.ts'
import { replacementOf } from '../replacement.ts'
import { type Anchor, anchorsIn } from './anchors.ts'
import { certaintyOf, doubtsOf, type FileHints } from './certainty.ts'
import { type Edit, rewritten, withEdits } from './fix.ts'
import { type Host, hostOfAuthority, hostOfName } from './host.ts'
import { readPath } from './path.ts'
import { codeRequestsOf, type Requested } from './requests.ts'
import { type Generation, routesOf } from './routes.ts'
import { type Structure, structureOf } from './structured.ts'
import { keyword, type Source } from './text.ts'
import { variableOf, variablesOf } from './variables.ts'

/** A use, with the edits that make it use the current path. */
export interface FoundUse {
  readonly use: CodeUse
  readonly edits: readonly Edit[]
}

/** Makes line and column of an offset. */
const placesIn = (text: string): ((at: number) => { readonly line: number; readonly column: number }) => {
  let line = 1
  let start = 0
  return at => {
    if (at < start) {
      line = 1
      start = 0
    }
    for (let next = text.indexOf('\n', start); next !== -1 && next < at; next = text.indexOf('\n', start)) {
      line += 1
      start = next + 1
    }
    return { line, column: at - start + 1 }
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The paths of an OpenAPI document, each with its method, as if it were requested. */
const itemsOf = (text: string, { items, servers }: Structure, hosts: readonly string[]): readonly Requested[] => {
  const hostsOf = servers.map((server): Host => {
    const authority = /^https?:\/\/([^/]+)/.exec(server)?.[1]
    return authority === undefined ? 'unknown' : hostOfAuthority(authority, hosts)
  })
  const host =
    hostsOf.find(each => each === 'hub') ?? hostsOf.find(each => each === 'unknown') ?? hostsOf[0] ?? 'unknown'
  const generation = /\/(v[12])\/?$/.exec(servers[0] ?? '')?.[1]
  return (items ?? []).flatMap(({ path, method, methodAt, at }) => {
    const found = /^\/?(?:(v[12])\/)?repositories(?![\w-])/.exec(path)
    const own = (found?.[1] ?? generation) as Generation | undefined
    if (found === null || own === undefined) return []
    const place = text.indexOf(path, at)
    const read = readPath(text, place + found[0].length)
    const anchor: Anchor = {
      generation: own,
      at: methodAt,
      word: undefined,
      path: { ...read, end: methodAt + method.length },
      origin: { host, foreign: false, from: at },
    }
    return [{ anchor, request: { methods: [method] } }]
  })
}

/** A member of every OpenAPI document. */
const describesApi = /^[ \t{]*["']?(?:openapi|swagger)["']?[ \t]*:/m

/** Every place of a text that uses a deprecated or removed route. */
export const findUses = (source: Source, hosts: readonly string[]): readonly FoundUse[] => {
  const { file, text } = source
  if (!text.includes(keyword)) return []
  const variables = variablesOf(text, hosts)
  const all = anchorsIn(text, variables, hosts)
  // Parsing takes most of the time, so only what may matter is parsed.
  const structure = all.length > 0 || describesApi.test(text) ? structureOf(source) : undefined
  const items = structure?.items
  // The paths of an OpenAPI document are read with their methods.
  const anchors = all.filter(({ at }) => !items?.some(item => at >= item.at && at <= item.at + item.path.length))
  const requests = [
    ...(structure === undefined ? [] : itemsOf(text, structure, hosts)),
    ...anchors.flatMap(anchor =>
      anchor.origin.foreign || anchor.origin.host === 'other'
        ? []
        : codeRequestsOf(text, anchor, at => structure?.methodAt(at)),
    ),
  ]
  const hints: FileHints = {
    hub: hosts.some(host => text.includes(host)),
    docker: /docker/i.test(text) || /docker/i.test(file),
  }
  const place = placesIn(text)
  const found = new Map<string, FoundUse & { readonly at: number }>()
  for (const { anchor, request } of requests) {
    const { at, word, path, generation, origin } = anchor
    const receiver = origin.host === 'unknown' ? request?.receiver : undefined
    const host = receiver === undefined ? origin.host : (variableOf(receiver, variables)?.host ?? hostOfName(receiver))
    if (host === 'other') continue
    const methods = request === undefined || request.methods.length === 0 ? undefined : request.methods
    // A method that the document does not list for a path may have no current path.
    const everyListed = methods?.every(method => routesOf(generation, path, [method]).length > 0) ?? true
    for (const route of routesOf(generation, path, methods)) {
      const { slug, path: template, state, since, method } = route.endpoint
      const doubts = doubtsOf(source, at, host, request, route, hints)
      const edits =
        word !== undefined && everyListed && route.rewritable && !request?.serves ? rewritten(text, word, path) : []
      const excerpt = text.slice(at, Math.max(path.end, at + 1))
      const shifted = edits.map(edit => ({ ...edit, from: edit.from - at, to: edit.to - at }))
      const { line, column } = place(at)
      const key = `${at} ${slug}`
      if (found.has(key)) continue
      found.set(key, {
        at,
        edits,
        use: {
          slug,
          path: template,
          state,
          since,
          file,
          line,
          column,
          endColumn: column + (excerpt.split('\n')[0] ?? '').length,
          method: method === '*' ? (methods?.[0] ?? '*') : method,
          text: oneLine(word === undefined && items !== undefined ? `${method} ${template}` : excerpt),
          certainty: certaintyOf(doubts),
          doubts,
          replacement: replacementOf(route.endpoint),
          fix: edits.length === 0 ? null : oneLine(withEdits(excerpt, shifted)),
        },
      })
    }
  }
  return [...found.values()].sort((a, b) => a.at - b.at).map(({ use, edits }) => ({ use, edits }))
}
