import type { Hub } from '../../../reference-impl/hub.ts'

type Json = Record<string, unknown>

const paths = [
  '/v2/access-tokens?page_size=100',
  '/v2/orgs/conformance-org/access-tokens?page_size=100',
  '/v2/namespaces/conformance-org/repositories?page_size=100',
  '/v2/namespaces/conformance/repositories?page_size=100',
]

/** Everything of the user's on a reference hub, seen from the server's side. */
export const thingsOn = async ({ handler, credentials }: Pick<Hub, 'handler' | 'credentials'>): Promise<string[]> => {
  const things: string[] = []
  for (const path of paths) {
    let next: string | null = `http://hub.invalid${path}`
    while (next !== null) {
      const response: Response = await handler(
        new Request(next, { headers: { authorization: `Bearer ${credentials.token}` } }),
      )
      const page = (await response.json()) as { next: string | null; results: Json[] }
      for (const { uuid, id, token_label, label, name, is_active } of page.results)
        things.push(
          `${path.split('?')[0]} ${String(uuid ?? id ?? '')} ${String(token_label ?? label ?? name)} ${String(is_active)}`,
        )
      next = page.next
    }
  }
  return things.sort()
}

/** What runs have left on a hub. */
export const leftOn = async (hub: Pick<Hub, 'handler' | 'credentials'>): Promise<string[]> =>
  (await thingsOn(hub)).filter(thing => thing.includes('hub-conformance-'))
