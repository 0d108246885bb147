import { isObject } from '../checks/reading/json.ts'
import { type Level, levels } from '../contracts/results/verdict.ts'
import { runDefaults } from '../contracts/run/settings.ts'
import type { FixturesInput, RunInput, SelectionInput } from './options.ts'

/** What a run rests on besides what was exchanged, under the names of the command line's options. */
export interface RunOptions {
  readonly patienceMs: number
  readonly allowWrites: boolean
  readonly fixtures: FixturesInput
  readonly select: SelectionInput
  readonly thorough: boolean
  /** Requests with generated names. */
  readonly cases: number
}

/**
 * The options of a report: what the caller shows of them, and whatever else decides a verdict, also where it was left to its default.
 * Verdicts can be recomputed from a report only with these.
 */
export const effectiveOptions = (
  input: Pick<RunInput, 'fixtures' | 'select' | 'allowWrites' | 'thorough' | 'cases' | 'network' | 'options'>,
  patienceMs?: number,
): Readonly<Record<string, unknown>> => {
  const { fixtures = {}, select = {}, allowWrites, thorough, cases, network, options } = input
  const all: Readonly<Record<string, unknown>> = {
    namespace: fixtures.namespace,
    repository: fixtures.repository,
    tag: fixtures.tag,
    org: fixtures.org,
    'group-id': fixtures.groupId,
    'allow-writes': allowWrites || undefined,
    suite: select.suites,
    only: select.only,
    skip: select.skip,
    level: select.levels,
    'not-offered': Object.entries(select.notOffered ?? {}).map(([suite, reason]) => `${suite}=${reason}`),
    thorough: thorough || undefined,
    cases,
    patience: patienceMs,
    insecure: network?.insecure || undefined,
    ...options,
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  )
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

/** The other way round: what a report's options say that its run rested on. */
export const optionsOfReport = (options: unknown): RunOptions => {
  const known = isObject(options) ? options : {}
  const text = <K extends string>(key: K, name: string): Partial<Record<K, string>> => {
    const value = Object.hasOwn(known, name) ? known[name] : undefined
    return typeof value === 'string' ? ({ [key]: value } as Partial<Record<K, string>>) : {}
  }
  const writes = known['allow-writes']
  return {
    patienceMs: typeof known.patience === 'number' ? known.patience : 0,
    thorough: known.thorough === true,
    cases: typeof known.cases === 'number' ? known.cases : runDefaults.cases,
    allowWrites: writes !== undefined && writes !== null && writes !== false,
    fixtures: {
      ...text('namespace', 'namespace'),
      ...text('repository', 'repository'),
      ...text('tag', 'tag'),
      ...text('org', 'org'),
      ...text('groupId', 'group-id'),
    },
    select: {
      suites: texts(known.suite),
      only: texts(known.only),
      skip: texts(known.skip),
      notOffered: Object.fromEntries(
        texts(known['not-offered']).map(text => [text.split('=')[0] ?? '', text.slice(text.indexOf('=') + 1)]),
      ),
      levels: texts(known.level).filter((level): level is Level => (levels as readonly string[]).includes(level)),
    },
  }
}
