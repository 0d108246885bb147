import type { Level, Result, Verdict } from '../../contracts/results/verdict.ts'
import { readingOrder } from '../shared/facts.ts'
import { type Html, html, trusted } from './markup.ts'

export const verdictWords: Readonly<Record<Verdict, string>> = {
  fail: 'Failed',
  error: 'Suite error',
  inconclusive: 'Inconclusive',
  untestable: 'Untestable',
  pass: 'Passed',
  'not-applicable': 'Not applicable',
  'not-selected': 'Not selected',
}

/** What a verdict says, for someone who reads it for the first time. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  fail: 'tested, and the target violates the requirement',
  error: 'a bug of the suite, which says nothing about the target',
  inconclusive: 'tested, but the result was not clear',
  untestable: 'not tested, because something that the check needs is missing',
  pass: 'tested, and the target meets the requirement',
  'not-applicable': 'not in force on the date of the report, or cannot apply to this target',
  'not-selected': 'left out of this run by a selection',
}

export const resultWords: Readonly<Record<Result, string>> = {
  conformant: 'Conformant',
  'non-conformant': 'Non-conformant',
  incomplete: 'Incomplete',
  partial: 'Partial',
}

/** The verdict whose sign and colour a result takes. */
export const resultVerdict: Readonly<Record<Result, Verdict>> = {
  conformant: 'pass',
  'non-conformant': 'fail',
  incomplete: 'inconclusive',
  partial: 'not-selected',
}

export const levelSources: Readonly<Record<Level, string>> = {
  must: 'the lifecycle document',
  should: 'the published reference',
  may: 'HTTP standards',
}

export const capitalized = (text: string): string => text.replace(/^./, letter => letter.toUpperCase())

/** Drawn rather than typed, so that no font makes a picture of them. Each has a shape of its own. */
const signs: Readonly<Record<Verdict, string>> = {
  pass: '<path d="M3.5 8.5l3 3 6-7"/>',
  fail: '<path d="M4 4l8 8M12 4l-8 8"/>',
  inconclusive: '<path d="M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.6v.4"/>',
  untestable: '<path d="M3.5 8h9"/>',
  error: '<path d="M8 3v6M8 12.6v.4"/>',
  'not-applicable': '<circle cx="8" cy="8" r="1.4"/>',
  'not-selected': '<circle cx="8" cy="8" r="3.6"/>',
}

/** The signs once, to be used by their names. */
export const signSheet = (): Html =>
  trusted(
    `<svg class="sheet" aria-hidden="true" focusable="false">${readingOrder
      .map(verdict => `<symbol id="s-${verdict}" viewBox="0 0 16 16">${signs[verdict]}</symbol>`)
      .join('')}</svg>`,
  )

export const sign = (verdict: Verdict): Html =>
  html`<svg class="sign" aria-hidden="true" focusable="false"><use href="#s-${verdict}"></use></svg>`

/** A verdict as sign and word: colour only repeats what they say. */
export const badge = (verdict: Verdict): Html =>
  html`<span class="verdict v-${verdict}">${sign(verdict)}${verdictWords[verdict]}</span>`
