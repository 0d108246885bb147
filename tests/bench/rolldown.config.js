import { defineConfig } from 'rolldown'
import { dispatchers } from '../../rolldown.config.js'

const options = { platform: 'node', output: { dir: 'dist/bench', format: 'esm' } }
const inputs = names => Object.fromEntries(names.map(name => [name, `tests/bench/${name}.ts`]))

export default defineConfig([
  { ...options, input: inputs(['run', 'hub', 'floor', 'checked-server', 'pact']), external: /^(?!\.|\/)/ },
  // With its dependencies in it, as in the command.
  { ...options, input: inputs(['engine']), external: /^(?:node:|@pact-foundation\/)/, plugins: [dispatchers] },
])
