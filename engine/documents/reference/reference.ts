import { isOldMention } from '../../../checks/documents/claims.ts'
import { hasTag } from '../../../checks/documents/published-documents.ts'
import { keepFew } from '../../../checks/remembered.ts'
import { grouped } from '../../../contracts/causes/grouped.ts'
import { defined } from '../../../contracts/defined.ts'
import type {
  EndpointMention,
  PublishedReference,
  PublishedReplacement,
  ReferenceOperation,
  ReferenceResponse,
} from '../../../contracts/documents.ts'
import { lifecycle } from '../../../contracts/lifecycle.ts'
import { isCsrfName } from '../../../contracts/run/secret-names.ts'
import { readSections } from '../pages/sections.ts'
import { collectProblems, DocumentError, quoted } from '../problems.ts'
import { paired, successorsIn } from '../replacements.ts'
import { replacementsOfSection } from '../statements.ts'
import { asMapping, type Mapping, own } from './local-reference.ts'
import { dereference, exampleOf, readParameters } from './parts.ts'
import { readProse } from './prose.ts'
import { afford, type Resolution, resolution, resolveSchema } from './schema.ts'
import { credentialFormsOf } from './security.ts'
import { belowBasePath, mountOf, serverPath } from './servers.ts'
import { type OpenSibling, withSiblings } from './siblings.ts'
import { type Broken, readStructuredText } from './structured-text.ts'
import { fromSwagger, isSwagger, swaggerVersion } from './swagger.ts'

const methodNames = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

// Descriptions are Markdown (OpenAPI 3.x, Rich Text Formatting).
const asMarkdown = 'description.md'

// Nobody reads more of an operation.
const mostDescription = 2_000

interface Place {
  readonly from: string
  readonly basePath: string
  readonly rootServers: unknown
  readonly rootSecurity: unknown
  /** What each operation says of security. */
  readonly security: unknown[]
  readonly resolution: Resolution
  /** The same for operations of the areas that the document names: those of many others must not use up what can be read of these. */
  readonly ofAreas: Resolution
}

const areas = [...new Set([...lifecycle.operations, ...lifecycle.families].map(({ tag }) => tag))]

const isOfAreas = (operation: Mapping): boolean => {
  const tags = own(operation, 'tags')
  return Array.isArray(tags) && areas.some(area => hasTag(tags.map(String), area))
}

/**
 * Reads an OpenAPI document (3.0, 3.1 or 3.2, or Swagger 2.0; YAML or JSON). A bad corner becomes a sentence in `problems`.
 * Only references within the document are followed; others are never fetched.
 *
 * @param from - the file or address of the text, for messages and for relative server urls
 * @param basePath - path of the target's base URL, cut from the front of each path
 * @throws DocumentError if the text is not an OpenAPI document at all.
 */
export const readReference = (text: string, from: string, basePath = ''): PublishedReference => {
  const { value, broken } = readStructuredText(text, from)
  return readRoot(value, from, basePath, broken)
}

/** The last documents that refer to no other file: `--watch`, several targets and tests read the same ones again and again. */
const alone = keepFew<PublishedReference>(4)

/** The same for a document that may refer to other files, which are read with `open`. Where no target is known, it says itself where the hub is mounted. */
export const readReferenceWith = async (
  text: string,
  from: string,
  basePath: string | undefined,
  open: OpenSibling,
): Promise<PublishedReference> => {
  const key = [from, String(basePath), text].join('\0')
  const known = alone.get(key)
  if (known) return known
  let isAlone = true
  const { value, broken } = readStructuredText(text, from)
  const whole = await withSiblings(value, from, address => {
    isAlone = false
    return open(address)
  })
  const published = readRoot(whole, from, basePath ?? '', broken)
  const mount = basePath === undefined && mountOf(published.operations.map(({ path }) => path))
  const reference = mount ? readRoot(whole, from, mount, broken) : published
  if (isAlone) alone.set(key, reference)
  return reference
}

