import { expect, it } from 'vitest'
import { normalTemplate } from '../../checks/path-template.ts'
import { withChangelog, withLog, withOpenApi, withoutDeprecation } from '../../checks/twists/documents.ts'
import { layered } from '../../checks/twists/shapes.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import { checkDocs } from '../../engine/run.ts'
import { expectAlone } from '../support/alone.ts'
import { runTwisted, withVerdict } from '../support/run.ts'

it.each(lifecycle.legacyEndpoints.map(endpoint => [`labels/${endpoint.slug}`, endpoint] as const))(
  '%s fails where the reference publishes the endpoint without a label, and is open where a word may be one',
  async (id, endpoint) => {
    const without = (description: string) =>
      withOpenApi(document => {
        withoutDeprecation(endpoint)(document)
        for (const [template, item] of Object.entries(document.paths))
          if (normalTemplate(template) === normalTemplate(endpoint.path))
            Object.assign(item[endpoint.method.toLowerCase()] ?? {}, { description, summary: 'Repositories' })
      })
    const judge = (description: string) => runTwisted(without(description), { select: { only: [id] } })
    expect(withVerdict(await judge('Answers as before.'), 'fail')).toEqual({ [id]: 'not-labelled' })
    expect(withVerdict(await judge('For older clients.'), 'inconclusive')).toEqual({ [id]: 'label-in-log-alone' })
  },
)

it('every labelled endpoint without an entry is named, and the document that lacks it', async () => {
  const twist = withChangelog(page => page.replaceAll(/^.*`?(?:GET|HEAD) `?\/v2\/repositories.*$/gm, ''))
  const report = await expectAlone('labels/logged', twist, 'fail', 'label-not-logged')
  const [step] = report.next.map(({ message }) => message)
  expect(step).toMatch(
    /^Add an entry for GET .*, HEAD .* and GET \/v2\/repositories\/\{namespace\} to the change history\.$/,
  )
})

it('where a row may mean one of the labelled endpoints, none of them is said to be missing', async () => {
  const page = `| Status | Feature | Date |
|---|---|---|
| Deprecated | Endpoints to create/get a repository | 2025-09-19 |
| Deprecated | Endpoint to list repositories | 2025-06-27 |

**Endpoints to create/get a repository.** \`POST /v2/repositories\` as well as \`POST /v2/repositories/{namespace}\` give way to \`CreateRepository\`. \`GET /v2/repositories/{namespace}/{repository}\` gives way to \`GetRepository\`, and \`HEAD /v2/repositories/{namespace}/{repository}\` to \`CheckRepository\`.

**Endpoint to list repositories.** \`GET /v2/repositories/{namespace}\` gives way to \`listNamespaceRepositories\`.`
  const twist = withLog(() => page)
  await expectAlone('labels/logged', twist, 'inconclusive', 'statement-unclear')
})

it('a row of the day that names nothing known leaves the label open', async () => {
  const reference = JSON.stringify({ openapi: '3.1.0', info: { title: 'Hub', version: '1' }, paths: {} })
  const log = (date: string) => `| Status | Feature | Date |\n|---|---|---|\n| Deprecated | Old endpoints | ${date} |\n`
  const judge = (date: string) =>
    checkDocs({
      documents: {
        reference: { from: 'openapi.json', text: reference },
        deprecationLog: { from: 'log.md', text: log(date) },
      },
      select: { only: ['labels/get-repository'] },
    })
  expect(withVerdict(await judge('2025-09-19'), 'inconclusive')).toEqual({
    'labels/get-repository': 'statement-unclear',
  })
  expect(withVerdict(await judge('2025-06-27'), 'fail')).toEqual({ 'labels/get-repository': 'not-labelled' })
})

it.each([
  ['x-deprecated', true],
  ['x-deprecation', { since: '2026-01-01' }],
  ['x-sunset', '2026-12-31'],
  ['deprecated', 'true'],
  ['summary', 'Get one tag (legacy)'],
  ['description', 'Sunset: 2026-12-31.'],
  ['description', 'Replaced by GET /v3/tags.'],
  ['description', 'Shows a tag. Scheduled for removal.'],
  ['description', 'Planned for deprecation.'],
  ['description', 'This operation will be removed in 2027.'],
  ['description', 'Use GET /v3/tags instead.'],
  ['summary', '[Obsolete] Get one tag'],
])('%s: %j on a current operation leaves open whether it is labelled', async (key, value) => {
  const labelled = withOpenApi(document => {
    for (const item of Object.values(document.paths))
      for (const operation of Object.values(item))
        if (operation?.operationId === 'GetRepositoryTag') operation[key] = value
  })
  const id = 'labels/current-operations'
  await expectAlone(id, labelled, 'inconclusive', 'statement-unclear')
})

it('what a description says of the endpoint that its operation replaces is no label', async () => {
  const described = withOpenApi(document => {
    for (const item of Object.values(document.paths))
      for (const operation of Object.values(item))
        if (operation?.operationId === 'GetRepository')
          operation.description =
            'Replaces `GET /v2/repositories/{namespace}/{repository}`, which is deprecated and may be removed.'
  })
  const report = await runTwisted(described, { select: { only: ['labels/current-operations'] } })
  expect(withVerdict(report, 'pass')).toHaveProperty('labels/current-operations')
})

