import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Report } from '../../../contracts/results/report.ts'
import { catalogue } from '../../../suites/catalogue.ts'
import { kase, reason, report, requirement } from '../../reporters/fixtures/report.ts'
import { cli, fakeEngine, refused } from '../harness.ts'

const local = ['--target', 'http://localhost:8080', '--quiet']
const gone = reason('not-gone', { expected: 410, status: 404, got: 404 })
const [first, second, third] = catalogue.map(({ id }) => id) as [string, string, string]

const fails = (id: string, why = gone) => requirement(id, 'must', [kase('one', 'fail', why)])
const passes = (id: string) => requirement(id, 'must', [kase('one', 'pass')])
const open = (id: string) => requirement(id, 'must', [kase('one', 'untestable', reason('need-org'))])

let cwd = ''

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'hub-conformance-baseline-'))
  await mkdir(join(cwd, 'folder'))
})

afterEach(() => rm(cwd, { recursive: true }))

let files = 0
/** A file of its own for each test: they run in any order. */
const file = async (content: string, extension = 'yaml'): Promise<string> => {
  files += 1
  const name = `file-${files}.${extension}`
  await writeFile(join(cwd, name), content)
  return name
}

const listed = (list: string, entries: readonly Readonly<Record<string, string>>[]): string =>
  `${list}:\n${entries.map(entry => `  - ${JSON.stringify(entry)}`).join('\n')}\n`

const known = { id: first, verdict: 'fail', code: 'not-gone', reason: 'known' }

const held = async (given: Report, content: string, argv: readonly string[] = []) =>
  cli([...local, '--baseline', await file(content), ...argv], { cwd, deps: fakeEngine(given).deps })

