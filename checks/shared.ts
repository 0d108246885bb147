import { oncePer } from './remembered.ts'

const shared = new WeakSet<object>()

const freeze = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
}

/** Freezes a value that several runs use, with everything in it: who changes a report must not change what another run reads. */
export const share = <T extends object>(value: T): T => {
  if (!shared.has(value)) {
    freeze(value)
    shared.add(value)
  }
  return value
}

export const isShared = (value: unknown): boolean => typeof value === 'object' && value !== null && shared.has(value)

/** Computes a value once for each shared object, for anything else each time. */
export const oncePerShared = <V>(compute: (key: unknown) => V): ((key: unknown) => V) => {
  const once = oncePer(compute)
  return key => (isShared(key) ? once(key) : compute(key))
}
