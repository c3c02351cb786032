import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'

export type ChatEvent =
  /**
   * Chunks that arrived together, at least one. Each has a choice or an event in the wire of the client's surface. A
   * usage in them is the provider's running count and is not for the client.
   */
  | { readonly tag: 'chunks'; readonly chunks: readonly ChatChunk[] }
  /** The answer is whole. Nothing is charged until the event after this one is asked for. */
  | { readonly tag: 'completed'; readonly usage: TokenUsage; readonly priceMicro: bigint }
  /**
   * The call failed and costs nothing, unless its failure is charged. If this is the first event, the client gets an
   * ordinary HTTP error.
   */
  | { readonly tag: 'failed'; readonly failure: CallFailure }

/** The events of one call as its provider brings them. Closing it cancels the upstream call. */
export type ChatEvents = AsyncGenerator<ChatEvent, undefined>
