import type { ChatMessage } from '../../../../domain/chat/message.ts'

/** A message of the conversation in the core's form. */
export interface PlacedMessage {
  readonly message: ChatMessage
  /** Where it stands in the caller's request. */
  readonly path: string
}

const hasCalls = ({ tool_calls: calls }: ChatMessage): boolean => (calls ?? []).length > 0

const textOf = ({ content }: ChatMessage): string => (typeof content === 'string' ? content : '')

const joined = (one: ChatMessage, other: ChatMessage): ChatMessage => {
  const content = textOf(one) + textOf(other)
  const calls = [...(one.tool_calls ?? []), ...(other.tool_calls ?? [])]
  const reasoning = (one.reasoning_content ?? '') + (other.reasoning_content ?? '')
  const signature = (one.reasoning_signature ?? '') + (other.reasoning_signature ?? '')
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(signature === '' ? {} : { reasoning_signature: signature }),
    tool_calls: calls,
  }
}

/**
 * On this wire, messages of one role that follow each other are one turn. Other wires refuse a call whose result does
 * not come next: an answer goes on in the message that has its calls, and the results of a turn stand before its words.
 */
export const wholeTurns = (placed: readonly PlacedMessage[]): readonly PlacedMessage[] => {
  const turns: PlacedMessage[] = []
  let words: PlacedMessage[] = []
  const endWords = (): void => {
    for (const each of words) turns.push(each)
    words = []
  }
  for (const each of placed) {
    if (each.message.role === 'user') {
      words.push(each)
      continue
    }
    if (each.message.role !== 'tool') endWords()
    const last = turns.at(-1)
    if (each.message.role === 'assistant' && last?.message.role === 'assistant' && hasCalls(last.message)) {
      turns[turns.length - 1] = { ...last, message: joined(last.message, each.message) }
    } else turns.push(each)
  }
  endWords()
  return turns
}
