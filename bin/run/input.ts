import { leadsHere, mayWrite } from '../../engine/http/write-guard.ts'
import {
  type DocumentsInput,
  type FixturesInput,
  type NetworkInput,
  type RunInput,
  UsageError,
} from '../../engine/options.ts'
import type { Invocation } from '../commands/command.ts'
import { readDocument, readStructuredFile, readTextFile } from '../files.ts'
import { readCredentials } from '../options/credentials.ts'
import type { ReadOptions } from '../options/read-options.ts'
import { readSelection } from '../options/selection.ts'
import { type OptionName, type OptionSpec, optionNames, optionTable } from '../options/table.ts'
import { withoutQuery } from '../options/values.ts'

const printable = (name: OptionName, value: unknown): unknown => {
  if (value instanceof URL) return value.href
  // The value of a header may be a secret, its name is none.
  if (name === 'header') return (value as readonly (readonly [string, string])[]).map(([header]) => header)
  return typeof value === 'string' ? withoutQuery(value) : value
}

/** The options as a report carries them: what decides what is found, in the order of the table. */
export const effectiveOptions = ({ values }: ReadOptions): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    optionNames.flatMap(name => {
      const spec: OptionSpec = optionTable[name]
      const value = values[name]
      return value === undefined || spec.presentation ? [] : [[name, printable(name, value)]]
    }),
  )

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
  return {
    ...(reference === undefined ? {} : { reference }),
    ...(deprecationLog === undefined ? {} : { deprecationLog }),
    ...(changelog === undefined ? {} : { changelog }),
  }
}

const readFixtures = ({ values }: ReadOptions): FixturesInput => ({
  ...(values.namespace === undefined ? {} : { namespace: values.namespace }),
  ...(values.repository === undefined ? {} : { repository: values.repository }),
  ...(values.tag === undefined ? {} : { tag: values.tag }),
  ...(values.org === undefined ? {} : { org: values.org }),
  ...(values['group-id'] === undefined ? {} : { groupId: values['group-id'] }),
})

const readCa = async (file: string, { source, io }: Invocation): Promise<string> => {
  const text = await readTextFile(file, source('ca'), io)
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`${source('ca')}: ${file} holds no certificate in PEM form`)
  return text
}

/** How the requests go, as the options say. */
export const readNetwork = async (invocation: Invocation): Promise<NetworkInput> => {
  const { concurrency, timeout, retries, rate, header, ca, insecure, proxy } = invocation.values
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(retries === undefined ? {} : { retries }),
    ...(rate === undefined ? {} : { ratePerMinute: rate }),
    ...(header === undefined ? {} : { headers: header }),
    ...(ca === undefined ? {} : { ca: await readCa(ca, invocation) }),
    ...(insecure === undefined ? {} : { insecure }),
    ...(proxy === undefined ? {} : { proxy: proxy.href }),
  }
}

type Aim = Pick<RunInput, 'target' | 'credentials' | 'fixtures' | 'allowWrites'>

/** The built-in hub: its own things and its own credentials, whatever the environment holds for another hub. */
const aimAtReference = async ({ deps, ...invocation }: Invocation): Promise<Aim> => {
  const { createHub } = await deps.hub()
  const { handler, credentials, fixtures } = createHub()
  const own = { ...fixtures, groupId: String(fixtures.groupId) }
  return { target: { handler }, credentials, fixtures: { ...own, ...readFixtures(invocation) }, allowWrites: true }
}

const aimAtHub = async (target: URL, invocation: Invocation): Promise<Aim> => {
  const { values, source, io } = invocation
  const allowWrites = mayWrite({
    target,
    allowed: values['allow-writes'],
    source: source('allow-writes'),
    proxied: values.proxy !== undefined,
    here: values['allow-writes'] === true && (await leadsHere(target)),
  })
  const credentials = await readCredentials(invocation, io)
  return {
    target: { url: target.href },
    fixtures: readFixtures(invocation),
    allowWrites,
    ...(credentials === undefined ? {} : { credentials }),
  }
}

/** Everything that the options say about a run, read and checked before the first request. */
export const readRunInput = async (invocation: Invocation): Promise<RunInput> => {
  const { values, source, io } = invocation
  const { target } = values
  if (target === undefined)
    throw new UsageError('--target is missing: --target URL, or --target reference for the built-in hub')
  const aim = await (target === 'reference' ? aimAtReference(invocation) : aimAtHub(target, invocation))
  return {
    ...aim,
    documents: await readDocumentOptions(invocation),
    ...(values.binding === undefined
      ? {}
      : { bindings: await readStructuredFile(values.binding, source('binding'), io) }),
    ...(values['as-of'] === undefined ? {} : { asOf: values['as-of'] }),
    select: readSelection(invocation),
    network: await readNetwork(invocation),
    ...(values.patience === undefined ? {} : { patienceMs: values.patience }),
    ...(values.deadline === undefined ? {} : { deadlineMs: values.deadline }),
    ...(values.seed === undefined ? {} : { seed: values.seed }),
    options: effectiveOptions(invocation),
    secrets: (values.header ?? []).map(([, value]) => value),
    ...(io.clock === undefined ? {} : { clock: io.clock }),
  }
}
