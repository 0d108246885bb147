import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deps } from '../../bin/deps.ts'
import { redirected } from '../../checks/twists/shapes.ts'
import { permitWrites } from '../../engine/http/write-guard.ts'
import { cli, refused } from '../bin/harness.ts'
import { runTwisted } from '../support/run.ts'

const guard = async (url: string, allowed: string): Promise<boolean> =>
  (await permitWrites({ target: { url }, allowed, proxied: false })) !== null

describe('a name that only looks like the target', () => {
  test.each([
    'hub.example.com.',
    'hub.example.com..',
    'hub.example.com%00',
    'hub.example.com%2f.evil.example',
    'hub%2eexample.com.evil.example',
    'xhub.example.com',
    'hub.example.com.evil.example',
    'hub.example.com:443:443',
    'hub.example.com:0443x',
    ' hub.example.com.',
    'hub.example.com\\@evil.example',
    'evil.example#hub.example.com',
    'evil.example?hub.example.com',
    'hub.exаmple.com',
    'hub.example.com,evil.example',
    '[hub.example.com]',
    'http:hub.example.com',
    '//hub.example.com',
    'javascript:hub.example.com',
    '.',
    '..',
    ':443',
    'localhost',
    '127.0.0.1',
    'true',
    'yes',
  ])('%j is refused', async name => {
    await expect(guard('https://hub.example.com', name)).rejects.toThrow('other than the target: hub.example.com')
  })

  test('no name but the target’s own is taken, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.webAuthority(), fc.domain(), fc.ipV4(), fc.ipV6()),
        async name => {
          const taken = await guard('https://hub.example.com:8443/base', name).catch(() => false)
          if (taken) expect(new URL(`https://${name}`).hostname).toBe('hub.example.com')
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('a target that ends in a dot is another host, and is named as such', async () => {
    await expect(guard('https://hub.example.com.', 'hub.example.com')).rejects.toThrow()
    expect(await guard('https://hub.example.com.', 'hub.example.com.')).toBe(true)
  })
})

describe('the plan', () => {
  test('a dry run prints it and sends nothing', async () => {
    const { code, stdout, stderr } = await refused(
      ['--target', 'https://hub.example.com', '--allow-writes', 'hub.example.com', '--namespace', 'acme', '--dry-run'],
      { env: { HUB_CONFORMANCE_TOKEN: 'a-token-of-the-test' }, deps: { dryRun: deps.dryRun } },
    )
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/about \d+ requests/)
    expect(stdout).toContain('DELETE')
    expect(stdout).toContain('a repository in acme')
    expect(stdout).toContain('no request was sent')
    expect(stdout + stderr).not.toContain('a-token-of-the-test')
  })

  test('without write permission it says that nothing is created', async () => {
    const { stdout } = await refused(['--target', 'https://hub.example.com', '--dry-run'], {
      deps: { dryRun: deps.dryRun },
    })
    expect(stdout).toContain('nothing is created')
    expect(stdout).toContain('current routes are requested with GET')
    expect(stdout).not.toMatch(/current routes .*(?:POST|PUT|PATCH|DELETE)/)
  })
})

describe('cleanup', () => {
  const ledger = {
    schemaVersion: '1',
    prefix: 'hub-conformance-abc123-',
    target: 'https://hub.example.com',
    startedAt: '2026-01-01T00:00:00.000Z',
    bindings: [],
    entries: [{ kind: 'pat', name: 'hub-conformance-abc123-0', values: {}, ids: [] }],
  }
  const run = async (content: unknown, argv: readonly string[] = []) => {
    const { mkdtemp, rm, writeFile } = await import('node:fs/promises')
    const { tmpdir } = await import('node:os')
    const { join } = await import('node:path')
    const folder = await mkdtemp(join(tmpdir(), 'hub-conformance-ledger-'))
    try {
      const file = join(folder, 'x.ledger.json')
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
      return await cli(['cleanup', file, ...argv], { env: { HUB_CONFORMANCE_TOKEN: 'a-token-of-the-test' } })
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  test.each([
    ['no JSON', '{'],
    ['another document', { hello: 1 }],
    ['an invalid prefix', { ...ledger, prefix: '' }],
    [
      'a name without the prefix',
      { ...ledger, entries: [{ kind: 'repository', name: 'production', values: {}, ids: [] }] },
    ],
    [
      'a kind of its own',
      { ...ledger, entries: [{ kind: 'org', name: 'hub-conformance-abc123-0', values: {}, ids: [] }] },
    ],
    ['a target with a password', { ...ledger, target: 'https://a:b@hub.example.com' }],
    ['a target that is none', { ...ledger, target: 'file:///etc/passwd' }],
    [
      'a path to another host',
      { ...ledger, bindings: [{ operation: 'pat.delete', method: 'DELETE', path: '//evil/x', from: 'default' }] },
    ],
    [
      'an unknown operation',
      { ...ledger, bindings: [{ operation: 'nuke', method: 'DELETE', path: '/v2', from: 'default' }] },
    ],
  ])('%s is refused', async (_, content) => {
    const { code, stderr } = await run(content)
    expect(code, stderr).toBe(3)
    expect(stderr).not.toContain('a-token-of-the-test')
  })

  test('says so where certificates are not verified', async () => {
    const { code, stderr } = await run({ ...ledger, target: 'http://127.0.0.1:1' }, ['--insecure'])
    expect(code, stderr).toBe(4)
    expect(stderr).toContain('INSECURE')
  })

  test.each([[[]], [['--allow-writes', 'other.example.com']]])('the host must be named: %j', async argv => {
    const { code, stderr } = await run(ledger, argv)
    expect(code).toBe(3)
    expect(stderr).toContain('--allow-writes hub.example.com')
  })
})

describe('a redirect out of the base path of the target', () => {
  test.each(['/hub/../other', '/hub/%2e%2e/other', '/hub/..%2fother'])('is not followed: %s', async prefix => {
    const outside: string[] = []
    await runTwisted(
      async (request, next) => {
        const { pathname, search } = new URL(request.url)
        const isOutside = !pathname.startsWith('/hub/') || /%2f/i.test(pathname)
        if (isOutside) outside.push(`${request.method} ${pathname}`)
        if (isOutside) return new Response(null, { status: 404 })
        const own = pathname.slice('/hub'.length)
        if (request.method !== 'GET' && own.startsWith('/v2/namespaces/'))
          return new Response(null, { status: 307, headers: { location: `${prefix}${own}${search}` } })
        return next(redirected(request, own))
      },
      { select: { only: ['presence/create-repository'] } },
      '/hub',
    )
    expect(outside).toEqual([])
  })
})
