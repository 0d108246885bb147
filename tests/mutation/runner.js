import { appendFileSync, readFileSync } from 'node:fs'
import { TestRunner } from 'vitest'

// Tests may have timers of their own.
const { setTimeout, clearTimeout } = globalThis
const now = performance.now.bind(performance)

const { files, mutants, log } = JSON.parse(readFileSync(process.env.MUTATION_AREA, 'utf8'))
const places = new Map(mutants.map(({ id, fileName, location }) => [id, { fileName, ...location }]))
const note = (...entry) => appendFileSync(log, `${JSON.stringify(entry)}\n`)
const before = readFileSync(log, 'utf8')
  .trim()
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line))
const killed = new Set(before.flatMap(([kind, id]) => (kind === 'killed' ? [id] : [])))
const triedIn = (kind, test) =>
  new Set(before.flatMap(([is, ids, name]) => (is === kind && name === test.fullName ? ids : [])))
/** Milliseconds of work: most of what slow tests kill is killed by quick ones, which come first. */
const slowest = before.some(([kind]) => kind === 'quick') ? Number.POSITIVE_INFINITY : 100
const worked = () => process.cpuUsage().user / 1000

/** Lines between two mutants that are tried at once: near each other, one often hides the other. */
const far = 20
const areNear = (a, b) =>
  a.fileName === b.fileName && a.start.line < b.end.line + far && b.start.line < a.end.line + far
/** Milliseconds of work that each mutant was tried alone for, and how many are enough: one hides another less often in small groups. */
const alone = new Map()
const longestAlone = 300
const largest = 12

/**
 * What is tried at once: a mutant alone at first, then several in different places, other ones together for each test. A test that fails on
 * several says nothing of each, and they are halved; one that passes may miss a mutant that another one hides, so no score is too high.
 */
const groupsOf = (ids, lasted, isAlone) => {
  const groups = []
  const open = []
  for (const id of ids.toSorted(() => Math.random() - 0.5)) {
    const before = alone.get(id) ?? 0
    alone.set(id, before + lasted)
    const fits = group => group.length < largest && group.every(other => !areNear(places.get(id), places.get(other)))
    const group = open.find(fits)
    if (before < longestAlone || isAlone(id)) groups.push([id])
    else if (group) group.push(id)
    else open.push([id])
  }
  return [...groups, ...open]
}

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
      return new Proxy((...given) => current()(...given), { get: (_, name) => current()[name] })
    },
}
globalThis.__stryker__ = state
// Loaded first: what is evaluated then is reached by no test.
for (const { name } of files) await import(/* @vite-ignore */ `../../${name}`)

/** Runs each test, then again with the mutants that it reaches and that are alive, as retries of a repetition, then once more without. */
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

  onBeforeTryTask(test, { repeats }) {
    super.onBeforeTryTask(test)
    state.tries += 1
    if (repeats === 0) {
      state.currentTestId = test.id
      this.began = now()
      this.worked = worked()
      return
    }
    this.trying = this.waiting.shift()
    state.activeMutants = new Set(this.trying)
    if (this.trying === undefined) return
    state.hitCount = 0
    state.hitLimit = this.trying.reduce((sum, id) => sum + this.reached[id], 0) * 100
    note('try', this.trying, test.fullName)
  }

  /** What waits for ever ends: it takes much longer than without a mutant. */
  async runTask(test) {
    const run = TestRunner.getTestFn(test)
    if (state.currentTestId === undefined && test.retry === 0) return
    if (this.trying === undefined) return run()
    let timer
    const limit = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('time limit')), 2000 + 8 * this.lasted)
    })
    await Promise.race([run(), limit]).finally(() => clearTimeout(timer))
  }

  onAfterRetryTask(test, { repeats }) {
    const failed = test.result.state === 'fail'
    const message = test.result.errors?.at(-1)?.message
    const { trying } = this
    if (trying === undefined && failed)
      note('broken', `${test.fullName}${repeats ? ', after its mutants' : ''}: ${message}`)
    if (trying !== undefined) {
      if (!failed) note('passed', trying, test.fullName)
      else if (trying.length > 1) {
        const half = Math.ceil(trying.length / 2)
        this.waiting.unshift(trying.slice(0, half), trying.slice(half))
      } else {
        note('killed', trying[0], message === 'time limit' ? message : '')
        killed.add(trying[0])
      }
      this.trying = undefined
      // Vitest tries again what has an error.
      test.result = { ...test.result, state: 'run', errors: [{}], pending: undefined }
    } else if (repeats === 0) {
      this.lasted = now() - this.began
      this.reached = state.mutantCoverage?.perTest[test.id] ?? {}
      state.currentTestId = undefined
      const ids = Object.keys(this.reached).filter(one => places.has(one))
      const work = worked() - this.worked
      const isSlow = work > slowest
      const [passed, stuck] = ['passed', 'stuck'].map(kind => triedIn(kind, test))
      const open = failed ? [] : ids.filter(one => !killed.has(one) && !passed.has(one))
      if (isSlow && open.length > 0) note('later')
      this.waiting = isSlow ? [] : groupsOf(open, work, one => stuck.has(one))
      // Each group may have to be halved until each mutant is alone; then the test runs once more without any.
      test.retry = this.waiting.length === 0 ? 0 : 2 * open.length
      note('reached', ids)
    } else test.result.state = 'pass'
  }

  onAfterRunFiles(files) {
    super.onAfterRunFiles(files)
    note('static', Object.keys(state.mutantCoverage?.static ?? {}))
  }
}
