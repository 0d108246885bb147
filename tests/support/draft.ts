import type { Report } from '../../contracts/results/report.ts'

/** A report that can be edited. */
export type Draft = { -readonly [Key in keyof Report]: Editable<Report[Key]> }
type Editable<T> = T extends readonly (infer Item)[]
  ? Editable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Editable<T[Key]> }
    : T
