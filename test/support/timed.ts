/** What came of some work, and the milliseconds it took. */
export interface Timed<T> {
  readonly value: T
  readonly ms: number
}

/**
 * Measures work. On a busy machine anything takes long. So a test compares the time with that of other work of the same
 * run, asks that it is at least so much, or gives a bound many times what is right. A claim about speed belongs in the
 * bench.
 */
export const timed = async <T>(work: () => Promise<T>): Promise<Timed<T>> => {
  const startedMs = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedMs }
}
