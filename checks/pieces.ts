/** Work that may be interrupted after each piece of it. */
export type InPieces<T> = Generator<void, T>

/** Does all of it without interruption. */
export const whole = <T>(work: InPieces<T>): T => {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** What each item is read as, one piece of work an item. */
export const flatMapInPieces = function* <T, R>(
  items: readonly T[],
  read: (item: T, at: number) => readonly R[],
): InPieces<R[]> {
  const found: R[] = []
  for (const [at, item] of items.entries()) {
    for (const one of read(item, at)) found.push(one)
    yield
  }
  return found
}
