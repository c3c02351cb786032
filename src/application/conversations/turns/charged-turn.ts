import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ReleaseReason } from '../../../domain/ledger/hold.ts'
import type { Wallet } from '../../../domain/ledger/account.ts'
import type { ReceiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import { endWithin, releaseCommandOf, runPaidOperation } from '../../gateway/metering/paid-operation.ts'
import type { HoldFailure } from '../../gateway/metering/hold-failure.ts'
import type { HoldDeps, PaidState, PaidTerms, Unpaid } from '../../gateway/metering/paid-operation.ts'
import { openHeldCall } from '../../gateway/metering/held-call.ts'
import type { IdempotentExecution } from '../../idempotency/idempotently.ts'
import type { LedgerFailure } from '../../ports/billing/ledger.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { WalletStore } from '../../ports/billing/wallet-store.ts'
import { GENERATION_FAILED } from './turn-failure.ts'
import type { GenerationFailed } from './turn-failure.ts'

export interface ChargedTurnDeps extends HoldDeps {
  readonly unitOfWork: UnitOfWork
  readonly wallets: Pick<WalletStore, 'find'>
}

/** What every plan of a turn says about its money. */
export interface TurnPlan {
  /** Micro-tokens, > 0. */
  readonly priceMicro: bigint
  /** Shown to the user beside the charge. */
  readonly description: string
}

/** What every product of a model says about the call that made it. */
export interface TurnOutput {
  readonly receipt: ReceiptFacts
}

/** Why nothing is charged, and what the receipt says about it. */
export interface UndeliveredTurn<E = never> {
  readonly reason: ReleaseReason
  readonly receipt: ReceiptFacts | null
  /**
   * What is wrong with the request, if this was found before a provider was called. The idempotency key is then freed.
   */
  readonly refusal?: E
}

/**
 * What is charged in tokens and answered at once, as four steps. The bracket calls them in this order, each at most
 * once (`write` again where the database repeats its transaction).
 */
export interface Turn<E, P extends TurnPlan, M extends TurnOutput, A> {
  /** Decides all that needs no money. A Left costs nothing and frees the key. */
  readonly plan: (operationId: string) => Promise<Either<E, P>>
  /** Asks the model and stores the files of what it made. Not aborted when the client disconnects. */
  readonly ask: (plan: P) => Promise<Either<UndeliveredTurn<E>, M>>
  /**
   * Writes what was made, inside the transaction that charges for it. It takes its locks before the ledger takes those
   * of the wallet.
   */
  readonly write: (stores: Transaction, made: M) => Promise<void>
  /** The product as its reader sees it. */
  readonly describe: (made: M) => A
}

export interface Charged<A> {
  /** Also the id of the hold, of the charge and of the assistant's message. */
  readonly operationId: string
  readonly made: A
  /** Micro-tokens. */
  readonly chargedMicro: bigint
  /** The token wallet right after the charge. */
  readonly wallet: Wallet
  /** What the receipt of the charge tells. */
  readonly receipt: ReceiptFacts
}

/** Why no tokens were held. Nothing was done, and the key is free. */
export type TurnRefusal = { readonly tag: 'insufficient_tokens' } | LedgerFailure

/** A wallet whose tokens are held by other running turns has too few tokens as well. */
export const toTurnRefusal = (failure: HoldFailure): TurnRefusal => {
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

/** The token wallet of a user; every user has one. */
export const tokenWalletOf = async (wallets: Pick<WalletStore, 'find'>, userId: string): Promise<Wallet> => {
  const wallet = await wallets.find(userId, 'TOKEN')
  if (wallet === null) throw new Error(`user ${userId} has no token wallet`)
  return wallet
}

/** A step before anything is done: when it throws, the key is free again. */
export const orAbandon = async <R>(
  operation: Pick<IdempotentExecution<never, never>, 'abandon'>,
  step: () => Promise<R>,
): Promise<R> => {
  try {
    return await step()
  } catch (error) {
    await operation.abandon()
    throw error
  }
}

interface HeldTurn<P> {
  readonly plan: P
  readonly terms: PaidTerms
  /** The token wallet as it was before the hold. */
  readonly wallet: Wallet
}

/** Plans the turn and holds its price. */
const hold = async <E, P extends TurnPlan>(
  deps: ChargedTurnDeps,
  userId: string,
  plan: (operationId: string) => Promise<Either<E, P>>,
  operation: Pick<IdempotentExecution<never, never>, 'operationId' | 'abandon'>,
): Promise<Either<E | TurnRefusal, HeldTurn<P>>> => {
  const { operationId } = operation
  const planned = await orAbandon(operation, () => plan(operationId))
  if (isLeft(planned)) return planned
  const { priceMicro: holdMicro, description } = planned.right
  const wallet = await orAbandon(operation, () => tokenWalletOf(deps.wallets, userId))
  const terms: PaidTerms = {
    operationId,
    walletId: wallet.id,
    budgetId: null,
    kind: 'message',
    holdMicro,
    description,
    tariffVersion: null,
  }
  const held = await openHeldCall(deps)(terms)
  return isLeft(held) ? left(toTurnRefusal(held.left)) : right({ plan: planned.right, terms, wallet })
}

/** What was made, its charge and its record under the key: all of them or none. */
const commit = async <M extends TurnOutput, A>(
  deps: ChargedTurnDeps,
  { write, describe }: Pick<Turn<never, TurnPlan, M, A>, 'write' | 'describe'>,
  { terms, wallet: before }: Pick<HeldTurn<TurnPlan>, 'terms' | 'wallet'>,
  made: M,
  operation: IdempotentExecution<never, Charged<A>>,
): Promise<Either<GenerationFailed, Charged<A>>> =>
  deps.unitOfWork.transact(async (stores) => {
    const { operationId, holdMicro: price } = terms
    const { receipt } = made
    await write(stores, made)
    const ended = await endWithin(stores.ledger, terms, { tag: 'charge', price, receipt })
    // The hold was lost and the wallet can no longer pay, so the answer is not delivered.
    if (ended.tag !== 'settled' || ended.charged !== price) return left(GENERATION_FAILED)
    const wallet = { ...before, balance: ended.balanceAfter, held: ended.heldAfter }
    const charged = { operationId, made: describe(made), chargedMicro: price, wallet, receipt }
    return (await operation.record(stores, charged)) ? right(charged) : left(GENERATION_FAILED)
  })

/** The tokens go back and the failure is recorded, together. A request that is at fault frees its key instead. */
const release = async <E>(
  deps: ChargedTurnDeps,
  terms: PaidTerms,
  { failure, reason, receipt }: Unpaid<E | GenerationFailed>,
  operation: IdempotentExecution<GenerationFailed, never>,
): Promise<Either<E | GenerationFailed, never>> => {
  await deps.unitOfWork.transact(async (stores) => {
    await endWithin(stores.ledger, terms, { tag: 'release', reason, receipt })
    if (failure === GENERATION_FAILED) await operation.recordFailure(stores, GENERATION_FAILED)
    return right(null)
  })
  return left(failure)
}

/** The reason and the receipt with which the tokens of a turn are released that stopped in this state. */
const unpaidIn = <E, M extends TurnOutput>(state: PaidState<E, M>): Pick<Unpaid<E>, 'reason' | 'receipt'> => {
  switch (state.tag) {
    case 'held':
      // What the model did is unknown.
      return { reason: 'upstream_failed', receipt: null }
    case 'worked':
      return { reason: 'nothing_delivered', receipt: state.made.receipt }
    case 'failed':
      return state.unpaid
  }
}

/**
 * Everything that is charged in tokens and answered at once, with the commit policy `with`: plan → hold → ask the
 * model → { write, settle, record } in one transaction, or { release, record the failure } in one. A process that dies
 * in between leaves a hold and a claim that are lost with it: the tokens go back and the key answers that it failed.
 */
export const chargedTurn =
  (deps: ChargedTurnDeps) =>
  async <E, P extends TurnPlan, M extends TurnOutput, A>(
    userId: string,
    turn: Turn<E, P, M, A>,
    operation: IdempotentExecution<GenerationFailed, Charged<A>>,
  ): Promise<Either<E | TurnRefusal | GenerationFailed, Charged<A>>> => {
    const held = await hold(deps, userId, turn.plan, operation)
    if (isLeft(held)) return held
    const { plan, terms } = held.right
    return runPaidOperation<E | GenerationFailed, M, Charged<A>>(
      async () => {
        const made = await turn.ask(plan)
        return isLeft(made) ? left({ ...made.left, failure: made.left.refusal ?? GENERATION_FAILED }) : made
      },
      {
        settle: async (made) => {
          const charged = await commit(deps, turn, held.right, made, operation)
          if (!isLeft(charged)) return charged
          return left({ failure: charged.left, reason: 'nothing_delivered', receipt: made.receipt })
        },
        release: (unpaid) => release(deps, terms, unpaid, operation),
        broke: (state) => {
          // Repeated until the ledger takes it. A transaction that broke at its very end may have charged after all.
          deps.settlements.releaseUnlessSettled(releaseCommandOf(terms, unpaidIn(state)))
        },
      },
    )
  }
