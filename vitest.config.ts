import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type Plugin, type TestSpecification } from 'vitest/node'

// As in bin/process.ts: less CPU on Node 20, in every worker.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=500000')
// Most of what a run makes is let go of soon: with more room for it, less is copied.
setFlagsFromString('--min-semi-space-size=16')
setFlagsFromString('--max-semi-space-size=32')

/** Files of seconds, and folders that have more of them than others. */
const longest = [/\.(?:quick|all)\.|\/watch\/|\/corpus\.test/, /\/(?:bin|library|pact|replay|run|safety|suites)\//]

/** In an order by chance, but what takes longest first: begun last, it would keep one worker after the others have ended. */
class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    const keyOf = ({ moduleId }: TestSpecification): string => {
      const chance = createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')
      const tier = longest.findIndex(pattern => pattern.test(moduleId))
      return `${tier === -1 ? longest.length : tier} ${chance}`
    }
    return specs.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
  }
}

/**
 * What a module exports does not change once it is evaluated: as plain members, not as Vite's getters, tests take a twelfth less CPU. Packages
 * are loaded as Node loads them, without a proxy around each one that has a default export.
 */
const plainExports: Plugin = {
  name: 'plain-exports',
  enforce: 'post',
  transform: {
    filter: { id: { include: /\.ts$/, exclude: /\/node_modules\// } },
    handler: code => ({
      code: `${code}\nfor (const [name, value] of Object.entries(__vite_ssr_exports__)) Object.defineProperty(__vite_ssr_exports__, name, { value, enumerable: true, configurable: true })\n`,
      map: null,
    }),
  },
}

/**
 * One project: each one transforms and loads everything anew, and a worker that goes from one to another starts again. What a command runs of
 * it, it says by path: `*.quick.test.ts` is each fault and variant alone, against what it is about; `*.all.test.ts` takes minutes and proves
 * more of what the rest proves; `*.renew.ts` writes what is measured.
 */
export default defineConfig(({ mode }) => ({
  plugins: [plainExports],
  test: {
    // Above what any test takes on the slowest machine: it only ends what would never end.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // No test changes what it shares with another, and loading everything once a file takes longer than most files.
    pool: 'threads',
    isolate: false,
    deps: { interopDefault: false },
    // One more than there are cores: some files wait, for a process or for what a bad server never sends.
    maxWorkers: availableParallelism() + 1,
    // Tests that run side by side wait: for what a bad server never sends.
    maxConcurrency: 24,
    sequence: { shuffle: true, sequencer: LongestFirst },
    globalSetup: './tests/support/programs.ts',
    include: [mode === 'renew' ? 'tests/**/*.renew.ts' : 'tests/**/*.test.ts'],
  },
}))
