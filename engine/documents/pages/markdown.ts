import { Lexer, type Token, Tokenizer, type Tokens } from 'marked'
import { isKind, kindOf } from '../../../checks/documents/vocabulary.ts'
import { withoutComponents } from './components.ts'
import { htmlOfLines, withFirstCells, withoutRules } from './plain-lines.ts'
import { looksSeparated, separatedRows } from './separated.ts'
import { escaped, headingTag, lineAttribute, lineComment, newlines, on, tableRow } from './written.ts'

/** What stands in front of a page and is about all of it, in YAML or TOML. */
export const frontMatter = /^(---|\+\+\+)[ \t]*\n([\s\S]*?)\n\1[ \t]*(?=\n|$)/

const laterFrontMatter = /\n---[ \t]*\n(?:[\w-]+:[^\n]*\n)+---[ \t]*(?:\n|$)/

const eachFrontMatter = /(^|\n)---[ \t]*\n((?:[\w-]+:[^\n]*\n)+)---[ \t]*(?=\n|$)/g

/** What the fields of an entry say that its heading would: `date: 2025-11-21`, `kind: Update`. */
const titleOf = (fields: string): string => {
  const stated = [...fields.matchAll(/^(\w+):[ \t]{0,20}["']?([^\n]{0,500}?)["']?[ \t]{0,20}$/gm)]
  const valuesOf = (names: RegExp): readonly string[] =>
    stated.flatMap(([, name = '', value = '']) => (names.test(name) ? [value] : []))
  const day =
    [/^date$/i, /^(?:published|created)(?:_?(?:at|on|date))?$/i].map(valuesOf).find(({ length }) => length > 0) ?? []
  const tags = valuesOf(/^(?:tags|labels|categories)$/i).flatMap(value => value.match(/[^\s,["'\]][^,["'\]]*/g) ?? [])
  const all = [...day, ...valuesOf(/^(?:title|kind|type|category|status|state)$/i), ...tags.filter(isKind)]
  return [...new Map(all.map(value => [value.toLowerCase(), value])).values()].join(' · ')
}

/** The lines of the front matter, emptied: it is about the page, not part of it. Where each entry has its own, it is about the entry. */
const withoutFrontMatter = (text: string): string =>
  laterFrontMatter.test(text)
    ? text.replaceAll(
        eachFrontMatter,
        (_, before: string, fields: string) => `${before}## ${titleOf(fields)}\n${'\n'.repeat(newlines(fields))}`,
      )
    : text.replace(frontMatter, found => '\n'.repeat(newlines(found)))

/** Whether a text is written in Org mode: its name says so, or headings of several stars that nothing closes. */
export const looksLikeOrg = (text: string, from: string): boolean =>
  /\.org$/i.test(from) || (/^\* \S/m.test(text) && /^\*\* [^*\n]+$/m.test(text))

/** The headings, the code and the tables of Org mode as those of Markdown, line by line. Org mode has no tags: `<org>` is text. */
export const markdownOfOrg = (source: string): string =>
  source
    .replaceAll(/^#\+.*/gm, '')
    .replaceAll(/<(?=\p{L})/gu, '\\<')
    .replaceAll(/^[ \t]*:(?:PROPERTIES|END):/gm, '')
    .replaceAll(/^[ \t]*:CUSTOM_ID:[ \t]+(\S+)/gm, '<a id="$1"></a>')
    // A property of a heading is a field.
    .replaceAll(
      /^[ \t]*:(\w[\w-]*):[ \t]+(?=\S)/gm,
      (_, name: string) => `- ${name.toLowerCase().replaceAll(/[_-]+/g, ' ')}: `,
    )
    // `* 2025-11-21 Expiry of tokens  :update:`
    .replaceAll(
      /^(\*{1,10} .{0,300}\S)[ \t]{1,100}:(\p{L}{1,30}):[ \t]{0,20}$/gmu,
      (line, head: string, tag: string) => (isKind(tag) ? `${head} · ${tag}` : line),
    )
    .replaceAll(/^\*+(?= )/gm, stars => '#'.repeat(Math.min(6, stars.length)))
    .replaceAll(
      /\[\[([^[\]\n]{1,300})\](?:\[([^[\]\n]{1,300})\])?\]/g,
      (_, target: string, text: string = target) => `[${text}](<${target.replace(/^\*/, '#')}>)`,
    )
    // `- term :: definition`
    .replaceAll(/^([ \t]*[-+] .{0,300}?) ::[ \t]+/gm, '$1: ')
    .replaceAll(
      /(?<![\p{L}\p{N}])([~=])([^\s~=](?:[^~=\n]*[^\s~=])?)\1(?![\p{L}\p{N}])/gu,
      (_, _mark: string, code: string) => `\`${code.replaceAll('\\<', '<')}\``,
    )
    .replaceAll(/^\s*\|-[-+|]*\s*$/gm, line => line.replaceAll('+', '|'))

/** A tab or a note with a title, whose text is indented: `!!! info "New"`. An item of a list has the same reach. */
const titledBlock = /^([ \t]*)(?:===|!!!|\?\?\?)\+? (?:[\w-]+ )*"([^"\n]{1,100})"[ \t]*$/gm

/** The first line of a note, with or without a title, and the last one: `> [!WARNING]`, `:::warning Deprecation`, `:::`. */
const note = /^([ \t>]*)(?:\[!([A-Za-z]{1,20})\]|:::+[ \t]*[\w-]{0,20})[ \t]*([^\n]{0,120})$/gm

/** A note as its title and what stands below it. A sort of note that is a kind of change is its title: `[!NEW]`. */
const titledNote = (_: string, before: string, sort = '', title = ''): string => {
  const name = title !== '' || kindOf(sort) === undefined ? title : sort
  return name === '' ? before : `${before}**${name.replaceAll(/[[\]]/g, '')}**`
}

/** A role of MyST in front of its text: `{ref}`, of which the text alone is shown. */
const roleOfText = /(?<=^|[\s|(])\{[a-z][a-z:-]{0,30}\}(?=`[^`\n]+`)/gm

/** Classes and other attributes behind what they are of, or below it: `{: .label }`, `{ .red }`; and code, which has none. */
const attributeList = /(`[^`\n]+`)|\{(?::[^{}\n]{0,200}|[ \t]*\.[\w-]+(?:[ \t][^{}\n]{0,200})?)\}/g

const footnote = /^\[\^([^\]\s]{1,40})\]:[ \t]*(.*(?:\n(?:[ ]{2,}|\t)[^\s[].*)*)$/gm

// A longer note, or one on more things than these, stays where it is.
const [longestNote, mostOfANote] = [300, 20]

/** A note of one line in brackets wherever the text refers to it: what it says is said of that. */
const withFootnotes = (source: string): string =>
  [...source.matchAll(footnote)].reduce((text, [whole, name = '', said = '']) => {
    const parts = text.replace(whole, '\n'.repeat(newlines(whole))).split(`[^${name}]`)
    const isLong = said.length > longestNote && parts.length > 2
    return parts.length < 2 || parts.length > mostOfANote || isLong
      ? text
      : parts.join(` (${said.trim().replaceAll(/\s*\n\s*/g, ' ')})`)
  }, source)

/** An address in which a bracket is escaped stays text: as a link it would end there, and the parameter after it would be a tag: `https://…/\<org>`. */
class AddressTokenizer extends Tokenizer {
  override url(source: string): Tokens.Link | undefined {
    const link = super.url(source)
    return link && /^[^\s<]*\\</.test(source) ? undefined : link
  }
}

const dialect = (): { gfm: true; tokenizer: Tokenizer } => ({ gfm: true, tokenizer: new AddressTokenizer() })

const inlineTokens = (text: string): readonly Token[] => Lexer.lexInline(text, dialect())

/** Markdown as HTML that says on which line of the source each of its parts stands. May throw on what exhausts the parser's stack. */
export const htmlOfMarkdown = (source: string): string => {
  const lexer = new Lexer(dialect())
  const { text, lines } = withoutComponents(withFootnotes(withoutFrontMatter(source)))
  const tokens = lexer.lex(
    withFirstCells(withoutRules(text))
      .replaceAll(attributeList, (_, code = '') => code)
      .replaceAll(roleOfText, '')
      .replaceAll(titledBlock, '$1- **$2**')
      .replaceAll(note, titledNote),
  )
  return blocks(tokens, 1).replaceAll(
    lineMark,
    (_, before: string, line: string) => before + String(lines[Number(line) - 1] ?? line),
  )
}

const lineMark = new RegExp(`( ${lineAttribute}="|<!--line )(\\d+)`, 'g')

const blocks = (tokens: readonly Token[], first: number): string => {
  let line = first
  let written = ''
  for (const token of tokens) {
    written += block(token as Tokens.Generic, line)
    line += newlines(token.raw)
  }
  return written.replaceAll('</dl><dl>', '')
}

// As many dialects have it: a term, and below it definitions behind colons.
const definition = /(?:^|\n)[ ]{0,3}:[ \t]+\S/

const definitions = (raw: string, first: number): string =>
  `<dl>${raw
    .trim()
    .split(/\n(?=[ ]{0,3}:[ \t])/)
    .map((part, at) => {
      const text = part.replace(/^[ ]{0,3}:[ \t]+/, '')
      const name = text === part ? 'dt' : 'dd'
      return `<${name}${on(first + at)}>${inline(inlineTokens(text))}</${name}>`
    })
    .join('')}</dl>`

const endpointLine = /^\s*(?:[A-Z]{3,7}\s+)?\/v\d\/\S+(?:\s+(?:->|=>|[→⇒])\s+\S.*)?$/
const diffLine = /^[-+!]\s+(\p{L}+):\s/u
const datedLine = /^\s*\d{4}-\d\d-\d\d[\s:|–—-]+(\p{L}+)/u

/** Code that is a list of endpoints, or of changes with their kinds behind their days or as a diff shows them, as that list. An example has no arrows. */
const listOfCode = (code: string, first: number): string | undefined => {
  const lines = code
    .split('\n')
    .map((text, at) => ({ text, line: first + at }))
    .filter(({ text }) => text.trim() !== '')
  const isOf = (is: (text: string) => boolean): boolean => lines.every(({ text }) => is(text))
  const haveKinds = (form: RegExp): boolean => isOf(text => kindOf(form.exec(text)?.[1] ?? '') !== undefined)
  const isDiff = haveKinds(diffLine)
  const isList = isOf(text => endpointLine.test(text)) && /->|=>|[→⇒]/.test(code)
  if (haveKinds(datedLine)) return htmlOfLines(code, first, escaped)
  if (!isDiff && !isList) return undefined
  const items = lines.map(({ text, line }) => `<li${on(line)}>${escaped((isDiff ? text.slice(1) : text).trim())}</li>`)
  return `<ul${on(first)}>${items.join('')}</ul>\n`
}

const block = (token: Tokens.Generic, line: number): string => {
  switch (token.type) {
    case 'heading':
      return `${headingTag(token.depth, line, inline(token.tokens))}\n`
    case 'paragraph':
      if (definition.test(token.raw)) return definitions(token.raw, line)
      return (
        htmlOfLines(token.raw, line, text => inline(inlineTokens(text))) ??
        `<p${on(line)}>${inline(token.tokens)}</p>\n`
      )
    case 'text':
      if (definition.test(token.raw)) return definitions(token.raw, line)
      return token.tokens ? inline(token.tokens) : escaped(token.text)
    case 'blockquote':
      return `<blockquote${on(line)}>${blocks(token.tokens ?? [], line)}</blockquote>\n`
    case 'list': {
      let at = line
      const items = (token as Tokens.List).items.map(item => {
        const written = `<li${on(at)}>${item.task ? `<input type="checkbox"${item.checked ? ' checked' : ''}>` : ''}${blocks(item.tokens, at)}</li>\n`
        at += newlines(item.raw)
        return written
      })
      return `<ul${on(line)}>${items.join('')}</ul>\n`
    }
    case 'table': {
      const table = token as Tokens.Table
      const cellsOf = (row: readonly Tokens.TableCell[]): readonly string[] => row.map(cell => inline(cell.tokens))
      const rows = table.rows.map((row, index) => tableRow(cellsOf(row), line + 2 + index))
      return `<table${on(line)}>${tableRow(cellsOf(table.header), line, 'th')}${rows.join('')}</table>\n`
    }
    case 'code': {
      const first = line + (token.codeBlockStyle === 'indented' ? 0 : 1)
      const name = `code.${token.lang?.toLowerCase()}`
      if (/\.[ct]sv$/.test(name) && looksSeparated(token.text, name)) return separatedRows(token.text, name, first)
      return listOfCode(token.text, first) ?? `<pre${on(line)}>${escaped(token.text)}</pre>\n`
    }
    case 'html':
      return lineComment(line) + token.raw
    case 'hr':
      return `<hr${on(line)}>\n`
    default:
      return ''
  }
}

const inline = (tokens: readonly Token[] | undefined): string =>
  (tokens ?? []).map(token => span(token as Tokens.Generic)).join('')

const span = (token: Tokens.Generic): string => {
  switch (token.type) {
    case 'codespan':
      // MDX needs a backslash before a brace outside of code, and people write it within code as well.
      return `<code>${escaped(token.text.replaceAll(/\\(?=[{}])/g, ''))}</code>`
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${inline(token.tokens)}</${token.type}>`
    case 'link':
      return `<a href="${escaped(token.href)}">${inline(token.tokens)}</a>`
    case 'image':
      return `<img alt="${escaped(token.text)}">`
    case 'br':
      return '<br>'
    case 'html':
      return token.raw
    default:
      // Character references are text of the source that the reader of HTML resolves. `:sparkles:` is a picture that says nothing.
      return token.tokens
        ? inline(token.tokens)
        : escaped(token.text ?? '')
            .replaceAll(/&amp;(#?\w{1,31};)/g, '&$1')
            .replaceAll(/(?<!\S):[a-z][a-z\d_+-]{1,40}:(?!\S)/g, '')
  }
}
