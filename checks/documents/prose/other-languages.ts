/** Words that pages in German, French and Spanish have for a kind of change or a state, each standing alone, by the English one. */
const words: Readonly<Record<string, string>> = {
  new: 'neu|neuerung(?:en)?|hinzugefügt|ergänzt|nouve(?:au|aux|lles?|autés?)|ajouts?|ajoutée?s?|nuev[oa]s?|novedad(?:es)?|añadid[oa]s?',
  updated:
    'aktualisiert|aktualisierung(?:en)?|behoben|korrigiert|korrekturen|korrektur|berichtigt|mises? à jour|corrigée?s?|actualizaci(?:ón|ones)|actualizad[oa]s?|correcci(?:ón|ones)|corregid[oa]s?',
  changes: 'geändert|änderung(?:en)?|changements?|modifications?|modifiée?s?|cambios?|modificad[oa]s?',
  deprecated:
    'veraltet|abgekündigt|abkündigung(?:en)?|dépréciée?s?|dépréciations?|obsolètes?|obsolescences?|obsolet[oa]s?|obsolescencias?|en desuso',
  removed:
    'entfernt|abgeschaltet|gelöscht|supprimée?s?|suppressions?|eliminad[oa]s?|eliminaci(?:ón|ones)|retirad[oa]s?',
}

const patterns = Object.entries(words).map(([english, others]) => [english, new RegExp(`^(?:${others})$`)] as const)

/** The English word for one of them, or the text itself. */
export const inEnglish = (text: string): string => {
  if (text.length > 40) return text
  const word = text
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()
    .toLowerCase()
  return patterns.find(([, pattern]) => pattern.test(word))?.[0] ?? text
}

/** The same for the names of areas, wherever they stand in a text. */
const areas: readonly (readonly [RegExp, string])[] = [
  [/\b(?:registros? de auditoría|journ(?:al|aux) d['’]audit)\b|\bprüfprotokoll(?:en?)?\b/giu, 'audit logs'],
  [/\b(?:tokens? de acceso|jetons? d['’]accès)|\bzugriffs-?tokens?\b/giu, 'access tokens'],
  [/\borgani[sz]aci(?:ón|ones)\b|\borganisations?-?(?=tokens?\b)/giu, 'organization '],
  [/\bpersönliche[nrs]?\b|\bpersonnels?\b|\bpersonales\b/giu, 'personal'],
]

/** A text with the names of areas in English. */
export const areasInEnglish = (text: string): string =>
  areas.reduce((written, [pattern, english]) => written.replaceAll(pattern, english), text)
