import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatResult } from '../../../../application/ports/providers/chat-provider.ts'
import type { ChatCompletion } from '../../../../domain/chat/completion.ts'
import type { ToolCall } from '../../../../domain/chat/message.ts'
import { withExactFields } from '../../../../domain/exact-numbers.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import { stringOf } from '../../../../domain/json.ts'
import { arrayOf, idOf, nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { failureIn, notAMessage } from '../errors.ts'
import { matchedStopOf, refusalOf, toFinishReason } from './finish-reason.ts'
import { startCallIds, thinkingBlock } from '../tool-call-id.ts'
import { CALL_FIELDS } from './block-reader.ts'
import { toUsage } from './usage.ts'

/** Reads a whole response, or the error that it holds. */
export const fromResponse = ({
  body: read,
  text,
  headers,
  upstreamRequestId: headId,
}: ProviderJson): Either<UpstreamFailure, ChatResult> => {
  const body = withExactFields(text, read, CALL_FIELDS)
  const failure = failureIn(body, headers)
  if (failure !== null) return left(failure)
  const message = objectOf(body)
  const upstreamRequestId = headId ?? idOf(message?.['id'])
  const completion = message === null ? null : toCompletion(message)
  return completion === null ? left(notAMessage(upstreamRequestId)) : right({ completion, upstreamRequestId })
}

/** A whole answer in our vocabulary, null if it is none. Check for an error first. */
export const toCompletion = (message: Wire): ChatCompletion | null => {
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
        ...matchedStopOf(message),
      },
    ],
    usage: toUsage(message['usage']),
  }
}

const joined = (blocks: readonly Wire[], type: string, field: string): string | null => {
  let text = ''
  for (const block of blocks) if (block['type'] === type) text += stringOf(block[field]) ?? ''
  return text === '' ? null : text
}

const toolCallsOf = (blocks: readonly Wire[]): readonly ToolCall[] => {
  const calls: ToolCall[] = []
  const ids = startCallIds()
  for (const block of blocks) {
    const thought = thinkingBlock(block)
    if (thought !== null) ids.think(thought)
    const id = nonEmptyOf(block['id'])
    if (block['type'] !== 'tool_use' || id === null) continue
    calls.push({
      id: ids.idOf(id),
      type: 'function',
      function: { name: stringOf(block['name']) ?? '', arguments: JSON.stringify(block['input'] ?? {}) },
    })
  }
  return calls
}
