import { expect, test } from 'vitest'
import { checkDocs } from '../../../engine/run.ts'
import { withVerdict } from '../../support/run.ts'
import { conforming, type Sample } from './corpus.ts'
import * as layouts from './layouts.ts'
import * as probes from './probes.ts'
import { encodings, isMarkdown, surroundings } from './surroundings.ts'
import * as forms from './written-forms.ts'

const pages = [...conforming, ...probes.conforming, ...layouts.conforming, ...forms.conforming]

const markdown = pages.filter(isMarkdown)

/** Each page stands in a few of them: the pages are many, and all of a kind are read alike. */
const some = (all: readonly Sample[], index: number): readonly Sample[] => all.filter((_, at) => at % 4 === index % 4)

test.each(
  [
    ...Object.entries(encodings).map(one => [one, pages] as const),
    ...Object.entries(surroundings).map(one => [one, markdown] as const),
  ].flatMap(([[name, around], all], index) =>
    some(all, index).map(page => [`${page.kind}: ${page.name}`, name, page, around] as const),
  ),
)('conforms with %s and %s', async (_page, _name, { kind, text, from = 'page.md' }, around) => {
  const report = await checkDocs({ documents: { [kind]: { from, text: around(text) } }, select: { levels: ['must'] } })
  expect({ ...withVerdict(report, 'fail'), ...withVerdict(report, 'inconclusive') }).toEqual({})
})
