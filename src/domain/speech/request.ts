export type SpeechFormat = 'mp3' | 'wav' | 'pcm'

/** A text to be spoken. */
export interface SpeechRequest {
  readonly model: string
  /** 1 to 4096 characters. */
  readonly input: string
  /** As the caller named it; `native-voice.ts` maps it to a voice of the provider. */
  readonly voice: string
  readonly instructions: string | null
  readonly format: SpeechFormat
  /** 0.25 to 4; 1 is the provider's own pace. */
  readonly speed: number
}
