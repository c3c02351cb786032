interface CountOptions {
  /** Counting stops soon after the sum is above. */
  readonly most?: number
  /** Whose counts together get one share of the time. Absent, a count has a share of its own. */
  readonly caller?: string
}

/**
 * Counts tokens where a provider did not. It is an estimate, because providers' vocabularies differ. It never rejects,
 * takes any text as plain text, and never blocks the process for long, however many count at once.
 */
export interface TokenCounter {
  /** Tokens of all texts together. */
  count(texts: readonly string[], options?: CountOptions): Promise<number>
}
