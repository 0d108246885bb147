import type { Need, Requirement } from '../contracts/requirement.ts'
import { paint } from '../reporters/paint.ts'
import { wrap } from '../reporters/text.ts'
import type { Command, Invocation } from './command.ts'
import { type ExitCode, exitCodes } from './exit-code.ts'
import { colorsOn, columnsOf } from './io.ts'
import { findRequirement } from './selection.ts'

const needs: Readonly<Record<Need, string>> = {
  credentials: 'credentials: HUB_CONFORMANCE_TOKEN, or HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD',
  writes: 'leave to write: --allow-writes',
  namespace: 'a namespace: --namespace',
  repository: 'a repository that exists: --repository, or --allow-writes to create one',
  'repository-creation': 'leave to create a repository: --allow-writes',
  'own-repository': 'a repository of its own: --allow-writes and --namespace',
  tag: 'a tag that exists: --repository and --tag',
  org: 'an organization: --org',
  'published-layout': 'an operation that answers at a path of the published reference',
  group: 'a group of the organization: --group-id',
  pat: 'a personal access token of its own: --allow-writes and credentials',
  oat: 'an organization access token of its own: --allow-writes, credentials and --org',
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

/** The parts of the explanation: a heading, and the paragraphs or items below it. */
const parts = (requirement: Requirement): readonly (readonly [heading: string, texts: readonly string[]])[] => {
  const { id, faults, tolerates = {}, cases } = requirement
  const validity = `${requirement.since}${requirement.until === undefined ? ' on' : ` until ${requirement.until}`}`
  return [
    ['Written', [`"${requirement.source.sentence}"`, sourceOf(requirement)]],
    ['In force', [`from ${validity}`]],
    [
      'Checked',
      [
        requirement.how,
        `${cases.length} case${cases.length === 1 ? '' : 's'}: ${cases.map(({ name }) => name).join('; ')}`,
      ],
    ],
    ['Needs', requirement.needs.length === 0 ? ['nothing but the target'] : requirement.needs.map(need => needs[need])],
    [
      'Proved by',
      Object.entries(faults).map(
        ([name, { says, code }]) => `a hub that ${says} (${code}): hub-conformance serve --fault ${id}/${name}`,
      ),
    ],
    [
      'Tolerates',
      Object.entries(tolerates).map(
        ([name, { says }]) => `a hub that ${says}: hub-conformance serve --variant ${id}/${name}`,
      ),
    ],
    ['To mend', [requirement.mend]],
  ]
}

const explain = async ({ positionals, values, io, deps }: Invocation): Promise<ExitCode> => {
  const requirement = findRequirement(positionals.id ?? '', await deps.catalogue())
  const colors = paint(colorsOn(io.stdout, io, values['no-color']))
  const columns = columnsOf(io.stdout)
  const lines = [
    `${colors.bold(requirement.id)}  ${requirement.level.toUpperCase()}`,
    ...wrap(requirement.statement, columns),
  ]
  for (const [heading, texts] of parts(requirement)) {
    if (texts.length === 0) continue
    lines.push(
      '',
      colors.bold(heading),
      ...texts.flatMap(text => wrap(text, columns - 4).map((line, at) => `${at === 0 ? '  ' : '    '}${line}`)),
    )
  }
  io.stdout.write(`${lines.join('\n')}\n`)
  return exitCodes.conformant
}

export const explainCommand: Command = {
  name: 'explain',
  describe: 'Say all about one requirement.',
  positionals: ['id'],
  options: ['no-color'],
  examples: [['hub-conformance explain v1-removed/name-tags', 'one of the removed routes']],
  run: explain,
}
