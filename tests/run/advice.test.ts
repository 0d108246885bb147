import { describe, expect, test } from 'vitest'
import { isOpenApi, openApi, withLog, withOpenApi } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { answer, instead, to, unrouted, withMembers, withObject } from '../../checks/twists/twist.ts'
import { createHub } from '../../reference-impl/hub.ts'
import { collection } from '../safety/support/lies.ts'
import { runTwisted } from '../support/run.ts'

const unroutedAt = (path: string) => instead(to(path), unrouted)

/** Advice that a whole run gives for what a hub does wrong. */

describe('the advice of a run', () => {
  test('about a published operation without parameters that is not served is to serve it, not to name something', async () => {
    const report = await runTwisted(
      async (request, next) => (new URL(request.url).pathname === collection ? answer(404)(request) : next(request)),
      { select: { suites: ['presence', 'access-tokens'] } },
    )
    const messages = report.next.map(({ message }) => message).join()
    expect(messages).toContain(`serve GET and POST ${collection}, as published in the OpenAPI document.`)
    expect(messages).not.toMatch(/Name a (?:namespace|resource)|name a resource/)
  })

  test('about a refused token comes first, with all that depends on it', async () => {
    const { next, requirements } = await runTwisted(undefined, { credentials: { token: 'wrong' }, fixtures: {} })
    const open = requirements.filter(({ verdict }) => verdict === 'untestable').map(({ id }) => id)
    expect(next[0]?.message).toContain('Give credentials that the target accepts')
    expect(open).toContain('presence/list-repository-tags')
    expect(next[0]?.requirements).toEqual(expect.arrayContaining(open))
  })

  test('about a group that was asked for below the namespace of another owner is to name one that fits', async () => {
    const { credentials, fixtures } = createHub()
    const report = await runTwisted(unroutedAt('/v2/repositories/{namespace}/{repository}/groups'), {
      fixtures: { namespace: credentials.username, org: fixtures.org, groupId: String(fixtures.groupId) },
      select: { only: ['presence/create-repository-group', 'repository-groups/assign-read'] },
    })
    expect(report.requirements.find(({ id }) => id === 'presence/create-repository-group')?.reason?.code).toBe(
      'group-elsewhere',
    )
    expect(report.next.map(({ message }) => message)).toEqual([
      expect.stringContaining(`Name a namespace of ${fixtures.org} instead of ${credentials.username}`),
    ])
  })

  test('about a deletion that deletes another token as well is to delete one alone', async () => {
    const made: string[] = []
    const twist = layered(
      withObject(to('/v2/access-tokens', 'POST'), body => {
        made.push(String(body.uuid))
        return body
      }),
      instead(to('/v2/access-tokens/{uuid}', 'DELETE'), async (request, next) => {
        const at = made.indexOf(request.url.split('/').at(-1) ?? '')
        const before = made[at - 1]
        if (before !== undefined) await next(new Request(new URL(before, request.url), request))
        return next(request)
      }),
    )
    const report = await runTwisted(twist)
    expect(report.requirements.find(({ id }) => id === 'access-tokens/created-list')?.fix).toMatch(
      /^Delete only the token with the id in the path: reading another one answered 404 after a deletion\./,
    )
  })

  test('about a switch that an update ignores names its member', async () => {
    const always = withMembers(to('/v2/access-tokens/{uuid}', 'GET'), { is_active: true })
    const report = await runTwisted(always, { select: { only: ['access-tokens/update-kept'] } })
    expect(report.next[0]?.message).toBe('Store is_active as an update sends it, and show it when the token is read.')
  })

  test('about groups that are published and may not be listed is not to publish them', async () => {
    const { namespace, org } = createHub().fixtures
    const { next } = await runTwisted(instead(to('/v2/orgs/{org_name}/groups'), answer(403)), {
      fixtures: { namespace, org },
      select: { only: ['repository-groups/assign-read'] },
    })
    expect(next.map(({ message }) => message)).toEqual([
      expect.stringMatching(/Name a group .* or let these credentials list groups: ListGroups answered 403\.$/),
    ])
  })

  test('about a group of an organization that lists none is to create one there', async () => {
    const { org } = createHub().fixtures
    const report = await runTwisted(instead(to('/v2/orgs/{org_name}/groups'), answer(200, { results: [] })), {
      fixtures: { org },
      select: { only: ['presence/create-repository-group'] },
    })
    expect(report.next.map(({ message }) => message)).toEqual([
      expect.stringContaining(`Create a group in ${org}, which lists none, or name an organization that has one.`),
    ])
  })

  test('about an organization that nobody named is one step, also for what was asked of the namespace in its place', async () => {
    const { namespace, repository, tag } = createHub().fixtures
    const auditLog = instead(to('/v2/auditlogs/{account}'), unrouted)
    const report = await runTwisted(
      layered(
        auditLog,
        instead(to('/v2/auditlogs/{account}/actions'), unrouted),
        instead(to('/v2/orgs/{org}/access-tokens'), answer(404)),
      ),
      { fixtures: { namespace, repository, tag }, select: { only: ['presence/oat-list', 'presence/audit-logs'] } },
    )
    const messages = report.next.map(({ message }) => message)
    expect(messages.filter(message => message.includes('organization'))).toHaveLength(1)
  })

  test('about rows that the log lacks is one step, also for the labels that it gives', async () => {
    const report = await runTwisted(
      layered(
        withLog(source =>
          source
            .split('\n')
            .filter(line => !/legacy|\/v2\/repositories/i.test(line))
            .join('\n'),
        ),
        withOpenApi(({ paths }) => {
          for (const item of Object.values(paths))
            for (const operation of Object.values(item)) delete operation.deprecated
        }),
      ),
      { select: { suites: ['labels', 'deprecation-log'] } },
    )
    const labels = report.next.filter(({ requirements }) => requirements.some(id => id === 'labels/post-repositories'))
    expect(labels.map(({ message }) => message)).toEqual([expect.stringMatching(/^Write into the deprecation log/)])
    expect(report.next.map(({ message }) => message).join()).not.toContain('or label it')
  })

  test('about tokens that are not kept names what was created, and where it has to be shown', async () => {
    const notKept = layered(
      instead(to(collection, 'GET'), answer(200, { results: [], count: 0 })),
      instead(to(`${collection}/{uuid}`, 'GET'), unrouted),
    )
    const report = await runTwisted(notKept, { patienceMs: 0, select: { only: ['presence/pat-get'] } })
    expect(report.next[0]?.message).toMatch(
      /answered 404 for [\w-]+, the id in the answer to its creation\. Store what was created, and return it at GET \/v2\/access-tokens\/\{uuid\}/,
    )
  })

  test('about a legacy path where a page answers every path is to answer 404, not with a repository', async () => {
    const page = '<!doctype html><title>Hub</title><div id=app></div>'
    const report = await runTwisted(
      async (request, next) => {
        const response = await next(request)
        const isUnknown =
          response.status === 404 || /^\/v2\/repositories\/[^/]+\/[^/]+$/.test(new URL(request.url).pathname)
        return isUnknown ? new Response(page, { headers: { 'content-type': 'text/html' } }) : response
      },
      { select: { only: ['presence/get-repository', 'replacements/get-repository-same-resource'] } },
    )
    expect(report.next.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Answered 200, like every other path, .* Answer 404 to paths that do not exist\.$/),
    ])
  })

  test('about paths outside /v2/ names the first of them and the number of the others', async () => {
    const moved = ['/v2/auditlogs/{account}', '/v2/auditlogs/{account}/actions', '/v2/access-tokens/{uuid}']
    const report = await runTwisted(
      async (request, next) =>
        isOpenApi(request, new URL(request.url).pathname)
          ? openApi(document => {
              for (const path of moved) {
                const item = document.paths[path]
                if (item === undefined) throw new Error(`no path ${path}`)
                document.paths[path.replace('/v2/', '/api/')] = item
                delete document.paths[path]
              }
            })(request, next)
          : next(request),
      { select: { only: ['versioning/current-paths'] } },
    )
    const [requirement] = report.requirements.filter(({ id }) => id === 'versioning/current-paths')
    for (const path of moved.slice(0, 2))
      expect(requirement?.reason?.message).toContain(`GET ${path.replace('/v2/', '/api/')}`)
    expect(requirement?.reason?.message).toMatch(/and 2 more|\/api\/access-tokens/)
  })

  test('about an id that does not exist and shows a token is to answer 404, not to show a name that is shown', async () => {
    const item = to(`${collection}/{uuid}`, 'GET')
    const newest = instead(item, async (request, next) => {
      const response = await next(request)
      if (response.status !== 404) return response
      const { results } = (await (await next(new Request(new URL(collection, request.url), request))).json()) as {
        results: { uuid: string; created_at: string }[]
      }
      const [last] = results.toSorted(
        (a, b) => Number(b.created_at > a.created_at) - Number(b.created_at < a.created_at),
      )
      return last === undefined
        ? response
        : next(new Request(`${new URL(collection, request.url)}/${last.uuid}`, request))
    })
    const report = await runTwisted(newest, { patienceMs: 0, select: { only: ['presence/pat-get'] } })
    expect(report.next[0]?.message).toMatch(
      /^"get a personal access token" answered 200, also for a resource that does not exist\. Answer GET \/v2\/access-tokens\/\{uuid\} with 404/,
    )
  })

  test('about a link to a next page that is not there names that page', async () => {
    const dead = instead(to(collection, 'GET'), async (request, next) => {
      const response = await next(request)
      const { results } = (await response.json()) as { results: readonly unknown[] }
      return answer(200, { results: results.slice(0, 1) }, { link: '</v2/pages/4>; rel="next"' })(request)
    })
    const report = await runTwisted(dead, { select: { only: ['access-tokens/list-expires-at'] } })
    expect(report.next.map(({ message }) => message).join()).toContain(
      'Correct the link to the next page, /v2/pages/4, which answered 404.',
    )
  })

  test('about a list of actions without any is to list those of tokens, not to create some', async () => {
    const empty = instead(to('/v2/auditlogs/{account}/actions'), answer(200, { actions: [] }))
    const { next } = await runTwisted(empty, { select: { only: ['audit-logs/token-actions'] } })
    expect(next.map(({ message }) => message).join()).not.toContain('create one')
  })

  test('about a name that only other answers show names the operation that lacks it', async () => {
    const report = await runTwisted(
      withObject(to(`${collection}/{uuid}`, 'GET'), ({ token_label: _, ...body }) => body),
      { patienceMs: 0, select: { only: ['presence/pat-get'] } },
    )
    expect(report.next[0]?.message).toMatch(
      /^"get a personal access token" shows what was created without the name that its creation was sent as token_label/,
    )
    expect(report.next[0]?.message).toContain(
      'Show token_label as it was sent in the answer of "get a personal access token"',
    )
  })
})
