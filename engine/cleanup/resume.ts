import { isDemandable } from '../../checks/http/fields.ts'
import { has, isObject, type JsonObject } from '../../checks/reading/json.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { defined } from '../../contracts/defined.ts'
import type { Binding, OperationName } from '../../contracts/operations.ts'
import { Missing } from '../../contracts/results/finding.ts'
import type { Leftover } from '../../contracts/results/report.ts'
import { nonceOf, prefixesOf, runOfPrefix } from '../../contracts/run/run-name.ts'
import { systemClock } from '../clock.ts'
import { formsToTry, isUsableHeader } from '../credentials/form.ts'
import { formsOfOperations } from '../credentials/forms.ts'
import type { DocumentClient } from '../documents/loading/document-client.ts'
import { readDocuments } from '../documents/loading/given.ts'
import { createDocuments } from '../documents/loading/store.ts'
import type { ClientOptions } from '../http/client.ts'
import { socketTransport } from '../http/socket-transport.ts'
import { permitWrites } from '../http/write-guard.ts'
import {
  type Clock,
  type CredentialsInput,
  type DocumentInput,
  defaults,
  type NetworkInput,
  UsageError,
} from '../options.ts'
import { resolveBindings } from '../probe/bindings.ts'
import { newSession } from '../probe/session.ts'
import { isUsableId } from '../probe/token-address.ts'
import { learnFromExchange } from '../redaction/learn-secrets.ts'
import { createRedactor } from '../redaction/redaction.ts'
import { openTarget, parseTarget } from '../target.ts'
import { cleanUp } from './cleanup.ts'
import { cleanupOperations, createLedger, type LedgerEntry, type LedgerRecord, type LedgerStore } from './ledger.ts'

/** How long a target that says that it is starting is waited for. */
const startMs = 10_000

const broken = (): UsageError => new UsageError('is not a ledger of hub-conformance, or was changed by hand')

const text = (object: JsonObject, key: string, pattern = /^/): string => {
  const value = has(object, key) ? object[key] : undefined
  if (typeof value !== 'string' || !pattern.test(value)) throw broken()
  return value
}

const list = (object: JsonObject, key: string): readonly unknown[] => {
  const value = has(object, key) ? object[key] : undefined
  if (!Array.isArray(value)) throw broken()
  return value
}

const origins = { file: 'reference', document: 'document', reference: 'reference', default: 'default' } as const

/** One segment of a path. */
const segment = (value: unknown): string => {
  if (typeof value !== 'string' || !isUsableId(value)) throw broken()
  return value
}

/** Whose the things are; nothing else goes into a path. */
const placeOf = (value: unknown): LedgerEntry['values'] => {
  const { namespace, org, ...rest } = texts(value)
  if (Object.keys(rest).length > 0) throw broken()
  for (const owner of [namespace, org]) if (owner !== undefined && owner !== '') segment(owner)
  return { ...(namespace === undefined ? {} : { namespace }), ...(org === undefined ? {} : { org }) }
}

const flag = (object: JsonObject, key: 'made' | 'renamed'): { readonly [K in typeof key]?: true } => {
  if (!has(object, key)) return {}
  if (object[key] !== true) throw broken()
  return { [key]: true }
}

const formIn = (object: JsonObject): { readonly credentialForm?: string } =>
  has(object, 'credentialForm') ? { credentialForm: text(object, 'credentialForm', /^/) } : {}

const texts = (value: unknown): Readonly<Record<string, string>> => {
  if (!isObject(value) || !Object.values(value).every(inner => typeof inner === 'string')) throw broken()
  return value as Readonly<Record<string, string>>
}

/** Header fields that a reference demanded: none of those that it may not ask for. */
const fieldsIn = (value: unknown): Readonly<Record<string, string>> => {
  const fields = texts(value)
  for (const [name, text] of Object.entries(fields)) if (!isDemandable(name, text)) throw broken()
  return fields
}

const usableHeader = (object: JsonObject): string => {
  const name = text(object, 'csrfHeader')
  if (!isUsableHeader(name)) throw broken()
  return name
}

const bodyOf = (value: unknown): JsonObject => {
  if (!isObject(value)) throw broken()
  return value
}

const prefixForm = /^hub-conformance-[0-9a-z]{6}-$/

/** Reads a ledger as it was kept. Throws {@link UsageError} for what is none: nothing may be deleted on the word of just any file. */
export const readLedger = (input: unknown): LedgerRecord => {
  if (!isObject(input) || input.schemaVersion !== '1') throw broken()
  const prefix = text(input, 'prefix', prefixForm)
  return {
    schemaVersion: '1',
    prefix,
    target: parseTarget(text(input, 'target')).href,
    startedAt: text(input, 'startedAt', /^\d{4}-\d\d-\d\dT/),
    bindings: list(input, 'bindings').map(entry => {
      if (!isObject(entry)) throw broken()
      const operation = cleanupOperations.find(name => name === entry.operation)
      if (!operation) throw broken()
      return {
        operation,
        method: text(entry, 'method', /^[A-Z]+$/),
        path: text(entry, 'path', /^\/(?![/\\])[\x21-\x7e]*$/),
        // What the user wrote is trusted further than what a target says of itself; that a file says so of itself is nothing.
        from: origins[text(entry, 'from', /^(?:file|document|reference|default)$/) as Binding['from']],
        ...(has(entry, 'query') ? { query: texts(entry.query) } : {}),
        ...(has(entry, 'headers') ? { headers: fieldsIn(entry.headers) } : {}),
        ...(has(entry, 'requestBody') ? { requestBody: bodyOf(entry.requestBody) } : {}),
        ...(has(entry, 'requestType') ? { requestType: text(entry, 'requestType', /^[\w.+/-]+(?:;.*)?$/) } : {}),
        ...formIn(entry),
      }
    }),
    ...formIn(input),
    ...(has(input, 'csrfHeader') ? { csrfHeader: usableHeader(input) } : {}),
    entries: list(input, 'entries').map(entry => {
      if (!isObject(entry)) throw broken()
      return {
        kind: text(entry, 'kind', /^(?:repository|pat|oat)$/) as LedgerEntry['kind'],
        name: text(entry, 'name', new RegExp(`^(?:${prefixesOf(runOfPrefix(prefix)).join('|')})[0-9a-z-]+$`)),
        values: placeOf(entry.values),
        ids: list(entry, 'ids').map(segment),
        ...flag(entry, 'made'),
        ...flag(entry, 'renamed'),
        ...(has(entry, 'elsewhere') ? { elsewhere: segment(entry.elsewhere) } : {}),
      }
    }),
  }
}

