import { createRedactor } from '../engine/redaction/redaction.ts'
import { oneLine } from './io.ts'

/** Variables that hold secrets, of a run and of each of several targets. */
const secretVariable = /^HUB_CONFORMANCE_(?:\w+_)?(?:TOKEN|PASSWORD)$/

/**
 * What is said of a mistake of our own. What is thrown inside a run has no secret in it any more; this may come from anywhere, so at least
 * what the environment holds is taken out.
 */
export const crashText = (error: unknown, env: Readonly<Record<string, string | undefined>>): string => {
  const redactor = createRedactor()
  for (const [name, value] of Object.entries(env)) if (value && secretVariable.test(name)) redactor.learn(value)
  const message = error instanceof Error ? error.message : String(error)
  const stack = env.HUB_CONFORMANCE_DEBUG === '1' && error instanceof Error ? `${error.stack}\n` : ''
  return redactor.text(`hub-conformance: internal error, not caused by the target: ${oneLine(message)}\n${stack}`)
}
