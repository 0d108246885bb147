import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

const { tests, only, files } = JSON.parse(readFileSync(process.env.MUTATION_AREA, 'utf8'))
const sources = new Map(files.map(({ name, content }) => [resolve(name), content]))
// What is remembered of one mutant would hide the next: it is remembered for one try.
const remembered = readFileSync('checks/remembered.ts', 'utf8')
const names = [...remembered.matchAll(/^export const (\w+)/gm)].map(([, name]) => name)
sources.set(
  resolve('checks/remembered.ts'),
  `${remembered.replace(/^export const (\w+)/gm, 'const once_$1')}
const perTry = make => (...args) => {
  let at, own
  return key => {
    const { tries } = globalThis.__stryker__
    if (at !== tries) [at, own] = [tries, make(...args)]
    return own(key)
  }
}
${names.map(name => `export const ${name} = perTry(once_${name})`).join('\n')}`,
)

class AsListed extends BaseSequencer {
  sort(specs) {
    const at = ({ moduleId }) => tests.findIndex(test => resolve(test) === moduleId)
    return specs.toSorted((a, b) => at(a) - at(b))
  }
}

/** The tests of one area of scope.json, in one thread, with mutants in its files: see runner.js. */
export default defineConfig({
  plugins: [{ name: 'mutants', enforce: 'pre', load: id => sources.get(id.split('?')[0]) }],
  test: {
    include: tests,
    testNamePattern: only,
    runner: './tests/mutation/runner.js',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: AsListed },
    silent: true,
    reporters: [],
    dangerouslyIgnoreUnhandledErrors: true,
  },
})
