import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { AdjustBalance } from '../../../../application/operators/accounts/adjust-balance.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { uuid } from '../../codecs/codecs.ts'
import { amountText, amountWhere } from '../../codecs/money/amounts.ts'
import { currencyCodec } from '../../codecs/money/wallet-wire.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { reasonField } from '../reason-field.ts'
import { accountParams } from './account-wire.ts'

/** Micro-units to add, or with a minus to take. */
const signedAmount = amountWhere(
  'a decimal string other than 0 with at most six fractional digits',
  (micro) => micro !== 0n,
  { description: 'Added to the balance; with a minus taken from it.', examples: ['500.00'] },
)

const adjustmentBody = t.type(
  { id: uuid, currency: currencyCodec, amount: signedAmount, reason: reasonField },
  'BalanceAdjustmentRequest',
)

const adjustedBody = t.type(
  { id: t.string, currency: currencyCodec, balance: amountText, fresh: t.boolean },
  'BalanceAdjustment',
)

export const adjustBalanceEndpoint = (adjustBalance: AdjustBalance): Endpoint =>
  endpoint({
    id: 'adjustBalance',
    method: 'POST',
    path: '/v1/operator/accounts/:account_id/adjustments',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Add money to a wallet of an account, or take it',
    params: accountParams,
    body: adjustmentBody,
    success: {
      status: 200,
      description:
        'The money has moved, once for each `id`: sent again, the same request moves nothing and answers the same ' +
        'balance with `fresh` false. The owner of the account reads the reason beside the transaction.',
      body: adjustedBody,
    },
    failures: ['not_found', 'insufficient_balance', 'balance_limit', 'adjustment_mismatch'],
    handle: async ({ params, body: { id, currency, amount, reason } }, { userId: operatorId }) => {
      const moved = await adjustBalance({
        operatorId,
        accountId: params.account_id,
        transferId: id,
        currency,
        amount,
        reason,
      })
      if (isLeft(moved)) return moved.left.tag === 'mismatch' ? left({ tag: 'adjustment_mismatch' }) : left(moved.left)
      const { balanceAfter, fresh } = moved.right
      return right(json(200, { id, currency, balance: formatMicro(balanceAfter, currency), fresh }))
    },
  })
