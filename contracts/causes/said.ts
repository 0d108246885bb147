import type { ReceivedResponse } from '../exchange.ts'
import { isObject, type JsonObject, jsonOf } from '../json.ts'
import { grouped } from './grouped.ts'
import { listed } from './wording.ts'

/** What the answer to a refused request says, and of which members of the request. */

/** Longer errors are not quoted, further members not told, and errors not nested deeper. */
const most = { said: 160, complaints: 6, depth: 20 } as const

/** Members that say what is wrong; what else has several words may be the name of the status alone. */
const telling = /detail|message|descri|reason|hint/i

type Member<T = unknown> = readonly [name: string, value: T]

/** The values in a JSON text with their keys, the innermost first; undefined for any other text. */
const valuesIn = (text: string): readonly Member[] | undefined => {
  const values: Member[] = []
  const whole = jsonOf(text, (key, value) => {
    values.push([key, value])
    return value
  })
  return whole === undefined ? undefined : values
}

const hasWords = (value: unknown): value is string => typeof value === 'string' && /\S \S/.test(value)

/** The texts of several words in an answer with their keys; of what is no JSON, plain text of one line: a page is for people. */
const textsIn = (body: string): readonly Member<string>[] => {
  const values = valuesIn(body)?.filter(([, value]) => hasWords(value))
  const plain = hasWords(body) && /^\s*[^<{[\s][^\n]*\s*$/.test(body) ? [['', body] as const] : []
  return (values ?? plain).map(([key, value]) => [key, String(value).replace(/\s+/g, ' ').trim()] as const)
}

/** The text that says most of what is wrong; undefined where none is short enough. */
const mostTelling = (texts: readonly Member<string>[]): string | undefined => {
  const [, found] = texts.find(([key]) => telling.test(key)) ?? texts[0] ?? []
  return found === undefined || found.length > most.said ? undefined : found
}

/** The first text of several words in an answer, which says what is wrong with the request; undefined where it only says the status. */
export const wordsIn = (response: Pick<ReceivedResponse, 'status' | 'body'> | null | undefined): string | undefined => {
  const words = mostTelling(textsIn(response?.body ?? ''))
  return hasWords(words?.replace(String(response?.status), '').trim()) ? words : undefined
}

/** The members in a JSON text, each as JSON; none in any other text. */
export const membersIn = (text: string | null): readonly Member<string>[] =>
  (valuesIn(text ?? '') ?? []).flatMap(([key, value]) => (key === '' ? [] : [[key, JSON.stringify(value)] as const]))

/** What an answer says of one member of a request. */
export interface Complaint {
  /** As in `grants[0].access`. */
  readonly path: string
  /** The last name of the path. */
  readonly name: string
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

/** Parts of a request around the members of its body, and those that are not its body. */
const around = /^(?:\$|body|requestbody|request|payload|json)$/i
const elsewhere = /^(?:query|headers?|path|cookie|params)$/i

const complaintAt = (place: string | readonly unknown[], says: string | undefined): Complaint | undefined => {
  const parts = (typeof place === 'string' ? place.split(/[/.[\]#]+/) : place.map(String)).filter(part => part !== '')
  if (typeof place !== 'string' && elsewhere.test(parts[0] ?? '')) return undefined
  while (around.test(parts[0] ?? '')) parts.shift()
  const name = parts.findLast(part => !/^\d+$/.test(part))
  if (name === undefined || parts.some(part => !/^[\w$-]{1,60}$/.test(part))) return undefined
  const path = parts.map(part => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')
  return { path: path.replace(/^\./, ''), name, ...(says !== undefined && { says }) }
}

/** Every place that the objects of an answer name, with what they say of it. */
const structured = (answer: unknown, isKnown: (name: string) => boolean): readonly Complaint[] => {
  const isPlace = (key: string): boolean => places.test(key) || possiblePlaces.test(key)

  const ofPlace = (object: JsonObject, above: string, says: string | undefined): Complaint | undefined => {
    const entries = Object.entries(object)
    const inner = entries.flatMap(([, part]) => (isObject(part) ? Object.entries(part) : []))
    const [rest] = [...entries, ...inner].flatMap(([key, name]) =>
      below.test(key) && typeof name === 'string' ? name : [],
    )
    const [found] = entries.flatMap(([key, place]) => {
      if (!isPlace(key) || (typeof place !== 'string' && !Array.isArray(place))) return []
      const complaint = complaintAt(rest === undefined ? place : [place, rest].flat().join('.'), says)
      const isPath = /^path$/i.test(key) && (Array.isArray(place) || (byName.test(above) && !place.startsWith('/')))
      return complaint && (places.test(key) || isPath || isKnown(complaint.name)) ? complaint : []
    })
    return found ?? (rest === undefined ? undefined : complaintAt(rest, says))
  }

  const underName = (key: string, value: unknown, above: string): Complaint | undefined => {
    const all = Array.isArray(value) ? value : [value]
    const isNamed = Array.isArray(value) || byName.test(above) || (isKnown(key) && !telling.test(key))
    return isNamed && !general.test(key) && all.length > 0 && all.every(hasWords) ? complaintAt(key, all[0]) : undefined
  }

  const walk = (at: unknown, above: string, outer: string | undefined, depth: number): readonly Complaint[] => {
    if (depth > most.depth) return []
    if (Array.isArray(at)) return at.flatMap(each => walk(each, above, outer, depth + 1))
    if (!isObject(at)) return []
    const entries = Object.entries(at)
    const texts = entries.filter((entry): entry is [string, string] => hasWords(entry[1]) && !isPlace(entry[0]))
    const says = mostTelling(texts) ?? outer
    const own = ofPlace(at, above, says)
    if (own !== undefined) return [own]
    return entries.flatMap(([key, inner]) => underName(key, inner, above) ?? walk(inner, key, says, depth + 1))
  }
  return walk(answer, '', undefined, 0)
}

/** Words that say that what they quote is the name of a member. */
const ofMembers = /field|propert|member|param|attribute|\bkey\b|required|missing|unknown|unexpected|unrecogni[sz]ed/i

/** Words behind the name of a member that say that it is one, and not a word of the sentence. */
const behind = String.raw`(?=["'\x60]|\s*[:=]|\s+(?:is|are|was|must|should|cannot|can't|may|does|has|not|field|property)\b)`

/** How a message of a list of them begins that is about one member (class-validator): `label should not be empty`. */
const leading = /^(?!(?:it|this|that|value)\b)[a-z_][\w.]*(?= (?:must|should|is required)\b)/

/** The members that a text names: those that are known, else those that it quotes as such, or begins with in a list. */
const inText = (text: string, known: readonly string[], isListed: boolean): readonly string[] => {
  const named = known.filter(name => {
    if (!/^[\w-]{2,}$/.test(name)) return false
    const whole = `(?<![\\w-])${name}(?![\\w-])`
    const isWord = !/[_\d]|[a-z][A-Z]/.test(name)
    return new RegExp(isWord ? `${whole}${behind}|: ${name}\\.?$` : whole).test(text)
  })
  if (named.length > 0) return named
  if (isListed && leading.test(text)) return leading.exec(text) ?? []
  if (!ofMembers.test(text)) return []
  const quoted = [...text.matchAll(/(?<=["'`])[A-Za-z_][\w.[\]-]{0,60}(?=["'`])/g)]
  const spelt = [...text.matchAll(/(?<![\w-])[a-z]+(?:_[a-z0-9]+)+(?![\w-])/g)]
  return (quoted.length > 0 ? quoted : spelt).map(([name]) => name)
}

/** What an answer says of members of a request, of which these are known: those that were sent or are declared. */
export const complaintsIn = (body: string, known: readonly string[]): readonly Complaint[] => {
  const found = structured(jsonOf(body), name => known.includes(name))
  const said = ([key, text]: Member<string>): readonly Complaint[] =>
    inText(text, known, /^\d+$/.test(key)).flatMap(
      name => complaintAt(name, text.length > most.said ? undefined : text) ?? [],
    )
  const all = found.length > 0 ? found : textsIn(body).flatMap(said)
  return [...grouped(all, ({ path }) => path).values()].map(([first]) => first).slice(0, most.complaints)
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
