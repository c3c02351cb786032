import type { TokenUsage } from '../pricing/usage.ts'
import type { FinishReason } from './chunk.ts'
import type { FunctionCall, ToolCall } from './message.ts'

export interface AssistantMessage {
  readonly role: 'assistant'
  readonly content: string | null
  readonly refusal?: string | null | undefined
  readonly reasoning_content?: string | null | undefined
  readonly tool_calls?: readonly ToolCall[] | undefined
  readonly function_call?: FunctionCall | undefined
}

export interface Choice {
  readonly index: number
  readonly message: AssistantMessage
  readonly finish_reason: FinishReason | null
  readonly logprobs?: unknown
}

/** A whole answer: what a vendor returned at once, or the fold of its stream. */
export interface ChatCompletion {
  readonly choices: readonly Choice[]
  /** Null when the vendor reported none; the price is then estimated. */
  readonly usage: TokenUsage | null
  readonly extras?: Readonly<Record<string, unknown>> | undefined
}
