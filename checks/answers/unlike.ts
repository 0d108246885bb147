import { isObject } from '../reading/json.ts'

/** A thing of a list, by the name that stands for it in a path. */
export interface Named {
  readonly name: string
  readonly isPrivate?: boolean
}

/** Whether an item says that not everybody may see it. */
export const isPrivate = (item: unknown): boolean =>
  isObject(item) &&
  Object.entries(item).some(([key, value]) => (/private/i.test(key) && value === true) || value === 'private')

/** What a rule on names or on who may see a thing could treat in its own way. */
const kinds: readonly ((thing: Named) => boolean)[] = [
  ({ isPrivate }) => isPrivate === true,
  ({ name }) => /\./.test(name),
  ({ name }) => /[A-Z]/.test(name),
  ({ name }) => /^\d+$/.test(name),
  ({ name }) => /_/.test(name),
]

/** Some of many things, as unlike as they can be: one of each kind, the last, since what is left of an older generation is old, and the first. */
export const unlike = <One extends Named>(things: readonly One[], limit: number): readonly One[] => {
  const ofKinds = kinds.flatMap(isOfKind => things.find(isOfKind) ?? [])
  const others = things.filter(thing => !ofKinds.includes(thing))
  return [...new Set([...ofKinds, ...others.slice(-1), ...others, ...things])].slice(0, limit)
}
