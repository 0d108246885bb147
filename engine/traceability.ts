import { type Sentence, sentences } from '../contracts/lifecycle.ts'
import type { ListedRequirement } from '../contracts/listed-requirements.ts'

/** A sentence of the document, and what became of it. */
export interface TraceabilityRow {
  readonly sentence: Sentence
  /** Ids of the requirements that cite it or cover it. */
  readonly requirements: readonly string[]
}

/** Which requirements rest on which sentence of the lifecycle document, in the document's order. */
export const traceability = (catalogue: readonly ListedRequirement[]): readonly TraceabilityRow[] =>
  sentences.map(sentence => ({
    sentence,
    requirements: catalogue
      .filter(
        ({ source, covers }) =>
          (source.document === 'lifecycle' &&
            source.section === sentence.section &&
            source.sentence === sentence.text) ||
          covers?.includes(sentence.key) === true,
      )
      .map(({ id }) => id),
  }))
