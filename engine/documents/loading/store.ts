import { defined } from '../../../contracts/defined.ts'
import type { Exchange } from '../../../contracts/exchange.ts'
import { createRecorder } from '../../http/recorder.ts'
import { type Kind, kinds, type Loaded } from './kinds.ts'
import { type Found, lookFor, type Publisher } from './look-for.ts'

/** The documents of a run: those that were given, and each other one as the target publishes it, looked for when it is first asked for. */
export interface DocumentStore {
  /** What is known once this one has been looked for. */
  look(kind: Kind): Promise<Loaded>
  /** What is known by now. */
  known(): Loaded
}

export const createDocuments = (given: Loaded, publisher: Publisher, base: string, basePath: string): DocumentStore => {
  const found: { [K in Kind]?: Found<K> & { readonly exchanges: readonly Exchange[] } } = {}
  const looking = new Map<Kind, Promise<unknown>>()
  const lookOnce = async <K extends Kind>(kind: K): Promise<void> => {
    if (given.documents[kind] !== undefined || given.unavailable[kind] !== undefined) return
    const recorder = createRecorder()
    const published = await lookFor(kind, publisher, base, basePath, recorder)
    Object.assign(found, { [kind]: { ...published, exchanges: recorder.exchanges } })
  }
  const all = <M extends 'document' | 'exchanges' | 'unavailable' | 'unfit'>(member: M) =>
    defined(Object.fromEntries(kinds.map(kind => [kind, found[kind]?.[member]])))
  const known = (): Loaded => ({
    documents: { ...given.documents, ...all('document') },
    exchanges: { ...given.exchanges, ...all('exchanges') },
    unavailable: { ...given.unavailable, ...all('unavailable') },
    unfit: all('unfit'),
    ...defined({ credentialForms: found.reference?.credentialForms }),
  })
  return {
    known,
    look: async kind => {
      const pending = looking.get(kind) ?? lookOnce(kind)
      looking.set(kind, pending)
      await pending
      return known()
    },
  }
}
