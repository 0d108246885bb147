import type { RouteUse, Usage } from '../../contracts/usage.ts'
import type { RenderOptions } from '../reporter.ts'
import { type Paint, paint } from '../shared/paint.ts'
import { clip, count, defuse, visible, wrap } from '../shared/text.ts'

const headings: Readonly<Record<RouteUse['state'], string>> = {
  removed: 'Removed: the API answers every request with 410',
  deprecated: 'Deprecated: must no longer be used, and may be removed',
}

const countsOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, number]) => `${clip(visible(name), 20)} ${number}×`)
    .join(', ')

/** Lines below a label; what does not fit goes on under its beginning. */
const labelled = (label: string, text: string, columns: number): string[] =>
  wrap(text, columns - 13).map((line, index) => `    ${(index === 0 ? label : '').padEnd(9)}${line}`)

const routeLines = (route: RouteUse, what: string, colors: Paint, columns: number): string[] => {
  const { method, path, since, requests, methods, statuses, replacement, first } = route
  const request = `${clip(first.method, 20)} ${clip(first.url, 300)}`
  return [
    '',
    `  ${colors.bold(method === '*' ? path : `${method} ${path}`)}`,
    ...labelled('since', since, columns),
    ...labelled('instead', replacement?.operation ?? 'no replacement is named', columns),
    ...(replacement === null ? [] : labelled('', `${replacement.method} ${replacement.path}`, columns)),
    ...labelled('used', `${count(requests, 'request')} (${countsOf(methods)}; status ${countsOf(statuses)})`, columns),
    ...labelled('first', `${what} ${first.request}${first.at === null ? '' : `, ${first.at}`}`, columns),
    ...labelled('', request, columns),
  ]
}

/** What came of it, as one line. */
export const usageLine = ({ result, requests, routes }: Usage): string => {
  const { seen, toApi, leftOut } = requests
  const number = (state: RouteUse['state']): number => routes.filter(route => route.state === state).length
  const looked = `${count(seen, 'request')}, ${toApi} to the hub API`
  const left = leftOut === 0 ? '' : `; ${leftOut} left out, being no HTTP requests`
  if (result === 'nothing-seen') return `${looked}${left}: nothing was seen of the client's use of it`
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
    const heading = colors.bold((state === 'removed' ? colors.red : colors.yellow)(headings[state]))
    return [
      heading,
      ...routes.flatMap(route => routeLines(route, usage.source.kind === 'har' ? 'entry' : 'request', colors, columns)),
      '',
    ]
  })
  return `${[...lines, ...wrap(usageLine(usage), columns)].map(defuse).join('\n')}\n`
}
