import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { browserForTests } from './browser.ts'
import { failingRun, incompleteRun, partialRun } from './reports.ts'

const open = browserForTests()
const docs = new URL('../../docs/', import.meta.url)
/** Pictures are kept only when asked for: fonts differ from machine to machine. */
const isKept = process.env.HUB_CONFORMANCE_SCREENSHOTS === '1'

const pictures = [
  { name: 'report-light', run: partialRun, colorScheme: 'light', width: 1280, height: 1400 },
  {
    name: 'report-dark',
    run: failingRun,
    colorScheme: 'dark',
    width: 1280,
    height: 1400,
    hash: '#access-tokens/get-expires-at',
  },
  { name: 'report-map', run: failingRun, colorScheme: 'light', width: 1280, height: 1400, hash: '#lifecycle' },
  { name: 'report-phone', run: incompleteRun, colorScheme: 'light', width: 360, height: 1200 },
] as const

describe('pictures for the documentation', () => {
  test.each(pictures)('$name', async ({ name, run, width, height, ...options }) => {
    const { page } = await open(await run(), { ...options, viewport: { width, height } })
    const picture = await page.screenshot({ animations: 'disabled' })
    expect(picture.length).toBeGreaterThan(20_000)
    expect(picture.length).toBeLessThan(300_000)
    if (!isKept) return
    mkdirSync(docs, { recursive: true })
    writeFileSync(new URL(`${name}.png`, docs), picture)
  })
})
