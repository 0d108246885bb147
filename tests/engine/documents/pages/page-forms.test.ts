import { describe, expect, it } from 'vitest'
import { looksLikeAsciiDoc } from '../../../../engine/documents/pages/asciidoc.ts'
import { looksLikeData } from '../../../../engine/documents/pages/data.ts'
import { looksLikeWiki, markdownOfWiki } from '../../../../engine/documents/pages/forms/wiki.ts'
import { readHtml } from '../../../../engine/documents/pages/html.ts'
import { htmlOfMarkdown, looksLikeOrg, markdownOfOrg } from '../../../../engine/documents/pages/markdown.ts'
import { looksLikeHtml } from '../../../../engine/documents/pages/page.ts'
import { htmlOfLines, withFirstCells, withoutRules } from '../../../../engine/documents/pages/plain-lines.ts'
import { looksLikeRestructuredText, withGridTables } from '../../../../engine/documents/pages/restructured-text.ts'
import { htmlOfSeparated, looksSeparated } from '../../../../engine/documents/pages/separated.ts'

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
    ['AsciiDoc', '= T\n== S', 'x.json.txt'],
    ['AsciiDoc', '\n\n= T\n=== S', 'x.md.txt'],
    ['AsciiDoc', ':a: b\n:c:\n[d]\n= T\n\ntext\n== S', 'xmd'],
    ['data', ' [1]', 'x'],
    ['data', '\uFEFF{"a": 1}', 'x'],
    ['data', '{broken', 'x.json'],
    ['data', 'a: 1', 'x.yml'],
    ['data', ' # c\n#\n--- \na:\n  b: 1', 'x'],
    ['HTML', '<!DOCTYPE  html>', 'x'],
    ['HTML', '\uFEFF <?xml version="1"?> <!-- a -- b --> <html lang="en">', 'x'],
    ['HTML', '<article>', 'x'],
    ['MediaWiki', ' {| a\n |}', 'x'],
    ['MediaWiki', 'a ```\n{|\n|}', 'x'],
    ['MediaWiki', '== A ==\nx [[d e]]\n== B == ', 'x'],
    ['MediaWiki', "== A ==\n'''b c'''\n== B ==", 'x'],
    ['Org mode', '', 'x.org'],
    ['Org mode', 'a\n* b\n** c d\n', 'x'],
    ['reStructuredText', '', 'x.rest'],
    ['reStructuredText', 'a\n.. note::\n', 'x'],
    ['reStructuredText', '.. code-block:: http', 'x'],
    ['reStructuredText', '.. note::', 'x.md.txt'],
    ['reStructuredText', '+---+', 'x'],
    ['reStructuredText', 'a # b\n==  ==\nc   d\n==  ==', 'x'],
    ['reStructuredText', '==  == ===\na\n==  == ===', 'x'],
    ['reStructuredText', 'a\n+---+===+ \n', 'x'],
    ['reStructuredText', 'a\n ==  === \n ==  ===', 'x'],
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
    ['data', 'The changes:\n\n- New: a\n- Old: b', 'x'],
    ['data', 'a: 1', 'x.yaml.txt'],
    ['HTML', 'text <html>', 'x'],
    ['HTML', '<htmlx>', 'x'],
    ['HTML', '<!-- <html>', 'x'],
    ['HTML', `${' '.repeat(4_096)}<html>`, 'x'],
    ['MediaWiki', 'a {|\n|}', 'x'],
    ['MediaWiki', 'a == A ==\nx [[d e]]\n== B ==', 'x'],
    ['MediaWiki', '== A == a\nx [[d e]]\n== B ==', 'x'],
    ['MediaWiki', "== A ==\n''' b c'''\n [[d]]\n== B ==", 'x'],
    ['MediaWiki', '{|\na |}', 'x'],
    ['MediaWiki', '```\n{|\n|}\n```', 'x'],
    ['MediaWiki', '  ~~~\n{|\n|}', 'x'],
    ['Org mode', '', 'x.org.txt'],
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
    ['## a\n==  ==\nb  c\n==  ==', 'x'],
    ['a ==  ==\nb\n==  ==', 'x'],
    ['==  ==\nb\na ==  ==', 'x'],
    ['==  == a\nb\n==  ==', 'x'],
    ['==  ==\nb\n==  ==x', 'x'],
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
    ['a == b ==', 'a == b =='],
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
    ['a == b ==\n== c == d\n=e\n| f\n  g = h', 'a == b ==\n== c == d\n=e\n| f\n  g = h'],
  ])('%j', (source, markdown) => {
    expect(markdownOfWiki(source, 'x')).toBe(markdown)
  })
  it.each([
    [
      '{{Box\n|a b  =  c\n| d=e = f\n{x}\nx | g = h }}\n}} i\n| k = l\n{{m|\nn}}',
      '\n- a b: c\n- d: e = f\n{x}\nx | g = h }}\n\n| k = l\n{{m|\nn}}',
    ],
    ['see {{a\n| b = c', 'see {{a\n| b = c'],
    ['{{A:b}}\n{{A:b}} c\nd {{A:b}}', '\n{{A:b}} c\nd {{A:b}}'],
  ])('%j in a file of its name', (source, markdown) => {
    expect(markdownOfWiki(source, 'x.wiki')).toBe(markdown)
  })
})

