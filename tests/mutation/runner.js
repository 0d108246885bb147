import { appendFileSync, readFileSync } from 'node:fs'
import { TestRunner } from 'vitest'

// Tests may have timers of their own.
const { setTimeout, clearTimeout } = globalThis
const now = performance.now.bind(performance)

const { files, mutants, log } = JSON.parse(readFileSync(process.env.MUTATION_AREA, 'utf8'))
const wanted = new Set(mutants.map(({ id }) => id))
const note = (...entry) => appendFileSync(log, `${JSON.stringify(entry)}\n`)
const before = readFileSync(log, 'utf8')
  .trim()
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line))
const killed = new Set(before.flatMap(([kind, id]) => (kind === 'killed' ? [id] : [])))
const tried = new Set(before.flatMap(([kind, id, test]) => (kind === 'try' ? [`${id} ${test}`] : [])))
/** Milliseconds: most of what slow tests kill is killed by quick ones, which come first. */
const slowest = before.some(([kind]) => kind === 'quick') ? Number.POSITIVE_INFINITY : 30

/** What the instrumented code reads and counts; what is remembered of one mutant would hide the next. */
const state = {
  tries: 0,
  perTry:
    make =>
    (...args) => {
      let [at, own] = []
      const current = () => {
        if (at !== state.tries) [at, own] = [state.tries, make(...args)]
        return own
      }
      return new Proxy(key => current()(key), { get: (_, name) => current()[name] })
    },
}
globalThis.__stryker__ = state
// Loaded first: what is evaluated then is reached by no test.
for (const { name } of files) await import(/* @vite-ignore */ `../../${name}`)

/** Runs each test, then again with each mutant that it reaches and that is alive, as retries of a repetition, then once more without. */
export default class extends TestRunner {
  onCollected(files) {
    const prepare = task => {
      // One at a time: what a test reaches would be mixed up with what others reach.
      task.concurrent = false
      if (task.type === 'test') task.repeats = 1
      else task.tasks.forEach(prepare)
    }
    for (const file of files) {
      prepare(file)
      if (file.result?.state === 'fail') note('broken', `${file.name}: ${file.result.errors?.[0]?.message}`)
    }
  }

  onBeforeTryTask(test, { retry, repeats }) {
    super.onBeforeTryTask(test)
    state.tries += 1
    if (repeats === 0) {
      state.currentTestId = test.id
      this.began = now()
    } else if (retry < this.pending.length) {
      state.activeMutant = this.pending[retry]
      state.hitCount = 0
      state.hitLimit = this.reached[state.activeMutant] * 100
      note('try', state.activeMutant, test.fullName)
    }
  }

  /** What waits for ever ends: it takes much longer than without a mutant. */
  async runTask(test) {
    const run = TestRunner.getTestFn(test)
    if (state.currentTestId === undefined && this.pending.length === 0) return
    if (state.activeMutant === undefined) return run()
    let timer
    const limit = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('time limit')), 2000 + 8 * this.lasted)
    })
    await Promise.race([run(), limit]).finally(() => clearTimeout(timer))
  }

  onAfterRetryTask(test, { repeats }) {
    const failed = test.result.state === 'fail'
    const message = test.result.errors?.at(-1)?.message
    const id = state.activeMutant
    if (id === undefined && failed)
      note('broken', `${test.fullName}${repeats ? ', after its mutants' : ''}: ${message}`)
    if (id !== undefined) {
      if (failed) note('killed', id, message === 'time limit' ? message : '')
      if (failed) killed.add(id)
      state.activeMutant = undefined
      // Vitest tries again what has an error.
      test.result = { ...test.result, state: 'run', errors: [{}], pending: undefined }
    } else if (repeats === 0) {
      this.lasted = now() - this.began
      this.reached = state.mutantCoverage?.perTest[test.id] ?? {}
      state.currentTestId = undefined
      const ids = Object.keys(this.reached).filter(one => wanted.has(one))
      const isOpen = one => !killed.has(one) && !tried.has(`${one} ${test.fullName}`)
      this.pending = failed || this.lasted > slowest ? [] : ids.filter(isOpen)
      test.retry = this.pending.length
      note('reached', ids)
    }
  }

  onAfterRunFiles(files) {
    super.onAfterRunFiles(files)
    note('static', Object.keys(state.mutantCoverage?.static ?? {}))
  }
}
