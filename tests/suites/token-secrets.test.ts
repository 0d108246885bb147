import { expect, it } from 'vitest'
import { isObject } from '../../checks/reading/json.ts'
import { withEachItem } from '../../checks/twists/shapes.ts'
import { edited, to } from '../../checks/twists/twist.ts'
import type { Twist } from '../../contracts/requirement.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

const collections = { pat: '/v2/access-tokens', oat: '/v2/orgs/{org_name}/access-tokens' } as const

/** A list that shows the secret of the first token that the run makes, or what each creation shows alike. */
const showing = (family: keyof typeof collections, alike?: string): Twist => {
  let first: { readonly id: unknown; readonly token: unknown } | undefined
  const idOf = (token: Readonly<Record<string, unknown>>): unknown => token.uuid ?? token.id
  const collection = collections[family]
  return (request, next) => {
    const { pathname } = new URL(request.url)
    if (to(collection, 'POST')(request, pathname))
      return edited(body => {
        if (!isObject(body)) return body
        first ??= { id: idOf(body), token: body.token }
        return alike === undefined ? body : { ...body, secret_kind: alike }
      })(request, next)
    return withEachItem(to(collection, 'GET'), item => {
      if (!isObject(item)) return item
      if (alike !== undefined) return { ...item, secret_kind: alike }
      return idOf(item) === first?.id ? { ...item, token: first?.token } : item
    })(request, next)
  }
}

it.each(['pat', 'oat'] as const)('a list that shows the secret of one %s of the run', async family => {
  const report = await runTwisted(showing(family), {
    select: { suites: ['schemas', `${family === 'oat' ? 'org-' : ''}access-tokens`] },
  })
  expect(withVerdict(report, 'fail')).toEqual({ [`schemas/${family}-secret-shown-once`]: 'secret-shown-again' })
})

it('what is told about a secret is not the secret', async () => {
  const report = await runTwisted(showing('pat', 'opaque'), { select: { only: ['schemas/pat-secret-shown-once'] } })
  expect(withVerdict(report, 'pass')).toHaveProperty(['schemas/pat-secret-shown-once'])
})
