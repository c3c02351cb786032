/** The kind of a file, as its readers see it. */
type AssetKind = 'image' | 'audio' | 'video'

export type ImageMimeType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
export type AudioMimeType = 'audio/mpeg' | 'audio/wav' | 'audio/pcm'
type VideoMimeType = 'video/mp4' | 'video/webm'
export type MimeType = ImageMimeType | AudioMimeType | VideoMimeType

const KINDS: Readonly<Record<MimeType, AssetKind>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'audio/mpeg': 'audio',
  'audio/wav': 'audio',
  'audio/pcm': 'audio',
  'video/mp4': 'video',
  'video/webm': 'video',
}

export const assetKindOf = (mimeType: MimeType): AssetKind => KINDS[mimeType]

/** Width and height in pixels, both at least 1. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/**
 * The SHA-256 of a file's bytes in lower-case hexadecimal. Equal files have one address, and an address never
 * changes what it means.
 */
export type ContentAddress = string

/** Addresses become file names and object keys, so no other text may pass as one. */
export const isContentAddress = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