/** The same header, where it is declared as a parameter that is required. */
const csrfParameter = (operations: readonly ReferenceOperation[]): string | undefined =>
  operations
    .flatMap(({ parameters = [] }) => parameters)
    .find(parameter => parameter.in === 'header' && parameter.required && isCsrfName(parameter.name))?.name

const readRoot = (read: unknown, from: string, basePath: string, broken: Broken | undefined): PublishedReference => {
  const problems = collectProblems()
  if (broken) problems.unread(broken)
  const version = versionOf(read, from)
  const root = version === swaggerVersion ? fromSwagger(read) : read
  if (version === '') problems.add('The document does not say which version of OpenAPI it follows; it is read as 3.1.')
  const budget = (): Resolution => resolution(root, /^(?:2|3\.0)/.test(version), problems)
  const place: Place = {
    from,
    basePath,
    rootServers: own(root, 'servers'),
    rootSecurity: own(root, 'security'),
    security: [],
    resolution: budget(),
    ofAreas: budget(),
  }
  const paths = dereference(own(root, 'paths'), place.resolution, '#/paths')
  const operations: ReferenceOperation[] = []
  for (const key of Object.keys(paths ?? {})) {
    if (key.startsWith('/')) operations.push(...readPathItem(key, own(paths, key), place))
    else if (!key.startsWith('x-')) problems.add(`The path ${quoted(key)} does not begin with a slash.`)
  }
  const forms = credentialFormsOf(root, place.security, place.resolution)
  // Where there is one form alone, no operation has another.
  const formsOf = (at: number): Pick<ReferenceOperation, 'credentialForms'> => {
    const credentialForms = forms.all.length > 1 ? forms.of(place.security[at]) : []
    return credentialForms.length > 0 ? { credentialForms } : {}
  }
  const prose = readProse(root, from)
  return {
    from,
    version,
    operations: operations.map((operation, at) => ({ ...operation, ...formsOf(at) })),
    ...(prose && { prose }),
    credentialForms: forms.all,
    ...defined({ csrfHeader: forms.csrfHeader ?? csrfParameter(operations) }),
    problems: problems.list(),
    unread: problems.parts(),
  }
}

const versionOf = (root: unknown, from: string): string => {
  if (isSwagger(root)) return swaggerVersion
  const swagger = own(root, 'swagger')
  const openapi = own(root, 'openapi')
  if (swagger !== undefined && openapi === undefined)
    throw new DocumentError(`${from} is Swagger ${quoted(String(swagger))}; convert it to OpenAPI 3.x.`)
  if (openapi === undefined && asMapping(own(root, 'paths')) !== undefined) return ''
  const version = typeof openapi === 'number' ? openapi.toFixed(1) : openapi
  if (typeof version !== 'string')
    throw new DocumentError(`${from} is not an OpenAPI document; give one that begins with openapi: 3.x.`)
  if (!/^3(\.|$)/.test(version.trim()))
    throw new DocumentError(`${from} follows OpenAPI ${quoted(version)}; give an OpenAPI 3.x document.`)
  return version.trim()
}

/** A path as OpenAPI writes it: frameworks add patterns to parameters, `{name:[a-z]{2,30}}`, in which a slash may stand. */
const templateOf = (key: string): string => key.replaceAll(/\{([\w-]+):(?:[^{}]|\{[^{}]*\})*\}/g, '{$1}')

