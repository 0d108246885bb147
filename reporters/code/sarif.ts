import type { Result } from 'sarif'
import type { CodeScan, CodeUse } from '../../contracts/code-scan.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { tool } from '../../contracts/version.ts'
import { mostResults, sarifText } from '../sarif/log.ts'
import { cut, firstOf } from '../shared/bounds.ts'
import { pathReference } from '../shared/encode.ts'
import { routeText } from '../shared/route.ts'
import { insteadText, useText } from './words.ts'

const levelOf = ({ state, certainty }: CodeUse): Result.level =>
  certainty === 'possible' ? 'note' : state === 'removed' ? 'error' : 'warning'

const sarifResult = (use: CodeUse, nth: number, baseline: boolean): Result => ({
  ruleId: `scan/${use.slug}`,
  ruleIndex: lifecycle.endpoints.findIndex(({ slug }) => slug === use.slug),
  kind: 'fail',
  level: levelOf(use),
  message: { text: cut(`${useText(use)}. Use ${insteadText(use)}.`, 1_000) },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: pathReference(use.file) },
        region: {
          startLine: use.line,
          startColumn: use.column,
          endColumn: use.endColumn,
          snippet: { text: cut(use.text, 500) },
        },
      },
    },
  ],
  // Lines move; which of the same texts in a file it is does not as often.
  partialFingerprints: { 'hubConformanceUse/v1': cut(`${use.slug} ${use.file} ${use.text} ${nth}`, 500) },
  ...(use.known && {
    suppressions: [{ kind: 'external', status: 'accepted', justification: cut(use.known.note, 500) } as const],
  }),
  ...(baseline ? { baselineState: use.known ? ('unchanged' as const) : ('new' as const) } : {}),
  properties: { certainty: use.certainty, doubts: [...use.doubts], ...(use.fix === null ? {} : { fix: use.fix }) },
})

/** A scan as SARIF 2.1.0, each use at its place. */
export const codeSarif = (scan: CodeScan): string => {
  const seen = new Map<string, number>()
  const { kept, left } = firstOf(scan.uses, mostResults)
  return sarifText({
    tool: {
      driver: {
        name: tool.name,
        version: tool.version,
        rules: lifecycle.endpoints.map(({ slug, method, path, state, since }) => ({
          id: `scan/${slug}`,
          shortDescription: { text: `${routeText({ method, path })} is ${state}` },
          fullDescription: { text: `${state} since ${since}` },
          defaultConfiguration: { level: state === 'removed' ? 'error' : 'warning' },
        })),
      },
    },
    automationDetails: { id: 'hub-conformance-scan/' },
    columnKind: 'utf16CodeUnits',
    results: kept.map(use => {
      const key = `${use.slug} ${use.file} ${use.text}`
      const nth = (seen.get(key) ?? 0) + 1
      seen.set(key, nth)
      return sarifResult(use, nth, scan.differences !== undefined)
    }),
    properties: { result: scan.result, files: scan.files, lines: scan.lines, resultsLeftOut: left },
  })
}
