import type { Twist } from '../../contracts/requirement.ts'
import type { Report } from '../../contracts/results/report.ts'
import { catalogue } from '../../suites/catalogue.ts'
import { runTwisted } from '../support/run.ts'

const fault = (id: string, name: string): Twist => {
  const found = catalogue.find(requirement => requirement.id === id)?.faults[name]
  if (found === undefined) throw new Error(`no fault ${id}/${name}`)
  return found.twist()
}

const both =
  (first: Twist, ...others: readonly Twist[]): Twist =>
  (request, next) =>
    first(request, others.length === 0 ? next : inner => both(...(others as [Twist, ...Twist[]]))(inner, next))

/** As if it had been a hub on the network: a reader of an example sees no address that stands for a handler. */
const published = (report: Report, more: object = {}): Report =>
  JSON.parse(
    JSON.stringify({
      ...report,
      startedAt: '2026-01-15T09:30:00.000Z',
      options: { target: 'http://hub.invalid/', 'allow-writes': true, ...more },
    }).replaceAll('http://hub.invalid', 'https://hub.example.com'),
  )

/** What a run against a hub with some defects gives, with nothing left out. */
export const failingRun = async (): Promise<Report> =>
  published(
    await runTwisted(
      both(
        fault('v1-removed/name-tags', 'head'),
        fault('access-tokens/get-expires-at', 'missing'),
        fault('labels/post-repositories', 'unlabelled'),
      ),
    ),
  )

/** A hub on which one thing breaks several requirements, and keeps others from being verified. */
export const sharedRun = async (): Promise<Report> =>
  published(
    await runTwisted(
      both(
        fault('v1-removed/name-tags', 'not-found'),
        fault('v1-removed/name-images', 'not-found'),
        fault('presence/create-repository', 'not-implemented'),
      ),
    ),
  )

/** a run with neither credentials nor write permission. */
export const incompleteRun = async (): Promise<Report> =>
  published(await runTwisted(undefined, { allowWrites: false, credentials: {}, fixtures: {} }), {
    'allow-writes': false,
    insecure: true,
  })

/** Both: something failed, and something could not be verified. */
export const partialRun = async (): Promise<Report> =>
  published(
    await runTwisted(both(fault('v1-removed/name-tags', 'head'), fault('labels/post-repositories', 'unlabelled')), {
      allowWrites: false,
    }),
    { 'allow-writes': false },
  )
