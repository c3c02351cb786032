import type { InputImage } from '../../domain/images/request.ts'

/** The image itself as a `data:` URL, for providers that take images by address. No second server is needed. */
export const dataUrl = ({ bytes, mimeType }: InputImage): string =>
  `data:${mimeType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`
