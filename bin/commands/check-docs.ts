import { defined } from '../../contracts/defined.ts'
import { UsageError } from '../../engine/options.ts'
import { readGate } from '../baseline/gate.ts'
import type { ExitCode } from '../exit-code.ts'
import { printedOptions, readDocumentOptions, readSelection, readSubject } from '../run/input.ts'
import { planOutput, showReport } from '../run/reports.ts'
import type { Invocation } from './command.ts'

export const checkDocs = async (invocation: Invocation): Promise<ExitCode> => {
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
    options: printedOptions(invocation),
    subject: readSubject(invocation),
  })
  return (await showReport(report, output, io, gate)).code
}
