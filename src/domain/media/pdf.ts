import { hasText } from './byte-reading.ts'

export const PDF_MIME_TYPE = 'application/pdf'

/** A PDF may begin with something else, and readers look for its mark in so many bytes. */
export const PDF_HEAD_BYTES = 1_024

const MARK = '%PDF-'

/** Whether bytes are a PDF, judged by their beginning. Nothing in it is opened. */
export const isPdf = (bytes: Uint8Array): boolean => {
  const last = Math.min(bytes.length, PDF_HEAD_BYTES) - MARK.length
  for (let offset = 0; offset <= last; offset += 1) if (hasText(bytes, offset, MARK)) return true
  return false
}
