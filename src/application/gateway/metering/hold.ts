import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { EndCommand, PlaceHold, PlaceHoldOutcome, Release } from '../../../domain/ledger/command.ts'
import { LEASE } from '../../../domain/limits/lease.ts'
import type { Ledger, LedgerFailure, LedgerInTransaction } from '../../ports/billing/ledger.ts'
import type { PaidTerms, Verdict } from './paid-operation.ts'
import type { Settlements } from './settlements.ts'

/** Why no money was held. `balance_held`: the money is there, but held by the caller's own running calls. */
export type HoldFailure =
  | { readonly tag: 'insufficient_balance' }
  | { readonly tag: 'balance_held' }
  | { readonly tag: 'key_spend_limit_exceeded' }
  /** We bore a part of an earlier call: money must come in first. */
  | { readonly tag: 'top_up_required' }
  | LedgerFailure

/** The failure of a hold that the ledger did not place. Throws where the command itself was wrong. */
export const holdFailureOf = (
  outcome: Exclude<PlaceHoldOutcome, { tag: 'held' }>,
  operationId: string,
  holdMicro: bigint,
): HoldFailure => {
  switch (outcome.tag) {
    case 'insufficient':
      return { tag: outcome.balance >= holdMicro ? 'balance_held' : 'insufficient_balance' }
    case 'spend_limit_exceeded':
      return { tag: 'key_spend_limit_exceeded' }
    case 'suspended':
      return { tag: 'top_up_required' }
    case 'mismatch':
    case 'unknown_account':
    case 'unknown_hold':
      throw new Error(`hold ${operationId} cannot be placed: ${outcome.tag}`)
  }
}

/** What keeps a hold alive, and for how long. */
interface HoldKeeper {
  /** The process whose lease keeps it; null where the work outlives processes and the end is set in advance. */
  readonly instance: string | null
  readonly lifeSeconds: number
}

const placementOf = (
  { operationId: holdId, walletId, holdMicro, kind, budgetId }: PaidTerms,
  { instance, lifeSeconds }: HoldKeeper,
): PlaceHold => ({
  tag: 'place_hold',
  holdId,
  walletId,
  amount: holdMicro,
  reference: { kind, id: holdId },
  budgetId,
  instance,
  lifeSeconds,
})

/** The one command by which a verdict ends the hold of an operation. */
export const endCommandOf = (terms: PaidTerms, verdict: Verdict): EndCommand => {
  const { operationId: holdId, walletId, kind, description, tariffVersion } = terms
  switch (verdict.tag) {
    case 'charge': {
      const { price, usage, receipt } = verdict
      const reference = { kind, id: holdId }
      return { tag: 'settle', holdId, walletId, price, reference, description, tariffVersion, usage, receipt }
    }
    case 'release':
      return { tag: 'release', holdId, walletId, reason: verdict.reason, receipt: verdict.receipt }
  }
}

/** Holds the money of an operation inside the transaction that writes what it is held for. */
export const holdWithin = (
  ledger: LedgerInTransaction,
  terms: PaidTerms,
  keeper: HoldKeeper,
): Promise<PlaceHoldOutcome> => ledger.apply(placementOf(terms, keeper))

/**
 * Ends the hold inside the transaction that writes its result. `released` for a charge: the hold was lost before, and
 * its money went back. Throws where the ledger ends it in another way than the verdict says.
 */
export const endWithin = async (ledger: LedgerInTransaction, terms: PaidTerms, verdict: Verdict) => {
  const outcome = await ledger.apply(endCommandOf(terms, verdict))
  if (outcome.tag === 'released' || (outcome.tag === 'settled' && verdict.tag === 'charge')) return outcome
  throw new Error(`the hold of ${terms.kind} ${terms.operationId} does not end as a ${verdict.tag}: ${outcome.tag}`)
}

export interface HoldDeps {
  readonly ledger: Ledger
  readonly settlements: Settlements
  /** The running process, whose lease keeps its holds alive. */
  readonly instance: string
}

/** Holds the money of an operation that this process carries out. */
export const submitHold = async (
  { ledger, settlements, instance }: HoldDeps,
  terms: PaidTerms,
): Promise<Either<LedgerFailure, PlaceHoldOutcome>> => {
  const placement = placementOf(terms, { instance, lifeSeconds: LEASE.lifeSeconds })
  const placed = await ledger.submit(placement)
  // The process keeps the leases of all its holds alive, so a hold that was placed unseen would not end by itself.
  if (isLeft(placed) && placed.left.tag === 'ledger_unavailable' && placed.left.mayHaveLanded === true) {
    const { operationId: holdId, walletId } = terms
    const release: Release = { tag: 'release', holdId, walletId, reason: 'not_called', receipt: null }
    settlements.releaseLostPlacement(placement, release)
  }
  return placed
}
