/**
 * Counts tokens where a vendor did not. An estimate: vendors' vocabularies differ. Never rejects, takes
 * any text as plain text, and does not keep the process busy for long at a stretch.
 */
export interface TokenCounter {
  /** Tokens of all texts together. Counting stops soon after the sum is above `most`. */
  count(texts: readonly string[], most?: number): Promise<number>
}
