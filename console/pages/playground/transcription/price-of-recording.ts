import type { Model } from '../playground-page.tsx'
import { roubles } from '../sums.ts'

type Prices = Model['prices']

/** Roubles for a recording of that length; null where tokens decide. */
export const priceOfRecording = (prices: Prices, seconds: number): string | null =>
  prices.unit === 'audio_second' ? roubles(Number(prices.price) * seconds) : null
