import { estimateTextTokens, MAX_COUNTED_BYTES } from '../chat/tokens/estimate.ts'
import { utf8Length } from '../utf8-length.ts'
import type { EmbeddingInput } from './request.ts'

/** Marks that a model sets before and after an input, and counts. */
const TOKENS_OF_INPUT = 8

const boundOf = (input: EmbeddingInput): number =>
  TOKENS_OF_INPUT + (typeof input === 'string' ? utf8Length(input) : input.length)

/**
 * An upper bound of every provider's count, in tokens (contract 10.1): a token stands for at least one byte, and no
 * provider reads more of an input than the model can take.
 */
export const boundTokens = (inputs: readonly EmbeddingInput[], maxInputTokens: number | null): number =>
  inputs.reduce((sum, input) => sum + Math.min(boundOf(input), maxInputTokens ?? Number.POSITIVE_INFINITY), 0)

/** What is known of the tokens of a request without its provider's count. */
interface EmbeddingEstimate {
  /** Texts to be counted by a tokenizer; empty where that would take too long. */
  readonly countable: readonly string[]
  /** Tokens beside those: token numbers, and what long texts come to by their length. */
  readonly tokens: number
}

/** How the tokens of a request are reckoned where its provider counted none. */
export const estimateTokens = (inputs: readonly EmbeddingInput[]): EmbeddingEstimate => {
  const texts = inputs.filter((input) => typeof input === 'string')
  const numbers = inputs.reduce((sum, input) => sum + (typeof input === 'string' ? 0 : input.length), 0)
  const bytes = texts.reduce((sum, text) => sum + utf8Length(text), 0)
  if (bytes <= MAX_COUNTED_BYTES) return { countable: texts, tokens: numbers }
  return { countable: [], tokens: texts.reduce((sum, text) => sum + estimateTextTokens(text), numbers) }
}
