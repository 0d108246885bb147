const context = 3

const needsQuotes = /["\\\p{Cc}]/u

/** A name that needs it is quoted as git does; one with a space ends in a tab, so that its end is seen. */
const patchName = (side: string, file: string): string => {
  const name = `${side}/${file}`
  if (!needsQuotes.test(name)) return name.includes(' ') ? `${name}\t` : name
  const escaped = name
    .replace(/["\\]/g, '\\$&')
    .replace(/\p{Cc}/gu, character => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`)
  return `"${escaped}"`
}

/** Lines with their line breaks. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const patchLine = (mark: string, line: string): string =>
  line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`

/** A unified diff of two texts with the same number of lines, with paths relative to where it is applied. */
export const patchOf = (file: string, before: string, after: string): string => {
  const old = linesOf(before)
  const now = linesOf(after)
  const changed = [...old.keys()].filter(at => old[at] !== now[at])
  const hunks: { from: number; to: number }[] = []
  for (const at of changed) {
    const last = hunks.at(-1)
    const from = Math.max(0, at - context)
    const to = Math.min(old.length, at + context + 1)
    if (last && from <= last.to) last.to = to
    else hunks.push({ from, to })
  }
  const body = hunks.map(({ from, to }) => {
    const lines: string[] = []
    for (let at = from; at < to; ) {
      if (old[at] === now[at]) {
        lines.push(patchLine(' ', old[at++] as string))
        continue
      }
      let end = at
      while (end < to && old[end] !== now[end]) end += 1
      lines.push(...old.slice(at, end).map(line => patchLine('-', line)))
      lines.push(...now.slice(at, end).map(line => patchLine('+', line)))
      at = end
    }
    return `@@ -${from + 1},${to - from} +${from + 1},${to - from} @@\n${lines.join('')}`
  })
  return hunks.length === 0 ? '' : `--- ${patchName('a', file)}\n+++ ${patchName('b', file)}\n${body.join('')}`
}
