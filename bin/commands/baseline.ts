import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CodeScan } from '../../contracts/code-scan.ts'
import { defined } from '../../contracts/defined.ts'
import type { Report } from '../../contracts/results/report.ts'
import type { Level } from '../../contracts/results/verdict.ts'
import { UsageError } from '../../engine/options.ts'
import {
  type BaselineEntry,
  type BaselineFinding,
  type BaselineReport,
  type BaselineSubject,
  judgeBaseline,
} from '../../engine/reports/baseline.ts'
import { suggestion } from '../../engine/suggestion.ts'
import { count } from '../../reporters/shared/text.ts'
import { type Edits, editBaseline } from '../baseline/edit.ts'
import { type BaselineFile, parseBaseline } from '../baseline/file.ts'
import { findingLine, knownIds, todayOf } from '../baseline/gate.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { fileTrouble, readTextFile } from '../files.ts'
import { oneLine, say } from '../io.ts'
import { shown } from '../options/values.ts'
import { failOnOf, readReported } from '../run/report-file.ts'
import type { Invocation } from './command.ts'

/** A new file. */
const fresh = `# yaml-language-server: $schema=./node_modules/hub-conformance/contracts/baseline.schema.json
# Known failures, and requirements that are known not to be verified.
# A run with --baseline exits with 0 if its result matches this list exactly.
failures: []
unverified: []
`

/** The reason of a new entry, until a person writes one. */
const unexplained = 'to be explained'

/** The change of the file for a finding; none if a person has to make it. */
interface Change {
  readonly says: string
  readonly drop?: BaselineEntry
  readonly add?: BaselineSubject
  readonly set?: { readonly entry: BaselineEntry; readonly to: BaselineSubject }
}

const changeFor = (finding: BaselineFinding): Change => {
  const line = findingLine(finding)
  switch (finding.kind) {
    case 'new':
    case 'unverified':
      return finding.entry === undefined
        ? { says: `added    ${line}`, add: finding.actual }
        : { says: `moved    ${line}`, add: finding.actual, drop: finding.entry }
    case 'stale':
    case 'unmatched':
    case 'duplicate':
      return { says: `dropped  ${line}`, drop: finding.entry }
    case 'changed':
      return { says: `changed  ${line}`, set: { entry: finding.entry, to: finding.actual } }
    case 'expired':
      return { says: `left     ${line}` }
  }
}

/** An entry for what was found, with the reason, link and expiry of the entry before it. */
const entryFor = (
  { id, case: name, verdict, code }: BaselineSubject,
  before: BaselineEntry | undefined,
): BaselineEntry =>
  defined({
    id,
    case: name,
    verdict: verdict as BaselineEntry['verdict'],
    code: code ?? undefined,
    reason: before?.reason ?? unexplained,
    link: before?.link,
    expires: before?.expires,
  })

const editsOf = (changes: readonly Change[]): Edits => ({
  drop: changes.flatMap(({ drop }) => drop ?? []),
  add: changes.flatMap(({ add, drop }) => (add === undefined ? [] : entryFor(add, drop))),
  set: changes.flatMap(({ set }) => set ?? []),
})

/** A report of a run, or one of a scan of source code: removed routes count as a `must`, deprecated ones as a `should`. */
const judged = async (
  reported: Report | CodeScan,
  { failures, unverified }: BaselineFile,
): Promise<{ readonly report: BaselineReport; readonly failOn: Level; readonly known: readonly string[] }> => {
  if (!('uses' in reported)) return { report: reported, failOn: failOnOf(reported), known: await knownIds() }
  const { judgedCode, scanIds } = await import('../../engine/scan/code/baseline.ts')
  return { report: judgedCode(reported, [...failures, ...unverified]), failOn: 'should', known: scanIds }
}

export const update = async (invocation: Invocation): Promise<ExitCode> => {
  const { values, positionals, io, source } = invocation
  const { action = '', report: path = '' } = positionals
  if (action !== 'update')
    throw new UsageError(`unknown action ${shown(action)}${suggestion(action, ['update']) || '; use baseline update'}`)
  const name = values.baseline
  if (name === undefined) throw new UsageError('baseline update needs --baseline FILE, the file to write')
  const reported = await readReported(path, io)
  const content = await readTextFile(name, source('baseline'), io).catch((error: unknown) => {
    if (error instanceof UsageError && error.message.includes('no such file')) return undefined
    throw error
  })
  const before = content?.trim() ? content : fresh
  const file = await parseBaseline(before, name)
  const { report, failOn, known } = await judged(reported, file)
  const findings = judgeBaseline(report, file, todayOf(io), { failOn: values['fail-on'] ?? failOn, known })
  const changes = findings.map(changeFor)
  for (const { says } of changes) io.stdout.write(`${says}\n`)
  const written = changes.filter(({ add, drop, set }) => add ?? drop ?? set).length
  if (written > 0 || content === undefined) {
    const text = written === 0 ? before : await editBaseline(file, before, editsOf(changes))
    try {
      await writeFile(resolve(io.cwd, name), text)
    } catch (error) {
      say(io, `${name} could not be written: ${fileTrouble(error)}`)
      return exitCodes.ownError
    }
  }
  const state = written === 0 && content !== undefined ? 'is up to date' : `written, ${count(written, 'change')}`
  io.stdout.write(`${oneLine(name)} ${state}\n`)
  return exitCodes.conformant
}
