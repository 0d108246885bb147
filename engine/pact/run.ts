import type { Report } from '../../contracts/results/report.ts'
import { pactCatalogue } from '../../suites/catalogue.ts'
import type { RunInput } from '../options.ts'
import type { runConformance } from '../run.ts'
import { recordedVerifier } from './recorded.ts'
import { startVerifier } from './verifier.ts'

/**
 * Has Pact's own verifier judge a target by the contract. Throws what {@link runConformance} throws, and {@link UsageError} where Pact is
 * not installed.
 */
export const runPact = async (input: RunInput, run: typeof runConformance): Promise<Report> => {
  const verifier = await startVerifier()
  try {
    return await run(input, { catalogue: pactCatalogue, verifier })
  } finally {
    await verifier.close()
  }
}

/** The same without Pact: the answers alone are looked at. It serves to count what a run is going to do. */
export const rehearsePact = (input: RunInput, run: typeof runConformance): Promise<Report> =>
  run(input, { catalogue: pactCatalogue, verifier: recordedVerifier({ requirements: [] }) })
