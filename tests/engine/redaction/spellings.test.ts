import { expect, it } from 'vitest'
import { learnFromExchange } from '../../../engine/redaction/learn-secrets.ts'
import { createRedactor, type Redactor } from '../../../engine/redaction/redaction.ts'
import { readingsOf } from '../../../engine/redaction/secret-forms.ts'
import { exchange } from '../../reporters/fixtures/report.ts'

const hiding = (secret: string, text: string): string => {
  const redactor = createRedactor()
  redactor.learn(secret)
  return redactor.text(text)
}

it('hides of a text with other escapes only the secret', () => {
  expect(hiding('p/4 <k', '?a=%20b&c=p%2f4%20%3ck&d=%7b\\n')).toBe('?a=%20b&c=[secret-1]&d=%7b\\n')
})

it('knows base64 for URLs', () => {
  const secret = 'aa?>bb?>?cc'
  const text = Buffer.from(secret).toString('base64url')
  expect(Buffer.from(secret).toString('base64')).toMatch(/\//)
  expect(hiding(secret, text)).toMatch(/^\[secret-1\].?$/)
})

it('sees through quotation marks and line breaks with any number of backslashes', () => {
  for (const secret of [`q"1'2/3z`, 'q1\n2-3z']) {
    const text = Array.from({ length: 7 }).reduce<string>(one => JSON.stringify(one).slice(1, -1), secret)
    expect(hiding(secret, `a ${text} b`)).toBe('a [secret-1] b')
  }
})

it('reads a plus sign as a space only where something is percent-encoded', () => {
  expect(readingsOf('a+b%4z')).toEqual([])
  expect(readingsOf('a+b%41z')).toEqual(['a+bAz', 'a bAz'])
})

it.each([
  ['control characters of JSON', 'key\bpart\f-9', 'a "key\\bpart\\f-9"', 'a "[secret-1]"'],
  ['a character of two units', 'key\u{1f600}part-9', 'a key\\ud83d\\ude00part-9', 'a [secret-1]'],
  [
    'what is Latin-1 of no character of it',
    'key\u0141part\u0100-9',
    'key%41part%C4%80-9 key%C5%81part%00-9 k%65y%C5%81part%C4%80-9',
    'key%41part%C4%80-9 key%C5%81part%00-9 [secret-1]',
  ],
  [
    'a plus sign that is no space, and a name that is of another character',
    'p/4 <k',
    '+%2f4 <k p/4 &gt;k p%2f4+<k',
    '+%2f4 <k p/4 &gt;k [secret-1]',
  ],
])('reads %s', (_, secret, text, shown) => expect(hiding(secret, text)).toBe(shown))

it('hides in base64 each character that is of the secret alone', () => {
  const text = (before: string) => Buffer.from(`${before}p4w&-kx9`).toString('base64')
  for (const [before, kept] of [
    ['xyz', 4],
    ['x', 2],
    ['xy', 3],
  ] as const)
    expect(hiding('p4w&-kx9', text(before))).toMatch(new RegExp(`^.{${kept}}\\[secret-1\\]`))
})

it('learns from a header what follows a scheme, and nothing that is no credential', () => {
  const learnt: string[] = []
  const answer = exchange('x')
  const headers = [['x-auth-token', '=Bearer abc-1234']] as const
  learnFromExchange(
    { learn: (secret: string) => learnt.push(secret) } as unknown as Redactor,
    { ...answer, response: { ...answer.response, headers } } as never,
  )
  expect(learnt).toEqual([])
})
