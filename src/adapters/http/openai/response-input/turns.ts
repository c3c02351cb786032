import type { ChatMessage, ToolCall } from '../../../../domain/chat/message.ts'
import type { EarlierReasoning } from './reasoning-seal.ts'

/** A message, and where it stands in the caller's request. */
export interface PlacedMessage {
  readonly message: ChatMessage
  readonly place: string
  /** Where each of its parts stands, where they do not stand at the place in the same order. */
  readonly partPlaces?: readonly string[]
}

/** The output of a call, and its images in words of the user: few providers read images in the output of a tool. */
export interface CallOutput {
  readonly result: PlacedMessage
  /** Given the name of the output, which stands before the images; null where there are none. */
  readonly shown: ((output: string) => PlacedMessage) | null
}

/** The text of an earlier answer, or of an earlier refusal. */
export interface AnswerText {
  readonly text: string | null
  readonly refusal: string | null
}

/** One turn of the assistant as it is put together from its items. */
interface Turn {
  reasoning: EarlierReasoning | null
  answer: AnswerText
  readonly calls: { readonly call: ToolCall; readonly output: CallOutput | undefined }[]
  readonly place: string
  /** An output of one of its calls has come: what follows belongs to a later turn. */
  isAnswered: boolean
}

const NO_TEXT: AnswerText = { text: null, refusal: null }

const hasText = ({ answer: { text, refusal } }: Turn): boolean => (text ?? refusal) !== null

const assistantMessage = ({ reasoning, answer: { text, refusal }, calls }: Turn): ChatMessage => ({
  role: 'assistant',
  content: text,
  ...reasoning,
  ...(refusal === null ? {} : { refusal }),
  ...(calls.length === 0 ? {} : { tool_calls: calls.map(({ call }) => call) }),
})

/**
 * The messages of a conversation as its items come. A text of the assistant and the calls it made at once are one
 * message, and the outputs of these calls follow it, in the order of the calls: providers refuse any other order.
 */
export const startTurns = () => {
  const placed: PlacedMessage[] = []
  let turn: Turn | null = null

  /** The signature of a text may come behind it, and then is all that there is of its reasoning. */
  const signLast = ({ reasoning }: Turn): void => {
    const last = placed.at(-1)
    const { reasoning_content: words, reasoning_signature: signature } = reasoning ?? {}
    if (signature === undefined || words !== undefined || last?.message.role !== 'assistant') return
    if (last.message.reasoning_signature !== undefined) return
    placed[placed.length - 1] = { ...last, message: { ...last.message, reasoning_signature: signature } }
  }

  const endTurn = (): void => {
    if (turn === null) return
    // Providers refuse a message of thoughts alone.
    if (hasText(turn) || turn.calls.length > 0) placed.push({ message: assistantMessage(turn), place: turn.place })
    else signLast(turn)
    for (const { output } of turn.calls) if (output !== undefined) placed.push(output.result)
    // The id of a call is another one at most providers, and may hold long thoughts, which would be read as words.
    for (const [index, { call, output }] of turn.calls.entries()) {
      const shown = output?.shown?.(`output ${index + 1}, of ${call.function.name}`)
      if (shown !== undefined) placed.push(shown)
    }
    turn = null
  }

  /** The turn that the next item of the assistant belongs to. */
  const turnFor = (place: string, isText: boolean): Turn => {
    if (turn !== null && (turn.isAnswered || (isText && hasText(turn)))) endTurn()
    turn ??= { reasoning: null, answer: NO_TEXT, calls: [], place, isAnswered: false }
    return turn
  }

  return {
    addReasoning: (reasoning: EarlierReasoning, place: string): void => {
      if (turn !== null && (hasText(turn) || turn.calls.length > 0)) endTurn()
      turnFor(place, true).reasoning = reasoning
    },
    addAnswer: (answer: AnswerText, place: string): void => {
      turnFor(place, true).answer = answer
    },
    addCall: (call: ToolCall, output: CallOutput | undefined, place: string): void => {
      turnFor(place, false).calls.push({ call, output })
    },
    passOutput: (): void => {
      if (turn !== null) turn.isAnswered = true
    },
    addMessage: (message: PlacedMessage): void => {
      endTurn()
      placed.push(message)
    },
    end: (): readonly PlacedMessage[] => {
      endTurn()
      return placed
    },
  }
}
