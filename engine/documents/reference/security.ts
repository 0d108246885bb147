import { isToken } from '../../../checks/http/fields.ts'
import { defined } from '../../../contracts/defined.ts'
import { isCsrfName } from '../../../contracts/run/secret-names.ts'
import { quoted } from '../problems.ts'
import { asMapping, type Mapping, own } from './local-reference.ts'
import { dereference } from './parts.ts'
import { afford, type Resolution } from './schema.ts'

/** Schemes of one document that are looked at. */
const mostSchemes = 50

/** A name that a header field or a cookie may have (RFC 9110, section 5.6.2; RFC 6265, section 4.1.1). */
const isName = (name: unknown): name is string => typeof name === 'string' && name.length <= 100 && isToken(name)

/** How a scheme has credentials sent. */
interface Form {
  readonly text: string
  /** The header or the cookie of an API key. */
  readonly key?: { readonly place: 'header' | 'cookie'; readonly name: string }
}

/** How a scheme has credentials sent; undefined where that cannot be told, or is a flow or a place in the URL. */
const formOf = (scheme: Mapping | undefined): Form | undefined => {
  const [type, name, place, kind] = ['type', 'name', 'in', 'scheme'].map(key => own(scheme, key))
  if (type === 'http' && typeof kind === 'string') {
    if (/^bearer$/i.test(kind)) return { text: 'Authorization: Bearer {token}' }
    return /^basic$/i.test(kind) ? { text: 'Authorization: Basic {basic}' } : undefined
  }
  if (type !== 'apiKey' || !isName(name)) return undefined
  if (place === 'header') return { text: `${name}: {token}`, key: { place, name } }
  return place === 'cookie' ? { text: `Cookie: ${name}={token}`, key: { place, name } } : undefined
}

/** The schemes that each alternative of a Security Requirement list asks for at once. */
const alternatives = (security: unknown): readonly (readonly string[])[] =>
  (Array.isArray(security) ? security : []).map(alternative => Object.keys(asMapping(alternative) ?? {}))

/** The forms in which a document has credentials sent. */
export interface DeclaredForms {
  /** What most operations accept first, else in the order of the document. Of schemes that no operation asks for, all count. */
  readonly all: readonly string[]
  /** The header in which a token of the session is sent with the credentials, if an operation asks for both at once. */
  readonly csrfHeader?: string
  /** The alternatives of one operation, by what it says of security. */
  of(security: unknown): readonly string[]
}

/** @param asked - what each operation says of security, in the order of the document */
export const credentialFormsOf = (root: unknown, asked: readonly unknown[], resolution: Resolution): DeclaredForms => {
  const at = '#/components/securitySchemes'
  const schemes = asMapping(own(own(root, 'components'), 'securitySchemes')) ?? {}
  const known = new Map<string, Form | undefined>()
  const formNamed = (name: string): Form | undefined => {
    if (!known.has(name)) {
      const isRead = known.size < mostSchemes && Object.hasOwn(schemes, name) && afford(resolution, 1)
      known.set(name, isRead ? formOf(dereference(schemes[name], resolution, `${at}/${name}`)) : undefined)
    }
    return known.get(name)
  }
  const keyOf = (name: string): Form['key'] => formNamed(name)?.key
  const isCsrf = (name: string): boolean => isCsrfName(keyOf(name)?.name ?? '')
  /** The one of several schemes that lets in: not what only proves where a request comes from, else the one that is no header of its own. */
  const mainOf = (names: readonly string[]): string | undefined => {
    const letIn = names.filter(name => names.length === 1 || !isCsrf(name))
    const main = letIn.length === 1 ? letIn : letIn.filter(name => keyOf(name)?.place !== 'header')
    return main.length === 1 ? main[0] : undefined
  }
  /** Those of an alternative that the document has: one that it lacks says nothing of how it is sent. */
  const declaredIn = (names: readonly string[]): readonly string[] => {
    const lacking = names.filter(name => !Object.hasOwn(schemes, name))
    for (const name of lacking) resolution.problems.add(`security names ${quoted(name)}, which securitySchemes lacks.`)
    return lacking.length === names.length ? names : names.filter(name => !lacking.includes(name))
  }
  /** Frameworks that publish each dependency as an alternative of its own mean a CSRF token together with the others: alone it lets nobody in. */
  const alternativesOf = (security: unknown): readonly (readonly string[])[] => {
    const all = alternatives(security).map(declaredIn)
    const alone = all.filter(names => names.length > 0 && names.every(isCsrf))
    const others = all.filter(names => !alone.includes(names))
    return others.length === 0 ? all : others.map(names => (names.length === 0 ? names : [...names, ...alone.flat()]))
  }
  const mains = (security: unknown): readonly string[] => alternativesOf(security).flatMap(names => mainOf(names) ?? [])
  const counts = new Map<string, number>()
  for (const security of asked) for (const name of mains(security)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const unasked = asked.some(security => security !== undefined) ? [] : Object.keys(schemes)
  const names =
    counts.size > 0
      ? [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name)
      : unasked.filter(name => !isCsrf(name))
  const besides = [
    ...asked.flatMap(alternativesOf).flatMap(together => {
      const main = mainOf(together)
      return main === undefined ? [] : together.filter(name => name !== main)
    }),
    ...unasked.filter(isCsrf),
  ]
  const headers = besides.map(keyOf).flatMap(key => (key?.place === 'header' ? key.name : []))
  const csrfHeader = headers.find(isCsrfName) ?? headers[0]
  return {
    all: [...new Set(names.flatMap(name => formNamed(name)?.text ?? []))],
    ...defined({ csrfHeader }),
    of: security => [...new Set(mains(security).flatMap(name => formNamed(name)?.text ?? []))],
  }
}
