/** The reference hub in a process of its own: says where it is, and on request what it was asked. */
import { setTimeout } from 'node:timers/promises'
import { createHub } from '../../reference-impl/hub.ts'
import { serveHub } from '../../reference-impl/serve.ts'
import type { Asked } from './measure.ts'

const latencyMs = Number(process.argv[2] ?? 0)
const hub = createHub()
const asked: Asked[] = []

const { url } = await serveHub(
  async request => {
    const { method, headers } = request
    const body = method === 'GET' || method === 'HEAD' ? null : await request.clone().text()
    const { pathname, search } = new URL(request.url)
    asked.push({
      method,
      path: pathname + search,
      headers: Object.fromEntries([...headers].filter(([name]) => !/^(?:host|connection|content-length)$/.test(name))),
      body: body || null,
    })
    if (latencyMs > 0) await setTimeout(latencyMs)
    return hub.handler(request)
  },
  { port: 0 },
)
process.send?.({ url, token: hub.credentials.token, fixtures: hub.fixtures })
process.on('message', () => process.send?.(asked))
process.on('disconnect', () => process.exit())
