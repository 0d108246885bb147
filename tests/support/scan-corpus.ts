import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CodeUse } from '../../contracts/code-scan.ts'
import { findUses } from '../../engine/scan/code/find.ts'
import { hubHosts } from '../../engine/scan/code/host.ts'
import { kindOfFile } from '../../engine/scan/code/text.ts'

export const corpusFolder = resolve('tests/fixtures/scan')

/** The text of every file of the corpus. */
export const corpusTexts = (): readonly string[] =>
  readdirSync(corpusFolder).map(file => readFileSync(join(corpusFolder, file), 'utf8'))

/**
 * A comment of the corpus that says what follows it: `use: get-namespace certain`, or `not: tags are not listed`. Of the hard cases `missed`
 * is a use that is not found, and `mistaken` a look-alike that is reported.
 */
interface Mark {
  readonly line: number
  /** The route that is used. */
  readonly planted: string | undefined
  /** What is reported: the route, and how sure it is. */
  readonly expected: string | undefined
  readonly says: string
}

export interface Sample extends Mark {
  readonly file: string
  readonly found: readonly CodeUse[]
}

const markOf = (text: string, at: number): readonly Mark[] => {
  const [, kind, says = ''] = /\b(use|not|missed|mistaken): ([^"]*?)(?:"|\s*-->|$)/.exec(text) ?? []
  if (kind === undefined) return []
  const planted = kind === 'use' || kind === 'missed' ? says.split(' ')[0] : undefined
  return [
    {
      line: at + 1,
      planted,
      expected: kind === 'use' || kind === 'mistaken' ? says : undefined,
      says: `${kind}: ${says}`,
    },
  ]
}

/** Every planted use and look-alike of the corpus, each with what is found up to the next one. */
export const samples = (): readonly Sample[] =>
  readdirSync(corpusFolder)
    .sort()
    .flatMap(file => {
      const text = readFileSync(join(corpusFolder, file), 'utf8')
      const uses = findUses({ file, text, kind: kindOfFile(file) }, hubHosts).map(({ use }) => use)
      const marks = text.split('\n').flatMap(markOf)
      return marks.map((mark, at) => {
        const next = marks[at + 1]?.line ?? Number.POSITIVE_INFINITY
        const from = at === 0 ? 0 : mark.line
        return { ...mark, file, found: uses.filter(({ line }) => line >= from && line < next) }
      })
    })

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`)

const row = (name: string, of: readonly Sample[]): string => {
  const uses = of.filter(({ planted }) => planted !== undefined)
  const right = uses.filter(({ planted, found }) => found.some(({ slug }) => slug === planted))
  const reported = of.reduce((sum, { found }) => sum + found.length, 0)
  return `| ${name} | ${uses.length} | ${of.length - uses.length} | ${reported} | ${percent(right.length, uses.length)} | ${percent(right.length, reported)} |`
}

/** Precision and recall by the kind of file, and by how sure a use is. */
export const accuracyTable = (all: readonly Sample[]): string => {
  const kinds = [...new Set(all.map(({ file }) => file))]
  const byCertainty = (['certain', 'likely', 'possible'] as const).map(certainty => {
    const uses = all.flatMap(({ planted, found }) => found.map(use => ({ use, planted })))
    const own = uses.filter(({ use }) => use.certainty === certainty)
    const right = own.filter(({ use, planted }) => planted === use.slug)
    return `| ${certainty} | ${own.length} | ${percent(right.length, own.length)} |`
  })
  return [
    '| file | planted uses | look-alikes | reported | recall | precision |',
    '|---|---|---|---|---|---|',
    ...kinds.map(file =>
      row(
        `\`${file}\``,
        all.filter(sample => sample.file === file),
      ),
    ),
    row('all', all),
    '',
    '| certainty | reported | precision |',
    '|---|---|---|',
    ...byCertainty,
  ].join('\n')
}
