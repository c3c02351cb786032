import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ReleaseReason } from '../../domain/holds/hold.ts'
import type { Wallet } from '../../domain/ledger/account.ts'
import type { Release } from '../../domain/ledger/command.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import type { Answer } from '../../domain/limits/idempotency.ts'
import {
  type CallTerms,
  endCommandOf,
  type HoldFailure,
  type MeteredCallDeps,
  openMeteredCall,
} from '../gateway/metered-call.ts'
import type { ClaimKeyFailure } from '../idempotency/claim-key.ts'
import type { Execution, IdempotentlyDeps, StoredAnswer } from '../idempotency/idempotently.ts'
import type { LedgerFailure } from '../ports/ledger.ts'
import type { Stores } from '../ports/stores.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { WalletStore } from '../ports/wallet-store.ts'
import { GENERATION_FAILED, type GenerationFailed } from './turn-failure.ts'
import { type TurnEnd, underKey } from './under-key.ts'

export interface ChargedTurnDeps extends MeteredCallDeps, IdempotentlyDeps {
  readonly unitOfWork: UnitOfWork
  readonly wallets: Pick<WalletStore, 'find'>
}

/** What a model made of a turn, not yet written down. */
export interface MadeTurn<A> {
  readonly usage: Json
  readonly receipt: Json
  /**
   * Writes what was made, inside the transaction that charges for it. A Left takes everything back: then nothing
   * is charged. Takes its locks before the ledger takes those of the wallet.
   */
  readonly keep: (stores: Stores, chargedMicro: bigint) => Promise<Either<GenerationFailed, A>>
}

/** Why nothing is charged, and what its receipt says. */
export interface Undelivered<E = never> {
  readonly reason: ReleaseReason
  readonly receipt: Json | null
  /** What is wrong with the request, where that showed before any vendor was asked: the key is free again. */
  readonly refusal?: E
}

/** A turn about which everything is decided but its money. */
export interface PreparedTurn<A, E = never> {
  /** Micro-tokens, > 0. */
  readonly priceMicro: bigint
  /** Shown to the user beside the charge. */
  readonly description: string
  /** Asks the model. Not aborted by the caller's leaving. */
  readonly work: () => Promise<Either<Undelivered<E>, MadeTurn<A>>>
}

export interface Charged<A> {
  /** Also the id of the hold, of the charge and of the assistant's message. */
  readonly operationId: string
  readonly made: A
  /** Micro-tokens. */
  readonly chargedMicro: bigint
  /** The token wallet right after the charge. */
  readonly wallet: Wallet
}

/** Why no tokens were held. Nothing was done, and the key is free. */
export type TurnRefusal = { readonly tag: 'insufficient_tokens' } | LedgerFailure

type TurnExecution<E, A> = Execution<Charged<A>, TurnEnd<E | TurnRefusal>>

export interface TurnCall<E, A> {
  readonly userId: string
  readonly scope: string
  readonly key: string
  readonly requestHash: Uint8Array
  /** Decides all that needs no money. A Left costs nothing and frees the key. */
  readonly prepare: (operationId: string) => Promise<Either<E, PreparedTurn<A, E>>>
  readonly render: (turn: Charged<A>) => Answer
  /** The answer recorded when the model was asked and nothing came of it. */
  readonly renderFailure: () => Answer
}

/** A wallet that is merely held by other running turns has too few tokens just as well. */
export const tooFew = (failure: HoldFailure): TurnRefusal => {
  switch (failure.tag) {
    case 'overloaded':
    case 'ledger_unavailable':
      return failure
    case 'insufficient_balance':
    case 'balance_held':
    case 'key_spend_limit_exceeded':
    case 'top_up_required':
      return { tag: 'insufficient_tokens' }
  }
}

/** Every user has one. */
export const tokenWalletOf = async (wallets: Pick<WalletStore, 'find'>, userId: string): Promise<Wallet> => {
  const wallet = await wallets.find(userId, 'TOKEN')
  if (wallet === null) throw new Error(`user ${userId} has no token wallet`)
  return wallet
}

interface HeldTurn<A, E> extends PreparedTurn<A, E> {
  readonly terms: CallTerms
}

/** Decides the turn and holds its price. */
const hold = async <E, A>(
  deps: ChargedTurnDeps,
  call: TurnCall<E, A>,
  execution: TurnExecution<E, A>,
): Promise<Either<E | TurnRefusal, HeldTurn<A, E>>> => {
  const { operationId } = execution
  const prepared = await execution.beforehand(() => call.prepare(operationId))
  if (isLeft(prepared)) return prepared
  const { priceMicro: holdMicro, description } = prepared.right
  const { id: walletId } = await execution.beforehand(() => tokenWalletOf(deps.wallets, call.userId))
  const terms: CallTerms = {
    operationId,
    walletId,
    budgetId: null,
    kind: 'message',
    holdMicro,
    description,
    tariffVersion: null,
  }
  const held = await openMeteredCall(deps)(terms)
  return isLeft(held) ? left(tooFew(held.left)) : right({ ...prepared.right, terms })
}

