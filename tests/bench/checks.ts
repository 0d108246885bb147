/** A GET request, and what is asserted of its answer: the status, JSON as its type, and the values of two members. */
export interface Check {
  readonly path: string
  readonly status: number
  readonly members: { readonly id: string; readonly name: string }
}

/** What an answer can be wrong in, one for each assertion. */
export const wrongs = ['status', 'type', 'id', 'name'] as const
export type Wrong = (typeof wrongs)[number]

/** The one list that every tool is given. */
export const checks: readonly Check[] = Array.from({ length: 50 }, (_, at) => ({
  path: `/v2/items/${at + 1}`,
  status: at < 40 ? 200 : 410,
  members: { id: `id-${at + 1}`, name: `item ${at + 1}` },
}))
