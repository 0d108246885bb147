export interface Entry {
  readonly tag: Tag
  readonly act?: Act
  readonly past?: boolean
  /** Whether it denies its act: `optional` is what is not needed. */
  readonly negative?: boolean
  readonly planned?: boolean
}

const newWork = 'clients code applications apps projects integrations software tools scripts services work development'
  .split(' ')
  .map(work => `new ${work}`)

const words = {
  article:
    'whatever|regardless of|a|an|the|all|any|every|each|both|these|those|our|its|their|existing|whole|entire|complete|such|of them|following|six|two|four|given|this|that|one|one more|two more|three more|four more|either|as a whole',
  plain:
    'rest|http|https|web|docker|hub|public|listed|image|images|tag|tags|repository|repositories|group|service|server|read|write|current|namespace|namespaces|base|area|areas',
  old: 'what is deprecated|whatever is deprecated|everything that is deprecated|deprecated|legacy|old|obsolete|outdated|undocumented|former|previous|older|earlier',
  noun: 'api|apis|endpoint|endpoints|operation|operations|route|routes|path|paths|url|urls|method|methods|call|calls|request|requests|generation|version|versions|feature|features|behavior|behaviour|resource|resources|what is deprecated|whatever is deprecated|everything that is deprecated|thing|things',
  foreign:
    'change history|change log|changelog|deprecation log|webhook|webhooks|registry|manifest|manifests|schema|schemas|format|formats|payload|payloads|protocol|protocols|cli|sdk|sdks|search|billing|plugin|plugins|scim|event|events|token|tokens|key|keys|credential|credentials|docs|documentation|page|pages|parameter|parameters|field|fields|header|headers|description|descriptions|example|examples|link|links|member|members|property|properties|option|options|filter|filters|flag|flags|website|site|other|others|unknown|part|parts|some|most',
  label: 'label|labels|the label deprecated|deprecation label',
  client: `${newWork.join('|')}|client|clients|you|user|users|application|applications|caller|callers|anybody|anyone|everybody|everyone|nobody|no one`,
  'for-new': newWork
    .flatMap(work => [
      ...['on', 'with', 'against'].map(word => `${work} ${word}`),
      ...['in', 'by', 'for'].map(word => `${word} ${work}`),
    ])
    .join('|'),
  author: 'release|releases|we|the reference|the references|reference|references',
  pronoun: 'it|they|them|itself|themselves|that operation|that endpoint|that route|that call',
  this: 'this endpoint|this operation|this route|this method|this api call',
  be: 'is|are|am|get|gets|become|becomes',
  been: 'be|been|being',
  have: 'has|have|had',
  do: 'do|does|did',
  will: 'will|shall|would|going to|to be|plan to|plans to|intend to|intends to',
  may: 'may|might|can|could|are free to|is free to|feel free to|nothing stops you from|nothing stops clients from|nothing stops users from|nothing prevents you from|nothing prevents clients from|nothing prevents users from|nothing keeps you from|nothing keeps clients from|nothing keeps users from|are fine to|is fine to|it is fine to|are safe to|is safe to|are ok to|are okay to|is ok to|are allowed to',
  must: 'must|should|has to|have to|need to|needs to|had to|no need to',
  not: 'not yet|not|never|no|none|neither|nor|nothing|nobody|no one|cannot|no longer|none of the|none of|without|with no',
  adverb:
    'as deprecated|in full|in its entirety|second|secondly|third|finally|always|as always|as usual|sometimes|occasionally|often|after all|after some time|after a while|some time later|status|status code|the status code|http status|the http status|state|now|both|already|also|too|as well|please|note|note that|officially|fully|completely|ever|at all|any more|anymore|any longer|just|exactly|safely|therefore|in general|generally|in particular|moreover|remember that|important|attention|warning|notice|however|so|then|there|long|simply|here|today|currently|in the api|from the api|in the reference|in the reference documentation|in the api documentation|within the reference|in this reference|in the api reference|in our reference|in the documentation|in a future release|in any release|in a release|at any time|of the hub|of the api|in our api|from now on|of our api|for now|since then|by now|afterwards|meanwhile|furthermore|besides|effective|until further notice|only here',
  lasting:
    'keep|keeps|stay|stays|remain|remains|continue|continues|go on|goes on|continue to|continues to|keep on|guaranteed to|guaranteed|are guaranteed to|is guaranteed to',
  favour: 'in favour of|in favor of',
  preposition:
    'because of|due to|thanks to|since|on|as of|from|in|by|at|with|for|under|below|above|behind|against|as|within|between|during|about|around|into|upon|per',
  than: 'formerly|instead of|rather than|in place of|in lieu of|over',
  of: 'of',
  to: 'to|onto',
  and: 'next to|alongside|and|or|as well as|and then|then|and also|or also',
  yet: 'yet|so far|until now|up to now|to date',
  but: 'but|yet|while|whereas|although|though',
  condition:
    'how long|how often|how much|whether|if|when|whenever|once|unless|until|before|after|suppose|assuming|as soon as|as long as|in case|provided|even if|even when|only if|only when|where|because',
  limit: 'only|except|except for|apart from|not all|not every|not each|partly|partially|in part|at least',
  relative: 'that|which|who|whose|whom',
  notice: 'notice|warning|announcement|further notice|prior notice|any notice|delay|advance notice',
  instead: 'instead|in its place|in their place|in its stead',
  'at-once': 'at once|straight away|right away|immediately|overnight',
  'for-ever':
    'for ever|forever|indefinitely|permanently|for good|without a time limit|without any time limit|without limits|without time limits|without limit|without restrictions|without restriction',
  first: 'first|at first|beforehand|in advance|to begin with|to start with',
  later:
    'later|afterwards|later on|on the day of its removal|on the day of the removal|on the day of their removal|together with its removal|together with the removal|at the same time as its removal',
  unlabelled:
    'labeled or not|labelled or not|deprecated or not|marked or not|without the label|without a label|without any label|without its label|without their label|without labels|without the deprecation label|without the label deprecated',
  again: 'again|back',
  still: 'still|as before',
  planned: 'planned|proposed|scheduled|upcoming|soon|eventually|considered|expected',
} as const