const releaseOf = (
  { operationId: holdId, walletId }: CallTerms,
  { reason, receipt }: Undelivered<unknown>,
): Release => ({
  tag: 'release',
  holdId,
  walletId,
  reason,
  receipt,
})

/** The charge, what it pays for and the answer under the key: all of them or none. */
const commit = async <E, A>(
  deps: ChargedTurnDeps,
  { userId }: TurnCall<E, A>,
  terms: CallTerms,
  made: MadeTurn<A>,
  execution: TurnExecution<E, A>,
): Promise<Either<GenerationFailed, Charged<A>>> =>
  deps.unitOfWork.transact(async (stores) => {
    const { operationId, holdMicro: price } = terms
    const kept = await made.keep(stores, price)
    if (isLeft(kept)) return kept
    const { usage, receipt } = made
    const settled = await stores.ledger.apply(endCommandOf(terms, { tag: 'charge', price, usage, receipt }))
    // A hold that was lost meanwhile and whose tokens are spent: what was made is not given away.
    if (settled.tag !== 'settled' || settled.charged !== price) return left(GENERATION_FAILED)
    const wallet = await tokenWalletOf(stores.wallets, userId)
    const charged = { operationId, made: kept.right, chargedMicro: price, wallet }
    return (await execution.record(stores, charged)) ? right(charged) : left(GENERATION_FAILED)
  })

/** Nothing came of it: the tokens go back and the key remembers, together. It forgets what nobody was asked for. */
const giveBack = async <E, A>(
  deps: ChargedTurnDeps,
  terms: CallTerms,
  undelivered: Undelivered<E>,
  execution: TurnExecution<E, A>,
): Promise<Either<TurnEnd<E | TurnRefusal>, never>> => {
  const { refusal } = undelivered
  const end: TurnEnd<E | TurnRefusal> = refusal === undefined ? GENERATION_FAILED : { tag: 'refused', refusal }
  await deps.unitOfWork.transact(async (stores) => {
    const released = await stores.ledger.apply(releaseOf(terms, undelivered))
    if (released.tag !== 'released') throw new Error(`turn ${terms.operationId} cannot be given back: ${released.tag}`)
    await execution.recordFailure(stores, end)
    return right(null)
  })
  return left(end)
}

/** Carries out a turn whose tokens are held, and ends their hold. */
const carryOut = async <E, A>(
  deps: ChargedTurnDeps,
  call: TurnCall<E, A>,
  { terms, work }: HeldTurn<A, E>,
  execution: TurnExecution<E, A>,
): Promise<Either<TurnEnd<E | TurnRefusal>, Charged<A>>> => {
  const orRelease = async <R>(undelivered: Undelivered<E>, step: () => Promise<R>): Promise<R> => {
    try {
      return await step()
    } catch (error) {
      // Told until the ledger takes it. A transaction that broke at its very end may have charged after all.
      deps.settlements.releaseUnlessSettled(releaseOf(terms, undelivered))
      throw error
    }
  }
  const made = await orRelease({ reason: 'upstream_failed', receipt: null }, work)
  if (isLeft(made)) return orRelease(made.left, () => giveBack(deps, terms, made.left, execution))
  const unkept: Undelivered = { reason: 'nothing_delivered', receipt: made.right.receipt }
  return orRelease(unkept, async () => {
    const charged = await commit(deps, call, terms, made.right, execution)
    return isLeft(charged) ? giveBack(deps, terms, unkept, execution) : charged
  })
}

/**
 * The one bracket of everything that is charged in tokens and answered at once: claim the key → hold → ask the
 * model → { keep, settle, record } in one transaction, or { release, record the failure } in one. A process that
 * dies in between leaves a hold and a claim whose leases end: the tokens go back and the key answers that it failed.
 */
export const chargedTurn =
  (deps: ChargedTurnDeps) =>
  <E, A>(call: TurnCall<E, A>): Promise<Either<E | TurnRefusal | GenerationFailed | ClaimKeyFailure, StoredAnswer>> => {
    const { userId, scope, key, requestHash, render, renderFailure } = call
    return underKey(deps)<E | TurnRefusal, Charged<A>>({
      userId,
      scope,
      key,
      requestHash,
      render,
      renderFailure,
      execute: async (execution) => {
        const held = await hold(deps, call, execution)
        return isLeft(held) ? left({ tag: 'refused', refusal: held.left }) : carryOut(deps, call, held.right, execution)
      },
    })
  }
