import { exec } from 'node:child_process'
import { defined } from '../../contracts/defined.ts'
import type { CredentialsInput } from '../../engine/options.ts'
import { UsageError } from '../../engine/options.ts'
import { bytesOf, decodeUtf8, readTextFile } from '../files.ts'
import type { Io } from '../io.ts'
import type { ReadOptions } from './read-options.ts'
import { environmentName } from './table.ts'

/** No token is that long. */
const longestToken = 64 * 1024

const readStdin = async (io: Io): Promise<string> => {
  const bytes = await bytesOf(io.stdin, longestToken)
  if (bytes === 'too large') throw new UsageError('standard input is too long for a token')
  return decodeUtf8(bytes, 'the token on standard input')
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

/**
 * A source of the token, unless HUB_CONFORMANCE_TOKEN overrides it: that overrides the configuration file, and the command line
 * overrides both.
 */
const sourceOfToken = (
  name: 'token-file' | 'token-command',
  { values, source }: ReadOptions,
  variable: string | undefined,
): string | undefined => {
  const from = source(name)
  if (values[name] === undefined || variable === undefined || from === `--${name}`) return values[name]
  if (from !== environmentName(name)) return undefined
  throw new UsageError(`HUB_CONFORMANCE_TOKEN and ${from} are both set; unset one`)
}

const readTokenFile = async (file: string, source: string, io: Io): Promise<string> =>
  file === '-'
    ? usableToken(await readStdin(io), 'standard input')
    : usableToken(await readTextFile(file, source, io), `${source}: ${file}`)

/** A command that waits for an answer of the user would never end. */
const commandMs = 60_000

/** Runs a shell command that prints a token. No message repeats its output, which may be the token. */
const tokenOf = (command: string, { cwd, env }: Io): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd, env: { ...env }, timeout: commandMs, maxBuffer: longestToken }
    exec(command, options, (error, stdout) => {
      if (error === null) return resolve(stdout.trim())
      const { code, killed } = error
      const how = killed ? 'exceeded the output or time limit' : `ended with ${code ?? 'a signal'}`
      reject(new Error(`the command for the token ${how}`))
    })
  })

/** The credentials of the environment, of a token file or of a command. */
export const readCredentials = async (options: ReadOptions, io: Io): Promise<CredentialsInput | undefined> => {
  const { values, source } = options
  const variable = io.env.HUB_CONFORMANCE_TOKEN || undefined
  const file = sourceOfToken('token-file', options, variable)
  const command = sourceOfToken('token-command', options, variable)
  if (file !== undefined && command !== undefined)
    throw new UsageError(`${source('token-command')} and a token file are both given; leave one out`)
  const token =
    file !== undefined
      ? await readTokenFile(file, source('token-file'), io)
      : command === undefined && variable !== undefined
        ? usableToken(variable, 'HUB_CONFORMANCE_TOKEN')
        : undefined
  const username = io.env.HUB_CONFORMANCE_USERNAME || undefined
  const password = io.env.HUB_CONFORMANCE_PASSWORD || undefined
  if ((username === undefined) !== (password === undefined)) {
    const [given, missing] = username === undefined ? ['PASSWORD', 'USERNAME'] : ['USERNAME', 'PASSWORD']
    throw new UsageError(`HUB_CONFORMANCE_${given} is set without HUB_CONFORMANCE_${missing}; set both or neither`)
  }
  const given = file !== undefined ? 'token-file' : command !== undefined ? 'token-command' : undefined
  const tokenSource = given !== undefined ? source(given) : token === undefined ? undefined : 'HUB_CONFORMANCE_TOKEN'
  if (token === undefined && command === undefined && username === undefined) return undefined
  const header = values['auth-header']
  const csrfHeader = values['csrf-header']
  const csrfToken =
    io.env.HUB_CONFORMANCE_CSRF_TOKEN && usableToken(io.env.HUB_CONFORMANCE_CSRF_TOKEN, 'HUB_CONFORMANCE_CSRF_TOKEN')
  if (header?.includes('{basic}') && username === undefined)
    throw new UsageError(`${source('auth-header')} needs HUB_CONFORMANCE_USERNAME and HUB_CONFORMANCE_PASSWORD`)
  return {
    ...defined({ header, token, tokenSource, username, password, csrfHeader, csrfToken: csrfToken || undefined }),
    ...(command === undefined ? {} : { tokenFrom: () => tokenOf(command, io) }),
  }
}