export interface ResumeInput {
  readonly record: LedgerRecord
  /** How the user says that things are found and deleted: before what the run used. */
  readonly bindings?: unknown
  readonly reference?: DocumentInput
  /** What the user allows, as in a run. */
  readonly allowWrites: boolean | string
  readonly store: LedgerStore
  readonly credentials?: CredentialsInput
  readonly network?: NetworkInput
  /** How long what is not shown is searched for: a target may show late what it made. */
  readonly patienceMs?: number
  readonly clock?: Clock
}

/**
 * How things are found and deleted: as the user says now, in a file or a reference; as the run did it, where that was not a guess; as the
 * target publishes it by now.
 */
const bindingsNow = async (
  { record, bindings, reference, credentials = {}, network = {} }: ResumeInput,
  publisher: DocumentClient,
  basePath: string,
): Promise<ReadonlyMap<OperationName, Binding>> => {
  const asked = [record, ...record.bindings].flatMap(({ credentialForm }) => credentialForm ?? [])
  const forms = formsToTry([...new Set(asked)], credentials, network.headers)
  const used = record.bindings.map(
    ({ credentialForm = '', ...binding }): Binding =>
      forms.includes(credentialForm) ? { ...binding, credentialForm } : binding,
  )
  const given = await readDocuments(defined({ reference }), publisher.fetch, basePath)
  const isGuessed = used.some(({ from }) => from === 'default')
  const { documents } =
    isGuessed && record.entries.length > 0
      ? await createDocuments(
          given,
          { ...publisher, controlPath: `/${nonceOf(runOfPrefix(record.prefix), 'no-such-path')}` },
          record.target,
          basePath,
        ).look('reference')
      : given
  const { at: formAt } = formsOfOperations(documents.reference, credentials, network.headers)
  const resolved = resolveBindings(bindings, documents.reference, undefined, undefined, formAt)
  const now = [...resolved.values()]
  const said = now.filter(({ from }) => from === 'file' || (reference !== undefined && from === 'reference'))
  const found = now.filter(({ from }) => from === 'reference')
  return new Map(
    [...dockerHub, ...used, ...found, ...used.filter(({ from }) => from !== 'default'), ...said].map(binding => [
      binding.operation,
      binding,
    ]),
  )
}

/** Deletes what an interrupted run left behind. Returns what stays. */
export const resumeCleanup = async (input: ResumeInput): Promise<readonly Leftover[]> => {
  const { record, clock = systemClock, network = {}, credentials: given = {} } = input
  const { origin, basePath } = parseTarget(record.target)
  const writes = await permitWrites({
    target: { url: record.target },
    allowed: input.allowWrites,
    proxied: network.proxy !== undefined,
  })
  const redactor = createRedactor()
  const transport = socketTransport(network)
  const ledger = createLedger(entries => input.store.write({ ...record, entries }))
  try {
    const options: ClientOptions = {
      transport,
      origin,
      basePath,
      writes,
      network,
      clock,
      signal: undefined,
      until: clock.now() + defaults.deadlineMs,
      onExchange: exchange => learnFromExchange(redactor, exchange),
    }
    const { client, credentials, documents } = await openTarget(options, given, redactor, startMs)
    const usedLogin = record.bindings.findLast(({ operation }) => operation === 'login')
    if (usedLogin) credentials.logInAt(usedLogin)
    if (record.csrfHeader !== undefined) credentials.useCsrf(record.csrfHeader)
    const usedForms = record.credentialForm === undefined ? [] : [record.credentialForm]
    const [form] = formsToTry(usedForms, given, network.headers)
    if (form !== undefined) credentials.use(form)
    const bindings = await bindingsNow(input, documents, basePath)
    credentials.logInAt(bindings.get('login') as Binding)
    credentials.refresh()
    for (const entry of record.entries) await ledger.open({ ...entry })
    const left = await cleanUp(
      newSession({
        client,
        credentials,
        bindings,
        clock,
        redactor,
        ledger,
        origin,
        basePath,
        startedAt: Date.parse(record.startedAt),
        run: runOfPrefix(record.prefix),
        patienceMs: input.patienceMs ?? defaults.patienceMs,
        fixture: () => Promise.reject(new Missing('need-writes')),
      }),
    )
    return left.map(entry => redactor.value(entry))
  } finally {
    await transport.close()
  }
}
