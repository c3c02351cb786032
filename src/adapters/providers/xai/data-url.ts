import type { GivenImage } from '../../../domain/images/request.ts'

/** xAI takes a caller's image as an address; one that holds the image itself needs no second server. */
export const dataUrl = ({ bytes, mimeType }: GivenImage): string =>
  `data:${mimeType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`
