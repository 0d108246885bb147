import { describe, expect, it } from 'vitest'
import { instead, matches, to } from '../../checks/twists/twist.ts'
import { dockerHub } from '../../contracts/bindings/docker-hub.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

/** Those that reach the most readers. */
export const telling = ['a list of wrong items', '__proto__', 'null']

const bodies: Readonly<Record<string, string>> = {
  null: 'null',
  'a number': '7',
  'an empty array': '[]',
  'an array of arrays': '[[[]],[null],[1]]',
  'a list of wrong items': '{"results":[null,1,"x",[],{}],"next":7,"count":"many"}',
  'deep nesting': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'ten thousand keys': JSON.stringify(
    Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index])),
  ),
  __proto__: '{"__proto__":{"expires_at":null,"name":"x"},"results":{"__proto__":[]},"constructor":null}',
  'a huge number': '{"uuid":1e999,"id":123456789012345678901234567890}',
  'broken JSON': '{"uuid": "x", ',
}

const places = dockerHub.filter(
  ({ operation, method }) => operation !== 'login' && method !== 'HEAD' && method !== 'DELETE',
)

const skip = ['v1-removed/*']
const conforming = await runTwisted(undefined, { select: { skip } })

/** The requirements whose cases rest on an answer of an operation. */
const restingOn = (method: string, path: string): readonly string[] => {
  const asked = new Set(
    conforming.exchanges
      .filter(({ request }) => request.method === method && matches(path, new URL(request.url).pathname))
      .map(({ id }) => id),
  )
  return conforming.requirements
    .filter(({ cases }) => cases.some(({ exchanges }) => exchanges.some(id => asked.has(id))))
    .map(({ id }) => id)
}

/** Registers a test per operation for each of the chosen bodies: the suite must make no mistake, and pass nothing for it. */
export const wrongTypes = (chosen: (name: string) => boolean): void => {
  describe.each(Object.entries(bodies).filter(([name]) => chosen(name)))('%s in place of an answer', (_name, body) => {
    it.each(places.map(({ operation, method, path }) => [operation, method, path] as const))(
      'of %s makes the suite make no mistake, and no claim about that answer pass',
      async (operation, method, path) => {
        const twist = instead(to(path, method), async (request, next) => {
          const response = await next(request)
          return response.ok
            ? new Response(body, { status: response.status, headers: { 'content-type': 'application/json' } })
            : response
        })
        const report = await runTwisted(twist, {
          select: { only: restingOn(method, path) },
          patienceMs: 300,
        })
        expect(withVerdict(report, 'error')).toEqual({})
        const [family, action] = operation.split('.')
        if (family === 'pat')
          expect(withVerdict(report, 'pass')).not.toHaveProperty([`access-tokens/${action}-expires-at`])
      },
    )
  })
}
