import type { Answered } from '../../contracts/exchange.ts'
import { type FamilyOperation, type OperationName, operationWords } from '../../contracts/operations.ts'
import type { Probe, TokenFamily, TokenFixture } from '../../contracts/requirement.ts'
import { exempt, type Finding, unclear, violated } from '../../contracts/results/finding.ts'
import { showsNothing } from '../answers/existence.ts'
import { changesOf } from '../answers/kept-tokens.ts'
import { itemsOf } from '../answers/plain-form.ts'
import { addsEntry, declaredQueries, entriesOf, unlessOther } from '../audit-log.ts'
import { declaredFor } from '../documents/published-documents.ts'
import { normalTemplate, parametersOf } from '../path-template.ts'
import { isAnswered, isSuccess } from '../reading/exchanges.ts'
import { jsonIn } from '../reading/json.ts'
import { listItems } from '../reading/lists.ts'
import { names } from '../token-calls.ts'
import { comes, type Look, lists, type Presence, presenceOf, presenceOfAnswer, unlessNull } from './asking.ts'
import { judgePresence } from './judging.ts'
import { pathKnown, publishedInArea } from './published.ts'
import { managingWitness, rightsWitness } from './witnesses.ts'

/** What names nothing is not open for what it names: whether the path is served, or kept from the credentials, is. */
const withoutParameters = (probe: Probe, operation: OperationName, finding: Finding): Finding => {
  const { path } = probe.bind(operation)
  return finding.kind === 'unclear' && finding.code === 'fixture-unproven' && !path.includes('{')
    ? { ...finding, code: 'not-served', values: { ...finding.values, path } }
    : finding
}

/**
 * Whether the name that the run has put into the path of personal tokens, where the reference has a parameter for it, is known to be right: one
 * of the operations answers with success there. A token or a login may call an account otherwise than a path does.
 */
const isAccountShown = async (probe: Probe): Promise<boolean> => {
  const { from, method, path } = probe.bind('pat.list')
  if (from !== 'reference' || !(await probe.hasFixture('reference'))) return true
  const declared = declaredFor(await probe.fixture('reference'), { method, path })
  if (!declared || parametersOf(declared.path).length === parametersOf(path).length) return true
  const list = await probe.call('pat.list', {}, { anyStatus: true, control: true })
  return isSuccess(list) || probe.hasFixture('pat')
}

const tokenPresence = (
  family: TokenFamily,
): Readonly<Record<'create' | 'list' | 'get' | 'update' | 'delete', Presence>> => {
  const place = async (probe: Probe): Promise<{ readonly org: string; readonly witness: Answered | null }> => {
    await probe.fixture('credentials')
    if (family === 'pat') return { org: '', witness: (await isAccountShown(probe)) ? await rightsWitness(probe) : null }
    const organization = await probe.fixture('org')
    return { org: organization.org, witness: await managingWitness(probe, organization) }
  }
  const unproven = (witness: Answered | null): Pick<Look, 'unproven'> =>
    family === 'oat' ? unlessNull(witness, 'org') : {}
  return {
    create: async probe => {
      const { org, witness } = await place(probe)
      const { name, exchange } = await probe.create(family, { org })
      const finding = await presenceOfAnswer(probe, `${family}.create`, { org }, exchange, witness, {
        ...unproven(witness),
        marks: [name],
        done: () =>
          comes(probe, async () =>
            lists(probe, await probe.call(`${family}.list`, { org }, { anyStatus: true }), name),
          ),
      })
      return withoutParameters(probe, `${family}.create`, finding)
    },
    list: async probe => {
      const { org, witness } = await place(probe)
      // A list may be 404 as long as it is empty: where tokens can be created, there is one.
      const filled = await probe.hasFixture(family)
      const known = filled ? (await probe.fixture(family)).created : (await probe.hasFixture('writes')) ? witness : null
      const operation = `${family}.list` as const
      const answer = await probe.call(operation, { org })
      const finding = await judgePresence({
        operation,
        answer,
        control: await probe.callControlPath(operation, { org }),
        witness: known,
        ...unproven(witness),
        name: org,
        pathKnown: await pathKnown(probe, operation),
        done: async () => isList(answer),
      })
      return withoutParameters(probe, operation, finding)
    },
    get: async probe => {
      const { org, id, label, created } = await probe.fixture(family)
      return presenceOf(probe, `${family}.get`, { org, id }, created, {
        missing: { org, id: probe.nonce('missing') },
        marks: [label, id],
      })
    },
    update: async probe => {
      const { org, id, label, created } = await probe.fixture(family)
      const json = family === 'pat' ? { token_label: label, is_active: true } : { label, is_active: true }
      const operation = `${family}.update` as const
      const finding = await presenceOf(probe, operation, { org, id }, created, {
        json,
        missing: { org, id: probe.nonce('missing') },
        marks: [label, id],
      })
      if (finding.kind !== 'unclear' || finding.code !== 'not-like-control') return finding
      const get = `${family}.get` as const
      if (normalTemplate(probe.bind(get).path) !== normalTemplate(probe.bind(operation).path)) return finding
      // What can be read there is there.
      const isFound = async () =>
        (await probe.call(operation, { org, id }, { json, anyStatus: true })).response.status !== 404
      if (await comes(probe, isFound)) return finding
      const read = await probe.call(get, { org, id }, { anyStatus: true })
      return names(read, label) ? violated('absent', finding.values, read, ...finding.seen) : finding
    },
    delete: async probe => {
      const operation = `${family}.delete` as const
      let isShown = false
      const isGone = (own: TokenFixture) => async () => {
        const before = own.reads.at(-1)
        const isSo = async () => {
          const after = await probe.call(`${family}.get`, { org: own.org, id: own.id }, { anyStatus: true })
          // What is kept for the record may be marked as deleted.
          return showsNothing(after) || (before !== undefined && changesOf(before, after, own).isMarked)
        }
        const gone = await comes(probe, isSo, isShown)
        isShown ||= !gone
        return gone
      }
      const { token, exchange, control } = await probe.fixture(`${family}-deletion`)
      const first = await judgePresence({
        operation,
        answer: exchange,
        control,
        witness: token.created,
        pathKnown: await pathKnown(probe, operation),
        done: isGone(token),
      })
      if (first.kind === 'holds') return first
      // What did not hold is asked for with a token of its own: the first is asked for once in a run.
      const own = await probe.ownToken(family)
      const values = { org: own.org, id: own.id }
      const finding = await presenceOf(probe, operation, values, own.created, { done: isGone(own) })
      // It is asked for nothing else: what was deleted can still be read.
      return finding.kind === 'unclear' && finding.code === 'not-shown'
        ? { ...finding, code: 'still-there', values: { operation: `${family}.get`, what: own.label } }
        : finding
    },
  }
}

