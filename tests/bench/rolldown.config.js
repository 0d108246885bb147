import { defineConfig } from 'rolldown'

export default defineConfig({
  input: { run: 'tests/bench/run.ts', hub: 'tests/bench/hub.ts', floor: 'tests/bench/floor.ts' },
  platform: 'node',
  external: /^(?!\.|\/)/,
  output: { dir: 'dist/bench', format: 'esm' },
})
