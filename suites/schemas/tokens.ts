import { itemsOf } from '../../checks/answers/plain-form.ts'
import { isSuccess } from '../../checks/reading/exchanges.ts'
import { until } from '../../checks/round-trip.ts'
import { type ShapeClaim, shapeRequirement } from '../../checks/schemas/claim.ts'
import { updateSomehow } from '../../checks/token-calls.ts'
import type { Answered } from '../../contracts/exchange.ts'
import { earliestDate, lifecycle } from '../../contracts/lifecycle.ts'
import type { FixtureName, TokenFamily } from '../../contracts/requirement.ts'

interface Facts {
  readonly noun: string
  readonly tag: string
  readonly needs: readonly FixtureName[]
  readonly single: 'personal-token' | 'organization-token-details'
  readonly item: 'personal-token' | 'organization-token'
  readonly page: 'personal-token-page' | 'organization-token-page'
  readonly bent: ShapeClaim['bent']
}

/** In a list the last item is bent, which a token is no more once another one was created: it seems to change. */
const inList = (bent: ShapeClaim['bent']): ShapeClaim['bent'] =>
  Object.fromEntries(
    Object.entries(bent).map(([name, one]) => [
      name,
      /^(?:flag-as-text|expiry-as-number)$/.test(name)
        ? { ...one, also: { 'org-access-tokens/update-keeps-rest': 'other-changed' } }
        : one,
    ]),
  )

const shapesByFamily: Readonly<Record<TokenFamily, Facts>> = {
  pat: {
    noun: 'a personal access token',
    tag: 'access-tokens',
    needs: [],
    single: 'personal-token',
    item: 'personal-token',
    page: 'personal-token-page',
    bent: {
      'scopes-as-text': { says: 'joins the scopes into one string', member: 'scopes', value: 'repo:read' },
      'flag-as-text': { says: 'writes a flag as a string', member: 'is_active', value: 'yes' },
      'time-as-number': { says: 'writes the time of creation as a number', member: 'created_at', value: 1_626_782_400 },
      'null-not-allowed': { says: 'has null where null is not allowed', member: 'client_id', value: null },
    },
  },
  oat: {
    noun: 'an organization access token',
    tag: 'org-access-tokens',
    needs: ['org'],
    single: 'organization-token-details',
    item: 'organization-token',
    page: 'organization-token-page',
    bent: {
      'flag-as-text': { says: 'writes a flag as a string', member: 'is_active', value: 'yes' },
      'loose-date-time': {
        says: 'writes a date-time with a space',
        member: 'created_at',
        value: '2022-05-20 00:54:18Z',
      },
      'expiry-as-number': {
        says: 'writes the expiry as a number',
        member: 'expires_at',
        value: 1_924_991_999,
      },
      'creator-as-object': { says: 'describes the creator', member: 'created_by', value: { name: 'x' } },
    },
  },
}

const isEmptyList = (answer: Answered): boolean => itemsOf(answer)?.length === 0

const claimsOf = (family: TokenFamily): readonly ShapeClaim[] => {
  const { noun, tag, needs, single, item, page, bent } = shapesByFamily[family]
  const since = lifecycle.families.find(fact => fact.tag === tag)?.since ?? earliestDate
  return [
    {
      slug: `${family}-create`,
      operation: `${family}.create`,
      returns: noun,
      since,
      needs: ['credentials', 'writes', ...needs],
      shape: single,
      call: async probe => {
        const org = family === 'oat' ? (await probe.fixture('org')).org : ''
        const { exchange } = await probe.create(family, { org })
        return { values: { org }, answer: exchange }
      },
      bent,
    },
    {
      slug: `${family}-list`,
      operation: `${family}.list`,
      returns: `a page of ${noun.replace(/^an? /, '')}s`,
      since,
      needs: ['credentials', ...needs],
      shape: { page, member: 'results', item },
      // Others create and delete tokens: what a total says is compared with what all pages show.
      last: true,
      call: async probe => {
        await probe.fixture('credentials')
        const org = family === 'oat' ? (await probe.fixture('org')).org : ''
        // One of our own, so that the list has an item; without write permission, what is there must do.
        const owned = await probe.hasFixture(family)
        const list = () => probe.call(`${family}.list`, { org })
        const { answer } = await until(probe, list, found => !(owned && isEmptyList(found)))
        return { values: { org }, answer }
      },
      bent: family === 'oat' ? inList(bent) : bent,
    },
    {
      slug: `${family}-get`,
      operation: `${family}.get`,
      returns: noun,
      since,
      needs: ['credentials', 'writes', ...needs],
      shape: single,
      call: async probe => {
        const { org, id } = await probe.fixture(family)
        const values = { org, id }
        const found = await probe.eventually(async () => {
          const answer = await probe.call(`${family}.get`, values)
          return isSuccess(answer) ? answer : undefined
        })
        return { values, answer: found ?? (await probe.call(`${family}.get`, values)) }
      },
      bent,
    },
    {
      slug: `${family}-update`,
      operation: `${family}.update`,
      returns: noun,
      since,
      needs: ['credentials', 'writes', ...needs],
      shape: single,
      call: async probe => {
        const token = await probe.ownToken(family)
        const { changed } = await updateSomehow(probe, family, token)
        return { values: { org: token.org, id: token.id }, answer: changed }
      },
      bent,
    },
  ]
}

export default (['pat', 'oat'] as const).flatMap(claimsOf).map(shapeRequirement)
