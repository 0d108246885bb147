/** A server in a process of its own that answers each check; the first one wrongly in what the argument names: a member is left out. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checks } from './checks.ts'

const [, , wrong] = process.argv
let requests = 0

const server = createServer(({ url }, response) => {
  requests++
  const at = checks.findIndex(({ path }) => path === url)
  const check = checks[at]
  const isWrong = (what: string): boolean => at === 0 && wrong === what
  const status = isWrong('status') ? 203 : (check?.status ?? 404)
  const members = Object.entries(check?.members ?? {}).filter(([name]) => !isWrong(name))
  response.writeHead(status, { 'content-type': isWrong('type') ? 'text/plain' : 'application/json' })
  response.end(JSON.stringify(Object.fromEntries(members)))
})
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('message', () => process.send?.(requests))
process.on('disconnect', () => process.exit())
