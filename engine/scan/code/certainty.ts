import type { Certainty, Doubt } from '../../../contracts/code-scan.ts'
import type { Host } from './host.ts'
import type { Request } from './method.ts'
import type { Route } from './routes.ts'
import { isComment, isProse, type Source } from './text.ts'

/** What a file says besides. */
export interface FileHints {
  /** Whether it names a host of Docker Hub. */
  readonly hub: boolean
  /** Whether it mentions Docker. */
  readonly docker: boolean
}

/** How much a doubt counts; two in all make a use only possible. */
const weights: Readonly<Record<Doubt, number>> = {
  method: 1,
  host: 1,
  'host-in-file': 0.5,
  'other-api': 1,
  route: 1,
  end: 2,
  comment: 2,
  serves: 2,
}

/** What is open about a use. */
export const doubtsOf = (
  source: Source,
  at: number,
  host: Host,
  request: Request | undefined,
  route: Route,
  hints: FileHints,
): readonly Doubt[] => {
  const doubts: Doubt[] = [...route.doubts]
  if (route.endpoint.method !== '*' && (request === undefined || request.methods.length === 0)) doubts.push('method')
  if (host !== 'hub') {
    doubts.push(hints.hub ? 'host-in-file' : 'host')
    if (!hints.docker) doubts.push('other-api')
  }
  if (request?.serves) doubts.push('serves')
  // A whole address in a document is there to be copied.
  const shown = isProse(source) && host === 'hub'
  if (!shown && isComment(source, at)) doubts.push('comment')
  return [...new Set(doubts)]
}

export const certaintyOf = (doubts: readonly Doubt[]): Certainty => {
  const weight = doubts.reduce((sum, doubt) => sum + weights[doubt], 0)
  return weight === 0 ? 'certain' : weight < 2 ? 'likely' : 'possible'
}
