import type { GivenImage } from '../../domain/images/request.ts'

/** An address that holds the image itself, for vendors that take images by address: it needs no second server. */
export const dataUrl = ({ bytes, mimeType }: GivenImage): string =>
  `data:${mimeType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`
