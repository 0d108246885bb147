import { beforeAll, describe, test } from 'vitest'
import { type Prepared, registerWith, type TestOptions } from './register.ts'

export type { Prepared, TestOptions } from './register.ts'

/** Registers every requirement as a test of Vitest. The hub is judged once, before the first of them. */
export const hubConformance = (prepared: Prepared, options: TestOptions = {}): void =>
  registerWith({ describe, beforeAll, test }, prepared, options)
