const judged =
  '(?:wrong|false|untrue|incorrect|mistaken|not (?:true|correct|right|the case)|an? (?:common |frequent |widespread |old )?(?:error|mistake|misconception|misunderstanding|myth|rumou?r|lie))'
const people =
  '(?:some|others|many|several|people|somebody|someone|they|(?:some |old |other )?(?:posts?|blogs?|articles?|tutorials?|answers?|linters?|tools?|scanners?|rumou?rs?|readers|users))'
const saying =
  '(?:say|think|believe|claim|assume|suppose|conclude|suggest|expect|report|write|read|state|tell|argue|insist|pretend)'

/** What leads to a clause that the page itself does not state: `It is wrong that …`, `Some say that …`. */
const reported = new RegExp(
  `(?:\\b(?:it|that|this) (?:is|was|would be|were) (?:simply |just |also )?${judged}(?: (?:to|if you|when you) ${saying}s?)?,? that\\b` +
    `|\\b(?:do not|don['’]t|never|nobody should|you should not) (?:say|think|believe|assume|conclude|suppose|expect)(?: that)?\\b` +
    `|(?:^|[,;:] |\\band )${people}(?: (?:still|wrongly|often|may|might|sometimes))* ${saying}s?(?: that)?\\b)(?:(?!,? (?:but|yet|however|whereas)\\b)[^.!?;])*`,
  'giu',
)
/** A clause that is quoted as the subject of a sentence about it: `"X" is what a post says`. */
const quotation =
  /^\W{0,3}["“”«](?:[^"“”«»\s]+\s+){2,60}[^"“”«»\s]+["“”»](?=\s+(?:is|was|are|were|does|has|had|still|no longer|stood|comes|came)\b)/u
/** What something else is compared with: `Unlike X, which …, Y …`. */
const compared = /^\W*(?:unlike|contrary to|in contrast to|as opposed to)\b[^,.;]*(?:, which\b[^,.;]*)?,/i

/** What somebody else's answer may be: `If you get a 200 from v1, it isn't from us.` */
const observed =
  /^\W*(?:if|when|whenever|should) (?:you|your \w+|an? \w+|clients?) (?:still |ever |do )?(?:gets?|sees?|receives?|meets?|finds?|encounters?)\b[^.;:!?]*,/iu

/** What unnamed ones are replaced by: `the endpoints that X and Y replace` are neither X nor Y. */
const replacing =
  /(?<=\b(?:endpoints?|routes?|operations?|calls?|paths?|ones|those) )(?:that|which) (?!(?:is|are|was|were|has|have|had|can|may|will|would|still|already)\b)[^.;!?]{1,160}?\b(?:replace|supersede)[sd]?\b(?! (?:by|with)\b)/giu

/** Who is told what to use: `You call GET /x → use GetRepository`, `Whoever calls GET /x should go to GetRepository`. */
const callers =
  /^\W*(?:(?:you|your \w+|clients?|callers?) (?:still )?(?:calls?|uses?|requests?|sends?|reads?)(?=\s[^.;!?→]{1,200}(?:→|[-=]>)\s)|(?:whoever|(?:anyone|those) who) (?:still |only |just )?(?:calls?|uses?|requests?|sends?|reads?|asks?)(?=\s[^.;!?]{1,200}? (?:should|must|has to|have to) (?:now )?(?:go|move|switch|change|migrate|use|call)\b))/iu

/** The text of a sentence with blanks for what it quotes, reports, denies as a whole or compares with: the page does not state that. */
export const withoutFrames = (sentence: string): string =>
  [reported, quotation, compared, observed, replacing, callers].reduce(
    (text, pattern) => text.replace(pattern, found => ' '.repeat(found.length)),
    sentence,
  )
