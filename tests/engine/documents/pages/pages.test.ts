import { readFileSync } from 'node:fs'
import type { Nodes } from 'mdast'
import { expect, it } from 'vitest'
import { readPage } from '../../../../engine/documents/pages/page.ts'
import { collectProblems } from '../../../../engine/documents/problems.ts'

/** Running text with its marks; the end of a line of the source is `¶`. */
const span = (node: Nodes): string => {
  if (node.type === 'text') return node.value.replaceAll('\n', '¶').replaceAll('\uE004', '[?]')
  if (node.type === 'inlineCode') return `\`${node.value}\``
  if (node.type === 'break') return '↵'
  const inner = 'children' in node ? node.children.map(span).join('') : ''
  if (node.type === 'strong') return `**${inner}**`
  if (node.type === 'delete') return `~~${inner}~~`
  if (node.type === 'link') return `[${inner}](${node.url})`
  return inner
}
/** A line for each block: its line in the source and its text. */
const outline = (node: Nodes, indent = ''): readonly string[] => {
  const { anchors = [], heads = false } = (node.data ?? {}) as { anchors?: readonly string[]; heads?: boolean }
  const line = `${node.position?.start.line}`.padStart(2)
  const end = anchors.length > 0 ? ` {${anchors.join()}}` : ''
  const own = (text: string) => `${indent}${line} ${text}${end}`.trimEnd()
  if (node.type === 'heading') return [own(`${'#'.repeat(node.depth)} ${span(node)}`)]
  if (node.type === 'paragraph') return [own(span(node))]
  if (node.type === 'code') return [own(`<${node.value.replaceAll('\n', '¶')}>`)]
  if (node.type === 'thematicBreak') return [own('---')]
  if (node.type === 'tableRow') return [own(`${heads ? '!' : ' '} ${node.children.map(span).join(' | ')}`)]
  const inner =
    'children' in node
      ? node.children.flatMap(child => outline(child as Nodes, node.type === 'root' ? '' : `${indent}  `))
      : []
  return node.type === 'root'
    ? inner
    : [own(node.type === 'list' ? (node.ordered ? 'ol' : 'ul') : node.type === 'listItem' ? '*' : node.type), ...inner]
}

const read = (text: string, from = 'x') => {
  const problems = collectProblems()
  return { blocks: outline(readPage(text, from, problems)), problems: problems.list() }
}
const samples = readFileSync(new URL('../../../fixtures/documents/pages.txt', import.meta.url), 'utf8')
  .split(/^<<<< /m)
  .slice(1)
  .map(sample => {
    const [source = '', expected = ''] = sample.split(/^>>>>\n/m)
    const [from = '', name = ''] = (source.split('\n', 1)[0] ?? '').split(': ')
    return [name, from, source.slice(source.indexOf('\n') + 1), expected.trimEnd()] as const
  })

it.each(samples)('%s', (_, from, text, expected) => {
  const { blocks, problems } = read(text, from)
  expect([...blocks, ...problems.map(problem => `problem: ${problem}`)].join('\n')).toBe(expected)
})

