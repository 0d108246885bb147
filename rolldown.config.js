import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'rolldown'

const { peerDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** npm makes a command executable when it links it, and not when it is built once more. */
const executable = {
  name: 'executable',
  writeBundle: () => chmodSync(new URL('dist/bin/hub-conformance.js', import.meta.url), 0o755),
}

/** What sends, of undici: its entry also holds a browser's fetch, WebSocket and caches, half a megabyte that every run would load and keep. */
export const dispatchers = {
  name: 'dispatchers',
  resolveId: id => (id === 'undici' ? '\0undici' : null),
  load: id =>
    id === '\0undici'
      ? `import api from 'undici/lib/api/index.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
export { default as Pool } from 'undici/lib/dispatcher/pool.js'
export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js'
Object.assign(Dispatcher.prototype, api)`
      : null,
}

/** Licences that ask for no more than their text. */
const allowed = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0']

const licenseOf = folder => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry))
  if (!allowed.includes(license) || file === undefined)
    throw new Error(`${name} cannot be bundled: its licence is ${license}, its text ${file ?? 'is missing'}`)
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}

/** Writes the licence texts of the packages that are bundled. */
const licenses = {
  name: 'licenses',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)
    const folders = modules.flatMap(id => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
    const source = [...new Set(folders)]
      .sort()
      .map(licenseOf)
      .join(`\n${'-'.repeat(80)}\n\n`)
    this.emitFile({ type: 'asset', fileName: 'third-party-licenses.txt', source })
  },
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
  plugins: [executable, licenses, dispatchers],
  external: [/^node:/, ...Object.keys(peerDependencies).map(name => new RegExp(`^${name}(?:/|$)`))],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: {
      groups: [
        { name: 'version', test: /\/contracts\/version\.ts$/, priority: 1 },
        { name: 'start', test: /\/bin\/main\.ts$/ },
      ],
    },
    minify: false,
    sourcemap: false,
  },
})
