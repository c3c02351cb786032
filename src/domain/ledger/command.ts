import type { Hold, ReleaseReason } from '../holds/hold.ts'
import type { Json, Reference, TransferKind } from './transfer.ts'

/**
 * What the ledger can be told. Every command carries the ids of the rows it makes: told twice, it
 * changes nothing the second time and answers as it did the first.
 */
export type LedgerCommand = PlaceHold | Settle | Release | MakeTransfer

export interface PlaceHold {
  readonly tag: 'place_hold'
  readonly holdId: string
  readonly walletId: string
  /** Micro-units, > 0. */
  readonly amount: bigint
  readonly reference: string
  /** The API key whose spend limit must cover the hold too. */
  readonly budgetId: string | null
  /** The process whose lease keeps the hold alive; null for holds that live as long as their job. */
  readonly instance: string | null
  /** Seconds until the sweep may release the hold, counted by the database's clock. */
  readonly lifeSeconds: number
}

export interface Settle {
  readonly tag: 'settle'
  readonly holdId: string
  readonly walletId: string
  /** The actual price in micro-units, >= 0; zero releases the hold. May exceed the hold. */
  readonly price: bigint
  readonly reference: Reference
  readonly description: string
  readonly tariffVersion: string | null
  readonly usage: Json | null
  readonly receipt: Json | null
}

export interface Release {
  readonly tag: 'release'
  readonly holdId: string
  readonly walletId: string
  readonly reason: ReleaseReason
  readonly receipt: Json | null
}

/** A movement with no hold behind it: top-up, bonus, refund, adjustment. */
export interface MakeTransfer {
  readonly tag: 'transfer'
  readonly transferId: string
  readonly kind: Exclude<TransferKind, 'charge' | 'writeoff'>
  readonly debit: string
  readonly credit: string
  /** Micro-units, > 0. */
  readonly amount: bigint
  readonly reverses: string | null
  readonly reference: Reference
  readonly description: string
  readonly operationId: string | null
}

/** `fresh` is false when the command had been carried out before and this is its earlier outcome. */
export type PlaceHoldOutcome =
  | { readonly tag: 'held'; readonly hold: Hold; readonly fresh: boolean }
  | { readonly tag: 'insufficient'; readonly balance: bigint; readonly held: bigint }
  | { readonly tag: 'spend_limit_exceeded'; readonly limit: bigint; readonly spent: bigint; readonly held: bigint }
  /** A part of an earlier price was written off, and no money has come in since. */
  | { readonly tag: 'suspended' }
  | CommandRefusal

export type SettleOutcome =
  | {
      readonly tag: 'settled'
      /** What the wallet paid. */
      readonly charged: bigint
      /** The part of the price the wallet could not cover, borne by the house. */
      readonly writtenOff: bigint
      readonly balanceAfter: bigint
      /** True when the hold had already been released and the charge came from what was available. */
      readonly late: boolean
      readonly fresh: boolean
    }
  | { readonly tag: 'released'; readonly fresh: boolean }
  | CommandRefusal

export type ReleaseOutcome =
  | { readonly tag: 'released'; readonly fresh: boolean }
  | { readonly tag: 'already_settled' }
  | CommandRefusal

export type TransferOutcome =
  | { readonly tag: 'transferred'; readonly balanceAfter: bigint | null; readonly fresh: boolean }
  | { readonly tag: 'insufficient'; readonly balance: bigint; readonly held: bigint }
  /** Also when the original is no charge and no top-up of this wallet: then nothing can be given back. */
  | { readonly tag: 'refund_exceeds_original' }
  | CommandRefusal

export type CommandRefusal =
  | { readonly tag: 'mismatch' }
  | { readonly tag: 'unknown_account' }
  | { readonly tag: 'unknown_hold' }

/** The outcome that belongs to a command, so that callers need no casts. */
export type OutcomeOf<C extends LedgerCommand> = C extends PlaceHold
  ? PlaceHoldOutcome
  : C extends Settle
    ? SettleOutcome
    : C extends Release
      ? ReleaseOutcome
      : TransferOutcome

export type LedgerOutcome = PlaceHoldOutcome | SettleOutcome | ReleaseOutcome | TransferOutcome
