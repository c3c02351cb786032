import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatFile, ChatMessage, ContentPart } from '../../../../domain/chat/message.ts'
import { writtenFormatOf } from '../../web-files/written-format.ts'
import { PDF_MIME_TYPE } from '../../../../domain/media/pdf.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { rejected, unsupported } from '../../failures/adapter-failures.ts'
import { nonEmptyOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

type Content = ChatMessage['content']

/** Null for a text of nothing but white space, which the provider refuses. */
export const wordsOf = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === '' ? null : text

const blocksOfText = (text: string): readonly Wire[] => (wordsOf(text) === null ? [] : [textBlock(text)])

/** Text parts, and the words of an earlier refusal, which are text to the model that reads them. */
const textOfPart = ({ type, text, refusal }: ContentPart): string | null =>
  wordsOf(text) ?? (type === 'refusal' ? wordsOf(refusal) : null)

export const textBlock = (text: string): Wire => ({ type: 'text', text })

/** The blocks of a message; `path` is where its content stands in the caller's request. */
export const toBlocks = (content: Content, path: string): Either<UpstreamFailure, readonly Wire[]> =>
  readBlocks(
    content,
    (part, index) =>
      blockOf(part, `${path}.${index}`) ??
      unsupported(`${path}.${index}.type`, `Anthropic does not read ${part.type} parts.`),
  )

/** The blocks of a message that gives instructions: an image or a file among them has no place at the provider. */
export const toInstructions = (content: Content, path: string): Either<UpstreamFailure, readonly Wire[]> =>
  readBlocks(
    content,
    (part, index) =>
      plainBlock(part) ?? unsupported(`${path}.${index}.type`, 'Anthropic reads text alone in a message of this role.'),
  )

type ReadPart = (part: ContentPart, index: number) => Either<UpstreamFailure, readonly Wire[]>

const readBlocks = (content: Content, readPart: ReadPart): Either<UpstreamFailure, readonly Wire[]> => {
  if (content === undefined || content === null) return right([])
  if (typeof content === 'string') return right(blocksOfText(content))
  const blocks: Wire[] = []
  for (const [index, part] of content.entries()) {
    const block = readPart(part, index)
    if (isLeft(block)) return block
    for (const each of block.right) blocks.push(each)
  }
  return right(blocks)
}

const blockOf = (part: ContentPart, path: string): Either<UpstreamFailure, readonly Wire[]> | null => {
  if (part.type === 'image_url') return imageBlock(part, `${path}.image_url.url`)
  return part.type === 'file' ? documentBlock(part.file ?? {}, `${path}.file`) : plainBlock(part)
}

const plainBlock = (part: ContentPart): Either<UpstreamFailure, readonly Wire[]> | null => {
  if (part.type !== 'text' && part.type !== 'refusal') return null
  const text = textOfPart(part)
  return right(text === null ? [] : [textBlock(text)])
}

const BASE64_URL = /^data:[^,]*;base64,/i

const imageBlock = ({ image_url }: ContentPart, path: string): Either<UpstreamFailure, readonly Wire[]> => {
  const url = image_url?.url ?? ''
  if (/^https:\/\//i.test(url)) return right([{ type: 'image', source: { type: 'url', url } }])
  const prefix = BASE64_URL.exec(url)?.[0]
  if (prefix === undefined) return unsupported(path, 'Anthropic reads images from https: and base64 data: URLs.')
  const data = url.slice(prefix.length)
  // The provider refuses an image whose format is not the one named, and the bytes cannot be mistaken.
  const mediaType = writtenFormatOf(data)
  return mediaType === null
    ? rejected('invalid_image', path, 'The image is not a PNG, JPEG, WebP or GIF.')
    : right([{ type: 'image', source: { type: 'base64', media_type: mediaType, data } }])
}

/** What the bytes are was judged, and written anew, when the call was planned. */
const documentBlock = (file: ChatFile, path: string): Either<UpstreamFailure, readonly Wire[]> => {
  const { file_data: given, file_url: url, filename } = file
  const title = nonEmptyOf(filename)
  const titled = title === null ? {} : { title }
  if (typeof url === 'string') {
    return /^https:\/\//i.test(url)
      ? right([{ type: 'document', source: { type: 'url', url }, ...titled }])
      : unsupported(`${path}.file_url`, 'Anthropic reads files from https: addresses and base64 data: URLs.')
  }
  const data = (given ?? '').replace(BASE64_URL, '')
  return right([{ type: 'document', source: { type: 'base64', media_type: PDF_MIME_TYPE, data }, ...titled }])
}
