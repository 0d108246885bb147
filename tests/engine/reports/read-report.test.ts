import { beforeAll, describe, expect, it } from 'vitest'
import { dockerHub } from '../../../contracts/bindings/docker-hub.ts'
import schema from '../../../contracts/report.schema.json' with { type: 'json' }
import { type Report, reportSchemaVersion } from '../../../contracts/results/report.ts'
import { levels, severity } from '../../../contracts/results/verdict.ts'
import { readReport } from '../../../engine/reports/read.ts'
import { checkDocs } from '../../../engine/run.ts'
import { settingNames } from '../../../library/setting-names.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { reporters } from '../../../reporters/index.ts'
import { catalogue, variants } from '../../../suites/catalogue.ts'
import { differing, halfKnown } from '../../reporters/fixtures/held.ts'
import { hostile, mixed } from '../../reporters/fixtures/reports.ts'
import { runTwisted } from '../../support/run.ts'

const textOf = reporters.json.render

const reports: Report[] = []

beforeAll(async () => {
  const { handler } = createHub()
  const text = async (path: string) => (await handler(new Request(`http://hub.invalid${path}`))).text()
  reports.push(
    await runTwisted(undefined),
    await runTwisted(undefined, { allowWrites: false, credentials: {}, fixtures: {}, settingNames }),
    await runTwisted(undefined, { asOf: '2025-06-27', select: { suites: ['presence'] } }),
    await runTwisted(async () => new Response(new Uint8Array([0xff]), { status: 500 }), { patienceMs: 100 }),
    await runTwisted(catalogue[0]?.faults['not-found']?.twist()),
    await runTwisted(variants['own-json-type']?.twist(), { select: { suites: ['presence'] } }),
    await runTwisted(variants['own-header']?.twist(), { select: { suites: ['presence'] } }),
    await runTwisted(variants['mixed-credentials']?.twist(), { select: { suites: ['presence'] } }, '', 'password'),
    await runTwisted(variants['no-documents']?.twist(), {
      select: { suites: ['presence'] },
      bindings: {
        operations: {
          'oat.create': {
            method: 'POST',
            path: '/v2/orgs/{org}/access-tokens',
            query: { view: 'full' },
            body: { label: '{name}', resources: [{ type: 'TYPE_REPO', path: 'library/*', scopes: ['repo-pull'] }] },
          },
          'oat.update': { method: 'PATCH', path: '/v2/orgs/{org}/access-tokens/{id}' },
        },
      },
    }),
    await checkDocs({ documents: { changelog: { from: 'empty.md', text: 'No change has a date here.\n' } } }),
    await checkDocs({
      documents: {
        reference: {
          from: 'unread.json',
          text: JSON.stringify({
            openapi: '3.1.0',
            info: { title: 'Hub', version: '1' },
            paths: {
              '/v2/x': { $ref: 'https://elsewhere.example/x.json' },
              '/v2/y': { get: { operationId: 'y', description: 'Of y.', responses: { 200: { description: 'y' } } } },
            },
          }),
        },
      },
    }),
    await checkDocs({ documents: { changelog: { from: 'changelog.md', text: await text('/changelog.md') } } }),
    await checkDocs({ documents: { reference: { from: 'openapi.json', text: await text('/openapi.json') } } }),
  )
})

describe('what is read', () => {
  it('is every report that is written', () => {
    for (const report of reports)
      expect(readReport(textOf(report), 'r.json')).toEqual(JSON.parse(JSON.stringify(report)))
  })
})

