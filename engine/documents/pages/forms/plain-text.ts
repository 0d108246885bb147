import { datesIn, isOnlyDate } from '../../../../checks/documents/published-dates.ts'
import { isKind } from '../../../../checks/documents/vocabulary.ts'
import type { Problems } from '../../problems.ts'
import { withGridTables } from '../restructured-text.ts'

const entry = /^(\d{4}-\d\d-\d\d) {2}\S.*<[^<>\s]+@[^<>\s]+>\s*$/

/** Whether a text is a change log as GNU has it: a day and who made the changes, and below it the changes, indented. */
export const looksLikeChangeLog = (text: string): boolean => entry.test(text.trimStart().split('\n')[0] ?? '')

/** Such a log as Markdown, line by line. What stands below `New: …` is of that kind. */
export const markdownOfChangeLog = (source: string): string => {
  let kind = ''
  return source
    .split('\n')
    .map(line => {
      const [, label = ''] = /^\s+(\p{L}+): /u.exec(line) ?? []
      if (entry.test(line)) kind = ''
      else if (isKind(label)) kind = `${label}: `
      return line.replace(entry, '## $1').replace(/^\s+/, '').replace(/^\* /, `- ${kind}`)
    })
    .join('\n')
}

/** A moment as it is published, or its day where that is not as ISO 8601 has it, which is noted. */
const dayOf = (moment: string, line: number, from: string, problems: Problems): string => {
  const [day = ''] = datesIn(moment)[0]?.days ?? []
  if (/^\d{4}-/.test(moment) || day === '') return moment
  problems.unread({ line, why: `Line ${line} of ${from} has its date only in the log's own form.` })
  return day
}

const letter = /^From \S+@\S+ +(\S.*)$/

/** Whether a text is a mailbox (RFC 4155): letters one behind the other, each with its header. */
export const looksLikeMailbox = (text: string): boolean => /^From \S+@\S+ .*\n(?:[\w-]+:[ \t].*\n)+/.test(text)

/** Such letters as Markdown, line by line: the subject is the heading of a letter, with its day where it has none. */
export const markdownOfMailbox = (source: string, from: string, problems: Problems): string => {
  let moment = ''
  let inHeader = false
  return source
    .split('\n')
    .map((line, at, all) => {
      const sent = all[at - 1]?.trim() ? undefined : letter.exec(line)?.[1]
      if (sent !== undefined) {
        // `Mon Apr  1 10:00:00 2024`
        moment = sent.replace(/^\w{3} (\w{3}) +(\d{1,2}) \S+ (\d{4})$/, '$2 $1 $3')
        inHeader = true
        return ''
      }
      if (!inHeader) return line.replace(/^>(?=From )/, '')
      inHeader = line.trim() !== ''
      const subject = /^Subject:[ \t]+(.*)$/i.exec(line)?.[1]
      if (subject === undefined) return ''
      return `## ${datesIn(subject).length > 0 ? subject : `${dayOf(moment, at + 1, from, problems)} ${subject}`}`
    })
    .join('\n')
}

/** What a letter of a digest begins with: `2025-11-21  Subject: …`, or a header with both. */
interface LetterHead {
  readonly day: string
  readonly subject: string
  readonly end: number
}
const divider = /^-{20,}\s*$/

const letterHeads = (lines: readonly string[]): ReadonlyMap<number, LetterHead> => {
  const heads = lines.flatMap((line, at): readonly (readonly [number, LetterHead])[] => {
    const above = lines[at - 1] ?? ''
    if (line.trim() === '' || divider.test(line) || (above.trim() !== '' && !divider.test(above))) return []
    const rest = lines.slice(at, at + mostHeaders)
    const blank = rest.findIndex(other => other.trim() === '')
    const head = rest.slice(0, blank)
    const subject = head.flatMap(other => /(?:^|\s)Subject:\s{1,9}(\S.*)$/i.exec(other)?.[1] ?? [])[0]
    const [day] = head.flatMap(other => datesIn(other.replace(/^Date: /i, '')).filter(({ start }) => start < 6))
    return blank > 0 && subject && day ? [[at, { day: day.text, subject, end: at + blank }] as const] : []
  })
  return new Map(heads)
}
const mostHeaders = 20

/** Whether a text is a digest of letters, with a rule between them (RFC 1153). */
export const looksLikeDigest = (text: string): boolean => {
  const lines = text.split('\n')
  return lines.some(line => divider.test(line)) && letterHeads(lines).size > 1
}

/** Such letters as Markdown, line by line: the day and the subject are the heading of a letter. */
export const markdownOfDigest = (source: string, from: string, problems: Problems): string => {
  const lines = source.split('\n')
  const heads = letterHeads(lines)
  let end = 0
  return lines
    .map((line, at) => {
      const head = heads.get(at)
      if (head) end = head.end
      if (head) return `## ${dayOf(head.day, at + 1, from, problems)} ${head.subject}`
      return at < end || divider.test(line) ? '' : line
    })
    .join('\n')
}

const release = /^[a-z\d][\w.+-]{0,60} \(([^()\n]{1,60})\)[^;\n]{0,100}; *\w+=/
const trailer = /^ -- .*>\s+(\S.*)$/

/** Whether a text is a change log as Debian has it: a release with its distribution, its changes, and who made it when. */
export const looksLikeDebianLog = (text: string): boolean => release.test(text.trimStart())

