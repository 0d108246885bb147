import type { Sample } from './corpus.ts'

/** Pages around one form of writing each: those that keep to the document, and the same with one mistake. */

const first =
  'POST /v2/repositories, POST /v2/repositories/{namespace}, GET /v2/repositories/{namespace}/{repository} and HEAD /v2/repositories/{namespace}/{repository}'

/** A log of sentences; what stands in the place of the first four endpoints is said by the given one. */
const saidOfReplacements = (said: string): Sample => ({
  name: said,
  kind: 'deprecationLog',
  text: `# Endings

We label an endpoint deprecated before we remove it.

- The endpoints ${first} have been deprecated since 2025-09-19. ${said}
- GET /v2/repositories/{namespace} has been deprecated since 2025-06-27. listNamespaceRepositories replaces it.
- The v1 API was removed on 2022-08-23.
`,
})

const exchanged = (text: string): string =>
  text.replaceAll(/(Get|Check)(?=Repository)/g, name => (name === 'Get' ? 'Check' : 'Get'))

/** Clauses of which those behind the first one have no verb. */
const understood = [
  'CreateRepository replaces the two POST endpoints, GetRepository the GET and CheckRepository the HEAD.',
  'CreateRepository replaces the POSTs, GetRepository the GET, and CheckRepository the HEAD.',
  'CreateRepository replaces both POST endpoints, GetRepository the GET endpoint, CheckRepository the HEAD endpoint.',
  'Use CreateRepository instead of the POSTs, GetRepository instead of the GET and CheckRepository instead of the HEAD.',
  'The POST endpoints were replaced by CreateRepository, the GET by GetRepository, the HEAD by CheckRepository.',
  'The POST endpoints move to CreateRepository, the GET to GetRepository, and the HEAD to CheckRepository.',
  'CreateRepository is the successor of the POST endpoints, GetRepository of the GET endpoint, and CheckRepository of the HEAD endpoint.',
  'The replacement of the POSTs is CreateRepository, of the GET GetRepository and of the HEAD CheckRepository.',
  'The GET is replaced by GetRepository and the HEAD by CheckRepository, the POSTs by CreateRepository.',
  'Migrate the two POSTs to CreateRepository. Those that read one with the GET move to GetRepository, and those that only test whether it is there with the HEAD move to CheckRepository.',
  'If you call GET /v2/repositories/{namespace}/{repository}, switch to GetRepository. If you call HEAD /v2/repositories/{namespace}/{repository}, switch to CheckRepository. If you call one of the POSTs, switch to CreateRepository.',
]
const further = [
  'The POST endpoints became CreateRepository, the GET GetRepository and the HEAD CheckRepository.',
  'Successors: CreateRepository for the POSTs, GetRepository for the GET, CheckRepository for the HEAD.',
  'For the POSTs we built CreateRepository, for the GET GetRepository and for the HEAD CheckRepository.',
  'CreateRepository supersedes the POST endpoints; GetRepository the GET; CheckRepository the HEAD.',
  'CreateRepository takes over from the two POSTs, GetRepository from the GET and CheckRepository from the HEAD.',
  'CreateRepository succeeds POST, GetRepository GET and CheckRepository HEAD.',
  'CreateRepository replaces POST, GetRepository GET, CheckRepository HEAD.',
  'Use CreateRepository for the POSTs, GetRepository for the GET and CheckRepository for the HEAD.',
  'CreateRepository stands in for the POSTs, GetRepository for the GET, CheckRepository for the HEAD.',
  'CreateRepository is the successor of the POST endpoints, GetRepository that of the GET and CheckRepository that of the HEAD.',
]
const unread = [
  'Use CreateRepositoryGroup instead of the permissions of `GET /v2/repositories/{namespace}/{repository}`.',
]

interface Change {
  readonly day: string
  readonly kind: string
  readonly text: string
}

