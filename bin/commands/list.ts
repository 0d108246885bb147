import { grouped } from '../../contracts/causes/grouped.ts'
import { type ListedRequirement, requirements } from '../../contracts/listed-requirements.ts'
import { UsageError } from '../../engine/options.ts'
import { listedFacts, suiteOf } from '../../engine/plan.ts'
import { suggestion } from '../../engine/suggestion.ts'
import { traceability } from '../../engine/traceability.ts'
import { paint } from '../../reporters/shared/paint.ts'
import { count, wrap } from '../../reporters/shared/text.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn, terminalColumns } from '../io.ts'
import { shown } from '../options/values.ts'
import type { Invocation } from './command.ts'

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The catalogue entry that `list --json` gives for a requirement; its form is stable. */
const entryOf = (requirement: ListedRequirement) => ({
  ...listedFacts(requirement),
  faults: Object.keys(requirement.faults),
  tolerates: Object.keys(requirement.tolerates ?? {}),
})

const table = (chosen: readonly ListedRequirement[], { io, values }: Invocation): string => {
  const colors = paint(colorsOn(io.stdout, io, values['no-color']))
  const columns = terminalColumns(io.stdout)
  const suites = grouped(chosen, ({ id }) => suiteOf(id))
  const lines = [...suites].flatMap(([suite, members]) => [
    colors.bold(suite),
    ...members.flatMap(({ id, level, statement }) => [
      `  ${level.toUpperCase().padEnd(6)} ${id}`,
      ...wrap(statement, columns - 9).map(line => `         ${colors.dim(line)}`),
    ]),
    '',
  ])
  lines.push(`${count(chosen.length, 'requirement')} in ${count(suites.size, 'suite')}`)
  return `${lines.join('\n')}\n`
}

/** The traceability matrix: each sentence of the lifecycle document, and the requirements based on it. */
const matrix = ({ io, values }: Invocation): string => {
  const rows = traceability(requirements)
  if (values.json) return json(rows)
  const colors = paint(colorsOn(io.stdout, io, values['no-color']))
  const columns = terminalColumns(io.stdout)
  const lines = [...grouped(rows, ({ sentence }) => sentence.section)].flatMap(([section, members]) => [
    colors.bold(section),
    ...members.flatMap(({ sentence, requirements }) => {
      const outcome = sentence.excluded === undefined ? requirements.join(', ') : `no requirement: ${sentence.excluded}`
      return [
        ...wrap(sentence.text, columns - 2).map(line => `  ${line}`),
        ...wrap(outcome, columns - 6).map((line, at) => colors.dim(`    ${at === 0 ? '→' : ' '} ${line}`)),
      ]
    }),
    '',
  ])
  const without = rows.filter(({ sentence }) => sentence.excluded !== undefined).length
  return `${lines.join('\n')}\n${rows.length} sentences and rows: ${rows.length - without} with requirements, ${without} without, each with the reason\n`
}

/** The variants of the reference hub. */
const variantList = async ({ values }: Invocation): Promise<string> => {
  const variants = Object.entries((await import('../../suites/catalogue.ts')).variants)
  if (values.json) return json(variants.map(([name, { says }]) => ({ name, says })))
  return `${variants.map(([name, { says }]) => `  ${name.padEnd(26)} ${says}`).join('\n')}\n`
}

export const list = async (invocation: Invocation): Promise<ExitCode> => {
  const { values, source, io } = invocation
  if (values.traceability || values.variants) {
    io.stdout.write(values.traceability ? matrix(invocation) : await variantList(invocation))
    return exitCodes.conformant
  }
  const suites = [...new Set(requirements.map(requirement => suiteOf(requirement.id)))]
  for (const suite of values.suite ?? []) {
    if (suites.includes(suite)) continue
    throw new UsageError(
      `${source('suite')}: unknown suite ${shown(suite)}${suggestion(suite, suites)} (${suites.join(', ')})`,
    )
  }
  const chosen = requirements.filter(
    ({ id, level }) => (values.suite?.includes(suiteOf(id)) ?? true) && (values.level?.includes(level) ?? true),
  )
  if (chosen.length === 0) throw new UsageError('no requirement matches; change --suite or --level')
  io.stdout.write(values.json ? json(chosen.map(entryOf)) : table(chosen, invocation))
  return exitCodes.conformant
}
