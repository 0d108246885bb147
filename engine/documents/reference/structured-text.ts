import type { Document } from 'yaml'
import { defined } from '../../../contracts/defined.ts'
import { DocumentError } from '../problems.ts'
import { yamlDocuments } from '../yaml.ts'

// Ten times the largest published reference we know of.
const mostCharacters = 16 * 1024 * 1024

// An anchor may be used often; anchors within anchors multiply, and the product is what is bounded.
const mostAliases = 10_000

/** The first place of a YAML document after which its structure is a guess. */
export interface Broken {
  /** 1-based. */
  readonly line: number
  readonly why: string
}

/** A text as plain data, and the way in which it was written. */
export interface StructuredText {
  readonly value: unknown
  /** The document with its comments and its layout; undefined where the text is JSON. */
  readonly yaml?: Document
  /** Where the text breaks the rules of YAML, so that parts may be lost or stand in the wrong place. */
  readonly broken?: Broken
  /** Whether anything follows the first YAML document. */
  readonly more: () => boolean
}

/**
 * Reads JSON or YAML as plain data. Duplicate keys are allowed (the last one wins) and so are keys that are no text.
 *
 * @throws DocumentError if the text is neither, or too large to read.
 */
export const readStructuredText = (text: string, from: string): StructuredText => {
  if (text.length > mostCharacters)
    throw new DocumentError(`${from} is larger than 16 MiB; give the OpenAPI document alone.`)
  const source = text.replace(/^\uFEFF/, '')
  let jsonError: string | undefined
  if (/^\s*[{[]/.test(source)) {
    try {
      return { value: JSON.parse(source), more: () => false }
    } catch (error) {
      // Flow-style YAML begins like JSON, but seldom with a name in quotes.
      if (/^\s*\{\s*"/.test(source)) jsonError = (error as Error).message
    }
  }
  if (/^\s*</.test(source))
    throw new DocumentError(
      `${from} is a web page, not an OpenAPI document; give the address of its YAML or JSON source.`,
    )
  try {
    const read = readYaml(source)
    return read.broken && jsonError !== undefined
      ? { ...read, broken: brokenJson(jsonError, source, read.broken) }
      : read
  } catch (error) {
    // The library throws on alias bombs and the engine on bottomless nesting; both make the text unreadable.
    const [detail] = (error as Error).message.split('\n')
    throw new DocumentError(
      `${from} cannot be read as YAML or JSON (${detail}); give an OpenAPI 3.x document in one of them.`,
    )
  }
}

/** Errors of single values; what stands around them is read as it was meant. */
const harmless = new Set(['BAD_DQ_ESCAPE', 'BAD_SCALAR_START', 'TAB_AS_INDENT', 'TAG_RESOLVE_FAILED'])

const brokenIn = ({ errors }: Document, source: string): Broken | undefined => {
  const [first] = errors.filter(({ code }) => !harmless.has(code)).sort((a, b) => a.pos[0] - b.pos[0])
  if (first === undefined) return undefined
  const line = source.slice(0, first.pos[0]).split('\n').length
  return { line, why: `The YAML is not well-formed (${first.message.split('\n')[0]}).` }
}

/** Where JSON breaks its rules, as the message of its parser says; of those that give no position, the place is that of the YAML. */
const brokenJson = (message: string, source: string, { line }: Broken): Broken => {
  const { length } = source.trimEnd()
  const position = Number(/position (\d+)/.exec(message)?.[1])
  const isCut = position >= length || /unterminated|end of/i.test(message)
  const at = isCut ? length : position
  return {
    line: Number.isNaN(at) ? line : source.slice(0, at).split('\n').length,
    why: `The JSON is not well-formed (${isCut ? `it ends too early, after ${length} characters` : Number.isNaN(at) ? `on line ${line}` : `at character ${at + 1}`}).`,
  }
}

const readYaml = (source: string): StructuredText => {
  const documents = yamlDocuments(source, { uniqueKeys: false, strict: false, merge: true, logLevel: 'silent' })
  const document = documents.next().value as Document.Parsed
  const more = (): boolean => {
    try {
      return documents.next().done !== true
    } catch {
      // What cannot be read is something, too.
      return true
    }
  }
  return { value: dataOf(document), yaml: document, more, ...defined({ broken: brokenIn(document, source) }) }
}

/** The data of a YAML document. Throws where aliases multiply beyond measure. */
export const dataOf = (document: Pick<Document, 'toJS'>): unknown => document.toJS({ maxAliasCount: mostAliases })
