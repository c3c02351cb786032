import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { MICRO_PER_UNIT } from './money.ts'
import type { Currency } from './money.ts'

type DecimalFailure = { readonly tag: 'not_a_decimal'; readonly text: string }

const FRACTION_DIGITS = 6

/** At most 12 digits before the point, so that every amount and any plausible sum fits PostgreSQL's `bigint`. */
const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/

/**
 * Reads a decimal string as micro-units, exactly. Refuses exponents, spaces, signs other than a leading minus, and more
 * than six fractional digits with `not_a_decimal`.
 *
 * Example: `parseMicro('12.345678')` is `right(12_345_678n)`, `parseMicro('1e3')` is `left({ tag: 'not_a_decimal',
 * text: '1e3' })`.
 */
export const parseMicro = (text: string): Either<DecimalFailure, bigint> => {
  const match = DECIMAL.exec(text)
  if (match === null) return left({ tag: 'not_a_decimal', text })
  const [, sign, whole = '0', fraction = ''] = match
  const micro = BigInt(whole) * MICRO_PER_UNIT + BigInt(fraction.padEnd(FRACTION_DIGITS, '0'))
  return right(sign === '-' ? -micro : micro)
}

/** The least number of fractional digits of an amount (contract 1: roubles show 2 to 6). */
const MIN_FRACTION_DIGITS: Readonly<Record<Currency, number>> = { RUB: 2, TOKEN: 0 }

const ZERO = '0'.charCodeAt(0)

/** The digits without the zeros at their end. Each call is written with several sums, so it is not a pattern. */
const withoutEndingZeros = (digits: string): string => {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end -= 1
  return digits.slice(0, end)
}

/**
 * Writes micro-units as the decimal string that clients read (contract 1).
 *
 * Example: `formatMicro(12_500_000n, 'RUB')` is `12.50`, `formatMicro(1n, 'RUB')` is `0.000001`,
 * `formatMicro(125_000_000n, 'TOKEN')` is `125`.
 */
export const formatMicro = (micro: bigint, currency: Currency): string => {
  const magnitude = micro < 0n ? -micro : micro
  const digits = magnitude.toString().padStart(FRACTION_DIGITS + 1, '0')
  const whole = digits.slice(0, -FRACTION_DIGITS)
  const fraction = withoutEndingZeros(digits.slice(-FRACTION_DIGITS)).padEnd(MIN_FRACTION_DIGITS[currency], '0')
  return `${micro < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** The same where there may be no amount. */
export const formatMicroOrNull = (micro: bigint | null, currency: Currency): string | null =>
  micro === null ? null : formatMicro(micro, currency)

const DIGITS_PER_MILLIONTH = 12

/**
 * Writes the price of one unit in roubles, exactly, where `micro` micro-roubles are the price of a million of them.
 *
 * Example: `formatPerMillion(12_000_000n)` is `0.000012`, `formatPerMillion(1n)` is `0.000000000001`.
 */
export const formatPerMillion = (micro: bigint): string => {
  const digits = micro.toString().padStart(DIGITS_PER_MILLIONTH + 1, '0')
  const whole = digits.slice(0, -DIGITS_PER_MILLIONTH)
  const fraction = withoutEndingZeros(digits.slice(-DIGITS_PER_MILLIONTH))
  return fraction === '' ? whole : `${whole}.${fraction}`
}
