import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crashText } from '../../bin/crash.ts'
import type { Report } from '../../contracts/results/report.ts'
import { createRedactor } from '../../engine/redaction/redaction.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { serveHub } from '../../reference-impl/serve.ts'
import { formats } from '../../reporters/index.ts'
import { cli } from '../bin/harness.ts'
import { encoders } from './support/encoders.ts'

/** Each secret has a core that no encoder of URLs, JSON or XML changes, so that one search finds it in all of them. */
const cores = {
  password: 'Zq7PASSwordKx9',
  header: 'Vb3HEADerJm5',
  login: 'Tg8LOGINtokenWd2',
  cookie: 'Rf6COOKIEvalQs4',
  signature: 'Yh1SIGNatureLp0',
  made: 'Nc5MADEtokenEu7',
  lines: 'Mn2MULTIlinePw8',
} as const

const secrets = {
  password: `p"w&<${cores.password}>'+/=ö%`,
  header: `h"${cores.header}&<x>+/`,
  login: `${cores.login}.a-b_c~d+e/f==`,
  cookie: `${cores.cookie}%3D+/`,
  signature: `${cores.signature}+/=`,
  made: `dckr_pat_${cores.made}&"<'`,
  lines: 'Mn2MULTI\nlinePw8',
} as const

/** Where a core stands in a text, in any of the encodings. */
const found = (text: string): string[] => {
  const flat = text.replace(/\r?\n\s*/g, '')
  const unescaped = flat
    .replaceAll('\\u0000', '')
    .replaceAll('\\x00', '')
    .replaceAll('\0', '')
    .replaceAll('\\r\\n', '')
    .replaceAll(/\\n */g, '')
  return Object.entries(cores).flatMap(([name, core]) => {
    const bytes = Buffer.from(core)
    const base64 = [0, 1, 2].map(offset =>
      Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .replace(/=+$/, '')
        .slice(offset === 0 ? 0 : offset + 1, -1),
    )
    const utf16 = [0, 1, 2].map(offset =>
      Buffer.concat([Buffer.alloc(offset), Buffer.from(core, 'utf16le')])
        .toString('base64')
        .replace(/=+$/, '')
        .slice(offset === 0 ? 0 : offset + 1, -1),
    )
    const forms = [core, ...base64, ...utf16, bytes.toString('hex'), bytes.toString('hex').toUpperCase()]
    return forms
      .filter(form => [text, flat, unescaped].some(read => read.includes(form)))
      .map(form => `${name}: ${form}`)
  })
}

let folder = ''
const outputs = new Map<string, string>()
let exit = -1

