export type SpeechFormat = 'mp3' | 'wav' | 'pcm'

/** A text to be spoken. */
export interface SpeechRequest {
  readonly model: string
  /** 1 to 4096 characters. */
  readonly input: string
  /** As the caller named it; an adapter maps it to a voice of its provider. */
  readonly voice: string
  readonly instructions: string | null
  readonly format: SpeechFormat
  /** 0.25 to 4; 1 is the provider's own pace. */
  readonly speed: number
}
