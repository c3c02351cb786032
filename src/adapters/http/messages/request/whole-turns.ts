import type { ChatMessage } from '../../../../domain/chat/message.ts'

/** A message of the conversation in the core's form. */
export interface PlacedMessage {
  readonly message: ChatMessage
  /** Where it stands in the caller's request. */
  readonly path: string
}

const hasCalls = ({ tool_calls: calls }: ChatMessage): boolean => (calls ?? []).length > 0

const textOf = ({ content }: ChatMessage): string => (typeof content === 'string' ? content : '')

/** Joined at once: a conversation may be thousands of answers to one question, and calls are many. */
const joined = (answers: readonly ChatMessage[]): ChatMessage => {
  const content = answers.map(textOf).join('')
  const reasoning = answers.map((answer) => answer.reasoning_content ?? '').join('')
  const signature = answers.map((answer) => answer.reasoning_signature ?? '').join('')
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(signature === '' ? {} : { reasoning_signature: signature }),
    tool_calls: answers.flatMap((answer) => answer.tool_calls ?? []),
  }
}

/** A message of the caller's, and those behind it that go on with it. */
interface OpenTurn extends PlacedMessage {
  readonly goesOn: ChatMessage[]
}

const ended = ({ message, path, goesOn }: OpenTurn): PlacedMessage => ({
  message: goesOn.length === 0 ? message : joined([message, ...goesOn]),
  path,
})

/**
 * On this wire, messages of one role that follow each other are one turn. Other wires refuse a call whose result does
 * not come next: an answer goes on in the message that has its calls, and the results of a turn stand before its words.
 */
export const wholeTurns = (placed: readonly PlacedMessage[]): readonly PlacedMessage[] => {
  const turns: OpenTurn[] = []
  let words: OpenTurn[] = []
  const endWords = (): void => {
    for (const each of words) turns.push(each)
    words = []
  }
  for (const each of placed) {
    const turn = { ...each, goesOn: [] }
    if (each.message.role === 'user') {
      words.push(turn)
      continue
    }
    if (each.message.role !== 'tool') endWords()
    const last = turns.at(-1)
    if (each.message.role === 'assistant' && last?.message.role === 'assistant' && hasCalls(last.message)) {
      last.goesOn.push(each.message)
    } else turns.push(turn)
  }
  endWords()
  return turns.map(ended)
}
