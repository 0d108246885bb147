import type { ReportedRequirement } from '../../contracts/report.ts'
import { clip, count, visible } from '../text.ts'
import { block, firstFew, grouped, type View } from './view.ts'

/** How many ids a group shows before it only counts them. */
const few = 6

/** One message for everything that stays open for the same reason, with how much that is and what it is. */
const section = (view: View, heading: string, requirements: readonly ReportedRequirement[]): string[] => {
  if (requirements.length === 0) return []
  const groups = [...grouped(requirements, ({ reason }) => clip(reason?.message ?? 'no reason is given', 600))].sort(
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
export const unverified = (view: View): string[] => [
  ...section(view, 'Asked, but left open', view.having('inconclusive')),
  ...section(view, 'Not asked, for want of', view.having('untestable')),
]

/** What we got wrong: the target is not judged by it. */
export const mistakes = (view: View): string[] =>
  section(view, 'Mistakes of the suite, not of the target', view.having('error'))

/** What the run could not delete. */
export const leftovers = (view: View): string[] => {
  const { leftovers: left } = view.report
  if (left.length === 0) return []
  return [
    '',
    ...block(view, `Left behind on the target: ${count(left.length, 'thing')} to delete by hand`, 0).map(line =>
      view.colors.yellow(view.colors.bold(line)),
    ),
    ...left.flatMap(({ kind, name, url, why }) =>
      block(view, `${visible(kind)} ${visible(name)}: ${url} (${why})`, 2, 2),
    ),
  ]
}
