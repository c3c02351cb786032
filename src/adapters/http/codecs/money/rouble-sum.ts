import * as t from 'io-ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'

type SumFields<N extends string, S, T> = Readonly<Record<N, S>> & Readonly<Record<`${N}_rub`, T>>

/**
 * A sum in a shape that was copied from another API: roubles as a JSON number there, and the exact decimal beside it
 * (contract 1). The number is exact too below a billion roubles, where a double still has every micro-rouble.
 */
export const roubleSum = <N extends string>(name: N, micro: bigint): SumFields<N, number, string> => {
  const text = formatMicro(micro, 'RUB')
  return { [name]: Number(text), [`${name}_rub`]: text } as SumFields<N, number, string>
}

/** The same for a sum that may be absent. */
export const roubleSumOrNull = <N extends string>(
  name: N,
  micro: bigint | null,
): SumFields<N, number | null, string | null> =>
  micro === null ? ({ [name]: null, [`${name}_rub`]: null } as SumFields<N, null, null>) : roubleSum(name, micro)

export const sumFields = <N extends string>(name: N): SumFields<N, t.NumberC, t.StringC> =>
  ({ [name]: t.number, [`${name}_rub`]: t.string }) as SumFields<N, t.NumberC, t.StringC>
