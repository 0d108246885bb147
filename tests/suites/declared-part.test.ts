import { describe, expect, it } from 'vitest'
import { partHolding, partsHolding } from '../../checks/documents/declared-schema.ts'
import { endOfLog } from '../../checks/twists/documents.ts'
import { declaredPart } from '../../checks/twists/expiry.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { expectAlone } from '../support/alone.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const ids = ['create', 'get', 'list', 'update', 'declared'].map(name => `access-tokens/${name}-expires-at`)
const tokens = (_request: Request, path: string): boolean => /^\/v2\/access-tokens/.test(path)

const verdicts = async (twist: Twist): Promise<readonly string[]> => {
  const { requirements } = await runTwisted(twist, { select: { only: ids } })
  return requirements.filter(({ id }) => ids.includes(id)).map(({ verdict }) => verdict)
}

describe('an expiry in a part of the token', () => {
  it('counts where the target declares it there', async () => {
    expect(await verdicts(declaredPart(tokens))).toEqual(ids.map(() => 'pass'))
  })

  it('is open where nothing declares it', async () => {
    const twist = declaredPart(tokens)
    const undeclared: Twist = (request, next) =>
      new URL(request.url).pathname === '/openapi.json' ? next(request) : twist(request, next)
    expect(await verdicts(undeclared)).not.toContain('fail')
  })
})

describe('the part of a thing that holds a property', () => {
  const at = (properties: Record<string, unknown>) => partHolding({ type: 'object', properties }, 'expires_at')
  const holding = { type: 'object', properties: { expires_at: {} } }
  it.each([
    ['an object of it', { id: {}, validity: holding }, 'validity'],
    [
      'an object with an id of its own',
      { id: {}, validity: { type: 'object', properties: { id: {}, expires_at: {} } } },
      undefined,
    ],
    ['one of two objects', { id: {}, validity: holding, window: holding }, undefined],
    ['what is about another thing', { id: {}, session: holding }, undefined],
    [
      'the envelope of a token',
      { id: {}, meta: holding, token: { type: 'object', properties: { id: {} } } },
      undefined,
    ],
    ['what has no id', { validity: holding }, undefined],
  ])('%s', (_, properties, part) => {
    expect(at(properties)).toBe(part)
  })
})

it('may be in a part of what stands under its id', () => {
  const validity = { type: 'object', properties: { expires_at: {} } }
  const token = { type: 'object', properties: { title: {}, validity } }
  expect(partsHolding({ type: 'object', additionalProperties: token }, 'expires_at')).toEqual(['validity'])
  const created = { allOf: [token, { type: 'object', properties: { secret: {} } }] }
  expect(partsHolding({ type: 'object', additionalProperties: created }, 'expires_at')).toContain('validity')
  for (const schema of [token, { allOf: [token] }, { type: 'array', items: token }])
    expect(partsHolding(schema, 'expires_at')).toEqual([])
})

it.each([
  '`expires_at` of a PAT is only returned when the token is created.',
  'Only the creation endpoint returns the field `expires_at`.',
])('a page that says "%s" leaves the field open', async sentence => {
  await expectAlone('access-tokens/declared-expires-at', endOfLog(sentence), 'inconclusive', 'statement-unclear')
})

it('what is returned only where it is set may be there everywhere', async () => {
  const report = await runTwisted(endOfLog('`expires_at` of a PAT is only returned if it was set.'), {
    select: { only: ['access-tokens/declared-expires-at'] },
  })
  expect(withVerdict(report, 'inconclusive')).toEqual({})
})