/** Such a log as Markdown, line by line, with the day of each release as its heading: its number, or what its last line has. */
export const markdownOfDebianLog = (source: string, from: string, problems: Problems): string => {
  const lines = source.split('\n')
  const dayBehind = (at: number): string => {
    const said = lines.slice(at).find(line => trailer.test(line))
    return dayOf((said && trailer.exec(said)?.[1]) ?? '', at + 1, from, problems)
  }
  return lines
    .map((line, at) => {
      const [, version] = release.exec(line) ?? []
      if (version !== undefined) return `## ${isOnlyDate(version) ? version : dayBehind(at + 1)}`
      return trailer.test(line) ? '' : line.replace(/^ {2}(?:\* )?/, mark => (mark.trim() === '' ? '' : '- '))
    })
    .join('\n')
}

/** The number of a section; those of an annex have its letter in front. */
const number = '((?:[A-Z]\\.)?\\d{1,3}(?:\\.\\d{1,3}){0,4})\\.?'
const named = /^(?:Section|Article|Part|§)\s{1,2}(?=\d)/
const heading = new RegExp(`^${number}\\s{1,4}(\\p{L}.*[^.:;])$`, 'u')
/** A paragraph with a number of its own, or a note, which is not indented. */
const clause = new RegExp(`^(?:${number}\\s{2,}(?=\\S)|\\(\\d{1,2}\\)\\s+|(?=NOTE\\b))`)

const numbersIn = (lines: readonly string[]): readonly (readonly [at: number, number: string])[] =>
  lines.flatMap((line, at) => {
    const own = heading.exec(line.replace(named, ''))?.[1]
    // What stands directly below one in capitals is indented.
    const isAbove = line === line.toUpperCase() && /^ {2}/.test(lines[at + 1] ?? '')
    const isAlone = !lines[at - 1]?.trim() && (!lines[at + 1]?.trim() || isAbove)
    return own !== undefined && isAlone ? [[at, own] as const] : []
  })

/** Whether a text is plain text as RFCs have it: headings with numbers, and all below them is indented or the headings are called sections. */
export const looksLikeNumberedText = (text: string): boolean => {
  const lines = text.split('\n')
  const numbers = numbersIn(lines)
  const places = new Set(numbers.map(([at]) => at))
  const [[first] = [0]] = numbers
  return (
    numbers.length > 1 &&
    /^(?:[A-Z]\.)?1$/.test(numbers[0]?.[1] ?? '') &&
    (numbers.every(([at]) => named.test(lines[at] as string)) ||
      lines.every(
        (line, at) => at < first || places.has(at) || line.trim() === '' || /^ {2}/.test(line) || clause.test(line),
      ))
  )
}

/** `Section 4.1` leads to the section. */
const linked = (text: string): string =>
  text.replaceAll(
    /\b[Ss]ection (\d{1,3}(?:\.\d{1,3}){0,4})/g,
    (name, number) => `<a href="#section-${number}">${name}</a>`,
  )

/** In front of an item that stands for its letter: `under a)`. */
const referred = '\uE010'
const before = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - 1)

/** Such text as Markdown, line by line. */
export const markdownOfNumberedText = (source: string): string => {
  const lines = withGridTables(
    source.split('\n').map(line => line.trimEnd()),
    linked,
  )
  const numbers = new Map(numbersIn(lines))
  const first = Math.min(...numbers.keys())
  const indent = Math.min(...lines.slice(first).flatMap(line => (/^ +\S/.test(line) ? [line.search(/\S/)] : [])))
  const written: string[] = []
  /** How far the item of a list is indented that a line may go on with. */
  let item = 0
  /** The items of the last list with letters: what is said below of `those under a) and b)` is of them. */
  const lettered = new Map<string, string>()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const own = numbers.get(at)
    if (own !== undefined) {
      const depth = Math.min(6, own.split('.').length + 1)
      written.push(`${'#'.repeat(depth)} ${heading.exec(line.replace(named, ''))?.[2]} {#section-${own}}`)
    } else if (at < first) written.push(/^ {8}/.test(line) ? `# ${line.trim()}` : line)
    else if (line.startsWith('<table')) written.push(line)
    else {
      const raw = /^\S/.test(line)
        ? line.replace(clause, '')
        : line.slice(indent).replace(/^\s*(?:\d{1,3}\.)+\d{1,3}\.?\s{2,}/, '')
      const [, letter = ''] = /^\s*([a-z])\) {1,3}(?=\S)/.exec(raw) ?? []
      if (letter === 'a') lettered.clear()
      // `c) and f) are replaced` goes on with a sentence.
      const isNext = letter === 'a' || (lettered.has(before(letter)) && !lettered.has(letter))
      if (isNext) lettered.set(letter, raw.trim().slice(2).trim())
      const own = raw.replaceAll(/(?<!\S)([a-z])\)(?=[\s,.;])/g, (mark, of) => {
        if (isNext && of === letter) return '-'
        return lettered.has(of) ? referred + lettered.get(of) : mark
      })
      const text = own.trim().replace(/^o {1,3}(?=\S)/, '- ')
      const depth = own.search(/\S/)
      if (text === '' || depth < item) item = 0
      // Of what is indented further, each path is a line of its own, unless it goes on with a sentence.
      const isFirst = !lines[at - 1]?.trim() || /:\W*$/.test(lines[at - 1] ?? '')
      if (/^- /.test(text) || ((isFirst || item > 0) && depth >= 2 && /^(?:[A-Z]+ +)?\/\S*$/.test(text))) {
        item = depth
        written.push(`- ${text.replace(/^- /, '')}`)
      } else if (item > 0) written.push(linked(depth > item || /^(?:->|=>|→)/.test(text) ? `  ${text}` : text))
      // Columns stand where they stand.
      else written.push(linked(isFirst ? text : own.trimEnd()))
    }
  }
  return written
    .join('\n')
    .replaceAll(new RegExp(`\\bunder(\\s+)${referred}`, 'g'), '$1')
    .replaceAll(referred, '')
}
