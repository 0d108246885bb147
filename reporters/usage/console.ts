import type { LoggedUse, RouteUse, Shares, Usage } from '../../contracts/run/usage.ts'
import type { RenderOptions } from '../reporter.ts'
import { type Paint, paint } from '../shared/paint.ts'
import { labelled, routeText, stateHeadings } from '../shared/route.ts'
import { clip, count, defuse, visible, wrap } from '../shared/text.ts'

/** What is counted in a source. */
const things = { har: 'entry', proxy: 'request', log: 'line' } as const

const countsOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, number]) => `${clip(visible(name), 20)} ${number}×`)
    .join(', ')

const namesShown = 5

const shareLines = (label: string, { shown, others }: Shares, columns: number): readonly string[] => {
  const left = shown.slice(namesShown).reduce((sum, { requests }) => sum + requests, others)
  return [
    ...shown
      .slice(0, namesShown)
      .map(({ name, requests }) => `${name === '' ? 'not named' : clip(visible(name), 100)} ${requests}×`),
    ...(left === 0 ? [] : [`others ${left}×`]),
  ].flatMap((text, at) => labelled(at === 0 ? label : '', text, columns))
}

/** Who uses a route, and in which time. */
const byLines = ({ clients, agents, days }: LoggedUse, columns: number): readonly string[] => {
  const known = days.filter(({ day }) => day !== '')
  const [first, last] = [known[0]?.day, known.at(-1)?.day]
  return [
    ...shareLines('clients', clients, columns),
    ...shareLines('agents', agents, columns),
    ...(first === undefined || last === undefined
      ? []
      : labelled(
          'days',
          `${count(known.length, 'day')}, ${first === last ? first : `from ${first} to ${last}`}`,
          columns,
        )),
  ]
}

const routeLines = (route: RouteUse, what: string, colors: Paint, columns: number): string[] => {
  const { since, requests, methods, statuses, replacement, first } = route
  const request = `${clip(first.method, 20)} ${clip(first.url, 300)}`
  return [
    '',
    `  ${colors.bold(routeText(route))}`,
    ...labelled('since', since, columns),
    ...labelled('instead', replacement?.operation ?? 'no replacement is named', columns),
    ...(replacement === null ? [] : labelled('', `${replacement.method} ${replacement.path}`, columns)),
    ...labelled('used', `${count(requests, 'request')} (${countsOf(methods)}; status ${countsOf(statuses)})`, columns),
    ...labelled('first', `${what} ${first.request}${first.at === null ? '' : `, ${first.at}`}`, columns),
    ...labelled('', request, columns),
    ...(route.by === undefined ? [] : byLines(route.by, columns)),
  ]
}

const unseenText = (links: Usage['links']): string => {
  if (links === undefined) return ''
  const { outside, unread } = links
  return [
    ...(outside.length === 0 ? [] : [`; answers name ${outside.map(origin => clip(visible(origin), 100)).join(', ')}`]),
    ...(unread === 0 ? [] : [`; ${count(unread, 'answer')} could not be read for addresses`]),
  ].join('')
}

/** What was done to answers, where anything was. */
const rewrittenLines = ({ links }: Usage): readonly string[] => {
  const number = links?.rewritten ?? 0
  if (number === 0) return []
  return [
    `${count(number, 'link')} in answers led to the hub and ${number === 1 ? 'was' : 'were'} rewritten to lead to the proxy.`,
  ]
}

/** What came of it, as one line. */
export const usageLine = ({ source, result, requests, routes, links }: Usage): string => {
  const { seen, toApi, leftOut } = requests
  const number = (state: RouteUse['state']): number => routes.filter(route => route.state === state).length
  const looked = `${count(seen, 'request')}, ${toApi} to the hub API`
  const left =
    leftOut === 0
      ? ''
      : source.kind === 'log'
        ? `; ${count(leftOut, 'line')} not understood`
        : `; ${leftOut} left out, not HTTP requests`
  if (result === 'nothing-seen') return `${looked}${left}: no request of the client was seen`
  if (result === 'not-all-seen')
    return `${looked}${left}: no deprecated or removed route is used by these requests, but not all were seen${unseenText(links)}`
  const used = [
    ...(number('removed') === 0 ? [] : [`${count(number('removed'), 'removed route')}`]),
    ...(number('deprecated') === 0 ? [] : [`${count(number('deprecated'), 'deprecated route')}`]),
  ]
  return `${looked}${left}: ${used.length === 0 ? 'no deprecated or removed route is used' : `uses ${used.join(' and ')}`}`
}

/** A usage for people: what must be changed first. */
export const usageConsole = (
  usage: Usage,
  options: Pick<RenderOptions, 'colors' | 'columns' | 'verbosity'> = {},
): string => {
  const { columns = 80, verbosity = 'normal' } = options
  const colors = paint(options.colors ?? false)
  const lines = (['removed', 'deprecated'] as const).flatMap(state => {
    const routes = usage.routes.filter(route => route.state === state)
    if (routes.length === 0 || (verbosity === 'quiet' && state === 'deprecated')) return []
    const heading = colors.bold((state === 'removed' ? colors.red : colors.yellow)(stateHeadings[state]))
    return [heading, ...routes.flatMap(route => routeLines(route, things[usage.source.kind], colors, columns)), '']
  })
  return `${[...lines, ...rewrittenLines(usage).flatMap(line => wrap(line, columns)), ...wrap(usageLine(usage), columns)].map(defuse).join('\n')}\n`
}
