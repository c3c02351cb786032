import type { PixelSize } from '../media/asset.ts'

/** Reads a size like `1536x1024`; null if it is a word, or no size at all. */
export const pixelSizeOf = (size: string): PixelSize | null => {
  const [, widthText, heightText] = /^(\d{1,5})x(\d{1,5})$/.exec(size) ?? []
  const [width, height] = [Number(widthText), Number(heightText)]
  return width > 0 && height > 0 ? { width, height } : null
}
