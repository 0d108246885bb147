/** Documents in forms of particular tools, each with everything that the lifecycle document has, and one of each with something wrong. */
import type { Sample } from './corpus.ts'

const replaced = [
  ['POST /v2/repositories', 'CreateRepository'],
  ['POST /v2/repositories/{namespace}', 'CreateRepository'],
  ['GET /v2/repositories/{namespace}/{repository}', 'GetRepository'],
  ['HEAD /v2/repositories/{namespace}/{repository}', 'CheckRepository'],
] as const
const list = ['GET /v2/repositories/{namespace}', 'listNamespaceRepositories'] as const
const tags = '/v2/namespaces/{namespace}/repositories/{repository}/tags'
const shapes = ['/v1/repositories/{name}', '/v1/repositories/{namespace}/{name}'].flatMap(path =>
  ['images', 'tags', 'tags/{tag_name}'].map(end => `${path}/${end}`),
)
const lines = (all: readonly string[]): string => all.join('\n')

const docBook = (status = 'Deprecated') => `<?xml version="1.0"?>
<chapter xmlns="http://docbook.org/ns/docbook" version="5.1">
<title>Deprecations</title>
<!-- <varlistentry><term>2026-03-31: Removed</term><listitem><para>POST /v2/repositories</para></listitem></varlistentry> -->
<variablelist>
<varlistentry><term>2025-09-19: Deprecated</term><listitem><segmentedlist>
<segtitle>Endpoint</segtitle><segtitle>Replaced by</segtitle>
${lines(replaced.map(([old, id]) => `<seglistitem><seg>${old}</seg><seg>${id}</seg></seglistitem>`))}
</segmentedlist></listitem></varlistentry>
<varlistentry><term>2025-06-27: ${status}</term><listitem><para><code>${list[0]}</code>: use ${list[1]}.</para></listitem></varlistentry>
<varlistentry><term>2025-06-27</term><listitem><para>Creation of the deprecation log; a reformatting only.</para></listitem></varlistentry>
<varlistentry><term>2022-08-23: Removed</term><listitem><para>v1 API. Requests to the following routes return status 410.</para>
<simplelist>${shapes.map(path => `<member>${path}</member>`).join('\n')}</simplelist></listitem></varlistentry>
</variablelist></chapter>`

const revisions = (date = '2025-03-18') => {
  const revision = (day: string, changes: readonly (readonly [string, string])[]) =>
    `<revision><date>${day}</date><revdescription>${lines(changes.map(([role, text]) => `<para role="${role}">${text}</para>`))}</revdescription></revision>`
  return lines([
    '<?xml version="1.0"?>\n<revhistory xmlns="http://docbook.org/ns/docbook" version="5.1"><title>Change history</title>',
    revision('2025-11-21', [
      ['update', 'The missing <code>expires_at</code> fields are added on the PAT management endpoints.'],
    ]),
    revision('2025-09-25', [
      ['update', 'Request and response of Assign repository group (<code>CreateRepositoryGroup</code>) are fixed.'],
    ]),
    revision('2025-09-19', [
      ['new', 'CreateRepository, GetRepository and CheckRepository for a given namespace.'],
      ['deprecation', `${replaced.map(([old]) => `<code>${old}</code>`).join(', ')}.`],
    ]),
    revision('2025-07-29', [
      ['new', 'UpdateRepositoryImmutableTags and VerifyRepositoryImmutableTags for a namespace and repository.'],
    ]),
    revision('2025-06-27', [
      ['new', `${list[1]} for a given namespace.`],
      ['deprecation', `<code>${list[0]}</code>.`],
    ]),
    revision('2025-03-25', [['new', 'APIs for organization access token (OAT) management.']]),
    revision(date, [['new', 'Audit log access for organization access tokens.']]),
    '</revhistory>',
  ])
}

const macro = (name: string, inner: string) =>
  `<ac:structured-macro ac:name="${name}" ac:schema-version="1">${inner}</ac:structured-macro>`

