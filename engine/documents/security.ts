import { asMapping, type Mapping, own } from './local-reference.ts'
import { dereference } from './parts.ts'
import { afford, type Resolution } from './schema.ts'

/** Schemes of one document that are looked at. */
const mostSchemes = 50

/** A name that a header field or a cookie may have (RFC 9110, section 5.6.2; RFC 6265, section 4.1.1). */
const isToken = (name: unknown): name is string => typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)

/** How a scheme has credentials sent; undefined where that cannot be told, or is a flow or a place in the URL. */
const formOf = (scheme: Mapping | undefined): string | undefined => {
  const [type, name, place, kind] = ['type', 'name', 'in', 'scheme'].map(key => own(scheme, key))
  if (type === 'http' && typeof kind === 'string') {
    if (/^bearer$/i.test(kind)) return 'Authorization: Bearer {token}'
    return /^basic$/i.test(kind) ? 'Authorization: Basic {basic}' : undefined
  }
  if (type !== 'apiKey' || !isToken(name)) return undefined
  if (place === 'header') return `${name}: {token}`
  return place === 'cookie' ? `Cookie: ${name}={token}` : undefined
}

/** The one scheme that each alternative of a Security Requirement list asks for; several at once are none. */
const alternatives = (security: unknown): readonly string[] =>
  (Array.isArray(security) ? security : []).flatMap(alternative => {
    const names = Object.keys(asMapping(alternative) ?? {})
    return names.length === 1 ? names : []
  })

/** The forms in which a document has credentials sent. */
export interface DeclaredForms {
  /** What most operations accept first, else in the order of the document. Of schemes that no operation asks for, all count. */
  readonly all: readonly string[]
  /** The alternatives of one operation, by what it says of security. */
  of(security: unknown): readonly string[]
}

/** @param asked - what each operation says of security, in the order of the document */
export const credentialFormsOf = (root: unknown, asked: readonly unknown[], resolution: Resolution): DeclaredForms => {
  const at = '#/components/securitySchemes'
  const schemes = asMapping(own(own(root, 'components'), 'securitySchemes')) ?? {}
  const counts = new Map<string, number>()
  for (const security of asked) for (const name of alternatives(security)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names =
    counts.size > 0
      ? [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name)
      : asked.some(security => security !== undefined)
        ? []
        : Object.keys(schemes)
  const forms = new Map<string, string>()
  for (const name of names.slice(0, mostSchemes)) {
    if (!Object.hasOwn(schemes, name) || !afford(resolution, 1)) continue
    const form = formOf(dereference(schemes[name], resolution, `${at}/${name}`))
    if (form !== undefined) forms.set(name, form)
  }
  return {
    all: [...new Set(forms.values())],
    of: security => [...new Set(alternatives(security).flatMap(name => forms.get(name) ?? []))],
  }
}
