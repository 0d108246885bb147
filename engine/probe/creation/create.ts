import { createHash } from 'node:crypto'
import { isSuccess } from '../../../checks/reading/exchanges.ts'
import { mentions } from '../../../checks/reading/things.ts'
import { defined } from '../../../contracts/defined.ts'
import type { Answered, Exchange } from '../../../contracts/exchange.ts'
import type { RoleValues } from '../../../contracts/operations.ts'
import type { CreateOptions, Creation, Probe, TokenFamily } from '../../../contracts/requirement.ts'
import { Missing, NoAnswer, Unreadable } from '../../../contracts/results/finding.ts'
import { prefixesOf } from '../../../contracts/run/run-name.ts'
import { ofKind } from '../../cleanup/ledger.ts'
import type { Recorder } from '../../http/recorder.ts'
import { conditionsOf } from '../calls/call.ts'
import { boundRequest } from '../calls/operation-request.ts'
import { control, followRedirects, linkRequest, type ProbeRequest, sendRecorded } from '../calls/send.ts'
import { daysFromNow, type ProbeScope } from '../session.ts'
import { addressByIdAlone, createAddresses, idsBefore } from '../token-address.ts'
import {
  isFormRefused,
  isUnsent,
  learnSecrets,
  madeNothing,
  mayBeFull,
  namesAnother,
  otherNamespace,
} from './answer.ts'
import { isUnshown, throwUnlessDeletable } from './first-token.ts'
import { type CreationRequest, createOperations, creationBody } from './forms.ts'
import { awaitOperation } from './long-running.ts'

/** Notes the tokens that exist before the run creates any, recorded for each case that depends on it. */
const noteTokens = async (scope: ProbeScope, probe: Probe, family: TokenFamily, values: RoleValues): Promise<void> => {
  const { session } = scope
  const follow: Probe['follow'] = (from, link, options) => control(scope, linkRequest(session, from, link, options))
  try {
    const list = await control(scope, boundRequest(scope, `${family}.list`, values))
    const { ids, whole } = await idsBefore(probe, list, follow)
    for (const id of ids) session.ledger.disown(id, family)
    if (whole) session.ledger.looked(family)
  } catch (error) {
    // A missing or unreadable list shows no tokens.
    if (!(error instanceof NoAnswer || error instanceof Missing || error instanceof Unreadable)) throw error
  }
}

/** The path of a creation may contain the name of the repository, or of a token that is created by PUT. */
const roleValuesOf = ({ kind, name, values }: CreationRequest): RoleValues =>
  kind === 'repository' ? { ...values, repository: name } : { ...values, id: name }

const creationRequest = (
  scope: ProbeScope,
  wanted: CreationRequest,
  asked: CreateOptions,
  headers: CreateOptions['headers'],
): ProbeRequest =>
  boundRequest(scope, createOperations[wanted.kind], roleValuesOf(wanted), {
    json: creationBody(scope.session, wanted, asked),
    anyStatus: true,
    ...defined({ headers }),
  })

/** Whether the request of a creation contains the name. */
const sendsName = (scope: ProbeScope, wanted: CreationRequest, asked: CreateOptions): boolean => {
  const { path } = boundRequest(scope, createOperations[wanted.kind], roleValuesOf(wanted))
  return path.includes(wanted.name) || mentions(creationBody(scope.session, wanted, asked), wanted.name)
}

/** Sends a creation, and repeats it if it was refused and there is room for one more token. */
const sendWhereThereIsRoom = async (
  scope: ProbeScope,
  { kind, values }: CreationRequest,
  { expiresAt, scopes }: CreateOptions,
  request: ProbeRequest,
): Promise<Answered> => {
  const { session, recorder, owner } = scope
  const limit = kind === 'repository' ? undefined : session.tokenLimit
  // Every expiry is another form: a target need not accept each.
  const form = `${createOperations[kind]} ${expiresAt} ${typeof scopes}`
  for (;;) {
    let refused: Exchange | undefined
    const into: Recorder = {
      ...recorder,
      record: exchange => {
        const { response, repeated } = exchange
        if (limit !== undefined && response !== null && repeated === undefined && mayBeFull(response.status))
          refused = exchange
        else recorder.record(exchange)
      },
    }
    const answer = await followRedirects(scope, request, await sendRecorded(session, request, into))
    if (refused === undefined || kind === 'repository') {
      if (isSuccess(answer)) limit?.accepted(form)
      return answer
    }
    const repeated = await limit?.makeRoom(owner, kind, values, form)
    recorder.record(repeated === undefined ? refused : { ...refused, repeated })
    if (repeated !== 'room') return answer
  }
}