it.each<[string, string, ...string[]]>([
  ['\uFEFF# Log\r\n\r\ntext\rmore', 'x', ' 1 # Log', ' 3 text¶more'],
  ['<?xml version="1.0"?>\n<!-- c -->\n<html><body><p>a</p></body></html>', 'x', ' 3 a'],
  ['[a](b)\n\n[1]', 'x', ' 1 [a](b)', ' 3 [1]'],
  ['* a\n\n.. note::', 'x.org', ' 1 # a', ' 3 .. note::'],
  [`${'> '.repeat(10)}in`, 'x', ' 1 in'],
  ['<html><x-body><p>Deprecated</p><h3>Old calls</h3></x-body>', 'x', ' 1 ### Old calls', ' 1 Deprecated'],
  ['<html><html-x><p>Deprecated</p><h3>Old calls</h3></html-x>', 'x', ' 1 ### Old calls', ' 1 Deprecated'],
  ['<html><body><p>Deprecated</p><h3>Old calls</h3>', 'x', ' 1 Deprecated', ' 1 ### Old calls'],
  ['<html><p><img><span>Deprecated</span> <b>Old calls</b></p>', 'x', ' 1 **[?] **Old calls** · Deprecated**'],
  ['<html><p><sub>New</sub> <b>Old calls</b></p>', 'x', ' 1 ** **Old calls** · New**'],
  ['<html><p><bdi>New</bdi> <b>Old calls</b></p>', 'x', ' 1 ** **Old calls** · New**'],
  ['<html><p><em>#Deprecated</em> <b>Old calls</b></p>', 'x', ' 1 #Deprecated **Old calls**'],
  ['<html><p><em>Deprecated!</em> <b>Old calls</b></p>', 'x', ' 1 Deprecated! **Old calls**'],
  ['<html><summary><em>New</em><i>and</i> removed calls</summary>', 'x', ' 1 **Newand removed calls**'],
  ['<html><p><span>Deprecated</span></p>', 'x', ' 1 Deprecated'],
  [
    '<html><div><ul><li>Deprecated</li><li><pre>x</pre></li></ul><h3>Old calls</h3></div>',
    'x',
    ' 1 ul',
    '   1 *',
    '     1 Deprecated',
    '   1 *',
    '     1 <x>',
    ' 1 ### Old calls',
  ],
  [
    '<html><div><ul><li>Deprecated</li><li>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</li></ul><h3>Old calls</h3></div>',
    'x',
    ' 1 ul',
    '   1 *',
    '     1 Deprecated',
    '   1 *',
    '     1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    ' 1 ### Old calls',
  ],
  [
    '<html><div><ul><li>Deprecated</li><li>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</li></ul><h3>Old calls</h3></div>',
    'x',
    ' 1 ### Old calls',
    ' 1 Deprecated',
  ],
  ['`/a/\\{b\\}` `\\d`', 'x', ' 1 `/a/{b}` `\\d`'],
  ['<html><p><samp>a</samp> <tt>b</tt> c<sup>12</sup> d<sup>*</sup> 21<sup>st</sup></p>', 'x', ' 1 `a` `b` c d 21st'],
  ['<html><p><input>a <input type="CHECKBOX" checked>b <img alt=" c ">d</p>', 'x', ' 1 a ☑ b cd'],
  [
    '<html><p>/a/<name>/b /c/<em>x</em> /d/<foo k="1">y</foo> /e/<a href="x">z</a> /f/<a>/g</p>',
    'x',
    ' 1 /a/<name>/b /c/x /d/y /e/[z](x) /f/<a>/g',
  ],
  ['<html><p><i aria-label="new"></i> <i aria-label="x">y</i> <i></i>z</p>', 'x', ' 1 new y z'],
  [
    '<html><p><time datetime="2025-01-01">Jan 1, 2025</time></p><p><time datetime="2025-01-02">Jan 1, 2025</time></p><p><time datetime="2025-01-02T01:00">Jan 1, 2025</time></p><p><time datetime="2025-01-05T01:00">Jan 1, 2025</time></p><p><time datetime="2025-01-01">Jan 1</time></p>',
    'x',
    ' 1 2025-01-01',
    ' 1 Jan 1, 2025 (2025-01-02)',
    ' 1 2025-01-01',
    ' 1 Jan 1, 2025 (2025-01-05T01:00)',
    ' 1 Jan 1 (2025-01-01)',
  ],
  ['<html><h2>a<ul><li>b<li>c</ul></h2><h2>d<dl><dt>e<dd>f<dd>g</dl></h2>', 'x', ' 1 ## a¶b¶c¶¶', ' 1 ## d¶e¶f¶g¶¶'],
  ['<html><h2>a<table><tr><th>b<th>c<tr><td>d<td>e</table></h2>', 'x', ' 1 ## a¶b¶c¶¶d¶e¶¶¶'],
  [
    '<html><p><b data-x="2025-01-01">a</b> <entry status="Removed">b</entry> <entry status="Removed" date="2025-01-01">c</entry></p>',
    'x',
    ' 1 **a** b Removed, 2025-01-01 c',
  ],
  [
    '<html><dl>text<dd>a</dd><dt>b</dt><dd>c</dd></dl>',
    'x',
    ' 1 ul',
    '   1 *',
    '     1 a',
    '   1 *',
    '     1 b',
    '     1 ul',
    '       1 *',
    '         1 c',
  ],
  [
    '<html><table><tr><td rowspan=3>a<td>b<tr><td>c<tr><td>d<tr><td>e<td>f</table>',
    'x',
    ' 1 table',
    '   1   a | b',
    '   1   a | c',
    '   1   a | d',
    '   1   e | f',
  ],
  ['b\n\n<div><!--in line 70--><p>a</p></div>', 'x', ' 1 b', ' 3 a'],
  ['<html><xh1><p>a</p></xh1><h1x><p>b</p></h1x>', 'x', ' 1 a', ' 1 b'],
  ['<html><a id="w"></a><p>a <i id="x">b</i> <b name="y">c</b> <a name="z">d</a></p>', 'x', ' 1 a b **c** d {w,x,z}'],
  ['<html><div><p>Removed 2025-01-01</p><h2>A</h2><p>x</p></div>', 'x', ' 1 ## A', ' 1 Removed 2025-01-01', ' 1 x'],
  ['<html><div><p>Removed</p><hr><h2>A</h2><p>x</p></div>', 'x', ' 1 Removed', ' 1 ---', ' 1 ## A', ' 1 x'],
  [
    '<html><div><p>Removed</p><p>and more</p><h2>A</h2><p>x</p></div>',
    'x',
    ' 1 Removed',
    ' 1 and more',
    ' 1 ## A',
    ' 1 x',
  ],
  [
    '<html><p><time datetime="2025-11-21">Friday, 21 November 2025</time></p><p><time datetime="2025-09-10T08:00Z">9/10/2025</time></p><p><time datetime="2025-11">November 2025</time></p><p><time datetime="21/11/2025">21 November 2025</time></p><p><time datetime="20251121">2025-11-21</time></p>',
    'x',
    ' 1 Friday, 2025-11-21',
    ' 1 2025-09-10',
    ' 1 2025-11',
    ' 1 21 November 2025',
    ' 1 2025-11-21',
  ],
  [
    '<html><p>a<time>2025-01-01</time></p><p><b>a</b><time>2025-01-01</time><b>b</b><b>c</b></p>',
    'x',
    ' 1 a2025-01-01',
    ' 1 **a** 2025-01-01 **b****c**',
  ],
  [
    '<html><body><p data-date="2022-08-23" class="Removed">/v1/a</p><p><span title="2022-08-23" class="Removed">b</span> <change at="2022-08-23" is="Removed">c</change></p></body></html>',
    'x',
    ' 1 /v1/a',
    ' 1 b 2022-08-23, Removed c',
  ],
  ['<html><body><pre>GET /v1/a<!-- x --></pre></body></html>', 'x', ' 1 <GET /v1/a>'],
  ['"a" b, c\nd, e, f', 'x', ' 1 "a" b, c¶d, e, f'],
  ['"a" b,c\nd,e\nf,g', 'x.csv', ' 1 "a" b,c¶d,e¶f,g'],
  [
    'a\n\nb\n\nc\n\nd\n\ne\n\nf\n\n<table><tr><td>x</td></tr></table>',
    'x',
    ' 1 a',
    ' 3 b',
    ' 5 c',
    ' 7 d',
    ' 9 e',
    '11 f',
    '13 table',
    '  13   x',
  ],
  [
    'a\n\n<!--line 99-->\n\n<!-- in line 70-->\n\n<table><tr><td>x</td></tr></table>',
    'x',
    ' 1 a',
    ' 7 table',
    '   7   x',
  ],
  [
    'a\n: b :  c\n  : d',
    'x',
    ' 1 ul',
    '   1 *',
    '     1 a',
    '     2 ul',
    '       2 *',
    '         2 b :  c',
    '     3 ul',
    '       3 *',
    '         3 d',
  ],
  ['x : y\n: a', 'x', ' 1 ul', '   1 *', '     1 x : y', '     2 ul', '       2 *', '         2 a'],
  ['- [ ] a\n- [x] b\n- c', 'x', ' 1 ul', '   1 *', '     1 ☐ a', '   2 *', '     2 ☑ b', '   3 *', '     3 c'],
  [
    '<html><body><section><ul><li>Removed</li></ul><h2>GET /v1/a</h2><p>text</p></section></body></html>',
    'x',
    ' 1 ## GET /v1/a',
    ' 1 Removed',
    ' 1 text',
  ],
  [
    '<section><ul><li>API</li><li>New</li></ul><h3>a</h3><p>b</p></section><section><ul><li>New</li></ul><p>c</p><h3>d</h3></section><section><ul><li>API</li></ul><h3>e</h3></section>',
    'x',
    ' 1 ### a',
    ' 1 New',
    ' 1 b',
    ' 1 ul',
    '   1 *',
    '     1 New',
    ' 1 c',
    ' 1 ### d',
    ' 1 ul',
    '   1 *',
    '     1 API',
    ' 1 ### e',
  ],
  [
    '<h2>A <span>New</span></h2><h2>A is <b>New</b></h2><h2><i>Removed</i> A</h2><h2><i>Removed</i> a</h2><h2>A: <i>New</i></h2><h2>A <i>new</i></h2><h1>A <i>New</i></h1><p><i>New</i> <b>A</b></p><p><b>New</b> <b>A</b></p><p><i>New</i> <b>A</b> b</p><p><img alt="New"> <b>A</b></p><details><summary><time>2024-05-01</time> <i>New</i> A</summary>a</details>',
    'x',
    ' 1 ## A  · New',
    ' 1 ## A is **New**',
    ' 1 ##  A · Removed',
    ' 1 ## Removed a',
    ' 1 ## A: New',
    ' 1 ## A new',
    ' 1 # A New',
    ' 1 ** **A** · New**',
    ' 1 **New** **A**',
    ' 1 New **A** b',
    ' 1 ** **A** · New**',
    ' 1 **2024-05-01  A · New**',
    ' 1 a',
  ],
])('%j is a page', (text, from, ...blocks) => {
  expect(read(text, from)).toEqual({ blocks, problems: [] })
})

