import { parse } from 'shell-quote'
import { expect } from 'vitest'

/** What a shell makes of a command; variables are those of whoever repeats it. */
export const wordsOf = (command: string, token: string): readonly string[] =>
  parse(command, { HUB_CONFORMANCE_TOKEN: token }).map(word => {
    if (typeof word !== 'string') throw new Error(`the shell would act on ${JSON.stringify(word)}`)
    return word
  })

interface Repeated {
  method: string
  url: string
  body: string | null
  readonly headers: string[]
}

/** The request that curl would send, as far as the command says it; given as lines, since a body may have a backslash before the end of a line as well. */
export const requestOf = (command: string | readonly string[], token: string): Readonly<Repeated> => {
  const joined =
    typeof command === 'string'
      ? command.replaceAll(' \\\n', ' ')
      : [...command.slice(0, -1).map(line => line.slice(0, -2)), command.at(-1)].join(' ')
  const words = [...wordsOf(joined, token)]
  const request: Repeated = { method: 'GET', url: '', body: null, headers: [] }
  expect(words.shift()).toBe('curl')
  while (words.length > 0) {
    const word = words.shift() ?? ''
    if (word === '-X') request.method = words.shift() ?? ''
    else if (word === '--head') request.method = 'HEAD'
    else if (word === '-H') request.headers.push(words.shift() ?? '')
    else if (word === '--data-raw') request.body = words.shift() ?? ''
    else if (!['-i', '--path-as-is', '--globoff', '--insecure'].includes(word)) request.url = word
  }
  return request
}
