import { describe, expect, it } from 'vitest'
import { looksLikeAsciiDoc } from '../../../engine/documents/pages/asciidoc.ts'
import { htmlOfData, looksLikeData } from '../../../engine/documents/pages/data.ts'
import { readHtml } from '../../../engine/documents/pages/html.ts'
import { htmlOfMarkdown, looksLikeOrg, markdownOfOrg } from '../../../engine/documents/pages/markdown.ts'
import { looksLikeHtml } from '../../../engine/documents/pages/page.ts'
import { htmlOfLines, withoutRules } from '../../../engine/documents/pages/plain-lines.ts'
import { htmlOfRestructuredText, looksLikeRestructuredText } from '../../../engine/documents/pages/restructured-text.ts'
import { looksLikeWiki, markdownOfWiki } from '../../../engine/documents/pages/wiki.ts'

describe('the form of a page', () => {
  const looks = {
    AsciiDoc: looksLikeAsciiDoc,
    data: looksLikeData,
    HTML: looksLikeHtml,
    MediaWiki: looksLikeWiki,
    'Org mode': looksLikeOrg,
    reStructuredText: looksLikeRestructuredText,
  }
  it.each<[keyof typeof looks, string, string]>([
    ['AsciiDoc', '', 'a.asciidoc'],
    ['AsciiDoc', '\n:a-b: c\n// d\n[e]\n= T\n\n== S', 'x'],
    ['AsciiDoc', '= T\n|===', 'x'],
    ['AsciiDoc', '\n\n= T\n=== S', 'x.md.txt'],
    ['AsciiDoc', ':a: b\n:c:\n[d]\n= T\n\ntext\n== S', 'xmd'],
    ['data', ' [1]', 'x'],
    ['data', '\uFEFF{"a": 1}', 'x'],
    ['data', '{broken', 'x.json'],
    ['data', 'a: 1', 'x.yml'],
    ['HTML', '<!DOCTYPE  html>', 'x'],
    ['HTML', '\uFEFF <?xml version="1"?> <!-- a -- b --> <html lang="en">', 'x'],
    ['HTML', '<article>', 'x'],
    ['MediaWiki', ' {| a\n |}', 'x'],
    ['Org mode', '', 'x.org'],
    ['Org mode', 'a\n* b\n** c d\n', 'x'],
    ['reStructuredText', '', 'x.rest'],
    ['reStructuredText', 'a\n.. note::\n', 'x'],
    ['reStructuredText', '.. code-block:: http', 'x'],
    ['reStructuredText', '.. note::', 'x.md.txt'],
    ['reStructuredText', '+---+', 'x'],
    ['reStructuredText', 'a # b\n==  ==', 'x'],
    ['reStructuredText', '==  == ===', 'x'],
    ['reStructuredText', 'a\n+---+===+ \n', 'x'],
    ['reStructuredText', 'a\n ==  === \n', 'x'],
    ['reStructuredText', 'a\nSome\n~~~~ \n', 'x'],
    ['reStructuredText', 'Longer \n^^^^^^\n', 'x'],
  ])('is %s: %j in %s', (form, text, from) => {
    expect(looks[form](text, from)).toBe(true)
  })
  it.each<[keyof typeof looks, string, string]>([
    ['AsciiDoc', '= T\n== S', 'x.rst'],
    ['AsciiDoc', '= T\n== S', 'x.rest'],
    ['AsciiDoc', '= T\n== S', 'x.htm'],
    ['AsciiDoc', '= T\n== S', 'x.yml'],
    ['AsciiDoc', '= T\n==S', 'x'],
    ['AsciiDoc', '=T\n== S', 'x'],
    ['AsciiDoc', ':a b:\n= T\n== S', 'x'],
    ['AsciiDoc', '= T\n== S', 'x.yaml'],
    ['AsciiDoc', '= T\ntext', 'x'],
    ['AsciiDoc', 'a = T\n== S', 'x'],
    ['AsciiDoc', 'text\n= T\n== S', 'x.adoc.txt'],
    ['AsciiDoc', '= T\na == S', 'x'],
    ['data', '[a](b)', 'x.json'],
    ['data', '[ab](c)', 'x.json'],
    ['data', '{broken', 'x.json.txt'],
    ['data', '{broken', 'x'],
    ['data', 'a [1]', 'x'],
    ['data', 'a: 1', 'x.yaml.txt'],
    ['HTML', 'text <html>', 'x'],
    ['HTML', '<htmlx>', 'x'],
    ['HTML', '<!-- <html>', 'x'],
    ['HTML', `${' '.repeat(4_096)}<html>`, 'x'],
    ['MediaWiki', 'a {|\n|}', 'x'],
    ['MediaWiki', '{|\na |}', 'x'],
    ['MediaWiki', '```\n{|\n|}\n```', 'x'],
    ['MediaWiki', '  ~~~\n{|\n|}', 'x'],
    ['Org mode', '* a\n** b**', 'x'],
    ['Org mode', '* a\n*** b', 'x'],
    ['Org mode', 'a * a\n** b', 'x'],
  ])('is not %s: %j in %s', (form, text, from) => {
    expect(looks[form](text, from)).toBe(false)
  })
  it.each([
    ['.. note::\n', 'x.markdown'],
    ['.. note:\n', 'x'],
    ['a', 'x.rst.txt'],
    ['## a\n\n==  ==\n', 'x'],
    ['==  == a', 'x'],
    ['a .. note:: b', 'x'],
    ['a +---+', 'x'],
    ['+--+', 'x'],
    ['+---+ a', 'x'],
    ['# a\n\n==  ==\n', 'x'],
    ['== ', 'x'],
    ['a ==  ==', 'x'],
    ['Some\n~~~~~\n', 'x'],
    ['Som\n~~~\n', 'x'],
    ['Some\n---- \n', 'x'],
    ['Some\n~~~~ a\n', 'x'],
    [' Some\n~~~~~\n', 'x'],
  ])('is not reStructuredText: %j in %s', (text, from) => {
    expect(looksLikeRestructuredText(text, from)).toBe(false)
  })
})

