import type { Identity } from '../../contracts/exchange.ts'
import { lifecycle, type V1Route } from '../../contracts/lifecycle.ts'
import type { Ask, Case, Probe } from '../../contracts/requirement.ts'
import { exempt, type Finding } from '../../contracts/results/finding.ts'
import { secretOf } from '../tokens-shown.ts'
import { judgeGone, namesFor, v1Path } from '../v1-routes.ts'
import arrays from './covering-array.json' with { type: 'json' }
import {
  factors,
  isReading,
  namesOfClass,
  ordinaryNames,
  percentEncoded,
  type Sender,
  usualForm,
  type V1Names,
  type V1Row,
} from './factors.ts'

const names = Object.keys(factors) as readonly (keyof typeof factors)[]

/** The rows of an array. What stands for one another is taken in turn within a shape. */
const rowsOf = (array: readonly string[]): readonly V1Row[] => {
  const taken = new Map<string, number>()
  return array.map(text => {
    const turnOf = (at: number): number => {
      const key = `${text[0]} ${at} ${text[at]}`
      const turn = taken.get(key) ?? 0
      taken.set(key, turn + 1)
      return turn
    }
    const valueAt = (name: keyof typeof factors, at: number): unknown => {
      const value = factors[name][Number.parseInt(text[at] as string, 36)]
      return Array.isArray(value) ? value[turnOf(at) % value.length] : value
    }
    // Shapes begin with different names.
    const turn = turnOf(names.indexOf('name')) + Number(text[0])
    return Object.assign({ turn }, ...names.map((name, at) => ({ [name]: valueAt(name, at) }))) as V1Row
  })
}

const rows = { pairs: rowsOf(arrays.pairs), thorough: rowsOf(arrays.thorough) }

/** The names of a row; those of the run's own repository where a method could change what exists. */
const namesOf = async (probe: Probe, { method, name, turn }: V1Row): Promise<V1Names> => {
  if (name.members === 'known' && !isReading(method)) {
    if (!(await probe.hasFixture('writes')) || !(await probe.hasFixture('own-repository')))
      return namesFor(probe, method, ordinaryNames)
    const { namespace, repository } = await probe.fixture('own-repository')
    return percentEncoded({ namespace, name: repository, tag: 'latest' })
  }
  return namesFor(probe, method, (await namesOfClass(probe, name, turn)) ?? ordinaryNames)
}

/** Who can be spoken as: nobody is valid without credentials, and the rest of the row is asked all the same. */
const identityOf = async (probe: Probe, as: Identity): Promise<Identity> =>
  as === 'valid' && !(await probe.hasFixture('credentials')) ? 'anonymous' : as

/**
 * A valid PAT or OAT is one that the run made, sent as this target takes tokens unless as a password; without it the credentials of the run
 * are sent in that form.
 */
const sendingOf = async (probe: Probe, { form, own }: Sender): Promise<Pick<Ask, 'sending'>> => {
  if (form === undefined) return {}
  if (!own || !(await probe.hasFixture('writes')) || !(await probe.hasFixture(own))) return { sending: { form } }
  const token = secretOf(await probe.fixture(own))
  if (token === undefined) return { sending: { form } }
  const accepted = (await probe.hasFixture('credentials')) && (await probe.fixture('credentials'))
  const isAlsoUsual = typeof accepted === 'object' && accepted.also?.split(', ').includes(usualForm)
  return { sending: form === usualForm && !isAlsoUsual ? { token } : { form, token } }
}

