import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyFixes, patchFor, scanCode } from '../../../../engine/scan/code/scan.ts'

const use = (ns = 'acme'): string => `curl https://hub.docker.com/v2/repositories/${ns}/\n`

let cwd = ''

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance scan '))
})

afterEach(() => rm(cwd, { recursive: true }))

const write = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<void> => {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, file)), { recursive: true })
    await writeFile(join(cwd, file), text)
  }
}

const scanned = async (...paths: readonly string[]): Promise<readonly string[]> =>
  (await scanCode(paths, cwd)).scan.uses.map(({ file }) => file)

describe('which files are read', () => {
  beforeEach(() =>
    write({
      'a.sh': use(),
      'src/b.sh': use(),
      'src/deep/c.py': `x = requests.get("https://hub.docker.com/v2/repositories/acme")\n`,
      'src/deep/d.sh': use(),
      '.github/e.sh': use(),
      'node_modules/f/f.sh': use(),
      '.git/g.sh': use(),
      'out/h.sh': use(),
      'out/kept/i.sh': use(),
      'src/deep/local.sh': use(),
      'src/kept.tmp': use(),
      'other.tmp': use(),
      '.gitignore': 'out/\n*.tmp\n',
      'src/.gitignore': '!kept.tmp\n/deep/local.sh\n',
    }),
  )

  it('of a folder all that git does not ignore, dot files too', async () => {
    expect(await scanned('.')).toEqual([
      '.github/e.sh',
      'a.sh',
      'src/b.sh',
      'src/deep/c.py',
      'src/deep/d.sh',
      'src/kept.tmp',
    ])
    expect(await scanned('src')).toEqual(['src/b.sh', 'src/deep/c.py', 'src/deep/d.sh', 'src/kept.tmp'])
  })

  it('of a glob those that match and that git does not ignore', async () => {
    expect(await scanned('**/*.sh')).toEqual(['.github/e.sh', 'a.sh', 'src/b.sh', 'src/deep/d.sh'])
    expect(await scanned('src/**/*.{py,tmp}')).toEqual(['src/deep/c.py', 'src/kept.tmp'])
  })

  it('a file or an ignored folder that is named, and each once', async () => {
    expect(await scanned('other.tmp', './a.sh', 'a.sh', '*.sh')).toEqual(['other.tmp', 'a.sh'])
    expect(await scanned('out')).toEqual(['out/h.sh', 'out/kept/i.sh'])
  })

  it('not what links lead to', async () => {
    await symlink(cwd, join(cwd, 'src/loop'))
    expect(await scanned('src')).toHaveLength(4)
  })

  it.each([
    ['nowhere.sh', 'nowhere.sh does not exist'],
    ['src/*.xyz', 'no file matches src/*.xyz'],
    ['**/*.tmp2', 'no file matches **/*.tmp2'],
  ])('refuses %s', async (path, message) => {
    await expect(scanCode([path], cwd)).rejects.toThrow(message)
  })
})

describe('what is in files', () => {
  it('is skipped where it is binary or huge, and said so', async () => {
    await write({ 'a.sh': use(), 'b.bin': Buffer.from(`\0\x01${use()}`), 'huge.json': '' })
    await truncate(join(cwd, 'huge.json'), 8 * 1024 * 1024 + 1)
    const { scan } = await scanCode(['.'], cwd)
    expect(scan).toMatchObject({ files: 1, lines: 1, result: 'deprecated' })
    expect(scan.skipped).toEqual([
      { file: 'b.bin', reason: 'binary' },
      { file: 'huge.json', reason: 'large' },
    ])
  })

  it('is read in other encodings, and not corrected there', async () => {
    await write({
      'utf16.ps1': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`irm ${use().slice(5)}`, 'utf16le')]),
      'latin1.sh': Buffer.from(`# caf\xe9\n${use()}`, 'latin1'),
    })
    const { scan, fixes } = await scanCode(['.'], cwd)
    expect(scan.uses.map(({ file, line, certainty, fix }) => [file, line, certainty, fix])).toEqual([
      ['latin1.sh', 2, 'certain', null],
      ['utf16.ps1', 1, 'certain', null],
    ])
    expect(fixes).toEqual([])
  })

  it('is looked at in its first 2,000 places, and said so', async () => {
    await write({ 'data.txt': use().repeat(2_500) })
    const { scan } = await scanCode(['.'], cwd)
    expect(scan.uses).toHaveLength(2_000)
    expect(scan).toMatchObject({ files: 1, skipped: [{ file: 'data.txt', reason: 'many' }] })
  })

  it('counts the lines, with and without a break at the end', async () => {
    await write({ 'a.txt': 'a\nb', 'b.txt': 'a\nb\n', 'c.txt': '' })
    expect((await scanCode(['.'], cwd)).scan).toMatchObject({ files: 3, lines: 4, result: 'none' })
  })
})

