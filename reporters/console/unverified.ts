import type { ReportedRequirement } from '../../contracts/report.ts'
import type { Verdict } from '../../contracts/verdict.ts'
import { count, visible } from '../text.ts'
import { block, firstFew, grouped, type View } from './view.ts'

/** How many ids a group shows before it only counts them. */
const few = 6

/** One message for everything that stays open for the same reason, with how much that is and what it is. */
const section = (view: View, heading: string, requirements: readonly ReportedRequirement[]): string[] => {
  if (requirements.length === 0) return []
  const groups = [...grouped(requirements, ({ reason }) => reason?.message ?? 'no reason is given')].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  const width = String(groups[0]?.[1].length ?? 0).length
  return [
    '',
    view.colors.bold(heading),
    ...groups.flatMap(([message, members]) => {
      const [first = '', ...rest] = block(view, message, width + 4)
      const ids = members.map(({ id }) => id)
      const shown = firstFew(ids, view.verbosity === 'verbose' ? ids.length : few)
      return [
        `  ${view.colors.yellow(String(members.length).padStart(width))}${first.slice(width + 2)}`,
        ...rest,
        ...block(view, shown, width + 4).map(view.colors.dim),
      ]
    }),
  ]
}

/** Everything that was not verified and why, except what the user left out or what does not apply. */
export const unverified = (view: View): string[] => {
  const having = (verdict: Verdict) => view.having(verdict)
  return [
    ...section(view, 'Mistakes of the suite, not of the target', having('error')),
    ...section(view, 'Asked, but left open', having('inconclusive')),
    ...section(view, 'Not asked, for want of', having('untestable')),
  ]
}

/** What the run could not delete. */
export const leftovers = (view: View): string[] => {
  const { leftovers: left } = view.report
  if (left.length === 0) return []
  return [
    '',
    view.colors.yellow(view.colors.bold(`Left behind on the target: ${count(left.length, 'thing')} to delete by hand`)),
    ...left.flatMap(({ kind, name, url, why }) =>
      block(view, `${visible(kind)} ${visible(name)}: ${url} (${why})`, 2, 2),
    ),
  ]
}