describe('Org mode as Markdown', () => {
  it.each([
    ['#+A: b\nc #+d', '\nc #+d'],
    ['******** a\n*b*\nc * d', '###### a\n*b*\nc * d'],
    ['~a~ =b c= d=e=f =g', '`a` `b c` d=e=f =g'],
    [' |--+---| \n|---\n|a+b|', ' |--|---| \n|---\n|a+b|'],
    ['a |-+-|\n|-+ a', 'a |-+-|\n|-+ a'],
    [
      ' :PROPERTIES:\n\t:CUSTOM_ID:  a\n:Since_day:  2025\n :END:\na :END:\nb :CUSTOM_ID: c',
      '\n<a id="a"></a>\n- since day: 2025\n\na :END:\nb :CUSTOM_ID: c',
    ],
    ['** A  :update:\n* B :other:', '## A · update\n# B :other:'],
    ['[[*A b]] [[#c][D]] [[e*f]]', '[*A b](<#A b>) [D](<#c>) [e*f](<e*f>)'],
    ['- a b ::  c\n  + d :: e\nf - g :: h', '- a b: c\n  + d: e\nf - g :: h'],
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
    [
      rows(['3', '2025-01-01', 'b c d'], ['6', '2025-01-02', 'e']),
      '2025-01-01  b',
      '            c',
      '            d',
      '2025-01-02  e',
    ],
    [
      rows(['3', '2025-01-01', 'a', 'x'], ['4', '', 'b', 'y'], ['5', '2025-01-02', 'c', 'z']),
      '2025-01-01  a  x',
      '            b  y',
      '2025-01-02  c  z',
    ],
    [
      '<p data-line="3">2025-01-01</p>\n<ul><li data-line="4">[New] a and b</li><li data-line="6">[Fix] c</li></ul>\n',
      '2025-01-01',
      '  [New] a',
      '    and b',
      '  [Fix] c',
    ],
    ['<p data-line="3">2025-01-01</p>\n<ul><li data-line="4">New: a</li></ul>\n', '2025-01-01', '  New: a'],
    [
      '<p data-line="3">2025-01-01 Removed a</p>\n<ul><li data-line="4">All of it.</li><li data-line="5">GET /v1/a -> b</li><li data-line="6">/v1/c</li></ul>\n',
      '2025-01-01 Removed a',
      '  All of it.',
      '  GET /v1/a -> b',
      '  /v1/c',
    ],
    ['<ul><li data-line="3">2025-01-01</li><li data-line="4">2025-01-02</li></ul>\n', '2025-01-01', '2025-01-02'],
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
    [rows(['3', 'GET /v1/a', 'b'], ['4', '/v1/c', 'd']), 'GET /v1/a  b', '/v1/c      d'],
    [
      rows(['3', 'A', 'B', 'C'], ['5', 'a', 'b', 'c d e f'], ['7', '', 'x', '']),
      'A   B   C',
      '--  --  --',
      'a   b   c d',
      '        e   f',
      '    x',
    ],
    ['<ul><li data-line="3">2025-01-01</li><li data-line="4"> 2025-01-02</li></ul>\n', '2025-01-01', ' 2025-01-02'],
    [
      '<p data-line="3">2025-01-01 Removed</p>\n<ul><li data-line="3">GET /v1/a all and  more</li><li data-line="5">GET /v1/b</li></ul>\n',
      '2025-01-01  Removed  GET /v1/a  all',
      '                     and  more',
      '                     GET /v1/b',
    ],
    [
      '<p data-line="3">2025-01-01</p>\n<ul><li data-line="4">[AB] a see [Removed] b and [C] d, and New: e, of /v1/f Note: g</li><li data-line="10">[Removed] h</li><li data-line="11">[CD] i</li><li data-line="12">GET  /v1/j</li></ul>\n',
      '2025-01-01',
      '  [AB] a',
      '    see [Removed] b',
      '    and [C] d,',
      '    and New: e,',
      '    of /v1/f',
      '    Note: g',
      '  [Removed] h',
      '  [CD] i',
      '  GET  /v1/j',
    ],
    [
      '<ul><li data-line="3">GET /v1/a is gone<br>Since: 2025</li><li data-line="6">/v1/b stays for now</li></ul>\n',
      '  GET /v1/a',
      '    is gone',
      '    Since: 2025',
      '  /v1/b',
      '    stays',
      '    for now',
    ],
    [
      '<ul><li data-line="3">2025-01-01 a more<ul><li data-line="5">[New] b c</li></ul></li><li data-line="7">2025-01-02 d<ul><li data-line="8">[Fix] e</li></ul></li></ul>\n',
      '  2025-01-01 a',
      '    more',
      '    [New] b',
      '      c',
      '  2025-01-02 d',
      '    [Fix] e',
    ],
    [
      '<p data-line="3">Removed 2025-01-01</p>\n<ul><li data-line="4">GET /v1/a and more</li><li data-line="6">GET /v1/b</li></ul>\n',
      'Removed 2025-01-01  ',
      'GET /v1/a',
      'and more  ',
      'GET /v1/b',
    ],
    ['<p data-line="3">Removed</p>\n<ul><li data-line="4">2025-01-01 a</li></ul>\n', 'Removed', '  2025-01-01 a'],
    [
      '<p data-line="3">New</p>\n<table><tr data-line="4"><td>2025-01-01</td><td>a</td></tr><tr data-line="5"><td>2025-01-02</td><td>b</td></tr></table>\n\n',
      'New',
      '\t2025-01-01  a',
      '\t2025-01-02  b',
    ],
    ['<ul><li data-line="3">a b</li><li data-line="5">c</li></ul>\n', '(1) a', '  b', '(2) c'],
    [
      '<p data-line="3">T</p>\n<ul><li data-line="4">a<ul><li data-line="5">b c</li><li data-line="7">d</li></ul></li><li data-line="8">e</li></ul>\n',
      'T',
      '(1) a',
      'a) b',
      'c',
      'b) d',
      '(2) e',
    ],
    [
      '<ul><li data-line="3">a</li><li data-line="4">b<ul><li data-line="5">c</li></ul></li></ul>\n',
      'a) a',
      'b) b',
      '1) c',
    ],
    [
      '<p data-line="3">2025-01-01</p>\n<ul><li data-line="4">/v1/a/tags</li><li data-line="5">/v1/b/tags</li><li data-line="6">/v1/c/tags now, as .../a/tags</li><li data-line="7">/v1/a/tags and /v1/b/tags</li><li data-line="8">/v1/b/tags gone, not .../b/tags ./tags</li></ul>\n',
      '2025-01-01',
      '  /v1/a/tags  ',
      '  /v1/b/tags',
      '  /v1/c/tags now, as .../a/tags',
      '  .../tags',
      '  …/b/tags gone, not .../b/tags',
      '  ./tags',
    ],
  ])('%s', (expected, ...lines) => {
    expect(html(...lines)).toBe(expected)
  })
  it.each<[string, ...string[]]>([
    ['one line', '2025-01-01  a'],
    ['one day', '2025-01-01  a  x', 'b  c'],
    ['text before a day', '2025-01-01 a', 'b 2025-01-02'],
    ['days among text', 'a  b 2025-01-01', 'c  d 2025-01-02'],
    ['a day in one of the cells below each other', 'a  2025-01-01', 'b  text'],
    ['numbers in front of states', '2 deprecated 2025-01-01 a', '3 removed 2025-01-02 b'],
    ['days at the end without breaks', 'a 2025-01-01', 'b 2025-01-02'],
    ['days at the end, of which some have breaks', 'a 2025-01-01', 'b 2025-01-02  ', 'c 2025-01-03'],
    ['days at the end, of which the first has a break', 'a 2025-01-01  ', 'b 2025-01-02', 'c 2025-01-03'],
    ['days at the end before a single blank', 'a 2025-01-01 ', 'b 2025-01-02'],
    ['two days before a break', 'a 2025-01-01 2025-01-03  ', 'b 2025-01-02  '],
    ['text behind the day', 'a 2025-01-01 c  ', 'b 2025-01-02  '],
    ['one column', 'a 2025-01-01', 'b 2025-01-02'],
    ['one row', 'a  2025-01-01', '   and more'],
    ['rows of another width', 'a  2025-01-01', 'b  c  2025-01-02'],
    ['endpoints among text', 'see /v1/a  b', 'see /v1/c  d'],
    ['endpoints with text behind them', '/v1/a now  b', '/v1/c now  d'],
    ['endpoints next to an empty cell', '/v1/a  b  c', '/v1/d  e'],
    ['endpoints next to a day', '2025-01-01  /v1/a', 'b           /v1/c'],
    ['a day and a kind above one line', '2025-01-01  New  ', '  a'],
    ['a day in columns without a kind', '2025-01-01  a  b', '  c'],
    ['a day with text in columns', '2025-01-01 a  New  b', '  c'],
    ['endpoints with nothing below them', '/v1/a', '/v1/b'],
    ['a line further out than the first', '  2025-01-01 a', '    b', 'c', '  2025-01-02 d'],
    ['records below a state of which some have no break', 'Removed 2025-01-01  ', 'GET /v1/a', 'GET /v1/b'],
    ['records below a state without a break', 'Removed 2025-01-01', 'all of it  ', 'GET /v1/a  ', 'GET /v1/b'],
    ['records below what is no state', 'And more  ', 'GET /v1/a  ', 'GET /v1/b'],
    ['days below a line that is no state', 'And more', '  2025-01-01 a', '  2025-01-02 b'],
    ['days below a state that are not indented', 'Removed', 'x  2025-01-01 a', 'y  2025-01-02 b'],
    ['days below a state that hardly are', 'Removed', ' 2025-01-01 a', ' 2025-01-02 b'],
    ['days below a state that hardly are, with gaps', 'Removed', ' 2025-01-01  a', ' 2025-01-02  b'],
    ['days below a state of which some are not', 'Removed', '  2025-01-01 a', '2025-01-02 b'],
    ['a day below a state, and more', 'Removed', '  2025-01-01 a', '  b'],
    ['numbers below two lines', 'A', 'B', '(1) a', '(2) b'],
    ['one number', '(1) a', 'b'],
    ['lines below a day that are not indented', '2025-01-01', '  New: a', 'b  New: c'],
  ])('are none: %s', (_, ...lines) => {
    expect(html(...lines)).toBeUndefined()
  })
  it('have fifty paths before they are abbreviated', () => {
    const paths = Array.from({ length: 51 }, (_, at) => `  /v1/${at}/tags`)
    expect(html('2025-01-01', ...paths, '  .../48/tags', '  .../49/tags', '  .../50/tags')).toMatch(
      /\/v1\/48\/tags<\/li><li data-line="56">\/v1\/49\/tags<\/li><li data-line="57">\.{3}\/50\/tags</,
    )
  })
  it.each([
    ['A  B\n--  --\nc  d', 'A  B\n==  ==\nc  d'],
    ['A\n---\nb', 'A\n---\nb'],
    ['-  a\n\nA  B\n--  --\n- d\na -  d', '-  a\n\nA  B\n==  ==\n- d\na -  d'],
    ['\n--  --\nc', '\n--  --\nc'],
    ['A  B\n--  --\n  \nc', 'A  B\n--  --\n  \nc'],
    ['A  B\n--  --', 'A  B\n--  --'],
    ['A  B\n--  --\n  -  d\n-- e\n\n-  f', 'A  B\n==  ==\n–  d\n-- e\n\n-  f'],
    ['A  B\n --\t---  \n c', 'A  B\n ==\t===  \n c'],
    [`a\nb\n${'-'.repeat(20)}`, 'a\nb\n'],
    [`a\n${'-'.repeat(20)}\nb\nc`, `a\n${'-'.repeat(20)}\nb\nc`],
  ])('rules of %j are no marks', (source, expected) => {
    expect(withoutRules(source)).toBe(expected)
  })
})

