import type { Model } from './playground-page.tsx'

type Prices = Model['prices']

/** What a row asks of a request; null asks for nothing. */
type Conditions = Readonly<Record<string, string | boolean | null>>

interface Row {
  readonly price: string
}

/** Of the rows that fit the one with the most conditions, as the service chooses it. */
const bestRow = <R extends Row>(rows: readonly R[], conditionsOf: (row: R) => Conditions, asked: Conditions) => {
  const given = (row: R): number => Object.values(conditionsOf(row)).filter((value) => value !== null).length
  const fits = (row: R): boolean =>
    Object.entries(conditionsOf(row)).every(([name, value]) => value === null || value === asked[name])
  return rows.filter(fits).toSorted((one, other) => given(other) - given(one))[0]
}

const roubles = (price: number): string => price.toFixed(6)

const perMillion = (price: string, count: number): string => roubles((Number(price) * count) / 1_000_000)

/** Roubles for so many images; null where tokens decide, or where the service has no price for such an image. */
export const priceOfImages = (
  prices: Prices,
  { quality, size, count }: { readonly quality: string; readonly size: string; readonly count: number },
): string | null => {
  if (prices.unit !== 'image') return null
  const asked = { quality: quality === '' ? null : quality, size: size === '' ? null : size }
  const row = bestRow(prices.rows, (each) => ({ quality: each.quality, size: each.size }), asked)
  const isUnpriced =
    row === undefined &&
    (['quality', 'size'] as const).some(
      (name) => asked[name] !== null && prices.rows.some((each) => each[name] !== null),
    )
  return isUnpriced ? null : roubles(Number(row?.price ?? prices.price) * count)
}

/** Unicode code points, as the service counts them. */
const charactersIn = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Roubles for a text read aloud; null where tokens decide. */
export const priceOfSpeech = (prices: Prices, text: string): string | null =>
  prices.unit === 'characters' ? perMillion(prices.per_million, charactersIn(text)) : null

/** Roubles for a recording of that length; null where tokens decide. */
export const priceOfRecording = (prices: Prices, seconds: number): string | null =>
  prices.unit === 'audio_second' ? roubles(Number(prices.price) * seconds) : null

/** A smaller side of this many pixels and more is the larger resolution. */
const FULL_HD_PX = 1080

const resolutionOf = (size: string): string => {
  const sides = size.split('x').map(Number)
  return Math.min(...sides) >= FULL_HD_PX && sides.length === 2 ? '1080p' : '720p'
}

/** Roubles for a video; null where its size is none, or its price has another unit. */
export const priceOfVideo = (
  prices: Prices,
  { seconds, size, audio }: { readonly seconds: number; readonly size: string; readonly audio: boolean },
): string | null => {
  if (prices.unit !== 'second') return null
  const asked = { resolution: resolutionOf(size), audio }
  const row = bestRow(prices.rows, (each) => ({ resolution: each.resolution, audio: each.audio }), asked)
  return roubles(Number(row?.price ?? prices.price) * seconds)
}

/** Roubles for so many tokens of input and of output; null where the price has another unit. */
export const priceOfTokens = (
  prices: Prices,
  count: number,
): { readonly input: string; readonly output: string } | null =>
  prices.unit === 'tokens'
    ? {
        input: perMillion(prices.input_per_million, count),
        output: perMillion(prices.output_per_million ?? '0', count),
      }
    : null
