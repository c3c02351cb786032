import { isTokenCount } from '../pricing/token-price.ts'

/** The tokens of an image call by the provider's count. All zero where the provider (or a fixed price) counts none. */
export interface ImageUsage {
  readonly inputTextTokens: number
  readonly inputImageTokens: number
  readonly outputTokens: number
  /** Those of `outputTokens` that are no image: thoughts and words. Absent: none. */
  readonly textOutputTokens?: number | undefined
  /** Set alone by providers that give no breakdown; otherwise the sum of the others. */
  readonly totalTokens: number
}

export const NO_IMAGE_USAGE: ImageUsage = {
  inputTextTokens: 0,
  inputImageTokens: 0,
  outputTokens: 0,
  totalTokens: 0,
}

/**
 * A plausible usage, whose total is the sum of its parts where it has parts, and whose output contains its words. Null
 * if the report is no such usage.
 */
export const validImageUsage = (usage: ImageUsage | null): ImageUsage | null => {
  if (usage === null) return null
  const { textOutputTokens = 0, ...counted } = usage
  if (![textOutputTokens, ...Object.values(counted)].every(isTokenCount)) return null
  const sum = counted.inputTextTokens + counted.inputImageTokens + counted.outputTokens
  const totalTokens = sum === 0 ? counted.totalTokens : sum
  if (totalTokens === 0) return null
  const words = Math.min(textOutputTokens, counted.outputTokens)
  return { ...counted, ...(words === 0 ? {} : { textOutputTokens: words }), totalTokens }
}

/**
 * The parts of a usage that has only its total: the prompt has the tokens counted here, and the rest is output.
 */
export const withBreakdown = (usage: ImageUsage, promptTokens: number): ImageUsage => {
  const { inputTextTokens, inputImageTokens, outputTokens, totalTokens } = usage
  if (inputTextTokens + inputImageTokens + outputTokens > 0) return usage
  const words = Math.min(promptTokens, totalTokens)
  return { ...usage, inputTextTokens: words, outputTokens: totalTokens - words }
}
