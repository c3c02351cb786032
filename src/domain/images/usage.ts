/** What drawing consumed, in the vendor's tokens. All zero where the vendor (or a fixed price) counts none. */
export interface ImageUsage {
  readonly inputTextTokens: number
  readonly inputImageTokens: number
  readonly outputTokens: number
  /** Set alone by vendors that give no breakdown; otherwise the sum of the others. */
  readonly totalTokens: number
}

export const NO_IMAGE_USAGE: ImageUsage = {
  inputTextTokens: 0,
  inputImageTokens: 0,
  outputTokens: 0,
  totalTokens: 0,
}

/** No call of any vendor comes near; a larger figure is a fault of the report and nobody's bill. */
const MOST_TOKENS = 1_000_000_000

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS

/** A usage that can be believed, its total made the sum of its parts where it has any; null when it says nothing. */
export const soundImageUsage = (usage: ImageUsage | null): ImageUsage | null => {
  if (usage === null || !Object.values(usage).every(isCount)) return null
  const sum = usage.inputTextTokens + usage.inputImageTokens + usage.outputTokens
  const totalTokens = sum === 0 ? usage.totalTokens : sum
  return totalTokens === 0 ? null : { ...usage, totalTokens }
}

/**
 * The parts of a usage that has only its total: the words of the prompt, as counted here, went in, and what is left
 * was drawn.
 */
export const withParts = (usage: ImageUsage, promptTokens: number): ImageUsage => {
  const { inputTextTokens, inputImageTokens, outputTokens, totalTokens } = usage
  if (inputTextTokens + inputImageTokens + outputTokens > 0) return usage
  const words = Math.min(promptTokens, totalTokens)
  return { ...usage, inputTextTokens: words, outputTokens: totalTokens - words }
}
