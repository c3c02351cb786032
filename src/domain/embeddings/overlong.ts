import type { EmbeddingModel } from '../catalog/model.ts'
import type { CallFailure } from '../routing/call-failure.ts'
import type { EmbeddingRequest } from './request.ts'

/** An input is longer than the model can read; no provider was asked. */
export type OverlongInput = Extract<CallFailure, { readonly tag: 'rejected_by_upstream' }>

/** The refusal of the input at that index. */
export const overlongInput = (
  { id, limits }: EmbeddingModel,
  { inputs }: Pick<EmbeddingRequest, 'inputs'>,
  index: number,
): OverlongInput => ({
  tag: 'rejected_by_upstream',
  code: 'context_length_exceeded',
  message: `An input of ${id} is ${limits.maxInputTokens} tokens at most.`,
  param: inputs.length === 1 ? 'input' : `input.${index}`,
  unsent: true,
})

/** A text with no more characters than these for each token of the limit is not suspected: most such texts fit. */
const CHARS_PER_TOKEN = 4

/**
 * How far our count of a text may exceed a provider's, in per cent: vocabularies differ. Between the limit and this
 * share of it the provider itself decides.
 */
const PERCENT_OF_LIMIT = 150

/**
 * Characters that are counted for each token of `maxCount`. Prose has fewer, so this much of a text proves it too long,
 * however long it is; a text of blanks, which has more, is left to the provider.
 */
const COUNTED_CHARS_PER_TOKEN = 8

/** Of one request; a count of more would take the process seconds. */
const MAX_COUNTED_CHARS = 400_000

/** Texts that look too long for a model, to be counted before money is held. */
interface SuspectedInputs {
  /** `beginning`: what is counted of the text. */
  readonly suspects: readonly { readonly index: number; readonly beginning: string }[]
  /** A count above it proves that a text is too long. */
  readonly maxCount: number
}

/** Which texts of a request have to be counted; the first ones, up to what may be counted. */
export const suspectedInputs = (
  { limits: { maxInputTokens } }: EmbeddingModel,
  { inputs }: Pick<EmbeddingRequest, 'inputs'>,
): SuspectedInputs => {
  if (maxInputTokens === null) return { suspects: [], maxCount: Number.POSITIVE_INFINITY }
  const maxCount = Math.floor((maxInputTokens * PERCENT_OF_LIMIT) / 100)
  const suspects: { readonly index: number; readonly beginning: string }[] = []
  let available = MAX_COUNTED_CHARS
  for (const [index, input] of inputs.entries()) {
    if (available === 0) break
    if (typeof input !== 'string' || input.length <= maxInputTokens * CHARS_PER_TOKEN) continue
    const beginning = input.slice(0, Math.min(available, maxCount * COUNTED_CHARS_PER_TOKEN))
    available -= beginning.length
    suspects.push({ index, beginning })
  }
  return { suspects, maxCount }
}
