import type { ChatMessage, ContentPart, ToolCall } from '../../../../domain/chat/message.ts'
import type { Block } from './block-codec.ts'
import type { PromptRequest } from './message-request-codec.ts'
import { BLOCK_PATH, contentOf, partsOf, textOf, textPart, toParts, untranslated } from './to-parts.ts'
import { readSignature } from './thinking-signature.ts'
import { wireName } from './tool-names.ts'
import { fromToolUseId } from './tool-use-id.ts'
import { noteInvalid, noteOthers, noteUnsupported } from './translation-notes.ts'
import type { TranslationNotes } from './translation-notes.ts'
import { wholeTurns } from './whole-turns.ts'
import type { PlacedMessage } from './whole-turns.ts'

/** What is known from the messages so far. */
interface Known {
  /** The names of the tools that were called, by the caller's ids of the calls. */
  readonly calledTools: Map<string, string>
  readonly model: string
  readonly keepsReasoning: boolean
  readonly notes: TranslationNotes
}

const MESSAGE_FIELDS: ReadonlySet<string> = new Set(['role', 'content'])
const TEXT_FIELDS: ReadonlySet<string> = new Set(['type', 'text'])
const CALL_FIELDS: ReadonlySet<string> = new Set(['type', 'id', 'name', 'input', 'caller'])
const RESULT_FIELDS: ReadonlySet<string> = new Set(['type', 'tool_use_id', 'content', 'is_error'])

/** The conversation as chat messages: results of tools come before the words of the same message. */
export const toChatMessages = (
  { model, messages }: Pick<PromptRequest, 'model' | 'messages'>,
  notes: TranslationNotes,
  keepsReasoning: boolean,
): readonly PlacedMessage[] => {
  const placed: PlacedMessage[] = []
  const known: Known = { calledTools: new Map(), model, notes, keepsReasoning }
  for (const [index, given] of messages.entries()) {
    const { role, content } = given
    const path = `messages.${index}`
    noteOthers(given, MESSAGE_FIELDS, 'messages.', notes)
    const read = typeof content === 'string' ? [{ role, content }] : readBlocks(role, content, `${path}.content`, known)
    for (const message of read) placed.push({ message, path })
  }
  return wholeTurns(placed)
}

const readBlocks = (
  role: PromptRequest['messages'][number]['role'],
  blocks: readonly Block[],
  path: string,
  known: Known,
): readonly ChatMessage[] => {
  switch (role) {
    case 'user':
      return userMessages(blocks, path, known)
    case 'assistant':
      return assistantMessages(blocks, path, known)
    case 'system':
      return [{ role, content: systemText(blocks, path, known.notes) }]
  }
}

/** Instructions are text: an image or a file among them has no place on other wires. */
export const systemText = (blocks: readonly Block[], path: string, notes: TranslationNotes): string => {
  const parts = blocks.flatMap((block, index) => {
    const place = `${path}.${index}`
    const shown = partsOf(block, place, notes)
    if (shown.some(({ type }) => type !== 'text')) {
      const message = `Content blocks of type '${block.type}' are not offered in system messages.`
      noteUnsupported(`${place}.type`, message, notes)
    }
    return shown
  })
  return textOf(parts)
}

/**
 * Thoughts belong to the model that had them: no other is given them, and of an answer that is nothing else nothing is
 * left.
 */
