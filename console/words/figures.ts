import { language } from './language.ts'

export type Currency = 'RUB' | 'TOKEN'

/** A decimal as the API sends it, such as `12.345678`. `Intl` reads such a text exactly; a number would round it. */
type Decimal = string

interface Format {
  format(value: Decimal | number | Date): string
}

/** `Intl` takes a decimal as a text, which TypeScript does not know. */
const FORMATS = Intl as unknown as Readonly<
  Record<'NumberFormat' | 'DateTimeFormat', new (language: string, options: object) => Format>
>

const formats = new Map<string, Format>()

/**
 * A value as the language of the page writes it. To make a format takes a hundred times as long as to use it, and a
 * long list has thousands of figures.
 */
const formatted = (kind: keyof typeof FORMATS, options: object, value: Decimal | number | Date): string => {
  const name = JSON.stringify([language.value, kind, options])
  const format = formats.get(name) ?? new FORMATS[kind](language.value, options)
  formats.set(name, format)
  return format.format(value)
}

/** As many digits behind the point as matter: kopecks, or for less than a rouble the first two that are not zero. */
const digitsThatMatter = (decimal: Decimal): number =>
  Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(Math.abs(Number(decimal))))))

const roubles = (decimal: Decimal, least: number, most: number): string =>
  formatted(
    'NumberFormat',
    {
      style: 'currency',
      currency: 'RUB',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    },
    decimal,
  )

const tokens = (decimal: Decimal, most: number): string => {
  const figure = formatted('NumberFormat', { maximumFractionDigits: most }, decimal)
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

export const countText = (count: number): string => formatted('NumberFormat', {}, count)

const timeText = (unixSeconds: number, options: Intl.DateTimeFormatOptions): string =>
  formatted('DateTimeFormat', options, new Date(unixSeconds * 1_000))

/** A day and a minute in the reader's zone. */
export const momentText = (unixSeconds: number): string =>
  timeText(unixSeconds, { dateStyle: 'medium', timeStyle: 'short' })

/** To the second and with its zone, for a tooltip. */
export const exactMomentText = (unixSeconds: number): string =>
  timeText(unixSeconds, { dateStyle: 'full', timeStyle: 'long' })

export const dayText = (unixSeconds: number): string => timeText(unixSeconds, { dateStyle: 'medium' })

const unitText = (value: number, unit: string): string =>
  formatted('NumberFormat', { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 2 }, value)

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
