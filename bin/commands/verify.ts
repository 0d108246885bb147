import type { Disagreement, Verification } from '../../engine/replay/replay.ts'
import { type Paint, paint } from '../../reporters/shared/paint.ts'
import { count, defuse } from '../../reporters/shared/text.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { colorsOn, oneLine } from '../io.ts'
import { readReportFile } from '../run/report-file.ts'
import type { Invocation } from './command.ts'

const agrees = ({ disagreements, open }: Verification): boolean => disagreements.length + open.length === 0

/** What was recomputed, of how much; never without its denominator. */
const lastLine = ({ equal, total, disagreements, open }: Verification): string =>
  [
    `${equal} of ${count(total, 'verdict')} recomputed and equal`,
    ...(disagreements.length > 0 ? [count(disagreements.length, 'disagreement')] : []),
    ...(open.length > 0 ? [`${open.length} cannot be recomputed`] : []),
  ].join('; ')

const lines = (verification: Verification, quiet: boolean, colors: Paint): readonly string[] => {
  const row = ({ place, says }: Disagreement): string => `${oneLine(place)}: ${oneLine(says)}`
  return [
    ...(quiet ? [] : verification.notes.map(note => `Note: ${oneLine(note)}`)),
    ...verification.disagreements.map(each => colors.red(row(each))),
    ...verification.open.map(each => colors.yellow(`${row(each)}; not recomputed`)),
    lastLine(verification),
  ]
}

export const verify = async ({ positionals, values, io }: Invocation): Promise<ExitCode> => {
  const report = await readReportFile(positionals['json-report'] ?? '', io)
  const { verifyReport } = await import('../../engine/replay/replay.ts')
  const verification = await verifyReport(report)
  const colors = paint(colorsOn(io.stdout, io, values['no-color']))
  const text = values.json
    ? JSON.stringify(verification, null, 2)
    : lines(verification, values.quiet ?? false, colors)
        .map(defuse)
        .join('\n')
  io.stdout.write(`${text}\n`)
  // What cannot be recomputed is not known to be right.
  return agrees(verification) ? exitCodes.conformant : exitCodes.nonConformant
}