const changes: readonly Change[] = [
  ['2025-11-21', 'Update', 'The missing `expires_at` fields are added on the PAT management endpoints.'],
  ['2025-09-25', 'Update', 'Request and response of `CreateRepositoryGroup` are fixed.'],
  ['2025-09-19', 'New', '`CreateRepository`, `GetRepository` and `CheckRepository` for a given namespace.'],
  ['2025-09-19', 'Deprecation', `${first.replace(' and', ',')}.`],
  [
    '2025-07-29',
    'New',
    '`UpdateRepositoryImmutableTags` and `VerifyRepositoryImmutableTags` for a given namespace and repository.',
  ],
  ['2025-06-27', 'New', '`listNamespaceRepositories` for a given namespace.'],
  ['2025-06-27', 'Deprecation', 'GET /v2/repositories/{namespace}'],
  ['2025-03-25', 'New', 'APIs for organization access token (OAT) management.'],
  ['2025-03-18', 'New', 'Audit log access for organization access tokens.'],
].map(([day = '', kind = '', text = '']) => ({ day, kind, text }))

/** Ways to write an entry: components and shortcodes in one line, kinds in titles, names of products in front of kinds. */
const forms: Readonly<Record<string, (change: Change) => string>> = {
  'a component in a line': ({ day, kind, text }) => `<Update label="${day}" tags={["${kind}"]}>${text}</Update>`,
  'a component whose text begins in its line': ({ day, kind, text }) =>
    `<Update label="${day}" tags={["${kind}"]}>${text}\n</Update>`,
  'a component whose text ends with it': ({ day, kind, text }) =>
    `<Update label="${day}" tags={['${kind}', "Hub API"]}>\n${text}</Update>`,
  'a component with a badge in it': ({ day, kind, text }) =>
    `<Update label="${day}"><Badge>${kind}</Badge> ${text}</Update>`,
  'a component in another one': ({ day, kind, text }) =>
    `<Updates><Update label="${day}" description="${kind}">${text}</Update></Updates>`,
  'a component with a kind': ({ day, kind, text }) => `<Release title="${day}" kind="${kind}">${text}</Release>`,
  'a shortcode in a line': ({ day, kind, text }) => `{{< alert title="${day} ${kind}" >}}${text}{{< /alert >}}`,
  'a tab in a line': ({ day, kind, text }) => `{{< tab "${day} ${kind}" >}}${text}{{< /tab >}}`,
  'a hint in a line': ({ day, kind, text }) => `## ${day} ${kind}\n\n{% hint style="info" %}${text}{% endhint %}\n`,
  'a slogan behind the kind': ({ day, kind, text }) => `## ${day} · ✨ ${kind}: now for you\n\n${text}\n`,
  'a slogan before the kind': ({ day, kind, text }) => `## ${day}: Good news (${kind})\n\n${text}\n`,
  'the product before the kind': ({ day, kind, text }) => `## ${day}\n\n- **Hub API** – ${kind}: ${text}\n`,
  'dashes around the kind': ({ day, kind, text }) => `${day} — ${kind} — ${text}\n`,
}

const links = '[2025-11-21](#a) · [2025-09-25](#b) · [2025-03-18](#c)'
const written = (all: readonly Change[]): readonly Sample[] => [
  ...Object.entries(forms).map(
    ([name, form]): Sample => ({
      name,
      kind: 'changelog',
      text: `# Changes\n\n${links}\n\n${all.map(form).join('\n')}\n`,
    }),
  ),
  {
    name: 'a feed of RSS',
    kind: 'changelog',
    text: `<?xml version="1.0"?>\n<rss version="2.0"><channel><title>Changes</title>\n${all
      .map(
        ({ day, kind, text }) =>
          `<item><title>${day} ${kind}: news</title><description><![CDATA[<p>${text}</p>]]></description></item>`,
      )
      .join('\n')}</channel></rss>`,
  },
  {
    name: 'a feed of Atom',
    kind: 'changelog',
    text: `<feed xmlns="http://www.w3.org/2005/Atom">\n${all
      .map(
        ({ day, kind, text }) =>
          `<entry><title>${kind}</title><updated>${day}T09:00:00Z</updated><content>${text}</content></entry>`,
      )
      .join('\n')}</feed>`,
  },
  {
    name: 'a field of reStructuredText that introduces a list',
    kind: 'changelog',
    text: `Changes\n=======\n${all
      .map(
        ({ day, kind, text }) => `\n${day}\n----------\n:${kind}: the following\n\n* ${text.replaceAll('`', '``')}\n`,
      )
      .join('')}`,
    from: 'changes.rst',
  },
]

