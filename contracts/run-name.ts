/** What stands in a written report for the name of its run, so that two reports of one server differ only where the server does. */
const mark = '{run}'

/** What the names of every run begin with. */
export const anyRun = 'hub-conformance-'

/** Whether something carries a name of a run. */
export const isRunName = (name: unknown): name is string => typeof name === 'string' && name.startsWith(anyRun)

/** What every name that a run creates begins with. */
export const prefixOf = (run: string): string => `${anyRun}${run}-`

/** A name that nothing has had before the run, and that it creates nothing under. */
export const nonceOf = (run: string, label: string): string => `${anyRun}${label}-${run}`

/** Whether a name is one of {@link nonceOf}. */
export const isNonce = (run: string, name: string): boolean => name.startsWith(anyRun) && name.endsWith(`-${run}`)

/** Names that a check derives from one of ours may have lost their hyphens. */
const named = (word: string): RegExp => new RegExp(`(hub-?conformance-?[a-z0-9-]*?)${word}`, 'g')

/** Puts a mark where the name of the run stands in one of our names. */
export const hideRun = (text: string, run: string | null): string =>
  run === null || !text.includes(run) ? text : text.replace(named(run), `$1${mark}`)

/** The other way round. */
export const showRun = (text: string, run: string | null): string =>
  run === null || !text.includes(mark) ? text : text.replace(named('\\{run\\}'), `$1${run}`)