const confluence = (day = '2025-06-27') => {
  const status = (title: string, colour: string) =>
    macro(
      'status',
      `<ac:parameter ac:name="colour">${colour}</ac:parameter><ac:parameter ac:name="title">${title}</ac:parameter>`,
    )
  const row = (state: string, feature: string, date: string) =>
    `<tr><td><p>${state}</p></td><td><p>${feature}</p></td><td><p><time datetime="${date}" /></p></td></tr>`
  return lines([
    macro('toc', '<ac:parameter ac:name="maxLevel">2</ac:parameter>'),
    '<table><tbody><tr><th><p>Status</p></th><th><p>Feature</p></th><th><p>Date</p></th></tr>',
    row(
      status('Deprecated', 'Yellow'),
      replaced.map(([old, id]) => `<code>${old}</code>: use ${id}`).join('</p><p>'),
      '2025-09-19',
    ),
    row(status('Deprecated', 'Yellow'), `<code>${list[0]}</code>: use ${list[1]}`, day),
    row('', 'Creation of the deprecation log table', '2025-06-27'),
    row(status('Removed', 'Red'), 'v1 API', '2022-08-23'),
    '</tbody></table><h2>v1 API</h2><p>All of these routes return status <code>410</code>.</p>',
    macro('code', `<ac:plain-text-body><![CDATA[${lines(shapes)}]]></ac:plain-text-body>`),
  ])
}

const wikiMarkup = (day = '2025-06-27') => {
  const code = (text: string) => `{{${text.replaceAll(/[{}]/g, brace => `\\${brace}`)}}}`
  return lines([
    'h1. API deprecations\n\n||Status||Feature||Date||',
    `|{status:colour=Yellow|title=Deprecated}|${replaced.map(([old]) => code(old)).join(', ')}|2025-09-19|`,
    `|{status:colour=Yellow|title=Deprecated}|${code(list[0])}|${day}|`,
    '| |Creation of this table|2025-06-27|',
    '|{status:colour=Red|title=Removed}|v1 API|2022-08-23|',
    '\nh2. v1\n\nThe routes of v1 return *410*:\n{noformat}',
    ...shapes,
    '{noformat}',
  ])
}

const magicBlocks = (status = 'Removed') =>
  lines([
    '[block:parameters]',
    JSON.stringify(
      {
        data: {
          'h-0': 'Status',
          'h-1': 'Feature',
          'h-2': 'Date',
          '0-0': 'Deprecated',
          '0-1': `Legacy:  \n${replaced.map(([old]) => `\`${old}\``).join('  \n')}`,
          '0-2': '2025-09-19',
          '1-0': 'Deprecated',
          '1-1': `\`${list[0]}\``,
          '1-2': '2025-06-27',
          '2-1': 'Creation of the deprecation log table',
          '2-2': '2025-06-27',
          '3-0': status,
          '3-1': 'v1 API',
          '3-2': '2022-08-23',
        },
        cols: 3,
        rows: 4,
      },
      null,
      2,
    ),
    '[/block]\n\nThe v1 routes answer with `410`:\n\n[block:code]',
    JSON.stringify({ codes: [{ code: lines(shapes), language: 'text' }] }),
    '[/block]',
  ])

const sphinx = (status = '410') => {
  const endpoint = ([old, id]: readonly [string, string], day: string) => {
    const [method = '', path = ''] = old.split(' ')
    return `.. http:${method.toLowerCase()}:: ${path.replaceAll(/\{(\w+)\}/g, '(str:$1)')}\n\n   .. deprecated:: ${day}\n      Replaced by :ref:\`${id} <op-${id}>\`.\n`
  }
  return lines([
    'Deprecated endpoints\n====================\n',
    ...replaced.map(one => endpoint(one, '2025-09-19')),
    endpoint(list, '2025-06-27'),
    'v1 API\n------\n\n.. versionremoved:: 2022-08-23\n',
    `The routes return :http:statuscode:\`${status}\`.\n`,
    ...shapes.map(path => `* \`\`${path}\`\``),
  ])
}

