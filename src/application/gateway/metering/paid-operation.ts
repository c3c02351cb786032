import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Model, ModelKind } from '../../../domain/catalog/model.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import type { ReleaseReason } from '../../../domain/ledger/hold.ts'
import type { ReceiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import type { EndCommand, PlaceHold, PlaceHoldOutcome, Release, SmallerHold } from '../../../domain/ledger/command.ts'
import type { Capture } from '../../../domain/ledger/reservation-command.ts'
import type { RateVerdict } from '../../../domain/limits/rate-limit.ts'
import { tokenTake } from '../../../domain/limits/token-limit.ts'
import type { TokenTake } from '../../../domain/limits/token-limit.ts'
import type { NowOrLater } from '../../now-or-later.ts'
import type { CaptureFrom } from '../../billing/reservations/count-calls.ts'
import type { ReservationBook } from '../../billing/reservations/reservation-book.ts'
import type { NamedInstance } from '../../instances/running-instance.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { Ledger, LedgerFailure, LedgerInTransaction } from '../../ports/billing/ledger.ts'
import type { Settlements } from './settlements.ts'

/**
 * `at_most`: the prompt was not counted, so the call may need less. `at_least`: what is paid for was not measured, so
 * the call may need more.
 */
export type SumBound = 'at_most' | 'at_least'

/** What a paid operation is, before a provider is asked. */
export interface PaidTerms {
  /** Names the operation, its hold and its charge. */
  readonly operationId: string
  readonly walletId: string
  /** That of the key that pays. Null: no key pays. */
  readonly budgetId: string | null
  /** The kind of work, and of the hold's and the charge's reference. */
  readonly kind: ModelKind | 'message'
  /** Micro-units, > 0. */
  readonly holdMicro: bigint
  /** Where less than that will do. */
  readonly less?: SmallerHold | undefined
  /** Where that sum is not exact. */
  readonly bound?: SumBound | undefined
  /** Shown to the user beside the charge. */
  readonly description: string
  readonly tariffVersion: string | null
  /** What it takes of its key's tokens a minute; absent where nothing limits them. */
  readonly tokens?: TokenTerms
  /**
   * True where its answer cannot be given without a row: it has a hold of its own, so that no provider works for it
   * while the database is away.
   */
  readonly needsRow?: boolean
}

/** The tokens that an operation takes, and who hears what is left. */
export interface TokenTerms {
  readonly take: TokenTake
  readonly onTaken: (verdict: RateVerdict) => void
}

/** Who pays for a call, and under which name. */
export interface Payer {
  readonly principal: Pick<GatewayPrincipal, 'keyId' | 'walletId'>
  /** Given where the call already has a name (an idempotency record); made here otherwise. */
  readonly operationId?: string | undefined
}

/** What the payer gets. */
interface SoldWork {
  readonly model: Pick<Model, 'kind' | 'tariffVersion'>
  /** Micro-units, > 0. */
  readonly holdMicro: bigint
  /** Shown to the user beside the charge. */
  readonly description: string
}

/** The terms of one call of a model. */
export const paidTerms = (
  ids: IdGenerator,
  { principal: { keyId, walletId }, operationId = ids.next() }: Payer,
  { model: { kind, tariffVersion }, holdMicro, description }: SoldWork,
): PaidTerms => ({ operationId, walletId, budgetId: keyId, kind, holdMicro, description, tariffVersion })

/** A call of a key that may have a limit of tokens. */
export interface TokenPayer extends Payer {
  readonly principal: Payer['principal'] & Pick<GatewayPrincipal, 'tokensPerMinute'>
  /** Called with what is left of the key's tokens, where they are limited. */
  readonly onTokens?: ((verdict: RateVerdict) => void) | undefined
}

/** The terms of a call that is counted in tokens: `tokenBound` is the most it may use, 0 where it is not so counted. */
export const tokenTerms = (
  ids: IdGenerator,
  payer: TokenPayer,
  { tokenBound, ...sold }: SoldWork & { readonly tokenBound: number },
): PaidTerms => {
  const terms = paidTerms(ids, payer, sold)
  const take = tokenBound === 0 ? null : tokenTake(payer.principal, terms.operationId, tokenBound)
  return take === null ? terms : { ...terms, tokens: { take, onTaken: payer.onTokens ?? (() => undefined) } }
}

/** How a paid operation ends for money. */
export type Verdict =
  | { readonly tag: 'charge'; readonly price: bigint; readonly receipt: ReceiptFacts }
  | { readonly tag: 'release'; readonly reason: ReleaseReason; readonly receipt: ReceiptFacts | null }

/** What keeps a hold alive, and for how long. */
interface HoldKeeper {
  /** The process that works for it; null if the work outlives processes. */
  readonly instance: string | null
  /** Null: as long as the instance lives. */
  readonly lifeSeconds: number | null
}

const placementOf = (
  { operationId: holdId, walletId, holdMicro, less, kind, budgetId }: PaidTerms,
  { instance, lifeSeconds }: HoldKeeper,
): PlaceHold => ({
  tag: 'place_hold',
  holdId,
  walletId,
  amount: holdMicro,
  ...(less === undefined ? {} : { less }),
  reference: { kind, id: holdId },
  budgetId,
  instance,
  lifeSeconds,
})

type Released = Pick<Extract<Verdict, { readonly tag: 'release' }>, 'reason' | 'receipt'>

/**
 * The receipt of an operation that costs nothing tells why its hold was released, also where its work was done and
 * could not be delivered: lists of calls ask the receipt, and the usage counts by the hold.
 */
const unpaidReceipt = ({ reason, receipt }: Released): ReceiptFacts | null =>
  receipt === null || receipt.outcome === reason ? receipt : { ...receipt, outcome: reason }

/** The one command that releases the hold of an operation. */
export const releaseCommandOf = (
  { operationId: holdId, walletId }: Pick<PaidTerms, 'operationId' | 'walletId'>,
  released: Released,
): Release => ({ tag: 'release', holdId, walletId, reason: released.reason, receipt: unpaidReceipt(released) })

/** The one command by which a verdict ends the hold of an operation. */
export const endCommandOf = (terms: PaidTerms, verdict: Verdict): EndCommand => {
  const { operationId: holdId, walletId, kind, description, tariffVersion } = terms
  switch (verdict.tag) {
    case 'charge': {
      const { price, receipt } = verdict
      const reference = { kind, id: holdId }
      return { tag: 'settle', holdId, walletId, price, reference, description, tariffVersion, receipt }
    }
    case 'release':
      return releaseCommandOf(terms, verdict)
  }
}

/** The price of a verdict, in micro-units. */
export const priceOfVerdict = (verdict: Verdict): bigint => (verdict.tag === 'charge' ? verdict.price : 0n)

/** The one command by which a verdict ends an operation that was admitted against a reservation. */
export const captureCommandOf = (
  { operationId: holdId, walletId, holdMicro: amount, kind, description, tariffVersion }: PaidTerms,
  budgetId: string,
  from: CaptureFrom,
  verdict: Verdict,
): Capture => ({
  tag: 'capture',
  holdId,
  walletId,
  budgetId,
  amount,
  ...from,
  price: priceOfVerdict(verdict),
  releaseReason: verdict.tag === 'release' ? verdict.reason : 'zero_price',
  reference: { kind, id: holdId },
  description,
  tariffVersion,
  receipt: verdict.tag === 'release' ? unpaidReceipt(verdict) : verdict.receipt,
})

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
  /** The running process: its holds live as long as it does. */
  readonly instance: NamedInstance
  /** What it has reserved for calls to come. */
  readonly reservations: Pick<ReservationBook, 'admit' | 'count'>
}

