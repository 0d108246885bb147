import { randomBytes, randomUUID } from 'node:crypto'

/** Source of identifiers and secrets; with a seed the same hub comes out every time. */
export interface Random {
  readonly uuid: () => string
  /** URL-safe characters of the given number. */
  readonly secret: (length: number) => string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Whole numbers of 32 bits, the same for the same seed (Mulberry32: short, fast and the same on every platform). They are easy to guess. */
export const seededNumbers = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

const seededBytes = (seed: number): ((count: number) => Uint8Array) => {
  const next = seededNumbers(seed)
  return count => Uint8Array.from({ length: count }, () => next() & 0xff)
}

/** Version 4, variant 1 (RFC 9562 section 5.4). */
export const uuidOf = (bytes: Uint8Array): string => {
  const hex = [...bytes].map((byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  })
  return [
    [0, 4],
    [4, 6],
    [6, 8],
    [8, 10],
    [10, 16],
  ]
    .map(([from, to]) => hex.slice(from, to).join(''))
    .join('-')
}

export const createRandom = (seed?: number): Random => {
  const bytes = seed === undefined ? randomBytes : seededBytes(seed)
  return {
    uuid: seed === undefined ? randomUUID : () => uuidOf(bytes(16)),
    secret: length => {
      let text = ''
      for (const byte of bytes(length)) text += alphabet[byte & 63]
      return text
    },
  }
}
