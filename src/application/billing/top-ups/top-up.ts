import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either, Left } from 'fp-ts/lib/Either.js'
import type { BalanceLimit } from '../../../domain/ledger/account.ts'
import type { Currency } from '../../../domain/money/money.ts'
import { priceTopUp } from '../../../domain/payments/price-top-up.ts'
import type { TopUpAmountFailure, TopUpTerms } from '../../../domain/payments/price-top-up.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { IdempotentExecution } from '../../idempotency/idempotently.ts'
import type { PaymentFailure, PaymentGateways, ProviderNotConfigured } from '../../ports/billing/payment-gateway.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { WalletStore } from '../../ports/billing/wallet-store.ts'
import type { AnnounceEndedTopUpDeps } from './announce-ended-top-up.ts'
import { confirmPayment } from './confirm-payment.ts'
import type { ConfirmPaymentFailure } from './confirm-payment.ts'
import { openTopUp } from './open-top-up.ts'
import type { TooManyPending } from './open-top-up.ts'
import { gatewayForNewTopUps, gatewayOf } from './payment-gateways.ts'

interface TopUpDeps extends AnnounceEndedTopUpDeps {
  readonly unitOfWork: UnitOfWork
  readonly wallets: Pick<WalletStore, 'find'>
  readonly payments: PaymentGateways
  readonly terms: TopUpTerms
  /** Where the customer's browser goes after paying. */
  readonly returnUrl: string
}

export interface TopUpInput {
  readonly userId: string
  readonly currency: Currency
  /** Micro-units of `currency`. */
  readonly amount: bigint
}

type OrderFailure = ConfirmPaymentFailure | PaymentFailure | ProviderNotConfigured | TooManyPending | BalanceLimit

export type TopUpFailure = TopUpAmountFailure | OrderFailure

/** An order whose price is known. Placing it again under the same operation makes nothing twice. */
interface PricedOrder {
  readonly place: (
    operation: Pick<IdempotentExecution<never, TopUp>, 'operationId' | 'record'>,
  ) => Promise<Either<OrderFailure, TopUp>>
}

/** Whether the payment provider failed after it was called: the failure is recorded, and the key stays used. */
export const isProviderFault = ({ tag }: OrderFailure): boolean => {
  switch (tag) {
    case 'balance_limit':
    case 'not_found':
    case 'payment_unavailable':
    case 'payment_provider_not_configured':
    case 'rate_limit_exceeded':
      return false
    case 'payment_mismatch':
    case 'payment_refused':
      return true
  }
}

/**
 * Prices an order of money for a wallet; a placed order asks the payment provider for the payment. The order and the
 * payment are named by the operation, so an execution that died half-way is simply run again by the next request with
 * its key.
 */
export const topUp =
  (deps: TopUpDeps) =>
  (input: TopUpInput): Either<TopUpAmountFailure, PricedOrder> => {
    const price = priceTopUp({ currency: input.currency, micro: input.amount }, deps.terms)
    if (isLeft(price)) return price
    return right({ place: (operation) => placeOrder(deps, input, price.right, operation) })
  }

const placeOrder = async (
  deps: TopUpDeps,
  input: TopUpInput,
  price: bigint,
  operation: Pick<IdempotentExecution<never, TopUp>, 'operationId' | 'record'>,
): Promise<Either<OrderFailure, TopUp>> => {
  const wallet = await deps.wallets.find(input.userId, input.currency)
  if (wallet === null) return left({ tag: 'not_found' })
  const gateway = gatewayForNewTopUps(deps.payments)
  if (gateway === null) return left({ tag: 'payment_unavailable', message: 'no payment provider is configured' })
  const order = await openTopUp(
    { ...deps, gateway },
    {
      id: operation.operationId,
      userId: input.userId,
      walletId: wallet.id,
      currency: input.currency,
      amount: input.amount,
      price,
      provider: gateway.provider,
    },
    wallet,
  )
  // An ended order comes from an earlier execution of this operation, which got as far as the end.
  if (isLeft(order) || order.right.status !== 'pending') return order
  return payOrder(deps, order.right, operation)
}

/** Asks for the payment of an open order. A resumed order is paid through the provider that it was opened with. */
const payOrder = async (
  deps: TopUpDeps,
  order: TopUp,
  operation: Pick<IdempotentExecution<never, TopUp>, 'operationId' | 'record'>,
): Promise<Either<OrderFailure, TopUp>> => {
  const { payments, returnUrl } = deps
  const { id, price } = order
  const gateway = gatewayOf(payments, order)
  if (isLeft(gateway)) return leaveUnpaid(deps, id, gateway)
  const payment = await gateway.right.create({ topUpId: id, price, description: `Top-up ${id}`, returnUrl })
  if (isLeft(payment)) return leaveUnpaid(deps, id, payment)
  return confirmPayment({ ...deps, source: gateway.right })({
    topUpId: id,
    payment: payment.right,
    alongside: (stores, confirmed) => operation.record(stores, confirmed),
  })
}

/** The provider may have made the payment, but the customer has no address to pay at: the order makes room at once. */
const leaveUnpaid = async <F>({ unitOfWork }: TopUpDeps, topUpId: string, failure: Left<F>): Promise<Left<F>> => {
  await unitOfWork.transact(async ({ topUps }) => right(await topUps.supersede(topUpId)))
  return failure
}
