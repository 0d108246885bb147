/** Documents written from the lifecycle document alone: unusual ones that keep to it, and ones that break one sentence of it. */

export interface Sample {
  readonly name: string
  readonly kind: 'deprecationLog' | 'changelog'
  readonly text: string
  /** The file's name, where the form is told by it. */
  readonly from?: string
}

const create = ['POST /v2/repositories', 'POST /v2/repositories/{namespace}']
const read = ['GET /v2/repositories/{namespace}/{repository}', 'HEAD /v2/repositories/{namespace}/{repository}']
const first = [...create, ...read]
const list = 'GET /v2/repositories/{namespace}'
const tagPath = '/v2/namespaces/{namespace}/repositories/{repository}/tags'
const code = (text: string) => `\`${text}\``

interface Row {
  readonly status: string
  readonly feature: string
  readonly date: string
}

const rows: readonly Row[] = [
  {
    status: 'Deprecated',
    feature: `Legacy create and get repository endpoints (${first.map(code).join(', ')})`,
    date: '2025-09-19',
  },
  { status: 'Deprecated', feature: `Legacy ${code(list)}`, date: '2025-06-27' },
  { status: '', feature: 'Creation of the deprecation log table', date: '2025-06-27' },
  { status: 'Removed', feature: 'v1 API', date: '2022-08-23' },
]

const table = (head: readonly string[], body: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...body].map(cells => `| ${cells.join(' | ')} |`).join('\n')

const logTable = (all: readonly Row[] = rows) =>
  table(
    ['Status', 'Feature', 'Date'],
    all.map(({ status, feature, date }) => [status, feature, date]),
  )

const edit = (at: number, change: Partial<Row>) =>
  logTable(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))

const log = (name: string, text: string, from?: string): Sample => ({
  name,
  kind: 'deprecationLog',
  text,
  ...(from === undefined ? {} : { from }),
})
const history = (name: string, text: string, from?: string): Sample => ({
  name,
  kind: 'changelog',
  text,
  ...(from === undefined ? {} : { from }),
})

const html = (all: readonly Row[] = rows, cell = (text: string) => text) =>
  `<table><thead><tr><th>Status</th><th>Feature</th><th>Date</th></tr></thead><tbody>${all
    .map(
      ({ status, feature, date }) =>
        `<tr><td>${cell(status)}</td><td>${feature.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</td><td>${date}</td></tr>`,
    )
    .join('\n')}</tbody></table>`

interface Change {
  readonly date: string
  readonly kind: string
  readonly text: string
}

const changes: readonly Change[] = [
  {
    date: '2025-11-21',
    kind: 'Update',
    text: 'The missing `expires_at` fields are added on the PAT management endpoints.',
  },
  {
    date: '2025-09-25',
    kind: 'Update',
    text: 'Request and response of the Assign repository group (CreateRepositoryGroup) endpoints are fixed.',
  },
  {
    date: '2025-09-19',
    kind: 'New',
    text: 'CreateRepository, GetRepository and CheckRepository endpoints for a given namespace.',
  },
  { date: '2025-09-19', kind: 'Deprecation', text: `${first.map(code).join(', ')}.` },
  {
    date: '2025-07-29',
    kind: 'New',
    text: 'UpdateRepositoryImmutableTags and VerifyRepositoryImmutableTags endpoints for a given namespace and repository.',
  },
  { date: '2025-06-27', kind: 'New', text: 'listNamespaceRepositories endpoint for a given namespace.' },
  { date: '2025-06-27', kind: 'Deprecation', text: `${code(list)}.` },
  { date: '2025-03-25', kind: 'New', text: 'APIs for organization access token (OAT) management.' },
  { date: '2025-03-18', kind: 'New', text: 'Audit log access for organization access tokens.' },
]

const historyTable = (all: readonly Change[] = changes) =>
  table(
    ['Date', 'Kind', 'Change'],
    all.map(({ date, kind, text }) => [date, kind, text]),
  )

const change = (at: number, edits: Partial<Change>) =>
  historyTable(changes.map((entry, index) => (index === at ? { ...entry, ...edits } : entry)))

const headed = (
  all: readonly Change[],
  kinds: (kind: string) => string = kind => kind,
  date = (day: string) => `## ${day}`,
) => {
  let day = ''
  return all
    .map(entry => {
      const above = entry.date === day ? '' : `\n${date(entry.date)}\n`
      day = entry.date
      return `${above}\n### ${kinds(entry.kind)}\n\n- ${entry.text}\n`
    })
    .join('')
}

/** The changes with other words for one of them, one page for each. */
const worded = (at: number, ...texts: readonly string[]) =>
  texts.map(text => history(`"${text}"`, change(at, { text })))

const plus = (text: string) => `${logTable()}\n\n${text}\n`
const allRows = (status: (row: Row) => string, date: (row: Row) => string) =>
  logTable(rows.map(row => ({ ...row, status: status(row), date: date(row) })))

const bullets = (endpoints: readonly string[]) => endpoints.map(endpoint => `- ${code(endpoint)}\n`).join('')
const numbered = (endpoints: readonly string[]) => endpoints.map(endpoint => `1. ${code(endpoint)}\n`).join('')
/** A log as lists below what `head` makes of a state and a day. */
const lists = (
  head: (state: string, date: string) => string,
  days: readonly [string, string, string] = ['2025-09-19', '2025-06-27', '2022-08-23'],
  items = bullets,
) =>
  [
    `${head('Deprecated', days[0])}\n\n${items(first)}`,
    `${head('Deprecated', days[1])}\n\n${items([list])}`,
    `${head('Removed', days[2])}\n\n- the v1 API\n`,
  ].join('\n')
/** A section for each endpoint, with what is said of it. */
const sections = (deprecated: (date: string) => string, removed: string) =>
  `${[...first, list]
    .map(endpoint => `## ${code(endpoint)}\n\n${deprecated(endpoint === list ? '2025-06-27' : '2025-09-19')}\n\n`)
    .join('')}## v1 API\n\n${removed}\n`
const definitions = (day: string) =>
  `<html><body><h2>Deprecated</h2><dl><dt>2025-09-19</dt>${first
    .map(endpoint => `<dd><code>${endpoint}</code></dd>`)
    .join(
      '',
    )}<dt>2025-06-27</dt><dd><code>${list}</code></dd></dl><h2>Removed</h2><dl><dt>${day}</dt><dd>v1 API</dd></dl></body></html>`
const paragraphs = (all: readonly Change[]) =>
  [...new Set(all.map(({ date }) => date))]
    .map(
      date =>
        `**${date}** ${all
          .filter(entry => entry.date === date)
          .map(({ kind, text }) => `${kind}: ${text}`)
          .join(' ')}`,
    )
    .join('\n\n')
const feed = (all: readonly Change[]) =>
  JSON.stringify({
    title: 'API changes',
    items: all.map(({ date, kind, text }, id) => ({
      id: String(id),
      date_published: `${date}T09:00:00Z`,
      tags: [kind],
      content_text: text,
    })),
  })
const timelines = (v1: string) =>
  JSON.stringify([
    ...[...first, list].map(endpoint => ({
      endpoint,
      timeline: { deprecated: endpoint === list ? '2025-06-27' : '2025-09-19', removed: null },
    })),
    { endpoint: 'v1 API', timeline: { deprecated: '2021-01-01', removed: v1 } },
  ])

/** A table of AsciiDoc, with `line` between the cells of a row. */
const asciidoc = (head: readonly string[], body: readonly (readonly string[])[], between: string, attributes = '') =>
  ['= Deprecated', '', ...(attributes === '' ? [] : [attributes]), '|===']
    .concat(
      [head, ...body].flatMap((cells, at) => [cells.map(cell => `| ${cell}`).join(between), ...(at === 0 ? [''] : [])]),
    )
    .concat('|===', '')
    .join('\n')
const cells = ({ status, feature, date }: Row) => [status, feature, date]
/** A table of AsciiDoc in which a day goes over all rows that have it. */
const spanned = (all: readonly Change[]) =>
  ['= Changes', '', '|===', '|Date |Kind |Change', '']
    .concat(
      all.map(({ date, kind, text }, at) => {
        const same = all.filter(other => other.date === date).length
        return `${all[at - 1]?.date === date ? '' : `.${same}+|${date} `}|${kind} |${text}`
      }),
    )
    .concat('|===', '')
    .join('\n')
/** A page of MediaWiki: a heading and a table with a caption, a cell a line or a row a line. */
const wiki = (all: readonly Row[], between: string) =>
  ['== Log ==', '', '{| class="wikitable"', '|+ Deprecated and removed', "! Status !! Feature !! '''Date'''"]
    .concat(
      all.map(({ status, feature, date }) =>
        ['|-', `| ${[status, feature, `style="white-space: nowrap" | ${date}`].join(between)}`].join('\n'),
      ),
    )
    .concat('|}', '', '[[Main page|Back]]', '')
    .join('\n')
/** Directives of Sphinx, one after the other. */
const changesOfSphinx = (all: readonly Change[]) =>
  `Changes\n=======\n\n${all
    .map(({ date, kind, text }) => {
      const name = { New: 'versionadded', Update: 'versionchanged', Deprecation: 'deprecated' }[kind]
      return `.. ${name}:: ${date}\n   ${text.replaceAll('`', '``')}\n`
    })
    .join('\n')}`
/** A section for each row with the day of its addition and that of its state as directives of Sphinx. */
const sectionsOfSphinx = (all: readonly Row[]) =>
  all
    .filter(({ status }) => status !== '')
    .map(({ status, feature, date }) => {
      const title = feature.replaceAll('`', '')
      const name = status === 'Removed' ? 'versionremoved' : 'deprecated'
      return `${title}\n${'-'.repeat(title.length)}\n\n.. versionadded:: 2019-01-01\n\n.. ${name}:: ${date}\n   Use the current operations.\n`
    })
    .join('\n')
/** Notes of MkDocs with a title, below a heading for each day. */
const notes = (all: readonly Change[]) =>
  all
    .map(
      ({ date, kind, text }, at) =>
        `${all[at - 1]?.date === date ? '' : `## ${date}\n\n`}!!! info "${kind}"\n    ${text}\n`,
    )
    .join('\n')
/** A section for each row, its state and day as fields, and then its endpoints. */
const fields = (all: readonly Row[] = rows) =>
  all
    .filter(({ status }) => status !== '')
    .map(({ status, feature, date }) => {
      const [title = ''] = feature.replaceAll('`', '').split(' (')
      return `## ${title}\n\n**Status**: ${status}  \n**Date**: ${date}\n\n${feature}\n`
    })
    .join('\n')
const badges = (all: readonly Row[] = rows) =>
  `<html><body><h1>Deprecated endpoints</h1>${all
    .filter(({ status }) => status !== '')
    .map(({ status, feature, date }) => {
      const [title = ''] = feature.replaceAll('`', '').split(' (')
      const day = new Date(date).toDateString()
      return `<section><h2>${title}</h2><p><span>${status}</span> <time datetime="${date}">${day}</time></p><p>${feature}</p></section>`
    })
    .join('')}</body></html>`
const articles = (all: readonly Change[] = changes) =>
  `<html><body><h1>Release notes</h1>${all
    .map(
      ({ date, kind, text }, at) =>
        `${all[at - 1]?.date === date ? '' : `<header><time>${date}</time></header>`}<h3>${kind}</h3><ul><li>${text}</li></ul>`,
    )
    .join('')}</body></html>`
/** Each endpoint a column, what is said of it below. */
const columns = (days: readonly string[]) =>
  table(
    ['', 'Legacy create', 'Legacy create in a namespace', 'Legacy get', 'Legacy check', 'Legacy list', 'v1 API'],
    [
      ['Endpoint', ...[...first, list].map(code), code('/v1/')],
      ['Status', ...days.map((_, at) => (at < 5 ? 'Deprecated' : 'Removed'))],
      ['Date', ...days],
    ],
  )
const onDays = (listed: string) => ['2025-09-19', '2025-09-19', '2025-09-19', '2025-09-19', listed, '2022-08-23']
const inGerman = (all: readonly Change[] = changes) =>
  headed(all, kind => ({ New: 'Neu', Update: 'Aktualisiert', Deprecation: 'Veraltet' })[kind] ?? kind)
const german = (all: readonly Row[] = rows) =>
  table(
    ['Status', 'Funktion', 'Datum'],
    all.map(({ status, feature, date }) => [
      { Deprecated: 'Abgekündigt', Removed: 'Entfernt' }[status] ?? '',
      feature.replace('Legacy create and get repository endpoints', 'Alte Endpunkte').replace(/, (?=`HEAD)/, ' und '),
      new Date(date).toLocaleDateString('de-DE', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    ]),
  )
const sayings = `# Deprecated

${logTable(rows.map((row, at) => (at === 0 ? { ...row, feature: '[Legacy create and get repository](#legacy)' } : row)))}

## Legacy

`

const bare = (text: string) => text.replaceAll('`', '')
/** Lines of columns, as a plain text has them. */
const columned = (all: readonly (readonly string[])[], gap = '  ') =>
  all.map(cells => cells.map((cell, at) => (at < cells.length - 1 ? cell.padEnd(12) : bare(cell))).join(gap)).join('\n')
const cellsOf = ({ status, feature, date }: Row) => [status, feature, date]
const changeCells = ({ date, kind, text }: Change) => [date, kind, text]
/** Values divided by a mark, in quotes. */
const separated = (all: readonly (readonly string[])[], mark = ',') =>
  all.map(cells => cells.map(cell => `"${bare(cell)}"`).join(mark)).join('\n')
/** A table of elements that have the roles of one. */
const roles = (all: readonly Row[], attribute = (role: string) => `role="${role}"`) =>
  `<!doctype html><html><body><h1>Deprecated</h1><div ${attribute('table')}>${[
    ['Status', 'Feature', 'Date'],
    ...all.map(cellsOf),
  ]
    .map(
      (cells, at) =>
        `<div ${attribute('row')}>${cells.map(cell => `<span ${attribute(at === 0 ? 'columnheader' : 'cell')}>${bare(cell)}</span>`).join('')}</div>`,
    )
    .join('')}</div></body></html>`
const boxes = (all: readonly Row[]) =>
  `<!doctype html><html><body><h1>Deprecated</h1>${all
    .map(
      row =>
        `<div>${cellsOf(row)
          .map(cell => `<div>${bare(cell)}</div>`)
          .join('')}</div>`,
    )
    .join('')}</body></html>`
const french = (all: readonly Row[]) =>
  `# Deprecated\n\n${table(
    ['Statut', 'Fonction', 'Date'],
    all.map(({ status, feature, date }) => [
      { Deprecated: 'Obsolète', Removed: 'Supprimé' }[status] ?? status,
      feature,
      date,
    ]),
  )}`
const logHead = ['Status', 'Feature', 'Date']
const offDay = rows.map(row => ({ ...row, date: row.date.replace('27', '26') }))
const offChange = changes.map(entry => ({ ...entry, date: entry.date.replace('07-29', '07-28') }))

/** Entries of a change history in forms that are no Markdown. */
const historyForms = (all: readonly Change[]): readonly (readonly [name: string, text: string, from: string])[] => {
  const each = (write: (change: Change) => string) => all.map(write).join('')
  return [
    [
      'a TOML file',
      each(one => `[[change]]\ndate = ${one.date}\nkind = "${one.kind}"\ntext = """\n${bare(one.text)}"""\n\n`),
      'CHANGES.toml',
    ],
    [
      'a manual page',
      `.TH changes 7\n${each(one => `.SH ${one.date}\n.SS ${one.kind}\n.IP \\(bu 2\n${bare(one.text).replaceAll('-', '\\-')}\n`)}`,
      'changes.7',
    ],
    [
      'Textile',
      `h1. Changes\n\n|_. Date|_. Kind|_. Change|\n${each(one => `|${one.date}|${one.kind}|${one.text.replaceAll('`', '@')}|\n`)}`,
      'changes.textile',
    ],
    [
      'definitions of MediaWiki',
      each(one => `; ${one.date} (${one.kind})\n: ${one.text.replaceAll(/`([^`]*)`/g, '<nowiki>$1</nowiki>')}\n`),
      'Changes.mediawiki',
    ],
    [
      'days in bold of MediaWiki',
      each(one => `'''${one.date}'''\n* ''${one.kind}'': ${bare(one.text)}\n\n`),
      'Changes.wiki',
    ],
    [
      'a change log of GNU',
      each(one => `${one.date}  A B  <a@hub.example>\n\n\t${one.kind}: ${bare(one.text)}\n\n`),
      'ChangeLog',
    ],
    [
      'open blocks of AsciiDoc',
      `= Changes\n\n${each(one => `${one.date}::\n+\n--\n*${one.kind}* -- ${one.text}\n--\n`)}`,
      'changes.adoc',
    ],
    [
      'bodies of releases',
      JSON.stringify(
        all.map(one => ({
          name: 'v2',
          published_at: `${one.date}T08:00:00Z`,
          body: `## What\r\n### ${one.kind}\r\n* ${one.text}`,
        })),
      ),
      'releases.json',
    ],
    [
      'releases in XML',
      `<?xml version="1.0"?>\n<document>\n<body>\n${each(one => `<release version="2" date="${one.date}">\n<action dev="a" type="${one.kind}">${bare(one.text)}</action>\n</release>\n`)}</body></document>`,
      'changes.xml',
    ],
    [
      'YAML without a name',
      each(one => `- date: ${one.date}\n  kind: ${one.kind}\n  changes:\n    - ${JSON.stringify(bare(one.text))}\n`),
      'changelog',
    ],
  ]
}

