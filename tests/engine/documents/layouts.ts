import type { Sample } from './corpus.ts'

/** The same content in one unusual layout each: as the document has it, and with one mistake. */

const policy =
  'An endpoint is removed only after it has been labeled deprecated in the reference. After some time it may be removed.'

interface Endpoint {
  readonly name: string
  readonly day: string
  readonly replacement: string
}

const legacy: readonly Endpoint[] = [
  ['POST /v2/repositories', '2025-09-19', 'CreateRepository'],
  ['POST /v2/repositories/{namespace}', '2025-09-19', 'CreateRepository'],
  ['GET /v2/repositories/{namespace}/{repository}', '2025-09-19', 'GetRepository'],
  ['HEAD /v2/repositories/{namespace}/{repository}', '2025-09-19', 'CheckRepository'],
  ['GET /v2/repositories/{namespace}', '2025-06-27', 'listNamespaceRepositories'],
].map(([name = '', day = '', replacement = '']) => ({ name, day, replacement }))

const tags = '/v2/namespaces/{namespace}/repositories/{repository}/tags'
const routes: readonly (readonly [path: string, replacement?: string])[] = [
  ['/v1/repositories/{name}/images'],
  ['/v1/repositories/{name}/tags', tags],
  ['/v1/repositories/{name}/tags/{tag_name}', `${tags}/{tag}`],
  ['/v1/repositories/{namespace}/{name}/images'],
  ['/v1/repositories/{namespace}/{name}/tags', tags],
  ['/v1/repositories/{namespace}/{name}/tags/{tag_name}', `${tags}/{tag}`],
]

const removed = '2022-08-23'
const list = (arrow: string): string =>
  routes.map(([path, to]) => `- ${path}${to === undefined ? '' : ` ${arrow} ${to}`}`).join('\n')

type Layout = (endpoints: readonly Endpoint[], ofV1: string) => string

const longDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** Columns of plain text that the days do not fit in. */
const uneven: Layout = (endpoints, ofV1) => `DEPRECATED ENDPOINTS

${policy}

Status      Date         Endpoint                          Replaced by
----------  -----------  --------------------------------  ---------------
${endpoints.map(({ name, day, replacement }) => `Deprecated  ${longDay(day)}  ${name.padEnd(32)}  ${replacement}`).join('\n')}
Removed     ${longDay(ofV1)}  v1 API

V1 ROUTES

These routes return status 410:

${list('->')}
`

const sections: Layout = (endpoints, ofV1) => `# Endings

${policy}

${endpoints.map(({ name, day, replacement }) => `### \`${name}\`\n\nDeprecated since ${day}. Use \`${replacement}\` instead.\n`).join('\n')}
### v1 API

Removed on ${ofV1}. Requests to these routes return 410.

${list('→')}
`

const otherProducts: Layout = (endpoints, ofV1) => `${sections(endpoints, ofV1)}
## Other products

| Product | Status | Date |
|---|---|---|
| Build API | Deprecated | 2024-02-01 |
| Scout API \`/v1/scans\` | Removed | 2023-05-05 |
`

/** A page on the old endpoints whose rule is about any endpoint, and that explains its words. */
const explained: Layout = (endpoints, ofV1) => `# Old endpoints

${policy} If an endpoint has to go, the reference labels the old endpoint as deprecated beforehand.

- **Deprecated**: the endpoint must no longer be used.
- **Retired** (EOL): the endpoint was removed, disabled or hidden.

${endpoints.map(({ name, day, replacement }) => `- \`${name}\`: deprecated on ${day}; replaced by \`${replacement}\`.`).join('\n')}
- v1 API: retired on ${ofV1}. Its routes return 410:

${list('→')}
`

const table = (
  endpoints: readonly Endpoint[],
  ofV1: string,
  [deprecated, gone]: readonly [string, string],
  head = ' ',
): string => `| ${head} | Endpoint | Since | Replacement |
|---|---|---|---|
${endpoints.map(({ name, day, replacement }) => `| ${deprecated} | \`${name}\` | ${day} | \`${replacement}\` |`).join('\n')}
| ${gone} | v1 API | ${ofV1} | v2 API |

