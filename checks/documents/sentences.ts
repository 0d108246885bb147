const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
/** What a full stop behind it ends no sentence: `e.g. GET /x`, `Sept. 19`, `19. September 2025`. */
const abbreviation = `(?:^|[\\s([\\uE000])(?:e\\. ?g|i\\. ?e|vs|cf|approx|incl|excl|resp|ca|${month}t?|\\d{1,2}(?=\\.\\s+${month}))`

/**
 * The end of a sentence: its mark, what closes with it (code, a quotation, brackets, bold letters), and a blank. A semicolon, the end of a
 * line, and the sign of the next item of a list on one line end one as well.
 */
const sentenceEnd = new RegExp(
  `(?:[!?;]|(?<!${abbreviation})\\.)["'”’»)\\]*_\\uE001\\uE003]{0,4}(?:\\s+|$)|\\n\\s*|\\s{1,4}(?=[*•] )`,
  'giu',
)

// Nobody writes more of them into one paragraph, list item or cell.
const most = 2_000

/** The places of the sentences of a text, with the blanks behind them: together they are the whole text. */
export const sentenceSpans = (text: string): readonly { readonly start: number; readonly end: number }[] => {
  const ends = [...text.matchAll(sentenceEnd)].slice(0, most).map(({ 0: mark, index }) => index + mark.length)
  const starts = [0, ...ends.filter(at => at < text.length)]
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? text.length }))
}

/** The sentences of a text, without the blanks around them. */
export const sentencesOf = (text: string): readonly string[] =>
  sentenceSpans(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter(Boolean)

/** Whether one of these signs stands behind the last word of a text. A pattern would look at each pair of its last signs. */
export const endsWith = (text: string, signs: string): boolean => {
  let at = text.length
  while (/\W/.test(text.charAt(at - 1))) at--
  return [...signs].some(sign => text.includes(sign, at))
}
