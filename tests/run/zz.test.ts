import { test } from 'vitest'
import { answer, instead, to } from '../../checks/twists/twist.ts'
import { runTwisted } from '../support/run.ts'
const item = '/v2/namespaces/{namespace}/repositories/{repository}'
const oat = '/v2/orgs/{org_name}/access-tokens/{access_token_id}'
for (const [name, twist] of Object.entries({
  head: instead(to(item, 'HEAD'), answer(404)),
  head405: instead(to(item, 'HEAD'), answer(405)),
  oat: instead(to(oat, 'PATCH'), answer(404)),
  pat: instead(to('/v2/access-tokens/{uuid}', 'PATCH'), answer(404)),
  disable: instead((r, p) => r.method === 'PUT' && p === 'x', answer(404)),
}))
  test(name, async () => {
    const r = await runTwisted(twist)
    for (const q of r.requirements) if (q.verdict !== 'pass' && q.verdict !== 'not-applicable') console.log(name, q.level, q.id, q.verdict, q.reason?.message)
  }, 60000)
