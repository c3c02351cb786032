import type { CapabilityFailure } from '../../domain/chat/required-capabilities.ts'
import type { TokenLimitFailure } from '../../domain/chat/token-limits.ts'
import type { GivenImageFailure } from '../gateway/given-image.ts'
import type { ClaimKeyFailure } from '../idempotency/claim-key.ts'
import type { LedgerFailure } from '../ports/ledger.ts'

/** The model did not deliver, or what it delivered could not be kept. The tokens were given back. */
export interface GenerationFailed {
  readonly tag: 'generation_failed'
}

export const GENERATION_FAILED: GenerationFailed = { tag: 'generation_failed' }

/** A field of the request that the model behind it cannot take. */
export interface UnacceptableField {
  readonly tag: 'unacceptable_field'
  /** Where it stands in the body, from the outside in. */
  readonly path: readonly (string | number)[]
  /** A word programs can branch on. */
  readonly type: string
  /** Completes "…: ", as in any validation problem. */
  readonly message: string
}

/** Every way in which something that costs tokens comes to nothing, whichever endpoint it was asked of. */
export type TurnFailure =
  /** No such conversation of this user, or no such task, template or model on offer. */
  | { readonly tag: 'not_found' }
  | { readonly tag: 'conversation_archived' }
  | { readonly tag: 'not_a_text_model' }
  | { readonly tag: 'not_a_video_task' }
  | UnacceptableField
  | GivenImageFailure
  | { readonly tag: 'insufficient_tokens' }
  | LedgerFailure
  | GenerationFailed
  | ClaimKeyFailure

/** Why the gateway's own plan refuses a request; the plans of pictures and films know the first two alone. */
export type PlanRefusal = CapabilityFailure | TokenLimitFailure

const MEMBER = /^\d+$/

/** A field's path as the plan writes it (`tools.0.type`), taken apart. */
const pathOf = (param: string): readonly (string | number)[] =>
  param.split('.').map((step) => (MEMBER.test(step) ? Number(step) : step))

/**
 * What a plan refuses, as a fault of the field it came in. `placeOf` says where the body has what the plan calls
 * `param`; without it the field is one of `parameters`.
 */
export const unacceptable = (
  refusal: PlanRefusal,
  placeOf: (param: string) => readonly (string | number)[] = (param) => ['parameters', ...pathOf(param)],
): UnacceptableField => {
  const tag = 'unacceptable_field'
  switch (refusal.tag) {
    case 'conflicting_token_limits': {
      const message = 'max_tokens and max_completion_tokens differ; send one of them.'
      return { tag, path: placeOf('max_tokens'), type: refusal.tag, message }
    }
    case 'unsupported_capability':
    case 'unsupported_parameter':
    case 'unsafe_url':
      return { tag, path: placeOf(refusal.param), type: refusal.tag, message: refusal.message }
  }
}
