import type {
  ChatLimits,
  Deployment,
  ImageLimits,
  Model,
  SpeechLimits,
  VideoLimits,
} from '../../domain/catalog/model.ts'
import type { ModelWire } from './model-wire.ts'
import { tariffVersion } from './tariff-version.ts'
import { toImageTariff, toSpeechTariff, toTokenTariff, toVideoTariff } from './to-tariff.ts'

type Kind<K extends ModelWire['kind']> = Extract<ModelWire, { readonly kind: K }>

/** Counted for an image where the catalogue says nothing; about what a full-size picture costs at most providers. */
const DEFAULT_INPUT_TOKENS_PER_IMAGE = 1_500

/** An image generated at high quality is several thousand tokens at most providers. */
const DEFAULT_OUTPUT_TOKENS_PER_IMAGE = 6_500

const DEFAULT_MAX_IMAGES = 10

/** Twenty-five audio tokens a second at about fifteen characters a second, and room for slow voices. */
const DEFAULT_TOKENS_PER_CHARACTER = 4

const toChatLimits = (wire: Kind<'chat'>['limits']): ChatLimits => ({
  defaultOutputTokens: wire.default_output_tokens,
  maxOutputTokens: wire.max_output_tokens,
  contextTokens: wire.context_tokens ?? null,
  maxChoices: wire.max_choices ?? 1,
  imageInputTokens: wire.image_input_tokens ?? DEFAULT_INPUT_TOKENS_PER_IMAGE,
})

const setOf = <A>(list: readonly A[] | undefined): ReadonlySet<A> | null => (list === undefined ? null : new Set(list))

const toImageLimits = (wire: Kind<'image'>['limits']): ImageLimits => ({
  maxImages: wire?.max_images ?? DEFAULT_MAX_IMAGES,
  sizes: setOf(wire?.sizes),
  inputTokensPerImage: wire?.input_tokens_per_image ?? DEFAULT_INPUT_TOKENS_PER_IMAGE,
  outputTokensPerImage: wire?.output_tokens_per_image ?? DEFAULT_OUTPUT_TOKENS_PER_IMAGE,
})

const toSpeechLimits = (wire: Kind<'speech'>['limits']): SpeechLimits => ({
  outputTokensPerCharacter: wire?.output_tokens_per_character ?? DEFAULT_TOKENS_PER_CHARACTER,
})

const toVideoLimits = (wire: Kind<'video'>['limits']): VideoLimits => ({
  seconds: setOf(wire?.seconds),
  sizes: setOf(wire?.sizes),
})

const toDeployment = (wire: ModelWire['deployments'][number]): Deployment => ({
  provider: wire.provider,
  upstreamModel: wire.model,
  parameters: wire.parameters ?? {},
})

const factsOf = (wire: ModelWire) => ({
  id: wire.id,
  capabilities: new Set(wire.capabilities ?? []),
  deployments: wire.deployments.map(toDeployment),
  created: wire.released ?? 0,
  retires: wire.retires ?? null,
  unsupportedParameters: new Set(wire.unsupported_parameters ?? []),
})

export const toModel = (wire: ModelWire): Model => {
  const facts = factsOf(wire)
  switch (wire.kind) {
    case 'chat': {
      const tariff = toTokenTariff(wire.tariff)
      return {
        ...facts,
        kind: 'chat',
        limits: toChatLimits(wire.limits),
        tariff,
        tariffVersion: tariffVersion(tariff),
        hiddenReasoning: wire.hidden_reasoning ?? false,
        tokenizer: wire.tokenizer,
        turnPriceMicro: wire.turn_price ?? null,
      }
    }
    case 'image': {
      const tariff = toImageTariff(wire.tariff)
      return {
        ...facts,
        kind: 'image',
        limits: toImageLimits(wire.limits),
        tariff,
        tariffVersion: tariffVersion(tariff),
      }
    }
    case 'speech': {
      const tariff = toSpeechTariff(wire.tariff)
      return {
        ...facts,
        kind: 'speech',
        limits: toSpeechLimits(wire.limits),
        tariff,
        tariffVersion: tariffVersion(tariff),
      }
    }
    case 'video': {
      const tariff = toVideoTariff(wire.tariff)
      return {
        ...facts,
        kind: 'video',
        limits: toVideoLimits(wire.limits),
        tariff,
        tariffVersion: tariffVersion(tariff),
      }
    }
  }
}
