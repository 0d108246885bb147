import type { ReceivedResponse } from '../exchange.ts'
import { isObject, jsonOf } from '../json.ts'
import { grouped } from './grouped.ts'
import { listed } from './wording.ts'

/** What the answer to a refused request says, and of which members of the request. */

/** Longer errors of a target are not quoted. */
const mostSaid = 160

/** Members that say what is wrong; what else has several words may be the name of the status alone. */
const telling = /detail|message|descri|reason|hint/i

/** The values in a JSON text with their keys, the innermost first; undefined for any other text. */
const valuesIn = (text: string): readonly (readonly [key: string, value: unknown])[] | undefined => {
  const values: (readonly [string, unknown])[] = []
  try {
    JSON.parse(text, (key, value: unknown) => {
      values.push([key, value])
      return value
    })
    return values
  } catch {
    return undefined
  }
}

const hasWords = (value: unknown): value is string => typeof value === 'string' && /\S \S/.test(value)

/** The texts of several words in an answer with their keys; of what is no JSON, plain text of one line: a page is for people. */
const textsIn = (body: string): readonly (readonly [key: string, text: string])[] => {
  const values = valuesIn(body)?.filter(([, value]) => hasWords(value))
  const plain = hasWords(body) && /^\s*[^<{[\s][^\n]*\s*$/.test(body) ? [['', body] as const] : []
  return (values ?? plain).map(([key, value]) => [key, String(value).replace(/\s+/g, ' ').trim()] as const)
}

/** The text that says most of what is wrong; undefined where none is short enough. */
const mostTelling = (texts: readonly (readonly [key: string, text: string])[]): string | undefined => {
  const [, found] = texts.find(([key]) => telling.test(key)) ?? texts[0] ?? []
  return found === undefined || found.length > mostSaid ? undefined : found
}

/** The first text of several words in an answer, which says what is wrong with the request; undefined where it only says the status. */
export const wordsIn = (response: Pick<ReceivedResponse, 'status' | 'body'> | null | undefined): string | undefined => {
  const words = mostTelling(textsIn(response?.body ?? ''))
  return hasWords(words?.replace(String(response?.status), '').trim()) ? words : undefined
}

/** The members in a JSON text, each as JSON; none in any other text. */
export const membersIn = (text: string | null): readonly (readonly [name: string, json: string])[] =>
  (valuesIn(text ?? '') ?? []).flatMap(([key, value]) =>
    key === '' || value === null ? [] : [[key, JSON.stringify(value)] as const],
  )

/** What an answer says of one member of a request. */
export interface Complaint {
  /** The names on the way to the member, its own last. */
  readonly names: readonly [string, ...string[]]
  /** As in `grants[0].access`. */
  readonly path: string
  readonly says?: string
}

/** Members of an error that name the member that is wrong: as a name, a path, a JSON pointer or a list of names. */
const places =
  /^(?:loc|(?:json_?)?pointer|instance_?path|data_?path|field(?:_?name)?|property(?:_?(?:name|path))?|param(?:eter)?|attribute|member)$/i

/** Members that may do so, and mean other things elsewhere: they count where they name a member that is known. */
const possiblePlaces = /^(?:path|name|key|target)$/i

/** Members, within an error, that name what is missing or too much below its place. */
const below = /^(?:missing|additional)_?property$/i

/** Members of an answer that have errors by the name of what is wrong. */
const byName = /(?:errors?|fields|violations|invalid(?:_?params)?|issues|details?)$/i

/** Members that are of no member of the request. */
const general = /^(?:_?errors?|messages?|details?|non_field_errors|form_?errors|reasons?|issues|base)$/i

/** Parts of a request around the members of its body. */
const around = new Set(['$', 'body', 'requestbody', 'request', 'payload', 'json'])

/** Parts of a request that are not its body. */
const elsewhere = new Set(['query', 'header', 'headers', 'path', 'cookie', 'params'])

const complaintAt = (place: unknown, says: string | undefined): Complaint | undefined => {
  const parts = (Array.isArray(place) ? place.map(String) : String(place).split(/[/.[\]#]+/)).filter(
    part => part !== '',
  )
  if (Array.isArray(place) && elsewhere.has(String(place[0]).toLowerCase())) return undefined
  while (around.has(parts[0]?.toLowerCase() ?? '')) parts.shift()
  const [first, ...names] = parts.filter(part => !/^\d+$/.test(part))
  if (first === undefined || parts.some(part => !/^[\w$-]{1,60}$/.test(part))) return undefined
  const path = parts.map(part => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')
  return { names: [first, ...names], path: path.replace(/^\./, ''), ...(says !== undefined && { says }) }
}

/** An object of an answer, the member that it is the value of, and what was said around it. */
interface Part {
  readonly object: Readonly<Record<string, unknown>>
  readonly above: string
  readonly says: string | undefined
  readonly isKnown: (name: string) => boolean
}

const isPlace = (key: string): boolean => places.test(key) || possiblePlaces.test(key)

/** What an object says of the one place that it names. */
const placed = ({ object, above, says, isKnown }: Part): Complaint | undefined => {
  const entries = Object.entries(object)
  const inner = entries.flatMap(([, part]) => (isObject(part) ? Object.entries(part) : []))
  const [, rest] = [...entries, ...inner].find(([key, part]) => below.test(key) && typeof part === 'string') ?? []
  for (const [key, place] of entries) {
    if (!isPlace(key) || (typeof place !== 'string' && !Array.isArray(place))) continue
    const complaint = complaintAt(rest === undefined ? place : [place, rest].flat().join('.'), says)
    const isPath =
      key.toLowerCase() === 'path' && (Array.isArray(place) || (byName.test(above) && !place.startsWith('/')))
    if (complaint && (places.test(key) || isPath || isKnown(complaint.names.at(-1) ?? ''))) return complaint
  }
  return rest === undefined ? undefined : complaintAt(rest, says)
}

/** What an object says under the name of a member. */
const underName = (key: string, value: unknown, { above, isKnown }: Part): Complaint | undefined => {
  if (general.test(key)) return undefined
  const all = Array.isArray(value) ? value : [value]
  const [first] = all
  const isNamed = Array.isArray(value) || byName.test(above) || (isKnown(key) && !telling.test(key))
  return isNamed && hasWords(first) && all.every(hasWords) ? complaintAt(key, first) : undefined
}

/** Errors are not nested deeper. */
const deepest = 20

/** Every place that the objects of an answer name, with what they say of it. */
const structured = (value: unknown, isKnown: Part['isKnown']): readonly Complaint[] => {
  const walk = (at: unknown, above: string, outer: string | undefined, depth: number): readonly Complaint[] => {
    if (depth > deepest) return []
    if (Array.isArray(at)) return at.flatMap(each => walk(each, above, outer, depth + 1))
    if (!isObject(at)) return []
    const texts = Object.entries(at).flatMap(([key, text]) =>
      hasWords(text) && !isPlace(key) ? [[key, text] as const] : [],
    )
    const part: Part = { object: at, above, says: mostTelling(texts) ?? outer, isKnown }
    const own = placed(part)
    return own !== undefined
      ? [own]
      : Object.entries(at).flatMap(
          ([key, inner]) => underName(key, inner, part) ?? walk(inner, key, part.says, depth + 1),
        )
  }
  return walk(value, '', undefined, 0)
}

/** Words that say that what they quote is the name of a member. */
const ofMembers = /field|propert|member|param|attribute|\bkey\b|required|missing|unknown|unexpected|unrecogni[sz]ed/i

/** Words behind the name of a member that say that it is one, and not a word of the sentence. */
const behind = String.raw`(?=["'\x60]|\s*[:=]|\s+(?:is|are|was|must|should|cannot|can't|may|does|has|not|field|property)\b)`

/** The members that a text names: those that are known, else those that it quotes as such. */
const inText = (text: string, known: readonly string[]): readonly string[] => {
  const named = known.filter(name => {
    const plain = name.replace(/[^\w-]/g, '')
    if (plain !== name || plain.length < 2) return false
    const isWord = !/[_\d]|[a-z][A-Z]/.test(name)
    const [front, back] = ['(?<![\\w-])', '(?![\\w-])']
    return new RegExp(isWord ? `${front}${name}${back}${behind}|: ${name}\\.?$` : `${front}${name}${back}`).test(text)
  })
  if (named.length > 0 || !ofMembers.test(text)) return named
  const quoted = [...text.matchAll(/["'`]([A-Za-z_][\w.[\]-]{0,60})["'`]/g)].flatMap(([, name]) => name ?? [])
  const spelt = [...text.matchAll(/(?<![\w-])[a-z]+(?:_[a-z0-9]+)+(?![\w-])/g)].map(([name]) => name)
  return quoted.length > 0 ? quoted : spelt
}

/** Complaints beyond these are not told. */
const mostComplaints = 6

/** What an answer says of members of a request, of which these are known: those that were sent or are declared. */
export const complaintsIn = (body: string, known: readonly string[]): readonly Complaint[] => {
  const found = structured(jsonOf(body), name => known.includes(name))
  const all =
    found.length > 0
      ? found
      : textsIn(body).flatMap(([, text]) => {
          const says = text.length > mostSaid ? undefined : text
          return inText(text, known).flatMap(name => complaintAt(name, says) ?? [])
        })
  return [...grouped(all, ({ path }) => path).values()].map(([first]) => first).slice(0, mostComplaints)
}

/** What an answer says and of what, as the end of a sentence about it; undefined where it says nothing. */
export const saidOf = (complaints: readonly Complaint[], says: string | undefined): string | undefined => {
  const quoted = (words: string): string => `says "${words.replace(/\.$/, '')}"`
  if (complaints.length === 0) return says === undefined ? undefined : quoted(says)
  const parts = [...grouped(complaints, other => String(other.says)).values()].map(same => {
    const names = listed(same.map(({ path }) => path))
    const [{ says: words }] = same
    const isNamed = words !== undefined && same.every(({ path }) => words.includes(path))
    return words === undefined ? `names ${names}` : `${quoted(words)}${isNamed ? '' : ` about ${names}`}`
  })
  return listed(parts)
}
