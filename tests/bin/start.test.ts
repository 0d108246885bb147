import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/** What a module loads before it runs: imports of types alone load nothing. */
const loadedBy = (file: string): readonly string[] => {
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const imported = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  )
  return [...imported, ...passedOn]
}

/** Own modules and packages that are loaded before the first line of a module runs. */
const closureOf = (entry: string): { readonly own: ReadonlySet<string>; readonly packages: ReadonlySet<string> } => {
  const own = new Set([entry])
  const packages = new Set<string>()
  for (const file of own)
    for (const target of loadedBy(file)) {
      if (!target.startsWith('.')) packages.add(target)
      else if (target.endsWith('.ts')) own.add(join(dirname(file), target))
    }
  return { own, packages }
}

// The help is shown in a blink only as long as what it does not need is loaded by the commands that do.
test('the command starts without what only some commands need', () => {
  const { own, packages } = closureOf('bin/process.ts')
  expect(own.size).toBeGreaterThan(30)
  const heavy = /^(?:ajv|chokidar|deepmerge-ts|ora|undici|unified|yaml|@hono\/node-server|remark-\w+)(?:\/|$)/
  expect([...packages].filter(name => heavy.test(name))).toEqual([])
  expect(own).not.toContain('engine/run.ts')
})

test('the catalogue is listed without what only a run needs', () => {
  expect([...closureOf('suites/catalogue.ts').packages]).toEqual([])
})

test('the version is answered before anything else is loaded', () => {
  const { own, packages } = closureOf('bin/hub-conformance.ts')
  expect([...own]).toEqual(['bin/hub-conformance.ts', 'contracts/version.ts'])
  expect([...packages]).toEqual([])
})

test('a scan of a file needs no HTTP client, and neither of them an overlay', () => {
  expect([...closureOf('engine/scan/har.ts').packages].filter(name => !name.startsWith('node:'))).toEqual([])
  expect(closureOf('engine/scan/forward.ts').packages).not.toContain('deepmerge-ts')
  expect(closureOf('engine/overlay/apply.ts').packages).toContain('deepmerge-ts')
})
