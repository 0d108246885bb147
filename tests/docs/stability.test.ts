import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { exitCodes } from '../../bin/exit-code.ts'
import { reportSchemaVersion } from '../../contracts/results/report.ts'
import { tool } from '../../contracts/version.ts'

const page = await readFile('docs/stability.md', 'utf8')

it('the promise names every exit code, and no other', () => {
  const named = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  expect(named).toEqual(Object.values(exitCodes))
})

it('the promise names the schema of the report as it is', () => {
  expect(page).toContain(`now ${reportSchemaVersion},`)
})

it('the changelog begins with the version of the package', async () => {
  const [, version] = /^## (\S+)/m.exec(await readFile('CHANGELOG.md', 'utf8')) ?? []
  expect(version).toBe(tool.version)
})
