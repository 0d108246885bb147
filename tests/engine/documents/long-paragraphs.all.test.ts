import { Session } from 'node:inspector/promises'
import { describe, expect, it } from 'vitest'
import { checkDocs } from '../../../engine/run.ts'

/** How often each function of the suite is called. */
const callsDuring = async (act: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await act()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
  const own = result.filter(({ url }) => /\/(?:checks|engine)\//.test(url))
  return new Map(
    own.flatMap(({ url, functions }) =>
      functions.map(({ functionName, ranges: [range] }): [string, number] => [
        `${url.replace(/.*\/(?=(?:checks|engine)\/)/, '')}, ${functionName} at ${range?.startOffset}`,
        range?.count ?? 0,
      ]),
    ),
  )
}

// More than the days that are read of one text, and than fit into a piece that is remembered (`lastPieces`):
// else what is computed once of the shorter page is computed for each reader of the longer one.
const sentences = 150

/** What is called much more than twice as often for twice as many sentences. */
const calledTooOften = async (sentence: (at: number) => string): Promise<readonly string[]> => {
  const page = (count: number, from: number): string =>
    Array.from({ length: count }, (_, at) => sentence(from + at)).join(' ')
  const judge = (text: string) =>
    callsDuring(() =>
      checkDocs({
        documents: {
          reference: {
            from: 'reference.json',
            text: JSON.stringify({
              openapi: '3.1.0',
              info: { title: 'Hub', version: '1', description: text },
              paths: { '/v2/repositories': { post: { description: text, responses: {} } } },
            }),
          },
          deprecationLog: { from: 'log.md', text },
          changelog: { from: 'changes.md', text },
        },
      }),
    )
  await judge(page(2, 0))
  // No number that could be a year.
  const once = await judge(page(sentences, 3_000))
  const twice = await judge(page(2 * sentences, 4_000))
  expect(once.size).toBeGreaterThan(100)
  return [...twice].flatMap(([name, calls]) => {
    const before = once.get(name) ?? 0
    return calls > 10 * sentences && calls > 3 * before ? [`${name}: ${before}, then ${calls}`] : []
  })
}

// Nobody writes it, and a hostile page may: with work for each pair of sentences, 2,000 of them take a quarter of a minute.
describe('judging a paragraph of twice as many sentences calls no function much more than twice as often', () => {
  it.each<[string, (at: number) => string]>([
    ['the v1 API', at => `The v1 API number ${at} was removed and clients use v2.`],
    ['the policy', at => `An endpoint ${at} may be removed without a label.`],
    ['other things', at => `Users like tag ${at} very much.`],
    ['one replacement', at => `POST /v2/repositories is deprecated ${at} and replaced by CreateRepository.`],
    ['an endpoint each', at => `GET /v2/x${at} was removed on 2022-08-23 (use GetRepository instead).`],
    ['questions', at => `Is v1 available ${at}? Yes, until 2026.`],
  ])('on %s', async (_, sentence) => {
    expect(await calledTooOften(sentence)).toEqual([])
  })
})

// What judges looks at the passages before each one, which is little work.
it('reading a list of twice as many items calls no function much more than twice as often', async () => {
  const often = await calledTooOften(at => `\n- GET /v2/repositories/{namespace} is deprecated ${at}`)
  expect(often.filter(name => name.startsWith('engine/'))).toEqual([])
})
