import type { AspectRatio, VideoResolution } from './request.ts'

/** What a size asks of providers that know shapes and resolutions instead of pixels. */
export interface VideoShape {
  readonly aspectRatio: AspectRatio
  readonly resolution: VideoResolution
}

/** Where the caller names no size. */
export const DEFAULT_SHAPE: VideoShape = { aspectRatio: '16:9', resolution: '720p' }

/** A smaller side of this many pixels and more is the larger resolution. */
const FULL_HD_PX = 1080

const DEFAULT_SIZES: Readonly<Record<VideoResolution, string>> = { '720p': '1280x720', '1080p': '1920x1080' }

/** The size of a video whose caller names none: the default shape at this resolution. */
export const defaultSize = (resolution: VideoResolution): string => DEFAULT_SIZES[resolution]

const SIZE = /^([1-9]\d{1,4})x([1-9]\d{1,4})$/

export const isVideoSize = (text: string): boolean => SIZE.test(text)

/** Maps `<W>x<H>`; null when the text is no size. */
export const shapeOfSize = (size: string): VideoShape | null => {
  const [, width, height] = SIZE.exec(size)?.map(Number) ?? []
  if (width === undefined || height === undefined) return null
  return {
    aspectRatio: width === height ? '1:1' : width > height ? '16:9' : '9:16',
    resolution: Math.min(width, height) >= FULL_HD_PX ? '1080p' : '720p',
  }
}
