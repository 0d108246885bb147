import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * Keeps of all emitted declarations those that the entry points lead to; the rest describes what nobody can import. What imports the
 * package and what requires it have declarations of their own: TypeScript takes a declaration for the kind of module that its name says.
 */
const emitted = resolve('dist/declarations')
const kept = resolve('dist/types')
const names = ['index', 'vitest', 'node-test']
const entries = names.map(name => join(emitted, 'library', `${name}.d.ts`))

const reached = new Set(entries)
for (const file of reached) {
  const text = readFileSync(file, 'utf8')
  const imports = /((?:from |import\()['"])(\.[^'"]+)\.ts(['"])/g
  for (const [, , path] of text.matchAll(imports)) reached.add(resolve(dirname(file), `${path}.d.ts`))
  const target = join(kept, relative(emitted, file))
  mkdirSync(dirname(target), { recursive: true })
  // Declarations stand for the modules as they run.
  writeFileSync(target, text.replace(imports, '$1$2.js$3'))
  writeFileSync(target.replace(/\.ts$/, '.cts'), text.replace(imports, '$1$2.cjs$3'))
}
for (const name of names) writeFileSync(resolve('dist', `${name}.cjs`), `module.exports = require('./${name}.js')\n`)
rmSync(emitted, { recursive: true })
