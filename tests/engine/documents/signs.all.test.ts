import { expect, it } from 'vitest'
import { checkDocs } from '../../../engine/run.ts'

const endpoint = 'GET /v2/repositories/{namespace}'

const pages: Readonly<Record<string, (signs: string) => string>> = {
  'behind a day': signs => `2025-06-27 deprecated ${endpoint}: ${signs}x`,
  'in an item': signs => `## 2025-06-27\n\n- **Deprecated** ${endpoint} ${signs}x`,
  'in a heading': signs =>
    `## ${signs}x 2025-06-27\n\n- Deprecated: ${endpoint}\n\n## 2025-06-27 ${signs}x\n\n- New: a`,
  'in a table': signs =>
    `| Endpoint | Status | Date |\n|-|-|-|\n| ${endpoint} ${signs}x | Deprecated ${signs}x | 2025-06-27 |`,
}

const labelled = (description: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Hub', version: '1' },
    paths: {
      '/v2/repositories': { post: { deprecated: true, description, responses: {} } },
      '/v2/repositories/{namespace}': { get: { description, responses: {} } },
    },
  })

// Work for each pair of signs would not end before the test does.
it.each(['…', '!', '-', '[', '(#1', '@-', '?'])(
  'documents that repeat %j, 300,000 signs of it, are judged',
  async sign => {
    const signs = sign.repeat(300_000 / sign.length)
    for (const page of Object.values(pages)) {
      const text = page(signs)
      const { requirements } = await checkDocs({
        documents: {
          reference: { from: 'reference.json', text: labelled(signs) },
          deprecationLog: { from: 'log.md', text },
          changelog: { from: 'changes.md', text },
        },
      })
      expect(requirements.filter(({ verdict }) => verdict === 'error')).toEqual([])
    }
  },
)
