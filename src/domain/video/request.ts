import type { InputImage } from '../images/request.ts'

export type VideoResolution = '720p' | '1080p'
export type AspectRatio = '16:9' | '9:16' | '1:1'

/** A decoded video request, with every URL fetched already. */
export interface VideoRequest {
  readonly model: string
  /** 1 to 5000 characters. */
  readonly prompt: string
  /** 1 to 60. */
  readonly seconds: number
  /** As asked, `<W>x<H>`; null: the model's own. */
  readonly size: string | null
  readonly aspectRatio: AspectRatio
  readonly resolution: VideoResolution
  readonly firstFrame: InputImage | null
  readonly generateAudio: boolean | null
  readonly seed: number | null
  readonly negativePrompt: string | null
  /** Provider-specific parameters, passed on as they are. */
  readonly extras: Readonly<Record<string, unknown>>
}
