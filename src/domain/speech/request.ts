export type SpeechFormat = 'mp3' | 'wav' | 'pcm'

/** What the caller wants said. */
export interface SpeechRequest {
  readonly model: string
  /** 1 to 4096 characters. */
  readonly input: string
  /** As the caller named it; each adapter maps it to a voice of its vendor (voice.ts). */
  readonly voice: string
  readonly instructions: string | null
  readonly format: SpeechFormat
  /** 0.25 to 4; 1 is the vendor's own pace. */
  readonly speed: number
}