/** How something is done, as far as a rule can depend on it. */
export const manners = [
  'yet',
  'instead',
  'for-new',
  'at-once',
  'for-ever',
  'first',
  'later',
  'unlabelled',
  'again',
  'still',
  'planned',
  'unreplaced',
] as const
export type Manner = (typeof manners)[number]

/** What a word does in a sentence. A participle can stand behind a form of `be`; a verb has its subject in front of it. */
export type Tag = keyof typeof words | Manner | 'participle' | 'verb' | 'noun-of'

interface Forms {
  readonly is: string
  readonly does: string
  readonly did?: string
  readonly noun?: string
  readonly not?: string
}

/** What a removed endpoint is, wherever that stands. */
export const gone =
  'removed|retired|disabled|deleted|withdrawn|hidden|decommissioned|shut down|switched off|turned off|taken away|taken out|taken out of service|taken down|taken offline|gone'

/** Acts: participles and adjectives that stand behind `is`, and verbs that have a subject or an object of their own. */
const acts = {
  deprecate: {
    is: 'deprecated|labeled|labelled|marked|labeled deprecated|labelled deprecated|labeled as deprecated|labelled as deprecated|marked deprecated|marked as deprecated|obsolete',
    does: 'stop using|stop calling|deprecate|deprecates|label|labels|mark|marks|deprecating|labeling|labelling|marking',
    noun: 'deprecation|labelling|labeling',
  },
  end: {
    is: `${gone}|dropped|discontinued|dead|history|unavailable|unsupported|phased out|sunset|closed`,
    does: 'remove|removes|removing|retire|retires|disable|disables|delete|deletes|withdraw|withdraws|drop|drops|discontinue|hide|hides|shut down|switch off|turn off|take away|takes away|take down|end|ends|go|go away|goes away|disappear|disappears|vanish|vanishes|stop|stops|cease|ceases',
    did: 'ended|vanished|disappeared|withdrew|hid|went away|stopped|ceased',
    noun: 'removal|removals|end|retirement|shutdown',
  },
  change: {
    not: 'keep its behavior|keep its behaviour|keep their behavior|keep their behaviour|keep the behavior|keep the behaviour|keeps its behavior|keeps its behaviour|keeps their behavior|keeps their behaviour|keeps the behavior|keeps the behaviour',
    is: 'changed|left|lost',
    does: 'change|changes|changing|change its behavior|change its behaviour|change their behavior|change their behaviour|change behavior|change behaviour|changes its behavior|changes its behaviour|changes behavior|changes behaviour|change what it does|alter what it does|change how it behaves|change how they behave|changes how it behaves|behave differently|behaves differently|work differently|works differently|act differently|acts differently|do something else|alter|alters',
    noun: 'change|changes',
  },
  use: {
    is: 'used|called',
    does: 'use|uses|using|call|calls|calling|rely on|relies on|relying on|depend on|depends on|depending on|build on|building on|building|build|request|query|stay with|stay on|staying with|staying on|turn to|turns to|turning to|go to|head to',
    noun: 'use|usage|requests|request|calls|call',
  },
  serve: {
    is: 'available|visible|supported|usable|served|online|reachable|accessible|active|maintained|enabled|working|functional|alive|in use|unchanged|here to stay|generally available|stable|live|possible|permitted|allowed',
    does: 'work|works|exist|exists|live|lives|live on|lives on|run|runs|last|lasts|persist|persists|survive|survives|function|functions|work as before|works as before|behaves as before|operate|operates',
    noun: 'support|access|availability',
  },
  prefer: {
    is: 'current|recommended|preferred|encouraged|advised',
    does: 'recommend|recommends|prefer|prefers|advise|encourage|encourages',
  },
  restore: {
    is: 'restored|reinstated|re-enabled|reenabled|reactivated|re-activated|revived|brought back|back|back online|undeprecated|unhidden',
    does: 'restore|restores|reinstate|revive|re-enable|undeprecate',
    did: 'returned to service|came back',
  },
  replace: {
    is: 'replaced|superseded|succeeded|substituted|taken the place of|taken over from|whose place is taken|whose place was taken',
    does: 'replace|replaces|supersede|supersedes|succeed|succeeds|takes the place of|take the place of|took the place of|stand in for|stands in for|takes over from|took over from',
    noun: 'replacement|replacements|successor|successors|substitute|counterpart|alternative',
  },
  answer: {
    is: 'answered|rejected|refused|met',
    does: 'answer|answers|return|returns|respond|responds|reply|replies|give back|gives back|give|gives|yield|yields|send|sends|fail|fails|get|gets|reject|rejects|refuse|refuses|result in|results in',
  },
  redirect: {
    is: 'redirected|forwarded|proxied|rerouted|rewritten|mapped',
    does: 'redirect|redirects|forward|forwards|proxy',
    noun: 'redirect|redirects|redirection',
  },
  add: {
    is: 'added|introduced|launched|released|provided|new|made available|made accessible|made public',
    does: 'add|adds|introduce|introduces|launch|launches|release|releases|provide|provides',
  },
  fix: {
    is: 'fixed|updated|corrected|improved|repaired',
    does: 'fix|fixes|update|updates|correct|corrects|improve|improves',
  },
  move: {
    is: 'moved|renamed|migrated',
    did: 'gave way|made way',
    does: 'give way|gives way|make way|makes way|move over|moves over|migrate|migrates|move|moves|map|maps|correspond|corresponds|switch|switches|upgrade',
  },
  defer: {
    is: 'postponed|delayed|deferred|suspended|reverted|undone|rolled back|cancelled|canceled|revoked|paused|on hold|taken back|called off',
    does: 'postpone|postpones|take back|takes back|revert|reverts|undo|cancel|revoke|call off',
    did: 'took back',
  },
  need: { not: 'optional', is: 'required|mandatory|necessary|needed', does: 'require|requires|need|needs' },
  have: {
    is: 'documented|described|named|shown|mentioned|explained|listed|based',
    does: 'has|have|lacks|lack|carries|carry|bears|bear|lists|contains|contain|includes|include|consists of|starts|begins|follow|follows|come|comes|takes effect|take effect|applies',
    did: 'took effect|took place|started|happened|applied|had|offered|listed|gave|began|lacked|was',
  },
} satisfies Readonly<Record<string, Forms>>

