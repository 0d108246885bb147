import type { List, ListItem, Paragraph } from 'mdast'
import { isOldMention, namesV1 } from '../../../checks/documents/claims.ts'
import { datesIn } from '../../../checks/documents/published-dates.ts'
import { isQuestion } from '../../../checks/documents/questions.ts'
import { mentionsState, statesIn, takesBack } from '../../../checks/documents/vocabulary.ts'
import { flatMapInPieces, type InPieces } from '../../../checks/pieces.ts'
import type { LogRow } from '../../../contracts/documents.ts'
import type { Block, Section } from '../pages/sections.ts'
import { type Run, readable, runOf } from '../pages/text.ts'
import { replacementLabel } from '../replacement-label.ts'
import { subjectsOf } from '../subjects.ts'
import { contextsOf, headAt, introduces, isStateAndDay, within } from './contexts.ts'
import { type Context, namesSomething } from './said.ts'
import { fieldLine, fieldsOf, isAboutOne, rowsOfSection } from './sections.ts'
import { rowsOfBlock } from './texts.ts'

const deepest = 50

/** The rows of a log that has no table: a heading per endpoint, or dated headings with a list below them. */
export const rowsOfLists = (published: readonly Section[]): InPieces<LogRow[]> => {
  const sections = published.map(withQuestions)
  return flatMapInPieces(sections, (section, index) => {
    const fields = fieldsOf(section)
    if (isAboutOne(section, index, sections) || fields.size > 0) return rowsOfSection(section, index, sections, fields)
    const contexts = contextsOf(section, sections)
    return section.blocks.flatMap((block, at) => {
      const around = contexts[at] as Context
      if (block.type === 'list')
        return isOfReplacements(section, at) ? [] : rowsOfList(block, section, sections, around)
      return block.type !== 'paragraph' || headAt(section, at) !== '' || introduces(section, at)
        ? []
        : rowsOfBlock(block, section, sections, around)
    })
  })
}

/** A section whose questions stand in one paragraph with their answers: `What was deprecated last?` is the state of what the answer names. */
const withQuestions = (section: Section): Section => {
  const blocks: Block[] = []
  for (const block of section.blocks) {
    const above = blocks.at(-1)
    const answer = answerIn(block)
    if (answer && above?.type === 'paragraph' && isAnswered(runOf(above), runOf(answer)))
      blocks.splice(-1, 1, {
        ...answer,
        children: [...above.children, { type: 'text', value: ' ' }, ...answer.children],
      })
    else blocks.push(block)
  }
  return { ...section, blocks }
}

/** A paragraph, or the only one of the description of a term. */
const answerIn = (block: Block): Paragraph | undefined => {
  if (block.type === 'paragraph') return block
  const [only, ...rest] = block.type === 'list' ? block.children.flatMap(({ children }) => children) : []
  return only?.type === 'paragraph' && rest.length === 0 ? only : undefined
}

const isAnswered = (asked: Run, answer: Run): boolean =>
  isQuestion(readable(asked)) &&
  !isQuestion(readable(answer)) &&
  (mentionsState(readable(asked)) || namesSomething(asked))

/** Whether a list says what to use instead: it stands below a title such as `Replacement:`, and names no old endpoint first. */
const isOfReplacements = ({ blocks, title }: Section, at: number): boolean => {
  const above = blocks[at - 1]
  const label = above === undefined ? title : above.type === 'paragraph' ? readable(runOf(above)) : ''
  const [first] = subjectsOf(runOf(blocks[at] as Block)).endpoints
  return replacementLabel.test(label) && (first === undefined || !isOldMention(first))
}

const rowsOfList = (
  list: List,
  section: Section,
  sections: readonly Section[],
  around: Context,
  depth = 0,
): readonly LogRow[] =>
  list.children.map(withoutPrograms).flatMap(item => {
    const own = runOf(item, { withoutLists: true })
    const below = belowState(item)
    if (below) return below.texts.flatMap(text => rowsOfBlock(text, section, sections, within(around, below.state)))
    const lists = item.children.filter(child => child.type === 'list')
    const inner = lists.some(({ children }) => children.some(child => namesSomething(runOf(child))))
    if (saysAll(own) && !lists.some(child => saysMore(readable(runOf(child)))))
      return rowsOfBlock(
        { ...item, children: item.children.filter(({ type }) => type !== 'list') },
        section,
        sections,
        around,
      )
    if (!inner || namesSomething(own) || depth > deepest) return rowsOfBlock(item, section, sections, around)
    // What stands behind the lists is no heading of theirs.
    const first = item.children.findIndex(child => child.type === 'list')
    const head = readable(runOf({ ...item, children: item.children.slice(0, first) }))
    const context = withFields(within(around, head), lists)
    return lists.flatMap(child => rowsOfList(child, section, sections, context, depth + 1))
  })

/** Whether a term is a state, its day and the v1 API: what stands below it explains that. */
const saysAll = (term: Run): boolean =>
  namesV1(readable(term)) && datesIn(readable(term)).length === 1 && statesIn(readable(term)).length === 1

const saysMore = (text: string): boolean => datesIn(text).length > 0 || mentionsState(text) || takesBack(text)

/** An item without examples of code below its text; code may list endpoints as well. */
const withoutPrograms = (item: ListItem): ListItem => {
  const children = item.children.filter(child => child.type !== 'code' || listsEndpoints.test(child.value))
  return children.length === 0 ? item : { ...item, children }
}
const listsEndpoints = /^[ \t]*(?:[A-Z]{3,7}[ \t]+)?\/[^/\s]/m

/** The paragraphs of an item, such as those of a term, below one of a state and its day: each names something, and none above does. */
const belowState = ({
  children,
}: ListItem): { readonly state: string; readonly texts: readonly Paragraph[] } | undefined => {
  const texts = children.filter(child => child.type === 'paragraph')
  const at = texts.findIndex(text => isStateAndDay(readable(runOf(text))))
  const rest = texts.slice(at + 1)
  const isOfRest =
    at >= 0 &&
    rest.length > 0 &&
    texts.length === children.length &&
    texts.every((text, place) => namesSomething(runOf(text)) === place > at)
  return isOfRest ? { state: readable(runOf(texts[at] as Paragraph)), texts: rest } : undefined
}

/** What the items of lists add as fields to what stands around them. */
const withFields = (around: Context, lists: readonly List[]): Context => {
  let context = around
  for (const item of lists.flatMap(({ children }) => children)) {
    const [, name = '', value = ''] = fieldLine.exec(readable(runOf(item))) ?? []
    const dates = datesIn(value)
    if (/^sta/i.test(name)) context = { dates: context.dates, status: value }
    else if (dates.length > 0) context = within({ ...context, dates }, name)
  }
  return context
}
