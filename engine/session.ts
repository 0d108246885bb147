import { createForms } from './credentials/forms.ts'
import type { Session } from './probe/probe.ts'
import { makeToken } from './probe/token-fixtures.ts'

/** A session in which cases have shared nothing yet. */
export const newSession = (given: Omit<Session, 'forms' | 'controls' | 'shared' | 'turns' | 'makeToken'>): Session => ({
  ...given,
  forms: createForms(given.credentials),
  makeToken,
  controls: new Map(),
  shared: new Map(),
  turns: new Map(),
})
