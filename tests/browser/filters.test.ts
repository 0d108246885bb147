import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { mixed } from '../reporters/fixtures/reports.ts'
import { browserForTests, visibleIds } from './browser.ts'

const open = browserForTests()

const ids = (keep: (requirement: (typeof mixed.requirements)[number]) => boolean): readonly string[] =>
  mixed.requirements
    .filter(keep)
    .map(({ id }) => id)
    .sort()

const shown = async (page: Page): Promise<readonly string[]> => (await visibleIds(page)).sort()
const count = (page: Page): Promise<string | null> => page.locator('#count').textContent()
const hashOf = (page: Page): Promise<string> => page.evaluate('location.hash')
const all = mixed.requirements.length

describe('filters', () => {
  test('by verdict, several at once, with a count that is announced', async () => {
    const { page } = await open(mixed)
    expect(await count(page)).toBe(`${all} requirements`)
    expect(await page.locator('#count').getAttribute('aria-live')).toBe('polite')
    await page.getByRole('checkbox', { name: 'Failed' }).check()
    const failed = ids(({ verdict }) => verdict === 'fail')
    expect(await shown(page)).toEqual(failed)
    expect(await count(page)).toBe(`${failed.length} of ${all} requirements`)
    await page.getByRole('checkbox', { name: 'Untestable' }).check()
    expect(await shown(page)).toEqual(ids(({ verdict }) => verdict === 'fail' || verdict === 'untestable'))
  })

  test('by level, suite and text together', async () => {
    const { page } = await open(mixed)
    await page.getByRole('checkbox', { name: 'SHOULD' }).check()
    expect(await shown(page)).toEqual(ids(({ level }) => level === 'should'))
    await page.getByRole('checkbox', { name: 'SHOULD' }).uncheck()
    await page.getByLabel('Suite', { exact: true }).selectOption('access-tokens')
    expect(await shown(page)).toEqual(ids(({ suite }) => suite === 'access-tokens'))
    await page.getByLabel('Text', { exact: true }).fill('NULLABLE date-time')
    expect(await shown(page)).toEqual(['access-tokens/expires-at-format'])
    await page.getByRole('button', { name: 'Clear' }).click()
    expect(await shown(page)).toHaveLength(all)
  })

  test('say so when nothing is left', async () => {
    const { page } = await open(mixed)
    await page.getByLabel('Text', { exact: true }).fill('no such thing')
    expect(await count(page)).toBe(`0 of ${all} requirements`)
    expect(await page.locator('#nothing').isVisible()).toBe(true)
    expect(await page.locator('.suite:visible').count()).toBe(0)
  })

  test('stand in the address, which opens the same again', async () => {
    const { page } = await open(mixed)
    await page.getByRole('checkbox', { name: 'Failed' }).check()
    await page.getByRole('checkbox', { name: 'Inconclusive' }).check()
    await page.getByRole('checkbox', { name: 'MUST' }).check()
    await page.getByLabel('Suite', { exact: true }).selectOption('presence')
    await page.getByLabel('Text', { exact: true }).fill('répö & 429?#')
    const address = await hashOf(page)
    expect(address).toBe(
      '#requirements?verdict=fail,inconclusive&level=must&suite=presence&text=r%C3%A9p%C3%B6+%26+429%3F%23',
    )
    await page.getByLabel('Text', { exact: true }).fill('429')
    const before = await shown(page)
    expect(before).toEqual(['presence/check-repository'])
    const { page: again } = await open(mixed, { hash: await hashOf(page) })
    expect(await shown(again)).toEqual(before)
    expect(await again.getByRole('checkbox', { name: 'Failed' }).isChecked()).toBe(true)
    expect(await again.getByLabel('Text', { exact: true }).inputValue()).toBe('429')
    const { page: strange } = await open(mixed, { hash: address })
    expect(await strange.getByLabel('Text', { exact: true }).inputValue()).toBe('répö & 429?#')
  })

  test('a made-up address does no harm', async () => {
    const { page, complaints } = await open(mixed, { hash: '#%E0%A4%A?verdict=nonsense&suite=none&level=%00' })
    expect(await shown(page)).toHaveLength(all)
    expect(complaints).toEqual([])
  })

  test('open and close what they leave', async () => {
    const { page } = await open(mixed)
    await page.getByRole('checkbox', { name: 'Passed' }).check()
    await page.getByRole('button', { name: 'Open all' }).click()
    expect(await page.locator('.requirement:visible:not([open])').count()).toBe(0)
    expect(await page.locator('.requirement[data-verdict=untestable][open]').count()).toBe(0)
    await page.getByRole('button', { name: 'Close all' }).click()
    expect(await page.locator('.requirement[open]').count()).toBe(0)
  })

  test('are reached and used by keyboard', async () => {
    const { page } = await open(mixed)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe('Skip to the requirements')
    await page.getByRole('checkbox', { name: 'Failed' }).focus()
    await page.keyboard.press('Space')
    expect(await shown(page)).toEqual(ids(({ verdict }) => verdict === 'fail'))
    await page.locator('[id="labels/get-repository"] > summary').focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('[id="labels/get-repository"]').getAttribute('open')).toBeNull()
  })
})

describe('links', () => {
  const id = 'v1-removed/name-images'
  const focusOn = (page: Page, of: string) => page.locator(`[id="${of}"] > summary:focus`).waitFor()

  test('to a requirement open it and move the focus to it', async () => {
    const { page } = await open(mixed, { hash: `#${id}` })
    expect(await page.locator(`[id="${id}"] blockquote`).isVisible()).toBe(true)
    await focusOn(page, id)
    expect(
      await page.locator(`[id="${id}"] > summary`).evaluate(summary => summary.getBoundingClientRect().top >= 0),
    ).toBe(true)
  })

  test('lead to a requirement that the filters hide', async () => {
    const { page } = await open(mixed)
    await page.getByRole('checkbox', { name: 'Failed' }).check()
    await page.evaluate(`location.hash = ${JSON.stringify(id)}`)
    await page.locator(`[id="${id}"] blockquote`).waitFor({ state: 'visible' })
    expect(await shown(page)).toHaveLength(all)
  })

  test('within a shared filter lead to the requirement and keep the filter', async () => {
    const { page } = await open(mixed, { hash: `#${id}?verdict=pass` })
    expect(await shown(page)).toEqual(ids(({ verdict }) => verdict === 'pass'))
    await focusOn(page, id)
  })

  test('to an exchange open the requirement that it stands at', async () => {
    const { page } = await open(mixed)
    await page.locator('[id="labels/get-repository"] > summary').click()
    await page.evaluate('location.hash = "exchange-x5"')
    await page.locator('#exchange-x5 .panes').waitFor({ state: 'visible' })
    await focusOn(page, 'exchange-x5')
  })

  test('open again what was closed after them', async () => {
    const { page } = await open(mixed)
    const link = page.locator('#failed').getByRole('link', { name: 'labels/get-repository' })
    const card = page.locator('[id="labels/get-repository"]')
    await link.click()
    await card.locator('summary').first().click()
    expect(await card.getAttribute('open')).toBeNull()
    await link.click()
    expect(await card.getAttribute('open')).not.toBeNull()
  })

  test('a command is copied whole', async () => {
    const { page } = await open(mixed, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.locator('.reproduce').getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'hub-conformance --target http://localhost:8080/ --seed 7',
    )
  })
})
