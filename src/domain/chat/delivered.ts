import type { ChatChunk, ChatDelta } from './chunk.ts'
import type { AssistantMessage, ChatCompletion, Choice } from './completion.ts'

type Producible = Pick<AssistantMessage | ChatDelta, 'content' | 'reasoning_content' | 'function_call'> & {
  readonly tool_calls?: readonly unknown[] | undefined
}

export const filled = (value: { readonly length: number } | null | undefined): boolean => (value?.length ?? 0) > 0

/** Whether a message or a delta holds anything a caller would pay for. Words of refusal are not output. */
export const brings = (message: Producible): boolean =>
  filled(message.content) ||
  filled(message.reasoning_content) ||
  filled(message.tool_calls) ||
  message.function_call !== undefined

/** The same of a whole answer: one of its choices is enough. */
export const hasOutput = (completion: ChatCompletion): boolean =>
  completion.choices.some((choice) => brings(choice.message))

/** Whether a chunk brings content, after which no other deployment may take over. Refusal words count here. */
export const isContent = (chunk: ChatChunk): boolean =>
  chunk.choices.some(({ delta }) => brings(delta) || filled(delta.refusal))

const isRefusedChoice = (choice: Choice): boolean =>
  !brings(choice.message) && (filled(choice.message.refusal) || choice.finish_reason === 'content_filter')

/** A refusal is an answer in which the vendor declined and produced nothing. It is not charged. */
export const isRefusal = (completion: ChatCompletion): boolean =>
  !hasOutput(completion) && completion.choices.some(isRefusedChoice)

/** Vendors end a refusal with `stop`; callers are told `content_filter`, whoever the vendor is. */
export const markRefusals = (completion: ChatCompletion): ChatCompletion =>
  completion.choices.some((choice) => isRefusedChoice(choice) && choice.finish_reason !== 'content_filter')
    ? {
        ...completion,
        choices: completion.choices.map((choice) =>
          isRefusedChoice(choice) ? { ...choice, finish_reason: 'content_filter' as const } : choice,
        ),
      }
    : completion
