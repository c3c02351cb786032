import * as t from 'io-ts'
import { modalitiesOf } from '../../../../domain/catalog/modalities.ts'
import { MODEL_KINDS, modelOwnerOf } from '../../../../domain/catalog/model.ts'
import type { ChatLimits, Model } from '../../../../domain/catalog/model.ts'
import { count, unixTime } from '../../codecs/codecs.ts'
import { wordOf } from '../../codecs/word-codec.ts'
import { modelPrices, writeModelPrices } from './model-prices.ts'

const countOrNull = t.union([count, t.null])

/** OpenAI's four fields, and what other clients look for under the names that OpenRouter gave it. */
export const modelInfo = t.type(
  {
    id: t.string,
    object: t.literal('model'),
    created: unixTime,
    owned_by: t.string,
    kind: wordOf(MODEL_KINDS),
    context_length: countOrNull,
    architecture: t.type({
      modality: t.string,
      input_modalities: t.array(t.string),
      output_modalities: t.array(t.string),
    }),
    top_provider: t.type({ context_length: countOrNull, max_completion_tokens: countOrNull }),
    supported_parameters: t.array(t.string),
    pricing: modelPrices,
  },
  'ModelInfo',
)

/** The most tokens that a model reads, and the most that it writes. */
const tokenLimitsOf = (
  model: Model,
): Pick<ChatLimits, 'contextTokens'> & { readonly maxOutputTokens: number | null } => {
  if (model.kind === 'chat') return model.limits
  return { contextTokens: model.kind === 'embedding' ? model.limits.maxInputTokens : null, maxOutputTokens: null }
}

export const writeModelInfo = (model: Model, supportedParameters: readonly string[]): t.TypeOf<typeof modelInfo> => {
  const { input, output } = modalitiesOf(model)
  const { contextTokens, maxOutputTokens } = tokenLimitsOf(model)
  return {
    id: model.id,
    object: 'model',
    created: model.created,
    owned_by: modelOwnerOf(model.id),
    kind: model.kind,
    context_length: contextTokens,
    architecture: {
      modality: `${input.join('+')}->${output.join('+')}`,
      input_modalities: [...input],
      output_modalities: [...output],
    },
    top_provider: { context_length: contextTokens, max_completion_tokens: maxOutputTokens },
    supported_parameters: [...supportedParameters],
    pricing: writeModelPrices(model.tariff),
  }
}
