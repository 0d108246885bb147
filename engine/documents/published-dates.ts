const monthName = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}'
const isoDate = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/
const otherDate = new RegExp(
  [
    '(?<!\\d)\\d{4}[/.]\\d{1,2}[/.]\\d{1,2}(?!\\d)',
    '(?<!\\d)\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}(?!\\d)',
    `\\b${monthName}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}\\b`,
    `\\b\\d{1,2}(?:st|nd|rd|th)?\\s+${monthName}\\.?,?\\s+\\d{4}\\b`,
    `\\b${monthName}\\.?,?\\s+\\d{4}\\b`,
  ].join('|'),
  'i',
)

/** The first date of a text as it is published; an isoDate date is preferred. Undefined where there is none. */
export const dateIn = (text: string): string | undefined => {
  return (isoDate.exec(text) ?? otherDate.exec(text))?.[0]
}

/** True if the text is a date and nothing else of meaning: `[2025-11-21]`, `2025-11-21:`. */
export const isOnlyDate = (text: string): boolean => {
  const date = dateIn(text)
  return date !== undefined && !/[\p{L}\p{N}]/u.test(text.replace(date, ''))
}
