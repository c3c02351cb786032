import type { TokenUsage } from '../pricing/token-price.ts'
import type { NativeEvent } from './native.ts'

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

export interface ToolCallDelta {
  readonly index: number
  readonly id?: string | undefined
  readonly type?: string | undefined
  readonly function?: { readonly name?: string | undefined; readonly arguments?: string | undefined } | undefined
}

export interface ChatDelta {
  readonly role?: 'assistant' | undefined
  readonly content?: string | null | undefined
  readonly refusal?: string | null | undefined
  readonly reasoning_content?: string | null | undefined
  readonly reasoning_signature?: string | null | undefined
  readonly tool_calls?: readonly ToolCallDelta[] | undefined
  /** Sources of the text, as the provider wrote them. */
  readonly annotations?: unknown
}

export interface ChunkChoice {
  readonly index: number
  readonly delta: ChatDelta
  readonly finish_reason: FinishReason | null
  /** The stop text that ended the answer, by the provider's word; most providers do not tell it. */
  readonly matched_stop?: string | undefined
  readonly logprobs?: unknown
}

/** One step of a streamed answer: the adapter translates every provider's stream into it, and billing reads it. */
export interface ChatChunk {
  readonly choices: readonly ChunkChoice[]
  /** Cumulative: the last usage of a stream counts. */
  readonly usage: TokenUsage | null
  /** Fields that the provider added to the envelope and clients may read (`system_fingerprint`, `service_tier`). */
  readonly extras?: Readonly<Record<string, unknown>> | undefined
  /**
   * The server-sent event that the provider wrote, where the call was asked in the surface's own wire. The other fields
   * are what billing reads of it; there may be no choice among them.
   */
  readonly native?: NativeEvent | undefined
}
