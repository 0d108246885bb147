import type { LogRow, Passage, PublishedChangelog, PublishedLog } from '../../../contracts/documents.ts'
import type { Excerpt, Finding } from '../../../contracts/results/finding.ts'
import { entryClaim } from '../claims.ts'
import { ends, isSaidOf, readText, type Said } from '../clauses.ts'
import {
  hasTag,
  isEnded,
  isLabelled,
  ownSentences,
  passageExcerpt,
  referenceExcerpt,
  rowExcerpt,
} from '../published-documents.ts'
import { kindOf } from '../vocabulary.ts'
import { endExcerpt } from './own-words.ts'
import { endsThings, isOlder, type LabelSources, over, unsureRow } from './sources.ts'

const families: Readonly<Record<string, RegExp>> = {
  'access-tokens': /^(?:access-tokens|personal access tokens?|PATs?)(?: \(PATs?\))?$/i,
  'org-access-tokens': /^(?:org-access-tokens|org(?:ani[sz]ation)? access tokens?|OATs?)(?: \(OATs?\))?$/i,
  'audit-logs': /^audit[ -]?logs?$/i,
}
/** Words around the name of an area that stand for the whole of it. */
const leading =
  /^(?:(?:the|all|whole|entire|endpoints|operations|apis?|of|in|for|area|management|managing|access|to) )*/i
const trailing = /(?: (?:management|access|apis?|endpoints?|operations?|area|(?:via|through|in|with|over) the api))*$/i

/** Whether a text is the name of an area that the document names as a whole: `The endpoints of the area audit-logs`. */
const namesFamily = (text: string, tag: string): boolean => {
  const name = text
    .replaceAll(/[`*_.]/g, '')
    .replace(leading, '')
    .replace(trailing, '')
  return families[tag]?.test(name) ?? (/\barea\b/i.test(text) && name.toLowerCase() === tag)
}

/** Whether a text is the name of an action, its object first: `PAT delete`, `pat.delete`. */
const namesAction = (text: string, { subject, verb }: Said): boolean =>
  !/(?:ed|s|n)$/.test(verb) && (text.toLowerCase().match(/\w+/g) ?? []).join(' ') === `${subject} ${verb}`

const endsFamily = (text: string, tag: string): boolean =>
  /token|\b[PO]AT|audit|\barea\b/i.test(text) &&
  readText(text).some(
    said => namesFamily(said.subject, tag) && ends({ ...said, unread: [] }) === 'yes' && !namesAction(text, said),
  )

/** Where a page says in a sentence that an area is deprecated. */
const areaSentence = (page: PublishedLog | undefined, tag: string): Excerpt | undefined => {
  const passage = page?.passages.find(({ text }) => endsFamily(text, tag))
  return page && passage && passageExcerpt(page, passage)
}

/** Where the log or the reference describes an area as deprecated. */
export const areaDescription = ({ reference, log }: LabelSources, tag: string): Excerpt | undefined => {
  const { prose } = reference ?? {}
  const named = areaSentence(log, tag) ?? areaSentence(prose, tag)
  if (named) return named
  const described = reference?.operations.find(
    operation => hasTag(operation.tags, tag) && ownSentences(operation).some(text => endsFamily(text, tag)),
  )
  if (reference && described) return endExcerpt(reference, described)
  if (!prose) return undefined
  const start = prose.passages.findIndex(({ heading, tags }) => heading && hasTag(tags, tag))
  if (start < 0) return undefined
  const isTold = ({ text, endpoints }: Passage): boolean =>
    endpoints.length === 0 && readText(text).some(said => isSaidOf('this', 'any')(said) && ends(said) === 'yes')
  const told = prose.passages.slice(start + 1).find(passage => passage.heading || isTold(passage))
  return told && !told.heading ? passageExcerpt(prose, told) : undefined
}

/** Where an area that the document names as a whole is labelled deprecated as a whole, or ended by an entry of the change history. */
export const familyDeprecation = (
  sources: LabelSources,
  changelog: PublishedChangelog | undefined,
  tag: string,
): Excerpt | Finding | undefined => {
  const { reference, log } = sources
  const operations = reference?.operations.filter(({ tags }) => hasTag(tags, tag))
  const first = operations?.[0]
  if (reference && first && operations.every(operation => isLabelled(operation) || isEnded(operation)))
    return referenceExcerpt(reference, first)
  const isOfArea = ({ itself, feature }: LogRow): boolean =>
    itself.endpoints.length === 0 && (hasTag(itself.tags, tag) || namesFamily(feature, tag))
  const row = log?.rows.find(candidate => over(candidate) && isOfArea(candidate))
  if (log && row) return rowExcerpt(log, row)
  // `Deprecated the audit log endpoints.`
  const withoutVerb = (text: string): string => text.replace(/\p{L}+ /u, verb => (kindOf(verb) ? '' : verb))
  const entry = changelog?.entries.find(
    one =>
      !isOlder(one, ({ tags }) => tags.includes(tag)) &&
      ((endsThings(one.kind, one.text) && namesFamily(withoutVerb(one.text), tag)) || endsFamily(one.text, tag)),
  )
  if (changelog && entry) return entryClaim(changelog, entry)
  return unsureRow({ log, reference: undefined }, `a label of the area ${tag}`, isOfArea)
}
