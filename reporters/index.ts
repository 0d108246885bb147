import { consoleReporter } from './console.ts'
import { jsonReporter } from './json.ts'
import type { Reporter } from './reporter.ts'

/** Every format by the name that `--report` takes. */
export const reporters = {
  console: consoleReporter,
  json: jsonReporter,
} as const satisfies Record<string, Reporter>

export const formats: readonly string[] = Object.keys(reporters)
