import { UsageError } from '../../engine/options.ts'
import { count } from '../../reporters/shared/text.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { readDocument } from '../files.ts'
import { say } from '../io.ts'
import type { Invocation } from './command.ts'

/** Prints the reference with the lifecycle in it. Messages go to standard error, so that a pipe gets only the document. */
export const overlay = async ({ values, source, io }: Invocation): Promise<ExitCode> => {
  if (values.reference === undefined)
    throw new UsageError('overlay needs --reference with an OpenAPI document (a file or a URL)')
  const input = await readDocument(values.reference, source('reference'), io)
  const { overlayReference } = await import('../../engine/overlay/apply.ts')
  const { text, added, labelled, kept } = await overlayReference(input)
  io.stdout.write(text)
  say(io, `${count(added.length, 'operation')} added, ${labelled.length} existing ones labelled`)
  if (!kept) say(io, 'note: comments were lost: the document has anchors or errors, so it was written again')
  return exitCodes.conformant
}