const readPathItem = (key: string, value: unknown, place: Place): ReferenceOperation[] => {
  const { problems } = place.resolution
  const at = `#/paths/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const item = dereference(value, place.resolution, at)
  if (item === undefined) return []
  const operations: ReferenceOperation[] = []
  const read = (method: string, found: unknown): void => {
    const operationAt = `${at}/${method}`
    const operation = dereference(found, place.resolution, operationAt)
    if (operation === undefined || !afford(place.resolution, 1)) return
    const resolution = isOfAreas(operation) ? place.ofAreas : place.resolution
    const servers = [own(operation, 'servers'), own(item, 'servers'), place.rootServers]
    const path = belowBasePath(serverPath(servers, place.from, problems) + templateOf(key), place.basePath)
    place.security.push(own(operation, 'security') ?? place.rootSecurity)
    operations.push({
      ...readOperation(method.toUpperCase(), path, operation, resolution, operationAt),
      parameters: readParameters([item, operation], resolution, operationAt),
    })
  }
  for (const name of Object.keys(item)) {
    if (methodNames.has(name.toLowerCase())) read(name, item[name])
    else if (name === 'additionalOperations') {
      const additional = asMapping(item[name]) ?? {}
      for (const method of Object.keys(additional)) read(method, additional[method])
    }
  }
  return operations
}

// Nobody writes more of them into one operation.
const mostNotes = 50

/** A text of an extension, with the name that it has there. */
interface Extended {
  readonly key: string
  readonly name: string
  readonly text: string
}

/** The texts of a value, however deep they stand in it. */
const textsIn = (key: string, value: unknown, name = key, depth = 0): readonly Extended[] => {
  if (typeof value === 'string') return [{ key, name, text: value.slice(0, mostDescription) }]
  if (typeof value !== 'object' || value === null || depth > 3) return []
  // What stands within a replacement is the replacement: its path, its id.
  const isOfName = Array.isArray(value) || isReplacing(name)
  return Object.keys(value).flatMap(inner => textsIn(key, own(value, inner), isOfName ? name : inner, depth + 1))
}

const extensionsOf = (operation: Mapping): readonly Extended[] =>
  Object.keys(operation)
    .filter(key => /^x-/i.test(key))
    .flatMap(key => textsIn(key, operation[key]))

const textOf = ({ text }: Extended): string => text

const replacing =
  /^(?:x)?(?:(?:is|deprecat(?:ed|ion))?(?:replaced|superseded|succeeded)by|replacements?|successors?|useinstead|movedto|migrateto)(?:operation(?:id)?|path|endpoint|url)?$/
const dating =
  /^(?:x(?:is)?deprecat(?:ed|ion)(?:since|date|on|at|from)?|since|date|deprecat(?:ed|ion)(?:since|date|on|at|from))$/
const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')
const isReplacing = (name: string): boolean => replacing.test(letters(name))

/** What a text about some endpoints says of replacements. */
const statedIn = (about: readonly EndpointMention[], text: string): readonly PublishedReplacement[] => {
  const sections = readSections(text.slice(0, mostDescription), asMarkdown, collectProblems())
  return sections.flatMap(section => replacementsOfSection(section, sections, about))
}

const replaces = /(?<![\w`] )(?:\b(?:(?:this|the) (?:operation|endpoint|route|call)|it) )?\breplaces(?=\s)/gi

/** What the text of an operation says that it replaces itself: `Replaces GET /x`. */
const replacedBy = (name: string, text: string): readonly PublishedReplacement[] =>
  /\breplaces\b/i.test(text)
    ? statedIn([], text.replaceAll(replaces, `\`${name}\` replaces`)).filter(({ unsure }) => !unsure)
    : []

/** What an extension such as `x-replaced-by` names, in words or as a pointer: `#/paths/~1v2~1x/get`. */
const extendedBy = (old: EndpointMention, value: string): readonly PublishedReplacement[] => {
  const text = value.replaceAll(
    /#\/paths\/([^\s/]+)(?:\/(\w+))?/g,
    (_, path: string, method = '') => `${method.toUpperCase()} ${path.replaceAll('~1', '/').replaceAll('~0', '~')}`,
  )
  return paired([old], successorsIn({ text, links: [] }, true), 1).map(one => ({ ...one, extension: true }))
}

/** What is said of an operation in extensions of any name, and of its answers but those of errors: it may be of something else. */
const asideOf = (operation: Mapping, extensions: readonly Extended[]): readonly string[] => {
  const responses = asMapping(own(operation, 'responses')) ?? {}
  const answers = Object.keys(responses).filter(status => /^(?:[23]..|410|default)$/i.test(status))
  return [
    ...extensions.filter(({ key }) => !/deprecat|code|sample|example/i.test(key) && !isReplacing(key)).map(textOf),
    ...answers.map(status => own(responses[status], 'description')).filter(text => typeof text === 'string'),
  ].slice(0, mostNotes)
}

