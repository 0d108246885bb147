import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from '../../checks/pact/interactions.ts'
import { parametersOf } from '../../checks/path-template.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { interactionOf, pactOf } from './contract.ts'

/** Where the verifier finds the contract, the provider states and the provider, for one interaction. */
export interface Places {
  readonly pactUrl: string
  readonly stateUrl: string
  readonly baseUrl: string
}

/** One interaction on its way through the verifier. */
export interface Visit extends Places {
  /** What came of it. Throws what kept the request from being sent, and where the verifier asked nothing or something else. */
  outcome(): { readonly answer: Answered }
  close(): void
}

/** The loopback server between the verifier and the hub: only requests that a visit waits for get through, and none twice. */
export interface LoopbackServer {
  admit(id: string, key: string, params: Readonly<Record<string, string>>, ask: () => Promise<Answered>): Visit
  close(): Promise<void>
}

interface Waiting {
  readonly key: string
  readonly params: Readonly<Record<string, string>>
  readonly ask: () => Promise<Answered>
  stateAsked: boolean
  requests: string[]
  answer?: Answered
  error?: unknown
}

/** Fields that belong to a connection, or describe a body that has been decoded since; and one that the verifier would follow. */
const ownFields = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'location',
  'transfer-encoding',
])

/** A field that may be sent on: a target may say anything, and none of the fields is demanded. */
const isSendable = /^[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*$/

const json = (response: ServerResponse, value: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const passOn = (response: ServerResponse, { response: { status, headers, body, encoding } }: Answered): void => {
  response.sendDate = false
  response.statusCode = status
  for (const [name, value] of headers)
    if (!ownFields.has(name.toLowerCase()) && isSendable.test(`${name}:${value}`)) response.appendHeader(name, value)
  response.end(Buffer.from(body, encoding))
}

const decodedPath = (path: string): string => path.split('/').map(decodeURIComponent).join('/')

/** What the verifier puts in place: into a path as it is, so that a name has to be encoded already. */
const providerState = ({ key, params }: Waiting): Readonly<Record<string, string>> => {
  const inPath = parametersOf(interactionOf(key).path)
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, inPath.includes(name) ? encodeURIComponent(value) : value]),
  )
}

/** What the verifier has to ask for, with the names of the provider state in place. */
const expected = (key: string, params: Waiting['params']): string => {
  const { method, path } = interactionOf(key)
  return `${method} ${inject(path, params)}`
}

const answerHub = async (waiting: Waiting, method: string, path: string, response: ServerResponse): Promise<void> => {
  waiting.requests.push(`${method} ${decodedPath(path)}`)
  if (waiting.requests.length > 1 || waiting.requests[0] !== expected(waiting.key, waiting.params)) {
    response.writeHead(502).end()
    return
  }
  try {
    waiting.answer = await waiting.ask()
    passOn(response, waiting.answer)
  } catch (error) {
    waiting.error = error
    response.writeHead(502).end()
  }
}

const drained = async (request: IncomingMessage): Promise<void> => {
  for await (const _chunk of request);
}

export const openLoopbackServer = async (): Promise<LoopbackServer> => {
  const waiting = new Map<string, Waiting>()
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await drained(request)
    const [, id = '', place, path = ''] = /^\/([\w-]+)\/(\w+)(\/.*)?$/.exec(request.url ?? '') ?? []
    const visit = waiting.get(id)
    if (visit && place === 'pact') json(response, pactOf(visit.key))
    else if (visit && place === 'state') {
      visit.stateAsked = true
      json(response, providerState(visit))
    } else if (visit && place === 'hub') await answerHub(visit, request.method ?? '', path, response)
    else response.writeHead(404).end()
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    admit: (id, key, params, ask) => {
      const visit: Waiting = { key, params, ask, stateAsked: false, requests: [] }
      waiting.set(id, visit)
      return {
        pactUrl: `${base}/${id}/pact`,
        stateUrl: `${base}/${id}/state`,
        baseUrl: `${base}/${id}/hub`,
        outcome: () => {
          if (visit.error !== undefined) throw visit.error
          const { answer, requests } = visit
          const wanted = expected(key, params)
          if (!answer || requests.length !== 1)
            throw new Error(
              `Pact's verifier requested ${requests.length === 0 ? 'nothing' : requests.join(', then ')} for the interaction ${key}, not ${wanted}`,
            )
          if (!visit.stateAsked) throw new Error(`Pact's verifier did not ask for the state of the interaction ${key}`)
          return { answer }
        },
        close: () => {
          waiting.delete(id)
        },
      }
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
