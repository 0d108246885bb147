import { wholeDocument } from '../../checks/documents/published-documents.ts'
import { normalTemplate } from '../../checks/path-template.ts'
import { cite } from '../../checks/source.ts'
import { inLog, withLog } from '../../checks/twists/documents.ts'
import { fault, variant } from '../../checks/twists/twist.ts'
import { lifecycle } from '../../contracts/lifecycle.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { exempt, holds, violated } from '../../contracts/results/finding.ts'

const withoutSuccessor = lifecycle.v1Routes.filter(({ replacedBy }) => replacedBy === null).length

export default {
  id: 'deprecation-log/v1-routes',
  level: 'must',
  statement: 'Where the deprecation log names removed v1 routes, it names all six.',
  since: '2022-08-23',
  source: cite('log-v1'),
  covers: ['generation-v1'],
  needs: ['deprecation-log'],
  how: 'The page is searched for the six shapes; a page that names half of them or fewer, or those with a replacement alone, has no list of them and is not judged.',
  fix: 'Name all six v1 shapes in the section on v1.',
  cases: [
    {
      name: 'six shapes',
      check: async probe => {
        const log = await probe.fixture('deprecation-log')
        const whole = wholeDocument('deprecation-log', log)
        const named = new Set(log.endpoints.map(({ path }) => normalTemplate(path)))
        const missing = lifecycle.v1Routes.filter(({ path }) => !named.has(normalTemplate(path)))
        // Half of the routes or fewer are examples and no list; and a list may be of those with a replacement alone.
        const isOfReplaced =
          missing.every(({ replacedBy }) => replacedBy === null) && missing.length === withoutSuccessor
        if (missing.length * 2 >= lifecycle.v1Routes.length || isOfReplaced)
          return exempt('not-published', { what: 'a list of v1 routes' }, whole)
        const [first] = missing
        return first ? violated('routes-missing', { path: first.path }, whole) : holds(whole)
      },
    },
  ],
  faults: {
    five: fault('leaves one out', 'routes-missing', inLog('- `/v1/repositories/{name}/images`\n', '')),
  },
  tolerates: {
    examples: variant(
      'names two routes as examples',
      withLog(
        source =>
          `${source.replaceAll(/^.*\/v1\/.*\n/gm, '')}\nFor example \`/v1/repositories/{name}/tags\` and \`/v1/repositories/{namespace}/{name}/images\` answer 410.\n`,
      ),
    ),
    replaced: variant(
      'lists the routes that have a replacement',
      withLog(source => source.replaceAll(/^.*\/v1\/[^ ]*\/images`.*\n/gm, '')),
    ),
  },
} satisfies Requirement
