import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'

export type ChatEvent =
  /**
   * What arrived together: at least one chunk, and in each a choice or an event in the caller's own wire. A usage it may carry is the provider's
   * running count, not for the caller.
   */
  | { readonly tag: 'chunks'; readonly chunks: readonly ChatChunk[] }
  /** The answer is whole. Nothing is charged until the event after this one is asked for. */
  | { readonly tag: 'completed'; readonly usage: TokenUsage; readonly priceMicro: bigint }
  /** The call failed and costs nothing, unless its failure says otherwise; as the first event it is as if the stream had never begun. */
  | { readonly tag: 'failed'; readonly failure: CallFailure }

/** The events of one call as its provider brings them. Closing it cancels the upstream call. */
export type ChatEvents = AsyncGenerator<ChatEvent, undefined>
