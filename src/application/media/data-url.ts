import type { InputImage } from '../../domain/images/request.ts'
import { base64Text } from './base64-text.ts'

/** The image itself as a `data:` URL, for providers that take images by address. No second server is needed. */
export const dataUrl = ({ bytes, mimeType }: InputImage): string => `data:${mimeType};base64,${base64Text(bytes)}`
