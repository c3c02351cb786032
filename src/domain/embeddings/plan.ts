import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { EmbeddingModel, Model } from '../catalog/model.ts'
import { SUPPORTED, unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'
import { unsupportedCapability } from '../parameters/unsupported-capability.ts'
import type { UnsupportedCapability } from '../parameters/unsupported-capability.ts'
import { holdPriceOf } from '../pricing/token-price.ts'
import { boundTokens } from './estimate.ts'
import { overlongInput } from './overlong.ts'
import type { OverlongInput } from './overlong.ts'
import type { EmbeddingRequest } from './request.ts'

/** All that is decided about embeddings before any money or upstream is touched. */
export interface EmbeddingPlan {
  readonly model: EmbeddingModel
  readonly request: EmbeddingRequest
  /** The most tokens that may be counted. */
  readonly tokenBound: number
  /** Micro-roubles, > 0. The call never costs more. */
  readonly holdMicro: bigint
}

export type EmbeddingPlanFailure = UnsupportedCapability | UnsupportedParameter | OverlongInput

const checkDimensions = (
  { id, limits, unsupportedParameters }: EmbeddingModel,
  dimensions: number | null,
): Either<UnsupportedParameter, void> => {
  if (dimensions === null) return SUPPORTED
  if (unsupportedParameters.has('dimensions')) {
    return unsupportedParameter('dimensions', `${id} makes vectors of one length and does not know 'dimensions'.`)
  }
  return limits.dimensions !== null && dimensions > limits.dimensions
    ? unsupportedParameter('dimensions', `The vectors of ${id} have ${limits.dimensions} dimensions at most.`)
    : SUPPORTED
}

/** Decides whether a model can embed all inputs, and how much is held for it. */
export const planEmbeddings = (
  model: Model,
  request: EmbeddingRequest,
): Either<EmbeddingPlanFailure, EmbeddingPlan> => {
  if (model.kind !== 'embedding') {
    return unsupportedCapability('model', `${model.id} is not an embedding model.`)
  }
  const { inputs, dimensions } = request
  if (!model.readsTokens && inputs.some((input) => typeof input !== 'string')) {
    return unsupportedParameter('input', `${model.id} reads texts, and no token numbers.`)
  }
  const checked = checkDimensions(model, dimensions)
  if (isLeft(checked)) return checked
  const { maxInputTokens } = model.limits
  const overlong = inputs.findIndex(
    (input) => maxInputTokens !== null && typeof input !== 'string' && input.length > maxInputTokens,
  )
  if (overlong !== -1) return left(overlongInput(model, request, overlong))
  const tokenBound = boundTokens(inputs, maxInputTokens)
  return right({ model, request, tokenBound, holdMicro: holdPriceOf(model.tariff, tokenBound, 0) })
}
