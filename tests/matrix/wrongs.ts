/** An answer, as far as a fault can change it. */
export interface Answer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** What a fault changed, compared with what the reference hub answers without it. */
export interface Change {
  /** `GET /v2/…`. */
  readonly request: string
  /** Missing where the fault answered a request that writes without passing it on. */
  readonly honest: Answer | undefined
  readonly wrong: Answer
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** In every sentence, so they name nothing. */
const fillers = new Set('the and for with that this are was is to of in on no it an be as'.split(' '))

/** Words, names and paths, without the marks around them. */
const wordsIn = (text: string): readonly string[] =>
  text.split(/[^\w./{}-]+/).map(word => word.replace(/^[./-]+(?=\w)|[./-]+$/g, ''))

/** The words from the first that differs to the last, of both texts. */
const wordsBetween = (before: string, now: string): readonly string[] => {
  const [old, fresh] = [wordsIn(before), wordsIn(now)]
  const shortest = Math.min(old.length, fresh.length)
  let head = 0
  while (head < shortest && old[head] === fresh[head]) head += 1
  let tail = 0
  while (tail < shortest - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  const between = [old, fresh].flatMap(words => words.slice(head, words.length - tail))
  // A link to an operation ends with its id.
  return between.flatMap(word => [word, word.replace(/^.*\//, '')]).filter(word => !fillers.has(word))
}

/** Names and values of all that is in a value. */
const leavesOf = (value: unknown): readonly string[] => {
  if (value === undefined) return []
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...leavesOf(inner)])
    : wordsIn(`${value}`)
}

/** Names of the members that differ, and what they have in either. */
const differences = (before: unknown, now: unknown, name: string): readonly string[] => {
  if (JSON.stringify(before) === JSON.stringify(now)) return []
  if (typeof before === 'string' && typeof now === 'string') return [name, ...wordsBetween(before, now)]
  if (!isObject(before) || !isObject(now) || Array.isArray(before) !== Array.isArray(now))
    return [name, ...leavesOf(before), ...leavesOf(now)]
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap(key =>
    differences(before[key], now[key], Array.isArray(now) ? name : key),
  )
}

/** Header fields, members and words in which two answers differ. */
const wordsOf = (honest: Answer, wrong: Answer): readonly string[] => {
  const [old, fresh] = [new Map(honest.headers), new Map(wrong.headers)]
  const fields = [...new Set([...old.keys(), ...fresh.keys()])].filter(name => old.get(name) !== fresh.get(name))
  const [before, now] = [parsed(honest.body), parsed(wrong.body)]
  const words =
    before === undefined || now === undefined ? wordsBetween(honest.body, wrong.body) : differences(before, now, '')
  return [...fields, ...words]
}

const isIn = (text: string, word: string): boolean =>
  word.length > 1 && new RegExp(`(?<!\\w)${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`, 'i').test(text)

/**
 * Whether a text names what is wrong with an answer: its status next to its request, its whole body where that is no object, or a header
 * field, a member or a word that the fault changed.
 */
export const namesWrong = (text: string, { request, honest, wrong }: Change): boolean => {
  const lines = text.split('\n')
  const isShown = lines.some(
    // Long paths are cut.
    line => line.includes(request.slice(0, 100)) && line.includes(`→ ${wrong.status}`),
  )
  if (honest?.status !== wrong.status && isShown) return true
  if (honest === undefined) return false
  const body = parsed(wrong.body)
  if ((!isObject(body) || Array.isArray(body)) && honest.body !== wrong.body && wrong.body !== '')
    if (lines.some(line => line.endsWith(`│ ${wrong.body}`))) return true
  return wordsOf(honest, wrong).some(word => isIn(text, word))
}