describe('a run against a baseline', () => {
  test('without a regression ends with 0, though not conformant', async () => {
    const content =
      listed('failures', [known]) + listed('unverified', [{ id: second, verdict: 'untestable', reason: 'r' }])
    const outcome = await held(report([fails(first), open(second), passes(third)]), content)
    expect(outcome.stdout).toContain('NON-CONFORMANT')
    expect(outcome.stdout).toMatch(/\nBaseline file-\d+\.yaml: no regression; 1 failure and 1 unverified are listed\n$/)
    expect(outcome.code).toBe(0)
  })

  test('shows no secret that somebody wrote into a reason', async () => {
    const token = 'a-token-that-is-in-a-note'
    const entries = [{ ...known, reason: `works with ${token}`, link: `https://example.com/?key=${token}` }]
    const argv = [...local.slice(0, 2), '--baseline', await file(listed('failures', entries))]
    for (const format of ['json', 'junit', 'html', 'markdown', 'sarif']) {
      const { stdout, stderr } = await cli([...argv, '--report', format], {
        cwd,
        deps: fakeEngine(report([fails(first)])).deps,
        env: { HUB_CONFORMANCE_TOKEN: token },
      })
      expect(stdout).toContain('works with ')
      expect(stdout + stderr).not.toContain(token)
    }
  })

  test.each<readonly [string, Report, string, string]>([
    ['an unlisted failure', report([fails(first)]), '', `${first}: fails (not-gone) and is not listed`],
    [
      'a listed one that passes',
      report([passes(first)]),
      listed('failures', [{ ...known, link: 'https://example.com/1' }]),
      `${first}: passes, but is still listed as failing (not-gone); remove the entry (https://example.com/1)`,
    ],
    [
      'an unknown id',
      report([passes(first)]),
      listed('failures', [{ ...known, id: `${first}x` }]),
      `${first}x: unknown requirement id; did you mean "${first}"?`,
    ],
    [
      'an unknown case',
      report([passes(first)]),
      listed('failures', [{ ...known, case: 'onn' }]),
      `${first} [onn]: unknown case of this requirement; did you mean "one"?`,
    ],
    ['a duplicate', report([fails(first)]), listed('failures', [known, known]), `${first}: is listed more than once`],
    [
      'a changed reason code',
      report([fails(first, reason('redirected'))]),
      listed('failures', [known]),
      `${first}: fails (redirected), but is listed as failing (not-gone)`,
    ],
    [
      'an expired entry',
      report([fails(first)]),
      listed('failures', [{ ...known, expires: '2001-01-01' }]),
      `${first}: the entry expired on 2001-01-01; fix the target, or renew the entry`,
    ],
    [
      'what stopped being verified',
      report([open(first)]),
      '',
      `${first}: is not verified: untestable (need-org), and not listed as such`,
    ],
    [
      'a failure that is hidden now',
      report([open(first)]),
      listed('failures', [known]),
      `${first}: is no longer verified: untestable (need-org), but listed as failing (not-gone)`,
    ],
    [
      'an unverified one that fails',
      report([fails(first)]),
      listed('unverified', [{ id: first, verdict: 'untestable', reason: 'r' }]),
      `${first}: fails (not-gone), but is listed as untestable`,
    ],
  ])('%s fails it with a line of its own', async (_name, given, content, line) => {
    const { stdout, stderr, code } = await held(given, content)
    expect(stdout).toContain('1 difference; ')
    // Long lines are continued four columns in.
    expect(stdout.replace(/\n {4}/g, ' ').endsWith(`: ${line}\n`), stdout).toBe(true)
    expect(stderr).toBe('')
    expect(code).toBe(1)
  })

  test('the JSON report has what is known and what differs, with lines; render shows what the run showed', async () => {
    const content = `# why\n${listed('failures', [known, { ...known, id: third, expires: '2001-01-01' }])}`
    const given = report([fails(first), passes(second), fails(third)])
    const run = await held(given, content, ['--report', 'json=known.json', '--report', 'junit=known.xml'])
    const written = JSON.parse(await readFile(join(cwd, 'known.json'), 'utf8')) as Report
    const [file] = /file-\d+\.yaml/.exec(run.stdout) ?? []
    expect(written.requirements.map(each => each.known)).toEqual([
      { note: 'known', file, line: 3 },
      undefined,
      undefined,
    ])
    expect(written.gate).toMatchObject({ file, passed: false, listed: { failures: 2, unverified: 0 } })
    expect(written.gate?.findings).toMatchObject([{ kind: 'expired', requirement: third, entry: { file, line: 4 } }])
    const render = (...argv: string[]) => cli(['render', 'known.json', ...argv], { cwd })
    expect((await render('--quiet')).stdout).toBe(run.stdout)
    expect((await render('--report', 'junit')).stdout).toBe(await readFile(join(cwd, 'known.xml'), 'utf8'))
    expect((await render('--report', 'junit', '--junit-known', 'fail')).stdout).toContain(' failures="2"')
  })

  test('the verdicts of such a report are recomputed like any other', async () => {
    const entry = { ...known, id: 'v1-removed/name-tags' }
    const argv = ['--target', 'reference', '--only', entry.id, '--quiet', '--report', 'json=real.json']
    const name = await file(listed('failures', [entry]))
    expect((await cli([...argv, '--baseline', name], { cwd })).code).toBe(1)
    const { stdout, code } = await cli(['verify', 'real.json'], { cwd })
    expect(stdout).toContain('recomputed and equal')
    expect(code).toBe(0)
  })

  test('render counts the levels that the run counted', async () => {
    const should = report([passes(first), requirement(second, 'should', [kase('one', 'fail', gone)])], {
      options: { 'fail-on': 'should' },
    })
    await cli([...local, '--fail-on', 'should', '--report', 'json=should.json'], { cwd, deps: fakeEngine(should).deps })
    expect((await cli(['render', 'should.json'], { cwd })).stdout).toContain('SHOULD failed: 1')
    expect((await cli(['render', 'should.json', '--fail-on', 'must'], { cwd })).stdout).toContain('SHOULD warnings: 1')
  })

  test('a mistake of the suite is never put up with', async () => {
    const given = report([requirement(first, 'must', [kase('one', 'error', reason('suite-error'))]), passes(second)])
    expect((await held(given, listed('failures', [known]))).code).toBe(5)
  })

  test('--allow-incomplete and --fail-on keep their meaning', async () => {
    expect((await held(report([open(first)]), '', ['--allow-incomplete'])).code).toBe(0)
    const should = report([passes(first), requirement(second, 'should', [kase('one', 'fail', gone)])])
    expect((await held(should, '')).code).toBe(0)
    expect((await held(should, '', ['--fail-on', 'should'])).code).toBe(1)
  })

  test('an interrupted run is incomplete, whatever it did not come to', async () => {
    const abort: { now?: (signal: string) => void } = {}
    const engine = fakeEngine(async () => {
      abort.now?.('SIGINT')
      return report([open(first), passes(second)])
    })
    const outcome = await cli([...local, '--baseline', await file('')], {
      cwd,
      deps: engine.deps,
      onListening: interrupt => {
        abort.now = interrupt
      },
    })
    expect(outcome.code).toBe(2)
  })

  test('names in the file move no cursor', async () => {
    const { stdout } = await held(report([passes(first)]), listed('failures', [{ ...known, id: 'a\u001b[31m\nb' }]))
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})

describe('a malformed baseline is refused before anything is asked', () => {
  const entry = (parts: string): string => `failures:\n  - ${parts}\n`
  test.each<readonly [string, string]>([
    ['failures: [', ':1: invalid YAML or JSON: '],
    ['- a', ':1: a baseline must be a mapping with the keys failures and unverified'],
    ['text', ':1: a baseline must be a mapping with the keys failures and unverified'],
    ['\nfailurs: []', ':2: "failurs" is not a key of a baseline; did you mean "failures"?'],
    ['failures: []\nfailures: []', ':2: invalid YAML or JSON: Map keys must be unique'],
    ['failures: text', ':1: "failures" must be a list of entries'],
    [
      'failures:\n  - a/b',
      ':2: an entry must be a mapping with the keys id, case, verdict, code, reason, link, expires',
    ],
    [entry('{id: a/b, vedict: fail}'), ':2: "vedict" is not a key of an entry; did you mean "verdict"?'],
    ['zzz: []', ':1: "zzz" is not a key of a baseline ($schema, failures, unverified)'],
    [entry('{zzz: a}'), ':2: "zzz" is not a key of an entry (id, case, verdict, code, reason, link, expires)'],
    [entry('{id: a/b, verdict: fail, code: gone, reason: " "}'), ':2: reason must be a string'],
    [entry('{id: a/b, verdict}'), ':2: verdict must be a string'],
    [entry('{id: a/b}'), ':2: the entry has no verdict'],
    [entry('{id: a/b, verdict: fail}'), ':2: the entry has no code'],
    [entry('{id: a/b, verdict: fail, code: gone}'), ':2: the entry has no reason'],
    [entry('{id: a/b, verdict: fail, code: gone, reason: ""}'), ':2: reason must be a string'],
    [entry('{id: a/b, verdict: pass}'), ':2: the verdict of "a/b" must be fail in "failures"'],
    [
      'unverified:\n  - {id: a/b, verdict: fail, code: x, reason: y}',
      ':2: the verdict of "a/b" must be inconclusive or untestable in "unverified"',
    ],
    [entry('{id: [a], verdict: fail}'), ':2: id must be a string'],
    [
      entry('{id: a/b, verdict: fail, code: gone, reason: r, link: "javascript:1"}'),
      ':2: link must be an http or https URL',
    ],
    [
      entry('{id: a/b, verdict: fail, code: gone, reason: r, expires: 2025-02-30}'),
      ':2: expires is "2025-02-30", which is not a valid date; use YYYY-MM-DD, such as 2025-11-21',
    ],
  ])('%j', async (content, message) => {
    const name = await file(content)
    const { code, stdout, stderr } = await refused([...local, '--baseline', name], { cwd })
    expect(stderr).toContain(`hub-conformance: ${name}${message}`)
    expect(stderr).toMatch(/^[^\n]*\n$/)
    expect(stdout).toBe('')
    expect(code).toBe(3)
  })

  test.each([
    ['nowhere.yaml', '--baseline: nowhere.yaml cannot be read: no such file'],
    ['folder', '--baseline: folder cannot be read: is a directory'],
  ])('%s', async (name, message) => {
    expect(await refused([...local, '--baseline', name], { cwd })).toEqual({
      code: 3,
      stdout: '',
      stderr: `hub-conformance: ${message}\n`,
    })
  })
})

describe('baseline update', () => {
  const update = async (given: Report, name: string, argv: readonly string[] = []) =>
    cli(['baseline', 'update', await file(JSON.stringify(given), 'json'), '--baseline', name, ...argv], { cwd })
  const content = (name: string): Promise<string> => readFile(join(cwd, name), 'utf8')

  test('creates a file that the same report holds against', async () => {
    const given = report([fails(first), open(second), passes(third)])
    const outcome = await update(given, 'created.yaml')
    expect(outcome).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        `added    ${first}: fails (not-gone) and is not listed`,
        `added    ${second}: is not verified: untestable (need-org), and not listed as such`,
        'created.yaml written, 2 changes\n',
      ].join('\n'),
    })
    expect(await content('created.yaml')).toMatch(/^# yaml-language-server: \$schema=\S+baseline\.schema\.json\n/)
    const engine = fakeEngine(given)
    expect((await cli([...local, '--baseline', 'created.yaml'], { cwd, deps: engine.deps })).code).toBe(0)
  })

  test('keeps comments, order and what it is not about, and says what it drops', async () => {
    const name = await file(
      [
        '# ours',
        'unverified: []',
        'failures:',
        `  - id: ${second} # first comment`,
        '    verdict: fail',
        '    code: gone',
        '    reason: ours to mend',
        '  # goes away with it',
        `  - { id: ${third}, verdict: fail, code: not-gone, reason: over }`,
        '  - { id: a/nothing, verdict: fail, code: not-gone, reason: never was }',
        '  # stays',
        `  - { id: ${first}, verdict: fail, code: not-gone, reason: 'it''s known', expires: 2001-01-01 }`,
        '',
      ].join('\n'),
    )
    const { stdout, code } = await update(report([fails(first), fails(second), passes(third)]), name)
    expect(code).toBe(0)
    expect(stdout.split('\n').map(line => line.slice(0, 9).trim())).toEqual(
      expect.arrayContaining(['changed', 'dropped', 'dropped', 'left']),
    )
    expect(await content(name)).toBe(
      [
        '# ours',
        'unverified: []',
        'failures:',
        `  - id: ${second} # first comment`,
        '    verdict: fail',
        '    code: not-gone',
        '    reason: ours to mend',
        '  # stays',
        `  - { id: ${first}, verdict: fail, code: not-gone, reason: 'it''s known', expires: 2001-01-01 }`,
        '',
      ].join('\n'),
    )
  })

  test('moves what is no longer verified, with what was written of it', async () => {
    const entry = { ...known, reason: 'ours', link: 'https://example.com/1', expires: '2999-01-01' }
    const name = await file(listed('failures', [entry]))
    const { stdout } = await update(report([open(first), passes(second)]), name)
    expect(stdout).toContain('moved    ')
    const { parse } = await import('yaml')
    expect(parse(await content(name))).toEqual({
      failures: [],
      unverified: [
        {
          id: first,
          verdict: 'untestable',
          code: 'need-org',
          reason: 'ours',
          link: 'https://example.com/1',
          expires: '2999-01-01',
        },
      ],
    })
  })

  describe('leaves to the byte what it is not about', () => {
    const a = [
      '- id:   A   # why',
      '  verdict: fail',
      '  code:    not-gone',
      '  reason: >-',
      '    folded',
      '    text',
      '',
    ]
    const over = ['# about what is over', '- id: C', '  verdict: fail', '  code: not-gone', '  reason: over']
    const long = `  reason: "${'a very long reason '.repeat(12)}"`
    const b = ['# about b', '- {id: B, verdict: fail,  code: gone , reason: b}', '# tail', '']
    const added = ['- id: B', '  verdict: fail', '  code: not-gone', '  reason: to be explained']

    test.each<readonly [string, readonly string[], readonly string[]]>([
      [
        'a changed and a dropped entry',
        ['# head', 'failures:', '# about a', ...a, ...over, '', ...b, 'unverified:', '    []'],
        [
          '# head',
          'failures:',
          '# about a',
          ...a,
          '',
          '# about b',
          '- {id: B, verdict: fail,  code: not-gone , reason: b}',
          '# tail',
          '',
          'unverified:',
          '    []',
        ],
      ],
      ['an added entry', ['failures:', ...a, '# tail'], ['failures:', ...a.slice(0, -1), ...added, '', '# tail']],
      [
        'a deeper list',
        ['failures:', '      - id: A', '        verdict: fail', '        code: not-gone', `      ${long}`, '# tail'],
        [
          'failures:',
          '      - id: A',
          '        verdict: fail',
          '        code: not-gone',
          `      ${long}`,
          ...added.map(line => `      ${line}`),
          '# tail',
        ],
      ],
      [
        'a list that becomes empty, and one that was',
        ['unverified: [] # none', 'failures: # known', ...over.slice(1), '# tail', ''],
        [
          'unverified: [] # none',
          'failures: # known',
          ...['A', 'B'].flatMap(id => added.with(0, `- id: ${id}`)),
          '# tail',
          '',
        ],
      ],
      [
        'a list that is not there',
        ['# ours', 'unverified: []', ''],
        [
          '# ours',
          'unverified: []',
          'failures:',
          ...['A', 'B'].flatMap(id => added.with(0, `- id: ${id}`)).map(line => `  ${line}`),
          '',
        ],
      ],
    ])('%s', async (_name, before, after) => {
      const ids = (lines: readonly string[], lineBreak: string): string =>
        lines
          .join(lineBreak)
          .replace(/(?<=id: +)[ABC]\b/g, letter => ({ A: first, B: second, C: third })[letter] ?? letter)
      for (const lineBreak of ['\n', '\r\n']) {
        const name = await file(ids(before, lineBreak))
        await update(report([fails(first), fails(second), passes(third)]), name)
        expect(await content(name)).toBe(ids(after, lineBreak))
        expect((await update(report([fails(first), fails(second), passes(third)]), name)).stdout).toContain(
          'is up to date',
        )
      }
    })

    test('the last entry that goes leaves an empty list', async () => {
      const name = await file(
        `failures: # known\n  # of all\n  - id: ${first}\n    verdict: fail\n    code: x\n    reason: r\n`,
      )
      await update(report([passes(first)]), name)
      expect(await content(name)).toBe('failures: [] # known\n  # of all\n')
      expect((await update(report([passes(first)]), name)).stdout).toContain('is up to date')
    })

    test('a list on one line is written anew, and says the same', async () => {
      const name = await file(
        `# ours\nfailures: [{ id: ${third}, verdict: fail, code: x, reason: over }, { id: ${first}, verdict: fail, code: x, reason: kept }]\n`,
      )
      await update(report([fails(first), fails(second), passes(third)]), name)
      const { parse } = await import('yaml')
      expect(await content(name)).toContain('# ours')
      expect(parse(await content(name))).toEqual({
        failures: [
          { id: first, verdict: 'fail', code: 'not-gone', reason: 'kept' },
          { id: second, verdict: 'fail', code: 'not-gone', reason: 'to be explained' },
        ],
      })
    })

    test('a file that is true is not written, however it is laid out', async () => {
      const odd = `failures:\n-    {id:  ${first},verdict: fail,   code: not-gone,\n   reason: "r"}`
      const name = await file(odd)
      expect((await update(report([fails(first)]), name)).stdout).toBe(`${name} is up to date\n`)
      expect(await content(name)).toBe(odd)
    })
  })

  test('names the case and the link of what it changes', async () => {
    const entry = { ...known, case: 'one', link: 'https://example.com/1' }
    const { stdout } = await update(report([passes(first)]), await file(listed('failures', [entry])))
    expect(stdout).toMatch(/^dropped {2}\S+ \[one\]: passes[^\n]* \(https:\/\/example\.com\/1\)\n/)
  })

  test('twice changes nothing more', async () => {
    const given = report([fails(first), open(second)])
    await update(given, 'twice.yaml')
    const once = await content('twice.yaml')
    expect((await update(given, 'twice.yaml')).stdout).toBe('twice.yaml is up to date\n')
    expect(await content('twice.yaml')).toBe(once)
  })

  test('reads a report as large as a run writes', async () => {
    const name = await file(`${JSON.stringify(report([fails(first)]))}${' '.repeat(17 * 2 ** 20)}`, 'json')
    const { code, stdout } = await cli(['baseline', 'update', name, '--baseline', 'large.yaml'], { cwd })
    expect(stdout).toContain(`added    ${first}`)
    expect(code).toBe(0)
  })

  test('counts the levels that the run counted', async () => {
    const given = report([requirement(first, 'should', [kase('one', 'fail', gone)])], {
      options: { 'fail-on': 'should' },
    })
    expect((await update(given, 'should.yaml')).stdout).toContain('added')
    expect((await update(given, 'must.yaml', ['--fail-on', 'must'])).stdout).not.toContain('added')
  })

  test.each<readonly [string, readonly string[], string]>([
    ['no action', ['baseline'], 'missing argument ACTION; usage: hub-conformance baseline ACTION REPORT'],
    ['no report', ['baseline', 'update'], 'missing argument REPORT; usage: hub-conformance baseline ACTION REPORT'],
    ['another action', ['baseline', 'updat', 'r.json'], 'unknown action "updat"; did you mean "update"?'],
    ['no file', ['baseline', 'update', 'r.json'], 'baseline update needs --baseline FILE, the file to write'],
    [
      'a report that is not there',
      ['baseline', 'update', 'nowhere.json', '--baseline', 'b.yaml'],
      'the report: nowhere.json cannot be read: no such file',
    ],
    [
      'a baseline that is a folder',
      ['baseline', 'update', 'good.json', '--baseline', 'folder'],
      '--baseline: folder cannot be read: is a directory',
    ],
    ['no JSON', ['baseline', 'update', 'text.json', '--baseline', 'b.yaml'], 'text.json is not valid JSON'],
    ['no report at all', ['baseline', 'update', 'other.json', '--baseline', 'b.yaml'], 'other.json'],
    ['a newer form', ['baseline', 'update', 'newer.json', '--baseline', 'b.yaml'], 'newer.json'],
  ])('refuses %s', async (_name, argv, message) => {
    await Promise.all([
      writeFile(join(cwd, 'good.json'), JSON.stringify(report([passes(first)]))),
      writeFile(join(cwd, 'text.json'), 'text'),
      writeFile(join(cwd, 'other.json'), '{"a":1}'),
      writeFile(join(cwd, 'newer.json'), '{"schemaVersion":"9.0","requirements":[]}'),
    ])
    const { code, stdout, stderr } = await cli(argv, { cwd })
    expect(stderr).toContain(`hub-conformance: ${message}`)
    expect(stderr).toMatch(/^[^\n]*\n$/)
    expect([code, stdout]).toEqual([3, ''])
  })

  test('a file that cannot be written is the suite’s own trouble', async () => {
    const { code, stderr } = await update(report([fails(first)]), 'nowhere/baseline.yaml')
    expect(code).toBe(5)
    expect(stderr).toBe('hub-conformance: nowhere/baseline.yaml could not be written: no such file\n')
  })
})