/** Holds the money of an operation that this process carries out. */
export const submitHold = async (
  { ledger, settlements, instance }: HoldDeps,
  terms: PaidTerms,
): Promise<Either<LedgerFailure, PlaceHoldOutcome>> => {
  const placement = placementOf(terms, { instance: instance.id, lifeSeconds: null })
  const placed = await ledger.submit(placement)
  // A hold lives as long as this process, so one that was placed unseen would not end by itself.
  if (isLeft(placed) && placed.left.tag === 'ledger_unavailable' && placed.left.mayHaveLanded === true) {
    settlements.releaseLostPlacement(placement, releaseCommandOf(terms, { reason: 'not_called', receipt: null }))
  }
  return placed
}

/** Why an operation costs nothing: what its caller gets, and what its receipt says. */
export interface Unpaid<F> {
  readonly failure: F
  readonly reason: ReleaseReason
  readonly receipt: ReceiptFacts | null
}

/** Where an operation stands between its hold and the end of the hold. */
export type PaidState<F, M> =
  | { readonly tag: 'held' }
  | { readonly tag: 'worked'; readonly made: M }
  | { readonly tag: 'failed'; readonly unpaid: Unpaid<F> }

/**
 * When the end of a hold is written: `behind` the response (meteredCall), or `with` the result in one transaction
 * (chargedTurn). The hold of a video that was taken (submitVideo) ends later, with its job.
 */
export interface CommitPolicy<F, M, R> {
  /** worked → settled. Left: what was made cannot be delivered, and the operation has failed. */
  readonly settle: (made: M) => NowOrLater<Either<Unpaid<F>, R>>
  /** failed → released. Right where the failure itself is a result that its caller can read. */
  readonly release: (unpaid: Unpaid<F>) => NowOrLater<Either<F, R>>
  /** A step threw in this state: the policy sees to it that the hold ends all the same. */
  readonly broke: (state: PaidState<F, M>) => NowOrLater<void>
}

/**
 * The bracket of every paid operation whose result is one value, from its placed hold to the end of the hold:
 * held → worked → settled, or held → worked → failed → released, or held → failed → released. A streamed chat has no
 * moment at which it is done: `endHold` ends its hold, by the same commands. The claim of the Idempotency-Key stands
 * around both. A process that dies in between leaves a hold, which the sweeper releases.
 */
export const runPaidOperation = async <F, M, R>(
  work: () => Promise<Either<Unpaid<F>, M>>,
  policy: CommitPolicy<F, M, R>,
): Promise<Either<F, R>> => {
  let state: PaidState<F, M> = { tag: 'held' }
  try {
    const worked = await work()
    if (isRight(worked)) state = { tag: 'worked', made: worked.right }
    const settling = isLeft(worked) ? worked : policy.settle(worked.right)
    const settled = settling instanceof Promise ? await settling : settling
    if (isRight(settled)) return settled
    state = { tag: 'failed', unpaid: settled.left }
    return await policy.release(settled.left)
  } catch (error) {
    await policy.broke(state)
    throw error
  }
}