/** What a sentence can say of a thing. */
export type Act = keyof typeof acts

const table = (): ReadonlyMap<string, readonly Entry[]> => {
  const found = new Map<string, Entry[]>()
  const add = (phrases: string, entry: Entry): void => {
    for (const phrase of phrases.split('|')) {
      const entries = found.get(phrase) ?? []
      found.set(phrase, [...entries, entry])
    }
  }
  for (const [act, forms] of Object.entries<Forms>(acts)) {
    add(forms.is, { tag: 'participle', act: act as Act })
    add(forms.does, { tag: 'verb', act: act as Act })
    add(forms.did ?? '-', { tag: 'verb', act: act as Act, past: true })
    for (const tag of ['participle', 'verb'] as const) add(forms.not ?? '-', { tag, act: act as Act, negative: true })
    add(forms.noun ?? '-', { tag: 'noun-of', act: act as Act })
  }
  for (const [tag, phrases] of Object.entries(words)) add(phrases, { tag: tag as Tag })
  for (const [act, noun] of [
    ['end', 'removal'],
    ['end', 'retirement'],
    ['deprecate', 'deprecation'],
  ] as const)
    for (const word of ['scheduled', 'planned', 'slated', 'due', 'proposed', 'marked'])
      add(`${word} for ${noun}`, { tag: 'participle', act, planned: true })
  add('was|were|became', { tag: 'be', past: true })
  found.delete('-')
  return found
}

