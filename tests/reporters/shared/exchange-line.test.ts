import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../contracts/exchange.ts'
import { answerExcerpts } from '../../../reporters/shared/exchange-line.ts'

const answered = (body: string): Exchange =>
  ({
    response: {
      status: 200,
      headers: [
        ['content-type', 'application/json'],
        ['deprecation', '@1790000000'],
      ],
      body,
      encoding: 'utf8',
      truncated: false,
    },
  }) as unknown as Exchange

describe('what is shown of an answer', () => {
  const body = 'x'.repeat(1_000)

  it('is the body', () => expect(answerExcerpts(answered(body), 2_048, 'got 200')).toEqual([body]))

  it('is the field that the message quotes, and less of the body', () => {
    const [field, rest, ...further] = answerExcerpts(answered(body), 2_048, 'labelled (Deprecation: @1790000000)')
    expect(field).toBe('deprecation: @1790000000')
    expect(rest?.length).toBeLessThanOrEqual(200)
    expect(further).toEqual([])
  })

  it('is the field alone where there is no body', () =>
    expect(answerExcerpts(answered(''), 2_048, 'Deprecation is @1790000000')).toEqual(['deprecation: @1790000000']))

  it('is the link of which the message quotes the path', () => {
    const link = '</v2/a/b>; rel="successor-version"'
    const headers = [['link', link]]
    const linking = { response: { ...answered('').response, headers } } as unknown as Exchange
    const message = 'the published replacement is GetRepository (/v2/a/b)'
    expect(answerExcerpts(linking, 2_048, message)).toEqual([`link: ${link}`])
  })

  it('is no field of which another value is quoted', () =>
    expect(answerExcerpts(answered(body), 2_048, 'Deprecation: @1')).toEqual([body]))
})
