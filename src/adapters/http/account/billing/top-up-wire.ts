import * as t from 'io-ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import type { RecordedResult } from '../../../../domain/limits/idempotency.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import type { TopUp } from '../../../../domain/payments/top-up.ts'
import { unixTime } from '../../codecs/codecs.ts'
import { amountText } from '../../codecs/money/amounts.ts'
import { accountError } from '../account-failures.ts'
import { encodeJson } from '../../endpoint/idempotency.ts'
import { currencyCodec } from '../../codecs/money/wallet-wire.ts'

export const topUpStatus = t.keyof({ pending: null, succeeded: null, canceled: null }, 'pending, succeeded or canceled')

export const topUpBody = t.type(
  {
    id: t.string,
    status: topUpStatus,
    currency: currencyCodec,
    amount: amountText,
    price: t.type({ currency: t.literal('RUB'), amount: amountText }),
    confirmation_url: t.union([t.string, t.null]),
    created_at: unixTime,
  },
  'TopupResponse',
)

export const topUpListBody = t.type(
  { data: t.array(topUpBody), next_cursor: t.union([t.string, t.null]) },
  'TopupListResponse',
)

export const writeTopUp = (topUp: TopUp): t.TypeOf<typeof topUpBody> => ({
  id: topUp.id,
  status: topUp.status,
  currency: topUp.currency,
  amount: formatMicro(topUp.amount, topUp.currency),
  price: { currency: 'RUB', amount: formatMicro(topUp.price, 'RUB') },
  confirmation_url: topUp.confirmationUrl,
  created_at: secondsOf(topUp.createdAt),
})

export const encodeTopUp = (topUp: TopUp): RecordedResult => encodeJson(201, writeTopUp(topUp))

export const encodePaymentFailure = (): RecordedResult => {
  const { status, body } = accountError({ tag: 'payment_failed' })
  return encodeJson(status, body)
}
