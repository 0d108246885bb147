import { writeFileSync } from 'node:fs'
import { it } from 'vitest'
import { faultsOf, readSeen, type SeenFile, seenFiles, seenText } from '../support/seen.ts'
import { measureFaults } from './support/faults.ts'
import { startMemory } from './support/run.ts'

// Run by `npm run renew`.
it.each(Object.keys(seenFiles) as SeenFile[])('measures the faults that have no line (%s)', async file => {
  const known = readSeen(file)
  const verifier = await startMemory()
  try {
    const seen = new Map<string, readonly string[]>()
    for (const each of faultsOf(file)) seen.set(each.id, known.get(each.id) ?? (await measureFaults(verifier, [each])))
    writeFileSync(seenFiles[file], seenText(seen))
  } finally {
    await verifier.close()
  }
})
