/** Known now, or by a promise: what is known now costs no turn of the event loop. */
export type NowOrLater<A> = A | Promise<A>

/** What comes of a value, now or behind its promise. */
export const whenKnown = <A, B>(value: NowOrLater<A>, use: (known: A) => NowOrLater<B>): NowOrLater<B> =>
  value instanceof Promise ? value.then(use) : use(value)
