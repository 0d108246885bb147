import { test, expect } from 'vitest'
import { runTwisted, virtualClock } from './support/run.ts'
import { verifyReport } from '../engine/replay.ts'
import { catalogue } from '../suites/catalogue.ts'
const show = (v: Awaited<ReturnType<typeof verifyReport>>) => [v.equal, v.total, v.disagreements.slice(0,8), v.open, v.notes]
test('all', async () => {
  const r = await runTwisted(undefined)
  const t = performance.now()
  const v = await verifyReport(JSON.parse(JSON.stringify(r)))
  process.stdout.write(`${performance.now()-t} ms ${JSON.stringify(show(v), null, 1)}\n`)
  let n = 0
  for (const req of catalogue.filter((_, i) => i % Number(process.env.EVERY ?? 1) === 0)) for (const [name, f] of [...Object.entries(req.faults), ...Object.entries(req.tolerates ?? {})]) {
    const rep = await runTwisted(f.twist())
    const v = await verifyReport(JSON.parse(JSON.stringify(rep)))
    n++
    if (v.disagreements.length || v.open.length) process.stdout.write(`${req.id}/${name} ${JSON.stringify(show(v))}\n`)
  }
  process.stdout.write(`${n} servers\n`)
}, 600000)