export const lexicon = table()
/** Words of the longest phrase that begins with a word. */
export const longestFrom: ReadonlyMap<string, number> = [...lexicon.keys()].reduce((longest, phrase) => {
  const [first = '', ...more] = phrase.split(' ')
  return longest.set(first, Math.max(longest.get(first) ?? 0, more.length + 1))
}, new Map<string, number>())

const phrase = (words: string): RegExp => new RegExp(`\\b(?:${words})\\b`, 'gi')

/** Past forms and participles that are not built by the rule. */
const irregular: Readonly<Record<string, string>> = {
  bring: 'brought',
  build: 'built',
  choose: 'chose|chosen',
  come: 'came',
  get: 'got',
  go: 'went|gone',
  hide: 'hid|hidden',
  hold: 'held',
  keep: 'kept',
  lose: 'lost',
  run: 'ran',
  stick: 'stuck',
  take: 'took|taken',
  undo: 'undid|undone',
  withdraw: 'withdrew|withdrawn',
}

/** All forms of verbs; what belongs to a verb may have an object in front of it: `switch it off`. */
const inflected = (verbs: string): string =>
  verbs
    .split('|')
    .map(verb => {
      const [first = '', ...particles] = verb.split(' ')
      const stem = first.slice(0, -1)
      const regular = first.endsWith('e')
        ? `${stem}(?:e[sd]?|ing)`
        : /[^aeou]y$/.test(first)
          ? `${stem}(?:y|ies|ied|ying)`
          : `${first}(?:e?s|${first.at(-1)}?(?:ed|ing))?`
      const forms = [regular, ...(irregular[first]?.split('|') ?? [])].join('|')
      return particles.length > 0 ? `(?:${forms}) (?:(?:it|them|this|these|the \\w+) )?${particles.join(' ')}` : forms
    })
    .join('|')

/**
 * The field of existence, validity and order: words by what they say of a thing. One alone says nothing for certain; a sentence on a thing of
 * the lifecycle that has one, and is not understood as agreeing, is open.
 */
