/** What drawing consumed, in the vendor's tokens. All zero where the vendor (or a fixed price) counts none. */
export interface ImageUsage {
  readonly inputTextTokens: number
  readonly inputImageTokens: number
  readonly outputTokens: number
  /** Set alone by vendors that give no breakdown; otherwise the sum of the others. */
  readonly totalTokens: number
}
