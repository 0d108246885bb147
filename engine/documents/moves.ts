import { isOldMention } from '../../checks/documents/claims.ts'
import type { Name, Thing } from '../../checks/documents/clauses.ts'
import { isJoint } from '../../checks/documents/prose/names.ts'
import type { Replacing } from '../../checks/documents/replacing.ts'

const verb = '\\b(?:move|migrate|switch|change|go|upgrade)s?'
const ending = '(?:the )?[^\\p{L}\\p{N}.;:]*$'
/** What stands in front of a name that something moves to, or moves. */
const movesTo = new RegExp(
  `(?:${verb} (?:over )?to|\\b(?:lives? on|continues?|returns?) as|\\bbec[ao]mes?) ${ending}`,
  'iu',
)
const movesIt = new RegExp(`${verb} (?:(?:over|away) )?(?:from )?${ending}`, 'iu')
/** What follows a move may leave out the verb: `GET /x moves to Y, HEAD /x to Z`. */
const to = new RegExp(`^[^\\p{L}\\p{N}.;:]*(?:(?:over )?to|as) ${ending}`, 'iu')
/** With one of these, a sentence may say something else of one of its moves. */
const alters =
  /\b(?:no|not|never|none|nothing|nobody|cannot|neither|nor|without|instead|rather|hardly|if|unless|except|until|before|may|might|could|would|some|most|sometimes|once|planned|wrong\w*)\b|n['’]t\b|\?/i

/** Whether a thing can stand in the place of an old one. */
export const isNew = (thing: Thing): boolean =>
  thing.is === 'operation' || (thing.is === 'endpoint' && !isOldMention(thing))

const placed = ({ start, end, things }: Name): readonly Thing[] =>
  things.map(thing => ({ ...thing, at: { start, end } }))

/**
 * The moves of a sentence in which old names and new ones take turns, each of these behind a verb of moving: `those that read it with GET /x
 * move to Y, and those that test it with HEAD /x move to Z`. None where it may say anything else.
 */
export const movesIn = (sentence: string, names: readonly Name[]): readonly Replacing[] => {
  if (alters.test(sentence)) return []
  const moves: (Replacing & { olds: Thing[]; news: Thing[]; isObject: boolean })[] = []
  for (const [at, name] of names.entries()) {
    const between = sentence.slice(names[at - 1]?.end ?? 0, name.start)
    const last = moves.at(-1)
    const isOfNew = name.things.every(isNew)
    const isObject = isOfNew ? last?.isObject === true : movesIt.test(between)
    // `Create repository (CreateRepository)`
    const isGloss = !/[\p{L}\p{N},]/u.test(between)
    if (!isOfNew && (last === undefined || last.news.length > 0))
      moves.push({ olds: [...placed(name)], news: [], none: false, sure: true, isObject })
    else if (last === undefined) return []
    else if (!isOfNew && isJoint(between)) last.olds.push(...placed(name))
    else if (
      isOfNew &&
      (last.news.length > 0
        ? isGloss
        : ((isObject || moves.length > 1) && to.test(between)) || (!isObject && movesTo.test(between)))
    )
      last.news.push(...placed(name))
    else return []
  }
  return moves.every(({ news }) => news.length > 0) ? moves : []
}
