import { before, describe, test } from 'node:test'
import { type Prepared, registerWith, type TestOptions } from './register.ts'

export type { Prepared, TestOptions } from './register.ts'

/** Registers every requirement as a test of Node's own runner. The hub is judged once, before the first of them. */
export const hubConformance = (prepared: Prepared, options: TestOptions = {}): void =>
  registerWith(
    {
      describe: (title, body) => void describe(title, body),
      beforeAll: (prepare, timeout) => before(prepare, { timeout }),
      test: (name, body) => void test(name, context => body({ skip: why => context.skip(why) })),
    },
    prepared,
    options,
  )
