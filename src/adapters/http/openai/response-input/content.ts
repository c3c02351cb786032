import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ContentPart } from '../../../../domain/chat/message.ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { InputPart } from './item-codec.ts'
import type { AnswerText } from './turns.ts'

type Content = string | readonly InputPart[]

const imagePart = (part: InputPart, path: string): Either<UnsupportedParameter, ContentPart> => {
  if (part.file_id !== undefined && part.file_id !== null) {
    return unsupportedParameter(`${path}.file_id`, 'No files are kept here; send the image itself or its address.')
  }
  const { image_url: url, detail } = part
  if (url === undefined || url === null) {
    return unsupportedParameter(`${path}.image_url`, 'An image must have an address, which may be a data: URL.')
  }
  return right({
    type: 'image_url',
    image_url: { url, ...(detail === undefined || detail === null ? {} : { detail }) },
  })
}

const FILE_FIELDS = ['file_data', 'file_url', 'filename', 'file_id'] as const

/** What the file is, is judged where the call is planned. */
const filePart = (part: InputPart): ContentPart => ({
  type: 'file',
  file: Object.fromEntries(
    FILE_FIELDS.flatMap((name) => (part[name] === undefined || part[name] === null ? [] : [[name, part[name]]])),
  ),
})

const toPart = (part: InputPart, path: string): Either<UnsupportedParameter, ContentPart> => {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
      return right({ type: 'text', text: part.text ?? '' })
    case 'refusal':
      return right({ type: 'refusal', refusal: part.refusal ?? '' })
    case 'input_image':
      return imagePart(part, path)
    case 'input_file':
      return right(filePart(part))
    default:
      return unsupportedParameter(`${path}.type`, `Content parts of type '${part.type}' are not supported.`)
  }
}

/** The parts of a message or of a tool's output in chat's terms; a text that stands alone stays a string. */
export const toContent = (
  content: Content,
  path: string,
): Either<UnsupportedParameter, string | readonly ContentPart[]> => {
  if (typeof content === 'string') return right(content)
  const parts: ContentPart[] = []
  for (const [index, part] of content.entries()) {
    const read = toPart(part, `${path}.${index}`)
    if (isLeft(read)) return read
    parts.push(read.right)
  }
  const [first] = parts
  return right(parts.length === 1 && first?.type === 'text' ? (first.text ?? '') : parts)
}

const joined = (texts: readonly string[]): string | null => (texts.length === 0 ? null : texts.join(''))

/** The text of an earlier answer. Many providers read nothing but one string from it. */
export const toAnswerText = (content: Content, path: string): Either<UnsupportedParameter, AnswerText> => {
  if (typeof content === 'string') return right({ text: content, refusal: null })
  const strange = content.findIndex(({ type }) => !ANSWER_PARTS.has(type))
  if (strange !== -1) {
    return unsupportedParameter(`${path}.${strange}.type`, `A message of the assistant has no such part.`)
  }
  return right({
    text: joined(content.flatMap(({ text }) => text ?? [])),
    refusal: joined(content.flatMap(({ refusal }) => refusal ?? [])),
  })
}

const ANSWER_PARTS: ReadonlySet<string> = new Set(['output_text', 'input_text', 'refusal'])
