import type { TranscriptionModel } from '../catalog/model.ts'
import { utf8Length } from '../utf8-length.ts'
import { perMillion } from '../pricing/per-million.ts'
import type { AudioTokenTariff, TranscriptionTariff } from '../pricing/tariff.ts'
import type { TranscriptionRequest } from './request.ts'
import { billedRecordingSeconds } from './usage.ts'
import type { TranscriptionUsage } from './usage.ts'

type AudioTokenUsage = Extract<TranscriptionUsage, { readonly tag: 'tokens' }>

const priceOfTokens = (tariff: AudioTokenTariff, usage: AudioTokenUsage): bigint =>
  perMillion(
    BigInt(usage.audioTokens) * tariff.audioInputPerMillion +
      BigInt(usage.textTokens) * tariff.textInputPerMillion +
      BigInt(usage.outputTokens) * tariff.outputPerMillion,
  )

/** In micro-roubles, rounded up once; null if the tariff counts something else than the usage. */
export const priceOfTranscription = (tariff: TranscriptionTariff, usage: TranscriptionUsage): bigint | null => {
  switch (tariff.unit) {
    case 'audio_second':
      return usage.tag === 'duration' ? BigInt(billedRecordingSeconds(usage.seconds)) * tariff.perSecond : null
    case 'audio_tokens':
      return usage.tag === 'tokens' ? priceOfTokens(tariff, usage) : null
  }
}

/** What a model reads besides: the words in which it is asked to transcribe. */
const OWN_PROMPT_TOKENS = 200

type Priced = Pick<TranscriptionModel, 'tariff' | 'limits'>

/** What a recording of that length comes to with so many tokens of text. */
const usageWith = (
  { tariff, limits }: Priced,
  seconds: number,
  texts: Pick<AudioTokenUsage, 'textTokens' | 'outputTokens'>,
): TranscriptionUsage => {
  switch (tariff.unit) {
    case 'audio_second':
      return { tag: 'duration', seconds }
    case 'audio_tokens':
      return {
        tag: 'tokens',
        audioTokens: billedRecordingSeconds(seconds) * limits.inputTokensPerSecond,
        ...texts,
      }
  }
}

/** The most that so long a recording comes to, by the limits of the model. */
export const usageOfSeconds = (
  model: Priced,
  { prompt }: Pick<TranscriptionRequest, 'prompt'>,
  seconds: number,
): TranscriptionUsage =>
  usageWith(model, seconds, {
    textTokens: OWN_PROMPT_TOKENS + utf8Length(prompt ?? ''),
    outputTokens: billedRecordingSeconds(seconds) * model.limits.outputTokensPerSecond,
  })

/** Tokens that the tokenizer counted in the texts of a call. */
export interface CountedTexts {
  readonly promptTokens: number
  readonly outputTokens: number
}

/**
 * What a recording of that length and its words come to, where the provider did not count them. The words by which a
 * model is asked to transcribe are not the caller's, so they are not counted.
 */
export const usageOfWords = (model: Priced, seconds: number, counted: CountedTexts | null): TranscriptionUsage =>
  usageWith(model, seconds, { textTokens: counted?.promptTokens ?? 0, outputTokens: counted?.outputTokens ?? 0 })
