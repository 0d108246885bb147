import { describe, expect, test } from 'vitest'
import { to, withJson } from '../../checks/twists/twist.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { runTwisted } from '../support/run.ts'

const { tag } = createHub().fixtures
const tags = to('/v2/namespaces/{namespace}/repositories/{repository}/tags', 'GET')

interface List {
  readonly results: readonly { readonly name: string }[]
}

describe('the advice about a tag that is not in its list', () => {
  test.each([
    ['links to no other page', {}, '1 page, which links to no other', 'Link the page that lists'],
    [
      'links to itself',
      { next: '?page=1' },
      '1 page, which links to nothing new',
      'Link each page to the one after it',
    ],
    ['says that it is the last', { next: null }, '1 page, which links to no other', 'List'],
  ])('says how much was read, where the page %s', async (_, paging, read, action) => {
    const others = withJson(tags, body => ({
      ...paging,
      results: [...(body as List).results, { name: 'v0' }]
        .filter(({ name }) => name !== tag)
        .map(({ name, ...rest }) => ({ tagName: name, ...rest })),
    }))
    const report = await runTwisted(others, { select: { only: ['repositories/listed-tags'] } })
    const [advice] = report.next
    expect(advice?.message).toMatch(
      new RegExp(`^ListRepositoryTags lists \\d+ items on ${read}, but the name of ${tag} `),
    )
    expect(advice?.message).toContain(`. ${action}`)
    expect(advice?.message).toContain(`name a tag that is listed in place of ${tag}`)
  })
})
