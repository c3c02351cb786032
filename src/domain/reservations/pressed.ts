/**
 * A wallet is pressed if a command lacked money while some of it was reserved by another instance. The instances with a
 * reservation see this mark with their beat, and return the money that none of their calls needs.
 */
export const PRESSED = {
  /** For so long nothing is reserved for the wallet, and each call that ends gives back what it did not cost. */
  forMs: 30_000,
  /** How often an instance looks for the mark; the money of every instance that lives is back by then. */
  lookEveryMs: 5_000,
} as const
