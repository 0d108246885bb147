import { expect, test } from 'vitest'
import { readDeprecationLog } from '../../../../engine/documents/published.ts'
import { replaced, shown } from './reading.ts'

const old = 'POST /v2/repositories'

// Whole pages in the form that their name or their text has, each with its rows, its replacements and what was not read.
test.each<readonly [name: string, from: string, text: string, expected: readonly string[]]>([
  [
    'endpoints in records under another name',
    'log.yml',
    `log:\n  - status: Deprecated\n    feature: Old calls\n    date: 2025-09-19\n    endpoints:\n      - call: ${old}\n        replaced_by: CreateRepository\n  - status: Deprecated\n    feature: Labels\n    date: 2026-01-01\n    endpoints:\n      - call: GET /v2/labels\n        operation: listLabels\n        replaced_by: listMarks\n    example: |\n      # was: hub get /v2/labels\n      hub get /v2/marks\n`,
    [
      `deprecated | 2025-09-19 | Old calls | ${old} | ${old} => CreateRepository`,
      'deprecated | 2026-01-01 | Labels | GET /v2/labels, listLabels | GET /v2/labels => listMarks',
    ],
  ],
  [
    'operations and endpoints by state and day',
    'log.yml',
    `deprecated:\n  2025-11-21:\n    GetRepositoryTag: ListRepositoryTags\n  2025-09-19:\n    ${old}: CreateRepository\n`,
    [
      'deprecated | 2025-11-21 | GetRepositoryTag | GetRepositoryTag',
      `deprecated | 2025-09-19 | ${old} | ${old} | ${old} => CreateRepository`,
    ],
  ],
  [
    'code that lists endpoints with arrows',
    'log.md',
    `# Log\n\n## 2025-09-19\n\n**Deprecated**: old calls.\n\n\`\`\`text\n${old}  -> CreateRepository\n\`\`\`\n`,
    [`deprecated 'Deprecated:' | 2025-09-19 | ${old} -> CreateRepository | ${old} | ${old} => CreateRepository`],
  ],
  [
    'days with indented lines below them',
    'log.txt',
    `2025-09-19  DEPRECATED  Old calls\n            ${old}\n               -> CreateRepository\n2022-08-23  REMOVED     v1 API\n            Deprecated, routes removed.\n`,
    [
      `deprecated '2025-09-19 DEPRECATED Old calls' | 2025-09-19 | ${old} -> CreateRepository | ${old} | ${old} => CreateRepository`,
      'removed | 2022-08-23 | 2022-08-23 REMOVED v1 API Deprecated, routes removed. | ',
    ],
  ],
  [
    'lines that are broken on purpose below a state and its day',
    'log.md',
    `**Deprecated on 2025-09-19**\\\n\`${old}\`, replaced by \`CreateRepository\`\\\n\`GET /v2/repositories/{namespace}\`, replaced by \`listNamespaceRepositories\`\n`,
    [
      `deprecated 'Deprecated on 2025-09-19' | 2025-09-19 | ${old}, replaced by CreateRepository | ${old} | ${old} => CreateRepository`,
      "deprecated 'Deprecated on 2025-09-19' | 2025-09-19 | GET /v2/repositories/{namespace}, replaced by listNamespaceRepositories | GET /v2/repositories/{namespace} | GET /v2/repositories/{namespace} => listNamespaceRepositories",
    ],
  ],
  [
    'terms and definitions below a state and its day',
    'log.rst',
    'Log\n===\n\nDeprecated on 2025-09-19, the old calls:\n\n``POST /v2/repositories``\n   is replaced by ``CreateRepository``\n``GET /v2/repositories/{namespace}``\n   is replaced by ``listNamespaceRepositories``\n',
    [
      `deprecated 'Deprecated on 2025-09-19, the old calls:' | 2025-09-19 | ${old} is replaced by CreateRepository | ${old} | ${old} => CreateRepository`,
      "deprecated 'Deprecated on 2025-09-19, the old calls:' | 2025-09-19 | GET /v2/repositories/{namespace} is replaced by listNamespaceRepositories | GET /v2/repositories/{namespace} | GET /v2/repositories/{namespace} => listNamespaceRepositories",
    ],
  ],
  [
    'a table of AsciiDoc that names the form that it has anyway',
    'log.adoc',
    `= Log\n\n[%header,format=psv]\n|===\n|Status |Feature |Date\n|Deprecated |\`${old}\` |2025-09-19\n|===\n`,
    [`deprecated | 2025-09-19 | ${old} | ${old}`],
  ],
  [
    'pairs of old and new',
    'log.json',
    JSON.stringify([
      { status: 'deprecated', feature: 'Old calls', date: '2025-09-19', replace: [[old, 'CreateRepository']] },
      {
        status: 'removed',
        feature: 'API v1',
        date: '2022-08-23',
        replace: [['/v1/repositories/{name}/images', null]],
      },
    ]),
    [
      `deprecated | 2025-09-19 | Old calls | ${old} | ${old} => CreateRepository`,
      'removed | 2022-08-23 | API v1 | /v1/repositories/{name}/images',
    ],
  ],
  [
    'quoted comments in front of comma-separated values',
    'log.csv',
    `"# The deprecation log, as it is.",,\n"# Removed: the endpoint was removed.",,\nStatus,Endpoint,Date\nDeprecated,${old},2025-09-19\n`,
    [`deprecated | 2025-09-19 | ${old} | ${old}`],
  ],
  [
    'records in front matter',
    'log.md',
    `+++\ntitle = "Log"\n\n[[entry]]\nstatus = "Deprecated"\nendpoints = ["${old}"]\ndate = 2025-09-19\nreplaced_by = "CreateRepository"\n+++\n\n{{< entries >}}\n`,
    [`deprecated | 2025-09-19 | ${old} | ${old} | ${old} => CreateRepository`],
  ],
  [
    'records in one line each in front matter',
    'log.md',
    `---\ntitle: Log\nlog:\n  - {status: Deprecated, feature: "${old}", date: 2025-09-19}\n---\n\n# Log\n`,
    [`deprecated | 2025-09-19 | ${old} | ${old}`],
  ],
  [
    'columns and rows of data',
    'log.yml',
    `page:\n  - heading: Log\n    table:\n      columns: [Status, Feature, Date]\n      rows:\n        - [Deprecated, Old calls, "2025-09-19"]\n  - heading: Old calls\n    text: |\n      Use these:\n    table:\n      caption: Calls\n      columns: [Endpoint, Replaced by]\n      rows:\n        - [${old}, CreateRepository]\n`,
    [`deprecated | 2025-09-19 | Old calls | ${old} | itself  | ${old} => CreateRepository`],
  ],
  [
    'a state with its definition behind it, and a column of calls',
    'log.md',
    `# Log\n\n## Old calls\n\nStatus: Deprecated. Must no longer be used; may be removed, disabled or hidden in a future release.\n\nDate: 2025-09-19\n\n| Call | Successor |\n|-|-|\n| ${old} | CreateRepository |\n`,
    [
      `deprecated 'Deprecated. Must no longer be used; may be removed, disabled or hidden in a future release.' | 2025-09-19 | Old calls | ${old} | itself  | ${old} => CreateRepository`,
    ],
  ],
  [
    'a column of words that are no state, below a state',
    'log.md',
    '# Log\n\n## Removed\n\n| What | On | Effect |\n|-|-|-|\n| API v1 | 2022-08-23 | status 410 on all of the routes |\n',
    ['removed | 2022-08-23 | API v1 | '],
  ],
  [
    'columns below a rule, with more in the last one',
    'log.txt',
    `LOG\n===\n\n  Status      Date        Feature\n  ----------  ----------  ---------------\n  Deprecated  2025-09-19  Old calls:\n                            ${old}\n                            GET  /v2/x\n  -           2025-06-27  This log\n`,
    [`deprecated | 2025-09-19 | Old calls: ${old} GET /v2/x | ${old}, GET /v2/x`, " '–' | 2025-06-27 | This log | "],
  ],
  [
    'short words for states, below a rule, and columns of endpoints above one',
    'log.txt',
    `LOG\n===\nRULE  Labelled first.\n      Then removed.\n--------------------------------\nSTAT  DATE        WHAT\nDEPR  2025-09-19  Old calls, ${old}\n      2025-06-27  List set up\nREMV  2022-08-23  API v1\n--------------------------------\nOLD                   NEW\n${old}  CreateRepository\nGET  /v2/x            GetX\n\nBoth are old.\n`,
    [
      `deprecated 'DEPR' | 2025-09-19 | Old calls, ${old} | ${old}`,
      ' | 2025-06-27 | List set up | ',
      "removed 'REMV' | 2022-08-23 | API v1 | ",
      `${old} => CreateRepository`,
      'GET /v2/x => GetX',
    ],
  ],
  [
    'links of Org mode to names of its headings, and its definitions',
    'log.org',
    `* Log\n| Status | Feature | Date |\n|-+-+-|\n| Deprecated | [[#old][Old calls]] | 2025-09-19 |\n\n* Others\n:PROPERTIES:\n:CUSTOM_ID: old\n:END:\n- =${old}= :: use ~CreateRepository~\n`,
    [`deprecated | 2025-09-19 | Old calls | ${old} | itself  | ${old} => CreateRepository`],
  ],
  [
    'references of reStructuredText to labels of the page, and to others',
    'log.rst',
    `Log\n===\n\n.. list-table::\n   :header-rows: 1\n\n   * - Status\n     - Feature\n     - Date\n   * - Deprecated\n     - Old calls (:ref:\`a-b\`, :ref:\`older entries <c>\`)\n     - 2025-09-19\n\n.. _a-b:\n\nOthers\n------\n\n\`\`${old}\`\` is replaced by CreateRepository.\n`,
    [`deprecated | 2025-09-19 | Old calls (a-b, older entries) | ${old} | itself  | ${old} => CreateRepository`],
  ],
  [
    'cross-references of DocBook',
    'log.xml',
    `<?xml version="1.0"?>\n<chapter xmlns="http://docbook.org/ns/docbook"><title>Log</title><table><tgroup cols="3"><thead><row><entry>Status</entry><entry>Feature</entry><entry>Date</entry></row></thead><tbody><row><entry>Removed</entry><entry><xref linkend="one"/></entry><entry>2022-08-23</entry></row><row><entry>Deprecated</entry><entry><link linkend="two">Old calls</link></entry><entry>2025-09-19</entry></row></tbody></tgroup></table><section xml:id="one"><info><title>API v1</title></info><para>Use v2.</para></section><section id="two"><title>Old calls</title><para>${old} is replaced by CreateRepository.</para></section></chapter>`,
    [
      'removed | 2022-08-23 | API v1 | ',
      `deprecated | 2025-09-19 | Old calls | ${old} | itself  | ${old} => CreateRepository`,
    ],
  ],
  [
    'a description in other words',
    'log.md',
    `# Log\n\n| Status | Feature | Date |\n|-|-|-|\n| Deprecated | Older endpoints which create and view a repository (see 4.1 a) to b)) | 2025-09-19 |\n| Deprecated | Legacy enumeration of repositories | 2025-06-27 |\n\n- ${old}\n- GET /v2/repositories/{namespace}/{repository}\n- GET /v2/repositories/{namespace}\n`,
    [
      `deprecated | 2025-09-19 | Older endpoints which create and view a repository (see 4.1 a) to b)) | ${old}, GET /v2/repositories/{namespace}/{repository} | itself `,
      'deprecated | 2025-06-27 | Legacy enumeration of repositories | GET /v2/repositories/{namespace} | itself ',
    ],
  ],
  [
    'a manual page of BSD',
    'log.7',
    `.\\" log\n.Dd May 1, 2024\n.Dt LOG 7\n.Os\n.Sh LOG\nSee\n.Sx OLD CALLS .\n.Bl -column "Status" "Date"\n.It Sy Status Ta Sy Feature Ta Sy Date\n.It Deprecated Ta old calls Ta 2025-09-19\n.It \\& Ta this log Ta 2025-06-27\n.It Removed Ta v1 API Ta 2022-08-23\n.El\n.Sh OLD CALLS\n.Bl -tag -width Ds\n.It Li ${old}\n.It Li GET /v2/x\nReplaced by\n.Fn CreateRepository .\n.El\n.Bl -bullet\n.It\nNo more\n.Pq of them .\n.El\n`,
    [
      `deprecated | 2025-09-19 | old calls | ${old}, GET /v2/x | itself  | ${old} => CreateRepository, GET /v2/x => CreateRepository`,
      ' | 2025-06-27 | this log | ',
      'removed | 2022-08-23 | v1 API | ',
    ],
  ],
  [
    'ends of paths that stand above',
    'log.txt',
    '2022-08-23  removed. v1 API.\n            /v1/a/lids\n            /v1/{b}/lids\n            /v1/a/boxes\n            .../lids   now /v2/lids\n            …/straps   no replacement\n',
    [
      "removed '2022-08-23 removed.' | 2022-08-23 | /v1/a/lids | /v1/a/lids",
      "removed '2022-08-23 removed.' | 2022-08-23 | /v1/{b}/lids | /v1/{b}/lids",
      "removed '2022-08-23 removed.' | 2022-08-23 | /v1/a/boxes | /v1/a/boxes",
      "removed '2022-08-23 removed.' | 2022-08-23 | /v1/a/lids and /v1/{b}/lids now /v2/lids | /v1/a/lids, /v1/{b}/lids, /v2/lids",
    ],
  ],
  [
    'a manual page as it is shown',
    'log.txt',
    `LIDS(7)     lids manual     LIDS(7)\n\nWORDS\n       Removed\n              It was\n              removed.\n\nLOG\n       2025-09-19   Deprecated   Old calls\n              ${old}     use CreateRepository\n              GET  /v2/x\n\n       2022-08-23   Removed      v1 API\n\nSEE ALSO\n       lids(1)\n\nLIDS 2     May 2024     LIDS(7)\n`,
    [
      `deprecated '2025-09-19 Deprecated Old calls' | 2025-09-19 | ${old} use CreateRepository | ${old} | ${old} => CreateRepository`,
      "deprecated '2025-09-19 Deprecated Old calls' | 2025-09-19 | GET /v2/x | GET /v2/x",
      'removed | 2022-08-23 | 2022-08-23 Removed v1 API | ',
    ],
  ],
  [
    'macros of BSD that are not known',
    'log.7',
    `.Dd May 1, 2024\n.Sh LOG\n.Bl -column a b c\n.It Status Ta Feature Ta Date\n.It Deprecated Ta ${old} Ta 2025-09-19\nor so\n.El\n.Rs\n`,
    [
      `deprecated | 2025-09-19 | ${old} | ${old}`,
      'Line 6 of log.7 has a macro that is not known.',
      'Line 8 of log.7 has a macro that is not known.',
    ],
  ],
  [
    'XML with endpoints in attributes and paragraphs next to them',
    'log.xml',
    `<?xml version="1.0"?>\n<log>\n<policy><p>A policy.</p></policy>\n<entry status="Deprecated" date="2025-09-19"><feature>Old calls</feature><endpoint method="POST" path="/v2/repositories" replacement="CreateRepository"/></entry>\n<entry status="Removed" date="2022-08-23"><feature>API v1</feature><endpoint path="/v1/x"/></entry>\n</log>\n`,
    [
      `deprecated | 2025-09-19 | Old calls | ${old} | ${old} => CreateRepository`,
      'removed | 2022-08-23 | API v1 | /v1/x',
    ],
  ],
  [
    'numbered clauses of an annex, with a table that has a row in each line with a day',
    'log.txt',
    `Annex D\n\nD.1   General\n\nD.1.1   What is old is labelled\n        first.\n\nNOTE: Some of it.\n\nD.2   Log\n\n        +------------+-------------------+------------+\n        | Status     | Feature           | Date       |\n        +------------+-------------------+------------+\n        | Deprecated | Legacy creation   | 2025-09-19 |\n        |            | and retrieval of  |            |\n        |            | repositories      |            |\n        | Removed    | v1 API            | 2022-08-23 |\n        +------------+-------------------+------------+\n\nD.3   Old endpoints\n\nD.3.1   They are:\n\n        a)  ${old}\n            Use CreateRepository.\n        b)  GET /v2/repositories/{namespace}/{repository}\n`,
    [
      `deprecated | 2025-09-19 | Legacy creation and retrieval of repositories | ${old}, GET /v2/repositories/{namespace}/{repository} | itself `,
      'removed | 2022-08-23 | v1 API | ',
      `${old} => CreateRepository`,
    ],
  ],
  [
    'named sections with letters that a later clause refers to',
    'log.txt',
    `Conditions\n\nSection 1  Old endpoints\n\n(1) The following are deprecated since 2025-09-19:\n\n    a) ${old}\n    b) GET  /v2/x\n\n(2) The endpoint under a) is replaced by the operation CreateRepository, and that under\n    b) by GetRepository.\n\n\nSection 2  Log\n\n    Date         Status       Feature\n    ----------   ----------   ----------------\n    2025-09-19   Deprecated   Old endpoints\n                              (section 1)\n    2022-08-23   Removed      API v1\n`,
    [
      `deprecated | 2025-09-19 | Old endpoints (section 1) | ${old}, GET /v2/x | itself  | ${old} => CreateRepository, GET /v2/x => GetRepository`,
      `deprecated 'The following are deprecated since' | 2025-09-19 | Old endpoints (section 1) | ${old}, GET /v2/x | itself  | ${old} => CreateRepository, GET /v2/x => GetRepository`,
      'removed | 2022-08-23 | API v1 | ',
    ],
  ],
  [
    'routes with what replaces them, or null, next to a text',
    'log.json',
    JSON.stringify([
      { date: '2025-06-27', status: 'Deprecated', feature: 'GET /v2/repositories/{namespace}', text: 'Replaced by X.' },
      {
        date: '2022-08-23',
        status: 'Removed',
        feature: 'API v1',
        text: 'Use v2.',
        routes: [
          { old: '/v1/x', new: null },
          { old: '/v1/y', new: '/v2/y' },
        ],
      },
    ]),
    [
      'deprecated | 2025-06-27 | GET /v2/repositories/{namespace} | GET /v2/repositories/{namespace}',
      'removed | 2022-08-23 | API v1 | /v1/x, /v1/y | /v1/y => /v2/y',
    ],
  ],
  [
    'a map from routes to what replaces them, or none',
    'log.json',
    JSON.stringify([
      { date: '2022-08-23', status: 'Removed', feature: 'API v1', routes: { '/v1/x': 'none', '/v1/y': '/v2/y' } },
    ]),
    ['removed | 2022-08-23 | API v1 | /v1/x, /v1/y | /v1/x => none, /v1/y => /v2/y'],
  ],
  [
    'a table of ReadMe',
    'log.md',
    `# Log\n\n<Table align={["left","left"]}>\n  <thead>\n    <tr><th>Status</th><th>Feature</th><th>Date</th></tr>\n  </thead>\n  <tbody>\n    <tr><td>Deprecated</td><td>\`${old}\`</td><td>2025-09-19</td></tr>\n  </tbody>\n</Table>\n`,
    [`deprecated | 2025-09-19 | \`${old}\` | ${old}`],
  ],
  [
    'what is not to be used next to what is',
    'log.html',
    `<!doctype html><h1>Log</h1><h2>Deprecated: old calls, 2025-09-19</h2><table><tr><th>Do not use</th><td>${old}</td><th>Use</th><td>CreateRepository</td></tr><tr><th>Do not use</th><td>GET /v2/x</td><th>Use</th><td>GetRepository</td></tr></table>`,
    [
      `deprecated 'Deprecated: old calls, 2025-09-19' | 2025-09-19 | ${old} | ${old} | ${old} => CreateRepository`,
      "deprecated 'Deprecated: old calls, 2025-09-19' | 2025-09-19 | GET /v2/x | GET /v2/x | GET /v2/x => GetRepository",
    ],
  ],
  [
    'a table of AsciiDoc whose first row is over several lines, and no head',
    'log.adoc',
    `= Log\n\n== Removed on 2022-08-23: API v1\n\n[cols="1,1"]\n|===\n|/v1/x\n|none named\n\n|/v1/y\n|none named\n|===\n`,
    [
      "removed 'Removed on 2022-08-23: API v1' | 2022-08-23 | /v1/x | /v1/x",
      "removed 'Removed on 2022-08-23: API v1' | 2022-08-23 | /v1/y | /v1/y",
    ],
  ],
  [
    'a table in a grid between Markdown',
    'log.md',
    `# Log\n\n+------------+-----------------------+------------+\n| Status     | Feature               | Date       |\n+============+=======================+============+\n| Deprecated | ${old} | 2025-09-19 |\n|            |                       | 2025-10-01 |\n+------------+-----------------------+------------+\n\nMore.\n`,
    [`deprecated | 2025-09-19 | ${old} | ${old}`, ' | 2025-10-01 |  | '],
  ],
  [
    'a term that says all of the v1 API, with what explains it below',
    'log.html',
    `<!doctype html><h1>Log</h1><dl><dt>Deprecated Old calls 2025-09-19</dt><dd>${old}</dd><dt>Removed v1 API 2022-08-23</dt><dd><p>You get a 410.</p><ul><li>/v1/x</li></ul><p>Boxes have not come.</p></dd><dt>Removed v1 API of lids 2022-08-23</dt><dd><p>It was restored.</p><ul><li>/v1/x</li></ul></dd></dl>`,
    [
      `deprecated 'Deprecated Old calls 2025-09-19' | 2025-09-19 | ${old} | ${old}`,
      'removed | 2022-08-23 | Removed v1 API 2022-08-23 | ',
      "any 'Removed' | 2022-08-23 | Removed v1 API of lids 2022-08-23 It was restored. /v1/x | /v1/x",
    ],
  ],
  [
    'a matrix of what is supported and what is deprecated',
    'log.md',
    `# Log\n\n| Capability | Supported operation | Deprecated endpoint (since) |\n|-|-|-|\n| Boxes | CreateRepository | ${old} (2025-09-19) |\n\n| Status | Feature | Date |\n|-|-|-|\n| Removed | API v1 | 2022-08-23 |\n`,
    ['removed | 2022-08-23 | API v1 | ', `${old} => CreateRepository`],
  ],
  [
    'a box of MediaWiki next to the page',
    'log.wiki',
    `{{Infobox page\n| product = Boxes\n| reviewed = 2025-11-24\n}}\n== Log ==\n{| class="wikitable"\n! Status !! Feature !! Date\n|-\n| Deprecated || ${old} || 2025-09-19\n|}\n`,
    [`deprecated | 2025-09-19 | ${old} | ${old}`],
  ],
  [
    'MediaWiki without a table in a file of text',
    'log.txt',
    `== Log ==\n'''Removed.''' 2022-08-23: the v1 API, see [[Boxes]].\n\n== More ==\n* '''Deprecated''' 2025-09-19: <code>${old}</code>\n`,
    [
      'removed | 2022-08-23 | Removed. 2022-08-23: the v1 API, see Boxes. | ',
      `deprecated | 2025-09-19 | Deprecated 2025-09-19: ${old} | ${old}`,
    ],
  ],
  [
    'the same path of the item before',
    'log.md',
    '# Log\n\n| Status | Feature | Date |\n|-|-|-|\n| Deprecated | [Old calls](#old) | 2025-09-19 |\n\n## Old\n\n- `GET /v2/x` gives way to GetX,\n- while `HEAD` on that same path gives way to CheckX.\n',
    ['deprecated | 2025-09-19 | Old calls | GET /v2/x, HEAD /v2/x | itself  | GET /v2/x => GetX'],
  ],
  [
    'cells over rows and columns, and icons',
    'log.adoc',
    `= Log\n:y: icon:clock[role=red] Deprecated\n\n|===\n|Status |Endpoint |New |Date\n\n|{y}\n|${old}\n|CreateRepository\n.2+|2025-09-19\n\n|{y}\n2+|POST /v2/repositories/\\{namespace}\n|===\n`,
    [
      `deprecated | 2025-09-19 | ${old} | ${old} | ${old} => CreateRepository`,
      'deprecated | 2025-09-19 | POST /v2/repositories/{namespace} | POST /v2/repositories/{namespace}',
    ],
  ],
  [
    'a table of Markdoc, with a list and a bar in its cells',
    'log.md',
    `# Log\n\n{% table %}\n* Status {% width="20%" %}\n* Feature\n* Date\n* New\n---\n* Deprecated\n*\n  - \`${old}\`\n  - \`POST /v2/repositories/{namespace}\`\n* 2025-09-19\n* \`CreateRepository\`\n---\n*\n* The table a|b\n* 2025-06-27\n*\n{% /table %}\n\n\`\`\`\n{% table %}\n\`\`\`\n`,
    [
      `deprecated | 2025-09-19 | ${old} POST /v2/repositories/{namespace} | ${old}, POST /v2/repositories/{namespace} | ${old} => CreateRepository, POST /v2/repositories/{namespace} => CreateRepository`,
      ' | 2025-06-27 | The table a|b | ',
    ],
  ],
  [
    'notes that a column of replacements refers to',
    'log.md',
    `| Status | Feature | Date | Replaced by |\n|-|-|-|-|\n| Deprecated | Old: \`${old}\`[^a], \`GET /v2/repositories/{namespace}\`[^b] | 2025-09-19 | see notes |\n\n[^a]: Replaced by \`CreateRepository\`.\n[^b]: Replaced by \`listNamespaceRepositories\`.\n`,
    [
      `deprecated | 2025-09-19 | Old: ${old} (Replaced by CreateRepository.), GET /v2/repositories/{namespace} (Replaced by listNamespaceRepositories.) | ${old}, GET /v2/repositories/{namespace} | ${old} => CreateRepository, ${old} => CreateRepository, GET /v2/repositories/{namespace} => listNamespaceRepositories, GET /v2/repositories/{namespace} => listNamespaceRepositories`,
    ],
  ],
  [
    'items and lines of the same fields',
    'log.md',
    `# Log\n\n- Affected: \`${old}\` - Note: use \`CreateRepository\`; not for long - **Status:** Deprecated - **Date**: 2025-09-19\n- Affected: v1 API - Note: use v2 - Status: Removed - Date: 2022-08-23\n\n[A-1] Status: Deprecated | Since: 2025-06-27 | Route: GET /v2/repositories/{namespace}\n[A-2] Status: Deprecated | Since: 2025-09-19 | Route: GET /v2/repositories/{namespace}/{repository}\n\n- Route: /v1/a - New: /v2/a\n- Route: /v1/b - New: none\n\nStatus: Deprecated\nDate: 2020-01-01\n`,
    [
      `deprecated | 2025-09-19 | ${old} | ${old}, CreateRepository | ${old} => CreateRepository`,
      'removed | 2022-08-23 | v1 API | ',
      'deprecated | 2025-06-27 | GET /v2/repositories/{namespace} | GET /v2/repositories/{namespace}',
      'deprecated | 2025-09-19 | GET /v2/repositories/{namespace}/{repository} | GET /v2/repositories/{namespace}/{repository}',
      '/v1/a => /v2/a',
      '/v1/b => none',
    ],
  ],
  [
    'items whose fields differ, are twice, or have something in front of them',
    'log.md',
    `# Log\n\n- Affected: \`${old}\` - Date: 2025-09-19\n- Affected: GET /x - When: 2025-09-19\n\n* See Status: a - Date: b\n* See Status: a - Date: b\n\n+ Date: a - Date: b\n+ Date: a - Date: b\n`,
    [
      `any '' | 2025-09-19 | Affected: ${old} - Date: 2025-09-19 | ${old}`,
      "any '' | 2025-09-19 | Affected: GET /x - When: 2025-09-19 | GET /x",
    ],
  ],
  [
    'a definition list of a status, and of endpoints',
    'log.md',
    `# Log\n\n## Current deprecations\n\n### Old calls (2025-09-19)\n\nStatus\n: Deprecated\n\nEndpoints\n: \`${old}\` – replaced by \`CreateRepository\`\n: \`GET /v2/x\` – replaced by \`GetX\`\n\n### Older calls (2020-01-01)\n\nStatus\n: Active\n\nEndpoints\n: \`GET /v2/y\`\n`,
    [
      `deprecated | 2025-09-19 | Old calls (2025-09-19) | ${old}, GET /v2/x | itself  | ${old} => CreateRepository, GET /v2/x => GetX`,
      'active | 2020-01-01 | Older calls (2020-01-01) | GET /v2/y | itself ',
    ],
  ],
  [
    'questions that lists answer, and one that has no as its answer',
    'log.md',
    `# Log\n\n**Q: Which endpoints are deprecated right now?**\nA: Two of them.\n\n1. \`${old}\` (2025-09-19).\n2. \`GET /v2/repositories/{namespace}\` (2025-06-27).\n\nWhich are removed?\n\n- v1 API (2022-08-23)\n\nIs anything removed? No. These stay:\n\n- \`GET /v2/x\` (2020-01-01)\n`,
    [
      `deprecated 'deprecated:' | 2025-09-19 | ${old} (2025-09-19). | ${old}`,
      "deprecated 'deprecated:' | 2025-06-27 | GET /v2/repositories/{namespace} (2025-06-27). | GET /v2/repositories/{namespace}",
      'removed | 2022-08-23 | removed: v1 API (2022-08-23) | ',
      "any '' | 2020-01-01 | GET /v2/x (2020-01-01) | GET /v2/x",
    ],
  ],
  [
    'paragraphs with letters as items have them',
    'log.txt',
    `3.1 The following calls are deprecated with effect from 2025-09-19:\n\n(a) ${old}, which is replaced by CreateRepository; and\n\n(b) GET /v2/x.\n\n(a) GET /v2/y was removed on 2020-01-01.\n\nOther\n`,
    [
      `deprecated '3.1 The following calls are deprecated with effect from 2025-09-19:' | 2025-09-19 | (a) ${old}, which is replaced by CreateRepository; and | ${old} | ${old} => CreateRepository`,
      "deprecated '3.1 The following calls are deprecated with effect from 2025-09-19:' | 2025-09-19 | (b) GET /v2/x. | GET /v2/x",
      'removed | 2020-01-01 | (a) GET /v2/y was removed on 2020-01-01. | GET /v2/y',
    ],
  ],
  [
    'two fields in one line',
    'log.md',
    `# Log\n\n## Notice 2\n\nDate: 2025-09-19. Status of the calls named in this notice: Deprecated.\n\n\`${old}\` is superseded by \`CreateRepository\`.\n\n## Notice 1\n\nDate: 2025-09-18. See it.\n\n\`GET /v2/x\` is deprecated.\n`,
    [
      `deprecated 'Deprecated.' | 2025-09-19 | Notice 2 | ${old} | itself  | ${old} => CreateRepository`,
      "any '' | 2025-09-18 | Notice 1 | GET /v2/x | itself ",
    ],
  ],
])('%s', (_, from, text, expected) => {
  const { rows, replacements, unread } = readDeprecationLog(text, from)
  const further = replacements.map(replaced).filter(one => !rows.some(row => shown(row).includes(one)))
  expect([...rows.map(shown), ...unread.map(({ why }) => why), ...further]).toEqual(expected)
})
