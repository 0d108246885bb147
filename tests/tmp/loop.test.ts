import { appendFileSync } from 'node:fs'
import { it } from 'vitest'
import { runTwisted } from '../support/run.ts'

it('loop', async () => {
  const t: number[] = []
  for (let i = 0; i < 30; i += 1) {
    const a = performance.now()
    await runTwisted(undefined)
    t.push(Math.round(performance.now() - a))
  }
  t.sort((a, b) => a - b)
  appendFileSync('/tmp/loop.txt', `${process.env.L ?? ''} min ${t[0]} q1 ${t[7]} med ${t[15]}\n`)
})
