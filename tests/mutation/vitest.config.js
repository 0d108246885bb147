import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

const { tests, files } = JSON.parse(readFileSync(process.env.MUTATION_AREA, 'utf8'))
const root = resolve(import.meta.dirname, '../..')
const sources = new Map(files.map(({ name, content }) => [resolve(root, name), content]))
const caches = resolve(root, 'checks/remembered.ts')
const exported = /^export const (\w+)/gm
const source = sources.get(caches) ?? readFileSync(caches, 'utf8')
const forOneTry = ([, name]) => `\nexport const ${name} = globalThis.__stryker__.perTry(of_${name})`
sources.set(caches, source.replace(exported, 'const of_$1') + [...source.matchAll(exported)].map(forOneTry).join(''))

class AsListed extends BaseSequencer {
  sort(specs) {
    const at = ({ moduleId }) => tests.findIndex(test => resolve(root, test) === moduleId)
    return specs.toSorted((a, b) => at(a) - at(b))
  }
}

/** The tests of one area of scope.json, in one thread, with mutants in its files. */
export default defineConfig({
  plugins: [{ name: 'mutants', enforce: 'pre', load: id => sources.get(id.split('?')[0]) }],
  test: {
    include: tests,
    runner: './tests/mutation/runner.js',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: AsListed },
    dangerouslyIgnoreUnhandledErrors: true,
  },
})
