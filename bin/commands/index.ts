import { baselineCommand } from './baseline.ts'
import { checkDocsCommand } from './check-docs.ts'
import { cleanupCommand } from './cleanup.ts'
import type { Command } from './command.ts'
import { compareCommand } from './compare.ts'
import { completionCommand } from './completion.ts'
import { explainCommand } from './explain.ts'
import { initCommand } from './init.ts'
import { listCommand } from './list.ts'
import { matrixCommand } from './matrix.ts'
import { overlayCommand } from './overlay.ts'
import { pactCommand } from './pact.ts'
import { renderCommand } from './render.ts'
import { runCommand } from './run.ts'
import { scanCommand } from './scan.ts'
import { serveCommand } from './serve.ts'
import { verifyCommand } from './verify.ts'

/** Every command, in the order of the help; the first is run where none is named. */
export const commands: readonly [Command, ...Command[]] = [
  runCommand,
  listCommand,
  explainCommand,
  checkDocsCommand,
  pactCommand,
  compareCommand,
  renderCommand,
  matrixCommand,
  verifyCommand,
  baselineCommand,
  scanCommand,
  overlayCommand,
  initCommand,
  cleanupCommand,
  serveCommand,
  completionCommand,
]
