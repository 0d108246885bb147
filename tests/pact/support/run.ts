import { createHash } from 'node:crypto'
import { isObject, parseJson } from '../../../checks/reading/json.ts'
import type { Answered } from '../../../contracts/exchange.ts'
import type { Verified } from '../../../contracts/pact.ts'
import type { HubVariant, Twist } from '../../../contracts/requirement.ts'
import type { Report } from '../../../contracts/results/report.ts'
import type { FetchHandler, RunInput } from '../../../engine/options.ts'
import { startVerifier, type Verifier } from '../../../engine/pact/verifier.ts'
import { runConformance } from '../../../engine/run.ts'
import { createHub } from '../../../reference-impl/hub.ts'
import { pactCatalogue } from '../../../suites/catalogue.ts'
import { inputFor } from '../../support/run.ts'

/** Runs the contract, in process, against a handler. */
export const runContract = async (
  verifier: Verifier,
  handlerOf: (hub: FetchHandler) => FetchHandler = hub => hub,
  input: Partial<RunInput> = {},
  basePath = '',
  kind?: HubVariant['credentials'],
): Promise<Report> =>
  runConformance(inputFor(createHub({ seed: 1 }), handlerOf, input, basePath, kind), {
    catalogue: pactCatalogue,
    verifier,
  })

export const twisted =
  (twist: Twist) =>
  (hub: FetchHandler): FetchHandler =>
  request =>
    twist(request, async inner => hub(inner))

/** What of a value the matchers of the contract can see: names of members, kinds, and the form of dates. */
const shapeOf = (value: unknown): unknown => {
  if (typeof value === 'string') return /^\d{4}-/.test(value) ? value.replace(/\d/g, '0') : 'text'
  if (value === null) return null
  if (Array.isArray(value)) return [...new Set(value.map(item => JSON.stringify(shapeOf(item))))].sort()
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
  return typeof value
}

const fingerprint = (key: string, answer: Answered): string => {
  const { status, headers, body } = answer.response
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const parsed = parseJson(answer)
  const shape = parsed.ok ? JSON.stringify(shapeOf(parsed.value)) : body
  return createHash('sha256')
    .update(JSON.stringify([key, status, type, shape]))
    .digest('hex')
}

/** Pact's verifier, which is asked once for answers that no matcher can tell apart. */
export const startMemory = async (): Promise<Verifier & { readonly asked: () => number; close(): Promise<void> }> => {
  const real = await startVerifier()
  const known = new Map<string, Promise<Omit<Verified, 'answer'>>>()
  return {
    asked: () => known.size,
    verify: async (key, params, ask) => {
      const answer = await ask()
      const id = fingerprint(key, answer)
      const said = known.get(id) ?? real.verify(key, params, async () => answer)
      known.set(id, said)
      return { ...(await said), answer }
    },
    close: () => real.close(),
  }
}
