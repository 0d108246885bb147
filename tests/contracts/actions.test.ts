import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actionOf, ofTheRun } from '../../contracts/causes/actions.ts'
import { type ReasonCode, reasonCodes } from '../../contracts/results/reasons.ts'
import type { ReportedReason } from '../../contracts/results/report.ts'
import { settingsFor } from '../../contracts/run/settings.ts'
import { exchange } from '../reporters/fixtures/report.ts'

const actionFor = (reason: ReportedReason) => actionOf([{ reason }])

const root = new URL('../..', import.meta.url).pathname

/** Codes that leave a case open, as the source writes them. */
const open = new Set(
  ['suites', 'checks', 'engine'].flatMap(folder =>
    readdirSync(`${root}${folder}`, { encoding: 'utf8', recursive: true })
      .filter(file => file.endsWith('.ts'))
      .flatMap(file =>
        [
          ...readFileSync(`${root}${folder}/${file}`, 'utf8').matchAll(
            /(?:unclear|masked|Missing|Unreadable)\(\s*'([\w-]+)'/g,
          ),
        ].flatMap(([, code = '']) => code as ReasonCode),
      ),
  ),
)

test('whatever a check leaves open says what to do, or is of the run alone', () => {
  expect(open.size).toBeGreaterThan(50)
  const silent = [...open].filter(
    code =>
      actionFor({ code, values: {}, message: '' }) === undefined &&
      settingsFor(code, {}) === undefined &&
      !ofTheRun.has(code),
  )
  expect(silent).toEqual([])
})

test('an action is one or two sentences, and names no option', () => {
  for (const code of reasonCodes)
    for (const status of [200, 400, 401, 404, 409, 412, 500]) {
      const action = actionFor({ code, values: { status, operation: 'GetRepository' }, message: '' })
      if (action === undefined) continue
      expect(action).toMatch(/^[A-Z].*\.$/)
      expect(action).not.toMatch(/--[a-z]/)
    }
})

test('what is listed and not found is served or not listed, wherever its operation is published', () => {
  const values = { operation: 'GetRepository', what: 'b/a', status: 404, from: 'reference', places: 'GET /v2/{x}' }
  expect(actionFor({ code: 'listed-unreadable', values, message: '' })).toBe(
    'Answer GetRepository with b/a, or leave that out of the list.',
  )
})

test('a refusal that may be about the token of a session names the setting of its header', () => {
  const values = { kind: 'PAT', operation: 'pat.create', status: 403 }
  const refusal = exchange('x1', { method: 'POST', status: 403, body: 'X-CSRF-Token is missing or wrong' })
  const names = { credentials: 'TOKEN', headers: '--header', csrf: '--csrf-header', 'not-offered': '--not-offered' }
  const settings = settingsFor('creation-failed', values)?.map(setting => names[setting as keyof typeof names])
  const action = (of: readonly string[] | undefined) =>
    actionOf([
      { reason: { code: 'creation-failed', values, message: '', ...(of && { settings: of }) }, exchange: refusal },
    ])
  expect(action(settings)).toContain('for a login that returns it (--csrf-header).')
  expect(action(undefined)).toContain('for a login that returns it.')
})
