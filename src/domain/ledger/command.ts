import type { Hold, ReleaseReason } from './hold.ts'
import type { Json } from '../json.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import type { Reference, TransferKind } from './transfer.ts'

/**
 * What a caller asks of the ledger. Every command has the ids of the rows that it makes, so the same command sent twice
 * changes nothing the second time and has the outcome of the first.
 */
export type LedgerCommand = PlaceHold | Settle | Release | MakeTransfer

export interface PlaceHold {
  readonly tag: 'place_hold'
  readonly holdId: string
  readonly walletId: string
  /** Micro-units, > 0. */
  readonly amount: bigint
  /** A name used by one hold only. Its kind is the kind of work. */
  readonly reference: Reference
  /** The API key whose spend limit must cover the hold too. Null: no limit counts. */
  readonly budgetId: string | null
  /** The process whose lease keeps the hold alive. Null for a hold that lives as long as its job. */
  readonly instance: string | null
  /** Seconds until the sweeper may release the hold, counted by the database's clock. */
  readonly lifeSeconds: number
}

export interface Settle {
  readonly tag: 'settle'
  readonly holdId: string
  readonly walletId: string
  /** The actual price in micro-units, >= 0. Zero releases the hold. The price may exceed the hold. */
  readonly price: bigint
  readonly reference: Reference
  readonly description: string
  readonly tariffVersion: string | null
  readonly usage: Json | null
  readonly receipt: ReceiptFacts | null
}

export interface Release {
  readonly tag: 'release'
  readonly holdId: string
  readonly walletId: string
  readonly reason: ReleaseReason
  readonly receipt: ReceiptFacts | null
}

/** One of the two ends of a hold. */
export type EndCommand = Settle | Release

export const isEndCommand = (command: LedgerCommand): command is EndCommand =>
  command.tag === 'settle' || command.tag === 'release'

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

/** `fresh` is false when the command was carried out before and this is its earlier outcome. */
export type PlaceHoldOutcome =
  | { readonly tag: 'held'; readonly hold: Hold; readonly fresh: boolean }
  | { readonly tag: 'insufficient'; readonly balance: bigint; readonly held: bigint }
  | { readonly tag: 'spend_limit_exceeded'; readonly limit: bigint; readonly spent: bigint; readonly held: bigint }
  /** A part of an earlier price was written off, and no money has come in since (contract 10.1). */
  | { readonly tag: 'suspended' }
  | CommandRefusal

export type SettleOutcome =
  | {
      readonly tag: 'settled'
      /** Micro-units that the wallet paid. */
      readonly charged: bigint
      /** The part of the price that the wallet could not cover and the house bears. Micro-units. */
      readonly writtenOff: bigint
      readonly balanceAfter: bigint
      /** Micro-units that other holds keep on the wallet at the time of this outcome. */
      readonly heldAfter: bigint
      /** True when the hold had been released before, and the charge came from the available balance. */
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
  /** Also the outcome where the original is neither a charge nor a top-up of this wallet. */
  | { readonly tag: 'refund_exceeds_original' }
  | CommandRefusal

type CommandRefusal =
  | { readonly tag: 'mismatch' }
  | { readonly tag: 'unknown_account' }
  | { readonly tag: 'unknown_hold' }

/** The type of outcome that belongs to a type of command, so that callers need no casts. */
export type OutcomeOf<C extends LedgerCommand> = C extends PlaceHold
  ? PlaceHoldOutcome
  : C extends Settle
    ? SettleOutcome
    : C extends Release
      ? ReleaseOutcome
      : TransferOutcome

export type LedgerOutcome = PlaceHoldOutcome | SettleOutcome | ReleaseOutcome | TransferOutcome

/** The largest sum that PostgreSQL's `bigint` can store. */
const MAX_BIGINT = 2n ** 63n - 1n

const amountOf = (command: LedgerCommand): bigint => {
  switch (command.tag) {
    case 'place_hold':
    case 'transfer':
      return command.amount
    case 'settle':
      return command.price
    case 'release':
      return 0n
  }
}

const minAmount = (command: LedgerCommand): bigint =>
  command.tag === 'place_hold' || command.tag === 'transfer' ? 1n : 0n

/** Throws a `RangeError` on an amount out of range. Such an amount is a fault of the program, not of a user. */
export const assertWellFormed = (command: LedgerCommand): void => {
  const amount = amountOf(command)
  if (amount < minAmount(command) || amount > MAX_BIGINT) throw new RangeError(`${command.tag} of ${amount}`)
}
