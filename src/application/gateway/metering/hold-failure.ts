import type { PlaceHoldOutcome } from '../../../domain/ledger/command.ts'
import { PRESSED } from '../../../domain/reservations/pressed.ts'
import type { LedgerFailure } from '../../ports/billing/ledger.ts'
import type { PaidTerms, SumBound } from './paid-operation.ts'

/** By how much money is short, in micro-units of the wallet's currency. */
export interface Shortage {
  /** The least for which the call would have been carried out. */
  readonly neededMicro: bigint
  /** Where that is not exact. */
  readonly bound?: SumBound
  /** By running calls: of the account, or of the API key alone where it has a limit. */
  readonly heldMicro: bigint
  /** On the wallet; or what the limit of the API key leaves, where it has one. */
  readonly availableMicro: bigint
  /** Whether these sums are the share of an API key with a limit, which learns nothing of the account. */
  readonly isOfKey: boolean
}

/**
 * Why no money was held. `balance_held`: the wallet, or the limit of the key, would cover it, but the caller's own
 * running calls hold the money, or it is reserved for calls to come and asked back.
 */
export type HoldFailure =
  | { readonly tag: 'insufficient_balance'; readonly shortage: Shortage }
  | { readonly tag: 'balance_held'; readonly shortage: Shortage; readonly retryAfterSeconds: number }
  /** Milliseconds since the epoch at which the limit starts again; null: never. */
  | {
      readonly tag: 'key_spend_limit_exceeded'
      readonly shortage: Shortage
      readonly limitMicro: bigint
      readonly periodEndsAtMs: number | null
    }
  /** A part of an earlier price was written off. The user must top up first. */
  | { readonly tag: 'top_up_required' }
  | LedgerFailure

/** The least for which a call is carried out, in micro-units. */
export const neededMicro = ({ holdMicro, less }: Pick<PaidTerms, 'holdMicro' | 'less'>): bigint =>
  less?.least ?? holdMicro

/**
 * A running call may end at any moment. Money that was recalled is available once every instance has checked its marks.
 */
const balanceHeld = (shortage: Shortage, { askedBack }: { readonly askedBack?: true }): HoldFailure => ({
  tag: 'balance_held',
  shortage,
  retryAfterSeconds: askedBack === true ? PRESSED.lookEveryMs / 1_000 : 1,
})

/** The failure of a hold that the ledger did not place. Throws where the command itself was wrong. */
export const holdFailureOf = (
  outcome: Exclude<PlaceHoldOutcome, { tag: 'held' }>,
  terms: Pick<PaidTerms, 'operationId' | 'holdMicro' | 'less' | 'bound'>,
): HoldFailure => {
  const needed = neededMicro(terms)
  const bound = terms.bound === undefined ? {} : { bound: terms.bound }
  switch (outcome.tag) {
    case 'insufficient': {
      const { balance, held, ofKey = null } = outcome
      const [heldMicro, availableMicro] = ofKey === null ? [held, balance - held] : [ofKey.held, ofKey.left]
      const shortage = { neededMicro: needed, ...bound, heldMicro, availableMicro, isOfKey: ofKey !== null }
      return balance >= needed ? balanceHeld(shortage, outcome) : { tag: 'insufficient_balance', shortage }
    }
    case 'spend_limit_exceeded': {
      const { limit, spent, held: heldMicro, periodEndsAtMs } = outcome
      const availableMicro = limit - spent - heldMicro
      const shortage = { neededMicro: needed, ...bound, heldMicro, availableMicro, isOfKey: true }
      return limit - spent >= needed
        ? balanceHeld(shortage, outcome)
        : { tag: 'key_spend_limit_exceeded', shortage, limitMicro: limit, periodEndsAtMs }
    }
    case 'suspended':
      return { tag: 'top_up_required' }
    // Calls have new ids, but for the videos that are ordered again: what they do about it is not decided here.
    case 'hold_ended':
    case 'mismatch':
    case 'unknown_account':
      throw new Error(`hold ${terms.operationId} cannot be placed: ${outcome.tag}`)
  }
}
