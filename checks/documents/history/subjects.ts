import { dockerHub } from '../../../contracts/bindings/docker-hub.ts'
import type { EndpointMention } from '../../../contracts/documents.ts'
import type { ChangeFact, DocumentedOperation } from '../../../contracts/lifecycle.ts'
import type { Named } from '../named-areas.ts'
import { areasInEnglish } from '../prose/other-languages.ts'
import { type Endpoint, endpointOf, hasTag, isMentionOf } from '../published-documents.ts'

/** What people call the operations that the document names by id. */
const spoken: Readonly<Record<DocumentedOperation, RegExp>> = {
  CreateRepository: /\bcreat\w*\s+(?:a\s+)?(?:new\s+)?repositor(?:y|ies)\b(?!\s+(?:group|tag))/i,
  GetRepository: /\bget\w*\s+(?:a\s+)?repositor(?:y|ies)\b(?!\s+(?:group|tag))/i,
  CheckRepository: /\bcheck\w*\s+(?:a\s+)?repositor(?:y|ies)\b(?!\s+(?:group|tag))/i,
  listNamespaceRepositories: /\blist\w*\s+(?:\w+\s+)?repositories\b/i,
  CreateRepositoryGroup: /\bassign\w*\b.*\bgroup\b/i,
  UpdateRepositoryImmutableTags: /\bupdat\w*\b.*\bimmutable[\s-]tags?\b/i,
  VerifyRepositoryImmutableTags: /\bverif\w*\b.*\bimmutable[\s-]tags?\b/i,
  ListRepositoryTags: /\blist\w*\b.*\btags\b/i,
  GetRepositoryTag: /\bget\w*\b.*\btag\b/i,
}

/** Words that a sentence about the operation has, in any order; a sentence that has them may be about something else. */
const stems: Readonly<Record<DocumentedOperation, readonly RegExp[]>> = {
  CreateRepository: [/\bcreat/i, /\brepositor/i],
  GetRepository: [/\b(?:get|read|retriev|fetch|show)/i, /\brepositor/i],
  CheckRepository: [/\b(?:check|exist)/i, /\brepositor/i],
  listNamespaceRepositories: [/\blist/i, /\brepositor/i],
  CreateRepositoryGroup: [/\b(?:assign|creat)/i, /\bgroup/i],
  UpdateRepositoryImmutableTags: [/\b(?:updat|chang|edit|set|configur)/i, /\bimmutab/i],
  VerifyRepositoryImmutableTags: [/\b(?:verif|validat|check|test)/i, /\bimmutab/i],
  ListRepositoryTags: [/\blist/i, /\btags\b/i],
  GetRepositoryTag: [/\bget/i, /\btag\b/i],
}

const organization = /\b(?:OATs?|organi[sz]ations?|orgs?)\b/i

export const tokens = /\baccess[\s-]tokens?\b|\btokens?\b/i

/** The words of an area, in any order. */
const wordsOf: Readonly<Record<string, (text: string) => boolean>> = {
  'access-tokens': text => /\bPATs?\b/.test(text) || (/\bpersonal\b/i.test(text) && tokens.test(text)),
  'org-access-tokens': text => /\bOATs?\b/.test(text) || (organization.test(text) && tokens.test(text)),
  'audit-logs': text =>
    /\bauditlogs?\b/i.test(text) ||
    (/\baudit(?:ing|ed)?\b/i.test(text) && /\blogs?\b|\blogging\b|\bevents?\b|\btrails?\b/i.test(text)),
}

export const areas: typeof wordsOf = Object.fromEntries(
  Object.entries(wordsOf).map(([area, names]) => [area, (text: string) => names(areasInEnglish(text))]),
)

type Speaks = 'yes' | 'no' | 'maybe'

/** A single thing that a change of the document is about. */
export interface Subject {
  readonly name: string
  readonly speaks: (entry: Named) => Speaks
  /** Whether an endpoint may be where it is. */
  readonly mayBeAt: (mention: EndpointMention) => boolean
}

