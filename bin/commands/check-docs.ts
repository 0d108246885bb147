import { defined } from '../../contracts/defined.ts'
import { UsageError } from '../../engine/options.ts'
import { readGate } from '../baseline/gate.ts'
import type { ExitCode } from '../exit-code.ts'
import { readSelection } from '../options/selection.ts'
import { optionsOf } from '../options/table.ts'
import { effectiveOptions, readDocumentOptions, readSubject } from '../run/input.ts'
import { planOutput, showReport } from '../run/reports.ts'
import type { Command, Invocation } from './command.ts'

const checkDocs = async (invocation: Invocation): Promise<ExitCode> => {
  const { values, io, deps } = invocation
  const output = planOutput(invocation)
  const documents = await readDocumentOptions(invocation)
  if (Object.keys(documents).length === 0) {
    throw new UsageError('check-docs needs --reference, --deprecation-log or --changelog (a file or a URL)')
  }
  const gate = await readGate(invocation)
  const engine = await deps.engine()
  const report = await engine.checkDocs({
    documents,
    ...defined({ asOf: values['as-of'] }),
    select: readSelection(invocation),
    options: effectiveOptions(invocation),
    subject: readSubject(invocation),
  })
  return (await showReport(report, output, io, gate)).code
}

export const checkDocsCommand: Command = {
  name: 'check-docs',
  describe: 'Check published documents only, without a hub.',
  options: optionsOf('check-docs'),
  examples: [
    ['hub-conformance check-docs --reference openapi.yaml', 'check an OpenAPI document in a file'],
    [
      'hub-conformance check-docs --changelog https://docs.example.com/changelog.md',
      'check a published change history',
    ],
  ],
  run: checkDocs,
}
