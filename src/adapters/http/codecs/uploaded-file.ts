import type * as t from 'io-ts'
import { fitting } from './codecs.ts'

/** A file of a multipart form, whole and in memory. Nothing that JSON can say is one. */
export interface UploadedFile {
  readonly bytes: Uint8Array
}

const isUploadedFile = (input: unknown): input is UploadedFile =>
  typeof input === 'object' && input !== null && 'bytes' in input && input.bytes instanceof Uint8Array

export const uploadedFile: t.Type<UploadedFile, unknown, unknown> = fitting('a file', isUploadedFile, {
  type: 'string',
  format: 'binary',
  description: 'A file of a multipart form.',
})
