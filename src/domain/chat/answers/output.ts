import type { ChatChunk, ChatDelta, ChunkChoice } from '../chunk.ts'
import type { ChatCompletionMessage, ChatCompletion, Choice } from '../completion.ts'

type Producible = Pick<ChatCompletionMessage | ChatDelta, 'content' | 'reasoning_content'> & {
  readonly tool_calls?: readonly unknown[] | undefined
}

export const isNonEmpty = (value: { readonly length: number } | null | undefined): boolean => (value?.length ?? 0) > 0

/** Whether a message or a delta holds output that the client pays for. The text of a refusal is no output. */
export const brings = (message: Producible): boolean =>
  isNonEmpty(message.content) || isNonEmpty(message.reasoning_content) || isNonEmpty(message.tool_calls)

/** Whether a whole answer has output: one choice with output is enough. */
export const hasOutput = (completion: ChatCompletion): boolean =>
  completion.choices.some((choice) => brings(choice.message))

/** Whether a chunk has content. After it no other deployment may take over. The text of a refusal counts here. */
export const isContent = (chunk: ChatChunk): boolean =>
  chunk.choices.some(({ delta }) => brings(delta) || isNonEmpty(delta.refusal))

/** The fields that every choice of a chunk has. */
const CHOICE_FIELDS = 3

/** Whether a choice goes on with one field and says nothing else, as nearly all choices of a stream do. */
export const isOnePiece = (choice: ChunkChoice): boolean =>
  choice.finish_reason === null &&
  Object.keys(choice.delta).length === 1 &&
  Object.keys(choice).length === CHOICE_FIELDS

const isRefusedChoice = (choice: Choice): boolean =>
  !brings(choice.message) && (isNonEmpty(choice.message.refusal) || choice.finish_reason === 'content_filter')

/** A refusal is an answer in which the provider declined and produced no output. It is free. */
export const isRefusal = (completion: ChatCompletion): boolean =>
  !hasOutput(completion) && completion.choices.some(isRefusedChoice)

/** Providers end a refusal with `stop`. The client gets `content_filter` instead, from every provider. */
export const markRefusals = (completion: ChatCompletion): ChatCompletion =>
  completion.choices.some((choice) => isRefusedChoice(choice) && choice.finish_reason !== 'content_filter')
    ? {
        ...completion,
        choices: completion.choices.map((choice) =>
          isRefusedChoice(choice) ? { ...choice, finish_reason: 'content_filter' as const } : choice,
        ),
      }
    : completion
