import { grouped } from '../../contracts/causes/grouped.ts'
import { type OpenGroup, openApart, openGroups } from '../../contracts/causes/open.ts'
import { messagesOf } from '../../contracts/causes/wording.ts'
import type { Leftover } from '../../contracts/results/report.ts'
import { isOutOfForce, leftoverGroups } from '../shared/facts.ts'
import { clip, count, visible } from '../shared/text.ts'
import { evidenceOf } from './failures.ts'
import { block, firstFew, type View } from './view.ts'

/** How many ids or names a group shows before it only counts them. */
const mostIds = 6

const longestMessage = 600

/** Sentences for what depends on one request. */
const mostMessages = 3

/** One message for everything that stays open for the same reason, with how much that is and what it is. */
const section = (view: View, heading: string, groups: readonly OpenGroup[]): string[] => {
  if (groups.length === 0) return []
  const width = String(groups[0]?.members.length ?? 0).length
  // The last lines of the output have it, too.
  const isNext = (action: string): boolean => view.report.next.some(({ message }) => message.includes(action))
  return [
    '',
    view.colors.bold(heading),
    ...groups.flatMap(({ messages, action, members, refused }) => {
      const [first = '', ...rest] = messages
        .slice(0, mostMessages)
        .flatMap(message => block(view, clip(message, longestMessage), width + 4))
      const ids = members.map(({ id }) => id)
      const shown = firstFew(ids, view.verbosity === 'verbose' ? ids.length : mostIds)
      return [
        `  ${view.colors.yellow(String(members.length).padStart(width))}${first.slice(width + 2)}`,
        ...rest,
        ...(action === undefined || isNext(action) ? [] : block(view, action, width + 4)),
        ...block(view, shown, width + 4).map(view.colors.dim),
        ...(refused === undefined ? [] : evidenceOf(view, refused.requirement, refused.kase)),
      ]
    }),
  ]
}

/** Everything that was not verified and why, except what follows from a failure, what is known, what the user left out and what does not apply. */
export const unverified = (view: View): string[] => {
  const { report } = view
  const open = openApart(report).filter(({ verdict }) => verdict !== 'error')
  const groups = openGroups(open, report)
  const isAsked = ({ members }: OpenGroup): boolean => members.some(({ verdict }) => verdict === 'inconclusive')
  return [
    ...section(view, 'Tested, but undecided', groups.filter(isAsked)),
    ...section(
      view,
      'Not tested',
      groups.filter(group => !isAsked(group)),
    ),
  ]
}

/** What the target's documents or answers show not to apply to it, and why. */
export const inapplicable = (view: View): string[] => {
  const all = view.having('not-applicable').filter(requirement => !isOutOfForce(requirement))
  const groups = [...grouped(all, ({ reason }) => String(reason?.code)).values()].map(members => {
    const [message = 'no reason given', ...others] = messagesOf(members.flatMap(({ reason }) => reason ?? []))
    return { messages: [message, ...others] as const, members }
  })
  return section(
    view,
    'Does not apply to this target',
    groups.sort((a, b) => b.members.length - a.members.length),
  )
}

/** Bugs of the suite, which say nothing about the target. */
export const mistakes = (view: View): string[] =>
  section(view, 'Bugs of the suite, not of the target', openGroups(view.having('error'), view.report))

const groupLines = (view: View, [first, ...others]: readonly [Leftover, ...Leftover[]]): string[] => {
  const { kind, name, url, why } = first
  if (others.length === 0)
    return block(view, `${visible(kind)} ${visible(name)}: ${visible(url)} (${visible(why)})`, 2, 2)
  const names = [name, ...others.map(other => other.name)]
  const shown = firstFew(names, view.verbosity === 'verbose' ? names.length : mostIds)
  return [
    ...block(view, `${count(names.length, visible(kind))} at ${visible(url)} (${visible(why)})`, 2, 2),
    ...block(view, visible(shown), 4).map(view.colors.dim),
  ]
}

/** What the run could not delete; things of one kind in one place for one reason are one message. */
export const leftBehind = (view: View): string[] => {
  const { leftovers: left } = view.report
  if (left.length === 0) return []
  return [
    '',
    ...block(view, `Left behind on the target: ${count(left.length, 'thing')} to delete by hand`, 0).map(line =>
      view.colors.yellow(view.colors.bold(line)),
    ),
    ...leftoverGroups(view.report).flatMap(same => groupLines(view, same)),
  ]
}
