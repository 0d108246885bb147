import { read, type Said, type Thing } from '../../../../checks/documents/clauses.ts'

const nameOf = (thing: Thing): string => {
  if (thing.is === 'operation') return thing.id
  return thing.is === 'endpoint' ? [thing.method, thing.path].filter(Boolean).join(' ') : String(thing.is)
}

const list = (things: readonly Thing[]): string => things.map(nameOf).join(', ')

/** A clause in one line: what it says of what, then what else it names. */
const lineOf = (said: Said): string => {
  const { of, act, denied, mood, others, by, than, it, how, dates, statuses, alien, limited, limit, unread } = said
  const parts = {
    others: list(others),
    by: list(by),
    than: list(than),
    it: list(it) === list(of) ? '' : list(it) || 'nothing',
    how: [...how].join(', '),
    on: dates.map(({ text }) => text).join(', '),
    status: statuses.join(', '),
    nominal: said.nominal ?? '',
    unread: unread.join(' '),
  }
  return [
    `${denied ? 'not ' : ''}${act ?? '?'} (${alien ? 'alien' : list(of)}) ${mood}${limited ? ` limited ${limit ?? ''}`.trimEnd() : ''}`,
    ...Object.entries(parts).flatMap(([name, part]) => (part === '' ? [] : [`${name}: ${part}`])),
  ].join('; ')
}

/** What a sentence says, a line for each clause. */
export const reading = (sentence: string): readonly string[] => read(sentence).map(lineOf)
