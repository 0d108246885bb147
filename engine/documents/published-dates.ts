const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}'
const ISO = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/
const OTHER = new RegExp(
  [
    '(?<!\\d)\\d{4}[/.]\\d{1,2}[/.]\\d{1,2}(?!\\d)',
    '(?<!\\d)\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}(?!\\d)',
    `\\b${MONTH}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}\\b`,
    `\\b\\d{1,2}(?:st|nd|rd|th)?\\s+${MONTH}\\.?,?\\s+\\d{4}\\b`,
    `\\b${MONTH}\\.?,?\\s+\\d{4}\\b`,
  ].join('|'),
  'i',
)

/** The first date of a text as it is published; an ISO date is preferred. Undefined where there is none. */
export function dateIn(text: string): string | undefined {
  return (ISO.exec(text) ?? OTHER.exec(text))?.[0]
}

/** True if the text is a date and nothing else of meaning: `[2025-11-21]`, `2025-11-21:`. */
export function isOnlyDate(text: string): boolean {
  const date = dateIn(text)
  return date !== undefined && !/[\p{L}\p{N}]/u.test(text.replace(date, ''))
}
