/** Has Pact's verifier check a contract; ends with 1 unless it holds. */
import { createRequire } from 'node:module'

const [, , folder = '', pactFile = '', target = ''] = process.argv
const { Verifier } = createRequire(`${folder}/`)('@pact-foundation/pact')
await new Verifier({ provider: 'hub', providerBaseUrl: target, pactUrls: [pactFile], logLevel: 'error' })
  .verifyProvider()
  .catch(() => {
    process.exitCode = 1
  })
