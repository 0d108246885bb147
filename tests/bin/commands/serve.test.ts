import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { HubData } from '../../../reference-impl/data.ts'
import { expectGenerated } from '../../support/pages/generated.ts'
import { hubDataSchema } from '../../support/pages/hub-data-schema.ts'
import { cli } from '../harness.ts'

let cwd = ''
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub conformance serve é '))
})
afterAll(() => rm(cwd, { recursive: true }))

interface Ready {
  readonly url: string
  readonly credentials: { readonly username: string; readonly password: string; readonly token: string }
}

/** Starts the command, does something with what it prints, and ends it. */
const started = async (argv: readonly string[], use: (said: string) => Promise<void>) => {
  let interrupt = (_signal: string) => {}
  const lines: string[] = []
  const done = cli(['serve', '--port', '0', ...argv], {
    cwd,
    onListening: stop => {
      interrupt = stop
    },
    onOutput: text => lines.push(text),
  })
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBeGreaterThan(0)
  try {
    await use(lines.join(''))
  } finally {
    interrupt('SIGTERM')
  }
  return done
}

/** The same with the hub that it serves. */
const served = (argv: readonly string[], use: (ready: Ready) => Promise<void>) =>
  started(['--json', ...argv], said => use(JSON.parse(said)))

const data: HubData = {
  users: [
    { name: 'ada', password: 'correct horse' },
    { name: 'bob', password: 'battery staple' },
  ],
  organizations: [{ name: 'analytical', owners: ['ada'], groups: [{ name: 'engines', members: ['bob'] }] }],
  repositories: [
    { namespace: 'analytical', name: 'engine', description: 'An engine', tags: ['latest', '1.0'] },
    { namespace: 'ada', name: 'notes', is_private: true },
  ],
  personal_access_tokens: [{ user: 'ada', label: 'laptop', secret: 'dckr_pat_of-ada' }],
  organization_access_tokens: [
    {
      organization: 'analytical',
      label: 'ci',
      secret: 'dckr_oat_of-the-org',
      expires_at: '2099-01-01T00:00:00Z',
      resources: [{ type: 'TYPE_REPO', path: 'analytical/*', scopes: ['repo-pull'] }],
    },
  ],
}

test('tells what a variant is given where a token does not do', async () => {
  const { stdout } = await started(['--variant', 'mixed-credentials'], async () => {})
  expect(stdout).toMatch(/export HUB_CONFORMANCE_USERNAME=\S+\nexport HUB_CONFORMANCE_PASSWORD=\S+\nhub-conformance /)
  expect(stdout).not.toContain('HUB_CONFORMANCE_TOKEN')
})

