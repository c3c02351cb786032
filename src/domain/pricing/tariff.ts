/** RUB prices of a model, in micro-roubles. Checked positive when the catalogue loads. */
export type Tariff = TokenTariff | ImageTariff | SpeechTariff | TranscriptionTariff | VideoTariff

export interface Rates {
  readonly inputPerMillion: bigint
  /** Prompt tokens the provider served from its cache; the input price where the provider has no other. */
  readonly cachedInputPerMillion: bigint
  readonly cacheWritePerMillion: bigint
  /** Prompt tokens written to a cache that lives for an hour; absent where that cannot be had. */
  readonly cacheWrite1hPerMillion?: bigint | undefined
  /** Null for a kind of model that writes nothing. A catalogue that lacks it for another kind is refused. */
  readonly outputPerMillion: bigint | null
}

/** What all tokens of a call cost whose prompt is longer than so many tokens. */
export interface PriceStep extends Rates {
  readonly promptTokensOver: number
}

export interface TokenRates extends Rates {
  /** No two for the same length. The one for the longest length that a prompt exceeds counts. */
  readonly steps?: readonly PriceStep[] | undefined
}

export interface TokenTariff extends TokenRates {
  readonly unit: 'tokens'
  /** Rows for providers' service tiers. A tier without a row is not sold. */
  readonly serviceTiers?: ReadonlyMap<string, TokenRates> | undefined
}

export type ImageTariff = PerImageTariff | ImageTokenTariff

/** A fixed price an image. A quality or size that has rows can be asked for only if one of them matches. */
export interface PerImageTariff {
  readonly unit: 'image'
  /** Of an image for which no row asks for anything else. */
  readonly perImage: bigint
  readonly rows: readonly PerImageRow[]
}

/** Null matches whatever was asked. Of rows that fit, the one with the most conditions counts. */
export interface PerImageRow {
  readonly quality: string | null
  readonly size: string | null
  readonly perImage: bigint
}

/** Per million tokens of the provider's own count. */
export interface ImageTokenTariff {
  readonly unit: 'image_tokens'
  readonly textInputPerMillion: bigint
  readonly imageInputPerMillion: bigint
  readonly outputPerMillion: bigint
  /** Of output that is no image: thoughts and words. Absent: the price of an image's tokens. */
  readonly textOutputPerMillion?: bigint | undefined
}

export type SpeechTariff = PerCharacterTariff | SpeechTokenTariff

interface PerCharacterTariff {
  readonly unit: 'characters'
  /** Per million characters of the text. */
  readonly perMillion: bigint
}

export interface SpeechTokenTariff {
  readonly unit: 'speech_tokens'
  readonly inputPerMillion: bigint
  readonly outputPerMillion: bigint
}

export type TranscriptionTariff = PerAudioSecondTariff | AudioTokenTariff

/** Per second of the recording; a second that was begun is a whole one. */
interface PerAudioSecondTariff {
  readonly unit: 'audio_second'
  readonly perSecond: bigint
}

/** Per million tokens of the provider's own count. */
export interface AudioTokenTariff {
  readonly unit: 'audio_tokens'
  readonly audioInputPerMillion: bigint
  readonly textInputPerMillion: bigint
  readonly outputPerMillion: bigint
}

/** Per second of the finished video. */
export interface VideoTariff {
  readonly unit: 'second'
  /** Where no row matches. */
  readonly perSecond: bigint
  readonly rows: readonly PerSecondRow[]
}

/** Null matches whatever was asked. Of rows that fit, the one with the most conditions counts. */
export interface PerSecondRow {
  readonly resolution: string | null
  readonly audio: boolean | null
  readonly perSecond: bigint
}
