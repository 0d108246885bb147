import { expect, it } from 'vitest'
import { droppedPath } from '../../../../engine/documents/pages/dropped.ts'
import { readPage } from '../../../../engine/documents/pages/page.ts'
import { collectProblems } from '../../../../engine/documents/problems.ts'
import { checkDocs } from '../../../../engine/run.ts'

const readWhole = (source: string) => droppedPath(source, readPage(source, 'log.md', collectProblems()), 'log.md')

it('finds nothing where all paths were read', () => {
  for (const source of [
    'no paths',
    '- GET `/v2/repositories/{namespace}`\n- [POST](https://hub.example.com/v2/repositories)\n',
    '| Path | Status |\n|-|-|\n| /v2/repositories/\\{namespace} | Deprecated |\n',
    '<p>GET &#47;v2/repositories/{namespace}</p>',
    // What nobody sees is not published.
    '{"url": "https:\\/\\/hub.example.com/api/v2/articles", "body": "<h2>2025-09-19</h2><p>GET /v2/repositories</p>"}',
    '<p>GET <span class="opblock-summary-path" data-path="/v2/repositories">/v2<wbr>/repositories</span></p>',
    'GET /v2/repositories\n\n<!-- POST /v2/repositories -->\n{/* POST /v2/repositories */}\n',
  ])
    expect(readWhole(source)).toBeUndefined()
})

it('does not look for what AsciiDoc shows nowhere', () => {
  const source = '= Old\n:old: /v2/repositories\n:unused: /v1/repositories\n\n== Endpoints\n\n* POST {old}\n'
  expect(droppedPath(source, readPage(source, 'log.adoc', collectProblems()), 'log.adoc')).toBeUndefined()
})

it('names the line of a path that was left out', () => {
  const page = readPage('GET /v2/repositories\n', 'log.md', collectProblems())
  expect(droppedPath('GET /v2/repositories\n\nGET /v1/repositories\n', page, 'log.md')).toEqual({
    line: 3,
    why: 'Line 3 of log.md names /v1/repositories, and is not read.',
  })
  const twice = 'GET /v2/repositories\n\n* * *\n\nPOST /v2/repositories\n'
  expect(droppedPath(twice, page, 'log.md')?.why).toBe(
    'log.md names /v2/repositories 2 times, and 1 of these are read.',
  )
})

it('names a path with a sign that is not known', () => {
  expect(readWhole('- GET `/v2/repositories/⟨namespace⟩`\n')?.why).toBe(
    'log.md names /v2/repositories/⟨…, with a sign that is not known in a path.',
  )
})

it('absence is not claimed of a page of which something was left out', async () => {
  const text =
    '---\nroutes: [GET /v2/repositories/{namespace}, deprecated 2025-06-27]\n---\n# Log\n\n| Feature | Status | Date |\n|-|-|-|\n| v1 API | Removed | 2022-08-23 |\n'
  const { requirements } = await checkDocs({ documents: { deprecationLog: { from: 'log.md', text } } })
  const verdictOf = (id: string) => requirements.find(requirement => requirement.id === id)?.verdict
  expect(verdictOf('deprecation-log/legacy-list')).toBe('inconclusive')
  expect(verdictOf('deprecation-log/v1-api')).toBe('pass')
})