describe('MediaWiki as Markdown', () => {
  it.each([
    ['== A b == ', '## A b'],
    ['{|\n= a =\n|}', '<table><tr>\n= a =\n</table>'],
    [' {| x\n |-\n! a !! b || c\n |} ', '<table><tr>\n<tr>\n<th > a <th > b <th > c\n</table>'],
    ["{|\n\n|+ t\nmore''' b'''\n|}", '<table><tr>\n<!-- -->\n<!-- -->\nmore<b> b</b>\n</table>'],
    [
      '{|\n|rowspan=2 colspan="12" a=b| x || id="y"| z\n|}',
      '<table><tr>\n<td rowspan=2 colspan="12"> x <td > z\n</table>',
    ],
    ['{|\n| a=b || c\n|}', '<table><tr>\n<td > a=b <td > c\n</table>'],
    ["{|\n| ''a'' '''''b''''' 'c'\n|}", "<table><tr>\n<td > <b>a</b> <b>b</b> 'c'\n</table>"],
    [
      '{|\n| [[a|b]] [[c|]] [[d]] [http://h e f] [x y]\n|}',
      '<table><tr>\n<td > <a href="a">b</a> <a href="c"></a> <a href="d">d</a> <a href="http://h">e f</a> [x y]\n</table>',
    ],
    ['| a', '| a'],
  ])('%j', (source, markdown) => {
    expect(markdownOfWiki(source)).toBe(markdown)
  })
})

describe('Org mode as Markdown', () => {
  it.each([
    ['#+A: b\nc #+d', '\nc #+d'],
    ['******** a\n*b*\nc * d', '###### a\n*b*\nc * d'],
    ['~a~ =b c= d=e=f =g', '`a` `b c` d=e=f =g'],
    [' |--+---| \n|---\n|a+b|', ' |--|---| \n|---\n|a+b|'],
  ])('%j', (source, markdown) => {
    expect(markdownOfOrg(source)).toBe(markdown)
  })
})