const isList = (answer: Answered): boolean => listItems(jsonIn(answer)) !== undefined

/** A log must have entries, once something was done that it must have an entry of. */
const withEntries = async (probe: Probe, org: string, finding: Finding): Promise<Finding> => {
  const operation = 'audit.events'
  if (finding.kind !== 'holds') return finding
  const [first] = finding.seen
  if (isAnswered(first) && itemsOf(first)?.length) return finding
  const added = await addsEntry(probe, org)
  const looked = await probe.eventually(async () => {
    const count = await entriesOf(probe, org)
    return count === 0 && added ? undefined : { count }
  })
  if (looked && looked.count === undefined) return unclear('no-list', { operation }, first)
  if (looked?.count) return finding
  return added && (await declaredQueries(probe)).isWhole
    ? violated('log-empty', { operation }, ...finding.seen)
    : unclear('no-items', { operation }, first)
}

const auditPresence =
  (operation: 'audit.events' | 'audit.actions'): Presence =>
  async probe => {
    await probe.fixture('credentials')
    const account = await probe.fixture('account')
    const { org } = account
    const witness = await managingWitness(probe, account)
    const called = await presenceOf(probe, operation, { org }, witness, unlessNull(witness, 'org'))
    const finding = operation === 'audit.events' ? await withEntries(probe, org, called) : called
    return unlessOther(probe, operation, org, finding)
  }

export const pat = tokenPresence('pat')

export const oat = tokenPresence('oat')

/** How the presence of each single operation of the families is seen. */
const ofFamilies: Readonly<Record<FamilyOperation, Presence>> = {
  'pat.create': pat.create,
  'pat.list': pat.list,
  'pat.get': pat.get,
  'pat.update': pat.update,
  'pat.delete': pat.delete,
  'oat.create': oat.create,
  'oat.list': oat.list,
  'oat.get': oat.get,
  'oat.update': oat.update,
  'oat.delete': oat.delete,
  'audit.events': auditPresence('audit.events'),
  'audit.actions': auditPresence('audit.actions'),
}

/** Judges the presence of an operation of a family: asked once where it creates nothing. */
export const familyPresence = async (probe: Probe, operation: FamilyOperation): Promise<Finding> => {
  const finding = /create|delete/.test(operation)
    ? await ofFamilies[operation](probe)
    : await probe.shared(`presence of ${operation}`, ofFamilies[operation])
  const other =
    finding.kind === 'unclear' && finding.code === 'layout-unknown' && (await publishedInArea(probe, operation))
  return finding.kind === 'unclear' && other
    ? unclear('other-operation', { ...finding.values, operation, path: other }, ...finding.seen)
    : finding
}

/**
 * The document asks for access to logs, and nothing else for a list of their actions than that Docker Hub publishes one: a reference of the target's
 * own that is read whole and has none comes first.
 */
export const unpublishedActions = async (probe: Probe): Promise<Finding | undefined> => {
  const operation = 'audit.actions'
  if (probe.bind(operation).from !== 'default') return undefined
  const finding = await familyPresence(probe, operation)
  return finding.kind === 'violated'
    ? exempt('not-published', { what: operationWords(operation).replaceAll('"', '') }, ...finding.seen)
    : undefined
}