it.each([
  ['<?xml version="1.0"?>\n<feed><entry/></feed>', 'x'],
  ['[{"a": 1}', 'x.json'],
  [`<html>${'<div>'.repeat(200)}`, 'x'],
  [`[${'{"a":['.repeat(50)}`, 'x.json'],
])('%j is none', (text, from) => {
  expect(read(text, from)).toEqual({ blocks: [], problems: [`${from} cannot be read as a page.`] })
})

it('a path that was left out is told once, with what it stands in', () => {
  expect(read('a\n\n| /v1/b | c').problems).toEqual(['Line 3 of x belongs to a table that is not read.'])
})

it('a field of the front matter is no record for brackets in it', () => {
  expect(read('---\ntitle: a [[b]] /v1/c\n---\n\nd')).toEqual({
    blocks: [' 5 d'],
    problems: ['Line 2 of x names /v1/c, and is not read.'],
  })
})

it.each([
  ['nested too deeply', '> '.repeat(11)],
  ['a list nested too deeply', '- '.repeat(11)],
  ['indented too far', `${' '.repeat(201)}text`],
  ['a line of too many marks', '*'.repeat(1501)],
  ['a paragraph of too many marks', `${`${'_'.repeat(1500)}\n`.repeat(2)}_`],
])('what is %s is left out', (_, text) => {
  const last = text.split('\n').length
  expect(read(`${text}\n\nend`)).toMatchObject({
    problems: [`Line ${last} of x is not readable text and is left out.`],
  })
})