/** A hub that takes a login, then tells everybody everything, in every encoding and everywhere. */
const gossip = async (): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const hub = createHub()
  let turn = 0
  return serveHub(async request => {
    const url = new URL(request.url)
    const { lines: _, ...learnt } = secrets
    const all = Object.values(learnt).join(' ')
    if (url.pathname === '/v2/auth/token')
      return Response.json({ access_token: secrets.login, refresh_token: secrets.login })
    if (url.pathname === '/') return new Response('{}')
    const own = new Request(request, {
      headers: { authorization: `Bearer ${hub.credentials.token}`, 'content-type': 'application/json' },
    })
    if (/access-tokens$/.test(url.pathname) && request.method === 'POST') {
      const answer = await hub.handler(own)
      const body = (await answer.json()) as Record<string, unknown>
      return Response.json({ ...body, token: secrets.made }, { status: answer.status })
    }
    if (/access-tokens/.test(url.pathname) && turn++ % 3 > 0) return hub.handler(own)
    const encode = encoders[turn++ % encoders.length] as (text: string) => string | Buffer
    const ascii = encodeURIComponent(all)
    const body = encode(all)
    return new Response(request.method === 'HEAD' ? null : body, {
      status: [200, 404, 500, 403][turn % 4] as number,
      headers: {
        'content-type': turn % 2 === 0 ? 'application/json' : 'text/plain',
        location: `https://elsewhere.example/x?X-Amz-Signature=${encodeURIComponent(secrets.signature)}&y=${ascii}`,
        'set-cookie': `session=${secrets.cookie}; Path=/; HttpOnly`,
        'x-echo': ascii,
        'x-echo-plain': [secrets.header, secrets.login, secrets.made].join(','),
        'x-echo-base64': Buffer.from(all).toString('base64'),
        link: `</x?token=${encodeURIComponent(secrets.login)}>; rel="next"`,
      },
    })
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-conformance-leak-'))
  const server = await gossip()
  const ledgers: string[] = []
  const timer = setInterval(async () => {
    for (const name of await readdir(folder))
      if (name.includes('ledger')) ledgers.push(await readFile(join(folder, name), 'utf8').catch(() => ''))
  }, 5)
  try {
    const { code, stdout, stderr } = await cli(
      [
        '--target',
        server.url,
        '--allow-writes',
        '--suite',
        'presence,access-tokens,v1-removed',
        '--namespace',
        'conformance-org',
        '--repository',
        'sample',
        '--tag',
        'latest',
        '--org',
        'conformance-org',
        '--verbose',
        '--patience',
        '100ms',
        '--retries',
        '0',
        '--header',
        `X-Gate: ${secrets.header}`,
        ...formats
          .filter(format => format !== 'console')
          .flatMap(format => ['--report', `${format}=${join(folder, `report.${format}`)}`]),
      ],
      { cwd: folder, env: { HUB_CONFORMANCE_USERNAME: 'conformance', HUB_CONFORMANCE_PASSWORD: secrets.password } },
    )
    exit = code
    outputs.set('stdout', stdout)
    outputs.set('stderr', stderr)
  } finally {
    clearInterval(timer)
    await server.close()
  }
  outputs.set('ledgers', ledgers.join('\n'))
  for (const name of await readdir(folder)) outputs.set(name, await readFile(join(folder, name), 'utf8'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a run against a hub that tells everybody everything', () => {
  test('fails, and writes every format', () => {
    expect([1, 5]).toContain(exit)
    for (const format of formats)
      if (format !== 'console') expect(outputs.get(`report.${format}`)?.length, format).toBeGreaterThan(10)
    const report = JSON.parse(outputs.get('report.json') ?? '') as Report
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(3)
    expect(report.exchanges.length).toBeGreaterThan(100)
    expect(outputs.get('report.json')).toMatch(/\[secret-\d+\]/)
    expect(outputs.get('ledgers')).toContain('hub-conformance-')
  })

  test.each([
    'stdout',
    'stderr',
    'ledgers',
    ...formats.filter(format => format !== 'console').map(format => `report.${format}`),
  ])('no secret stands in %s', name => {
    expect(found(outputs.get(name) ?? '').slice(0, 5)).toEqual([])
  })
})

describe('a run against a hub that sends back whatever it was sent', () => {
  const echoed = new Map<string, string>()
  let place = ''

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'hub-conformance-echo-'))
    const hub = createHub()
    let turn = 0
    const server = await serveHub(async request => {
      const sent = [...request.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
      const credential = request.headers.get('authorization')?.replace(/^Bearer /, '')
      if (request.method === 'POST' && turn++ % 2 === 0)
        return hub.handler(
          new Request(request, {
            headers: { authorization: `Bearer ${hub.credentials.token}`, 'content-type': 'application/json' },
          }),
        )
      const encode = encoders[turn++ % encoders.length] as (text: string) => string | Buffer
      return new Response(request.method === 'HEAD' ? null : encode(sent), {
        status: [200, 400, 401, 500, 404][turn % 5] as number,
        headers: {
          'content-type': turn % 2 === 0 ? 'application/json' : 'text/html',
          'www-authenticate': `Bearer error="invalid_token", error_description="${credential} is not known"`,
          'x-sent': encodeURIComponent(sent),
          'x-auth-token': credential ?? 'none',
          'x-sent-basic': `Basic ${Buffer.from(sent).toString('base64')}`,
          location: `https://user:${encodeURIComponent(credential ?? 'none')}@elsewhere.example/`,
        },
      })
    })
    const env = { HUB_CONFORMANCE_TOKEN: secrets.login, HUB_CONFORMANCE_DEBUG: '1' }
    const argv = [
      '--target',
      server.url,
      '--allow-writes',
      '--namespace',
      'conformance-org',
      '--org',
      'conformance-org',
    ]
    const fast = ['--patience', '50ms', '--retries', '0', '--header', `X-Gate: ${secrets.header}`]
    const run = async (name: string, args: readonly string[]): Promise<void> => {
      const { stdout, stderr } = await cli(args, { cwd: place, env })
      echoed.set(name, stdout + stderr)
    }
    try {
      await run('the plan', [...argv, ...fast, '--dry-run'])
      await run('--print-config', [...argv, ...fast, '--print-config'])
      await run('the run', [
        ...argv,
        ...fast,
        '--verbose',
        ...formats.filter(format => format !== 'console').flatMap(format => ['--report', `${format}=report.${format}`]),
      ])
    } finally {
      await server.close()
    }
    await run('verify', ['verify', 'report.json'])
    await run('compare', ['compare', 'report.json', 'report.json'])
    await run('baseline update', ['baseline', 'update', 'report.json', '--baseline', 'baseline.yaml'])
    for (const format of formats) await run(`render ${format}`, ['render', 'report.json', '--report', format])
    for (const name of await readdir(place)) echoed.set(name, await readFile(join(place, name), 'utf8'))
  })

  afterAll(() => rm(place, { recursive: true, force: true }))

  test('no secret stands in any output of any command, nor in any file', () => {
    expect(echoed.get('report.json')).toMatch(/\[secret-\d+\]/)
    expect(echoed.size).toBeGreaterThanOrEqual(formats.length * 2 + 5)
    expect([...echoed].flatMap(([name, text]) => found(text).map(form => `${name}: ${form}`))).toEqual([])
  })
})

