import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { shuffle: true },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/**/*.test.ts'], exclude: ['tests/shared/**', 'tests/browser/**'] },
      },
      { extends: true, test: { name: 'shared', include: ['tests/shared/**/*.test.ts'] } },
      { extends: true, test: { name: 'browser', include: ['tests/browser/**/*.test.ts'] } },
    ],
  },
})
