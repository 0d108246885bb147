import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import { type ReferenceHub, referenceHub, runConformance, type Target, UsageError } from '../../library/index.ts'

const listenerOf = (hub: ReferenceHub): RequestListener =>
  getRequestListener(request => hub.fetch(request), { overrideGlobalObjects: false })

const select = { only: ['v1-removed/name-tags', 'presence/pat-*'] }

const judge = (hub: ReferenceHub, target: Target): Promise<Report> =>
  runConformance({
    target,
    credentials: hub.credentials,
    fixtures: hub.fixtures,
    allowWrites: true,
    seed: 7,
    select,
  })

const verdicts = (report: Report): readonly string[] => report.requirements.map(({ id, verdict }) => `${verdict} ${id}`)

const koaOf = (hub: ReferenceHub) =>
  new Koa().use(context => {
    context.respond = false
    void listenerOf(hub)(context.req, context.res)
  })

/** Its routes are there only once it is ready, as in every application with plugins. */
const fastifyOf = (hub: ReferenceHub) => {
  const app = fastify()
  app.register(async scope => {
    scope.addHook('onRequest', (request, reply) => {
      reply.hijack()
      void listenerOf(hub)(request.raw, reply.raw)
    })
    scope.all('/*', () => {
      throw new Error('the hook answered')
    })
    scope.all('/', () => {
      throw new Error('the hook answered')
    })
  })
  return app
}

/** Every way to name a target, each around a hub of its own. */
const ways: Readonly<Record<string, (hub: ReferenceHub) => Target | Promise<Target>>> = {
  'a Fetch handler': hub => (request: Request) => hub.fetch(request),
  'a named Fetch handler': hub => ({ fetch: (request: Request) => hub.fetch(request) }),
  'the reference hub itself': hub => hub,
  'a Hono application': hub => new Hono().all('*', context => hub.fetch(context.req.raw)),
  'the fetch of a Hono application': hub => new Hono().all('*', context => hub.fetch(context.req.raw)).fetch,
  'a request listener': hub => listenerOf(hub),
  'a named request listener': hub => ({ listener: (...both) => listenerOf(hub)(...both) }),
  'a server that does not listen': hub => createServer(listenerOf(hub)),
  'a named server': hub => ({ server: createServer(listenerOf(hub)) }),
  'an Express application': hub => express().use((request, response) => void listenerOf(hub)(request, response)),
  'a Koa application': koaOf,
  'the callback of a Koa application': hub => koaOf(hub).callback(),
  'a Fastify application': fastifyOf,
  'the server of a Fastify application': async hub => {
    const app = fastifyOf(hub)
    await app.ready()
    return app.server
  },
}

describe('a target is', () => {
  const expected = (async () => {
    const hub = referenceHub({ seed: 1 })
    return verdicts(await judge(hub, hub))
  })()

  test.each(Object.entries(ways))('%s: the same ids, the same verdicts', async (_name, way) => {
    const hub = referenceHub({ seed: 1 })
    const report = await judge(hub, await way(hub))
    expect(report.result).toBe('partial')
    expect(verdicts(report)).toEqual(await expected)
  })

  test.each(['127.0.0.1', '0.0.0.0', '::1', '::'])(
    'a server that listens on %s, which goes on listening',
    async host => {
      const hub = referenceHub({ seed: 1 })
      const server = createServer(listenerOf(hub))
      await new Promise<void>(resolve => server.listen(0, host, resolve))
      expect(verdicts(await judge(hub, server))).toEqual(await expected)
      expect(server.listening).toBe(true)
      const { port } = server.address() as AddressInfo
      const url = `http://${host.includes(':') ? '[::1]' : '127.0.0.1'}:${port}`
      expect(verdicts(await judge(hub, url))).toEqual(await expected)
      expect(verdicts(await judge(hub, new URL(url)))).toEqual(await expected)
      await new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  )

  test('a server that is started for the run, which is closed after it, also where the run fails', async () => {
    const hub = referenceHub()
    const server = createServer(listenerOf(hub))
    await judge(hub, server)
    expect(server.listening).toBe(false)
    await expect(runConformance({ target: server, select: { suites: ['no-such'] } })).rejects.toThrow(UsageError)
    expect(server.listening).toBe(false)
  })

  test('a server that two runs share, which is closed after the last of them', async () => {
    const hub = referenceHub({ seed: 1 })
    let ended = 0
    const endedAtClose: number[] = []
    const server = createServer(listenerOf(hub)).on('close', () => endedAtClose.push(ended))
    const { credentials, fixtures } = hub
    const reports = await Promise.all(
      [{ only: ['v1-removed/name-tags'] }, { suites: ['v1-removed', 'presence'] }].map(async each => {
        const report = await runConformance({ target: server, credentials, fixtures, allowWrites: true, select: each })
        ended += 1
        return report.result
      }),
    )
    expect(reports).toEqual(['partial', 'partial'])
    // Once, after the first of them had ended.
    expect(endedAtClose).toEqual([1])
    expect(server.listening).toBe(false)
  })

  test('never a server on a socket of the file system', async () => {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(join(tmpdir(), `hub-conformance-${process.pid}.sock`), resolve))
    await expect(runConformance({ target: server })).rejects.toThrow('the server does not listen on a TCP port')
    server.close()
  })

  test.each([undefined, null, 17, {}, { fetch: 'text' }, [], { server: {} }])('never %j', async target => {
    await expect(runConformance({ target: target as unknown as Target })).rejects.toThrow(
      'target must be a URL, a server of Node, a request listener or a Fetch handler',
    )
  })

  test('never a listener that looks like a Fetch handler, and is told how to be named', async () => {
    const hub = referenceHub()
    const wrapped = (...both: Parameters<RequestListener>) => void both
    expect(wrapped.length).toBe(0)
    await expect(runConformance({ target: wrapped as unknown as Target })).rejects.toThrow(
      'the target returned no Response; give a request listener as { listener }',
    )
    expect(verdicts(await judge(hub, { listener: (...both) => listenerOf(hub)(...both) }))).toEqual(await expected)
  })
})