const all = (...parts: readonly Speaks[]): Speaks =>
  parts.includes('no') ? 'no' : parts.includes('maybe') ? 'maybe' : 'yes'

/** Whether an entry names an area: by a link to its tag, by an operation of it, by the tag itself, or in words. */
export const namesArea = (tag: string, { tags, areas: named = [], text: told }: Named): boolean =>
  hasTag([...tags, ...named], tag) ||
  new RegExp(`(?<![\\w-])${tag}(?![\\w-])`).test(told) ||
  areas[tag]?.(told) === true

/** What a sentence says of an area: audit logs for personal access tokens are not those for organizations. */
const ofArea = (tag: string, sentence: string, entry: Named): Speaks => {
  const named = namesArea(tag, entry)
  if (!named) return 'no'
  const personal = namesArea('access-tokens', entry)
  const organizations = namesArea('org-access-tokens', entry)
  if (sentence !== 'history-new-audit-logs') {
    // A token of another sort, or a change to its audit log, is not the area itself.
    if (tag !== 'access-tokens' && areas['audit-logs']?.(entry.text)) return 'no'
    // A link to one area may have the words of the other: `[personal access tokens](#tag/org-access-tokens)`.
    const isWorded = (of: string): boolean => areas[of]?.(entry.text) === true
    const other = tag === 'access-tokens' ? 'org-access-tokens' : 'access-tokens'
    return isWorded(other) && !isWorded(tag) ? 'maybe' : 'yes'
  }
  if (organizations) return 'yes'
  if (personal) return 'no'
  // What operations of the area give access to includes entries about tokens of organizations.
  return hasTag(entry.areas ?? [], tag) ? 'yes' : 'maybe'
}

export type PathOf = (operation: DocumentedOperation) => Endpoint | undefined

export const shipped: PathOf = operation => dockerHub.find(binding => binding.operation === operation)

export const subjects = (fact: ChangeFact, pathOf: PathOf): readonly Subject[] => [
  ...fact.about.operations.map(
    (operation): Subject => ({
      name: operation,
      speaks: entry => {
        const path = pathOf(operation)
        const legacy = /\b(?:legacy|undocumented)\b/i.test(entry.text)
        if (entry.operationIds.some(id => id.toLowerCase() === operation.toLowerCase())) return 'yes'
        if (path && entry.endpoints.some(mention => mention.method !== undefined && isMentionOf(mention, path)))
          return 'yes'
        if (legacy) return 'no'
        // `Get repositories (GetRepositories)` may be another operation.
        const isOther = entry.operationIds.some(id =>
          spoken[operation].test(id.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')),
        )
        if (spoken[operation].test(entry.text)) return isOther ? 'maybe' : 'yes'
        return stems[operation].every(stem => stem.test(entry.text)) ? 'maybe' : 'no'
      },
      mayBeAt: mention => {
        const path = pathOf(operation)
        return path === undefined || isMentionOf(mention, path)
      },
    }),
  ),
  ...fact.about.endpoints.map(
    (endpoint): Subject => ({
      name: endpoint,
      speaks: entry => (entry.endpoints.some(mention => isMentionOf(mention, endpointOf(endpoint))) ? 'yes' : 'no'),
      mayBeAt: () => false,
    }),
  ),
  ...fact.about.tags.map(
    (tag): Subject => ({
      name: [...fact.names, `the area ${tag}`].join(' of '),
      speaks: entry =>
        all(
          // A field is known by its name, whose it is not.
          fact.names.length > 0 && !Object.keys(areas).some(area => namesArea(area, entry))
            ? 'maybe'
            : ofArea(tag, fact.sentence, entry),
          fact.names.every(name => new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'i').test(entry.text)) ? 'yes' : 'no',
        ),
      mayBeAt: () => false,
    }),
  ),
]
