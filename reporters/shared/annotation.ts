import { cut, line } from './bounds.ts'
import { defuse } from './text.ts'

/** A place in a file of the repository. */
interface FileLocation {
  readonly file: string
  readonly line: number
  readonly column?: number
  readonly endColumn?: number
}

/** A message of a build at GitHub. */
export interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
  readonly place?: FileLocation | undefined
}

const escapeData = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** The runner prints the lines of a message; none of them may be taken for a command where they are read again. */
const guarded = (message: string): string => message.split('\n').map(defuse).join('\n')

const properties = ({ file, line: at, column, endColumn }: FileLocation): readonly string[] => [
  `file=${escapeProperty(line(file, 300))}`,
  `line=${at}`,
  ...(column === undefined ? [] : [`col=${column}`]),
  ...(endColumn === undefined ? [] : [`endColumn=${endColumn}`]),
]

/** A workflow command, without its line break. GitHub refuses titles of more than 255 characters and messages of more than 64 KB. */
export const annotationLine = ({ kind, title, message, place }: Annotation): string => {
  const all = [...(place === undefined ? [] : properties(place)), `title=${escapeProperty(line(title, 180))}`]
  return `::${kind} ${all.join(',')}::${escapeData(guarded(cut(message, 4_000)))}`
}
