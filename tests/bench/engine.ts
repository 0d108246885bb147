/** Asks the checks of the list with the engine, one requirement each; ends with 1 unless all of them pass. */

import { header } from '../../checks/reading/exchanges.ts'
import { parseJson } from '../../checks/reading/json.ts'
import { published } from '../../checks/source.ts'
import type { Requirement } from '../../contracts/requirement.ts'
import { holds, violated } from '../../contracts/results/finding.ts'
import { runConformance } from '../../engine/run.ts'
import { type Check, checks } from './checks.ts'

const [, , target = ''] = process.argv

const requirementOf = ({ path, status, members }: Check): Requirement => ({
  id: `bench/${path.slice(1).replaceAll('/', '-')}`,
  level: 'must',
  statement: `GET ${path} answers ${status}.`,
  since: '2022-08-23',
  source: published('', ''),
  needs: [],
  how: 'The path is requested.',
  fix: 'Answer as listed.',
  faults: {},
  cases: [
    {
      name: 'GET',
      check: async probe => {
        const answer = await probe.send({ method: 'GET', path, as: 'anonymous' })
        const parsed = parseJson(answer)
        const value = parsed.ok ? (parsed.value as Readonly<Record<string, unknown>>) : {}
        const isRight =
          answer.response.status === status &&
          header(answer, 'content-type') === 'application/json' &&
          Object.entries(members).every(([name, expected]) => value[name] === expected)
        return isRight
          ? holds(answer)
          : violated('not-gone', { expected: status, status: answer.response.status }, answer)
      },
    },
  ],
})

const { requirements } = await runConformance({ target: { url: target } }, { catalogue: checks.map(requirementOf) })
process.exitCode = requirements.every(({ verdict }) => verdict === 'pass') ? 0 : 1
