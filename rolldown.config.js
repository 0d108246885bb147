import { chmodSync, readFileSync } from 'node:fs'
import { defineConfig } from 'rolldown'

const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
)

/** npm makes a command executable when it links it, and not when it is built once more. */
const executable = {
  name: 'executable',
  writeBundle: () => chmodSync(new URL('dist/bin/hub-conformance.js', import.meta.url), 0o755),
}

/** Own code is bundled, so that a command starts in a blink; dependencies stay packages that an installer can update. */
export default defineConfig({
  input: {
    'bin/hub-conformance': 'bin/hub-conformance.ts',
    index: 'library/index.ts',
    vitest: 'library/vitest.ts',
    'node-test': 'library/node-test.ts',
    // A process of its own, beside the chunk that starts it.
    'chunks/pact-verifier': 'engine/pact/pact-verifier.js',
  },
  platform: 'node',
  plugins: [executable],
  external: [
    /^node:/,
    ...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).map(
      name => new RegExp(`^${name}(?:/|$)`),
    ),
  ],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: false,
    sourcemap: false,
  },
})