const successors = ['CreateRepository', 'CreateRepository', 'GetRepository', 'CheckRepository']
/** Deprecation logs in forms that are no Markdown, on a day for the first endpoints. */
const logForms = (day: string): readonly (readonly [name: string, text: string, from: string])[] => {
  const each = (write: (endpoint: string, successor: string) => string) =>
    first.map((endpoint, at) => write(endpoint, successors[at] as string)).join('')
  return [
    [
      'maps keyed by routes',
      `- title: Legacy endpoints\n  state: deprecated\n  day: ${day}\n  successors:\n${each((one, by) => `    ${one}: ${by}\n`)}- title: Legacy list\n  state: deprecated\n  day: 2025-06-27\n  successors:\n    ${list}: listNamespaceRepositories\n- title: v1 API\n  state: removed\n  day: 2022-08-23\n`,
      'log.yaml',
    ],
    [
      'lists of tables in TOML',
      `${each((one, by) => `[[entry]]\nstatus = 'deprecated' # now\ndate = ${day}\nendpoints = [\n  { endpoint = "${one}", replaced_by = "${by}" },\n]\n`)}[[entry]]\nstatus = "deprecated"\ndate = 2025-06-27\nfeature = "${list}"\n\n[[entry]]\nstatus = "removed"\ndate = 2022-08-23\nfeature = "v1 API"\n`,
      'log.toml',
    ],
    [
      'a manual page',
      `.\\" log\n.TH log 5\n.SH "Deprecated on ${day}"\n${each((one, by) => `.TP\n\\fB${one}\\fR,\nreplaced by\n.BR ${by} .\n`)}.SH "Deprecated on 2025-06-27"\n.IP \\(bu 2\n${list}\n.SH "Removed on 2022-08-23: the v1 API"\nGone.\n`,
      'log.5',
    ],
    [
      'numbered plain text',
      `1.  Entries\n\n   +------------+---------------------+------------+\n   | Status     | Feature             | Date       |\n   +------------+---------------------+------------+\n   | Deprecated | Legacy endpoints    | ${day} |\n   |            | (Section 2)         |            |\n   +------------+---------------------+------------+\n   | Deprecated | List (Section 3)    | 2025-06-27 |\n   +------------+---------------------+------------+\n   | Removed    | v1 API              | 2022-08-23 |\n   +------------+---------------------+------------+\n\n2.  Legacy Endpoints\n\n${each((one, by) => `   ${one} is replaced by\n   ${by}.\n\n`)}3.  List\n\n   ${list}\n`,
      'log.txt',
    ],
    [
      'attributes of AsciiDoc',
      `= Log\n:since: ${day}\n\n|===\n|Status |Feature |Date\n\n${each(one => `|Deprecated |\`${one}\` |{since}\n`)}|Deprecated |\`${list}\` |2025-06-27\n|Removed |v1 API |2022-08-23\n|===\n`,
      'log.adoc',
    ],
    [
      'a column of successors in German',
      `| Status | Merkmal | Ersetzt durch | Datum |\n|-|-|-|-|\n${each((one, by) => `| Deprecated | \`${one}\` | ${by} | ${day} |\n`)}| Deprecated | \`${list}\` | listNamespaceRepositories | 2025-06-27 |\n| Removed | v1 API | | 2022-08-23 |\n`,
      'log.md',
    ],
  ]
}
const forms = (day: string, all: readonly Change[]): readonly Sample[] => [
  ...logForms(day).map(one => log(...one)),
  ...historyForms(all).map(one => history(...one)),
]

/** A table with names before values: a column for each change. */
const turned = (all: readonly Change[]) => {
  const [days = [], ...lines] = (['date', 'kind', 'text'] as const).map((key, at) => [
    ['Date', 'Kind', 'Change'][at] ?? '',
    ...all.map(change => change[key]),
  ])
  return table(days, lines)
}
/** Lines of columns; what belongs to the day or to the change above is indented as far as its column. */
const hanging = (all: readonly Change[]) =>
  `CHANGES\n\n${all
    .flatMap(({ date, kind, text }, at) => {
      const [change = '', ...more] = bare(text).split(', ')
      const day = all[at - 1]?.date === date ? '' : date
      return [`${day.padEnd(12)}${kind.padEnd(13)}${change}`, ...more.map(part => `${' '.repeat(25)}${part}`)]
    })
    .join('\n')}\n`
const records = (all: readonly Row[], field: (name: string, value: string) => string, between = '\n') =>
  all
    .map(({ status, feature, date }) => {
      const [, endpoints = feature] = /\((.*)\)/.exec(feature) ?? []
      return [field('Status', status), field('Date', date), field('Feature', endpoints)].join('\n')
    })
    .join(`\n${between}`)
const org = (all: readonly Change[]) =>
  all
    .map(({ date, kind, text }, at) => {
      const above = all[at - 1]?.date === date ? '' : `* ${date}\n`
      return `${above}** ${kind}\n- ${text.replaceAll('`', '~')}\n`
    })
    .join('')
const terms = (all: readonly Change[]) =>
  `= Changes\n\n${all
    .map(({ date, kind, text }, at) => `${all[at - 1]?.date === date ? '' : `${date}::\n`}${kind}::: ${text}\n`)
    .join('')}`
const byKind = (all: readonly Change[]) =>
  JSON.stringify(
    Object.fromEntries(
      [...new Set(all.map(({ kind }) => kind))].map(kind => [
        kind.toLowerCase(),
        all
          .filter(change => change.kind === kind)
          .map(({ date, text }) => ({
            on: date,
            ...(kind === 'Deprecation' ? { endpoints: bare(text).replace(/\.$/, '').split(', ') } : { text }),
          })),
      ]),
    ),
  )
const byDay = (all: readonly Change[]) =>
  [...new Set(all.map(({ date }) => date))]
    .map(
      day =>
        `${day}:\n${all
          .filter(({ date }) => date === day)
          .map(({ kind, text }) => `  - ${kind.toLowerCase()}: ${bare(text)}\n`)
          .join('')}`,
    )
    .join('')
/** A log of which the v1 API lists its routes, some of them with what replaces them. */
const routes = (status: (path: string) => number = () => 410) =>
  `- feature: v1 API\n  status: Removed\n  date: 2022-08-23\n  routes:\n${['images', 'tags', 'tags/{tag_name}']
    .flatMap(rest => ['{name}', '{namespace}/{name}'].map(name => `/v1/repositories/${name}/${rest}`))
    .sort()
    .map(path => {
      const [, tag] = /\/tags(\/)?/.exec(path) ?? []
      const replacement = path.endsWith('images') ? '' : `      replacement: ${tagPath}${tag ? '/{tag}' : ''}\n`
      return `    - path: ${path}\n      status: ${status(path)}\n${replacement}`
    })
    .join('')}${rows
    .slice(0, 2)
    .map(({ feature, date }) => `- feature: ${bare(feature)}\n  status: Deprecated\n  date: ${date}\n`)
    .join('')}`
/** A log whose endpoints are objects. */
const objects = (replacedBy: string) =>
  JSON.stringify([
    ...rows.slice(0, 2).map(({ date }, at) => ({
      when: date,
      state: 'deprecated',
      endpoints: (at === 0 ? first : [list]).map(endpoint => {
        const [method, path] = endpoint.split(' ')
        return { method, path, ...(endpoint === create[1] && { replacedBy }) }
      }),
    })),
    { when: '2022-08-23', state: 'removed', feature: 'v1 API' },
  ])
const details = (state: string, date: string) =>
  `<details><summary>${state}, ${date}: endpoints that others with a namespace in the path replace</summary>`
const component = (state: string, date: string) => `<Entry status="${state}" date="${date}">`
/** A paragraph for each endpoint, and below it a directive. */
const directives = (day = '2025-09-19') =>
  `Endpoints\n=========\n\n${[...first, list]
    .map(
      endpoint =>
        `\`\`${endpoint}\`\`\n\n.. deprecated:: ${endpoint === list ? '2025-06-27' : day}\n   Use ${endpoint === list ? 'listNamespaceRepositories' : 'another one'}.\n\n`,
    )
    .join('')}v1 API\n\n.. versionremoved:: 2022-08-23\n`
const struck = (all: readonly Row[]) =>
  `<html><body><h1>Log</h1><ul>${all
    .filter(({ status }) => status !== '')
    .map(
      ({ status, feature, date }) =>
        `<li><s>${bare(feature)}</s> <sup>${status} ${date.replaceAll('-', '&#8209;')}</sup></li>`,
    )
    .join('')}</ul></body></html>`
const states = (day: string) =>
  table(
    ['Endpoint', 'Active', 'Deprecated', 'Removed'],
    [
      ...[...first, list].map(endpoint => {
        const date = endpoint === list ? '2025-06-27' : day
        return [code(endpoint), 'until that day', `since ${date}`, '']
      }),
      ['v1 API', 'until 2022-08-22', '', 'since 2022-08-23'],
    ],
  )

/** A table in which an empty cell repeats the one above: one line for each endpoint of a change. */
const repeated = (all: readonly Change[]) =>
  table(
    ['Date', 'Kind', 'Change'],
    all.flatMap(({ date, kind, text }, at) =>
      text
        .split(/, (?=`)/)
        .map((part, line) => [line > 0 || all[at - 1]?.date === date ? '' : date, line > 0 ? '' : kind, part]),
    ),
  )
const badged = (all: readonly Change[]) =>
  all.map(({ date, kind, text }) => `![${kind}](https://badges.example.com/${kind}) **${date}** ${text}`).join('\n\n')
const told = (all: readonly Row[]) =>
  `# Log\n\n${all
    .filter(({ status }) => status !== '')
    .map(({ status, feature, date }) => {
      const [, endpoints = feature] = /\((.*)\)/.exec(feature) ?? []
      return `## ${date}\n\nWe marked ${endpoints} as ${status.toLowerCase()}. Do not use it any longer.\n`
    })
    .join('\n')}`

const stars = (all: readonly Change[]) =>
  all
    .map(({ date, kind, text }, at) => `${all[at - 1]?.date === date ? '' : `* ${date}\n`}** ${kind}: ${bare(text)}\n`)
    .join('')

/** Sentences of one paragraph, each with its endpoints and their day. */
const sentences = (day: string) =>
  `${first.map(code).join(', ')} are deprecated since 2025-09-19. ${code(list)} is deprecated since ${day}.\n\nThe v1 API was removed on 2022-08-23.\n`
const clauses = (day: string) =>
  `${first.map(code).join(', ')} (deprecated 2025-09-19) and ${code(list)} (deprecated ${day}).\n\nThe v1 API was removed on 2022-08-23.\n`
/** Tables without a state and a day of their own, below what states both; the first column has no name. */
const headedTables = (head: (text: string) => string, day: string) => {
  const below = (endpoints: readonly string[]) =>
    table(
      ['', 'Path', 'Instead'],
      endpoints.map(endpoint => [...endpoint.split(' '), 'see the reference']),
    )
  return `${head('Deprecated since 2025-09-19')}\n\n${below(first)}\n\n${head(`Deprecated since ${day}`)}\n\n${below([list])}\n\n${head('Removed since 2022-08-23')}\n\nThe v1 API.\n`
}
const otherDays = (day: string) =>
  table(
    ['Status', 'Feature', 'Date', 'Earliest removal', 'Last reviewed'],
    rows
      .filter(({ status }) => status !== '')
      .map(({ status, feature, date }) => [
        status,
        feature,
        status === 'Removed' ? day : date,
        status === 'Removed' ? '–' : '2026-06-27',
        '2025-11-02',
      ]),
  )
const wideMethods = (day: string) =>
  [
    ...first.map(
      (endpoint, at) =>
        `${at === 0 ? '2025-09-19  DEPRECATED' : '                      '}  ${endpoint.replace('GET ', 'GET  ')}`,
    ),
    `${day}  DEPRECATED  ${list.replace('GET ', 'GET  ')}`,
    '2025-06-27  -           Deprecation log table created',
    '2022-08-23  REMOVED     v1 API',
  ].join('\n')
const monthOf = (date: string): string =>
  new Date(date).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const underMonths = (all: readonly Change[]) =>
  all
    .map(({ date, kind, text }, at) => {
      const before = all[at - 1]?.date ?? ''
      const month = before !== '' && monthOf(before) === monthOf(date) ? '' : `## ${monthOf(date)}\n\n`
      return `${month}${date} — ${kind}: ${text}\n\n`
    })
    .join('')

const byArea = (all: readonly Change[]) =>
  all
    .map(({ date, kind, text }) => {
      const isOfTokens = text.includes('expires_at')
      const cells = isOfTokens ? 'access-tokens | Missing `expires_at` fields' : `repositories | ${text}`
      return `## ${date}\n\n### ${kind}\n\n| Area | Change |\n|---|---|\n| ${cells} |\n`
    })
    .join('\n')

/** A section for each endpoint, whose body has two days: the first is another one. */
const twoDays = (
  section: (heading: string, status: string, other: string, date: string) => string,
  change: (date: string) => string = date => date,
) =>
  [...first, list, 'v1 API']
    .map(name => {
      const row = rows.find(({ feature }) => feature.includes(code(name)) || feature === name)
      return section(name, row?.status ?? '', '2022-02-01', change(row?.date ?? ''))
    })
    .join('\n\n')

const inBrackets = (day: string) =>
  `Deprecated endpoints: ${first.join(', ')} (since 2025-09-19), ${list} (since ${day}). Removed: the v1 API (2022-08-23).`

const fieldsOfDays =
  (names: readonly [string, string]) => (name: string, status: string, other: string, date: string) =>
    `## ${name}\n\n- Status: ${status}\n- ${names[0]}: ${other}\n- ${names[1]}: ${date}`

const noted = (note: string) =>
  table(
    ['Endpoint', 'State', 'As of', 'Notes'],
    [...first, list]
      .map(one => [
        code(one),
        'Deprecated',
        one === list ? '2025-06-27' : '2025-09-19',
        one === list ? 'Documentation removed on 2025-09-01.' : 'No date of removal is set.',
      ])
      .concat([['v1 API', 'Removed', '2022-08-23', note]]),
  )

const forMethods = (replacements: string) =>
  `${logTable()}\n\n## Reading\n\n${read.map(code).join(' and ')} are replaced by ${replacements}.\n`

/** A table whose rows link to what `title` makes of the names of their sections. */
const linkedLog = (title: (name: string, at: number, body: string) => string, date = '2025-06-27') => {
  const sections = [
    ['Create and get a repository', bullets(first)],
    ['The list of repositories', `- ${code(list)} is replaced by listNamespaceRepositories.\n`],
  ] as const
  const linked = sections.map(([name], at) => ({
    status: 'Deprecated',
    feature: `[${name}](#${name.toLowerCase().replaceAll(' ', '-')})`,
    date: at === 0 ? '2025-09-19' : date,
  }))
  return `${logTable([...linked, ...rows.slice(2)])}\n\n## Details\n\n${sections.map(([name, body], at) => title(name, at, body)).join('\n')}`
}
/** A section for each statement, whose heading has the day, and what stands below that of the v1 API. */
const dayHeaded = (below: string, heading = '2022-08-23: the v1 API is removed') =>
  `# Timeline\n\n${[...first, list]
    .map(one => `### ${one === list ? '2025-06-27' : '2025-09-19'}: ${code(one)} is deprecated\n\nPlease migrate.`)
    .join('\n\n')}\n\n### ${heading}\n\n${below}\n`
/** Headings of days with lists of states below them. */
const dayListed = (ofList: string, ofV1: string) =>
  `# Log\n\n## 19 September 2025\n\n**Deprecated**\n\n${bullets(first)}\n## 27 June 2025\n\n**Deprecated**\n\n- ${ofList}\n\n## 23 August 2022\n\n**Removed**\n\n- ${ofV1}\n`
/** A heading for each endpoint, and a line of fields below it. */
const inOneLine = (v1: string) =>
  `# Lifecycle\n\n## Deprecated\n\n${[...first, list]
    .map(
      one =>
        `### ${code(one)}\n\nDeprecated: ${one === list ? '2025-06-27' : '2025-09-19'} · Removal: not before 2026-09-19 · Replacement: see below`,
    )
    .join('\n\n')}\n\n## Removed\n\n### v1 API\n\n${v1}\n`
/** Headings of years, and below them of days or months without their years. */
const byYear = (depth: string, ...days: readonly [string, string, string]) =>
  `# Deprecations\n\n## 2025\n\n${depth} ${days[0]}\n\n${first.map(one => `- Deprecated ${code(one)}`).join('\n')}\n\n${depth} ${days[1]}\n\n- Deprecated ${code(list)}\n\n## 2022\n\n${depth} ${days[2]}\n\n- Removed the v1 API\n`

/** A page whose title is a state, with sentences on the v1 routes below it. */
const titledLog = (title: string, removed: string) =>
  `# ${title}\n\n${first.map(one => `We deprecated ${code(one)} on 2025-09-19.\n`).join('\n')}\nWe deprecated ${code(list)} on 2025-06-27.\n\nThe v1 API was removed on ${removed}.\n\nRequests to \`/v1/repositories/{name}/tags\` are answered with status 410.\n`
/** The events of each endpoint, in a table or a list. */
const events = (below: (all: readonly (readonly string[])[]) => string, announced: string, day = '2025-06-27') =>
  `${[...first, list]
    .map(
      one =>
        `## ${code(one)}\n\n${below([
          ['2019-01-01', announced],
          [one === list ? day : '2025-09-19', 'Deprecated'],
          ['2099-01-01', 'Planned removal'],
        ])}\n`,
    )
    .join('\n')}\n## v1 API\n\nRemoved on 2022-08-23.\n`
const eventTable = (header: string) => (all: readonly (readonly string[])[]) => table(['Date', header], all)
const eventList = (all: readonly (readonly string[])[]) => all.map(([day, event]) => `- ${day}: ${event}`).join('\n')
/** What replaces an endpoint stands in front of it. */
const fromNew = (day: string) =>
  `${table(
    ['Operation', 'Replaces', 'Which is', 'Since'],
    [
      ...create.map(one => ['CreateRepository', one, '2025-09-19'] as const),
      ['GetRepository', read[0] ?? '', '2025-09-19'] as const,
      ['CheckRepository', read[1] ?? '', '2025-09-19'] as const,
      ['listNamespaceRepositories', list, day] as const,
    ].map(([id, old, since]) => [code(id), code(old), 'Deprecated', since]),
  )}\n\nThe v1 API was removed on 2022-08-23.\n`

/** The three rows that name something, each written by a function. */
const each = (between: string, write: (status: string, feature: string, date: string) => string) =>
  rows.flatMap(({ status, feature, date }) => (status === '' ? [] : [write(status, feature, date)])).join(between)

