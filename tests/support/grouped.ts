/** As many groups: what is next to one another in the catalogue, and often changes the same answers, is not in the same one. */
export const grouped = <T>(members: readonly T[], count: number): readonly (readonly T[])[] =>
  Array.from({ length: count }, (_, group) => members.filter((_, index) => index % count === group))