const captions = (day: string): Sample => ({
  name: `captions of tables, ${day}`,
  kind: 'deprecationLog',
  from: 'log.html',
  text: `<html><body><h1>Endings</h1>${[
    ['Deprecated since 2025-09-19', first.split(/, | and /)],
    [`Deprecated since ${day}`, ['GET /v2/repositories/{namespace}']],
    ['Removed on 2022-08-23', ['v1 API']],
  ]
    .map(
      ([caption, names]) =>
        `<table><caption>${caption}</caption><tr><th>Endpoint</th></tr>${[names]
          .flat()
          .map(name => `<tr><td>${name}</td></tr>`)
          .join('')}</table>`,
    )
    .join('')}</body></html>`,
})

/** Each endpoint below a note that has its state, its day and its replacement. */
const noted = (day: string): Sample => ({
  name: `notes above endpoints, ${day}`,
  kind: 'deprecationLog',
  text: `# Legacy\n${first
    .split(/, | and /)
    .map((name, at) => `\n## Endpoint ${at}\n\n<aside>Deprecated since ${day}. It is legacy.</aside>\n\n\`${name}\`\n`)
    .join(
      '',
    )}\n## List\n\n<aside>Deprecated since 2025-06-27. Replaced by listNamespaceRepositories.</aside>\n\n\`GET /v2/repositories/{namespace}\`\n\n# v1 API\n\n<aside>Removed on 2022-08-23. Requests are answered with 410.</aside>\n`,
})

/** Short sentences above lists, of which none introduces its list. */
const remarked = (day: string): Sample => ({
  name: `sentences on states above lists, ${day}`,
  kind: 'deprecationLog',
  text: `# Endings

We label an endpoint deprecated before we remove it.

## Deprecated

Removed calls are not shown.

- ${first} (2025-09-19)
- GET /v2/repositories/{namespace} (2025-06-27)

## Removed

Endpoints that were deprecated in 2021.

- v1 API (${day})
`,
})

const history = (all: readonly Change[], name: string): Sample => ({
  name,
  kind: 'changelog',
  text: `# Changes\n\n${all.map(({ day, kind, text }) => `## ${day} ${kind}\n\n${text}\n`).join('\n')}`,
})
const withEntry = (day: string, text: string): Sample =>
  history(
    changes.map(one => (one.day === day ? { ...one, text } : one)),
    text,
  )
const takenBack = 'Removed `expires_at` from the PAT management endpoints.'

/** A log whose states are signs, below a legend. */
const signed = (legend: string, deprecated = '⚠️', removed = '✗'): Sample => ({
  name: `signs: ${legend} ${deprecated}`,
  kind: 'deprecationLog',
  text: [
    legend,
    '',
    '| Status | Feature | Date |',
    '|---|---|---|',
    `| ${deprecated} | \`POST /v2/repositories\`, \`POST /v2/repositories/{namespace}\`, GET and HEAD \`/v2/repositories/{namespace}/{repository}\` | 2025-09-19 |`,
    `| ${deprecated} | \`GET /v2/repositories/{namespace}\` | 2025-06-27 |`,
    `| ${removed} | v1 API | 2022-08-23 |`,
  ].join('\n'),
})
const legends = [
  '✗ = removed, ⚠ = deprecated',
  '- ✗: Removed\n- ⚠: Deprecated',
  '| Sign | Meaning |\n|---|---|\n| ✗ | Removed |\n| ⚠ | Deprecated |',
]

const successors: Readonly<Record<string, string>> = {
  'POST /v2/repositories': 'CreateRepository',
  'POST /v2/repositories/{namespace}': 'CreateRepository',
  'GET /v2/repositories/{namespace}/{repository}': 'GetRepository',
  'HEAD /v2/repositories/{namespace}/{repository}': 'CheckRepository',
}
const [list, listed] = ['GET /v2/repositories/{namespace}', 'listNamespaceRepositories']

