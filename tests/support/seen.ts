import { readFileSync } from 'node:fs'
import { catalogue } from '../../suites/catalogue.ts'

/** Which interactions of the contract Pact's verifier fails on each fault: a line per fault, in two files. */
export const seenFiles = {
  v1: 'tests/snapshots/pact-faults-v1.txt',
  rest: 'tests/snapshots/pact-faults-rest.txt',
} as const

export type SeenFile = keyof typeof seenFiles

/** Every fault with its id, `suite/slug/name`. */
export const faultsOf = (file: SeenFile) =>
  catalogue
    .filter(({ id }) => id.startsWith('v1-removed/') === (file === 'v1'))
    .flatMap(({ id, faults }) =>
      Object.entries(faults).map(([name, fault]) => ({ id: `${id}/${name}`, requirement: id, fault })),
    )

/** Keys of the failed interactions by the id of the fault. */
export const readSeen = (file: SeenFile): ReadonlyMap<string, readonly string[]> =>
  new Map(
    readFileSync(seenFiles[file], 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => line.split(': '))
      .map(([id = '', keys = '-']) => [id, keys === '-' ? [] : keys.split(', ')]),
  )

export const seenText = (seen: ReadonlyMap<string, readonly string[]>): string =>
  [...seen].map(([id, keys]) => `${id}: ${keys.join(', ') || '-'}\n`).join('')
