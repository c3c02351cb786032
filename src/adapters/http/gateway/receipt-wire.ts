import * as t from 'io-ts'
import { unixSeconds } from '../../../application/ports/clock.ts'
import type { Receipt } from '../../../domain/ledger/receipt.ts'
import type { Json } from '../../../domain/ledger/transfer.ts'
import { formatMicro } from '../../../domain/money/decimal.ts'
import { unixTime } from '../codecs.ts'
import { currencyCodec } from '../currency-codec.ts'

const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])

const isRecord = (json: Json | null): json is { readonly [key: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const textOr = (json: Json | undefined, fallback: string | null): string | null =>
  typeof json === 'string' ? json : fallback

/** Which vendors were asked, and under which names, is the operator's affair: it stands in the log and the database. */
const attempt = t.intersection([t.type({ outcome: t.string }), t.partial({ upstream_code: t.string })], 'UsageAttempt')

const attemptBody = (facts: { readonly [key: string]: Json }): t.TypeOf<typeof attempt> => {
  const code = facts['upstream_code']
  return {
    outcome: textOr(facts['outcome'], null) ?? 'abandoned',
    ...(typeof code === 'string' ? { upstream_code: code } : {}),
  }
}

export const receiptBodyCodec = t.type(
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
    attempts: t.array(attempt),
    created_at: unixTime,
    ended_at: orNull(unixTime),
  },
  'UsageReceipt',
)

/** A hold that was released and then charged late is a charge. */
const statusOf = ({ state, charge, writeoff }: Receipt): t.TypeOf<typeof receiptBodyCodec>['status'] => {
  if (state === 'held') return 'running'
  return charge + writeoff > 0n ? 'charged' : 'not_charged'
}

export const receiptBody = (receipt: Receipt): t.TypeOf<typeof receiptBodyCodec> => {
  const { facts: written, currency, charge, writeoff } = receipt
  const facts = isRecord(written) ? written : {}
  const status = statusOf(receipt)
  const usage = facts['usage'] ?? null
  const attempts = facts['attempts']
  const ended = status === 'charged' ? 'succeeded' : (receipt.releaseReason ?? 'expired')
  return {
    object: 'usage.receipt',
    operation_id: receipt.operationId,
    kind: receipt.kind,
    model: textOr(facts['model'], receipt.model),
    status,
    outcome: status === 'running' ? 'running' : (textOr(facts['outcome'], ended) ?? ended),
    usage: isRecord(usage) ? usage : null,
    estimated: facts['estimated'] === true,
    tariff_version: textOr(facts['tariff_version'], receipt.tariffVersion),
    currency,
    hold: formatMicro(receipt.hold, currency),
    charge: formatMicro(charge, currency),
    write_off: formatMicro(writeoff, currency),
    attempts: Array.isArray(attempts) ? attempts.filter(isRecord).map(attemptBody) : [],
    created_at: unixSeconds(receipt.startedAt.getTime()),
    ended_at: receipt.endedAt === null ? null : unixSeconds(receipt.endedAt.getTime()),
  }
}
