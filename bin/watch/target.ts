import http from 'node:http'
import https from 'node:https'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What happened to a target: nothing answers, something answers again, or another process answers. */
export type TargetEvent = 'gone' | 'back' | 'replaced'

/** A target that is watched. */
export interface TargetWatch {
  /** Whether something answered the first request. */
  readonly seen: Promise<boolean>
  stop(): void
}

/** Milliseconds between two requests to a target that keeps no connection open. */
const lookEvery = 250

/**
 * Milliseconds for one answer, and how often a port that takes connections is asked for one: a process that takes over a listening socket
 * answers once it has started, and one that was ending may have been given the connection.
 */
const patience = 5_000
const mostLooks = 6

/** A server closes idle connections by habit if they were idle for the same time, within so many milliseconds. */
const tolerance = 500

const largestPage = 1024 * 1024

type Contact =
  | { readonly kind: 'none' }
  /** It answers, and closes its connections. */
  | { readonly kind: 'brief' }
  /** It keeps the connection open; `idleMs` is for how long it says it does. */
  | { readonly kind: 'kept'; readonly socket: Socket; readonly idleMs: number | undefined }

const none: Contact = { kind: 'none' }

const announced = (header: string): number | undefined => {
  const [, seconds] = /\btimeout=(\d{1,6})\b/.exec(header) ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1_000
}

/** Requests the base path of the target, without credentials. */
const ask = (target: URL, agent: http.Agent, signal: AbortSignal): Promise<Contact> =>
  new Promise(resolve => {
    const secure = target.protocol === 'https:'
    const options = {
      agent,
      signal,
      headers: { accept: '*/*', 'user-agent': 'hub-conformance (watch)' },
      // The request has no secret, and only whether something answers is used.
      ...(secure ? { rejectUnauthorized: false } : {}),
    }
    const request = (secure ? https : http).get(target, options, response => {
      const { connection = '', 'keep-alive': keepAlive } = response.headers
      const kept = response.httpVersion === '1.1' ? !/\bclose\b/i.test(connection) : /\bkeep-alive\b/i.test(connection)
      const { socket } = response
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.byteLength
        // An endless page would block the connection.
        if (size > largestPage) response.destroy()
      })
      response.on('end', () => {
        if (kept && !socket.destroyed) resolve({ kind: 'kept', socket, idleMs: announced(String(keepAlive ?? '')) })
      })
      response.on('error', () => resolve({ kind: 'brief' }))
      response.on('close', () => resolve({ kind: 'brief' }))
    })
    request.setTimeout(patience, () => request.destroy(new Error('no answer in time')))
    request.on('error', () => resolve(none))
  })

/** Whether the port takes connections; closed at once, so that nothing is logged or kept waiting. */
const accepts = (target: URL, signal: AbortSignal): Promise<boolean> =>
  new Promise(resolve => {
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
    const socket = connect({ host: target.hostname.replace(/^\[|\]$/g, ''), port })
    // By hand: a socket that is given the signal keeps a listener on it forever, and there are four sockets a second.
    const leave = (): unknown => socket.destroy()
    signal.addEventListener('abort', leave)
    socket.setTimeout(patience, () => socket.destroy())
    socket.on('connect', () => {
      resolve(true)
      socket.destroy()
    })
    socket.on('error', () => resolve(false))
    socket.on('close', () => {
      signal.removeEventListener('abort', leave)
      resolve(false)
    })
  })

const closed = (socket: Socket): Promise<void> =>
  new Promise(resolve => {
    if (socket.destroyed) resolve()
    else socket.once('close', () => resolve())
  })

/**
 * Tells a server that closes idle connections by habit from a process that ended while another one took its place: by what it announces,
 * else by closing twice after the same time. The first closing of a server that announces nothing is taken for the end of a process.
 */
const habit = (): ((idleMs: number, announcedMs: number | undefined) => boolean) => {
  let before: number | undefined
  const known: number[] = []
  return (idleMs, announcedMs) => {
    if (announcedMs !== undefined) return idleMs >= announcedMs - tolerance
    const same = (other: number): boolean => Math.abs(other - idleMs) <= tolerance
    if (before !== undefined && same(before)) known.push(idleMs)
    before = idleMs
    return known.some(same)
  }
}

/**
 * Watches a target and reports when its process ends or changes. It keeps a connection open, which closes with the process. If the target
 * closes connections after each answer, it is requested four times a second. Behind a proxy that outlives the hub, this sees nothing.
 */
export const watchTarget = (
  target: URL,
  tell: (event: TargetEvent) => void,
  now: () => number = () => performance.now(),
): TargetWatch => {
  const stopping = new AbortController()
  const { signal } = stopping
  const agent = new (target.protocol === 'https:' ? https : http).Agent({ keepAlive: true })
  // Without this, Node closes the connection itself shortly before the server does.
  agent.keepSocketAlive = () => true
  const isHabit = habit()
  const wait = (): Promise<void> => pause(lookEvery, undefined, { signal }).catch(() => undefined)
  const say = (event: TargetEvent): void => {
    if (!signal.aborted) tell(event)
  }
  const look = (): Promise<Contact> => ask(target, agent, signal)

  let seen: (answers: boolean) => void = () => undefined
  const first = new Promise<boolean>(resolve => {
    seen = resolve
  })
  const keepLooking = async (): Promise<void> => {
    let contact = await look()
    seen(contact.kind !== 'none')
    while (!signal.aborted) {
      const before = contact
      if (before.kind === 'kept') {
        const since = now()
        await closed(before.socket)
        const idleMs = now() - since
        contact = await look()
        for (let looks = 1; contact.kind === 'none' && looks < mostLooks && (await accepts(target, signal)); looks++)
          contact = await look()
        if (contact.kind === 'none') say('gone')
        else if (!isHabit(idleMs, before.idleMs)) say('replaced')
        continue
      }
      await wait()
      if (before.kind === 'brief') {
        if (await accepts(target, signal)) continue
        contact = none
        say('gone')
      } else {
        contact = await look()
        if (contact.kind !== 'none') say('back')
      }
    }
  }
  void keepLooking().finally(() => agent.destroy())
  return {
    seen: first,
    stop: () => {
      stopping.abort()
      agent.destroy()
    },
  }
}