const monthDays: Readonly<Record<string, string>> = {
  '2025-09-19': 'September 19',
  '2025-06-27': 'June 27',
  '2022-08-23': 'August 23',
}
/** Entries below the year of their days. */
const yearly = (year: (year: string) => string, entry: (day: string, said: string) => string, day = monthDays) =>
  ['2025', '2022']
    .map(one => {
      const own = rows.filter(({ status, date }) => status !== '' && date.startsWith(one))
      return `${year(one)}\n\n${own.map(({ status, feature, date }) => entry(day[date] ?? '', `${status}: ${feature}`)).join('\n\n')}`
    })
    .join('\n\n')

/** Changes below their months, with a remark below the last. */
const monthly = (month: (date: string) => string, remark: string, day = (date: string) => date) =>
  `# Change history\n\n${[...new Set(changes.map(({ date }) => date.slice(0, 7)))]
    .map(
      one =>
        `## ${month(one)}\n\n${changes
          .filter(({ date }) => date.startsWith(one))
          .map(({ date, kind, text }) => `- ${day(date)} ${kind}: ${text}`.replace('-  ', '- '))
          .join('\n')}`,
    )
    .join('\n\n')}\n\n${remark}\n`
const monthName = (date: string) =>
  `${new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(new Date(`${date}-01`))} ${date.slice(0, 4)}`

const directive = (name: string, argument: string, text: string) => `.. ${name}:: ${argument}\n   ${bare(text)}\n\n`
const withDirectives = (between: string, day = '2025-09-19') =>
  `Deprecated and removed\n======================\n\n${between}${directive('deprecated', day, rows[0]?.feature ?? '')}${directive('deprecated', '2025-06-27', rows[1]?.feature ?? '')}${between}${directive('versionremoved', '2022-08-23', 'v1 API.')}`

const remarks = [
  'The mirror service for old images has been shut down since 2023-12-31; it was never part of this API.',
  'The legacy search box of the web site is deprecated as of 2025-10-02.',
  'v1 of the command line client was removed on 2024-02-02.',
]

const fielded = (status: string, between: string, day = '2022-08-23') =>
  each('\n\n', (state, feature, date) => `## ${feature}\n\n${status}: ${state}${between}Date: ${date}`).replace(
    '2022-08-23',
    day,
  )

/** A history with the numbers of releases in front of their days. */
const released = (all: readonly Change[]) =>
  table(
    ['Release', 'Date', 'Type', 'Area', 'What changed'],
    all.map(({ date, kind, text }, at) => [String(60 - at), date, kind, 'API', text]),
  )

const successor = (endpoint: string) =>
  endpoint.startsWith('POST') ? 'CreateRepository' : `${endpoint.startsWith('GET') ? 'Get' : 'Check'}Repository`

/** A column for the day of each state, and replacements in the words of a comment. */
const commented = (by: (endpoint: string) => string) =>
  table(
    ['Feature', 'Deprecated on', 'Removed on', 'Comment'],
    [
      ...first.map(endpoint => [code(endpoint), '2025-09-19', '', `replaced by ${by(endpoint)}`]),
      [code(list), '2025-06-27', '', 'replaced by listNamespaceRepositories'],
      ['v1 API', '', '2022-08-23', 'answers 410'],
    ],
  )

/** A table of properties below the name of each endpoint. */
const properties = (by: (endpoint: string) => string) =>
  `${[...first, list]
    .map(
      endpoint =>
        `## ${endpoint}\n\n| | |\n|---|---|\n| Status | Deprecated |\n| Since | ${endpoint === list ? '2025-06-27' : '2025-09-19'} |\n| Replacement | ${endpoint === list ? 'listNamespaceRepositories' : by(endpoint)} |\n\n`,
    )
    .join('')}## v1 API\n\n| | |\n|---|---|\n| Status | Removed |\n| Since | 2022-08-23 |\n`

const otherSuccessor = () => 'listNamespaceRepositories'

/** What became of the parts of an endpoint, below its name. */
const parts = (head: readonly string[], ...body: readonly (readonly string[])[]) =>
  `${logTable()}\n\n## \`${list}\`\n\nReplaced by listNamespaceRepositories.\n\n${table(head, body)}\n`

const spanishHistory = historyTable(
  changes.map(({ date, kind, text }) => ({
    date,
    kind: { New: 'Nuevo', Update: 'Actualización', Deprecation: 'Obsolescencia' }[kind] ?? kind,
    text: text.startsWith('Audit') ? 'Acceso al registro de auditoría para tokens de acceso de organización.' : text,
  })),
)

/** Kinds, states and areas in words of German, French and Spanish. */
const inOtherLanguages: readonly Sample[] = [
  history(
    'in French, with access to audit logs',
    headed(
      changes.map(entry =>
        entry.date === '2025-03-18'
          ? { ...entry, text: "Accès aux journaux d'audit pour les jetons d'accès d'organisation (OAT)." }
          : entry,
      ),
      kind => ({ New: 'Nouveautés', Update: 'Mises à jour', Deprecation: 'Obsolescences' })[kind] ?? kind,
    ),
  ),
  history('in Spanish', spanishHistory),
  history('in Spanish, headings too', spanishHistory.replace('Date | Kind | Change', 'Fecha | Tipo | Cambio')),
  history(
    'kinds in another language, below a title that sounds like a kind',
    `# Changes\n${changes
      .map(({ date, kind, text }, at) => {
        const word = { New: 'Añadido', Update: 'Corregido', Deprecation: 'Obsoleto' }[kind] ?? kind
        return `${changes[at - 1]?.date === date ? '' : `\n## ${date}\n\n`}- **${word}**: ${text}\n`
      })
      .join('')}`,
  ),
  log('in French, below a title that is a state', french(rows)),
]

/** A history of cards, each with a list of tags above its heading. */
const cards = (all: readonly Change[]): string =>
  `<!doctype html><h1>Changes</h1>${all
    .map(
      ({ date, kind, text }) =>
        `<section><h2>${date}</h2><div><ul><li>API</li><li>${kind}</li></ul><h3>${bare(text)}</h3></div></section>`,
    )
    .join('')}`

/** The six routes of v1 with what replaces some of them. */
const sixRoutes = (one: (path: string, by?: string) => string, mark: string) =>
  ['{name}', '{namespace}/{name}']
    .flatMap(name => [
      one(`/v1/repositories/${name}/images`),
      one(`/v1/repositories/${name}/tags`, 'ListRepositoryTags'),
      one(`/v1/repositories/${name}/tags/{tag_name}`, 'GetRepositoryTag'),
    ])
    .join(mark)

/** What a row says of the v1 API, besides that it is removed. */
const ofV1: readonly string[] = [
  'v1 API. Use ListRepositoryTags and GetRepositoryTag.',
  'v1 API. For tags, call ListRepositoryTags and GetRepositoryTag; there is no replacement for images.',
  'v1 API. Tags are now read with ListRepositoryTags and GetRepositoryTag.',
  'v1 API. See ListRepositoryTags.',
  `v1 API: ${sixRoutes((path, by) => (by ? `${path} → ${by}` : path), ', ')}`,
  `v1 API: ${sixRoutes((path, by) => (by ? `${path} (use ${by})` : path), ', ')}`,
  `v1 API:<br>${sixRoutes((path, by) => `${path}${by ? `: use ${by}` : ' (no replacement)'}`, '<br>')}`,
]

/** Entries of a log as lines, of endpoint, day and replacement. */
const linesOfLog = (line: (endpoint: string, day: string, by: string, state: string) => string): string => {
  const by = ['CreateRepository', 'CreateRepository', 'GetRepository', 'CheckRepository']
  return [
    ...first.map((endpoint, at) => line(endpoint, '2025-09-19', by[at] ?? '', 'deprecated')),
    line(list, '2025-06-27', 'listNamespaceRepositories', 'deprecated'),
    line('The v1 API', '2022-08-23', 'v2', 'removed'),
  ].join('\n')
}

/** Lists whose items state everything themselves, below these. */
const statedBelow = (above: string): string =>
  `# Log\n\n${above}\n\n${linesOfLog((endpoint, day, by, state) => `- ${endpoint}, ${state} on ${day}, use ${by}`)}\n`

