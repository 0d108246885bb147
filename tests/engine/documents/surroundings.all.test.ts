import { expect, test } from 'vitest'
import { checkDocs } from '../../../engine/run.ts'
import { withVerdict } from '../../support/run.ts'
import { conforming } from './corpus.ts'
import * as layouts from './layouts.ts'
import * as probes from './probes.ts'
import { encodings, isMarkdown, surroundings } from './surroundings.ts'
import * as forms from './written-forms.ts'

const pages = [...conforming, ...probes.conforming, ...layouts.conforming, ...forms.conforming]

test.each(
  [
    ...Object.entries(encodings).map(one => [one, pages] as const),
    ...Object.entries(surroundings).map(one => [one, pages.filter(isMarkdown)] as const),
  ].flatMap(([[name, around], all]) => all.map(page => [`${page.kind}: ${page.name}`, name, page, around] as const)),
)('conforms with %s and %s', async (_page, _name, { kind, text, from = 'page.md' }, around) => {
  const report = await checkDocs({ documents: { [kind]: { from, text: around(text) } }, select: { levels: ['must'] } })
  expect({ ...withVerdict(report, 'fail'), ...withVerdict(report, 'inconclusive') }).toEqual({})
})
