import { type CodeScan, type CodeUse, isFailing } from '../../contracts/code-scan.ts'
import { line } from '../shared/bounds.ts'
import { element, xmlText } from '../shared/xml.ts'
import { type CodeRenderOptions, insteadText, scanLine, useText } from './words.ts'

const caseOf = (use: CodeUse, failing: boolean): string => {
  const message = `${useText(use)}; use ${insteadText(use)}`
  const name = line(`${use.slug} ${use.file}:${use.line}:${use.column}`, 300)
  const content = failing
    ? element('failure', { type: use.state, message: line(message, 1_000) }, [xmlText(line(use.text, 1_000))])
    : element('skipped', { message: line(use.known ? `known: ${use.known.note}` : message, 1_000) })
  return element('testcase', { name, classname: `hub-conformance.scan.${use.state}`, time: '0.000' }, [content])
}

/** A scan as JUnit XML: one case for each use, and one that passes where there is none. */
export const codeJunit = (scan: CodeScan, { failOn }: CodeRenderOptions = {}): string => {
  const failing = (use: CodeUse): boolean => isFailing(use, failOn)
  const cases = scan.uses.map(use => caseOf(use, failing(use)))
  const failures = scan.uses.filter(failing).length
  const all =
    cases.length === 0
      ? [element('testcase', { name: line(scanLine(scan), 300), classname: 'hub-conformance.scan', time: '0.000' })]
      : cases
  const counts = { tests: all.length, failures, errors: 0, skipped: cases.length - failures, time: '0.000' }
  const suite = element('testsuite', { name: 'scan', ...counts }, all)
  const { skipped: _, ...total } = counts
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'hub-conformance', ...total }, [suite])}\n`
}
