import type { Passage, PublishedChangelog, PublishedLog } from '../../../contracts/documents.ts'
import type { LogFact } from '../../../contracts/lifecycle.ts'
import type { Finding } from '../../../contracts/results/finding.ts'
import { furtherPassage, passageOf, unreadMention } from '../absence.ts'
import { type Claim, claimsAbout, together, weigh } from '../claims.ts'
import { readText, type Thing } from '../clauses.ts'
import { keeps } from '../labels/legacy.ts'
import { isDay } from '../published-dates.ts'
import { type Endpoint, endpointOf, isMentionOf } from '../published-documents.ts'
import { isRemarkOn, openRemark } from '../remarks.ts'
import { endsWith } from '../sentences.ts'
import { absent, expectedOf, judgeClaims } from './row-claims.ts'

/** Whether a text is more than a row of cells or fields. */
const isSentence = (text: string): boolean => endsWith(text, '.!')

/** A sentence next to the rows that may say of an endpoint that it is not deprecated, or is since another day, or is to be used. */
const denialOf = (log: PublishedLog, endpoint: Endpoint, feature: string, since: string): Finding | undefined =>
  passageOf('deprecation-log', log, feature, ({ text: said, endpoints }) => {
    const isNamed = (thing: Thing): boolean => thing.is === 'endpoint' && isMentionOf(thing, endpoint)
    return (
      endpoints.some(mention => isMentionOf(mention, endpoint)) &&
      readText(said).some(
        one =>
          [
            ...one.of,
            ...one.others,
            ...(isSentence(said) && (one.act === undefined || (one.of.length === 0 && !one.alien)) ? one.names : []),
          ]
            .filter(thing => !one.than.includes(thing))
            .some(isNamed) &&
          (keeps(one) !== 'no' ||
            (one.verb === 'supported' && !one.denied && one.mood === 'stated') ||
            (one.nominal === 'deprecate' && one.dates.some(date => isDay(date, since) === 'no'))),
      )
    )
  })

/** What the rows about one endpoint say together, or what leaves open whether the page says otherwise next to them. */
const judgeRows = (
  log: PublishedLog,
  claims: readonly Claim[],
  fact: LogFact,
  endpoint: Endpoint,
  feature: string,
): Finding => {
  const names = (passage: Passage): boolean => passage.endpoints.some(mention => isMentionOf(mention, endpoint))
  const stated = judgeClaims(log, claims, fact, feature)
  if (!stated) {
    const gone = absent(log, fact, feature, names)
    return gone.kind === 'violated' ? (unreadMention(log, endpoint, feature) ?? gone) : gone
  }
  const isRight = claims.some(claim => weigh(claim, expectedOf(fact)).says === 'agrees')
  if (stated.kind !== 'violated' || isRight) return stated
  return furtherPassage(log, expectedOf(fact), feature, names) ?? stated
}

/** Whether what the log states agrees with the document's row: a log may give each endpoint a row of its own. */
export const judgeEndpoints = (
  log: PublishedLog,
  changelog: PublishedChangelog | undefined,
  fact: LogFact,
  feature: string,
): Finding => {
  const judged = together(fact.endpoints, name => {
    const endpoint = endpointOf(name)
    const stated = judgeRows(log, claimsAbout(log, endpoint), fact, endpoint, name)
    return (stated.kind === 'holds' ? denialOf(log, endpoint, name, fact.date) : undefined) ?? stated
  })
  if (!judged) return absent(log, fact, feature, () => false)
  const isOnOne = isRemarkOn(...fact.endpoints.map(endpointOf))
  return (judged.kind === 'holds' ? openRemark({ log, changelog }, feature, 'legacy', isOnOne) : undefined) ?? judged
}
