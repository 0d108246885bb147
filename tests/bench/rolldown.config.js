import { defineConfig } from 'rolldown'

export default defineConfig({
  input: 'tests/bench/run.ts',
  platform: 'node',
  external: /^(?!\.|\/)/,
  output: { file: 'dist/bench.js', format: 'esm' },
})