/** The names that an extension such as `x-migration` has alone: what they are to the operation is not said. */
const migrationsOf = (extensions: readonly Extended[]): readonly string[] =>
  extensions
    .filter(({ key, name }) => /migrat/i.test(key) && !isReplacing(key) && !/from|old/i.test(name))
    .map(textOf)
    .filter(text => /^(?:[A-Z]+ )?[\w/{}-]+$/.test(text))
    .slice(0, mostNotes)

/** What an operation says of its replacement next to its summary and description. */
const readNotes = (
  endpoint: EndpointMention,
  operation: Mapping,
): Pick<ReferenceOperation, 'notes' | 'replacements' | 'deprecatedSince'> => {
  const extensions = extensionsOf(operation)
  const told = extensions.filter(({ key }) => /^x-(?:is-?)?deprecat/i.test(key) && !isReplacing(key))
  const named = extensions.filter(({ key }) => isReplacing(key))
  const replacing = grouped(named, ({ key }) => key)
  const successors = [
    ...[...replacing.values()].map(parts => parts.map(textOf).join(' ')),
    ...told.filter(({ name }) => isReplacing(name)).map(textOf),
  ].slice(0, mostNotes)
  const dated = told
    .filter(({ name }) => dating.test(letters(name)))
    .map(({ key, name, text }) => ({ key: name === key ? key : `${key}.${name}`, value: text }))
    .slice(0, mostNotes)
  const documentation = textsIn('externalDocs', own(operation, 'externalDocs')).map(textOf)
  const deprecation = told.filter(({ name }) => !isReplacing(name)).map(textOf)
  const notes = [documentation.join('. '), ...deprecation].filter(text => text !== '').slice(0, mostNotes)
  const texts = [own(operation, 'summary'), own(operation, 'description'), ...notes].filter(
    text => typeof text === 'string',
  )
  const replacements = isOldMention(endpoint)
    ? [
        ...texts.flatMap(text => statedIn([endpoint], text)),
        ...successors.flatMap(text => extendedBy(endpoint, text)),
        ...[
          ...asideOf(operation, extensions).flatMap(text => statedIn([endpoint], text)),
          ...migrationsOf(extensions).flatMap(text => extendedBy(endpoint, text)),
        ].map(one => ({ ...one, unsure: true as const })),
      ]
    : texts.flatMap(text =>
        replacedBy(`${own(operation, 'operationId') ?? `${endpoint.method} ${endpoint.path}`}`, text),
      )
  return {
    ...(notes.length > 0 && { notes }),
    ...(replacements.length > 0 && { replacements }),
    ...(dated.length > 0 && { deprecatedSince: dated }),
  }
}

const saysNo = (value: unknown): boolean => value == null || /^\s*(?:false|no|none|0)?\s*$/i.test(String(value))

const lifecycleName = /^x-(?:[a-z-]+-)?(?:lifecycle|status|state|stability|maturity)$/i

const quotedLabel = (operation: Mapping, key: string | undefined): string | undefined =>
  key && `${key}: ${JSON.stringify(own(operation, key)).slice(0, 80)}`

/** Whether an extension states the part of its life in which an operation is, in one of some words. */
const statesLife = (operation: Mapping, name: string, words: RegExp): boolean =>
  lifecycleName.test(name) && textsIn(name, own(operation, name)).some(({ text }) => words.test(text))

const ended = /^\W*(?:deprecated|removed|retired|disabled|obsolete|end[- ]of[- ]life)\W*$/i
const dated = /^x-(?:sunset|(?:is-?)?deprecat(?:ed|ion)(?:-?(?:since|at|on|date))?)$/i

/** What may mark an operation as deprecated, and is not what OpenAPI has for that. */
const unclearLabelOf = (operation: Mapping): string | undefined => {
  const isLabel = (name: string): boolean =>
    statesLife(operation, name, ended) || (dated.test(name) && !saysNo(own(operation, name)))
  const isStated = !saysNo(own(operation, 'deprecated'))
  return quotedLabel(operation, isStated ? 'deprecated' : Object.keys(operation).find(isLabel))
}

