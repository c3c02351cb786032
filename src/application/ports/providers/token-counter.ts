/**
 * Counts tokens where a provider did not. It is an estimate, because providers' vocabularies differ. It never rejects,
 * takes any text as plain text, and never blocks the process for long.
 */
export interface TokenCounter {
  /** Tokens of all texts together. Counting stops soon after the sum is above `most`. */
  count(texts: readonly string[], most?: number): Promise<number>
}
