import { type Exchange, headerValue } from '../exchange.ts'
import { entryHeadings, isFixtureMissing } from '../results/reasons.ts'
import type { ReportedCase, ReportedRequirement } from '../results/report.ts'
import { isOpen, levels } from '../results/verdict.ts'
import { cited, type Recorded, removedRoute } from './evidence.ts'
import { groundsOf, joined, lacksEntry, requestSize, simplestFirst, worstCases } from './grounds.ts'
import { grouped } from './grouped.ts'
import { pathBelow } from './paths.ts'
import { listed, messagesOf, withFirst } from './wording.ts'

/** What requests have that a server may route by. */
interface Parts {
  /** `GET`, `no credentials`, `a query`. */
  readonly words: readonly string[]
  readonly path: string
  /** Characters of the path that are no small letters or digits, as it is written and without escapes: `"."`, `a capital`. */
  readonly characters: readonly string[]
}

const charactersIn = (path: string): readonly string[] => {
  const plain = path.replace(/%[2-7][\da-f]/gi, escaped => decodeURIComponent(escaped))
  const all = [...`${path}${plain}`.replace(/[a-z\d/-]/g, '')]
  return [...new Set(all.map(character => (/[A-Z]/.test(character) ? 'a capital' : `"${character}"`)))]
}

/** A query; and on the removed routes, where each method and form of credentials is asked, those. */
const wordsOfRequest = ({ request }: Exchange, path: string): readonly string[] => {
  const { method, url, headers } = request
  const isSignedIn = ['authorization', 'cookie'].some(name => headerValue(headers, name) !== undefined)
  const isJson = /json/i.test(headerValue(headers, 'content-type') ?? '')
  const ofRoute = [
    method,
    isSignedIn ? 'Authorization or Cookie' : 'no Authorization or Cookie',
    ...(/^P/.test(method) && !isJson ? [`${method} without Content-Type: application/json`] : []),
  ]
  return [...(removedRoute.test(path) ? ofRoute : []), ...(url.includes('?') ? ['a query'] : [])]
}

/** What the requests of a case have. Its name is a list of that as well: `GET, ordinary name, no credentials`. */
const partsOf = (kase: ReportedCase, exchanges: readonly Exchange[], { target }: Recorded): Parts => {
  const paths = exchanges.map(({ request }) => pathBelow(request.url, target) ?? '')
  const words = exchanges.flatMap((exchange, at) => wordsOfRequest(exchange, paths[at] ?? ''))
  return {
    words: [...new Set([...kase.name.split(', '), ...words])],
    path: paths[0] ?? '',
    characters: charactersIn(paths.join('/')),
  }
}

const inPath = (characters: readonly string[]): readonly string[] =>
  characters.map(character => `${character} in the path`)

type Lists = readonly (readonly string[])[]

/** What is in each of some lists and in none of others. */
const onlyIn = ([first = [], ...more]: Lists, others: Lists): readonly string[] =>
  first.filter(one => more.every(list => list.includes(one)) && !others.some(list => list.includes(one)))

const isMethod = (word: string): boolean => /^[A-Z]+$/.test(word)

/** A method that none has of those that passed, where each has one. */
const ofMethod = (failed: Lists, passed: Lists): readonly string[] => {
  const right = new Set(passed.flat().filter(isMethod))
  const isOther = failed
    .map(words => words.filter(isMethod))
    .every(methods => methods.length > 0 && !methods.some(method => right.has(method)))
  return isOther && right.size > 0 ? [`a method other than ${listed([...right])}`] : []
}

/** What a request has of which a client sends one of several, by its first word: `Accept HTML`, `as curl`. */
const kinds = [/^Accept /, /^as /, /^with /]

/** What all have of one kind, where each is of several of them, and none of what others have: `Accept HTML or Accept XML`. */
const ofOneKind = (failed: Lists, passed: Lists): readonly string[] =>
  kinds.flatMap(kind => {
    const found = failed.map(words => words.find(word => kind.test(word)) ?? '')
    const values = new Set(found)
    return ['', ...passed.flat()].some(other => values.has(other)) || values.size === found.length
      ? []
      : [[...values].join(' or ')]
  })

/** Paths that are shorter than this are not refused for their length. */
const shortestLong = 60

/** Characters that are named before one has to look at the requests. */
const mostCharacters = 6

/** Characters of which each failed request has at least one and no passed request has any: `one of ".", "_" in the path`. */
const oneOfCharacters = (failed: Lists, passed: Lists): readonly string[] => {
  const known = new Set(passed.flat())
  const own = failed.map(characters => characters.filter(character => !known.has(character)))
  const all = [...new Set(own.flat())].slice(0, mostCharacters)
  return own.every(characters => characters.length > 0) ? [`one of ${all.join(', ')} in the path`] : []
}

