import { type CodeScan, type CodeUse, certainties } from '../../../contracts/code-scan.ts'
import { jsonOf } from '../../../contracts/json.ts'
import { own } from '../../documents/reference/local-reference.ts'

const isUse = (value: unknown): value is CodeUse =>
  ['slug', 'file', 'state'].every(name => typeof own(value, name) === 'string') &&
  certainties.some(certainty => certainty === own(value, 'certainty'))

/** The JSON report of a scan of source code; undefined for any other text. */
export const readCodeScan = (text: string): CodeScan | undefined => {
  const value = jsonOf(text)
  const uses = own(value, 'uses')
  return own(own(value, 'source'), 'kind') === 'code' && Array.isArray(uses) && uses.every(isUse)
    ? (value as CodeScan)
    : undefined
}
