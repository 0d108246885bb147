import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Which folder may import which others, beside itself. */
const table: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  suites: ['contracts'],
  engine: ['contracts', 'suites'],
  reporters: ['contracts'],
  'reference-impl': [],
  library: ['contracts', 'suites', 'engine', 'reporters', 'reference-impl', 'bin'],
}

/** What a folder may not reach for: input, output and the clock. */
const forbidden: Readonly<Record<string, RegExp>> = {
  contracts: /^node:(?!crypto)|^undici|^hono/,
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
  const inside = imports.filter(({ target }) =>
    /^(?:bin|contracts|suites|engine|reporters|reference-impl|tests|library)\//.test(target),
  )

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
  it('lets the engine see the suites through the catalogue alone', () => {
    const imports = filesOf('engine')
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith('suites/'))
    expect(imports.length).toBeGreaterThan(0)
    expect(imports.filter(({ target }) => target !== 'suites/catalogue.ts')).toEqual([])
  })

  it('has suites that never import one another', () => {
    const suites = filesOf('suites').filter(file => file !== 'suites/catalogue.ts')
    const imports = suites.flatMap(importsOf).filter(({ target }) => target.startsWith('suites/'))
    expect(suites.length).toBeGreaterThan(10)
    expect(imports).toEqual([])
  })

  it('has no clock and no console in contracts and suites', () => {
    for (const file of [...filesOf('contracts'), ...filesOf('suites'), ...filesOf('reporters')])
      expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(
        /\bDate\.now\(|\bnew Date\(\)|\bconsole\.(?:log|info|warn|error|debug)\b|\bprocess\.(?!env\b)|\bMath\.random\(/,
      )
  })

  it('has no import cycle', () => {
    const files = [...Object.keys(table), 'bin'].flatMap(filesOf)
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