/** A log in JSON whose members have the names of endpoints, and one of records with an object for what replaces each. */
const inJson = (get = 'GetRepository'): readonly Sample[] => {
  const all = { ...successors, 'GET /v2/repositories/{namespace}/{repository}': get }
  const deprecated = (feature: string, endpoints: object) => [{ status: 'deprecated', feature, endpoints }]
  const byDay = {
    '2025-09-19': deprecated('Legacy create and get repository endpoints', all),
    '2025-06-27': deprecated('Legacy list', { [list]: listed }),
    '2022-08-23': [{ status: 'removed', feature: 'v1 API', httpStatus: 410 }],
  }
  const records = Object.entries({ ...all, [list]: listed }).map(([old, operationId]) => {
    const [method, path] = old.split(' ')
    const since = old === list ? '2025-06-27' : '2025-09-19'
    return { method, path, status: 'DEPRECATED', since, replacedBy: { operationId } }
  })
  const removed = { path: '/v1/*', title: 'v1 API', status: 'REMOVED', since: '2022-08-23' }
  const log = (name: string, text: string): Sample => ({ name, kind: 'deprecationLog', from: 'log.json', text })
  return [
    log(`members with the names of endpoints: ${get}`, JSON.stringify({ log: byDay })),
    log(
      `records with an object for what replaces them: ${get}`,
      [...records, removed].map(record => JSON.stringify(record)).join('\n'),
    ),
  ]
}

/** A history and a log in shortcodes of Hugo. */
const inShortcodes = (day = '2025-06-27', id = 'GetRepository'): readonly Sample[] => {
  const change = (date: string, kind: string, text: string) =>
    `{{% change date="${date}" kind="${kind}" %}}\n${text}\n{{% /change %}}\n`
  const replaced = (old: string, to: string) => `{{< replaced old="${old}" new="${to}" >}}`
  const entry = (attributes: string, ...inner: readonly string[]) =>
    ['', `{{< entry ${attributes} >}}`, ...inner, '{{< /entry >}}'].join('\n')
  const all = { ...successors, 'GET /v2/repositories/{namespace}/{repository}': id }
  const releases = changes.map(
    one => `{{% release date="${one.day}" %}}\n- {{< label "${one.kind}" >}} ${one.text}\n{{% /release %}}\n`,
  )
  return [
    {
      name: `changes in shortcodes: ${day} ${id}`,
      kind: 'changelog',
      text: changes.map(one => change(one.day === '2025-06-27' ? day : one.day, one.kind, one.text)).join('\n'),
    },
    {
      name: `labels in shortcodes: ${day} ${id}`,
      kind: 'changelog',
      text: releases.slice(id === 'GetRepository' ? 0 : 1).join('\n'),
    },
    {
      name: `a log in shortcodes: ${day} ${id}`,
      kind: 'deprecationLog',
      text: [
        '+++\ntitle = "Endings"\naliases = ["/api/v2/old/"]\n+++\n\nSee [them]({{< ref "/api#tag/audit-logs" >}}).',
        entry(
          'status="Deprecated" date="2025-09-19" feature="Legacy create and get endpoints"',
          ...Object.entries(all).map(([old, to]) => replaced(old, to)),
        ),
        entry(`status="Deprecated" date="${day}" feature="Legacy list"`, replaced(list, listed)),
        entry('status="Removed" date="2022-08-23" feature="v1 API"'),
      ].join('\n'),
    },
  ]
}

/** Histories whose entries have their day and their kind in marks of their tool. */
const marked = (all: typeof changes, name = ''): readonly Sample[] => {
  const history = (form: string, from: string, of: (change: (typeof changes)[number]) => string): Sample => ({
    name: `${form}${name}`,
    kind: 'changelog',
    from,
    text: all.map(of).join('\n\n'),
  })
  return [
    history('front matter of each entry', 'changes.md', ({ day, kind, text }) =>
      ['---', 'title: "A change"', `type: "${kind}"`, `createdAt: "${day}T08:00:00.000Z"`, '---', text].join('\n'),
    ),
    history(
      'a change log of Debian',
      'changelog',
      ({ day, kind, text }) =>
        `hub-api (1.0-1) stable; urgency=low\n\n  * [${kind.toLowerCase()}] ${text.replace(' for ', '\n    for ')}\n\n -- API team <api@hub.example>  ${day}`,
    ),
    history(
      'tags of headings',
      'changes.org',
      ({ day, kind, text }) => `* [${day}] A change    :${kind.toLowerCase()}:\n${text.replaceAll('`', '=')}`,
    ),
    {
      name: `titles of a feed${name}`,
      kind: 'changelog',
      from: 'feed.xml',
      text: `<?xml version="1.0"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${all
        .map(({ day, kind, text }) => {
          const [title, body] = text.startsWith('GET')
            ? [`${text} is deprecated`, 'Use the new one.']
            : ['A change', text]
          return `<item><title>${title}</title><description>${body}</description><dc:date>${day}T16:00:00Z</dc:date><category>${kind}</category></item>`
        })
        .join('\n')}</channel></rss>`,
    },
  ]
}

