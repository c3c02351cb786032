import * as t from 'io-ts'
import type { TopUpDetails } from '../../../../application/operators/top-ups/read-top-up.ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { refundable } from '../../../../domain/payments/refund.ts'
import type { TopUpRefund } from '../../../../domain/payments/refund.ts'
import type { TopUp } from '../../../../domain/payments/top-up.ts'
import { orNull, unixTime, uuid } from '../../codecs/codecs.ts'
import { amountText } from '../../codecs/money/amounts.ts'
import { currencyCodec } from '../../codecs/money/wallet-wire.ts'
import { wordOf } from '../../codecs/word-codec.ts'

export const topUpStatus = wordOf(['pending', 'succeeded', 'canceled'])

const shown = {
  id: t.string,
  account_id: t.string,
  status: topUpStatus,
  currency: currencyCodec,
  amount: amountText,
  price: amountText,
  provider: t.string,
  payment_id: orNull(t.string),
  created_at: unixTime,
}

const topUpBody = t.type(shown, 'OperatorTopUp')

export const refundBody = t.type(
  { id: t.string, status: topUpStatus, amount: amountText, price: amountText, created_at: unixTime },
  'OperatorTopUpRefund',
)

export const topUpListBody = t.type({ data: t.array(topUpBody), next_cursor: orNull(t.string) }, 'OperatorTopUpList')

export const topUpDetailsBody = t.type(
  { ...shown, refundable: amountText, refunds: t.array(refundBody) },
  'OperatorTopUpDetails',
)

export const topUpParams = t.type({ topup_id: uuid })

/** Why a refund is not made, or goes no further. */
export const REFUND_FAILURES = [
  'top_up_not_paid',
  'refund_exceeds_top_up',
  'refund_too_small',
  'refund_below_kopeck',
  'refund_under_way',
  'refund_unresolved',
  'insufficient_balance',
  'payment_provider_not_configured',
  'payment_refused',
] as const

export const writeTopUp = (topUp: TopUp): t.TypeOf<typeof topUpBody> => ({
  id: topUp.id,
  account_id: topUp.userId,
  status: topUp.status,
  currency: topUp.currency,
  amount: formatMicro(topUp.amount, topUp.currency),
  price: formatMicro(topUp.price, 'RUB'),
  provider: topUp.provider,
  payment_id: topUp.paymentId,
  created_at: secondsOf(topUp.createdAt),
})

export const writeRefund = (
  { id, status, amount, price, createdAt }: TopUpRefund,
  { currency }: Pick<TopUp, 'currency'>,
): t.TypeOf<typeof refundBody> => ({
  id,
  status,
  amount: formatMicro(amount, currency),
  price: formatMicro(price, 'RUB'),
  created_at: secondsOf(createdAt),
})

export const writeTopUpDetails = ({ topUp, refunds }: TopUpDetails): t.TypeOf<typeof topUpDetailsBody> => ({
  ...writeTopUp(topUp),
  refundable: formatMicro(refundable(topUp, refunds), topUp.currency),
  refunds: refunds.map((refund) => writeRefund(refund, topUp)),
})
