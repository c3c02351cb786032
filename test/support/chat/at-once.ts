/** What a writer gives without waiting for anything; fails the test where it waits. */
export const atOnce = <A>(written: A | Promise<A>): A => {
  if (written instanceof Promise) throw new Error('the writer waits for something')
  return written
}
