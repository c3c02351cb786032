/**
 * A wallet is pressed where a command was short of money while some of it was reserved elsewhere. The instances that have
 * it see the mark with their beat, and give back what no call of theirs needs.
 */
export const PRESSED = {
  /** For so long nothing is reserved for the wallet, and each call that ends gives back what it did not cost. */
  forMs: 30_000,
  /** How often an instance looks for the mark; the money of every instance that lives is back by then. */
  lookEveryMs: 5_000,
} as const
