import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/**/*.test.ts'], exclude: ['tests/shared/**'] } },
      { extends: true, test: { name: 'shared', include: ['tests/shared/**/*.test.ts'] } },
    ],
  },
})
