import { defined } from '../contracts/defined.ts'
import type { IsoDate } from '../contracts/lifecycle.ts'
import type { Report } from '../contracts/results/report.ts'
import {
  type DocumentInput,
  errorText,
  type NetworkInput,
  type SelectionInput,
  TargetUnreachable,
  UsageError,
} from '../engine/options.ts'
import * as engine from '../engine/run.ts'
import { checkMeaning, checkOptions, headerList } from './check-options.ts'
import { conformanceSchema, documentsSchema } from './option-schema.ts'
import type {
  ConformanceOptions,
  DocumentOption,
  DocumentOptions,
  DocumentsOptions,
  NetworkOptions,
  SelectOptions,
} from './options.ts'
import { settingNames } from './setting-names.ts'
import { libraryTarget } from './target.ts'

const documentOf = (document: DocumentOption): DocumentInput =>
  typeof document === 'string' || document instanceof URL ? { url: String(document) } : document

const documentsOf = (documents: DocumentOptions = {}) => ({
  ...(documents.reference && { reference: documentOf(documents.reference) }),
  ...(documents.deprecationLog && { deprecationLog: documentOf(documents.deprecationLog) }),
  ...(documents.changelog && { changelog: documentOf(documents.changelog) }),
})

const listOf = <Item extends string>(value: Item | readonly Item[] | undefined): readonly Item[] | undefined =>
  typeof value === 'string' ? [value] : value

/** A selection as the engine takes it. */
export const selectionOf = ({ suites, only, skip, levels, notOffered }: SelectOptions = {}): SelectionInput =>
  defined({ suites: listOf(suites), only: listOf(only), skip: listOf(skip), levels: listOf(levels), notOffered })

const networkOf = ({ headers, ...rest }: NetworkOptions = {}): NetworkInput => ({
  ...defined(rest),
  ...(headers && { headers: headerList(headers) }),
})

/** The error with the library's names of the settings in its message. */
export const named = (error: unknown): unknown => {
  if (error instanceof UsageError) return new UsageError(errorText(error, settingNames))
  return error instanceof TargetUnreachable ? new TargetUnreachable(errorText(error, settingNames)) : error
}

/** The options, checked. Throws {@link UsageError}. */
export const checkedOptions = (options: ConformanceOptions): ConformanceOptions => {
  checkOptions(conformanceSchema, 'the first argument of runConformance', options)
  checkMeaning(options)
  return options
}

/**
 * Judges a hub. The report has the form of the command's JSON report.
 *
 * @throws {@link UsageError} for options that cannot be used, {@link TargetUnreachable} where no request reached the target.
 */
export const runConformance = async (options: ConformanceOptions): Promise<Report> => {
  const {
    target,
    documents,
    asOf,
    allowWrites = false,
    select,
    network,
    secrets,
    credentials,
    fixtures,
    ...rest
  } = checkedOptions(options)
  const open = await libraryTarget(target)
  try {
    return await engine.runConformance({
      ...defined(rest),
      target: open.input,
      documents: documentsOf(documents),
      allowWrites,
      settingNames,
      select: selectionOf(select),
      network: networkOf(network),
      ...defined({
        asOf: asOf as IsoDate | undefined,
        secrets: listOf(secrets),
        credentials: credentials && {
          tokenSource: `credentials.${credentials.token === undefined ? 'tokenFrom' : 'token'}`,
          ...defined(credentials),
        },
        fixtures: fixtures && defined(fixtures),
      }),
    })
  } catch (error) {
    if (!(error instanceof TargetUnreachable)) throw named(error)
    if (options.signal?.aborted) throw options.signal.reason
    const mistake = open.mistake()
    throw mistake === undefined ? named(error) : new UsageError(mistake)
  } finally {
    await open.close()
  }
}

/** Judges published documents alone. Throws {@link UsageError} for documents that cannot be read. */
export const checkDocs = async (options: DocumentsOptions): Promise<Report> => {
  checkOptions(documentsSchema, 'the first argument of checkDocs', options)
  const { documents, asOf, select } = options
  try {
    return await engine.checkDocs({
      documents: documentsOf(documents),
      settingNames,
      select: selectionOf(select),
      ...defined({ asOf }),
    })
  } catch (error) {
    throw named(error)
  }
}