const current = /^\W*(?:active|current|stable|supported|ga)\W*$/i

/** What denies the label of an operation: `x-lifecycle: active`. */
const denialOf = (operation: Mapping): string | undefined => {
  const denying = Object.keys(operation).find(name => statesLife(operation, name, current))
  return quotedLabel(operation, denying)
}

const readOperation = (method: string, path: string, operation: Mapping, resolution: Resolution, at: string) => {
  const operationId = own(operation, 'operationId')
  const summary = own(operation, 'summary')
  const description = own(operation, 'description')
  const tags = own(operation, 'tags')
  const deprecated = own(operation, 'deprecated') === true
  const unclearLabel = deprecated ? denialOf(operation) : unclearLabelOf(operation)
  const requestBody = readRequestBody(own(operation, 'requestBody'), resolution, `${at}/requestBody`)
  return {
    method,
    path,
    ...(typeof operationId === 'string' && operationId.trim() !== '' && { operationId: operationId.trim() }),
    tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [],
    ...(typeof summary === 'string' && { summary }),
    ...(typeof description === 'string' && { description: description.slice(0, mostDescription) }),
    ...readNotes({ method, path }, operation),
    deprecated,
    ...defined({ unclearLabel, requestBody }),
    responses: readResponses(own(operation, 'responses'), resolution, `${at}/responses`),
  } satisfies ReferenceOperation
}

const readRequestBody = (value: unknown, resolution: Resolution, at: string): ReferenceOperation['requestBody'] => {
  if (value === undefined) return undefined
  const content = asMapping(own(dereference(value, resolution, at), 'content'))
  const mediaTypes = Object.keys(content ?? {})
  // A client that speaks JSON is what the other media types are an alternative to.
  const mediaType =
    mediaTypes.find(name => /^application\/json(?![\w.+-])/i.test(name)) ??
    mediaTypes.find(name => /^[^;]*[/+]json\b/i.test(name)) ??
    mediaTypes[0]
  if (mediaType === undefined) return undefined
  const media = dereference(own(content, mediaType), resolution, `${at}/content`)
  const declared = own(media, 'schema')
  const schema = declared === undefined ? {} : resolveSchema(declared, resolution, `${at}/schema`)
  const example = exampleOf(media, resolution, at) ?? own(schema, 'example') ?? own(own(schema, 'examples'), '0')
  return { mediaType, schema, ...defined({ example }) }
}

const readResponses = (value: unknown, resolution: Resolution, at: string): ReferenceResponse[] => {
  if (value === undefined) return []
  const declared = dereference(value, resolution, at) ?? {}
  const responses: ReferenceResponse[] = []
  for (const key of Object.keys(declared)) {
    if (key.startsWith('x-')) continue
    const status = /^default$/i.test(key) ? 'default' : key.toUpperCase()
    if (status !== 'default' && !/^[1-5](\d\d|XX)$/.test(status)) {
      resolution.problems.add(`${at} has a response ${quoted(key)}, which is not a status.`)
      continue
    }
    const content = asMapping(own(dereference(declared[key], resolution, `${at}/${key}`), 'content')) ?? {}
    const mediaTypes = Object.keys(content)
    if (!afford(resolution, 1 + mediaTypes.length)) break
    if (mediaTypes.length === 0) responses.push({ status })
    for (const mediaType of mediaTypes) {
      const place = `${at}/${key}/${mediaType}`
      const media = dereference(content[mediaType], resolution, place)
      // What is sent item by item is a list (OpenAPI 3.2, Media Type Object).
      const items = own(media, 'itemSchema')
      const schema = own(media, 'schema') ?? (items === undefined ? undefined : { type: 'array', items })
      const resolved = schema === undefined ? {} : { schema: resolveSchema(schema, resolution, place) }
      responses.push({ status, mediaType, ...resolved })
    }
  }
  return responses
}
