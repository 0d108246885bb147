import { exec } from 'node:child_process'
import { defined } from '../../contracts/defined.ts'
import type { CredentialsInput } from '../../engine/options.ts'
import { UsageError } from '../../engine/options.ts'
import { decodeUtf8, readTextFile } from '../files.ts'
import type { Io } from '../io.ts'
import type { ReadOptions } from './read-options.ts'
import { variableOf } from './table.ts'

/** Far above any token; standard input may be the wrong thing. */
const longestToken = 64 * 1024

const readStdin = async (io: Io): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of io.stdin) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    size += bytes.byteLength
    if (size > longestToken) throw new UsageError('standard input is too long for a token')
    chunks.push(bytes)
  }
  return decodeUtf8(Buffer.concat(chunks), 'the token on standard input')
}

const usableToken = (text: string, source: string): string => {
  const token = text.trim()
  if (token === '') throw new UsageError(`${source} contains no token`)
  if (!/^[\u0021-\u007e]+$/.test(token)) {
    throw new UsageError(
      `${source} must contain one token and nothing else; it has a character that is not allowed in a token`,
    )
  }
  return token
}

const set = (value: string | undefined): string | undefined => (value === undefined || value === '' ? undefined : value)

/** The command for a token, unless something before it names one. */
const beatenCommand = (
  command: string | undefined,
  named: string,
  variable: string | undefined,
  file: string | undefined,
): string | undefined => {
  if (command === undefined) return undefined
  if (file !== undefined) throw new UsageError(`${named} and a token file are both given; leave one out`)
  // The environment beats what stands in a configuration file, and the command line beats both.
  if (variable === undefined || named === '--token-command') return command
  if (named !== variableOf('token-command')) return undefined
  throw new UsageError(`HUB_CONFORMANCE_TOKEN and ${named} are both set; unset one`)
}

/** A program that waits for somebody would never end. */
const commandMs = 60_000

/** Runs a shell command for a token. What it prints is in no message: it may be the token. */
const tokenOf = (command: string, { cwd, env }: Io): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd, env: { ...env }, timeout: commandMs, maxBuffer: longestToken }
    exec(command, options, (error, stdout) => {
      if (error === null) return resolve(stdout.trim())
      const { code, killed } = error
      const how = killed ? `ended with more output or time than allowed` : `ended with ${code ?? 'a signal'}`
      reject(new Error(`the command for the token ${how}`))
    })
  })

/** The credentials of the environment or of a token file. Where both name a token, the command line wins, else it is a question. */
export const readCredentials = async (
  { values, source }: ReadOptions,
  io: Io,
): Promise<CredentialsInput | undefined> => {
  const variable = set(io.env.HUB_CONFORMANCE_TOKEN)
  const named = source('token-file')
  // The environment beats what stands in a configuration file.
  const beaten = variable !== undefined && !['--token-file', variableOf('token-file')].includes(named)
  const file = beaten ? undefined : values['token-file']
  if (file !== undefined && variable !== undefined && named !== '--token-file') {
    throw new UsageError('HUB_CONFORMANCE_TOKEN and HUB_CONFORMANCE_TOKEN_FILE are both set; unset one')
  }
  const command = beatenCommand(values['token-command'], source('token-command'), variable, file)
  const token =
    command !== undefined
      ? undefined
      : file === undefined
        ? variable && usableToken(variable, 'HUB_CONFORMANCE_TOKEN')
        : usableToken(
            file === '-' ? await readStdin(io) : await readTextFile(file, source('token-file'), io),
            file === '-' ? 'standard input' : `${source('token-file')}: ${file}`,
          )
  const username = set(io.env.HUB_CONFORMANCE_USERNAME)
  const password = set(io.env.HUB_CONFORMANCE_PASSWORD)
  if ((username === undefined) !== (password === undefined)) {
    const [given, missing] = username === undefined ? ['PASSWORD', 'USERNAME'] : ['USERNAME', 'PASSWORD']
    throw new UsageError(`HUB_CONFORMANCE_${given} is set without HUB_CONFORMANCE_${missing}; set both or neither`)
  }
  if (token === undefined && command === undefined && username === undefined) return undefined
  const header = values['auth-header']
  if (header?.includes('{basic}') && username === undefined)
    throw new UsageError(`${source('auth-header')} needs HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD`)
  return {
    ...defined({ header, token }),
    ...(command === undefined ? {} : { tokenFrom: () => tokenOf(command, io) }),
    ...(username === undefined || password === undefined ? {} : { username, password }),
  }
}
