import type { Asked, DryRun, Methods } from '../../engine/dry-run.ts'
import type { RunInput } from '../../engine/options.ts'
import { count } from '../../reporters/shared/text.ts'
import { oneLine } from '../io.ts'

const order = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'DELETE']

const rank = (method: string): number => (order.indexOf(method) + order.length + 1) % (order.length + 1)

const sum = (methods: Methods): number => Object.values(methods).reduce((total, number) => total + number, 0)

const byMethod = (methods: Methods): string =>
  Object.entries(methods)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([method, number]) => `${method} ${number}`)
    .join(', ')

type Planned = Pick<RunInput, 'target' | 'fixtures' | 'credentials' | 'network'>

const firstLines = ({ requirements, cases }: Asked, { target, network }: Planned): readonly string[] => {
  const where = 'url' in target && target.url !== undefined ? oneLine(target.url) : 'verify the built-in hub'
  return [
    `${where}: ${count(requirements, 'requirement')}, ${count(cases, 'case')}`,
    ...(network?.insecure ? ['INSECURE: certificates are not verified, so the server may not be the target'] : []),
  ]
}

/** A run takes the organization for the namespace where it is one, unless a repository is named elsewhere. */
const namespaceOf = ({ fixtures: { namespace, org } = {} }: Planned): string =>
  oneLine(
    namespace ?? (org === undefined ? 'the namespace that it finds' : `${org}, or another namespace that it finds`),
  )

const organizationOf = ({ fixtures }: Planned): string =>
  oneLine(fixtures?.org ?? fixtures?.namespace ?? 'the organization that it finds')

/** The short plan of a run that writes, printed before the first request. */
export const planLines = (asked: Asked, input: Planned): readonly string[] => [
  ...firstLines(asked, input),
  asked.readsOnly
    ? 'only reads published documents, and creates nothing'
    : `may create a repository in ${namespaceOf(input)}, personal access tokens of your account and organization access tokens of ${organizationOf(input)}, named hub-conformance-… (or hc…), and deletes them at the end, if the hub publishes how; --dry-run prints the whole plan`,
]

/** The whole plan of a run. */
export const dryRunLines = (dryRun: DryRun, input: Planned): readonly string[] => {
  const { v1, current, creations, deletion } = dryRun
  const { repository, pat, oat } = creations
  const made = [
    ...(repository === 0
      ? []
      : [`${repository === 1 ? 'a repository' : `${repository} repositories`} in ${namespaceOf(input)}`]),
    ...(pat === 0 ? [] : [`${count(pat, 'personal access token')} of your account`]),
    ...(oat === 0 ? [] : [`${count(oat, 'organization access token')} of ${organizationOf(input)}`]),
  ]
  const legacy =
    deletion.from === 'default' ? ' (an undocumented route of Docker Hub), or as the reference of the target says' : ''
  return [
    ...firstLines(dryRun, input),
    `about ${sum(v1) + sum(current)} requests, measured with the built-in hub; failures, slow changes and long lists need more`,
    ...(sum(v1) === 0 ? [] : [`removed v1 routes are requested with ${byMethod(v1)}`]),
    `current routes are requested with ${byMethod(current)}, or with the methods that the target declares`,
    ...(made.length === 0
      ? ['nothing is created']
      : [
          `created and deleted: ${made.join(', ')}; at most twice as many, if every check is repeated; all named hub-conformance-… (hc… if the hub does not accept such names)`,
        ]),
    ...(repository === 0
      ? []
      : [
          `the repository is deleted with ${deletion.method} ${oneLine(deletion.path)}${legacy}; if the hub refuses this, the repository stays, and the report names it`,
        ]),
    ...(pat + oat === 0 ? [] : ['entries in the audit logs stay']),
  ]
}
