import * as t from 'io-ts'
import { secondsOf, secondsOrNull } from '../../../../domain/time-units.ts'
import { receiptOutcome } from '../../../../domain/ledger/receipt.ts'
import type { Receipt } from '../../../../domain/ledger/receipt.ts'
import { count, orNull, unixTime } from '../../codecs/codecs.ts'
import { currencyCodec } from '../../codecs/money/wallet-wire.ts'
import { receiptAttempt, statusOf, writeFigures } from '../../codecs/money/receipt-fields.ts'

export const receiptObject = t.type(
  {
    object: t.literal('usage.receipt'),
    operation_id: t.string,
    kind: t.string,
    model: orNull(t.string),
    status: t.keyof({ running: null, charged: null, not_charged: null }),
    outcome: t.string,
    usage: orNull(t.UnknownRecord),
    estimated: t.boolean,
    tariff_version: orNull(t.string),
    currency: currencyCodec,
    hold: t.string,
    charge: t.string,
    write_off: t.string,
    attempts: t.array(receiptAttempt),
    first_word_ms: orNull(count),
    created_at: unixTime,
    ended_at: orNull(unixTime),
  },
  'UsageReceipt',
)

export const writeReceipt = (receipt: Receipt): t.TypeOf<typeof receiptObject> => {
  const status = statusOf(receipt)
  return {
    object: 'usage.receipt',
    operation_id: receipt.operationId,
    kind: receipt.kind,
    model: receipt.facts?.model ?? receipt.model,
    status,
    outcome: status === 'running' ? 'running' : receiptOutcome(receipt),
    ...writeFigures(receipt),
    created_at: secondsOf(receipt.startedAt),
    ended_at: secondsOrNull(receipt.endedAt),
  }
}
