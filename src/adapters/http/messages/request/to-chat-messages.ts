import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatMessage, ContentPart, ToolCall } from '../../../../domain/chat/message.ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'
import type { Block } from './block-codec.ts'
import { noteOthers } from './left-out.ts'
import type { LeftOut } from './left-out.ts'
import type { MessageRequest } from './message-request-codec.ts'
import { BLOCK_PATH, contentOf, partsOf, textOf, textPart, toParts } from './to-parts.ts'
import { fromToolUseId } from './tool-use-id.ts'

export type TranslationFailure = UnsupportedParameter | ValidationError

/** A message of the conversation in the core's form. */
interface PlacedMessage {
  readonly message: ChatMessage
  /** Where it stands in the caller's request. */
  readonly path: string
}

type Messages = Either<TranslationFailure, readonly ChatMessage[]>

/** What is known from the messages so far. */
interface Known {
  /** Calls of tools, by the caller's ids. */
  readonly calledIds: Set<string>
  readonly leftOut: LeftOut
}

const TEXT_FIELDS: ReadonlySet<string> = new Set(['type', 'text'])
const CALL_FIELDS: ReadonlySet<string> = new Set(['type', 'id', 'name', 'input', 'caller'])
const RESULT_FIELDS: ReadonlySet<string> = new Set(['type', 'tool_use_id', 'content', 'is_error'])

/** The conversation as chat messages: results of tools come before the words of the same message. */
export const toChatMessages = (
  messages: MessageRequest['messages'],
  leftOut: LeftOut,
): Either<TranslationFailure, readonly PlacedMessage[]> => {
  const placed: PlacedMessage[] = []
  const known: Known = { calledIds: new Set(), leftOut }
  for (const [index, { role, content }] of messages.entries()) {
    const path = `messages.${index}`
    const read = typeof content === 'string' ? right([{ role, content }]) : readBlocks(role, content, path, known)
    if (isLeft(read)) return read
    for (const message of read.right) placed.push({ message, path })
  }
  return right(placed)
}

const readBlocks = (
  role: MessageRequest['messages'][number]['role'],
  blocks: readonly Block[],
  path: string,
  known: Known,
): Messages => {
  switch (role) {
    case 'user':
      return userMessages(blocks, `${path}.content`, known)
    case 'assistant':
      return assistantMessage(blocks, `${path}.content`, known)
    case 'system': {
      const parts = toParts(blocks, `${path}.content`, known.leftOut)
      return isLeft(parts) ? parts : right([{ role, content: textOf(parts.right) }])
    }
  }
}

/** Thoughts belong to the model that had them, which signed them: no other is given them. */
const assistantMessage = (blocks: readonly Block[], path: string, { calledIds, leftOut }: Known): Messages => {
  const texts: string[] = []
  const calls: ToolCall[] = []
  for (const [index, block] of blocks.entries()) {
    switch (block.type) {
      case 'text':
        noteOthers(block, TEXT_FIELDS, BLOCK_PATH, leftOut)
        texts.push(block.text ?? '')
        break
      case 'tool_use':
        noteOthers(block, CALL_FIELDS, BLOCK_PATH, leftOut)
        calledIds.add(block.id ?? '')
        calls.push(toolCallOf(block))
        break
      case 'thinking':
      case 'redacted_thinking':
        leftOut.add(`${BLOCK_PATH}${block.type}`)
        break
      default:
        return unsupportedParameter(
          `${path}.${index}.type`,
          `Content blocks of type '${block.type}' are not offered in answers.`,
        )
    }
  }
  const content = texts.join('')
  return right([
    calls.length === 0
      ? { role: 'assistant', content }
      : { role: 'assistant', content: content === '' ? null : content, tool_calls: calls },
  ])
}

const toolCallOf = ({ id, name, input }: Block): ToolCall => ({
  id: fromToolUseId(id ?? ''),
  type: 'function',
  function: { name: name ?? '', arguments: JSON.stringify(input ?? {}) },
})

const userMessages = (blocks: readonly Block[], path: string, known: Known): Messages => {
  const results: ChatMessage[] = []
  const parts: ContentPart[] = []
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'tool_result') {
      const read = partsOf(block, `${path}.${index}`, known.leftOut)
      if (isLeft(read)) return read
      parts.push(...read.right)
      continue
    }
    const read = toolResult(block, `${path}.${index}`, known)
    if (isLeft(read)) return read
    results.push(read.right.message)
    parts.push(...read.right.shown)
  }
  return right(parts.length === 0 && results.length > 0 ? results : [...results, userMessage(parts)])
}

const userMessage = (parts: readonly ContentPart[]): ChatMessage => ({ role: 'user', content: contentOf(parts) })

interface ToolResult {
  readonly message: ChatMessage
  /** Images, which few providers read in the result of a tool, and every one that sees in the words of the user. */
  readonly shown: readonly ContentPart[]
}

const toolResult = (
  block: Block,
  path: string,
  { calledIds, leftOut }: Known,
): Either<TranslationFailure, ToolResult> => {
  const id = block.tool_use_id ?? ''
  if (!calledIds.has(id)) return unknownCall(`${path}.tool_use_id`)
  noteOthers(block, RESULT_FIELDS, BLOCK_PATH, leftOut)
  const { content } = block
  const parts =
    typeof content === 'string' ? right([textPart(content)]) : toParts(content ?? [], `${path}.content`, leftOut)
  if (isLeft(parts)) return parts
  const images = parts.right.filter(({ type }) => type === 'image_url')
  const text = textOf(parts.right)
  const callId = fromToolUseId(id)
  return right({
    message: { role: 'tool', tool_call_id: callId, content: block.is_error === true ? `Error: ${text}` : text },
    shown: images.length === 0 ? [] : [textPart(`Images of the result of ${callId}:`), ...images],
  })
}

const unknownCall = (path: string): Either<ValidationError, never> =>
  left({
    tag: 'validation_error',
    problems: [
      { place: 'body', path: path.split('.'), message: 'must be the id of an earlier tool_use block', type: 'invalid' },
    ],
  })
