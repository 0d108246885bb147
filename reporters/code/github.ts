import type { CodeScan, CodeUse } from '../../contracts/code-scan.ts'
import { annotationLine } from '../shared/annotation.ts'
import { insteadText, scanLine, usesByWeight, useText } from './words.ts'

const kindOf = ({ state, certainty }: CodeUse): 'error' | 'warning' | 'notice' =>
  certainty === 'possible' ? 'notice' : state === 'removed' ? 'error' : 'warning'

/** A scan as annotations of GitHub Actions, each at its line. */
export const codeGithub = (scan: CodeScan): string => {
  const { removed, deprecated, possible } = usesByWeight(scan)
  return [...removed, ...deprecated, ...possible]
    .map(use =>
      annotationLine({
        kind: kindOf(use),
        title: `${use.state} route`,
        message: `${useText(use)}. Use ${insteadText(use)}.${use.fix === null ? '' : ` Write: ${use.fix}`}`,
        place: { file: use.file, line: use.line, column: use.column, endColumn: use.endColumn },
      }),
    )
    .concat(annotationLine({ kind: 'notice', title: 'hub-conformance scan', message: scanLine(scan) }))
    .map(line => `${line}\n`)
    .join('')
}
