import { describe, expect, it } from 'vitest'
import { checkDocs } from '../../../engine/run.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { withVerdict } from '../../support/run.ts'

interface Reference {
  servers?: readonly { readonly url: string }[]
  paths: Record<string, Record<string, { deprecated?: boolean }>>
}

const published = async (path: string): Promise<string> => {
  const { handler } = createHub({ seed: 1 })
  return (await handler(new Request(`http://hub.invalid${path}`))).text()
}

const reference: Reference = JSON.parse(await published('/openapi.json'))
const log = await published('/deprecated.md')

const inServer: Reference = { ...reference, servers: [{ url: 'https://hub.example.com/api/' }] }
const inPaths: Reference = {
  ...reference,
  servers: [],
  paths: Object.fromEntries(Object.entries(reference.paths).map(([path, item]) => [`/api${path}`, item])),
}

const unlabelled = (given: Reference): Reference => {
  const copy = structuredClone(given)
  for (const [path, item] of Object.entries(copy.paths))
    if (path.endsWith('/repositories/{namespace}')) delete item.get?.deprecated
  return copy
}

const judge = (given: Reference, deprecationLog?: string) =>
  checkDocs({
    documents: {
      reference: { from: 'openapi.json', text: JSON.stringify(given) },
      ...(deprecationLog === undefined ? {} : { deprecationLog: { from: 'deprecated.md', text: deprecationLog } }),
    },
  })

describe.each([
  ['in the address of its server', inServer],
  ['in its paths', inPaths],
])('a reference that says where the hub is mounted %s, judged alone', (_name, mounted) => {
  it('holds what it would hold at the root', async () => {
    const report = await judge(mounted)
    expect(report.result).toBe('conformant')
    expect(report.summary).toEqual((await judge(reference)).summary)
  })

  it('labels what it labels, beside a log that does not', async () => {
    const report = await judge(
      mounted,
      '# Deprecated\n\n| Status | Feature | Date |\n|---|---|---|\n| Removed | API v1 | 2022-08-23 |\n',
    )
    expect(
      Object.keys(withVerdict(report, 'fail')).filter(id => id.startsWith('labels/') && id !== 'labels/logged'),
    ).toEqual([])
  })

  it('lacks the label that it lacks', async () => {
    const bare = log.replaceAll(/\/v2\/repositories\/\{namespace\}(?!\/)/g, '/v2/other')
    expect(withVerdict(await judge(unlabelled(mounted), bare), 'fail')).toMatchObject({
      'labels/get-namespace': 'not-labelled',
    })
  })
})
