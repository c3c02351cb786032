/** An image a caller gave us, as bytes whose format was read from themselves. */
export interface InputImage {
  readonly bytes: Uint8Array
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/webp'
}

/** A decoded image request, with every URL fetched already. */
export interface ImageRequest {
  readonly model: string
  readonly prompt: string
  /** >= 1. */
  readonly n: number
  /** `<W>x<H>` or a word the provider knows. */
  readonly size: string | null
  readonly quality: string | null
  readonly responseFormat: 'b64_json' | 'url'
  /** Non-empty: the request edits these. */
  readonly images: readonly InputImage[]
  readonly mask: InputImage | null
  readonly referenceImages: readonly InputImage[]
  /** Fields the specification does not name, passed on where the upstream can read them and the tariff allows. */
  readonly extras: Readonly<Record<string, unknown>>
}
