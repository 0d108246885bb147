import { UsageError } from '../../engine/options.ts'
import { environmentName, type OptionSpec, optionTable } from '../options/table.ts'
import * as parse from '../options/values.ts'

const scanStates = ['removed', 'deprecated'] as const

export type ScanState = (typeof scanStates)[number]

const port = (value: string): number => {
  if (!parse.looksLikeUrl(value)) return parse.integer([0, 65_535])(value)
  throw new UsageError(`is the port to listen on; to set an HTTP proxy for scan, use ${environmentName('proxy')}`)
}

/** What these options mean here. Their variables keep the meaning that they have in a run, and are not read for them. */
export const scanMeanings = {
  target: { ...optionTable.target, describe: 'base URL of the hub that --proxy forwards to' },
  proxy: {
    ...optionTable.proxy,
    group: optionTable.target.group,
    value: 'PORT',
    parse: port,
    describe: 'listen on this local port, 0 for a free one, and forward to --target',
    argvOnly: true,
  },
  'fail-on': {
    ...optionTable['fail-on'],
    value: 'STATE',
    parse: parse.choice(scanStates),
    choices: scanStates,
    describe: 'exit with 1 if a route in this state is used: removed, or deprecated for both (default: removed)',
    argvOnly: true,
  },
  baseline: {
    ...optionTable.baseline,
    describe: 'YAML file with known uses in source code; exit with 0 if exactly these are found',
    argvOnly: true,
  },
  'dry-run': {
    ...optionTable['dry-run'],
    describe: 'with --fix: print a patch and change no file',
    argvOnly: true,
  },
} as const satisfies Record<string, OptionSpec>

/** The options whose values differ in type from those of a run. */
export interface ScanValues {
  readonly proxy?: number
  readonly 'fail-on'?: ScanState
}
