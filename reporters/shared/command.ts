import { lifecycle } from '../../contracts/lifecycle.ts'
import { isOfContract } from '../../contracts/pact.ts'
import type { Report } from '../../contracts/results/report.ts'
import { runDefaults } from '../../contracts/run/settings.ts'
import { quote } from './curl.ts'

/** How an option is written that the report carries in another unit than the command line takes. */
const units: Readonly<Record<string, string>> = { timeout: 'ms', deadline: 'ms', patience: 'ms', rate: '/m' }

/** Names that came with the credentials: the report carries them among the options, and no option gives them. */
const withCredentials = new Set(['token-account', 'user-name'])

/** What a run takes by itself need not be said. */
const unset: Readonly<Record<string, unknown>> = {
  patience: runDefaults.patienceMs,
  seed: runDefaults.seed,
  cases: runDefaults.cases,
  'as-of': lifecycle.version,
}

const words = (name: string, value: unknown): readonly string[] => {
  if (value === undefined || value === null || value === false) return []
  if (value === true) return [`--${name}`]
  // Only the names of headers are recorded, their values may be secret.
  if (name === 'header' && Array.isArray(value)) return value.map(each => `--header ${quote(`${each}: …`)}`)
  if (Array.isArray(value)) return value.map(each => `--${name} ${quote(String(each))}`)
  return [`--${name} ${quote(`${typeof value === 'object' ? JSON.stringify(value) : value}${units[name] ?? ''}`)}`]
}

/** A command line that runs the same again: the options of the run, and what it would otherwise choose itself; for one requirement alone where it is named. */
export const reproduction = (report: Report, only?: string): string => {
  const { options, target, seed, asOf } = report
  const ofDocuments = target === null && options.target === undefined
  const command = ofDocuments ? ' check-docs' : isOfContract(report) ? ' pact' : ''
  const chosen: Record<string, unknown> = { ...options }
  if (only !== undefined) {
    for (const filter of ['suite', 'skip', 'level']) delete chosen[filter]
    chosen.only = only
  }
  if (options.target === undefined && target !== null) chosen.target = target
  chosen['as-of'] ??= asOf
  if (target !== null) chosen.seed ??= seed
  for (const [name, value] of Object.entries(unset)) if (chosen[name] === value) delete chosen[name]
  const lines: string[] = [`hub-conformance${command}`]
  const given = Object.entries(chosen).filter(([name]) => !withCredentials.has(name))
  for (const word of given.flatMap(([name, value]) => words(name, value))) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length + 3 <= 88) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join(' \\\n  ')
}
