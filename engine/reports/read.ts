import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { isObject, isTooDeep } from '../../checks/reading/json.ts'
import { oncePerText } from '../../checks/remembered.ts'
import schema from '../../contracts/report.schema.json' with { type: 'json' }
import { type LevelSummary, type Report, reportSchemaVersion } from '../../contracts/results/report.ts'
import { showRun } from '../../contracts/run/run-name.ts'
import { tool } from '../../contracts/version.ts'
import { reportSubject } from '../conclude.ts'
import { UsageError } from '../options.ts'
import { digestOf } from './digest.ts'

const versionOf = (text: unknown): readonly [major: number, minor: number] | undefined => {
  const parts = typeof text === 'string' ? /^(\d{1,6})\.(\d{1,6})$/.exec(text) : null
  return parts ? [Number(parts[1]), Number(parts[2])] : undefined
}

const [ownMajor, ownMinor] = versionOf(reportSchemaVersion) as readonly [number, number]

/** A newer minor version may have members that this one does not know; they are left alone. */
const open = (strict: unknown): object =>
  JSON.parse(JSON.stringify(strict), (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )

/** What the second version added, which a report of the first has not. */
const added = ['subject', 'next', 'fix']

const firstSchema = (): object =>
  JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === 'required' && Array.isArray(value)) return value.filter((name: string) => !added.includes(name))
    if (key === 'schemaVersion') return { ...value, pattern: '^1\\.0$' }
    // Documents were read into another form; of that only where they are from is shown.
    if (key === 'documents') return { type: 'object' }
    return value
  })

type Form = 'first' | 'own' | 'newer'
const schemas: Readonly<Record<Form, () => object>> = {
  first: firstSchema,
  own: () => schema,
  newer: () => open(schema),
}

/** Compiling takes longer than reading a report, and a matrix reads many. */
const validatorOf = oncePerText((form: Form) => new Ajv2020({ allowUnionTypes: true }).compile(schemas[form]()))

type FirstReport = Omit<Report, 'subject' | 'next'>

const place = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map(part => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '')

/** The first thing that is wrong, in words, with where it is. */
const problem = ({ keyword, instancePath, params, message }: ErrorObject): string => {
  const where = place(instancePath)
  const at = where === '' ? 'it' : where
  switch (keyword) {
    case 'required':
      return `${at} lacks ${JSON.stringify(params.missingProperty)}`
    case 'additionalProperties':
      return `${at} has ${JSON.stringify(String(params.additionalProperty).slice(0, 60))}, which is not allowed there`
    case 'enum':
      return `${at} must be one of ${(params.allowedValues as readonly unknown[]).join(', ')}`
    default:
      return `${at} ${message}`
  }
}

const parse = (text: string, path: string): unknown => {
  if (text.trim() === '') throw new UsageError(`${path} is empty`)
  if (isTooDeep(text)) throw new UsageError(`${path} is damaged: it is nested too deeply`)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    // The message of the parser quotes the text, which may be anything; only where it stopped is told.
    const message = error instanceof Error ? error.message : ''
    const [, position] = /position (\d+)/.exec(message) ?? []
    if (/end of JSON input|Unterminated/i.test(message) || Number(position) >= text.length)
      throw new UsageError(`${path} is cut off: its JSON ends before it is complete`)
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length
    throw new UsageError(`${path} is not valid JSON${line === undefined ? '' : ` (line ${line})`}`)
  }
}

/** With the names of the run as they were sent. */
const parseShown = (text: string, path: string): unknown => {
  const value = parse(text, path)
  const run = isObject(value) ? String(value.run) : ''
  return /^[0-9a-z]{6}$/.test(run) ? parse(showRun(text, run), path) : value
}

/**
 * A report of the first version in the form of this one. It counted what a selection left out as not in force, called a selection that
 * holds conformant, and had neither fixes nor advice. Its digest is renewed where it was right, so that an edit stays visible.
 */
const fromFirstVersion = (old: FirstReport): Report => {
  const levelOf = ({ counts, inForce }: LevelSummary): LevelSummary => ({
    counts,
    verified: counts.pass,
    inForce: inForce + counts['not-selected'],
  })
  const summary = {
    must: levelOf(old.summary.must),
    should: levelOf(old.summary.should),
    may: levelOf(old.summary.may),
  }
  const isSelection = old.result === 'conformant' && summary.must.counts['not-selected'] > 0
  const report: Report = {
    ...old,
    schemaVersion: reportSchemaVersion,
    subject: reportSubject(),
    result: isSelection ? 'partial' : old.result,
    summary,
    next: [],
    requirements: old.requirements.map(requirement => ({ ...requirement, fix: '' })),
  }
  return old.digest === digestOf(old as Report) ? { ...report, digest: digestOf(report) } : report
}

/** Reads a JSON report. Throws {@link UsageError} for text that is none, naming the first thing that is wrong with it. */
export const readReport = (text: string, path: string): Report => {
  const value = parseShown(text, path)
  const name = isObject(value) && isObject(value.tool) ? value.tool.name : undefined
  if (!isObject(value) || !Object.hasOwn(value, 'schemaVersion') || name !== tool.name)
    throw new UsageError(`${path} is not a JSON report of ${tool.name}`)
  const version = versionOf(value.schemaVersion)
  if (!version) throw new UsageError(`${path} is damaged: schemaVersion must be like ${reportSchemaVersion}`)
  const [major, minor] = version
  if (major > ownMajor)
    throw new UsageError(`${path} was made by a newer suite (schemaVersion ${major}.${minor}); update ${tool.name}`)
  if (major < 1)
    throw new UsageError(
      `${path} was made by an older suite (schemaVersion ${major}.${minor}), which this version does not read`,
    )
  const isFirst = major === 1
  const validate = validatorOf(isFirst ? 'first' : minor > ownMinor ? 'newer' : 'own')
  const [first] = validate(value) ? [] : (validate.errors ?? [])
  if (first) throw new UsageError(`${path} is damaged or was edited: ${problem(first)}`)
  return isFirst ? fromFirstVersion(value as unknown as FirstReport) : (value as unknown as Report)
}
