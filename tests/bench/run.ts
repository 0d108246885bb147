/**
 * Speed as ratios of whole processes, taken in turn: a full writing run beside a bare undici loop that sends the same requests, the same run
 * where each answer takes 50 ms, many requests with generated names beside a bare loop with the same, and the start of the command beside an
 * empty program of Node; then the lines a second of `scan`. Each run has a new hub in a process of its own. Prints medians; judges nothing.
 * With `peers`, the engine and general tools on one list of requests instead; with the path of a command, this build and that one at the same time.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Asked, fullRun, measured, startHub, type Took } from './measure.ts'
import { median } from './median.ts'
import { benchPeers } from './peers.ts'
import { benchScan } from './scan.ts'

const [other] = process.argv.slice(2)
if (other !== undefined && other !== 'peers' && !existsSync(other)) {
  process.stderr.write('usage: npm run bench [-- peers | OTHER/dist/bin/hub-conformance.js]\n')
  process.exit(other === '--help' ? 0 : 1)
}

const rounds = Number(process.env.BENCH_ROUNDS ?? 9)
const concurrency = 8
const latencyMs = 50
const cases = Number(process.env.BENCH_CASES ?? 20_000)
const fewCases = 1_000
const command = resolve('dist/bin/hub-conformance.js')
const floor = fileURLToPath(new URL('./floor.js', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'hub-conformance-bench-'))
const requestFile = join(folder, 'requests.json')

const say = (line: string): unknown => process.stdout.write(`${line}\n`)

const ratio = (a: readonly number[], b: readonly number[]): string =>
  median(a.map((value, at) => value / (b[at] ?? Number.NaN))).toFixed(2)

const run = async (
  program: string,
  latency = 0,
  further: readonly string[] = [],
): Promise<{ readonly took: Took; readonly asked: readonly Asked[] }> => {
  const hub = await startHub(latency)
  const [argv, env] = fullRun(program, hub)
  const took = await measured(folder, [...argv, ...further], env)
  const asked = await hub.asked()
  hub.close()
  return { took, asked }
}

const bare = async (asked: readonly Asked[]): Promise<Took> => {
  const hub = await startHub()
  const known = asked.map(request =>
    request.headers.authorization?.startsWith('Bearer ey')
      ? { ...request, headers: { ...request.headers, authorization: `Bearer ${hub.token}` } }
      : request,
  )
  await writeFile(requestFile, JSON.stringify(known))
  const took = await measured(folder, [floor, hub.url, requestFile, String(concurrency)])
  hub.close()
  return took
}

type Both = readonly [Took, Took]

const inTurn = async (a: () => Promise<Took>, b: () => Promise<Took>): Promise<Both> => [await a(), await b()]

/** What else runs on the machine meets both alike. */
const atOnce = (a: () => Promise<Took>, b: () => Promise<Took>): Promise<Both> => Promise.all([a(), b()])

/** Pairs of two measurements, after one of each that does not count. */
const pairs = async (a: () => Promise<Took>, b: () => Promise<Took>, both = inTurn): Promise<readonly Both[]> => {
  await both(a, b)
  const all: Both[] = []
  for (let round = 0; round < rounds; round++) all.push(await both(a, b))
  return all
}

const show = (name: string, all: readonly Both[]): void => {
  const of = (which: 0 | 1, key: keyof Took): readonly number[] => all.map(pair => pair[which][key])
  say(
    `${name.padEnd(34)} time ${ratio(of(0, 'ms'), of(1, 'ms'))}  CPU ${ratio(of(0, 'cpuMs'), of(1, 'cpuMs'))}  (${median(of(0, 'ms')).toFixed(0)} ÷ ${median(of(1, 'ms')).toFixed(0)} ms, peak ${median(of(0, 'peakMb')).toFixed(0)} MB)`,
  )
}

const { asked } = await run(command)
if (other === 'peers') await benchPeers(folder, rounds)
else if (other !== undefined) {
  show(
    'full run ÷ the other build',
    await pairs(
      async () => (await run(command)).took,
      async () => (await run(resolve(other))).took,
      atOnce,
    ),
  )
} else {
  say(`medians of ${rounds} pairs; ${asked.length} requests of a full writing run, cleanup included`)
  show(
    'full run ÷ bare undici loop',
    await pairs(
      async () => (await run(command)).took,
      () => bare(asked),
    ),
  )
  const slow: number[] = []
  for (let round = 0; round < Math.ceil(rounds / 3); round++) slow.push((await run(command, latencyMs)).took.ms)
  const least = (asked.length * latencyMs) / concurrency
  say(
    `${`${latencyMs} ms a request ÷ requests × ${latencyMs} ÷ ${concurrency}`.padEnd(34)} time ${(median(slow) / least).toFixed(2)}  (${median(slow).toFixed(0)} ÷ ${least.toFixed(0)} ms)`,
  )
  const generated = (count: number) =>
    run(command, 0, ['--only', 'v1-removed/generated-names', '--cases', String(count)])
  const many = await generated(cases)
  const sent = await pairs(
    async () => (await generated(cases)).took,
    () => bare(many.asked),
  )
  show(`${cases} generated ÷ bare undici loop`, sent)
  const few = (await generated(fewCases)).took
  say(`peak memory with ${cases} requests ÷ with ${fewCases}: ${(many.took.peakMb / few.peakMb).toFixed(2)}`)
  for (const word of ['--version', '--help', 'list'])
    show(
      `${word} ÷ node -e 0`,
      await pairs(
        () => measured(folder, [command, word]),
        () => measured(folder, ['-e', '0']),
      ),
    )
  await benchScan()
}
await rm(folder, { recursive: true })
