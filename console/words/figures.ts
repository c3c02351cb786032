import { language } from './language.ts'

export type Currency = 'RUB' | 'TOKEN'

/** A decimal as the API sends it, such as `12.345678`. `Intl` reads such a text exactly; a number would round it. */
type Decimal = string

const exactly = (decimal: Decimal): number => decimal as unknown as number

/** As many digits behind the point as matter: kopecks, or for less than a rouble the first two that are not zero. */
const digitsThatMatter = (decimal: Decimal): number =>
  Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(Math.abs(Number(decimal))))))

const roubles = (decimal: Decimal, least: number, most: number): string =>
  new Intl.NumberFormat(language.value, {
    style: 'currency',
    currency: 'RUB',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  }).format(exactly(decimal))

const tokens = (decimal: Decimal, most: number): string => {
  const figure = new Intl.NumberFormat(language.value, { maximumFractionDigits: most }).format(exactly(decimal))
  if (language.value === 'ru') return `${figure} ток.`
  return figure === '1' ? '1 token' : `${figure} tokens`
}

/** A sum as a person reads it. */
export const sumText = (amount: Decimal, currency: Currency): string => {
  const most = digitsThatMatter(amount)
  return currency === 'TOKEN' ? tokens(amount, most) : roubles(amount, 2, most)
}

/** The same to the last digit, for a tooltip and for copying. */
export const exactSumText = (amount: Decimal, currency: Currency): string =>
  currency === 'TOKEN' ? tokens(amount, 6) : roubles(amount, 2, 6)

/** A round sum of roubles, as a scale has it: without the digits behind the point where they are zero. */
export const roundSumText = (sum: number): string => roubles(sum.toFixed(6), 0, 6)

export const countText = (count: number): string => new Intl.NumberFormat(language.value).format(count)

const timeText = (unixSeconds: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language.value, options).format(new Date(unixSeconds * 1_000))

/** A day and a minute in the reader's zone. */
export const momentText = (unixSeconds: number): string =>
  timeText(unixSeconds, { dateStyle: 'medium', timeStyle: 'short' })

/** To the second and with its zone, for a tooltip. */
export const exactMomentText = (unixSeconds: number): string =>
  timeText(unixSeconds, { dateStyle: 'full', timeStyle: 'long' })

export const dayText = (unixSeconds: number): string => timeText(unixSeconds, { dateStyle: 'medium' })

const unitText = (value: number, unit: string): string =>
  new Intl.NumberFormat(language.value, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 2,
  }).format(value)

/** A unit in seconds, and the one below it. */
const LONG_UNITS = [
  ['day', 86_400, 'hour', 3_600],
  ['hour', 3_600, 'minute', 60],
  ['minute', 60, 'second', 1],
] as const

/** Seconds for a person, in two units at most: 0.84 s, 12 s, 3 min 5 s, 2 days 5 h. */
export const durationText = (seconds: number): string => {
  const whole = seconds < 10 ? seconds : Math.round(seconds)
  const found = LONG_UNITS.find(([, length]) => whole >= length)
  if (found === undefined) return unitText(whole, 'second')
  const [unit, length, nextUnit, nextLength] = found
  const rest = Math.floor((whole % length) / nextLength)
  return `${unitText(Math.floor(whole / length), unit)}${rest === 0 ? '' : ` ${unitText(rest, nextUnit)}`}`
}

/** The time between two moments of which only the seconds are known. */
export const spanText = (from: number, to: number): string =>
  to > from ? durationText(to - from) : `< ${durationText(1)}`
