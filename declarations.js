import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Keeps of all emitted declarations those that the entry points lead to; the rest describes what nobody can import. */
const emitted = resolve('dist/declarations')
const kept = resolve('dist/types')
const entries = ['index', 'vitest', 'node-test'].map(name => join(emitted, 'library', `${name}.d.ts`))

const reached = new Set(entries)
for (const file of reached) {
  const text = readFileSync(file, 'utf8').replace(
    /((?:from |import\()['"])(\.[^'"]+)\.ts(['"])/g,
    (_, before, path, after) => {
      reached.add(resolve(dirname(file), `${path}.d.ts`))
      // Declarations stand for the modules as they run.
      return `${before}${path}.js${after}`
    },
  )
  const target = join(kept, relative(emitted, file))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}
rmSync(emitted, { recursive: true })
