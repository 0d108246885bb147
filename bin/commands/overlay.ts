import { UsageError } from '../../engine/options.ts'
import { count } from '../../reporters/shared/text.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { readDocument } from '../files.ts'
import { optionsOf, optionTable } from '../options/table.ts'
import type { Command, Invocation } from './command.ts'

/** Prints the reference with the lifecycle in it; what was done is said on standard error, so that a pipe gets the document alone. */
const overlay = async ({ values, source, io, deps }: Invocation): Promise<ExitCode> => {
  if (values.reference === undefined)
    throw new UsageError('overlay needs --reference with an OpenAPI document (a file or a URL)')
  const input = await readDocument(values.reference, source('reference'), io)
  const { overlayReference } = await deps.overlay()
  const { text, added, labelled, kept } = await overlayReference(input)
  io.stdout.write(text)
  const say = (line: string): unknown => io.stderr.write(`hub-conformance: ${line}\n`)
  say(`${count(added.length, 'operation')} added, ${labelled.length} existing ones labelled`)
  if (!kept) say('note: comments were lost: the document has anchors or errors, so it was written again')
  return exitCodes.conformant
}

export const overlayCommand: Command = {
  name: 'overlay',
  describe: 'Add deprecated and removed endpoints to an OpenAPI document.',
  options: optionsOf('overlay'),
  meanings: {
    reference: { ...optionTable.reference, group: 'General', describe: 'the OpenAPI document: a file or a URL' },
  },
  examples: [
    ['hub-conformance overlay --reference openapi.yaml > with-lifecycle.yaml', 'add the lifecycle to a YAML document'],
    [
      'hub-conformance overlay --reference https://hub.example.com/openapi.json',
      'add the lifecycle to a published JSON document',
    ],
  ],
  run: overlay,
}