/** Entries below rubrics, whose fields say what they are of, with substitutions; and a variable in front of the paths. */
const rubrics = (day = '2025-06-27') => {
  const entry = (feature: string, at: string, ...fields: readonly string[]) =>
    lines([`.. rubric:: Entry of ${at}\n`, `:Feature: ${feature}`, `:Date: ${at}`, ...fields, ''])
  const shown = (id: string) => `|${id}|`
  return lines([
    ...[...replaced, list].map(([, id]) => `.. |${id}| replace:: :ref:\`${id} <op-${id}>\``),
    '\nDeprecated endpoints\n====================\n',
    entry(
      'Legacy create and get endpoints',
      '2025-09-19',
      ':Status: Deprecated\n:Replacement:',
      ...replaced.map(([old, id]) => `    - \`\`${old.replace(' ', ' {{ hub }}')}\`\`: ${shown(id)}`),
    ),
    entry(`Legacy list, \`\`${list[0]}\`\``, day, `:Status: Deprecated\n:Replacement: ${shown(list[1])}`),
    entry('v1 API', '2022-08-23', ':Status: Removed'),
    'v1 routes\n---------\n\nEach of these answers 410.\n',
    ...shapes.map(path => `#. \`\`${path}\`\``),
  ])
}

const asciiDoc = (day = '2025-06-27') =>
  lines([
    '== Deprecated endpoints\n:ns: {namespace}\n',
    '[%autowidth.stretch,options="header",cols="<.^1s,<.^5a,>.^1m"]\n|====\n| Status | Feature | Date',
    `| Deprecated | <<create-get>> | 2025-09-19\n| Deprecated | <<list>> | ${day}`,
    '| {empty} | <<log-table>> | 2025-06-27\n| Removed | <<v1>> | 2022-08-23\n|====',
    '\n[discrete]\n[[create-get]]\n=== Legacy create and get endpoints\n',
    ...replaced.map(([old, id]) => `\`${old.replaceAll('{', '\\{')}\` is replaced by \`${id}\`.`),
    '\n[[list]]\n=== Legacy `GET /v2/repositories/\\{namespace}`\n\nReplaced by `listNamespaceRepositories`.',
    '\n[[log-table]]\n=== Creation of the deprecation log table\n\nA reformatting only.',
    '\n[[v1]]\n=== v1 API\n\nAll of the following return a `410` status.\n',
    ...shapes.map(path => `* \`${path.replaceAll('{', '\\{')}\``),
  ])

const numbered = (head = 'HEAD') =>
  lines([
    'Hub API                Deprecation log\n\n1.  Deprecated\n\n1.1.  Legacy create and get endpoints (2025-09-19)\n',
    ...replaced.flatMap(([old, id]) => [
      `      ${old.replace('GET ', 'GET  ').replace('HEAD', head)}`,
      `              replaced by ${id}`,
    ]),
    `\n1.2.  Legacy list (2025-06-27)\n\n      ${list[0]}\n              replaced by ${list[1]}`,
    '\n2.  Removed\n\n2.1.  API v1 (2022-08-23)\n\n      Requests to the following routes are answered with 410:\n',
    ...shapes.map(path => `      o  ${path}${path.endsWith('tags') ? ' [a]' : path.endsWith('}') ? ' [b]' : ''}`),
    `\n      [a]  now ${tags}\n      [b]  now\n           ${tags}/{tag}`,
  ])

const arrows = (removed = '2022-08-23') =>
  lines([
    '| Status | Feature | Date |\n|---|---|---|',
    `| Deprecated | ${replaced.map(([old, id]) => `\`${old}\` → \`${id}\``).join(' <br> ')} | 2025-09-19 |`,
    `| Deprecated | \`${list[0]}\` → \`${list[1]}\` | 2025-06-27 |`,
    '| | Creation of the deprecation log table | 2025-06-27 |',
    `| Removed | v1 API | ${removed} |`,
  ])

const records = (status = 'Deprecated') => {
  const record = (title: string, state: string, date: string, body: readonly string[]) =>
    `- title: "${title}"\n  status: ${state}\n  date: ${date}\n  body: |\n${body.map(line => `    ${line}`).join('\n')}`
  return lines([
    record('v1 API', 'Removed', '2022-08-23', [
      'Requests to these routes return the status `410`:',
      '',
      ...shapes.map(path => `- \`${path}\``),
      '',
      `The routes ending in \`/tags\` are replaced by \`${tags}\`,`,
      `the routes ending in \`/tags/{tag_name}\` by \`${tags}/{tag}\`.`,
    ]),
    record('Create the deprecation log table', '~', '2025-06-27', ['Reformatting only.']),
    record(`Legacy \`${list[0]}\``, status, '2025-06-27', [`\`${list[0]}\` is deprecated. Use \`${list[1]}\`.`]),
    record('Legacy create and get repository endpoints', 'Deprecated', '2025-09-19', [
      'The following undocumented endpoints are deprecated:',
      '',
      ...replaced.map(([old, id]) => `- \`${old}\`: use \`${id}\`.`),
    ]),
  ])
}

