import { appendFileSync, readFileSync } from 'node:fs'
import { TestRunner } from 'vitest'

const { files, mutants, log } = JSON.parse(readFileSync(process.env.MUTATION_AREA, 'utf8'))
const wanted = new Set(mutants.map(({ id }) => id))
const note = (...entry) => appendFileSync(log, `${JSON.stringify(entry)}\n`)
const entries = kind =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(JSON.parse)
    .filter(([it]) => it === kind)
const killed = new Set(entries('killed').map(([, id]) => id))
/** Milliseconds: what slow tests would kill is mostly killed by quick ones, so those come first. */
const slowest = entries('quick').length === 0 ? 30 : Number.POSITIVE_INFINITY
const tried = new Set(entries('try').map(([, id, test]) => `${id} ${test}`))

/** What the instrumented code reads: the mutant that is active, and counts: of the mutants that a test reaches, and against endless loops. */
globalThis.__stryker__ = { tries: 0 }
const state = globalThis.__stryker__
// Loaded first: what is evaluated then is reached by no test.
for (const { name } of files) await import(/* @vite-ignore */ `../../${name}`)

/**
 * Runs each test once, then once for each mutant that it reaches and that is alive, and once more without any. Vitest's `repeats` and
 * `retry` do so in one process, with hooks and fixtures as ever: each try is a retry of the first repetition.
 */
export default class extends TestRunner {
  onCollected(files) {
    const prepare = task => {
      // One at a time: what a test reaches would be mixed up with what others reach.
      task.concurrent = false
      if (task.type === 'test') task.repeats = 1
      else task.tasks.forEach(prepare)
    }
    files.forEach(prepare)
  }

  onBeforeTryTask(test, { retry, repeats }) {
    super.onBeforeTryTask(test)
    state.tries += 1
    if (repeats === 0) {
      this.began = performance.now()
      this.pending = []
      state.currentTestId = test.id
    } else if (retry < this.pending.length) {
      const id = this.pending[retry]
      note('try', id, test.fullName)
      state.activeMutant = id
      state.hitCount = 0
      state.hitLimit = this.reached[id] * 100
    }
  }

  /** What waits for ever ends: it takes much longer than without a mutant. */
  async runTask(test) {
    let timer
    const limit = new Promise((_, reject) => {
      const end = () => reject(new Error('time limit'))
      if (state.activeMutant !== undefined) timer = setTimeout(end, 2000 + 8 * this.lasted)
    })
    await Promise.race([TestRunner.getTestFn(test)(), limit]).finally(() => clearTimeout(timer))
  }

  onAfterRetryTask(test, { repeats }) {
    const failed = test.result.state === 'fail'
    if (repeats === 0) {
      this.lasted = performance.now() - this.began
      this.reached = state.mutantCoverage?.perTest[test.id] ?? {}
      state.currentTestId = undefined
      const ids = Object.keys(this.reached).filter(id => wanted.has(id))
      note('reached', ids)
      this.pending =
        failed || this.lasted > slowest ? [] : ids.filter(id => !killed.has(id) && !tried.has(`${id} ${test.fullName}`))
      test.retry = this.pending.length
    }
    const message = test.result.errors?.at(-1)?.message
    const id = state.activeMutant
    state.activeMutant = undefined
    if (id === undefined) {
      if (failed) note('broken', `${test.fullName}${repeats === 0 ? '' : ', after its mutants'}: ${message}`)
      return
    }
    if (failed) killed.add(id)
    if (failed) note('killed', id, message === 'time limit' ? message : '')
    // Vitest tries again what has an error.
    test.result = { ...test.result, state: 'run', errors: [{}], pending: undefined }
  }

  onAfterRunFiles(files) {
    super.onAfterRunFiles(files)
    note('static', Object.keys(state.mutantCoverage?.static ?? {}))
  }
}
