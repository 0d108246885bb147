/** The floor: a bare undici loop in a process of its own that sends the requests of a file. */
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'
import type { Asked } from './measure.ts'

const [, , url = '', file = '', concurrency = '8'] = process.argv
const queue: Asked[] = JSON.parse(readFileSync(file, 'utf8')).reverse()
const pool = new Pool(url, { connections: Number(concurrency) })
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { body } = await pool.request({ ...next, method: next.method as 'GET' })
      await body.dump()
    }
  }),
)
await pool.close()
