import type { ChatCompletion } from '../../../domain/chat/completion.ts'
import type { ToolCall } from '../../../domain/chat/message.ts'
import { arrayOf, nonEmptyOf, objectOf, stringOf } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { refusalOf, toFinishReason } from './finish-reason.ts'
import { thinkingBlock, toCallId } from './tool-call-id.ts'
import { toUsage } from './usage.ts'

/** A whole answer in our vocabulary, null where it is none. An error must have been told apart before. */
export const fromResponse = (message: Wire): ChatCompletion | null => {
  const blocks = arrayOf(message['content'])?.map((block): Wire => objectOf(block) ?? {})
  if (blocks === undefined) return null
  const content = joined(blocks, 'text', 'text')
  const reasoning = joined(blocks, 'thinking', 'thinking')
  const refusal = refusalOf(message)
  const toolCalls = toolCallsOf(blocks)
  return {
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content,
          ...(refusal === null ? {} : { refusal }),
          ...(reasoning === null ? {} : { reasoning_content: reasoning }),
          ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
        },
        finish_reason: toFinishReason(message['stop_reason']),
      },
    ],
    usage: toUsage(message['usage']),
  }
}

const joined = (blocks: readonly Wire[], type: string, field: string): string | null => {
  const texts = blocks.flatMap((block) => (block['type'] === type ? (nonEmptyOf(block[field]) ?? []) : []))
  return texts.length === 0 ? null : texts.join('')
}

const toolCallsOf = (blocks: readonly Wire[]): readonly ToolCall[] => {
  const calls: ToolCall[] = []
  let thinking: Wire[] = []
  for (const block of blocks) {
    const thought = thinkingBlock(block)
    if (thought !== null) thinking.push(thought)
    const id = nonEmptyOf(block['id'])
    if (block['type'] !== 'tool_use' || id === null) continue
    calls.push({
      id: toCallId(id, thinking),
      type: 'function',
      function: { name: stringOf(block['name']) ?? '', arguments: JSON.stringify(block['input'] ?? {}) },
    })
    thinking = []
  }
  return calls
}
