const KIND =
  /^(?:(?:whats|what['’]s|what’s)\s+)?(?:new(?:ly added)?|add(?:ed|itions?)?|updat(?:e|es|ed)|chang(?:e|es|ed)|fix(?:e[sd])?|bug ?fix(?:es)?|deprecat(?:e|es|ed|ions?)|remov(?:e|ed|als?)|breaking|secur(?:e|ity)|improv(?:e|ed|ements?)|enhanc(?:ed|ements?)|known issues?|issues?|features?|notes?|announcements?|retired|retirements?|sunset|migrations?)(?:\s+(?:features?|changes?|endpoints?|apis?|fixes|updates?|notices?|enhancements?|and\s+\p{L}+))*$/iu

/** True for what change histories write above a group of changes: `New`, `Bug fixes`, `Breaking changes`. */
export function isKind(text: string): boolean {
  return text.length <= 60 && KIND.test(text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, ''))
}

/** A kind that stands before the change itself, in bold, in brackets or before a colon, and the rest of the text. */
export function leadingKind(text: string, bold: string): { kind: string; rest: string } | undefined {
  const inBold = bold.replace(/[\s:]+$/, '')
  if (inBold !== '' && text.startsWith(bold) && isKind(inBold)) return split(inBold, text.slice(bold.length))
  const [, bracketed, plain] = /^(?:[[(]([^\])]{1,60})[\])]|([\p{L} ]{1,60}):(?=\s))/u.exec(text) ?? []
  const kind = bracketed ?? plain
  if (kind === undefined || !isKind(kind)) return undefined
  return split(kind.trim(), text.slice(bracketed === undefined ? kind.length + 1 : kind.length + 2))
}

function split(kind: string, rest: string): { kind: string; rest: string } | undefined {
  const text = rest.replace(/^[\s:–—-]+/, '')
  return text === '' ? undefined : { kind, rest: text }
}
