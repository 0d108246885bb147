import { describe, expect, test } from 'vitest'
import { isLoopback, leadsHere, permitWrites, WriteRefused } from '../../../engine/http/write-guard.ts'
import type { TargetInput } from '../../../engine/options.ts'

const guard = async (url: string, allowed: string | boolean | undefined, proxied = false): Promise<boolean> =>
  (await permitWrites({ target: { url }, allowed, proxied, resolve: async () => [{ address: '127.0.0.1' }] })) !== null

describe('a name of this machine', () => {
  const resolve =
    (...addresses: string[]) =>
    async () =>
      addresses.map(address => ({ address }))

  test.each([
    ['http://localhost', ['127.0.0.1', '::1'], true],
    ['http://localhost', ['10.0.0.7'], false],
    ['http://hub.localhost', ['127.0.0.1', '203.0.113.9'], false],
    ['http://hub.localhost', ['127.0.0.53'], true],
    ['http://hub.localhost', ['::ffff:10.0.0.1'], false],
    ['http://hub.localhost', ['127.100.200.250'], true],
    ['http://hub.localhost', ['2001:db8::1'], false],
    ['http://hub.localhost', ['::1:2'], false],
    ['http://hub.example.com', ['127.0.0.1'], false],
    ['http://127.0.0.1', ['203.0.113.9'], true],
  ])('%s at %j leads to it: %s', async (url, addresses, expected) => {
    expect(await leadsHere(new URL(url), resolve(...addresses))).toBe(expected)
  })

  test('is resolved by the system', async () => {
    expect(await leadsHere(new URL('http://localhost'))).toBe(true)
  })

  test('that has no address leads nowhere', async () => {
    expect(await leadsHere(new URL('http://x.localhost'), () => Promise.reject(new Error('ENOTFOUND')))).toBe(true)
  })
})

describe('the write guard', () => {
  test.each([
    ['http://localhost', true],
    ['http://hub.localhost:8080', true],
    ['http://127.0.0.1', true],
    ['http://127.8.9.1:99', true],
    ['http://127.1', true],
    ['http://127.100.200.250', true],
    ['http://0x7f.1', true],
    ['http://2130706433', true],
    ['http://[::1]:8080', true],
    ['http://[0:0:0:0:0:0:0:1]', true],
    ['http://localhost.example.com', false],
    ['http://127.0.0.1.example.com', false],
    ['http://notlocalhost', false],
    ['http://localhost.', false],
    ['http://128.0.0.1', false],
    ['http://0.0.0.0', false],
    ['http://[::ffff:127.0.0.1]', false],
    ['http://10.0.0.1', false],
    ['http://1.127.0.1', false],
  ])('%s is on this machine: %s', (url, expected) => {
    expect(isLoopback(new URL(url))).toBe(expected)
  })

  test('nothing is written where nothing was said, or where it was forbidden', async () => {
    expect(await guard('http://localhost', undefined)).toBe(false)
    expect(await guard('http://localhost', false)).toBe(false)
  })

  test('a handler in this process needs no host', async () => {
    const handler = () => new Response()
    const of = (target: TargetInput) => permitWrites({ target, allowed: true, proxied: false })
    expect(await of({ handler })).toEqual({ origin: 'http://hub.invalid' })
    expect(await of({ handler, url: 'https://hub.example.com/base' })).toEqual({ origin: 'https://hub.example.com' })
  })

  test('permission is for the origin', async () => {
    const target = { url: 'https://hub.example.com/base' }
    expect(await permitWrites({ target, allowed: 'hub.example.com', proxied: false })).toEqual({
      origin: 'https://hub.example.com',
    })
  })

  test("a server of this process is this machine's, whatever its name resolves to", async () => {
    const ask = (own: boolean) =>
      permitWrites({
        target: { url: 'http://localhost:1', ...(own && { own }) },
        allowed: true,
        proxied: false,
        resolve: async () => [{ address: '10.0.0.7' }],
      })
    expect(await ask(true)).toEqual({ origin: 'http://localhost:1' })
    await expect(ask(false)).rejects.toMatchObject({ code: 'remote' })
  })

  test.each([
    [true, true, 'proxied', 'the target is behind a proxy, so its host must be named: hub.example.com'],
    [true, false, 'remote', 'the target is not on this machine, so its host must be named: hub.example.com'],
    ['x.example', false, 'other-host', 'this names a host other than the target: hub.example.com'],
  ] as const)('a refusal says why: %s, behind a proxy: %s', async (allowed, proxied, code, message) => {
    const refused = await permitWrites({ target: { url: 'https://hub.example.com' }, allowed, proxied }).catch(e => e)
    expect(refused).toBeInstanceOf(WriteRefused)
    expect(refused).toMatchObject({
      name: 'WriteRefused',
      code,
      message,
      host: 'hub.example.com',
      settings: ['writes'],
    })
  })

  test.each([
    ['http://localhost:8080', true],
    ['http://localhost:8080', 'localhost'],
    ['http://localhost:8080', 'localhost:8080'],
    ['https://hub.example.com', 'hub.example.com'],
    ['https://hub.example.com', 'HUB.Example.com'],
    ['https://hub.example.com', 'hub.example.com:443'],
    ['https://hub.example.com/base', 'hub.example.com'],
    ['https://hub.example.com:8443', 'hub.example.com'],
    ['https://hub.example.com:8443', 'hub.example.com:8443'],
    ['https://bücher.example', 'bücher.example'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['http://[2001:db8::1]:80', '[2001:db8::1]'],
    ['http://[2001:db8::1]', '[2001:db8::1]:80'],
    ['http://[2001:db8::1]:8080', '[2001:db8::1]'],
    ['http://[2001:db8::1]:8080', '[2001:db8::1]:8080'],
  ] as const)('%s may be written to with %s', async (target, allowed) => {
    expect(await guard(target, allowed)).toBe(true)
  })

  test.each([
    ['https://hub.example.com', true],
    ['https://hub.example.com', 'example.com'],
    ['https://hub.example.com', 'other.example.com'],
    ['https://hub.example.com', 'hub.example.com:8443'],
    ['https://hub.example.com:8443', 'hub.example.com:443'],
    ['https://hub.example.com', 'hub.example.com@evil.example'],
    ['https://hub.example.com', 'user@hub.example.com'],
    ['https://hub.example.com', 'https://hub.example.com'],
    ['https://hub.example.com', 'hub.example.com/'],
    ['https://hub.example.com', '*'],
    ['https://hub.example.com', ''],
    ['http://localhost:8080', 'hub.example.com'],
    ['http://[2001:db8::1]:8080', '[2001:db8::1]:80'],
  ] as const)('%s may not be written to with %s, and the message names the host', async (target, allowed) => {
    await expect(guard(target, allowed)).rejects.toThrow(`: ${new URL(target).host}`)
  })

  test("behind a proxy localhost is the proxy's machine, so it must be named", async () => {
    await expect(guard('http://localhost:8080', true, true)).rejects.toThrow(
      'behind a proxy, so its host must be named: localhost:8080',
    )
    expect(await guard('http://localhost:8080', 'localhost', true)).toBe(true)
  })
})
