import { createRequire } from 'node:module'

/** Longer than any wait for a limit that the run allows itself. */
const timeout = 600_000

const firstLine = error => String(error instanceof Error ? error.message : error).split('\n')[0]

const load = () => {
  const own = createRequire(import.meta.url)
  // The verifier is a dependency of the package that is asked for, and need not be visible from here.
  return createRequire(own.resolve('@pact-foundation/pact'))('@pact-foundation/pact-core').default
}

const verify = async (pact, { id, pactUrl, stateUrl, baseUrl }) => {
  const options = {
    provider: 'hub-api',
    providerBaseUrl: baseUrl,
    pactUrls: [pactUrl],
    providerStatesSetupUrl: stateUrl,
    failIfNoPactsFound: true,
    logLevel: 'error',
    timeout,
  }
  try {
    process.send({ id, result: await pact.verifyPacts(options) })
  } catch (error) {
    // A failed verification is thrown, with its result as the message.
    const message = error instanceof Error ? error.message : String(error)
    process.send(message.startsWith('{') ? { id, result: message } : { id, error: firstLine(error) })
  }
}

// An interrupt of the terminal reaches every process; the one that started this ends it when it is done.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
try {
  const pact = load()
  process.on('message', message => verify(pact, message))
  process.send({ ready: true })
} catch (error) {
  process.send({ missing: firstLine(error) })
}
