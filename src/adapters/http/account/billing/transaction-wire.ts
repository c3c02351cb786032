import * as t from 'io-ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import type { WalletTransaction } from '../../../../application/ports/billing/transaction-log.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { unixTime } from '../../codecs/codecs.ts'
import { amountText } from '../../codecs/money/amounts.ts'
import { currencyCodec } from '../../codecs/money/wallet-wire.ts'
import { isoTime } from '../../csv/csv-line.ts'
import type { CsvColumns } from '../../csv/csv-line.ts'

export const transactionType = t.keyof(
  { topup: null, charge: null, refund: null, bonus: null, adjustment: null },
  'topup, charge, refund, bonus or adjustment',
)

const transactionBody = t.type(
  {
    id: t.string,
    type: transactionType,
    currency: currencyCodec,
    amount: amountText,
    balance_after: amountText,
    description: t.string,
    reference: t.type({ kind: t.string, id: t.string }),
    created_at: unixTime,
  },
  'Transaction',
)

export const transactionListBody = t.type(
  { data: t.array(transactionBody), next_cursor: t.union([t.string, t.null]) },
  'TransactionListResponse',
)

type TransactionBody = t.TypeOf<typeof transactionBody>

export const writeTransaction = (transaction: WalletTransaction): TransactionBody => ({
  id: transaction.id,
  type: transaction.type,
  currency: transaction.currency,
  amount: formatMicro(transaction.amount, transaction.currency),
  balance_after: formatMicro(transaction.balanceAfter, transaction.currency),
  description: transaction.description,
  reference: { kind: transaction.reference.kind, id: transaction.reference.id },
  created_at: secondsOf(transaction.createdAt),
})

/** The list as a table. */
export const TRANSACTION_COLUMNS: CsvColumns<TransactionBody> = {
  id: ({ id }) => id,
  created_at: ({ created_at: at }) => at,
  created_at_iso: ({ created_at: at }) => isoTime(at),
  type: ({ type }) => type,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => amount,
  balance_after: (row) => row.balance_after,
  description: ({ description }) => description,
  reference_kind: ({ reference }) => reference.kind,
  reference_id: ({ reference }) => reference.id,
}
