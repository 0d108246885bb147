import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the memory of the process that starts a measured one is not counted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-conformance-usage-'))
  try {
    const file = join(folder, 'usage.json')
    const held = Buffer.alloc(400e6, 1)
    execFileSync(process.execPath, ['--require', './tests/support/usage.cjs', '--eval', ''], {
      env: { ...process.env, USAGE_FILE: file },
    })
    const { peakMb, cpuMs } = JSON.parse(readFileSync(file, 'utf8'))
    expect(cpuMs).toBeGreaterThan(0)
    expect(peakMb).toBeGreaterThan(10)
    expect(peakMb).toBeLessThan(held.length / 1e6 / 2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
