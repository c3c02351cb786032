import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Model, SpeechModel } from '../catalog/model.ts'
import { unsupportedFieldIn } from '../catalog/unsupported-field.ts'
import { unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'
import { unsupportedCapability } from '../parameters/unsupported-capability.ts'
import type { UnsupportedCapability } from '../parameters/unsupported-capability.ts'
import { boundSpeechUsage, charactersIn, priceOfCharacters, priceOfSpeechTokens } from './estimate.ts'
import type { SpeechRequest } from './request.ts'

/** All that is decided about speaking before any money or upstream is touched. */
export interface SpeechPlan {
  readonly model: SpeechModel
  /** Micro-roubles, > 0. */
  readonly holdMicro: bigint
}

export type SpeechPlanFailure = UnsupportedCapability | UnsupportedParameter

const holdFor = (model: SpeechModel, request: SpeechRequest): bigint => {
  switch (model.tariff.unit) {
    case 'characters':
      return priceOfCharacters(model.tariff.perMillion, charactersIn(request.input))
    case 'speech_tokens':
      return priceOfSpeechTokens(model.tariff, boundSpeechUsage(model, request))
  }
}

/** Decides whether a model can speak, and how much is held for it. */
export const planSpeech = (model: Model, request: SpeechRequest): Either<SpeechPlanFailure, SpeechPlan> => {
  if (model.kind !== 'speech') {
    return unsupportedCapability('model', `${model.id} is not a speech model.`)
  }
  const asked = { instructions: request.instructions, speed: request.speed === 1 ? null : request.speed }
  const ignored = unsupportedFieldIn(model, asked)
  if (ignored !== null) return unsupportedParameter(ignored, `${model.id} does not know '${ignored}'.`)
  return right({ model, holdMicro: holdFor(model, request) })
}
