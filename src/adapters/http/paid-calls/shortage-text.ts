import type { Shortage } from '../../../application/gateway/metering/hold-failure.ts'
import { formatMicro } from '../../../domain/money/decimal.ts'

const rub = (micro: bigint): string => `${formatMicro(micro, 'RUB')} RUB`

/** By how much money is short, as the end of a message. A key with a limit learns its own share alone. */
export const shortageText = ({ neededMicro, heldMicro, availableMicro, isOfKey }: Shortage): string => {
  const left = availableMicro < 0n ? 0n : availableMicro
  return isOfKey
    ? `It needs ${rub(neededMicro)}; running calls of this key hold ${rub(heldMicro)}, and its limit leaves ${rub(left)}.`
    : `It needs ${rub(neededMicro)}; running calls hold ${rub(heldMicro)}, and ${rub(left)} is available.`
}
