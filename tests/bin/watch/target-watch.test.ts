import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type TargetEvent, type TargetWatch, watchTarget } from '../../../bin/watch/target.ts'

const signalled = () => {
  let now: () => void = () => undefined
  const promise = new Promise<void>(resolve => {
    now = resolve
  })
  return { promise, now: () => now() }
}

const endings: (() => unknown)[] = []

/** What Node says where listeners pile up. */
const warnings = (): readonly string[] => {
  const said: string[] = []
  const onWarning = ({ message }: Error): unknown => said.push(message)
  process.on('warning', onWarning)
  endings.push(() => process.off('warning', onWarning))
  return said
}

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const portOf = (server: { address(): unknown }): number => (server.address() as { port: number }).port

/** What is told, to be awaited one by one. */
const watching = (port: number, now?: () => number, host = '127.0.0.1') => {
  const told: TargetEvent[] = []
  const waiting: ((event: TargetEvent) => void)[] = []
  const watch: TargetWatch = watchTarget(
    new URL(`http://${host}:${port}`),
    event => {
      const next = waiting.shift()
      if (next) next(event)
      else told.push(event)
    },
    now,
  )
  endings.push(() => watch.stop())
  const next = (): Promise<TargetEvent> =>
    new Promise(resolve => {
      const event = told.shift()
      if (event) resolve(event)
      else waiting.push(resolve)
    })
  return { seen: watch.seen, next, told }
}

const listen = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  endings.push(async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  return portOf(server)
}

const program = `
  const server = require('node:http').createServer((_request, response) => response.end('{}'))
  server.listen(Number(process.argv[1]), '127.0.0.1', () => console.log(server.address().port))
`

/** As servers reload: the port stays with the first process, and those that answer are replaced, one after the other. */
const reloading = `
  const cluster = require('node:cluster')
  if (cluster.isPrimary) {
    // A worker that is starting when this process is killed would write of it where the tests report.
    cluster.setupPrimary({ silent: true })
    const waiting = []
    const replaceNext = () => waiting.shift()?.process.kill('SIGKILL')
    let up = 0
    cluster.on('listening', (_worker, { port }) => {
      up += 1
      if (up === 2) console.log(port)
      if (up > 2) replaceNext()
    })
    cluster.on('exit', () => cluster.fork())
    cluster.fork()
    cluster.fork()
    process.on('SIGUSR2', () => {
      waiting.push(...Object.values(cluster.workers))
      replaceNext()
    })
  } else {
    require('node:http').createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
    process.on('disconnect', () => process.exit())
  }
`

const start = async (port: number, source = program): Promise<{ child: ChildProcess; port: number }> => {
  const child = spawn(process.execPath, ['-e', source, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  endings.push(() => child.kill('SIGKILL'))
  const [text] = await once(child.stdout ?? child, 'data')
  return { child, port: Number(String(text)) }
}

test.each(['SIGTERM', 'SIGKILL'] as const)('a process that ends by %s and one that starts again', async signal => {
  const { child, port } = await start(0)
  const { seen, next, told } = watching(port)
  expect(await seen).toBe(true)
  child.kill(signal)
  expect(await next()).toBe('gone')
  await start(port)
  expect(await next()).toBe('back')
  expect(told).toEqual([])
})

test('a target that is not there yet', async () => {
  const { child, port } = await start(0)
  child.kill('SIGKILL')
  await once(child, 'close')
  const { seen, next } = watching(port)
  expect(await seen).toBe(false)
  await start(port)
  expect(await next()).toBe('back')
})

test('a worker that is replaced while the port stays open', async () => {
  const { child, port } = await start(0, reloading)
  const { seen, next, told } = watching(port)
  expect(await seen).toBe(true)
  child.kill('SIGUSR2')
  expect(await next()).toBe('replaced')
  expect(told).not.toContain('gone')
})

test('a process that takes over the socket of another', async () => {
  const server = createServer((_request, response) => response.end('{}'))
  const port = await listen(server)
  const { seen, next } = watching(port)
  await seen
  // What a worker that is replaced looks like from outside: its connections end, and the port stays open.
  server.closeAllConnections()
  expect(await next()).toBe('replaced')
})

test('a target that closes every connection is seen to go and to come', async () => {
  const answer = (
    _request: unknown,
    response: { end(text: string): unknown; setHeader(n: string, v: string): unknown },
  ) => {
    response.setHeader('connection', 'close')
    response.end('{}')
  }
  const said = warnings()
  const first = createServer(answer)
  const port = await listen(first)
  let connections = 0
  const looked = signalled()
  first.on('connection', () => {
    connections += 1
    if (connections === 15) looked.now()
  })
  const { seen, next } = watching(port)
  expect(await seen).toBe(true)
  await looked.promise
  expect(said).toEqual([])
  first.close()
  first.closeAllConnections()
  expect(await next()).toBe('gone')
  await listen(createServer(answer), port)
  expect(await next()).toBe('back')
})

test('an idle connection that is closed as announced is no restart', async () => {
  let asked = 0
  const enough = signalled()
  const server = createServer((_request, response) => {
    asked += 1
    response.end('{}')
    if (asked === 3) enough.now()
  })
  server.keepAliveTimeout = 1_000
  const { seen, told } = watching(await listen(server))
  await seen
  await enough.promise
  expect(told).toEqual([])
})

test('an idle connection that is closed without a word is taken for a restart once, and then for a habit', async () => {
  let asked = 0
  const enough = signalled()
  const open = new Set<Socket>()
  const server = createTcpServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    socket.once('data', () => {
      asked += 1
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
      setTimeout(() => socket.end(), 10)
      if (asked === 15) enough.now()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const said = warnings()
  let time = 0
  const { seen, told } = watching(portOf(server), () => {
    time += 5_000
    return time
  })
  await seen
  await enough.promise
  expect(told).toEqual(['replaced'])
  expect(said).toEqual([])
})