const caseOf = (row: V1Row, thorough: boolean): Case => {
  const { shape, method, name, sender, accept, client, query, body, addition, times } = row
  const { label: bodyLabel, headers: bodyHeaders, ...content } = body
  return {
    name: [
      `${method}, ${name.label}, ${sender.label}`,
      accept.label,
      client.label,
      query && `with ${query}`,
      bodyLabel,
      addition.label,
      times > 1 && `${times} times`,
    ]
      .filter(Boolean)
      .join(', '),
    ...(thorough ? { thorough } : {}),
    check: async probe => {
      const given = await namesOf(probe, row)
      const sends = Object.keys(content).length > 0 && (await probe.hasFixture('writes'))
      const ask = {
        method,
        path: v1Path(shape, given) + query,
        as: await identityOf(probe, sender.as),
        ...(await sendingOf(probe, sender)),
        headers: {
          ...accept.headers,
          ...client.headers,
          ...addition.headers,
          ...sender.headers,
          ...(sends ? bodyHeaders : {}),
        },
        ...(sends ? content : {}),
      }
      return judgeGone(probe, ask, given, shape.status, times)
    },
  }
}

interface Listed {
  readonly method: 'GET' | 'HEAD'
  readonly names: V1Names
  readonly as: Identity
  /** Which of the run's own tokens is sent, where there is one. */
  readonly own?: 'pat' | 'oat'
}

/** What is there on v2: the first repository with all its tags, since what is still served is served by repository, the one that was named, and the one that the run made. */
const listedFor = async (probe: Probe, shape: V1Route): Promise<readonly Listed[]> => {
  const { listed } = (await probe.hasFixture('listed')) ? await probe.fixture('listed') : { listed: [] }
  const isOfTags = shape.path.includes('{tag_name}')
  const shown = listed.flatMap(({ namespace, repository, tags }, at) =>
    tags
      .slice(0, isOfTags && at === 0 ? tags.length : 1)
      .map(tag => percentEncoded({ namespace, name: repository, tag })),
  )
  const given = await namesOfClass(probe, { label: '', members: 'known' }, 0)
  const made =
    shape.path.includes('{namespace}') &&
    (await probe.hasFixture('writes')) &&
    (await probe.hasFixture('own-repository'))
      ? await probe.fixture('own-repository')
      : undefined
  // What nobody else may see may be refused, or served, before it is seen to be gone.
  const turn = lifecycle.v1Routes.indexOf(shape)
  const read = (names: V1Names, as: Identity, method: Listed['method'] = 'GET'): Listed => ({ method, names, as })
  return [
    ...shown.map((names, at) => read(names, (at + turn) % 2 === 0 ? 'valid' : 'anonymous')),
    ...(given ? [read(given, 'valid', 'HEAD')] : []),
    ...(made
      ? [
          {
            ...read(percentEncoded({ namespace: made.namespace, name: made.repository, tag: 'latest' }), 'valid'),
            own: turn % 2 === 0 ? ('pat' as const) : ('oat' as const),
          },
        ]
      : []),
  ]
}

/** What is there on v2 is asked for by name: what is still served may be what is there, and to its owner alone. */
const listedCase = (shape: V1Route): Case => ({
  name: 'GET and HEAD, existing v2 repositories',
  check: async probe => {
    let held: Finding | undefined
    for (const { method, names, as, own } of await listedFor(probe, shape)) {
      const { sending } = own ? await sendingOf(probe, { label: own, as, form: usualForm, own }) : {}
      const ask = {
        method,
        path: v1Path(shape, names),
        as: await identityOf(probe, as),
        ...(sending?.token === undefined ? {} : { sending }),
      }
      const finding = await judgeGone(probe, ask, names, shape.status)
      if (finding.kind === 'violated') return finding
      held = held === undefined || held.kind === 'holds' ? finding : held
    }
    return held ?? exempt('no-repository-to-ask-for', {})
  },
})

/** The cases of one shape: its rows of the covering array in which every pair of values meets, and of the larger one. */
export const v1Cases = (route: V1Route): readonly Case[] => {
  const pairs = rows.pairs.filter(({ shape }) => shape === route).map(row => caseOf(row, false))
  const further = rows.thorough.filter(({ shape }) => shape === route).map(row => caseOf(row, true))
  return [...pairs, listedCase(route), ...further]
}