/** What to ask for where a creation was refused: an expiry, which a target may require, or a public repository, as the number of private ones may be limited. */
const whenRefused = (
  scope: ProbeScope,
  wanted: CreationRequest,
  options: CreateOptions,
  refused: Answered,
): CreateOptions | undefined => {
  if (wanted.kind !== 'repository')
    return options.expiresAt === undefined && isFormRefused(refused)
      ? { expiresAt: daysFromNow(scope.session, 30) }
      : undefined
  const bodyFor = (asked: CreateOptions): string => JSON.stringify(creationBody(scope.session, wanted, asked))
  const isPublic = true
  return madeNothing(refused.response.status) && bodyFor({ isPublic }) !== bodyFor({}) ? { isPublic } : undefined
}

/** Sends a creation, and another one where it was refused. */
const sendCreation = async (scope: ProbeScope, wanted: CreationRequest, options: CreateOptions): Promise<Answered> => {
  const attempt = (asked: CreateOptions): Promise<Answered> =>
    sendWhereThereIsRoom(scope, wanted, asked, creationRequest(scope, wanted, asked, options.headers))
  const first = await attempt(options)
  const other = whenRefused(scope, wanted, options, first)
  return other ? attempt(other) : first
}

/** Creates a resource with a name and an entry in the ledger. */
const createNamed = async (
  scope: ProbeScope,
  probe: Probe,
  wanted: CreationRequest,
  options: CreateOptions,
): Promise<Creation> => {
  const { owner, session } = scope
  const { ledger, redactor, tokenLimit } = session
  const { kind, name, values } = wanted
  const unnamed = !sendsName(scope, wanted, options)
  // A repository is identified by its name: another name may be, or become, somebody else's.
  if (unnamed && kind === 'repository') throw new Missing('name-not-taken', { operation: createOperations[kind] })
  if (kind !== 'repository') await noteTokens(scope, probe, kind, values)
  await tokenLimit?.turn(owner)
  const entry = await ledger.open({ kind, name, values, owner, ...(unnamed ? { unnamed } : {}) })
  const exchange = await sendCreation(scope, wanted, options).catch(async error => {
    // A request that was never sent created nothing. For other errors this is unknown.
    if (error instanceof Missing || (error instanceof NoAnswer && isUnsent(error.exchange))) await ledger.drop(entry)
    throw error
  })
  learnSecrets(redactor, exchange, name)
  const outcome = await awaitOperation(scope, probe, wanted, exchange)
  const { result = exchange, unfinished } = outcome
  const isMade = isSuccess(exchange) && unfinished?.values.state !== 'failed'
  const place = kind === 'repository' ? undefined : { probe, family: kind, org: values.org ?? '', ledger }
  const createdIds = place && isMade ? createAddresses(place).idsIn(result, name) : []
  // A secret is not an id.
  const ids = createdIds.filter(id => redactor.text(id) === id)
  for (const one of ids) session.validators.set(ofKind(kind, one), conditionsOf(exchange))
  if (isMade)
    await ledger.made(
      entry,
      exchange,
      kind === 'repository'
        ? { renamed: namesAnother(exchange, name), elsewhere: otherNamespace(exchange, values, name) }
        : { ids },
    )
  else if (madeNothing(exchange.response.status)) await ledger.drop(entry)
  const id = unnamed && place && ids.length > 0 ? await addressByIdAlone(place, name, ids) : undefined
  return { name: id ?? name, exchange, ...outcome, isUnshown: () => isUnshown(scope, kind) }
}

export const create =
  (scope: ProbeScope, probe: Probe): Probe['create'] =>
  async (kind, values, options = {}) => {
    const { key, owner, named, session } = scope
    await session.fixture('writes')
    await session.fixture('credentials')
    const firstToken = kind === 'repository' ? undefined : await throwUnlessDeletable(scope, kind)
    const part = createHash('sha256')
      .update(`${key}#${named.things++}`)
      .digest('hex')
      .slice(0, 6)
    const [usual, short] = prefixesOf(session.run)
    const wantedWith = (prefix: string): CreationRequest => ({ kind, name: prefix + part, values })
    const sendsNameWith = (prefix: string): boolean => sendsName(scope, wantedWith(prefix), options)
    const isShort = firstToken?.label.startsWith(short) || (!sendsNameWith(usual) && sendsNameWith(short))
    const creation = await createNamed(scope, probe, wantedWith(isShort ? short : usual), options)
    // The first creation of each kind finds out whether long names are refused.
    if (isShort || !owner.startsWith('fixture ') || !isFormRefused(creation.exchange)) return creation
    const again = await createNamed(scope, probe, wantedWith(short), options)
    return isSuccess(again.exchange) ? again : creation
  }
