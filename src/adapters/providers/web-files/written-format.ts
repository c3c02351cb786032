import { imageFormatOf } from '../../../domain/media/image-format.ts'

/** In base64, enough for the beginning of every format. */
const HEAD_CHARS = 64

/** The format of an image that is written in base64, by its first bytes. Null where it is none that is known. */
export const writtenFormatOf = (data: string): ReturnType<typeof imageFormatOf> =>
  imageFormatOf(Buffer.from(data.slice(0, HEAD_CHARS), 'base64'))
