import type { RouteUse } from '../../contracts/run/usage.ts'
import { wrap } from './text.ts'

/** What the reports of the scans have in common: old routes, and what replaces them. */

export const stateHeadings: Readonly<Record<RouteUse['state'], string>> = {
  removed: 'Removed: the API answers every request with 410',
  deprecated: 'Deprecated: must no longer be used, and may be removed',
}

/** `GET /v2/users/login`; the path alone for a route that is old with every method. */
export const routeText = ({ method, path }: Pick<RouteUse, 'method' | 'path'>): string =>
  method === '*' ? path : `${method} ${path}`

/** Text with a label before it; what does not fit goes on under its beginning. */
export const labelled = (label: string, text: string, columns: number): string[] =>
  wrap(text, columns - 13).map((line, at) => `    ${(at === 0 ? label : '').padEnd(9)}${line}`)