it.each([
  ['a line below each other', `${'_'.repeat(1500)}\n\n`.repeat(3)],
  ['items', `- ${'_'.repeat(1400)}\n`.repeat(3)],
  ['rows', `|a|\n|-|\n${`|${'_'.repeat(1400)}|\n`.repeat(3)}`],
])('many marks in several texts are read: %s', (_, text) => {
  expect(read(text).problems).toEqual([])
})

it.each<[rows: string, ...blocks: string[]]>([
  ['<tr><td><p>a</p>b</td></tr>', 'a', 'b'],
  ['<tr><td>a</td></tr><tr><td><p>b</p></td></tr>', 'a', 'b'],
  ['<tr><td><ul><li>a</li></ul></td></tr>', 'ul', '*', 'a'],
  ['<tr><td><ol><li>a</li></ol></td></tr>', 'ol', '*', 'a'],
  ['<tr><td><h6>a</h6></td></tr>', '###### a'],
  ['<tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr>', 'table', 'a | b'],
  ['<tr><td>a<div><div>b</div><div><p>c</p></div></div></td></tr>', 'a', 'b', 'c'],
  ['<thead><tr><td><p>a</p></td></tr></thead><tr><td>b</td></tr>', 'a', 'b'],
  ['<tr><td>a</td></tr><tfoot><tr><td><p>b</p></td></tr></tfoot>', 'a', 'b'],
  ['<caption>a</caption><tr><td><p>b</p></td></tr>', 'a', 'b'],
  ['<tr><td>a</td></tr>\n<tr><td>b</td></tr>\n<tr><td><p>c</p></td></tr>', 'a', 'b', 'c'],
])('a table of one column with more than words lays out a page: %s', (rows, ...expected) => {
  const { blocks } = read(`<html><body><table>${rows}</table></body></html>`)
  expect(blocks.map(block => block.replace(/^ *\d +/, ''))).toEqual(expected)
})

it.each<[rows: string, ...rows: string[]]>([
  ['<tr><td>a</td></tr><tr><td><b>b</b><div>c</div></td></tr>', 'a', '**b**¶c¶'],
  ['<tr><td><p>a</p></td><td>b</td></tr>', 'a¶ | b'],
  ['<tr><td>a</td></tr><tr><td><p>b</p></td><td>c</td></tr>', 'a', 'b¶ | c'],
  ['<tr><th>a</th></tr><tr><td><p>b</p></td></tr>', '! a', 'b¶'],
  ['<tr><th>a</th><td><p>b</p></td></tr>', 'a | b¶'],
  ['<thead><tr><th>a</th></tr></thead><tbody><tr><td><p>b</p></td></tr></tbody>', '! a', 'b¶'],
  ['<tr><td>a<samp>b</samp></td></tr>', 'a`b`'],
  ['<tr><td><pre>a</pre></td></tr>', 'a¶'],
])('a table is one with several columns, a header, or no more than words: %s', (rows, ...expected) => {
  const { blocks } = read(`<html><body><table>${rows}</table></body></html>`)
  expect(blocks.map(block => block.replace(/^ *\d +/, ''))).toEqual(['table', ...expected])
})
