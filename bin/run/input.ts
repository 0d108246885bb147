import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defined } from '../../contracts/defined.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import type { Subject } from '../../contracts/results/report.ts'
import { areCertificates } from '../../engine/http/certificates.ts'
import { permitWrites, WriteRefused } from '../../engine/http/write-guard.ts'
import {
  type DocumentsInput,
  type FixturesInput,
  type NetworkInput,
  type RunInput,
  type SelectionInput,
  type SetupFunctions,
  UsageError,
} from '../../engine/options.ts'
import { suiteOf } from '../../engine/plan.ts'
import { setupNames } from '../../engine/probe/setup.ts'
import { suggestion } from '../../engine/suggestion.ts'
import type { Invocation } from '../commands/command.ts'
import { fileTrouble, readDocument, readStructuredFile, readTextFile } from '../files.ts'
import { type Io, oneLine } from '../io.ts'
import { readCredentials } from '../options/credentials.ts'
import type { ReadOptions } from '../options/read-options.ts'
import { settingNames } from '../options/setting-names.ts'
import { type OptionName, type OptionSpec, optionNames, optionTable } from '../options/table.ts'
import { located, shown, withoutQuery } from '../options/values.ts'

/** What the options select; the engine refuses names that mean nothing. */
export const readSelection = ({ values }: ReadOptions): SelectionInput => {
  const { suite, only, skip, level, 'not-offered': pairs } = values
  const notOffered = pairs && Object.fromEntries(pairs)
  return defined({ suites: suite, only, skip, levels: level, notOffered })
}

/** The requirement with that id. */
export const findRequirement = (id: string, catalogue: readonly Requirement[]): Requirement => {
  const found = catalogue.find(requirement => requirement.id === id)
  if (found !== undefined) return found
  if (catalogue.some(requirement => suiteOf(requirement.id) === id))
    throw new UsageError(`${shown(id)} is a suite; its requirements: hub-conformance list --suite ${id}`)
  const near = suggestion(
    id,
    catalogue.map(requirement => requirement.id),
  )
  throw new UsageError(`unknown requirement ${shown(id)}${near || '; see hub-conformance list'}`)
}

/** Loads a setup module: the one place where the command runs code of the user's. */
const readSetup = async (file: string, source: string, { cwd }: Pick<Io, 'cwd'>): Promise<SetupFunctions> => {
  const refuse = (why: string): never => {
    throw new UsageError(`${source}: ${oneLine(file)} ${why}`)
  }
  let exported: Readonly<Record<string, unknown>>
  try {
    exported = await import(pathToFileURL(resolve(cwd, file)).href)
  } catch (error) {
    return refuse(`cannot be loaded: ${oneLine(fileTrouble(error))}`)
  }
  const names: readonly string[] = setupNames
  for (const [name, value] of Object.entries(exported)) {
    if (!names.includes(name))
      refuse(
        `exports ${shown(name)}, which is not a setup function${suggestion(name, names) || ` (${names.join(', ')})`}`,
      )
    if (typeof value !== 'function') refuse(`exports ${name}, which is not a function`)
  }
  if (Object.keys(exported).length === 0) refuse(`exports no setup function (${names.join(', ')})`)
  return exported as SetupFunctions
}

const printable = (name: OptionName, value: unknown): unknown => {
  if (value instanceof URL) return value.href
  // The value of a header may be a secret, its name is none.
  if (name === 'header') return (value as readonly (readonly [string, string])[]).map(([header]) => header)
  if (name === 'not-offered') return (value as readonly (readonly string[])[]).map(pair => pair.join('='))
  return typeof value === 'string' ? withoutQuery(value) : value
}

/** The options as a report carries them: what decides what is found, in the order of the table. */
export const printedOptions = ({ values }: ReadOptions): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    optionNames.flatMap(name => {
      const spec: OptionSpec = optionTable[name]
      const value = values[name]
      return value === undefined || spec.presentation ? [] : [[name, printable(name, value)]]
    }),
  )

/** What is judged, as the options say it. */
export const readSubject = ({ values }: ReadOptions): Partial<Subject> => Object.fromEntries(values.subject ?? [])

export const readDocumentOptions = async ({ values, source, io }: Invocation): Promise<DocumentsInput> => {
  const read = (name: 'reference' | 'deprecation-log' | 'changelog') => {
    const value = values[name]
    return value === undefined ? undefined : readDocument(value, source(name), io)
  }
  const [reference, deprecationLog, changelog] = await Promise.all([
    read('reference'),
    read('deprecation-log'),
    read('changelog'),
  ])
  return defined({ reference, deprecationLog, changelog })
}

