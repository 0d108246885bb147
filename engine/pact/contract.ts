import { type PactInteraction, pactInteractions } from '../../checks/pact/interactions.ts'
import pact from '../../contracts/pacts/hub-conformance-hub-api.json' with { type: 'json' }

/** The published contract. */
export { pact }

export const interactionOf = (key: string): PactInteraction => {
  const found = pactInteractions.find(interaction => interaction.key === key)
  if (!found) throw new Error(`the contract has no interaction ${key}`)
  return found
}

/** The contract with one of its interactions alone, word for word. */
export const pactOf = (key: string): unknown => ({
  ...pact,
  interactions: pact.interactions.filter(interaction => interaction.key === key),
})