const bars = (list: string = '2025-06-27') =>
  lines([
    '# Removed v1 routes return 410.\n#\n# Format: old|new|date|status',
    ...shapes.map(
      path =>
        `${path}|${path.endsWith('tags') ? tags : path.endsWith('}') ? `${tags}/{tag}` : ''}|2022-08-23|Removed: v1 API`,
    ),
    `GET /v2/repositories/{namespace}|listNamespaceRepositories|${list}|Deprecated: legacy list`,
    ...replaced.map(([old, id]) => `${old}|${id}|2025-09-19|Deprecated: legacy`),
  ])

const release = (version: string, day: string, depth = '##') =>
  `${depth} [${version}](https://git.example/compare/${version}) (${day})\n`

const versions = (audit = 'audit logs for organization access tokens') =>
  lines([
    '# Changelog\n',
    release('2.9.1', '2025-11-21', '###'),
    '### Updates\n\n* **access-tokens:** add missing `expires_at` fields on PAT management endpoints\n',
    release('2.8.1', '2025-09-25', '###'),
    '### Updates\n\n* **repositories:** fix request and response of `CreateRepositoryGroup`\n',
    release('2.8.0', '2025-09-19'),
    `### Deprecations\n\n${lines(replaced.map(([old]) => `* **repositories:** \`${old}\``))}\n`,
    '### Features\n\n* **repositories:** add CreateRepository, GetRepository and CheckRepository for a given namespace\n',
    release('2.7.0', '2025-07-29'),
    '### Features\n\n* **repositories:** add UpdateRepositoryImmutableTags and VerifyRepositoryImmutableTags\n',
    release('2.6.0', '2025-06-27'),
    `### Deprecations\n\n* **repositories:** \`${list[0]}\`\n\n### Features\n\n* **repositories:** add ${list[1]}\n`,
    release('2.5.0', '2025-03-25'),
    '### Features\n\n* **org-access-tokens:** APIs for organization access token (OAT) management\n',
    release('2.4.1', '2025-03-18', '###'),
    `### Features\n\n* **audit-logs:** access to ${audit}`,
  ])

/** Stanzas of fields as Debian has them, of which two are lists that go together. */
const stanzas = (third: string = replaced[2][1]) => {
  const news = replaced.map(([, id], at) => (at === 2 ? third : id))
  return lines([
    '# An endpoint is first labeled deprecated.\n#\n# It may be removed later.\n',
    'Status: Deprecated\nFeature: Legacy create and get repository endpoints\nDate: 2025-09-19\nEndpoints:',
    replaced.map(([old]) => ` ${old}`).join('\n'),
    `Replaced-By:\n${news.map(id => ` ${id}`).join('\n')}\n`,
    `Status: Deprecated\nFeature: Legacy list\n of repositories\nDate: 2025-06-27\nEndpoints: ${list[0]}\nReplaced-By: ${list[1]}\n`,
    'Feature: Creation of the log\nDate: 2025-06-27\nComment: reformatting\n .\n only\n',
    'Status: Removed\nFeature: v1 API\nDate: 2022-08-23\nHttp-Status: 410\nEndpoints:',
    shapes.map(path => ` ${path}${path.endsWith('tags') ? `\n  (now ${tags})` : ''}`).join('\n'),
  ])
}