export const readBindings = async ({ values, source, io }: Invocation): Promise<unknown> => {
  const { binding: file } = values
  if (file === undefined) return undefined
  const content = await readStructuredFile(file, source('binding'), io)
  const { checkBindings } = await import('../../engine/probe/bindings.ts')
  located(`${source('binding')}: ${file}:`, () => checkBindings(content))
  return content
}

const readFixtures = ({
  values: { namespace, repository, tag, org, 'group-id': groupId },
}: ReadOptions): FixturesInput => defined({ namespace, repository, tag, org, groupId })

const readCa = async (file: string, { source, io }: Invocation): Promise<string> => {
  const text = await readTextFile(file, source('ca'), io)
  if (!areCertificates(text))
    throw new UsageError(`${source('ca')}: ${file} contains no PEM certificate, or one that cannot be read`)
  return text
}

/** How the requests go, as the options say. */
export const readNetwork = async (invocation: Invocation): Promise<NetworkInput> => {
  const { concurrency, timeout, retries, rate, header, ca, insecure, proxy } = invocation.values
  return defined({
    concurrency,
    timeoutMs: timeout,
    retries,
    ratePerMinute: rate,
    headers: header,
    ca: ca === undefined ? undefined : await readCa(ca, invocation),
    insecure,
    proxy: proxy?.href,
  })
}

/** Asks the engine's guard before the first request, so that a refusal names the option and where it was set. */
export const checkWrites = async (
  target: string,
  allowed: boolean | string | undefined,
  { values, source }: ReadOptions,
): Promise<void> => {
  try {
    await permitWrites({ target: { url: target }, allowed, proxied: values.proxy !== undefined })
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
    const { code, host } = error
    const why = {
      proxied: `the target is behind a proxy, so ${source('allow-writes')} must name it`,
      remote: `the target is not on this machine, so ${source('allow-writes')} must name it`,
      'other-host': `${source('allow-writes')} names a host other than the target; to let the run write there`,
    }[code]
    throw new UsageError(`${why}: --allow-writes ${host}`)
  }
}

type Aim = Pick<RunInput, 'target' | 'credentials' | 'fixtures' | 'allowWrites'>

/** A new reference hub, with the names and credentials that it has from the start. */
export const builtInHub = async () => {
  const { createHub } = await import('../../reference-impl/hub.ts')
  const { handler, credentials, fixtures } = createHub()
  return { handler, credentials, fixtures: { ...fixtures, groupId: String(fixtures.groupId) } }
}

/** The built-in hub is run with its own credentials, whatever the environment holds for another hub. */
const aimAtReference = async (invocation: Invocation): Promise<Aim> => {
  const { handler, credentials, fixtures } = await builtInHub()
  return { target: { handler }, credentials, fixtures: { ...fixtures, ...readFixtures(invocation) }, allowWrites: true }
}

const aimAtHub = async (target: URL, invocation: Invocation): Promise<Aim> => {
  const allowWrites = invocation.values['allow-writes']
  await checkWrites(target.href, allowWrites, invocation)
  const credentials = await readCredentials(invocation, invocation.io)
  return { target: { url: target.href }, fixtures: readFixtures(invocation), ...defined({ allowWrites, credentials }) }
}

/** Everything that the options say about a run, read and checked before the first request. */
export const readRunInput = async (invocation: Invocation): Promise<RunInput> => {
  const { values, source, io } = invocation
  const { target } = values
  if (target === undefined) throw new UsageError('--target is required: a URL, or "reference" for the built-in hub')
  const aim = await (target === 'reference' ? aimAtReference(invocation) : aimAtHub(target, invocation))
  return {
    ...aim,
    documents: await readDocumentOptions(invocation),
    select: readSelection(invocation),
    network: await readNetwork(invocation),
    options: printedOptions(invocation),
    secrets: (values.header ?? []).map(([, value]) => value),
    settingNames,
    ...defined({
      subject: values.subject && readSubject(invocation),
      setup: values.setup === undefined ? undefined : await readSetup(values.setup, source('setup'), io),
      bindings: await readBindings(invocation),
      thorough: values.thorough,
      asOf: values['as-of'],
      patienceMs: values.patience,
      deadlineMs: values.deadline,
      seed: values.seed,
      cases: values.cases,
      clock: io.clock,
    }),
  }
}
