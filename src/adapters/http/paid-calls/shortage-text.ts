import type { Shortage } from '../../../application/gateway/metering/hold-failure.ts'
import type { SumBound } from '../../../application/gateway/metering/paid-operation.ts'
import { formatMicro } from '../../../domain/money/decimal.ts'

const rub = (micro: bigint): string => `${formatMicro(micro, 'RUB')} RUB`

const BOUND_WORDS: Readonly<Record<SumBound, string>> = { at_most: 'at most ', at_least: 'at least ' }

/** By how much money is short, as the end of a message. A key with a limit learns its own share alone. */
export const shortageText = ({ neededMicro, bound, heldMicro, availableMicro, isOfKey }: Shortage): string => {
  const left = rub(availableMicro < 0n ? 0n : availableMicro)
  const needs = `It needs ${bound === undefined ? '' : BOUND_WORDS[bound]}${rub(neededMicro)}`
  return isOfKey
    ? `${needs}; running calls of this key hold ${rub(heldMicro)}, and its limit leaves ${left}.`
    : `${needs}; running calls hold ${rub(heldMicro)}, and ${left} is available.`
}
