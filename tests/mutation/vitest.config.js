import { defineConfig } from 'vitest/config'

// The tests of one area of scope.json, in one thread: Stryker needs to know which test reaches which mutant.
export default defineConfig({
  test: {
    setupFiles: ['tests/mutation/load.js'],
    include: process.env.MUTATION_TESTS.split(' '),
    exclude: ['**/*.all.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
  },
})