const stanzasOfChanges = (day = '2025-06-27') => {
  const stanza = (date: string, kind: string, ...changes: readonly string[]) =>
    `Date: ${date}\nKind: ${kind}\n${changes.map(change => `Change: ${change}`).join('\n')}\n`
  return lines([
    stanza('2025-11-21', 'Update', 'expires_at fields added where missing (PAT management endpoints)'),
    stanza('2025-09-25', 'Update', 'CreateRepositoryGroup: request and response fixed'),
    stanza('2025-09-19', 'New', 'CreateRepository', 'GetRepository', 'CheckRepository'),
    stanza('2025-09-19', 'Deprecation', ...replaced.map(([old]) => old)),
    stanza('2025-07-29', 'New', 'UpdateRepositoryImmutableTags', 'VerifyRepositoryImmutableTags'),
    stanza('2025-06-27', 'New', list[1]),
    stanza(day, 'Deprecation', list[0]),
    stanza('2025-03-25', 'New', 'Organization access token (OAT) management'),
    stanza('2025-03-18', 'New', 'Audit log access for organization access tokens'),
  ])
}

const gnu = (subject = 'organization') => {
  const day = (date: string, ...texts: readonly string[]) =>
    `${date}  Hanna Ok  <hanna@hub.example>\n\n${texts.map(text => `\t${text}\n`).join('')}`
  return lines([
    day(
      '2025-11-21',
      'Update: PATs.',
      '* api/tokens: Add missing expires_at',
      'fields to the PAT management endpoints.',
    ),
    day('2025-09-25', 'Update: groups.', '* api/repositories (CreateRepositoryGroup): Fix request and response.'),
    day('2025-09-19', 'New: repositories.', '* api (CreateRepository, GetRepository) (CheckRepository): Endpoints.'),
    day('2025-09-19', 'Deprecation: old ones.', `* api: ${replaced.map(([old]) => old).join(',\n\t')}.`),
    day(
      '2025-07-29',
      'New: tags.',
      '* api (UpdateRepositoryImmutableTags) (VerifyRepositoryImmutableTags): Endpoints.',
    ),
    day(
      '2025-06-27',
      'New: list.',
      `* api (${list[1]}): Endpoint.`,
      '',
      'Deprecation: old list.',
      `* api: ${list[0]}.`,
    ),
    day('2025-03-25', 'New: tokens of organizations.', '* api: Management of organization access tokens (OATs).'),
    day('2025-03-18', 'New: audit.', `* api/audit-logs: Access to audit logs for ${subject} access tokens.`),
  ])
}

