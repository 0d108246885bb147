import type { Nodes } from 'mdast'

/** A part of a text, by its offsets. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Where a match stands in its text. */
export const spanOf = ({ index, 0: { length } }: RegExpExecArray): Span => ({ start: index, end: index + length })

/** Running text of a node with what a reader of it needs to know about its letters. */
export interface Run {
  /** Code stands between `codeStart` and `codeEnd`; everything else is plain text. */
  readonly text: string
  readonly links: readonly (Span & { readonly url: string })[]
}

// Letters of no language (private use), so that no published text holds them by chance.
export const codeStart = '\uE000'
export const codeEnd = '\uE001'
/** Around what is struck out: it is there to be read, and is not stated any more. */
export const struckStart = '\uE002'
export const struckEnd = '\uE003'
/** A picture without alternative text: something is said here that no reader of text can read. */
export const unreadPicture = '\uE004'

/** The node's text on one line, code marked as such, and where its links are. Nested lists are left out, and hard breaks kept, on demand. */
export const runOf = (
  node: Nodes,
  options: { readonly withoutLists?: boolean; readonly withBreaks?: boolean } = {},
): Run => {
  const links: Run['links'][number][] = []
  let text = ''
  const write = (current: Nodes): void => {
    if (options.withoutLists === true && current.type === 'list') return
    // What is written as two hyphens is a dash.
    if (current.type === 'text') text += plain(current.value).replaceAll(/(?<=\s)--(?=\s)/g, '–')
    else if (current.type === 'inlineCode' || current.type === 'code')
      text += codeStart + plain(current.value) + codeEnd
    else if (current.type === 'break') text += options.withBreaks === true ? '\n' : ' '
    else if ('children' in current) {
      const start = text.length
      if (current.type === 'delete') text += struckStart
      for (const child of current.children) {
        write(child)
        if (blocks.has(child.type)) text += '\n'
      }
      if (current.type === 'delete') text += struckEnd
      if (current.type === 'link') links.push({ start, end: text.length, url: current.url })
    }
  }
  write(node)
  return { text, links }
}

/** Text as a person reads it: no marks of code, single spaces. */
export const readable = (run: Run): string =>
  run.text
    .replaceAll(/[\uE000-\uE004]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Whether a text has a letter or a digit: a dash stands for an empty cell. */
export const says = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** A text with a letter in the place of each of those that stand in the spans. */
export const masked = (text: string, spans: readonly Span[], letter = ' '): string => {
  const parts: string[] = []
  let at = 0
  // One pass: a paragraph may have thousands of spans.
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(start, at)
    if (end <= from) continue
    parts.push(text.slice(at, from), letter.repeat(end - from))
    at = end
  }
  return parts.join('') + text.slice(at)
}

/** What is stated, block by block: without what is struck out. A picture without alternative text stays, as something unread. */
export const statedLines = (run: Run): string =>
  run.text
    .replaceAll(/\uE002[^\uE003]*\uE003/g, ' ')
    .replaceAll(/[\uE000-\uE003]/g, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()

/** The same on one line. */
export const stated = (run: Run): string => statedLines(run).replaceAll('\n', ' ')

export const slice = (run: Run, start: number, end: number): Run => ({
  text: run.text.slice(start, end),
  links: run.links
    .filter(link => link.start >= start && link.start < end)
    .map(link => ({ start: link.start - start, end: Math.min(link.end, end) - start, url: link.url })),
})

/** 1-based line on which a node begins. */
export const lineOf = (node: Nodes): number => node.position?.start.line ?? 1

/** Hyphens that only forbid or allow a line to break are hyphens, and what has no width is nothing. */
const plain = (value: string): string =>
  value
    .replaceAll(/[\uE000-\uE003]/g, ' ')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(/[\u00AD\u200B\u2060]/g, '')

const blocks = new Set<string>('paragraph heading listItem list blockquote table tableRow tableCell code'.split(' '))

/** Of some places in order, those that begin in a span: a paragraph may have thousands of both. */
export const beginningIn = <T extends Pick<Span, 'start'>>(places: readonly T[], { start, end }: Span): readonly T[] =>
  places.slice(countBefore(places, start), countBefore(places, end))

/** How many of some places in order begin before an offset. */
const countBefore = (places: readonly Pick<Span, 'start'>[], offset: number): number => {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] as Span).start < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether an offset stands in one of some spans of a text. */
export const insideOf = (spans: readonly Span[], { text }: Run): ((at: number) => boolean) => {
  const inside = new Uint8Array(text.length)
  for (const { start, end } of spans) inside.fill(1, start, end)
  return at => inside[at] === 1
}
