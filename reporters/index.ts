import { badgeReporter } from './badge.ts'
import { consoleReporter } from './console/index.ts'
import { ctrfReporter } from './ctrf.ts'
import { earlReporter } from './earl.ts'
import { githubReporter } from './github.ts'
import { harReporter } from './har.ts'
import { htmlReporter } from './html/index.ts'
import { inTotoReporter } from './in-toto.ts'
import { jsonReporter } from './json.ts'
import { junitReporter } from './junit.ts'
import { markdownReporter } from './markdown.ts'
import type { Reporter } from './reporter.ts'
import { sarifReporter } from './sarif/sarif.ts'
import { tapReporter } from './tap.ts'

/** Every format by the name that `--report` takes. */
export const reporters = {
  console: consoleReporter,
  json: jsonReporter,
  junit: junitReporter,
  markdown: markdownReporter,
  github: githubReporter,
  html: htmlReporter,
  sarif: sarifReporter,
  ctrf: ctrfReporter,
  tap: tapReporter,
  har: harReporter,
  badge: badgeReporter,
  earl: earlReporter,
  'in-toto': inTotoReporter,
} as const satisfies Record<string, Reporter>

export const formats: readonly string[] = Object.keys(reporters)
