import { describe, expect, it } from 'vitest'
import { htmlOfAsciiDoc } from '../../../../engine/documents/pages/asciidoc.ts'
import { htmlOfData } from '../../../../engine/documents/pages/data.ts'
import { htmlOfMarkdown } from '../../../../engine/documents/pages/markdown.ts'
import { htmlOfRestructuredText } from '../../../../engine/documents/pages/restructured-text.ts'

/** What each form of a page becomes; on which line of the source each part stands is part of it. */

describe('data as HTML', () => {
  it.each<[string, string]>([
    [
      'v2Path: 1\nx.a_b: 2\na_b.: 3\nreplaced__by: 4\n2025-01-01: 5\n? [a]\n: 6',
      '<p data-line="1">v2 path: 1</p><p data-line="2">x.a_b: 2</p><p data-line="3">a_b.: 3</p><p data-line="4">replaced by: 4</p><p data-line="5">2025-01-01: 5</p><p data-line="6">: 6</p>',
    ],
    [
      '- {a: /x, b: POST /y z, c: x/y, d: GET /z}\n- {a: null, b: true, c: false, e: 1}',
      '<table data-line="1"><tr><th>a</th><th>b</th><th>c</th><th>d</th><th>e</th></tr><tr data-line="1"><td><code>/x</code></td><td>POST /y z</td><td>x/y</td><td><code>GET /z</code></td><td></td></tr><tr data-line="2"><td></td><td>yes</td><td>no</td><td></td><td>1</td></tr></table>',
    ],
    [
      '- {n: a, ops: [{verb: GET, route: /a, code: 410}, {method: PUT, url: /b}]}',
      '<table data-line="1"><tr><th>n</th><th>ops</th></tr><tr data-line="1"><td>a</td><td><code>GET /a</code>, code: 410;<br>method: ;<br>url: ;<br><code>PUT /b</code>;<br>verb: ;<br>route: ;<br>code: </td></tr></table>',
    ],
    [
      '- {n: a, state: x, things: [p, {path: /q}]}\n- {n: b, state: y, things: []}',
      '<table data-line="1"><tr><th>n</th><th>state</th><th>things</th></tr><tr data-line="1"><td>a</td><td>x</td><td>p;<br><code>/q</code></td></tr><tr data-line="2"><td>b</td><td>y</td><td></td></tr></table>',
    ],
    [
      '- {day: 1, list: [a, b]}\n- {day: 2}',
      '<h1 data-line="1">1</h1><h2 data-line="1">list</h2><ul data-line="1"><li data-line="1">a</li><li data-line="1">b</li></ul><h1 data-line="2">2</h1>',
    ],
    [
      '- {day: 1, list: [a, {path: /q}]}',
      '<h1 data-line="1">1</h1><h2 data-line="1">list</h2><ul data-line="1"><li data-line="1">a</li><li data-line="1"><p data-line="1">path: <code>/q</code></p></li></ul>',
    ],
    [
      '- {day: 1, list: [{path: /q}]}',
      '<table data-line="1"><tr><th>day</th><th>list</th></tr><tr data-line="1"><td>1</td><td><code>/q</code></td></tr></table>',
    ],
    [
      '- {release: 1, m: {a: {b: 1}}}',
      '<h1 data-line="1">1</h1><h2 data-line="1">m</h2><h3 data-line="1">a</h3><p data-line="1">b: 1</p>',
    ],
    [
      '- {name: 2, m: {path: /a}}',
      '<table data-line="1"><tr><th>name</th><th>m</th></tr><tr data-line="1"><td>2</td><td><code>/a</code></td></tr></table>',
    ],
    [
      '- {x: 0, date: 1, s: [{y: 1}]}\n- {x: 0, day: 2}\n- {x: 0, release: 3}\n- {x: 0, released: 4}\n- {x: 0, name: 5}',
      '<h1 data-line="1">1</h1><p data-line="1">x: 0</p><h2 data-line="1">s</h2><table data-line="1"><tr><th>y</th></tr><tr data-line="1"><td>1</td></tr></table><h1 data-line="2">2</h1><p data-line="2">x: 0</p><h1 data-line="3">3</h1><p data-line="3">x: 0</p><h1 data-line="4">4</h1><p data-line="4">x: 0</p><h1 data-line="5">5</h1><p data-line="5">x: 0</p>',
    ],
    [
      '- {x: 1, when: 2025-01-01, parts: [{y: 2}, {path: /a}]}',
      '<h1 data-line="1">2025-01-01</h1><p data-line="1">x: 1</p><h2 data-line="1">parts</h2><table data-line="1"><tr><th>y</th><th>path</th></tr><tr data-line="1"><td>2</td><td></td></tr><tr data-line="1"><td></td><td><code>/a</code></td></tr></table>',
    ],
    [
      '- {day: 1, s: [{x: 1}], operations: [a], operation: [c], route: [d], routes: [h], path: [e], paths: [f], endpoint: [g], other: [i]}',
      '<h1 data-line="1">1</h1><h2 data-line="1">s</h2><table data-line="1"><tr><th>x</th></tr><tr data-line="1"><td>1</td></tr></table><p data-line="1">a</p><p data-line="1">c</p><p data-line="1">d</p><p data-line="1">h</p><p data-line="1">e</p><p data-line="1">f</p><p data-line="1">g</p><h2 data-line="1">other</h2><ul data-line="1"><li data-line="1">i</li></ul>',
    ],
    [
      '- {day: 1, operations: [a, {b: 1}]}',
      '<h1 data-line="1">1</h1><h2 data-line="1">operations</h2><ul data-line="1"><li data-line="1">a</li><li data-line="1"><p data-line="1">b: 1</p></li></ul>',
    ],
    [
      '- {a: 1, inner: {b: 2, c: 3}}\n- {a: 2, inner: {route: /r, b: 1}, u: {url: /u}}',
      '<table data-line="1"><tr><th>a</th><th>b</th><th>c</th><th>inner</th><th>u</th></tr><tr data-line="1"><td>1</td><td>2</td><td>3</td><td></td><td></td></tr><tr data-line="2"><td>2</td><td></td><td></td><td><code>/r</code>;<br>b: 1</td><td><code>/u</code></td></tr></table>',
    ],
    [
      '- {a: 1}\n- {a: 2, inner: {a: 4}}',
      '<p data-line="1">a: 1</p><p data-line="2">a: 2</p><h2 data-line="2">inner</h2><p data-line="2">a: 4</p>',
    ],
    [
      '- a\n- {b: 1}\n- [c]',
      '<ul data-line="1"><li data-line="1">a</li><li data-line="2"><p data-line="2">b: 1</p></li><li data-line="3"><ul data-line="3"><li data-line="3">c</li></ul></li></ul>',
    ],
    ['text', '<p data-line="1">text</p>'],
    [
      '{"a":1} \r\n\n{"a":2}\n',
      '<table data-line="1"><tr><th>a</th></tr><tr data-line="1"><td>1</td></tr><tr data-line="3"><td>2</td></tr></table>',
    ],
    ['GetThing GET /v2/a', '<p data-line="1">GetThing (<code>GET /v2/a</code>)</p>'],
    ['use GET /v2/a', '<p data-line="1">use GET /v2/a</p>'],
    [
      '- {kind: a, ops: [{url: "https://h/x", now: y}, {method: GET, url: "https://h/v2/a", now: y}, {path: /q, now: {b: {c: 1}}}]}',
      '<table data-line="1"><tr><th>kind</th><th>ops</th></tr><tr data-line="1"><td>a</td><td>url: https://h/x;<br>now: y;<br>method: ;<br>path: ;<br>GET https://h/v2/a;<br>replaced by: y;<br>path: ;<br><code>/q</code>;<br>replaced by: b: c: 1;<br>url: ;<br>method: </td></tr></table>',
    ],
    [
      '- GetThing GET /v2/a now\n- old listA GET /v2/b',
      '<ul data-line="1"><li data-line="1">GetThing GET /v2/a now</li><li data-line="2">old listA GET /v2/b</li></ul>',
    ],
    [
      '- date: 2025-01-01\n  body: |\n    ## A\n    - b\n\n    c\n\n    <div>d</div>\n    <div><h2 id="e">f</h2></div>\n\n    > g',
      '<h1 data-line="1">2025-01-01</h1><h3 data-line="2">A</h3>\n<ul data-line="2"><li data-line="2">b</li>\n</ul>\n<p data-line="2">c</p>\n<div>d</div>\n<div><h3 data-line="2" id="e">f</h3></div><blockquote><p data-line="2">g</p>\n</blockquote>',
    ],
    [
      '{code: "# a\\n", a-command: "# a\\n", An example: "# a\\n", curl_snippet: "# a\\n", code changes: "a\\r\\n: b\\r\\n# c\\r\\n", decode: "# a\\n"}',
      '<p data-line="1">code: # a\n</p><p data-line="1">a command: # a\n</p><p data-line="1">An example: # a\n</p><p data-line="1">curl snippet: # a\n</p><dl><dt>a</dt><dd>b</dd></dl><h1 data-line="1">c</h1>\n<h1 data-line="1">a</h1>',
    ],
    [
      '/a: {route: /b}\n/c: {endpoint: /d, n: 1}\n/e: {path: /f}',
      '<table data-line="1"><tr><th>endpoint</th><th>replaced by</th><th>n</th></tr><tr data-line="1"><td><code>/a</code></td><td><code>/b</code></td><td></td></tr><tr data-line="2"><td><code>/c</code></td><td><code>/d</code></td><td>1</td></tr><tr data-line="3"><td><code>/e</code></td><td><code>/f</code></td><td></td></tr></table>',
    ],
    [
      '/v1/a: removed\n/v1/b: gone for good',
      '<table data-line="1"><tr><th>endpoint</th><th>status</th></tr><tr data-line="1"><td><code>/v1/a</code></td><td>removed</td></tr><tr data-line="2"><td><code>/v1/b</code></td><td>gone for good</td></tr></table>',
    ],
    [
      '/v1/a: /v2/b\n/v1/b: GetThing now',
      '<table data-line="1"><tr><th>endpoint</th><th>status</th></tr><tr data-line="1"><td><code>/v1/a</code></td><td><code>/v2/b</code></td></tr><tr data-line="2"><td><code>/v1/b</code></td><td>GetThing now</td></tr></table>',
    ],
    [
      '/v1/a: use GetThing\n/v1/b: /v2/b',
      '<table data-line="1"><tr><th>endpoint</th><th>status</th></tr><tr data-line="1"><td><code>/v1/a</code></td><td>use GetThing</td></tr><tr data-line="2"><td><code>/v1/b</code></td><td><code>/v2/b</code></td></tr></table>',
    ],
    [
      'replaced: [[/a, /b], [/c, /d, /e]]',
      '<h1 data-line="1">replaced</h1><ul data-line="1"><li data-line="1"><ul data-line="1"><li data-line="1"><code>/a</code></li><li data-line="1"><code>/b</code></li></ul></li><li data-line="1"><ul data-line="1"><li data-line="1"><code>/c</code></li><li data-line="1"><code>/d</code></li><li data-line="1"><code>/e</code></li></ul></li></ul>',
    ],
    [
      'replaced: [[/a, /b], [/c, [d, e]]]',
      '<h1 data-line="1">replaced</h1><ul data-line="1"><li data-line="1"><ul data-line="1"><li data-line="1"><code>/a</code></li><li data-line="1"><code>/b</code></li></ul></li><li data-line="1"><ul data-line="1"><li data-line="1"><code>/c</code></li><li data-line="1"><ul data-line="1"><li data-line="1">d</li><li data-line="1">e</li></ul></li></ul></li></ul>',
    ],
    [
      '- {stage: removed, date: 2025-01-01, name: A, s: []}\n- {status: removed, date: 2025-01-01, title: A, s: {t: {u: 1}}}\n- {state: kept, date: 2025-01-01, title: A}\n- {x: 1, heading: A}',
      '<h1 data-line="1">A</h1><p data-line="1">stage: removed</p><p data-line="1">date: 2025-01-01</p><h1 data-line="2">A</h1><p data-line="2">status: removed</p><p data-line="2">date: 2025-01-01</p><h2 data-line="2">s</h2><h3 data-line="2">t</h3><p data-line="2">u: 1</p><h1 data-line="3">2025-01-01</h1><p data-line="3">state: kept</p><p data-line="3">title: A</p><h1 data-line="4">A</h1><p data-line="4">x: 1</p>',
    ],
    [
      '- {list: [a, b], kind: x, date: 2025-01-01}',
      '<table data-line="1"><tr><th>list</th><th>kind</th><th>date</th></tr><tr data-line="1"><td>a<br>b</td><td>x</td><td>2025-01-01</td></tr></table>',
    ],
    [
      '- {list: [a, b], kind: x, code: 410, date: 2025-01-01}',
      '<table data-line="1"><tr><th>kind</th><th>code</th><th>date</th><th>list</th></tr><tr data-line="1"><td>x</td><td>410</td><td>2025-01-01</td><td>a<br>b</td></tr></table>',
    ],
    [
      'columns: [a, b]\nrows: [[1, 2], [3]]',
      '<table data-line="2"><tr><th>a</th><th>b</th></tr><tr data-line="2"><td>1</td><td>2</td></tr><tr data-line="2"><td>3</td><td></td></tr></table>',
    ],
    [
      'a: {header: [a], data: [[1]], caption: c}\nb: {headers: [a], body: [[1]]}\nc: {head: [a], rows: [[1]]}',
      '<h1 data-line="1">a</h1><p data-line="1">caption: c</p><h2 data-line="1">data</h2><table data-line="1"><tr><th>a</th></tr><tr data-line="1"><td>1</td></tr></table><h1 data-line="2">b</h1><table data-line="2"><tr><th>a</th></tr><tr data-line="2"><td>1</td></tr></table><h1 data-line="3">c</h1><table data-line="3"><tr><th>a</th></tr><tr data-line="3"><td>1</td></tr></table>',
    ],
    [
      'a: {columns: [a, [b]], data: [[1]]}\nb: {columns: c, rows: [[1]]}\nd: {columns: [a], rows: [[1, [2]]]}\ne: {columns: [a], rows: [[3], 1]}\nf: {columns: [a], others: [[1]]}',
      '<h1 data-line="1">a</h1><h2 data-line="1">columns</h2><ul data-line="1"><li data-line="1">a</li><li data-line="1"><ul data-line="1"><li data-line="1">b</li></ul></li></ul><h2 data-line="1">data</h2><ul data-line="1"><li data-line="1"><ul data-line="1"><li data-line="1">1</li></ul></li></ul><h1 data-line="2">b</h1><p data-line="2">columns: c</p><h2 data-line="2">rows</h2><ul data-line="2"><li data-line="2"><ul data-line="2"><li data-line="2">1</li></ul></li></ul><h1 data-line="3">d</h1><h2 data-line="3">columns</h2><ul data-line="3"><li data-line="3">a</li></ul><h2 data-line="3">rows</h2><ul data-line="3"><li data-line="3"><ul data-line="3"><li data-line="3">1</li><li data-line="3"><ul data-line="3"><li data-line="3">2</li></ul></li></ul></li></ul><h1 data-line="4">e</h1><h2 data-line="4">columns</h2><ul data-line="4"><li data-line="4">a</li></ul><h2 data-line="4">rows</h2><ul data-line="4"><li data-line="4"><ul data-line="4"><li data-line="4">3</li></ul></li><li data-line="4">1</li></ul><h1 data-line="5">f</h1><h2 data-line="5">columns</h2><ul data-line="5"><li data-line="5">a</li></ul><h2 data-line="5">others</h2><ul data-line="5"><li data-line="5"><ul data-line="5"><li data-line="5">1</li></ul></li></ul>',
    ],
    [
      '- {kind: a, replaced_by: {operation: GetX, path: /v2/x}}\n- {kind: b, replaced_by: {operation: GetY}}',
      '<table data-line="1"><tr><th>kind</th><th>replaced by</th></tr><tr data-line="1"><td>a</td><td>GetX /v2/x</td></tr><tr data-line="2"><td>b</td><td>GetY</td></tr></table>',
    ],
    [
      '- title: T\n  body: "# A\\n\\nRemoved on 2025-01-01"',
      '<h1 data-line="1">T</h1><h1 data-line="2">A</h1>\n<p data-line="2">Removed on 2025-01-01</p>',
    ],
    [
      'tags: [2025-01-01]\nbody: "# A\\n\\nRemoved on 2025-01-01, and"',
      '<h1 data-line="2">A</h1>\n<p data-line="2">Removed on 2025-01-01, and</p>',
    ],
    [
      'entries: [{day: 2025-01-01}]\nbody: "# A\\n\\nRemoved on 2025-01-01, and"',
      '<h1 data-line="1">entries</h1><table data-line="1"><tr><th>day</th></tr><tr data-line="1"><td>2025-01-01</td></tr></table><h1 data-line="2">A</h1>\n<p data-line="2">Removed on 2025-01-01, and</p>',
    ],
    [
      'entries: [{day: x}]\nbody: "# A\\n\\nRemoved on 2025-01-01, and"',
      '<h1 data-line="2">A</h1>\n<p data-line="2">Removed on 2025-01-01, and</p>',
    ],
    [
      '- {day: 1, code: 410, routes: [/v1/a], more: [b, {c: 1}]}',
      '<h1 data-line="1">1</h1><p data-line="1">code: 410:</p><ul data-line="1"><li data-line="1"><code>/v1/a</code></li></ul><h2 data-line="1">more</h2><ul data-line="1"><li data-line="1">b</li><li data-line="1"><p data-line="1">c: 1</p></li></ul>',
    ],
    [
      '- date: 2025-01-01\n  body: "\\n<main>\\n\\n    <h2>f</h2>\\n"',
      '<h1 data-line="1">2025-01-01</h1>\n<main>\n\n    <h3 data-line="2">f</h3>',
    ],
    [
      '- {date: 2025-01-01, body: "**Old**\\n"}\n- {date: 2025-01-01, body: "**A** b\\n"}\n- {date: 2025-01-01, body: "## A"}\n- {date: 2025-01-01, body: "## A\\n"}\n- {date: 2025-01-01, body: "- A\\r\\n\\r\\na|b\\r\\n-|-\\r\\n|c\\r\\n"}',
      '<h1 data-line="1">2025-01-01</h1><p data-line="1"><strong>Old</strong></p>\n<h1 data-line="2">2025-01-01</h1><p data-line="2">body: **A** b\n</p><h1 data-line="3">2025-01-01</h1><p data-line="3">body: ## A</p><h1 data-line="4">2025-01-01</h1><h3 data-line="4">A</h3>\n<h1 data-line="5">2025-01-01</h1><ul data-line="5"><li data-line="5">A</li>\n</ul>\n<table data-line="5"><tr data-line="5"><th>a</th><th>b</th></tr><tr data-line="5"><td></td><td>c</td></tr></table>',
    ],
    [
      '{"title":"T","body":[{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"2025-01-01","version":1}]},{"type":"heading","attrs":{"level":1},"content":[{"type":"text","text":"b"}]}]}]}',
      '<h1 data-line="1">T</h1><p data-line="1">2025-01-01</p><h1 data-line="1">b</h1>',
    ],
    [
      'GetRepositoryTag: fine\nListRepositories: good',
      '<p data-line="1">Get repository tag: fine</p><p data-line="2">List repositories: good</p>',
    ],
    ...['fields', 'attributes'].map((name): [string, string] => [
      `- {id: 1, ${name}: {id: 2, path: /v1/a, list: [b]}}`,
      '<p data-line="1">id: 1</p><p data-line="1">path: <code>/v1/a</code></p><h2 data-line="1">list</h2><ul data-line="1"><li data-line="1">b</li></ul>',
    ]),
    ...['subfields', 'fieldset'].map((name): [string, string] => [
      `- {id: 1, ${name}: {id: 2, path: /v1/a}}`,
      `<table data-line="1"><tr><th>id</th><th>${name}</th></tr><tr data-line="1"><td>1</td><td><code>/v1/a</code>;<br>id: 2</td></tr></table>`,
    ]),
    [
      '- {x: 1, since: 2025-01-01, s: [{y: 1}]}',
      '<h1 data-line="1">2025-01-01</h1><p data-line="1">x: 1</p><h2 data-line="1">s</h2><table data-line="1"><tr><th>y</th></tr><tr data-line="1"><td>1</td></tr></table>',
    ],
    [
      '- {name: v1, html_url: u, draft: false, note: "# A\\n\\nb"}\n- {name: v2, _links: u, draft: false, description: c, body: e}\n- {name: v3, draft: false, body: d}',
      '<h1 data-line="1">v1</h1><h2 data-line="1">A</h2>\n<p data-line="1">b</p>\n<h1 data-line="2">v2</h1><p data-line="2">description: c</p><p data-line="2">body: e</p><h1 data-line="3">v3</h1><p data-line="3">draft: no</p><p data-line="3">body: d</p>',
    ],
    [
      'note: "123456789012345678901234"\nbody: "# A\\n\\nRemoved on 2025-01-01"',
      '<h1 data-line="2">A</h1>\n<p data-line="2">Removed on 2025-01-01</p>',
    ],
  ])('%j', (source, html) => {
    expect(htmlOfData(source).trimEnd()).toBe(html)
  })
  it('is none where aliases stand for more than a hundred thousand parts', () => {
    const aliases = [1, 2, 3, 4, 5].map(at => `a${at}: &a${at} [${Array(10).fill(`*a${at - 1}`)}]\n`)
    expect(() => htmlOfData(`a0: &a0 b\n${aliases.join('')}`)).toThrow(RangeError)
    expect(() => htmlOfData(`a0: &a0 b\n${aliases.slice(0, 3).join('')}`)).not.toThrow()
  })
  it('has 50 columns at most', () => {
    const names = Array.from({ length: 51 }, (_, at) => `c${at}: 1`)
    expect(htmlOfData(`- {${names.join()}}`).match(/<th>/g)).toHaveLength(50)
  })
})

