import * as t from 'io-ts'
import { unixSeconds } from '../../../../application/ports/process/clock.ts'
import type { Receipt } from '../../../../domain/ledger/receipt.ts'
import type { Attempt } from '../../../../domain/routing/attempt.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { unixTime } from '../../codecs/codecs.ts'
import { currencyCodec } from '../../codecs/currency-codec.ts'

const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])

/** Which providers were asked, and under which names, is the operator's affair: it stands in the log and the database. */
const attempt = t.intersection(
  [t.type({ outcome: t.string }), t.partial({ upstream_code: t.string, chosen_by: t.string })],
  'UsageAttempt',
)

const attemptBody = ({ outcome, upstreamCode, chosenBy }: Attempt): t.TypeOf<typeof attempt> => ({
  outcome,
  ...(chosenBy === undefined ? {} : { chosen_by: chosenBy }),
  ...(typeof upstreamCode === 'string' ? { upstream_code: upstreamCode } : {}),
})

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
    attempts: t.array(attempt),
    created_at: unixTime,
    ended_at: orNull(unixTime),
  },
  'UsageReceipt',
)

/** A hold that was released and then charged late is a charge. */
const statusOf = ({ state, charge, writeoff }: Receipt): t.TypeOf<typeof receiptObject>['status'] => {
  if (state === 'held') return 'running'
  return charge + writeoff > 0n ? 'charged' : 'not_charged'
}

export const writeReceipt = (receipt: Receipt): t.TypeOf<typeof receiptObject> => {
  const { facts, currency, charge, writeoff } = receipt
  const status = statusOf(receipt)
  const ended = facts?.outcome ?? (status === 'charged' ? 'succeeded' : (receipt.releaseReason ?? 'expired'))
  return {
    object: 'usage.receipt',
    operation_id: receipt.operationId,
    kind: receipt.kind,
    model: facts?.model ?? receipt.model,
    status,
    outcome: status === 'running' ? 'running' : ended,
    usage: facts?.usage ?? null,
    estimated: facts?.estimated ?? false,
    tariff_version: facts?.tariffVersion ?? receipt.tariffVersion,
    currency,
    hold: formatMicro(receipt.hold, currency),
    charge: formatMicro(charge, currency),
    write_off: formatMicro(writeoff, currency),
    attempts: (facts?.attempts ?? []).map(attemptBody),
    created_at: unixSeconds(receipt.startedAt.getTime()),
    ended_at: receipt.endedAt === null ? null : unixSeconds(receipt.endedAt.getTime()),
  }
}
