/** Lines a second of `scan`: source code without a use, source code full of uses, and an access log. Prints medians; judges nothing. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanCode } from '../../engine/scan/code/scan.ts'
import { scanLogs } from '../../engine/scan/log/log.ts'
import { corpusFolder, corpusTexts } from '../support/scan-corpus.ts'
import { median } from './median.ts'

const rounds = 5
const files = 400

const line =
  '203.0.113.7 - - [21/Nov/2026:23:30:00 +0000] "GET /v2/repositories/acme/?page=2 HTTP/1.1" 200 512 "-" "curl/8.5.0"\n'

const perSecond = async (lines: () => Promise<number>): Promise<string> => {
  const speeds: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    const read = await lines()
    speeds.push((read / (performance.now() - started)) * 1000)
  }
  return `${Math.round(median(speeds)).toLocaleString('en-US')} lines/s`
}

/** Prints one line for each kind of input. */
export const benchScan = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-conformance-bench-'))
  const plain = Array.from(
    { length: 250 },
    (_, at) => `  const value${at} = compute(${at}, 'text of line ${at}')\n`,
  ).join('')
  const used = corpusTexts().join('\n')
  await Promise.all(
    Array.from({ length: files }, (_, at) =>
      // One file in twenty uses the API, as in a large repository.
      writeFile(join(folder, `file${at}.js`), at % 20 === 0 ? plain + used : plain),
    ),
  )
  const code = async (path: string): Promise<number> => (await scanCode([path], folder)).scan.lines
  const log = async function* (): AsyncGenerator<string> {
    for (let at = 0; at < 100; at++) yield line.repeat(1_000)
  }
  const logged = async (): Promise<number> => (await scanLogs([{ file: 'access.log', chunks: log() }])).requests.seen
  process.stdout.write(
    [
      `scan, code      ${await perSecond(() => code('.'))}  (${files} files, one in twenty with uses, median of ${rounds})`,
      `scan, corpus    ${await perSecond(() => code(corpusFolder))}  (every other line a use or a look-alike)`,
      `scan, log       ${await perSecond(logged)}  (every line a use)`,
      '',
    ].join('\n'),
  )
  await rm(folder, { recursive: true })
}
