import { expect, test } from 'vitest'
import { meetsDemand } from '../../checks/pact/demand.ts'
import { pactInteractions } from '../../checks/pact/interactions.ts'
import { catalogue, pactCatalogue } from '../../suites/catalogue.ts'
import { expectGenerated } from '../support/pages/generated.ts'
import { amended, consumerTest, pactFile } from './support/consumer.ts'

// Pact looks up an analytics host otherwise.
process.env.PACT_DO_NOT_TRACK = 'true'

test('the suite itself asks what the contract says, and the file is what its consumer tests write', async () => {
  const written = []
  for (const interaction of pactInteractions) {
    const { written: one, answer } = await consumerTest(interaction)
    // The example of "somewhere in the body" is the words alone, which are no representation.
    if (interaction.shows === 'expires-at')
      expect(answer.response).toMatchObject({ status: 200, body: '"\\"expires_at\\":"' })
    else expect(meetsDemand(interaction, answer), interaction.key).toBe(true)
    written.push(amended(one, interaction))
  }
  await expectGenerated(
    pactFile(written),
    'contracts/pacts/hub-conformance-hub-api.json',
    'checks/pact/interactions.ts',
  )
})

test('each interaction is of the level, the day and the source of the requirement that it is generated from', () => {
  const known = new Map(catalogue.map(requirement => [requirement.id, requirement]))
  for (const { key, requirement, level, since, source } of pactInteractions)
    expect({ key, level, since, source }).toEqual({ key, ...pick(known.get(requirement)) })
})

const pick = (requirement: (typeof catalogue)[number] | undefined) =>
  requirement && { level: requirement.level, since: requirement.since, source: requirement.source }

test('every v1 shape with every method, every named operation, every replacement and every field that the document demands is there', () => {
  const generated = new Set(pactInteractions.map(({ requirement }) => requirement))
  const wanted = catalogue.filter(
    ({ id, level }) =>
      level === 'must' &&
      /^(?:v1-removed|presence|replacements|access-tokens)\//.test(id) &&
      // These are about generated requests, a family as a whole, a published document, operations that only it names, and a field that may be left out: no single request shows them.
      !/generated-names|-management$|presence\/audit-logs$|\/declared-|\/further-|\/(?:linked|v1-linked|described)$/.test(
        id,
      ),
  )
  expect(wanted.length).toBeGreaterThan(25)
  expect(
    wanted.map(({ id }) => id).filter(id => !generated.has(id)),
    'each needs an interaction in checks/pact/interactions.ts, or an exception in tests/pact/consumer.test.ts where no single request shows it',
  ).toEqual([])
  expect(pactInteractions.filter(({ status }) => status === 'gone')).toHaveLength(36)
})

test('keys are unique, and each is a requirement of the suite', () => {
  const keys = pactInteractions.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(pactCatalogue.map(({ id }) => id)).toEqual(keys.map(key => `pact/${key}`))
})

test('nothing is demanded that the document leaves open', () => {
  for (const { key, level, shows, status } of pactInteractions) {
    if (level !== 'must') continue
    expect([undefined, 'expires-at'], key).toContain(shows)
    expect(['gone', 'success', 'answered'], key).toContain(status)
  }
})
