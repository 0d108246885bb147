import { defined } from '../../contracts/defined.ts'
import type { Usage } from '../../contracts/run/usage.ts'
import { UsageError } from '../../engine/options.ts'
import { routeText } from '../../reporters/shared/route.ts'
import type { Invocation } from '../commands/command.ts'
import { type ExitCode, exitCodes } from '../exit-code.ts'
import { readTextFile } from '../files.ts'
import { type Sink, say, untilInterrupt } from '../io.ts'
import { environmentName } from '../options/table.ts'
import * as parse from '../options/values.ts'
import { portTrouble } from '../port.ts'
import { readNetwork } from '../run/input.ts'
import type { ScanState } from './options.ts'

/** A recorded session holds bodies and images; beyond this it does not fit into one string of the engine when parsed. */
const largestHar = 256 * 1024 * 1024

/** Scans a recorded session. */
export const scanRecording = async (file: string, { io }: Invocation): Promise<Usage> => {
  const text = await readTextFile(file, 'scan', io, largestHar)
  const { scanHar } = await import('../../engine/scan/har.ts')
  return scanHar(text, file)
}

/** Forwards until the user has seen enough. */
export const scanLive = async (listenOn: number, invocation: Invocation, sink: Sink): Promise<Usage> => {
  const { values, io } = invocation
  const { target } = values
  if (target === undefined || target === 'reference')
    throw new UsageError('--proxy needs --target URL, the hub to forward to')
  // The variable, unlike the option, is the proxy on the way to the hub.
  const upstream = io.env[environmentName('proxy')]?.trim()
  const { proxy: _own, ...others } = values
  const via = upstream === undefined || upstream === '' ? {} : { proxy: parse.httpUrl(upstream) }
  const network = await readNetwork({ ...invocation, values: { ...others, ...via } })
  const { forward } = await import('../../engine/scan/forward.ts')
  const forwarding = await forward({
    target: target.href,
    port: listenOn,
    network,
    ...defined({ clock: io.clock }),
    onRoute: route => say(io, `${route.state} since ${route.since}: ${routeText(route)}`),
    onNoAnswer: why => say(io, `no answer from ${target.origin} (${why}); the client gets a 502`),
  }).catch((error: unknown) => {
    throw portTrouble(error, listenOn, '--proxy')
  })
  const interrupted = untilInterrupt(io)
  sink.write(
    `Forwarding ${forwarding.url} to ${target.href.replace(/\/$/, '')}; press Ctrl-C to stop and print the result.\n`,
  )
  await interrupted
  return forwarding.close()
}

export const trafficExitCode = ({ result }: Usage, failOn: ScanState): ExitCode => {
  // Who recorded nothing has not shown that nothing is used.
  if (result === 'nothing-seen' || result === 'not-all-seen') return exitCodes.incomplete
  const counts = result === 'removed' || (result === 'deprecated' && failOn === 'deprecated')
  return counts ? exitCodes.nonConformant : exitCodes.conformant
}