const assistantMessages = (blocks: readonly Block[], path: string, known: Known): readonly ChatMessage[] => {
  const { calledTools, notes } = known
  const texts: string[] = []
  const thinking: Thinking[] = []
  const calls: ToolCall[] = []
  for (const [index, block] of blocks.entries()) {
    switch (block.type) {
      case 'text':
        noteOthers(block, TEXT_FIELDS, BLOCK_PATH, notes)
        texts.push(block.text ?? '')
        break
      case 'tool_use':
        noteOthers(block, CALL_FIELDS, BLOCK_PATH, notes)
        calledTools.set(block.id ?? '', wireName(block.name ?? ''))
        calls.push(toolCallOf(block))
        break
      case 'thinking':
      case 'redacted_thinking':
        for (const each of thinkingIn(block, known)) thinking.push(each)
        break
      default:
        noteUnsupported(
          `${path}.${index}.type`,
          `Content blocks of type '${block.type}' are not offered in answers.`,
          notes,
        )
        texts.push(textOf(untranslated(block)))
    }
  }
  const content = texts.join('')
  if (blocks.length > 0 && texts.length + calls.length + thinking.length === 0) return []
  return [
    {
      role: 'assistant',
      content: content === '' && calls.length > 0 ? null : content,
      ...reasoningOf(thinking),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ]
}

interface Thinking {
  readonly words: string
  /** The provider's, empty without one. */
  readonly signature: string
}

const thinkingIn = (block: Block, { model, notes, keepsReasoning }: Known): readonly Thinking[] => {
  const words = block.thinking ?? ''
  const signature = block.type === 'thinking' ? readSignature(model, block.signature ?? '') : null
  if (signature !== null) return [{ words, signature }]
  notes.ignored.add(`${BLOCK_PATH}${block.type}`)
  return keepsReasoning ? [{ words, signature: '' }] : []
}

const reasoningOf = (thinking: readonly Thinking[]): Pick<ChatMessage, 'reasoning_content' | 'reasoning_signature'> => {
  const words = thinking.map(({ words }) => words).join('')
  const signature = thinking.map(({ signature }) => signature).join('')
  return {
    ...(words === '' ? {} : { reasoning_content: words }),
    ...(signature === '' ? {} : { reasoning_signature: signature }),
  }
}

const toolCallOf = ({ id, name, input }: Block): ToolCall => ({
  id: fromToolUseId(id ?? ''),
  type: 'function',
  function: { name: wireName(name ?? ''), arguments: JSON.stringify(input ?? {}) },
})

const userMessages = (blocks: readonly Block[], path: string, known: Known): readonly ChatMessage[] => {
  const results: ChatMessage[] = []
  const parts: ContentPart[] = []
  for (const [index, block] of blocks.entries()) {
    const place = `${path}.${index}`
    if (block.type !== 'tool_result') {
      for (const part of partsOf(block, place, known.notes)) parts.push(part)
      continue
    }
    const { message, shown } = toolResult(block, place, { ...known, number: results.length + 1 })
    results.push(message)
    for (const part of shown) parts.push(part)
  }
  return parts.length === 0 && results.length > 0 ? results : [...results, { role: 'user', content: contentOf(parts) }]
}

interface ToolResult {
  readonly message: ChatMessage
  /**
   * Images and files, which few providers read in the result of a tool, and every one that reads them in the words of
   * the user.
   */
  readonly shown: readonly ContentPart[]
}

/**
 * The number of a result and the tool say what is shown: the id of a call is another one at most providers, and may
 * hold long thoughts, which would be read as words.
 */
const toolResult = (
  block: Block,
  path: string,
  { calledTools, notes, number }: Known & { readonly number: number },
): ToolResult => {
  const id = block.tool_use_id ?? ''
  const tool = calledTools.get(id)
  if (tool === undefined) noteInvalid(`${path}.tool_use_id`, 'must be the id of an earlier tool_use block', notes)
  noteOthers(block, RESULT_FIELDS, BLOCK_PATH, notes)
  const { content } = block
  const parts = typeof content === 'string' ? [textPart(content)] : toParts(content ?? [], `${path}.content`, notes)
  const seen = parts.filter(({ type }) => type === 'image_url' || type === 'file')
  const what = seen.some(({ type }) => type === 'file') ? 'Files' : 'Images'
  const text = textOf(parts)
  const label = `${what} of result ${number}, of ${tool ?? ''}:`
  return {
    message: {
      role: 'tool',
      tool_call_id: fromToolUseId(id),
      content: block.is_error === true ? `Error: ${text}` : text,
    },
    shown: seen.length === 0 ? [] : [textPart(label), ...seen],
  }
}
