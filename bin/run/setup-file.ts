import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type SetupFunctions, UsageError } from '../../engine/options.ts'
import { setupNames } from '../../engine/probe/setup.ts'
import { suggestion } from '../../engine/suggestion.ts'
import { fileTrouble } from '../files.ts'
import { type Io, oneLine } from '../io.ts'
import { shown } from '../options/values.ts'

/** Loads a setup module: the one place where the command runs code of the user's. */
export const readSetup = async (file: string, source: string, { cwd }: Pick<Io, 'cwd'>): Promise<SetupFunctions> => {
  const refuse = (why: string): never => {
    throw new UsageError(`${source}: ${oneLine(file)} ${why}`)
  }
  let exported: Readonly<Record<string, unknown>>
  try {
    exported = await import(pathToFileURL(resolve(cwd, file)).href)
  } catch (error) {
    return refuse(`cannot be loaded: ${oneLine(fileTrouble(error))}`)
  }
  const names: readonly string[] = setupNames
  for (const [name, value] of Object.entries(exported)) {
    if (!names.includes(name))
      refuse(
        `exports ${shown(name)}, which is not a setup function${suggestion(name, names) || ` (${names.join(', ')})`}`,
      )
    if (typeof value !== 'function') refuse(`exports ${name}, which is not a function`)
  }
  if (Object.keys(exported).length === 0) refuse(`exports no setup function (${names.join(', ')})`)
  return exported as SetupFunctions
}
