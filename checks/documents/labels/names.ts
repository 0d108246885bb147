import type { EndpointMention, PublishedDate, Subjects } from '../../../contracts/documents.ts'
import { type DocumentedOperation, lifecycle } from '../../../contracts/lifecycle.ts'
import { isOldMention } from '../claims.ts'
import { isAfter, isDay } from '../published-dates.ts'
import { type Endpoint, isMentionOf } from '../published-documents.ts'

/** Names of current operations that no legacy endpoint and no v1 route has as well. */
const titles: readonly (readonly [DocumentedOperation, string])[] = [
  ['CreateRepositoryGroup', 'assign repository group'],
  ['CreateRepositoryGroup', 'create repository group'],
  ['UpdateRepositoryImmutableTags', 'update repository immutable tags'],
  ['UpdateRepositoryImmutableTags', 'update immutable tags'],
  ['VerifyRepositoryImmutableTags', 'verify repository immutable tags'],
  ['VerifyRepositoryImmutableTags', 'verify immutable tags'],
]

const fillers =
  /^(?:a|an|the|of|for|in|to|and|its|given|namespaces?|settings?|apis?|endpoints?|operations?|deprecat\w*|remov\w*)$/

/** The words of a name, in whatever order and form: `Verification of a repository's immutable tags`. */
const wordsOf = (text: string): string =>
  [
    ...new Set(
      text
        .toLowerCase()
        .replaceAll(/['’]s\b/g, '')
        .split(/[^\p{L}\p{N}]+/u)
        .filter(word => word !== '' && !fillers.test(word))
        .map(word => word.replace(/s$/, '').slice(0, 5)),
    ),
  ]
    .sort()
    .join(' ')

/** Whether a text is the name of the operation and nothing else: with more words it may be about a part of it, or about another one. */
export const isNameOf = (text: string, id: DocumentedOperation): boolean =>
  titles.some(([operation, title]) => operation === id && wordsOf(title) === wordsOf(text))

/** Names that a current operation has in common with what it replaces, and the last day on which that was deprecated. */
const sharedTitles: readonly (readonly [DocumentedOperation, string])[] = [
  ['ListRepositoryTags', 'list repository tags'],
  ['GetRepositoryTag', 'get repository tag'],
  ['CreateRepository', 'create repository'],
  ['GetRepository', 'get repository'],
  ['CheckRepository', 'check repository'],
  ['listNamespaceRepositories', 'list repositories'],
]

/** Whether a text is a name that may be of the operation or of what it replaces, and the day is none on which that was deprecated. */
export const isNameOfCurrent = (text: string, id: DocumentedOperation, dates: readonly PublishedDate[]): boolean => {
  if (!sharedTitles.some(([operation, title]) => operation === id && namesAlike(title, text))) return false
  const old = lifecycle.legacyEndpoints.filter(({ replacedBy }) => replacedBy === id)
  const removed = lifecycle.deprecationLog.find(({ slug }) => slug === 'v1-api')?.date ?? ''
  return (
    dates.length > 0 &&
    dates.every(date => isAfter(date, removed) && old.every(({ deprecated }) => isDay(date, deprecated) === 'no'))
  )
}

const namesAlike = (title: string, text: string): boolean =>
  title.replaceAll(/\W/g, '') ===
  text.toLowerCase().replaceAll(/\b(?:an?|the|endpoints?|operations?)\b|[^\p{L}\p{N}]/gu, '')

/** Whether something names an endpoint that is old by the document: what it names besides may be the replacement. */
export const namesOld = ({ endpoints }: Subjects): boolean => endpoints.some(isOldMention)

const endpointWords =
  /(?:\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b(?:[\s,;/&+]|\b(?:and|or)\b){1,9}){0,9}\/[\w{}<>:/.-]*[\w}>]/g

/** The endpoints of a text, list by list: `GET /a, POST /b and GET /c` is one, and nothing but such words stands between its endpoints. */
const listsIn = (text: string): readonly (readonly EndpointMention[])[] => {
  const lists: EndpointMention[][] = []
  let end = 0
  for (const match of text.matchAll(endpointWords)) {
    const path = match[0].slice(match[0].indexOf('/'))
    const mentions = (match[0].match(/\b[A-Z]{3,6}\b/g) ?? []).map(method => ({ method, path }))
    const between = text.slice(end, match.index)
    const joins =
      /^[\s,;&+`()]*(?:\b(?:and|or|as well as)\b)?[\s,;`()]*$/.test(between) && /[,;&+]|\b(?:and|or|as)\b/.test(between)
    const last = joins ? lists.at(-1) : undefined
    if (last) last.push(...mentions)
    else lists.push(mentions)
    end = match.index + match[0].length
  }
  return lists
}

/** Whether a text names an endpoint in one list with an old one: what is said of that one is said of both. */
export const isListedWithOld = (text: string, endpoint: Endpoint): boolean =>
  listsIn(text).some(
    mentions => mentions.some(mention => isMentionOf(mention, endpoint)) && mentions.some(isOldMention),
  )
