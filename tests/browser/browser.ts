import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Report } from '../../contracts/results/report.ts'
import { htmlReporter } from '../../reporters/html/index.ts'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Without a browser these tests prove nothing, and must say so by failing. */
const executable = (): string => {
  const path = process.env.CHROMIUM_PATH ?? usual.find(existsSync)
  if (path === undefined || !existsSync(path))
    throw new Error('no Chromium found: install one (apt-get install -y chromium), or set CHROMIUM_PATH to its file')
  return path
}

const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A browser that does nothing of its own accord. */
export const launch = (): Promise<Browser> => chromium.launch({ executablePath: executable(), args: quietly })

export interface Opened {
  readonly page: Page
  /** Requests that left the page, and what the console said: neither may be. */
  readonly requests: readonly string[]
  readonly complaints: readonly string[]
}

/** A browser for the tests of a file, and pages that show a report from a file of its own. */
export const browserForTests = () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-conformance-'))
  let browser: Browser
  let files = 0

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (report: Report, options: BrowserContextOptions & { hash?: string } = {}): Promise<Opened> => {
    const { hash = '', ...contextOptions } = options
    files += 1
    const file = join(folder, `report-${files}.html`)
    writeFileSync(file, htmlReporter.render(report))
    const url = pathToFileURL(file).href
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...contextOptions })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const requests: string[] = []
    const complaints: string[] = []
    page.on('request', request => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) requests.push(request.url())
    })
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    page.on('dialog', dialog => {
      complaints.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    await page.goto(url + hash)
    return { page, requests, complaints }
  }
  return open
}

/** Ids of the requirements that are to be seen. */
export const visibleIds = (page: Page): Promise<string[]> =>
  page.locator('.requirement:visible').evaluateAll(cards => cards.map(card => card.id))

/** How far the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
