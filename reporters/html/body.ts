import { isJson } from '../shared/text.ts'

/** The largest body that is laid out before it is shortened. */
const layoutBound = 65_536

/** A string of JSON or a piece between strings. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/**
 * JSON broken into lines. Its tokens stay as they were sent: parsing and printing would round numbers, drop the first of two equal keys
 * and undo escapes, and a reader would not see the evidence that the verdict is based on.
 */
const laidOut = (json: string): string => {
  const tokens = json.match(token) ?? []
  let depth = 0
  let out = ''
  const newLine = (): void => {
    out += `\n${'  '.repeat(Math.min(depth, 40))}`
  }
  for (const [at, piece] of tokens.entries()) {
    if (piece === '}' || piece === ']') {
      depth -= 1
      if (tokens[at - 1] !== '{' && tokens[at - 1] !== '[') newLine()
      out += piece
    } else if (piece === '{' || piece === '[') {
      depth += 1
      out += piece
      if (tokens[at + 1] !== '}' && tokens[at + 1] !== ']') newLine()
    } else if (piece === ',') {
      out += piece
      newLine()
    } else out += piece === ':' ? ': ' : piece
  }
  return out
}

/** A body in a form to be read: JSON in lines, anything else as it is. */
export const readableBody = (body: string): string => {
  if (body.length > layoutBound || !/^\s*[[{]/.test(body)) return body
  return isJson(body) ? laidOut(body) : body
}