/** A history in Spanish, with a kind in a column of its own. */
const spanish = (kind = 'Obsoleto', audit = 'organización'): Sample => ({
  name: `in Spanish: ${kind} ${audit}`,
  kind: 'changelog',
  text: [
    '| Fecha | Tipo | Cambio |',
    '|---|---|---|',
    '| 2025-11-21 | Actualización | Se añaden los campos `expires_at` que faltaban en la gestión de PAT. |',
    '| 2025-09-25 | Actualización | Se corrige CreateRepositoryGroup. |',
    '| 2025-09-19 | Nuevo | CreateRepository, GetRepository y CheckRepository para un namespace dado. |',
    `| 2025-09-19 | Obsoleto | ${first.replace(' and', ',')}. |`,
    '| 2025-07-29 | Nuevo | UpdateRepositoryImmutableTags y VerifyRepositoryImmutableTags. |',
    '| 2025-06-27 | Nuevo | listNamespaceRepositories para un namespace dado. |',
    `| 2025-06-27 | ${kind} | GET /v2/repositories/{namespace}. |`,
    '| 2025-03-25 | Nuevo | API para gestionar tokens de acceso de organización (OAT). |',
    `| 2025-03-18 | Nuevo | Acceso a los registros de auditoría para tokens de acceso de ${audit}. |`,
  ].join('\n'),
})

export const conforming: readonly Sample[] = [
  ...inJson(),
  ...inShortcodes(),
  ...marked(changes),
  ...legends.map(legend => signed(legend)),
  signed('Legend: D = deprecated, R = removed.', 'D', 'R'),
  ...[...understood, ...further].map(saidOfReplacements),
  ...written(changes),
  captions('2025-06-27'),
  noted('2025-09-19'),
  remarked('2022-08-23'),
  history(
    changes.flatMap(one =>
      one.day === '2025-03-25' ? [{ ...one, day: '2025-05-01', kind: 'Update', text: takenBack }, one] : [one],
    ),
    'what was removed before it was added',
  ),
]
export const broken: readonly Sample[] = [
  ...inJson('CheckRepository'),
  ...inShortcodes('2025-06-26', 'CheckRepository'),
  ...marked(
    changes.map(one => (one.kind === 'Deprecation' ? { ...one, kind: 'New' } : one)),
    ' of another kind',
  ),
  spanish('Nuevo'),
  spanish('Obsoleto', 'usuarios'),
  ...legends.map(legend => signed(legend, '✗', '⚠')),
  ...[...understood, ...further, ...unread].map(exchanged).map(saidOfReplacements),
  ...written(changes.map(one => (one.day === '2025-09-25' ? { ...one, day: '2025-09-24' } : one))),
  ...written(changes.filter(({ day }) => day !== '2025-07-29')),
  captions('2025-06-26'),
  noted('2025-09-18'),
  remarked('2022-08-22'),
]

export const unreadable: readonly Sample[] = [
  {
    name: 'a change log of Debian with days in its own form',
    kind: 'changelog',
    text: changes
      .map(({ day, kind, text }) => {
        const moment = new Date(day).toUTCString().replace('GMT', '+0000')
        return `hub-api (1.0-1) stable; urgency=low\n\n  * [${kind}] ${text}\n\n -- API team <api@hub.example>  ${moment}\n`
      })
      .join('\n'),
  },
  signed('Signs of states.'),
  signed('⚠ = deprecated, ⚠ = removed, ✗ = removed or hidden'),
  ...[...unread, ...unread.map(exchanged)].map(saidOfReplacements),
  history([{ day: '2025-11-25', kind: 'Update', text: takenBack }, ...changes], takenBack),
  withEntry('2025-09-25', 'A correction of `CreateRepositoryGroup` has not been published yet.'),
  withEntry('2025-03-18', 'Audit log access for organization access tokens is not available yet.'),
]
