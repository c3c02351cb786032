import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatMessage, ContentPart } from '../../../../domain/chat/message.ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { Block, Leaf } from './block-codec.ts'
import { noteOthers } from './left-out.ts'
import type { LeftOut } from './left-out.ts'

type Parts = Either<UnsupportedParameter, readonly ContentPart[]>

/** The field of the caller under which blocks of messages are left out by name. */
export const BLOCK_PATH = 'messages.content.'

const READ: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['text', new Set(['type', 'text'])],
  ['image', new Set(['type', 'source'])],
  ['document', new Set(['type', 'source', 'title', 'context'])],
  ['search_result', new Set(['type', 'source', 'title', 'content'])],
])

export const textPart = (text: string): ContentPart => ({ type: 'text', text })

/** The parts of a chat message that say what the blocks say. `path` is where the list of blocks stands. */
export const toParts = (blocks: readonly Block[], path: string, leftOut: LeftOut): Parts => {
  const parts: ContentPart[] = []
  for (const [index, block] of blocks.entries()) {
    const read = partsOf(block, `${path}.${index}`, leftOut)
    if (isLeft(read)) return read
    for (const part of read.right) parts.push(part)
  }
  return right(parts)
}

/** The parts of one block that the user, or a tool, shows the model. */
export const partsOf = (block: Block, path: string, leftOut: LeftOut): Parts => {
  noteOthers(block, READ.get(block.type) ?? NOTHING, BLOCK_PATH, leftOut)
  switch (block.type) {
    case 'text':
      return right([textPart(block.text ?? '')])
    case 'image':
      return imageParts(block, path)
    case 'document':
      return documentParts(block, path, leftOut)
    case 'search_result':
      return right([textPart(searchResultText(block))])
    default:
      return unsupportedParameter(`${path}.type`, `Content blocks of type '${block.type}' are not offered here.`)
  }
}

const NOTHING: ReadonlySet<string> = new Set()

const imageParts = ({ source }: Block, path: string): Parts => {
  if (typeof source === 'object' && source?.type === 'url') return imagePart(source.url ?? '')
  if (typeof source === 'object' && source?.type === 'base64') {
    return imagePart(`data:${source.media_type ?? ''};base64,${source.data ?? ''}`)
  }
  return unsupportedParameter(`${path}.source.type`, 'Images are read from sources of type base64 and url.')
}

const imagePart = (url: string): Parts => right([{ type: 'image_url', image_url: { url } }])

/** Title and context of a document stand before its text. */
const documentParts = ({ source, title, context }: Block, path: string, leftOut: LeftOut): Parts => {
  const given = typeof source === 'object' ? source : null
  const about = [title, context].filter((words) => typeof words === 'string' && words !== '').join('\n')
  const head = about === '' ? [] : [textPart(about)]
  if (given?.type === 'text') return right([...head, textPart(given.data ?? '')])
  if (given?.type !== 'content') {
    return unsupportedParameter(`${path}.source.type`, 'Documents are read from sources of type text and content.')
  }
  const { content } = given
  const parts: Parts =
    typeof content === 'string' ? right([textPart(content)]) : toParts(content ?? [], `${path}.source.content`, leftOut)
  return isLeft(parts) ? parts : right([...head, ...parts.right])
}

const searchResultText = ({ source, title, content }: Block): string => {
  const texts: readonly Pick<Leaf, 'text'>[] = typeof content === 'string' ? [] : (content ?? [])
  return [title, source, ...texts.map(({ text }) => text)].filter((words) => typeof words === 'string').join('\n')
}

/** Texts alone become one text, which every provider reads in a message of any role. */
export const textOf = (parts: readonly ContentPart[]): string => parts.flatMap(({ text }) => text ?? []).join('\n\n')

/** The content of a user's message: a text where it is one. */
export const contentOf = (parts: readonly ContentPart[]): ChatMessage['content'] =>
  parts.length === 1 && parts[0]?.type === 'text' ? parts[0].text : parts
