import * as t from 'io-ts'
import { secondsOf, unixSeconds } from '../../../domain/time-units.ts'
import { startOf } from '../../../domain/ledger/operation-time.ts'
import { RECEIPT_OUTCOMES, surfaceOf } from '../../../domain/ledger/receipt-facts.ts'
import { receiptOutcome } from '../../../domain/ledger/receipt.ts'
import type { Receipt } from '../../../domain/ledger/receipt.ts'
import { count, orNull, unixTime } from '../codecs/codecs.ts'
import { amountText } from '../codecs/money/amounts.ts'
import { currencyCodec } from '../codecs/money/wallet-wire.ts'
import { keyNameBody, receiptAttempt, statusOf, writeFigures, writeKeyName } from '../codecs/money/receipt-fields.ts'
import { wordOf } from '../codecs/word-codec.ts'
import { isoTime } from '../csv/csv-line.ts'
import type { CsvColumns } from '../csv/csv-line.ts'

export const requestBody = t.type(
  {
    id: t.string,
    kind: t.string,
    surface: orNull(t.string),
    model: orNull(t.string),
    key: orNull(keyNameBody),
    status: t.keyof({ charged: null, not_charged: null }),
    outcome: wordOf(RECEIPT_OUTCOMES),
    usage: orNull(t.UnknownRecord),
    estimated: t.boolean,
    tariff_version: orNull(t.string),
    currency: currencyCodec,
    hold: amountText,
    charge: amountText,
    write_off: amountText,
    attempts: t.array(receiptAttempt),
    first_word_ms: orNull(count),
    started_at: unixTime,
    ended_at: unixTime,
  },
  'PaidRequest',
)

type RequestBody = t.TypeOf<typeof requestBody>

export const requestListBody = t.type(
  { data: t.array(requestBody), next_cursor: orNull(t.string) },
  'RequestListResponse',
)

/** The body of one request. Its start is read from the id, as the filters do. */
export const writeRequest = (receipt: Receipt): RequestBody => {
  const { operationId, facts, key, endedAt } = receipt
  if (endedAt === null) throw new Error(`operation ${operationId} of a list of ended ones runs`)
  return {
    id: operationId,
    kind: receipt.kind,
    surface: surfaceOf(receipt.kind, receipt.facts),
    model: facts?.model ?? null,
    key: key === null ? null : writeKeyName(key),
    status: statusOf(receipt) === 'charged' ? 'charged' : 'not_charged',
    outcome: receiptOutcome(receipt),
    ...writeFigures(receipt),
    started_at: unixSeconds(startOf(operationId)),
    ended_at: secondsOf(endedAt),
  }
}

/** The list as a table. The figures of use differ by kind, so they stand in one field, as JSON. */
export const REQUEST_COLUMNS: CsvColumns<RequestBody> = {
  id: ({ id }) => id,
  started_at: ({ started_at: at }) => at,
  started_at_iso: ({ started_at: at }) => isoTime(at),
  ended_at: ({ ended_at: at }) => at,
  ended_at_iso: ({ ended_at: at }) => isoTime(at),
  kind: ({ kind }) => kind,
  surface: ({ surface }) => surface,
  model: ({ model }) => model,
  key_id: ({ key }) => key?.id ?? null,
  key_name: ({ key }) => key?.name ?? null,
  key: ({ key }) => key?.masked ?? null,
  status: ({ status }) => status,
  outcome: ({ outcome }) => outcome,
  currency: ({ currency }) => currency,
  hold: ({ hold }) => hold,
  charge: ({ charge }) => charge,
  write_off: ({ write_off: writeOff }) => writeOff,
  tariff_version: (row) => row.tariff_version,
  estimated: ({ estimated }) => estimated,
  attempts: ({ attempts }) => attempts.length,
  first_word_ms: (row) => row.first_word_ms,
  usage: ({ usage }) => (usage === null ? null : JSON.stringify(usage)),
}