it.each([
  ['a|b\n-|-\n|c\nd\n|e', 'a|b\n-|-\n| |c\nd\n|e'],
  ['a|b\n-|-\nc|d\n|e|f', 'a|b\n-|-\nc|d\n|e|f'],
  ['a|b\nc -|-\n|d', 'a|b\nc -|-\n|d'],
  ['a|b\n-|- c\n|d', 'a|b\n-|- c\n|d'],
  [' | a\n-|-\n|c', ' | a\n-|-\n|c'],
  ['-|-\n|c', '-|-\n|c'],
])('a first cell that is empty has its bar: %j', (source, expected) => {
  expect(withFirstCells(source)).toBe(expected)
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

it('a table in a grid stands on its first line', () => {
  expect(withGridTables(['a', '+--+', '| b|', '+--+', '| c|', '+--+', 'd', '+--+', 'e | f'])).toEqual([
    'a',
    '<table data-line="2"><tr data-line="3"><td>b</td></tr><tr data-line="5"><td>c</td></tr></table>',
    ...['', '', '', '', 'd', '+--+', 'e | f'],
  ])
})

it('a cell of a grid goes on below a rule that stops short', () => {
  const grid = ['+--+---+', '| a| b |', '|  +---+', '|  | c |', '| e| d |', '+--+---+', '| f| g |', '+--+---+']
  expect(withGridTables(grid)[0]?.match(/<tr.*?<\/tr>/g)).toEqual([
    '<tr data-line="2"><td>a e</td><td>b</td></tr>',
    '<tr data-line="4"><td>a e</td><td>c d</td></tr>',
    '<tr data-line="7"><td>f</td><td>g</td></tr>',
  ])
})

it('a caption stands above its table', () => {
  const [caption, table] = readHtml('<table><caption id="c">C</caption><tr><td>b</td></tr></table>').children
  expect(caption).toMatchObject({ type: 'paragraph', children: [{ value: 'C' }], data: { anchors: [] } })
  expect(table).toMatchObject({ type: 'table', children: [{ children: [{ children: [{ value: 'b' }] }] }] })
})

it('a row of roles has the cells of its roles alone', () => {
  const [table] = readHtml('<div role="table"><div role="row">x<span role="cell">y</span><b>z</b></div></div>').children
  expect(table).toMatchObject({ type: 'table', children: [{ children: [{ children: [{ value: 'y' }] }] }] })
  expect(table?.type === 'table' && table.children[0]?.children).toHaveLength(1)
})

it.each([
  ['x.csv', true],
  ['x.tsv', true],
  ['x.csv.md', false],
])('two lines of two values are a table by their name alone: %s', (from, is) => {
  expect(looksSeparated('a,b\nc,d', from)).toBe(is)
  expect(looksSeparated('a,b', from)).toBe(false)
  expect(looksSeparated('a,"b, c"\nd,e\n', from)).toBe(is)
})

it.each(['a,b,c\n-,d,e\nf,g,h', 'a,b,c\nd-,e-,f-\ng,h,i', 'a,b,c\n-d,-e,-f\ng,h,i'])(
  '%j has no rule below its head',
  text => {
    expect(looksSeparated(text, 'x.csv')).toBe(true)
  },
)

it('comments stand above their table', () => {
  expect(htmlOfSeparated('# a "b", c\n"# d",,\na,b,c\nd,e,f\ng,h,i', 'x')).toMatch(
    /^<p data-line="1">a &quot;b&quot;, c\nd\n?<\/p>\n<table><tr data-line="3">/,
  )
})

it('a cell lists with bars, a line each', () => {
  const [, row = ''] = htmlOfSeparated('a;b\nGET /a | GET /b | see c;GET | HEAD /d', 'x.csv').split('</tr>')
  expect(row).toContain('<td>GET /a<br>GET /b<br>see c</td><td>GET | HEAD /d</td>')
})

it('an article is a web page, but not one of DocBook', () => {
  expect(looksLikeHtml('<?xml version="1.0"?>\n<article class="x">')).toBe(true)
  expect(looksLikeHtml('<?xml version="1.0"?>\n<article xmlns="http://docbook.org/ns/docbook">')).toBe(false)
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
    [
      '```mdx\n<R from="GET /v2/x" to="GetX"/>\n```\n\n~~~\n```\n<R from="GET /v2/y" to="GetY"/>\n~~~\n\n<R from="GET /v2/z" to="GetZ"/>',
      ['&lt;R from=&quot;GET /v2/x', '&lt;R from=&quot;GET /v2/y', 'GET /v2/z is replaced by GetZ.'],
    ],
    ['<A>\n\n  ```\n  <B>\n    x\n  ```\n\n  text\n</A>', ['<p data-line="8">text</p>']],
    [
      '---\ndate: "2025-01-01"\nname: a\n---\nb\n\n---\nstatus: \'Removed\'\nkind: removed\n---\nc',
      ['<h2 data-line="1">2025-01-01</h2>', '<h2 data-line="7">removed</h2>', '<p data-line="11">c</p>'],
    ],
    ['a[^1] b\n\n[^1]: Since 2025. ', ['>a (Since 2025.) b<']],
    ['a[^1] b[^1]\n\n[^1]: c', ['>a (c) b (c)<']],
    ['a\n\n[^1]: c', ['>a<']],
    ['+++\na = 1\n+++', ['']],
    ['---\nname: a\n---\nb', ['<p data-line="4">b</p>']],
    ['A\n:  b\n   c\n: d\n\nE\n: f', ['<dt data-line="1">A</dt>', '<dt data-line="6">E</dt>', '>f</dd></dl>']],
  ])('%j', (source, parts) => {
    const html = htmlOfMarkdown(source)
    for (const part of parts) expect(html).toContain(part)
  })
})
