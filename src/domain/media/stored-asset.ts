import type { ContentAddress, MimeType } from './asset.ts'

/** One stored file and what it is part of. */
export interface StoredAsset {
  /** The message, or the operation of the public gateway, that the file belongs to. */
  readonly ownerId: string
  /** Its place among the files of its owner, from 0. */
  readonly idx: number
  /** By the file's first bytes, never as a client or provider states it. */
  readonly mimeType: MimeType
  /** Pixels. Null for sound, and where the file states no size. */
  readonly width: number | null
  readonly height: number | null
  /** Seconds that sound or video plays. Null for images. */
  readonly seconds: number | null
  readonly sizeBytes: number
  readonly address: ContentAddress
  /** A small WebP of the image. Null until a client first asks for it. */
  readonly thumbAddress: ContentAddress | null
  /** True after the converter could make no small image of the file. */
  readonly hasNoThumb: boolean
  /** The user whose gallery shows the file, because it is part of a conversation. Null for every other file. */
  readonly galleryOf: string | null
  /** Set where that user sent the file; otherwise it was generated for them. */
  readonly sent?: true
}
