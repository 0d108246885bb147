import { type CodeScan, isFailing } from '../../contracts/code-scan.ts'
import { count } from '../../reporters/shared/text.ts'
import { parseBaseline } from '../baseline/file.ts'
import { todayOf } from '../baseline/gate.ts'
import type { Invocation } from '../commands/command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { readTextFile } from '../files.ts'
import type { Sink } from '../io.ts'
import type { ScanState } from './options.ts'

/** Scans source code, and corrects it where that is asked for. A patch goes to standard output. */
export const scanSources = async (
  paths: readonly string[],
  failOn: ScanState,
  invocation: Invocation,
  sink: Sink,
): Promise<CodeScan> => {
  const { values, source, io } = invocation
  const name = values.baseline
  const file =
    name === undefined ? undefined : await parseBaseline(await readTextFile(name, source('baseline'), io), name)
  const { scanCode, patchFor, applyFixes } = await import('../../engine/scan/code/scan.ts')
  const { heldAgainst } = await import('../../engine/scan/code/baseline.ts')
  const scanned = await scanCode(paths, io.cwd, values.host)
  let { scan } = scanned
  if (values.fix && values['dry-run']) io.stdout.write(patchFor(scanned.fixes))
  else if (values.fix) {
    scan = await applyFixes(scanned, io.cwd)
    const fixed = scanned.fixes.reduce((sum, { uses }) => sum + uses.length, 0)
    sink.write(`Fixed ${count(fixed, 'use')} in ${count(scanned.fixes.length, 'file')}.\n`)
  }
  return file === undefined || name === undefined ? scan : heldAgainst(scan, { ...file, name }, todayOf(io), failOn)
}

export const codeExitCode = ({ uses, differences, files }: CodeScan, failOn: ScanState): ExitCode => {
  if (differences !== undefined && differences.length > 0) return exitCodes.nonConformant
  if (differences === undefined && uses.some(use => isFailing(use, failOn))) return exitCodes.nonConformant
  // Where nothing was read, nothing was shown.
  return files === 0 ? exitCodes.incomplete : exitCodes.conformant
}
