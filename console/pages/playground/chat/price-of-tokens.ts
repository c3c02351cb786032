import type { Model } from '../playground-page.tsx'
import { perMillion } from '../sums.ts'

type Prices = Model['prices']

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
