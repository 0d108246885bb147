import { deepmerge } from 'deepmerge-ts'
import { systemClock } from '../clock.ts'
import { asUsage, textOf } from '../documents/loading/given.ts'
import { DocumentError } from '../documents/problems.ts'
import { asMapping, type Mapping, own } from '../documents/reference/local-reference.ts'
import { readReference } from '../documents/reference/reference.ts'
import { readStructuredText } from '../documents/reference/structured-text.ts'
import { swaggerVersion } from '../documents/reference/swagger.ts'
import { type DocumentInput, defaults } from '../options.ts'
import { fetcherOf } from '../target.ts'
import type { Overlay } from './content.ts'
import { fitOverlay } from './fit.ts'
import { writeAgain } from './write.ts'

/** A reference with the overlay applied. */
export interface Overlaid {
  readonly text: string
  /** `METHOD path` of what was added, and of what was there and got labels. */
  readonly added: readonly string[]
  readonly labelled: readonly string[]
  /** Whether comments and layout could be kept. */
  readonly kept: boolean
}

/**
 * Merges the updates into the paths of the document: objects member by member, arrays one after the other (OpenAPI Overlay 1.0, section
 * "Action Object"). Every action of this overlay selects `$.paths`, so no JSONPath has to be evaluated.
 */
const merge = (document: Mapping, { actions }: Overlay): Mapping => {
  const paths: Record<string, unknown> = { ...asMapping(own(document, 'paths')) }
  for (const { update } of actions)
    for (const [path, item] of Object.entries(update))
      paths[path] = Object.hasOwn(paths, path) ? deepmerge(paths[path], item) : item
  return { ...document, paths }
}

/**
 * Applies the lifecycle's overlay to an OpenAPI document (3.0, 3.1 or 3.2); JSON stays JSON, YAML stays YAML.
 *
 * @param from - the file or address of the text
 * @throws DocumentError if the text is no single OpenAPI 3.x document.
 */
export const applyOverlay = async (text: string, from: string): Promise<Overlaid> => {
  const reference = readReference(text, from)
  if (reference.version === swaggerVersion)
    throw new DocumentError(`${from} is Swagger ${swaggerVersion}; convert it to OpenAPI 3.x.`)
  const read = readStructuredText(text, from)
  const root = asMapping(read.value)
  if (root === undefined || read.more())
    throw new DocumentError(`${from} holds more than one YAML document; give the OpenAPI document alone.`)
  const paths = own(root, 'paths') ?? {}
  if (asMapping(paths) === undefined) throw new DocumentError(`In ${from}, "paths" is not an object; correct it first.`)
  const { document, overlay, added, labelled } = fitOverlay(root, reference)
  return { ...writeAgain(text, read, merge(document, overlay), from), added, labelled }
}

/** The same for a file or a URL. Throws {@link UsageError} where it is no OpenAPI document. */
export const overlayReference = async (input: DocumentInput): Promise<Overlaid> => {
  const { text, from } = await textOf(input, fetcherOf({}, defaults.timeoutMs, systemClock))
  return asUsage(() => applyOverlay(text, from))
}
