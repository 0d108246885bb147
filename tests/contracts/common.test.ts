import { describe, expect, test } from 'vitest'
import { commonOf } from '../../contracts/causes/causes.ts'
import type { Recorded } from '../../contracts/causes/evidence.ts'
import type { ReportedCase } from '../../contracts/results/report.ts'

const kase = (name: string, verdict: ReportedCase['verdict']): ReportedCase => ({
  name,
  verdict,
  reason: null,
  attempts: 1,
  exchanges: [],
  evidence: [],
  excerpts: [],
})

const nothing: Recorded = { requirements: [], bindings: [], target: 'http://hub.invalid', exchanges: [], fixtures: [] }

const commonIn = (failed: readonly string[], passed: readonly string[]): string | undefined => {
  const failing = failed.map(name => kase(name, 'fail'))
  const cases = [...failing, ...passed.map(name => kase(name, 'pass'))]
  return commonOf([{ requirement: { cases }, cases: failing }], { ...nothing, exchanges: [] })?.told
}

describe('what failing cases have in common', () => {
  test('is what no case has that passed', () => {
    expect(
      commonIn(['GET, long, Accept JSON', 'HEAD, short, Accept JSON'], ['GET, long', 'HEAD, short', 'GET, other']),
    ).toBe('to all 2 cases that failed, and to none of the 3 that passed: Accept JSON')
  })

  test('is not told where a case with it passed, where nothing is common, and where too few cases show it', () => {
    expect(commonIn(['GET, a', 'HEAD, a'], ['GET, a', 'HEAD, b', 'GET, c'])).toBeUndefined()
    expect(commonIn(['GET, a', 'HEAD, b'], ['PUT, c', 'PUT, d', 'GET, e'])).toBeUndefined()
    expect(commonIn(['GET, a', 'b'], ['PUT, c', 'PUT, d', 'PUT, e'])).toBeUndefined()
    expect(commonIn(['GET, a'], ['HEAD, b', 'HEAD, c', 'HEAD, d'])).toBeUndefined()
    expect(commonIn(['GET, a', 'HEAD, a'], ['GET, b', 'HEAD, b'])).toBeUndefined()
  })

  test('is the lack of what all have that passed', () => {
    const words = 'to all 2 cases that failed, and to none of the 3 that passed: no valid credentials'
    const [passed, given] = ['valid credentials', 'valid credentials (if given)']
    expect(commonIn(['GET, a', 'PUT, b'], [`GET, c, ${passed}`, `PUT, d, ${passed}`, `GET, ${passed}`])).toBe(words)
    expect(commonIn(['GET, a', 'PUT, b'], [`GET, c, ${given}`, `PUT, d, ${given}`, `GET, ${given}`])).toBe(words)
    expect(commonIn(['GET, a', `PUT, ${passed}`], [`GET, c, ${passed}`, `PUT, ${passed}`, passed])).toBeUndefined()
  })

  test('is the methods of what passed where those that failed have others', () => {
    expect(commonIn(['GET, a', 'HEAD, b'], ['PUT, c', 'PUT, d', 'PATCH, e'])).toBe(
      'to all 2 cases that failed, and to none of the 3 that passed: a method other than PUT and PATCH',
    )
  })

  /** Each URL may have a method before it. */
  const inUrls = (failed: readonly string[], passed: readonly string[]): string | undefined => {
    const urls = [...failed, ...passed]
    const exchanges = urls.map((text, at) => {
      const [path, method = 'GET'] = text.split(' ').reverse()
      return { id: `x${at}`, request: { method, url: `http://hub.invalid/${path}`, headers: [] } }
    })
    const cases = urls.map((_, at) => ({
      ...kase(`case ${at}`, at < failed.length ? 'fail' : 'pass'),
      exchanges: [`x${at}`],
      evidence: [`x${at}`],
    }))
    const report = { ...nothing, exchanges } as unknown as Recorded
    return commonOf([{ requirement: { cases }, cases: cases.slice(0, failed.length) }], report)?.parts
  }

  test('is found in the URLs of the requests as well: a query, a character of the path', () => {
    expect(inUrls(['a?q=1', 'b.c?page=2'], ['a', 'b.c', 'd'])).toBe('a query')
    expect(inUrls(['a.b', 'c/1.0?x=1'], ['a?y=1.0', 'b', 'c%20d'])).toBe('"." in the path')
    expect(inUrls(['a%20b', 'c%2D'], ['a?y=%20', 'b', 'c.d'])).toBe('"%" in the path')
    expect(inUrls(['a%2Eb', 'c.d'], ['a%2D', 'b', 'c'])).toBe('"." in the path')
    expect(inUrls(['a?q=1', 'b?q=2'], ['a?q=3', 'b', 'c'])).toBeUndefined()
  })
  test('is one of several characters of the path, or its length', () => {
    expect(inUrls(['a.b', 'aB', 'c_d'], ['a-b', 'b', 'c1'])).toBe('one of ".", a capital, "_" in the path')
    expect(inUrls(['a.b', 'c'], ['a-b', 'b', 'd'])).toBeUndefined()
    expect(inUrls(['a'.repeat(90), 'b'.repeat(99)], ['a', 'b'.repeat(80), 'd'])).toBe('a path of 91 characters or more')
  })

  test('is whether credentials or JSON are sent, on the removed routes', () => {
    const failing = ['POST', 'POST'].map((_, at) => `POST v1/repositories/${at}/tags`)
    expect(
      inUrls(failing, ['PUT v1/repositories/a/tags', 'v1/repositories/b/tags', 'HEAD v1/repositories/c/tags']),
    ).toBe('POST, POST without Content-Type: application/json')
  })

  test('is the method on the removed routes, whatever the cases are called', () => {
    const at = (name: string): string => `v1/repositories/${name}/tags`
    const passed = [at('a'), `PUT ${at('b')}`, at('c')]
    expect(inUrls([`HEAD ${at('a')}`, `HEAD ${at('b')}`], passed)).toBe('HEAD')
    expect(inUrls(['HEAD v2/a', 'HEAD v2/b'], ['v2/a', 'PUT v2/b', 'v2/c'])).toBeUndefined()
  })
})