describe('lines of records', () => {
  const html = (...lines: readonly string[]) => htmlOfLines(`${lines.join('\n')}\n\n`, 3, text => text)
  const rows = (...all: readonly (readonly string[])[]) =>
    `<table>${all.map(([line, ...cells]) => `<tr data-line="${line}">${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>\n`
  it.each<[string, ...string[]]>([
    [rows(['3', 'a', '2025-01-01'], ['4', 'b', '2025-01-02']), 'a\t2025-01-01', 'b\t\t2025-01-02'],
    [
      rows(['3', 'A', 'Day'], ['4', 'b', '2025-01-02'], ['5', 'c', '2025-01-03']),
      'A  Day',
      'b  2025-01-02',
      'c  2025-01-03',
    ],
    [rows(['3', 'A', 'B'], ['5', 'b', 'c']), 'A   B', '--  ---', 'b   c'],
    [rows(['3', 'A', 'B'], ['5', 'b', 'c']), '  A   B', '  ==  ==  ', '  b   c'],
    [rows(['3', 'a', '2025-01-01'], ['4', '2025-01-02', '']), 'a           2025-01-01', '2025-01-02'],
    [rows(['3', 'GET /a', '2025-01-01'], ['4', 'PUT /b', '2025-01-02']), 'GET  /a  2025-01-01', 'PUT /b  2025-01-02'],
    [
      '<ul><li data-line="3">2025-01-01 a</li><li data-line="4">(2025-01-02) b</li></ul>\n',
      '2025-01-01 a',
      '(2025-01-02) b',
    ],
    [
      '<ul><li data-line="3">Removed 2025-01-01</li><li data-line="4">* New on 2025-01-02</li></ul>\n',
      'Removed 2025-01-01',
      '* New on 2025-01-02',
    ],
    [
      '<ul><li data-line="3">a: Removed, 2025-01-01  </li><li data-line="4">b: New (2025-01-02)</li></ul>\n',
      'a: Removed, 2025-01-01  ',
      'b: New (2025-01-02)',
    ],
  ])('%s', (expected, ...lines) => {
    expect(html(...lines)).toBe(expected)
  })
  it.each<[string, ...string[]]>([
    ['one line', '2025-01-01  a'],
    ['one day', '2025-01-01  a', 'b  c'],
    ['text before a day', '2025-01-01 a', 'b 2025-01-02'],
    ['days among text', 'a  b 2025-01-01', 'c  d 2025-01-02'],
    ['days at the end without breaks', 'a 2025-01-01', 'b 2025-01-02'],
    ['two days before a break', 'a 2025-01-01 2025-01-03  ', 'b 2025-01-02  '],
    ['text behind the day', 'a 2025-01-01 c  ', 'b 2025-01-02  '],
    ['one column', 'a 2025-01-01', 'b 2025-01-02'],
    ['rows of another width', 'a  2025-01-01', 'b  c  2025-01-02'],
  ])('are none: %s', (_, ...lines) => {
    expect(html(...lines)).toBeUndefined()
  })
  it.each([
    ['A  B\n--  --\nc  d', 'A  B\n==  ==\nc  d'],
    ['A\n---\nb', 'A\n---\nb'],
    ['\n--  --\nc', '\n--  --\nc'],
    ['A  B\n--  --', 'A  B\n--  --'],
    ['A  B\n--  --\n  -  d\n-- e\n\n-  f', 'A  B\n==  ==\n–  d\n-- e\n\n-  f'],
    ['A  B\n --\t---  \n c', 'A  B\n ==\t===  \n c'],
  ])('rules of %j are no marks', (source, expected) => {
    expect(withoutRules(source)).toBe(expected)
  })
})

describe('fields of one thing', () => {
  it.each([
    ['Status', 'Date', 'Feature'],
    ['state', 'since:', 'endpoints'],
    ['Kind', 'Date', 'Change'],
    ['Type', 'Date', 'What'],
    ['Status:', 'Date', 'Routes'],
    ['Status', 'Date', 'Path'],
    ['Status', 'Date', 'Operations:'],
    ['Status', 'Date', 'API'],
  ])('%s, %s, %s', (...names) => {
    const list = names.map(name => `<dt> ${name} </dt>\n<dd>x</dd>`).join('\n')
    expect(readHtml(`<dl>${list}</dl>`).children).toMatchObject([{ type: 'table' }])
  })
})

describe('what components arrange', () => {
  it.each([
    [
      '<A>\n\n    text\n\n      deep\n\n</A>\n\n    code',
      ['<p data-line="3">text</p>', '<p data-line="5">  deep</p>', '<pre data-line="9">code</pre>'],
    ],
    [
      '<A>\n  <B x="y">\n\n    text\n\n  </B>\n  more\n</A>',
      ['<p data-line="4">text</p>', '<p data-line="7">more</p>'],
    ],
    ['<A/>\n\n    code\n\n</A>', ['<pre data-line="3">code</pre>']],
    ['<A>\n\n  ```\n  <B>\n    x\n  ```\n\n  text\n</A>', ['<p data-line="8">text</p>']],
    [
      '---\ndate: "2025-01-01"\nname: a\n---\nb\n\n---\nstatus: \'Removed\'\nkind: removed\n---\nc',
      ['<h2 data-line="1">2025-01-01</h2>', '<h2 data-line="7">removed</h2>', '<p data-line="11">c</p>'],
    ],
    ['a[^1] b\n\n[^1]: Since 2025. ', ['>a (Since 2025.) b<']],
    ['a[^1] b[^1]\n\n[^1]: c', ['>a<a href="c">^1</a> b<']],
    ['a\n\n[^1]: c', ['>a<']],
    ['+++\na = 1\n+++', ['']],
    ['---\nname: a\n---\nb', ['<p data-line="4">b</p>']],
    ['A\n:  b\n   c\n: d\n\nE\n: f', ['<dt data-line="1">A</dt>', '<dt data-line="6">E</dt>', '>f</dd></dl>']],
  ])('%j', (source, parts) => {
    const html = htmlOfMarkdown(source)
    for (const part of parts) expect(html).toContain(part)
  })
})

describe('data as HTML', () => {
  it.each([
    [
      'v2Path: 1\nx.a_b: 2\na_b.: 3\nreplaced__by: 4\n2025-01-01: 5\n? [a]\n: 6',
      '<p data-line="1">v2 Path: 1</p><p data-line="2">x.a_b: 2</p><p data-line="3">a_b.: 3</p><p data-line="4">replaced by: 4</p><p data-line="5">2025-01-01: 5</p><p data-line="6">: 6</p>',
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
      '<table data-line="1"><tr><th>n</th><th>state</th><th>things</th></tr><tr data-line="1"><td>a</td><td>x</td><td>p;<br>path: <code>/q</code></td></tr><tr data-line="2"><td>b</td><td>y</td><td></td></tr></table>',
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
      '<table data-line="1"><tr><th>day</th><th>list</th></tr><tr data-line="1"><td>1</td><td>path: <code>/q</code></td></tr></table>',
    ],
    [
      '- {release: 1, m: {a: {b: 1}}}',
      '<h1 data-line="1">1</h1><h2 data-line="1">m</h2><h3 data-line="1">a</h3><p data-line="1">b: 1</p>',
    ],
    [
      '- {name: 2, m: {path: /a}}',
      '<table data-line="1"><tr><th>name</th><th>m</th></tr><tr data-line="1"><td>2</td><td>path: <code>/a</code></td></tr></table>',
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
      '<table data-line="1"><tr><th>a</th><th>b</th><th>c</th><th>inner</th><th>u</th></tr><tr data-line="1"><td>1</td><td>2</td><td>3</td><td></td><td></td></tr><tr data-line="2"><td>2</td><td></td><td></td><td>route: <code>/r</code>;<br>b: 1</td><td>url: <code>/u</code></td></tr></table>',
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
  ])('%j', (source, html) => {
    expect(htmlOfData(source)).toBe(html)
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
    ['-----\n\ntext\ntext\n\n----', '<hr>\n<p data-line="3">text\ntext</p>\n<hr>'],
    [
      '                                                                      - a\n                                                                        b',
      '<ul><li data-line="1">a\nb</li>\n</ul>',
    ],
  ])('%j', (source, html) => {
    expect(htmlOfRestructuredText(source).trimEnd()).toBe(html)
  })
})
