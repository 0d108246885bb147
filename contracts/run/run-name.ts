/** What stands in a written report for the name of its run, so that two reports of one server differ only where the server does. */
const mark = '{run}'

/** What the names of every run begin with. */
export const anyRun = 'hub-conformance-'

/** A short name of a run: letters and digits alone, for a target that takes no other. */
const shortName = /^hc[a-z0-9]{6}[0-9a-f]{6}/

/** Whether something carries a name of a run. */
export const isRunName = (name: unknown): name is string =>
  typeof name === 'string' && (name.startsWith(anyRun) || shortName.test(name))

/** What names that a run creates begin with. */
export const prefixOf = (run: string): string => `${anyRun}${run}-`

/** The other way round. */
export const runOfPrefix = (prefix: string): string => prefix.slice(anyRun.length, -1)

/** What its names begin with, and what short ones begin with. */
export const prefixesOf = (run: string): readonly [usual: string, short: string] => [prefixOf(run), `hc${run}`]

/** Whether a name is one that this run created something under. */
export const isOfRun = (run: string, name: string): boolean => prefixesOf(run).some(prefix => name.startsWith(prefix))

/** A name that nothing has had before the run, and that it creates nothing under. */
export const nonceOf = (run: string, label: string): string => `${anyRun}${label}-${run}`

/** Whether a name is one of {@link nonceOf}. */
export const isNonce = (run: string, name: string): boolean => name.startsWith(anyRun) && name.endsWith(`-${run}`)

/** Names that a check derives from one of ours may have lost their hyphens. */
const runNamePattern = (word: string): RegExp => new RegExp(`(hub-?conformance-?[a-z0-9-]*?|hc)${word}`, 'g')

/** Puts a mark where the name of the run stands in one of our names. */
export const hideRun = (text: string, run: string | null): string =>
  run === null || !text.includes(run) ? text : text.replace(runNamePattern(run), `$1${mark}`)

/** The other way round. */
export const showRun = (text: string, run: string | null): string =>
  run === null || !text.includes(mark) ? text : text.replace(runNamePattern('\\{run\\}'), `$1${run}`)