export const field = {
  /** It is there, and can be called. */
  served: phrase(
    `${inflected('work|function|operate|run|live|survive|persist|remain|stay|continue|keep|go on|carry on|hold on|endure|respond|deliver|serve|support|maintain|guarantee|offer|tolerate')}|exists?|available|usable|reachable|accessible|active|(?<=\\b(?:is|are|stays?|remains?) (?:still )?)current|lasts|lasted|will last|online|functional|alive|valid|enabled|stable|safe|intact|untouched|unaffected|unchanged|in (?:use|service|force|effect|operation)|running|still answer(?:s|ing|ed)?|here to stay|as (?:it|they) always|up(?= \\w+ing\\b|\\W*$)|side by side|in parallel|normally|indefinitely|for ?ever`,
  ),
  /** It may be called, or is better than another. */
  allowed: phrase(
    `free to|welcome to|good enough|(?:good|safe|fit) (?:for|to) use|fine|acceptable|allowed|permitted|entitled|(?:can|may|might|could|should|must) (?:still |also |safely |freely |well |now |always |only |just )*(?:be )?(?:${inflected('use|call|keep|go|rely|stay|continue|hold|read|write|query|fetch|choose|mix|combine|reach|access|build|depend|stick|pick|get|start|ask|access|invoke|adopt')})|${inflected('recommend|prefer|encourage|advise')}|preferable|(?<!something )better|faster|leaner|equals?|as good as|first choice|way to go`,
  ),
  /** It was taken back into use, or out of what ended. */
  returned: phrase(
    `${inflected('restore|reinstate|re-?enable|re-?activate|revive|resurrect|reopen|re-?open|undelete|undeprecate|bring back|come back|exempt|except|switch back|turn back|re-?introduce|re-?launch|re-?instate|unhide|put back|return to')}|(?<!\\b(?:[1-5]\\d\\d|status|error|answer|response|go|goes|dates?|dating|reach|reaches) )back|(?:on|up|once) again|again|exceptions?|spared`,
  ),
  /** A decision was taken back, or put off. */
  undone: phrase(
    `${inflected('reverse|revert|undo|roll back|postpone|delay|defer|put off|push back|suspend|cancel|call off|annul|rescind|revoke|void|lift|withdraw|retract|take back|abandon|pause|overturn|shelve|back out|drop|rethink|reconsider|halt')}|on hold|(?<!by )mistakes?|no longer applies|premature`,
  ),
  /** It is there no more. */
  ended: phrase(
    `${inflected('remove|retire|disable|delete|withdraw|drop|discontinue|hide|decommission|shut down|switch off|turn off|take out|take down|take away|take offline|phase out|sunset|close|abolish|scrap|terminate|abandon|kill|disappear|vanish|go away|pull|end|stop|cease|revoke|axe|eliminate|erase|dismantle|lose')}|gone|dead|unavailable|unsupported|defunct|on its way out|plug`,
  ),
  /** It is not to be used any more. */
  labelled: phrase(
    `deprecated|obsolete|outdated|superseded|succeeded|replaced|legacy|${inflected('avoid|discourage')}`,
  ),
  /** It is not there yet. */
  unready: phrase(
    'previews?|beta|alpha|experimental|(?:in|under) (?:development|construction|test)|prototypes?|coming soon|still missing|not yet',
  ),
  /** Nobody has to do anything. */
  needless: phrase(
    'needs? no changes?|no reason to (?:move|change|switch|migrate|leave)|(?:nobody|no one) (?:has|needs|must)(?: to)?|(?:need|needs|do|does) not (?:need|have)?(?: ?to)? ?(?:bother|move|change|switch|migrate|leave|worry)|never mind|(?<!not )merely an?|nothing that you have to|up to you|your own decision|optional|voluntary|at will|freely',
  ),
} as const

/** What else a version can belong to, or somebody else can say or do. */
export const elsewhere =
  /\b(?:webhooks?|registr(?:y|ies)|manifests?|schemas?|formats?|payloads?|protocols?|cli|sdks?|providers?|tools?|plugins?|websites?|tutorials?|prox(?:y|ies)|networks?|docs|documentation|build|scout|blogs?|mock|emulators?|credentials?)\b/i

/** Whether a text is a word for what is old: `legacy`. */
export const isOldWord = (text: string): boolean =>
  lexicon
    .get(
      text
        .replaceAll(/[^\p{L}]+/gu, ' ')
        .trim()
        .toLowerCase(),
    )
    ?.some(({ tag }) => tag === 'old') === true

/** Whether a word can do that in a sentence. */
export const isWordOf = (word: string, tag: Tag): boolean =>
  lexicon.get(word)?.some(entry => entry.tag === tag) === true

/** Whether a line ends in the middle of a phrase: `replaced by`. */
export const isUnfinished = (line: string): boolean =>
  /,\s*$/.test(line) ||
  lexicon
    .get(/(\p{L}+)\s*$/u.exec(line)?.[1]?.toLowerCase() ?? '')
    ?.some(({ tag }) => ['preposition', 'of', 'to', 'than', 'article', 'be', 'and', 'verb'].includes(tag)) === true

/** Words that stand in most English sentences and in no text of its neighbours. */
const english =
  /^(?:the|of|for|and|is|are|were|with|now|by|from|it|that|this|has|have|been|be|not|which|when|their|its|all|new|only)$/
const shortestText = 3

/** Whether a text is in words that are not read: another language, of which no word is known. */
export const isForeign = (text: string): boolean => {
  const words = text.toLowerCase().match(/(?<![\p{L}\p{N}_/{.-])\p{L}{2,}(?![\p{L}\p{N}_/}-])/gu) ?? []
  const isKnown = (word: string): boolean =>
    english.test(word) || lexicon.get(word)?.some(({ act }) => act !== undefined) === true
  return (
    !words.some(isKnown) &&
    (words.length >= shortestText ||
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text))
  )
}
