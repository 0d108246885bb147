import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cli } from '../harness.ts'

let cwd = ''

const removed = 'curl https://registry.hub.docker.com/v1/repositories/$1/tags\n'
const deprecated = 'curl https://hub.docker.com/v2/repositories/acme/\n'
const possible = '# see https://hub.docker.com/v2/repositories/acme\n'

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-scan-code-'))
  await writeFile(join(cwd, 'removed.sh'), removed)
  await writeFile(join(cwd, 'deprecated.sh'), deprecated)
  await writeFile(join(cwd, 'possible.sh'), possible)
  await writeFile(join(cwd, 'fine.sh'), 'curl https://hub.docker.com/v2/namespaces/acme/repositories\n')
  await writeFile(join(cwd, 'image.png'), Buffer.from([0x89, 0x50, 0, 1]))
})

afterEach(() => rm(cwd, { recursive: true }))

const scan = (...argv: readonly string[]) => cli(['scan', ...argv], { cwd })

const read = (file: string): Promise<string> => readFile(join(cwd, file), 'utf8')

describe('scan of source code', () => {
  test('says where a route is used, since when it must not be, what to use, and how sure it is', async () => {
    expect(await scan('.')).toEqual({
      code: 1,
      stderr: '',
      stdout: `Removed: the API answers every request with 410

  removed.sh:1:37
    /v1/repositories/$1/tags
    route    GET /v1/repositories/{name}/tags, removed since 2022-08-23
    instead  GET /v2/namespaces/{namespace}/repositories/{repository}/tags
             (ListRepositoryTags)
    sure     certain

Deprecated: must no longer be used, and may be removed

  deprecated.sh:1:28
    /v2/repositories/acme/
    route    GET /v2/repositories/{namespace}, deprecated since 2025-06-27
    instead  GET /v2/namespaces/{namespace}/repositories
             (listNamespaceRepositories)
    write    /v2/namespaces/acme/repositories
    sure     certain

Possible: not counted
  possible.sh:1:29  GET /v2/repositories/{namespace} (the method is unknown, it is in a comment or in prose)

4 files, 4 lines: 1 use of removed routes, 1 use of deprecated routes; 1
possible
Skipped, binary: image.png
`,
    })
  })

  test.each([
    [['removed.sh'], 1],
    [['deprecated.sh'], 0],
    [['deprecated.sh', '--fail-on', 'deprecated'], 1],
    [['possible.sh', '--fail-on', 'deprecated'], 0],
    [['fine.sh', '--fail-on', 'deprecated'], 0],
    [['fine.sh', 'removed.sh'], 1],
    [['*.sh'], 1],
    // Nothing was read, so nothing was shown.
    [['image.png'], 2],
  ])('%j exits with %i', async (argv, code) => {
    expect((await scan(...argv)).code).toBe(code)
  })

  test('--quiet leaves what does not fail to the last line', async () => {
    expect((await scan('deprecated.sh', 'possible.sh', '--quiet')).stdout).toBe(
      '2 files, 2 lines: 1 use of deprecated routes; 1 possible\n',
    )
  })

  test('--host names another hub', async () => {
    await writeFile(join(cwd, 'own.sh'), 'curl https://hub.example.com/v1/repositories/a/tags\n')
    expect((await scan('own.sh')).code).toBe(0)
    expect((await scan('own.sh', '--host', 'hub.example.com')).code).toBe(1)
  })

  test('is not led astray by variables that are meant for a run', async () => {
    const env = {
      HUB_CONFORMANCE_BASELINE: 'nowhere.yaml',
      HUB_CONFORMANCE_DRY_RUN: '1',
      HUB_CONFORMANCE_FAIL_ON: 'should',
    }
    expect(await cli(['scan', 'deprecated.sh'], { cwd, env })).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('corrections', () => {
  test('--fix --dry-run prints a patch and changes nothing', async () => {
    const { code, stdout, stderr } = await scan('.', '--fix', '--dry-run')
    expect(code).toBe(1)
    expect(stdout).toBe(
      [
        '--- a/deprecated.sh',
        '+++ b/deprecated.sh',
        '@@ -1,1 +1,1 @@',
        '-curl https://hub.docker.com/v2/repositories/acme/',
        '+curl https://hub.docker.com/v2/namespaces/acme/repositories',
        '',
      ].join('\n'),
    )
    expect(stderr).toContain('1 use of deprecated routes')
    expect(await read('deprecated.sh')).toBe(deprecated)
  })

  test('--fix writes what is certain, and says what is left', async () => {
    const { code, stdout } = await scan('.', '--fix')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^Fixed 1 use in 1 file\.\n/)
    expect(stdout).toContain('4 files, 4 lines: 1 use of removed routes; 1 possible')
    expect(await read('deprecated.sh')).toBe('curl https://hub.docker.com/v2/namespaces/acme/repositories\n')
    expect(await read('removed.sh')).toBe(removed)
    expect(await read('possible.sh')).toBe(possible)
  })
})

describe('a baseline', () => {
  const update = () => cli(['baseline', 'update', 'scan.json', '--baseline', 'baseline.yaml'], { cwd })

  test('is written from a JSON report, and holds until something changes', async () => {
    await scan('.', '--report', 'json=scan.json')
    expect(await update()).toMatchObject({ code: 0, stderr: '' })
    expect(await read('baseline.yaml')).toContain(
      '  - id: scan/name-tags\n    case: removed.sh\n    verdict: fail\n    code: removed\n',
    )
    const held = await scan('.', '--baseline', 'baseline.yaml', '--fail-on', 'deprecated')
    expect(held.code).toBe(0)
    expect(held.stdout).toContain('Known\n  deprecated.sh:1:28  GET /v2/repositories/{namespace} (to be explained)\n')
    expect(held.stdout).toContain('no use of a removed or deprecated route; 1 possible, 2 known')
    expect(held.stdout).toContain('Skipped, reports of a scan: scan.json\n')

    // The same one further down is the same; a second one is new.
    await writeFile(join(cwd, 'removed.sh'), `set -e\n${removed}`)
    expect((await scan('.', '--baseline', 'baseline.yaml')).code).toBe(0)
    await writeFile(join(cwd, 'removed.sh'), `${removed}${removed}`)
    const more = await scan('.', '--baseline', 'baseline.yaml')
    expect(more.code).toBe(1)
    expect(more.stdout).toContain('Baseline: scan/name-tags [removed.sh #2]: fails (removed) and is not listed\n')

    await rm(join(cwd, 'removed.sh'))
    const gone = await scan('.', '--baseline', 'baseline.yaml')
    expect(gone.code).toBe(1)
    expect(gone.stdout).toContain(
      'Baseline: scan/name-tags [removed.sh]: passes, but is still listed as failing (removed); remove the entry\n',
    )
    await scan('.', '--report', 'json=scan.json')
    expect((await update()).stdout).toContain('dropped  scan/name-tags [removed.sh]')
    expect((await scan('.', '--baseline', 'baseline.yaml')).code).toBe(0)
  })

  test('may be of deprecated routes that do not count', async () => {
    await writeFile(join(cwd, 'baseline.yaml'), 'failures: []\n')
    expect((await scan('deprecated.sh', '--baseline', 'baseline.yaml')).code).toBe(0)
    expect((await scan('deprecated.sh', '--baseline', 'baseline.yaml', '--fail-on', 'deprecated')).code).toBe(1)
  })

  test('refuses an id that there is not', async () => {
    await writeFile(
      join(cwd, 'baseline.yaml'),
      'failures:\n  - {id: scan/nmae-tags, verdict: fail, code: removed, reason: x}\n',
    )
    const { code, stdout } = await scan('fine.sh', '--baseline', 'baseline.yaml')
    expect(code).toBe(1)
    expect(stdout).toContain('Baseline: scan/nmae-tags: unknown requirement id; did you mean "scan/name-tags"?')
  })
})

describe('reports', () => {
  test('of every format are written, one of them to standard output', async () => {
    const files = ['json', 'junit', 'markdown', 'github', 'sarif'].flatMap(format => [
      '--report',
      `${format}=${format}.txt`,
    ])
    const { code, stdout } = await scan('*.{sh,png}', ...files)
    expect(code).toBe(1)
    expect(stdout).toContain('1 use of removed routes')
    expect(JSON.parse(await read('json.txt'))).toMatchObject({
      schemaVersion: '1.0',
      source: { kind: 'code' },
      result: 'removed',
      files: 4,
      skipped: [{ file: 'image.png', reason: 'binary' }],
      uses: [{ slug: 'get-namespace' }, { slug: 'get-namespace' }, { slug: 'name-tags', line: 1, column: 37 }],
    })
    expect(await read('github.txt')).toContain(
      '::error file=removed.sh,line=1,col=37,endColumn=61,title=removed route::GET /v1/repositories/{name}/tags is removed since 2022-08-23. Use GET ',
    )
    expect(await read('markdown.txt')).toMatch(/^# Deprecated and removed routes: removed\n/)
    const piped = await scan('*.{sh,png}', '--report', 'sarif')
    expect(piped.stdout).toBe(await read('sarif.txt'))
    expect(piped.stderr).toContain('1 use of removed routes')
  })
})