/** A length that the path of each failed request has at least, and that no path of a passed one has. */
const ofLength = (failed: readonly Parts[], passed: readonly Parts[]): readonly string[] => {
  const least = Math.min(...failed.map(({ path }) => path.length))
  return least >= shortestLong && passed.every(({ path }) => path.length < least)
    ? [`a path of ${least} characters or more`]
    : []
}

/** Fewer that failed, or that passed, show nothing by what they have in common. */
const fewest = { failed: 2, passed: 3 }

/**
 * What the requests of all failing cases have, and those of no case that passed: most often the condition in the server that is wrong.
 * Also told with the number of cases that show it.
 */
export const commonOf = (
  shares: readonly (Pick<Share, 'cases'> & { readonly requirement: Pick<ReportedRequirement, 'cases'> })[],
  report: Recorded,
): { readonly parts: string; readonly told: string } | undefined => {
  const passing = shares.flatMap(({ requirement }) => requirement.cases.filter(({ verdict }) => verdict === 'pass'))
  // Of what failed, the request that shows it counts; of what passed, every one.
  const failed = shares.flatMap(({ cases }) =>
    cases.map(kase => partsOf(kase, cited(kase, report).slice(0, 1), report)),
  )
  const passed = passing.map(kase => partsOf(kase, cited(kase, report), report))
  if (failed.length < fewest.failed || passed.length < fewest.passed) return undefined
  const ofAll = (of: (parts: Parts) => readonly string[]): readonly [Lists, Lists] => [failed.map(of), passed.map(of)]
  const [words, rightWords] = ofAll(parts => parts.words)
  const [characters, rightCharacters] = ofAll(parts => parts.characters)
  // What all that passed have may be what the others lack.
  const lacking = [
    ...onlyIn(rightWords, words).filter(word => !isMethod(word)),
    ...inPath(onlyIn(rightCharacters, characters)),
  ]
  const common = [
    [...onlyIn(words, rightWords), ...inPath(onlyIn(characters, rightCharacters))],
    ofMethod(words, rightWords),
    lacking.map(part => `no ${part.replace(/ \(.*/, '')}`),
    ofOneKind(words, rightWords),
    oneOfCharacters(characters, rightCharacters),
    ofLength(failed, passed),
  ].find(found => found.length > 0)
  if (common === undefined) return undefined
  const parts = common.filter(part => !common.some(other => part.startsWith(`${other} without`))).join(', ')
  return {
    parts,
    told: `to all ${failed.length} cases that failed, and to none of the ${passed.length} that passed: ${parts}`,
  }
}

/** Cases of one requirement that failed for one cause. */
export interface Share {
  readonly requirement: ReportedRequirement
  /** The one with the simplest request first. */
  readonly cases: readonly ReportedCase[]
}

/** Why something failed, and everything that failed for it: those whose verdicts depend on one failing exchange, for example. */
interface Cause {
  /** What was found, in the words of those that failed; the weightiest first. */
  readonly messages: readonly string[]
  /** The weightiest first. */
  readonly shares: readonly [Share, ...Share[]]
  /** What could not be verified because of it. */
  readonly blocked: readonly ReportedRequirement[]
}

const weight = ({ level }: ReportedRequirement): number => levels.indexOf(level)

/** Failed in each of several cases: what is wrong is what the requirement is about, and nothing that only some requests have. */
const isWhole = ({ requirement, cases }: Share): boolean =>
  cases.length > 1 && cases.length === requirement.cases.length

const byWeight = (a: Share, b: Share): number =>
  weight(a.requirement) - weight(b.requirement) || Number(isWhole(b)) - Number(isWhole(a))

/** The cases that give a requirement its verdict, each with what that depends on. */
const groundedIn = (requirement: ReportedRequirement, report: Recorded) =>
  worstCases(requirement).map(kase => ({ requirement, kase, grounds: groundsOf(kase, report) }))

/** Every cause of a failure that is not known: those of the weightiest requirements first, then those of the most. */
export const causesOf = (report: Recorded): readonly Cause[] => {
  const unknown = report.requirements.filter(({ known }) => known === undefined)
  const failed = unknown.filter(({ verdict }) => verdict === 'fail')
  // What the run was not given is no consequence of an answer of the target.
  const open = unknown
    .filter(({ verdict, reason }) => isOpen(verdict) && reason && !isFixtureMissing(reason.code))
    .map(requirement => ({ requirement, found: groundedIn(requirement, report) }))
  const grounded = failed.flatMap(requirement => groundedIn(requirement, report))
  return joined(grounded, ({ grounds }) => grounds)
    .map((found): Cause => {
      const shares = [...grouped(found, ({ requirement }) => requirement)]
        .map(([requirement, all]) => ({
          requirement,
          cases: simplestFirst(
            all.map(({ kase }) => kase),
            report,
          ),
        }))
        .sort(byWeight)
      const blamed = new Set(found.flatMap(({ grounds }) => grounds))
      // Every case: where another is open for something else, this alone would not decide it.
      const blocked = open.filter(each => each.found.every(({ grounds }) => grounds.some(ground => blamed.has(ground))))
      return {
        messages: messagesOf(shares.flatMap(({ cases }) => cases.flatMap(({ reason }) => reason ?? []))),
        // Something was found, so there is a first.
        shares: shares as unknown as Cause['shares'],
        blocked: blocked.map(({ requirement }) => requirement),
      }
    })
    .sort(({ shares: a }, { shares: b }) => weight(a[0].requirement) - weight(b[0].requirement) || b.length - a.length)
}

