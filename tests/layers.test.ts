import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Which other folders each folder may import. */
const table: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  checks: ['contracts'],
  suites: ['contracts', 'checks'],
  engine: ['contracts', 'checks', 'suites'],
  reporters: ['contracts'],
  'reference-impl': [],
  library: ['contracts', 'suites', 'engine', 'reporters', 'reference-impl'],
  bin: ['contracts', 'suites', 'engine', 'reporters', 'reference-impl', 'library'],
}

/** Of these folders, the only file that another folder may import. */
const onlyEntry: Readonly<Record<string, { readonly from: readonly string[]; readonly file: string }>> = {
  suites: { from: ['engine', 'library', 'bin'], file: 'suites/catalogue.ts' },
}

/** Packages and built-in modules that a folder may not import: I/O and the clock. */
const forbidden: Readonly<Record<string, RegExp>> = {
  contracts: /^node:|^undici|^hono/,
  checks: /^node:(?!crypto)|^undici|^hono/,
  suites: /^node:|^undici|^hono/,
  reporters: /^node:(?:fs|http|https|net|tls|child_process|process)|^undici/,
  'reference-impl': /^undici|^ajv/,
}

interface Import {
  readonly file: string
  readonly target: string
}

const filesOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(folder, name))

const importsOf = (file: string): readonly Import[] => {
  const source = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, source)
  const dynamic = module.dynamicImports.map(({ moduleRequest }) =>
    source.slice(moduleRequest.start, moduleRequest.end).replace(/^['"]|['"]$/g, ''),
  )
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamic,
  ].map(target => ({
    file,
    target: target.startsWith('.') ? relative(root, resolve(root, dirname(file), target)) : target,
  }))
}

describe.each(Object.entries(table))('%s', (folder, allowed) => {
  const files = filesOf(folder)
  const imports = files.flatMap(importsOf)
  const inside = imports.filter(({ target }) => [...Object.keys(table), 'tests'].includes(target.split('/')[0] ?? ''))

  it('imports only what the table allows', () => {
    // A guard that looked at nothing would hold for ever.
    expect(files.length).toBeGreaterThan(3)
    expect(inside.length).toBeGreaterThan(3)
    expect(inside.filter(({ target }) => ![folder, ...allowed].includes(target.split('/')[0] ?? ''))).toEqual([])
  })

  it('reaches for nothing that it may not', () => {
    const pattern = forbidden[folder]
    expect(pattern ? imports.filter(({ target }) => pattern.test(target)) : []).toEqual([])
  })
})

describe('the house', () => {
  it('has a row for every folder with code', () => {
    const folders = execFileSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter(file => file.includes('/'))
      .map(file => file.split('/')[0])
    expect(folders.length).toBeGreaterThan(100)
    expect([...new Set(folders)].filter(folder => folder !== 'tests').sort()).toEqual(Object.keys(table).sort())
  })

  it.each(Object.entries(onlyEntry))('lets other folders import %s through its entry only', (entry, { from, file }) => {
    const imports = from
      .flatMap(filesOf)
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith(`${entry}/`))
    expect(imports.length).toBeGreaterThan(0)
    expect(imports.filter(({ target }) => target !== file)).toEqual([])
  })

  it('keeps folders small enough to read at a glance', () => {
    const files = Object.keys(table).flatMap(filesOf)
    const counts = new Map<string, number>()
    expect(files.length).toBeGreaterThan(200)
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 20)).toEqual([])
  })

  it('has suites that never import one another', () => {
    const suites = filesOf('suites').filter(file => file !== 'suites/catalogue.ts')
    const imports = suites.flatMap(importsOf).filter(({ target }) => target.startsWith('suites/'))
    expect(suites.length).toBeGreaterThan(10)
    expect(imports).toEqual([])
  })

  it('has no clock and no console in contracts, checks, suites and reporters', () => {
    for (const file of ['contracts', 'checks', 'suites', 'reporters'].flatMap(filesOf))
      expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(
        /\bDate\.now\(|\bnew Date\(\)|\bconsole\.(?:log|info|warn|error|debug)\b|\bprocess\.(?!env\b)|\bMath\.random\(/,
      )
  })

  it('has no import cycle', () => {
    const files = Object.keys(table).flatMap(filesOf)
    const edges = new Map(
      files.map(file => [
        file,
        importsOf(file)
          .map(({ target }) => target)
          .filter(target => files.includes(target)),
      ]),
    )
    const state = new Map<string, 'open' | 'done'>()
    const cycles: string[] = []
    const visit = (file: string, trail: readonly string[]): void => {
      if (state.get(file) === 'done') return
      if (state.get(file) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
        return
      }
      state.set(file, 'open')
      for (const target of edges.get(file) ?? []) visit(target, [...trail, file])
      state.set(file, 'done')
    }
    for (const file of files) visit(file, [])
    expect(edges.size).toBeGreaterThan(80)
    expect(cycles).toEqual([])
  })
})
