import { namesLegacy } from '../../../checks/documents/vocabulary.ts'
import type { EndpointMention, Subjects } from '../../../contracts/documents.ts'
import { lifecycle } from '../../../contracts/lifecycle.ts'
import type { Section } from '../pages/sections.ts'
import { endpointsOfSection } from '../statements.ts'
import { isUnnamed } from '../subjects.ts'

const fillers = new Set(
  'the|a|an|of|for|to|in|and|or|s|which|that|old|older|legacy|undocumented|former|previous|deprecated|endpoint|operation|call|route|api|method|path|v2|given'.split(
    '|',
  ),
)
/** Other words for what operations do. */
const verbs = new Map([
  ['read', 'get'],
  ['retrieve', 'get'],
  ['retriev', 'get'],
  ['retrieval', 'get'],
  ['fetch', 'get'],
  ['view', 'get'],
  ['enumeration', 'list'],
  ['enumerate', 'list'],
  ['creation', 'create'],
  ['repo', 'repository'],
])

/** `repositories` as `repository`, `creating` as `create`. */
const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? [])
    .map(word =>
      word
        .replace(/ies$/, 'y')
        .replace(/(?<=creat)ing$/, 'e')
        .replace(/ing$/, '')
        .replace(/(?<=..)s$/, ''),
    )
    .map(word => verbs.get(word) ?? word)

/** What the document says together of some legacy endpoints, and the words for what their operations do. */
const groups = lifecycle.deprecationLog.flatMap(({ endpoints }) => {
  const own = lifecycle.legacyEndpoints.filter(({ method, path }) => endpoints.includes(`${method} ${path}`))
  const names = own.map(({ method, replacedBy }) => ({
    method,
    words: wordsOf(replacedBy.replaceAll(/(?!^)[A-Z]/g, ' $&')),
  }))
  const known = new Set(names.flatMap(({ words }) => words))
  // What checks for a repository gets it, without its content.
  const needed = new Set(names.flatMap(({ method, words: [verb = ''] }) => (method === 'HEAD' ? [] : verb)))
  return own.length > 0 ? [{ own, known, needed }] : []
})

/** The endpoints that a text describes by what they do, as the document does: `Legacy create and get repository endpoints`. */
const describedBy = (text: string): readonly EndpointMention[] => {
  if (!namesLegacy(text)) return []
  const words = wordsOf(text.replaceAll(/\((?:see\b.*$|[^()]*\))/gi, ' ')).filter(word => !fillers.has(word))
  const group = groups.find(
    ({ known, needed }) => words.every(word => known.has(word)) && [...needed].every(word => words.includes(word)),
  )
  return group?.own.map(({ method, path }) => ({ method, path })) ?? []
}

/** What is about a thing of these words: where nothing is named, the endpoints that they describe and that the page names elsewhere. */
export const describing = (sections: readonly Section[]): (<T extends Subjects>(about: T, feature: string) => T) => {
  let named: ReadonlySet<string> | undefined
  return (about, feature) => {
    if (!isUnnamed(about)) return about
    const described = describedBy(feature)
    if (described.length === 0) return about
    named ??= new Set(sections.flatMap(endpointsOfSection).map(({ method, path }) => `${method} ${path}`))
    return { ...about, endpoints: described.filter(({ method, path }) => named?.has(`${method} ${path}`)) }
  }
}
