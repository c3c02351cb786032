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

/** How an image shall be made, as far as its price goes. Null: the caller left it to the provider. */
export type ImageLook = Pick<ImageRequest, 'quality' | 'size'>

/** The request for one image that asks for nothing but what its prompt says. */
export const plainImageRequest = (model: string, prompt: string): ImageRequest => ({
  model,
  prompt,
  n: 1,
  size: null,
  quality: null,
  responseFormat: 'b64_json',
  images: [],
  mask: null,
  referenceImages: [],
  extras: {},
})

/** How many images a request gives to the model, its mask included. */
export const inputImageCount = (given: {
  readonly images: readonly unknown[]
  readonly referenceImages: readonly unknown[]
  readonly mask: unknown
}): number => given.images.length + given.referenceImages.length + (given.mask === null ? 0 : 1)
