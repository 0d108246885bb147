import { namesLegacy } from '../../../checks/documents/vocabulary.ts'
import { oncePer } from '../../../checks/remembered.ts'
import type { EndpointMention, Subjects } from '../../../contracts/documents.ts'
import { lifecycle } from '../../../contracts/lifecycle.ts'
import type { Section } from '../pages/sections.ts'
import { endpointsOfSection } from '../statements.ts'
import { isUnnamed } from '../subjects.ts'

/** Other words for what operations do. What checks for a repository gets it, without its content. */
const others = new Map([
  ['check', 'get'],
  ['read', 'get'],
  ['retriev', 'get'],
  ['fetch', 'get'],
  ['view', 'get'],
  ['enumerat', 'list'],
  ['repo', 'repositor'],
])

/** The words of a text without their endings: `repositor` of `repositories`, `creat` of `creating` and `creation`. */
const wordsOf = (text: string): readonly string[] =>
  [...text.toLowerCase().matchAll(/\p{L}+/gu)]
    .map(([word]) => word.replace(/(?:ies|y|ing|ions?|als?|es?|s)$/, ''))
    .map(word => others.get(word) ?? word)

const fillers = new Set(
  wordsOf(
    "the a an of for to in and or API's which that old older legacy undocumented former previous deprecated endpoint operation call route method path given status feature date",
  ),
)

const keyOf = ({ method, path }: EndpointMention): string => `${method} ${path}`

/** What the document says together of some legacy endpoints, and the words for what their operations do. */
const groups = lifecycle.deprecationLog.map(({ endpoints }) => {
  const own = lifecycle.legacyEndpoints.filter(one => endpoints.includes(keyOf(one)))
  const names = own.map(({ replacedBy }) => replacedBy.split(/(?=[A-Z])/).flatMap(wordsOf))
  return {
    own: own.map(({ method, path }): EndpointMention => ({ method, path })),
    known: new Set(names.flat()),
    verbs: names.flatMap(name => name.slice(0, 1)),
  }
})

/** The endpoints that a text describes by what they do, as the document does: `Legacy create and get repository endpoints`. */
const describedBy = (text: string): readonly EndpointMention[] => {
  const words = wordsOf(text.replace(/\(.*\)/, '')).filter(word => !fillers.has(word))
  return groups
    .filter(({ known, verbs }) => words.every(word => known.has(word)) && verbs.every(verb => words.includes(verb)))
    .flatMap(({ own }) => own)
}

const namedIn = oncePer(
  (sections: readonly Section[]): ReadonlySet<string> => new Set(sections.flatMap(endpointsOfSection).map(keyOf)),
)

/** What is about a thing of these words: where nothing is named, the endpoints that they describe and that the page names elsewhere. */
export const describing =
  (sections: readonly Section[]) =>
  <T extends Subjects>(about: T, feature: string): T =>
    isUnnamed(about) && namesLegacy(feature)
      ? { ...about, endpoints: describedBy(feature).filter(one => namedIn(sections).has(keyOf(one))) }
      : about