describe('reStructuredText as HTML', () => {
  it.each([
    [
      '=====\n Top \n=====\n\n-----\nSub\n-----\n\nLower\n=====\ntext',
      '<h1 id="Top" data-line="1">Top</h1>\n<h2 id="Sub" data-line="5">Sub</h2>\n<h3 id="Lower" data-line="9">Lower</h3>\n<p data-line="11">text</p>',
    ],
    [
      ':doc:`the text <there>` :ref:`name` :doc:`ab<cd>` `a b <cd>`_ `ab<cd>`_ `d`__ **bold text** *em text* ``lit``',
      '<p data-line="1"><a href="there">the text</a> <code>name</code> <a href="cd">ab</a> <a href="cd">a b</a> <a href="cd">ab</a> <a href="#d">d</a> <strong>bold text</strong> <em>em text</em> <code>lit</code></p>',
    ],
    [
      '+-----+-----+\n| a   | b   |\n+=====+=====+\n| c   | d   |\n| e   | f   |\n+-----+-----+\n\nafter | it',
      '<table data-line="1"><tr data-line="2"><th>a</th><th>b</th></tr>\n<tr data-line="4"><td>c e</td><td>d f</td></tr>\n</table>\n<p data-line="8">after | it</p>',
    ],
    [
      '==== ====\na    b\n==== ====\n     e\nc    d\n\nf    g\n     h\n==== ====\n\nafter',
      '<table data-line="1"><tr data-line="2"><th>a</th><th>b</th></tr>\n<tr data-line="4"><td></td><td>e</td></tr>\n<tr data-line="5"><td>c</td><td>d</td></tr>\n<tr data-line="7"><td>f</td><td>g h</td></tr>\n</table>\n<p data-line="11">after</p>',
    ],
    [
      '==== ====\na    b\n\nc    d\n==== ====',
      '<table data-line="1"><tr data-line="2"><td>a</td><td>b</td></tr>\n<tr data-line="4"><td>c</td><td>d</td></tr>\n</table>',
    ],
    [
      '.. list-table::\n   :header-rows: 1\n\n   * - a\n     - b\n   *   - c\n     - d - e\n       more - less\n\nafter',
      '<table><tr data-line="4"><th>a</th><th>b</th></tr>\n<tr data-line="6"><td>c</td><td>d - e more - less</td></tr>\n</table>\n<p data-line="10">after</p>',
    ],
    [
      '.. csv-table::\n   :header: "a", b\n\n   c, d\n   "e f", g',
      '<table><tr data-line="2"><th>a</th><th>b</th></tr>\n<tr data-line="4"><td>c</td><td>d</td></tr>\n<tr data-line="5"><td>e f</td><td>g</td></tr>\n</table>',
    ],
    [
      '.. |x| note:: Title\n   text\n\n.. _an-anchor:\n\n.. _b: x\n\n.. a .. note:: b\n\n.. a .. _b:\n\n.. a comment\n   more\n\n.. code:: sh\n\n   a < b',
      '<p data-line="1">Title</p>\n<div><p data-line="2">text</p>\n</div>\n<a id="an-anchor"></a>\n<pre data-line="16">\na &lt; b</pre>',
    ],
    ['.. note::\n   :class: x\n\n   see a :b: c', '<div><p data-line="4">see a :b: c</p>\n</div>'],
    [
      'A feature.\n\n.. deprecated:: 1.2\n   Use that.\n\n   More.\n\nNext.',
      '<p data-line="1">A feature.<br>Deprecated since 1.2. Use that.</p>\n<p data-line="6">More.</p>\n<p data-line="8">Next.</p>',
    ],
    [
      'A feature.\n\n.. deprecated:: 1.2\n   Use that.\n\n.. note:: T\n   x',
      '<p data-line="1">A feature.<br>Deprecated since 1.2. Use that.</p>\n<p data-line="6">T</p>\n<div><p data-line="7">x</p>\n</div>',
    ],
    [
      'Text.\n\n.. custom:: 2025-01-01\n\n   More.',
      '<p data-line="1">Text.</p>\n<ul><li data-line="3">2025-01-01: <p data-line="5">More.</p>\n</li></ul>',
    ],
    [
      'Head\n====\n\n.. deprecated:: 2025-01-01\n   Use that.\n\n.. versionremoved:: 2025-02-01\n   Gone.',
      '<h1 id="Head" data-line="1">Head</h1>\n<ul><li data-line="4">2025-01-01 Deprecated: <p data-line="5">Use that.</p>\n</li></ul>\n<ul><li data-line="7">2025-02-01 Removed: <p data-line="8">Gone.</p>\n</li></ul>',
    ],
    ['.. deprecated:: 2025-01-01\n', '<p data-line="1">Deprecated since 2025-01-01</p>\n<div></div>'],
    [
      'A feature.\n\n.. versionadded:: 2025-01-01\n   One.\n.. versionadded:: 2025-02-01\n   Two.',
      '<p data-line="1">A feature.</p>\n<ul><li data-line="3">2025-01-01 New: <p data-line="4">One.</p>\n</li></ul>\n<ul><li data-line="5">2025-02-01 New: <p data-line="6">Two.</p>\n</li></ul>',
    ],
    [
      'A feature.\n\n.. versionadded:: 2025-01-01\n   One.\n\nText.\n\n.. versionadded:: 2025-02-01\n   Two.',
      '<p data-line="1">A feature.<br>New in 2025-01-01. One.</p>\n<p data-line="6">Text.<br>New in 2025-02-01. Two.</p>',
    ],
    [
      ':Field: value\n\nx :y: z\n\nterm\n  what it is\n\n  more\n\n a\n   b',
      '<p data-line="1">Field: value</p>\n<p data-line="3">x :y: z</p>\n<dl><dt data-line="5">term</dt><dd data-line="6"><p data-line="6">what it is</p>\n<p data-line="8">more</p>\n<dl><dt data-line="10">a</dt><dd data-line="11"><p data-line="11">b</p>\n</dd></dl>\n</dd></dl>',
    ],
    [
      '- a\n  more\n\n  - deep\n- b\n\t- c\n\n1. c\n#. d\n\n* e\n * f',
      '<ul><li data-line="1"><p data-line="1">a\nmore</p>\n<ul><li data-line="4"><p data-line="4">deep</p>\n</li>\n</ul>\n</li>\n<li data-line="5"><dl><dt data-line="5">b</dt><dd data-line="6"><ul><li data-line="6"><p data-line="6">c</p>\n</li>\n</ul>\n</dd></dl>\n</li>\n<li data-line="8"><p data-line="8">c</p>\n</li>\n<li data-line="9"><p data-line="9">d</p>\n</li>\n<li data-line="11"><p data-line="11">e\n* f</p>\n</li>\n</ul>',
    ],
    ['a :b: c', '<p data-line="1">a :b: c</p>'],
    [
      '+--+\n| a|\n+--+\nb | c',
      '<table data-line="1"><tr data-line="2"><td>a</td></tr>\n</table>\n<p data-line="4">b | c</p>',
    ],
    [
      '.. |a b| replace:: ``c``\n\nA |a b| and |d|.\n\n.. rubric:: E\n\nf',
      '<p data-line="3">A <code>c</code> and |d|.</p>\n<h6 data-line="5">E</h6>\n<p data-line="7">f</p>',
    ],
    ['-----\n\ntext\ntext\n\n----', '<hr>\n<p data-line="3">text\ntext</p>\n<hr>'],
    [
      '                                                                      - a\n                                                                        b',
      '<ul><li data-line="1"><p data-line="1">a\nb</p>\n</li>\n</ul>',
    ],
    ['.. list-table::\n\n   *   - a\n       - b', '<table><tr data-line="3"><td>a</td><td>b</td></tr>\n</table>'],
    ['a :b: c', '<p data-line="1">a :b: c</p>'],
    ['  a\n    b', '<p data-line="1">a\nb</p>'],
    [
      '  - a\n- b',
      '<ul><li data-line="1"><p data-line="1">a</p>\n</li>\n<li data-line="2"><p data-line="2">b</p>\n</li>\n</ul>',
    ],
    [
      '====  ====\na     b\n====  ====\nc     d\n\ne     f\n====  ====',
      '<table data-line="1"><tr data-line="2"><th>a</th><th>b</th></tr>\n<tr data-line="4"><td>c</td><td>d</td></tr>\n<tr data-line="6"><td>e</td><td>f</td></tr>\n</table>',
    ],
    [
      ':ref:`a<b>` :ref:`c` :ref:`d`\n\n.. _b: x\n\n.. _c:\n\ne .. _d:',
      '<p data-line="1"><a href="b">a</a> <a href="#c">c</a> <code>d</code></p>\n<a id="c"></a>\n<p data-line="7">e .. _d:</p>',
    ],
    [
      '+---+------------+\n| a |            |\n| b | 2025-01-01 |\n+---+------------+\n| c | 2025-01-02 |\n| d | 2025-01-03 |\n+---+------------+',
      '<table data-line="1"><tr data-line="2"><td>a b</td><td>2025-01-01</td></tr>\n<tr data-line="5"><td>c</td><td>2025-01-02</td></tr>\n<tr data-line="6"><td>d</td><td>2025-01-03</td></tr>\n</table>',
    ],
    [
      '.. http:get:: /a\n\n   b\n\n.. http:get-x:: /c\n\n.. x-http:get:: /d\n',
      '<p data-line="1">GET /a</p>\n<p data-line="3">b</p>\n<p data-line="5">/c</p>\n<div></div>\n<p data-line="7">/d</p>\n<div></div>',
    ],
    [
      ':A: b\n  c\n:D: e\n  - f\n\n:2025-01-01:\n  g\n\n:h:i\n  j',
      '<p data-line="1">A: b\nc</p>\n<p data-line="3">D: e</p>\n<ul><li data-line="4"><p data-line="4">f</p>\n</li>\n</ul>\n<dl><dt data-line="6">2025-01-01</dt><dd data-line="7"><p data-line="7">g</p>\n</dd><dt data-line="9">:h:i</dt><dd data-line="10"><p data-line="10">j</p>\n</dd></dl>',
    ],
    [`.. |a| replace:: ${'b'.repeat(302)}\n\n|a|`, '<p data-line="3">|a|</p>'],
  ])('%j', (source, html) => {
    expect(htmlOfRestructuredText(source).trimEnd()).toBe(html)
  })
})

