import type { BalanceLimit } from './account.ts'
import type { Hold, ReleaseReason } from './hold.ts'
import type { Currency } from '../money/money.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import { isReservationCommand } from './reservation-command.ts'
import type {
  Capture,
  CaptureOutcome,
  GiveBack,
  GiveBackOutcome,
  ReservationCommand,
  Reserve,
  ReserveOutcome,
} from './reservation-command.ts'
import type { Reference, TransferKind } from './transfer.ts'

/**
 * What a caller asks of the ledger. Every command has the ids of the rows that it makes, so the same command sent twice
 * changes nothing the second time and has the outcome of the first.
 */
export type LedgerCommand = PlaceHold | Settle | Release | MakeTransfer | ReservationCommand

export interface PlaceHold {
  readonly tag: 'place_hold'
  readonly holdId: string
  readonly walletId: string
  /** The most that the hold may take, in micro-units, > 0. */
  readonly amount: bigint
  /** Where less than `amount` will do. Absent: all of it or nothing. */
  readonly less?: SmallerHold | undefined
  /** A name used by one hold only. Its kind is the kind of work. */
  readonly reference: Reference
  /** The API key whose spend limit must cover the hold too. Null: no limit counts. */
  readonly budgetId: string | null
  /** The process that works for the hold. Null for a hold that lives as long as its job. */
  readonly instance: string | null
  /**
   * Seconds until the sweeper may release the hold, by the database's clock. Null: it lives as long as its instance.
   */
  readonly lifeSeconds: number | null
}

/** How little a hold may take, in micro-units: 0 < `least` <= `enough` <= its `amount`. */
export interface SmallerHold {
  /** Below this the hold is refused. */
  readonly least: bigint
  /** Up to this the hold takes all that is available; above it, half, so that other calls find money too. */
  readonly enough: bigint
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
  /** Its figures of use are the charge's too. */
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

/** What ends a call: of one that has a hold of its own, or of one that was admitted against a reservation. */
export type CallEnd = EndCommand | Capture

/**
 * True if no client waits for the command, so the ledger may delay it to write several in one commit, in their order.
 */
export const mayWait = (command: LedgerCommand): boolean => isEndCommand(command) || isReservationCommand(command)

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

/** What an API key with a limit has of a wallet, in micro-units. */
export interface KeyShare {
  readonly held: bigint
  /** What its limit still allows; below zero after the limit was lowered. */
  readonly left: bigint
}

/**
 * True where some of the money that was short is reserved for calls to come, and was just asked back from all
 * instances.
 */
interface AskedBack {
  readonly askedBack?: true
}

export interface SpendLimitExceeded extends AskedBack {
  readonly tag: 'spend_limit_exceeded'
  readonly limit: bigint
  /** What was charged and counts against the limit: in the running period, or ever. */
  readonly spent: bigint
  readonly held: bigint
  /** When the limit starts again, in milliseconds since the epoch. Null: never. */
  readonly periodEndsAtMs: number | null
}

/** `fresh` is false when the command was carried out before and this is its earlier outcome. */
export type PlaceHoldOutcome =
  /** The hold says what it took. */
  | { readonly tag: 'held'; readonly hold: Hold; readonly fresh: boolean }
  /** The same hold was placed before and has ended since: it keeps no money any more. */
  | { readonly tag: 'hold_ended'; readonly hold: Hold }
  | (AskedBack & {
      readonly tag: 'insufficient'
      readonly balance: bigint
      readonly held: bigint
      /** The share of the API key, where it has a limit. */
      readonly ofKey?: KeyShare | undefined
    })
  | SpendLimitExceeded
  /** A part of an earlier price was written off, and no money has come in since (contract 10.1). */
  | { readonly tag: 'suspended' }
  | CommandRefusal

/** What became of the price of a call: of the hold that a settle ends, or that a capture writes. */
export type PriceOutcome =
  | {
      readonly tag: 'settled'
      /** Of the wallet, and so of all sums here. */
      readonly currency: Currency
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

interface UnknownHold {
  readonly tag: 'unknown_hold'
}

export type SettleOutcome = PriceOutcome | UnknownHold

export type ReleaseOutcome =
  | { readonly tag: 'released'; readonly fresh: boolean }
  | { readonly tag: 'already_settled' }
  | UnknownHold
  | CommandRefusal

export type TransferOutcome =
  | { readonly tag: 'transferred'; readonly balanceAfter: bigint | null; readonly fresh: boolean }
  | (AskedBack & { readonly tag: 'insufficient'; readonly balance: bigint; readonly held: bigint })
  /** A correction that does not fit into the wallet. */
  | BalanceLimit
  /** Also the outcome where the original is neither a charge nor a top-up of this wallet. */
  | { readonly tag: 'refund_exceeds_original' }
  | CommandRefusal

export type CommandRefusal = { readonly tag: 'mismatch' } | { readonly tag: 'unknown_account' }

/** The type of outcome that belongs to a type of command, so that callers need no casts. */
export type OutcomeOf<C extends LedgerCommand> = C extends PlaceHold
  ? PlaceHoldOutcome
  : C extends Settle
    ? SettleOutcome
    : C extends Release
      ? ReleaseOutcome
      : C extends Reserve
        ? ReserveOutcome
        : C extends Capture
          ? CaptureOutcome
          : C extends GiveBack
            ? GiveBackOutcome
            : TransferOutcome

export type LedgerOutcome =
  | PlaceHoldOutcome
  | SettleOutcome
  | ReleaseOutcome
  | TransferOutcome
  | ReserveOutcome
  | CaptureOutcome
  | GiveBackOutcome

/** The largest sum that PostgreSQL's `bigint` can store. */
const MAX_BIGINT = 2n ** 63n - 1n

/** The amounts of a command, each with the least that it may be. */
const amountsOf = (command: LedgerCommand): readonly (readonly [amount: bigint, least: bigint])[] => {
  switch (command.tag) {
    case 'place_hold':
    case 'transfer':
      return [[command.amount, 1n]]
    case 'settle':
      return [[command.price, 0n]]
    case 'release':
      return []
    case 'reserve':
      return [[command.granted, 1n]]
    case 'capture':
      return [
        [command.amount, 1n],
        [command.cover, command.amount],
        [command.price, 0n],
      ]
    case 'give_back':
      return command.returned === 'all' ? [] : [[command.returned, 0n]]
  }
}

const isOrdered = ({ amount, less }: PlaceHold): boolean =>
  less === undefined || (less.least > 0n && less.least <= less.enough && less.enough <= amount)

/** Throws a `RangeError` on an amount out of range. Such an amount is a fault of the program, not of a user. */
export const assertWellFormed = (command: LedgerCommand): void => {
  for (const [amount, least] of amountsOf(command)) {
    if (amount < least || amount > MAX_BIGINT) throw new RangeError(`${command.tag} of ${amount}`)
  }
  if (command.tag === 'place_hold' && !isOrdered(command)) throw new RangeError(`${command.tag} of ${command.amount}`)
}