describe('the published schema', () => {
  interface Node {
    readonly $ref?: string
    readonly properties?: Readonly<Record<string, Node>>
    readonly additionalProperties?: unknown
    readonly items?: Node | boolean
    readonly anyOf?: readonly Node[]
    readonly [key: string]: unknown
  }
  const defs = schema.$defs as unknown as Readonly<Record<string, Node>>

  /** Notes every member that a value has, under the place where the schema describes it. */
  const walk = (value: unknown, node: Node, place: string, met: Set<string>): void => {
    if (node.$ref !== undefined) {
      const name = node.$ref.replace('#/$defs/', '')
      const target = defs[name]
      if (!target) throw new Error(`${place} refers to nothing: ${name}`)
      walk(value, target, name, met)
      return
    }
    for (const part of node.anyOf ?? []) if (part.type !== 'null') walk(value, part, place, met)
    if (Array.isArray(value)) for (const item of value) walk(item, node.items as Node, `${place}[]`, met)
    else if (typeof value === 'object' && value !== null && node.properties)
      for (const [key, inner] of Object.entries(value)) {
        met.add(`${place}.${key}`)
        const next = node.properties[key]
        if (next === undefined) throw new Error(`${place}.${key} is not described`)
        walk(inner, next, `${place}.${key}`, met)
      }
  }

  /** Every member that the schema describes. */
  const described = (node: Node, place: string): readonly string[] => [
    ...Object.entries(node.properties ?? {}).flatMap(([key, inner]) => [
      `${place}.${key}`,
      ...described(inner, `${place}.${key}`),
    ]),
    ...(typeof node.items === 'object' ? described(node.items, `${place}[]`) : []),
    ...(node.anyOf ?? []).flatMap(part => described(part, place)),
  ]

  it('describes what reports have, and next to nothing else', () => {
    const met = new Set<string>()
    for (const report of [...reports, mixed, hostile, differing, halfKnown])
      walk(JSON.parse(textOf(report)), schema as unknown as Node, '', met)
    const all = [
      ...described(schema as unknown as Node, ''),
      ...Object.entries(defs).flatMap(([name, node]) => described(node, name)),
    ]
    expect(all.length).toBeGreaterThan(80)
    // What these reports happen not to have.
    const rare = [
      '.timing.unrecorded',
      'advice.snippet',
      'advice.snippet[]',
      'binding.login.isBasic',
      'binding.operationsIn',
      'binding.operationsIn.around',
      'binding.operationsIn.member',
      'changelog.dates[].group',
      'changelog.dates[].part',
      'exchange.repeated',
      'fixture.from',
      'leftover.needs',
      'leftover.uncertain',
      'leftover.unserved',
      'log.rows[].mixed',
      'log.rows[].quote',
      'operation.deprecatedSince',
      'operation.deprecatedSince[].key',
      'operation.deprecatedSince[].value',
      'operation.notes',
      'operation.notes[]',
      'publishedDate.elsewhere',
      'operation.parameters[].example',
      'operation.replacements',
      'operation.requestBody.example',
      'operation.unclearLabel',
      'reference.csrfHeader',
      'replacement.choice',
      'replacement.extension',
      'replacement.method',
      'replacement.none',
      'replacement.path',
      'replacement.unsure',
    ]
    expect(met.size).toBeGreaterThan(80)
    expect(all.filter(place => !met.has(place) && !rare.includes(place))).toEqual([])
  })

  it('names the verdicts and levels that there are', () => {
    expect(defs.verdict?.enum).toEqual(severity)
    expect(defs.level?.enum).toEqual(levels)
    expect(Object.keys(defs.summary?.properties?.counts?.properties ?? {})).toEqual(severity)
    expect(new RegExp(schema.properties.schemaVersion.pattern).test(reportSchemaVersion)).toBe(true)
    for (const { method, path } of dockerHub) {
      expect(method).toMatch(new RegExp(String(defs.binding?.properties?.method?.pattern)))
      expect(path).toMatch(new RegExp(String(defs.binding?.properties?.path?.pattern)))
    }
    for (const { id } of catalogue) expect(id).toMatch(new RegExp(String(defs.requirement?.properties?.id?.pattern)))
  })

  it('leaves nothing open but what has no form of its own', () => {
    const open = (node: Node, place: string): readonly string[] => [
      ...(node.type === 'object' && node.additionalProperties !== false ? [place] : []),
      ...Object.entries(node.properties ?? {}).flatMap(([key, inner]) => open(inner, `${place}.${key}`)),
      ...(typeof node.items === 'object' ? open(node.items, `${place}[]`) : []),
      ...(node.anyOf ?? []).flatMap(part => open(part, place)),
    ]
    const places = [
      ...open(schema as unknown as Node, ''),
      ...Object.entries(defs).flatMap(([name, node]) => open(node, name)),
    ]
    expect(places).toEqual([
      '.options',
      'reason.values',
      'jsonSchema',
      'binding.query',
      'binding.headers',
      'binding.operationsIn.around',
    ])
  })
})