it.each(['200', '404', '301'])(
  'a v1 route that the reference labels and says to be removed is open with %s alone, and wrong with 404',
  async answer => {
    const published = withOpenApi(document => {
      document.paths['/v1/repositories/{name}/tags'] = {
        get: {
          deprecated: true,
          description: 'Removed on 2022-08-23.',
          responses: { [answer]: { description: 'tags' } },
        },
      }
    })
    const id = 'versioning/v1-not-current'
    if (answer === '404') await expectAlone(id, published, 'fail', 'v1-status')
    else await expectAlone(id, published, 'inconclusive', 'statement-unclear')
  },
)

it.each(['410', '4XX', 'default'])('a labelled v1 route with a success is open next to 410 alone: %s', async other => {
  const published = withOpenApi(document => {
    document.paths['/v1/repositories/{name}/tags'] = {
      get: { deprecated: true, responses: { 200: { description: 'tags' }, [other]: { description: 'error' } } },
    }
  })
  const id = 'versioning/v1-not-current'
  if (other === '410') await expectAlone(id, published, 'inconclusive', 'statement-unclear')
  else await expectAlone(id, published, 'fail', 'v1-status')
})

it.each([
  'New | APIs for organization access token (OAT) management are planned.',
  'New | APIs for organization access token (OAT) management will be added.',
  'New | APIs for organization access token (OAT) management. (Reverted the same day.)',
])('an entry of what was not done, or not kept, is open: %s', async entry => {
  const [kind, said] = entry.split(' | ')
  const id = 'change-history/2025-03-25-new'
  const history = withChangelog(source =>
    source.replace(/## 2025-03-25[\s\S]*?(?=\n## )/, `## 2025-03-25\n\n### ${kind}\n\n- ${said}\n`),
  )
  await expectAlone(id, history, 'inconclusive', 'statement-unclear')
})

it('a reference without operations shows no labels: whether one is there is open', async () => {
  const empty = withOpenApi(document => {
    document.paths = {}
  })
  const id = 'labels/current-operations'
  await expectAlone(id, empty, 'inconclusive', 'unreadable-document')
})

it.each([
  ['deprecation-log/policy', 'An endpoint may be withdrawn at any time without prior notice.'],
  ['deprecation-log/policy', 'Deprecated endpoints are still supported.'],
  ['deprecation-log/v1-api', 'Clients may use the v1 API through the archive.'],
  ['deprecation-log/v1-status', 'The v1 routes answer with 410 to known clients and with 401 to all others.'],
  ['deprecation-log/legacy-list', 'We recommend `GET /v2/repositories/{namespace}` over listNamespaceRepositories.'],
  ['deprecation-log/legacy-list', '`GET /v2/repositories/{namespace}` is still the recommended endpoint.'],
  ['deprecation-log/legacy-list', '`GET /v2/repositories/{namespace}` will never be removed.'],
  ['deprecation-log/legacy-list', 'We decided not to deprecate `GET /v2/repositories/{namespace}` after all.'],
  ['deprecation-log/legacy-list', '`GET /v2/repositories/{namespace}` is not affected by any deprecation.'],
  ['deprecation-log/legacy-list', '`GET /v2/repositories/{namespace}` has left its deprecated state.'],
  ['deprecation-log/legacy-list', 'New clients should use `GET /v2/repositories/{namespace}`.'],
  ['deprecation-log/legacy-list', 'The deprecation of `GET /v2/repositories/{namespace}` takes effect on 2026-01-01.'],
])('%s is open where the page says "%s"', async (id, sentence) => {
  const log = withLog(source => source.replace('## Log', `${sentence}\n\n## Log`))
  await expectAlone(id, log, 'inconclusive', 'statement-unclear')
})

it('a term that is a state has its meaning below it', async () => {
  const log = withLog(source =>
    source.replace(
      '## Log',
      '<dl><dt>Deprecated</dt><dd>You can keep using it: its behavior is frozen.</dd></dl>\n\n## Log',
    ),
  )
  await expectAlone('deprecation-log/policy', log, 'fail', 'policy-contradicted')
})

it('without a policy in the log and the reference it is open: it may be published on another page', async () => {
  const silent = withLog(source => source.slice(source.indexOf('## Log')))
  const id = 'deprecation-log/policy'
  await expectAlone(id, silent, 'inconclusive', 'policy-missing')
})

it('an entry whose deprecation takes effect on another day is open', async () => {
  const id = 'change-history/2025-06-27-deprecation'
  const history = withChangelog(source =>
    source.replace(/- \[`GET \/v2\/repositories\/\{namespace\}`\]\(.*\)/, '$&, effective 2025-08-01'),
  )
  await expectAlone(id, history, 'inconclusive', 'statement-unclear')
})

it.each([
  ['PAT delete', 'pass'],
  ['pat.delete', 'pass'],
  ['Personal access tokens are removed', 'fail'],
] as const)('an operation with the summary "%s"', async (summary, verdict) => {
  const id = 'labels/current-operations'
  const summarized = withOpenApi(({ paths }) => {
    const { delete: operation } = paths['/v2/access-tokens/{uuid}'] ?? {}
    if (operation) operation.summary = summary
  })
  const report = await runTwisted(summarized, { select: { only: [id] } })
  expect(report.requirements.find(one => one.id === id)?.verdict).toBe(verdict)
})

it('a row is open for its status, where that is no word for one state', async () => {
  const status = 'Being phased out'
  const twist = withLog(page => page.replaceAll(/^\| Deprecated \|/gm, `| ${status} |`))
  const report = await runTwisted(twist, { select: { only: ['deprecation-log/legacy-list'] } })
  const [requirement] = report.requirements.filter(({ id }) => id === 'deprecation-log/legacy-list')
  expect(requirement).toMatchObject({
    verdict: 'inconclusive',
    reason: { code: 'status-unclear', values: { status, feature: 'GET /v2/repositories/{namespace}' } },
  })
  expect(report.next[0]?.message).toContain('Write into the deprecation log')
})

/** The change history with these lines in the place of its deprecations. */
const withDeprecations = (kind: string, text: string) =>
  withChangelog(page => page.replaceAll(/### Deprecations\n\n(?:- .*\n)+/g, `### ${kind}\n\n- ${text}\n`))

it.each([
  ['Obsoletos', 'Los puntos de acceso antiguos de repositorios quedan obsoletos.', 'inconclusive'],
  ['Dépréciations', 'Les anciens points de terminaison des dépôts sont obsolètes.', 'inconclusive'],
  ['Abkündigungen', 'Die alten Endpunkte für Repositorys.', 'inconclusive'],
  ['Descontinuados', 'Os endpoints antigos de repositórios foram descontinuados.', 'inconclusive'],
  ['Deprecations', 'De oude eindpunten voor repositories vervallen.', 'inconclusive'],
  ['Deprecations', 'The webhooks of old plans.', 'fail'],
  ['Obsoletos', 'GET /v2/search queda obsoleto.', 'fail'],
])(
  'an entry in words that are not read may be that of a labelled endpoint: %s: %s: %s',
  async (kind, text, verdict) => {
    const report = await runTwisted(withDeprecations(kind, text), { select: { only: ['labels/logged'] } })
    expect(Object.keys(withVerdict(report, verdict))).toEqual(['labels/logged'])
  },
)

it.each([
  ['Os antigos pontos de acesso saem.', 'Deprecations', 'inconclusive'],
  ['Os antigos pontos de acesso saem.', 'Updates', 'fail'],
  ['The old webhooks of plans.', 'Deprecations', 'fail'],
])('an unread entry may deprecate an endpoint without a day: %s, %s: %s', async (text, kind, verdict) => {
  const twist = layered(
    withOpenApi(({ paths }) => {
      paths['/v2/audit/old'] = {
        get: { tags: ['audit-logs'], deprecated: true, responses: { 200: { description: 'Done.' } } },
      }
    }),
    layered(
      withLog(
        page =>
          `${page}\n| Status | Feature | Date |\n|---|---|---|\n| Deprecated | GET /v2/audit/old | 2025-08-01 |\n`,
      ),
      withChangelog(page =>
        page.replace('## 2025-07-29', `## 2025-08-01\n\n### ${kind}\n\n- ${text}\n\n## 2025-07-29`),
      ),
    ),
  )
  const report = await runTwisted(twist, { select: { only: ['labels/logged'] } })
  expect(Object.keys(withVerdict(report, verdict))).toEqual(['labels/logged'])
})

it.each([
  ['August 2025', 'Updates', 'Die Dokumentation wurde überarbeitet.', 'inconclusive'],
  ['août 2025', 'Updates', 'La documentation a été revue.', 'inconclusive'],
  ['August 2025', 'Updates', 'The lists of webhooks are sorted.', 'fail'],
  ['3 août 2025', 'Updates', 'La documentation a été revue.', 'fail'],
  ['August 2025', 'Notas', 'La documentación se ha revisado.', 'pass'],
])('the date %s above the entry %s: %s: %s', async (day, kind, text, verdict) => {
  const twist = withChangelog(page =>
    page.replace('## 2025-07-29', `## ${day}\n\n### ${kind}\n\n- ${text}\n\n## 2025-07-29`),
  )
  const report = await runTwisted(twist, { select: { only: ['change-history/iso-dates'] } })
  expect(Object.keys(withVerdict(report, verdict))).toEqual(['change-history/iso-dates'])
})

it.each([
  [undefined, 'inconclusive', 'statement-unclear'],
  [['search'], 'pass', ''],
  [['audit-logs'], 'fail', 'label-not-logged'],
])('a labelled operation with the tags %j that no page names: %s', async (tags, verdict, code) => {
  const published = withOpenApi(({ paths }) => {
    paths['/v2/search/old'] = { get: { tags, deprecated: true, responses: { 200: { description: 'Done.' } } } }
  })
  const report = await runTwisted(published, { select: { only: ['labels/logged'] } })
  expect(withVerdict(report, verdict)).toEqual({ 'labels/logged': code })
})
