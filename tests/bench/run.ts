/**
 * Speed as a ratio, in one run: the whole suite over a socket beside a bare undici loop that sends the same requests with the same
 * concurrency, in turn, five times each; and the lines a second of `scan`. Prints medians and the ratio; judges nothing.
 */
import { Pool } from 'undici'
import { runConformance } from '../../engine/run.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { serveHub } from '../../reference-impl/serve.ts'
import { median } from './median.ts'
import { benchScan } from './scan.ts'

const rounds = 5
const concurrency = 8

const suite = async (): Promise<{
  readonly ms: number
  readonly requests: readonly {
    readonly method: string
    readonly path: string
    readonly body: string | null
    readonly headers: Record<string, string>
  }[]
}> => {
  const hub = createHub()
  const { url, close } = await serveHub(hub.handler, { port: 0 })
  const { namespace, repository, tag, org, groupId } = hub.fixtures
  const started = performance.now()
  const report = await runConformance({
    target: { url },
    credentials: { token: hub.credentials.token },
    fixtures: { namespace, repository, tag, org, groupId: String(groupId) },
    allowWrites: true,
    network: { concurrency },
  })
  const ms = performance.now() - started
  await close()
  if (report.result !== 'conformant') throw new Error(`the reference is ${report.result}`)
  const requests = report.exchanges.map(({ request }) => ({
    method: request.method,
    path: new URL(request.url).pathname + new URL(request.url).search,
    body: request.body,
    headers: Object.fromEntries(request.headers.filter(([name]) => name !== 'authorization')),
  }))
  return { ms, requests }
}

const loop = async (requests: Awaited<ReturnType<typeof suite>>['requests']): Promise<number> => {
  const hub = createHub()
  const { url, close } = await serveHub(hub.handler, { port: 0 })
  const pool = new Pool(url, { connections: concurrency })
  const queue = [...requests]
  const started = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { body } = await pool.request({ ...next, method: next.method as 'GET' })
        await body.dump()
      }
    }),
  )
  const ms = performance.now() - started
  await pool.close()
  await close()
  return ms
}

const suiteTimes: number[] = []
const loopTimes: number[] = []
let requests = (await suite()).requests
await loop(requests)
for (let round = 0; round < rounds; round++) {
  const ran = await suite()
  requests = ran.requests
  suiteTimes.push(ran.ms)
  loopTimes.push(await loop(requests))
}
const [whole, floor] = [median(suiteTimes), median(loopTimes)]
process.stdout.write(
  [
    `full run        ${whole.toFixed(0)} ms  (${requests.length} exchanges, concurrency ${concurrency}, median of ${rounds})`,
    `bare undici     ${floor.toFixed(0)} ms  (the same requests)`,
    `ratio           ${(whole / floor).toFixed(2)}`,
    '',
  ].join('\n'),
)
await benchScan()