describe('AsciiDoc as HTML', () => {
  it.each<[string, string]>([
    ['a _b c_ d_e_f /v2/{a_b}/c_d', '<p data-line="1">a <em>b c</em> d_e_f /v2/{a_b}/c_d</p>'],
    [
      '[#a]\n==  A\n\ntext `+b+ c` xref:#id[the label] http://x/y[z]\n\n== B\na == b',
      '<h2 id="a" data-line="2">A</h2>\n<p data-line="4">text <code>b c</code> <a href="#id">the label</a> <a href="http://x/y">z</a></p>\n<h2 data-line="6">B</h2>\n<p data-line="7">a == b</p>',
    ],
    [
      '[cols=2*]\n|===\n|a\n|b\n|c\n|d\n|===',
      '<table data-line="3"><tr data-line="3"><td rowspan="1">a</td><td rowspan="1">b</td></tr>\n<tr data-line="5"><td rowspan="1">c</td><td rowspan="1">d</td></tr>\n</table>',
    ],
    [
      '[cols="11*"]\n|===\n|a |a |a |a |a |a |a |a |a |a |a \n|===',
      '<table data-line="3"><tr data-line="3"><td rowspan="1">a</td><td rowspan="1">a</td><td rowspan="1">a</td><td rowspan="1">a</td><td rowspan="1">a</td><td rowspan="1">a</td><td rowspan="1">a</td><td rowspan="1">a</td><td rowspan="1">a</td><td rowspan="1">a</td><td rowspan="1">a</td></tr>\n</table>',
    ],
    [
      '|===\n\n|a |b !===\n|===',
      '<table data-line="2"><tr data-line="3"><td rowspan="1">a</td><td rowspan="1">b !===</td></tr>\n</table>',
    ],
    [
      '[options="autowidth,header"]\n|===\n|a\n|b\n|===',
      '<table data-line="3"><tr data-line="3"><th rowspan="1">a</th></tr>\n<tr data-line="4"><td rowspan="1">b</td></tr>\n</table>',
    ],
    [
      '|===\n|a |b\n|c |d\n\n|e |f\n|===',
      '<table data-line="2"><tr data-line="2"><td rowspan="1">a</td><td rowspan="1">b</td></tr>\n<tr data-line="3"><td rowspan="1">c</td><td rowspan="1">d</td></tr>\n<tr data-line="5"><td rowspan="1">e</td><td rowspan="1">f</td></tr>\n</table>',
    ],
    [
      '|===\n.10+|a |1\n|2\n|3\n|4\n|5\n|6\n|7\n|8\n|9\n|10\n|===',
      '<table data-line="2"><tr data-line="2"><td rowspan="10">a</td><td rowspan="1">1</td></tr>\n<tr data-line="3"><td rowspan="1">2</td></tr>\n<tr data-line="4"><td rowspan="1">3</td></tr>\n<tr data-line="5"><td rowspan="1">4</td></tr>\n<tr data-line="6"><td rowspan="1">5</td></tr>\n<tr data-line="7"><td rowspan="1">6</td></tr>\n<tr data-line="8"><td rowspan="1">7</td></tr>\n<tr data-line="9"><td rowspan="1">8</td></tr>\n<tr data-line="10"><td rowspan="1">9</td></tr>\n<tr data-line="11"><td rowspan="1">10</td></tr>\n</table>',
    ],
    [
      '[format=dsv]\n|===\na:b\n|===',
      '<table data-line="3"><tr data-line="3"><td rowspan="1">a</td><td rowspan="1">b</td></tr>\n</table>',
    ],
    [
      '[format=tsv]\n|===\na\tb\n|===',
      '<table data-line="3"><tr data-line="3"><td rowspan="1">a</td><td rowspan="1">b</td></tr>\n</table>',
    ],
    [
      '[format=csv]\n|===\nx a,"b\nc"\n"d|e",f\n|===',
      '<table data-line="3"><tr data-line="3"><td rowspan="1">x a</td><td rowspan="1">b c</td></tr>\n<tr data-line="5"><td rowspan="1">d|e</td><td rowspan="1">f</td></tr>\n</table>',
    ],
    [
      '[format=csv]\n|===\na,b\n\nc,d\n|===',
      '<table data-line="3"><tr data-line="3"><th rowspan="1">a</th><th rowspan="1">b</th></tr>\n<tr data-line="5"><td rowspan="1">c</td><td rowspan="1">d</td></tr>\n</table>',
    ],
    [
      '[format=psv]\n|===\n|a |b\n|===',
      '<table data-line="3"><tr data-line="3"><td rowspan="1">a</td><td rowspan="1">b</td></tr>\n</table>',
    ],
    ...['|a\n|b\n\n|c\n|d', '|a\n\n|b\n|c\n|d'].map((cells): [string, string] => [
      `[cols=2*]\n|===\n${cells}\n|===`,
      '<table data-line="3"><tr data-line="3"><td rowspan="1">a</td><td rowspan="1">b</td></tr>\n<tr data-line="6"><td rowspan="1">c</td><td rowspan="1">d</td></tr>\n</table>',
    ]),
    ['|===\n1.2+|a |b\n|===', 'unread 1\n'],
    [',===\n|b\n,===', 'unread 1\n'],
    [
      '|===x\n\nx ----\n\n----x\n\nsee x.y',
      'unread 1\n<p data-line="3">x ----</p>\n<p data-line="5">----x</p>\n<p data-line="7">see x.y</p>',
    ],
    [
      '----\n----\ntext\n\n....\ncode',
      '<pre data-line="1"></pre>\n<p data-line="3">text</p>\n<pre data-line="5">code</pre>',
    ],
    [
      "a :b: c\n\n'''x\n\na [b]\n\n[a] b",
      '<p data-line="1">a :b: c</p>\n<p data-line="3">\'\'\'x</p>\n<p data-line="5">a [b]</p>\n<p data-line="7">[a] b</p>',
    ],
    [
      '* a\n[x]\n* b\n** c\n\na:: b\nc:: d',
      '<ul data-line="1"><li data-line="1"><p data-line="1">a</p>\n</li><li data-line="3"><p data-line="3">b</p>\n<ul data-line="4"><li data-line="4"><p data-line="4">c</p>\n<dl data-line="6"><dt data-line="6">a</dt><dd data-line="6"><p data-line="6">b</p>\n</dd><dt data-line="7">c</dt><dd data-line="7"><p data-line="7">d</p>\n</dd></dl>\n</li></ul>\n</li></ul>',
    ],
    [
      ':a: pass:q[b] c\n:d: e pass:[f]\n:j: pass:[k]\ng :h: i\n\n{a} {d} {h} {j}',
      '<p data-line="4">g :h: i</p>\n<p data-line="6">pass:q[b] c e pass:[f] {h} k</p>',
    ],
  ])('%j', (source, expected) => {
    const unread: string[] = []
    const html = htmlOfAsciiDoc(source, line => unread.push(`unread ${line}\n`))
    expect(unread.join('') + html.trimEnd()).toBe(expected)
  })
})

