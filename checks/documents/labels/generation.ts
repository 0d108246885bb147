import type { LogRow, PublishedChangelog } from '../../../contracts/documents.ts'
import type { Excerpt, Finding } from '../../../contracts/results/finding.ts'
import { entryClaim, namesV1 } from '../claims.ts'
import { ends, read, readText, type Thing } from '../clauses.ts'
import { isJoint, nameOf } from '../prose/names.ts'
import { passageExcerpt, rowExcerpt } from '../published-documents.ts'
import { sentencesOf } from '../sentences.ts'
import { endsThings, type LabelSources, over, unsureRow } from './sources.ts'

const isV2 = ({ is }: Thing): boolean => is === 'v2'

/** Whether a text is the name of the current generation as a whole. */
const generation = (text: string): boolean => {
  const sentence = sentencesOf(text)[0] ?? ''
  const named = nameOf(sentence)
  const isJoined = ({ at }: Thing, index: number): boolean =>
    index === 0 || isJoint(sentence.slice(named[index - 1]?.at?.end, at?.start))
  return named.some(isV2) && named.every(({ is }) => is === 'v1' || is === 'v2') && named.every(isJoined)
}

/** `, with paths that start with /v3/` limits nothing. */
const ofPaths =
  /,? with (?:all )?paths (?:that |which )?(?:start|begin|commenc)\w* (?:(?:with|in|at|by) )?\W{0,3}\/v\d\/?[`'"”]?/gi

/** Whether a text says of the current generation that it is deprecated, over or replaced, or that another one is the current one. */
const endsGeneration = (text: string): boolean =>
  /v\d|version \d/i.test(text) &&
  // Behind a name without a verb, what follows may be of that one: `v1 API. Removed 2022-08-23 v2`
  !sentencesOf(text).some(sentence => namesV1(sentence) && read(sentence).length === 0) &&
  readText(text.replaceAll(ofPaths, '')).some(said => {
    const isSure = !said.denied && !said.limited && said.unread.length === 0 && ['stated', 'past'].includes(said.mood)
    const isReplacing = isSure && said.act === 'replace'
    const isOrdered = said.act === 'use' && said.mood === 'ordered' && !said.denied && !said.limited
    const later = ({ is }: Thing): boolean => is === 'later'
    if (said.of.some(isV2)) return ends(said) === 'yes' || (isReplacing && said.by.some(later))
    const isCurrent = isOrdered || (isSure && said.act === 'prefer') || (isReplacing && said.others.some(isV2))
    return isCurrent && said.of.some(later)
  })

/** Whether a row is no running text of several sentences, each of which is read for itself: `Version 2. Its predecessor was removed.` */
const isOfOne = ({ quote, feature }: LogRow): boolean => quote === undefined || sentencesOf(feature).length === 1

/** Where the current generation is labelled deprecated or removed as a whole, or is said to be another one. */
export const generationEnd = (
  sources: LabelSources,
  changelog: PublishedChangelog | undefined,
): Excerpt | Finding | undefined => {
  const { log, reference } = sources
  for (const page of [log, reference?.prose]) {
    const row = page?.rows.find(candidate => over(candidate) && generation(candidate.feature) && isOfOne(candidate))
    if (page && row) return rowExcerpt(page, row)
    // A cell of a table says nothing of its neighbour: `v1 API | the v2 API | Removed`
    const passage = page?.passages.find(({ text }) => text.split(' | ').some(endsGeneration))
    if (page && passage) return passageExcerpt(page, passage)
  }
  const entry = changelog?.entries.find(
    ({ kind, text }) => (endsThings(kind, text) && generation(text)) || endsGeneration(text),
  )
  if (changelog && entry) return entryClaim(changelog, entry)
  return unsureRow(sources, 'a label of the v2 API', row => generation(row.feature) && isOfOne(row))
}
