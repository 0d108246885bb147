import type { Said, Thing } from './clauses.ts'

/** That something stands in the place of something else, or that nothing does. */
export interface Replacing {
  readonly olds: readonly Thing[]
  readonly news: readonly Thing[]
  /** Whether it says that nothing replaces them. */
  readonly none: boolean
  /** False where it may be said of a part, for a purpose or under a condition. */
  readonly sure: boolean
}

const isNamed = ({ is }: Thing): boolean => is === 'endpoint' || is === 'operation'

/** `New clients call X`: what is new is told what to use. */
const isOfNewWork = /^new\b/i

const isSuccessor = /^(?:successor|replacement)$/
const itself: readonly Thing[] = [{ is: 'this' }]

/** What a clause says of a replacement, if anything. */
const replacingOf = (said: Said): Replacing | undefined => {
  const { act, denied, mood, of, others, by, than, it, how, limited, unread } = said
  const sure = mood !== 'supposed' && !limited && unread.length === 0
  const or = (...all: readonly (readonly Thing[])[]): readonly Thing[] => all.find(things => things.length > 0) ?? []
  if (denied) {
    // `X is no replacement for Y` says nothing of others.
    const isNone = others.length === 0 || /\bthere$/.test(said.subject) || !of.some(isNamed)
    // `There was nothing that could replace X.`
    if (!isNone || !sure || act !== 'replace' || by.length > 0 || mood === 'past') return undefined
    return {
      olds: or(
        others.filter(thing => thing.is !== 'any'),
        of,
        it,
      ),
      news: [],
      none: true,
      sure,
    }
  }
  if (how.has('unreplaced') && (act === 'end' || act === 'deprecate'))
    return { olds: or(of, it), news: [], none: true, sure }
  if (by.some(isNamed)) return { olds: or(than, of, it), news: by, none: false, sure }
  if (act === 'replace') {
    // `X is the successor`: of what the text is about.
    const olds = others.length > 0 ? others : isSuccessor.test(said.verb) && sure && mood === 'stated' ? itself : []
    return olds.length > 0 ? { olds, news: of, none: false, sure } : undefined
  }
  const isTold = how.has('instead') || than.length > 0
  // `Deprecated, see X for the replacement`
  const further = said.names.filter(thing => said.words.has('replace') && !of.includes(thing))
  if (act !== 'use' && !(act === 'prefer' && mood === 'ordered'))
    return { olds: or(of, it), news: further, none: false, sure: false }
  const isDue = mood === 'ordered' || mood === 'due' || isOfNewWork.test(said.subject)
  // What stands in front may be for what: `To list them, call Y`.
  const isOpen = limited || unread.length > 0 || (others.length === 0 && (it.length === 0 || !isDue))
  if (!isTold && isOpen) return undefined
  // `GET /x: use Y`
  return others.length > 0
    ? { olds: or(than, of, it), news: others, none: false, sure }
    : { olds: or(than, it), news: of, none: false, sure }
}

/** What clauses say of replacements that have a name, or that there is none. */
export const replacingsIn = (all: readonly Said[]): readonly Replacing[] =>
  all.flatMap(said => {
    const replacing = replacingOf(said)
    const news = replacing?.news.filter(isNamed) ?? []
    return replacing && (replacing.none || news.length > 0) ? [{ ...replacing, news }] : []
  })