describe('Markdown as HTML', () => {
  it.each<[string, string]>([
    [
      '---\nsub-date: 2020-01-01\ndate:2025-01-01\n---\na\n\n---\nkind: x\n---\nb',
      '<h2 data-line="1">2025-01-01</h2>\n<p data-line="5">a</p>\n<h2 data-line="7">x</h2>\n<p data-line="10">b</p>',
    ],
    [
      'text\n\n---\nx\n---\ny',
      '<p data-line="1">text</p>\n<hr data-line="3">\n<h2 data-line="4">x</h2>\n<p data-line="6">y</p>',
    ],
    [
      '---\ndate: 2025-01-01\ntags: [tokens, "new"]\n---\na\n\n---\nlabels: fixed\nsubtags: new\ntagset: new\n---\nb',
      '<h2 data-line="1">2025-01-01 · new</h2>\n<p data-line="5">a</p>\n<h2 data-line="7">fixed</h2>\n<p data-line="12">b</p>',
    ],
    ...['csv', 'CSV'].map((name): [string, string] => [
      `\`\`\`${name}\na,b\nc,d\n\`\`\``,
      '<table><tr data-line="2"><td>a</td><td>b</td></tr><tr data-line="3"><td>c</td><td>d</td></tr></table>',
    ]),
    ['```csvx\na,b\nc,d\n```', '<pre data-line="1">a,b\nc,d</pre>'],
    ['```csv\na\n```', '<pre data-line="1">a</pre>'],
    ['```\n\n```', '<pre data-line="1">\n</pre>'],
    ['--- \nname: a\n--- \nb', '<p data-line="4">b</p>'],
    ['+++\na = 1\n+++', ''],
    ['text </A>\n\n</A> text', '<p data-line="1">text </A></p>\n<p data-line="3"></A> text</p>'],
    ['</A>\n\n    code', '<pre data-line="3">code</pre>'],
    [
      '```\n<A x="y">\n```\n\n    code',
      '<pre data-line="1">&lt;A x=&quot;y&quot;&gt;</pre>\n<pre data-line="5">code</pre>',
    ],
    ['a ``` b\n<A>\n\n    text\n</A>', '<p data-line="1">a ``` b</p>\n<p data-line="4">text</p>'],
    ['x <A>\n\n    code', '<p data-line="1">x <A></p>\n<pre data-line="3">code</pre>'],
    ['<Ab>\n\n    text\n\n</Ab>', '<p data-line="3">text</p>'],
    ['a\n\n[^1]: c', '<p data-line="1">a</p>'],
    [
      'A\n:  b\n   c\n: d\n\nE\n:   f : g',
      '<dl><dt data-line="1">A</dt><dd data-line="2">b\n   c</dd><dd data-line="3">d</dd><dt data-line="6">E</dt><dd data-line="7">f : g</dd></dl>',
    ],
    [
      '- [x] a *b*\n- c\n\n> d',
      '<ul data-line="1"><li data-line="1"><input type="checkbox" checked>a <em>b</em></li>\n<li data-line="2">c</li>\n</ul>\n<blockquote data-line="4"><p data-line="4">d</p>\n</blockquote>',
    ],
    ['> [!NEW] Old calls', '<blockquote data-line="1"><p data-line="1"><strong>Old calls</strong></p>\n</blockquote>'],
    ['> [!NEW]\n> text', '<blockquote data-line="1"><p data-line="1"><strong>NEW</strong>\ntext</p>\n</blockquote>'],
    [
      'https://a/b and \\<org>, https://a/\\<org>',
      '<p data-line="1"><a href="https://a/b">https://a/b</a> and &lt;org&gt;, https://a/&lt;org&gt;</p>',
    ],
    [
      '```\n  \n/v1/a -> /v2/a\n  /v1/b -> /v2/b\n```',
      '<ul data-line="2"><li data-line="3">/v1/a -&gt; /v2/a</li><li data-line="4">/v1/b -&gt; /v2/b</li></ul>',
    ],
    [
      'text\n\n    /v1/a -> /v2/a',
      '<p data-line="1">text</p>\n<ul data-line="3"><li data-line="3">/v1/a -&gt; /v2/a</li></ul>',
    ],
    [
      '```diff\n- Removed: a\n\n+ Added: b\n```',
      '<ul data-line="2"><li data-line="2">Removed: a</li><li data-line="4">Added: b</li></ul>',
    ],
    [
      '```\n2025-01-01 Removed: a\n2025-01-02 Added: b\n```',
      '<ul><li data-line="2">2025-01-01 Removed: a</li><li data-line="3">2025-01-02 Added: b</li></ul>',
    ],
    ['```\n- Removed: a\n- b\n```', '<pre data-line="1">- Removed: a\n- b</pre>'],
    ['```\n/v1/a -> /v2/a\nb\n```', '<pre data-line="1">/v1/a -&gt; /v2/a\nb</pre>'],
    ['see {ref}`a` and {b}', '<p data-line="1">see <code>a</code> and {b}</p>'],
  ])('%j', (source, html) => {
    expect(htmlOfMarkdown(source).trim()).toBe(html)
  })
  it.each([
    [300, 2, true],
    [301, 1, true],
    [301, 2, false],
    [1, 19, true],
    [1, 20, false],
  ])('has a note of %d letters in place of %d references: %s', (length, references, is) => {
    const html = htmlOfMarkdown(`${'a[^1] '.repeat(references)}\n\n[^1]: ${'b'.repeat(length)}`)
    expect(html.includes('(b')).toBe(is)
  })
})
