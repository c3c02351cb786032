/** An image a caller gave us, as bytes whose format was read from themselves. */
export interface GivenImage {
  readonly bytes: Uint8Array
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/webp'
}

/** What the caller wants drawn, decoded and with every URL already fetched. */
export interface ImageRequest {
  readonly model: string
  readonly prompt: string
  /** >= 1. */
  readonly n: number
  /** `<W>x<H>` or a word the vendor knows. */
  readonly size: string | null
  readonly quality: string | null
  readonly responseFormat: 'b64_json' | 'url'
  /** Non-empty: the request edits these. */
  readonly images: readonly GivenImage[]
  readonly mask: GivenImage | null
  readonly referenceImages: readonly GivenImage[]
  /** Fields the specification does not name, passed on where the upstream can read them and the tariff allows. */
  readonly extras: Readonly<Record<string, unknown>>
}

export const isEdit = (request: Pick<ImageRequest, 'images'>): boolean => request.images.length > 0