/** Fixes of entries and rows that are written out before they are only counted. */
const mostEntries = 12

/** One item of a report: a cause that several requirements share, or everything that is wrong with one requirement. */
export interface Failure extends Share, Cause {
  readonly kind: 'shared' | 'own'
  /** What the requests of the failing cases have in common; absent where nothing tells them from those that passed. */
  readonly common?: string
  /** Every fix, or what the entries have in common. */
  readonly fix: string
  /** What is to be written into a document, an entry or row each; none for a fix of another kind. */
  readonly entries: readonly string[]
  /** The first fix, as a next step. */
  readonly step: string
}

/**
 * How a cause is fixed: as its weightiest requirement is, for all of which that differs in names only. What a document lacks is written entry
 * by entry, as a list where all entries have one heading.
 */
const fixedBy = (shares: Cause['shares']): Pick<Failure, 'fix' | 'entries' | 'step'> => {
  // Next to what failed whole, what failed in part says little.
  const partly = isWhole(shares[0]) ? shares.filter(share => share.cases.length < share.requirement.cases.length) : []
  const { one: first, alone } = withFirst(
    shares.filter(share => !partly.includes(share)).map(({ requirement }) => requirement.fix),
  )
  const counts = partly.map(
    ({ requirement, cases }) => `${requirement.id} (${cases.length} of ${requirement.cases.length})`,
  )
  const one =
    counts.length === 0 ? first : `${first} Some cases of other requirements failed as well: ${listed(counts)}.`
  const isEntries = shares.every(({ requirement: { reason } }) => reason !== null && lacksEntry.has(reason.code))
  const more = isEntries ? [...new Set(alone)] : []
  if (more.length === 0) return { fix: one, entries: [], step: one }
  const left = more.length - mostEntries
  const all = [one, ...more.slice(0, mostEntries)]
  const rest = left > 0 ? [`And ${left} more.`] : []
  const step = `${one} And ${more.length} more of this kind.`
  const heading = Object.values(entryHeadings).find(each => all.every(entry => entry.startsWith(`${each} `)))
  return heading === undefined
    ? { fix: [...all, ...rest].join(' '), entries: [], step }
    : { fix: heading, entries: [...all.map(fix => fix.slice(heading.length + 1)), ...rest], step }
}

export const inCommon = 'All requests that failed have in common:'

/** Of the requirements with the highest level, the one with the simplest request. */
const plainestOf = (shares: Cause['shares'], report: Recorded): Share =>
  shares
    .filter(({ requirement }) => weight(requirement) === weight(shares[0].requirement))
    .map(share => ({ share, size: Math.min(...share.cases.map(kase => requestSize(kase, report))) }))
    .reduce((least, each) => (each.size < least.size ? each : least)).share

/** A cause as an item, or all causes of one requirement. */
const failureOf = (causes: readonly [Cause, ...Cause[]], report: Recorded): Failure => {
  const [{ shares: first }, ...others] = causes
  const isOne = others.length === 0
  const cases = causes.flatMap(({ shares }) => shares[0].cases)
  const shares: Cause['shares'] = isOne ? first : [{ requirement: first[0].requirement, cases }]
  const common = isOne ? commonOf(shares, report) : undefined
  const { fix, entries, step } = fixedBy(shares)
  const where = common === undefined || fix === '' ? '' : ` ${inCommon} ${common.parts}.`
  return {
    kind: shares.length > 1 ? 'shared' : 'own',
    ...plainestOf(shares, report),
    messages: causes.flatMap(({ messages }) => messages),
    shares,
    blocked: [...new Set(causes.flatMap(({ blocked }) => blocked))],
    ...(common !== undefined && { common: common.told }),
    fix: fix + where,
    entries,
    step: step + where,
  }
}

/** Every failure that is not known: the weightiest first, and there what most requirements share. */
export const failuresOf = (report: Recorded): readonly Failure[] =>
  [...grouped(causesOf(report), cause => (cause.shares.length > 1 ? cause : cause.shares[0].requirement.id)).values()]
    .map(causes => failureOf(causes, report))
    .sort(
      (a, b) =>
        weight(a.requirement) - weight(b.requirement) || Number(b.kind === 'shared') - Number(a.kind === 'shared'),
    )