const mixed = [
  '#!/bin/sh',
  'curl https://hub.docker.com/v2/repositories/acme/?page_size=9',
  'curl https://hub.docker.com/v2/repositories/$image/',
  'curl https://hub.docker.com/v1/repositories/acme/app/tags',
  ...Array.from({ length: 12 }, (_, at) => `echo ${at}`),
  'curl -I "https://hub.docker.com/v2/repositories/$NS/$REPO"',
].join('\n')

describe('corrections', () => {
  const files = {
    'a.sh': mixed,
    'with space/b é.js': `fetch('https://hub.docker.com/v2/repositories/' + ns)\r\nfetch(hubUrl + "/v2/repositories/" + ns + "/" + repo + "/")\r\n`,
    'c "quoted".py': `requests.post(f"https://hub.docker.com/v2/repositories/{ns}")`,
  }

  it('are a patch that git applies, and the same as what is written', async () => {
    await write(files)
    const scannedCode = await scanCode(['.'], cwd)
    const patch = patchFor(scannedCode.fixes)
    const git = (...argv: readonly string[]): string =>
      execFileSync('git', [...argv], { cwd, input: patch, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] })
    git('apply', '--check', '-')
    git('apply', '-')
    const patched = await Promise.all(Object.keys(files).map(file => readFile(join(cwd, file), 'utf8')))
    await write(files)
    await applyFixes(scannedCode, cwd)
    const fixed = await Promise.all(Object.keys(files).map(file => readFile(join(cwd, file), 'utf8')))
    expect(fixed).toEqual(patched)
    expect(fixed).toEqual([
      mixed
        .replace('repositories/acme/?page', 'namespaces/acme/repositories?page')
        .replace('repositories/$NS/$REPO', 'namespaces/$NS/repositories/$REPO'),
      `fetch('https://hub.docker.com/v2/namespaces/' + ns + '/repositories')\r\nfetch(hubUrl + "/v2/namespaces/" + ns + "/repositories/" + repo)\r\n`,
      `requests.post(f"https://hub.docker.com/v2/namespaces/{ns}/repositories")`,
    ])
  })

  it('apply in a folder of a repository as well', async () => {
    await write({ 'sub/a.sh': mixed })
    execFileSync('git', ['init', '-q'], { cwd })
    const { fixes } = await scanCode(['a.sh'], join(cwd, 'sub'))
    execFileSync('git', ['apply', '--check', '-'], { cwd: join(cwd, 'sub'), input: patchFor(fixes) })
  })

  it('leave what is not certain, and find nothing the second time', async () => {
    await write(files)
    const left = await applyFixes(await scanCode(['.'], cwd), cwd)
    expect(left.uses.map(({ file, line, state, certainty }) => [file, line, state, certainty])).toEqual([
      ['a.sh', 3, 'deprecated', 'likely'],
      ['a.sh', 4, 'removed', 'certain'],
    ])
    const again = await scanCode(['.'], cwd)
    expect(again.fixes).toEqual([])
    expect(again.scan.uses).toEqual(left.uses)
  })
})
