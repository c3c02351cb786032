import type { TokenUsage } from '../pricing/token-price.ts'
import type { FinishReason } from './chunk.ts'
import type { ToolCall } from './message.ts'
import type { NativeAnswer } from './native.ts'

export interface ChatCompletionMessage {
  readonly role: 'assistant'
  readonly content: string | null
  readonly refusal?: string | null | undefined
  readonly reasoning_content?: string | null | undefined
  readonly reasoning_signature?: string | null | undefined
  readonly tool_calls?: readonly ToolCall[] | undefined
  /** Sources of the text, as the provider wrote them. */
  readonly annotations?: unknown
}

export interface Choice {
  readonly index: number
  readonly message: ChatCompletionMessage
  readonly finish_reason: FinishReason | null
  /** The stop text that ended the answer, by the provider's word; most providers do not tell it. */
  readonly matched_stop?: string | undefined
  readonly logprobs?: unknown
}

/** A whole answer: what a provider returned at once, or the fold of its stream. */
export interface ChatCompletion {
  readonly choices: readonly Choice[]
  /** Null when the provider reported none; the price is then estimated. */
  readonly usage: TokenUsage | null
  readonly extras?: Readonly<Record<string, unknown>> | undefined
  /** The body that the provider wrote, where the call was asked in the surface's own wire. */
  readonly native?: NativeAnswer | undefined
}
