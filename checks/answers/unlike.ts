import { isObject } from '../reading/json.ts'

/** A listed resource, by its name in a path. */
export interface Named {
  readonly name: string
  readonly isPrivate?: boolean
}

/** Whether an item is marked as private. */
export const isPrivate = (item: unknown): boolean =>
  isObject(item) &&
  Object.entries(item).some(([key, value]) => (/private/i.test(key) && value === true) || value === 'private')

/** Kinds of resources that a server may treat differently. */
const kinds: readonly ((thing: Named) => boolean)[] = [
  ({ isPrivate }) => isPrivate === true,
  ({ name }) => /\./.test(name),
  ({ name }) => /[A-Z]/.test(name),
  ({ name }) => /^\d+$/.test(name),
  ({ name }) => /_/.test(name),
]

/** A varied selection: one of each kind, the last (often the oldest), and the first ones. */
export const unlike = <One extends Named>(things: readonly One[], limit: number): readonly One[] => {
  const ofKinds = kinds.flatMap(isOfKind => things.find(isOfKind) ?? [])
  const others = things.filter(thing => !ofKinds.includes(thing))
  return [...new Set([...ofKinds, ...others.slice(-1), ...others, ...things])].slice(0, limit)
}
