import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'

// As in bin/process.ts: less CPU on Node 20, in every worker.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=500000')
// Most of what a run makes is let go of soon: with more room for it, less is copied.
setFlagsFromString('--min-semi-space-size=16')
setFlagsFromString('--max-semi-space-size=32')

const own = ['tests/shared/**', 'tests/browser/**', 'tests/proxies/**']
/** Each fault and variant alone, against what it is about. */
const quick = 'tests/**/*.quick.test.ts'
/** What takes minutes and proves more of what the rest proves: `npm run test:all`. */
const long = 'tests/**/*.all.test.ts'

export default defineConfig({
  test: {
    // Above what any test takes on the slowest machine: it only ends what would never end.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // No test changes what it shares with another, and loading everything once a file takes longer than most files.
    pool: 'threads',
    isolate: false,
    // One more than there are cores: some files wait, for a process or for what a bad server never sends.
    maxWorkers: availableParallelism() + 1,
    // Tests that run side by side wait: for what a bad server never sends.
    maxConcurrency: 24,
    sequence: { shuffle: true },
    globalSetup: './tests/support/programs.ts',
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/**/*.test.ts'], exclude: [...own, quick, long] } },
      { extends: true, test: { name: 'quick', include: [quick] } },
      { extends: true, test: { name: 'all', include: [long] } },
      // Writes what is measured: `npm run renew`.
      { extends: true, test: { name: 'renew', include: ['tests/**/*.renew.ts'] } },
      { extends: true, test: { name: 'shared', include: ['tests/shared/**/*.test.ts'] } },
      { extends: true, test: { name: 'browser', include: ['tests/browser/**/*.test.ts'] } },
      { extends: true, test: { name: 'proxies', include: ['tests/proxies/**/*.test.ts'] } },
    ],
  },
})
