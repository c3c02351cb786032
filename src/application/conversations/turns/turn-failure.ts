import type { ChatPlanFailure } from '../../../domain/chat/plan.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import type { InputImageFailure } from '../../media/input-image.ts'
import type { LedgerFailure } from '../../ports/billing/ledger.ts'

/** The model did not deliver, or what it delivered could not be kept. The tokens were given back. */
export interface GenerationFailed {
  readonly tag: 'generation_failed'
}

export const GENERATION_FAILED: GenerationFailed = { tag: 'generation_failed' }

/** A field of the request that the model behind it cannot take. */
export interface UnacceptableField {
  readonly tag: 'unacceptable_field'
  /** Where it stands in the body, from the outside in. */
  readonly path: readonly string[]
  /** A word programs can branch on. */
  readonly type: string
  /** Completes "…: ", as in any validation problem. */
  readonly message: string
}

/** All failures of requests that are paid in tokens. */
export type TurnFailure =
  /** No such conversation of this user, or no such task, template or model on offer. */
  | { readonly tag: 'not_found'; readonly message?: string }
  | { readonly tag: 'conversation_archived' }
  | { readonly tag: 'not_a_text_model' }
  | { readonly tag: 'not_a_video_task' }
  | UnacceptableField
  | InputImageFailure
  | { readonly tag: 'insufficient_tokens' }
  | LedgerFailure
  | GenerationFailed

/** The failures of a text turn. */
export type TextTurnFailure = Exclude<TurnFailure, { readonly tag: 'not_a_video_task' }>

/** The failures of a video order. */
export type VideoOrderFailure = Exclude<TurnFailure, { readonly tag: 'not_a_text_model' }>

/** The failures of a generation. */
export type GenerationFailure = Exclude<TextTurnFailure, { readonly tag: 'not_a_text_model' }>

/** What an adapter found wrong with a request before anything was sent; null for every other failure. */
export const unsentRefusal = (failure: CallFailure): ChatPlanFailure | null =>
  failure.tag === 'rejected_by_upstream' && failure.unsent === true
    ? { tag: 'unsupported_parameter', param: failure.param ?? '', message: failure.message }
    : null

/**
 * What a plan of chat, of images or of videos refuses, as a fault of the field it came in. `fieldPathOf` says where the
 * body has what the plan calls `param`.
 */
export const unacceptable = (
  refusal: ChatPlanFailure,
  fieldPathOf: (param: string) => readonly string[],
): UnacceptableField => {
  const tag = 'unacceptable_field'
  switch (refusal.tag) {
    case 'conflicting_token_limits': {
      const message = 'max_tokens and max_completion_tokens differ; send one of them.'
      return { tag, path: fieldPathOf('max_tokens'), type: refusal.tag, message }
    }
    case 'unsupported_capability':
    case 'unsupported_parameter':
    case 'unsafe_url':
      return { tag, path: fieldPathOf(refusal.param), type: refusal.tag, message: refusal.message }
  }
}
