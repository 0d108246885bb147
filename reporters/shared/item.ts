import type { Exchange } from '../../contracts/exchange.ts'
import { jsonOf } from '../../contracts/json.ts'
import type { ReportedReason } from '../../contracts/results/report.ts'

/** The item of a listed answer that a finding is about, and its place: `results[3] of 28`. */
export interface ShownItem {
  readonly place: string
  readonly text: string
}

type IsAbout = (item: string, at: number) => boolean

/** How the sealed report writes a secret. */
const sealedSecret = /\[secret-\d+\]/g

/** What tells the item from the others; undefined where a finding is about the whole answer. */
const isAboutFor = ({ code, values }: ReportedReason, controls: readonly Exchange[]): IsAbout | undefined => {
  if (code === 'field-missing') return item => !item.includes(`"${values.field}":`)
  if (code === 'secret-shown-again') {
    const secrets = controls.flatMap(({ response }) => response?.body.match(sealedSecret) ?? [])
    return item => secrets.some(secret => item.includes(secret))
  }
  const [, index] = code === 'schema-mismatch' ? (/^\w*\[(\d+)\]/.exec(String(values.where)) ?? []) : []
  return index === undefined ? undefined : (_, at) => at === Number(index)
}

/** An answer of one item shows it whole, and so does one in which the item is not known. */
export const itemShown = (
  reason: ReportedReason | null,
  exchange: Exchange,
  controls: readonly Exchange[],
): ShownItem | undefined => {
  const isAbout = reason === null ? undefined : isAboutFor(reason, controls)
  if (reason === null || isAbout === undefined || !/list/i.test(String(reason.values.operation))) return undefined
  const body = jsonOf(exchange.response?.body ?? '')
  const [name, list] = Array.isArray(body)
    ? ['', body]
    : (Object.entries(typeof body === 'object' && body !== null ? body : {}).find(([, value]) =>
        Array.isArray(value),
      ) ?? [])
  if (!Array.isArray(list) || list.length < 2) return undefined
  const texts = list.map(item => JSON.stringify(item))
  // The place that the finding names, if it is there; else the first.
  const [, named] = /^item (\d+) of page/.exec(String(reason.values.where)) ?? []
  const found = [Number(named) - 1, ...texts.keys()].flatMap(at => {
    const text = texts[at]
    return text !== undefined && isAbout(text, at) ? [{ place: `${name}[${at}] of ${list.length}`, text }] : []
  })
  return found[0]
}
