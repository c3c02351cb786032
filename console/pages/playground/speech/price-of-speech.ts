import type { Model } from '../playground-page.tsx'
import { perMillion } from '../sums.ts'

type Prices = Model['prices']

/** Unicode code points, as the service counts them. */
const charactersIn = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Roubles for a text read aloud; null where tokens decide. */
export const priceOfSpeech = (prices: Prices, text: string): string | null =>
  prices.unit === 'characters' ? perMillion(prices.per_million, charactersIn(text)) : null
