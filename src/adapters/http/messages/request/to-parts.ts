import { isNonEmptyText, isObject } from '../../../../domain/json.ts'
import type { ChatFile, ChatMessage, ContentPart } from '../../../../domain/chat/message.ts'
import type { Block, Leaf } from './block-codec.ts'
import { noteInvalid, noteOthers, noteUnsupported } from './translation-notes.ts'
import type { TranslationNotes } from './translation-notes.ts'

/** The field of the caller under which blocks of messages are left out by name. */
export const BLOCK_PATH = 'messages.content.'

/** The same for blocks of the instructions. */
const SYSTEM_PATH = 'system.'

const TEXT_FIELDS: ReadonlySet<string> = new Set(['type', 'text'])

const READ: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['text', TEXT_FIELDS],
  ['image', new Set(['type', 'source'])],
  ['document', new Set(['type', 'source', 'title', 'context'])],
  ['search_result', new Set(['type', 'source', 'title', 'content'])],
])

const SOURCE: ReadonlySet<string> = new Set(['type', 'media_type', 'data', 'url', 'content', 'file_id'])

export const textPart = (text: string): ContentPart => ({ type: 'text', text })

/**
 * The parts of a chat message that have the words, images and files of the blocks. `path` is where the list of blocks
 * stands.
 */
export const toParts = (blocks: readonly Block[], path: string, notes: TranslationNotes): readonly ContentPart[] =>
  blocks.flatMap((block, index) => partsOf(block, `${path}.${index}`, notes))

/** The parts of one block that the user, or a tool, shows the model. */
export const partsOf = (block: Block, path: string, notes: TranslationNotes): readonly ContentPart[] => {
  const read = READ.get(block.type)
  const place = path.startsWith(SYSTEM_PATH) ? SYSTEM_PATH : BLOCK_PATH
  if (read !== undefined) noteOthers(block, read, place, notes)
  if (read !== undefined && isObject(block.source)) noteOthers(block.source, SOURCE, `${place}source.`, notes)
  switch (block.type) {
    case 'text':
      return [textPart(block.text ?? '')]
    case 'image':
      return imageParts(block, path, notes)
    case 'document':
      return documentParts(block, path, notes)
    case 'search_result':
      return [textPart(searchResultText(block, path, notes))]
    default:
      noteUnsupported(`${path}.type`, `Content blocks of type '${block.type}' are not offered for this model.`, notes)
      return untranslated(block)
  }
}

/** A part that only a provider of this wire can be given is counted by its letters. */
export const untranslated = (value: unknown): readonly ContentPart[] => [textPart(JSON.stringify(value))]

const imageParts = (block: Block, path: string, notes: TranslationNotes): readonly ContentPart[] => {
  const { source } = block
  if (typeof source === 'object' && source?.type === 'url') {
    return [placed(imagePart(source.url ?? ''), `${path}.source.url`, notes)]
  }
  if (typeof source === 'object' && source?.type === 'base64') {
    const url = `data:${source.media_type ?? ''};base64,${source.data ?? ''}`
    return [placed(imagePart(url), `${path}.source.data`, notes)]
  }
  noteStored(typeof source === 'object' ? source : null, path, notes)
  noteUnsupported(`${path}.source.type`, 'Images are read from sources of type base64 and url.', notes)
  return untranslated(block)
}

const imagePart = (url: string): ContentPart => ({ type: 'image_url', image_url: { url } })

const placed = (part: ContentPart, place: string, { partPlaces }: TranslationNotes): ContentPart => {
  partPlaces.set(part, place)
  return part
}

/** Title and context of a document stand before its text; the title of a file is its name. */
const documentParts = (block: Block, path: string, notes: TranslationNotes): readonly ContentPart[] => {
  const { source, title, context } = block
  const given = typeof source === 'object' ? source : null
  const about = [title, context].filter(isNonEmptyText).join('\n')
  const head = about === '' ? [] : [textPart(about)]
  if (given?.type === 'text') return [...head, textPart(given.data ?? '')]
  if (given?.type === 'content') {
    const { content } = given
    const parts =
      typeof content === 'string' ? [textPart(content)] : toParts(content ?? [], `${path}.source.content`, notes)
    return [...head, ...parts]
  }
  const file = fileOf(given, title)
  if (file !== null) {
    const place = `${path}.source.${given?.type === 'url' ? 'url' : 'data'}`
    const part = placed({ type: 'file', file }, place, notes)
    return isNonEmptyText(context) ? [textPart(context), part] : [part]
  }
  noteStored(given, path, notes)
  noteUnsupported(
    `${path}.source.type`,
    'Documents are read from sources of type text, content, base64 and url.',
    notes,
  )
  return untranslated(block)
}

const fileOf = (source: Exclude<Block['source'], string>, title: Block['title']): ChatFile | null => {
  const named = isNonEmptyText(title) ? { filename: title } : {}
  if (source?.type === 'url') return { ...named, file_url: source.url ?? '' }
  if (source?.type !== 'base64') return null
  return { ...named, file_data: `data:${source.media_type ?? ''};base64,${source.data ?? ''}` }
}

/** What a provider has stored under the operator's key belongs to no caller, whichever provider is asked. */
const noteStored = (source: Exclude<Block['source'], string>, path: string, notes: TranslationNotes): void => {
  if (source?.type !== 'file') return
  noteInvalid(`${path}.source.file_id`, 'must not name a stored file: send the file itself or its address', notes)
}

/** What was found is text: an image in it would be lost. */
const searchResultText = ({ source, title, content }: Block, path: string, notes: TranslationNotes): string => {
  const texts: readonly Pick<Leaf, 'type' | 'text'>[] = typeof content === 'string' ? [] : (content ?? [])
  for (const [index, leaf] of texts.entries()) {
    if (leaf.type === 'text') noteOthers(leaf, TEXT_FIELDS, BLOCK_PATH, notes)
    else {
      const message = `Content blocks of type '${leaf.type}' are not offered in search results.`
      noteUnsupported(`${path}.content.${index}.type`, message, notes)
    }
  }
  return [title, source, ...texts.map(({ text }) => text)].filter((words) => typeof words === 'string').join('\n')
}

/** Texts alone become one text, which every provider reads in a message of any role. */
export const textOf = (parts: readonly ContentPart[]): string => parts.flatMap(({ text }) => text ?? []).join('\n\n')

/** The content of a user's message: a text where it is one. */
export const contentOf = (parts: readonly ContentPart[]): ChatMessage['content'] =>
  parts.length === 1 && parts[0]?.type === 'text' ? parts[0].text : parts
