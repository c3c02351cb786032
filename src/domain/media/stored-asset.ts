import type { ContentAddress, MimeType } from './asset.ts'

/** One stored file and what it is part of. */
export interface StoredAsset {
  /** The message, or the operation of the public gateway, that the file belongs to. */
  readonly ownerId: string
  /** Its place among the files of its owner, from 0. */
  readonly idx: number
  /** By the bytes themselves. */
  readonly mimeType: MimeType
  /** Pixels; null for sound, and where the file does not say. */
  readonly width: number | null
  readonly height: number | null
  /** Length of sound and video; null for pictures. */
  readonly seconds: number | null
  readonly sizeBytes: number
  readonly address: ContentAddress
  /** A small WebP of a picture, once somebody asked for it. */
  readonly thumbAddress: ContentAddress | null
  /** Whether it was found that no small picture can be made of it. */
  readonly hasNoThumb: boolean
  /** Whose gallery shows it: the user whose conversation it is part of; null for every other file. */
  readonly galleryOf: string | null
  /** Where that user sent it; else it was made for them. */
  readonly sent?: true
}
