import type { EmbeddingModel } from '../catalog/model.ts'
import type { CallFailure } from '../routing/call-failure.ts'
import { utf8Length } from '../chat/estimate.ts'
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

/** A text with no more bytes than these for each token of the limit is not suspected: most texts of that length fit. */
const BYTES_PER_TOKEN = 4

/**
 * How far our count of a text may exceed a provider's, in per cent: vocabularies differ. Between the limit and this
 * share of it the provider itself decides.
 */
const PERCENT_OF_LIMIT = 150

/** Of one request; a count of more would take the process seconds. */
const MAX_COUNTED_BYTES = 400_000

/** Texts that look too long for a model, to be counted before money is held. */
interface SuspectedInputs {
  readonly suspects: readonly { readonly index: number; readonly text: string }[]
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
  // A count stops behind `maxCount`, and so do the bytes that it reads.
  const mostBytes = maxCount * BYTES_PER_TOKEN
  const suspects: { readonly index: number; readonly text: string }[] = []
  let countedBytes = 0
  for (const [index, text] of inputs.entries()) {
    if (typeof text !== 'string') continue
    const bytes = text.length * 3 <= maxInputTokens * BYTES_PER_TOKEN ? 0 : utf8Length(text)
    if (bytes <= maxInputTokens * BYTES_PER_TOKEN) continue
    countedBytes += Math.min(bytes, mostBytes)
    if (countedBytes > MAX_COUNTED_BYTES && suspects.length > 0) break
    suspects.push({ index, text })
  }
  return { suspects, maxCount }
}