describe('a password that is an ordinary word', () => {
  test.each(['abc', 'test', 'latest', 'repository'])('%j hides nothing but itself', async password => {
    const redactor = createRedactor()
    redactor.learn(password)
    const prose = 'the repositories and abcdef of latestness, tested: "attest" in test-org'
    expect(redactor.text(prose)).toBe(prose)
    expect(redactor.text(`{"error":"wrong password ${password}"}`)).toBe('{"error":"wrong password [secret-1]"}')
    expect(redactor.text(`x=${Buffer.from(password).toString('base64')}`)).toBe('x=[secret-1]')
  })

  test('that is the name of the namespace as well, it is hidden where it is sent and the report can be read', async () => {
    const place = await mkdtemp(join(tmpdir(), 'hub-conformance-word-'))
    const hub = createHub()
    const sent: string[] = []
    const server = await serveHub(async request => {
      if (new URL(request.url).pathname !== '/v2/auth/token') return hub.handler(request)
      sent.push(await request.text())
      return Response.json({ access_token: hub.credentials.token })
    })
    try {
      const { stdout } = await cli(
        [
          '--target',
          server.url,
          '--namespace',
          'conformance-org',
          '--suite',
          'presence',
          '--report',
          'json=report.json',
        ],
        {
          cwd: place,
          env: { HUB_CONFORMANCE_USERNAME: 'conformance', HUB_CONFORMANCE_PASSWORD: 'conformance-org' },
        },
      )
      expect(sent[0]).toContain('"secret":"conformance-org"')
      expect(stdout).toMatch(/\d+ passed, 0 failed, .* of \d+ MUST/)
      const report = JSON.parse(await readFile(join(place, 'report.json'), 'utf8')) as Report
      const bodies = report.exchanges.map(({ request }) => request.body).filter(body => body?.includes('"secret"'))
      expect(bodies.length).toBeGreaterThan(0)
      for (const body of bodies) expect(body).not.toContain('"secret":"conformance-org"')
    } finally {
      await server.close()
      await rm(place, { recursive: true, force: true })
    }
  })
})

describe('the redactor', () => {
  const redactor = createRedactor()
  for (const secret of Object.values(secrets)) redactor.learn(secret)

  test.each(encoders.map((encode, index) => [index, encode] as const))(
    'takes every secret out of encoding %i',
    (_, encode) => {
      for (const secret of Object.values(secrets)) {
        const encoded = encode(`before ${secret} after`)
        const text = Buffer.isBuffer(encoded) ? encoded.toString('base64') : encoded
        expect(found(redactor.text(text))).toEqual([])
      }
    },
  )

  test('gives a secret the same placeholder everywhere, and leaves what is no secret', () => {
    expect(redactor.text(`a ${secrets.login} b`)).toBe(`a ${redactor.text(secrets.login)} b`)
    expect(redactor.text('{"results":[{"name":"sample"}],"next":"/v2/x?page=2&size=1"}')).toBe(
      '{"results":[{"name":"sample"}],"next":"/v2/x?page=2&size=1"}',
    )
  })

  test('a placeholder is not redacted again by a secret that it holds', () => {
    const odd = createRedactor()
    odd.learn('first-secret')
    odd.learn('secret')
    expect(odd.text('first-secret and secret')).toBe('[secret-1] and [secret-2]')
  })
})

describe('messages', () => {
  test('a target with a password is not repeated', async () => {
    const { stderr, stdout } = await cli(['--target', `http://user:${cores.password}@127.0.0.1`])
    expect(found(stdout + stderr)).toEqual([])
  })

  test('what is thrown anywhere else holds none that the environment does', () => {
    const env = {
      HUB_CONFORMANCE_TOKEN: secrets.login,
      HUB_CONFORMANCE_STAGING_PASSWORD: secrets.password,
      HUB_CONFORMANCE_DEBUG: '1',
    }
    const text = crashText(new Error(`broken by ${secrets.login} and ${encodeURIComponent(secrets.password)}`), env)
    expect(text).toContain('broken by [secret-')
    expect(text).toContain('leak.test.ts')
    expect(found(text)).toEqual([])
  })

  test('what is thrown inside a run holds no secret', async () => {
    const { stderr, stdout, code } = await cli(['--target', 'http://127.0.0.1:9'], {
      env: { HUB_CONFORMANCE_TOKEN: cores.login, HUB_CONFORMANCE_DEBUG: '1' },
      deps: {
        engine: async () => ({
          ...(await import('../../engine/run.ts')),
          runConformance: async input => {
            const { runConformance } = await import('../../engine/run.ts')
            return runConformance({
              ...input,
              target: {
                handler: () => Response.json({}),
              },
              onProgress: () => {
                throw new Error(`broken by Bearer ${cores.login}`)
              },
            })
          },
        }),
      },
    })
    expect(code).toBe(5)
    expect(found(stdout + stderr)).toEqual([])
  })
})