export const conforming: readonly Sample[] = [
  ...inOtherLanguages,
  log(
    'fields behind a day in brackets',
    linesOfLog((endpoint, day, by, state) => `- [${day}] Feature: ${endpoint} - Status: ${state} - Note: use ${by}`),
  ),
  log(
    'a day in a note',
    linesOfLog(
      (endpoint, day, by, state) => `- Status: ${state}, Note: since ${day} use ${by} in place of ${endpoint}`,
    ),
  ),
  log(
    'a table of bars between the marks of Markdoc',
    `{% table %}\n\n| Status | Feature | Date |\n|---|---|---|\n${linesOfLog(
      (endpoint, day, _, state) => `| ${state} | ${endpoint} | ${day} |`,
    )}\n\n{% /table %}\n`,
  ),
  log('a table of Markdoc that is never closed', `{% table %}\n\n${logTable()}\n`),
  ...[
    'What has been removed so far? See the list.',
    'Which endpoints are deprecated? Those below.',
    'The table is in review every quarter.',
    'This list is for review by clients.',
  ].map(above => log(`below: ${above}`, statedBelow(above))),
  ...ofV1.map(feature =>
    log(
      `of v1: ${feature.slice(0, 50)}`,
      logTable(rows.map(row => (row.feature === 'v1 API' ? { ...row, feature } : row))),
    ),
  ),
  history(
    'plain text with kinds and indented changes',
    changes
      .map(
        ({ date, kind, text }, at) =>
          `${changes[at - 1]?.date === date ? '' : `\n${date}\n==========\n`}${kind}\n  ${bare(text)}\n`,
      )
      .join(''),
    'CHANGES.txt',
  ),
  history('numbers of releases in front of days', released(changes)),
  log('replacements in comments', commented(successor)),
  log('properties below each endpoint', properties(successor)),
  log(
    'parameters of an endpoint below its name',
    parts(['Parameter', 'Replacement'], ['page', 'cursor'], ['q', 'none']),
  ),
  log('one parameter of an endpoint below its name', parts(['Parameter', 'Replacement'], ['ordering', 'none'])),
  log(
    'members of an answer below its name',
    parts(['Member', 'Use instead'], ['user', 'x'], ['tags', 'GetRepositoryTag']),
  ),
  log('a member in words', parts(['Member', 'Meaning', 'Hint'], ['tags', 'Its tags', 'Use GetRepositoryTag instead.'])),
  ...forms('2025-09-19', changes),
  // What stands behind the feature is what to use.
  log(
    'v2 in place of v1, in columns with a dash for what is empty',
    `${columned([['Status', 'Feature', 'Date', 'Replaced by'], ['----------', '-------', '----------', '-----------'], ...rows.map(({ status, feature, date }) => [status || '-', bare(feature), date, status === 'Removed' ? 'v2' : '-'])])}\n`,
    'log.txt',
  ),
  log(
    'v2 behind an arrow',
    each(
      '\n\n',
      (status, feature, date) => `${date} (${status}) ${feature}${status === 'Removed' ? ' → the v2 API' : ''}`,
    ),
  ),
  log(
    'v2 below a label',
    each(
      '\n\n',
      (status, feature, date) =>
        `## ${feature}\n\n- Status: ${status}\n- Date: ${date}${status === 'Removed' ? '\n- Use instead: the v2 API' : ''}`,
    ),
  ),
  log(
    'operations below a label',
    `${logTable()}\n\nUse instead: CreateRepository, GetRepository or CheckRepository.\n`,
  ),
  // A heading above days is no day.
  history('months above days, and a remark below', monthly(monthName, 'The entries can be sorted.')),
  history(
    'newsletters of months, and a note',
    monthly(date => `News, ${monthName(date)}`, '> A namespace is a person or an organization.'),
  ),
  history(
    'quarters above days, and a remark',
    monthly(
      date => `Q${Math.ceil(Number(date.slice(5)) / 3)} 2025, ${date.slice(5)}`,
      'What is missing: corrections of typing errors.',
    ),
  ),
  history('months without a change', monthly(monthName, '## February 2025\n\nNo changes this month.')),
  // The year stands above the day.
  log(
    'terms below years, in AsciiDoc',
    `= Endpoints\n\n${bare(
      yearly(
        year => `== ${year}`,
        (day, said) => `${day}::\n${said}`,
      ),
    )}\n`,
    'log.adoc',
  ),
  log(
    'items below years',
    yearly(
      year => `## ${year}`,
      (day, said) => `- ${day}: ${said}`,
    ),
  ),
  log(
    'items below years in bold',
    yearly(
      year => `**${year}**`,
      (day, said) => `- ${day}: ${said}`,
    ),
  ),
  log(
    'paragraphs below years',
    yearly(
      year => `## ${year}`,
      (day, said) => `${day}. ${said}`,
    ),
  ),
  log(
    'terms below years, in reStructuredText',
    bare(
      yearly(
        year => `${year}\n----`,
        (day, said) => `${day}\n   ${said}`,
      ),
    ),
    'log.rst',
  ),
  // Directives that follow each other are entries of their own.
  log(
    'a note with a day between directives',
    withDirectives(directive('note', '2025-06-27', 'Creation of the deprecation log table.')),
    'log.rst',
  ),
  log('directives below a tip', withDirectives(directive('tip', 'Subscribe.', '')), 'log.rst'),
  // A remark about another thing has its own state and day.
  ...remarks.flatMap(remark => [
    log(
      `in a section of its endpoint: ${remark}`,
      each('\n\n', (status, feature, date) => `## ${feature}\n\nStatus: ${status}\n\nDate: ${date}\n\n${remark}`),
    ),
    log(
      `in front of the day: ${remark}`,
      each('\n\n', (status, feature, date) => `## ${feature}\n\n${remark}\n\n${status} since ${date}`),
    ),
    log(
      `in one item with an entry: ${remark}`,
      each('\n', (status, feature, date) => `- ${status} on ${date}: ${feature}. ${remark}`),
    ),
  ]),
  // The name of a field may have further words.
  ...['Status of the feature', 'Current status', 'Endpoint status', 'Lifecycle state'].map((name, at) =>
    log(`the field ${name}`, fielded(name, ['\n\n', '  \n', '\\\n', '  \n'][at] ?? '')),
  ),
  ...['Deprecated endpoints', 'Deprecated', 'Deprecated APIs', 'Deprecations'].map(title =>
    log(`sentences on v1 below the title ${title}`, titledLog(title, '2022-08-23')),
  ),
  log(
    'days as headings below a title that is a state, and the v1 routes in a table',
    `# Deprecated endpoints\n\n## 2025-09-19\n\n${bullets(first)}\n## 2025-06-27\n\n${bullets([list])}\n## 2022-08-23\n\n- Removed: v1 API\n\n### Routes of v1\n\n${table(
      ['Route', 'Answer'],
      [...routes().matchAll(/path: (\S+)/g)].map(([, path = '']) => [code(path), '410']),
    )}\n`,
  ),
  ...['Announced', 'Introduced', 'Available'].flatMap(event => [
    log(`a list of days for each endpoint, from ${event}`, events(eventList, event)),
    ...['Event', 'Status'].map(header =>
      log(`a table of ${header} for each endpoint, from ${event}`, events(eventTable(header), event)),
    ),
  ]),
  log('a table from the view of the new operations', fromNew('2025-06-27')),
  ...[
    '**Is the v1 API still available?** No.',
    '## Do the v1 routes return 404?\n\nNo, they return 410.',
    'Q: Can I still call v1?\n\nA: No. All v1 routes return 410.',
    'Has the removal of v1 been postponed? No.',
    'Why does v1 return 404 for me? It returns 410.',
  ].map(text => log(text, plus(text))),
  ...[
    '## About this page\n\n- 2025-11-24: added the feed\n- 2025-03-10: page created',
    '## About this page\n\n- 2025-03-10: page created\n- 2025-11-24: added the feed',
    '## End of support of clients\n\n| Client | End of support |\n|---|---|\n| hubctl 1 | 2023-01-31 |\n| hubctl 2 | 2026-12-31 |',
    '## Coming up\n\n- 2026-02-01: the mirror is switched off\n- 2026-06-30: earliest removal of the legacy endpoints',
  ].flatMap(text => [
    history(`other days below the history: ${text}`, `${headed(changes)}\n\n${text}\n`),
    history(`other days above the history: ${text}`, `# Changes\n\n${text}\n\n${headed(changes)}\n`),
  ]),
  log(
    'what replaces what, with methods and with paths, in one sentence',
    plus(
      'CreateRepository replaces both POST endpoints, GetRepository replaces `GET /v2/repositories/{namespace}/{repository}`, CheckRepository replaces `HEAD /v2/repositories/{namespace}/{repository}`.',
    ),
  ),
  ...['Use', 'You can now use'].map(use =>
    history(
      `an addition that says what to use, with its kind in front: ${use}`,
      headed(
        changes.map(change =>
          change.date === '2025-07-29' ? { ...change, kind: '', text: `*New.* ${use} ${change.text}` } : change,
        ),
      ),
    ),
  ),
  ...[
    `The \`GET /v2/namespaces/{namespace}/repositories\` endpoint (listNamespaceRepositories) is not affected by this deprecation.`,
    'CreateRepositoryGroup (`POST /v2/repositories/{namespace}/{repository}/groups`) is not affected.',
  ].map(sentence =>
    log(`a current operation that is not affected: ${sentence}`, `${dayListed(code(list), 'v1 API')}\n${sentence}\n`),
  ),
  log(
    'lists of what to use instead below a title of their own',
    `# Log\n\n## 2025-09-19\n\nDeprecated API:\n\n${bullets(first)}\nReplacement:\n\n- \`CreateRepository\` for both POST endpoints\n- \`GetRepository\` for the GET endpoint\n- \`CheckRepository\` for the HEAD endpoint\n\n## 2025-06-27\n\nDeprecated API:\n\n- ${code(list)}\n\n## 2022-08-23\n\nRemoved API:\n\n- v1 API\n`,
  ),
  ...[
    'The v1 API was removed on 23 August 2022. The v1 API has been gone since August 2022.',
    'We removed the v1 API on 23 August 2022. We shut down the v1 API on 2022-08-23, as announced on 2021-11-01.',
    'The v1 API was switched off on 2022-07-01 for a day. The v1 API was disabled on 2022-07-12 (brownout).',
    'We switched off the v1 API on 2022-07-01 for an hour. We disabled v1 tokens on 2023-01-01.',
    'v1 is deprecated, but still answers with 410. The removal of v1 was postponed to 23 August 2022.',
    'The documentation of the v1 API will be removed on 2026-01-01. The v1 SDK will be removed on 2026-01-01.',
    'Webhooks v1 was removed on 2024-01-01. We deprecated the v1 API on 1 November 2021.',
    'Expect a 404 from v2 where v1 gave 200. Expect a 410 from every v1 route.',
  ].map(said => log(`below the table: ${said}`, plus(said))),
  ...['', '"', '″', 'ditto'].map(mark =>
    log(
      `rows that repeat the state and the day of the row above: "${mark}"`,
      logTable([
        ...first.map((feature, at) => ({
          status: at === 0 ? 'Deprecated' : mark,
          feature: code(feature),
          date: at === 0 ? '2025-09-19' : mark,
        })),
        ...rows.slice(1),
      ]),
    ),
  ),
  ...[
    'listNamespaceRepositories (`GET /v2/namespaces/{namespace}/repositories`)',
    'listNamespaceRepositories. For one repository, use GetRepository instead',
    'listNamespaceRepositories. POST is replaced by CreateRepository',
    'List repositories, which is like Get repository for all of them',
  ].map(names => log(`a replacement with more: ${names}`, `${logTable()}\n\n${code(list)} is replaced by ${names}.`)),
  history(
    'days as lines of text, and below them lists, some with a title in bold',
    changes
      .map(({ date, kind, text }, at) => {
        const above = changes[at - 1]?.date === date ? '' : `${date}\n\n- Update: typos.\n\n`
        return `${above}**The hub**\n\n- ${kind}: ${text}\n`
      })
      .join('\n'),
  ),
  log(
    'links to titles in bold',
    linkedLog((name, _, body) => `**${name}**\n\n${body}`),
  ),
  log(
    'links to titles in bold, with a colon behind',
    linkedLog((name, _, body) => `**${name}**:\n\n${body}`),
  ),
  log(
    'links to lines of text',
    linkedLog((name, _, body) => `${name}\n\n${body}`),
  ),
  log(
    'links to what can be unfolded',
    linkedLog((name, _, body) => `<details><summary>${name}</summary>\n\n${body}\n</details>\n`),
  ),
  log(
    'links to a heading and to a title in bold below it',
    linkedLog((name, at, body) => `${at === 0 ? `### ${name}` : `**${name}**`}\n\n${body}`),
  ),
  log(
    'links to a heading and to one below it',
    linkedLog((name, at, body) => `${at === 0 ? '###' : '####'} ${name}\n\n${body}`),
  ),
  log(
    'sentences and fields on replacements that the document has as well',
    plus(
      `We have deprecated ${code(list)} on 2025-06-27.\n\n### What replaces ${code(list)}?\n\n\`listNamespaceRepositories\`.\n\n### ${code(list)}\n\nReplaced by\n: listNamespaceRepositories`,
    ),
  ),
  history(
    'updates that name what was missing or wrong, and what is to come',
    headed(
      changes.map((change, at) =>
        at === 0
          ? {
              ...change,
              text: 'The field `expires_at` had been missing on the PAT management endpoints, we added it. Its format will follow.',
            }
          : change.kind === 'Deprecation'
            ? { ...change, text: `${change.text} They will be removed later.` }
            : change,
      ),
    ),
  ),
  ...[
    'Announced on 2021-11-01. What to do: migrate. Since the removal, all requests get 410.',
    'There were brownouts in July 2022.',
    'The last reminder was mailed on 2022-08-16. Requests get 410.',
    'In June 2022, 3% of all requests still went to v1. They get 410 now.',
    'Removed on 2022-08-23, after brownouts on 2022-07-01.',
    '- Last reminder: 2022-08-16\n- Brownout: 2022-07-01',
  ].map(below => log(`a day of something else below a heading: ${below}`, dayHeaded(below))),
  log(
    'days of announcements in items below a heading of a day',
    dayListed(`${code(list)}, as announced on 1 June 2025 – use others`, 'v1 API, as announced on 1 November 2021.'),
  ),
  log(
    'days of other sentences in items below a heading of a day',
    dayListed(
      `${code(list)}. A survey of 1 May 2025 had found few users.`,
      'v1 API. All its routes are gone. In June 2022, 3% of all requests still went to v1. The routes follow.',
    ),
  ),
  // Lines of several records in one paragraph.
  ...['  \n', '\\\n', '\n'].flatMap(end => [
    log(
      `records of lines, the state first, ${JSON.stringify(end)}`,
      each(end, (status, feature, date) => [status, date, feature].join(end)),
    ),
    log(
      `records of lines, the day first, ${JSON.stringify(end)}`,
      each(end, (status, feature, date) => [date, feature, status].join(end)),
    ),
    log(
      `records of lines, the feature first, ${JSON.stringify(end)}`,
      each(end, (status, feature, date) => [feature, date, status].join(end)),
    ),
  ]),
  log('several fields on one line', inOneLine('Deprecated: 2021-11-01 · Removed: 2022-08-23 · Replacement: v2 API')),
  ...['Change', 'What happened', 'Deprecated / removed'].map(header =>
    log(
      `states in a column called ${header}`,
      `# Deprecated endpoints\n\nDeprecated endpoints must no longer be used.\n\n${table(
        [header, 'Endpoint', 'On'],
        [
          ...[...first, list].map(one => ['Deprecated', one, one === list ? '2025-06-27' : '2025-09-19']),
          ['Removed', 'v1 API', '2022-08-23'],
        ],
      )}`,
    ),
  ),
  ...['Steps', 'CardGroup cols={2}'].map(wrapper =>
    log(
      `components directly below <${wrapper}>`,
      `# D\n\n<${wrapper}>\n${[...first, list]
        .map(one => `<Step title="${one}">\n  Deprecated since ${one === list ? '2025-06-27' : '2025-09-19'}.\n</Step>`)
        .join('\n')}\n<Step title="v1 API">\n  Removed on 2022-08-23.\n</Step>\n</${wrapper.split(' ')[0]}>\n`,
      'deprecated.mdx',
    ),
  ),
  ...[
    'Nothing is deprecated by this.',
    'No endpoint is deprecated.',
    'Nothing else changes, and no endpoint is deprecated by this.',
    'None of the old fields was removed.',
  ].map(denial =>
    history(
      `additions and updates that deny another change: ${denial}`,
      headed(
        changes.map(change =>
          change.kind === 'Deprecation' ? change : { ...change, text: `${change.text} ${denial}` },
        ),
      ),
    ),
  ),
  history(
    'a page that is the log as well, with dates of another form there',
    `# Deprecation log\n\n## 19 September 2025\n\n**Deprecated**\n\n${bullets(first)}\n# Change history\n\n${[
      'New',
      'Update',
      'Deprecation',
    ]
      .map(
        kind =>
          `## ${kind}\n\n${table(
            ['Date', 'Operations'],
            changes.filter(change => change.kind === kind).map(({ date, text }) => [date, text]),
          )}`,
      )
      .join('\n\n')}`,
  ),
  log('days without their years', byYear('###', 'September 19', 'June 27', 'August 23')),
  log('days without their years, the day first', byYear('###', '19th September', '27. June', 'Tuesday, 23 Aug')),
  log(
    'columns of days for each state, one of them without a day yet',
    table(
      ['What', 'Deprecated on', 'Announced on', 'Removal'],
      [...first, list]
        .map(one => [code(one), one === list ? '2025-06-27' : '2025-09-19', '2025-05-01', 'not planned'])
        .concat([['v1 API', '2022-02-01', '2022-01-01', '2022-08-23']]),
    ),
  ),
  log(
    'sections with their state in a quote and their day in other words',
    `# Deprecations\n\n${twoDays(
      (name, status, other, date) => `### ${name}\n\n> ${status}\n\nAnnounced ${other}, switched on ${date}.`,
    )}`,
  ),
  log(
    'a note on the page of an endpoint',
    `${logTable()}\n\nThe web page of ${code(list)} was removed on 2025-10-01.\n`,
  ),
  log('notes on days of other things, and on the same day', noted('Removed on 2022-08-23. Announced on 2022-02-01.')),
  log('replacements with their methods in brackets', forMethods('GetRepository (for GET), CheckRepository (for HEAD)')),
  log('replacements with their methods in front', forMethods('HEAD: CheckRepository, GET: GetRepository')),
  log('sections with two named days', twoDays(fieldsOfDays(['Day of the announcement', 'Day of the label']))),
  log('sections with the day it takes effect', twoDays(fieldsOfDays(['First announced', 'In effect']))),
  log(
    'sentences with two named days',
    twoDays((name, status, other, date) => `${code(name)} – ${status}. Announcement: ${other}. Since: ${date}.`),
  ),
  log(
    'sections with a table of two named days',
    twoDays(
      (name, status, other, date) =>
        `## ${name}\n\n| | |\n|---|---|\n| Status | ${status} |\n| Announcement day | ${other} |\n| Label day | ${date} |`,
    ),
  ),
  log('one sentence with a day for each group', inBrackets('2025-06-27')),
  log(
    'a sentence with another day before it',
    inBrackets('2025-06-27').replace('Deprecated', 'Changed on 2025-12-01. Deprecated'),
  ),
  log(
    'a sentence with a day for each of its endpoints, and one verb',
    `We deprecated ${code(list)} on 2025-06-27 and ${first.map(code).join(', ')} on 2025-09-19.\n\nThe v1 API was removed on 2022-08-23.\n`,
  ),
  log(
    'days named in brackets behind them',
    twoDays((name, status, other, date) => `- ${code(name)}: ${status}, ${other} (announcement), ${date} (label)`),
  ),
  log('sentences of one paragraph with days of their own', sentences('2025-06-27')),
  log(
    'tables below headings of a state and a day',
    headedTables(text => `## ${text}`, '2025-06-27'),
  ),
  log(
    'tables below a sentence of a state and a day',
    headedTables(text => `${text}:`, '2025-06-27'),
  ),
  log('columns of other days', otherDays('2022-08-23')),
  log('a sentence with a day for each of its endpoints', clauses('2025-06-27')),
  log(
    'a table of calls below a heading that mentions a state',
    plus(`## Usage of deprecated endpoints\n\n${table(['Endpoint', 'Measured on'], [[code(list), '2025-11-01']])}`),
  ),
  log(
    'a table of calls below a title that is a state',
    `# Deprecated endpoints\n\n${plus(`## Usage\n\n${table(['Endpoint', 'Calls', 'Measured on'], [[code(list), '12', '2025-11-01']])}`)}`,
  ),
  log(
    'planned removals',
    plus(`## Planned removals\n\n${table(['Endpoint', 'Not before'], [[code(list), '2026-06-27']])}`),
  ),
  log(
    'a question with a day',
    plus(`## 2 comments on deprecations\n\n- 2025-07-02: Will ${code('POST /v2/repositories')} stay?`),
  ),
  log('lines of columns with methods of one width', wideMethods('2025-06-27'), 'log.txt'),
  history('headings with nothing below them', stars(changes), 'changes.txt'),
  log(
    'headings with nothing below them',
    lists(
      (state, date) => `* ${state} since ${date}`,
      undefined,
      endpoints => endpoints.map(endpoint => `** ${endpoint}\n`).join(''),
    ).replace('- the v1', '** v1'),
    'log.txt',
  ),
  history('months above days', underMonths(changes)),
  history(
    'months above days in bold',
    underMonths(changes)
      .replaceAll('### ', '')
      .replace(/^## (.*)$/gm, '**$1**'),
  ),
  history('a table of areas below each kind', byArea(changes)),
  history('a kind that an empty cell repeats', repeated(changes)),
  history('a badge before each day', badged(changes)),
  history(
    'versions with the day of their release below',
    headed(changes, undefined, day => `## v2.${day.slice(5).replace('-', '.')}\n\nReleased: ${day}\n`),
  ),
  history(
    'short codes of pictures in headings',
    headed(
      changes,
      kind => `:sparkles: ${kind}`,
      day => `## :calendar: ${day}`,
    ),
  ),
  log('what was done, and what not to do', told(rows)),
  log('the generation that stays', plus('Since v1 was removed, v2 remains the current generation.')),
  history('a column for each change', turned(changes)),
  history('lines of columns that go on below', hanging(changes), 'CHANGES.txt'),
  log(
    'fields in plain text, an empty line between two things',
    records(rows, (name, value) => `${name}: ${value.replaceAll('`', '')}`),
    'deprecated.txt',
  ),
  log(
    'fields as description lists of AsciiDoc',
    `= Log\n\n${records(rows, (name, value) => `${name}:: ${value}`, `\n${"'".repeat(3)}\n\n[horizontal]\n`)}`,
    'deprecated.adoc',
  ),
  history('Org mode', org(changes), 'changes.org'),
  history('description lists of AsciiDoc', terms(changes), 'changes.adoc'),
  history(
    'description lists of AsciiDoc with parameters that are passed through',
    terms(changes).replaceAll(/(\{[a-z]+\})/g, '+$1+'),
    'changes.adoc',
  ),
  history('days over several rows of AsciiDoc', spanned(changes), 'changes.adoc'),
  log('a table of MediaWiki, a row a line', wiki(rows, ' || '), 'deprecated.wiki'),
  log('a table of MediaWiki, a cell a line', wiki(rows, '\n| ')),
  history('notes of MkDocs with a title', notes(changes)),
  history('directives of Sphinx', changesOfSphinx(changes), 'changes.rst'),
  log('sections with directives of Sphinx', sectionsOfSphinx(rows), 'deprecated.rst'),
  log('directives below a text', withDirectives('This page lists what is going away.\n\n'), 'log.rst'),
  history('JSON, a list for each kind', byKind(changes), 'changes.json'),
  history('YAML, changes named by their kind', byDay(changes), 'changes.yaml'),
  log('YAML, routes some of which have a replacement', routes(), 'log.yaml'),
  log('JSON, endpoints with what replaces them', objects('CreateRepository'), 'log.json'),
  log('long summaries above lists', lists(details).replaceAll(/(?<!v1 API)\n\n(?=<details)/g, '\n\n</details>\n\n')),
  log('components that state something in their attributes', lists(component), 'log.mdx'),
  log('directives below what they are about', directives(), 'log.rst'),
  log('what is struck out, with hyphens that do not break', struck(rows)),
  log('a column for each state, with days until which and since when', states('2025-09-19')),
  history(
    'something new that not everybody has',
    change(5, { text: `${changes[5]?.text ?? ''} It is not available to guests (nor added to the trial).` }),
  ),
  log(
    'each path in front of its methods',
    logTable(
      rows.map((row, at) => ({
        ...row,
        feature:
          [
            '`/v2/repositories` via POST, `/v2/repositories/{namespace}`: POST, and `/v2/repositories/{namespace}/{repository}` [GET and HEAD]',
            '`/v2/repositories/{namespace}` (GET requests)',
          ][at] ?? row.feature,
      })),
    ),
  ),
  log('the v1 API with the day of its end', edit(3, { feature: 'v1 API (was still served until 2022-08-23)' })),
  log(
    'v1 routes that were deprecated before they were removed',
    logTable([...rows, { status: 'Deprecated', feature: '`/v1/repositories/{name}/images`', date: '2021-03-01' }]),
  ),
  log(
    'a current operation that a row says is not affected',
    edit(1, { feature: `${code(list)} (${code(`GET ${tagPath}`)} is not affected)` }),
  ),
  history(
    'a change that is not published yet',
    historyTable([{ date: 'Unreleased', kind: 'New', text: 'Webhooks.' }, ...changes]),
  ),
  history(
    'an area that was removed before it was added',
    historyTable([...changes, { date: '2024-02-01', kind: 'Removal', text: changes[8]?.text ?? '' }]),
  ),
  history(
    'a change that was put off before it was made',
    change(1, { text: `${changes[1]?.text ?? ''} They could not be fixed earlier.` }),
  ),
  log(
    'each endpoint in front of what replaces it, and methods joined by a semicolon',
    logTable(
      rows.map((row, at) => ({
        ...row,
        feature:
          [
            'POST `/v2/repositories` → CreateRepository, POST `/v2/repositories/{namespace}` → CreateRepository, GET; HEAD `/v2/repositories/{namespace}/{repository}` is replaced by GetRepository and CheckRepository',
            '`GET /v2/repositories/{namespace}` => listNamespaceRepositories',
          ][at] ?? row.feature,
      })),
    ),
  ),
  history(
    'something new in place of what is deprecated',
    change(2, {
      text: `${changes[2]?.text ?? ''} They supersede the undocumented endpoints (${first.map(code).join(', ')}), which are deprecated.`,
    }),
  ),
  history(
    'a list of definitions in reStructuredText, two of one day',
    `Changes\n=======\n\n${changes
      .map(
        ({ date, kind, text }, at) =>
          `${changes[at - 1]?.date === date ? '' : `${date}\n`}    **${kind}** -- ${text.replaceAll('`', '``')}\n\n`,
      )
      .join('')}`,
    'changes.rst',
  ),
  history(
    'each endpoint with its replacement in brackets',
    change(3, {
      text: `POST \`/v2/repositories\`, POST \`/v2/repositories/{namespace}\` (use CreateRepository), GET \`/v2/repositories/{namespace}/{repository}\` (use GetRepository), HEAD \`/v2/repositories/{namespace}/{repository}\` (use CheckRepository).`,
    }),
  ),
  log(
    'a row of something else that has a v1 as well',
    logTable([...rows, { status: 'Removed', feature: 'Cloud build service, v1 webhooks', date: '2018-05-21' }]),
  ),
  log(
    'rows of other things, each with its version 1 last',
    logTable([
      { status: 'Deprecated', feature: 'The `hub` CLI, version 1', date: '2024-03-03' },
      { status: 'Deprecated', feature: 'Autobuilds (v1)', date: '2023-04-05' },
      ...rows,
    ]),
  ),
  log(
    'a table within an item of a list',
    `# Deprecated endpoints\n\n1. The log:\n\n${logTable().replaceAll(/^/gm, '   ')}\n\n2. Questions: support.\n`,
  ),
  history(
    'a list of definitions, two of one day',
    `# Changes\n\n${changes
      .map(
        ({ date, kind, text }, at) =>
          `${changes[at - 1]?.date === date ? '' : `${date}\n`}:   **${kind}**: ${text}\n${changes[at + 1]?.date === date ? '\n' : '\n'}`,
      )
      .join('')}`,
  ),
  log(
    'state and feature as items of one item, below a title that is a state',
    `<html><body><h1>Deprecated</h1><ul>${rows
      .map(
        ({ status, feature, date }) =>
          `<li><b>${date}</b><ul><li>Status: ${status || 'none'}</li><li>Feature: ${feature.replaceAll('`', '')}</li></ul></li>`,
      )
      .join('')}</ul></body></html>`,
  ),
  log('the table of the document', logTable()),
  log(
    'columns in another order',
    table(
      ['Date', 'Status', 'Feature'],
      rows.map(({ status, feature, date }) => [date, status, feature]),
    ),
  ),
  log(
    'other headers',
    table(
      ['Since', 'Endpoint', 'State'],
      rows.map(({ status, feature, date }) => [date, feature, status]),
    ),
  ),
  log(
    'days in words',
    allRows(
      ({ status }) => status,
      ({ date }) =>
        ({ '2025-09-19': '19 Sep 2025', '2025-06-27': 'June 27, 2025', '2022-08-23': '23.08.2022' })[date] ?? date,
    ),
  ),
  log(
    'days with slashes',
    allRows(
      ({ status }) => status,
      ({ date }) => date.replaceAll('-', '/'),
    ),
  ),
  log(
    'emphasis and capitals',
    allRows(
      ({ status }) => (status === '' ? '' : `**${status.toUpperCase()}**`),
      ({ date }) => date,
    ),
  ),
  log(
    'badges',
    allRows(
      ({ status }) => (status === '' ? '' : `![${status}](https://img.example/${status}.svg)`),
      ({ date }) => date,
    ),
  ),
  log('a page of HTML', `<!doctype html><html><head><title>x</title></head><body><h1>Log</h1>${html()}</body></html>`),
  log('a table of HTML in Markdown', `# Log\n\n${html()}\n`),
  log(
    'badges in HTML',
    html(rows, text => (text === '' ? '' : `<img src="x.svg" alt="${text}">`)),
  ),
  log(
    'a row for each endpoint',
    logTable([
      ...first.map(endpoint => ({ status: 'Deprecated', feature: code(endpoint), date: '2025-09-19' })),
      ...rows.slice(1),
    ]),
  ),
  log(
    'a column of methods',
    table(
      ['Status', 'Method', 'Path', 'Date'],
      [
        ...[...first, list].map(endpoint => [
          'Deprecated',
          endpoint.split(' ')[0] ?? '',
          code(endpoint.split(' ')[1] ?? ''),
          endpoint === list ? '2025-06-27' : '2025-09-19',
        ]),
        ['Removed', 'all', 'v1 API', '2022-08-23'],
      ],
    ),
  ),
  log(
    'one column for each state',
    table(
      ['Endpoint', 'Deprecated', 'Removed'],
      [
        ...[...first, list].map(endpoint => [code(endpoint), endpoint === list ? '2025-06-27' : '2025-09-19', '']),
        ['v1 API', '', '2022-08-23'],
      ],
    ),
  ),
  log(
    'marks in columns of states',
    table(
      ['Endpoint', 'Deprecated', 'Removed', 'Date'],
      [
        ...[...first, list].map(endpoint => [code(endpoint), '✓', '', endpoint === list ? '2025-06-27' : '2025-09-19']),
        ['v1 API', '', '✓', '2022-08-23'],
      ],
    ),
  ),
  log(
    'headings and lists',
    `# Log\n\n## Deprecated\n\n### 2025-09-19\n\n${first.map(endpoint => `- ${code(endpoint)}`).join('\n')}\n\n### 2025-06-27\n\n- ${code(list)}\n\n## Removed\n\n### 2022-08-23\n\n- v1 API (\`/v1/\`)\n`,
  ),
  log(
    'dates before the items',
    `# Log\n\n## Deprecated\n\n${first.map(endpoint => `- 2025-09-19: ${code(endpoint)}`).join('\n')}\n- 2025-06-27: ${code(list)}\n\n## Removed\n\n- 2022-08-23: the v1 API, \`/v1/repositories/{name}/tags\` and all others\n`,
  ),
  log(
    'sections with fields',
    `# Log\n\n${[...first, list].map(endpoint => `## ${code(endpoint)}\n\n- Status: Deprecated\n- Date: ${endpoint === list ? '2025-06-27' : '2025-09-19'}\n`).join('\n')}\n## v1 API (\`/v1/repositories/{name}/images\`)\n\n- Status: Removed\n- Date: 2022-08-23\n`,
  ),
  log(
    'reStructuredText, a grid',
    [
      'Log',
      '===',
      '',
      '+------------+----------------------------------------------------+------------+',
      '| Status     | Feature                                            | Date       |',
      '+============+====================================================+============+',
      ...[...first, list].flatMap(endpoint => [
        `| Deprecated | ${`\`\`${endpoint}\`\``.padEnd(50)} | ${endpoint === list ? '2025-06-27' : '2025-09-19'} |`,
        '+------------+----------------------------------------------------+------------+',
      ]),
      `| Removed    | ${'v1 API'.padEnd(50)} | 2022-08-23 |`,
      '+------------+----------------------------------------------------+------------+',
      '',
    ].join('\n'),
    'log.rst',
  ),
  log(
    'reStructuredText, a list table',
    [
      'Log',
      '===',
      '',
      '.. list-table::',
      '   :header-rows: 1',
      '',
      '   * - Status',
      '     - Feature',
      '     - Date',
      ...[...first, list].flatMap(endpoint => [
        `   * - Deprecated`,
        `     - \`\`${endpoint}\`\``,
        `     - ${endpoint === list ? '2025-06-27' : '2025-09-19'}`,
      ]),
      '   * - Removed',
      '     - v1 API',
      '     - 2022-08-23',
      '',
    ].join('\n'),
    'log.rst',
  ),
  log(
    'JSON, a list',
    JSON.stringify(
      [
        ...[...first, list].map(endpoint => ({
          status: 'Deprecated',
          feature: endpoint,
          date: endpoint === list ? '2025-06-27' : '2025-09-19',
        })),
        { status: 'Removed', feature: 'v1 API', date: '2022-08-23' },
      ],
      null,
      2,
    ),
    'log.json',
  ),
  log(
    'JSON, with routes that have no replacement',
    JSON.stringify({
      entries: [
        ...[...first, list].map(endpoint => ({
          status: 'Deprecated',
          feature: endpoint,
          date: endpoint === list ? '2025-06-27' : '2025-09-19',
        })),
        {
          status: 'Removed',
          feature: 'v1 API',
          date: '2022-08-23',
          routes: [
            { path: '/v1/repositories/{name}/images', status: 410, replacement: null },
            { path: '/v1/repositories/{name}/tags', status: 410, replacement: tagPath },
            { path: '/v1/repositories/{name}/tags/{tag_name}', status: 410, replacement: `${tagPath}/{tag}` },
            { path: '/v1/repositories/{namespace}/{name}/images', status: 410, replacement: 'none' },
            { path: '/v1/repositories/{namespace}/{name}/tags', status: 410, replacement: tagPath },
            {
              path: '/v1/repositories/{namespace}/{name}/tags/{tag_name}',
              status: 410,
              replacement: `${tagPath}/{tag}`,
            },
          ],
        },
      ],
    }),
    'log.json',
  ),
  log(
    'a list of routes and what they are now, without a word between',
    `# Deprecated endpoints\n\n${logTable(rows.filter(({ status }) => status !== 'Removed'))}\n\n## Removed on 2022-08-23\n\n- v1 API\n- ${code('/v1/repositories/{name}/tags')} 410 ${code(tagPath)}\n`,
  ),
  log(
    'lists of endpoints and what they are now, without a word between',
    `# Deprecated\n\n## Deprecated on 2025-09-19\n\n- ${code(create[0] ?? '')} ${code('CreateRepository')}\n- ${code(create[1] ?? '')} ${code('CreateRepository')}\n- ${code(read[0] ?? '')} ${code('GetRepository')}\n- ${code(read[1] ?? '')} ${code('CheckRepository')}\n\n## Deprecated on 2025-06-27\n\n- ${code(list)} ${code('listNamespaceRepositories')}\n\n## Removed on 2022-08-23\n\n- v1 API\n- ${code('/v1/repositories/{name}/tags')} 410 ${code(tagPath)}\n`,
  ),
  log(
    'JSON, an object with a list',
    JSON.stringify({
      title: 'Deprecation log',
      entries: [
        ...[...first, list].map(endpoint => ({
          endpoint: { method: endpoint.split(' ')[0], path: endpoint.split(' ')[1] },
          state: 'deprecated',
          deprecatedOn: endpoint === list ? '2025-06-27' : '2025-09-19',
        })),
        { endpoint: 'v1 API', state: 'removed', removedOn: '2022-08-23' },
      ],
    }),
    'log.json',
  ),
  log(
    'parameters of other forms',
    logTable(
      rows.map(row => ({
        ...row,
        feature: row.feature.replaceAll('{namespace}', '<namespace>').replaceAll('{repository}', ':repository'),
      })),
    ),
  ),
  log(
    'parameters in capitals',
    logTable(
      rows.map(row => ({
        ...row,
        feature: row.feature.replaceAll('{namespace}', 'NAMESPACE').replaceAll('{repository}', 'REPOSITORY'),
      })),
    ),
  ),
  log('removed since', edit(1, { status: 'Removed', date: '2026-02-01' })),
  log(
    'removed since, in a row of its own',
    logTable([...rows, { status: 'Removed', feature: code(list), date: '2026-02-01' }]),
  ),
  log(
    'v1 deprecated before it was removed',
    logTable([...rows, { status: 'Deprecated', feature: 'v1 API', date: '2021-01-01' }]),
  ),
  log(
    'the date in the status',
    table(
      ['Feature', 'Status'],
      rows
        .filter(({ status }) => status !== '')
        .map(({ status, feature, date }) => [feature, `${status} since ${date}`]),
    ),
  ),
  log(
    'a column of replacements',
    table(
      ['Status', 'Endpoint', 'Replacement', 'Date'],
      [
        ...[...first, list].map(endpoint =>
          ['Deprecated', code(endpoint), 'CreateRepository', endpoint === list ? '2025-06-27' : '2025-09-19'].map(
            (cell, index) =>
              index === 2
                ? ({
                    GET: endpoint === list ? 'listNamespaceRepositories' : 'GetRepository',
                    HEAD: 'CheckRepository',
                    POST: 'CreateRepository',
                  }[endpoint.split(' ')[0] ?? ''] ?? '')
                : cell,
          ),
        ),
        ['Removed', 'v1 API', 'v2 API', '2022-08-23'],
      ],
    ),
  ),
  log(
    'an added endpoint of another sort',
    logTable([...rows, { status: 'Deprecated', feature: '`GET /v2/search/repositories`', date: '2024-05-05' }]),
  ),
  log(
    'a sentence that agrees',
    plus('`GET /v2/repositories/{namespace}` was deprecated on 2025-06-27. Use listNamespaceRepositories instead.'),
  ),
  log(
    'a legend of the states',
    `${table(
      ['Endpoint state', 'Meaning'],
      [
        ['Deprecated', 'must no longer be used'],
        ['Removed', 'the endpoint was removed, disabled or hidden'],
      ],
    )}\n\n${logTable()}`,
  ),
  log('without the row of the table itself', logTable(rows.filter(({ status }) => status !== ''))),
  log(
    'status cells that span rows',
    `<table><tr><th>Status</th><th>Feature</th><th>Date</th></tr><tr><td rowspan="2">Deprecated</td><td>${first.join(', ')}</td><td>2025-09-19</td></tr><tr><td>${list}</td><td>2025-06-27</td></tr><tr><td>Removed</td><td>v1 API</td><td>2022-08-23</td></tr></table>`,
  ),
  log(
    'definition lists',
    `<h1>Log</h1><h2>Deprecated</h2><dl><dt>2025-09-19</dt>${first.map(endpoint => `<dd><code>${endpoint}</code></dd>`).join('')}<dt>2025-06-27</dt><dd><code>${list}</code></dd></dl><h2>Removed</h2><dl><dt>2022-08-23</dt><dd>v1 API (<code>/v1/</code>)</dd></dl>`.replace(
      /^/,
      '<!doctype html>',
    ),
  ),
  log(
    'a table turned on its side for each entry',
    [
      ...[...first, list].map(endpoint =>
        table(
          ['Feature', code(endpoint)],
          [
            ['Status', 'Deprecated'],
            ['Date', endpoint === list ? '2025-06-27' : '2025-09-19'],
          ],
        ),
      ),
      table(
        ['Feature', 'v1 API'],
        [
          ['Status', 'Removed'],
          ['Date', '2022-08-23'],
        ],
      ),
    ].join('\n\n'),
  ),
  history('the table of the document', historyTable()),
  history('headings', `# Changes\n${headed(changes)}`),
  history(
    'other words for the kinds',
    `# Changes\n${headed(changes, kind => ({ New: 'Added', Update: 'Fixed', Deprecation: 'Deprecated' })[kind] ?? kind)}`,
  ),
  history(
    'kinds in bold before the change',
    `# Changes\n${[...new Set(changes.map(({ date }) => date))]
      .map(
        day =>
          `\n## ${day}\n\n${changes
            .filter(({ date }) => date === day)
            .map(({ kind, text }) => `- **${kind}:** ${text}`)
            .join('\n')}\n`,
      )
      .join('')}`,
  ),
  history(
    'a page of HTML',
    `<!doctype html><body><h1>Changes</h1>${[...new Set(changes.map(({ date }) => date))]
      .map(
        day =>
          `<section><h2><time datetime="${day}">${day}</time></h2>${changes
            .filter(({ date }) => date === day)
            .map(
              ({ kind, text }) =>
                `<h3>${kind}</h3><ul><li>${text.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</li></ul>`,
            )
            .join('')}</section>`,
      )
      .join('')}</body></document>`,
  ),
  history(
    'JSON',
    JSON.stringify(
      changes.map(({ date, kind, text }) => ({ date, type: kind, description: text.replaceAll('`', '') })),
    ),
    'changes.json',
  ),
  history(
    'JSON, grouped by day',
    JSON.stringify(
      [...new Set(changes.map(({ date }) => date))].map(day => ({
        date: day,
        changes: changes
          .filter(({ date }) => date === day)
          .map(({ kind, text }) => ({ kind, text: text.replaceAll('`', '') })),
      })),
    ),
    'changes.json',
  ),
  history(
    'columns in another order',
    table(
      ['Change', 'Type', 'Released'],
      changes.map(({ date, kind, text }) => [text, kind, date]),
    ),
  ),
  history(
    'a column for each kind',
    table(
      ['Date', 'New', 'Updates', 'Deprecations'],
      [...new Set(changes.map(({ date }) => date))].map(day => [
        day,
        ...['New', 'Update', 'Deprecation'].map(kind =>
          changes
            .filter(entry => entry.date === day && entry.kind === kind)
            .map(({ text }) => text)
            .join(' '),
        ),
      ]),
    ),
  ),
  history(
    'an older change of an operation',
    `${historyTable(changes)}\n| 2024-02-02 | Update | The documentation of GetRepository is improved. |`,
  ),
  history(
    'ISO 8601 without hyphens',
    historyTable(changes.map(entry => ({ ...entry, date: entry.date.replaceAll('-', '') }))),
  ),
  history(
    'details that fold',
    [...new Set(changes.map(({ date }) => date))]
      .map(
        day =>
          `<details><summary>${day}</summary>\n\n${changes
            .filter(({ date }) => date === day)
            .map(({ kind, text }) => `**${kind}**\n\n- ${text}`)
            .join('\n\n')}\n\n</details>`,
      )
      .join('\n\n'),
  ),
  ...worded(
    0,
    'PAT management endpoints no longer omit `expires_at`.',
    'The PAT management endpoints did not show `expires_at`; they do now.',
    'PAT management endpoints return `expires_at`; null means that the token never expires.',
    'The `expires_at` field is no longer missing on the PAT management endpoints.',
  ),
  ...worded(
    1,
    'The reference of CreateRepositoryGroup no longer shows the wrong request and response.',
    'CreateRepositoryGroup did not document its response. It does now.',
  ),
  ...worded(
    2,
    'Use CreateRepository, GetRepository and CheckRepository.',
    'You no longer need the old endpoints: use `CreateRepository`, `GetRepository` and `CheckRepository`.',
    'CreateRepository (no longer beta), GetRepository and CheckRepository.',
  ),
  ...worded(
    4,
    ...[
      'Nothing is removed.',
      'They protect tags from being removed.',
      'Existing tags are not removed.',
      'Tags that match cannot be deleted or changed.',
      'Immutable tags can be disabled again.',
    ].map(text => `UpdateRepositoryImmutableTags and VerifyRepositoryImmutableTags. ${text}`),
  ),
  ...worded(
    5,
    'listNamespaceRepositories lists repositories without those that were deleted.',
    'listNamespaceRepositories leaves out deleted repositories.',
  ),
  ...worded(
    6,
    ...[
      'Undocumented NAME',
      'NAME, an undocumented endpoint',
      'Deprecate NAME; reverts nothing',
      'NAME is removed in a future release.',
      'Removed NAME from the reference.',
    ].map(text => text.replace('NAME', code(list))),
  ),
  ...worded(
    7,
    'Create, list, get, update and delete organization access tokens (OAT).',
    'Delete, create and list organization access tokens: the new APIs.',
    'Organization access tokens (OATs) can be created, listed, changed, disabled and deleted.',
  ),
  ...worded(
    8,
    'Audit logs: events when organization access tokens are created, updated or deleted.',
    'Audit logs: creation, change and deletion of organization access tokens',
    'Events of organization access tokens in `/v2/auditlogs/{account}`',
    'Audit log entries for organization access tokens, which were not recorded before.',
  ),
  log(
    'sentences on current operations below the heading of a state',
    `## Deprecated\n\n${table(['Endpoint', 'Date'], [...first.map(one => [code(one), '2025-09-19']), [code(list), '2025-06-27']])}\n\n## Removed\n\n${table(['API', 'Date'], [['v1 API', '2022-08-23']])}\n\nListRepositoryTags is not affected.\n\nThe SDK calls GetRepository since 3.0.\n`,
  ),
  ...['# Deprecated endpoints', '## Deprecation log', '## Deprecations'].map(title =>
    log(
      `all of it below "${title}"`,
      `${title}\n\n<details>\n<summary>Deprecated 2025-09-19: legacy endpoints</summary>\n\n${bullets(first)}\n</details>\n\n<details>\n<summary>Deprecated 2025-06-27: legacy list</summary>\n\n${bullets([list])}\n</details>\n\n<details>\n<summary>Removed 2022-08-23: v1 API</summary>\n\nAll v1 routes answer 410.\n\n</details>\n`,
    ),
  ),
  log(
    'the day of the last edit below the last section',
    `## 2025-09-19: create and get\n\n**Status:** deprecated\n\n${bullets(first)}\n## 2025-06-27: list\n\n**Status:** deprecated\n\n${bullets([list])}\n## 2022-08-23: v1\n\n**Status:** removed\n\nLast updated on 2025-11-24\n`,
  ),
  ...worded(6, code('https://hub.example/v2/repositories/{namespace}')),
  log(
    'a sentence on current operations in the section on v1',
    `${logTable().replace('v1 API', '[v1 API](#v1)')}\n\n## v1\n\nAll of v1 answers 410.\n\nListRepositoryTags and GetRepositoryTag stay as they are.\n`,
  ),
  history(
    'an update below changes',
    headed(changes, kind => (kind === 'Update' ? 'Changes' : kind)),
  ),
  ...[
    '> [!WARNING]\n> **Deprecation**\n>\n> - NAME',
    ':::warning Deprecation\n\n- NAME\n\n:::',
    '<Note type="warning" title="Deprecation">\n\n- NAME\n\n</Note>',
    '> NAME is now deprecated.',
    'The following endpoint is deprecated:\n\n- NAME',
    '### Deprecations\n\n- NAME, now listNamespaceRepositories',
    '### Deprecations\n\n- NAME\n  - listNamespaceRepositories',
    '### Deprecations\n\n- **NAME** `listNamespaceRepositories` replaces it.',
  ].map(text =>
    history(
      `"${text}"`,
      headed(changes).replace(`### Deprecation\n\n- ${code(list)}.`, text.replaceAll('NAME', code(list))),
    ),
  ),
  history(
    'titles of reStructuredText in a file without an ending',
    headed(
      changes.map(({ text, ...entry }) => ({ ...entry, text: text.replaceAll('`', '``') })),
      kind => kind,
      day => `${day}\n----------`,
    ).replaceAll(/^### (.*)$/gm, (_, kind: string) => `${kind}\n${'~'.repeat(kind.length)}`),
    'CHANGES',
  ),
  ...[
    'Automated builds API (`/api/build/v1/`)',
    'Webhooks API v1',
    'v1 of the webhook payload',
    'Build service: v1 API',
  ].map(feature => log(`"${feature}"`, logTable([...rows, { status: 'Deprecated', feature, date: '2025-10-01' }]))),
  ...[
    'For example `/v1/repositories/{namespace}/{name}/tags` and `/v1/repositories/{name}/images` answer 410.',
    'Without a replacement:\n\n- `/v1/repositories/{name}/images`\n- `/v1/repositories/{namespace}/{name}/images`',
    `GetRepository replaces ${code(read[0] ?? '')}, and CheckRepository replaces ${code(read[1] ?? '')}.`,
    `Use GetRepository instead of ${code(read[0] ?? '')}, CheckRepository instead of ${code(read[1] ?? '')}.`,
  ].map(text => log(`"${text}"`, plus(text))),
  history(
    'a translation behind each kind',
    headed(changes, kind => `${kind} (${{ New: 'nouveautés', Update: 'mises à jour' }[kind] ?? 'obsolescences'})`),
  ),
  history(
    'a column of notes next to one of endpoints',
    table(
      ['Date', 'Kind', 'Area', 'Operation or endpoint', 'Note'],
      changes.map(({ date, kind, text }, at) =>
        at === 0
          ? [date, kind, 'access-tokens', 'all PAT management endpoints', 'missing `expires_at` added']
          : [date, kind, '', text, ''],
      ),
    ),
  ),
  log(
    'a list of replacements that names its verb once',
    `${table(
      ['Status', 'Feature', 'Date'],
      [
        ['Deprecated', '[Create and get](#create-and-get)', '2025-09-19'],
        ...rows.slice(1).map(({ status, feature, date }) => [status, feature, date]),
      ],
    )}\n\n## Create and get\n\n${code(create[0] ?? '')} and ${code(create[1] ?? '')} are replaced by CreateRepository, ${code(read[0] ?? '')} by GetRepository, and ${code(read[1] ?? '')} by CheckRepository.\n`,
  ),
  history('words of an area in another order', change(7, { text: 'Management of access tokens of organizations.' })),
  history(
    'replacements named in the deprecations',
    change(6, { text: `${code(list)}, replaced by listNamespaceRepositories.` }),
  ),
  log(
    'lists below days',
    lists((state, date) => `## ${date}\n\n${state}:`),
  ),
  log(
    'lists below states with their day',
    lists((state, date) => `${state} since ${date}:`),
  ),
  log(
    'lists below days in bold',
    lists((state, date) => `**${date}**\n\n${state}:`, undefined, numbered),
  ),
  log(
    'lists within lists',
    `- Deprecated\n  - 2025-09-19\n${bullets(first).replaceAll(/^/gm, '    ')}\n  - 2025-06-27\n    - ${code(list)}\n- Removed\n  - 2022-08-23\n    - the v1 API\n`,
  ),
  log('definitions below states', definitions('2022-08-23'), 'log.html'),
  log(
    'days of a removal to come',
    `${[...first, list].map(endpoint => `- ${endpoint === list ? '2025-06-27' : '2025-09-19'}: ${code(endpoint)} is deprecated (removal planned for 2027-01-01).\n`).join('')}- 2022-08-23: v1 API removed.\n`,
  ),
  log(
    'fields below each endpoint',
    `${[...first, list].map(endpoint => `- ${code(endpoint)}\n  - deprecated: ${endpoint === list ? '2025-06-27' : '2025-09-19'}\n`).join('')}- v1 API\n  - deprecated: 2021-01-01\n  - removed: 2022-08-23\n`,
  ),
  log(
    'sections with several days',
    sections(
      date => `Announced on 2025-01-01. Deprecated ${date}. Will be removed no earlier than 2027-01-01.`,
      'Announced on 2021-05-01, deprecated on 2021-08-01 and removed on 2022-08-23. Its routes answer 410.',
    ),
  ),
  log(
    'a status with a day for each state',
    allRows(
      ({ status, date }) =>
        status === 'Removed' ? 'Deprecated 2019-03-01, removed 2022-08-23' : `${status} ${status && date}`,
      () => '',
    ),
  ),
  log(
    'a column of planned days',
    table(
      ['Status', 'Feature', 'Deprecated since', 'Planned removal'],
      rows
        .filter(({ status }) => status !== '')
        .map(({ status, feature, date }) =>
          status === 'Removed' ? [status, feature, 'before 2020', date] : [status, feature, date, '2027-01-01'],
        ),
    ),
  ),
  log('JSON with the days of each endpoint', timelines('2022-08-23'), 'log.json'),
  history('several kinds in a paragraph', paragraphs(changes)),
  history('a feed', feed(changes), 'changes.json'),
  history(
    'verbs instead of kinds',
    changes
      .map(
        ({ date, kind, text }) =>
          `- ${date}: ${kind === 'Deprecation' ? 'Deprecated' : kind === 'New' ? 'Added' : /fixed/.test(text) ? 'Fixed' : 'Added'} ${text}\n`,
      )
      .join(''),
  ),
  log('a table of AsciiDoc, a row a line', asciidoc(['Status', 'Feature', 'Date'], rows.map(cells), ' '), 'log.adoc'),
  log(
    'a table of AsciiDoc, a cell a line',
    asciidoc(['Status', 'Feature', 'Date'], rows.map(cells), '\n', '[cols="1,4,1",options="header"]'),
    'log.adoc',
  ),
  history(
    'headings of AsciiDoc, with escaped braces',
    `= Changes\n${headed(changes)
      .replaceAll(/^(#+)/gm, marks => '='.repeat(marks.length))
      .replaceAll(/^- /gm, '* ')
      .replaceAll('{', '\\{')}`,
    'changes.adoc',
  ),
  log('fields divided by hard breaks', fields()),
  log('a state and a day above the endpoints', badges(), 'log.html'),
  history('days between headings of kinds', articles(), 'changes.html'),
  log(
    'paths behind a placeholder of the base URL',
    logTable(rows.map(row => ({ ...row, feature: row.feature.replaceAll(' /v2', ' {base_url}/v2') }))),
  ),
  log('a column for each endpoint', columns(onDays('2025-06-27'))),
  log('in German', german()),
  history('in German', inGerman()),
  log(
    'two statements in one sentence',
    `${sayings}${code('GET')} and ${code('HEAD /v2/repositories/{namespace}/{repository}')} are replaced by GetRepository and CheckRepository, respectively, and both ${create.map(code).join(' and ')} by CreateRepository.\n`,
  ),
  log(
    'a list below a title that sounds like a state',
    `# Deprecations\n\n${rows.map(({ status, feature, date }) => `- **${date}** ${status === '' ? '' : `*${status}*: `}${feature}`).join('\n')}\n`,
  ),
  log(
    'XML in words of its own',
    `<?xml version="1.0"?>\n<log>${rows
      .map(({ status, feature, date }) => `<entry status="${status}" date="${date}">${bare(feature)}</entry>`)
      .join('\n')}</log>`,
    'log.xml',
  ),
  log('values divided by commas', separated([logHead, ...rows.map(cellsOf)]), 'deprecated.csv'),
  log('values divided by tabs', separated([logHead, ...rows.map(cellsOf)], '\t'), 'deprecated.tsv'),
  log('values divided by commas, not told by its name', separated([logHead, ...rows.map(cellsOf)])),
  log(
    'columns of plain text',
    columned(
      [logHead, ...rows.map(({ status, feature, date }) => [status || '-', date, feature])].map((cells, at) =>
        at === 0 ? ['Status', 'Date', 'Feature'] : cells,
      ),
    ),
    'deprecated.txt',
  ),
  log('elements with the roles of a table', roles(rows)),
  history('columns of plain text', columned(changes.map(changeCells)), 'CHANGELOG.txt'),
  history(
    'columns of plain text below a rule',
    `${columned([['Date', 'Kind', 'Change'], ['----------', '----', '------'], ...changes.map(changeCells)])}\n`,
    'CHANGELOG.txt',
  ),
  history('columns divided by tabs', columned(changes.map(changeCells), '\t'), 'CHANGELOG.txt'),
  history('lines of plain text', changes.map(entry => bare(changeCells(entry).join(' '))).join('\n'), 'CHANGELOG.txt'),
  history(
    'values divided by semicolons',
    separated([['Date', 'Kind', 'Change'], ...changes.map(changeCells)], ';'),
    'changes.csv',
  ),
  log(
    'spans without roles',
    roles(rows, role => `class="${role}"`),
  ),
  log('a sentence that denies the state of another endpoint', plus('`GET /v2/users/{user}` is not deprecated.')),
  log(
    'a sentence that an endpoint is not removed yet',
    plus(`${code(first[3] ?? '')} is deprecated but not removed yet.`),
  ),
  log(
    'the whole v1 API, which except for v2 was the last',
    edit(3, { feature: 'v1 API (all routes without exception)' }),
  ),
  history(
    'days in elements with times',
    `<!doctype html><html><body><dl>${changes
      .map(
        ({ date, kind, text }) =>
          `<dt><time datetime="${date}T10:00:00Z">${date}</time></dt><dd>${kind}: ${bare(text)}</dd>`,
      )
      .join('')}</dl></body></html>`,
  ),
  history(
    'endpoints in blocks of code',
    changes
      .map(({ date, kind, text }) =>
        kind === 'Deprecation'
          ? `## ${date}\n\n### Deprecations\n\n\`\`\`\n${(date === '2025-06-27' ? [list] : first).join('\n')}\n\`\`\``
          : `## ${date}\n\n### ${kind}\n\n- ${text}`,
      )
      .join('\n\n'),
  ),
  log(
    'endpoints in blocks of code below a sentence',
    [
      ['deprecated since 2025-09-19', first],
      ['deprecated since 2025-06-27', [list]],
    ]
      .map(
        ([state, endpoints]) => `These endpoints are ${state}:\n\n\`\`\`http\n${[endpoints].flat().join('\n')}\n\`\`\``,
      )
      .concat('The v1 API was removed on 2022-08-23.')
      .join('\n\n'),
  ),
  log(
    'cards with the state above the heading',
    `<!doctype html><title>x</title><h1>Deprecations</h1>${rows
      .filter(({ status }) => status !== '')
      .map(
        ({ status, feature, date }) =>
          `<div class="card"><div><span class="badge">${status}</span><h3>${feature.replace(/ \(.*/, '')}</h3></div><div><p><strong>Date:</strong> ${date}</p><ul>${[...feature.matchAll(/`([^`]+)`/g)].map(([, endpoint]) => `<li><code>${endpoint}</code></li>`).join('')}</ul></div></div>`,
      )
      .join('')}`,
  ),
  log(
    'cards whose state stands above their heading',
    `<!doctype html><html><body><main>${rows
      .map(
        ({ status, feature, date }) =>
          `<article>${status && `<span class="badge">${status}</span>`}<h3>${feature.replaceAll('`', '')}</h3><p><time datetime="${date}">${date}</time></p></article>`,
      )
      .join('\n')}</main></body></html>`,
  ),
  history(
    'entries with front matter each',
    changes.map(({ date, kind, text }) => `---\ndate: ${date}\nkind: ${kind}\n---\n\n${text}\n\n`).join(''),
  ),
  log(
    'states with the mark of a footnote',
    `<!doctype html>${html(rows, text => `${text}${text && '<sup>1</sup>'}`)}<p><sup>1</sup> May be removed later.</p>`,
  ),
  log(
    'cards with the state and the day above the heading',
    `<!doctype html><title>x</title><h1>Deprecations</h1>${rows
      .filter(({ status }) => status !== '')
      .map(
        ({ status, feature, date }) =>
          `<article><header><span>${status}</span> <time>${date}</time><h2>${feature.replace(/ \(.*/, '')}</h2></header><p>${feature}</p></article>`,
      )
      .join('')}`,
  ),
  log(
    'a table for each state, with the state above the features',
    ['Deprecated', 'Removed']
      .map(state =>
        table(
          [state, 'Since'],
          rows.filter(({ status }) => status === state).map(({ feature, date }) => [feature, date]),
        ),
      )
      .join('\n\n'),
  ),
  log(
    'states in the column of days',
    table(
      ['What', 'Since when'],
      rows
        .filter(({ status }) => status !== '')
        .map(({ status, feature, date }) => [feature, `${status} since ${date}`]),
    ),
  ),
  log(
    'callouts with a state, a day and a title',
    lists(
      (state, date) => `> 🚧 ${state} on ${date}: endpoints of the first hub that have a successor in the reference\n>`,
    ),
  ),
  log(
    'hints of GitBook',
    lists((state, date) => `## ${date}\n\n{% hint style="warning" %}\n**${state}**\n{% endhint %}`),
  ),
  log(
    'components of MDX with indented text',
    `<AccordionGroup>\n${rows
      .filter(({ status }) => status !== '')
      .map(
        ({ status, feature, date }) =>
          `  <Accordion title="${feature.replace(/ \(.*|`.*/, '')}">\n    ${status} since ${date}\n\n${[...feature.matchAll(/`[^`]+`/g)].map(([endpoint]) => `    - ${endpoint}\n`).join('')}\n  </Accordion>`,
      )
      .join('\n')}\n</AccordionGroup>\n`,
    'deprecated.mdx',
  ),
  history(
    'components of MDX with the day as a label',
    changes
      .map(
        ({ date, kind, text }) => `<Update label="${date}" tags={["${kind}"]}>\n  ## ${kind}\n\n  - ${text}\n</Update>`,
      )
      .join('\n\n'),
    'changelog.mdx',
  ),
  history(
    'articles with a day and a kind side by side',
    `<!doctype html><title>x</title><h1>Changes</h1>${changes
      .map(
        ({ date, kind, text }) =>
          `<article><time datetime="${date}">${date}</time><span>${kind}</span><p>${text.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p></article>`,
      )
      .join('')}`,
  ),
  history(
    'headings above a day and a kind',
    changes.map(({ date, kind, text }) => `# ${text}\n\n*${date} · ${kind}*`).join('\n\n'),
  ),
  history(
    'areas before what changed',
    headed(changes, kind => kind)
      .replaceAll(/\n### .*\n/g, '')
      .replaceAll(/^- (?=The missing)/gm, '- **access-tokens:** Added: ')
      .replaceAll(/^- (?=Request)/gm, '- **repositories:** Fixed: ')
      .replaceAll(/^- (?=.*(?:endpoints? for|APIs for|Audit log access))/gm, '- **repositories:** Added ')
      .replaceAll(/^- (?=`)/gm, '- **repositories:** Deprecated '),
  ),
  history(
    'a day and a kind above the heading of what changed',
    changes
      .map(
        ({ date, kind, text }) => `**${date}** · \`${kind.toUpperCase()}\`\n\n### ${bare(text)}\n\nSee the reference.`,
      )
      .join('\n\n---\n\n'),
  ),
  history(
    'letters with rules between them',
    changes
      .map(
        ({ date, kind, text }) =>
          `Date: ${date}\nSubject: [${kind}] ${bare(text)}\n\nHello,\n\nthis is so from today.\n`,
      )
      .join(`\n${'-'.repeat(30)}\n\n`),
    'changes.txt',
  ),
  history('cards with tags above their headings', cards(changes)),
  history(
    'labels in front of titles in bold',
    `<!doctype html><h1>Changes</h1>${changes
      .map(
        ({ date, kind, text }) =>
          `<div><p><strong>${date}</strong></p><p><span>${kind.toUpperCase()}</span> <strong>Tokens and more</strong></p><p>${bare(text)}</p></div>`,
      )
      .join('')}`,
  ),
  log(
    'labels at the end of headings',
    lists((state, date) => `## Legacy create and get endpoints, and others <span>${state}</span>\n\nSince ${date}:`),
  ),
  history(
    'sentences that introduce lists',
    headed(
      changes.map(change => ({
        ...change,
        text: change.text.replace(/^(\w+), (\w+) and (\w+) endpoints.*/, '$1\n- $2\n- $3'),
      })),
    )
      .replaceAll('### New', 'The following is new:')
      .replaceAll('### Update', 'The following is updated:')
      .replaceAll('### Deprecation', 'The following endpoints are deprecated:'),
  ),
]

export const broken: readonly Sample[] = [
  ...['v1 API. ListRepositoryTags and GetRepositoryTag.', 'v1 API. Do not use GetRepositoryTag any more.'].map(
    feature =>
      log(`of v1: ${feature}`, logTable(rows.map(row => (row.feature === 'v1 API' ? { ...row, feature } : row)))),
  ),
  history(
    'cards with tags of another kind',
    cards(changes.map(change => ({ ...change, kind: change.date === '2025-06-27' ? 'Update' : change.kind }))),
  ),
  history('numbers of releases in front of days, another day', released(offChange)),
  log('other replacements in comments', commented(otherSuccessor)),
  log('another replacement among the properties of each endpoint', properties(otherSuccessor)),
  ...forms('2025-09-18', offChange).map(sample => ({ ...sample, name: `${sample.name}, another day` })),
  log('both generations removed', edit(3, { feature: 'v1 and v2 APIs' })),
  history(
    'months instead of days',
    monthly(monthName, 'The entries can be sorted.', () => ''),
  ),
  log(
    'another day below a year',
    `= Endpoints\n\n${bare(
      yearly(
        year => `== ${year}`,
        (day, said) => `${day}::\n${said}`,
        { ...monthDays, '2025-09-19': 'September 20' },
      ),
    )}\n`,
    'log.adoc',
  ),
  log(
    'another day in a directive below a tip',
    withDirectives(directive('tip', 'Subscribe.', ''), '2025-09-20'),
    'log.rst',
  ),
  log(
    'another day next to a remark on something else',
    each('\n\n', (status, feature, date) => `## ${feature}\n\n${status} since ${date}. ${remarks[0]}`).replace(
      '2022-08-23',
      '2022-08-24',
    ),
  ),
  log('another day below a field of several words', fielded('Status of the feature', '\n\n', '2022-08-24')),
  log(
    'another day in records of lines',
    each('  \n', (status, feature, date) => [status, date, feature].join('  \n')).replace('2025-06-27', '2025-06-28'),
  ),
  ...[
    '## Is the v1 API still available?\n\nYes, until the end of 2026.',
    '**Do the v1 routes return 404?** Yes.',
    'Q: Can I still call v1?\n\nA: Yes.',
    'Do the v1 routes return 410? No.',
    'Calling a v1 route results in `403 Forbidden`.',
  ].map(text => log(text, plus(text))),
  history(
    'an earlier change below a heading that says nothing',
    `${headed(changes)}\n\n## And this\n\n- 2025-10-01: Add \`ListRepositoryTags\`.\n`,
  ),
  log('another day of v1 below a title that is a state', titledLog('Deprecated endpoints', '2022-08-24')),
  log('a list of days for each endpoint, one on another day', events(eventList, 'Announced', '2025-06-26')),
  log('a table of days for each endpoint, one on another day', events(eventTable('Event'), 'Announced', '2025-06-26')),
  log('a table from the view of the new operations, one of another day', fromNew('2025-06-26')),
  log(
    'a table from the view of the new operations, one of them deprecated',
    fromNew('2025-06-27').replace('Deprecated |', 'Deprecated, `GetRepository` is deprecated too |'),
  ),
  ...[
    'It is also replaced by GetRepository.',
    'Use CheckRepository instead.',
    `${code(list)} is replaced by GetRepository.`,
  ].map(further =>
    log(
      `a further replacement: ${further}`,
      `${logTable()}\n\n${code(list)} is replaced by listNamespaceRepositories. ${further}`,
    ),
  ),
  log(
    'links to titles in bold, from a row with another day',
    linkedLog((name, _, body) => `**${name}**\n\n${body}`, '2025-06-28'),
  ),
  ...['supported since', 'introduced on', 'planned since', 'restored on', 'current since'].map(words =>
    log(
      `an item below the title of the page that has another state: ${words}`,
      `# Deprecations\n\n${[...first, list]
        .map(one => `- ${code(one)} — ${one === list ? 'deprecated since 2025-06-27' : `${words} 2025-09-19`}`)
        .join('\n')}\n- v1 API — removed 2022-08-23\n`,
    ),
  ),
  ...[
    `We deprecated ${code(list)} on 2025-07-01.`,
    `There is nothing that replaces ${code(list)}.`,
    `### What replaces ${code(list)}?\n\n\`GetRepository\`.`,
    `### ${code(list)}\n\nReplaced by\n: GetRepository`,
    `### ${code(list)}\n\n- **Superseded by:** nothing`,
  ].map(words => log(`a sentence or a field that contradicts the document: ${words}`, plus(words))),
  ...[
    '`expires_at` is still missing on the PAT management endpoints.',
    'We will add `expires_at` to the PAT management endpoints.',
    'PAT management: no `expires_at` yet.',
    'No `expires_at` on the PAT management endpoints yet.',
    'PAT management: `expires_at` (postponed).',
  ].map(words =>
    history(
      `an update that is not made: ${words}`,
      headed(changes.map((change, at) => (at === 0 ? { ...change, text: words } : change))),
    ),
  ),
  history(
    'the deprecation of a parameter',
    headed(
      changes.map(change =>
        change.date === '2025-06-27' && change.kind === 'Deprecation'
          ? { ...change, text: `Parameter \`page\` of ${code(list)}.` }
          : change,
      ),
    ),
  ),
  history(
    'dates of another form in a history below a log',
    `# Deprecation log\n\n${bullets(first)}\n# Change history\n\n${headed(changes).replaceAll('2025-06-27', '27 June 2025')}`,
  ),
  history(
    'an addition that is deprecated',
    headed(
      changes.map(change =>
        change.text.startsWith('listN') ? { ...change, text: `${change.text} It is deprecated.` } : change,
      ),
    ),
  ),
  ...['Removed on 2023-08-23.', 'It was removed on 2023-08-23. Announced on 2021-11-01.', 'Since 2023-08-23.'].map(
    below => log(`another day below a heading: ${below}`, dayHeaded(below, 'v1 API is removed: 2022-08-23')),
  ),
  log('another day in an item below a heading of a day', dayListed(`${code(list)} (since 1 June 2025)`, 'v1 API')),
  log(
    'a heading by which something is still to come',
    dayHeaded('Announced on 2021-11-01. Since the removal, all get 410.', '2022-08-23: the v1 API will be removed'),
  ),
  log(
    'records of lines, another day first',
    each('\n', (status, feature, date) => [date.replace('06-27', '06-28'), feature, status].join('\n')),
  ),
  log('another of several fields on one line', inOneLine('Deprecated: 2022-08-23 · Removed: 2023-08-23')),
  log('days without their years, one of them another', byYear('###', 'September 19', 'June 28', 'August 23')),
  log(
    'a current operation below the heading of a state',
    `## Deprecated\n\n${table(['Endpoint', 'Date'], [...first.map(one => [code(one), '2025-09-19']), [code(list), '2025-06-27']])}\n\n## Removed\n\n${table(['API', 'Date'], [['v1 API', '2022-08-23']])}\n\nListRepositoryTags, GetRepositoryTag\n`,
  ),
  log(
    'two replacements swapped in one sentence',
    plus(`CheckRepository replaces ${code(read[0] ?? '')}, and GetRepository replaces ${code(read[1] ?? '')}.`),
  ),
  log(
    'the v1 API of the hub a second time',
    logTable([...rows, { status: 'Deprecated', feature: 'Hub API v1', date: '2025-10-01' }]),
  ),
  history(
    'a deprecation below changes',
    headed(changes, kind => (kind === 'Deprecation' ? 'Breaking changes' : kind)),
  ),
  ...worded(
    0,
    'The `expires_at` fields are removed from the PAT management endpoints.',
    'PAT management: `expires_at` removed.',
    'PAT management endpoints no longer return `expires_at`.',
  ),
  ...worded(
    2,
    'Removed CreateRepository, GetRepository and CheckRepository.',
    'Create repository, Get repositories (`GetRepositories`) and Check repository.',
  ),
  ...worded(
    6,
    ...[
      'Removed NAME',
      'NAME was removed.',
      'NAME: disabled',
      'NAME no longer exists.',
      'NAME is now available.',
      'NAME is no longer deprecated.',
    ].map(text => text.replace('NAME', code(list))),
  ),
  ...worded(8, 'Audit logs no longer include organization access tokens.'),
  ...[
    'v1 still works for old clients.',
    'v1 is still available for paying customers.',
    'v1 can still be used.',
    'v1 is supported until 2027.',
    'The v1 API is back since 2025-10-01.',
  ].map(text => log(`"${text}"`, plus(text))),
  log('a note with another day', noted('Removed on 2022-09-01.')),
  log(
    'methods and replacements swapped in brackets',
    forMethods('CheckRepository (for GET), GetRepository (for HEAD)'),
  ),
  log('methods and replacements swapped in front', forMethods('GET: CheckRepository, HEAD: GetRepository')),
  log(
    'a current operation by a name that an old one had too',
    edit(2, { status: 'Deprecated', feature: 'List repository tags' }),
  ),
  log(
    'a removal before the last day of the document',
    `${logTable()}\n\nNote: ${code(list)} was removed on 2025-10-01.\n`,
  ),
  history(
    'a current operation deprecated by its name',
    `## 2025-09-19\n\n### Deprecations\n\n- List repository tags\n`,
  ),
  log('one sentence with a day for each group, one of them wrong', inBrackets('2025-06-29')),
  log(
    'sections with two named days, one of them wrong',
    twoDays(fieldsOfDays(['Day of the announcement', 'Day of the label']), date =>
      date.replace('2025-06-27', '2025-06-28'),
    ),
  ),
  log(
    'sentences with two named days, one of them wrong',
    twoDays(
      (name, status, other, date) => `${code(name)} – ${status}. Announcement: ${other}. Since: ${date}.`,
      date => date.replace('2022-08-23', '2022-08-24'),
    ),
  ),
  log('sentences of one paragraph, one with another day', sentences('2025-09-19')),
  log(
    'tables below headings of a state and a day, one of another day',
    headedTables(text => `## ${text}`, '2025-09-19'),
  ),
  log(
    'tables below a sentence of a state and a day, one of another day',
    headedTables(text => `${text}:`, '2025-09-19'),
  ),
  log(
    'a table of days below a title that is a state, one of another day',
    `# Deprecated endpoints\n\n${table(['Endpoint', 'Date'], [...first.map(one => [code(one), '2025-09-19']), [code(list), '2025-11-01']])}\n\nThe v1 API was removed on 2022-08-23.\n`,
  ),
  log('a sentence with a day for each of its endpoints, one of another day', clauses('2025-06-20')),
  log('columns of other days, and another date', otherDays('2025-11-02')),
  log('lines of columns with methods of one width, one of another day', wideMethods('2025-09-19'), 'log.txt'),
  history('headings with nothing below them, another day', stars(offChange), 'changes.txt'),
  history('a badge before each day, one of another day', badged(offChange)),
  history('a kind that an empty cell repeats, another day', repeated(offChange)),
  log('what was done on another day', told(offDay)),
  log('a removed generation that stays', plus('Replacement: none, v1 stays the current generation next to v2.')),
  history('a column for each change, one with another day', turned(offChange)),
  history('lines of columns that go on below, one of another day', hanging(offChange), 'CHANGES.txt'),
  log(
    'lines of columns, one without a state, and a current area among them',
    columned(
      [...rows, { status: 'Deprecated', feature: 'Organization access token management', date: '2024-01-01' }].map(
        ({ status, feature, date }) => [date, status, feature],
      ),
    ),
    'deprecated.txt',
  ),
  log(
    'fields in plain text, another day',
    records(offDay, (name, value) => `${name}: ${value.replaceAll('`', '')}`),
    'deprecated.txt',
  ),
  history('Org mode, another day', org(offChange), 'changes.org'),
  history('description lists of AsciiDoc, another day', terms(offChange), 'changes.adoc'),
  history('days over several rows of AsciiDoc, another day', spanned(offChange), 'changes.adoc'),
  log('a table of MediaWiki, another day', wiki(offDay, ' || '), 'deprecated.wiki'),
  history('notes of MkDocs with a title, another day', notes(offChange)),
  history('directives of Sphinx, another day', changesOfSphinx(offChange), 'changes.rst'),
  log('sections with directives of Sphinx, another day', sectionsOfSphinx(offDay), 'deprecated.rst'),
  history('JSON, a list for each kind, another day', byKind(offChange), 'changes.json'),
  history('YAML, changes named by their kind, another day', byDay(offChange), 'changes.yaml'),
  log(
    'YAML, a route that answers something else',
    routes(path => (path.endsWith('images') ? 404 : 410)),
    'log.yaml',
  ),
  log('JSON, an endpoint with another replacement', objects('CreateRepositoryGroup'), 'log.json'),
  log('long summaries above lists, another day', lists(details, ['2025-09-18', '2025-06-27', '2022-08-23'])),
  log('components, another day', lists(component, ['2025-09-18', '2025-06-27', '2022-08-23']), 'log.mdx'),
  log('directives below what they are about, another day', directives('2025-09-18'), 'log.rst'),
  log('what is struck out, another day', struck(offDay)),
  log('a column for each state, another day', states('2025-09-18')),
  log(
    'routes of v1 below a heading, and another status said of them',
    plus('## Routes of v1 that went away\n\nThey answer 404.\n\n- `GET /v1/repositories/{name}/images`\n'),
  ),
  log('a path in front of another method', edit(1, { feature: '`/v2/repositories/{namespace}` [DELETE]' })),
  log('a path in front of another method, in words', edit(1, { feature: '`/v2/repositories/{namespace}` with POST' })),
  log(
    'one of two methods behind a path',
    edit(0, {
      feature:
        '`/v2/repositories`: POST; `/v2/repositories/{namespace}`: POST; `/v2/repositories/{namespace}/{repository}`: HEAD',
    }),
  ),
  log(
    'one v1 route that is deprecated only',
    logTable([
      ...rows,
      { status: 'Removed', feature: '`/v1/repositories/{name}/tags`', date: '2022-08-23' },
      { status: 'Deprecated', feature: '`/v1/repositories/{name}/images`', date: '2023-01-01' },
    ]),
  ),
  log('a state that is on hold', edit(1, { status: 'Deprecated, on hold' })),
  log('a state that is put off', edit(1, { feature: `Legacy ${code(list)} (postponed)` })),
  log('the v1 API, which works again', edit(3, { feature: 'v1 API (works again since 2023-05-01)' })),
  log('the v1 API, which still works', edit(3, { feature: 'v1 API, still reachable for some clients' })),
  log('the v1 API, some routes only', edit(3, { feature: 'v1 API, only the routes of images' })),
  log('a sentence on the return of the v1 API', plus('The v1 API has been reinstated.')),
  log('both generations', edit(3, { feature: 'v2 & v1 APIs' })),
  log(
    'the current generation',
    logTable([...rows, { status: 'Deprecated', feature: 'The v2 API', date: '2026-02-01' }]),
  ),
  log(
    'a current operation in one list with an old one',
    edit(1, { feature: `${code(list)} and ${code(`GET ${tagPath}/{tag}`)}` }),
  ),
  history(
    'a change that was not made',
    change(0, { text: 'The missing `expires_at` fields have not been added on the PAT management endpoints yet.' }),
  ),
  history(
    'a repair that failed',
    change(1, { text: 'CreateRepositoryGroup: request and response are wrong and were not fixed.' }),
  ),
  history(
    'a later removal of an area',
    historyTable([{ date: '2026-04-01', kind: 'Removed', text: 'OAT management APIs.' }, ...changes]),
  ),
  history(
    'a later removal of a field',
    historyTable([
      { date: '2026-04-01', kind: 'Change', text: '`expires_at` is now removed from all PAT management endpoints.' },
      ...changes,
    ]),
  ),
  history(
    'another name of a current operation',
    historyTable([
      { date: '2026-04-01', kind: 'Update', text: 'GetRepository was renamed to ReadRepository.' },
      ...changes,
    ]),
  ),
  history(
    'words in the place of a day',
    historyTable([...changes, { date: 'some time ago', kind: 'Update', text: 'A new font.' }]),
  ),
  log('no row for the legacy list', logTable(rows.filter((_, index) => index !== 1))),
  log('no row for the create and get endpoints', logTable(rows.filter((_, index) => index !== 0))),
  log('no row for v1', logTable(rows.filter((_, index) => index !== 3))),
  log('one endpoint left out', edit(0, { feature: first.slice(1).map(code).join(', ') })),
  log('another day', edit(1, { date: '2025-06-28' })),
  log('another day in words', edit(1, { date: '28 June 2025' })),
  log('another month', edit(1, { date: 'July 2025' })),
  log('another day of v1', edit(3, { date: '2022-08-24' })),
  log('no day', edit(1, { date: '' })),
  log('two days', edit(1, { date: '2025-06-27, 2025-09-19' })),
  log(
    'a second row with another day',
    logTable([...rows, { status: 'Deprecated', feature: code(list), date: '2025-07-01' }]),
  ),
  log(
    'a second row with another state',
    logTable([...rows, { status: 'Active', feature: code(list), date: '2025-06-27' }]),
  ),
  log('a sentence with another day', plus('`GET /v2/repositories/{namespace}` was deprecated on 2025-05-01.')),
  log('removed before it was deprecated', edit(1, { status: 'Removed', date: '2025-01-01' })),
  log('removed on the day of the deprecation', edit(1, { status: 'Removed' })),
  log('v1 only deprecated', edit(3, { status: 'Deprecated' })),
  log('v1 to be removed', edit(3, { status: 'Removal planned' })),
  log('v1 not yet removed', edit(3, { status: 'Not yet removed' })),
  log('v1 scheduled', edit(3, { status: 'Scheduled for removal' })),
  log('not deprecated', edit(1, { status: 'Not deprecated' })),
  log('no longer deprecated', edit(1, { status: 'No longer deprecated' })),
  log('planned', edit(1, { status: 'Deprecation planned' })),
  log('active', edit(1, { status: 'Active' })),
  log('no state', edit(1, { status: '' })),
  log('a state struck out', edit(1, { status: '~~Deprecated~~' })),
  log('the wrong method', edit(1, { feature: '`DELETE /v2/repositories/{namespace}`' })),
  log('a similar path', edit(1, { feature: '`GET /v2/repositories/{namespace}/tags`' })),
  log('only as a replacement', edit(1, { feature: '`GET /v2/x` replaced by `GET /v2/repositories/{namespace}`' })),
  log('the wrong replacement', plus('`GET /v2/repositories/{namespace}` is replaced by GetRepository.')),
  log(
    'two replacements of one endpoint',
    plus(
      '`GET /v2/repositories/{namespace}` is replaced by listNamespaceRepositories.\n\n`GET /v2/repositories/{namespace}` is replaced by GetRepository.',
    ),
  ),
  log(
    'a current operation labelled by its id',
    logTable([...rows, { status: 'Deprecated', feature: 'ListRepositoryTags', date: '2025-10-01' }]),
  ),
  log(
    'a current operation labelled by a link',
    logTable([
      ...rows,
      {
        status: 'Deprecated',
        feature: '[Tags](/latest/#tag/repositories/operation/ListRepositoryTags)',
        date: '2025-10-01',
      },
    ]),
  ),
  log('a current operation labelled in a sentence', plus('CheckRepository is deprecated.')),
  log('an area labelled', logTable([...rows, { status: 'Deprecated', feature: 'Audit logs', date: '2025-10-01' }])),
  log('in HTML, another day', html(rows.map((row, index) => (index === 1 ? { ...row, date: '2025-06-01' } : row)))),
  log(
    'in columns of states, another day',
    table(
      ['Endpoint', 'Deprecated', 'Removed'],
      [...[...first, list].map(endpoint => [code(endpoint), '2025-09-19', '']), ['v1 API', '', '2022-08-23']],
    ),
  ),
  log(
    'in columns of states, another state',
    table(
      ['Endpoint', 'Deprecated', 'Removed'],
      [
        ...[...first, list].map(endpoint => [code(endpoint), endpoint === list ? '2025-06-27' : '2025-09-19', '']),
        ['v1 API', '2022-08-23', ''],
      ],
    ),
  ),
  log(
    'five of six routes',
    plus(
      'Removed routes:\n\n- `/v1/repositories/{name}/images`\n- `/v1/repositories/{name}/tags`\n- `/v1/repositories/{name}/tags/{tag_name}`\n- `/v1/repositories/{namespace}/{name}/images`\n- `/v1/repositories/{namespace}/{name}/tags`',
    ),
  ),
  log('v1 routes that answer 404', plus('The v1 routes answer 404.')),
  history('no entry of the tokens', historyTable(changes.slice(1))),
  history('another day', change(0, { date: '2025-11-22' })),
  history('another kind', change(2, { kind: 'Update' })),
  history('a deprecation listed as removed', change(6, { kind: 'Removed' })),
  history('a deprecation listed as new', change(6, { kind: 'New' })),
  history('known issues', change(0, { kind: 'Known issues' })),
  history('no kind', change(6, { kind: '' })),
  history('the opposite', change(0, { text: '`expires_at` was removed from the PAT management endpoints.' })),
  ...[
    'The v1 API was removed on 23 August 2021.',
    'We removed the v1 API on 2021-08-23.',
    'We shut down the v1 API on 2021-08-23.',
    'The v1 API has been gone since August 2023.',
    'The v1 API was switched off on 2023-08-23.',
    'The v1 API will be removed on 2026-01-01.',
    'The v1 API has not been removed yet.',
    'The removal of v1 has been postponed to 2026.',
    'The v1 API is deprecated and will be removed in 2026.',
    'v1 is deprecated, but keeps working.',
    'Expect a 404 from every v1 route.',
    'Calls to v1 end in a redirect to v2.',
  ].map(said => log(`below the table: ${said}`, plus(said))),
  ...['Revert', 'Withdraw', 'Disable', 'Planned:', 'Delete'].map(verb =>
    history(
      `something new below another verb: ${verb}`,
      change(5, { text: `${verb} listNamespaceRepositories endpoint.` }),
    ),
  ),
  history('a removal as the deprecation', change(6, { text: `Remove ${code(list)}` })),
  history('the opposite of something new', change(5, { text: 'Remove the listNamespaceRepositories endpoint.' })),
  history(
    'another field',
    change(0, { text: 'The missing `created_at` fields are added on the PAT management endpoints.' }),
  ),
  history(
    'tokens of another sort',
    change(0, { text: 'The missing `expires_at` fields are added on the OAT management endpoints.' }),
  ),
  history('audit logs for other tokens', change(8, { text: 'Audit log access for personal access tokens.' })),
  history('audit logs for no tokens', change(8, { text: 'Audit log access.' })),
  history(
    'an operation left out',
    change(2, { text: 'CreateRepository and GetRepository endpoints for a given namespace.' }),
  ),
  history('an endpoint left out', change(3, { text: `${first.slice(1).map(code).join(', ')}.` })),
  history(
    'the same on another day',
    historyTable([...changes, { date: '2024-01-01', kind: 'Deprecation', text: `${code(list)}.` }]),
  ),
  history('oldest first', historyTable([...changes].reverse())),
  history('one day out of order', historyTable([...changes.slice(1), ...changes.slice(0, 1)])),
  history(
    'days in words',
    historyTable(changes.map((entry, index) => (index === 0 ? { ...entry, date: '21 November 2025' } : entry))),
  ),
  history(
    'no day of the calendar',
    historyTable([...changes, { date: '2024-02-31', kind: 'New', text: 'Something.' }]),
  ),
  history('a deprecation withdrawn', change(6, { text: `The deprecation of ${code(list)} is withdrawn.` })),
  history('a similar operation', change(5, { text: 'List tags of a repository for a given namespace.' })),
  log(
    'lists below days, another day',
    lists((state, date) => `## ${date}\n\n${state}:`, ['2025-09-19', '2025-06-28', '2022-08-23']),
  ),
  log(
    'lists below states with their day, another day',
    lists((state, date) => `${state} since ${date}:`, ['2025-09-19', '2025-06-27', '2022-08-24']),
  ),
  log(
    'lists below days in bold, another day',
    lists((state, date) => `**${date}**\n\n${state}:`, ['2025-06-27', '2025-06-27', '2022-08-23'], numbered),
  ),
  log('definitions below states, another day', definitions('2022-08-22'), 'log.html'),
  log(
    'sections with several days, another day',
    sections(
      date => `Deprecated ${date}.`,
      'Announced on 2021-05-01, deprecated on 2021-08-01 and removed on 2022-09-23.',
    ),
  ),
  log(
    'a status with a day for each state, another day',
    edit(3, { status: 'Deprecated 2019-03-01, removed 2022-08-22', date: '' }),
  ),
  log('JSON with the days of each endpoint, another day', timelines('2022-08-24'), 'log.json'),
  history(
    'several kinds in a paragraph, another kind',
    paragraphs(changes.map(entry => (entry.kind === 'Deprecation' ? { ...entry, kind: 'New' } : entry))),
  ),
  history(
    'a feed with another day',
    feed(changes.map((entry, at) => (at === 1 ? { ...entry, date: '2025-09-24' } : entry))),
    'changes.json',
  ),
  history(
    'the same update on two days',
    historyTable([changes[0] as Change, { ...(changes[1] as Change), date: '2025-09-26' }, ...changes.slice(1)]),
  ),
  log(
    'a table of AsciiDoc with another day',
    asciidoc(
      ['Status', 'Feature', 'Date'],
      rows.map(row => (row.feature.startsWith('Legacy `') ? ['Deprecated', row.feature, '2025-07-27'] : cells(row))),
      '\n',
      '[cols="1,4,1",options="header"]',
    ),
    'log.adoc',
  ),
  log(
    'fields divided by hard breaks, another day',
    fields(rows.map(row => ({ ...row, date: row.date.replace('27', '17') }))),
  ),
  log('a column for each endpoint, another day', columns(onDays('2025-09-19'))),
  log('in German, another state', german(rows.map(row => ({ ...row, status: row.status && 'Deprecated' })))),
  history(
    'in German, another kind',
    inGerman(changes.map(entry => (entry.kind === 'Deprecation' ? { ...entry, kind: 'New' } : entry))),
  ),
  history('an entry that is struck out', change(6, { text: `~~${changes[6]?.text}~~` })),
  log('v1 routes that do not answer 410', plus('Requests to v1 routes do not return 410.')),
  log(
    'a table of v1 routes and another status',
    plus(`### v1\n\n${table(['Route', 'Status'], [[code('/v1/repositories/{name}/tags'), '404']])}`),
  ),
  log('values divided by commas, another day', separated([logHead, ...offDay.map(cellsOf)]), 'deprecated.csv'),
  log(
    'columns of plain text, another day',
    columned([...offDay.map(({ status, feature, date }) => [date, status || '-', feature])]),
    'deprecated.txt',
  ),
  log('elements with the roles of a table, another day', roles(offDay)),
  history('columns of plain text, another day', columned(offChange.map(changeCells)), 'CHANGELOG.txt'),
  history(
    'lines of plain text, another day',
    offChange.map(entry => bare(changeCells(entry).join(' '))).join('\n'),
    'CHANGELOG.txt',
  ),
  history(
    'values divided by semicolons, another day',
    separated([['Date', 'Kind', 'Change'], ...offChange.map(changeCells)], ';'),
    'changes.csv',
  ),
  log('a row that takes the state back in words', edit(1, { feature: `Legacy ${code(list)} is no longer deprecated` })),
  log('a sentence that denies the state', plus(`Note: ${code(first[3] ?? '')} is not deprecated and will be kept.`)),
  log('the v1 API except a route', edit(3, { feature: 'v1 API (except `/v1/repositories/{name}/tags`)' })),
  log('the v1 API in part', edit(3, { feature: 'Parts of the v1 API' })),
  history(
    'a deprecation that is withdrawn later',
    historyTable([
      { date: '2025-12-01', kind: 'Update', text: `The deprecation of ${code(list)} is withdrawn.` },
      ...changes,
    ]),
  ),
  history(
    'a day that its element states otherwise',
    `<!doctype html><html><body><dl>${changes
      .map(
        ({ date, kind, text }) =>
          `<dt><time datetime="${date.replace('07-29', '07-28')}">${date}</time></dt><dd>${kind}: ${bare(text)}</dd>`,
      )
      .join('')}</dl></body></html>`,
  ),
  log('a sentence that denies a replacement', plus('There is no replacement for `POST /v2/repositories`.')),
  history(
    'articles with a day and a kind side by side, another day',
    `<!doctype html><title>x</title><h1>Changes</h1>${changes
      .map(
        ({ date, kind, text }) =>
          `<article><time>${date.replace('2025-11-21', '2025-11-12')}</time><span>${kind}</span><p>${text.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p></article>`,
      )
      .join('')}`,
  ),
  log(
    'a table for each state, another state above the features',
    `${table(['Removed', 'Since'], [[rows[0]?.feature ?? '', '2025-09-19']])}\n\n${logTable(rows.slice(1))}`,
  ),
]

/** Conforming, in a form that is not read: nothing of it may fail, and nothing of it passes. */
export const unreadable: readonly Sample[] = [
  log('a table of a manual page', '.TH log 5\n.TS\nl l l.\nDeprecated\tx\t2025-09-19\n.TE\n', 'log.5'),
  log('what is no TOML', '[[entry]]\nstatus = {\n', 'log.toml'),
  log('what is no XML', '<?xml version="1.0"?>\n<a><b></a>', 'log.xml'),
  history('days of which no change is read', '## 2025-11-21\n\n## 2025-09-19\n', 'CHANGES.md'),
  history(
    'a remark with a day of its own above a list of changes',
    `Changes\n=======\n\nNOTE: On 2025-07-30 the web console got a new start page.\n\n${changes
      .map(({ date, kind, text }, at) => `${at + 1}) ${kind} on ${date}: ${text}`)
      .join('\n')}\n`,
    'changes.txt',
  ),
  ...['listNamespaceRepositories or GetRepository', 'List repositories or by Get repository'].map(names =>
    log(`two replacements in one sentence: ${names}`, `${logTable()}\n\n${code(list)} is replaced by ${names}.`),
  ),
  log(
    'a link that leads nowhere, and what it could mean in the section of another row',
    linkedLog((name, at, body) => (at === 0 ? `### ${name}\n\n${body}` : body)),
  ),
  log(
    'a link that leads nowhere, and what it could mean below a title of another name',
    linkedLog((name, at, body) => `${at === 0 ? `### ${name}` : '**Lists**'}\n\n${body}`),
  ),
  log('days in numbers without their years', byYear('###', '09/19', '06/27', '08/23')),
  log('sections with two days whose names say nothing', twoDays(fieldsOfDays(['Blog', 'Switch']))),
  log(
    'a sentence on v1 below the heading of an endpoint',
    `# Deprecated\n\n${first.map(one => `## ${code(one)}\n\nSince 2025-09-19.\n`).join('\n')}\n## ${code(list)}\n\nSince 2025-06-27.\n\nThe v1 API was removed on 2022-08-23.\n`,
  ),
  log(
    'a sentence that has endpoints and days by turns, and one day more',
    `Status as of 2025-11-21: ${code(list)} (deprecated 2025-06-27), ${first.map(code).join(', ')} (all deprecated 2025-09-19).\n\nThe v1 API was removed on 2022-08-23.\n`,
  ),
  log(
    'an empty date that may repeat the one above it',
    `## Deprecated\n\n${table(
      ['Since', 'Endpoint'],
      [...first, list].map((one, at) => [at === 0 ? '2025-09-19' : one === list ? '2025-06-27' : '', code(one)]),
    )}\n\nThe v1 API was removed on 2022-08-23.\n`,
  ),
  log(
    'a question and its answer in paragraphs, next to a list',
    `**Is ${code(list)} going away?**\n\nIt has been deprecated since 2025-06-27. Call listNamespaceRepositories from now on.\n\n**And the other ones?**\n\nSince 2025-09-19 these are deprecated too:\n\n${bullets(first)}\n**What happened to v1?**\n\nThe v1 API was removed on 2022-08-23.\n`,
  ),
  log(
    'a row of another day, and the day in a paragraph that names the endpoint',
    `${edit(1, { date: '2025-06-20' })}\n\n## News\n\n${code(list)} is on its way out.\n\nThe announcement is of 2025-06-20, the label of 2025-06-27.\n`,
  ),
  log(
    'sentences of one paragraph, one without a state of its own',
    `On 2025-06-27 we deprecated ${code(list)}, whose place is taken by listNamespaceRepositories. On 2025-09-19 the others followed: ${create.map(code).join(' and ')} (use CreateRepository), ${read.map(code).join(' and ')}. All of these may go soon.\n\nThe v1 API was removed on 2022-08-23.\n`,
  ),
  log(
    'a state that stands once for several lines',
    columned(rows.map(({ status, feature, date }, at) => [at === 1 ? '' : status, date, feature])),
    'deprecated.txt',
  ),
  history(
    'a paragraph of several days below the first of them',
    `CHANGES\n${changes.map(({ date, kind, text }) => `${date} (${kind}) ${text}`).join(' / ')}`,
    'CHANGES.txt',
  ),
  log(
    'in Chinese, with two methods of one path',
    logTable(
      rows.map(({ status, feature, date }) => ({
        status: { Deprecated: '已弃用', Removed: '已移除' }[status] ?? status,
        feature: feature.replace('`GET /v2/repositories/{namespace}/{repository}`, `HEAD /v2', '`GET、HEAD /v2'),
        date,
      })),
    ),
  ),
  log(
    'a table of Jira',
    ['||Status||Feature||Date||']
      .concat(rows.map(({ status, feature, date }) => `|${status}|${feature}|${date}|`))
      .join('\n'),
    'deprecated.txt',
  ),
  log('boxes without roles', boxes(rows)),
  history(
    'lines of a paragraph, some dated at their end',
    changes
      .map(({ date, kind, text }, at) => (at % 2 ? `${date} ${kind} ${text}` : `${text} (${kind}, ${date})`))
      .join('\n'),
  ),
  ...[
    '`POST /v2/repositories` remains fully supported.',
    '`POST /v2/repositories` may be used.',
    'You can keep using `POST /v2/repositories` in new code.',
  ].map(text => log(text, plus(text))),
  history(
    'a deprecation withdrawn in a paragraph below the list',
    `${changes.map(({ date, kind, text }) => `- **${date}** ${kind}: ${text}`).join('\n')}\n\nThe deprecation of ${code(list)} was withdrawn.`,
  ),
]
