import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import { keptFolded } from '../../reporters/html/style/layout.ts'
import { large, payloads, poisoned } from '../reporters/fixtures/html.ts'
import { conformant, mixed, unverified } from '../reporters/fixtures/reports.ts'
import { browserForTests, overflow } from './browser.ts'
import { failingRun, incompleteRun, sharedRun } from './reports.ts'

const open = browserForTests()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs axe beside the page: its policy lets no script in, and is not lifted for it. */
const violations = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe)
  const results = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })')
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}

const openAll = (page: Page): Promise<void> =>
  page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true')

const [failing, incomplete, shared] = await Promise.all([failingRun(), incompleteRun(), sharedRun()])

const reports: readonly (readonly [name: string, report: Report])[] = [
  ['failing', failing],
  ['incomplete', incomplete],
  ['shared', shared],
  ['mixed', mixed],
  ['conformant', conformant],
]

describe('reading the report', () => {
  test.each(reports)('%s: nothing is loaded and nothing complains', async (_name, report) => {
    const { page, requests, complaints } = await open(report)
    await openAll(page)
    expect(await page.locator('h1').textContent()).toContain('verified')
    expect(requests).toEqual([])
    expect(complaints).toEqual([])
  })

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)('is accessible in %s at %i px', async (colorScheme, width) => {
    const report = { ...mixed, options: unverified.options }
    const { page } = await open(report, { colorScheme, viewport: { width, height: 800 } })
    await openAll(page)
    expect(await violations(page)).toEqual([])
  })

  test.each([
    ['dark', 1280],
    ['light', 360],
  ] as const)('real runs are accessible in %s at %i px', async (colorScheme, width) => {
    for (const report of [shared, incomplete]) {
      const { page } = await open(report, { colorScheme, viewport: { width, height: 800 } })
      expect(await violations(page)).toEqual([])
    }
  })

  test('one cause is told once, with all that fails for it and what it keeps from being verified', async () => {
    const { page } = await open(shared)
    const causes = page.locator('#failed .findings > li')
    const create = causes.filter({ hasText: 'CreateRepository answered 501' })
    expect(await create.count()).toBe(1)
    expect(await create.locator('.ids .id').first().textContent()).toBe('presence/create-repository')
    await create.locator('summary', { hasText: 'not verified' }).click()
    await create.locator('details a', { hasText: 'repositories/created-get' }).click()
    await page.locator('[id="repositories/created-get"] .source').waitFor({ state: 'visible' })
    const routes = causes.filter({ hasText: 'expected status 410' })
    expect(await routes.count()).toBe(1)
    expect(await routes.locator('.ids li').count()).toBeGreaterThan(1)
    expect(await page.locator('#failed h2').textContent()).toContain(
      String(shared.requirements.filter(({ verdict }) => verdict === 'fail').length),
    )
  })

  test('bodies of five megabytes are shown in part, and said to be', async () => {
    const { page, complaints } = await open(large(40, `<b>${'漢字 '.repeat(1_700_000)}`, 'fail'))
    await openAll(page)
    expect(await page.locator('.note', { hasText: 'characters left out' }).first().isVisible()).toBe(true)
    expect(await page.evaluate('document.documentElement.outerHTML.length')).toBeLessThan(4_000_000)
    expect(await overflow(page)).toBe(0)
    expect(complaints).toEqual([])
  })

  test.each([...reports, ['poisoned', poisoned(mixed)] as const])(
    '%s: never wider than a phone',
    async (_name, report) => {
      const { page } = await open(report, { viewport: { width: 360, height: 800 } })
      expect(await overflow(page)).toBe(0)
      await openAll(page)
      expect(await overflow(page)).toBe(0)
    },
  )

  test('what a target answers is never executed', async () => {
    const { page, complaints, requests } = await open(poisoned(mixed))
    await openAll(page)
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
    expect(await page.locator('main img, main iframe, main script, main style').count()).toBe(0)
    const shown = (await page.locator('#exchange-x2 .panes').textContent()) ?? ''
    for (const payload of payloads.slice(0, -1))
      expect(shown.replace(/\s+/g, ' ')).toContain(payload.replace(/\s+/g, ' '))
    expect([...complaints, ...requests]).toEqual([])
  })

  test('without JavaScript everything is there to be read, and no filter that would not work', async () => {
    const { page } = await open(mixed, { javaScriptEnabled: false })
    expect(await page.locator('#filters').isVisible()).toBe(false)
    expect(await page.locator('.requirement').count()).toBe(mixed.requirements.length)
    expect(await page.locator('.requirement:visible').count()).toBe(mixed.requirements.length)
    expect(await page.locator('[id="v1-removed/name-tags"] .curl').first().isVisible()).toBe(true)
    const passed = page.locator('[id="v1-removed/name-images"]')
    await passed.locator('summary').first().click()
    expect(await passed.locator('blockquote').isVisible()).toBe(true)
  })

  test('on paper the evidence of failures and what stayed open is there, and nothing to press', async () => {
    const { page } = await open(mixed, { javaScriptEnabled: false })
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('[id="v1-removed/name-tags"] .panes').first().isVisible()).toBe(true)
    expect(await page.locator('[id="presence/list-repository-tags"] blockquote').isVisible()).toBe(true)
    expect(await page.locator('#filters, .contents, .copy').filter({ visible: true }).count()).toBe(0)
    const passed = page.locator('[id="v1-removed/name-images"]')
    expect(await passed.locator('blockquote').isVisible()).toBe(true)
    const folded = page.locator(`details:not(${keptFolded}):visible > :not(summary):not(.sr)`)
    expect(await folded.count()).toBeGreaterThan(0)
    expect(await folded.filter({ visible: false }).count()).toBe(0)
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('on paper the exchanges of what passed take a line each', async () => {
    const { page } = await open(failing, { javaScriptEnabled: false })
    await page.emulateMedia({ media: 'print' })
    const asked = page.locator('.requirement[data-verdict=pass] .exchange').first()
    expect(await asked.locator('summary').isVisible()).toBe(true)
    expect(await asked.locator('.panes').isVisible()).toBe(false)
  })

  test('printing unfolds what was closed, and closes it again', async () => {
    const { page } = await open(mixed)
    const failed = page.locator('[id="v1-removed/name-tags"]')
    await failed.locator('summary').first().click()
    expect(await failed.getAttribute('open')).toBeNull()
    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    expect(await failed.getAttribute('open')).not.toBeNull()
    const passed = page.locator('[id="v1-removed/name-images"]')
    expect(await passed.getAttribute('open')).not.toBeNull()
    await page.evaluate('dispatchEvent(new Event("afterprint"))')
    expect(await passed.getAttribute('open')).toBeNull()
    expect(await failed.getAttribute('open')).toBeNull()
  })

  test('is read in the order of its headings, with landmarks', async () => {
    const { page } = await open(failing)
    const levels = await page
      .locator('h1, h2, h3, h4')
      .evaluateAll(headings => headings.map(({ tagName }) => Number(tagName.slice(1))))
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([])
    expect(levels.filter(level => level === 1)).toHaveLength(1)
    for (const role of ['banner', 'navigation', 'main', 'contentinfo', 'search'] as const)
      expect(await page.getByRole(role).count()).toBe(1)
  })

  test.each([1280, 360])('tables stay tables to a screen reader at %i px', async width => {
    const { page } = await open(failing, { viewport: { width, height: 800 } })
    const matrix = page.locator('table.matrix')
    expect(await matrix.getByRole('rowheader').count()).toBe(await matrix.locator('tbody tr, tfoot tr').count())
    for (const [table, cells] of [
      ['.matrix', 3],
      ['.map', 2],
    ] as const) {
      const rows = page.locator(`table${table}`).getByRole('row')
      expect(await rows.count()).toBeGreaterThan(5)
      expect(await rows.nth(1).getByRole('cell').count()).toBe(cells)
    }
  })

  test('the map leads from each old endpoint to its replacement, and says how each answers', async () => {
    const { page } = await open(failing)
    const group = page.locator('.map tbody', { hasText: 'ListRepositoryTags' })
    expect(await group.locator('.endpoint code').allTextContents()).toEqual([
      '/v1/repositories/{name}/tags',
      '/v2/namespaces/{namespace}/repositories/{repository}/tags',
      '/v1/repositories/{namespace}/{name}/tags',
    ])
    // One of them answers HEAD otherwise, which is why it fails.
    const [one, other, ...rest] = await group.locator('.status').allTextContents()
    expect([one, other].sort()).toEqual(['404', '410'])
    expect(rest).toEqual(['200', '410'])
    expect(await group.locator('.joint path').count()).toBe(2)
    expect(await group.locator('.joint').evaluate(joint => joint.getBoundingClientRect().width)).toBeGreaterThan(60)
  })

  test('the history says what held on each day', async () => {
    const { page } = await open(failing)
    const day = page.locator('.day', { hasText: '2025-07-29' })
    await day.locator('.holds > summary').click()
    expect(await day.locator('.standing div', { hasText: 'Deprecated' }).locator('code').allTextContents()).toEqual([
      'GET /v2/repositories/{namespace}',
    ])
    expect(await day.locator('.standing').textContent()).not.toContain('CreateRepository ')
  })

  test('10,000 exchanges are still a page that answers', async () => {
    const { page, complaints } = await open(large(10_000, '{"message":"not found"}', 'fail'))
    await page.locator('#text').fill('claim-41')
    expect(await page.locator('#count').textContent()).toBe('1 of 84 requirements')
    expect(complaints).toEqual([])
  })
})