/** An article as WordPress and help centers give it, with what its publisher notes of it. */
const article = (state = 'Deprecated') => {
  const row = (...cells: readonly string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
  const olds = replaced.map(([old, id]) => `<li><code>${old}</code> – replaced by ${id}</li>`).join('\n')
  const rendered = `<figure class="table"><table class="wide"><tr><th>Status</th><th>Feature</th><th>Date</th></tr>
${row('Deprecated', '<a href="#old">Legacy create and get repository endpoints</a>', '2025-09-19')}
${row(state, `Legacy ${list[0]}`, '2025-06-27')}${row('', 'Creation of the table', '2025-06-27')}
${row('Removed', 'v1 API', '2022-08-23')}</table></figure>
<h3 class="heading" id="old">Legacy create and get repository endpoints</h3><ul class="list">${olds}</ul>
<h3>v1 API</h3><p>Requests return status 410.</p><ul>${shapes.map(path => `<li>${path}</li>`).join('')}</ul>`
  const date = '2025-06-27T09:12:00'
  const link = 'https://hub.example/wp-json/wp/v2/pages/812'
  return JSON.stringify([
    { id: 812, date, link, status: 'publish', type: 'page', title: { rendered: 'Endpoints' }, content: { rendered } },
  ])
}

/** Nodes with a type and a content, as Atlassian and editors of content have them. */
const nodes = (subject = 'organization') => {
  const text = (words: string, ...marks: readonly string[]) => ({
    type: 'text',
    text: words,
    marks: marks.map(type => ({ type })),
  })
  const item = (...content: readonly object[]) => ({ type: 'listItem', content: [{ type: 'paragraph', content }] })
  const day = (date: string, ...items: readonly object[]) => [
    { type: 'heading', attrs: { level: 2 }, content: [text(date)] },
    { type: 'bulletList', content: items },
  ]
  return JSON.stringify({
    status: 'current',
    title: 'Changes',
    body: {
      type: 'doc',
      version: 1,
      content: [
        ...day('2025-11-21', item(text('Update: ', 'strong'), text('missing expires_at of the PAT endpoints added'))),
        ...day('2025-09-25', item(text('Update: '), text('CreateRepositoryGroup', 'code'), text(' fixed'))),
        ...day(
          '2025-09-19',
          item(text('New: CreateRepository, GetRepository and CheckRepository')),
          item(text('Deprecation: '), ...replaced.map(([old]) => text(`${old} `, 'code'))),
        ),
        ...day('2025-07-29', item(text('New: UpdateRepositoryImmutableTags and VerifyRepositoryImmutableTags'))),
        ...day('2025-06-27', item(text(`New: ${list[1]}`)), item(text('Deprecation: '), text(list[0], 'code'))),
        ...day('2025-03-25', item(text('New: management of organization access tokens (OATs)'))),
        ...day('2025-03-18', item(text(`New: audit logs for ${subject} access tokens`))),
      ],
    },
  })
}

const log = (name: string, text: string, from?: string): Sample => ({
  name,
  kind: 'deprecationLog',
  text,
  ...(from === undefined ? {} : { from }),
})

export const conforming: readonly Sample[] = [
  log('DocBook with a draft in a comment', docBook(), 'log.xml'),
  { name: 'a history in DocBook', kind: 'changelog', text: revisions(), from: 'history.xml' },
  { name: 'versions with headings as deep as those of their kinds', kind: 'changelog', text: versions() },
  log('a page as Confluence stores it', confluence(), 'log.xhtml'),
  log('a table of Confluence markup', wikiMarkup(), 'log.wiki'),
  log('blocks of ReadMe', magicBlocks()),
  log('directives of Sphinx for HTTP', sphinx(), 'log.rst'),
  log('rubrics of Sphinx with substitutions', rubrics(), 'log.rst'),
  log('AsciiDoc with links that have the titles of places', asciiDoc(), 'log.asciidoc'),
  log('plain text with numbers, and notes below a list', numbered(), 'log.txt'),
  log('a cell of several arrows', arrows()),
  log('values with bars between them and comments above', bars(), 'MOVED'),
  log('records with a title, a state and a text', records(), 'log.yml'),
  log('an article with the state of its publication', article(), 'log.json'),
  log('stanzas with lists that go together', stanzas(), 'log.control'),
  { name: 'stanzas of changes', kind: 'changelog', text: stanzasOfChanges(), from: 'changes.txt' },
  { name: 'a change log of GNU with kinds', kind: 'changelog', text: gnu(), from: 'ChangeLog' },
  { name: 'a document of nodes', kind: 'changelog', text: nodes(), from: 'changes.json' },
]

export const broken: readonly Sample[] = [
  log('DocBook with another state', docBook('Removed'), 'log.xml'),
  { name: 'a history in DocBook with another day', kind: 'changelog', text: revisions('2025-03-17'), from: 'h.xml' },
  { name: 'versions with headings as deep and another subject', kind: 'changelog', text: versions('their own logs') },
  log('a page as Confluence stores it with another day', confluence('2025-09-19'), 'log.xhtml'),
  log('a table of Confluence markup with another day', wikiMarkup('2025-06-26'), 'log.wiki'),
  log('blocks of ReadMe with another state', magicBlocks('Deprecated')),
  log('directives of Sphinx with another status', sphinx('404'), 'log.rst'),
  log('rubrics of Sphinx with another day', rubrics('2025-06-28'), 'log.rst'),
  log('AsciiDoc with links and another day', asciiDoc('2025-06-28'), 'log.asciidoc'),
  log('plain text with numbers and another method', numbered('GET '), 'log.txt'),
  log('a cell of several arrows with another day of v1', arrows('2022-08-24')),
  log('values with bars between them and another day', bars('2025-06-28'), 'MOVED'),
  log('records with another state', records('Removed'), 'log.yml'),
  log('an article with another state', article('Removed'), 'log.json'),
  log('stanzas with lists of which one has another order', stanzas('CheckRepository'), 'log.control'),
  { name: 'stanzas with another day', kind: 'changelog', text: stanzasOfChanges('2025-06-26'), from: 'changes.txt' },
  { name: 'a change log of GNU with another subject', kind: 'changelog', text: gnu('personal'), from: 'ChangeLog' },
  {
    name: 'a document of nodes with another subject',
    kind: 'changelog',
    text: nodes('personal'),
    from: 'changes.json',
  },
]
