import { chmodSync, readFileSync } from 'node:fs'
import { defineConfig } from 'rolldown'
import license from 'rollup-plugin-license'

const { peerDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** npm makes a command executable when it links it, and not when it is built once more. */
const executable = {
  name: 'executable',
  writeBundle: () => chmodSync(new URL('dist/bin/hub-conformance.js', import.meta.url), 0o755),
}

/** Licences that ask for no more than their text. */
const allow = {
  test: '(MIT OR ISC OR BSD-2-Clause OR BSD-3-Clause OR Apache-2.0)',
  failOnUnlicensed: true,
  failOnViolation: true,
}

/**
 * Everything is bundled, dependencies too: a verdict must not depend on the versions that an installer picks, and a command that loads fewer
 * files starts sooner. Their licence texts go with them.
 */
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
  plugins: [executable, license({ thirdParty: { allow, output: 'dist/third-party-licenses.txt' } })],
  external: [/^node:/, ...Object.keys(peerDependencies).map(name => new RegExp(`^${name}(?:/|$)`))],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: false,
    sourcemap: false,
  },
})
