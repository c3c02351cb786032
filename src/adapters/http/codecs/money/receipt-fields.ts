import * as t from 'io-ts'
import { maskedKey } from '../../../../domain/api-keys/api-key.ts'
import type { Receipt, ReceiptKey } from '../../../../domain/ledger/receipt.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { ATTEMPT_OUTCOMES } from '../../../../domain/routing/attempt.ts'
import type { Attempt } from '../../../../domain/routing/attempt.ts'
import { wordOf } from '../word-codec.ts'

/**
 * Which providers were asked, and under which names, is the operator's affair: it stands in the log and the database.
 */
export const receiptAttempt = t.intersection(
  [t.type({ outcome: wordOf(ATTEMPT_OUTCOMES) }), t.partial({ upstream_code: t.string, chosen_by: t.string })],
  'UsageAttempt',
)

const writeAttempt = ({ outcome, upstreamCode, chosenBy }: Attempt): t.TypeOf<typeof receiptAttempt> => ({
  outcome,
  ...(chosenBy === undefined ? {} : { chosen_by: chosenBy }),
  ...(typeof upstreamCode === 'string' ? { upstream_code: upstreamCode } : {}),
})

/** A hold that was released and then charged late is a charge. */
export const statusOf = ({ state, charge, writeoff }: Receipt): 'running' | 'charged' | 'not_charged' => {
  if (state === 'held') return 'running'
  return charge + writeoff > 0n ? 'charged' : 'not_charged'
}

/** A key as its owner recognises it. */
export const keyNameBody = t.type({ id: t.string, name: t.string, masked: t.string }, 'KeyName')

export const writeKeyName = (key: ReceiptKey): t.TypeOf<typeof keyNameBody> => ({
  id: key.id,
  name: key.name,
  masked: maskedKey(key),
})

/** What the call used and cost, as every kind of receipt says it. */
export const writeFigures = ({ facts, tariffVersion, currency, hold, charge, writeoff }: Receipt) => ({
  usage: facts?.usage ?? null,
  estimated: facts?.estimated ?? false,
  tariff_version: facts?.tariffVersion ?? tariffVersion,
  currency,
  hold: formatMicro(hold, currency),
  charge: formatMicro(charge, currency),
  write_off: formatMicro(writeoff, currency),
  attempts: (facts?.attempts ?? []).map(writeAttempt),
  first_word_ms: facts?.firstWordMs ?? null,
})