## v1 routes

Each returns 410:

${list('→')}
`

/** Signs whose legend goes on behind the state, in a column without a name. */
const signs: Layout = (endpoints, ofV1) => `# Endpoint status

${policy}

## Legend

- ⚠️ Deprecated: the endpoint must no longer be used.
- ❌ Removed: the endpoint was removed, disabled or hidden.

## Log

${table(endpoints, ofV1, ['⚠️', '❌'])}`

const words: Layout = (endpoints, ofV1) => `# Endpoint status

${policy}

Statuts : « Obsolète » = Deprecated, « Supprimé » = Removed

${table(endpoints, ofV1, ['Obsolète', 'Supprimé'], 'Status')}`

/** Rows of one cell that has the state of those below. */
const groups: Layout = (endpoints, ofV1) => `<!doctype html><html><body><h1>Deprecated endpoints</h1>
<p>${policy}</p><table><thead><tr><th>Endpoint</th><th>Date</th><th>Replaced by</th></tr></thead><tbody>
<tr><th colspan="3">Deprecated</th></tr>
${endpoints.map(({ name, day, replacement }) => `<tr><td>${name}</td><td>${day}</td><td>${replacement}</td></tr>`).join('\n')}
<tr><th colspan="3">Removed</th></tr>
<tr><td>v1 API</td><td>${ofV1}</td><td>v2 API</td></tr>
<tr><th colspan="3">Other</th></tr>
<tr><td>Creation of the deprecation log table</td><td>2025-06-27</td><td></td></tr>
</tbody></table><p>These routes return 410:</p><ul>
${routes.map(([path, to]) => `<li>${path}${to === undefined ? '' : ` → ${to}`}</li>`).join('\n')}</ul></body></html>
`

const fields: Layout = (endpoints, ofV1) => `Deprecated endpoints
====================

${policy}

${endpoints.map(({ name, day, replacement }) => `${name}\n${'-'.repeat(50)}\n\n:Status: Deprecated\n:Date: ${day}\n:Replaced by: ${replacement}\n`).join('\n')}
v1 API
${'-'.repeat(50)}

:Status: Removed
:Date: ${ofV1}

Requests to these routes return status 410:

${list('-- use')}
`

/** Fields on lines of one paragraph, with days that have commas. */
const lines: Layout = (endpoints, ofV1) => `# Endings

${policy}

${endpoints.map(({ name, day, replacement }) => `## ${name}\n\nStatus: **Deprecated**  \nDate: ${new Date(day).toUTCString()}  \nReplaced by: [${replacement}](/api#${replacement})\n`).join('\n')}
## v1 API

Status: **Removed**  \nDate: ${new Date(ofV1).toUTCString()}

These routes return 410:

${list('→')}
`

/** A table of days and of what happened on them. */
const events: Layout = (endpoints, ofV1) => `# Endings

${policy}

| Date | What happened |
|---|---|
${endpoints.map(({ name, day, replacement }) => `| ${day} | Deprecated: ${name} (use ${replacement}) |`).join('\n')}
| 2025-06-27 | Creation of the deprecation log table |
| ${ofV1} | Removed: v1 API |

These routes return 410:

${list('→')}
`

/** A page that has, below the removed routes, a remark on an endpoint of v2. */
const remarked: Layout = (endpoints, ofV1) => `# Endings

${policy}

${endpoints.map(({ name, day, replacement }) => `- \`${name}\`: deprecated on ${day}; replaced by \`${replacement}\`.`).join('\n')}
- v1 API: removed on ${ofV1}.

## Removed v1 routes

These routes return 410:

${list('→')}

Note: \`${endpoints.at(-1)?.name}\` has been deprecated since ${endpoints.at(-1)?.day}.
`

/** The remark has another day than the row. */
const remarkedOtherwise: Layout = (endpoints, ofV1) =>
  remarked(endpoints, ofV1).replace('has been deprecated since 2025-06-27', 'has been deprecated since 2025-05-27')

