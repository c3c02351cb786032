import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Answer } from '../../domain/limits/idempotency.ts'
import type { Currency } from '../../domain/money/money.ts'
import { priceTopUp, type TopUpAmountFailure, type TopUpTerms } from '../../domain/payments/order-top-up.ts'
import type { TopUp } from '../../domain/payments/top-up.ts'
import type { ClaimKeyFailure } from '../idempotency/claim-key.ts'
import { type Execution, idempotently, type IdempotentlyDeps, type StoredAnswer } from '../idempotency/idempotently.ts'
import type { PaymentFailure, PaymentGateway } from '../ports/payment-gateway.ts'
import type { Clock } from '../ports/clock.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { WalletStore } from '../ports/wallet-store.ts'
import { confirmPayment, type ConfirmPaymentFailure } from './confirm-payment.ts'
import { openTopUp, type TooManyPending } from './open-top-up.ts'

export interface TopUpDeps extends IdempotentlyDeps {
  readonly unitOfWork: UnitOfWork
  readonly wallets: Pick<WalletStore, 'find'>
  readonly payments: PaymentGateway
  readonly clock: Clock
  readonly terms: TopUpTerms
  /** Where the customer's browser goes after paying. */
  readonly returnUrl: string
}

export interface TopUpInput {
  readonly userId: string
  readonly key: string
  readonly requestHash: Uint8Array
  readonly currency: Currency
  /** Micro-units of `currency`. */
  readonly amount: bigint
  readonly render: (topUp: TopUp) => Answer
  /** The answer when the payment provider did not make the payment; recorded, so the key stays used. */
  readonly renderProviderFailure: (failure: ProviderFailure) => Answer
}

type OrderFailure = ConfirmPaymentFailure | PaymentFailure | TooManyPending

/** What the provider did wrong, after it was called. One that took no order leaves the key free. */
export type ProviderFailure = Exclude<
  OrderFailure,
  { readonly tag: 'not_found' | 'payment_unavailable' | 'rate_limit_exceeded' }
>

export type TopUpFailure = TopUpAmountFailure | ClaimKeyFailure | OrderFailure

/**
 * Orders money for a wallet and asks the payment provider for the payment. The order and the payment are named by
 * the operation, so an execution that died half-way is simply run again by the next request with its key.
 */
export const topUp =
  (deps: TopUpDeps) =>
  async (input: TopUpInput): Promise<Either<TopUpFailure, StoredAnswer>> => {
    const price = priceTopUp({ currency: input.currency, micro: input.amount }, deps.terms)
    if (isLeft(price)) return price
    return idempotently(deps)<OrderFailure, TopUp>({
      userId: input.userId,
      scope: 'billing.topup',
      key: input.key,
      requestHash: input.requestHash,
      afterCrash: 'resume',
      execute: (execution) => placeOrder(deps, input, price.right, execution),
      render: input.render,
      renderFailure: (failure) => renderFailure(input, failure),
    })
  }

const renderFailure = (input: TopUpInput, failure: OrderFailure): Answer | null => {
  switch (failure.tag) {
    case 'not_found':
    case 'payment_unavailable':
    case 'rate_limit_exceeded':
      return null
    case 'payment_mismatch':
    case 'payment_refused':
      return input.renderProviderFailure(failure)
  }
}

const placeOrder = async (
  deps: TopUpDeps,
  input: TopUpInput,
  price: bigint,
  execution: Execution<TopUp>,
): Promise<Either<OrderFailure, TopUp>> => {
  const wallet = await deps.wallets.find(input.userId, input.currency)
  if (wallet === null) return left({ tag: 'not_found' })
  const order = await openTopUp(deps, {
    id: execution.operationId,
    userId: input.userId,
    walletId: wallet.id,
    currency: input.currency,
    amount: input.amount,
    price,
    provider: deps.payments.provider,
  })
  if (isLeft(order)) return order
  const opened = order.right
  // An earlier execution of this operation got as far as the end.
  if (opened.status !== 'pending') return right(opened)
  const payment = await deps.payments.create({
    topUpId: opened.id,
    price: opened.price,
    description: `Top-up ${opened.id}`,
    returnUrl: deps.returnUrl,
  })
  if (isLeft(payment)) {
    // The provider may have made the payment; its customer was sent nowhere, so it makes room at once.
    await deps.unitOfWork.transact(async ({ topUps }) => right(await topUps.supersede(opened.id)))
    return payment
  }
  return confirmPayment({ unitOfWork: deps.unitOfWork, acceptsTest: deps.payments.acceptsTest })({
    topUpId: opened.id,
    payment: payment.right,
    alongside: (stores, confirmed) => execution.record(stores, confirmed),
  })
}
