import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { YAMLSeq } from 'yaml'
import { levels } from '../contracts/verdict.ts'
import { type BaselineEntry, type BaselineFinding, judgeBaseline, type Subject } from '../engine/baseline.ts'
import { UsageError } from '../engine/options.ts'
import { suggestion } from '../engine/suggestion.ts'
import { count } from '../reporters/text.ts'
import { type BaselineFile, baselineLists, type ListName, parseBaseline } from './baseline-file.ts'
import { findingLine, todayOf } from './baseline-gate.ts'
import type { Command, Invocation } from './command.ts'
import { type ExitCode, exitCodes } from './exit-code.ts'
import { fileTrouble, readTextFile } from './files.ts'
import { shown } from './parse.ts'
import { readReportFile } from './report-file.ts'
import { oneLine } from './say.ts'

/** What a new file begins with. */
const fresh = `# yaml-language-server: $schema=./node_modules/hub-conformance/contracts/baseline.schema.json
# What is known to fail or not to be verified, and put up with for now.
# A run with --baseline ends with 0 as long as this list is true in both directions.
failures: []
unverified: []
`

/** Stands where a person has to write; the file says so until someone does. */
const unexplained = 'to be explained'

/** What is done to the file for a finding; nothing where only a person can. */
interface Change {
  readonly says: string
  readonly drop?: BaselineEntry
  readonly add?: Subject
  readonly set?: { readonly entry: BaselineEntry; readonly to: Subject }
}

const changeFor = (finding: BaselineFinding): Change => {
  const line = findingLine(finding)
  switch (finding.kind) {
    case 'unlisted-failure':
    case 'unverified':
      return finding.entry === undefined
        ? { says: `added    ${line}`, add: finding.actual }
        : { says: `moved    ${line}`, add: finding.actual, drop: finding.entry }
    case 'stale':
    case 'unknown':
    case 'duplicate':
      return { says: `dropped  ${line}`, drop: finding.entry }
    case 'changed':
      return { says: `changed  ${line}`, set: { entry: finding.entry, to: finding.actual } }
    case 'expired':
      return { says: `left     ${line}` }
  }
}

/** Changes the document in place: comments, order and everything that is not concerned stay as they are. */
const apply = (file: BaselineFile, changes: readonly Change[]): void => {
  const { document } = file
  const sequence = (list: ListName): YAMLSeq => {
    const found = document.get(list, true) as YAMLSeq | undefined
    if (found?.items !== undefined) {
      found.flow = false
      return found
    }
    const made = document.createNode([]) as YAMLSeq
    made.flow = false
    document.set(list, made)
    return made
  }
  const listOf = ({ verdict }: { readonly verdict: string }): ListName =>
    verdict === 'fail' ? 'failures' : 'unverified'
  for (const { set } of changes) {
    if (set === undefined) continue
    const list = listOf(set.entry)
    const at = file[list].indexOf(set.entry)
    document.setIn([list, at, 'verdict'], set.to.verdict)
    document.setIn([list, at, 'code'], set.to.code)
  }
  for (const list of Object.keys(baselineLists) as ListName[]) {
    const dropped = changes.flatMap(({ drop }) => (drop === undefined ? [] : file[list].indexOf(drop)))
    // From the end, so that what is left keeps its place.
    for (const at of dropped.filter(index => index >= 0).sort((a, b) => b - a)) sequence(list).delete(at)
  }
  for (const { add, drop } of changes) {
    if (add === undefined) continue
    const { id, case: name, verdict, code } = add
    const entry = {
      id,
      ...(name === undefined ? {} : { case: name }),
      verdict,
      ...(code === null ? {} : { code }),
      reason: drop?.reason ?? unexplained,
      ...(drop?.link === undefined ? {} : { link: drop.link }),
    }
    sequence(listOf(add)).add(document.createNode(entry))
  }
}

const update = async (invocation: Invocation): Promise<ExitCode> => {
  const { values, positionals, io, deps, source } = invocation
  const { action = '', report: path = '' } = positionals
  if (action !== 'update')
    throw new UsageError(
      `baseline has no action ${shown(action)}${suggestion(action, ['update']) || '; write baseline update'}`,
    )
  const name = values.baseline
  if (name === undefined) throw new UsageError('baseline update needs the file to write: --baseline FILE')
  const report = await readReportFile(path, io)
  const content = await readTextFile(name, source('baseline'), io).catch((error: unknown) => {
    if (error instanceof UsageError && error.message.includes('there is no such file')) return undefined
    throw error
  })
  const file = await parseBaseline(content?.trim() ? content : fresh, name)
  const asRun = levels.find(level => level === report.options['fail-on']) ?? 'must'
  const known = (await deps.catalogue()).map(({ id }) => id)
  const findings = judgeBaseline(report, file, todayOf(io), { failOn: values['fail-on'] ?? asRun, known })
  const changes = findings.map(changeFor)
  apply(file, changes)
  for (const { says } of changes) io.stdout.write(`${says}\n`)
  const text = file.document.toString({ lineWidth: 120 })
  const changed = text !== content
  const written = changes.filter(({ add, drop, set }) => add ?? drop ?? set).length
  if (changed) {
    try {
      await writeFile(resolve(io.cwd, name), text)
    } catch (error) {
      io.stderr.write(`hub-conformance: ${oneLine(name)} could not be written: ${oneLine(fileTrouble(error))}\n`)
      return exitCodes.ownError
    }
  }
  const state =
    written === 0 && content !== undefined ? 'is as the report has it' : `written, ${count(written, 'change')}`
  io.stdout.write(`${oneLine(name)} ${state}\n`)
  return exitCodes.conformant
}

export const baselineCommand: Command = {
  name: 'baseline',
  describe: 'Bring a baseline up to date.',
  positionals: ['action', 'report'],
  options: ['baseline', 'fail-on'],
  examples: [
    [
      'hub-conformance baseline update report.json --baseline baseline.yaml',
      'from a JSON report; says what it changes',
    ],
  ],
  run: update,
}