const logLayouts: readonly (readonly [name: string, layout: Layout, from?: string])[] = [
  ['plain text in columns of other widths', uneven, 'deprecated.txt'],
  ['other products with a v1', otherProducts],
  ['a rule about any endpoint, and words that are explained', explained],
  ['signs in a column without a name', signs],
  ['words of another language that are explained', words],
  ['rows that head groups', groups, 'deprecated.html'],
  ['fields on lines of a paragraph', lines],
  ['days and what happened on them', events],
  ['a remark below the removed routes', remarked],
  ['dashes of typewriters', fields, 'deprecated.rst'],
]

const logs = (made: (layout: Layout) => string): readonly Sample[] =>
  logLayouts.map(([name, layout, from]) => ({
    name,
    kind: 'deprecationLog',
    text: made(layout),
    ...(from === undefined ? {} : { from }),
  }))

interface Change {
  readonly day: string
  readonly kind: string
  readonly text: string
}

const changes: readonly Change[] = [
  ['2025-11-21', 'Update', 'The missing expires_at fields are added on the PAT management endpoints.'],
  ['2025-09-25', 'Update', 'Request and response of the CreateRepositoryGroup endpoints are fixed.'],
  ...['Create', 'Get', 'Check'].map(verb => ['2025-09-19', 'New', `${verb}Repository for a given namespace.`]),
  ...legacy.slice(0, 4).map(({ name }) => ['2025-09-19', 'Deprecation', name]),
  ...['Update', 'Verify'].map(verb => [
    '2025-07-29',
    'New',
    `${verb}RepositoryImmutableTags for a given namespace and repository.`,
  ]),
  ['2025-06-27', 'New', 'listNamespaceRepositories for a given namespace.'],
  ['2025-06-27', 'Deprecation', 'GET /v2/repositories/{namespace}'],
  ['2025-03-25', 'New', 'APIs for organization access token (OAT) management.'],
  ['2025-03-18', 'New', 'Audit log access for organization access tokens.'],
].map(([day = '', kind = '', text = '']) => ({ day, kind, text }))

const grouped = (all: readonly Change[], key: 'day' | 'kind'): readonly (readonly [string, readonly Change[]])[] =>
  [...new Set(all.map(one => one[key]))].map(value => [value, all.filter(one => one[key] === value)])

const signOf: Readonly<Record<string, string>> = { New: '✨', Update: '🔧', Deprecation: '⚠️' }
const german: Readonly<Record<string, string>> = {
  New: 'Neu',
  Update: 'Aktualisierung',
  Deprecation: 'Abkündigung',
}
const weekday = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }).format(new Date(day))

const oat = 'APIs for organization access token (OAT) management.'

type History = (all: readonly Change[]) => string

const below =
  (head: (day: string) => string, kind: (name: string) => string, end = ''): History =>
  all =>
    `# Change history\n\n${grouped(all, 'day')
      .map(
        ([day, ofDay]) =>
          `${head(day)}\n\n${grouped(ofDay, 'kind')
            .map(([name, items]) => `${kind(name)}\n\n${items.map(({ text }) => `- ${text}`).join('\n')}`)
            .join('\n\n')}\n${end}`,
      )
      .join('\n')}`