describe('serve --data', () => {
  const login = async (url: string, identifier: string, secret: string): Promise<string> => {
    const response = await fetch(`${url}/v2/auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ identifier, secret }),
    })
    expect(response.status).toBe(200)
    return ((await response.json()) as { access_token: string }).access_token
  }

  test.each(['yaml', 'json'])('starts with what a file in %s says', async form => {
    const file = join(cwd, `hub.${form}`)
    await writeFile(file, form === 'yaml' ? stringify(data) : JSON.stringify(data))
    const { code } = await served(['--data', file], async ({ url, credentials }) => {
      const ada = await login(url, 'ada', 'dckr_pat_of-ada')
      const get = async (path: string, token: string) => {
        const response = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })
        // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, and a wrong one fails the test anyway
        return { status: response.status, body: (await response.json()) as any }
      }
      const repositories = '/v2/namespaces/analytical/repositories'
      expect((await get(repositories, ada)).body).toMatchObject({
        count: 1,
        results: [{ name: 'engine', description: 'An engine' }],
      })
      const tags = (await get(`${repositories}/engine/tags`, ada)).body.results
      expect(tags.map(({ name }: { name: string }) => name)).toEqual(['latest', '1.0'])
      expect((await get('/v2/namespaces/ada/repositories/notes', ada)).status).toBe(200)
      const bob = await login(url, 'bob', 'battery staple')
      expect((await get('/v2/namespaces/ada/repositories/notes', bob)).status).toBe(404)
      const org = await login(url, 'analytical', 'dckr_oat_of-the-org')
      expect((await get(`${repositories}/engine`, org)).status).toBe(200)
      const tokens = (await get('/v2/orgs/analytical/access-tokens', ada)).body.results
      expect(tokens).toMatchObject([{ label: 'ci', expires_at: '2099-01-01T00:00:00Z', created_by: 'ada' }])
      expect((await get('/v2/orgs/analytical/members', ada)).body.count).toBe(2)
      // The hub's own things are there as well.
      expect((await get('/v2/user/orgs', credentials.token)).body.count).toBe(1)
    })
    expect(code).toBe(0)
  })

  test.each([
    [{ users: [{ name: 'ada' }] }, 'users[0].password: This field is required.'],
    [{ user: [] }, 'user: This field is not known.'],
    [[], 'data: Must be of type object.'],
    [{ users: [{ name: 'Ada', password: 'x' }] }, 'users[0].name: Must match'],
    [{ users: [{ name: 'conformance', password: 'x' }] }, 'users[0].name: there is a user or an organization'],
    [{ organizations: [{ name: 'o', owners: ['nobody'] }] }, 'organizations[0].owners[0]: there is no user "nobody"'],
    [
      { organizations: [{ name: 'o', owners: ['stranger'], groups: [{ name: 'g', members: ['nobody'] }] }] },
      'organizations[0].groups[0].members[0]: there is no user',
    ],
    [{ repositories: [{ namespace: 'nobody', name: 'app' }] }, 'repositories[0].namespace: there is no user or organ'],
    [{ repositories: [{ namespace: 'conformance', name: 'dotfiles' }] }, 'repositories[0].name: there is a repository'],
    [{ repositories: [{ namespace: 'conformance', name: 'app', tags: [1] }] }, 'repositories[0].tags[0]: Must be of'],
    [{ personal_access_tokens: [{ user: 'nobody', label: 'x' }] }, 'personal_access_tokens[0].user: there is no user'],
    [
      { organization_access_tokens: [{ organization: 'conformance', label: 'x' }] },
      'organization_access_tokens[0].organization: there is no organization',
    ],
    [
      { personal_access_tokens: [1, 2].map(() => ({ user: 'stranger', label: 'x', secret: 'the same one' })) },
      'personal_access_tokens[1].secret: another token has this secret',
    ],
  ])('says in one line what is wrong with %j', async (wrong, message) => {
    await writeFile(join(cwd, 'wrong.yaml'), stringify(wrong))
    const { code, stdout, stderr } = await cli(['serve', '--port', '0', '--data', 'wrong.yaml'], { cwd })
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toContain(`--data: wrong.yaml: ${message}`)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test('says what is wrong with a file that cannot be read', async () => {
    await writeFile(join(cwd, 'broken.yaml'), 'users: [')
    const broken = await cli(['serve', '--data', 'broken.yaml'], { cwd })
    expect(broken).toMatchObject({ code: 3, stderr: expect.stringContaining('invalid YAML or JSON') })
    const missing = await cli(['serve', '--data', 'none.yaml'], { cwd })
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining('none.yaml cannot be read') })
  })

  test('has a published schema, which takes the same files', async () => {
    await expectGenerated(hubDataSchema(), 'contracts/hub-data.schema.json', 'reference-impl/data.ts')
    const ajv = new Ajv2020({ allErrors: true })
    addFormats.default(ajv)
    const validate = ajv.compile(JSON.parse(hubDataSchema()))
    expect(validate(data)).toBe(true)
    expect(validate({})).toBe(true)
    for (const wrong of [[], { user: [] }, { users: [{ name: 'ada' }] }, { users: [{ name: 'Ada', password: 'x' }] }])
      expect(validate(wrong), JSON.stringify(wrong)).toBe(false)
  })
})

describe('serve --tls-cert --tls-key', () => {
  const keys = async (name: string) => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 })
    await writeFile(join(cwd, `${name}.crt`), cert)
    await writeFile(join(cwd, `${name}.key`), key)
    return cert
  }

  test('serves HTTPS', async () => {
    const ca = await keys('own')
    await served(['--tls-cert', 'own.crt', '--tls-key', 'own.key'], async ({ url, credentials }) => {
      expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
      const answer = await new Promise<string>((resolve, reject) => {
        const headers = { Authorization: `Bearer ${credentials.token}` }
        request(`${url}/v2/access-tokens`, { ca, headers, checkServerIdentity: () => undefined }, response => {
          let text = ''
          response.on('data', data => {
            text += data
          })
          response.on('end', () => resolve(text))
        })
          .on('error', reject)
          .end()
      })
      expect(JSON.parse(answer).next).toBe(`${url}/v2/access-tokens?page=2&page_size=10`)
    })
  })

  test('needs both, and a pair', async () => {
    await Promise.all([keys('one'), keys('two')])
    await writeFile(join(cwd, 'no.pem'), 'not PEM')
    const stderrOf = async (...argv: readonly string[]) => {
      const { code, stderr } = await cli(['serve', '--port', '0', ...argv], { cwd })
      expect(code).toBe(3)
      expect(stderr.trim().split('\n')).toHaveLength(1)
      return stderr
    }
    expect(await stderrOf('--tls-cert', 'one.crt')).toContain('--tls-cert needs --tls-key')
    expect(await stderrOf('--tls-key', 'one.key')).toContain('--tls-key needs --tls-cert')
    const wrong = 'are not a certificate and its private key in PEM'
    expect(await stderrOf('--tls-cert', 'one.crt', '--tls-key', 'two.key')).toContain(wrong)
    expect(await stderrOf('--tls-cert', 'no.pem', '--tls-key', 'one.key')).toContain(wrong)
    expect(await stderrOf('--tls-cert', 'none', '--tls-key', 'one.key')).toContain('none cannot be read')
  })
})
