import { defineConfig } from 'rolldown'

export default defineConfig({
  input: Object.fromEntries(
    ['run', 'hub', 'floor', 'checked-server', 'engine', 'pact'].map(name => [name, `tests/bench/${name}.ts`]),
  ),
  platform: 'node',
  external: /^(?!\.|\/)/,
  output: { dir: 'dist/bench', format: 'esm' },
})
