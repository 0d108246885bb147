import type { FixtureName, Requirement } from '../../contracts/requirement.ts'
import { paint } from '../../reporters/shared/paint.ts'
import { count, wrap } from '../../reporters/shared/text.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn, runnerOf, terminalColumns } from '../io.ts'
import { findRequirement } from '../run/input.ts'
import type { Invocation } from './command.ts'

const needs: Readonly<Record<FixtureName, string>> = {
  credentials: 'credentials: HUB_CONFORMANCE_TOKEN, or HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD',
  writes: 'write permission: --allow-writes',
  namespace: 'a namespace: --namespace',
  repository: 'an existing repository: --repository, or --allow-writes to create one',
  'repository-creation': 'permission to create a repository: --allow-writes',
  'own-repository': 'a repository created by the run: --allow-writes and --namespace',
  tag: 'an existing tag: --repository and --tag',
  org: 'an organization: --org',
  account: 'a namespace or organization with audit logs: --org or --namespace',
  listed: 'a repository that the hub lists',
  group: 'a group of the organization: --group-id',
  pat: 'a personal access token created by the run: --allow-writes and credentials',
  oat: 'an organization access token created by the run: --allow-writes, credentials and --org',
  'pat-deletion': 'permission to create a personal access token and to delete it: --allow-writes and credentials',
  'oat-deletion':
    'permission to create an organization access token and to delete it: --allow-writes, credentials and --org',
  reference: 'the published OpenAPI reference: --reference, or found on the target',
  'deprecation-log': 'the published deprecation log: --deprecation-log, or found on the target',
  changelog: 'the published change history: --changelog, or found on the target',
}

const documents: Readonly<Record<string, string>> = {
  lifecycle: 'the lifecycle document',
  'published-reference': 'the published reference',
}

const sourceOf = ({ source }: Requirement): string =>
  `${documents[source.document] ?? source.document}, section "${source.section}"`

/** How many cases are named before they are only counted. */
const mostCases = 3

const casesOf = ({ cases }: Requirement): string => {
  const usual = cases.filter(({ thorough }) => thorough !== true)
  const thorough = cases.length - usual.length
  const named = usual.slice(0, mostCases).map(({ name }) => name)
  return [
    `${count(usual.length, 'case')}${thorough > 0 ? `, and ${thorough} more with --thorough` : ''}: ${named.join('; ')}`,
    ...(usual.length > mostCases ? ['…'] : []),
  ].join('; ')
}

/** Hubs that show what the requirement detects or tolerates: their names, or with `verbose` a line for each; and how to start one. */
const servers = (
  entries: readonly (readonly [name: string, says: string])[],
  start: string,
  verbose: boolean,
): readonly string[] => {
  if (entries.length === 0) return []
  const width = Math.max(...entries.map(([name]) => name.length))
  return [
    ...(verbose
      ? entries.map(([name, says]) => `${name.padEnd(width)}  ${says}`)
      : [entries.map(([name]) => name).join(', ')]),
    `To start one: ${start}/${entries[0]?.[0]}${verbose ? '' : '; --verbose describes each'}`,
  ]
}

/** The parts of the explanation: a heading, and the paragraphs or items below it. */
const parts = (
  requirement: Requirement,
  verbose: boolean,
  serve: string,
): readonly (readonly [heading: string, texts: readonly string[]])[] => {
  const { id, since, until, source, how, fix, faults, tolerates = {} } = requirement
  const broken = Object.entries(faults).map(([name, { says, code }]) => [name, `${says} (${code})`] as const)
  const unusual = Object.entries(tolerates).map(([name, { says }]) => [name, says] as const)
  return [
    ['Source', [source.document === 'lifecycle' ? `"${source.sentence}"` : source.sentence, sourceOf(requirement)]],
    ['In force', [`from ${since}${until === undefined ? ' on' : ` until ${until}`}`]],
    ['Fix', [fix]],
    ['Check', [how, casesOf(requirement)]],
    ['Fixtures', requirement.needs.length === 0 ? ['only the target'] : requirement.needs.map(need => needs[need])],
    ['Faults (broken hubs that must fail)', servers(broken, `${serve} --fault ${id}`, verbose)],
    ['Variants (unusual hubs that must pass)', servers(unusual, `${serve} --variant ${id}`, verbose)],
  ]
}

/** An item with its continuation lines below it; the gap after a name stays. */
const item = (text: string, columns: number): readonly string[] => {
  const [, name = '', says = text] = /^(\S+ {2,})(.*)$/s.exec(text) ?? []
  return wrap(says, columns - 2 - name.length).map(
    (line, at) => `  ${at === 0 ? name : ' '.repeat(name.length)}${line}`,
  )
}

export const explain = async ({ positionals, values, io }: Invocation): Promise<ExitCode> => {
  const { catalogue, pactCatalogue } = await import('../../suites/catalogue.ts')
  const requirement = findRequirement(positionals.id ?? '', [...catalogue, ...pactCatalogue])
  const colors = paint(colorsOn(io.stdout, io, values['no-color']))
  const columns = terminalColumns(io.stdout)
  const serve = `${runnerOf(io)}hub-conformance serve`
  const lines = [
    `${colors.bold(requirement.id)}  ${requirement.level.toUpperCase()}`,
    ...wrap(requirement.statement, columns),
  ]
  for (const [heading, texts] of parts(requirement, values.verbose === true, serve)) {
    if (texts.length === 0) continue
    lines.push('', colors.bold(heading), ...texts.flatMap(text => item(text, columns)))
  }
  io.stdout.write(`${lines.join('\n')}\n`)
  return exitCodes.conformant
}