const histories: readonly (readonly [name: string, history: History, from?: string])[] = [
  [
    'lines of a day, a kind in bold and a change',
    all => `# Change history\n\n${all.map(({ day, kind, text }) => `- ${day} **${kind}** ${text}`).join('\n')}\n`,
  ],
  [
    'lines of a time, a kind in bold and a change',
    all =>
      `# Change history\n\n${all.map(({ day, kind, text }) => `- ${day}T00:00:00Z — **${kind}** — ${text}`).join('\n')}\n`,
  ],
  [
    'kinds that end in a full stop',
    all =>
      `# Change history\n\n${grouped(all, 'day')
        .map(([day, items]) => `${day}\n${items.map(({ kind, text }) => `: *${kind}.* ${text}`).join('\n\n')}\n`)
        .join('\n')}`,
  ],
  [
    'components of days around headings of kinds',
    below(
      day => `<Update label="${day}">`,
      kind => `### ${kind}`,
      '\n</Update>\n',
    ),
    'changelog.mdx',
  ],
  [
    'days in bold above headings of kinds',
    below(
      day => `**${day}**`,
      kind => `### ${kind}`,
    ),
  ],
  [
    'kinds with their translation',
    below(
      day => `## ${day}`,
      kind => `### ${german[kind]} (${kind})`,
    ),
  ],
  [
    'signs of kinds',
    all =>
      `# Change history\n\nKinds: ✨ New, 🔧 Update, ⚠️ Deprecation.\n\n${grouped(all, 'day')
        .map(
          ([day, items]) => `## ${day}\n\n${items.map(({ kind, text }) => `- ${signOf[kind]} ${text}`).join('\n')}\n`,
        )
        .join('\n')}`,
  ],
  [
    'a timeline of items with headings',
    all =>
      `<!doctype html><html><body><h1>Change history</h1><ol>${grouped(all, 'day')
        .map(
          ([day, ofDay]) =>
            `<li><time datetime="${day}">${day}</time>${grouped(ofDay, 'kind')
              .map(
                ([kind, items]) => `<h3>${kind}</h3><ul>${items.map(({ text }) => `<li>${text}</li>`).join('')}</ul>`,
              )
              .join('')}</li>`,
        )
        .join('\n')}</ol></body></html>`,
    'changelog.html',
  ],
  [
    'a table for each day',
    all =>
      `# Change history\n\n${grouped(all, 'day')
        .map(
          ([day, items]) =>
            `| Date | ${day} |\n|---|---|\n${items.map(({ kind, text }) => `| ${kind} | ${text} |`).join('\n')}\n`,
        )
        .join('\n')}`,
  ],
  [
    'cards with the day of the week',
    all =>
      `<!doctype html><html><body><h1>Change history</h1>${all
        .map(
          ({ day, kind, text }) =>
            `<article><header><span>${day} (${weekday(day)})</span> <span>${kind}</span></header><p>${text}</p></article>`,
        )
        .join('\n')}</body></html>`,
    'changelog.html',
  ],
  [
    'paragraphs that begin with the day of the week',
    all =>
      `# Change history\n\n${all.map(({ day, kind, text }) => `${weekday(day)} ${day} (${kind}): ${text}`).join('\n\n')}\n`,
  ],
  [
    'lines with the day of the week in brackets',
    all =>
      `Change history\n\n${all.map(({ day, kind, text }) => `[${day} (${weekday(day)})] [${kind}] ${text}`).join('\n')}\n`,
    'changes.txt',
  ],
]

const written = (all: readonly Change[]): readonly Sample[] =>
  histories.map(([name, history, from]) => ({
    name,
    kind: 'changelog',
    text: history(all),
    ...(from === undefined ? {} : { from }),
  }))

export const conforming: readonly Sample[] = [...logs(layout => layout(legacy, removed)), ...written(changes)]

export const broken: readonly Sample[] = [
  ...logs(layout => layout(legacy, '2022-08-24')),
  ...logs(layout =>
    layout(
      legacy.filter(({ name }) => !name.startsWith('HEAD')),
      removed,
    ),
  ),
  { name: 'another day below the removed routes', kind: 'deprecationLog', text: remarkedOtherwise(legacy, removed) },
  ...written(changes.flatMap(one => (one.day === '2025-07-29' ? [{ ...one, text: oat }, one] : [one]))),
  ...written(changes.toReversed()),
  ...written(changes.map(one => (one.day === '2025-09-25' ? { ...one, day: '2025-09-24' } : one))),
  ...written(changes.filter(({ day }) => day !== '2025-03-25')),
  ...written(changes.map(one => (one.text.startsWith('GET') ? { ...one, kind: 'New' } : one))),
]
