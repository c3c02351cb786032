import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { callInput } from '../../../../domain/chat/tool-calls/call-input.ts'
import { CUSTOM } from '../../../../domain/chat/tool-calls/custom-call.ts'
import type { ChatMessage } from '../../../../domain/chat/message.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { rejected, unsupported } from '../../failures/adapter-failures.ts'
import { isEmptyBut, nothingToAnswer, sentMessages } from '../../sent-messages.ts'
import { exactJsonReader, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { textBlock, toBlocks, toInstructions, wordsOf } from './content.ts'
import type { AnthropicParameters } from '../deployment-parameters.ts'
import { readCallIds } from '../tool-call-id.ts'
import { startTurns } from './turns.ts'

interface Conversation {
  /** Instructions as text blocks, in their order. */
  readonly system: readonly Wire[]
  readonly messages: readonly Wire[]
  /** Names of the tools that were called so far. */
  readonly calledTools: ReadonlySet<string>
}

/** The messages that are sent; the provider refuses those that say nothing. */
export const toSent = (messages: readonly ChatMessage[], { prefill }: Pick<AnthropicParameters, 'prefill'>) =>
  sentMessages(messages, prefill, isBlankMessage)

const isBlankMessage = isEmptyBut((text) => wordsOf(text) === null)

/** The caller's messages in the provider's shape. */
export const toConversation = (
  messages: readonly ChatMessage[],
  rules: Pick<AnthropicParameters, 'systemTurns' | 'prefill'>,
): Either<UpstreamFailure, Conversation> => {
  const system: Wire[] = []
  const turns = startTurns()
  const calls = new Map<string, string>()
  const { sent } = toSent(messages, rules)
  const ids = readCallIds(sent.flatMap(({ message }) => (message.tool_calls ?? []).map(({ id }) => id)))
  const readJson = exactJsonReader()

  const addMessage = (message: ChatMessage, path: string): Either<UpstreamFailure, unknown> => {
    switch (message.role) {
      case 'system':
      case 'developer': {
        const blocks = toInstructions(message.content, `${path}.content`)
        if (isLeft(blocks)) return blocks
        // Instructions can stand right after a message of the user; all others go to the start.
        if (rules.systemTurns && turns.lastRole() === 'user') turns.add('system', blocks.right)
        else for (const block of blocks.right) system.push(block)
        return right(null)
      }
      case 'user': {
        const blocks = toBlocks(message.content, `${path}.content`)
        return isLeft(blocks) ? blocks : right(turns.add('user', blocks.right))
      }
      case 'assistant': {
        const blocks = assistantBlocks(message, path, { ids, readJson })
        for (const call of message.tool_calls ?? []) calls.set(call.id, call.function.name)
        return isLeft(blocks) ? blocks : right(turns.add('assistant', blocks.right))
      }
      case 'tool': {
        const isAnswer = calls.has(message.tool_call_id ?? '')
        const result = isAnswer ? toolResult(message, path, ids) : unknownCall(`${path}.tool_call_id`)
        return isLeft(result) ? result : right(turns.addToolResult(result.right))
      }
    }
  }

  if (sent.length === 0) return nothingToAnswer()
  for (const { message, path } of sent) {
    const added = addMessage(message, path)
    if (isLeft(added)) return added
  }
  return right({ system, messages: turns.toMessages(), calledTools: new Set(calls.values()) })
}

const unknownCall = (param: string): Either<UpstreamFailure, never> =>
  rejected('rejected_by_upstream', param, 'No earlier message calls a tool by this id.')

type CallIds = ReturnType<typeof readCallIds>

/** How the calls of one conversation are read. */
interface CallReading {
  readonly ids: CallIds
  readonly readJson: ReturnType<typeof exactJsonReader>
}

const toolResult = (message: ChatMessage, path: string, ids: CallIds): Either<UpstreamFailure, Wire> => {
  const content = toBlocks(message.content, `${path}.content`)
  if (isLeft(content)) return content
  return right({
    type: 'tool_result',
    tool_use_id: ids.idOf(message.tool_call_id ?? ''),
    ...(content.right.length === 0 ? {} : { content: content.right }),
  })
}

/** What was thought first of all stands first; what was thought between two calls stands between them. */
const assistantBlocks = (
  message: ChatMessage,
  path: string,
  { ids, readJson }: CallReading,
): Either<UpstreamFailure, readonly Wire[]> => {
  const content = toBlocks(message.content, `${path}.content`)
  if (isLeft(content)) return content
  const refusal = wordsOf(message.refusal)
  const words = refusal === null ? content.right : [...content.right, textBlock(refusal)]
  const firstId = message.tool_calls?.[0]?.id
  const blocks: Wire[] = firstId === undefined ? [...words] : [...ids.takeThoughts(firstId), ...words]
  for (const [index, call] of (message.tool_calls ?? []).entries()) {
    if (call.type === CUSTOM) {
      return unsupported(`${path}.tool_calls.${index}.type`, 'Anthropic knows calls of functions alone.')
    }
    const input = callInput(call.function.arguments, (json) => objectOf(readJson(json)))
    for (const thought of index === 0 ? [] : ids.takeThoughts(call.id)) blocks.push(thought)
    blocks.push({ type: 'tool_use', id: ids.idOf(call.id), name: call.function.name, input })
  }
  return right(blocks)
}
